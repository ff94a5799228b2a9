import { bindOperations } from '../../../storage/procedure.ts';
import { depositRows } from '../../deposits/sql/deposit-rows.ts';
import { ledgerRows } from '../../sql/rows.ts';
import { takeEvent } from '../operations/take-event.ts';
import { eventRows } from './event-rows.ts';

export const procedures = bindOperations(import.meta.url, [takeEvent], (tx) => ({
  ledger: ledgerRows(tx),
  deposits: depositRows(tx),
  events: eventRows(tx),
}));
