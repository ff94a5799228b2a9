import { MINUTE_MS } from '../../domain/index.ts';
import { BucketBuilder } from '../buckets.ts';
import type { BlockEntry } from './series.ts';

/** Memory that the bars of all blocks together may take. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Blocks of fewer records per minute are opened as fast as their bars are added. */
const MIN_RECORDS_PER_MINUTE = 4;

/**
 * Bars of one minute of blocks that an aggregate had to open, so that the next one of whole minutes need not.
 *
 * A block never changes, so its bars stay right; those longest unused make room.
 */
export class MinuteBars {
  readonly #bars = new Map<number, Float64Array>();
  #bytes = 0;

  /** The bars of a block, when they are known and buckets of this width are made of whole minutes. */
  find(entry: BlockEntry, bucketMs: number): Float64Array | null {
    if (bucketMs % MINUTE_MS !== 0) return null;
    return this.#bars.get(entry.block) ?? null;
  }

  /** Makes and keeps the bars of an opened block; null where they do not help. */
  make(
    entry: BlockEntry,
    bucketMs: number,
    t: Float64Array,
    p: Float64Array,
    v: Float64Array,
    length: number,
  ): Float64Array | null {
    const minutes = Math.floor(entry.toMs / MINUTE_MS) - Math.floor(entry.fromMs / MINUTE_MS) + 1;
    if (bucketMs % MINUTE_MS !== 0 || entry.records < minutes * MIN_RECORDS_PER_MINUTE) return null;
    const builder = new BucketBuilder(MINUTE_MS, minutes, minutes);
    builder.addRecords(t, p, v, 0, length);
    const bars = builder.bars();
    this.#bars.set(entry.block, bars);
    this.#bytes += bars.byteLength;
    for (const [oldest, { byteLength }] of this.#bars) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#bars.delete(oldest);
      this.#bytes -= byteLength;
    }
    return bars;
  }
}
