import type { AssetKind } from '../../../domain/index.ts';

/** Terms of mock orders for one kind of asset; the fee is the one that the venue publishes. */
export interface MockTerms {
  /** Value of the smallest order, in dollars. */
  readonly minUsd: number;
  /** Smallest step of a size, decimal text; of a perpetual without a step of its own. */
  readonly lot: string;
  /** Smallest step of a price; of perpetuals, and of markets that state none, where theirs is not known. */
  readonly tick: string;
  /** Whether purchases are stated in dollars: a better price then brings more shares. */
  readonly buysInDollars?: true;
  /** Whether the minimum applies to the size in whole lots at the limit price, instead of the dollars. */
  readonly minOfLots?: true;
  /** Number of shares in the smallest order, as in nearly all markets of the venue. */
  readonly minShares?: number;
}

/**
 * Terms of the kinds for which orders can be placed. Orders of a kind without terms are refused, never filled by the
 * terms of another venue. Source: docs/venues/
 */
const TERMS: Readonly<Partial<Record<AssetKind, MockTerms>>> = {
  'hl-perp': { minUsd: 10, lot: '0.000001', tick: '0', minOfLots: true },
  'hl-pred': { minUsd: 10, lot: '1', tick: '0.00001', minOfLots: true },
  pm: { minUsd: 1, lot: '0.01', tick: '0.01', buysInDollars: true, minShares: 5 },
  kalshi: { minUsd: 1, lot: '0.01', tick: '0.01' },
  limitless: { minUsd: 1, lot: '0.001', tick: '0.001' },
};

/** Step of sizes of a kind where a market states none; null: orders of the kind cannot be placed. */
export function findUsualLot(kind: AssetKind): string | null {
  return findTerms(kind)?.lot ?? null;
}

/** Finds the terms of a kind; null: orders of the kind cannot be placed. */
export function findTerms(kind: AssetKind): MockTerms | null {
  return Object.hasOwn(TERMS, kind) ? (TERMS[kind] ?? null) : null;
}
