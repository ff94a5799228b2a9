import type { BookRows } from '../../contract/tape-tree-source.ts';

/** Row of the table of books, without its asset. */
export interface BookRow {
  readonly t: number;
  readonly venueT: number | null;
  readonly isSnapshot: boolean;
  /** Side of the level: 0 for a bid, 1 for an ask, 2 for neither, when the book is empty. */
  readonly side: number;
  /** Price; NaN when the book is empty. */
  readonly price: number;
  readonly size: number;
}

/** Spare rows: the levels of a whole book may follow the row that fills a block. */
const MORE_ROOM = 16_384;

/**
 * Rows of books in typed columns outside of the JavaScript heap. A block ends between two times of an asset, or between
 * two assets.
 */
export class BookRowBlock {
  #length = 0;
  #assets: string[] = [];
  #ends: number[] = [];
  #t: Float64Array;
  #venueT: Float64Array;
  #isSnapshot: Float64Array;
  #side: Uint8Array;
  #price: Float64Array;
  #size: Float64Array;
  #ready: BookRows[] = [];
  readonly #rows: number;

  /**
   * Allocates the columns of a full block, with some room for its last time.
   *
   * @param rows Number of rows of a full block.
   */
  constructor(rows: number) {
    const room = rows + MORE_ROOM;
    this.#rows = rows;
    this.#t = new Float64Array(room);
    this.#venueT = new Float64Array(room);
    this.#isSnapshot = new Float64Array(room);
    this.#side = new Uint8Array(room);
    this.#price = new Float64Array(room);
    this.#size = new Float64Array(room);
  }

  add(asset: string, { t, venueT, isSnapshot, side, price, size }: BookRow): void {
    const isOfBefore = this.#assets.at(-1) === asset;
    const isSameMoment = isOfBefore && this.#t[this.#length - 1] === t;
    if (this.#length >= this.#rows && !isSameMoment) this.flush();
    if (this.#length === this.#t.length) this.#grow();
    if (this.#assets.at(-1) !== asset) {
      this.#assets.push(asset);
      this.#ends.push(this.#length);
    }
    const row = this.#length++;
    this.#ends[this.#ends.length - 1] = this.#length;
    this.#t[row] = t;
    this.#venueT[row] = venueT ?? Number.NaN;
    this.#isSnapshot[row] = Number(isSnapshot);
    this.#side[row] = side;
    this.#price[row] = price;
    this.#size[row] = size;
  }

  /** Removes and returns the full blocks. */
  takeReady(): readonly BookRows[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Ends the current block. */
  flush(): void {
    const length = this.#length;
    if (length === 0) return;
    this.#ready.push({
      length,
      assets: this.#assets,
      ends: this.#ends,
      t: this.#t.slice(0, length),
      venueT: this.#venueT.slice(0, length),
      isSnapshot: this.#isSnapshot.slice(0, length),
      side: this.#side.slice(0, length),
      price: this.#price.slice(0, length),
      size: this.#size.slice(0, length),
    });
    [this.#length, this.#assets, this.#ends] = [0, [], []];
  }

  #grow(): void {
    const grown = (column: Float64Array) => {
      const larger = new Float64Array(column.length * 2);
      larger.set(column);
      return larger;
    };
    const sides = new Uint8Array(this.#side.length * 2);
    sides.set(this.#side);
    this.#side = sides;
    this.#t = grown(this.#t);
    this.#venueT = grown(this.#venueT);
    this.#isSnapshot = grown(this.#isSnapshot);
    this.#price = grown(this.#price);
    this.#size = grown(this.#size);
  }
}
