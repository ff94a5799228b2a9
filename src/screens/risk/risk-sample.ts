import {
  chooseSample,
  isLiveEnough,
  type PriceColumns,
  prepareSample,
  type ReturnBasis,
  type Sample,
} from '../../analytics/index.ts';
import type { EpochMs } from '../../domain/index.ts';
import { ColumnBuilder, viewColumns } from '../../history/columns/columns.ts';
import type { Columns, HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';
import { encodeSource } from '../../history/contract/source-codes.ts';
import { readHourlyBars } from '../largest/hourly-bars.ts';

export interface RiskSampleOptions {
  /** Newest records of the window, and the limit with which they were read. */
  readonly records: { readonly columns: Columns; readonly limit: number };
  readonly basis: ReturnBasis;
  readonly minBars: number;
  /** Number of newest hours that are used when the live records are not sufficient. */
  readonly hours: number;
}

export interface RiskSample extends Sample {
  /** Whether the sample has `minBars` bars. If not, the sample is the larger of the two candidates. */
  readonly isEnough: boolean;
}

const BACKFILL = encodeSource('backfill');

/**
 * Reads bars of one cadence for the risk of an asset: its live records, or its hourly bars when the live records are
 * not sufficient.
 */
export async function readRiskSample(
  history: Pick<HistoryReader, 'aggregateMany'>,
  key: SeriesKey,
  { hours, now, ...options }: RiskSampleOptions & { readonly now: EpochMs },
): Promise<RiskSample> {
  const live = sampleLive(options);
  if (live.isEnough) return live;
  const [bars] = await readHourlyBars(history, [key], now, hours);
  return chooseRiskSample(live, bars as PriceColumns, { ...options, hours });
}

/** Builds the sample of live records alone. `isEnough` is false when hourly bars may be better. */
export function sampleLive({
  records: { columns, limit },
  basis,
  minBars,
}: Omit<RiskSampleOptions, 'hours'>): RiskSample {
  const live = prepareSample(selectLiveRecords(columns), 'live', basis);
  // A full page that begins with a live record consists of live records, except where an outage was back-filled.
  const fillsBound = columns.length >= limit && columns.s[0] !== BACKFILL;
  return { ...live, isEnough: isLiveEnough(live, { minBars, fillsBound }) };
}

/** Chooses the better sample of insufficient live bars and hourly bars. */
export function chooseRiskSample(
  live: Sample,
  bars: PriceColumns,
  { basis, minBars, hours }: Omit<RiskSampleOptions, 'records'>,
): RiskSample {
  const hourly = prepareSample(selectNewestHours(bars, hours), 'hourly', basis);
  const chosen = chooseSample(live, hourly, minBars);
  if (chosen !== null) return { ...chosen, isEnough: true };
  const larger = hourly.series.bars > live.series.bars ? hourly : live;
  return { ...larger, isEnough: false };
}

/** Selects all records that were not back-filled. Returns the same columns when none were. */
export function selectLiveRecords(columns: Columns): Columns {
  const { length, t, p, v, s } = columns;
  if (!s.subarray(0, length).includes(BACKFILL)) return columns;
  const live = new ColumnBuilder(length);
  for (let i = 0; i < length; i++) {
    if (s[i] !== BACKFILL) live.push(t[i]!, p[i]!, v[i]!, s[i]!);
  }
  return viewColumns(live, 0, live.length);
}

function selectNewestHours({ t, p }: PriceColumns, count: number): PriceColumns {
  return { t: t.slice(-count), p: p.slice(-count) };
}
