import { DAY_MS, type EpochMs } from '../../../domain/index.ts';
import { isPastClosure } from './past-decision.ts';

/**
 * How much an audit reads. `recent`: transfers after the last clean audit, and their accounts. `start`: the same
 * transfers, and every account, which may have been altered beside the transfers. `whole`: everything.
 */
export type AuditDepth = 'recent' | 'start' | 'whole';

export interface StartFacts {
  /** Reason of the closure; null: the ledger is open. */
  readonly closedBecause: string | null;
  /** When everything was last found in order; null: never. */
  readonly lastWholeAt: number | null;
  /**
   * Whether the file contains the last transfer that was audited on this machine. false for a restored or copied file.
   */
  readonly isSameFile: boolean;
  readonly now: EpochMs;
}

/** How much a start audits before the ledger accepts writes. Only a whole audit opens a closed ledger. */
export function decideStartAudit({ closedBecause, lastWholeAt, isSameFile, now }: StartFacts): AuditDepth {
  const age = lastWholeAt === null ? Number.POSITIVE_INFINITY : now - lastWholeAt;
  // An audit of the future was written by a clock that has been set back since.
  const isRecent = age >= 0 && age <= DAY_MS;
  return closedBecause === null && isSameFile && isRecent ? 'start' : 'whole';
}

/**
 * Why the ledger accepts no writes after an audit; null: open. A finding closes it, a whole audit without one
 * opens it, and everything else leaves it as it was. A ledger that does not fit its past waits for a person.
 */
export function decideClosure(
  closedBecause: string | null,
  audit: { readonly whole: boolean; readonly firstFinding: string | null },
): string | null {
  if (closedBecause !== null && isPastClosure(closedBecause)) return closedBecause;
  // A ledger that does not fit its past is closed for that reason, whatever else an audit finds.
  if (audit.firstFinding !== null && isPastClosure(audit.firstFinding)) return audit.firstFinding;
  if (audit.firstFinding !== null) return closedBecause ?? audit.firstFinding;
  return audit.whole ? null : closedBecause;
}
