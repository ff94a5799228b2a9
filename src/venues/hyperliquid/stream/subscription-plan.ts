import type { Subscription } from './line.ts';

/**
 * Maximum number of subscriptions for prices. The venue allows 1,000 subscriptions and 10 connections; prices use less
 * than half of both. An outcome takes three (touch, trades, 24 h volume). Where trades are recorded it takes a fourth,
 * for those of its No, which this maximum does not include. A perpetual with subscribers takes one for its touch, which
 * goes before the trades of all perpetuals.
 */
export const MAX_SUBSCRIPTIONS = 490;
export const MAX_STREAMED_OUTCOMES = 130;
const MAX_TRADED_PERPS = 200;

/** Subscriptions that are always made. Each covers all markets of its kind. */
export const SHARED_SUBSCRIPTIONS: readonly Subscription[] = [
  { type: 'allDexsAssetCtxs' },
  { type: 'outcomeMetaUpdates' },
];

export interface SubscriptionPlan {
  /** Subscriptions on the connection of the prices. */
  readonly prices: readonly Subscription[];
  /** Subscriptions on the connection of the trades. */
  readonly tape: readonly Subscription[];
  /** The coins whose trades are subscribed. */
  readonly tapeCoins: Set<string>;
  /** Coins of the perpetuals among `tapeCoins`. */
  readonly tapePerps: readonly string[];
}

/**
 * Distributes the subscriptions: first to outcomes, then to touches of perpetuals with subscribers, then to trades.
 *
 * @param outcomeCoins At most `MAX_STREAMED_OUTCOMES`.
 * @param perps Coins of the perpetuals, largest first.
 * @param listened Coins of perpetuals with subscribers, in any order.
 */
export function planSubscriptions(
  outcomeCoins: readonly string[],
  perps: readonly string[],
  listened: readonly string[],
): SubscriptionPlan {
  let room = MAX_SUBSCRIPTIONS - SHARED_SUBSCRIPTIONS.length - 3 * outcomeCoins.length;
  const rank = new Map(perps.map((coin, index) => [coin, index]));
  const getRank = (coin: string) => rank.get(coin) ?? perps.length;
  const touched = listened.toSorted((a, b) => getRank(a) - getRank(b)).slice(0, room);
  room -= touched.length;
  const tapePerps = perps.slice(0, Math.min(MAX_TRADED_PERPS, room));
  const tapeCoins = new Set([...tapePerps, ...outcomeCoins]);
  return {
    prices: [
      ...SHARED_SUBSCRIPTIONS,
      ...outcomeCoins.map((coin) => ({ type: 'bbo', coin })),
      ...outcomeCoins.map((coin) => ({ type: 'activeAssetCtx', coin })),
      ...touched.map((coin) => ({ type: 'bbo', coin })),
    ],
    tape: [...tapeCoins].map((coin) => ({ type: 'trades', coin })),
    tapeCoins,
    tapePerps,
  };
}
