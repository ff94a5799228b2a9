import type { CalendarBuckets } from '../../history/columns/calendar-buckets.ts';
import type { FilledBuckets } from '../../history/columns/fill-buckets.ts';
import { TextWriter } from '../../history/formats/text-writer.ts';

/** Operation of a request, which selects the members of a bucket besides its start. */
export type BucketOperation = 'all' | 'ohlc' | 'vwap';

type Column = 'open' | 'high' | 'low' | 'close' | 'count' | 'volume' | 'vwap';

const MEMBERS: Readonly<Record<BucketOperation, readonly Column[]>> = {
  all: ['open', 'high', 'low', 'close', 'count', 'volume', 'vwap'],
  ohlc: ['open', 'high', 'low', 'close', 'count'],
  vwap: ['count', 'volume', 'vwap'],
};

const writer = new TextWriter();

/**
 * Formats the buckets from one index up to another as JSON, directly from their columns, each preceded by a comma. NaN
 * becomes null. Buckets of a calendar state their end, because their lengths differ; those of a venue's bars say so.
 */
export function toBucketRows(
  buckets: FilledBuckets | CalendarBuckets,
  operation: BucketOperation,
  from: number,
  to: number,
): Buffer {
  const named = MEMBERS[operation].map((name) => [name, buckets[name]] as const);
  const all = 'endMs' in buckets ? [['endMs', buckets.endMs] as const, ...named] : named;
  const isFilled = 'filled' in buckets ? buckets.filled : undefined;
  const columns = all.map(([name, values]) => ({ label: Buffer.from(`,"${name}":`), values }));
  writer.reset();
  for (let i = from; i < to; i++) {
    writer.ascii(',{"t":');
    writer.number(buckets.t[i]!);
    for (const { label, values } of columns) {
      const value = values[i]!;
      writer.raw(label);
      if (Number.isFinite(value)) writer.number(value);
      else writer.ascii('null');
    }
    writer.ascii(isFilled?.[i] === 1 ? ',"filled":true}' : '}');
  }
  return writer.toBuffer();
}
