import { formatIsoTime } from '../../../domain/index.ts';

/** A transfer that an audit saw. */
export interface AuditMark {
  /** Number of the transfer; 0: none. */
  readonly transfer: number;
  /** Hash in hex. */
  readonly hash: string;
  /** Time of the audit, epoch ms; null: not known. */
  readonly at: number | null;
}

/** The end of a ledger. */
export interface LedgerEnd {
  /** Number of the last transfer; 0: none. */
  readonly transfer: number;
  /** Hash in hex. */
  readonly hash: string;
}

export interface PastFacts {
  readonly mark: AuditMark;
  /** Hash of the transfer with the number of the mark; null: none. Hex. */
  readonly hashAtMark: string | null;
  readonly end: LedgerEnd;
}

/** `rolled_back`: the ledger ends before the mark. `rewritten`: it has another transfer in its place. */
export type PastKind = 'rolled_back' | 'rewritten';

/** Difference of a ledger from an earlier audit. */
export interface PastMismatch {
  readonly kind: PastKind;
  readonly mark: AuditMark;
  readonly hashAtMark: string | null;
  readonly end: LedgerEnd;
}

/** Decides whether a ledger contains what an audit saw of it. @returns null when it does. */
export function decidePast({ mark, hashAtMark, end }: PastFacts): PastMismatch | null {
  if (mark.transfer === 0 || hashAtMark === mark.hash) return null;
  return { kind: hashAtMark === null ? 'rolled_back' : 'rewritten', mark, hashAtMark, end };
}

/** Begins the reason of a closure that no audit ends: a person has to accept the ledger. */
const PAST = 'the ledger does not fit its past: ';

/** Describes both sides in a sentence, with the command that accepts the ledger as it is. */
export function describePast({ kind, mark, hashAtMark, end }: PastMismatch): string {
  const when = mark.at === null ? '' : ` on ${formatIsoTime(mark.at)}`;
  const seen = `transfer ${mark.transfer} with hash ${mark.hash} was audited here${when}`;
  return kind === 'rolled_back'
    ? `${PAST}${seen}; this ledger ends with transfer ${end.transfer}, hash ${end.hash}: bring the newer one back, or crosstape ledger accept --restored`
    : `${PAST}${seen}; this ledger has hash ${hashAtMark} there and ends with transfer ${end.transfer}, hash ${end.hash}: find out who rewrote it, or crosstape ledger accept --rewritten --hash <hash>`;
}

/** A ledger that does not fit its past, as a person reads it. */
export interface PastFinding {
  readonly kind: PastKind;
  readonly message: string;
}

/** The kind that the reason of such a closure states. */
export function readPastKind(reason: string): PastKind {
  return reason.includes('--rewritten') ? 'rewritten' : 'rolled_back';
}

/** Whether the reason of a closure is that the ledger does not fit its past. */
export function isPastClosure(reason: string): boolean {
  return reason.startsWith(PAST);
}

/** Result of the comparison of a ledger with its mark. */
export interface PastCheck {
  /** A mark exists, and the ledger contains the transfer that it names. */
  readonly fits: boolean;
  /** Contradiction between the ledger and its past; null: the ledger fits, or there is no mark. */
  readonly mismatch: PastMismatch | null;
}
