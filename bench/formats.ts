import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { epochMs } from '../src/domain/index.ts';
import type { HistoryStore, SeriesObservation } from '../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { KEY, randomNumbers, randomWalk, START, STEP } from './store/generated.ts';
import { median, timed } from './store/table.ts';

/**
 * `formats.ts CHECKOUT [records]`: this engine beside that of another checkout of the project, in turns within
 * one process, so that other load hits both alike. Medians, and the median of the ratios of the turns.
 */
const [checkout = '', count = '1000000'] = process.argv.slice(2);
const RECORDS = Number(count);
const ROUNDS = 9;
/** 3 million records. */
const APPEND_TURNS = 300;
const APPENDS_A_TURN = 5;

type Open = (options: { readonly dataDir: string }) => Promise<HistoryStore>;
const other = (await import(resolve(checkout, 'src/history/sqlite/index.ts'))) as { openSqliteHistory: Open };
const opens: readonly Open[] = [openSqliteHistory, other.openSqliteHistory];
const directory = mkdtempSync(join(tmpdir(), 'crosstape-formats-'));
const directories = ['here', 'other'].map((name) => join(directory, name));
console.log('| What | Here | Other | Here / other |\n|---|---:|---:|---:|');
try {
  const records = randomWalk(RECORDS);
  let stores = await openBoth();
  for (const store of stores) await store.insert(KEY, records);
  for (const limit of [1_000, 20_000, 50_000]) {
    await compare(`read ${limit} records`, (store) => store.read(KEY, { limit }));
  }
  const window = { fromMs: epochMs(START + 7_777), toMs: epochMs(START + RECORDS * STEP - 7_777) };
  for (const bucketMs of [3_600_000, 420_000]) {
    const what = `${RECORDS} records to ${bucketMs / 60_000} min buckets`;
    await compare(what, (store) => store.aggregate(KEY, { ...window, bucketMs }));
  }
  await compare(
    '7 min buckets, first after opening',
    (store) => store.aggregate(KEY, { ...window, bucketMs: 420_000 }),
    async () => {
      for (const store of stores) await store.close();
      stores = await openBoth();
    },
  );
  for (const series of [1, 500, 2_000]) await compareAppends(series);
  for (const store of stores) await store.close();

  /** Compares the processor time of all threads, summed over this many records, while tails are sealed. */
  async function compareAppends(series: number): Promise<void> {
    const batches = pollBatches(series);
    const used = [0, 0];
    const slowest: number[][] = [[], []];
    for (let turn = 0; turn < APPEND_TURNS; turn++) {
      const some = Array.from({ length: APPENDS_A_TURN }, () => batches.next().value);
      for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const before = process.cpuUsage();
        for (const batch of some) slowest[side]!.push(await timed(() => stores[side]!.append(batch)));
        const { user, system } = process.cpuUsage(before);
        if (turn >= APPEND_TURNS / 10) used[side]! += user + system;
      }
    }
    const records = (APPEND_TURNS * 0.9 * APPENDS_A_TURN * 2_000) / 1_000;
    const [here, there] = used.map((us) => `${((us / records) * 1e-3).toFixed(2)} µs`);
    const ratio = (used[0]! / used[1]!).toFixed(2);
    console.log(
      `| processor time of a record, 2,000 of ${series} series a commit | ${here} | ${there} | ${ratio} |`,
    );
    const [p50, p99] = [0.5, 0.99].map((share) =>
      slowest.map((ms) => ms.sort((a, b) => a - b)[Math.floor(ms.length * share)]!.toFixed(1)),
    );
    console.log(`| such a commit, p50 and p99 | ${p50![0]}, ${p99![0]} ms | ${p50![1]}, ${p99![1]} ms | |`);
  }

  async function compare(
    what: string,
    run: (store: HistoryStore, side: number) => Promise<unknown>,
    before: () => Promise<void> = async () => {},
  ): Promise<void> {
    const times: number[][] = [[], []];
    for (let round = -3; round < ROUNDS; round++) {
      await before();
      for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const ms = await timed(() => run(stores[side]!, side));
        if (round >= 0) times[side]!.push(ms);
      }
    }
    const ratio = median(times[0]!.map((ms, i) => ms / times[1]![i]!));
    const [here, there] = times.map((side) => median(side).toFixed(2));
    console.log(`| ${what} | ${here} ms | ${there} ms | ${ratio.toFixed(2)} |`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function openBoth(): Promise<HistoryStore[]> {
  return Promise.all(opens.map((open, i) => open({ dataDir: directories[i]! })));
}

function* pollBatches(series: number): Generator<SeriesObservation[], never> {
  const random = randomNumbers();
  const cents = new Float64Array(series).fill(100_000);
  for (let n = 0; ; ) {
    const batch: SeriesObservation[] = [];
    for (let i = 0; i < 2_000; i++, n++) {
      const at = n % series;
      cents[at] = cents[at]! + Math.round((random() - 0.5) * 200);
      const t = epochMs(START + Math.floor(n / series) * STEP);
      const key = {
        venue: 'kalshi',
        storeKey: `a${series}-${at}`,
        asset: `kalshi-A${series}-${at}`,
      } as const;
      batch.push({ ...key, t, p: cents[at]! / 100, v: Math.round(random() * 10_000) / 1_000, s: 'poll' });
    }
    yield batch;
  }
}
