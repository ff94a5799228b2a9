import type { VenueId } from '../../domain/index.ts';
import type { FeedStatus } from './feed-status.ts';

/** Newest state of one venue as its feed published it, without the markets. */
export interface StateHead {
  /** Fence of the lease under which the state was published. */
  readonly fence: number;
  /** Version of the snapshot's format; null: no snapshot was published yet. */
  readonly version: number | null;
  /** Time of the snapshot's poll in epoch ms, by the feed's clock; null without a snapshot. */
  readonly fetchedAt: number | null;
  /** Status of the feed; null: this process cannot read one. */
  readonly status: FeedStatus | null;
  /** Time since the status was written, in ms, by the clock of the server that stores it. */
  readonly statusAgeMs: number;
}

/** Source of the newest state that a feed published. */
export interface StateSource {
  /** Reads the heads of venues. @throws {Error} when the source cannot be read. */
  readHeads(venues: readonly VenueId[]): Promise<ReadonlyMap<VenueId, StateHead>>;
  /**
   * Reads the newest snapshot in the form of `encodeSnapshot`; null: there is none.
   *
   * @throws {Error} when the source cannot be read.
   */
  readBody(venue: VenueId): Promise<Buffer | null>;
}
