import type { AssetRef, Clock, EpochMs } from '../../domain/index.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import { ApiError, UNAVAILABLE_RETRY_AFTER_S } from '../responses/errors.ts';
import { requireAsset } from './assets.ts';

/** Kinds of records that the tape contains. */
export type TapeContent = 'books' | 'trades';

/** Access to the tape for responses. */
export interface TapeAccess {
  /** Whether this process can read the folder of the tape. */
  isThere(): boolean;
  /**
   * Waits, some seconds at most, until all records up to a moment are on disk.
   *
   * @returns Newest moment up to which all records are on disk; null: there is no tape file.
   */
  waitFor(t: number): Promise<number | null>;
  /**
   * Finds the setting that excludes an asset from recording, or `max_books` if larger books use the whole limit; null:
   * neither applies.
   */
  findExclusion(ref: AssetRef, content: TapeContent): Promise<string | null>;
}

export interface TapeRouteOptions {
  readonly assets: AssetFinder;
  readonly tape: TapeAccess;
  readonly clock: Clock;
}

/** Time of a request, and the newest moment up to which all records are on disk. */
export interface TapeTimes {
  readonly now: EpochMs;
  readonly newestMs: number | null;
}

/**
 * Finds the asset of a request about the tape. Ended markets are included.
 *
 * @throws {ApiError} `asset_not_found`, `warming_up`, or `store_unavailable` in a process that does not share the data
 * directory of the recording process.
 */
export async function requireTapeAsset({ assets, tape }: TapeRouteOptions, asset: string): Promise<AssetRef> {
  const { ref } = await requireAsset(assets, asset);
  if (tape.isThere()) return ref;
  throw new ApiError(
    'store_unavailable',
    'this process has no tape: it must share the data directory of the process that records',
    { headers: { 'retry-after': String(UNAVAILABLE_RETRY_AFTER_S) } },
  );
}
