import { type Quote, type StreamedPrices, toQuote } from '../../bot/exits/quote.ts';
import { type AssetRef, MINUTE_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import { findLot } from './lots.ts';

/**
 * Longest time by which a streamed update may be ahead of the newest poll. Beyond it, the clock was set back in
 * between.
 */
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Opens quotes of listed markets from memory: of the newest poll, or of a later update of the stream.
 *
 * @param hasLots Whether orders are for whole lots. They are, except where fills are marks.
 * @returns A function that finds the quote of a market; null when it is not listed.
 */
export function openQuotes(
  feed: Pick<Feed, 'snapshot' | 'find' | 'onUpdate' | 'onSnapshot'>,
  hasLots: boolean,
): (ref: AssetRef) => Quote | null {
  const streamed = new Map<string, StreamedPrices>();
  feed.onUpdate(({ asset, bid, ask, receivedAt }) => {
    if (bid !== null && ask !== null) streamed.set(asset, { bid, ask, receivedAt });
  });
  // After a poll, streamed prices older than the poll are removed, and those from before the clock was set back.
  feed.onSnapshot(({ byAsset, fetchedAt }) => {
    for (const asset of byAsset.keys()) {
      const last = streamed.get(asset);
      if (last === undefined) continue;
      const aheadMs = last.receivedAt - fetchedAt;
      if (aheadMs < 0 || aheadMs > MAX_AHEAD_MS) streamed.delete(asset);
    }
  });
  return ({ venue, asset }) => {
    const state = feed.find(asset);
    const snapshot = feed.snapshot(venue);
    if (state === null || snapshot === null) return null;
    const quote = toQuote(state, snapshot.fetchedAt, streamed.get(asset) ?? null);
    return hasLots ? { ...quote, ...findLot(state) } : quote;
  };
}

/** Finds the newest price of a listed market; null: the market is not listed, or has no price. */
export function findListedPrice(feed: Pick<Feed, 'find'>, { asset }: AssetRef): number | null {
  const state = feed.find(asset);
  if (state === null) return null;
  return state.kind === 'perp' ? state.ticker.markPx : state.ticker.yesPrice;
}
