import type { Anomaly } from './anomaly.ts';
import { findReviewAnomalies, type WaitingMatters } from './review-anomalies.ts';

/** State of the ledger. */
export interface MoneyFindings {
  /** Number of commits that failed within the last five minutes. */
  readonly failedWrites: number;
  /**
   * Session that held the database lock for which the newest failed commit waited. null: the commit failed for another
   * reason.
   */
  readonly lockHolder: string | null;
  /** Reason why nothing is posted. null: the ledger is open. */
  readonly closedBecause: string | null;
  /** Number of pending holds that have expired. */
  readonly overdueHolds: number;
  /** Items that wait for a decision of the operator. */
  readonly waiting: readonly WaitingMatters[];
  /** Time of the findings, in epoch ms. */
  readonly nowMs: number;
  /** Chains whose deposits are not followed. Absent: none are watched. */
  readonly stalledWatchers?: readonly StalledChain[];
}

/** A chain whose deposits are currently not followed, or whose clock differs from ours. */
export interface StalledChain {
  /** Sentence with the name of the chain and the reason. */
  readonly message: string;
  /** Whether the watcher cannot continue without help, or has been stopped for half an hour. */
  readonly isCritical: boolean;
  /** Code of the anomaly. Absent: the general code. */
  readonly code?: 'chain_clock_differs';
}

/** Finds the current anomalies of money. */
export function findMoneyAnomalies({
  failedWrites,
  lockHolder,
  closedBecause,
  overdueHolds,
  waiting,
  nowMs,
  stalledWatchers = [],
}: MoneyFindings): Anomaly[] {
  const found: Anomaly[] = [];
  const add = (severity: Anomaly['severity'], code: Anomaly['code'], message: string, count?: number) =>
    found.push({ severity, code, venue: null, message, ...(count === undefined ? {} : { count }) });
  if (closedBecause !== null) {
    add('critical', 'ledger_invariant_broken', `nothing is posted: ${closedBecause}`);
  }
  if (failedWrites > 0) {
    const reason = lockHolder === null ? '' : `: ${lockHolder} holds the lock of the ledger`;
    add(
      'critical',
      'billing_write_failed',
      `the service database could not be written${reason}`,
      failedWrites,
    );
  }
  if (overdueHolds > 0)
    add(
      'warning',
      'hold_stuck',
      'money is set aside for longer than it should be: crosstape bot orders list',
      overdueHolds,
    );
  found.push(...findReviewAnomalies(waiting, nowMs));
  for (const { message, isCritical, code = 'deposit_watcher_stalled' } of stalledWatchers) {
    add(isCritical ? 'critical' : 'warning', code, message);
  }
  return found;
}
