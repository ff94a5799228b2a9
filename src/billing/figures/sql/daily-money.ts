import { DAY_MS } from '../../../domain/index.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { DailyMoneyQueries, DayEnd, DayFlow } from '../daily-money.ts';

const NEVER = Number.MAX_SAFE_INTEGER;

/** Reads a column of the transfer that was one step of the account. */
const ofStep = (column: string, step: string) => `COALESCE(
  (SELECT ${column.replace('side', 'dst')} FROM transfer WHERE dst = ?1 AND dst_seq = ${step}),
  (SELECT ${column.replace('side', 'src')} FROM transfer WHERE src = ?1 AND src_seq = ${step}))`;

/**
 * Ends of days of the account `?1`: of `?3` days from `?2` on, and before them the start. Times do not decrease from
 * step to step, so the last step before an end is found by halving the steps, without an index of times.
 */
const DAY_ENDS = `WITH RECURSIVE
  day (number, ends) AS (
    SELECT 0, CAST(?2 AS bigint)
    UNION ALL
    SELECT number + 1, ends + ${DAY_MS} FROM day WHERE number < ?3
  ),
  search (number, ends, step, width) AS (
    SELECT number, CASE WHEN number = ?3 THEN ${NEVER} ELSE ends END, CAST(0 AS bigint),
      COALESCE((SELECT seq FROM account WHERE id = ?1), 0)
    FROM day
    UNION ALL
    SELECT number, ends,
      CASE WHEN ${ofStep('ts', 'step + (width + 1) / 2')} < ends THEN step + (width + 1) / 2 ELSE step END, width / 2
    FROM search WHERE width > 0
  ),
  day_end (number, step, before) AS (
    SELECT number, step, LAG(step) OVER (ORDER BY number) FROM search WHERE width = 0
  )`;
const BALANCE = `COALESCE(${ofStep('side_after', 'step')}, 0) AS balance`;
const PAID = `CAST(COALESCE(
  (SELECT SUM(amount) FROM transfer WHERE src = ?1 AND src_seq > before AND src_seq <= step), 0) AS bigint) AS paid`;

/** Sums of the ledger by day, in micro-USD, as SQL for both engines. */
export function prepareDailyMoneyQueries(reads: Statements): DailyMoneyQueries {
  return {
    listDayEnds: async (account, { fromMs, days }) =>
      reads
        .get<DayEnd>(`${DAY_ENDS} SELECT ${BALANCE} FROM day_end ORDER BY number`)
        .all(account, fromMs, days),
    listDayFlows: async (account, { fromMs, days }) =>
      reads
        .get<DayFlow>(`${DAY_ENDS} SELECT ${BALANCE}, ${PAID} FROM day_end ORDER BY number`)
        .all(account, fromMs, days),
  };
}
