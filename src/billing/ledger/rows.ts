import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountState } from './account-state.ts';
import type { AccountId } from './chart.ts';
import type { ChainedRow, TransferRow } from './hash-chain.ts';
import type { Hold } from './ledger.ts';
import type { AccountBalance, Debtor, LedgerEntry } from './ledger-views.ts';
import type { EntryType, IdempotencyKey } from './posting.ts';

/**
 * End of the hash chain of transfers, and whether the ledger accepts writes. An engine with several writers stores the
 * head as a row that each writer locks.
 */
export interface LedgerHead {
  /** Id of the last transfer; 0: none. */
  readonly lastTransfer: number;
  /** Time of the last transfer, epoch ms. */
  readonly lastTs: number;
  /** Hash of the last transfer; `CHAIN_START` before the first transfer. */
  readonly lastHash: Uint8Array;
  /** Reason why the ledger is closed for writes; null: the ledger is open. */
  readonly closedBecause: string | null;
}

/** A transfer out of a receivable account, which created a debt. */
export interface DebtRow {
  /** Id of the transfer. */
  readonly transfer: number;
  readonly ref: string | null;
  readonly amount: MicroUsd;
  /** Step number of the transfer in the receivable account. */
  readonly seq: number;
}

/** A transfer into a receivable account: a repayment or a write-off. */
export interface ReductionRow {
  readonly type: EntryType;
  readonly amount: MicroUsd;
  /** Step number of the transfer in the receivable account. */
  readonly seq: number;
}

/** A clean audit of the ledger. */
export interface AuditRow {
  /** Time of the audit, epoch ms. */
  readonly at: number;
  readonly whole: boolean;
  readonly transfers: number;
  readonly lastTransfer: number;
  readonly lastHash: Uint8Array;
}

/** Rows of the ledger within a transaction. */
export interface LedgerRows {
  readHead(): LedgerHead;
  /** Sums the money that has entered the ledger and not left it, in micro-USD: the sum of all positive balances. */
  readInCirculation(): MicroUsd;

  /** Finds an account; null: no transfer has touched it. */
  findAccount(id: AccountId): AccountState | null;
  putAccount(id: AccountId, account: AccountState): void;

  findTransfer(key: IdempotencyKey): ChainedRow | null;
  /** Inserts a transfer and makes it the head of the ledger. */
  insertTransfer(row: TransferRow): void;
  /** Lists the debts of an account, newest first, before a step number. */
  listDebts(receivable: AccountId, beforeSeq: number, limit: number): readonly DebtRow[];
  /** Lists the repayments and write-offs of an account, oldest first, after a step number. */
  listReductions(receivable: AccountId, afterSeq: number, limit: number): readonly ReductionRow[];

  findHold(key: IdempotencyKey): Hold | null;
  /** Inserts a hold. The engine assigns its id. */
  insertHold(hold: Omit<Hold, 'id'>): Hold;
  /** Updates state, capturing transfer, expiry and time of resolution of a hold. */
  updateHold(hold: Hold): void;

  insertAudit(row: AuditRow): void;
  /** Deletes all audits except the newest `count`. */
  keepNewestAudits(count: number): void;
  /** Closes an open ledger for writes. */
  insertClosure(reason: string, closedAt: number): void;
  endClosure(openedAt: number): void;
}

/** An entry of an owner, with its step number in the owner's account. */
export type EntryRow = LedgerEntry & { readonly seq: number };

/** Sums over all owners, in micro-USD. */
export interface FloatRow {
  /** Sum of the owners' balances. */
  readonly total: MicroUsd;
  readonly accounts: number;
  readonly nonZero: number;
  /** Sum of the owners' debts. */
  readonly owed: MicroUsd;
}

/** A transfer that created a debt. */
export interface DebtTransfer {
  readonly id: number;
  readonly ts: EpochMs;
  readonly ref: string | null;
  /** Further facts as JSON; null: none are stored. */
  readonly meta: string | null;
  readonly amount: MicroUsd;
}

/** Rows of the ledger that are committed. */
export interface LedgerQueries {
  /** Finds the reason why the ledger is closed for writes; null: the ledger is open. */
  findClosure(): Promise<string | null>;
  findAccount(id: AccountId): Promise<AccountState | null>;
  findHold(key: IdempotencyKey): Promise<Hold | null>;
  /** Lists pending holds that were overdue at a time, oldest first. */
  listOverdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]>;
  /** Lists owners in debt, the largest debt first. */
  listDebtors(limit: number): Promise<readonly Debtor[]>;
  /** Lists owners in debt who have available money, by name. @param after Last owner of the previous page. */
  listAbleDebtors(after: string, limit: number): Promise<readonly string[]>;
  /** Lists entries of an account, newest first, before a step number. */
  listEntries(account: AccountId, beforeSeq: number, limit: number): Promise<readonly EntryRow[]>;
  /** Lists transfers that created debts of an owner, newest first. */
  listDebtTransfers(receivable: AccountId, limit: number): Promise<readonly DebtTransfer[]>;
  /** Lists pending holds of an owner, oldest first. */
  listPendingHolds(owner: string, limit: number): Promise<readonly Hold[]>;
  /**
   * Sums the accounts that do not belong to an owner, by name. The receivable accounts are combined into one,
   * `receivable`.
   */
  sumAccounts(): Promise<readonly AccountBalance[]>;
  sumFloat(): Promise<FloatRow>;
  /** Finds the time of the last clean audit of the whole ledger, epoch ms; null: there was none. */
  findWholeAuditAt(): Promise<number | null>;
}
