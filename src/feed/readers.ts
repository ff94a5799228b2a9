import type { AssetRef, Book, Candle, FundingRate, MarketNames, VenueId } from '../domain/index.ts';
import type { ResolvedAsset } from './feed.ts';

/** The data that answers read beside the newest snapshots. */

/** Live order books. */
export interface BookReader {
  /**
   * A few seconds old at most; of up to two minutes while the venue cannot be asked, which `receivedAt` shows.
   *
   * @throws {UpstreamError} when the venue gives none; an empty book is an answer.
   */
  book(ref: AssetRef): Promise<Book>;
  /** The newest book that was read, of any age; never asks the venue. Absent: none is remembered. */
  newest?(asset: string): Book | null;
}

/** Candles, of recorded hours from the store, and funding. Both throw {@link UpstreamError}. */
export interface MarketReader {
  /** Hourly, of the last 30 days, oldest first. */
  readCandles(ref: AssetRef): Promise<readonly Candle[]>;
  /** Funding rates of the last 24 hours, oldest first; empty for binaries. */
  readFunding(ref: AssetRef): Promise<FundingRate[]>;
}

/** Finds assets by the names that callers use. null: neither listed nor ever recorded. */
export interface AssetFinder {
  resolve(asset: string): Promise<ResolvedAsset | null>;
  /** Resolves many assets, in the order given; the store is asked once for all. */
  resolveMany(assets: readonly string[]): Promise<(ResolvedAsset | null)[]>;
  /**
   * Whether a venue that is recorded has given nothing yet, neither a poll nor the snapshot of an earlier run: it
   * is not known then what it lists. Absent: never.
   */
  isWarmingUp?(venue: VenueId): boolean;
  /** Names of assets by their ids as given; of a market that is no longer listed, the last ones that were recorded. */
  readNames(assets: readonly string[]): Promise<ReadonlyMap<string, MarketNames>>;
  /** Resolves a store key, or an asset id in its place. */
  resolveIn(venue: VenueId, key: string): Promise<ResolvedAsset | null>;
}
