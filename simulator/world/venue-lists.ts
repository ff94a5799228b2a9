import type { WorldEvent } from './event.ts';
import type { BookShape, Listing } from './listing.ts';
import * as names from './names.ts';
import { hashName, pick, unit, whole } from './random.ts';
import { Tape } from './tape.ts';
import type { SimulatedVenue } from './venues.ts';

/** Lists the legs of an event at the venues that carry them, each with its polarity, spread, depth and activity. */
export function listEvent(seed: number, seriesIndex: number, event: WorldEvent): Listing[] {
  const listings: Listing[] = [];
  const add = (venue: SimulatedVenue, legIndex: number, polarity: 1 | -1 = 1) => {
    const leg = event.legs[legIndex];
    if (leg === undefined) return;
    const name = names.listingName(venue, event, leg, polarity);
    const key = hashName(seed, `${venue} ${name}`);
    const isPool = venue === 'limitless' && event.kind === 'single' && unit(key, 11) < 0.12;
    // The last answer of a question at Hyperliquid has no orders or trades yet.
    const isUntouched =
      venue === 'hyperliquid' && event.kind === 'exclusive' && legIndex === event.legs.length - 1;
    const shape = isUntouched ? 'empty' : isPool ? 'both' : chooseShape(event, key);
    const isDead = shape === 'empty' || shape === 'edges';
    const tick = chooseTick(venue, key);
    const slotMs = event.kind === 'updown' ? 4_000 : whole(key, 3, 8_000, 240_000);
    listings.push({
      venue,
      event,
      leg,
      polarity,
      key,
      tick,
      halfSpread: pick(key, 1, [0.002, 0.004, 0.006, 0.01, 0.018]),
      depth: whole(key, 2, 40, 2_500),
      shape,
      isPool,
      tape: new Tape({
        key: key + 7,
        slotMs: isDead ? Number.POSITIVE_INFINITY : slotMs,
        meanSize: 10 + 400 * unit(key, 4) ** 2,
        lot: venue === 'hyperliquid' ? 1 : 0.01,
      }),
      name,
      id:
        ((seriesIndex * 500 + (event.number % 500)) * 10 + leg.index) * 2 + (polarity === 1 ? 0 : 1) + 1_000,
    });
  };
  for (const [venue, leg, polarity] of choosePlaces(event, hashName(seed, event.series)))
    add(venue, leg, polarity);
  return listings;
}

type Place = readonly [SimulatedVenue, number, 1 | -1];

function choosePlaces(event: WorldEvent, key: number): Place[] {
  const on = (venue: SimulatedVenue, legs = event.legs.map(({ index }) => index)): Place[] =>
    legs.map((leg) => [venue, leg, 1]);
  switch (event.kind) {
    case 'threshold':
      // Alike in all but the hour, or in all but the source: listed by one venue only.
      if (!event.series.startsWith('daily')) return on('kalshi', [1, 2, 3, 4, 5]);
      return [
        ...on('polymarket'),
        // One strike is listed also the other way round.
        ['polymarket', 3, -1],
        ...on('kalshi'),
        ...on('limitless', [2, 3, 4]),
        ...on('hyperliquid', [3]),
      ];
    case 'updown':
      return [
        ...on('polymarket'),
        ...on('limitless'),
        ...(event.series.startsWith('15m') ? on('kalshi') : []),
      ];
    case 'exclusive':
      return [
        ...on('polymarket'),
        ...on('kalshi'),
        ...(event.series === 'prize' ? on('limitless') : []),
        ...(event.series === 'fed' ? on('hyperliquid') : []),
      ];
    case 'match':
      return [...on('polymarket', [0]), ...on('kalshi'), ...on('hyperliquid', [0])];
    case 'dates':
      return [...on('polymarket'), ...on('kalshi', [1, 2])];
    case 'single': {
      const where = whole(key, 9, 0, 5);
      if (where === 0) return [...on('polymarket'), ...on('kalshi'), ...on('limitless')];
      if (where === 1) return [...on('polymarket'), ...on('kalshi')];
      if (where === 2) return [...on('polymarket'), ...on('limitless')];
      return on(where === 3 ? 'kalshi' : where === 4 ? 'limitless' : 'polymarket');
    }
  }
}

function chooseShape(event: WorldEvent, key: number): BookShape {
  if (event.kind !== 'single' && event.kind !== 'dates') return 'both';
  const u = unit(key, 8);
  if (u < 0.06) return 'empty';
  if (u < 0.09) return 'edges';
  if (u < 0.12) return 'bids';
  return u < 0.15 ? 'asks' : 'both';
}

function chooseTick(venue: SimulatedVenue, key: number): number {
  if (venue === 'hyperliquid') return 0.00001;
  if (venue === 'limitless') return 0.001;
  return unit(key, 10) < 0.7 ? 0.01 : 0.001;
}
