import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { epochMs, type VenueId } from '../../src/domain/index.ts';
import type { SeriesObservation } from '../../src/history/history-store.ts';
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
  readonly appendP50Ms: number;
  readonly appendP99Ms: number;
  readonly maxRssMiB: number;
  readonly fileBytes: number;
}

export interface OpenedReport {
  readonly openMs: number;
  readonly openCpuMs: number;
  readonly openedRssMiB: number;
  readonly deadReadMs: number;
  readonly firstPageMs: number;
}

interface Market {
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  cents: number;
}

/**
 * Child process: records markets that come and go. Its memory is that of the store and of the batches. The rows are also written as CSV for the peers, when a file is named.
 */
async function run(dataDir: string, series: number, csv: string | undefined): Promise<ChurnReport> {
  const random = randomNumbers();
  const lasting = markets('hyperliquid', (i) => [`perp-a${i}`, `hl-A${i}`], 100_000);
  const rows = csv === undefined ? null : createWriteStream(csv);
  const history = await openSqliteHistory({ dataDir });
  const appendMs: number[] = [];
  let t = START;
  let records = 0;
  let maxRss = 0;
  const started = performance.now();
  for (let generation = 0; generation * AT_ONCE < series; generation++) {
    const short = markets('kalshi', (i) => shortMarket(generation, i), 5_000);
    for (let poll = 0; poll < LIFE; poll++) {
      t += POLL_MS + Math.floor(random() * 40);
      for (const some of [lasting, short]) {
        const batch = some.map((market) => observation(market, t, random));
        const before = performance.now();
        await history.append(batch);
        appendMs.push(performance.now() - before);
        records += batch.length;
        const text = batch.map(({ venue, storeKey, p }) => `${venue},${storeKey},${t},${p},1\n`).join('');
        if (rows !== null && !rows.write(text)) await once(rows, 'drain');
      }
    }
    maxRss = Math.max(maxRss, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - started) / 1_000;
  rows?.end();
  await history.close();
  appendMs.sort((a, b) => a - b);

  return {
    records,
    seconds,
    appendP50Ms: appendMs[appendMs.length >> 1]!,
    appendP99Ms: appendMs[Math.floor(appendMs.length * 0.99)]!,
    maxRssMiB: mib(maxRss),
    fileBytes: statSync(join(dataDir, 'history.sqlite')).size,
  };
}

/** Another child process: opens the file and reads series that have ended. */
async function measureOpened(dataDir: string, series: number): Promise<OpenedReport> {
  const random = randomNumbers();
  const cpu = process.cpuUsage();
  const opening = performance.now();
  const history = await openSqliteHistory({ dataDir });
  const openMs = performance.now() - opening;
  const { user, system } = process.cpuUsage(cpu);
  const openedRssMiB = mib(process.memoryUsage.rss());
  const firstPage = performance.now();
  await history.assets({ limit: 100 });
  const firstPageMs = performance.now() - firstPage;
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
  await history.close();
  const openCpuMs = (user + system) / 1_000;
  return { openMs, openCpuMs, openedRssMiB, deadReadMs: readMs[readMs.length >> 1]!, firstPageMs };
}

function markets(
  venue: VenueId,
  nameOf: (i: number) => readonly [storeKey: string, asset: string],
  cents: number,
): Market[] {
  return Array.from({ length: AT_ONCE }, (_, i) => {
    const [storeKey, asset] = nameOf(i);
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
  const [what, dataDir = '', series = '1000000', csv] = process.argv.slice(2);
  const isOpening = what === 'open';
  const report = isOpening ? measureOpened(dataDir, Number(series)) : run(dataDir, Number(series), csv);
  console.log(JSON.stringify(await report));
}
