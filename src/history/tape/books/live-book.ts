import { type LevelPairs, PAIR } from '../coding/frame-log.ts';

/** Number of the bid side in columns; asks are 1. */
const BID = 0;

/** Maximum number of levels of a side that the tape stores. */
export const MAX_SIDE_LEVELS = 4_096;
const FIRST_ROOM = 8;
/** Share of the levels by which memory grows: most books keep their size. */
const ROOM_SHARE = 1 / 8;

/** Current book of a market in sorted arrays, 16 bytes per level. */
export class LiveBook {
  readonly bids = new LiveSide(-1);
  readonly asks = new LiveSide(1);

  side(side: number): LiveSide {
    return side === BID ? this.bids : this.asks;
  }

  /** Sets the size of a level; 0 removes it. @returns Whether the book changed. */
  set(side: number, price: number, size: number): boolean {
    return this.side(side).set(price, size);
  }

  copyFrom(other: LiveBook): void {
    this.bids.copyFrom(other.bids);
    this.asks.copyFrom(other.asks);
  }

  get isCrossed(): boolean {
    const [bid, ask] = [this.bids.best, this.asks.best];
    return bid !== null && ask !== null && bid > ask;
  }
}

/** One side of a book. The best level is the last one, since most changes are near it. */
export class LiveSide {
  /** Direction of worse prices: 1 upwards (the lowest ask is the best), -1 downwards (the highest bid is the best). */
  readonly #direction: 1 | -1;
  #pairs = new Float64Array(PAIR * FIRST_ROOM);
  #length = 0;

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  /** Number of levels. */
  get length(): number {
    return this.#length;
  }

  get best(): number | null {
    return this.#length === 0 ? null : this.#pairs[PAIR * (this.#length - 1)]!;
  }

  /** Sets the size of a level; 0 removes it. @returns Whether the side changed. */
  set(price: number, size: number): boolean {
    const at = this.#find(price);
    const pairs = this.#pairs;
    const isThere = at < this.#length && pairs[PAIR * at] === price;
    if (isThere) {
      if (pairs[PAIR * at + 1] === size) return false;
      if (size === 0) this.#remove(at);
      else pairs[PAIR * at + 1] = size;
      return true;
    }
    if (size === 0) return false;
    this.#insert(at, price, size);
    return true;
  }

  /** Returns the size of a level; 0 when there is none. */
  get(price: number): number {
    const at = this.#find(price);
    return at < this.#length && this.#pairs[PAIR * at] === price ? this.#pairs[PAIR * at + 1]! : 0;
  }

  /** Returns the price of the level at a rank, where 0 is the best. */
  price(rank: number): number {
    return this.#pairs[PAIR * (this.#length - 1 - rank)]!;
  }

  size(rank: number): number {
    return this.#pairs[PAIR * (this.#length - 1 - rank) + 1]!;
  }

  /** Copies the levels, best first, as alternating prices and sizes. */
  toPairs(): LevelPairs {
    const copy = new Float64Array(PAIR * this.#length);
    for (let rank = 0; rank < this.#length; rank++) {
      copy[PAIR * rank] = this.price(rank);
      copy[PAIR * rank + 1] = this.size(rank);
    }
    return copy;
  }

  clear(): void {
    this.#length = 0;
  }

  copyFrom(other: LiveSide): void {
    this.#pairs = other.#pairs.slice(0, PAIR * Math.max(1, other.#length));
    this.#length = other.#length;
  }

  /**
   * Lists the changes that make this side equal to another, from the worst price to the best.
   *
   * @param change Called with price and new size; 0 when the other side has no such level.
   */
  differences(other: LiveSide, change: (price: number, size: number) => void): void {
    let [i, j] = [0, 0];
    while (i < this.#length || j < other.#length) {
      const [mine, theirs] = [this.#pairs[PAIR * i]!, other.#pairs[PAIR * j]!];
      const order = i === this.#length ? 1 : j === other.#length ? -1 : this.#direction * (theirs - mine);
      if (order < 0) {
        change(mine, 0);
        i++;
      } else if (order > 0) {
        change(theirs, other.#pairs[PAIR * j + 1]!);
        j++;
      } else {
        if (this.#pairs[PAIR * i + 1] !== other.#pairs[PAIR * j + 1])
          change(theirs, other.#pairs[PAIR * j + 1]!);
        i++;
        j++;
      }
    }
  }

  /** Finds the index of the first level that is not worse than a price. */
  #find(price: number): number {
    const pairs = this.#pairs;
    const direction = this.#direction;
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (direction * (pairs[PAIR * middle]! - price) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(at: number, price: number, size: number): void {
    if (PAIR * this.#length === this.#pairs.length) {
      const larger = new Float64Array(
        PAIR * (this.#length + FIRST_ROOM + Math.ceil(this.#length * ROOM_SHARE)),
      );
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs.copyWithin(PAIR * (at + 1), PAIR * at, PAIR * this.#length);
    this.#pairs[PAIR * at] = price;
    this.#pairs[PAIR * at + 1] = size;
    this.#length++;
  }

  #remove(at: number): void {
    this.#pairs.copyWithin(PAIR * at, PAIR * (at + 1), PAIR * this.#length);
    this.#length--;
  }
}
