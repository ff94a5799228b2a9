import { MARKS } from '../../coding/marks.ts';
import { createEmptyColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { DayRows } from '../../tree/tree-source.ts';

/** Reusable block of rows of a tree, which is filled and then read. */
export class RowBlock {
  readonly #columns: Columns;
  #length = 0;
  #assets: string[] = [];
  #ends: number[] = [];

  constructor(rows: number) {
    this.#columns = createEmptyColumns(rows);
  }

  get length(): number {
    return this.#length;
  }

  /** Number of rows that fit into the block. */
  get capacity(): number {
    return this.#columns.length;
  }

  clear(): void {
    this.#length = 0;
    this.#assets = [];
    this.#ends = [];
  }

  /** Adds rows. Yields the block whenever it is full, and continues in the emptied block. */
  *add(asset: string, { t, p, v, s }: Columns, from: number, to: number): Generator<DayRows> {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, this.#columns.length - this.#length);
      const end = at + count;
      this.#columns.t.set(t.subarray(at, end), this.#length);
      this.#columns.p.set(p.subarray(at, end), this.#length);
      this.#columns.v.set(v.subarray(at, end), this.#length);
      for (let i = at, into = this.#length; i < end; i++, into++) this.#columns.s[into] = s[i]! & ~MARKS;
      this.#length += count;
      at = end;
      if (this.#assets.at(-1) === asset) this.#ends[this.#ends.length - 1] = this.#length;
      else {
        this.#assets.push(asset);
        this.#ends.push(this.#length);
      }
      if (this.#length === this.#columns.length) yield this.take();
    }
  }

  /** Returns the rows and empties the block. */
  take(): DayRows {
    const { t, p, v, s } = this.#columns;
    const length = this.#length;
    const rows = {
      columns: {
        length,
        t: t.subarray(0, length),
        p: p.subarray(0, length),
        v: v.subarray(0, length),
        s: s.subarray(0, length),
      },
      assets: this.#assets,
      ends: this.#ends,
    };
    this.clear();
    return rows;
  }
}
