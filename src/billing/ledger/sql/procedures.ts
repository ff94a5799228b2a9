import { bindOperations } from '../../../storage/procedure.ts';
import { LEDGER_OPERATIONS } from '../operations/ledger-operations.ts';
import { prepareLedgerRows } from './rows.ts';

export const procedures = bindOperations(import.meta.url, LEDGER_OPERATIONS, prepareLedgerRows);
