import { bindOperations } from '../../../storage/procedure.ts';
import { ledgerRows } from '../../sql/rows.ts';
import { recordArrival } from '../operations/record.ts';
import { depositRows } from './deposit-rows.ts';

export const procedures = bindOperations(import.meta.url, [recordArrival], (tx) => ({
  ledger: ledgerRows(tx),
  deposits: depositRows(tx),
}));
