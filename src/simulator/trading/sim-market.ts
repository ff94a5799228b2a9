import { buildLevels } from '../venues/hyperliquid-shapes.ts';
import { countRefreshes, type Ladder, type Listing, ladderAt, yesWon } from '../world/listing.ts';
import type { Perp } from '../world/perps.ts';
import { isOpen, isSettled } from '../world/world.ts';

/** A market as its traders see it. Prices of binaries are those of Yes. */
export interface SimMarket {
  readonly kind: 'perp' | 'binary';
  /** The venue's own name: coin, slug or ticker. Positions are kept under it. */
  readonly name: string;
  readonly maxLeverage: number;
  isOpen(t: number): boolean;
  /** Best first. */
  ladder(t: number): Ladder;
  /** Changes when the orders in the book are renewed: what was taken comes back. */
  generation(t: number): number;
  /** What a Yes share is worth once it is settled; null before, and for perpetuals. */
  payout(t: number): 0 | 1 | null;
}

const DEPTH = 20;
const PERP_REFRESH_MS = 2_000;

/** @param name Where the venue names the market by something else than the listing. */
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

export function perpMarket(perp: Perp): SimMarket {
  return {
    kind: 'perp',
    name: perp.coin,
    maxLeverage: perp.maxLeverage,
    isOpen: () => !perp.isDelisted,
    ladder: (t) => {
      const [bids, asks] = buildLevels({ kind: 'perp', coin: perp.coin, perp }, t, DEPTH);
      const read = ({ px, sz }: { px: string; sz: string }) => ({ price: Number(px), size: Number(sz) });
      return { bids: bids.map(read), asks: asks.map(read) };
    },
    generation: (t) => Math.floor(t / PERP_REFRESH_MS),
    payout: () => null,
  };
}
