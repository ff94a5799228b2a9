import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { epochMs, type VenueId } from '../../src/domain/index.ts';
import type { SeriesObservation } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { randomNumbers } from './generated.ts';

/** Markets that are polled at a time, and others that live on beside them. */
export const AT_ONCE = 2_000;
/** Polls of a market: 15 minutes, every 30 s. */
export const LIFE = 30;
const POLL_MS = 30_000;
const START = 1_760_000_000_000;

export interface ChurnReport {
  readonly records: number;
  readonly seconds: number;
  /** Processor time of all threads, the making of batches included. */
  readonly cpuSeconds: number;
  readonly appendP50Ms: number;
  readonly appendP99Ms: number;
  /** Median of the polls whose 2,000 markets are all new. */
  readonly newMarketsMs: number;
  readonly maxRssMiB: number;
  /** The most after eleven generations: what is more at the end grew with series that have ended. */
  readonly earlyRssMiB: number;
  readonly fileBytes: number;
}

export interface OpenedReport {
  readonly openMs: number;
  readonly openCpuMs: number;
  readonly openedRssMiB: number;
  readonly deadReadMs: number;
  readonly firstPageMs: number;
  readonly firstPageCpuMs: number;
  /** 1,000 records of a series that lives on, median of 50, each for the first time. */
  readonly liveReadMs: number;
  /** Time to read all of such a series as hourly buckets, ms. */
  readonly hourlyMs: number;
}

interface Market {
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  cents: number;
}

interface ChurnOptions {
  readonly dataDir: string;
  /** Series that end. */
  readonly series: number;
  /** A file of the rows for the peers. */
  readonly csv?: string | undefined;
  /** Polls of those that live on, after each generation of the others. */
  readonly between: number;
}

/** Interval between two progress lines of a long run, ms. */
const PROGRESS_EVERY_MS = 60_000;

/** Child process: records markets that come and go. Its memory is that of the store and of the batches. */
async function run({ dataDir, series, csv, between }: ChurnOptions): Promise<ChurnReport> {
  const random = randomNumbers();
  const lasting = markets('hyperliquid', (i) => [`perp-a${i}`, `hl-A${i}`], 100_000);
  const rows = csv === undefined ? null : createWriteStream(csv);
  const history = await openSqliteHistory({ dataDir });
  const appendMs: number[] = [];
  const newMs: number[] = [];
  let saidAt = performance.now();
  let t = START;
  let records = 0;
  let maxRss = 0;
  let earlyRss = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (let generation = 0; generation * AT_ONCE < series; generation++) {
    const short = markets('kalshi', (i) => shortMarket(generation, i), 5_000);
    for (let poll = 0; poll < LIFE + between; poll++) {
      t += POLL_MS + Math.floor(random() * 40);
      for (const some of poll < LIFE ? [lasting, short] : [lasting]) {
        const batch = some.map((market) => observation(market, t, random));
        const before = performance.now();
        await history.append(batch);
        appendMs.push(performance.now() - before);
        if (poll === 0 && some === short) newMs.push(appendMs.at(-1)!);
        records += batch.length;
        if (rows === null) continue;
        const text = batch.map(({ venue, storeKey, p }) => `${venue},${storeKey},${t},${p},1\n`).join('');
        if (!rows.write(text)) await once(rows, 'drain');
      }
    }
    maxRss = Math.max(maxRss, process.memoryUsage.rss());
    if (generation === 10) earlyRss = maxRss;
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) continue;
    saidAt = performance.now();
    const fileBytes = statSync(join(dataDir, 'history.sqlite')).size;
    console.error(
      `${(generation + 1) * AT_ONCE} series, ${(records / 1e6).toFixed(1)} M records, ${((saidAt - started) / 60_000).toFixed(0)} min, ` +
        `${mib(maxRss).toFixed(0)} MiB at most, ${(fileBytes / records).toFixed(2)} B a record`,
    );
  }
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  rows?.end();
  await history.close();
  appendMs.sort((a, b) => a - b);
  newMs.sort((a, b) => a - b);

  return {
    records,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    appendP50Ms: appendMs[appendMs.length >> 1]!,
    appendP99Ms: appendMs[Math.floor(appendMs.length * 0.99)]!,
    newMarketsMs: newMs[newMs.length >> 1]!,
    maxRssMiB: mib(maxRss),
    earlyRssMiB: mib(earlyRss),
    fileBytes: statSync(join(dataDir, 'history.sqlite')).size,
  };
}

/** Measures in another child process how it opens the file and reads series that have ended. */
async function measureOpened(dataDir: string, series: number): Promise<OpenedReport> {
  const random = randomNumbers();
  const cpu = process.cpuUsage();
  const opening = performance.now();
  const history = await openSqliteHistory({ dataDir });
  const openMs = performance.now() - opening;
  const { user, system } = process.cpuUsage(cpu);
  const openedRssMiB = mib(process.memoryUsage.rss());
  const firstPage = performance.now();
  const cpuBefore = process.threadCpuUsage();
  await history.listAssets({ limit: 100 });
  const firstPageMs = performance.now() - firstPage;
  const ofPage = process.threadCpuUsage(cpuBefore);
  const firstPageCpuMs = (ofPage.user + ofPage.system) / 1_000;
  const generations = Math.ceil(series / AT_ONCE);
  const readMs: number[] = [];
  for (let i = 0; i < 200; i++) {
    const [storeKey] = shortMarket(Math.floor(random() * generations), Math.floor(random() * AT_ONCE));
    const before = performance.now();
    const { columns } = await history.read({ venue: 'kalshi', storeKey }, { limit: 1_000 });
    readMs.push(performance.now() - before);
    if (columns.length !== LIFE) throw new Error(`${storeKey} has ${columns.length} records`);
  }
  readMs.sort((a, b) => a - b);
  const live = (i: number) => ({ venue: 'hyperliquid', storeKey: `perp-a${i}` }) as const;
  const liveReadMs = await measureMedian(50, (i) => history.read(live(i), { limit: 1_000 }));
  const hourlyMs = await measureMedian(50, (i) => history.aggregate(live(i + 100), { bucketMs: 3_600_000 }));
  await history.close();
  const openCpuMs = (user + system) / 1_000;
  const deadReadMs = readMs[readMs.length >> 1]!;
  return { openMs, openCpuMs, openedRssMiB, deadReadMs, firstPageMs, firstPageCpuMs, liveReadMs, hourlyMs };
}

async function measureMedian(count: number, run: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = performance.now();
    await run(i);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[count >> 1]!;
}

function markets(
  venue: VenueId,
  nameSeries: (i: number) => readonly [storeKey: string, asset: string],
  cents: number,
): Market[] {
  return Array.from({ length: AT_ONCE }, (_, i) => {
    const [storeKey, asset] = nameSeries(i);
    return { venue, storeKey, asset, cents };
  });
}

function shortMarket(generation: number, i: number): readonly [storeKey: string, asset: string] {
  const storeKey = `kxbtc15m-${String(generation).padStart(6, '0')}-t${95_000 + i * 25}`;
  return [storeKey, `kalshi-${storeKey.toUpperCase()}`];
}

function observation(market: Market, t: number, random: () => number): SeriesObservation {
  market.cents += Math.round((random() - 0.5) * 200);
  const { venue, storeKey, asset, cents } = market;
  return { venue, storeKey, asset, t: epochMs(t), p: cents / 100, v: null, s: 'poll' };
}

function mib(bytes: number): number {
  return bytes / 2 ** 20;
}

if (import.meta.main) {
  const [what, dataDir = '', count = '1000000', between = '0', csv] = process.argv.slice(2);
  const series = Number(count);
  const report =
    what === 'open'
      ? measureOpened(dataDir, series)
      : run({ dataDir, series, csv, between: Number(between) });
  console.log(JSON.stringify(await report));
}
