import type { AssetRef, Book, Candle, FundingRate, MarketNames, VenueId } from '../domain/index.ts';
import type { ResolvedAsset } from './feed.ts';

/** Contracts of the data that answers read in addition to the newest snapshots. */

/** Reader of live order books. */
export interface BookReader {
  /**
   * Reads a book that is a few seconds old at most, or up to two minutes while the venue cannot be read. `receivedAt`
   * states its age.
   *
   * @throws {UpstreamError} when the venue gives no book. An empty book is not an error.
   */
  book(ref: AssetRef): Promise<Book>;
  /**
   * Returns the newest book that was read, whatever its age. Never sends a request to the venue. Absent: none is
   * remembered.
   */
  newest?(asset: string): Book | null;
}

/**
 * Reader of candles and funding. Candles of recorded hours come from the store. Both methods throw {@link
 * UpstreamError}.
 */
export interface MarketReader {
  /** Reads the hourly candles of the last 30 days, oldest first. */
  readCandles(ref: AssetRef): Promise<readonly Candle[]>;
  /** Reads the funding of the last 30 days, oldest first; empty for binaries. */
  readFunding(ref: AssetRef): Promise<FundingRate[]>;
}

/** Finds assets by the names that callers use; null: the asset is neither listed nor was ever recorded. */
export interface AssetFinder {
  resolve(asset: string): Promise<ResolvedAsset | null>;
  /**
   * Lists at most three assets with names similar to an unknown one, most similar first. Absent: there are no
   * suggestions.
   */
  suggest?(name: string): Promise<readonly string[]>;
  /** Resolves many assets with one query to the store, in the given order. */
  resolveMany(assets: readonly string[]): Promise<(ResolvedAsset | null)[]>;
  /**
   * Whether a recorded venue has no data yet, neither a poll nor a snapshot of an earlier run, so that its list is
   * unknown. Absent: never.
   */
  isWarmingUp?(venue: VenueId): boolean;
  /**
   * Reads the names of assets by their ids as given. For a market that is no longer listed they are the last recorded
   * ones.
   */
  readNames(assets: readonly string[]): Promise<ReadonlyMap<string, MarketNames>>;
  /** Resolves an asset by store key, or by an asset id in place of the key. */
  resolveIn(venue: VenueId, key: string): Promise<ResolvedAsset | null>;
}
