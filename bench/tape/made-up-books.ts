import type { BookRun } from '../../src/history/tape/coding/book-run.ts';
import { randomNumbers } from '../store/generated.ts';

const LEVELS = 55;
const CENTS = 100;
const FRAME_LAG_MS = 120;
const SECOND_MS = 1_000;
/** Mean number of slices for each slice that begins with the whole book of a market. */
const SLICES_BETWEEN_BOOKS = 12;

type Side = Map<number, number>;

interface Market {
  readonly book: readonly [Side, Side];
  readonly mid: number;
  /** Changes that it is owed: a second may have less than one. */
  owed: number;
  bookMs: number;
}

/** Books of binaries that are made up order by order, with 55 levels a side; few markets make most of the changes. */
export class MadeUpBooks {
  readonly #markets: readonly Market[];
  readonly #shares: readonly number[];
  readonly #perSecond: number;
  readonly #random = randomNumbers(45);

  constructor({ markets, perSecond, baseMs }: { markets: number; perSecond: number; baseMs: number }) {
    // Activity falls as one over the rank, as recorded days do.
    const weights = Array.from({ length: markets }, (_, i) => 1 / (i + 1));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    this.#shares = weights.map((weight) => weight / all);
    this.#perSecond = perSecond;
    this.#markets = weights.map(() => {
      const mid = 200 + Math.floor(this.#random() * 600);
      const book = [new Map<number, number>(), new Map<number, number>()] as const;
      for (let i = 1; i <= LEVELS; i++) {
        book[0].set(mid - i, this.#drawSize());
        book[1].set(mid + i, this.#drawSize());
      }
      return { book, mid, owed: 0, bookMs: baseMs };
    });
  }

  /** Runs of one second. In the first of a slice every twelfth market begins with its book, in the very first all. */
  drawSecond(fromMs: number, slice: { readonly number: number; readonly isFirstSecond: boolean }): BookRun[] {
    return this.#markets.flatMap((market, i) => {
      const number = i + 1;
      const isDue =
        slice.number === 1 || number % SLICES_BETWEEN_BOOKS === slice.number % SLICES_BETWEEN_BOOKS;
      const whole = slice.isFirstSecond && isDue ? toWhole(market, fromMs) : null;
      market.owed += this.#perSecond * this.#shares[i]!;
      const changes = Math.floor(market.owed);
      market.owed -= changes;
      return changes === 0 && whole === null
        ? []
        : [{ ...this.#drawChanges(market, changes, fromMs), market: number, whole }];
    });
  }

  #drawChanges(market: Market, length: number, fromMs: number): Omit<BookRun, 'market' | 'whole'> {
    const [times, counts]: [number[], number[]] = [[], []];
    const sides = new Uint8Array(length);
    const prices = new Float64Array(length);
    const sizes = new Float64Array(length);
    for (let i = 0; i < length; ) {
      const inFrame = Math.min(length - i, this.#random() < 0.7 ? 1 : 2);
      times.push(fromMs + Math.floor((SECOND_MS * (i + this.#random())) / length));
      counts.push(inFrame);
      for (let k = 0; k < inFrame; k++, i++) [sides[i], prices[i], sizes[i]] = this.#drawChange(market);
    }
    times.sort((a, b) => a - b);
    market.bookMs = times.at(-1) ?? market.bookMs;
    return {
      priceDecimals: 3,
      sizeDecimals: 2,
      sides,
      prices,
      sizes,
      counts: Uint32Array.from(counts),
      times: Float64Array.from(times),
      venueTimes: Float64Array.from(times, (t) => t - FRAME_LAG_MS - Math.floor(this.#random() * 30)),
    };
  }

  /** Draws a change of a book: a new order, or the removal of a standing one. */
  #drawChange({ book, mid }: Market): [side: 0 | 1, price: number, size: number] {
    const side = this.#random() < 0.5 ? 0 : 1;
    const away = 1 + Math.floor(this.#random() ** 3 * LEVELS);
    const price = mid + (side === 0 ? -away : away);
    const last = book[side].get(price) ?? 0;
    const size =
      this.#random() < 0.5 || last === 0 ? last + this.#drawSize() : Math.max(0, last - this.#drawSize());
    if (size === 0) book[side].delete(price);
    else book[side].set(price, size);
    return [side, price, size];
  }

  /** Draws the size of an order in hundredths: often a round number of shares. */
  #drawSize(): number {
    const shares = [5, 10, 25, 50, 100, 200, 500, 1_000][Math.floor(this.#random() * 8)]!;
    return this.#random() < 0.6 ? shares * CENTS : Math.floor(shares * CENTS * (0.5 + this.#random()));
  }
}

function toWhole({ book, bookMs }: Market, beginMs: number): BookRun['whole'] {
  const toLevels = (side: Side, direction: 1 | -1) => {
    const inOrder = [...side].sort(([a], [b]) => direction * (a - b));
    return {
      prices: Float64Array.from(inOrder, ([price]) => price),
      sizes: Float64Array.from(inOrder, ([, size]) => size),
    };
  };
  const ofBook = Math.min(bookMs, beginMs);
  return {
    beginMs,
    bookMs: ofBook,
    venueMs: ofBook - FRAME_LAG_MS,
    bids: toLevels(book[0], -1),
    asks: toLevels(book[1], 1),
  };
}
