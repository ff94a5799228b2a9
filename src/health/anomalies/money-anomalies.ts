import type { Anomaly } from './anomaly.ts';
import { findReviewAnomalies, type WaitingMatters } from './review-anomalies.ts';

/** How the ledger does. */
export interface MoneyFindings {
  /** Commits that failed within the last five minutes. */
  readonly failedWrites: number;
  /** The session that held the database lock for which the newest of them waited; null: that was not the reason. */
  readonly lockHolder: string | null;
  /** Why nothing is posted; null: the ledger is open. */
  readonly closedBecause: string | null;
  /** Pending holds whose time has passed. */
  readonly overdueHolds: number;
  /** Matters that wait for a person. */
  readonly waiting: readonly WaitingMatters[];
  /** Time of the findings, epoch ms. */
  readonly nowMs: number;
  /** Chains whose deposits are not followed. Absent: none are watched. */
  readonly stalledWatchers?: readonly StalledChain[];
}

/** A chain whose deposits are not followed just now, or whose clock is not ours. */
export interface StalledChain {
  /** Sentence that names the chain, and why. */
  readonly message: string;
  /** Whether the watcher cannot continue on its own, or has stood for half an hour. */
  readonly isCritical: boolean;
  /** Code of the anomaly of the fault; absent: the general one. */
  readonly code?: 'chain_clock_differs';
}

/** Anomalies of money at this moment. */
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
