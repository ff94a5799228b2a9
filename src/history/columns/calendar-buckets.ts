import { computeZoneOffsetMs, DAY_MS, epochMs, findLocalMoment, HOUR_MS } from '../../domain/index.ts';
import type { Buckets, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';

/** Widths of a calendar bucket: a day, a week that begins on Monday, a month. */
export const CALENDAR_UNITS = ['1d', '1w', '1M'] as const;

export interface Calendar {
  readonly unit: (typeof CALENDAR_UNITS)[number];
  /** IANA name of the time zone in whose local time buckets begin. */
  readonly tz: string;
}

/** Buckets of unequal length. */
export interface CalendarBuckets extends Buckets {
  /** End of each bucket, exclusive, epoch ms: the start of the next one. */
  readonly endMs: Float64Array;
}

/** Length of a bucket without a clock change, ms; for a month, its maximum. */
export const NOMINAL_MS: Readonly<Record<Calendar['unit'], number>> = {
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1M': 31 * DAY_MS,
};

/** Finds the start of the bucket that contains a moment, epoch ms. */
export function findBucketStart({ unit, tz }: Calendar, ms: number): number {
  return findLocalMoment(tz, floorLocal(unit, ms + computeZoneOffsetMs(tz, ms)));
}

/** Finds the start of the bucket after the one that contains a moment, epoch ms. */
export function findBucketEnd({ unit, tz }: Calendar, ms: number): number {
  const start = new Date(floorLocal(unit, ms + computeZoneOffsetMs(tz, ms)));
  if (unit === '1M') start.setUTCMonth(start.getUTCMonth() + 1);
  else start.setUTCDate(start.getUTCDate() + (unit === '1w' ? 7 : 1));
  return findLocalMoment(tz, start.getTime());
}

/**
 * Finds the width in ms of the equal buckets from which the calendar buckets of a zone are joined: a day in UTC,
 * elsewhere usually an hour, half an hour or a quarter.
 */
export function findPartMs(tz: string): number {
  const known = partMs.get(tz);
  if (known !== undefined) return known;
  const found = computePartMs(tz);
  partMs.set(tz, found);
  return found;
}

function computePartMs(tz: string): number {
  let part = DAY_MS;
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    for (const month of [0, 3, 6, 9]) {
      const offset = Math.abs(computeZoneOffsetMs(tz, Date.UTC(year, month)));
      if (offset !== 0) part = greatestCommonDivisor(Math.min(part, HOUR_MS), offset);
    }
  }
  return part;
}

export interface CalendarOptions extends Window {
  readonly calendar: Calendar;
  /** Width of the equal buckets, as {@link findPartMs} returns it. */
  readonly partMs: number;
  readonly maxBuckets: number;
}

/** Aggregates the window in calendar buckets, oldest first, without empty ones, by joining equal buckets. */
export async function aggregateByCalendar(
  history: Pick<RecordReader, 'aggregate'>,
  key: SeriesKey,
  { calendar, partMs, maxBuckets, ...window }: CalendarOptions,
): Promise<CalendarBuckets> {
  const parts: Buckets[] = [];
  let { toMs } = window;
  for (;;) {
    const page = await history.aggregate(key, {
      ...window,
      ...(toMs === undefined ? {} : { toMs }),
      bucketMs: partMs,
      maxBuckets: PAGE_BUCKETS,
    });
    parts.unshift(page);
    if (!page.truncated) break;
    toMs = epochMs(page.t[0]! - 1);
  }
  return joinParts(parts, calendar, maxBuckets);
}

/** Cache of widths by zone; there are a few hundred zones. */
const partMs = new Map<string, number>();
/** First and last year whose offsets are sampled quarterly: offsets between the samples have the same few values. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2040;
/** Maximum number of equal buckets in memory: hours of more than 5 years. */
const PAGE_BUCKETS = 50_000;

/** Computes the local midnight at which a bucket begins, as if local time were UTC. */
function floorLocal(unit: Calendar['unit'], localMs: number): number {
  const local = new Date(Math.floor(localMs / DAY_MS) * DAY_MS);
  if (unit === '1M') local.setUTCDate(1);
  // `getUTCDay` is 0 on Sunday and 1 on Monday, while the week begins on Monday.
  if (unit === '1w') local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + 6) % 7));
  return local.getTime();
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

interface JoinedBucket {
  t: number;
  endMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  count: number;
  /** Traded volume; NaN where no record carries volume. */
  volume: number;
  traded: number;
  tradedValue: number;
}

function joinParts(parts: readonly Buckets[], calendar: Calendar, maxBuckets: number): CalendarBuckets {
  const rows: JoinedBucket[] = [];
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      const last = rows.at(-1);
      if (last === undefined || part.t[i]! >= last.endMs) rows.push(beginRow(part, i, calendar));
      else addPart(last, part, i);
    }
  }
  const kept = rows.slice(-maxBuckets);
  const column = (pick: (row: JoinedBucket) => number) => Float64Array.from(kept, pick);
  return {
    length: kept.length,
    truncated: kept.length < rows.length,
    t: column(({ t }) => t),
    endMs: column(({ endMs }) => endMs),
    open: column(({ open }) => open),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: column(({ close }) => close),
    count: column(({ count }) => count),
    volume: column(({ volume }) => volume),
    vwap: column(({ traded, tradedValue }) => (traded > 0 ? tradedValue / traded : Number.NaN)),
  };
}

function beginRow(part: Buckets, i: number, calendar: Calendar): JoinedBucket {
  const at = part.t[i]!;
  const row = {
    t: findBucketStart(calendar, at),
    endMs: findBucketEnd(calendar, at),
    open: part.open[i]!,
    high: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    close: Number.NaN,
    count: 0,
    volume: Number.NaN,
    traded: 0,
    tradedValue: 0,
  };
  addPart(row, part, i);
  return row;
}

function addPart(row: JoinedBucket, part: Buckets, i: number): void {
  const volume = part.volume[i]!;
  const vwap = part.vwap[i]!;
  row.high = Math.max(row.high, part.high[i]!);
  row.low = Math.min(row.low, part.low[i]!);
  row.close = part.close[i]!;
  row.count += part.count[i]!;
  if (!Number.isNaN(volume)) row.volume = Number.isNaN(row.volume) ? volume : row.volume + volume;
  // A part without a volume-weighted price has no record with v > 0.
  if (Number.isNaN(vwap)) return;
  row.traded += volume;
  row.tradedValue += vwap * volume;
}
