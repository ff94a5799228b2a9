import type { Transaction } from '../../../storage/procedure.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { PaperSide, TakenLevel } from '../../execution/index.ts';
import type { HeldPosition } from '../../limits/exposure.ts';
import { MISMATCH_READINGS } from '../mismatch.ts';
import type { AccountFillKind, OrderFill } from '../order.ts';
import { type PendingRow, toPending } from '../pending-order.ts';
import type {
  BotMarket,
  ClosingRow,
  FailedFillRow,
  OrderRow,
  OrderRows,
  PositionRow,
  ScoreRow,
  StoredSize,
} from '../rows.ts';
import { ADD_TO_DAY, dayValues } from './day-rows.ts';

export const ORDER_COLUMNS = `order_id AS "orderId", bot_id AS "botId", owner, mode, client_order_id AS "clientOrderId",
  source, venue, asset, store_key AS "storeKey", venue_asset AS "venueAsset", side, size_usd AS "sizeUsd",
  size_shares AS "sizeShares", is_close AS "isClose", mark_price AS "markPrice", fee AS "feeMicroUsd",
  charged AS "chargedMicroUsd", state, reason, message, prepared, venue_order_id AS "venueOrderId",
  created_at AS "createdAt", submitted_at AS "submittedAt", updated_at AS "updatedAt", is_settling AS "isSettling",
  legs, cancel_requested_at AS "cancelRequestedAt", opens AS "opensMicroUsd", restriction, exit_cause AS exit, paper`;

export const FILL_COLUMNS = `fill_id AS "fillId", t, price, size, usd AS "notionalMicroUsd", cost AS "costMicroUsd",
  proceeds AS "proceedsMicroUsd", venue_fee AS "venueFeeMicroUsd", leg, basis, fill_kind AS kind`;

export const SCORE_COLUMNS = `bot_id AS "botId", mode, realized AS "realizedMicroUsd", fills, far_fills AS "farFills",
  volume AS "volumeMicroUsd", closings, wins, orders, filled, fees AS "accessFeesMicroUsd"`;

/** Conditions of the partial indexes, in their words. */
export const IS_OPEN = `state IN ('reserved', 'submitted', 'resting')`;
export const IS_ENDED = `state IN ('filled', 'cancelled', 'rejected')`;

const selectOfMarket = (condition: string) =>
  `SELECT order_id, side FROM bot_order WHERE bot_id = ?1 AND mode = ?2 AND venue = ?3 AND store_key = ?4 AND ${condition}`;

const OF_MARKET = 'WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?';

/** Rows of orders on the statements of one connection. */
export function prepareOrderRows(tx: Transaction): OrderRows {
  const find = <Row extends object>(sql: string) => {
    const statement = tx.get<Row>(sql);
    return (...values: SqlValue[]): Row | null => {
      const row = statement.get(...values);
      return row === undefined ? null : { ...row };
    };
  };
  const list = <Row extends object>(sql: string) => {
    const statement = tx.get<Row>(sql);
    return (...values: SqlValue[]): Row[] => statement.all(...values).map((row) => ({ ...row }));
  };
  const run = (sql: string) => {
    const statement = tx.get(sql);
    return (...values: SqlValue[]): void => {
      statement.run(...values);
    };
  };

  const findRow = (sql: string) => {
    const statement = tx.get(sql);
    return (...values: SqlValue[]): OrderRow | null => {
      const row = statement.get(...values);
      return row === undefined ? null : toOrderRow(row);
    };
  };

  const findOrder = findRow(`SELECT ${ORDER_COLUMNS} FROM bot_order WHERE order_id = ?`);
  const findOrderOfBot = findRow(
    `SELECT ${ORDER_COLUMNS} FROM bot_order WHERE bot_id = ? AND client_order_id = ?`,
  );
  const insertOrder = run(
    `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
       side, size_usd, size_shares, is_close, mark_price, fee, charged, state, reason, message, prepared, legs,
       venue_order_id, created_at, submitted_at, updated_at, is_settling, cancel_requested_at, opens, restriction, exit_cause,
       paper)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateOrder = run(
    `UPDATE bot_order SET state = ?, reason = ?, message = ?, prepared = ?, legs = ?, venue_order_id = ?, charged = ?,
       submitted_at = ?, updated_at = ?, is_settling = ?, cancel_requested_at = ?, opens = ?, restriction = ?, paper = ?
     WHERE order_id = ?`,
  );
  const listStoredFills = list<StoredFill>(
    `SELECT ${FILL_COLUMNS} FROM bot_fill WHERE order_id = ? ORDER BY COALESCE(place, seq)`,
  );
  const listFills = (orderId: string) => listStoredFills(orderId).map(toFill);
  const listFillsInMarket = list<ReturnType<OrderRows['listFillsInMarket']>[number]>(
    `SELECT f.t, f.size, f.usd AS "notionalMicroUsd", f.fill_kind AS kind, o.side
     FROM (${[IS_ENDED, IS_OPEN].map(selectOfMarket).join(' UNION ALL ')}) AS o
     JOIN bot_fill f ON f.order_id = o.order_id ORDER BY COALESCE(f.place, f.seq)`,
  );
  const insertFill = run(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, cost, proceeds, leg, basis, place,
       fill_kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateVenueFee = run('UPDATE bot_fill SET venue_fee = ? WHERE order_id = ? AND fill_id = ?');
  const findFillPlace = find<{ place: number }>(
    'SELECT COALESCE(place, seq) AS place FROM bot_fill WHERE order_id = ? AND fill_id = ?',
  );
  const removeFill = run('DELETE FROM bot_fill WHERE order_id = ? AND fill_id = ?');
  const removeFills = run('DELETE FROM bot_fill WHERE order_id = ? AND leg = ?');
  const findFailedFill = find<FailedFillRow>(
    `SELECT order_id AS "orderId", fill_id AS "fillId", t, price, size, usd AS "notionalMicroUsd", failed_at AS "failedAt"
     FROM bot_failed_fill WHERE order_id = ? AND fill_id = ?`,
  );
  const insertFailedFill = run(
    'INSERT INTO bot_failed_fill (order_id, fill_id, t, price, size, usd, failed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const listPositions = list<PositionRow>(
    `SELECT bot_id AS "botId", mode, venue, store_key AS "storeKey", asset, size, cost AS "costMicroUsd",
       opened_at AS "openedAt"
     FROM bot_position WHERE venue = ? AND store_key = ?`,
  );
  const findMismatch = find<{ differing: number }>(
    `SELECT differing FROM bot_holding WHERE owner = ? AND venue = ? AND store_key = ?
       AND differing >= ${MISMATCH_READINGS}`,
  );
  const insertPosition = run(
    `INSERT INTO bot_position (bot_id, mode, venue, store_key, asset, size, cost, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updatePosition = run(`UPDATE bot_position SET size = ?, cost = ?, opened_at = ? ${OF_MARKET}`);
  const listPositionsOfBot = list<HeldPosition>(LIST_POSITIONS);
  const listPending = list<PendingRow>(LIST_PENDING);
  const findLastClosing = find<{ t: number }>(
    `SELECT t FROM bot_closing ${OF_MARKET} AND kind = 'trade' ORDER BY t DESC LIMIT 1`,
  );
  const countEngineOrders = find<{ n: number }>(
    `SELECT COUNT(*) AS n FROM bot_order
     WHERE bot_id = ? AND created_at > ? AND source = 'engine' AND state <> 'rejected'`,
  );
  const removePosition = run(`DELETE FROM bot_position ${OF_MARKET}`);
  const listClosings = list<ClosingRow>(
    `SELECT bot_id AS "botId", mode, venue, store_key AS "storeKey", t, kind, realized AS "realizedMicroUsd", size,
       cost AS "costMicroUsd", resolved_at AS "resolvedAt" FROM bot_closing ${OF_MARKET} ORDER BY id`,
  );
  const insertClosing = run(
    `INSERT INTO bot_closing (bot_id, mode, venue, store_key, t, kind, realized, size, cost, resolved_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeClosings = run(`DELETE FROM bot_closing ${OF_MARKET}`);
  const putTaken = run(
    `INSERT INTO bot_paper_taken (bot_id, mode, venue, store_key, side, price, offered, taken, seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, mode, venue, store_key, side, price) DO UPDATE SET offered = excluded.offered, taken = excluded.taken,
       seen_at = excluded.seen_at`,
  );
  const listTaken = list<TakenLevel>(LIST_TAKEN);
  const removeTaken = run(`DELETE FROM bot_paper_taken ${OF_MARKET} AND side = ? AND price = ?`);
  const removeTakenInMarket = run('DELETE FROM bot_paper_taken WHERE venue = ? AND store_key = ?');
  const insertScore = run(
    `INSERT INTO bot_score (realized, fills, far_fills, volume, closings, wins, orders, filled, fees, bot_id, mode)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateScore = run(
    `UPDATE bot_score SET realized = ?, fills = ?, far_fills = ?, volume = ?, closings = ?, wins = ?, orders = ?,
       filled = ?, fees = ? WHERE bot_id = ? AND mode = ?`,
  );
  // Leaves the index of the ranking alone.
  const updateActivity = run(
    'UPDATE bot_score SET orders = ?, filled = ?, fees = ? WHERE bot_id = ? AND mode = ?',
  );
  const addToDay = run(ADD_TO_DAY);

  return {
    findOrder,
    findOrderOfBot,
    insertOrder: (row) =>
      insertOrder(
        row.orderId,
        row.botId,
        row.owner,
        row.mode,
        row.clientOrderId,
        row.source,
        row.venue,
        row.asset,
        row.storeKey,
        row.venueAsset,
        row.side,
        row.sizeUsd,
        row.sizeShares,
        Number(row.isClose),
        row.markPrice,
        row.feeMicroUsd,
        row.chargedMicroUsd,
        row.state,
        row.reason,
        row.message,
        row.prepared,
        row.legs,
        row.venueOrderId,
        row.createdAt,
        row.submittedAt,
        row.updatedAt,
        Number(row.isSettling),
        row.cancelRequestedAt,
        row.opensMicroUsd,
        row.restriction,
        row.exit,
        row.paper,
      ),
    updateOrder: (row) =>
      updateOrder(
        row.state,
        row.reason,
        row.message,
        row.prepared,
        row.legs,
        row.venueOrderId,
        row.chargedMicroUsd,
        row.submittedAt,
        row.updatedAt,
        Number(row.isSettling),
        row.cancelRequestedAt,
        row.opensMicroUsd,
        row.restriction,
        row.paper,
        row.orderId,
      ),
    listFills,
    listFillsInMarket: (market) => listFillsInMarket(...marketKey(market)),
    insertFill: (row) =>
      insertFill(
        row.orderId,
        row.fillId,
        row.botId,
        row.mode,
        row.t,
        row.price,
        row.size,
        row.notionalMicroUsd,
        row.venueFeeMicroUsd,
        row.costMicroUsd,
        row.proceedsMicroUsd,
        row.leg,
        row.basis,
        row.place ?? null,
        row.kind ?? 'trade',
      ),
    updateVenueFee: ({ orderId, fillId }, fee) => updateVenueFee(fee, orderId, fillId),
    removeFills,
    findFillPlace: ({ orderId, fillId }) => findFillPlace(orderId, fillId)?.place ?? null,
    removeFill: ({ orderId, fillId }) => removeFill(orderId, fillId),
    findFailedFill: ({ orderId, fillId }) => findFailedFill(orderId, fillId),
    insertFailedFill: ({ orderId, fillId, t, price, size, notionalMicroUsd, failedAt }) =>
      insertFailedFill(orderId, fillId, t, price, size, notionalMicroUsd, failedAt),
    isMismatched: ({ owner, venue, storeKey }) => findMismatch(owner, venue, storeKey) !== null,
    findPosition: (market) => findPosition(tx, market),
    listPositions: (botId, mode) => listPositionsOfBot(botId, mode),
    listPending: (botId, mode) => listPending(botId, mode).map(toPending),
    findLastClosing: (market) => findLastClosing(...marketKey(market))?.t ?? null,
    countEngineOrders: (botId, after) => Number(countEngineOrders(botId, after)?.n ?? 0),
    listPositionsInMarket: ({ venue, storeKey }) => listPositions(venue, storeKey),
    insertPosition: (row) =>
      insertPosition(...marketKey(row), row.asset, row.size, row.costMicroUsd, row.openedAt),
    updatePosition: (row) => updatePosition(row.size, row.costMicroUsd, row.openedAt, ...marketKey(row)),
    removePosition: (market) => removePosition(...marketKey(market)),
    listClosings: (market) => listClosings(...marketKey(market)),
    insertClosing: (row) =>
      insertClosing(
        ...marketKey(row),
        row.t,
        row.kind,
        row.realizedMicroUsd,
        row.size,
        row.costMicroUsd,
        row.resolvedAt,
      ),
    removeClosings: (market) => removeClosings(...marketKey(market)),
    listTaken: (side) => listTaken(...sideKey(side)),
    putTaken: (side, { price, offered, taken, seenAt }) =>
      putTaken(...sideKey(side), price, offered, taken, seenAt),
    removeTaken: (side, price) => removeTaken(...sideKey(side), price),
    removeTakenInMarket: ({ venue, storeKey }) => removeTakenInMarket(venue, storeKey),
    findScore: (botId, mode) => findScore(tx, botId, mode),
    insertScore: (row) => insertScore(...scoreValues(row)),
    updateScore: (row) => updateScore(...scoreValues(row)),
    updateActivity: (row) => updateActivity(...activityValues(row)),
    addToDay: (day, change) => addToDay(...dayValues(day, change)),
  };
}

type StoredRow = Omit<OrderRow, 'isClose' | 'isSettling'> & {
  readonly isClose: number;
  readonly isSettling: number;
};

/** A fill as its columns state it; `trade` is that of an order. */
export type StoredFill = Omit<OrderFill, 'kind'> & { readonly kind: AccountFillKind | 'trade' };

export function toFill<Row extends StoredFill>({ kind, ...fill }: Row) {
  return kind === 'trade' ? fill : { ...fill, kind };
}

/** A row as SQLite gives it has whole numbers where an order has booleans. */
export function toOrderRow(row: object): OrderRow {
  const { isClose, isSettling, ...rest } = row as StoredRow;
  return { ...rest, isClose: isClose === 1, isSettling: isSettling === 1 };
}

export const LIST_POSITIONS = `SELECT venue, asset, store_key AS "storeKey", size, cost AS "costMicroUsd",
    opened_at AS "openedAt"
  FROM bot_position WHERE bot_id = ? AND mode = ?`;

/** Orders that have not ended, with what their fills have opened already. */
export const LIST_PENDING = `SELECT o.order_id AS "orderId", o.venue, o.store_key AS "storeKey", o.opens, o.side,
    o.size_usd AS "sizeUsd", o.size_shares AS "sizeShares", o.is_close AS "isClose", o.mark_price AS "markPrice",
    (SELECT COALESCE(SUM(f.cost), 0) FROM bot_fill f WHERE f.order_id = o.order_id) AS opened
  FROM bot_order o
  WHERE o.bot_id = ? AND o.mode = ? AND o.state IN ('reserved', 'submitted', 'resting')`;

export const LIST_TAKEN = `SELECT price, offered, taken, seen_at AS "seenAt" FROM bot_paper_taken ${OF_MARKET} AND side = ?`;

export function findPosition(statements: Statements, market: BotMarket): StoredSize | null {
  const sql = `SELECT size, cost AS "costMicroUsd", opened_at AS "openedAt" FROM bot_position ${OF_MARKET}`;
  const row = statements.get<StoredSize>(sql).get(...marketKey(market));
  return row === undefined ? null : { ...row };
}

export function findScore(statements: Statements, botId: string, mode: ScoreRow['mode']): ScoreRow | null {
  const sql = `SELECT ${SCORE_COLUMNS} FROM bot_score WHERE bot_id = ? AND mode = ?`;
  const row = statements.get<ScoreRow>(sql).get(botId, mode);
  return row === undefined ? null : { ...row };
}

const marketKey = ({ botId, mode, venue, storeKey }: BotMarket) => [botId, mode, venue, storeKey] as const;

export const sideKey = (side: PaperSide) => [...marketKey(side), side.side] as const;

const activityValues = (row: ScoreRow) =>
  [row.orders, row.filled, row.accessFeesMicroUsd, row.botId, row.mode] as const;

const scoreValues = (row: ScoreRow) =>
  [
    row.realizedMicroUsd,
    row.fills,
    row.farFills,
    row.volumeMicroUsd,
    row.closings,
    row.wins,
    ...activityValues(row),
  ] as const;
