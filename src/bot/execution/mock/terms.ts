import type { AssetKind } from '../../../domain/index.ts';

/** Terms of mock orders of one kind of asset. Their fee is the venue's published one. */
export interface MockTerms {
  /** The smallest order, in dollars. */
  readonly minUsd: number;
}

/**
 * The kinds that orders can be placed for. A kind of another venue has no row, so that its orders are refused rather
 * than filled by the terms of a venue that it is not of.
 *
 * @see docs/venues/
 */
const TERMS: Readonly<Partial<Record<AssetKind, MockTerms>>> = {
  'hl-perp': { minUsd: 10 },
  'hl-pred': { minUsd: 10 },
  pm: { minUsd: 1 },
  kalshi: { minUsd: 1 },
  limitless: { minUsd: 1 },
};

/** Null: no order can be placed for assets of the kind. */
export function findTerms(kind: AssetKind): MockTerms | null {
  return Object.hasOwn(TERMS, kind) ? (TERMS[kind] ?? null) : null;
}
