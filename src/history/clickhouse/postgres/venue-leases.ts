import { keepLease, type LeaseTimes } from '../../../storage/postgres/lease.ts';
import { type Leadership, toLeaseName } from './leadership.ts';

/** Leases of the venues that a process records or waits to record. */
export interface VenueLeases extends Leadership {
  /** Releases all leases: other processes may record the venues at once. */
  release(): Promise<void>;
}

/**
 * Tries to hold the lease of each venue, until it is released. @param holder Unique name of this process, which no
 * other process ever has.
 */
export function holdVenues(
  url: string,
  venues: readonly string[],
  holder: string,
  times?: LeaseTimes,
): VenueLeases {
  const leases = new Map(
    venues.map((venue) => [
      venue,
      keepLease({ url, name: toLeaseName(venue), holder, ...(times === undefined ? {} : { times }) }),
    ]),
  );
  return {
    fence: (venue) => leases.get(venue)?.fence ?? null,
    release: async () => {
      await Promise.all([...leases.values()].map((lease) => lease.release()));
    },
  };
}
