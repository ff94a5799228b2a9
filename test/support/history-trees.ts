import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import {
  DAY_MS,
  epochMs,
  FORECAST_HORIZONS,
  NO_NAMES,
  NO_TERMS,
  REFERENCES,
} from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { HistoryReader } from '../../src/history/contract/history-store.ts';
import type { ReferenceMark } from '../../src/history/contract/reference-marks.ts';
import { encodeForecastDay } from '../../src/history/forecasts/day-coding.ts';
import type { ForecastDay } from '../../src/history/forecasts/forecast-day.ts';
import { PARQUET_COMPRESSORS } from '../../src/history/formats/parquet/compressors.ts';
import { HISTORY_FILE } from '../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import type { TreeManifest } from '../../src/history/tree/manifest.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { type TreeOptions, writeTree } from '../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { copyDatabase } from './copy-database.ts';
import { settledRow } from './settled-rows.ts';

export const FIRST_DAY = Date.UTC(2026, 10, 18);
/** Current time, in the middle of the fifth day: the four days before are closed. */
export const NOW = epochMs(FIRST_DAY + 4.5 * DAY_MS);

const root = mkdtempSync(join(tmpdir(), 'crosstape-tree-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
export const fresh = (name: string) => join(root, `${++made}-${name}`);

export const BTC = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;
export const PEPE = { venue: 'hyperliquid', storeKey: 'perp-kpepe', asset: 'hl-kPEPE' } as const;
const OUTCOME = { venue: 'hyperliquid', storeKey: 'pred-argentina-1', asset: 'hl-pred-argentina-1' } as const;
export const short = (i: number) => {
  const storeKey = `kx-${String(i).padStart(4, '0')}`;
  return { venue: 'kalshi', storeKey, asset: `kalshi-${storeKey}` } as const;
};
export const at = (day: number, ms = 0) => epochMs(FIRST_DAY + day * DAY_MS + ms);
/** A day with one market, which was priced at its last horizon alone. */
export const DAY_OF_ONE: ForecastDay = {
  madeBy: 'live',
  dropped: 0,
  markets: [
    {
      venue: 'kalshi',
      asset: short(3).asset,
      kind: 'kalshi',
      category: 'none',
      event: 'E',
      outcome: 'yes',
      resolvedAt: at(2),
      forecasts: FORECAST_HORIZONS.map(({ id }) =>
        id === '1m' ? { t: at(1), p: 0.9, end: at(1, 60_000) } : { leftOut: 'not_listed' },
      ),
    },
  ],
};
export const record = (t: number, p: number, v: number | null = null) => ({
  t: epochMs(t),
  p,
  v,
  s: 'poll' as const,
});

/** Marks of a reference price that was recorded, whose average stayed incomplete once, and which came corrected once. */
export const MARKS: readonly ReferenceMark[] = [
  { place: 0, text: '79639.795829763498573824', count: null },
  { place: 1, text: '79640.5', count: null },
  { place: 2, text: null, count: 59 },
].map((mark) => ({
  ...mark,
  key: 'twap60-btc',
  t: at(2),
  receivedAt: at(2, 1_300 + mark.place),
  relay: 'rtds',
}));

/**
 * Fills a history with long and short series, tails, days without a record, equal times, extremes, and the companions
 * of the records.
 */
async function fill(dataDir: string): Promise<void> {
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const steps = 900;
  for (let i = 0; i < steps; i++) {
    const t = FIRST_DAY + i * 240_000;
    await history.append([BTC, PEPE, OUTCOME].map((series) => ({ ...series, ...record(t, i / 7, i) })));
    // Ninety series an hour, which end within it.
    const group = Math.floor(i / 15) * 30;
    const ended = Array.from({ length: 30 }, (_, k) => ({
      ...short(group + k),
      ...record(t + (k % 3), (k % 90) / 100),
    }));
    await history.append(ended);
  }
  const month = Array.from({ length: 4 }, (_, i) => record(FIRST_DAY - 200 * DAY_MS + i * 30 * DAY_MS, i));
  await history.insert(
    { venue: 'limitless', storeKey: 'monthly', asset: 'limitless-monthly' },
    toColumns(month),
  );
  const odd = [
    record(at(1), -0),
    record(at(1), 5e-324),
    record(at(1), -1.7e308, 0),
    record(at(1, DAY_MS - 1), 1),
  ];
  await history.insert({ venue: 'polymarket', storeKey: 'odd', asset: 'pm-odd' }, toColumns(odd));
  await history.sealAll();
  await history.append([{ ...BTC, ...record(at(4, 1_000), 1) }]);
  await history.putGap({
    venue: 'kalshi',
    storeKey: null,
    fromMs: at(1),
    toMs: null,
    reason: 'no answer, "twice"\n',
  });
  await history.putGap({ ...short(3), fromMs: at(1), toMs: at(2), reason: 'one of it' });
  await history.putResolution({
    ...short(3),
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: at(2),
  });
  await history.append([], { venue: REFERENCES, at: at(2), changed: [], marks: MARKS });
  await history.putSettled(
    settledRow('up', { detail: { seconds: [1] }, missing: [at(1)] }),
    settledRow('again', { isReopened: true }),
  );
  const living = {
    venue: 'kalshi',
    storeKey: short(4).storeKey,
    horizon: '1h',
    t: at(2),
    p: 0.1 + 0.2,
  } as const;
  await history.append([], {
    venue: 'kalshi',
    at: at(2),
    changed: [],
    forecasts: [{ ...living, end: at(2, 3_600_000) }],
  });
  await history.putForecastDay(Math.floor(at(2) / DAY_MS), encodeForecastDay(DAY_OF_ONE), []);
  await history.putMarkets(
    ['=SUM(1,2)', 'a,"b"\r\nc', 'ä 😀 \u0000'].map((title, i) => ({
      ...short(i),
      kind: 'kalshi' as const,
      title,
      eventKey: null,
      event: null,
      category: null,
      settling: null,
      statedBy: null,
      outcomes: ['Yes', 'No'] as const,
      ...NO_NAMES,
      terms: { ...NO_TERMS, answer: 'it' },
      closesAt: null,
      endsAt: null,
      nativeIds: { ticker: 'KX,"1"' },
      url: null,
      rules: `Rules of ${title}`,
      seenFrom: at(0),
      changedAt: at(0),
    })),
  );
  await history.putLinkSpans([
    {
      a: 'kalshi-kx-0001',
      b: 'pm-odd',
      relation: 'same',
      confidence: 0.9,
      source: 'matched',
      disputed: false,
      reasons: ['both, "say" so'],
      fromMs: at(0),
      toMs: null,
    },
  ]);
  await history.close();
}

export const shared = fresh('data');
let filling: Promise<void> | null = null;
/** Fills the shared store at the first call. */
export const ready = () => (filling ??= fill(shared));

export const copied = async () => {
  await ready();
  const dataDir = fresh('data');
  mkdirSync(dataDir);
  await copyDatabase(join(shared, HISTORY_FILE), join(dataDir, HISTORY_FILE));
  return dataDir;
};

type Overrides = Partial<Omit<TreeOptions, 'selection' | 'directory'>> & {
  readonly selection?: Partial<TreeOptions['selection']>;
};

export const toOptions = (
  directory: string,
  { selection = {}, ...overrides }: Overrides = {},
): TreeOptions => ({
  directory,
  selection: {
    venues: null,
    assets: null,
    tables: [...TREE_TABLES],
    format: 'parquet',
    compression: 'zstd',
    ...selection,
  },
  window: { fromMs: null, toMs: null },
  simulated: false,
  lock: lockDirectory,
  ...overrides,
});

export async function write(
  dataDir: string,
  directory: string,
  overrides: Overrides = {},
  now: number = NOW,
) {
  const source = openTreeSource(dataDir, { clock: () => epochMs(now) });
  try {
    return await writeTree(source, toOptions(directory, overrides));
  } finally {
    source.close();
  }
}

type Records = Map<string, { t: number; p: number; v: number | null; s: string | null }[]>;

/** Reads the records of each asset in a Parquet tree, and asserts that each part is in its order. */
export async function readTree(directory: string, manifest: TreeManifest): Promise<Records> {
  const records: Records = new Map();
  for (const { path, table, rows } of manifest.parts) {
    if (table !== 'observations') continue;
    const file = new Uint8Array(readFileSync(join(directory, path))).buffer;
    const found = await parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS });
    assert.equal(found.length, rows);
    let before = { asset: '', t: Number.NEGATIVE_INFINITY };
    for (const { asset, t: time, p, v, s } of found) {
      const t = time.getTime();
      const order = Buffer.compare(Buffer.from(asset), Buffer.from(before.asset));
      assert.ok(order > 0 || (order === 0 && t >= before.t), `${path}: ${asset} at ${t} is out of order`);
      before = { asset, t };
      const list = records.get(asset) ?? [];
      list.push({ t, p, v: v ?? null, s: s ?? null });
      records.set(asset, list);
    }
  }
  return records;
}

export async function readStore(history: HistoryReader): Promise<Records> {
  const records: Records = new Map();
  for await (const entries of history.scanAssets()) {
    for (const { venue, storeKey, asset } of entries) {
      const list: { t: number; p: number; v: number | null; s: string | null }[] = [];
      const { columns } = await history.read({ venue, storeKey }, { limit: 1_000_000 });
      for (let i = 0; i < columns.length; i++) {
        const v = columns.v[i]!;
        list.push({
          t: columns.t[i]!,
          p: columns.p[i]!,
          v: Number.isNaN(v) ? null : v,
          s: SOURCES[columns.s[i]!]!,
        });
      }
      records.set(asset, list);
    }
  }
  return records;
}

const SOURCES = [null, 'poll', 'backfill', 'import', 'trade'];

export const readAll = async (dataDir: string) => {
  const history = await openReadOnlyHistory({ dataDir });
  try {
    return await readStore(history);
  } finally {
    await history.close();
  }
};

export const byAsset = (records: Records) => [...records].sort(([a], [b]) => (a < b ? -1 : 1));

/** Lists the sha256 of every file. */
export function contents(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(directory, name)).isFile())
      .map((name) => [name, hash(readFileSync(join(directory, name)))]),
  );
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
