import { formatIsoTime } from '../../../domain/index.ts';

/** A transfer that an audit found in the ledger. */
export interface AuditMark {
  /** Id of the transfer; 0: the ledger was empty. */
  readonly transfer: number;
  /** Hash of the transfer, lower-case hex. */
  readonly hash: string;
  /** Time of the audit, epoch ms; null: not known. */
  readonly at: number | null;
}

/** The last transfer of a ledger. */
export interface LedgerEnd {
  /** Id of the last transfer; 0: the ledger is empty. */
  readonly transfer: number;
  /** Hash of the last transfer, lower-case hex. */
  readonly hash: string;
}

export interface PastFacts {
  readonly mark: AuditMark;
  /** Hash of the ledger's transfer with the id of the mark, lower-case hex; null: there is no such transfer. */
  readonly hashAtMark: string | null;
  readonly end: LedgerEnd;
}

/**
 * `rolled_back`: the ledger ends before the marked transfer. `rewritten`: it has a different transfer under that id.
 */
export type PastKind = 'rolled_back' | 'rewritten';

/** Contradiction between a ledger and an earlier audit. */
export interface PastMismatch {
  readonly kind: PastKind;
  readonly mark: AuditMark;
  readonly hashAtMark: string | null;
  readonly end: LedgerEnd;
}

/** Decides whether a ledger still contains the transfer that an audit found. @returns null when it does. */
export function decidePast({ mark, hashAtMark, end }: PastFacts): PastMismatch | null {
  if (mark.transfer === 0 || hashAtMark === mark.hash) return null;
  return { kind: hashAtMark === null ? 'rolled_back' : 'rewritten', mark, hashAtMark, end };
}

/**
 * Beginning of the closure reason of a ledger that contradicts an earlier audit. No audit opens such a ledger: a person
 * has to accept it.
 */
const PAST = 'the ledger does not fit its past: ';

/** Describes the mark and the ledger in a sentence, with the command that accepts the ledger as it is. */
export function describePast({ kind, mark, hashAtMark, end }: PastMismatch): string {
  const when = mark.at === null ? '' : ` on ${formatIsoTime(mark.at)}`;
  const seen = `transfer ${mark.transfer} with hash ${mark.hash} was audited here${when}`;
  return kind === 'rolled_back'
    ? `${PAST}${seen}; this ledger ends with transfer ${end.transfer}, hash ${end.hash}: bring the newer one back, or crosstape ledger accept --restored`
    : `${PAST}${seen}; this ledger has hash ${hashAtMark} there and ends with transfer ${end.transfer}, hash ${end.hash}: find out who rewrote it, or crosstape ledger accept --rewritten --hash <hash>`;
}

/** A contradiction between a ledger and an earlier audit, as a message for a person. */
export interface PastFinding {
  readonly kind: PastKind;
  readonly message: string;
}

/** Reads the kind of the contradiction from the reason of a closure. */
export function readPastKind(reason: string): PastKind {
  return reason.includes('--rewritten') ? 'rewritten' : 'rolled_back';
}

/** Whether a closure reason says that the ledger contradicts an earlier audit. */
export function isPastClosure(reason: string): boolean {
  return reason.startsWith(PAST);
}

/** Result of the comparison of a ledger with its mark. */
export interface PastCheck {
  /** Whether a mark exists and the ledger contains the transfer that it names. */
  readonly fits: boolean;
  /** Contradiction between the ledger and an earlier audit; null: there is none. */
  readonly mismatch: PastMismatch | null;
}
