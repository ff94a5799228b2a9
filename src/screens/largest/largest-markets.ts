import {
  ASSET_KINDS,
  type AssetKind,
  isPerpKind,
  KIND_TRAITS,
  type MarketState,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';

/** How many markets of each kind the cross-venue statistics cover. */
function getSize(kind: AssetKind): number {
  return isPerpKind(kind) ? 40 : 20;
}

/** The largest markets by 24 h volume, by kind, largest first: the "curated set" of the API. */
export type LargestMarkets = ReadonlyMap<AssetKind, readonly MarketState[]>;

/** The set as the newest snapshots have it. */
export function findLargestMarkets(feed: Feed): LargestMarkets {
  return new Map(ASSET_KINDS.map((kind) => [kind, selectLargest(feed, kind)]));
}

/** The markets of one kind: those whose volume is not known come last, ties by asset id. */
export function selectLargest(feed: Feed, kind: AssetKind): readonly MarketState[] {
  const { venue } = KIND_TRAITS[kind];
  const size = getSize(kind);
  const largest: MarketState[] = [];
  // A few of thousands: each is put in its place, and most have none.
  for (const state of (feed.venues.includes(venue) ? feed.snapshot(venue)?.markets : null) ?? []) {
    if (state.ref.kind !== kind) continue;
    const smallest = largest[size - 1];
    if (smallest !== undefined && compare(state, smallest) > 0) continue;
    const place = largest.findIndex((other) => compare(state, other) < 0);
    largest.splice(place === -1 ? largest.length : place, 0, state);
    if (largest.length > size) largest.pop();
  }
  return largest;
}

/**
 * At most `max` markets of the set, the largest of each kind, in the proportion of the kinds: each gets its share
 * rounded down, and what is left goes to the largest remainders, on a tie in the order of the kinds.
 */
export function limitMarkets(set: LargestMarkets, max: number): LargestMarkets {
  const total = countMarkets(set);
  if (max >= total) return set;
  const shares = [...set].map(([kind, states]) => {
    const exact = (states.length * max) / total;
    return { kind, states, count: Math.floor(exact), remainder: exact - Math.floor(exact) };
  });
  const left = max - shares.reduce((sum, { count }) => sum + count, 0);
  for (const share of shares.toSorted((a, b) => b.remainder - a.remainder).slice(0, left)) share.count++;
  return new Map(shares.map(({ kind, states, count }) => [kind, states.slice(0, count)]));
}

/** Number of markets over all kinds. */
export function countMarkets(set: LargestMarkets): number {
  return [...set.values()].reduce((sum, { length }) => sum + length, 0);
}

function compare(a: MarketState, b: MarketState): number {
  return getVolume(b) - getVolume(a) || (a.ref.asset < b.ref.asset ? -1 : 1);
}

function getVolume({ ticker }: MarketState): number {
  return ticker.volume24hUsd ?? -1;
}
