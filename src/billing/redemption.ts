import type { EpochMs } from '../domain/index.ts';
import type { VoucherRow } from './voucher-rows.ts';

export interface RedemptionFacts {
  /** The voucher with the hash of the code; null: there is none. */
  readonly voucher: VoucherRow | null;
  /** The check symbol of the code is right. */
  readonly isPlausible: boolean;
  readonly now: EpochMs;
}

export type RedemptionDecision =
  | { readonly status: 'invalid_code' }
  | { readonly status: 'expired' }
  | { readonly status: 'redeem'; readonly voucher: VoucherRow };

/** Decides whether a code can be redeemed. Writes nothing. The caller never learns why a code is invalid. */
export function decideRedemption({ voucher, isPlausible, now }: RedemptionFacts): RedemptionDecision {
  if (voucher === null || !isPlausible || voucher.redeemedAt !== null) return { status: 'invalid_code' };
  if (voucher.expiresAt !== null && now >= voucher.expiresAt) return { status: 'expired' };
  return { status: 'redeem', voucher };
}
