import type { EpochMs, MarketState } from '../domain/index.ts';
import type { Feed } from './feed.ts';

/** How old the price of a market is. */
export interface PriceAge {
  /**
   * Our clock when the venue's list with this price was read; null without a listing, or where the venue repeated an
   * earlier one.
   */
  readonly asOfMs: EpochMs | null;
  /** Whether the newest list is older than 120 s, or does not have the market. */
  readonly isStale: boolean;
}

/** The age of a listed market's price. */
export function readPriceAge(
  feed: Pick<Feed, 'snapshot' | 'isStale'>,
  { ref, carried }: MarketState,
): PriceAge {
  const fetchedAt = feed.snapshot(ref.venue)?.fetchedAt ?? null;
  return { asOfMs: carried === true ? null : fetchedAt, isStale: feed.isStale(ref.venue) };
}
