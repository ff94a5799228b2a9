import type { Listing } from './listing.ts';
import { isOpen, type Universe } from './world.ts';

export type Relation = 'same' | 'opposite' | 'subset' | 'superset' | 'related';

export interface TruePair {
  /** `venue name`, with the venue's own name of the market. */
  readonly a: string;
  readonly b: string;
  readonly relation: Relation;
}

/**
 * The true links among the open markets across venues, by which a matcher is measured.
 * Near misses (another hour, another strike) are `related`, `subset` or `superset`, never `same`.
 */
export function groundTruth(universe: Universe, t: number): { markets: object[]; pairs: TruePair[] } {
  const open = universe.listings.filter((listing) => isOpen(listing, t));
  const bySubject = new Map<string, Listing[]>();
  for (const listing of open) {
    const key = toSubjectKey(listing, t);
    const group = bySubject.get(key);
    if (group === undefined) bySubject.set(key, [listing]);
    else group.push(listing);
  }
  const pairs: TruePair[] = [];
  for (const group of bySubject.values()) {
    for (const [i, a] of group.entries()) {
      for (const b of group.slice(i + 1)) {
        if (a.venue === b.venue) continue;
        const relation = findRelation(a, b);
        if (relation !== null) pairs.push({ a: toName(a), b: toName(b), relation });
      }
    }
  }
  return {
    markets: open.map((listing) => ({
      market: toName(listing),
      event: listing.event.id,
      leg: listing.leg.index,
      polarity: listing.polarity,
      book: listing.shape,
      closeAt: listing.event.closeAt,
    })),
    pairs,
  };
}

/** Key of listings about the same thing on the same day, among which pairs are searched. */
function toSubjectKey({ event }: Listing, _t: number): string {
  if (event.subject.ticker === '') return event.id;
  return `${event.subject.ticker} ${event.kind} ${Math.floor(event.closeAt / 86_400_000)}`;
}

/** Relation of `a` to `b`, for example `subset` when Yes of `a` implies Yes of `b`; null when they are unrelated. */
export function findRelation(a: Listing, b: Listing): Relation | null {
  if (a.event.id !== b.event.id)
    return a.event.kind === 'threshold' && a.leg.strike === b.leg.strike ? 'related' : null;
  const isAligned = a.polarity === b.polarity;
  if (a.leg.index === b.leg.index) {
    // Each venue takes the prices of a window for itself, Kalshi of another index.
    if (a.event.kind === 'updown') return 'related';
    return isAligned ? 'same' : 'opposite';
  }
  if (a.event.kind === 'match') return isAligned ? 'opposite' : 'same';
  if (a.event.kind === 'dates') return a.leg.index < b.leg.index ? 'subset' : 'superset';
  if (a.event.kind !== 'threshold' || !isAligned || a.polarity === -1) return 'related';
  return (a.leg.strike ?? 0) > (b.leg.strike ?? 0) ? 'subset' : 'superset';
}

function toName({ venue, name, id }: Listing): string {
  return venue === 'hyperliquid' ? `hyperliquid #${id * 10}` : `${venue} ${name}`;
}
