import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildTape } from '../../src/app/feed/tape.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { wallClock } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';
import { MadeUpStream } from './made-up-stream.ts';

/**
 * The recorder of the tape and its thread beside made-up events, as they come from an adapter, in real time: processor time
 * of a change on the main thread and in all, and what waited.
 *
 *     node bin/with-node24 bench/tape/recorder.ts [changes a second] [markets] [seconds]
 */
const [perSecond = 6_740, markets = 2_560, seconds = 60] = process.argv.slice(2).map(Number);
const TURN_MS = 10;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-recorder-bench-'));
const made = new MadeUpStream(markets);
const { stream } = made;
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
made.sendWholes();
// The thread begins, and the whole books are stored.
await sleep(2_500);

const started = performance.now();
const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
let [sent, mostWaiting, askedAt] = [0, 0, 0];
while (performance.now() - started < seconds * 1_000) {
  const due = ((performance.now() - started) / 1_000) * perSecond;
  while (sent < due) sent += made.sendChanges();
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

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
