import type { EpochMs } from '../../../domain/index.ts';
import type { AccountState } from '../account-state.ts';
import type { TransferRow } from '../hash-chain.ts';
import type { PastCheck } from './past-decision.ts';

/** Position at which a clean audit ended. */
export interface AuditPosition {
  /** Id of the last audited transfer; 0: no transfer exists. */
  readonly lastTransfer: number;
  readonly lastHash: Uint8Array;
}

/**
 * A transfer with the balances that the previous transfer of each account left; null: the previous transfer is missing,
 * although this one is not the first of the account.
 */
export interface AuditedTransfer extends TransferRow {
  readonly srcBefore: number | null;
  readonly dstBefore: number | null;
}

/** An account with the facts that its transfers state about it. */
export interface AuditedAccount extends AccountState {
  readonly id: string;
  /**
   * Balance after the account's newest transfer; null: the transfer is missing, although the step count of the account
   * names it.
   */
  readonly after: number | null;
  /** Whether a transfer has a higher step number than the account. */
  readonly hasLater: boolean;
}

export interface AuditTotals {
  readonly accounts: number;
  readonly balances: number;
  /** Sum of the step counts of all accounts. */
  readonly steps: number;
  readonly transfers: number;
  /** Owner accounts selected by the name of the account and, for comparison, by its kind. */
  readonly ownersByName: CountAndBalance;
  readonly ownersByKind: CountAndBalance;
}

export interface CountAndBalance {
  readonly count: number;
  readonly balance: number;
}

/** An account whose reserved amount differs from the sum of its pending holds. */
export interface UnequalHolds {
  readonly id: string;
  readonly held: number;
  readonly pending: number;
}

/** Reads of one consistent state of the ledger, in pages of bounded size. */
export interface AuditSnapshot {
  findLastAudit(): Promise<AuditPosition | null>;
  findHash(transfer: number): Promise<Uint8Array | null>;
  /** Lists transfers in ascending order of id, after a given id. */
  listTransfers(after: number, limit: number): Promise<readonly AuditedTransfer[]>;
  /** Lists accounts in ascending order of id, after a given id. */
  listAccounts(after: string, limit: number): Promise<readonly AuditedAccount[]>;
  /** Finds the accounts with these ids; ids without an account are left out. */
  findAccounts(ids: readonly string[]): Promise<readonly AuditedAccount[]>;
  sumTotals(): Promise<AuditTotals>;
  /**
   * Lists the ids of accounts whose balance is below the reserved amount, without the accounts that may go negative.
   */
  listOverdrawn(limit: number): Promise<readonly string[]>;
  listUnequalHolds(limit: number): Promise<readonly UnequalHolds[]>;
  /** Lists the ids of holds whose state, capturing transfer and amount contradict each other. */
  listWrongCaptures(limit: number): Promise<readonly number[]>;
  /** Lists the ids of transfers that captured more than one hold. */
  listSharedCaptures(limit: number): Promise<readonly number[]>;
  /** Lists the missing triggers and indexes that keep transfers append-only and keys unique. */
  listMissingGuards(): Promise<readonly string[]>;
}

/** Access of an audit to the ledger, beside the ledger's writers. */
export interface AuditSource {
  /** Runs an audit on one consistent state of the ledger. */
  readSnapshot<Result>(work: (snapshot: AuditSnapshot) => Promise<Result>): Promise<Result>;
  /**
   * Compares the database with the last audited transfer. An older copy or a rewritten database does not contain it.
   */
  checkPast(): Promise<PastCheck>;
  /**
   * Writes the audit mark, which is stored outside the database. If it cannot be written, the next start audits the
   * whole ledger.
   */
  writeMark(position: AuditPosition, now: EpochMs): Promise<void>;
  /** Keeps the mark that contradicts the ledger as a copy beside the new one. */
  keepMark(now: EpochMs): Promise<void>;
}
