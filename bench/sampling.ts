/**
 * Measures the cost that the sampling of forecasts adds to a poll: time and processor time of recording 2,000 markets
 * with a stated end, beside 2,000 that state none, of which nothing is sampled. Each has a recorder and a file of its
 * own, twice and in opposite order: of two equal files the one that was opened first takes longer. All four are
 * recorded in turn.
 *
 *     node bin/with-node24 bench/sampling.ts [--markets 2000] [--polls 400] [--hours 24]
 *
 * Polls are 5 s apart. Ends are spread over a day, of which a quarter has passed; over two hours (`--hours 2`) moments of some
 * markets are due at every poll. The bar: 1.05 times.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { epochMs, HOUR_MS, SECOND_MS, type VenuePoll } from '../src/domain/index.ts';
import type { HistoryStore } from '../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { PollRecorder } from '../src/recording/poll-recorder.ts';
import { binaryState } from '../test/support/markets.ts';
import { median } from './m2m/statistics.ts';

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '2000' },
    polls: { type: 'string', default: '400' },
    hours: { type: 'string', default: '24' },
  },
});
const MARKETS = Number(values.markets);
const START = Date.UTC(2026, 10, 20, 12);
const EVERY_MS = 5 * SECOND_MS;
const WARM_UP = 40;
const ENDS_OVER = Number(values.hours) * HOUR_MS;
const ENDS_FROM = START - ENDS_OVER / 4;

let now = epochMs(START);

interface Side {
  readonly dataDir: string;
  readonly history: HistoryStore;
  readonly recorder: PollRecorder;
  readonly hasEnds: boolean;
  readonly wall: number[];
  readonly cpu: number[];
}

const sides: Side[] = [];
for (const hasEnds of [true, false, false, true]) sides.push(await openSide(hasEnds));
for (let i = 0; i < WARM_UP + Number(values.polls); i++) {
  // Each goes first at every second poll.
  for (const side of i % 2 === 0 ? sides : sides.toReversed()) await record(side, i);
}
const [sampled, plain, plainFirst, sampledLast] = [sides[0]!, sides[1]!, sides[2]!, sides[3]!];
const { forecasts } = await sampled.history.listForecasts({ limit: 100_000 });
for (const { history } of sides) await history.close();
const ratioOf = (one: readonly number[], two: readonly number[]) => median(one.map((ms, i) => ms / two[i]!));
const ratio = (member: 'wall' | 'cpu') =>
  Math.sqrt(
    ratioOf(sampled[member], plain[member]) * ratioOf(sampledLast[member], plainFirst[member]),
  ).toFixed(3);
console.log(`${values.polls} polls of ${MARKETS} markets, ${forecasts.length} forecasts taken`);
for (const [name, side] of [
  ['sampled', sampled],
  ['without ends', plain],
] as const)
  console.log(
    `  ${name}: median ${median(side.wall).toFixed(2)} ms, processor ${median(side.cpu).toFixed(2)} ms`,
  );
console.log(`  ${ratio('wall')} times by the clock, ${ratio('cpu')} times by processor time; bar 1.05`);
for (const { dataDir } of sides) rmSync(dataDir, { recursive: true });

async function openSide(hasEnds: boolean): Promise<Side> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-sampling-'));
  const history = await openSqliteHistory({ dataDir });
  const recorder = new PollRecorder({ history, clock: () => now, intervalMs: () => EVERY_MS });
  return { dataDir, history, recorder, hasEnds, wall: [], cpu: [] };
}

async function record({ recorder, hasEnds, wall, cpu }: Side, i: number): Promise<void> {
  const poll = makePoll(i, hasEnds);
  now = poll.receivedAt;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await recorder.record(poll);
  if (i < WARM_UP) return;
  wall.push(performance.now() - startedAt);
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1000);
}

function makePoll(i: number, hasEnds: boolean): VenuePoll {
  const markets = Array.from({ length: MARKETS }, (_, m) => {
    const closeTime = hasEnds ? epochMs(ENDS_FROM + Math.floor((m / MARKETS) * ENDS_OVER)) : null;
    const price = 0.1 + ((m + i) % 80) / 100;
    return binaryState(`KXSAMPLED-${m}`, price, { tickerOverrides: { closeTime } });
  });
  return { venue: 'kalshi', receivedAt: epochMs(START + i * EVERY_MS), markets, emptyBooks: 0 };
}
