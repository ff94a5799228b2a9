import { type EpochMs, epochMs, MINUTE_MS } from '../../domain/index.ts';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import type { RetryRow } from './rows.ts';

/** Waits before a refused exit is tried again: 1, 2, 4 .. 60 min. */
const REFUSED: Backoff = { firstMs: MINUTE_MS, maxMs: 60 * MINUTE_MS };
/**
 * Waits while the venue gives no answer, which is no refusal. They are short, so that stop losses work again soon after
 * it is back.
 */
const AWAY: Backoff = { firstMs: MINUTE_MS, maxMs: 5 * MINUTE_MS };

const isAway = (reason: string): boolean => reason === 'venue_unavailable' || reason === 'stale_data';

/**
 * Decides the time at which an exit is tried again.
 *
 * @param reason Reason for which it was not filled.
 * @param before The earlier retry; null: this was the first try.
 */
export function decideRetry(
  reason: string,
  before: Pick<RetryRow, 'tries' | 'reason'> | null,
  now: EpochMs,
): Pick<RetryRow, 'tries' | 'nextAt' | 'reason'> {
  // Tries without an answer of the venue and refusals are counted separately.
  const isCounted = before !== null && isAway(before.reason) === isAway(reason);
  const tries = isCounted ? before.tries + 1 : 1;
  const waitMs = computeDoubledMs(isAway(reason) ? AWAY : REFUSED, tries - 1);
  return { tries, nextAt: epochMs(now + waitMs), reason };
}
