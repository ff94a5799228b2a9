import { DAY_MS } from '../../../domain/index.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { isFinal } from '../../orders/order.ts';
import { listFilledOrders } from '../../orders/sql/order-queries.ts';
import type { DaySums, JournalQueries, OrderFilter } from '../rows.ts';

/** Conditions of the partial indexes, in their words. */
const IS_OPEN = `state IN ('reserved', 'submitted', 'resting')`;
const IS_ENDED = `state IN ('filled', 'cancelled', 'rejected')`;

const DAY = `t / ${DAY_MS} * ${DAY_MS}`;
const OF_DAYS = 'WHERE bot_id = ? AND mode = ? AND t >= ? AND t < ? GROUP BY 1';

/** Each is read from its index alone. */
const SUMS = [
  `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, COUNT(*) AS orders, SUM(charged) AS "accessFeesMicroUsd"
   FROM bot_order WHERE bot_id = ? AND mode = ? AND created_at >= ? AND created_at < ? GROUP BY 1`,
  `SELECT ${DAY} AS day, SUM(CASE fill_kind WHEN 'trade' THEN 1 ELSE 0 END) AS fills,
     SUM(CASE fill_kind WHEN 'trade' THEN cost + proceeds ELSE 0 END) AS "volumeMicroUsd",
     COALESCE(SUM(venue_fee), 0) AS "venueFeesMicroUsd", COUNT(*) - COUNT(venue_fee) AS "fillsWithoutFee"
   FROM bot_fill ${OF_DAYS}`,
  `SELECT ${DAY} AS day, SUM(CASE kind WHEN 'reopened' THEN -1 ELSE 1 END) AS closings,
     SUM(CASE WHEN kind = 'reopened' AND realized < 0 THEN -1 WHEN kind <> 'reopened' AND realized > 0 THEN 1 ELSE 0 END) AS wins,
     SUM(realized) AS "gainMicroUsd"
   FROM bot_closing ${OF_DAYS}`,
] as const;

const SPANS = [
  'SELECT MIN(created_at) AS first, MAX(created_at) AS last FROM bot_order WHERE bot_id = ? AND mode = ?',
  'SELECT MIN(t) AS first, MAX(t) AS last FROM bot_fill WHERE bot_id = ? AND mode = ?',
  'SELECT MIN(t) AS first, MAX(t) AS last FROM bot_closing WHERE bot_id = ? AND mode = ?',
] as const;

/** Queries on committed orders, fills and closings. */
export function prepareJournalQueries(reads: Statements): JournalQueries {
  return {
    listOrders: async (filter, before, limit) => {
      const { where, values } = buildFilter(filter);
      const isAfter = before === null ? '' : ' AND (created_at, order_id) < (?, ?)';
      const place = before === null ? [] : [before.createdAt, before.orderId];
      return listFilledOrders(
        reads,
        `WHERE ${where}${isAfter} ORDER BY created_at DESC, order_id DESC LIMIT ?`,
        ...values,
        ...place,
        limit,
      );
    },
    countOrders: async (filter, most) => {
      const { where, values } = buildFilter(filter);
      const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM bot_order WHERE ${where} LIMIT ?) AS found`;
      return Number(reads.get(sql).get(...values, most)?.n ?? 0);
    },
    findSpan: async (botId, mode) => {
      const spans = SPANS.map((sql) => reads.get(sql).get(botId, mode)).filter(
        (row) => row !== undefined && row.first !== null,
      );
      if (spans.length === 0) return null;
      return {
        first: Math.min(...spans.map((row) => Number(row?.first))),
        last: Math.max(...spans.map((row) => Number(row?.last))),
      };
    },
    sumDays: async (botId, mode, begin, end) => {
      const days = new Map<number, DaySums>();
      for (const sql of SUMS) {
        for (const { day, ...sums } of reads.get(sql).all(botId, mode, begin, end)) {
          const numbers = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
          days.set(Number(day), { ...(days.get(Number(day)) ?? NO_SUMS), ...numbers });
        }
      }
      return days;
    },
  };
}

const NO_SUMS: DaySums = {
  ...{ orders: 0, fills: 0, volumeMicroUsd: 0, closings: 0, wins: 0 },
  ...{ gainMicroUsd: 0, venueFeesMicroUsd: 0, fillsWithoutFee: 0, accessFeesMicroUsd: 0 },
};

/** One constant text for each set of conditions. */
function buildFilter({ botId, mode, state, market, from, to }: OrderFilter) {
  const values: SqlValue[] = [botId, mode];
  const parts = ['bot_id = ?', 'mode = ?'];
  const add = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    parts.push(condition);
    values.push(value);
  };
  if (state !== undefined) parts.push(state !== 'open' && isFinal(state) ? IS_ENDED : IS_OPEN);
  add('state = ?', state === 'open' ? undefined : state);
  add('store_key = ?', market?.storeKey);
  add('venue = ?', market?.venue);
  add('created_at >= ?', from);
  add('created_at <= ?', to);
  return { where: parts.join(' AND '), values };
}
