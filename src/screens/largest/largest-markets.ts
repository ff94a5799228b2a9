import {
  ASSET_KINDS,
  type AssetKind,
  isPerpKind,
  KIND_TRAITS,
  type MarketState,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';

/** Returns the number of markets of a kind that the cross-venue statistics cover. */
function getSize(kind: AssetKind): number {
  return isPerpKind(kind) ? 40 : 20;
}

/** Largest markets of each kind by 24 h volume, largest first. The API calls them the "curated set". */
export type LargestMarkets = ReadonlyMap<AssetKind, readonly MarketState[]>;

/** Finds the largest markets in the newest snapshots. */
export function findLargestMarkets(feed: Feed): LargestMarkets {
  return new Map(ASSET_KINDS.map((kind) => [kind, selectLargest(feed, kind)]));
}

/**
 * Selects the largest markets of one kind. Markets without a known volume come last, and ties are ordered by asset id.
 */
export function selectLargest(feed: Feed, kind: AssetKind): readonly MarketState[] {
  const { venue } = KIND_TRAITS[kind];
  const size = getSize(kind);
  const largest: MarketState[] = [];
  // Only a few of thousands are needed, so each market is inserted by rank and most are dropped.
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
 * Selects at most `max` markets of the set, the largest of each kind, in proportion to the sizes of the kinds. Each
 * kind gets its share rounded down. The rest goes to the largest remainders, and ties are decided by the order of the
 * kinds.
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

/** Counts the markets of all kinds. */
export function countMarkets(set: LargestMarkets): number {
  return [...set.values()].reduce((sum, { length }) => sum + length, 0);
}

function compare(a: MarketState, b: MarketState): number {
  return getVolume(b) - getVolume(a) || (a.ref.asset < b.ref.asset ? -1 : 1);
}

function getVolume({ ticker }: MarketState): number {
  return ticker.volume24hUsd ?? -1;
}
