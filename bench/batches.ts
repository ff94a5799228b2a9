import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { epochMs } from '../src/domain/index.ts';
import { ColumnBuilder } from '../src/history/columns/columns.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';

/**
 * An import beside the recorder, spread over the pieces of a long series, and undone: how long the event loop stands
 * still, and whether a poll is lost.
 *
 *     bin/with-node24 bench/batches.ts [--rows 100000] [--pieces 1000] [--assets 2000]
 *
 * The bars are for 1,000,000 rows and 10,000 pieces: p99 of the event loop 20 ms, no step above 40 ms.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    pieces: { type: 'string', default: '1000' },
    assets: { type: 'string', default: '2000' },
  },
});
const ROWS = Number(values.rows);
const RECORDS = Number(values.pieces) * 1_024;
const ASSETS = Number(values.assets);
const STEP_MS = 5_000;
const START = 1_700_000_000_000;
const SERIES = { venue: 'kalshi', storeKey: 'kx-long', asset: 'kalshi-kx-long' } as const;
const AT_ONCE = 50_000;

const dataDir = mkdtempSync(join(tmpdir(), 'bench-batches-'));
const history = await openSqliteHistory({ dataDir });

for (let from = 0; from < RECORDS; from += AT_ONCE) {
  const columns = new ColumnBuilder(AT_ONCE);
  for (let i = from; i < Math.min(RECORDS, from + AT_ONCE); i++) {
    columns.push(START + i * STEP_MS, 0.3 + ((i * 7) % 400) / 1_000, Number.NaN, 1);
  }
  await history.insert(SERIES, columns);
}
console.log(`a series of ${RECORDS} records; ${ASSETS} assets are recorded each second beside the import`);

let polls = 0;
const pollAll = () => {
  const t = epochMs(START + RECORDS * STEP_MS + ++polls * 1_000);
  const batch = Array.from({ length: ASSETS }, (_, i) => {
    const storeKey = `kx-${i}`;
    return {
      venue: 'kalshi',
      storeKey,
      asset: `kalshi-${storeKey}`,
      t,
      p: ((i * 13 + polls) % 900) / 1_000,
      v: null,
      s: 'poll',
    } as const;
  });
  return history.append(batch);
};
for (let i = 0; i < 10; i++) await pollAll();

async function watch(what: string, work: () => Promise<number>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const before = polls;
  const recorder = setInterval(() => void pollAll(), 1_000);
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  delays.enable();
  const rows = await work();
  delays.disable();
  clearInterval(recorder);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1_000;
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  console.log(
    `${what}: ${rows} rows in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor time), ` +
      `event loop p50 ${ms(delays.percentile(50))}, p99 ${ms(delays.percentile(99))}, worst ${ms(delays.max)} ms, ` +
      `${polls - before} polls recorded`,
  );
}

await watch('the recorder alone', async () => {
  await sleep(10_000);
  return 0;
});
let id = '';
await watch('import', async () => {
  const batch = await history.openBatch({ fileSha256: 'a'.repeat(64), asset: SERIES.asset });
  id = batch.id;
  const apart = Math.max(1, Math.floor((RECORDS * STEP_MS) / ROWS));
  let stored = 0;
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    const columns = new ColumnBuilder(AT_ONCE);
    for (let i = from; i < Math.min(ROWS, from + AT_ONCE); i++) {
      columns.push(START + i * apart + 1, 0.9, Number.NaN, 3);
    }
    stored += (await batch.insert(SERIES, columns)).stored;
  }
  await batch.end();
  return stored;
});
await watch('undo', async () => (await history.undoBatch(id)).records);
const kept = await history.find({ venue: 'kalshi', storeKey: 'kx-0' });
console.log(kept?.count === polls ? 'no poll is lost' : `polls are lost: ${kept?.count} of ${polls}`);
await history.close();
rmSync(dataDir, { recursive: true, force: true });
