import { type EpochMs, epochMs, MINUTE_MS } from '../../domain/index.ts';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import type { RetryRow } from './rows.ts';

/** An exit that was refused is tried again after 1, 2, 4 .. 60 min. */
const REFUSED: Backoff = { firstMs: MINUTE_MS, maxMs: 60 * MINUTE_MS };
/** A venue that does not answer refuses nothing: once it is back, stops must hold again soon. */
const AWAY: Backoff = { firstMs: MINUTE_MS, maxMs: 5 * MINUTE_MS };

const isAway = (reason: string): boolean => reason === 'venue_unavailable' || reason === 'stale_data';

/**
 * When an exit is tried again.
 *
 * @param reason Why it was not filled. @param before The retry that it was; null: it was the first try.
 */
export function decideRetry(
  reason: string,
  before: Pick<RetryRow, 'tries' | 'reason'> | null,
  now: EpochMs,
): Pick<RetryRow, 'tries' | 'nextAt' | 'reason'> {
  // Tries while the venue was away say nothing of how often it refuses.
  const isCounted = before !== null && isAway(before.reason) === isAway(reason);
  const tries = isCounted ? before.tries + 1 : 1;
  const waitMs = computeDoubledMs(isAway(reason) ? AWAY : REFUSED, tries - 1);
  return { tries, nextAt: epochMs(now + waitMs), reason };
}
