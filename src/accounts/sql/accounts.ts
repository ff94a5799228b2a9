import type { VenueId } from '../../domain/index.ts';
import { bindOperations, type Transaction } from '../../storage/procedure.ts';
import type { Statements } from '../../storage/statements.ts';
import type { StoredAction } from '../admin-actions.ts';
import type { KeySelection } from '../keys/keys.ts';
import type { UsageDay, UsageRow } from '../limits/usage.ts';
import { issueKey, reissueKey, revokeKeys, rotateKey, touchKeys } from '../operations/keys.ts';
import { addUsage, forgetUsageDays, takeUsage } from '../operations/usage.ts';
import type { AccountQueries, AccountRows, FlagRow, KeyRow, OwnerRow } from '../rows.ts';

const KEY_COLUMNS = `hash, owner, tier, label, venues, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, bot_id AS botId, last_used_at AS lastUsedAt, successor`;
const USAGE_COLUMNS =
  'bot_id AS botId, month, endpoint, venue, n AS count, first_at AS firstAt, last_at AS lastAt';
/** SQL of a key and all its successors, one after the other. */
const LINE = `WITH RECURSIVE line (hash) AS (
    SELECT hash FROM api_key WHERE hash = ?
    UNION
    SELECT successor FROM api_key JOIN line USING (hash) WHERE successor IS NOT NULL
  )
  SELECT hash FROM line`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, hash DESC';

/** Prepares the rows of keys, owners and usage for operations inside a transaction, as SQL for both engines. */
export function prepareAccountRows(tx: Transaction): AccountRows {
  return {
    findKey: (hash) => findKey(tx, hash),
    listKeys: (selection) => listKeys(tx, selection),
    insertKey: (row) => {
      tx.get(
        `INSERT INTO api_key (hash, owner, tier, label, venues, created_at, expires_at, revoked_at, bot_id,
           last_used_at, successor)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        row.hash,
        row.owner,
        row.tier,
        row.label,
        row.venues,
        row.createdAt,
        row.expiresAt,
        row.revokedAt,
        row.botId,
        row.lastUsedAt,
        row.successor,
      );
    },
    updateKey: ({ hash, expiresAt, revokedAt, lastUsedAt, successor }) => {
      tx.get(
        'UPDATE api_key SET expires_at = ?, revoked_at = ?, last_used_at = ?, successor = ? WHERE hash = ?',
      ).run(expiresAt, revokedAt, lastUsedAt, successor, hash);
    },
    touchKey: (hash, at) => {
      tx.get(
        'UPDATE api_key SET last_used_at = ? WHERE hash = ? AND (last_used_at IS NULL OR last_used_at < ?)',
      ).run(at, hash, at);
    },
    findOwner: (name) => findOwner(tx, name),
    insertOwner: ({ name, uid, createdAt }) => {
      tx.get('INSERT INTO owner (name, uid, created_at) VALUES (?, ?, ?)').run(name, uid, createdAt);
    },
    addUsage: (row) => {
      tx.get(
        `INSERT INTO usage (bot_id, month, endpoint, venue, n, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (bot_id, month, endpoint, venue)
         DO UPDATE SET n = usage.n + excluded.n,
           last_at = CASE WHEN excluded.last_at > usage.last_at THEN excluded.last_at ELSE usage.last_at END`,
      ).run(row.botId, row.month, row.endpoint, row.venue ?? '', row.count, row.firstAt, row.lastAt);
    },
    addUsageDay: ({ botId, day, count }) => {
      tx.get(
        `INSERT INTO usage_day (bot_id, day, n) VALUES (?, ?, ?)
         ON CONFLICT (bot_id, day) DO UPDATE SET n = usage_day.n + excluded.n`,
      ).run(botId, day, count);
    },
    deleteUsageDays: (before) => {
      tx.get('DELETE FROM usage_day WHERE day < ?').run(before);
    },
    sumUsage: (botId, month) =>
      (
        tx
          .get<{
            used: number;
          }>('SELECT COALESCE(SUM(n), 0) AS used FROM usage WHERE bot_id = ? AND month = ?')
          .get(botId, month) as {
          used: number;
        }
      ).used,
    putFlag: ({ name, value, changedAt }) => {
      tx.get(
        `INSERT INTO flag (name, value, changed_at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
      ).run(name, value ? 1 : 0, changedAt);
    },
    insertAdminAction: ({ at, address, action, target, detail }) => {
      tx.get('INSERT INTO admin_action (at, address, action, target, detail) VALUES (?, ?, ?, ?, ?)').run(
        at,
        address,
        action,
        target,
        detail,
      );
    },
  };
}

export const procedures = bindOperations(
  import.meta.url,
  [issueKey, reissueKey, revokeKeys, rotateKey, touchKeys, addUsage, takeUsage, forgetUsageDays],
  prepareAccountRows,
);

/** Reads of keys and usage outside of transactions, as SQL for both engines. */
export function prepareAccountQueries(reads: Statements): AccountQueries {
  return {
    findKey: async (hash) => findKey(reads, hash),
    listKeys: async (selection) => listKeys(reads, selection),
    findLiveKey: async (botId, now) =>
      reads
        .get<KeyRow>(
          `SELECT ${KEY_COLUMNS} FROM api_key WHERE bot_id = ? AND revoked_at IS NULL
             AND (expires_at IS NULL OR expires_at > ?) ${NEWEST_FIRST} LIMIT 1`,
        )
        .get(botId, now) ?? null,
    listNewestKeys: async (owner, limit) =>
      owner === null
        ? reads.get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key ${NEWEST_FIRST} LIMIT ?`).all(limit)
        : reads
            .get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE owner = ? ${NEWEST_FIRST} LIMIT ?`)
            .all(owner, limit),
    hasKey: async (botId) =>
      (botId === null
        ? reads.get('SELECT 1 FROM api_key LIMIT 1').get()
        : reads.get('SELECT 1 FROM api_key WHERE bot_id = ? LIMIT 1').get(botId)) !== undefined,
    findOwner: async (name) => findOwner(reads, name),
    listUsage: async (botId, month) =>
      reads
        .get(`SELECT ${USAGE_COLUMNS} FROM usage WHERE bot_id = ? AND month = ?`)
        .all(botId, month)
        .map(toUsageRow),
    listUsageDays: async (botId, from) =>
      reads
        .get<UsageDay>(
          'SELECT bot_id AS "botId", day, n AS count FROM usage_day WHERE bot_id = ? AND day >= ?',
        )
        .all(botId, from),
    findFirstUsageDay: async () =>
      reads.get<{ day: string | null }>('SELECT MIN(day) AS day FROM usage_day').get()?.day ?? null,
    listActions: async (before, limit) =>
      reads
        .get<StoredAction>(
          'SELECT id, at, address, action, target, detail FROM admin_action WHERE id < ? ORDER BY id DESC LIMIT ?',
        )
        .all(before, limit),
    findFlag: async (name) => {
      const row = reads.get('SELECT name, value, changed_at AS changedAt FROM flag WHERE name = ?').get(name);
      return row === undefined ? null : ({ ...row, value: row.value === 1 } as FlagRow);
    },
  };
}

function findKey(statements: Statements, hash: string): KeyRow | null {
  return statements.get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE hash = ?`).get(hash) ?? null;
}

function listKeys(statements: Statements, selection: KeySelection): readonly KeyRow[] {
  const { where, value } = describeSelection(selection);
  return statements
    .get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE ${where} ${NEWEST_FIRST}`)
    .all(value);
}

function describeSelection(selection: KeySelection): { readonly where: string; readonly value: string } {
  switch (selection.kind) {
    case 'key':
      return { where: `hash IN (${LINE})`, value: selection.hash };
    case 'bot':
      return { where: 'bot_id = ?', value: selection.botId };
    case 'owner':
      return { where: 'owner = ?', value: selection.owner };
  }
}

function findOwner(statements: Statements, name: string): OwnerRow | null {
  return (
    statements
      .get<OwnerRow>('SELECT name, uid, created_at AS createdAt FROM owner WHERE name = ?')
      .get(name) ?? null
  );
}

function toUsageRow(row: unknown): UsageRow {
  const { venue, ...rest } = row as Omit<UsageRow, 'venue'> & { readonly venue: VenueId | '' };
  return { ...rest, venue: venue === '' ? null : venue };
}
