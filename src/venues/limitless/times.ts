import type { EpochMs } from '../../domain/index.ts';
import { findVenueMillis, findVenueTime } from '../times.ts';

/** Milliseconds as number or text, or an ISO time. */
export function findTime(value: string | number | null | undefined): EpochMs | null {
  return findVenueMillis(value) ?? (typeof value === 'string' ? findVenueTime(value) : null);
}
