import type { EpochMs, MarketState } from '../domain/index.ts';
import type { Feed } from './feed.ts';

/** Age of a market's price. */
export interface PriceAge {
  /**
   * Time by our clock at which the venue's list with this price was read; null for an unlisted market, and for a
   * carried price.
   */
  readonly asOfMs: EpochMs | null;
  /** Whether the newest list is older than 120 s, or lacks the market. */
  readonly isStale: boolean;
}

/** Finds the age of a listed market's price. */
export function readPriceAge(
  feed: Pick<Feed, 'snapshot' | 'isStale'>,
  { ref, carried }: MarketState,
): PriceAge {
  const fetchedAt = feed.snapshot(ref.venue)?.fetchedAt ?? null;
  return { asOfMs: carried === true ? null : fetchedAt, isStale: feed.isStale(ref.venue) };
}
