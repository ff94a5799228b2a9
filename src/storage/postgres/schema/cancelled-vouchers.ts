/** Time at which the operator cancelled a voucher, which can then no longer be redeemed. */
export const CANCELLED_VOUCHERS = `
  ALTER TABLE voucher ADD COLUMN cancelled_at bigint;

  DROP INDEX voucher_open;

  CREATE INDEX voucher_open ON voucher (expires_at, amount, redeemed_at, cancelled_at)
    WHERE redeemed_at IS NULL AND cancelled_at IS NULL;
`;
