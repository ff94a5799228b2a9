import { DAY_MS, type EpochMs } from '../../../domain/index.ts';
import { isPastClosure } from './past-decision.ts';

/**
 * Depth of an audit. `recent`: the transfers after the last clean audit, and their accounts. `start`: the same
 * transfers and every account, because a balance may have been altered without a transfer. `whole`: everything.
 */
export type AuditDepth = 'recent' | 'start' | 'whole';

export interface StartFacts {
  /** Reason of the closure; null: the ledger is open. */
  readonly closedBecause: string | null;
  /** Time of the last clean audit of the whole ledger, epoch ms; null: there was none. */
  readonly lastWholeAt: number | null;
  /**
   * Whether the database contains the last transfer that was audited on this machine; false for a restored or copied
   * file.
   */
  readonly isSameFile: boolean;
  readonly now: EpochMs;
}

/**
 * Decides how deep the audit at a start is, before the ledger accepts writes. Only a whole audit opens a closed ledger.
 */
export function decideStartAudit({ closedBecause, lastWholeAt, isSameFile, now }: StartFacts): AuditDepth {
  const age = lastWholeAt === null ? Number.POSITIVE_INFINITY : now - lastWholeAt;
  // An audit with a future time was stored before the clock was set back.
  const isRecent = age >= 0 && age <= DAY_MS;
  return closedBecause === null && isSameFile && isRecent ? 'start' : 'whole';
}

/**
 * Decides why the ledger accepts no writes after an audit; null: the ledger is open. A finding closes the ledger, a
 * clean whole audit opens it, and any other audit changes nothing. A ledger that contradicts earlier audits stays
 * closed until a person accepts it.
 */
export function decideClosure(
  closedBecause: string | null,
  audit: { readonly whole: boolean; readonly firstFinding: string | null },
): string | null {
  if (closedBecause !== null && isPastClosure(closedBecause)) return closedBecause;
  // A contradiction to earlier audits takes precedence over any other finding.
  if (audit.firstFinding !== null && isPastClosure(audit.firstFinding)) return audit.firstFinding;
  if (audit.firstFinding !== null) return closedBecause ?? audit.firstFinding;
  return audit.whole ? null : closedBecause;
}
