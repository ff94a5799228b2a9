import { countRefreshes, type Ladder, type Listing, ladderAt, yesWon } from '../world/listing.ts';
import { isOpen, isSettled } from '../world/world.ts';

/** A market as its traders see it. Prices of binaries are those of Yes. */
export interface SimMarket {
  readonly kind: 'perp' | 'binary';
  /** The venue's own name: coin, slug or ticker. Positions are kept under it. */
  readonly name: string;
  readonly maxLeverage: number;
  isOpen(t: number): boolean;
  /** Book of the market, best prices first. */
  ladder(t: number): Ladder;
  /** Changes when the orders in the book are renewed: taken size comes back. */
  generation(t: number): number;
  /** Payout of a settled Yes share; null before, and for perpetuals. */
  payout(t: number): 0 | 1 | null;
}

/** Levels of a ladder. */
export const DEPTH = 20;

/** Builds the market of a listing. @param name Where the venue names the market by something else than the listing. */
export function listingMarket(listing: Listing, name = listing.name): SimMarket {
  return {
    kind: 'binary',
    name,
    maxLeverage: 1,
    isOpen: (t) => isOpen(listing, t) && !listing.isPool,
    ladder: (t) => ladderAt(listing, t, DEPTH),
    generation: (t) => countRefreshes(listing, t),
    payout: (t) => (isSettled(listing, t) ? (yesWon(listing) ? 1 : 0) : null),
  };
}
