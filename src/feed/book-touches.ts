import {
  type AssetRef,
  type Book,
  type Clock,
  computeAge,
  type EpochMs,
  type VenueId,
} from '../domain/index.ts';
import { STALE_AFTER_MS } from './feed.ts';

/** Best prices of a book; null on a side without orders. */
export interface BookTouch {
  readonly bid: number | null;
  readonly ask: number | null;
  /** Time by our clock at which the book arrived. */
  readonly receivedAt: EpochMs;
}

/** Maximum number of touches per venue. Other processes request far fewer within two minutes. */
const MAX_TOUCHES = 1_000;

/** Picks the best bid and ask of a book; null on a side without orders. */
export function toBookTouch({ bids, asks, receivedAt }: Book): BookTouch {
  return { bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null, receivedAt };
}

/**
 * Best prices of the books that were read in the last two minutes. The feed publishes them, so that all processes state
 * the same prices of a market, whichever process requested its book.
 */
export class BookTouches {
  readonly #clock: Clock;
  /** Touches by asset and venue, newest last. */
  readonly #byVenue = new Map<VenueId, Map<string, BookTouch>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put({ venue, asset }: AssetRef, book: Book): void {
    const touches = this.#byVenue.get(venue) ?? new Map<string, BookTouch>();
    this.#byVenue.set(venue, touches);
    touches.delete(asset);
    touches.set(asset, toBookTouch(book));
    for (const [oldest, { receivedAt }] of touches) {
      if (touches.size <= MAX_TOUCHES && computeAge(this.#clock(), receivedAt) <= STALE_AFTER_MS) break;
      touches.delete(oldest);
    }
  }

  /** Lists touches by asset id. */
  list(venue: VenueId): Readonly<Record<string, BookTouch>> {
    const touches = [...(this.#byVenue.get(venue) ?? [])];
    const now = this.#clock();
    return Object.fromEntries(
      touches.filter(([, { receivedAt }]) => computeAge(now, receivedAt) <= STALE_AFTER_MS),
    );
  }
}
