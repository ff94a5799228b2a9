import type { VenueId } from '../../domain/index.ts';
import type { FeedStatus } from './feed-status.ts';

/** The newest state of one venue as its feed published it, without the markets. */
export interface StateHead {
  /** Fence of the lease under which it was published. */
  readonly fence: number;
  /** Version of the snapshot's format; null: no snapshot was published yet. */
  readonly version: number | null;
  /** The snapshot's poll, by the feed's clock. */
  readonly fetchedAt: number | null;
  /** Status of the feed; null: this process can read none. */
  readonly status: FeedStatus | null;
  /** Time since the status was written, in ms, by the clock of the server that holds it. */
  readonly statusAgeMs: number;
}

/** Source of the newest state. */
export interface StateSource {
  /** @throws {Error} when the source cannot be read. */
  readHeads(venues: readonly VenueId[]): Promise<ReadonlyMap<VenueId, StateHead>>;
  /**
   * The newest snapshot as `encodeSnapshot` writes it; null: none.
   *
   * @throws {Error} when the source cannot be read.
   */
  readBody(venue: VenueId): Promise<Buffer | null>;
}
