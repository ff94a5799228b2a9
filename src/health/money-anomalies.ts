import type { Anomaly } from './anomalies.ts';

/** How the ledger does. */
export interface MoneyFindings {
  /** Commits that failed within the last five minutes. */
  readonly failedWrites: number;
  /** Why nothing is posted; null: the ledger is open. */
  readonly closedBecause: string | null;
  /** Pending holds whose time has passed. */
  readonly overdueHolds: number;
  /** Micro-USD of deposits that wait for a decision. */
  readonly inReview: number;
}

/** What looks wrong with money just now. */
export function moneyAnomalies({
  failedWrites,
  closedBecause,
  overdueHolds,
  inReview,
}: MoneyFindings): Anomaly[] {
  const found: Anomaly[] = [];
  const add = (severity: Anomaly['severity'], code: Anomaly['code'], message: string, count?: number) =>
    found.push({ severity, code, venue: null, message, ...(count === undefined ? {} : { count }) });
  if (closedBecause !== null) {
    add('critical', 'ledger_invariant_broken', `nothing is posted: ${closedBecause}`);
  }
  if (failedWrites > 0) {
    add('critical', 'billing_write_failed', 'the service database could not be written', failedWrites);
  }
  if (overdueHolds > 0)
    add('warning', 'hold_stuck', 'money is set aside for longer than it should be', overdueHolds);
  if (inReview > 0) add('warning', 'deposits_held', `deposits wait for a decision: ${inReview} micro-USD`);
  return found;
}
