import type { LedgerRows } from '../../../ledger/rows.ts';
import type { ReviewRows } from '../../../review/rows.ts';
import type { DepositRows } from '../../rows.ts';
import type { ChainRows } from '../rows.ts';

/** Rows that a step of a chain uses. */
export interface StepRows {
  readonly ledger: LedgerRows;
  readonly deposits: DepositRows;
  readonly review: ReviewRows;
  readonly chains: ChainRows;
}
