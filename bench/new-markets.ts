import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { epochMs } from '../src/domain/index.ts';
import type { SeriesObservation } from '../src/history/contract/history-store.ts';
import type { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { median } from './store/table.ts';

/**
 * Appends of polls whose 2,000 markets are all new, beside another checkout in turn:
 * `new-markets.ts <other checkout> [generations]`. Each generation is polled three times, and the first poll is counted.
 * The bar is 10 ms at p99.
 */
const [other, count = '60'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const GENERATIONS = Number(count);
const MARKETS = 2_000;
const POLLS = 3;
const POLL_MS = 30_000;
const START = 1_760_000_000_000;

interface Store {
  readonly directory: string;
  readonly history: Awaited<ReturnType<typeof openSqliteHistory>>;
  readonly clockMs: number[];
  readonly processorMs: number[];
}

const here = await openStore(path.resolve(import.meta.dirname, '..'));
const there = await openStore(path.resolve(other));
try {
  for (let generation = 0; generation < GENERATIONS; generation++) {
    // Each goes first in every second generation.
    const order = generation % 2 === 0 ? [here, there] : [there, here];
    for (let poll = 0; poll < POLLS; poll++) {
      const batch = buildPoll(generation, poll);
      for (const store of order) await append(store, batch, poll === 0);
    }
  }
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}; ${GENERATIONS} polls of ${MARKETS} new markets.\n`,
  );
  console.log('| An append | Here | There | Here / there |\n|---|---:|---:|---:|');
  show('by the clock', here.clockMs, there.clockMs);
  show('processor time of the thread', here.processorMs, there.processorMs);
} finally {
  for (const { directory, history } of [here, there]) {
    await history.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function openStore(root: string): Promise<Store> {
  const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-new-markets-'));
  const url = pathToFileURL(path.join(root, 'src/history/sqlite/index.ts')).href;
  const { openSqliteHistory: open } = (await import(url)) as { openSqliteHistory: typeof openSqliteHistory };
  return { directory, history: await open({ dataDir: directory }), clockMs: [], processorMs: [] };
}

async function append(
  { history, clockMs, processorMs }: Store,
  batch: readonly SeriesObservation[],
  isNew: boolean,
): Promise<void> {
  const processor = process.threadCpuUsage();
  const began = performance.now();
  await history.append(batch);
  const ms = performance.now() - began;
  const { user, system } = process.threadCpuUsage(processor);
  if (!isNew) return;
  clockMs.push(ms);
  processorMs.push((user + system) / 1_000);
}

function buildPoll(generation: number, poll: number): SeriesObservation[] {
  const t = epochMs(START + (generation * POLLS + poll) * POLL_MS);
  return Array.from({ length: MARKETS }, (_, i) => {
    const storeKey = `kxbtc15m-${String(generation).padStart(6, '0')}-t${95_000 + i * 25}`;
    const p = (5_000 + ((i * 7_919 + generation * 31 + poll) % 200)) / 100;
    return { venue: 'kalshi', storeKey, asset: `kalshi-${storeKey.toUpperCase()}`, t, p, v: null, s: 'poll' };
  });
}

function show(what: string, ours: readonly number[], theirs: readonly number[]): void {
  const ratio = median(ours.map((ms, i) => ms / theirs[i]!)).toFixed(2);
  row(`${what}, p50`, median(ours), median(theirs), ratio);
  row(`${what}, p99`, findP99(ours), findP99(theirs), '');
}

function row(what: string, ours: number, theirs: number, ratio: string): void {
  console.log(`| ${what} | ${ours.toFixed(1)} ms | ${theirs.toFixed(1)} ms | ${ratio} |`);
}

function findP99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
}
