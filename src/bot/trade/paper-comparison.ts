import { setTimeout as delay } from 'node:timers/promises';
import { type AssetRef, type Book, type Clock, computeAge, type TakerRate } from '../../domain/index.ts';
import { fillOnPaper, type PreparedOrder } from '../execution/index.ts';
import type { BotOrder } from '../orders/order.ts';
import type { OrderStore, SubmittedPaper } from '../orders/order-store.ts';

/** Books and fees of the markets in which live orders trade. */
export interface PaperMarkets {
  /** Reads the newest book, at most `maxAgeMs` old if the venue can be asked; null: there is none. */
  book(ref: AssetRef, maxAgeMs: number): Promise<Book | null>;
  /** Finds the venue's published taker fee. */
  findRate(ref: AssetRef): TakerRate;
}

export interface PaperComparisonOptions {
  readonly markets: PaperMarkets;
  readonly orders: Pick<OrderStore, 'listTaken'>;
  readonly clock: Clock;
  /** Receives errors, which never keep an order from being sent. */
  readonly onFault: (error: unknown) => void;
}

/** Maximum age of the book: an older one tells little about the time of sending. */
const MAX_BOOK_AGE_MS = 1_000;
/** Longest time that a signed order waits for its book. */
const MAX_WAIT_MS = 250;

/** Fills live orders on paper as well, so that paper fills can be compared with the venue's. */
export class PaperComparison {
  readonly #options: PaperComparisonOptions;

  constructor(options: PaperComparisonOptions) {
    this.#options = options;
  }

  /** Starts to read the book before an order is built, so that it has arrived when the order is signed. */
  prepare(ref: AssetRef): void {
    void this.#read(ref);
  }

  /** Fills the signed legs of an order by the current book; null: no book came in time. */
  async fill(
    { botId, mode, venue, storeKey, side }: BotOrder,
    ref: AssetRef,
    legs: readonly PreparedOrder[],
  ): Promise<SubmittedPaper | null> {
    const { markets, orders, clock, onFault } = this.#options;
    const waiting = new AbortController();
    const patience = delay(MAX_WAIT_MS, null, { signal: waiting.signal }).catch(() => null);
    try {
      const taken = orders.listTaken({ botId, mode, venue, storeKey, side });
      const read = await Promise.race([Promise.all([this.#read(ref), taken]), patience]);
      const [book = null, earlier = []] = read ?? [];
      if (book === null) return null;
      return fillOnPaper(legs, { book, taken: earlier, rate: markets.findRate(ref), t: clock() });
    } catch (error) {
      onFault(error);
      return null;
    } finally {
      waiting.abort();
    }
  }

  async #read(ref: AssetRef): Promise<Book | null> {
    const { markets, clock, onFault } = this.#options;
    try {
      const book = await markets.book(ref, MAX_BOOK_AGE_MS);
      return book !== null && computeAge(clock(), book.receivedAt) <= MAX_BOOK_AGE_MS ? book : null;
    } catch (error) {
      onFault(error);
      return null;
    }
  }
}
