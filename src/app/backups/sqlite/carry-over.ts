import type { DatabaseSync } from 'node:sqlite';
import { hasTable } from './facts.ts';

/** Keys, codes, wallets and trading that were ended after a backup was made, and are therefore ended in it too. */
export interface CarriedOver {
  readonly revokedKeys: number;
  /** Number of keys that were rotated, or given an earlier end. */
  readonly shortenedKeys: number;
  readonly cancelledVouchers: number;
  /** Number of wallets that were removed by their owner or the operator, or that another owner proved to have. */
  readonly removedWallets: number;
  /** Number of halted switches, of all bots and of single bots. */
  readonly haltedBots: number;
}

/**
 * Ends in a copy what was ended after it was made: revoked or rotated keys, cancelled codes, removed wallets, halted
 * trading. A leaked key or code thus stays invalid.
 *
 * @param old Database that the copy replaces.
 * @param copy Database with the schema of this version, which is changed.
 */
export function carryOver(old: DatabaseSync, copy: DatabaseSync): CarriedOver {
  copy.exec('BEGIN IMMEDIATE');
  try {
    const carried = {
      revokedKeys: carryRevocations(old, copy),
      shortenedKeys: carryKeyEnds(old, copy),
      cancelledVouchers: carryCancelledVouchers(old, copy),
      removedWallets: carryRemovedWallets(old, copy),
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

/**
 * Removes wallets from the copy, except those that their owner has registered again. Transfers between two
 * registrations belong to no owner.
 */
function carryRemovedWallets(old: DatabaseSync, copy: DatabaseSync): number {
  if (!hasTable(old, 'former_wallet')) return 0;
  const remove = copy.prepare(
    'DELETE FROM wallet WHERE family = ? AND address = ? AND owner = ? AND registered_at = ?',
  );
  const note = copy.prepare(
    `INSERT INTO former_wallet (family, address, owner, registered_at, proved, ended_at, cause)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const endSpan = copy.prepare(
    `UPDATE wallet_span SET until_position = ? WHERE family = ? AND address = ? AND owner = ? AND scope = ?
       AND after_position = ? AND until_position IS NULL`,
  );
  const listSpans = old.prepare(
    `SELECT scope, after_position AS after, until_position AS until FROM wallet_span
     WHERE family = ? AND address = ? AND owner = ? AND until_position IS NOT NULL`,
  );
  const ended = old.prepare(
    `SELECT family, address, owner, registered_at, proved, ended_at, cause FROM former_wallet
     WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE wallet.family = former_wallet.family
       AND wallet.address = former_wallet.address AND wallet.owner = former_wallet.owner)`,
  );
  return countChanges(ended.iterate(), (row) => {
    const wallet = [row.family, row.address, row.owner] as [string, string, string];
    const removed = remove.run(...wallet, row.registered_at as number);
    if (removed.changes === 0) return removed;
    for (const { scope, after, until } of listSpans.all(...wallet)) {
      endSpan.run(until as number, ...wallet, scope as string, after as number);
    }
    note.run(
      ...wallet,
      row.registered_at as number,
      row.proved as number,
      row.ended_at as number,
      row.cause as string,
    );
    return removed;
  });
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
