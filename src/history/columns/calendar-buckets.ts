import { computeZoneOffsetMs, DAY_MS, epochMs, findLocalMoment, HOUR_MS } from '../../domain/index.ts';
import type { Buckets, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';

/** Widths of a calendar bucket: a day, a week from Monday on, a month. */
export const CALENDAR_UNITS = ['1d', '1w', '1M'] as const;

export interface Calendar {
  readonly unit: (typeof CALENDAR_UNITS)[number];
  /** IANA name of the zone in whose local time buckets begin. */
  readonly tz: string;
}

/** Buckets of unequal length. */
export interface CalendarBuckets extends Buckets {
  /** Start of the next bucket of each. */
  readonly endMs: Float64Array;
}

/** How long a bucket is without a change of the clock; a month, at most. */
export const NOMINAL_MS: Readonly<Record<Calendar['unit'], number>> = {
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1M': 31 * DAY_MS,
};

/** Start of the bucket that holds a moment. */
export function findBucketStart({ unit, tz }: Calendar, ms: number): number {
  return findLocalMoment(tz, floorLocal(unit, ms + computeZoneOffsetMs(tz, ms)));
}

/** Start of the bucket behind the one that holds a moment. */
export function findBucketEnd({ unit, tz }: Calendar, ms: number): number {
  const start = new Date(floorLocal(unit, ms + computeZoneOffsetMs(tz, ms)));
  if (unit === '1M') start.setUTCMonth(start.getUTCMonth() + 1);
  else start.setUTCDate(start.getUTCDate() + (unit === '1w' ? 7 : 1));
  return findLocalMoment(tz, start.getTime());
}

/**
 * The width of equal buckets that calendar buckets of a zone are made of, in ms: a day in UTC, mostly an hour, a half or a
 * quarter of one elsewhere.
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
  /** Length of the part, as {@link findPartMs} says. */
  readonly partMs: number;
  readonly maxBuckets: number;
}

/** The window in calendar buckets, oldest first, empty ones left out. Equal buckets of the store are joined. */
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

/** Lengths of parts by zone, of which there are a few hundred. */
const partMs = new Map<string, number>();
/** Zones changed their offsets at other times too, to the same few numbers. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2040;
/** Equal buckets that are held at a time: 5 years of hours. */
const PAGE_BUCKETS = 50_000;

/** Local midnight of the first day of a bucket, as if it were UTC. */
function floorLocal(unit: Calendar['unit'], localMs: number): number {
  const local = new Date(Math.floor(localMs / DAY_MS) * DAY_MS);
  if (unit === '1M') local.setUTCDate(1);
  // Monday is 1, and Sunday, which ends the week, 0.
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
  // Without a volume-weighted price no record of the part was traded.
  if (Number.isNaN(vwap)) return;
  row.traded += volume;
  row.tradedValue += vwap * volume;
}
