import { chainRows } from '../../billing/deposits/chains/sqlite/chain-rows.ts';
import { depositRows } from '../../billing/deposits/sqlite/deposit-rows.ts';
import { voucherBooks } from '../../billing/sqlite/vouchers.ts';
import { bindOperations } from '../../storage/procedure.ts';
import { OPERATOR_OPERATIONS } from '../operations/operator.ts';
import { accountRows } from './accounts.ts';

export const procedures = bindOperations(import.meta.url, OPERATOR_OPERATIONS, (tx) => ({
  ...voucherBooks(tx),
  deposits: depositRows(tx),
  chains: chainRows(tx),
  accounts: accountRows(tx),
}));
