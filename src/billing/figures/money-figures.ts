import type { EpochMs } from '../../domain/index.ts';
import type { DepositState } from '../deposits/deposit.ts';
import type { EntryType } from '../ledger/posting.ts';

/** Number of items, and their sum in micro-USD. For display only: the sum is exact up to 2^53. */
export interface CountAndSum {
  readonly count: number;
  readonly microUsd: number;
}

/** Deposits that wait for the operator. */
export interface WaitingDeposits extends CountAndSum {
  /** Time when the oldest waiting deposit was recorded; null: no deposit waits. */
  readonly oldestAt: EpochMs | null;
}

/** Figures of money for metrics and dashboards. No owner is named. */
export interface MoneyFigures {
  /** Transfers since the process began, by purpose. */
  readonly posted: ReadonlyMap<EntryType, CountAndSum>;
  /** Value of waiting deposits, less refunds. */
  readonly held: WaitingDeposits;
  readonly unattributed: WaitingDeposits;
  /** Number of owners in debt, and the sum of their debts. */
  readonly debts: CountAndSum;
  /** Vouchers that can still be redeemed. */
  readonly openVouchers: CountAndSum;
  /** Time at which the last clean audit over the whole ledger ended; null: none is known. */
  readonly wholeAuditAt: EpochMs | null;
}

/** Queries of committed rows for the money figures. Each query reads an index. */
export interface MoneyQueries {
  /** Finds the id of the last transfer; 0: none. */
  findLastTransfer(): Promise<number>;
  /**
   * Counts and sums transfers by type. `after` is the id before the first counted transfer, `upTo` the id of the last.
   */
  sumPosted(after: number, upTo: number): Promise<readonly (CountAndSum & { readonly type: EntryType })[]>;
  sumWaiting(state: DepositState): Promise<WaitingDeposits>;
  sumDebts(): Promise<CountAndSum>;
  /** Counts and sums the vouchers that can be redeemed at `now`. */
  sumOpenVouchers(now: EpochMs): Promise<CountAndSum>;
  findWholeAuditAt(): Promise<EpochMs | null>;
}

/** Result of the last comparison of recent deposits with their provider. */
export interface DepositComparison {
  readonly at: EpochMs;
  /** Micro-USD of deposits that could be compared. */
  readonly comparedMicroUsd: number;
  /** Part of the compared micro-USD that the provider confirms. */
  readonly confirmedMicroUsd: number;
  /** Time when the oldest deposit that the provider does not know was recorded; null: the provider knows all. */
  readonly oldestUnconfirmedAt: EpochMs | null;
}

/** Holds the last comparison of deposits with their provider; null until the first comparison ends. */
export class LastComparison {
  value: DepositComparison | null = null;
}

/** Reads the current money figures. */
export type ReadMoneyFigures = () => Promise<MoneyFigures>;
