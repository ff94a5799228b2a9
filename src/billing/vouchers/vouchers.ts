import type { EpochMs, MicroUsd } from '../../domain/index.ts';

/** A voucher as it is stored. Its code is shown once, when it is issued. */
export interface VoucherRecord {
  /** SHA-256 of the code's symbols. */
  readonly hash: string;
  readonly microUsd: MicroUsd;
  readonly label: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly redeemedAt: EpochMs | null;
  readonly redeemedBy: string | null;
}

export interface VoucherRequest {
  readonly microUsd: MicroUsd;
  /** 1 to {@link MAX_VOUCHERS_AT_ONCE}. */
  readonly count: number;
  readonly label: string | null;
  readonly expiresAt: EpochMs | null;
}

export const MAX_VOUCHERS_AT_ONCE = 1_000;

/** In the order of `REFUSAL_ORDER`. */
export type RedeemOutcome =
  /** Unknown, mistyped, or redeemed before: the caller learns no more. */
  | { readonly status: 'invalid_code' }
  | { readonly status: 'expired' }
  | { readonly status: 'ceiling' }
  | { readonly status: 'redeemed'; readonly microUsd: MicroUsd; readonly balance: MicroUsd };

/** Codes of a fixed value, each good once. Every write throws {@link LedgerUnavailableError} as the ledger's do. */
export interface Vouchers {
  /** All of them, or none. @returns The codes. */
  issue(request: VoucherRequest): Promise<readonly string[]>;
  /**
   * Marks the voucher and credits the owner in one transaction. A caller who repeats the request
   * because the answer was lost gets the same result, as long as the process runs.
   */
  redeem(code: string, owner: string): Promise<RedeemOutcome>;
  /** Newest first. */
  list(limit: number): Promise<{ readonly vouchers: readonly VoucherRecord[]; readonly truncated: boolean }>;
}
