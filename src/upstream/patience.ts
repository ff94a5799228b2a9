import type { Priority } from './budget.ts';

/**
 * Number of further attempts after the first, by priority. Polls have few, because the next poll is a retry anyway and
 * needs the budget.
 */
export const MAX_RETRIES: Readonly<Record<Priority, number>> = {
  poll: 1,
  book: 2,
  statistics: 2,
  resolution: 2,
  backfill: 2,
};
/** Maximum time in ms that a call waits for its share of the budget before it fails, by priority. */
export const MAX_BUDGET_WAIT_MS: Readonly<Record<Priority, number>> = {
  poll: 30_000,
  book: 5_000,
  statistics: 30_000,
  resolution: 30_000,
  backfill: 120_000,
};

/**
 * Maximum pause in ms before another attempt, by priority. A caller that waits for a book gets the error immediately
 * when the pause would be longer.
 */
export const MAX_RETRY_PAUSE_MS: Readonly<Record<Priority, number>> = { ...MAX_BUDGET_WAIT_MS, book: 2_000 };
