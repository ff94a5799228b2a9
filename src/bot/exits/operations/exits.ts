import { operation } from '../../../storage/operation.ts';
import type { DayStartRow, ExitRows, RetryRow } from '../rows.ts';

export const putDayStart = operation('bot.dayStart', (rows: ExitRows, row: DayStartRow): null => {
  rows.putDayStart(row);
  return null;
});

/** Stores the retry of a refused exit, or removes it when `tries` is 0. */
export const putRetry = operation('bot.exitRetry', (rows: ExitRows, row: RetryRow): null => {
  if (row.tries === 0) rows.removeRetry(row);
  else rows.putRetry(row);
  return null;
});
