import type { EpochMs } from '../../../domain/index.ts';
import { aggregateByCalendar, type Calendar } from '../../../history/columns/calendar-buckets.ts';
import { aggregateFilled } from '../../../history/columns/fill-buckets.ts';
import { describeCoverage, readSpan } from '../../../history/contract/coverage.ts';
import type { AggregateOptions, HistoryReader } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { type BucketOperation, toBucketRows } from '../../responses/buckets-json.ts';
import { type PreparedBody, prepareList } from '../prepared-body.ts';

/** Bytes of one bucket in columns. Its JSON has about the same length. */
const COLUMN_BYTES = 64;
const JSON_BYTES = 130;

export interface AggregateInput {
  readonly key: SeriesKey;
  /**
   * Options of the read. With a calendar, `bucketMs` is the width of the smaller buckets that calendar buckets are
   * built from.
   */
  readonly options: AggregateOptions & { readonly maxBuckets: number };
  /** Calendar of the buckets; null: buckets of equal width. */
  readonly calendar: Calendar | null;
  readonly op: BucketOperation;
  readonly now: EpochMs;
  /** Members of the response before `count`. */
  readonly head: object;
}

/** Prepares the price history of a series in buckets. */
export async function prepareAggregate(
  history: HistoryReader,
  { key, options, calendar, op, now, head }: AggregateInput,
): Promise<PreparedBody> {
  const buckets =
    calendar === null
      ? await aggregateFilled(history, key, options)
      : await aggregateByCalendar(history, key, { ...options, calendar, partMs: options.bucketMs });
  const { entry, gaps } = await readSpan(history, key, options, now);
  const coverage = describeCoverage({ window: options, entry, gaps, now });
  const { length, truncated, t, open, high, low, close, count, volume, vwap } = buckets;
  return prepareList({
    head: { ...head, count: length },
    name: 'buckets',
    length,
    items: (from, to) => toBucketRows(buckets, op, from, to),
    itemBytes: JSON_BYTES,
    isSlow: true,
    tail: { gaps, coverage, truncated },
    heldBytes: length * COLUMN_BYTES,
    data: [t, open, high, low, close, count, volume, vwap],
  });
}
