import type { Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { PaperSide, TakenLevel } from '../../execution/index.ts';
import type { HeldPosition } from '../../limits/exposure.ts';
import { MISMATCH_READINGS } from '../mismatch.ts';
import type { BotMarket, ClosingRow, OrderRows, PositionRow, StoredSize } from '../rows.ts';
import { marketKey, OF_MARKET } from './conditions.ts';
import { prepareStatements } from './prepared.ts';

/** Prepares the rows of open positions, of their closings, and of the book levels that paper orders have taken. */
export function preparePositions(
  tx: Transaction,
): Pick<
  OrderRows,
  | 'isMismatched'
  | 'findPosition'
  | 'listPositions'
  | 'findLastClosing'
  | 'listPositionsInMarket'
  | 'insertPosition'
  | 'updatePosition'
  | 'removePosition'
  | 'listClosings'
  | 'insertClosing'
  | 'removeClosings'
  | 'listTaken'
  | 'putTaken'
  | 'removeTaken'
  | 'removeTakenInMarket'
> {
  const { find, list, run } = prepareStatements(tx);
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
  const findLastClosing = find<{ t: number }>(
    `SELECT t FROM bot_closing ${OF_MARKET} AND kind = 'trade' ORDER BY t DESC LIMIT 1`,
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

  return {
    isMismatched: ({ owner, venue, storeKey }) => findMismatch(owner, venue, storeKey) !== null,
    findPosition: (market) => findPosition(tx, market),
    listPositions: (botId, mode) => listPositionsOfBot(botId, mode),
    findLastClosing: (market) => findLastClosing(...marketKey(market))?.t ?? null,
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
  };
}

export const LIST_POSITIONS = `SELECT venue, asset, store_key AS "storeKey", size, cost AS "costMicroUsd",
    opened_at AS "openedAt"
  FROM bot_position WHERE bot_id = ? AND mode = ?`;

export const LIST_TAKEN = `SELECT price, offered, taken, seen_at AS "seenAt" FROM bot_paper_taken ${OF_MARKET} AND side = ?`;

/** Finds the stored size (decimal text) and cost (micro-USD) of a bot in a market; null without a position. */
export function findPosition(statements: Statements, market: BotMarket): StoredSize | null {
  const sql = `SELECT size, cost AS "costMicroUsd", opened_at AS "openedAt" FROM bot_position ${OF_MARKET}`;
  const row = statements.get<StoredSize>(sql).get(...marketKey(market));
  return row === undefined ? null : { ...row };
}

export const sideKey = (side: PaperSide) => [...marketKey(side), side.side] as const;
