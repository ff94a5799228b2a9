import type { AssetRef, Clock, EpochMs } from '../../domain/index.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import { ApiError, UNAVAILABLE_RETRY_AFTER_S } from '../responses/errors.ts';
import { requireAsset } from './assets.ts';

/** What the tape keeps. */
export type TapeContent = 'books' | 'trades';

/** The tape as answers reach it. */
export interface TapeAccess {
  /** Whether this process sees the folder of the tape. */
  isThere(): boolean;
  /**
   * Waits, for some seconds at most, until everything up to a moment is on the disk.
   *
   * @returns Newest moment up to which everything is on the disk; null without a file.
   */
  waitFor(t: number): Promise<number | null>;
  /** Setting for which an asset is not recorded, or `max_books` where larger books take all places; null: neither is why. */
  findExclusion(ref: AssetRef, content: TapeContent): Promise<string | null>;
}

export interface TapeRouteOptions {
  readonly assets: AssetFinder;
  readonly tape: TapeAccess;
  readonly clock: Clock;
}

/** Moment of a request, and the newest one up to which everything is on the disk. */
export interface TapeTimes {
  readonly now: EpochMs;
  readonly newestMs: number | null;
}

/**
 * The asset of a request about the tape; an ended market is one too.
 *
 * @throws {ApiError} `asset_not_found`, `warming_up`, or `store_unavailable` in a process that does not share the data
 * directory of the recording one.
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
