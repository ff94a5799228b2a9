import type { EpochMs } from '../../domain/index.ts';
import { findVenueMillis, findVenueTime } from '../times.ts';

/** Reads a time from milliseconds (number or text) or an ISO 8601 text; null for anything else. */
export function findTime(value: string | number | null | undefined): EpochMs | null {
  return findVenueMillis(value) ?? (typeof value === 'string' ? findVenueTime(value) : null);
}
