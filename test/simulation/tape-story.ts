import type { NumberedMarket, TakenTrade } from '../../src/history/tape/contract/tape-writer.ts';
import type { Event, Level } from '../support/tape/frame-columns.ts';

/** A made-up tape in which every book and trade of a batch is known from its number alone, also after a restart. */
export const MARKETS = 12;
/** Batches of a day: half of them behind midnight, half of them before the next one. */
export const BATCHES_A_DAY = 40;
const BATCH_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 10, 28);
const LEVELS = 8;
/** The frame of a batch comes so long after its begin. */
const FRAME_AFTER_MS = 7_000;

export const MARKET_NUMBERS = Array.from({ length: MARKETS }, (_, i) => i + 1);

export function toMarket(number: number): NumberedMarket {
  const storeKey = `market-${number}`;
  const asset = `pm-${storeKey}`;
  return { number, venue: 'polymarket', storeKey, asset, sendsChanges: true, isBinary: true };
}

/**
 * Returns the begin of a batch, epoch ms. The last batch of a day ends at midnight, and slices end every fifth batch.
 */
export function beginOf(batch: number): number {
  const day = FIRST_DAY + DAY_MS * Math.floor(batch / BATCHES_A_DAY);
  const ofDay = batch % BATCHES_A_DAY;
  return ofDay < BATCHES_A_DAY / 2
    ? day + ofDay * BATCH_MS
    : day + DAY_MS - (BATCHES_A_DAY - ofDay) * BATCH_MS;
}

/** Returns the time up to which everything of a batch is committed with it. */
export function endOf(batch: number): number {
  return beginOf(batch) + BATCH_MS - 1;
}

export function frameTimeOf(batch: number): number {
  return beginOf(batch) + FRAME_AFTER_MS;
}

/** Whether the commit of a batch seals a slice, or is the first of a day. */
export function describeCommit(batch: number): 'midnight' | 'slice' | 'plain' {
  if (batch % BATCHES_A_DAY === 0) return 'midnight';
  return (batch % BATCHES_A_DAY) % 5 === 4 ? 'slice' : 'plain';
}

/** Builds the book of a market after a batch: each batch sets one level of either side. */
export function bookAfter(market: number, batch: number): { readonly bids: Level[]; readonly asks: Level[] } {
  const list = (side: 0 | 1) =>
    Array.from({ length: LEVELS }, (_, level): Level => {
      // The newest batch that set this level.
      const setBy = batch - ((((batch - level) % LEVELS) + LEVELS) % LEVELS);
      return [priceOf(side, level), sizeOf(market, setBy, side)];
    });
  return { bids: list(0), asks: list(1) };
}

/** Frames of a batch. The first of a run begins with whole books, as streams do. */
export function eventsOf(batch: number, isFirst: boolean): Event[] {
  const t = frameTimeOf(batch);
  return MARKET_NUMBERS.map((market): Event => {
    const facts = { market, t, venueTime: t - 50 };
    if (isFirst) return { kind: 'whole', ...facts, ...bookAfter(market, batch) };
    const level = ((batch % LEVELS) + LEVELS) % LEVELS;
    const changes = ([0, 1] as const).map(
      (side) => [side, priceOf(side, level), sizeOf(market, batch, side)] as const,
    );
    return { kind: 'change', ...facts, changes };
  });
}

export function tradeOf(market: number, batch: number): Omit<TakenTrade, 'venueTime' | 'receivedAt'> {
  const number = batch * 100 + market;
  return {
    market,
    t: frameTimeOf(batch) + market,
    price: 0.01 * (1 + (number % 98)),
    size: 1 + (number % 500),
    side: number % 3 === 0 ? 'sell' : 'buy',
    isBlock: false,
    source: 'stream',
    id: `0x${number.toString(16).padStart(64, '0')}:yes`,
  };
}

function priceOf(side: 0 | 1, level: number): number {
  return Number((side === 0 ? 0.49 - level / 100 : 0.51 + level / 100).toFixed(2));
}

/**
 * Computes a size that differs for every batch, market and side, so that a change that is lost, doubled or invented is
 * seen.
 */
function sizeOf(market: number, batch: number, side: 0 | 1): number {
  return (batch + LEVELS) * 1_000 + market * 10 + side;
}
