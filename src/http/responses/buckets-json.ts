import { TextWriter } from '../../history/formats/text-writer.ts';
import type { Buckets } from '../../history/history-store.ts';

/** Which members a bucket has beside its start and its count. */
export type BucketOperation = 'all' | 'ohlc' | 'vwap';

type Column = 'open' | 'high' | 'low' | 'close' | 'count' | 'volume' | 'vwap';

const MEMBERS: Readonly<Record<BucketOperation, readonly Column[]>> = {
  all: ['open', 'high', 'low', 'close', 'count', 'volume', 'vwap'],
  ohlc: ['open', 'high', 'low', 'close', 'count'],
  vwap: ['count', 'volume', 'vwap'],
};

const writer = new TextWriter();

/** The buckets as a JSON array, written from their columns; a number that does not exist is null. */
export function bucketsJson(buckets: Buckets, operation: BucketOperation): Buffer {
  const columns = MEMBERS[operation].map((name) => ({
    label: Buffer.from(`,"${name}":`),
    values: buckets[name],
  }));
  writer.reset();
  writer.ascii('[');
  for (let i = 0; i < buckets.length; i++) {
    writer.ascii(i === 0 ? '{"t":' : ',{"t":');
    writer.number(buckets.t[i] as number);
    for (const { label, values } of columns) {
      const value = values[i] as number;
      writer.raw(label);
      if (Number.isFinite(value)) writer.number(value);
      else writer.ascii('null');
    }
    writer.ascii('}');
  }
  writer.ascii(']');
  return writer.toBuffer();
}
