import { type MicroUsd, microUsd } from '../../../domain/index.ts';
import type { AccountState } from '../account-state.ts';
import type { AccountId } from '../chart.ts';
import type { ChainedRow, TransferRow } from '../hash-chain.ts';
import type { Hold } from '../ledger.ts';
import type { IdempotencyKey } from '../posting.ts';
import type { AuditRow, DebtRow, LedgerHead, LedgerRows, ReductionRow } from '../rows.ts';

/** Cached rows by key. An engine that repeats a failed call first undoes the changes of the call. */
export interface CachedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

/** Maps that are valid for one group of calls. */
export interface BalanceMaps {
  /** Maps that have one entry each, under {@link ONLY}. */
  readonly heads: CachedMap<LedgerHead>;
  readonly sums: CachedMap<MicroUsd>;
  readonly accounts: CachedMap<AccountState | null>;
}

/** Key of the only entry of a map. */
export const ONLY = '';

/**
 * Ledger rows that every posting of a group reads and changes (the head, the accounts, the money in circulation). They
 * are read at most once and changed in memory. Each engine defines how the changes are written, and which further rows
 * are cached.
 */
export abstract class CachedBalances<Maps extends BalanceMaps> implements LedgerRows {
  /** Statements that read and write the rows. */
  protected readonly stored: LedgerRows;
  protected readonly maps: Maps;

  constructor(stored: LedgerRows, maps: Maps) {
    this.stored = stored;
    this.maps = maps;
  }

  /** Receives a changed account. @param isNew Whether the account has no row yet. */
  protected abstract changeAccount(id: AccountId, account: AccountState, isNew: boolean): void;
  protected abstract addTransfer(row: TransferRow): void;

  abstract findTransfer(key: IdempotencyKey): ChainedRow | null;
  abstract listDebts(receivable: AccountId, beforeSeq: number, limit: number): readonly DebtRow[];
  abstract listReductions(receivable: AccountId, afterSeq: number, limit: number): readonly ReductionRow[];
  abstract findHold(key: IdempotencyKey): Hold | null;
  abstract insertHold(hold: Omit<Hold, 'id'>): Hold;
  abstract updateHold(hold: Hold): void;

  readHead(): LedgerHead {
    return keep(this.maps.heads, ONLY, () => this.stored.readHead());
  }

  readInCirculation(): MicroUsd {
    return keep(this.maps.sums, ONLY, () => this.stored.readInCirculation());
  }

  findAccount(id: AccountId): AccountState | null {
    return keep(this.maps.accounts, id, () => this.stored.findAccount(id));
  }

  putAccount(id: AccountId, account: AccountState): void {
    const before = this.findAccount(id);
    const gone = countOutside(account) - countOutside(before);
    // The first use reads the sum, which then includes all earlier writes of the transaction.
    if (gone !== 0) this.maps.sums.set(ONLY, microUsd(this.readInCirculation() + gone));
    this.maps.accounts.set(id, account);
    this.changeAccount(id, account, before === null);
  }

  insertTransfer(row: TransferRow): void {
    const { closedBecause } = this.readHead();
    this.addTransfer(row);
    this.maps.heads.set(ONLY, {
      lastTransfer: row.id,
      lastTs: row.ts,
      lastHash: row.hash,
      closedBecause,
    });
  }

  insertAudit(row: AuditRow): void {
    this.stored.insertAudit(row);
  }

  keepNewestAudits(count: number): void {
    this.stored.keepNewestAudits(count);
  }

  insertClosure(reason: string, closedAt: number): void {
    this.maps.heads.set(ONLY, { ...this.readHead(), closedBecause: reason });
    this.stored.insertClosure(reason, closedAt);
  }

  endClosure(openedAt: number): void {
    this.maps.heads.set(ONLY, { ...this.readHead(), closedBecause: null });
    this.stored.endClosure(openedAt);
  }
}

/** Returns the cached value of a key. Reads and caches it if it is unknown. */
export function keep<Value>(map: CachedMap<Value>, key: string, read: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = read();
  map.set(key, value);
  return value;
}

/**
 * Returns the part of the money in circulation that entered from an account: the negative balance of a source, and 0
 * for any other account.
 */
function countOutside(account: AccountState | null): number {
  if (account === null || (account.kind !== 'asset' && account.kind !== 'adjust')) return 0;
  return Math.max(0, -account.balance);
}
