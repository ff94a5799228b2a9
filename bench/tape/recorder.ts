import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildTape } from '../../src/app/feed/tape.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { type BookEvent, epochMs, wallClock } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import type { VenueAdapter, VenueStream } from '../../src/venues/venue-adapter.ts';
import { randomNumbers } from '../store/generated.ts';

/**
 * The recorder of the tape and its thread beside made-up events, as they come from an adapter, in real time: processor time
 * of a change on the main thread and in all, and what waited.
 *
 *     node bin/with-node24 bench/tape/recorder.ts [changes a second] [markets] [seconds]
 */
const [perSecond = 6_740, markets = 2_560, seconds = 60] = process.argv.slice(2).map(Number);
const LEVELS = 27;
const TURN_MS = 10;
const CHANGES_A_FRAME = 2;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-recorder-bench-'));
const random = randomNumbers(45);
const listeners = new Set<(event: BookEvent) => void>();
const stream: VenueStream = {
  start: () => undefined,
  stop: async () => undefined,
  onUpdate: () => () => undefined,
  onBook: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  carries: () => true,
  lastUpdateAt: () => null,
  restart: () => undefined,
  getStatus: () => ({ connections: 1, connected: 1, subscriptions: 1, reconnects: 0, lastMessageAt: null }),
};
const tape = buildTape(
  {
    config: readConfig({ CROSSTAPE_DATA_DIR: dataDir, CROSSTAPE_BOOK_MB_PER_DAY: '1000000' }),
    secrets: readSecrets({}),
    log: pino({ level: 'silent' }),
    clock: wallClock,
    adapters: new Map([['polymarket', { venue: 'polymarket', stream } as VenueAdapter]]),
  },
  { venues: ['polymarket'], find: () => null } as unknown as Feed,
);
if (tape === null) throw new Error('nothing is recorded');
tape.start();
for (let i = 0; i < markets; i++) send(toWhole(i));
// The thread begins, and the whole books are stored.
await sleep(2_500);

const started = performance.now();
const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
let [sent, mostWaiting, askedAt] = [0, 0, 0];
while (performance.now() - started < seconds * 1_000) {
  const due = ((performance.now() - started) / 1_000) * perSecond;
  for (; sent < due; sent += CHANGES_A_FRAME) send(drawChange());
  await sleep(TURN_MS);
  if (performance.now() - askedAt < 1_000) continue;
  askedAt = performance.now();
  mostWaiting = Math.max(mostWaiting, (await tape.read()).waiting);
}
const [allUs, mainUs] = [sum(process.cpuUsage(all)), sum(process.threadCpuUsage(main))];
const { breaks, bytesToday } = await tape.read();
tape.detach();
await tape.stop();
rmSync(dataDir, { recursive: true });

const elapsedUs = (performance.now() - started) * 1_000;
console.log(
  `${sent} changes of ${markets} markets in ${seconds} s; ${bytesToday} bytes, ${JSON.stringify(breaks)}`,
);
console.log(
  `processor time of a change: ${(mainUs / sent).toFixed(2)} µs on the main thread, ${(allUs / sent).toFixed(2)} in all`,
);
console.log(
  `of a core: ${((100 * allUs) / elapsedUs).toFixed(1)} %; most changes that waited: ${mostWaiting}`,
);

function send(event: BookEvent): void {
  for (const tell of listeners) tell(event);
}

function toMessage(market: number) {
  const now = wallClock();
  return { asset: `pm-market-${market}`, receivedAt: now, venueTime: epochMs(now - 40), seq: null };
}

function toWhole(market: number): BookEvent {
  const side = (sign: number) =>
    Array.from({ length: LEVELS }, (_, i) => ({ price: (500 + sign * (i + 1)) / 1_000, size: 100 + i }));
  return { ...toMessage(market), kind: 'whole', bids: side(-1), asks: side(1), depth: null };
}

/** Busy markets change most: the square of an even number. */
function drawChange(): BookEvent {
  const market = Math.floor(markets * random() ** 2);
  const changes = Array.from({ length: CHANGES_A_FRAME }, (_, i) => ({
    side: i === 0 ? ('bid' as const) : ('ask' as const),
    price: (i === 0 ? 499 - Math.floor(random() * LEVELS) : 501 + Math.floor(random() * LEVELS)) / 1_000,
    size: Math.round(random() * 100_000) / 100,
  }));
  return { ...toMessage(market), kind: 'change', changes };
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
