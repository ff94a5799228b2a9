import type { CalendarBuckets } from '../../history/columns/calendar-buckets.ts';
import type { Buckets } from '../../history/contract/history-store.ts';
import { TextWriter } from '../../history/formats/text-writer.ts';

/** Selects the members of a bucket beside its start. */
export type BucketOperation = 'all' | 'ohlc' | 'vwap';

type Column = 'open' | 'high' | 'low' | 'close' | 'count' | 'volume' | 'vwap';

const MEMBERS: Readonly<Record<BucketOperation, readonly Column[]>> = {
  all: ['open', 'high', 'low', 'close', 'count', 'volume', 'vwap'],
  ohlc: ['open', 'high', 'low', 'close', 'count'],
  vwap: ['count', 'volume', 'vwap'],
};

const writer = new TextWriter();

/**
 * Buckets from one place up to another as JSON, written from their columns, each with a comma before it. A number
 * that does not exist is null. Those of a calendar state their end, since they differ in length.
 */
export function toBucketRows(
  buckets: Buckets | CalendarBuckets,
  operation: BucketOperation,
  from: number,
  to: number,
): Buffer {
  const named = MEMBERS[operation].map((name) => [name, buckets[name]] as const);
  const all = 'endMs' in buckets ? [['endMs', buckets.endMs] as const, ...named] : named;
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
    writer.ascii('}');
  }
  return writer.toBuffer();
}
