import { keepLease, type LeaseTimes } from '../../storage/postgres/lease.ts';
import { type Leadership, toLeaseName } from './leadership.ts';

/** The leases of the venues that a process records, or waits to record. */
export interface VenueLeases extends Leadership {
  /** Releases the venues: other processes may record them at once. */
  release(): Promise<void>;
}

/** @param holder A name that no other process has, now or later. */
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
