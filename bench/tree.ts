import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { parquetReadObjects } from 'hyparquet';
import { EXPORT_FLAGS } from '../bin/runtime.js';
import { PARQUET_COMPRESSORS } from '../src/history/formats/parquet/compressors.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../src/history/sqlite/index.ts';
import { parseManifest, type TreeManifest } from '../src/history/tree/manifest.ts';

/**
 * Makes a tree of long series and one of ended series, each beside a writer of 2,000 assets a second, brings it up to date,
 * and compares it record by record: ended series with what was appended, and one in a thousand of them, as all others, with
 * the store. The figures cover the exporting process only.
 *
 *     bin/with-node24 bench/tree.ts [--long 10000000] [--ended 1000000] [--polls 20] [--data DIR]
 *
 * A million ended series take a quarter of an hour to write. With `--data` the histories are kept in a directory, and a
 * later run with the same numbers goes on with them.
 *
 * Exit code 1 when a tree is not equal to the store.
 */
const LONG_RECORDS = Number(option('--long') ?? 10_000_000);
const ENDED_SERIES = Number(option('--ended') ?? 1_000_000);
/** Polls of the writer before the export begins. */
const POLLS_ALONE = Number(option('--polls') ?? 20);
const LONG_SERIES = 2_000;
const RECORDS_OF_ENDED = 30;
/** Number of series that end each day. */
const ENDED_A_DAY = 10_000;
/** Series that are appended to together. */
const GROUP = 500;
/** One ended series of so many is read from the store. */
const READ_ONE_OF = 1_000;
const START = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

const directory = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
let wrong = 0;
try {
  if (LONG_RECORDS > 0)
    await measure(`${LONG_RECORDS} records of ${LONG_SERIES} series`, fillLong, {
      series: 0,
      sumAppended: () => null,
    });
  if (ENDED_SERIES > 0) {
    await measure(`${ENDED_SERIES} ended series of ${RECORDS_OF_ENDED} records`, fillEnded, {
      series: ENDED_SERIES,
      sumAppended: sumEnded,
    });
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;

/** The records of a series, in order. */
interface Sum {
  count: number;
  sum: number;
}

function addTo(sum: Sum, t: number, p: number): void {
  sum.count++;
  sum.sum = (sum.sum * 31 + t + p * 1_000) % 1e12;
}

/** Series whose records are known without the store. */
interface Appended {
  readonly series: number;
  /** Sum of the appended rows of a series; null: the writer does not append to it. */
  readonly sumAppended: (asset: string) => Sum | null;
}

async function measure(
  title: string,
  fill: (dataDir: string) => Promise<void>,
  appended: Appended,
): Promise<void> {
  const name = title.replaceAll(' ', '-');
  const dataDir = join(option('--data') ?? directory, name);
  const tree = join(directory, `tree-of-${name}`);
  if (!existsSync(dataDir)) await fill(dataDir);
  const polls: { poll: number; ms: number }[] = [];
  const writer = new Worker(new URL('./tree/writer.ts', import.meta.url), { workerData: { dataDir } });
  writer.on('message', (poll: { poll: number; ms: number }) => polls.push(poll));
  writer.on('error', (error) => {
    throw error;
  });
  while (polls.length < POLLS_ALONE) await sleep(100);
  const alone = percentile(polls.map(({ ms }) => ms));
  const before = polls.length;
  let logBytes = 0;
  const watch = setInterval(() => {
    logBytes = Math.max(
      logBytes,
      statSync(join(dataDir, 'history.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
    );
  }, 100);
  const first = await exportTree(dataDir, tree);
  clearInterval(watch);
  const beside = percentile(polls.slice(before).map(({ ms }) => ms));
  writer.postMessage('stop');
  await new Promise((resolve) => writer.once('exit', resolve));

  const manifest = readManifest(tree);
  const { rows } = manifest.totals;
  const bytes = manifest.parts.reduce(
    (sum, part) => sum + (part.table === 'observations' ? part.bytes : 0),
    0,
  );
  say(title);
  say(
    `  processor ${first.cpuSeconds.toFixed(1)} s, wall ${first.seconds.toFixed(1)} s, memory ${first.memoryMb} MB`,
  );
  say(
    `  ${(bytes / rows).toFixed(2)} B and ${((first.cpuSeconds * 1e6) / rows).toFixed(2)} µs a row, ${rows} rows`,
  );
  say(
    `  log ${(logBytes / 1e6).toFixed(0)} MB, append p99 ${beside.toFixed(1)} ms beside it, ${alone.toFixed(1)} ms without`,
  );
  const settled = await exportTree(dataDir, tree);
  say(`  brought up to date: ${settled.said.trim()}`);
  const repeated = await exportTree(dataDir, tree);
  say(`  nothing new: ${repeated.seconds.toFixed(2)} s, ${repeated.said.trim()}`);
  const problem = await compare(dataDir, tree, appended);
  if (problem !== null) wrong++;
  say(`  ${problem ?? 'equal to the store'}`);
}

async function fillLong(dataDir: string): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  const polls = Math.ceil(LONG_RECORDS / LONG_SERIES);
  for (let poll = 0; poll < polls; poll++) {
    const batch = Array.from({ length: LONG_SERIES }, (_, i) => {
      const storeKey = `kx-${String(i).padStart(5, '0')}`;
      const p = (((poll >> 2) * (i + 7)) % 97) / 100;
      return {
        venue: 'kalshi',
        storeKey,
        asset: `kalshi-${storeKey}`,
        t: (START + poll * 60_000 + (poll % 900)) as never,
        p,
        v: null,
        s: 'poll',
      } as const;
    });
    await history.append(batch);
  }
  await history.close();
}

async function fillEnded(dataDir: string): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  for (let from = 0; from < ENDED_SERIES; from += GROUP) {
    for (let poll = 0; poll < RECORDS_OF_ENDED; poll++) {
      const batch = Array.from({ length: Math.min(GROUP, ENDED_SERIES - from) }, (_, i) => {
        // Keys of neighbours in time are far from each other, as tickers are.
        const storeKey = `kx-${(((from + i) * 7_919) % 1_000_003).toString(36)}-${from + i}`;
        const { t, p } = endedRecord(from + i, poll);
        return {
          venue: 'kalshi',
          storeKey,
          asset: `kalshi-${storeKey}`,
          t: t as never,
          p,
          v: null,
          s: 'poll',
        } as const;
      });
      await history.append(batch);
    }
  }
  await history.close();
}

function endedRecord(series: number, poll: number): { readonly t: number; readonly p: number } {
  const group = Math.floor(series / GROUP);
  const startMs = START + group * GROUP * (DAY_MS / ENDED_A_DAY);
  return { t: startMs + poll * 5_000, p: ((poll + (series % GROUP)) % 90) / 100 };
}

function sumEnded(asset: string): Sum | null {
  const series = /^kalshi-kx-[0-9a-z]+-(\d+)$/.exec(asset)?.[1];
  if (series === undefined) return null;
  const sum = { count: 0, sum: 0 };
  for (let poll = 0; poll < RECORDS_OF_ENDED; poll++) {
    const { t, p } = endedRecord(Number(series), poll);
    addTo(sum, t, p);
  }
  return sum;
}

/** Runs the command, and measures what its process used. */
async function exportTree(dataDir: string, tree: string, ...more: string[]) {
  const root = new URL('..', import.meta.url).pathname;
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...EXPORT_FLAGS,
      join(root, 'src/main.js'),
      'export',
      '--all',
      '--data-dir',
      dataDir,
      '-o',
      tree,
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout.on('data', (chunk) => {
    said = String(chunk);
  });
  let failed = '';
  child.stderr.on('data', (chunk) => {
    failed += String(chunk);
  });
  let [memoryMb, cpuSeconds] = [0, 0];
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      memoryMb = Math.max(memoryMb, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000));
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // It has ended.
    }
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`export ended with ${code}: ${failed}`);
  return { seconds: (performance.now() - startedAt) / 1_000, cpuSeconds, memoryMb, said };
}

/** Compares a tree with the store: returns the difference; null: every record is in the tree once, in order. */
async function compare(
  dataDir: string,
  tree: string,
  { series, sumAppended }: Appended,
): Promise<string | null> {
  const found = new Map<string, Sum>();
  const paths = readManifest(tree).parts.filter(({ table }) => table === 'observations');
  // By day and within it by time: as a series is read.
  for (const { path } of paths.sort((a, b) => (a.firstMs ?? 0) - (b.firstMs ?? 0))) {
    const file = new Uint8Array(readFileSync(join(tree, path))).buffer;
    for (const { asset, t, p } of await parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS })) {
      const sum = found.get(asset) ?? { count: 0, sum: 0 };
      found.set(asset, sum);
      addTo(sum, t.getTime(), p);
    }
  }
  const history = await openReadOnlyHistory({ dataDir });
  let seen = 0;
  try {
    for await (const entries of history.scanAssets()) {
      for (const { venue, storeKey, asset, count } of entries) {
        const appended = sumAppended(asset);
        const sums = appended === null ? [] : [appended];
        if (appended !== null) seen++;
        if (appended === null || seen % READ_ONE_OF === 0) {
          const stored = { count: 0, sum: 0 };
          const { columns } = await history.read({ venue, storeKey }, { limit: count });
          for (let i = 0; i < columns.length; i++) addTo(stored, columns.t[i]!, columns.p[i]!);
          sums.push(stored);
        }
        const other = found.get(asset);
        const differs = sums.find(({ count, sum }) => count !== other?.count || sum !== other.sum);
        if (differs !== undefined) {
          return `${asset} has ${other?.count ?? 0} records in the tree and not these ${differs.count}`;
        }
        found.delete(asset);
      }
    }
  } finally {
    await history.close();
  }
  if (found.size > 0) return `${found.size} assets of the tree are not in the store`;
  return seen === series ? null : `${seen} of ${series} ended series are in the store`;
}

function readManifest(tree: string): TreeManifest {
  return parseManifest(readFileSync(join(tree, 'manifest.json'), 'utf8'));
}

function percentile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
