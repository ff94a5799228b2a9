import type { Feed } from '../../../../feed/feed.ts';
import { findListedSides } from '../../../../m2m/find-name.ts';
import type { NetOpportunity } from '../../../../screens/arbitrage/net-figures.ts';

/** An opportunity whose legs, gross and net, say what the sides of their markets stand for. */
export function nameLegs({ legs, net, ...one }: NetOpportunity, feed: Feed) {
  const name = <Leg extends { readonly asset: string }>(leg: Leg) => ({
    ...leg,
    ...findListedSides(feed, leg.asset),
  });
  return { ...one, legs: legs.map(name), net: net === null ? null : { ...net, legs: net.legs.map(name) } };
}
