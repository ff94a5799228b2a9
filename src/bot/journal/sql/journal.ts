import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { DaySums } from '../../orders/day-sums.ts';
import { isFinal, type OrderCursor } from '../../orders/order.ts';
import { IS_ENDED, IS_OPEN } from '../../orders/sql/conditions.ts';
import { listFilledOrders } from '../../orders/sql/order-queries.ts';
import type { JournalQueries, OrderFilter } from '../rows.ts';

const SUMS = `SELECT day, orders, fills, closings, wins, without_fee AS "fillsWithoutFee", access_fees AS "accessFeesMicroUsd",
    volume AS "volumeMicroUsd", gain AS "gainMicroUsd", venue_fees AS "venueFeesMicroUsd"
  FROM bot_day WHERE bot_id = ? AND mode = ? AND day >= ? AND day < ?`;

/** Prepares the queries on committed orders and sums of days. */
export function prepareJournalQueries(reads: Statements): JournalQueries {
  return {
    listOrders: async (filter, before, limit) => {
      const { arms, values, most } = buildArms(filter, before, limit);
      const found = arms
        .map(({ sql, order }) => `SELECT * FROM (${sql} ORDER BY ${order} LIMIT ${most}) AS part`)
        .join(' UNION ALL ');
      const newest = `SELECT order_id FROM (${found}) AS found ORDER BY created_at DESC, order_id DESC LIMIT ${most}`;
      return listFilledOrders(
        reads,
        `WHERE order_id IN (${newest}) ORDER BY created_at DESC, order_id DESC`,
        ...values,
      );
    },
    countOrders: async (filter, wanted) => {
      const { arms, values, most } = buildArms(filter, null, wanted);
      const found = arms.map(({ sql }) => sql).join(' UNION ALL ');
      const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM (${found}) AS found LIMIT ${most}) AS counted`;
      return Number(reads.get(sql).get(...values)?.n ?? 0);
    },
    findSpan: async (botId, mode) => {
      const sql = 'SELECT MIN(day) AS first, MAX(day) AS last FROM bot_day WHERE bot_id = ? AND mode = ?';
      const span = reads.get(sql).get(botId, mode);
      if (span === undefined || span.first === null) return null;
      return { first: Number(span.first), last: Number(span.last) };
    },
    sumDays: async (botId, mode, begin, end) => {
      const rows = reads.get<DaySums & { day: number }>(SUMS).all(botId, mode, begin, end);
      return new Map(rows.map(({ day, ...sums }) => [day, sums]));
    },
  };
}

const ENDED = ['filled', 'cancelled', 'rejected'] as const;

/**
 * Builds the lists of which a page consists: one for each final state, and one for the open orders. Each is read from
 * an index of its own in the order of the page, so no page reads orders of other states. Each set of conditions has one
 * constant SQL text.
 */
function buildArms(
  { botId, mode, state, market, from, to }: OrderFilter,
  before: OrderCursor | null,
  limit: number,
) {
  const values: SqlValue[] = [];
  const bind = (value: SqlValue) => `?${values.push(value)}`;
  const most = bind(limit);
  const shared = [`bot_id = ${bind(botId)}`, `mode = ${bind(mode)}`];
  if (market !== undefined) {
    shared.push(`venue = ${bind(market.venue)}`, `store_key = ${bind(market.storeKey)}`);
  }
  const bounds = [
    ...(from === undefined ? [] : [{ operator: '>=', value: bind(from) }]),
    ...(to === undefined ? [] : [{ operator: '<=', value: bind(to) }]),
  ].map(
    ({ operator, value }) =>
      (column: string) =>
        `${column} ${operator} ${value}`,
  );
  if (before !== null) {
    const place = `(${bind(before.createdAt)}, ${bind(before.orderId)})`;
    bounds.push((column) => `(${column}, order_id) < ${place}`);
  }
  const buildArm = (condition: string, createdAt: string) => ({
    sql: `SELECT order_id, created_at FROM bot_order WHERE ${[...shared, ...bounds.map((bound) => bound(createdAt)), condition].join(' AND ')}`,
    order: `${createdAt} DESC, order_id DESC`,
  });
  const isOpenState = state !== undefined && state !== 'open' && !isFinal(state);
  const ended = ENDED.filter((one) => state === undefined || state === one);
  const arms = ended.map((one) => buildArm(`${IS_ENDED} AND state = '${one}'`, 'created_at'));
  // The sign before the column keeps engines from the index by time: few orders are open, and those have a small index.
  if (ended.length !== 1) {
    arms.push(buildArm(isOpenState ? `${IS_OPEN} AND state = '${state}'` : IS_OPEN, '+created_at'));
  }
  return { arms, values, most };
}
