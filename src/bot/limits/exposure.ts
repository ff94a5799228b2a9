import Big from 'big.js';
import {
  type AssetKind,
  findStoredKind,
  KIND_TRAITS,
  MICRO_PER_USD,
  type MicroUsd,
  microUsd,
  saturateMicroUsd,
  type VenueId,
} from '../../domain/index.ts';
import { MAX_BINARY_SLIPPAGE } from '../execution/live/price-bounds.ts';
import type { Position } from '../positions/position.ts';

/** A position together with its market. */
export interface HeldPosition extends Position {
  readonly venue: VenueId;
  readonly storeKey: string;
}

/** The part of an unfinished order that may still open a position. */
export interface PendingOpening {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Micro-USD that the order may still open at most; 0: the order only closes. */
  readonly opensMicroUsd: MicroUsd;
  /** Size in shares or coins, decimal text, that a closing order may close at most; 'all': the whole position. */
  readonly closes?: { readonly side: 'buy' | 'sell'; readonly shares: string };
}

/**
 * Whether prices of a market are probabilities: a short position then consists of No shares, each worth one minus the
 * price.
 */
export function isBinaryMarket({ venue, storeKey }: Pick<HeldPosition, 'venue' | 'storeKey'>): boolean {
  const kind = findStoredKind(venue, storeKey);
  return kind !== null && KIND_TRAITS[kind].unit === 'probability';
}

/**
 * Computes the exposure of an open position: its cost, No shares at one minus the price, a perpetual of either side
 * at its notional.
 */
export function computeExposure({ size, costMicroUsd }: Position, isBinary: boolean): MicroUsd {
  const signed = new Big(size);
  if (!isBinary || signed.gte(0)) return costMicroUsd;
  return saturateMicroUsd(
    Math.max(0, Number(signed.abs().times(MICRO_PER_USD).minus(costMicroUsd).round(0, Big.roundUp))),
  );
}

/** Size, side and price of an order that may open a position. */
export interface OpeningTerms {
  readonly side: 'buy' | 'sell';
  readonly sizeUsd: number | null;
  readonly sizeShares: number | null;
  readonly markPrice: number;
}

/** Distance from its mark price within which an order may trade. */
export interface PriceBound {
  readonly maxSlippageBps: number;
  /** Whether the order fills at exactly the mark price. */
  readonly isAtMark: boolean;
  /** Newest price known here; null: none. A short position opens at the paid price, which may be above the mark. */
  readonly knownPrice: number | null;
}

/** Usual step of probabilities. Where a market has a coarser one, the signed order states what it may spend. */
const USUAL_TICK = 0.01;

/** Computes the most money that an order may put at risk, micro-USD, rounded up. */
export function computeMostOpened(kind: AssetKind, terms: OpeningTerms, bound: PriceBound): MicroUsd {
  const { side, sizeUsd, sizeShares } = terms;
  const mark = new Big(terms.markPrice);
  const slip = bound.isAtMark ? new Big(0) : mark.times(bound.maxSlippageBps).div(10_000);
  if (KIND_TRAITS[kind].unit === 'probability') {
    // A purchase costs at most the size in dollars, at the worst price that its limit allows.
    if (sizeUsd !== null) return roundUp(new Big(sizeUsd));
    const limited = slip.gt(MAX_BINARY_SLIPPAGE) ? new Big(MAX_BINARY_SLIPPAGE) : slip;
    const distance = bound.isAtMark || limited.gt(USUAL_TICK) ? limited : new Big(USUAL_TICK);
    const price = (side === 'buy' ? mark : new Big(1).minus(mark)).plus(distance);
    return roundUp(new Big(sizeShares ?? 0).times(price.gt(1) ? 1 : price));
  }
  const coins = sizeShares === null ? new Big(sizeUsd ?? 0).div(mark) : new Big(sizeShares);
  const known =
    side === 'sell' && !bound.isAtMark && bound.knownPrice !== null ? new Big(bound.knownPrice) : mark;
  const worst = (known.gt(mark) ? known : mark).plus(slip);
  // Dollars that fill at the mark are exact already.
  if (sizeUsd !== null && bound.isAtMark) return roundUp(new Big(sizeUsd));
  return roundUp(coins.times(worst));
}

function roundUp(usd: Big): MicroUsd {
  const micro = Number(usd.times(MICRO_PER_USD).round(0, Big.roundUp));
  return micro >= Number.MAX_SAFE_INTEGER ? saturateMicroUsd(micro) : microUsd(micro);
}
