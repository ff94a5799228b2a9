import type { Migration } from './migration.ts';

/** Time at which the operator cancelled a voucher, which can then no longer be redeemed. */
export const cancelledVouchers: Migration = {
  name: '0031-cancelled-vouchers',
  sql: `
    ALTER TABLE voucher ADD COLUMN cancelled_at INTEGER;
    DROP INDEX voucher_open;
    CREATE INDEX voucher_open ON voucher (expires_at, amount, redeemed_at, cancelled_at)
      WHERE redeemed_at IS NULL AND cancelled_at IS NULL;
  `,
};
