import type { Leg, WorldEvent } from './event.ts';
import { noise } from './noise.ts';
import { unit } from './random.ts';
import type { Tape } from './tape.ts';
import type { SimulatedVenue } from './venues.ts';

/** The sides that a listing's book has. `edges` are orders at the ends of the scale, which are not meant to trade. */
export type BookShape = 'both' | 'bids' | 'asks' | 'empty' | 'edges';

/** One statement as one venue lists it. */
export interface Listing {
  readonly venue: SimulatedVenue;
  readonly event: WorldEvent;
  readonly leg: Leg;
  /** 1: Yes means the statement is true. -1: Yes means it is not. */
  readonly polarity: 1 | -1;
  readonly key: number;
  readonly tick: number;
  readonly halfSpread: number;
  /** The size at a level, about, in contracts. */
  readonly depth: number;
  readonly shape: BookShape;
  /** Whether the market trades against a pool (Limitless): such a market has a price and no book. */
  readonly isPool: boolean;
  readonly tape: Tape;
  /** Unique at the venue: slug, ticker or coin. */
  readonly name: string;
  /** A number that names it at the venue, and no other. */
  readonly id: number;
}

export interface Quote {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly mid: number | null;
  readonly last: number | null;
}

export interface Level {
  readonly price: number;
  readonly size: number;
}

export interface Ladder {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Greatest deviation of a venue's probability of Yes from the fair one. */
const STRAY = 0.012;
/** The orders of a level change once in this time. */
const REFRESH_MS = 4_000;

/** The probability of Yes as this venue sees it. */
export function yesPrice(listing: Listing, t: number): number {
  const { leg, polarity, key, event } = listing;
  const fair = leg.probability(Math.min(t, event.closeAt));
  const stray = STRAY * Math.tanh(noise(key, t));
  return Math.max(0.0005, Math.min(0.9995, (polarity === 1 ? fair : 1 - fair) + stray));
}

/** Whether Yes came true at this listing. */
export function yesWon(listing: Listing): boolean {
  return (listing.polarity === 1) === listing.leg.isTrue(listing.venue);
}

/** Best prices. A side that is empty, or that would lie off the scale, is null. */
export function quoteAt(listing: Listing, t: number): Quote {
  const { tick, halfSpread, shape } = listing;
  const last = lastPriceAt(listing, t);
  if (shape === 'empty') return { bid: null, ask: null, mid: null, last };
  if (shape === 'edges') return { bid: tick, ask: onTick(1 - tick, tick), mid: 0.5, last };
  const price = yesPrice(listing, t);
  const low = onTick(Math.floor((price - halfSpread) / tick) * tick, tick);
  const high = onTick(Math.ceil((price + halfSpread) / tick) * tick, tick);
  const bid = shape === 'asks' || low < tick ? null : low;
  const ask = shape === 'bids' || high > 1 - tick + 1e-9 ? null : high;
  return { bid, ask, mid: bid === null || ask === null ? null : (bid + ask) / 2, last };
}

/** The price of the newest trade, or null when it never traded. */
export function lastPriceAt(listing: Listing, t: number): number | null {
  if (listing.tape.isDead) return null;
  const trade = listing.tape.tradeAt(listing.tape.lastSlot(t));
  return trade.time < listing.event.openAt ? null : tradePrice(listing, trade.time, trade.isBuy);
}

/** Price of a trade at that moment: buyers pay the ask, sellers get the bid. */
export function tradePrice(listing: Listing, t: number, isBuy: boolean): number {
  const { tick, halfSpread } = listing;
  const price = yesPrice(listing, t);
  const raw = isBuy ? Math.ceil((price + halfSpread) / tick) : Math.floor((price - halfSpread) / tick);
  return onTick(Math.max(tick, Math.min(1 - tick, raw * tick)), tick);
}

/** The whole book of Yes. */
export function ladderAt(listing: Listing, t: number, depth = 12): Ladder {
  const { bid, ask } = quoteAt(listing, t);
  return {
    bids: bid === null ? [] : levels(listing, bid, -1, depth, t),
    asks: ask === null ? [] : levels(listing, ask, 1, depth, t),
  };
}

/** Counts the moments at which the orders of a listing are renewed; each listing has its own. */
export function countRefreshes({ key }: Listing, t: number): number {
  return Math.floor((t + (key % REFRESH_MS)) / REFRESH_MS);
}

function levels(listing: Listing, best: number, direction: 1 | -1, depth: number, t: number): Level[] {
  const { tick, key } = listing;
  const step = Math.max(tick, onTick(0.01, tick));
  const moment = countRefreshes(listing, t);
  const found: Level[] = [];
  for (let i = 0; i < depth; i++) {
    const price = onTick(best + direction * i * step, tick);
    if (price < tick - 1e-9 || price > 1 - tick + 1e-9) break;
    const cell = Math.round(price / tick) * 2 + (direction === 1 ? 1 : 0);
    const swing = 0.3 + 1.4 * unit(key + cell, moment);
    found.push({ price, size: Math.max(1, Math.round(listing.depth * (1 + i / 2) * swing)) });
  }
  return found;
}

/** Rounds a price to a multiple of the tick, without the tail of binary fractions. */
function onTick(price: number, tick: number): number {
  return Number((Math.round(price / tick) * tick).toFixed(6));
}
