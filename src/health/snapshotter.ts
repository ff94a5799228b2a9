import { MINUTE_MS } from '../domain/index.ts';
import type { HealthVerdict } from './feed-verdict.ts';

export const WARN_AFTER_MS = 10 * MINUTE_MS;
export const DOWN_AFTER_MS = 30 * MINUTE_MS;

/** Judges the snapshot file by its age. `reason` is null when the file is recent. */
export function judgeSnapshotter(ageMs: number | null): {
  readonly verdict: HealthVerdict;
  readonly reason: string | null;
} {
  if (ageMs === null) return { verdict: 'DOWN', reason: 'no snapshot has been written' };
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (ageMs > DOWN_AFTER_MS)
    return { verdict: 'DOWN', reason: `the newest snapshot is ${minutes} minutes old` };
  if (ageMs > WARN_AFTER_MS)
    return { verdict: 'WARN', reason: `the newest snapshot is ${minutes} minutes old` };
  return { verdict: 'OK', reason: null };
}
