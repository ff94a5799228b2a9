import type { VenueId } from '../../../domain/index.ts';
import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { CredentialKey } from '../../../vault/vault-record.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import type { OrderLeg } from '../../orders/order.ts';
import type { PositionRow } from '../../orders/rows.ts';
import { prepareOrderRows } from '../../orders/sql/order-rows.ts';
import { storeReading, storeUnread } from '../operations/readings.ts';
import { reconcile } from '../operations/reconcile.ts';
import type {
  AccountEventRow,
  AccountRow,
  HoldingKey,
  HoldingQueries,
  HoldingRow,
  HoldingRows,
  OwnedMarket,
} from '../rows.ts';

const ACCOUNT_COLUMNS = `owner, venue, account, free_usd AS "freeUsd", since, checked_at AS "checkedAt",
  next_at AS "nextAt", problem`;
const HOLDING_COLUMNS = `owner, venue, store_key AS "storeKey", asset, size, yes, no, disowned, difference, differing,
  checked_at AS "checkedAt"`;
const IS_OPEN = `state IN ('reserved', 'submitted', 'resting')`;
/** Selects the records of an owner's bots: a bot belongs to the owner of the key that placed its orders. */
const RECORDS = `SELECT p.bot_id AS "botId", p.mode, p.venue, p.store_key AS "storeKey", p.asset, p.size,
    p.cost AS "costMicroUsd"
  FROM bot_position p WHERE p.venue = ? AND p.mode = 'live'
    AND EXISTS (SELECT 1 FROM bot_order o WHERE o.bot_id = p.bot_id AND o.owner = ?)`;
/**
 * Selects the ids of the owner's orders that are open or have changed since a time. The first condition repeats that of
 * the index of open orders. The `'' ||` before the owner keeps engines from the index of all orders of the owner, of
 * which few are open.
 */
const ORDERS = `SELECT prepared, legs, venue_order_id AS "venueOrderId" FROM bot_order
    WHERE (${IS_OPEN} OR is_settling = 1) AND ${IS_OPEN} AND '' || owner = ? AND venue = ? AND mode = 'live'
  UNION ALL SELECT prepared, legs, venue_order_id FROM bot_order WHERE owner = ? AND venue = ? AND updated_at >= ?
    AND mode = 'live'`;
/** Selects the markets with an open order, or with one that has changed since a time. */
const BUSY = `SELECT store_key AS "storeKey" FROM bot_order
    WHERE (${IS_OPEN} OR is_settling = 1) AND ${IS_OPEN} AND '' || owner = ? AND venue = ? AND mode = 'live'
  UNION SELECT store_key FROM bot_order WHERE owner = ? AND venue = ? AND updated_at >= ? AND mode = 'live'
    AND source <> 'account'`;

function prepareHoldingRows(tx: Transaction): HoldingRows {
  return {
    findAccount: (credential) => findAccount(tx, credential),
    putAccount: ({ owner, venue, account, freeUsd, since, checkedAt, nextAt, problem }) => {
      tx.get(
        `INSERT INTO bot_account (owner, venue, account, free_usd, since, checked_at, next_at, problem)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, venue) DO UPDATE SET account = excluded.account, free_usd = excluded.free_usd,
           since = excluded.since, checked_at = excluded.checked_at, next_at = excluded.next_at,
           problem = excluded.problem`,
      ).run(owner, venue, account, freeUsd, since, checkedAt, nextAt, problem);
    },
    listHoldings: ({ owner, venue }) =>
      list<HoldingRow>(
        tx,
        `SELECT ${HOLDING_COLUMNS} FROM bot_holding WHERE owner = ? AND venue = ? ORDER BY store_key`,
        owner,
        venue,
      ),
    findHolding: (key) => findHolding(tx, key),
    putHolding: (row) => {
      tx.get(
        `INSERT INTO bot_holding (owner, venue, store_key, asset, size, yes, no, disowned, difference, differing,
           checked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, venue, store_key) DO UPDATE SET asset = excluded.asset, size = excluded.size,
           yes = excluded.yes, no = excluded.no, disowned = excluded.disowned, difference = excluded.difference,
           differing = excluded.differing, checked_at = excluded.checked_at`,
      ).run(
        row.owner,
        row.venue,
        row.storeKey,
        row.asset,
        row.size,
        row.yes,
        row.no,
        row.disowned,
        row.difference,
        row.differing,
        row.checkedAt,
      );
    },
    removeHolding: ({ owner, venue, storeKey }) => {
      tx.get('DELETE FROM bot_holding WHERE owner = ? AND venue = ? AND store_key = ?').run(
        owner,
        venue,
        storeKey,
      );
    },
    findEvent: ({ owner, venue }, eventId) =>
      list<AccountEventRow>(
        tx,
        `SELECT owner, venue, event_id AS "eventId", kind, store_key AS "storeKey", t, booked FROM bot_account_event
         WHERE owner = ? AND venue = ? AND event_id = ?`,
        owner,
        venue,
        eventId,
      )[0] ?? null,
    insertEvent: ({ owner, venue, eventId, kind, storeKey, t, booked }) => {
      tx.get(
        `INSERT INTO bot_account_event (owner, venue, event_id, kind, store_key, t, booked) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(owner, venue, eventId, kind, storeKey, t, booked);
    },
    listRecords: (credential) => listRecords(tx, credential),
    listBusyMarkets: (credential, since) => listBusyMarkets(tx, credential, since),
  };
}

export const procedures = bindOperations(import.meta.url, [storeReading, storeUnread, reconcile], (tx) => ({
  orders: prepareOrderRows(tx),
  holdings: prepareHoldingRows(tx),
}));

/** Prepares the queries on committed holdings. */
export function prepareHoldingQueries(reads: Statements): HoldingQueries {
  return {
    listDue: async (now, limit, except) => {
      // Each number of excepted venues has its own SQL text; there are few such numbers.
      const others = except.length === 0 ? '' : `AND v.venue NOT IN (${except.map(() => '?').join(', ')})`;
      return list<CredentialKey>(
        reads,
        `SELECT v.owner, v.venue FROM vault_record v
         LEFT JOIN bot_account a ON a.owner = v.owner AND a.venue = v.venue
         WHERE COALESCE(a.next_at, 0) <= ? ${others}
         ORDER BY CASE WHEN EXISTS (SELECT 1 FROM bot_order o WHERE (o.state IN ('reserved', 'submitted', 'resting')
             OR o.is_settling = 1) AND o.state IN ('submitted', 'resting') AND '' || o.owner = v.owner AND o.venue = v.venue)
           THEN 0 ELSE 1 END, COALESCE(a.next_at, 0), v.owner, v.venue LIMIT ?`,
        now,
        ...except,
        limit,
      );
    },
    findAccount: async (credential) => findAccount(reads, credential),
    listAccounts: async (owner) =>
      list<AccountRow>(
        reads,
        `SELECT ${ACCOUNT_COLUMNS} FROM bot_account WHERE owner = ? ORDER BY venue`,
        owner,
      ),
    listHoldings: async (owner) =>
      list<HoldingRow>(
        reads,
        `SELECT ${HOLDING_COLUMNS} FROM bot_holding WHERE owner = ? ORDER BY venue, store_key`,
        owner,
      ),
    findHolding: async (key) => findHolding(reads, key),
    listRecords: async (credential) => listRecords(reads, credential),
    listMarkets: async (credential, since) => {
      const { owner, venue } = credential;
      const known = list<OwnedMarket>(
        reads,
        `SELECT asset, store_key AS "storeKey" FROM bot_holding WHERE owner = ? AND venue = ?
         UNION SELECT asset, store_key FROM bot_order
           WHERE owner = ? AND venue = ? AND updated_at >= ? AND mode = 'live'`,
        owner,
        venue,
        owner,
        venue,
        since,
      );
      const all = [...known, ...listRecords(reads, credential)];
      return [...new Map(all.map(({ asset, storeKey }) => [storeKey, { asset, storeKey }])).values()];
    },
    listBusyMarkets: async (credential, since) => listBusyMarkets(reads, credential, since),
    listOrderIds: async ({ owner, venue }, since) => {
      const rows = list<StoredIds>(reads, ORDERS, owner, venue, owner, venue, since);
      return new Set(rows.flatMap(listIds).map((id) => id.toLowerCase()));
    },
    countBots: async ({ owner, venue }, since) => {
      const rows = list<{ botId: string }>(
        reads,
        `SELECT DISTINCT bot_id AS "botId" FROM bot_order
         WHERE owner = ? AND venue = ? AND updated_at >= ? AND mode = 'live'`,
        owner,
        venue,
        since,
      );
      const holders = listRecords(reads, { owner, venue });
      return new Set([...rows, ...holders].map(({ botId }) => botId)).size;
    },
    countMismatches: async (readings) =>
      list<{ venue: VenueId; count: number }>(
        reads,
        'SELECT venue, COUNT(*) AS count FROM bot_holding WHERE differing >= ? GROUP BY venue ORDER BY venue',
        readings,
      ),
  };
}

interface StoredIds {
  readonly prepared: string | null;
  readonly legs: string | null;
  readonly venueOrderId: string | null;
}

/** Lists the ids of an order: from the columns of the order when it has one leg, else from each of its legs. */
function listIds({ prepared, legs, venueOrderId }: StoredIds): string[] {
  const parts =
    legs !== null
      ? (JSON.parse(legs) as Pick<OrderLeg, 'prepared' | 'venueOrderId'>[])
      : prepared === null
        ? []
        : [{ prepared: JSON.parse(prepared) as PreparedOrder, venueOrderId }];
  return parts.flatMap((leg) => [leg.prepared.venueClientId, leg.venueOrderId ?? []].flat());
}

function list<Row extends object>(statements: Statements, sql: string, ...values: SqlValue[]): Row[] {
  return statements
    .get<Row>(sql)
    .all(...values)
    .map((row) => ({ ...row }));
}

function findAccount(statements: Statements, { owner, venue }: CredentialKey): AccountRow | null {
  const sql = `SELECT ${ACCOUNT_COLUMNS} FROM bot_account WHERE owner = ? AND venue = ?`;
  return list<AccountRow>(statements, sql, owner, venue)[0] ?? null;
}

function findHolding(statements: Statements, { owner, venue, storeKey }: HoldingKey): HoldingRow | null {
  const sql = `SELECT ${HOLDING_COLUMNS} FROM bot_holding WHERE owner = ? AND venue = ? AND store_key = ?`;
  return list<HoldingRow>(statements, sql, owner, venue, storeKey)[0] ?? null;
}

function listRecords(statements: Statements, { owner, venue }: CredentialKey): PositionRow[] {
  return list<PositionRow>(statements, RECORDS, venue, owner);
}

function listBusyMarkets(statements: Statements, { owner, venue }: CredentialKey, since: number): string[] {
  const rows = list<{ storeKey: string }>(statements, BUSY, owner, venue, owner, venue, since);
  return rows.map(({ storeKey }) => storeKey);
}
