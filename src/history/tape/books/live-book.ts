import { type LevelPairs, PAIR } from '../coding/frame-log.ts';

/** Sides as columns name them. */
const BID = 0;

/** Most levels of a side that the tape stores. */
export const MAX_SIDE_LEVELS = 4_096;
const FIRST_ROOM = 8;
/** Room is added by this share of the levels: most books keep their size. */
const ROOM_SHARE = 1 / 8;

/** A book as it stands, in sorted numbers: 16 bytes a level. */
export class LiveBook {
  readonly bids = new LiveSide(-1);
  readonly asks = new LiveSide(1);

  side(side: number): LiveSide {
    return side === BID ? this.bids : this.asks;
  }

  /** Sets the total of a level; 0 removes it. @returns Whether that altered the book. */
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

/** One side of a book. The best level stands last, since most changes are near it. */
export class LiveSide {
  /** 1: the lowest price is the best; -1: the highest. */
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

  /** Sets the total of a level; 0 removes it. @returns Whether that altered the side. */
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

  /** Size of a level; 0 where there is none. */
  get(price: number): number {
    const at = this.#find(price);
    return at < this.#length && this.#pairs[PAIR * at] === price ? this.#pairs[PAIR * at + 1]! : 0;
  }

  /** Price of the level that is so many behind the best. */
  price(rank: number): number {
    return this.#pairs[PAIR * (this.#length - 1 - rank)]!;
  }

  size(rank: number): number {
    return this.#pairs[PAIR * (this.#length - 1 - rank) + 1]!;
  }

  /** Copies the levels from the best, price and size by turns. */
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
   * Changes that make this side equal to another, from the worst price to the best.
   *
   * @param change Called with the new total; 0 where the other side has no such level.
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

  /** First level that is not worse than a price: worse ones stand before it. */
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
