import type { MicroUsd } from '../../../domain/index.ts';
import type { CachedRows, CachedRowsModule } from '../../../storage/sqlite/cached-rows.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { AccountState } from '../account-state.ts';
import type { AccountId } from '../chart.ts';
import type { ChainedRow, TransferRow } from '../hash-chain.ts';
import type { Hold } from '../ledger.ts';
import type { IdempotencyKey } from '../posting.ts';
import type { DebtRow, LedgerHead, ReductionRow } from '../rows.ts';
import { type BalanceMaps, CachedBalances } from '../sql/cached-balances.ts';
import { openLedgerRows, replaceLedgerRows, type StoredLedgerRows } from '../sql/rows.ts';

interface Maps extends BalanceMaps {
  readonly heads: Map<string, LedgerHead>;
  readonly sums: Map<string, MicroUsd>;
  readonly accounts: Map<string, AccountState | null>;
}

/**
 * Ledger rows of a group of calls. The head and each account are read once and written once, however many calls use
 * them. Transfers, holds and new accounts are written immediately, because other rows refer to them.
 */
class CachedAccounts extends CachedBalances<Maps> implements CachedRows {
  readonly #rows: StoredLedgerRows;
  /** Accounts whose row is not written yet. */
  readonly #changed = new Map<AccountId, AccountState>();

  constructor(own: Statements) {
    const rows = openLedgerRows(own);
    super(rows, { heads: new Map(), sums: new Map(), accounts: new Map() });
    this.#rows = rows;
  }

  writeBack(): void {
    for (const [id, account] of this.#changed) this.#rows.updateAccount(id, account);
    this.forget();
  }

  forget(): void {
    this.#changed.clear();
    for (const map of Object.values(this.maps)) map.clear();
  }

  findTransfer(key: IdempotencyKey): ChainedRow | null {
    return this.stored.findTransfer(key);
  }

  listDebts(receivable: AccountId, beforeSeq: number, limit: number): readonly DebtRow[] {
    return this.stored.listDebts(receivable, beforeSeq, limit);
  }

  listReductions(receivable: AccountId, afterSeq: number, limit: number): readonly ReductionRow[] {
    return this.stored.listReductions(receivable, afterSeq, limit);
  }

  findHold(key: IdempotencyKey): Hold | null {
    return this.stored.findHold(key);
  }

  insertHold(hold: Omit<Hold, 'id'>): Hold {
    return this.stored.insertHold(hold);
  }

  updateHold(hold: Hold): void {
    this.stored.updateHold(hold);
  }

  protected override changeAccount(id: AccountId, account: AccountState, isNew: boolean): void {
    if (isNew) this.#rows.insertAccount(id, account);
    else this.#changed.set(id, account);
  }

  protected override addTransfer(row: TransferRow): void {
    this.stored.insertTransfer(row);
  }
}

export const cachedRows: CachedRowsModule = {
  url: import.meta.url,
  open: (own, shared) => {
    const kept = new CachedAccounts(own);
    replaceLedgerRows(shared, kept);
    return kept;
  },
};
