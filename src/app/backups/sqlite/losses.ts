import type { DatabaseSync } from 'node:sqlite';
import { findLedgerEnd, hasTable } from './facts.ts';

/** Maximum number of rows that are listed individually. */
const MAX_NAMED = 20;

/** Tolerance for orders of a bot whose clock was set back. */
const CLOCK_SLACK_MS = 3_600_000;

/** Number of rows, with the first of them. */
export interface NamedRows<Row> {
  readonly count: number;
  readonly first: readonly Row[];
}

export interface LostTransfer {
  readonly ts: number;
  readonly type: string;
  readonly src: string;
  readonly dst: string;
  readonly amount: number;
  readonly ref: string | null;
}

export interface LostKey {
  readonly hash: string;
  readonly owner: string;
  readonly tier: string;
  readonly label: string | null;
  readonly botId: string;
}

export interface LostOrder {
  readonly orderId: string;
  readonly owner: string;
  readonly mode: string;
  readonly venue: string;
  readonly state: string;
  readonly clientOrderId: string;
  readonly venueOrderId: string | null;
}

export interface LostAddress {
  readonly scope: string;
  readonly owner: string;
  readonly address: string;
  /** Whether the file of addresses contains the address, so that the next start watches it again. */
  readonly isTold: boolean;
}

/** Rows of a service database that are missing in an earlier copy. */
export interface AccountLosses {
  readonly transfers: NamedRows<LostTransfer>;
  /** Time of the newest transfer that both have, in epoch ms; null: they share none. */
  readonly lastSharedMs: number | null;
  readonly keys: NamedRows<LostKey>;
  readonly vouchers: number;
  /** Number of vouchers redeemed after the copy was made. Their codes are valid again in the copy. */
  readonly reopenedVouchers: number;
  readonly orders: NamedRows<LostOrder>;
  readonly addresses: NamedRows<LostAddress>;
}

/**
 * Compares a database with the copy that replaces it.
 *
 * @param told Content of the file of addresses, which is kept.
 */
export function findAccountLosses(old: DatabaseSync, copy: DatabaseSync, told: string): AccountLosses {
  const shared = findLastShared(old, copy);
  const isIn = (table: string, key: string) => {
    const find = copy.prepare(`SELECT 1 FROM ${table} WHERE ${key} = ?`);
    return (value: string) => find.get(value) !== undefined;
  };
  const hasAddress = copy.prepare(
    'SELECT 1 FROM deposit_address WHERE scope = ? AND owner = ? AND address = ?',
  );
  const [hasKey, hasVoucher, hasOrder] = [
    isIn('api_key', 'hash'),
    isIn('voucher', 'hash'),
    isIn('bot_order', 'order_id'),
  ];
  const isOpen = copy.prepare('SELECT 1 FROM voucher WHERE hash = ? AND redeemed_at IS NULL');
  const newest = copy.prepare('SELECT MAX(created_at) AS at FROM bot_order').get()?.at ?? null;
  const lastSharedMs =
    shared === 0 ? null : Number(copy.prepare('SELECT ts FROM transfer WHERE id = ?').get(shared)?.ts);
  return {
    lastSharedMs,
    transfers: nameFirst(
      list<LostTransfer>(
        old,
        'transfer',
        `SELECT ts, type, src, dst, amount, ref FROM transfer WHERE id > ${shared} ORDER BY id`,
      ),
    ),
    keys: nameFirst(
      filter(
        list<LostKey>(
          old,
          'api_key',
          'SELECT hash, owner, tier, label, bot_id AS botId FROM api_key WHERE revoked_at IS NULL ORDER BY created_at, hash',
        ),
        ({ hash }) => !hasKey(hash),
      ),
    ),
    vouchers: count(
      filter(
        list<{ hash: string }>(old, 'voucher', 'SELECT hash FROM voucher'),
        ({ hash }) => !hasVoucher(hash),
      ),
    ),
    reopenedVouchers: count(
      filter(
        list<{ hash: string }>(old, 'voucher', 'SELECT hash FROM voucher WHERE redeemed_at IS NOT NULL'),
        ({ hash }) => isOpen.get(hash) !== undefined,
      ),
    ),
    orders: nameFirst(
      filter(
        list<LostOrder>(
          old,
          'bot_order',
          `SELECT order_id AS "orderId", owner, mode, venue, state, client_order_id AS "clientOrderId",
             venue_order_id AS "venueOrderId" FROM bot_order
           WHERE created_at >= ${newest === null ? 0 : Number(newest) - CLOCK_SLACK_MS}
           ORDER BY state IN ('reserved', 'submitted', 'resting') DESC, created_at`,
        ),
        ({ orderId }) => !hasOrder(orderId),
      ),
    ),
    addresses: nameFirst(
      findAddresses(
        list<Omit<LostAddress, 'isTold'>>(
          old,
          'deposit_address',
          'SELECT scope, owner, address FROM deposit_address ORDER BY seq',
        ),
        ({ scope, owner, address }) => hasAddress.get(scope, owner, address) === undefined,
        told,
      ),
    ),
  };
}

/**
 * Finds the newest transfer that two ledgers share; 0: none. Each hash covers all transfers before it, so a binary
 * search finds it.
 */
function findLastShared(old: DatabaseSync, copy: DatabaseSync): number {
  if (!hasTable(old, 'transfer')) return 0;
  const find = (db: DatabaseSync) => db.prepare('SELECT hash FROM transfer WHERE id = ?');
  const [one, two] = [find(old), find(copy)];
  const areEqual = (id: number) => {
    const [a, b] = [one.get(id)?.hash, two.get(id)?.hash];
    return a !== undefined && b !== undefined && Buffer.from(a as Uint8Array).equals(b as Uint8Array);
  };
  let low = 0;
  let high = Math.min(findLedgerEnd(old).lastTransfer, findLedgerEnd(copy).lastTransfer);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (areEqual(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function list<Row>(db: DatabaseSync, table: string, sql: string): Iterable<Row> {
  return hasTable(db, table) ? (db.prepare(sql).iterate() as unknown as Iterable<Row>) : [];
}

function* filter<Row>(rows: Iterable<Row>, isWanted: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (isWanted(row)) yield row;
}

function* findAddresses(
  rows: Iterable<Omit<LostAddress, 'isTold'>>,
  isLost: (row: Omit<LostAddress, 'isTold'>) => boolean,
  told: string,
): Generator<LostAddress> {
  const text = told.toLowerCase();
  for (const row of filter(rows, isLost)) {
    yield { ...row, isTold: text.includes(`"${row.address.toLowerCase()}"`) };
  }
}

function count(rows: Iterable<unknown>): number {
  return nameFirst(rows).count;
}

function nameFirst<Row>(rows: Iterable<Row>): NamedRows<Row> {
  const first: Row[] = [];
  let count = 0;
  for (const row of rows) {
    count++;
    if (first.length < MAX_NAMED) first.push({ ...row });
  }
  return { count, first };
}
