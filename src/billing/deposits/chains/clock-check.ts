import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import type { Chain } from './chain.ts';
import type { ChainHead } from './chain-head.ts';

/**
 * Time by which the newest block may be ahead of this machine's clock: block producers are sometimes slightly early.
 */
const MAX_AHEAD_MS = 5 * SECOND_MS;
/** Age above which the newest block is outdated, or this machine's clock is ahead. */
const MAX_BEHIND_MS = MINUTE_MS;
const MAX_BEHIND_POLLS = 10;

/**
 * Compares the clock of a chain with this machine's clock.
 *
 * @param now Wall clock, epoch ms.
 * @returns A sentence about the difference; null: the difference is normal, or the chain states no time.
 */
export function describeClockDifference(
  { name, pollMs }: Pick<Chain, 'name' | 'pollMs'>,
  { timeMs }: ChainHead,
  now: number,
): string | null {
  if (timeMs === null) return null;
  const ahead = timeMs - now;
  const seconds = Math.round(Math.abs(ahead) / SECOND_MS);
  if (ahead > MAX_AHEAD_MS)
    return `${name}: the newest block is dated ${seconds} s ahead of the clock of this machine`;
  if (-ahead > MAX_BEHIND_MS + MAX_BEHIND_POLLS * pollMs)
    return `${name}: the newest block is dated ${seconds} s behind the clock of this machine`;
  return null;
}
