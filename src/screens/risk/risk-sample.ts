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
  /** The newest `limit` records of the window. */
  readonly records: { readonly columns: Columns; readonly limit: number };
  readonly basis: ReturnBasis;
  readonly minBars: number;
  /** The newest hours that serve when the live records do not. */
  readonly hours: number;
}

export interface RiskSample extends Sample {
  /** Whether the sample has `minBars` bars; else it is the larger of the two. */
  readonly isEnough: boolean;
}

const BACKFILL = encodeSource('backfill');

/** Bars of one cadence for the risk of an asset: its live records, or its hours where those say too little. */
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

/** The bars of live records alone; not enough where hours may say more. */
export function sampleLive({
  records: { columns, limit },
  basis,
  minBars,
}: Omit<RiskSampleOptions, 'hours'>): RiskSample {
  const live = prepareSample(selectLiveRecords(columns), 'live', basis);
  // A full page that begins with a live record is live but for the outages in it.
  const fillsBound = columns.length >= limit && columns.s[0] !== BACKFILL;
  return { ...live, isEnough: isLiveEnough(live, { minBars, fillsBound }) };
}

/** The better of live bars that are not enough and of hourly ones. */
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

/** Records as they were taken: all but back-filled ones. The same columns when there are none of those. */
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
