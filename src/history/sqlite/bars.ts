import { DAY_MS, HOUR_MS } from '../../domain/index.ts';
import { BAR_FIELDS, BucketBuilder } from '../buckets.ts';
import type { Columns } from '../history-store.ts';

/**
 * What a block comes to, so that most aggregates need not open it: bars of one hour or one day where few of
 * them cover the block, else one bar of the whole block (width 0).
 */
export interface BlockBars {
  readonly widthMs: number;
  /** BAR_FIELDS numbers per bar, oldest first. */
  readonly bars: Float64Array;
}

const WIDTHS = [HOUR_MS, DAY_MS];

/** More bars than this cost more bytes than they save time. */
const MAX_BARS = 4;

export function barsOf({ t, p, v, length }: Columns): BlockBars {
  for (const widthMs of WIDTHS) {
    const spanned = Math.floor(t[length - 1]! / widthMs) - Math.floor(t[0]! / widthMs) + 1;
    if (spanned > MAX_BARS) continue;
    const builder = new BucketBuilder(widthMs, MAX_BARS, spanned);
    builder.addRecords(t, p, v, 0, length);
    return { widthMs, bars: builder.bars() };
  }
  // One bucket from the first record on holds the whole block.
  const whole = new BucketBuilder(Number.MAX_SAFE_INTEGER, 2, 1);
  whole.addRecords(t, p, v, 0, length);
  const bars = whole.bars();
  bars[0] = t[0]!;
  return { widthMs: 0, bars };
}

export function encodeBars({ widthMs, bars }: BlockBars): Uint8Array {
  const numbers = new Float64Array(1 + bars.length);
  numbers[0] = widthMs;
  numbers.set(bars, 1);
  return new Uint8Array(numbers.buffer);
}

/** @throws {RangeError} when the bytes are no bars. */
export function decodeBars(data: Uint8Array): BlockBars {
  if (data.length % 8 !== 0 || data.length < 8 * (1 + BAR_FIELDS)) throw new RangeError('no bars');
  const numbers = new Float64Array(data.length / 8);
  new Uint8Array(numbers.buffer).set(data);
  return { widthMs: numbers[0]!, bars: numbers.subarray(1) };
}
