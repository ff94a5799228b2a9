import type { EpochMs } from '../../domain/index.ts';
import type { VoucherRow } from './voucher-rows.ts';

export interface RedemptionFacts {
  /** The voucher with the hash of the code; null: none. */
  readonly voucher: VoucherRow | null;
  /** Whether the check symbol of the code is right. */
  readonly isPlausible: boolean;
  readonly owner: string;
  /** Time of the owner's first redemption of this code whose commit answer was lost; null: none. */
  readonly unansweredSince: EpochMs | null;
  readonly now: EpochMs;
}

export type RedemptionDecision =
  | { readonly status: 'invalid_code' }
  | { readonly status: 'expired' }
  /** An earlier request of this owner redeemed the voucher, and its answer was lost; nothing changes. */
  | { readonly status: 'repeated'; readonly voucher: VoucherRow }
  | { readonly status: 'redeem'; readonly voucher: VoucherRow };

/**
 * Decides whether a code can be redeemed. Writes nothing. One outcome stands for every kind of invalid code, so that
 * the caller cannot tell them apart.
 */
export function decideRedemption({
  voucher,
  isPlausible,
  owner,
  unansweredSince,
  now,
}: RedemptionFacts): RedemptionDecision {
  if (voucher === null || !isPlausible) return { status: 'invalid_code' };
  const { redeemedAt, redeemedBy, cancelledAt } = voucher;
  if (redeemedAt !== null) {
    const isOwn = redeemedBy === owner && unansweredSince !== null && redeemedAt >= unansweredSince;
    return isOwn ? { status: 'repeated', voucher } : { status: 'invalid_code' };
  }
  if (cancelledAt !== null) return { status: 'invalid_code' };
  if (voucher.expiresAt !== null && now >= voucher.expiresAt) return { status: 'expired' };
  return { status: 'redeem', voucher };
}
