import type { EpochMs } from '../../domain/index.ts';
import type { AccountState } from './account-state.ts';
import type { ChainedRow, TransferRow } from './hash-chain.ts';
import type { Hold } from './ledger.ts';
import type { AccountBalance, Debtor, LedgerEntry } from './ledger-views.ts';
import type { EntryType, IdempotencyKey } from './posting.ts';

/**
 * Where the chain of transfers ends, and whether it may grow. An engine with many writers keeps it as the row they
 * lock.
 */
export interface LedgerHead {
  /** Id of the last transfer; 0: none. */
  readonly lastTransfer: number;
  /** Time of the last transfer, epoch ms. */
  readonly lastTs: number;
  /** `CHAIN_START` before the first transfer. */
  readonly lastHash: Uint8Array;
  /** Why nothing may be posted; null: the ledger is open. */
  readonly closedBecause: string | null;
}

/** A transfer out of a receivable account, which created a debt. */
export interface DebtRow {
  /** Id of the transfer. */
  readonly transfer: number;
  readonly ref: string | null;
  readonly amount: number;
  /** Number of the posting among those of the account. */
  readonly seq: number;
}

/** A transfer into a receivable account: a repayment or a write-off. */
export interface ReductionRow {
  readonly type: EntryType;
  readonly amount: number;
  /** Number of the posting among those of the account. */
  readonly seq: number;
}

/** An audit that found everything in order. */
export interface AuditRow {
  /** Time of the entry, epoch ms. */
  readonly at: number;
  readonly whole: boolean;
  readonly transfers: number;
  readonly lastTransfer: number;
  readonly lastHash: Uint8Array;
}

/** Rows of the ledger within a transaction. */
export interface LedgerRows {
  readHead(): LedgerHead;
  /** All money that ever entered and has not left, in micro-USD: the sum of all positive balances. */
  readInCirculation(): number;

  /** Finds the account; null: no transfer has touched it. */
  findAccount(id: string): AccountState | null;
  putAccount(id: string, account: AccountState): void;

  findTransfer(key: IdempotencyKey): ChainedRow | null;
  /** Inserts a transfer, which becomes the head. */
  insertTransfer(row: TransferRow): void;
  /** Lists debts, newest first, from before a step of the account. */
  listDebts(receivable: string, beforeSeq: number, limit: number): readonly DebtRow[];
  /** Lists reductions, oldest first, from after a step of the account. */
  listReductions(receivable: string, afterSeq: number, limit: number): readonly ReductionRow[];

  findHold(key: IdempotencyKey): Hold | null;
  /** Inserts a hold, which the engine numbers. */
  insertHold(hold: Omit<Hold, 'id'>): Hold;
  /** Changes state, capturing transfer, expiry and time of resolution of a hold. */
  updateHold(hold: Hold): void;

  insertAudit(row: AuditRow): void;
  /** Removes all audits but the newest `count`. */
  keepNewestAudits(count: number): void;
  /** Ends the writes of an open ledger. */
  insertClosure(reason: string, closedAt: number): void;
  endClosure(openedAt: number): void;
}

/** An entry of an owner, and its step of the account. */
export type EntryRow = LedgerEntry & { readonly seq: number };

/** Sums over all owners, in micro-USD. */
export interface FloatRow {
  /** Sum of all balances. */
  readonly total: number;
  readonly accounts: number;
  readonly nonZero: number;
  /** Sum of all debts. */
  readonly owed: number;
}

/** A transfer that made a debt. */
export interface DebtTransfer {
  readonly id: number;
  readonly ts: EpochMs;
  readonly ref: string | null;
  /** JSON; null: nothing is kept. */
  readonly meta: string | null;
  readonly amount: number;
}

/** Rows of the ledger that are committed. */
export interface LedgerQueries {
  /** Why nothing may be posted; null: the ledger is open. */
  findClosure(): Promise<string | null>;
  findAccount(id: string): Promise<AccountState | null>;
  findHold(key: IdempotencyKey): Promise<Hold | null>;
  /** Pending holds that were due before a time, oldest first. */
  listOverdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]>;
  /** Owners in debt, the largest debt first. */
  listDebtors(limit: number): Promise<readonly Debtor[]>;
  /** Owners in debt who have free money, by name. @param after The last one of the page before. */
  listAbleDebtors(after: string, limit: number): Promise<readonly string[]>;
  /** Lists entries, newest first, from before a step of the account. */
  listEntries(account: string, beforeSeq: number, limit: number): Promise<readonly EntryRow[]>;
  /** Transfers that made debts of an owner, newest first. */
  listDebtTransfers(receivable: string, limit: number): Promise<readonly DebtTransfer[]>;
  /** Holds of an owner that are pending, oldest first. */
  listPendingHolds(owner: string, limit: number): Promise<readonly Hold[]>;
  /** Accounts that are no owner's, by name; those of all debts are one, `receivable`. */
  sumAccounts(): Promise<readonly AccountBalance[]>;
  sumFloat(): Promise<FloatRow>;
  /** When everything was last found in order, epoch ms; null: never. */
  findWholeAuditAt(): Promise<number | null>;
}
