/** Records of a chunk: a market of a quarter of an hour needs one. */
export const CHUNK = 32;
export const CHUNK_BITS = 5;

/** Chunks that are asked of the system at once: 32,768 records, 0.5 to 0.8 MB. */
const SLAB = 1_024;
const SLAB_SHIFT = 10;
export const SLAB_MASK = SLAB - 1;

/** The number of a chunk says its kind in a bit above those of its position, and its slab in the bits above that. */
const WITH_VOLUMES = SLAB;
export const SLAB_BITS = SLAB_SHIFT + 1;

/** Chunks of one kind. The arrays are indexed by slab. */
export interface Slabs {
  /** Time and price of each record side by side, and its volume: most often they are written together. */
  readonly values: Float64Array[];
  /** Numbers of a record in `values`: 3, or 2 where no record has a volume. */
  readonly stride: 2 | 3;
  readonly sources: Uint8Array[];
  /** Journal rows, for readers that have to know them. */
  readonly rows: Uint32Array[] | null;
  readonly free: number[];
}

/**
 * The memory of tails: slabs of equal chunks that pass from tail to tail.
 *
 * Thousands of tails grow at once and are emptied again. With arrays of their own they would be copied each
 * time they grow, and leave garbage of all sizes behind. Chunks cost 17 bytes a record, 25 with volumes. Memory never
 * exceeds the need of the largest number of records held at one time.
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

  /** @param hasVolumes Whether the records of the chunk may have volumes; {@link widen} makes one that may. */
  take(hasVolumes: boolean): number {
    const slabs = hasVolumes ? this.#withVolumes : this.#plain;
    if (slabs.free.length === 0) addSlab(slabs);
    return slabs.free.pop()!;
  }

  give(chunk: number): void {
    this.getSlabs(chunk).free.push(chunk);
  }

  /** @returns A chunk with the records of a plain one, which is given back, without volumes. */
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
  // The lowest number is taken first.
  for (let i = SLAB - 1; i >= 0; i--) free.push(first + i);
}
