import { bindOperations } from '../../../storage/procedure.ts';
import { prepareLedgerRows } from '../../ledger/sql/rows.ts';
import { prepareReviewRows } from '../../review/sql/review-rows.ts';
import { recordArrival } from '../operations/record.ts';
import { prepareDepositRows } from './deposit-rows.ts';

export const procedures = bindOperations(import.meta.url, [recordArrival], (tx) => ({
  ledger: prepareLedgerRows(tx),
  deposits: prepareDepositRows(tx),
  review: prepareReviewRows(tx),
}));
