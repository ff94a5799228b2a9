import { type PriceLevel, sortLevels } from '../../domain/index.ts';
import { ratio, toFiniteOrNull } from '../numerics/finite.ts';

export type OrderSide = 'buy' | 'sell';
/** Unit of a size: `quote` is dollars, `base` is contracts of the asset. */
export type SizeUnit = 'quote' | 'base';

/** Fills within one range of distances from the mid. */
export interface SlippageTier {
  readonly bpsFrom: number;
  /** Upper end of the tier in bps; null: no upper end. */
  readonly bpsTo: number | null;
  readonly baseFilled: number;
  readonly quoteFilled: number;
}

export interface Slippage {
  readonly side: OrderSide;
  /** Mid; null when a side of the book is empty. All figures in bps are then null too. */
  readonly midPrice: number | null;
  /** Best price of the side that the order walks. */
  readonly topPrice: number | null;
  readonly baseFilled: number;
  readonly quoteFilled: number;
  /** Remainder of the order in the unit of the request; exactly 0 when fully filled. */
  readonly remaining: number;
  readonly fullyFilled: boolean;
  readonly avgPrice: number | null;
  /** Slippage in bps. In an ordinary book it is positive for a buy and negative for a sell. */
  readonly slippageBps: number | null;
  readonly worstFillPrice: number | null;
  readonly worstFillBps: number | null;
  readonly levelsConsumed: number;
  /** Tiers with a fill. */
  readonly tiers: readonly SlippageTier[];
}

export interface SlippageOptions {
  readonly side: OrderSide;
  /** Size of the order, above 0. */
  readonly size: number;
  readonly sizeUnit: SizeUnit;
}

const TIER_EDGES = [0, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1000] as const;

/** Fraction of an order below which a remainder is a rounding error. */
const ROUNDING = 1e-9;

/**
 * Walks a market order through a book.
 *
 * @param book Levels in any order; those without a finite, positive price and size are dropped.
 */
export function slippage(
  book: { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] },
  { side, size, sizeUnit }: SlippageOptions,
): Slippage {
  const bids = sortLevels(book.bids, 'bid');
  const asks = sortLevels(book.asks, 'ask');
  const levels = side === 'buy' ? asks : bids;
  const midPrice = computeMid(bids[0], asks[0]);

  const fills = walk(levels, size, sizeUnit);
  const baseFilled = fills.reduce((sum, { base }) => sum + base, 0);
  const quoteFilled = fills.reduce((sum, { base, price }) => sum + base * price, 0);
  const left = fills.reduce(
    (rest, { base, price }) => rest - (sizeUnit === 'quote' ? base * price : base),
    size,
  );
  const fullyFilled = left <= ROUNDING * size;
  const avgPrice = ratio(quoteFilled, baseFilled);
  const worstFillPrice = fills.at(-1)?.price ?? null;
  return {
    side,
    midPrice,
    topPrice: levels[0]?.price ?? null,
    baseFilled,
    quoteFilled,
    remaining: fullyFilled ? 0 : left,
    fullyFilled,
    avgPrice,
    slippageBps: bpsFromMid(avgPrice, midPrice),
    worstFillPrice,
    worstFillBps: bpsFromMid(worstFillPrice, midPrice),
    levelsConsumed: fills.length,
    tiers: midPrice === null ? [] : groupIntoTiers(fills, midPrice, side),
  };
}

interface Fill {
  readonly price: number;
  readonly base: number;
}

function walk(levels: readonly PriceLevel[], size: number, sizeUnit: SizeUnit): Fill[] {
  const fills: Fill[] = [];
  let left = size;
  for (const level of levels) {
    if (left <= ROUNDING * size) break;
    const base = Math.min(level.size, sizeUnit === 'quote' ? left / level.price : left);
    left -= sizeUnit === 'quote' ? base * level.price : base;
    fills.push({ price: level.price, base });
  }
  return fills;
}

function computeMid(bid: PriceLevel | undefined, ask: PriceLevel | undefined): number | null {
  return bid === undefined || ask === undefined ? null : toFiniteOrNull((bid.price + ask.price) / 2);
}

function bpsFromMid(price: number | null, mid: number | null): number | null {
  return price === null || mid === null ? null : toFiniteOrNull(((price - mid) / mid) * 1e4);
}

/** Groups fills by their distance from the mid. A price better than the mid, in a crossed book, has distance 0. */
function groupIntoTiers(fills: readonly Fill[], mid: number, side: OrderSide): SlippageTier[] {
  const sums = TIER_EDGES.map(() => ({ baseFilled: 0, quoteFilled: 0 }));
  const away = side === 'buy' ? 1 : -1;
  for (const { price, base } of fills) {
    const distance = Math.max(0, away * ((price - mid) / mid) * 1e4);
    // The tolerance puts a level computed at 9.9999999999 into the tier from 10.
    const tier = sums[TIER_EDGES.findLastIndex((edge) => distance + 1e-9 >= edge)]!;
    tier.baseFilled += base;
    tier.quoteFilled += base * price;
  }
  return sums
    .map((sum, i) => ({ bpsFrom: TIER_EDGES[i]!, bpsTo: TIER_EDGES[i + 1] ?? null, ...sum }))
    .filter(({ baseFilled }) => baseFilled > 0);
}
