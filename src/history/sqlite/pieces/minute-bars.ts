import { MINUTE_MS } from '../../../domain/index.ts';
import { buildMinuteBars } from '../coding/bars.ts';
import type { PieceEntry } from '../series/series.ts';

/** Memory that the bars of all pieces together may take. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Bars of one minute that were read from the file, or made of a piece that an aggregate had to open.
 *
 * A piece never changes, so its bars stay right; those read longest ago make room.
 */
export class MinuteBars {
  readonly #bars = new Map<string, Float64Array>();
  #bytes = 0;

  /** The bars of a piece, when they are at hand and buckets of this width are made of whole minutes. */
  find(entry: PieceEntry, bucketMs: number): Float64Array | null {
    if (bucketMs % MINUTE_MS !== 0) return null;
    return this.#bars.get(`${entry.pack} ${entry.slot}`) ?? null;
  }

  /** Makes and keeps the bars of an opened piece; null where they do not help. */
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
