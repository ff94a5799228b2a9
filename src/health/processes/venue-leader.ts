import type { EpochMs } from '../../domain/index.ts';

/** The process that reads a venue. */
export interface VenueLeader {
  /** Address of the leader's internal port. */
  readonly url: string;
  readonly since: EpochMs;
  /** Grows with each process that takes over. */
  readonly fence: number;
}
