import type { Priority } from './budget.ts';

/**
 * Number of tries after the first, by rank. The next poll is a retry already; more would use up the budget that it
 * needs.
 */
export const MAX_RETRIES: Readonly<Record<Priority, number>> = {
  poll: 1,
  book: 2,
  statistics: 2,
  resolution: 2,
  backfill: 2,
};
/** Longest wait of a call for its share of the budget, ms: a call gives up rather than queue longer. */
export const MAX_BUDGET_WAIT_MS: Readonly<Record<Priority, number>> = {
  poll: 30_000,
  book: 5_000,
  statistics: 30_000,
  resolution: 30_000,
  backfill: 120_000,
};

/** Longest pause before another try, ms. A caller that waits for a book learns of a longer pause at once. */
export const MAX_RETRY_PAUSE_MS: Readonly<Record<Priority, number>> = { ...MAX_BUDGET_WAIT_MS, book: 2_000 };
