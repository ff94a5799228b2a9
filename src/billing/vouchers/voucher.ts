import type { EpochMs, MicroUsd } from '../../domain/index.ts';

/** Stored form of a voucher. Its code is shown once, when it is issued. */
export interface VoucherRecord {
  /** SHA-256 of the code's symbols. */
  readonly hash: string;
  readonly microUsd: MicroUsd;
  readonly label: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly redeemedAt: EpochMs | null;
  readonly redeemedBy: string | null;
  /** Time when the operator cancelled the voucher; null: never. */
  readonly cancelledAt: EpochMs | null;
}

/** Selects the vouchers to cancel. */
export type VoucherSelection =
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'label'; readonly label: string }
  /** Vouchers that were issued from one time until another, both inclusive, epoch ms. */
  | { readonly kind: 'issued'; readonly fromMs: number; readonly toMs: number };

export type CancelOutcome =
  /** No voucher has the hash. */
  | { readonly status: 'invalid_code' }
  | {
      readonly status: 'cancelled';
      /** Number of vouchers that were cancelled by this call. */
      readonly cancelled: number;
      readonly microUsd: MicroUsd;
      readonly redeemedAlready: number;
    };

export interface VoucherRequest {
  readonly microUsd: MicroUsd;
  /** Number of codes: 1 to {@link MAX_VOUCHERS_AT_ONCE}. */
  readonly count: number;
  readonly label: string | null;
  readonly expiresAt: EpochMs | null;
}

export const MAX_VOUCHERS_AT_ONCE = 1_000;

/** Outcomes in the order of `REFUSAL_ORDER`. */
export type RedeemOutcome =
  /** The code is unknown, mistyped or redeemed before; the outcome does not say which. */
  | { readonly status: 'invalid_code' }
  | { readonly status: 'expired' }
  | { readonly status: 'ceiling' }
  | { readonly status: 'redeemed'; readonly microUsd: MicroUsd; readonly balance: MicroUsd };
