import type { VoucherRecord } from './vouchers.ts';

/** A voucher as it is stored; `hash` is unique. */
export interface VoucherRow extends VoucherRecord {
  /** The transfer that credited it. */
  readonly transferId: number | null;
}

/** Rows of vouchers within a transaction. */
export interface VoucherRows {
  find(hash: string): VoucherRow | null;
  /** One that can be redeemed. */
  insert(voucher: VoucherRow): void;
  /** Changes only the columns of the redemption. */
  update(voucher: VoucherRow): void;
}

/** Rows of vouchers that are committed. */
export interface VoucherQueries {
  /** Newest first. */
  list(limit: number): Promise<readonly VoucherRecord[]>;
}
