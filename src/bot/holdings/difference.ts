import Big from 'big.js';
import { findStoredAsset, KIND_TRAITS, type VenueId } from '../../domain/index.ts';
import { MISMATCH_READINGS } from '../orders/mismatch.ts';
import type { HoldingRow } from './rows.ts';

/** Smallest difference in shares that fees and rounding do not explain. Coins of perpetuals are compared exactly. */
const DUST_SHARES = new Big('0.01');

/** Whether a difference is more than fees and rounding explain. */
export function isDifferent(venue: VenueId, storeKey: string, difference: Big): boolean {
  const ref = findStoredAsset(venue, storeKey);
  const isBinary = ref !== null && KIND_TRAITS[ref.kind].unit === 'probability';
  return isBinary ? difference.abs().gte(DUST_SHARES) : !difference.eq(0);
}

/**
 * Computes the unexplained size of a position: the size in the account, less the size that belongs to no bot, less the
 * sizes of the records.
 */
export function computeDifference(
  size: string,
  disowned: string,
  records: readonly { readonly size: string }[],
): Big {
  return records.reduce((left, record) => left.minus(record.size), new Big(size).minus(disowned));
}

/** Whether enough consecutive readings differed from the records to count as a mismatch. */
export function isMismatch({ differing }: Pick<HoldingRow, 'differing'>): boolean {
  return differing >= MISMATCH_READINGS;
}
