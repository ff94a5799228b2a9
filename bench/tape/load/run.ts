import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { buildTape } from '../../../src/app/feed/tape.ts';
import { readConfig } from '../../../src/config/config.ts';
import { readSecrets } from '../../../src/config/secrets.ts';
import { wallClock } from '../../../src/domain/index.ts';
import type { Feed } from '../../../src/feed/feed.ts';
import { Intake } from '../../../src/upstream/intake.ts';
import { MarketStream } from '../../../src/venues/polymarket/stream/stream.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { listPolledMarkets } from '../polled-markets.ts';
import { compareLoad } from './compare.ts';
import type { DiskLag } from './probe.ts';
import { readThreadSeconds } from './threads.ts';
import type { LoadCommand, LoadVenueOptions } from './venue.ts';

/**
 * The tape under load: frames as Polymarket writes them over loopback sockets into its adapter, the recorder and the thread
 * of the tape, in real time. The venue, and a reader that looks what is on the disk, are processes of their own. Printed by
 * phase: share of a core by thread, how late changes are on the disk, what waited, memory. Afterwards 50 books at each
 * second, and all trades, are compared with what the venue sent.
 *
 *     node bin/with-node24 bench/tape/load/run.ts [--phases 6740x60,50000x10,13000x60] [--markets 2560] [--mb 1000000]
 *       [--json FILE] [--frames-a-trade 50] [--drop-each N] [--yes-alone]
 *
 * A phase is changes a second x seconds. `--mb` is `CROSSTAPE_BOOK_MB_PER_DAY`. `--drop-each N` (each N-th change is not
 * sent) and `--yes-alone` (no print of a No token is sent) are controls, in which the comparison must fail: the exit code is
 * 0 when all is equal, or when a control is not. A million trades: `--phases 20000x100 --frames-a-trade 1`. Beside the
 * stored sides stands what the tick rule makes of them, which is a control too.
 */
const { values } = parseArgs({
  options: {
    phases: { type: 'string', default: '6740x60,50000x10,13000x60' },
    markets: { type: 'string', default: '2560' },
    mb: { type: 'string', default: '1000000' },
    json: { type: 'string' },
    'drop-each': { type: 'string', default: '0' },
    'yes-alone': { type: 'boolean', default: false },
    'frames-a-trade': { type: 'string', default: '50' },
  },
});
const markets = Number(values.markets);
const venueOptions: LoadVenueOptions = {
  markets,
  dropEach: Number(values['drop-each']),
  yesAlone: values['yes-alone'],
  framesATrade: Number(values['frames-a-trade']),
};
const isControl = venueOptions.dropEach > 0 || venueOptions.yesAlone;
const MEGABYTE = 1_048_576;
/** The thread begins, and the whole books are stored. */
const SETTLE_MS = 3_000;
const MAX_WAIT_MS = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-load-bench-'));
const venue = startProcess('venue.ts', JSON.stringify(venueOptions));
const [{ port }] = (await once(venue, 'message')) as [{ port: number }];
const intake = new Intake();
const stream = new MarketStream({
  wsUrl: `ws://127.0.0.1:${port}`,
  clock: wallClock,
  random: () => 0,
  intake,
  maxAssets: markets,
});
let updates = 0;
stream.onUpdate(() => {
  updates++;
});
const told: string[] = [];
const tape = buildTape(
  {
    config: readConfig({ CROSSTAPE_DATA_DIR: folder, CROSSTAPE_BOOK_MB_PER_DAY: values.mb }),
    secrets: readSecrets({}),
    log: pino({ level: 'info' }, { write: (line) => void told.push(toTold(JSON.parse(line))) }),
    clock: wallClock,
    adapters: new Map([['polymarket', { venue: 'polymarket', stream } as unknown as VenueAdapter]]),
  },
  { venues: ['polymarket'], find: () => null, snapshot: () => null } as unknown as Feed,
);
if (tape === null) throw new Error('nothing is recorded');
const startedMs = Date.now();
tape.start();
stream.start();
const listed = listPolledMarkets(markets);
stream.track(listed);
for (const deadline = performance.now() + MAX_WAIT_MS; updates < markets; ) {
  if (performance.now() > deadline) throw new Error(`${updates} of ${markets} books came`);
  await sleep(20);
}
await sleep(SETTLE_MS);
const probe = startProcess('probe.ts', folder);
const minutes: { minute: number; rssMb: number; heapMb: number; externalMb: number }[] = [];
const phases: object[] = [];
const phaseTexts = values.phases.split(',').map((text) => text.split('x').map(Number));
const began = performance.now();
for (const [perSecond = 0, seconds = 0] of phaseTexts) phases.push(await runPhase(perSecond, seconds));
await sleep(2_000);
const status = await tape.read();
// Streams that stop say nothing about books.
tape.detach();
await stream.stop();
await tape.stop();
const truthFile = path.join(folder, 'truth.json');
await command(venue, { do: 'end', file: truthFile });
probe.disconnect();
const compared = await compareLoad(folder, truthFile, { fromMs: startedMs, toMs: Date.now() }, (market) => {
  const { storeKey, asset } = listed[market]!.identity.ref;
  return { venue: 'polymarket', storeKey, asset };
});
rmSync(folder, { recursive: true });
const { breaks, sampled, resyncChanges, bytesToday, trades, duplicates } = status;
const result = {
  markets,
  phases,
  minutes,
  breaks: Object.fromEntries(Object.entries(breaks).filter(([, count]) => count > 0)),
  sampled,
  resyncChanges,
  bytesToday,
  trades,
  duplicates,
  told: told.filter((text) => !text.startsWith('books of')),
  compared,
};
const text = JSON.stringify(result, null, 2);
console.log(text);
if (values.json !== undefined) writeFileSync(values.json, `${text}\n`);
const { wrongBooks, wrongTrades, rightSides, tickRule } = compared;
const isRuleWrong = tickRule.classified < 100 || tickRule.right < tickRule.classified;
const isEqual = wrongBooks + wrongTrades === 0 && rightSides === compared.trades && isRuleWrong;
process.exit(isEqual !== isControl ? 0 : 1);

function toTold({ msg, reason }: { readonly msg: string; readonly reason?: string }): string {
  return reason === undefined ? msg : `${msg}: ${reason}`;
}

async function runPhase(perSecond: number, seconds: number): Promise<object> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await ask<DiskLag>(probe, 'lag');
  const [threads, all] = [readThreadSeconds(), process.cpuUsage()];
  const startedAt = performance.now();
  const sending = command(venue, { do: 'send', perSecond, seconds });
  let mostWaiting = 0;
  let isSending = true;
  const watching = (async () => {
    while (isSending) {
      await sleep(1_000);
      mostWaiting = Math.max(mostWaiting, (await tape!.read()).waiting);
      noteMemory();
    }
  })();
  const sent = await sending;
  isSending = false;
  await watching;
  const elapsed = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(all);
  const shareOf = (used: number) => Number(((100 * used) / elapsed).toFixed(1));
  const byThread = [...readThreadSeconds()]
    .map(([name, used]) => [name, shareOf(used - (threads.get(name) ?? 0))] as const)
    .filter(([, share]) => share > 0.1);
  delay.disable();
  const phase = {
    perSecond,
    seconds,
    sent,
    corePercent: shareOf((user + system) / 1e6),
    corePercentByThread: Object.fromEntries(byThread),
    onDiskMs: await ask<DiskLag>(probe, 'lag'),
    eventLoopP99Ms: Number((delay.percentile(99) / 1e6).toFixed(1)),
    mostWaiting,
  };
  console.error(JSON.stringify(phase));
  return phase;
}

/** Notes the memory; the last figure of each minute is kept. */
function noteMemory(): void {
  const minute = Math.floor((performance.now() - began) / 60_000);
  const { rss, heapUsed, external } = process.memoryUsage();
  const toMb = (bytes: number) => Math.round(bytes / MEGABYTE);
  const row = { minute, rssMb: toMb(rss), heapMb: toMb(heapUsed), externalMb: toMb(external) };
  if (minutes.at(-1)?.minute === minute) minutes.pop();
  minutes.push(row);
}

function startProcess(name: string, argument: string): ChildProcess {
  const child = fork(new URL(name, import.meta.url), [argument]);
  child.once('error', (error) => {
    throw error;
  });
  return child;
}

async function command(child: ChildProcess, message: LoadCommand): Promise<number> {
  child.send(message);
  const [{ sent }] = (await once(child, 'message')) as [{ sent: number }];
  return sent;
}

async function ask<Answer>(child: ChildProcess, message: string): Promise<Answer> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}
