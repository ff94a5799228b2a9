import type { Logger } from 'pino';
import type { AssetRef, Book, Candle, Clock, EpochMs, FundingRate, VenueId } from '../../domain/index.ts';
import type { Feed, ResolvedAsset } from '../../feed/feed.ts';
import type { Pulses } from '../../feed/pulses/pulses.ts';
import type { SilenceStats } from '../../feed/watchdog/silence-watchdog.ts';
import type { DiskSpace } from '../../health/disk-space.ts';
import type { StaleReports } from '../../health/stale-reports.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import type { QuestionGroups } from '../../m2m/fair-values.ts';
import type { ResolutionTrackerStats } from '../../recording/resolution-tracker.ts';
import type { Screens } from '../../screens/screens.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { AccessCheck } from '../access/access.ts';
import type { StreamLimits } from '../sse/stream-hub.ts';

/** Live order books. */
export interface BookReader {
  /** @throws {UpstreamError} when the venue gives none; an empty book is an answer. */
  book(ref: AssetRef): Promise<Book>;
  /** The newest book that was read, of any age; never asks the venue. Absent: none is remembered. */
  newest?(asset: string): Book | null;
}

/** Candles and funding as the venues keep them. Both throw {@link UpstreamError}. */
export interface MarketReader {
  /** Hourly, of the last 30 days, oldest first. */
  candles(ref: AssetRef): Promise<Candle[]>;
  /** Of the last 24 hours, oldest first; empty for binaries. */
  funding(ref: AssetRef): Promise<FundingRate[]>;
}

/** Finds assets by the names that callers use. null: neither listed nor ever recorded. */
export interface AssetFinder {
  resolve(asset: string): Promise<ResolvedAsset | null>;
  /** By store key, or by asset id in its place. */
  resolveIn(venue: VenueId, key: string): Promise<ResolvedAsset | null>;
}

/** The file that carries the newest state over a restart. */
export interface SnapshotFileReader {
  stats(): {
    readonly exists: boolean;
    readonly sizeBytes: number | null;
    readonly lastTs: EpochMs | null;
    readonly ageMs: number | null;
    readonly count24h: number;
  };
}

/** Who listens to which asset. */
export interface PulseStats {
  readonly assetsPolling: number;
  readonly totalSubscribers: number;
  readonly perAsset: Readonly<
    Record<string, { subscribers: number; lastPulseMs: number | null; upstreamCalls: number }>
  >;
}

/** How long a slow client, and the answer to it, may take. */
export interface HttpTimeouts {
  /** For a whole request with its body. Default 30 s. */
  readonly requestMs: number;
  /** For the header fields. Default 15 s. */
  readonly headersMs: number;
  /** How often both are looked at. Default 5 s. */
  readonly connectionCheckMs: number;
  /** For making an answer, once the request is there. Default 15 s. */
  readonly handlerMs: number;
}

export interface HttpSettings {
  readonly version: string;
  /** Whose free space is watched. */
  readonly dataDir: string;
  /** Addresses or ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Serves `/metrics`. */
  readonly metrics: boolean;
  /** Serves `/mcp`. */
  readonly mcp?: boolean;
  /** Premium answers are private. */
  readonly paidGating: boolean;
  /** Addresses by which the OpenAPI document names this server; `/` when empty. */
  readonly publicUrls?: readonly string[];
  /** Bytes that cached answers may take. Default 128 MiB. */
  readonly cacheBytes?: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** TLS ends here, so browsers may be told to insist on it. */
  readonly strictTransport?: boolean;
  /** Live streams that may be open at once. */
  readonly streamLimits?: StreamLimits;
}

/** All that the routes are built from. `app/assemble.ts` makes it; tests make it with small parts of their own. */
export interface HttpDeps {
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly assets: AssetFinder;
  readonly books: BookReader;
  readonly markets: MarketReader;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly snapshotFile: SnapshotFileReader;
  readonly staleReports: StaleReports;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: HttpSettings;
  /** Required of `POST /api/alerts/stale/snapshot`; null leaves that route open. */
  readonly snapshotToken: string | null;
  /** Checks keys and tiers; a guarded route cannot be built without it. */
  readonly access?: AccessCheck;
  /** Answers over many markets. A server without them has no endpoint for them. */
  readonly screens?: Screens;
  /** Monotonic ms, for ages and expiry. Default: `performance.now`. */
  readonly monotonic?: () => number;
  /** Absent: nobody listens. */
  readonly pulses?: () => PulseStats;
  /** What moves, asset by asset. Absent: the live streams are not served. */
  readonly live?: Pulses;
  /** Which markets ask the same question, for fair values. Default: the links of the screens. */
  readonly groups?: QuestionGroups;
  /** Streams that are or were silent. Absent: nobody watches them. */
  readonly silences?: () => SilenceStats;
  /** Markets whose end is awaited. Absent: ends are not recorded. */
  readonly resolutions?: () => ResolutionTrackerStats;
  /** The disk of the data directory. Default: asks the file system. */
  readonly diskSpace?: () => Promise<DiskSpace>;
}
