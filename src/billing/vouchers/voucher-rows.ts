import type { VoucherRecord, VoucherSelection } from './voucher.ts';

/** Stored form of a voucher; `hash` is unique. */
export interface VoucherRow extends VoucherRecord {
  /** Id of the transfer that credited the voucher. */
  readonly transferId: number | null;
}

/** Counts and sums of the vouchers of a selection. */
export interface VoucherTotals {
  /** Number of all vouchers in the selection. */
  readonly known: number;
  readonly redeemed: number;
  /** Number and sum of vouchers that are neither redeemed nor cancelled. */
  readonly open: number;
  readonly microUsd: number;
}

/** Rows of vouchers within a transaction. */
export interface VoucherRows {
  find(hash: string): VoucherRow | null;
  /** Inserts a voucher that can be redeemed. */
  insert(voucher: VoucherRow): void;
  /** Counts the vouchers of a selection. */
  count(selection: VoucherSelection): VoucherTotals;
  /** Cancels the open vouchers of a selection. @param at Epoch ms. */
  cancel(selection: VoucherSelection, at: number): void;
  /** Updates the columns of the redemption; the others stay as they are. */
  update(voucher: VoucherRow): void;
}

/** Rows of vouchers that are committed. */
export interface VoucherQueries {
  /** Lists vouchers, newest first. */
  list(limit: number): Promise<readonly VoucherRecord[]>;
}
