import { prepareChainRows } from '../../billing/deposits/chains/sql/chain-rows.ts';
import { prepareDepositRows } from '../../billing/deposits/sql/deposit-rows.ts';
import { prepareReviewRows } from '../../billing/review/sql/review-rows.ts';
import { prepareSourceRows } from '../../billing/sources/sql/source-rows.ts';
import { voucherBooks } from '../../billing/vouchers/sql/voucher-rows.ts';
import { bindOperations } from '../../storage/procedure.ts';
import { OPERATOR_OPERATIONS } from '../operations/operator.ts';
import { prepareAccountRows } from './accounts.ts';

export const procedures = bindOperations(import.meta.url, OPERATOR_OPERATIONS, (tx) => ({
  ...voucherBooks(tx),
  deposits: prepareDepositRows(tx),
  review: prepareReviewRows(tx),
  chains: prepareChainRows(tx),
  accounts: prepareAccountRows(tx),
  sources: prepareSourceRows(tx),
}));
