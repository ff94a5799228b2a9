import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ColumnBuilder, sortColumns } from '../../src/history/columns/columns.ts';
import type { Columns } from '../../src/history/contract/history-store.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/recordings/series');

/** Shorter series say little about a coding. */
const MIN_RECORDS = 100;

interface Source {
  readonly file: string;
  /** Columns that name a series; none: the file is one series. */
  readonly key: readonly string[];
  readonly t: string;
  readonly p: string;
  readonly v?: string;
}

const SOURCES: readonly Source[] = [
  { file: 'polymarket-btcusd-settlement-ticks-2026-07-24', key: [], t: 'feed_ts_ms', p: 'value' },
  { file: 'crypto-spot-consensus-2026-06-26_07-02', key: ['asset'], t: 'timestamp_utc', p: 'price_usd' },
  { file: 'binance-spot-BTC-1h', key: [], t: 'timestamp', p: 'close', v: 'volume' },
  { file: 'binance-spot-XRP-15m', key: [], t: 'timestamp', p: 'close', v: 'volume' },
  { file: 'hyperliquid-hip4-yes-prices', key: ['outcome_id'], t: 'price_at', p: 'yes_price' },
  { file: 'hyperliquid-l2-depth-BTC', key: [], t: 'timestamp', p: 'mid_price' },
  { file: 'kalshi-btc15m-mids-2026-05', key: [], t: 'ts', p: 'kalshi_mid' },
  {
    file: 'perp-spot-daily-many-exchanges',
    key: ['exchange', 'pair', 'contract'],
    t: 'time',
    p: 'close',
    v: 'volume',
  },
  { file: 'polymarket-snapshots-2026-06', key: ['market_id'], t: 'ingested_at', p: 'yes_price' },
];

export interface RecordedSet {
  readonly name: string;
  readonly series: readonly Columns[];
}

/** Lists the recorded price series; null where the recordings are not at hand. */
export function recordedSets(): RecordedSet[] | null {
  if (!existsSync(FOLDER)) return null;
  return SOURCES.map((source) => ({ name: source.file, series: readSeries(source) }));
}

function readSeries({ file, key, t, p, v }: Source): Columns[] {
  const text = gunzipSync(readFileSync(join(FOLDER, `${file}.csv.gz`))).toString();
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = parseFields(header);
  const place = (name: string) => names.indexOf(name);
  const series = new Map<string, ColumnBuilder>();
  for (const line of lines) {
    const fields = parseFields(line);
    const time = findTime(fields[place(t)] ?? '');
    const price = Number.parseFloat(fields[place(p)] ?? '');
    if (!Number.isSafeInteger(time) || !Number.isFinite(price)) continue;
    const volume = v === undefined ? Number.NaN : Number.parseFloat(fields[place(v)] ?? '');
    const name = key.map((column) => fields[place(column)]).join(' ');
    const columns = series.get(name) ?? new ColumnBuilder();
    columns.push(time, price, volume, 1);
    series.set(name, columns);
  }
  return [...series.values()].filter(({ length }) => length >= MIN_RECORDS).map(sortColumns);
}

function findTime(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const iso = text.replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
}

function parseFields(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), (match) => match[1] ?? match[2] ?? '');
}
