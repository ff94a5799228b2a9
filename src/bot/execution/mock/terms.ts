import type { AssetKind } from '../../../domain/index.ts';

/** Terms of mock orders for one kind of asset; the fee is the one that the venue publishes. */
export interface MockTerms {
  /** Value of the smallest order, in dollars. */
  readonly minUsd: number;
  /** Smallest step of a size, decimal text; used where a market states none. */
  readonly lot: string;
  /** Smallest step of a price; used for perpetuals, and where a market states none. */
  readonly tick: string;
  /** Whether purchases are stated in dollars: a better price then brings more shares. */
  readonly buysInDollars?: true;
  /** Whether the minimum applies to the size in whole lots at the limit price, instead of the requested dollars. */
  readonly minOfLots?: true;
  /** Number of shares in the smallest order, as nearly all markets of the venue have it. */
  readonly minShares?: number;
}

/**
 * Terms of the kinds for which orders can be placed. An order of a kind without terms is refused and never filled by
 * the terms of another venue. Source: docs/venues/
 */
const TERMS: Readonly<Partial<Record<AssetKind, MockTerms>>> = {
  'hl-perp': { minUsd: 10, lot: '0.000001', tick: '0', minOfLots: true },
  'hl-pred': { minUsd: 10, lot: '1', tick: '0.00001', minOfLots: true },
  pm: { minUsd: 1, lot: '0.01', tick: '0.01', buysInDollars: true, minShares: 5 },
  kalshi: { minUsd: 1, lot: '0.01', tick: '0.01' },
  limitless: { minUsd: 1, lot: '0.001', tick: '0.001' },
};

/**
 * Finds the smallest step of a size for a kind where a market states none; null: orders of the kind cannot be placed.
 */
export function findUsualLot(kind: AssetKind): string | null {
  return findTerms(kind)?.lot ?? null;
}

/** Finds the terms of a kind; null: orders of the kind cannot be placed. */
export function findTerms(kind: AssetKind): MockTerms | null {
  return Object.hasOwn(TERMS, kind) ? (TERMS[kind] ?? null) : null;
}
