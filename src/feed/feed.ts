import type {
  AssetRef,
  AssetUpdate,
  BinaryState,
  BinaryTicker,
  EpochMs,
  MarketState,
  PerpState,
  PerpTicker,
  RefusedValue,
  VenueId,
} from '../domain/index.ts';
import type { WireCounters } from '../upstream/wire-counters.ts';
import type { StreamStatus } from '../venues/venue-adapter.ts';
import type { Concern } from './concern.ts';

/** Age from which a venue's snapshot is stale. */
export const STALE_AFTER_MS = 120_000;

/** Newest poll result of one venue. Immutable, so readers keep a reference. */
export interface VenueSnapshot {
  readonly venue: VenueId;
  /** Time by our clock at which the poll was complete. */
  readonly fetchedAt: EpochMs;
  readonly markets: readonly MarketState[];
  /** Markets by canonical asset id. */
  readonly byAsset: ReadonlyMap<string, MarketState>;
  readonly perps: readonly PerpTicker[];
  readonly binaries: readonly BinaryTicker[];
  /** Number of markets without a price because their book is empty. */
  readonly emptyBooks: number;
  /** Values in the poll that are not probabilities. */
  readonly refused: RefusedValues;
  /**
   * Markets that left the list because of our limit while the venue still lists them: the end of their trading by store
   * key; null when no end is stated.
   */
  readonly beyondLimit: ReadonlyMap<string, EpochMs | null>;
  /** Whether the snapshot was loaded from its file and not confirmed by a poll of this process yet. */
  readonly restored: boolean;
}

/** Impossible values in one poll result. */
export interface RefusedValues {
  readonly count: number;
  /** The first of these values in list order, at most 100. */
  readonly first: readonly (RefusedValue & { readonly asset: string })[];
}

/** Polling status of one venue. Times are by our clock. */
export interface PollerHealth {
  readonly venue: VenueId;
  readonly lastFetchedAt: EpochMs | null;
  readonly ageMs: number | null;
  readonly okCount: number;
  readonly failCount: number;
  readonly lastError: string | null;
  /** Configured interval in ms. */
  readonly pollIntervalMs: number;
  /** Actual interval in ms. It is longer than the configured one when the venue's budget requires it. */
  readonly effectiveIntervalMs: number;
  readonly hasSnapshot: boolean;
  readonly running: boolean;
  /** Number of impossible values in all polls since the start. The snapshot lists those of the newest poll. */
  readonly refusedValues: number;
  /** Consecutive polls that were shown and could not be stored; null while the store works. */
  readonly unstored: UnstoredPolls | null;
  /** Present concerns about the venue's messages. */
  readonly concerns: readonly Concern[];
  readonly wire: WireCounters;
  readonly stream: StreamStatus | null;
}

/** Polls that readers saw and the store does not contain. */
export interface UnstoredPolls {
  readonly count: number;
  /** Time at which the first of these polls was read. */
  readonly sinceMs: EpochMs;
}

/** Latest state of all venues. Answers from memory and never sends a request to a venue. */
export interface Feed {
  readonly venues: readonly VenueId[];
  readonly startedAt: EpochMs;
  snapshot(venue: VenueId): VenueSnapshot | null;
  /** Returns the age of the newest snapshot in ms; null without one. */
  ageMs(venue: VenueId): number | null;
  /** Whether the snapshot is older than 120 s, or absent. */
  isStale(venue: VenueId): boolean;
  health(venue: VenueId): PollerHealth;
  /** Finds a listed market by asset id, in any letter case. */
  find(asset: string): MarketState | null;
  /** Adds a listener that is called after each new snapshot. Returns a function that removes it. */
  onSnapshot(listener: (snapshot: VenueSnapshot) => void): () => void;
  /** Adds a listener of every update from the venues' streams. Returns a function that removes it. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void;
}

/** An asset that a caller named: listed now, or known from the store. */
export interface ResolvedAsset {
  readonly ref: AssetRef;
  /** Newest state of the market; null when the market is not recorded at present. */
  readonly state: PerpState | BinaryState | null;
  /** Whether the venue still lists an asset without a state, which our limit of markets excludes. Absent: no. */
  readonly isBeyondLimit?: boolean;
}
