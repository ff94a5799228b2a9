import type { EpochMs } from '../domain/index.ts';
import type { Feed, VenueSnapshot } from './feed.ts';

export interface SnapshotStats {
  /** Whether anything is stored. */
  readonly exists: boolean;
  readonly sizeBytes: number | null;
  readonly lastTs: EpochMs | null;
  readonly ageMs: number | null;
  /** Writes of the last 24 hours. */
  readonly count24h: number;
}

/** A venue's poll result as it comes back from the store. */
export type StoredPoll = Pick<VenueSnapshot, 'venue' | 'fetchedAt' | 'markets' | 'emptyBooks'> &
  Partial<Pick<VenueSnapshot, 'beyondLimit'>>;

/** The newest state of all venues, so that a restart can serve it at once. */
export interface SnapshotStore {
  /**
   * Reads the snapshots of an earlier run.
   *
   * @returns one poll result per venue; empty when nothing is stored.
   * @throws {Error} when the stored snapshots cannot be read whole: the caller continues without it.
   */
  load(): Promise<readonly StoredPoll[]>;
  /** Writes soon, and then every minute until stopped. */
  start(feed: Feed, onError: (error: unknown) => void): void;
  /** Writes a last time, unless the store was never started. */
  stop(): Promise<void>;
  /** Writes the feed now; a write in progress is waited for first. A feed without any poll writes nothing. */
  write(feed: Feed): Promise<void>;
  stats(): SnapshotStats;
}
