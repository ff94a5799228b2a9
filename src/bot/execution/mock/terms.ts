import type { AssetKind } from '../../../domain/index.ts';
import { ceilTo, type Decimal, decimal } from '../common/decimal.ts';

/** What mock orders of one kind of asset are held to. */
export interface MockTerms {
  /** The smallest order, in dollars. */
  readonly minUsd: number;
  /** What taking costs by the venue's published rates for new accounts, in dollars; null: it publishes none. */
  readonly takerFeeUsd: (price: Decimal, size: Decimal) => Decimal | null;
}

const CENT = decimal('0.01');
const PERP_FEE_FRAC = decimal('0.00045');
const KALSHI_RATE = decimal('0.07');
/** The rate of most Polymarket categories; some take less, some more. */
const POLYMARKET_RATE = decimal('0.05');

const variance = (price: Decimal) => price.times(decimal(1).minus(price));

/**
 * The kinds that orders can be placed for. A kind of another venue has no row, so that its orders are refused rather
 * than filled by the terms of a venue that it is not of.
 *
 * @see docs/venues/
 */
const TERMS: Readonly<Partial<Record<AssetKind, MockTerms>>> = {
  'hl-perp': { minUsd: 10, takerFeeUsd: (price, size) => price.times(size).times(PERP_FEE_FRAC) },
  'hl-pred': { minUsd: 10, takerFeeUsd: () => decimal(0) },
  pm: { minUsd: 1, takerFeeUsd: (price, size) => POLYMARKET_RATE.times(size).times(variance(price)) },
  kalshi: {
    minUsd: 1,
    takerFeeUsd: (price, size) => ceilTo(KALSHI_RATE.times(size).times(variance(price)), CENT),
  },
  limitless: { minUsd: 1, takerFeeUsd: () => null },
};

/** Null: no order can be placed for assets of the kind. */
export function findTerms(kind: AssetKind): MockTerms | null {
  return Object.hasOwn(TERMS, kind) ? (TERMS[kind] ?? null) : null;
}

/** The smallest order in dollars; infinite where none can be placed. */
export function minUsd(kind: AssetKind): number {
  return findTerms(kind)?.minUsd ?? Number.POSITIVE_INFINITY;
}
