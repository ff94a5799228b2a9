import { createHash, timingSafeEqual } from 'node:crypto';
import { FailureThrottle } from '../../accounts/failure-throttle.ts';
import { MINUTE_MS } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { toNetwork } from './client-network.ts';

const MAX_WRONG_TOKENS_PER_MIN = 10;

/** Checks the snapshot token, and lets an address try only this often: wrong or right, it waits after that. */
export function checkSnapshotToken(configured: string | null, now: () => number) {
  const throttle = new FailureThrottle({ limit: MAX_WRONG_TOKENS_PER_MIN, windowMs: MINUTE_MS, now });
  // Digests of equal length: the comparison reveals nothing of the token by its time.
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return (given: string | undefined, ip: string): void => {
    if (configured === null) return;
    const address = toNetwork(ip);
    const retryAfterS = throttle.retryAfterS(address);
    if (retryAfterS !== null) {
      throw new ApiError('too_many_attempts', 'too many wrong snapshot tokens; wait before the next', {
        headers: { 'retry-after': String(retryAfterS) },
      });
    }
    if (given !== undefined && timingSafeEqual(digest(given), digest(configured))) return;
    throttle.fail(address);
    throw new ApiError('bad_snapshot_token', 'X-Snapshot-Token is missing or wrong');
  };
}
