/** Number of records of a chunk: a market that lasts a quarter of an hour needs one chunk. */
export const CHUNK = 32;
export const CHUNK_BITS = 5;

/** Number of chunks that are allocated at once, as a slab: 32,768 records, 0.5 to 0.8 MB. */
const SLAB = 1_024;
const SLAB_SHIFT = 10;
export const SLAB_MASK = SLAB - 1;

/** Bit of a chunk's number that says its kind. The bits below are its position in the slab, the bits above the slab. */
const WITH_VOLUMES = SLAB;
export const SLAB_BITS = SLAB_SHIFT + 1;

/** Slabs of one kind of chunks. The arrays are indexed by slab. */
export interface Slabs {
  /** Time, price and, for one kind, volume of each record, side by side, since they are usually written together. */
  readonly values: Float64Array[];
  /** Number of values per record in `values`: 3, or 2 without volumes. */
  readonly stride: 2 | 3;
  readonly sources: Uint8Array[];
  /** Journal row of each record, for readers that need it; null for others. */
  readonly rows: Uint32Array[] | null;
  readonly free: number[];
}

/**
 * Memory of tails: slabs of equal chunks, which are reused from tail to tail.
 *
 * Thousands of tails grow at once and are emptied again. Arrays of their own would be copied each time they grow, and
 * leave garbage of all sizes. A chunk takes 17 bytes per record, 25 with volumes. The memory is never more than the
 * largest number of records held at one time needs.
 */
export class TailRoom {
  readonly #plain: Slabs;
  readonly #withVolumes: Slabs;

  constructor({ rows = false } = {}) {
    this.#plain = { values: [], stride: 2, sources: [], rows: rows ? [] : null, free: [] };
    this.#withVolumes = { values: [], stride: 3, sources: [], rows: rows ? [] : null, free: [] };
  }

  getSlabs(chunk: number): Slabs {
    return (chunk & WITH_VOLUMES) === 0 ? this.#plain : this.#withVolumes;
  }

  /** Takes a free chunk. @param hasVolumes Whether its records may have volumes; {@link widen} converts a chunk. */
  take(hasVolumes: boolean): number {
    const slabs = hasVolumes ? this.#withVolumes : this.#plain;
    if (slabs.free.length === 0) addSlab(slabs);
    return slabs.free.pop()!;
  }

  give(chunk: number): void {
    this.getSlabs(chunk).free.push(chunk);
  }

  /** Copies a chunk into one with volumes, which are absent, and frees it. @returns The new chunk. */
  widen(chunk: number): number {
    const wide = this.take(true);
    const from = (chunk & SLAB_MASK) << CHUNK_BITS;
    const to = (wide & SLAB_MASK) << CHUNK_BITS;
    const source = this.#plain;
    const target = this.#withVolumes;
    const old = source.values[chunk >> SLAB_BITS]!;
    const values = target.values[wide >> SLAB_BITS]!;
    for (let i = 0; i < CHUNK; i++) {
      values[(to + i) * 3] = old[(from + i) * 2]!;
      values[(to + i) * 3 + 1] = old[(from + i) * 2 + 1]!;
      values[(to + i) * 3 + 2] = Number.NaN;
    }
    const end = from + CHUNK;
    target.sources[wide >> SLAB_BITS]!.set(source.sources[chunk >> SLAB_BITS]!.subarray(from, end), to);
    if (source.rows !== null) {
      target.rows![wide >> SLAB_BITS]!.set(source.rows[chunk >> SLAB_BITS]!.subarray(from, end), to);
    }
    this.give(chunk);
    return wide;
  }
}

function addSlab({ values, stride, sources, rows, free }: Slabs): void {
  const first = (values.length << SLAB_BITS) | (stride === 3 ? WITH_VOLUMES : 0);
  values.push(new Float64Array(SLAB * CHUNK * stride));
  sources.push(new Uint8Array(SLAB * CHUNK));
  rows?.push(new Uint32Array(SLAB * CHUNK));
  // The numbers are pushed in descending order, so that the lowest is taken first.
  for (let i = SLAB - 1; i >= 0; i--) free.push(first + i);
}
