import type { Feed } from '../../../../feed/feed.ts';
import { findListedSides } from '../../../../m2m/find-name.ts';
import type { NetOpportunity } from '../../../../screens/arbitrage/net-figures.ts';

/** Adds the meaning of the markets' sides to the gross and net legs of an opportunity. */
export function nameLegs({ legs, net, ...one }: NetOpportunity, feed: Feed) {
  const name = <Leg extends { readonly asset: string }>(leg: Leg) => ({
    ...leg,
    ...findListedSides(feed, leg.asset),
  });
  return { ...one, legs: legs.map(name), net: net === null ? null : { ...net, legs: net.legs.map(name) } };
}
