import type { MicroUsd } from '../../domain/index.ts';
import type { CachedRows, Load } from '../../storage/postgres/cached-rows.ts';
import type { Command } from '../../storage/postgres/replay.ts';
import type { ProcedureCall } from '../../storage/procedure.ts';
import type { SqlRow, Statements } from '../../storage/statements.ts';
import type { AccountState } from '../ledger/account-state.ts';
import type { AccountId } from '../ledger/chart.ts';
import type { ChainedRow, TransferRow } from '../ledger/hash-chain.ts';
import type { Hold } from '../ledger/ledger.ts';
import { FIRST_PAGE } from '../ledger/operations/pages.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';
import type { DebtRow, LedgerHead, ReductionRow } from '../ledger/rows.ts';
import { type BalanceMaps, CachedBalances, keep, ONLY } from '../ledger/sql/cached-balances.ts';
import { openLedgerRows, replaceLedgerRows } from '../ledger/sql/rows.ts';
import { loadLedger } from './loads.ts';
import { planRows } from './row-plan.ts';
import { writeAccounts, writeChangedHolds, writeNewHolds, writeTransfers } from './writes.ts';

const keyText = ({ scope, idem }: IdempotencyKey) => JSON.stringify([scope, idem]);

/** Changed rows of one call, or of all finished calls of a group. */
class Changes {
  readonly accounts = new Map<string, AccountState>();
  readonly transfers: TransferRow[] = [];
  readonly newHolds = new Map<number, Hold>();
  readonly changedHolds = new Map<number, Hold>();

  get isEmpty(): boolean {
    return this.accounts.size + this.transfers.length + this.newHolds.size + this.changedHolds.size === 0;
  }

  putHold(hold: Hold): void {
    if (this.newHolds.has(hold.id)) this.newHolds.set(hold.id, hold);
    else this.changedHolds.set(hold.id, hold);
  }

  addAll(other: Changes): void {
    for (const [id, account] of other.accounts) this.accounts.set(id, account);
    this.transfers.push(...other.transfers);
    for (const [id, hold] of other.newHolds) this.newHolds.set(id, hold);
    for (const hold of other.changedHolds.values()) this.putHold(hold);
  }

  toCommands(): Command[] {
    const commands: Command[] = [];
    // Foreign keys decide the order: accounts come before the transfers that refer to them, transfers before holds.
    if (this.accounts.size > 0) commands.push(writeAccounts([...this.accounts]));
    if (this.transfers.length > 0) commands.push(writeTransfers(this.transfers));
    if (this.newHolds.size > 0) commands.push(writeNewHolds([...this.newHolds.values()]));
    if (this.changedHolds.size > 0) commands.push(writeChangedHolds([...this.changedHolds.values()]));
    return commands;
  }
}

/** A map whose changes can be taken back to the beginning of a call. */
class UndoableMap<Value> {
  readonly #values = new Map<string, Value>();
  #before = new Map<string, Value | undefined>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    if (!this.#before.has(key)) this.#before.set(key, this.#values.get(key));
    this.#values.set(key, value);
  }

  begin(): void {
    this.#before = new Map();
  }

  rewind(): void {
    for (const [key, value] of this.#before) {
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
    }
    this.#before = new Map();
  }

  clear(): void {
    this.#values.clear();
    this.#before = new Map();
  }
}

/** Replaces the ledger rows of a transaction by rows that are cached for each group of calls. */
export function keepLedger(tx: Statements): CachedLedger {
  const kept = new CachedLedger(tx);
  replaceLedgerRows(tx, kept);
  return kept;
}

interface KnownDebts {
  /** Newest debts of the account, newest first, with those that the group created. */
  readonly newest: readonly DebtRow[];
  /** Whether the account has no older debts. */
  readonly isWhole: boolean;
}

interface Maps extends BalanceMaps {
  readonly heads: UndoableMap<LedgerHead>;
  readonly sums: UndoableMap<MicroUsd>;
  readonly accounts: UndoableMap<AccountState | null>;
}

/**
 * Ledger rows of a group of calls: read at most once from the server, changed in memory, written by one statement for
 * each table. A debit needs no round trip of its own.
 */
class CachedLedger extends CachedBalances<Maps> implements CachedRows {
  readonly #lastHolds = new UndoableMap<number>();
  readonly #transfers = new UndoableMap<ChainedRow | null>();
  readonly #holds = new UndoableMap<Hold | null>();
  /** Debts of the accounts that owed money when the group began. */
  readonly #debts = new UndoableMap<KnownDebts>();
  readonly #undoable = [
    ...Object.values(this.maps),
    this.#lastHolds,
    this.#transfers,
    this.#holds,
    this.#debts,
  ];
  readonly #findLastHold: () => SqlRow | undefined;
  #done = new Changes();
  #current = new Changes();

  constructor(tx: Statements) {
    super(openLedgerRows(tx), {
      heads: new UndoableMap(),
      sums: new UndoableMap(),
      accounts: new UndoableMap(),
    });
    const lastHold = tx.get('SELECT COALESCE(MAX(id), 0) AS id FROM hold');
    this.#findLastHold = () => lastHold.get();
  }

  plan(calls: readonly ProcedureCall[]): readonly Load[] {
    const keys = planRows(calls);
    if (keys === null) return [];
    return loadLedger(keys, {
      acceptHead: (head) => this.maps.heads.set(ONLY, head),
      sum: (sum) => this.maps.sums.set(ONLY, sum),
      acceptAccount: (id, account) => this.maps.accounts.set(id, account),
      transfer: (key, row) => this.#transfers.set(keyText(key), row),
      acceptDebts: (receivable, newest) =>
        this.#debts.set(receivable, { newest, isWhole: newest.length < FIRST_PAGE }),
    });
  }

  begin(): void {
    this.#done.addAll(this.#current);
    this.#current = new Changes();
    for (const map of this.#undoable) map.begin();
  }

  rewind(): void {
    this.#current = new Changes();
    for (const map of this.#undoable) map.rewind();
  }

  hasUnsent(): boolean {
    return !this.#current.isEmpty;
  }

  takeWrites(): readonly Command[] {
    const commands = this.#done.toCommands();
    this.#done = new Changes();
    return commands;
  }

  clear(): void {
    this.#done = new Changes();
    this.#current = new Changes();
    for (const map of this.#undoable) map.clear();
  }

  findTransfer(key: IdempotencyKey): ChainedRow | null {
    return keep(this.#transfers, keyText(key), () => this.stored.findTransfer(key));
  }

  listDebts(receivable: AccountId, beforeSeq: number, limit: number) {
    const known = this.#debts.get(receivable);
    if (known !== undefined) {
      const newest = known.newest.filter(({ seq }) => seq < beforeSeq).slice(0, limit);
      const oldest = known.newest.at(-1);
      if (newest.length === limit || known.isWhole || oldest === undefined) return newest;
      // Debts beyond the known ones are older than this group.
      const before = Math.min(beforeSeq, oldest.seq);
      return [...newest, ...this.stored.listDebts(receivable, before, limit - newest.length)];
    }
    // Debts of this call are only in memory. Changes of earlier calls are sent to the server together with this query.
    const made = this.#current.transfers
      .filter(({ src, srcSeq }) => src === receivable && srcSeq < beforeSeq)
      .map(toDebt)
      .reverse();
    return [...made, ...this.stored.listDebts(receivable, beforeSeq, limit)].slice(0, limit);
  }

  listReductions(receivable: AccountId, afterSeq: number, limit: number): readonly ReductionRow[] {
    const stored = this.stored.listReductions(receivable, afterSeq, limit);
    const made = this.#current.transfers
      .filter(({ dst, dstSeq }) => dst === receivable && dstSeq > afterSeq)
      .map(({ type, amount, dstSeq }) => ({ type, amount, seq: dstSeq }));
    return [...stored, ...made].slice(0, limit);
  }

  findHold(key: IdempotencyKey): Hold | null {
    return keep(this.#holds, keyText(key), () => this.stored.findHold(key));
  }

  insertHold(hold: Omit<Hold, 'id'>): Hold {
    const id = keep(this.#lastHolds, ONLY, () => Number(this.#findLastHold()?.id)) + 1;
    this.#lastHolds.set(ONLY, id);
    const stored = { id, ...hold };
    this.#holds.set(keyText(hold), stored);
    this.#current.newHolds.set(id, stored);
    return stored;
  }

  updateHold(hold: Hold): void {
    this.#holds.set(keyText(hold), hold);
    this.#current.putHold(hold);
  }

  protected override changeAccount(id: AccountId, account: AccountState): void {
    this.#current.accounts.set(id, account);
  }

  protected override addTransfer(row: TransferRow): void {
    this.#transfers.set(keyText(row), row);
    this.#current.transfers.push(row);
    const debts = this.#debts.get(row.src);
    if (debts !== undefined) {
      this.#debts.set(row.src, { ...debts, newest: [toDebt(row), ...debts.newest] });
    }
  }
}

function toDebt({ id, ref, amount, srcSeq }: TransferRow): DebtRow {
  return { transfer: id, ref, amount, seq: srcSeq };
}
