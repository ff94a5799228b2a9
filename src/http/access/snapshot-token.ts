import { createHash, timingSafeEqual } from 'node:crypto';
import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { MINUTE_MS } from '../../domain/index.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { ApiError } from '../responses/errors.ts';
import { toNetwork } from './client-network.ts';

/**
 * Limit of wrong tokens per address. After it, further requests of the address have to wait, with a right token too.
 */
export const WRONG_SNAPSHOT_TOKENS = { limit: 10, windowMs: MINUTE_MS } as const;

/**
 * Creates the check of the snapshot token.
 *
 * @param throttle Throttle of wrong tokens by address, with the limit {@link WRONG_SNAPSHOT_TOKENS}.
 */
export function checkSnapshotToken(configured: string | null, throttle: FailureThrottle) {
  // Digests have the same length, so they can be compared in constant time.
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return (given: string | undefined, ip: string): Soon<void> => {
    if (configured === null) return;
    const address = toNetwork(ip);
    const isRight = given !== undefined && timingSafeEqual(digest(given), digest(configured));
    return after(isRight ? throttle.retryAfterS(address) : throttle.fail(address), (retryAfterS) => {
      if (retryAfterS !== null) {
        throw new ApiError('too_many_attempts', 'too many wrong snapshot tokens; wait before the next', {
          headers: { 'retry-after': String(retryAfterS) },
        });
      }
      if (!isRight) throw new ApiError('bad_snapshot_token', 'X-Snapshot-Token is missing or wrong');
    });
  };
}
