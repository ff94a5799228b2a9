import type { MicroUsd } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/procedure.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { AccountState } from '../account-state.ts';
import type { AccountId } from '../chart.ts';
import { CHAIN_START, type ChainedRow, toChainedColumns } from '../hash-chain.ts';
import type { Hold } from '../ledger.ts';
import type { IdempotencyKey } from '../posting.ts';
import type { DebtRow, LedgerHead, LedgerRows, ReductionRow } from '../rows.ts';

/** Columns of `transfer` under the names that the hash chain uses. */
export const TRANSFER_COLUMNS = `id, ts, type, scope, idem, req_hash AS "reqHash", src, dst, amount,
  src_seq AS "srcSeq", src_after AS "srcAfter", dst_seq AS "dstSeq", dst_after AS "dstAfter", ref, meta`;

export const HOLD_COLUMNS = `id, scope, idem, owner, amount, state, created_at AS "createdAt", expires_at AS "expiresAt",
  resolved_at AS "resolvedAt", transfer_id AS "transferId"`;

const opened = new WeakMap<Statements, LedgerRows>();

/** Prepares the rows of the ledger on one connection. */
export function prepareLedgerRows(tx: Transaction): LedgerRows {
  const known = opened.get(tx);
  if (known !== undefined) return known;
  const rows = openLedgerRows(tx);
  opened.set(tx, rows);
  return rows;
}

/** Makes {@link prepareLedgerRows} of these statements return other rows, which an engine caches in memory for a group of calls. */
export function replaceLedgerRows(tx: Transaction, rows: LedgerRows): void {
  opened.set(tx, rows);
}

/**
 * Rows of the ledger as statements. Callers that know whether an account is new use the two halves of `putAccount`
 * directly.
 */
export interface StoredLedgerRows extends LedgerRows {
  insertAccount(id: AccountId, account: AccountState): void;
  updateAccount(id: AccountId, account: AccountState): void;
}

/**
 * Prepares the statements of the ledger for one transaction. Amounts are micro-USD. Transfers and their hashes are
 * append-only.
 */
export function openLedgerRows(tx: Transaction): StoredLedgerRows {
  return {
    ...openHead(tx),
    ...openAccounts(tx),
    ...openTransfers(tx),
    ...openHolds(tx),
    ...openAudits(tx),
    ...openClosures(tx),
  };
}

function prepareFind<Row>(tx: Transaction, sql: string): (...values: SqlValue[]) => Row | null {
  const statement = tx.get<Row>(sql);
  return (...values) => statement.get(...values) ?? null;
}

function prepareRun(tx: Transaction, sql: string): (...values: SqlValue[]) => void {
  const statement = tx.get(sql);
  return (...values) => void statement.run(...values);
}

/** The end of the chain of transfers, and the sum of what all accounts hold. */
function openHead(tx: Transaction) {
  const findLast = prepareFind<{ id: number; ts: number; hash: Uint8Array; closedBecause: string | null }>(
    tx,
    `SELECT id, ts, hash, (SELECT reason FROM ledger_closure WHERE opened_at IS NULL) AS "closedBecause"
     FROM transfer ORDER BY id DESC LIMIT 1`,
  );
  const findClosure = prepareFind<{ reason: string }>(
    tx,
    'SELECT reason FROM ledger_closure WHERE opened_at IS NULL',
  );
  const sumSources = prepareFind<{ total: MicroUsd }>(
    tx,
    `SELECT COALESCE(-SUM(balance), 0) AS total FROM account WHERE kind IN ('asset', 'adjust') AND balance < 0`,
  );
  return {
    readHead: (): LedgerHead => {
      const last = findLast();
      return {
        lastTransfer: last?.id ?? 0,
        lastTs: last?.ts ?? 0,
        lastHash: last?.hash ?? CHAIN_START,
        closedBecause: last === null ? (findClosure()?.reason ?? null) : last.closedBecause,
      };
    },
    readInCirculation: () => sumSources()!.total,
  } satisfies Partial<LedgerRows>;
}

function openAccounts(tx: Transaction) {
  const selectAccount = prepareFind<AccountState>(
    tx,
    'SELECT kind, balance, held, seq FROM account WHERE id = ?',
  );
  // The result has one fixed object shape, because postings copy it and rows of a driver are slow to copy.
  const findAccount = (id: AccountId): AccountState | null => {
    const row = selectAccount(id);
    if (row === null) return null;
    const { kind, balance, held, seq } = row;
    return { kind, balance, held, seq };
  };
  const updateKnown = prepareRun(tx, 'UPDATE account SET balance = ?, held = ?, seq = ? WHERE id = ?');
  const insertNew = prepareRun(
    tx,
    'INSERT INTO account (id, kind, balance, held, seq) VALUES (?, ?, ?, ?, ?)',
  );
  const insertAccount = (id: AccountId, { kind, balance, held, seq }: AccountState) =>
    insertNew(id, kind, balance, held, seq);
  const updateAccount = (id: AccountId, { balance, held, seq }: AccountState) =>
    updateKnown(balance, held, seq, id);
  return {
    findAccount,
    putAccount: (id, account) => {
      if (findAccount(id) === null) insertAccount(id, account);
      else updateAccount(id, account);
    },
    insertAccount,
    updateAccount,
  } satisfies Partial<StoredLedgerRows>;
}

function openTransfers(tx: Transaction) {
  const findTransfer = prepareFind<ChainedRow>(
    tx,
    `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE scope = ? AND idem = ?`,
  );
  const insertTransfer = prepareRun(
    tx,
    `INSERT INTO transfer (id, ts, type, scope, idem, req_hash, src, dst, amount, src_seq, src_after, dst_seq,
       dst_after, ref, meta, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const debts = tx.get<DebtRow>(
    `SELECT id AS "transfer", ref, amount, src_seq AS "seq" FROM transfer WHERE src = ? AND src_seq < ?
     ORDER BY src_seq DESC LIMIT ?`,
  );
  const reductions = tx.get<ReductionRow>(
    'SELECT type, amount, dst_seq AS "seq" FROM transfer WHERE dst = ? AND dst_seq > ? ORDER BY dst_seq LIMIT ?',
  );
  return {
    findTransfer: ({ scope, idem }: IdempotencyKey) => findTransfer(scope, idem),
    insertTransfer: (row) => insertTransfer(...toChainedColumns(row), row.prevHash, row.hash),
    listDebts: (receivable, beforeSeq, limit) => debts.all(receivable, beforeSeq, limit),
    listReductions: (receivable, afterSeq, limit) => reductions.all(receivable, afterSeq, limit),
  } satisfies Partial<LedgerRows>;
}

function openHolds(tx: Transaction) {
  const findHold = prepareFind<Hold>(tx, `SELECT ${HOLD_COLUMNS} FROM hold WHERE scope = ? AND idem = ?`);
  const insertHold = prepareFind<{ id: number }>(
    tx,
    `INSERT INTO hold (scope, idem, owner, amount, state, created_at, expires_at, resolved_at, transfer_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const updateHold = prepareRun(
    tx,
    'UPDATE hold SET state = ?, expires_at = ?, resolved_at = ?, transfer_id = ? WHERE id = ?',
  );
  return {
    findHold: ({ scope, idem }) => findHold(scope, idem),
    insertHold: (hold) => {
      const { scope, idem, owner, amount, state, createdAt, expiresAt, resolvedAt, transferId } = hold;
      const stored = insertHold(
        scope,
        idem,
        owner,
        amount,
        state,
        createdAt,
        expiresAt,
        resolvedAt,
        transferId,
      );
      return { id: stored!.id, ...hold };
    },
    updateHold: ({ id, state, expiresAt, resolvedAt, transferId }) =>
      updateHold(state, expiresAt, resolvedAt, transferId, id),
  } satisfies Partial<LedgerRows>;
}

function openAudits(tx: Transaction) {
  const insertAudit = prepareRun(
    tx,
    'INSERT INTO ledger_audit (at, whole, transfers, last_transfer, last_hash) VALUES (?, ?, ?, ?, ?)',
  );
  const keepNewestAudits = prepareRun(
    tx,
    'DELETE FROM ledger_audit WHERE id <= (SELECT id FROM ledger_audit ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  return {
    insertAudit: ({ at, whole, transfers, lastTransfer, lastHash }) =>
      insertAudit(at, whole ? 1 : 0, transfers, lastTransfer, lastHash),
    keepNewestAudits: (count) => keepNewestAudits(count),
  } satisfies Partial<LedgerRows>;
}

function openClosures(tx: Transaction) {
  const insertClosure = prepareRun(tx, 'INSERT INTO ledger_closure (closed_at, reason) VALUES (?, ?)');
  const endClosure = prepareRun(tx, 'UPDATE ledger_closure SET opened_at = ? WHERE opened_at IS NULL');
  return {
    insertClosure: (reason, closedAt) => insertClosure(closedAt, reason),
    endClosure: (openedAt) => endClosure(openedAt),
  } satisfies Partial<LedgerRows>;
}
