import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { EntryType } from './posting.ts';

export interface OwnerBalance {
  readonly microUsd: MicroUsd;
  readonly heldMicroUsd: MicroUsd;
}

/** An owner with a debt: the debt, the balance, and its held part, in micro-USD. */
export interface Debtor {
  readonly owner: string;
  readonly owedMicroUsd: MicroUsd;
  readonly microUsd: MicroUsd;
  readonly heldMicroUsd: MicroUsd;
}

/** A debt of an owner that is not fully repaid. */
export interface OpenDebt {
  /** Id of the transfer that created the debt. */
  readonly id: number;
  /** The part that is still owed. */
  readonly microUsd: MicroUsd;
  /** Reason of the debt: the operator's reason for a debit, or the event of a provider; null: none is known. */
  readonly reason: string | null;
  readonly since: EpochMs;
}

/** An account that does not belong to an owner, with its balance. */
export interface AccountBalance {
  readonly account: string;
  readonly balanceMicroUsd: number;
}

/** One change of an owner's balance. */
export interface LedgerEntry {
  readonly id: number;
  readonly ts: EpochMs;
  readonly type: EntryType;
  /** Change of the balance, with its sign. */
  readonly microUsd: number;
  readonly balanceAfter: MicroUsd;
  readonly ref: string | null;
}

export interface EntryPage {
  /** Entries of the page, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** Whether the account has older entries than those of the page. */
  readonly truncated: boolean;
  /** Cursor of the next page, which has older entries; null: there are none. */
  readonly nextCursor: string | null;
}

/** Sums over all customers: the service's liability to them, deposits in review, and their debts. */
export interface Float {
  readonly totalMicroUsd: MicroUsd;
  readonly accounts: number;
  readonly nonZeroAccounts: number;
  readonly heldForReviewMicroUsd: MicroUsd;
  readonly unattributedMicroUsd: MicroUsd;
  readonly receivableMicroUsd: MicroUsd;
}

/** A violated invariant of the ledger. */
export interface AuditFinding {
  readonly invariant:
    | 'sum_of_balances'
    | 'replay'
    | 'sequence'
    | 'available'
    | 'holds'
    | 'captures'
    | 'float'
    | 'hash_chain'
    | 'time_order'
    | 'append_only'
    | 'past'
    | 'file';
  readonly message: string;
}

export interface AuditReport {
  /** Whether all transfers were audited; false: those since the last audit. */
  readonly whole: boolean;
  readonly accounts: number;
  readonly transfers: number;
  /** The first {@link MAX_FINDINGS} findings. */
  readonly findings: readonly AuditFinding[];
  readonly lastTransfer: number;
  /**
   * Hash of the last transfer, lower-case hex. If it is kept elsewhere, it proves later that no earlier transfer was
   * changed.
   */
  readonly lastHash: string;
}

export const MAX_FINDINGS = 100;
