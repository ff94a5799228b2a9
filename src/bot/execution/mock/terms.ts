import type { AssetKind } from '../../../domain/index.ts';

/** Terms of mock orders of one kind of asset. Their fee is the venue's published one. */
export interface MockTerms {
  /** The smallest order, in dollars. */
  readonly minUsd: number;
  /** Smallest step of a size, decimal text; that of a perpetual is its own, and this one where it is not known. */
  readonly lot: string;
  /** Least step of a price; of a perpetual and where the market says so, its own. */
  readonly tick: string;
  /** Purchases are stated in dollars: a better price brings more shares. */
  readonly buysInDollars?: true;
  /** Whether the minimum applies to the size in whole lots at the limit price, instead of the dollars. */
  readonly minOfLots?: true;
  /** Fewest shares of an order, as of nearly all markets of the venue. */
  readonly minShares?: number;
}

/**
 * The kinds that orders can be placed for. A kind of another venue has no row, so that its orders are refused rather
 * than filled by the terms of a venue that it is not of.
 *
 * @see docs/venues/
 */
const TERMS: Readonly<Partial<Record<AssetKind, MockTerms>>> = {
  'hl-perp': { minUsd: 10, lot: '0.000001', tick: '0', minOfLots: true },
  'hl-pred': { minUsd: 10, lot: '1', tick: '0.00001', minOfLots: true },
  pm: { minUsd: 1, lot: '0.01', tick: '0.01', buysInDollars: true, minShares: 5 },
  kalshi: { minUsd: 1, lot: '0.01', tick: '0.01' },
  limitless: { minUsd: 1, lot: '0.001', tick: '0.001' },
};

/** The step of sizes of a kind where a market states none; null: no order can be placed for it. */
export function findUsualLot(kind: AssetKind): string | null {
  return findTerms(kind)?.lot ?? null;
}

/** Finds the terms of a kind; null: no order can be placed for its assets. */
export function findTerms(kind: AssetKind): MockTerms | null {
  return Object.hasOwn(TERMS, kind) ? (TERMS[kind] ?? null) : null;
}
