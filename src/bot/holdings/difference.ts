import Big from 'big.js';
import { findStoredAsset, KIND_TRAITS, type VenueId } from '../../domain/index.ts';
import { MISMATCH_READINGS } from '../orders/mismatch.ts';
import type { HoldingRow } from './rows.ts';

/** Largest remainder of shares that fees and roundings leave. Coins of perpetuals are compared exactly. */
const DUST_SHARES = new Big('0.01');

/** Whether a difference is more than a rounding. */
export function isDifferent(venue: VenueId, storeKey: string, difference: Big): boolean {
  const ref = findStoredAsset(venue, storeKey);
  const isBinary = ref !== null && KIND_TRAITS[ref.kind].unit === 'probability';
  return isBinary ? difference.abs().gte(DUST_SHARES) : !difference.eq(0);
}

/**
 * Computes the unexplained size of a position: size in the account, minus size that belongs to no bot, minus the sizes of
 * the records.
 */
export function computeDifference(
  size: string,
  disowned: string,
  records: readonly { readonly size: string }[],
): Big {
  return records.reduce((left, record) => left.minus(record.size), new Big(size).minus(disowned));
}

/** Whether enough readings in a row differed from the records for a mismatch. */
export function isMismatch({ differing }: Pick<HoldingRow, 'differing'>): boolean {
  return differing >= MISMATCH_READINGS;
}
