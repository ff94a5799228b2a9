import type { EpochMs } from '../domain/index.ts';
import type { Feed, VenueSnapshot } from './feed.ts';

export interface SnapshotStats {
  /** Whether a snapshot is stored. */
  readonly exists: boolean;
  readonly sizeBytes: number | null;
  readonly lastTs: EpochMs | null;
  readonly ageMs: number | null;
  /** Number of writes in the last 24 hours. */
  readonly count24h: number;
}

/** A venue's poll result as read from the store. */
export type StoredPoll = Pick<VenueSnapshot, 'venue' | 'fetchedAt' | 'markets' | 'emptyBooks'> &
  Partial<Pick<VenueSnapshot, 'beyondLimit'>>;

/** Store of the newest state of all venues, from which a restart can answer at once. */
export interface SnapshotStore {
  /**
   * Reads the snapshots of an earlier run.
   *
   * @returns One poll result per venue; empty when nothing is stored.
   * @throws {Error} when the stored snapshots cannot be read completely. The caller continues without them.
   */
  load(): Promise<readonly StoredPoll[]>;
  /** Starts to write: soon, and then every minute until stopped. */
  start(feed: Feed, onError: (error: unknown) => void): void;
  /** Stops after a last write, unless the store was never started. */
  stop(): Promise<void>;
  /** Writes the feed now, after a write in progress. A feed without any poll writes nothing. */
  write(feed: Feed): Promise<void>;
  stats(): SnapshotStats;
}
