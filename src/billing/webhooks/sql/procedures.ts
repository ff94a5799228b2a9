import { bindOperations } from '../../../storage/procedure.ts';
import { prepareDepositRows } from '../../deposits/sql/deposit-rows.ts';
import { prepareLedgerRows } from '../../ledger/sql/rows.ts';
import { prepareReviewRows } from '../../review/sql/review-rows.ts';
import { processEvent } from '../operations/process-event.ts';
import { prepareEventRows } from './event-rows.ts';

export const procedures = bindOperations(import.meta.url, [processEvent], (tx) => ({
  ledger: prepareLedgerRows(tx),
  deposits: prepareDepositRows(tx),
  review: prepareReviewRows(tx),
  events: prepareEventRows(tx),
}));
