import { chainRows } from '../../billing/deposits/chains/sql/chain-rows.ts';
import { depositRows } from '../../billing/deposits/sql/deposit-rows.ts';
import { voucherBooks } from '../../billing/sql/vouchers.ts';
import { bindOperations } from '../../storage/procedure.ts';
import { OPERATOR_OPERATIONS } from '../operations/operator.ts';
import { accountRows } from './accounts.ts';

export const procedures = bindOperations(import.meta.url, OPERATOR_OPERATIONS, (tx) => ({
  ...voucherBooks(tx),
  deposits: depositRows(tx),
  chains: chainRows(tx),
  accounts: accountRows(tx),
}));
