import type { DatabaseSync } from 'node:sqlite';
import type { OpenServiceDatabase, SchemaReads } from '../../../storage/service-database.ts';
import { readSchema } from '../../../storage/sqlite/schema-reads.ts';
import { SqliteStatements } from '../../../storage/sqlite/statements.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { auditLedger } from '../audit/audit.ts';
import type { PastReads } from '../audit/audit-mark.ts';
import { addPast, checkAuditMark, keepAuditMark, writeAuditMark } from '../audit/audit-mark.ts';
import type {
  AuditedAccount,
  AuditedTransfer,
  AuditPosition,
  AuditSnapshot,
  AuditSource,
  CountAndBalance,
  UnequalHolds,
} from '../audit/audit-queries.ts';
import { CHAIN_START } from '../hash-chain.ts';
import type { AuditReport } from '../ledger-views.ts';
import { TRANSFER_COLUMNS } from './rows.ts';

/** Builds the SQL of the balance of an account after one of its steps. */
const leftAt = (account: string, seq: string) =>
  `COALESCE((SELECT src_after FROM transfer WHERE src = ${account} AND src_seq = ${seq}),
     (SELECT dst_after FROM transfer WHERE dst = ${account} AND dst_seq = ${seq}))`;

const ACCOUNT = `SELECT id, kind, balance, held, seq,
    CASE WHEN seq = 0 THEN 0 ELSE ${leftAt('account.id', 'account.seq')} END AS after,
    ${leftAt('account.id', 'account.seq + 1')} AS later
  FROM account`;

type AccountRow = Omit<AuditedAccount, 'hasLater'> & { readonly later: number | null };

/** Opens the reads of an audit. The audit mark is a file in the data directory, beside the database. */
export function auditSource(database: OpenServiceDatabase): AuditSource {
  const { dataDir } = database;
  const reads = database.buildQueries(preparePastReads);
  return {
    readSnapshot: (work) => database.readSnapshot(auditSnapshot, work),
    checkPast: async () =>
      dataDir === null ? { fits: true, mismatch: null } : checkAuditMark(dataDir, reads),
    writeMark: async (position, now) => {
      if (dataDir !== null) writeAuditMark(dataDir, position, now);
    },
    keepMark: async (now) => {
      if (dataDir !== null) keepAuditMark(dataDir, now);
    },
  };
}

/** Prepares the reads for a comparison with the audit mark. */
export function preparePastReads(statements: Statements): PastReads {
  return {
    findHash: async (transfer) => readHash(statements, transfer),
    findEnd: async () => {
      const row = statements
        .get<{ id: number; hash: Uint8Array }>('SELECT id, hash FROM transfer ORDER BY id DESC LIMIT 1')
        .get();
      return { lastTransfer: row?.id ?? 0, lastHash: row?.hash ?? CHAIN_START };
    },
    findLastAudit: async () => {
      const row = statements
        .get<{ at: number; transfer: number; hash: Uint8Array }>(
          'SELECT at, last_transfer AS transfer, last_hash AS hash FROM ledger_audit ORDER BY id DESC LIMIT 1',
        )
        .get();
      return row === undefined ? null : { ...row, hash: Buffer.from(row.hash).toString('hex') };
    },
  };
}

/**
 * Audits the whole ledger for a command that runs beside a service. Writes nothing.
 *
 * @param dataDir Directory with the audit mark; absent: the ledger is not compared with earlier audits.
 */
export async function auditWhole(db: DatabaseSync, dataDir: string | null = null): Promise<AuditReport> {
  db.exec('BEGIN');
  try {
    const statements = new SqliteStatements(db);
    const report = await auditLedger(auditSnapshot(statements, readSchema(statements)), 'whole');
    if (dataDir === null) return report;
    return addPast(report, await checkAuditMark(dataDir, preparePastReads(statements)));
  } finally {
    db.exec('ROLLBACK');
  }
}

/** Prepares the reads of an audit. @param statements Statements that all read one consistent state of the ledger. */
export function auditSnapshot(statements: Statements, schema: SchemaReads): AuditSnapshot {
  const find = <Row>(sql: string, ...values: SqlValue[]) => statements.get<Row>(sql).get(...values) ?? null;
  const list = <Row>(sql: string, ...values: SqlValue[]) => statements.get<Row>(sql).all(...values);
  const listIds = <Id>(sql: string, ...values: SqlValue[]) =>
    list<{ id: Id }>(sql, ...values).map(({ id }) => id);
  const sum = (condition: string) =>
    find<CountAndBalance>(
      `SELECT COUNT(*) AS count, COALESCE(SUM(balance), 0) AS balance FROM account WHERE ${condition}`,
    )!;
  return {
    findLastAudit: async () =>
      find<AuditPosition>(
        `SELECT last_transfer AS "lastTransfer", last_hash AS "lastHash" FROM ledger_audit ORDER BY id DESC LIMIT 1`,
      ),
    findHash: async (transfer) => readHash(statements, transfer),
    listTransfers: async (after, limit) =>
      list<AuditedTransfer>(
        `SELECT ${TRANSFER_COLUMNS}, prev_hash AS "prevHash", hash,
           CASE WHEN src_seq = 1 THEN 0 ELSE ${leftAt('t.src', 't.src_seq - 1')} END AS "srcBefore",
           CASE WHEN dst_seq = 1 THEN 0 ELSE ${leftAt('t.dst', 't.dst_seq - 1')} END AS "dstBefore"
         FROM transfer t WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        limit,
      ),
    listAccounts: async (after, limit) =>
      list<AccountRow>(`${ACCOUNT} WHERE id > ? ORDER BY id LIMIT ?`, after, limit).map(toAccount),
    findAccounts: async (ids) =>
      ids.flatMap((id) => list<AccountRow>(`${ACCOUNT} WHERE id = ?`, id)).map(toAccount),
    sumTotals: async () => {
      const { balance: balances, count: accounts } = sum('TRUE');
      const { steps } = find<{ steps: number }>('SELECT COALESCE(SUM(seq), 0) AS steps FROM account')!;
      const { transfers } = find<{ transfers: number }>('SELECT COUNT(*) AS transfers FROM transfer')!;
      const ownersByName = sum(`id >= 'owner:' AND id < 'owner;'`);
      return { accounts, balances, steps, transfers, ownersByName, ownersByKind: sum(`kind = 'owner'`) };
    },
    listOverdrawn: async (limit) =>
      listIds(
        `SELECT id FROM account WHERE kind NOT IN ('asset', 'adjust') AND balance - held < 0 ORDER BY id LIMIT ?`,
        limit,
      ),
    listUnequalHolds: async (limit) =>
      list<UnequalHolds>(
        `SELECT a.id, a.held, COALESCE(h.total, 0) AS pending FROM account a
           LEFT JOIN (SELECT owner, SUM(amount) AS total FROM hold WHERE state = 'pending' GROUP BY owner) h
             ON a.id = 'owner:' || h.owner
         WHERE a.held <> COALESCE(h.total, 0)
         UNION ALL
         SELECT 'owner:' || owner, 0, SUM(amount) FROM hold WHERE state = 'pending'
           AND 'owner:' || owner NOT IN (SELECT id FROM account) GROUP BY owner LIMIT ?`,
        limit,
      ),
    listWrongCaptures: async (limit) =>
      listIds(
        `SELECT h.id FROM hold h LEFT JOIN transfer t ON t.id = h.transfer_id
         WHERE (h.state = 'captured') <> (h.transfer_id IS NOT NULL)
            OR h.state = 'captured' AND (t.id IS NULL OR t.src <> 'owner:' || h.owner OR t.amount > h.amount)
         LIMIT ?`,
        limit,
      ),
    listSharedCaptures: async (limit) =>
      listIds(
        `SELECT transfer_id AS id FROM hold WHERE transfer_id IS NOT NULL
         GROUP BY transfer_id HAVING COUNT(*) > 1 LIMIT ?`,
        limit,
      ),
    listMissingGuards: async () => {
      const triggers = schema.listTriggers('transfer');
      const isAppendOnly = ['transfer_no_delete', 'transfer_no_update'].every((name) =>
        triggers.includes(name),
      );
      return [
        ...(isAppendOnly ? [] : ['the triggers that forbid changes of transfers are missing']),
        ...(schema.countUniqueIndexes('transfer') >= 3 ? [] : ['a unique index of transfers is missing']),
      ];
    },
  };
}

function readHash(statements: Statements, transfer: number): Uint8Array | null {
  const row = statements.get('SELECT hash FROM transfer WHERE id = ?').get(transfer);
  return (row?.hash as Uint8Array | undefined) ?? null;
}

function toAccount({ later, ...account }: AccountRow): AuditedAccount {
  return { ...account, hasLater: later !== null };
}
