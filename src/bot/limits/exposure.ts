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

/** Size that an unfinished order may still open or close. */
export interface PendingOpening {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Maximum in micro-USD that the order may still open; 0: the order only closes. */
  readonly opensMicroUsd: MicroUsd;
  /**
   * Maximum size that a closing order may still close, in shares or coins as decimal text; 'all': the whole position.
   */
  readonly closes?: { readonly side: 'buy' | 'sell'; readonly shares: string };
}

/**
 * Whether the prices of a market are probabilities. A short position then consists of No shares, each worth one minus
 * the price.
 */
export function isBinaryMarket({ venue, storeKey }: Pick<HeldPosition, 'venue' | 'storeKey'>): boolean {
  const kind = findStoredKind(venue, storeKey);
  return kind !== null && KIND_TRAITS[kind].unit === 'probability';
}

/**
 * Computes the exposure of an open position: its cost, where No shares cost one minus the price, and a perpetual of
 * either side counts at its notional.
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

/** Maximum distance of an order's price from its mark price. */
export interface PriceBound {
  readonly maxSlippageBps: number;
  /** Whether the order fills at exactly the mark price. */
  readonly isAtMark: boolean;
  /**
   * Newest price that this service knows; null: none. A short position in a perpetual opens at the paid price, which
   * may be above the mark.
   */
  readonly knownPrice: number | null;
}

/**
 * Usual price step of probabilities. Where a market has a larger one, what the order may spend is known once it is
 * signed.
 */
const USUAL_TICK = 0.01;

/** Computes the maximum amount that an order may put at risk, micro-USD, rounded up. */
export function computeMostOpened(kind: AssetKind, terms: OpeningTerms, bound: PriceBound): MicroUsd {
  const { side, sizeUsd, sizeShares } = terms;
  const mark = new Big(terms.markPrice);
  const slip = bound.isAtMark ? new Big(0) : mark.times(bound.maxSlippageBps).div(10_000);
  if (KIND_TRAITS[kind].unit === 'probability') {
    // A purchase in dollars costs at most its size, at the worst price that its limit allows.
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
  // An order in dollars that fills at its mark costs exactly its size.
  if (sizeUsd !== null && bound.isAtMark) return roundUp(new Big(sizeUsd));
  return roundUp(coins.times(worst));
}

function roundUp(usd: Big): MicroUsd {
  const micro = Number(usd.times(MICRO_PER_USD).round(0, Big.roundUp));
  return micro >= Number.MAX_SAFE_INTEGER ? saturateMicroUsd(micro) : microUsd(micro);
}
