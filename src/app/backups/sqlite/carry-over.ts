import type { DatabaseSync } from 'node:sqlite';
import { hasTable } from './facts.ts';

/** What was ended since a backup was made, and is ended in it too. */
export interface CarriedOver {
  readonly revokedKeys: number;
  /** Rotated, or given an earlier end. */
  readonly shortenedKeys: number;
  readonly cancelledVouchers: number;
  /** Switches that stop trading, of all and of single bots. */
  readonly haltedBots: number;
}

/**
 * Ends in a copy what its owners ended since it was made: keys that were revoked or rotated, codes that were cancelled,
 * trading that was halted. Whatever leaked stays dead.
 *
 * @param old The database that the copy replaces.
 * @param copy Of the schema of this version, and written.
 */
export function carryOver(old: DatabaseSync, copy: DatabaseSync): CarriedOver {
  copy.exec('BEGIN IMMEDIATE');
  try {
    const carried = {
      revokedKeys: carryRevocations(old, copy),
      shortenedKeys: carryKeyEnds(old, copy),
      cancelledVouchers: carryCancelledVouchers(old, copy),
      haltedBots: carryHalts(old, copy),
    };
    copy.exec('COMMIT');
    return carried;
  } catch (error) {
    if (copy.isTransaction) copy.exec('ROLLBACK');
    throw error;
  }
}

function carryRevocations(old: DatabaseSync, copy: DatabaseSync): number {
  if (!hasTable(old, 'api_key')) return 0;
  const put = copy.prepare('UPDATE api_key SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  return countChanges(
    old.prepare('SELECT hash, revoked_at AS at FROM api_key WHERE revoked_at IS NOT NULL').iterate(),
    ({ hash, at }) => put.run(at as number, hash as string),
  );
}

function carryKeyEnds(old: DatabaseSync, copy: DatabaseSync): number {
  if (!hasTable(old, 'api_key')) return 0;
  const put = copy.prepare(
    'UPDATE api_key SET expires_at = ?1 WHERE hash = ?2 AND (expires_at IS NULL OR expires_at > ?1)',
  );
  return countChanges(
    old.prepare('SELECT hash, expires_at AS at FROM api_key WHERE expires_at IS NOT NULL').iterate(),
    ({ hash, at }) => put.run(at as number, hash as string),
  );
}

function carryCancelledVouchers(old: DatabaseSync, copy: DatabaseSync): number {
  const has = (db: DatabaseSync) =>
    db.prepare("SELECT 1 FROM pragma_table_info('voucher') WHERE name = 'cancelled_at'").get() !== undefined;
  if (!has(old) || !has(copy)) return 0;
  const put = copy.prepare(
    'UPDATE voucher SET cancelled_at = ? WHERE hash = ? AND cancelled_at IS NULL AND redeemed_at IS NULL',
  );
  return countChanges(
    old.prepare('SELECT hash, cancelled_at AS at FROM voucher WHERE cancelled_at IS NOT NULL').iterate(),
    ({ hash, at }) => put.run(at as number, hash as string),
  );
}

function carryHalts(old: DatabaseSync, copy: DatabaseSync): number {
  let halted = 0;
  if (hasTable(old, 'flag')) {
    const put = copy.prepare(
      `INSERT INTO flag (name, value, changed_at) VALUES (?, 1, ?)
       ON CONFLICT (name) DO UPDATE SET value = 1, changed_at = excluded.changed_at WHERE flag.value = 0`,
    );
    halted += countChanges(
      old.prepare('SELECT name, changed_at AS at FROM flag WHERE value = 1').iterate(),
      ({ name, at }) => put.run(name as string, at as number),
    );
  }
  if (hasTable(old, 'bot_control')) {
    const put = copy.prepare(
      'UPDATE bot_control SET killed = 1, changed_at = ? WHERE bot_id = ? AND killed = 0',
    );
    halted += countChanges(
      old.prepare('SELECT bot_id AS bot, changed_at AS at FROM bot_control WHERE killed = 1').iterate(),
      ({ bot, at }) => put.run(at as number, bot as string),
    );
  }
  return halted;
}

function countChanges(
  rows: Iterable<Record<string, unknown>>,
  put: (row: Record<string, unknown>) => { readonly changes: number | bigint },
): number {
  let count = 0;
  for (const row of rows) count += Number(put(row).changes);
  return count;
}
