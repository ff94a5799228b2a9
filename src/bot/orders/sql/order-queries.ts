import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { TakenLevel } from '../../execution/index.ts';
import type { OrderCursor } from '../order.ts';
import type { FeeTotals } from '../order-figures.ts';
import { type PendingRow, toPending } from '../pending-order.ts';
import type { FilledOrderRow, FillKey, OrderQueries } from '../rows.ts';
import { IS_OPEN } from './conditions.ts';
import { FILL_COLUMNS, type StoredFill, toFill } from './fill-rows.ts';
import { LIST_PENDING, ORDER_COLUMNS, toOrderRow } from './order-rows.ts';
import { findPosition, LIST_POSITIONS, LIST_TAKEN, sideKey } from './position-rows.ts';
import { findScore, SCORE_COLUMNS } from './score-rows.ts';

const AFTER_PLACE = '(created_at, order_id) > (?, ?) ORDER BY created_at, order_id LIMIT ?';

/** Prepares the queries on committed orders. */
export function prepareOrderQueries(reads: Statements): OrderQueries {
  return {
    ...prepareOrders(reads),
    ...prepareFills(reads),
    ...preparePositions(reads),
    ...prepareClosings(reads),
    ...prepareSums(reads),
  };
}

function listRows<Row extends object>(reads: Statements, sql: string, ...values: SqlValue[]): Row[] {
  return reads
    .get<Row>(sql)
    .all(...values)
    .map((row) => ({ ...row }));
}

function prepareOrders(reads: Statements) {
  const toCursorKey = (cursor: OrderCursor | null) =>
    [cursor?.createdAt ?? -1, cursor?.orderId ?? ''] as const;
  return {
    findOrderOfBot: async (botId, clientOrderId) =>
      listFilledOrders(reads, 'WHERE bot_id = ? AND client_order_id = ?', botId, clientOrderId)[0] ?? null,
    listRecent: async (botId, limit) =>
      listFilledOrders(
        reads,
        'WHERE bot_id = ? ORDER BY created_at DESC, order_id DESC LIMIT ?',
        botId,
        limit,
      ),
    listOpen: async (after, limit) =>
      listRows(
        reads,
        `SELECT order_id AS "orderId", bot_id AS "botId", client_order_id AS "clientOrderId", venue, state,
           created_at AS "createdAt", updated_at AS "updatedAt", cancel_requested_at AS "cancelRequestedAt",
           opens AS "opensMicroUsd"
         FROM bot_order WHERE (${IS_OPEN} OR is_settling = 1) AND ${AFTER_PLACE}`,
        ...toCursorKey(after),
        limit,
      ),
    listWaiting: async (after, limit) =>
      // The first condition repeats that of the partial index `bot_order_open`, without which no engine uses the index.
      listFilledOrders(
        reads,
        `WHERE (${IS_OPEN} OR is_settling = 1) AND ${IS_OPEN} AND ${AFTER_PLACE}`,
        ...toCursorKey(after),
        limit,
      ),
    countUnconfirmed: async (mode, sentBefore) =>
      listRows(
        reads,
        `SELECT venue, COUNT(*) AS count FROM bot_order
         WHERE (${IS_OPEN} OR is_settling = 1) AND state = 'submitted' AND mode = ? AND submitted_at < ?
         GROUP BY venue ORDER BY venue`,
        mode,
        sentBefore,
      ),
    hasOpenOrder: async ({ botId, mode, venue, storeKey }) =>
      reads
        .get(
          `SELECT 1 FROM bot_order
           WHERE bot_id = ? AND store_key = ? AND ${IS_OPEN} AND venue = ? AND mode = ? LIMIT 1`,
        )
        .get(botId, storeKey, venue, mode) !== undefined,
  } satisfies Partial<OrderQueries>;
}

const TAPE = `SELECT f.seq, f.t, f.bot_id AS "botId", o.venue, o.venue_asset AS "venueAsset", o.side,
    f.cost + f.proceeds AS "tradedMicroUsd", f.price, f.basis
  FROM bot_fill f JOIN bot_order o ON o.order_id = f.order_id WHERE f.fill_kind = 'trade' AND f.mode = ?`;

function prepareFills(reads: Statements) {
  return {
    listTape: async (mode, afterSeq, limit) =>
      listRows(reads, `${TAPE} AND f.seq > ? ORDER BY f.seq LIMIT ?`, mode, afterSeq, limit),
    listNewestFills: async (mode, limit) =>
      listRows(reads, `${TAPE} ORDER BY f.seq DESC LIMIT ?`, mode, limit),
  } satisfies Partial<OrderQueries>;
}

function preparePositions(reads: Statements) {
  return {
    listTaken: async (side) => listRows<TakenLevel>(reads, LIST_TAKEN, ...sideKey(side)),
    findPosition: async (market) => findPosition(reads, market),
    listPositions: async (botId, mode) => listRows(reads, LIST_POSITIONS, botId, mode),
    listPending: async (botId, mode) => listRows<PendingRow>(reads, LIST_PENDING, botId, mode).map(toPending),
    listHolders: async ({ venue, storeKey }) =>
      listRows(
        reads,
        'SELECT bot_id AS "botId", mode FROM bot_position WHERE venue = ? AND store_key = ? ORDER BY bot_id, mode',
        venue,
        storeKey,
      ),
    listOpenMarkets: async (after, limit) =>
      listRows(
        reads,
        `SELECT DISTINCT venue, store_key AS "storeKey" FROM bot_position
         WHERE (venue, store_key) > (?, ?) ORDER BY venue, store_key LIMIT ?`,
        after?.venue ?? '',
        after?.storeKey ?? '',
        limit,
      ),
    countPositions: async (botId, mode) =>
      Number(
        reads.get('SELECT COUNT(*) AS n FROM bot_position WHERE bot_id = ? AND mode = ?').get(botId, mode)?.n,
      ),
  } satisfies Partial<OrderQueries>;
}

/** The first condition repeats that of the partial index `bot_closing_settled`, without which no engine uses the index. */
const IS_SETTLED = `s.kind IN ('settlement', 'reopened') AND s.kind = 'settlement' AND NOT EXISTS (
    SELECT 1 FROM bot_closing r WHERE r.kind IN ('settlement', 'reopened') AND r.kind = 'reopened' AND r.venue = s.venue
      AND r.store_key = s.store_key AND r.bot_id = s.bot_id AND r.mode = s.mode AND r.id > s.id)`;

/** Selects whether the bot has a closing in the assets, or a record that was ended, which has no closing. */
const HAS_CLOSED = `SELECT 1 FROM bot_closing
    WHERE bot_id = ?1 AND mode = ?2 AND venue = ?3 AND store_key >= ?4 AND store_key < ?5
  UNION ALL SELECT 1 FROM bot_order
    WHERE bot_id = ?1 AND client_order_id >= 'reconciled/' AND client_order_id < 'reconciled0'
      AND mode = ?2 AND venue = ?3 AND store_key >= ?4 AND store_key < ?5
  LIMIT 1`;

function prepareClosings(reads: Statements) {
  return {
    hasClosed: async (botId, mode, { venue, keyPrefix }) =>
      reads.get(HAS_CLOSED).get(botId, mode, venue, keyPrefix, `${keyPrefix}\u{ffff}`) !== undefined,
    listSettledHolders: async ({ venue, storeKey, resolvedAt }) =>
      listRows(
        reads,
        `SELECT DISTINCT s.bot_id AS "botId", s.mode FROM bot_closing s
         WHERE ${IS_SETTLED} AND s.venue = ? AND s.store_key = ? AND COALESCE(s.resolved_at, 0) = ?
         ORDER BY s.bot_id, s.mode`,
        venue,
        storeKey,
        resolvedAt ?? 0,
      ),
    listSettledMarkets: async (since, after, limit) =>
      listRows(
        reads,
        `SELECT s.venue, s.store_key AS "storeKey", s.resolved_at AS "resolvedAt" FROM bot_closing s
         WHERE ${IS_SETTLED} AND s.t >= ? AND (s.venue, s.store_key, COALESCE(s.resolved_at, 0)) > (?, ?, ?)
         GROUP BY s.venue, s.store_key, s.resolved_at
         ORDER BY s.venue, s.store_key, COALESCE(s.resolved_at, 0) LIMIT ?`,
        since,
        after?.venue ?? '',
        after?.storeKey ?? '',
        after?.resolvedAt ?? 0,
        limit,
      ),
  } satisfies Partial<OrderQueries>;
}

/** Sums over the fills of bots: fees by day, and the score of each bot. */
function prepareSums(reads: Statements) {
  return {
    readFees: async (botId, mode) => {
      const [row] = listRows<FeeTotals>(
        reads,
        `SELECT SUM(venue_fees) AS "venueFeesMicroUsd", SUM(without_fee) AS "withoutFee"
         FROM bot_day WHERE bot_id = ? AND mode = ?`,
        botId,
        mode,
      );
      return {
        venueFeesMicroUsd: Number(row?.venueFeesMicroUsd ?? 0),
        withoutFee: Number(row?.withoutFee ?? 0),
      };
    },
    findScore: async (botId, mode) => findScore(reads, botId, mode),
    listScores: async (mode, limit) =>
      listRows(
        reads,
        `SELECT ${SCORE_COLUMNS},
           (SELECT COUNT(*) FROM bot_position p WHERE p.bot_id = s.bot_id AND p.mode = s.mode) AS "openPositions"
         FROM bot_score s WHERE mode = ? AND fills > 0 ORDER BY realized DESC, volume DESC, bot_id LIMIT ?`,
        mode,
        limit,
      ),
  } satisfies Partial<OrderQueries>;
}

type FillOfOrder = StoredFill & FillKey;

/**
 * Lists orders with their fills, by at most two reads for any number of orders.
 *
 * @param rest Text of the query after the table's name.
 */
export function listFilledOrders(reads: Statements, rest: string, ...values: SqlValue[]): FilledOrderRow[] {
  const orders = reads
    .get(`SELECT ${ORDER_COLUMNS} FROM bot_order ${rest}`)
    .all(...values)
    .map(toOrderRow);
  if (orders.length === 0) return [];
  const fills = reads
    .get<FillOfOrder>(
      `SELECT order_id AS "orderId", ${FILL_COLUMNS} FROM bot_fill
       WHERE order_id IN (SELECT order_id FROM bot_order ${rest}) ORDER BY COALESCE(place, seq)`,
    )
    .all(...values);
  const ofOrder = Map.groupBy(fills, ({ orderId }) => orderId);
  return orders.map((order) => ({
    order,
    fills: (ofOrder.get(order.orderId) ?? []).map(({ orderId: _, ...fill }) => toFill({ ...fill })),
  }));
}
