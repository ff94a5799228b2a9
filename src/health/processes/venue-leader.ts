import type { EpochMs } from '../../domain/index.ts';

/** The process that polls a venue. */
export interface VenueLeader {
  /** URL of the leader's internal port. */
  readonly url: string;
  readonly since: EpochMs;
  /** Fencing number, which increases with each process that takes over. */
  readonly fence: number;
}
