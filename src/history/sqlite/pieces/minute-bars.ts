import { MINUTE_MS } from '../../../domain/index.ts';
import { buildMinuteBars } from '../../coding/bars.ts';
import type { PieceEntry } from '../series/series.ts';

/** Maximum memory of the cached bars of all pieces. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Cache of minute bars that were read from the file, or built from a decoded piece.
 *
 * A piece never changes, so its bars stay valid. The oldest entries are dropped first.
 */
export class MinuteBars {
  readonly #bars = new Map<string, Float64Array>();
  #bytes = 0;

  /** Finds the cached bars of a piece; null when there are none, or when the buckets are not whole minutes. */
  find(entry: PieceEntry, bucketMs: number): Float64Array | null {
    if (bucketMs % MINUTE_MS !== 0) return null;
    return this.#bars.get(`${entry.pack} ${entry.slot}`) ?? null;
  }

  /** Builds and caches the bars of a decoded piece; null when bars would not save time. */
  make(
    entry: PieceEntry,
    bucketMs: number,
    columns: Parameters<typeof buildMinuteBars>[0],
  ): Float64Array | null {
    if (bucketMs % MINUTE_MS !== 0 || entry.slot < 0) return null;
    const bars = buildMinuteBars(columns);
    if (bars !== null) this.keep(entry.pack, entry.slot, bars);
    return bars;
  }

  keep(pack: number, slot: number, bars: Float64Array): void {
    const key = `${pack} ${slot}`;
    if (this.#bars.has(key)) return;
    this.#bars.set(key, bars);
    this.#bytes += bars.byteLength;
    for (const [oldest, { byteLength }] of this.#bars) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#bars.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
