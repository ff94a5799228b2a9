import type { EpochMs } from '../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import type { AdminAction } from '../admin-actions.ts';
import {
  isLive,
  type KeyRecord,
  type KeySelection,
  MAX_GRACE_MS,
  type Revocation,
  writeVenues,
} from '../keys.ts';
import type { UsageRow } from '../usage.ts';
import { findKeyRow, selectKeyRows } from './key-rows.ts';

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

interface Revoke {
  readonly selection: KeySelection;
  readonly at: EpochMs;
  readonly by: AdminAction | null;
}

export const revokeProcedure = procedure('keys.revoke', (tx, { selection, at, by }: Revoke): Revocation => {
  const selected = selectKeyRows(tx, selection);
  const live = selected.filter((key) => isLive(key, at));
  const revoke = tx.get('UPDATE api_key SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  for (const { hash } of live) revoke.run(at, hash);
  if (by !== null) recordAdminAction(tx, by);
  return { isKnown: selected.length > 0, ended: live.map((key) => ({ ...key, revokedAt: at })) };
});

interface Rotate {
  readonly hash: string;
  readonly newHash: string;
  readonly now: EpochMs;
  readonly endsAt: EpochMs;
}

type Rotated =
  | { readonly status: 'not_live' }
  | { readonly status: 'already_rotated'; readonly successor: KeyRecord; readonly previous: KeyRecord }
  | { readonly status: 'rotated'; readonly record: KeyRecord; readonly previous: KeyRecord };

export const rotateProcedure = procedure(
  'keys.rotate',
  (tx, { hash, newHash, now, endsAt }: Rotate): Rotated => {
    const previous = findKeyRow(tx, hash);
    if (previous === null || !isLive(previous, now)) return { status: 'not_live' };
    const next = findSuccessor(tx, hash);
    if (next !== null && wasRotated(previous, next)) {
      return { status: 'already_rotated', successor: next, previous };
    }
    const record: KeyRecord = { ...previous, hash: newHash, createdAt: now, lastUsedAt: null };
    insertKey(tx, record);
    const expiresAt = Math.min(endsAt, previous.expiresAt ?? Number.POSITIVE_INFINITY) as EpochMs;
    tx.get('UPDATE api_key SET expires_at = ?, successor = ? WHERE hash = ?').run(expiresAt, newHash, hash);
    // What stood behind the key stays in its line.
    if (next !== null) tx.get('UPDATE api_key SET successor = ? WHERE hash = ?').run(next.hash, newHash);
    return { status: 'rotated', record, previous: { ...previous, expiresAt } };
  },
);

function findSuccessor(tx: Transaction, hash: string): KeyRecord | null {
  const successor = tx.get('SELECT successor FROM api_key WHERE hash = ?').get(hash)?.successor;
  return typeof successor === 'string' ? findKeyRow(tx, successor) : null;
}

/**
 * Whether the next key of a line replaced this one: then this one ends within a grace. Earlier versions rotated a key
 * more than once, and the keys that came of it were put in one line: the first of them is followed by another, and was
 * never rotated itself.
 */
function wasRotated({ expiresAt }: KeyRecord, { createdAt }: KeyRecord): boolean {
  return expiresAt !== null && expiresAt <= createdAt + MAX_GRACE_MS;
}

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
