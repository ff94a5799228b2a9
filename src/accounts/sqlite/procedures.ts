import type { EpochMs, VenueId } from '../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import type { AdminAction } from '../admin-actions.ts';
import { isLive, type KeyRecord, writeVenues } from '../keys.ts';
import type { UsageRow } from '../usage.ts';

export const KEY_COLUMNS = `hash, owner, tier, label, venues, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, bot_id AS botId, last_used_at AS lastUsedAt`;

export function toKeyRecord(row: unknown): KeyRecord {
  const record = row as KeyRecord & { venues: string };
  return { ...record, venues: record.venues === 'all' ? 'all' : (record.venues.split(',') as VenueId[]) };
}

export function findKeyRow(tx: Transaction, hash: string): KeyRecord | null {
  const row = tx.get(`SELECT ${KEY_COLUMNS} FROM api_key WHERE hash = ?`).get(hash);
  return row === undefined ? null : toKeyRecord(row);
}

/** An owner's uid goes into the addresses that belong to the owner; it is made once and never changes. */
function ensureOwner(tx: Transaction, owner: string, uid: Uint8Array, now: number): void {
  tx.get('INSERT INTO owner (name, uid, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING').run(
    owner,
    uid,
    now,
  );
}

export function recordAdminAction(
  tx: Transaction,
  { at, address, action, target, detail }: AdminAction,
): void {
  tx.get('INSERT INTO admin_action (at, address, action, target, detail) VALUES (?, ?, ?, ?, ?)').run(
    at,
    address,
    action,
    target,
    detail,
  );
}

function insertKey(tx: Transaction, record: KeyRecord): void {
  tx.get(
    `INSERT INTO api_key (hash, owner, tier, label, venues, created_at, expires_at, revoked_at, bot_id, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    record.hash,
    record.owner,
    record.tier,
    record.label,
    writeVenues(record.venues),
    record.createdAt,
    record.expiresAt,
    record.revokedAt,
    record.botId,
    record.lastUsedAt,
  );
}

interface Issue {
  readonly record: KeyRecord;
  readonly ownerUid: Uint8Array;
  readonly by: AdminAction | null;
}

export const issueProcedure = procedure('keys.issue', (tx, { record, ownerUid, by }: Issue): null => {
  ensureOwner(tx, record.owner, ownerUid, record.createdAt);
  insertKey(tx, record);
  if (by !== null) recordAdminAction(tx, by);
  return null;
});

export const revokeProcedure = procedure(
  'keys.revoke',
  (tx, { hash, now, by }: { hash: string; now: EpochMs; by: AdminAction | null }): KeyRecord | null => {
    tx.get('UPDATE api_key SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL').run(now, hash);
    if (by !== null) recordAdminAction(tx, by);
    return findKeyRow(tx, hash);
  },
);

interface Rotate {
  readonly hash: string;
  readonly newHash: string;
  readonly now: EpochMs;
  readonly endsAt: EpochMs;
}

export const rotateProcedure = procedure(
  'keys.rotate',
  (tx, { hash, newHash, now, endsAt }: Rotate): { record: KeyRecord; previous: KeyRecord } | null => {
    const previous = findKeyRow(tx, hash);
    if (previous === null || !isLive(previous, now)) return null;
    const record: KeyRecord = { ...previous, hash: newHash, createdAt: now, lastUsedAt: null };
    insertKey(tx, record);
    const expiresAt = Math.min(endsAt, previous.expiresAt ?? Number.POSITIVE_INFINITY) as EpochMs;
    tx.get('UPDATE api_key SET expires_at = ? WHERE hash = ?').run(expiresAt, hash);
    return { record, previous: { ...previous, expiresAt } };
  },
);

export const touchProcedure = procedure(
  'keys.touch',
  (tx, used: readonly (readonly [hash: string, at: number])[]): null => {
    const update = tx.get(
      'UPDATE api_key SET last_used_at = ?2 WHERE hash = ?1 AND COALESCE(last_used_at, 0) < ?2',
    );
    for (const [hash, at] of used) update.run(hash, at);
    return null;
  },
);

export const addUsageProcedure = procedure('usage.add', (tx, rows: readonly UsageRow[]): null => {
  const add = tx.get(
    `INSERT INTO usage (bot_id, month, endpoint, venue, n, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, month, endpoint, venue)
     DO UPDATE SET n = n + excluded.n, last_at = MAX(last_at, excluded.last_at)`,
  );
  for (const row of rows) {
    add.run(row.botId, row.month, row.endpoint, row.venue ?? '', row.count, row.firstAt, row.lastAt);
  }
  return null;
});

export const adminActionProcedure = procedure('admin.action', (tx, action: AdminAction): null => {
  recordAdminAction(tx, action);
  return null;
});

export const procedures = procedureModule(import.meta.url, [
  issueProcedure,
  revokeProcedure,
  rotateProcedure,
  touchProcedure,
  addUsageProcedure,
  adminActionProcedure,
]);
