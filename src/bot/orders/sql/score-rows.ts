import type { Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { OrderRows, ScoreRow } from '../rows.ts';
import { ADD_TO_DAY, dayValues } from './day-rows.ts';
import { prepareStatements } from './prepared.ts';

/** Prepares the rows of the scores of bots, and of their days. */
export function prepareScores(
  tx: Transaction,
): Pick<OrderRows, 'findScore' | 'insertScore' | 'updateScore' | 'updateActivity' | 'addToDay'> {
  const { run } = prepareStatements(tx);
  const insertScore = run(
    `INSERT INTO bot_score (realized, fills, far_fills, volume, closings, wins, orders, filled, fees, bot_id, mode)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateScore = run(
    `UPDATE bot_score SET realized = ?, fills = ?, far_fills = ?, volume = ?, closings = ?, wins = ?, orders = ?,
       filled = ?, fees = ? WHERE bot_id = ? AND mode = ?`,
  );
  // Does not change the columns of the index by which bots are ranked.
  const updateActivity = run(
    'UPDATE bot_score SET orders = ?, filled = ?, fees = ? WHERE bot_id = ? AND mode = ?',
  );
  const addToDay = run(ADD_TO_DAY);

  return {
    findScore: (botId, mode) => findScore(tx, botId, mode),
    insertScore: (row) => insertScore(...scoreValues(row)),
    updateScore: (row) => updateScore(...scoreValues(row)),
    updateActivity: (row) => updateActivity(...activityValues(row)),
    addToDay: (day, change) => addToDay(...dayValues(day, change)),
  };
}

export const SCORE_COLUMNS = `bot_id AS "botId", mode, realized AS "realizedMicroUsd", fills, far_fills AS "farFills",
  volume AS "volumeMicroUsd", closings, wins, orders, filled, fees AS "accessFeesMicroUsd"`;

/** Finds the stored score of a bot in a mode; null before its first trade. */
export function findScore(statements: Statements, botId: string, mode: ScoreRow['mode']): ScoreRow | null {
  const sql = `SELECT ${SCORE_COLUMNS} FROM bot_score WHERE bot_id = ? AND mode = ?`;
  const row = statements.get<ScoreRow>(sql).get(botId, mode);
  return row === undefined ? null : { ...row };
}

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
