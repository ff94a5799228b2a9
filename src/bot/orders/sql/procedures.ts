import { prepareAccountRows } from '../../../accounts/sql/accounts.ts';
import { prepareLedgerRows } from '../../../billing/ledger/sql/rows.ts';
import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import { prepareControlRows } from '../../control/sql/controls.ts';
import { closeUnanswered } from '../operations/close-order.ts';
import { ORDER_OPERATIONS } from '../operations/order-operations.ts';
import { prepareOrderRows } from './order-rows.ts';

const openRows = (tx: Transaction) => ({
  orders: prepareOrderRows(tx),
  ledger: prepareLedgerRows(tx),
  control: prepareControlRows(tx),
  accounts: prepareAccountRows(tx),
});

export const procedures = bindOperations(import.meta.url, [...ORDER_OPERATIONS, closeUnanswered], openRows);
