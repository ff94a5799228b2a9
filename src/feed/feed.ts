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

/** The newest poll result of one venue. Immutable: readers take a reference. */
export interface VenueSnapshot {
  readonly venue: VenueId;
  /** Our clock when the poll result was complete. */
  readonly fetchedAt: EpochMs;
  readonly markets: readonly MarketState[];
  /** Markets by canonical asset id. */
  readonly byAsset: ReadonlyMap<string, MarketState>;
  readonly perps: readonly PerpTicker[];
  readonly binaries: readonly BinaryTicker[];
  /** Markets left without a price because their book is empty. */
  readonly emptyBooks: number;
  /** Values of the venue that no probability can have. */
  readonly refused: RefusedValues;
  /**
   * Markets that were here and are listed by the venue still, below our own limit of markets: when their trading ends, by
   * store key; null where no end is stated.
   */
  readonly beyondLimit: ReadonlyMap<string, EpochMs | null>;
  /** Whether the snapshot was loaded from its file and not yet confirmed by a poll of this process. */
  readonly restored: boolean;
}

/** Evidence of impossible values in one poll result. */
export interface RefusedValues {
  readonly count: number;
  /** First markets of the list, 100 at most. */
  readonly first: readonly (RefusedValue & { readonly asset: string })[];
}

/** Polling status of one venue. Times by our clock. */
export interface PollerHealth {
  readonly venue: VenueId;
  readonly lastFetchedAt: EpochMs | null;
  readonly ageMs: number | null;
  readonly okCount: number;
  readonly failCount: number;
  readonly lastError: string | null;
  /** Configured interval in ms. */
  readonly pollIntervalMs: number;
  /** The interval that is kept: longer than the configured one where the venue's budget allows no shorter. */
  readonly effectiveIntervalMs: number;
  readonly hasSnapshot: boolean;
  readonly running: boolean;
  /** Impossible values of all polls since the start; the snapshot names those of the newest one. */
  readonly refusedValues: number;
  /** Polls in a row that were shown and could not be stored; null while the store writes. */
  readonly unstored: UnstoredPolls | null;
  /** Concerns about the venue's messages just now. */
  readonly concerns: readonly Concern[];
  readonly wire: WireCounters;
  readonly stream: StreamStatus | null;
}

/** Polls that readers saw and the store does not have. */
export interface UnstoredPolls {
  readonly count: number;
  /** Time at which the first refused row was read. */
  readonly sinceMs: EpochMs;
}

/** The latest state of all venues. Answers from memory; never asks a venue. */
export interface Feed {
  readonly venues: readonly VenueId[];
  readonly startedAt: EpochMs;
  snapshot(venue: VenueId): VenueSnapshot | null;
  /** Age of the newest snapshot; null without one. */
  ageMs(venue: VenueId): number | null;
  /** Whether the snapshot is older than 120 s, or missing. */
  isStale(venue: VenueId): boolean;
  health(venue: VenueId): PollerHealth;
  /** A listed market by asset id, in any letter case. */
  find(asset: string): MarketState | null;
  /** Calls back after each new snapshot. Returns a function that unsubscribes. */
  onSnapshot(listener: (snapshot: VenueSnapshot) => void): () => void;
  /** Calls back on every update that a venue's stream pushes. Returns a function that unsubscribes. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void;
}

/** An asset as callers name it, resolved: listed now, or known from the store. */
export interface ResolvedAsset {
  readonly ref: AssetRef;
  /** Newest state of the market; null when the asset is not among the markets that are recorded. */
  readonly state: PerpState | BinaryState | null;
  /**
   * Whether an asset without a state is listed by its venue still, below our own limit of markets. Absent: no asset is.
   */
  readonly isBeyondLimit?: boolean;
}
