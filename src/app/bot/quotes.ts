import { type Quote, type StreamedPrices, toQuote } from '../../bot/exits/quote.ts';
import { type AssetRef, MINUTE_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import { findLot } from './lots.ts';

/** Most that a streamed update may be ahead of the newest poll; with more, the clock was set back in between. */
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Quotes of listed markets from memory: those of the newest poll, or of a stream's update since then.
 *
 * @param hasLots Orders are for whole lots, as they are everywhere but where fills are marks.
 * @returns Finds the quote of a market; null where it is not listed.
 */
export function openQuotes(
  feed: Pick<Feed, 'snapshot' | 'find' | 'onUpdate' | 'onSnapshot'>,
  hasLots: boolean,
): (ref: AssetRef) => Quote | null {
  const streamed = new Map<string, StreamedPrices>();
  feed.onUpdate(({ asset, bid, ask, receivedAt }) => {
    if (bid !== null && ask !== null) streamed.set(asset, { bid, ask, receivedAt });
  });
  // A poll says what is listed: updates of a stream for other markets are forgotten, and those of before the clock
  // was set back.
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

/** The newest price of a listed market; null: not listed, or has none. */
export function findListedPrice(feed: Pick<Feed, 'find'>, { asset }: AssetRef): number | null {
  const state = feed.find(asset);
  if (state === null) return null;
  return state.kind === 'perp' ? state.ticker.markPx : state.ticker.yesPrice;
}
