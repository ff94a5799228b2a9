import { type DaySums, NO_SUMS } from '../../src/bot/orders/day-sums.ts';
import { DAY_MS } from '../../src/domain/index.ts';
import type { Statements } from '../../src/storage/statements.ts';

const DAY = `t / ${DAY_MS} * ${DAY_MS}`;

const SUMS = [
  `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, COUNT(*) AS orders, SUM(charged) AS "accessFeesMicroUsd"
   FROM bot_order WHERE bot_id = ? GROUP BY 1`,
  `SELECT ${DAY} AS day, SUM(CASE fill_kind WHEN 'trade' THEN 1 ELSE 0 END) AS fills,
     SUM(CASE fill_kind WHEN 'trade' THEN cost + proceeds ELSE 0 END) AS "volumeMicroUsd",
     COALESCE(SUM(venue_fee), 0) AS "venueFeesMicroUsd", COUNT(*) - COUNT(venue_fee) AS "fillsWithoutFee"
   FROM bot_fill WHERE bot_id = ? GROUP BY 1`,
  `SELECT ${DAY} AS day, SUM(CASE kind WHEN 'reopened' THEN -1 ELSE 1 END) AS closings,
     SUM(CASE WHEN kind = 'reopened' AND realized < 0 THEN -1 WHEN kind <> 'reopened' AND realized > 0 THEN 1 ELSE 0 END) AS wins,
     SUM(realized) AS "gainMicroUsd"
   FROM bot_closing WHERE bot_id = ? GROUP BY 1`,
];

const KEPT = `SELECT day, orders, fills, closings, wins, without_fee AS "fillsWithoutFee", access_fees AS "accessFeesMicroUsd",
  volume AS "volumeMicroUsd", gain AS "gainMicroUsd", venue_fees AS "venueFeesMicroUsd" FROM bot_day WHERE bot_id = ?`;

/** Counts of days, by the start of the day. */
export interface RecountedDays {
  readonly kept: Record<string, DaySums>;
  readonly counted: Record<string, DaySums>;
}

/** Days of a bot by their start, as they are kept and as counted from its orders, fills and closings. */
export const dayQueries = (statements: Statements) => ({
  read: async (botId: string): Promise<RecountedDays> => ({
    kept: join(statements.get(KEPT).all(botId)),
    counted: join(SUMS.flatMap((sql) => statements.get(sql).all(botId))),
  }),
});

function join(rows: readonly object[]): Record<string, DaySums> {
  const days: Record<string, DaySums> = {};
  for (const row of rows) {
    const { day, ...sums } = row as Record<string, unknown>;
    const numbers = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
    days[String(day)] = { ...(days[String(day)] ?? NO_SUMS), ...numbers };
  }
  // A day of which everything was taken back is one of zeros.
  const isEmpty = (sums: DaySums) => Object.values(sums).every((sum) => sum === 0);
  return Object.fromEntries(
    Object.entries(days)
      .filter(([, sums]) => !isEmpty(sums))
      .sort(),
  );
}
