import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { epochMs, VENUES } from '../src/domain/index.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { randomNumbers } from './store/generated.ts';

/**
 * Measures the cost of markets that are polled twice a minute until their tails are sealed: `tails.ts [--markets 5000]
 * [--hours 12]`. Prints a row an hour: bytes of the file a record, the longest appends of that hour, processor time a
 * record of all threads with the making of batches, and what arrays hold.
 */
const { values: flags } = parseArgs({
  options: { markets: { type: 'string', default: '5000' }, hours: { type: 'string', default: '12' } },
});
const POLL_MS = 30_000;
const POLLS_AN_HOUR = 120;
const START = 1_760_000_000_000;
/** Share of markets whose price moves between two polls. */
const MOVES = 0.3;

const random = randomNumbers();
const directory = mkdtempSync(join(tmpdir(), 'crosstape-tails-'));
const ofVenue = VENUES.map((venue) =>
  Array.from({ length: Math.ceil(Number(flags.markets) / VENUES.length) }, (_, i) => ({
    venue,
    storeKey: `${venue}-${i}`,
    asset: `${venue}-market-${i}`,
    cents: 50,
  })),
);
const history = await openSqliteHistory({ dataDir: directory });
console.log('| hour | records | B a record | append p50 ms | p99 | most | µs a record | arrays MiB |');
console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
let records = 0;
let t = START;
for (let hour = 1; hour <= Number(flags.hours); hour++) {
  const appendMs: number[] = [];
  const cpu = process.cpuUsage();
  const before = records;
  for (let poll = 0; poll < POLLS_AN_HOUR; poll++) {
    t += POLL_MS;
    for (const markets of ofVenue) {
      const at = epochMs(t + Math.floor(random() * 400));
      const batch = markets.map((market) => {
        if (random() < MOVES)
          market.cents = Math.min(99, Math.max(1, market.cents + (random() < 0.5 ? -1 : 1)));
        const { venue, storeKey, asset, cents } = market;
        return { venue, storeKey, asset, t: at, p: cents / 100, v: null, s: 'poll' as const };
      });
      const began = performance.now();
      await history.append(batch);
      appendMs.push(performance.now() - began);
      records += batch.length;
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  appendMs.sort((a, b) => a - b);
  const figures = [
    hour,
    records,
    (statSync(join(directory, 'history.sqlite')).size / records).toFixed(2),
    appendMs[appendMs.length >> 1]!.toFixed(2),
    appendMs[Math.floor(appendMs.length * 0.99)]!.toFixed(2),
    appendMs.at(-1)!.toFixed(1),
    ((user + system) / (records - before)).toFixed(2),
    (process.memoryUsage().arrayBuffers / 1024 ** 2).toFixed(0),
  ];
  console.log(`| ${figures.join(' | ')} |`);
}
await history.close();
console.log(
  `\nclosed: ${(statSync(join(directory, 'history.sqlite')).size / records).toFixed(2)} B a record`,
);
rmSync(directory, { recursive: true, force: true });
