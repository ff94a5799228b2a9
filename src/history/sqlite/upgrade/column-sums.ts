import { crc32 } from 'node:zlib';
import type { Columns } from '../../history-store.ts';

/** Checksums of every field of every record in their order, however the records are divided. */
export class ColumnSums {
  readonly #sums = [0, 0, 0, 0];

  constructor(columns?: Columns) {
    if (columns !== undefined) this.add(columns);
  }

  add({ t, p, v, s, length }: Columns): void {
    // A missing volume is any NaN; its bits say nothing.
    const volumes = v.slice(0, length).map((volume) => (Number.isNaN(volume) ? Number.NaN : volume));
    [t.subarray(0, length), p.subarray(0, length), volumes, s.subarray(0, length)].forEach((column, i) => {
      const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      this.#sums[i] = crc32(bytes, this.#sums[i]);
    });
  }

  equals(other: ColumnSums): boolean {
    return this.#sums.every((sum, i) => sum === other.#sums[i]);
  }
}
