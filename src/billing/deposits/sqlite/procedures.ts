import { procedure, procedureModule } from '../../../storage/sqlite/procedure.ts';
import type { Arrival, DepositLimits } from '../deposit.ts';
import { recordDeposit } from './record.ts';

interface RecordRequest {
  readonly arrival: Arrival;
  readonly limits: DepositLimits;
  readonly now: number;
}

export const recordProcedure = procedure('deposits.record', (tx, { arrival, limits, now }: RecordRequest) =>
  recordDeposit(tx, arrival, limits, now),
);

export const procedures = procedureModule(import.meta.url, [recordProcedure]);
