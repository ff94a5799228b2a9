import type { EpochMs, Resolution, VenueId } from '../../domain/index.ts';
import type { MarketKey, SeriesKey } from './series.ts';

export interface StoredResolution extends Resolution, MarketKey {
  /** Time when the service learnt the resolution. */
  readonly recordedAt: EpochMs;
  /** When we learnt that the venue had taken it back and traded again. Absent: in force. */
  readonly reopenedAt?: EpochMs;
  /** Resolutions before this one, all taken back, oldest first. Absent: none. */
  readonly earlier?: readonly PastResolution[];
}

/** A resolution that the venue has taken back. */
export interface PastResolution extends Omit<StoredResolution, 'venue' | 'storeKey' | 'asset' | 'earlier'> {
  readonly reopenedAt: EpochMs;
}

/** All resolutions of a market, oldest first: the last one is in force unless it was taken back. */
export function listAllResolutions(newest: StoredResolution): StoredResolution[] {
  const { earlier = [], ...last } = newest;
  const { venue, storeKey, asset } = last;
  return [...earlier.map((past) => ({ venue, storeKey, asset, ...past })), last];
}

/**
 * Joins a resolution to the earlier ones of its market.
 *
 * @returns null when the earlier resolution stays in force.
 */
export function followResolution(newest: StoredResolution, next: StoredResolution): StoredResolution | null {
  const { reopenedAt } = newest;
  if (reopenedAt === undefined) return null;
  const { venue: _, storeKey: __, asset: ___, earlier = [], ...last } = newest;
  return { ...next, earlier: [...earlier, { ...last, reopenedAt }] };
}

/** The resolution in force; null: none, or it was taken back. */
export function toCurrentResolution(newest: StoredResolution | null): StoredResolution | null {
  return newest === null || newest.reopenedAt !== undefined ? null : newest;
}

/** How markets ended. */
export interface ResolutionReader {
  /** The resolution in force; null: none, or the venue has taken it back. */
  findResolution(key: SeriesKey): Promise<StoredResolution | null>;
  /** Finds the resolutions of many series, in the order of the request. */
  findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]>;
  /** The newest resolution of a market, also one that was taken back, with those before it. */
  findNewestResolution(key: SeriesKey): Promise<StoredResolution | null>;
  /** The newest resolution of each market, ordered by `recordedAt`, oldest first; also those that were taken back. */
  listResolutions(options: ResolutionQuery): Promise<ResolutionPage>;
  /** Newest resolutions that were taken back at or after a time and are not in force. */
  listReopened(since: EpochMs): Promise<StoredResolution[]>;
}

export interface ResolutionWriter {
  /** Stores how a market ended, once; a later call for the same asset replaces it. */
  putResolution(resolution: StoredResolution): Promise<void>;
}

export interface ResolutionQuery {
  readonly venue?: VenueId;
  /** First time, inclusive, by `recordedAt`. */
  readonly since?: EpochMs;
  readonly limit: number;
  readonly cursor?: string;
}

export interface ResolutionPage {
  readonly resolutions: readonly StoredResolution[];
  readonly nextCursor: string | null;
}
