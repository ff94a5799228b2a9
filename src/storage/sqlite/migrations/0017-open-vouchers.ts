import type { Migration } from './migration.ts';

/** An index of open vouchers: every scrape reads their worth from it alone, without those that have expired. */
export const openVouchers: Migration = {
  name: '0017-open-vouchers',
  sql: `
    DROP INDEX voucher_open;
    CREATE INDEX voucher_open ON voucher (expires_at, amount, redeemed_at) WHERE redeemed_at IS NULL;
  `,
};
