import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import type { Chain } from './chain.ts';
import type { ChainHead } from './chain-head.ts';

/** Time by which the newest block may be ahead: producers of blocks are sometimes a little early. */
const MAX_AHEAD_MS = 5 * SECOND_MS;
/** Age from which the newest block is an old one, or our clock is early. */
const MAX_BEHIND_MS = MINUTE_MS;
const MAX_BEHIND_POLLS = 10;

/**
 * Compares the clock of a chain with ours.
 *
 * @param now Wall clock, epoch ms.
 * @returns A sentence about the difference; null: a usual difference, or the chain states no time.
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
