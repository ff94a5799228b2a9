import type { EpochMs } from '../../../domain/index.ts';
import type { AccountState } from '../account-state.ts';
import type { TransferRow } from '../hash-chain.ts';
import type { PastCheck } from './past-decision.ts';

/** Position at which an audit ended that found everything in order. */
export interface AuditPosition {
  /** Id of the last transfer; 0: before the first. */
  readonly lastTransfer: number;
  readonly lastHash: Uint8Array;
}

/**
 * A transfer with the balances that the previous transfer left in its accounts; null: missing, although this is
 * not the first.
 */
export interface AuditedTransfer extends TransferRow {
  readonly srcBefore: number | null;
  readonly dstBefore: number | null;
}

/** An account beside its transfers. */
export interface AuditedAccount extends AccountState {
  readonly id: string;
  /** The balance after its newest transfer; null: there is no transfer, although its step count says so. */
  readonly after: number | null;
  /** Whether a transfer comes after the account's newest one. */
  readonly hasLater: boolean;
}

export interface AuditTotals {
  readonly accounts: number;
  readonly balances: number;
  /** Steps of all accounts. */
  readonly steps: number;
  readonly transfers: number;
  /** Owners, by the name of their account and by its kind. */
  readonly ownersByName: CountAndBalance;
  readonly ownersByKind: CountAndBalance;
}

export interface CountAndBalance {
  readonly count: number;
  readonly balance: number;
}

/** An account that holds something else than its pending holds are. */
export interface UnequalHolds {
  readonly id: string;
  readonly held: number;
  readonly pending: number;
}

/** Reads of one state of the ledger, in pages that do not grow with it. */
export interface AuditSnapshot {
  findLastAudit(): Promise<AuditPosition | null>;
  findHash(transfer: number): Promise<Uint8Array | null>;
  /** Lists transfers by id, after a given one. */
  listTransfers(after: number, limit: number): Promise<readonly AuditedTransfer[]>;
  /** Lists accounts by id, after a given one. */
  listAccounts(after: string, limit: number): Promise<readonly AuditedAccount[]>;
  /** The accounts with these ids, without ids that have none. */
  findAccounts(ids: readonly string[]): Promise<readonly AuditedAccount[]>;
  sumTotals(): Promise<AuditTotals>;
  /** Ids of accounts that have less than is held of them, and may not. */
  listOverdrawn(limit: number): Promise<readonly string[]>;
  listUnequalHolds(limit: number): Promise<readonly UnequalHolds[]>;
  /** Ids of holds whose state, transfer and amounts do not fit. */
  listWrongCaptures(limit: number): Promise<readonly number[]>;
  /** Ids of transfers that captured more than one hold. */
  listSharedCaptures(limit: number): Promise<readonly number[]>;
  /** Missing triggers and indexes that keep transfers append-only and their keys unique. */
  listMissingGuards(): Promise<readonly string[]>;
}

/** How an audit reaches the ledger beside its writers. */
export interface AuditSource {
  /** Runs an audit on one state of the ledger. */
  readSnapshot<Result>(work: (snapshot: AuditSnapshot) => Promise<Result>): Promise<Result>;
  /** Compares the database with the last audited transfer. An older copy of it does not fit, a rewritten one neither. */
  checkPast(): Promise<PastCheck>;
  /** Remembers, outside the database, up to where it was audited. One that cannot be written costs a whole audit. */
  writeMark(position: AuditPosition, now: EpochMs): Promise<void>;
  /** Keeps the mark that does not fit beside a new one. */
  keepMark(now: EpochMs): Promise<void>;
}
