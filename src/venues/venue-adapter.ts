import type {
  AssetRef,
  AssetUpdate,
  Book,
  BookEvent,
  Candle,
  EpochMs,
  FundingRate,
  MarketState,
  ResolutionAnswer,
  TradesHeard,
  TradesPoll,
  TradesRead,
  VenueId,
  VenuePoll,
  VenueTrade,
} from '../domain/index.ts';
import type { Priority } from '../upstream/budget.ts';
import type { Intake } from '../upstream/intake.ts';
import type { WireCounters } from '../upstream/wire-counters.ts';

/** Streams of a venue, all connections and shards taken together. */
export interface VenueStream {
  /** Opens the connections. Reconnects on its own until stopped. */
  start(): void;
  stop(): Promise<void>;
  /** Adds a listener of every update of any asset. Returns a function that removes it. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void;
  /**
   * Adds a listener of every message about a book, for the tape. Returns a function that removes it. Absent: the stream
   * has no books.
   */
  onBook?(listener: (event: BookEvent) => void): () => void;
  /** Adds a listener of every trade. Returns a function that removes it. Absent: the stream has no trades. */
  onTrade?(listener: (trade: VenueTrade) => void): () => void;
  /**
   * Adds a listener that learns when the trades of an asset begin or cease to be complete. Returns a function that
   * removes it.
   */
  onHeard?(listener: (heard: TradesHeard) => void): () => void;
  /** Sends every known book as a whole one to the listeners of `onBook`, because they have missed messages. */
  repeatBooks?(): void;
  /** Whether updates of this asset are expected: it is subscribed on an open connection. */
  carries(asset: string): boolean;
  /** Finds the time when the last update of the asset arrived, by our clock. */
  lastUpdateAt(asset: string): EpochMs | null;
  /**
   * Sets which assets have subscribers, for streams that subscribe some data only for those. Absent: the stream sends
   * the same data for every asset.
   */
  listen?(assets: readonly string[]): void;
  /** Drops and renews the subscription (or the connection) that carries the asset. */
  restart(asset: string): void;
  getStatus(): StreamStatus;
}

export interface StreamStatus {
  readonly connections: number;
  readonly connected: number;
  readonly subscriptions: number;
  readonly reconnects: number;
  readonly lastMessageAt: EpochMs | null;
}

/** Request of a health probe: a read with little cost for the venue. */
export interface UpstreamProbe {
  /** Name of the upstream, for example `polymarket-clob`. */
  readonly upstream: string;
  readonly venue: VenueId;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads of several books in one call, for the assets that readers follow. */
export interface BookBatches {
  /** Maximum number of books of one call. */
  readonly max: number;
  /** Maximum number of calls a minute, which is a fifth of the venue's budget. */
  readonly callsPerMinute: number;
  /**
   * Reads up to `max` live books in Yes terms, by asset id. A market that is not listed, that the venue leaves out or
   * whose book is malformed has none, and costs no other.
   */
  read(refs: readonly AssetRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Book>>;
}

/** The part of a venue's budget that its repeated polls need. */
export interface PollPlan {
  /** Reserves the weight of polling for the next minute. Called before and after each poll. */
  keepRoom(): void;
  /** Returns the shortest interval that budget and streams allow at present, in ms. */
  minIntervalMs(): number;
}

/**
 * The service's access to a venue. An adapter translates: it knows connections and native ids, and nothing of the
 * store, the feed or the API.
 *
 * Every method that sends a request rejects with {@link UpstreamError} when no answer could be read.
 */
export interface VenueAdapter {
  readonly venue: VenueId;
  /** Stream of the venue; null when the venue has none, or streams are off. */
  readonly stream: VenueStream | null;
  readonly probes: readonly UpstreamProbe[];
  /** Counters of the venue's messages. Absent: nothing is counted. */
  readonly intake?: Intake;
  /** Weight plan of polling. Absent: every configured interval is possible, and polls need no reserved weight. */
  readonly polling?: PollPlan;
  /** Whether candles are the venue's own: false where they are made of points. Absent: false. */
  readonly hasOwnCandles?: boolean;

  /** Reads the universe: every perpetual, and the largest binary markets by 24 h volume. */
  poll(signal: AbortSignal): Promise<VenuePoll>;

  /**
   * Reads one live book in Yes terms. Both sides are empty when the venue confirms that there are no orders.
   *
   * @throws {UpstreamError} `not_found` for an asset that no poll of the adapter has listed.
   */
  readBook(ref: AssetRef, signal: AbortSignal): Promise<Book>;

  /** Reads of several books. Absent: the venue answers for one market at a time. */
  readonly bookBatches?: BookBatches;

  /**
   * Reads the hourly candles that start in the window (both ends inclusive), oldest first. Hours without a candle stay
   * empty.
   *
   * @param priority `statistics` when a caller waits for the candles; default `backfill`, which yields to all else.
   */
  readCandles(ref: AssetRef, window: TimeWindow, signal: AbortSignal, priority?: Priority): Promise<Candle[]>;

  /** Reads the funding that was paid in the window, oldest first; empty for kinds without funding. */
  readFunding(
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority?: Priority,
  ): Promise<FundingRate[]>;

  /**
   * Asks a second source of the venue whether the price of this poll is right: for a streamed price the list or book,
   * for a listed price the book or stream. null: that source did not answer. Absent: the book is read instead.
   */
  confirmPrice?(state: MarketState, signal: AbortSignal): Promise<boolean | null>;

  /**
   * Reads the trades of the whole venue since the last poll, each once, including those of unlisted markets. Absent:
   * trades come from the stream, or not at all.
   */
  pollTrades?(signal: AbortSignal): Promise<TradesPoll>;

  /**
   * Reads the trades of an asset in the window, both ends inclusive, as far as the venue still lists them. Absent: the
   * venue has no such list.
   *
   * @throws {UpstreamError} `not_found` for an asset that the venue does not list.
   */
  readTrades?(ref: AssetRef, window: TimeWindow, signal: AbortSignal): Promise<TradesRead>;

  /**
   * Reads the trades of all assets in the window, both ends inclusive. They are complete from `wholeFrom` on, as far
   * back as the pages of one read reach. Absent: the venue has no such list.
   */
  readVenueTrades?(window: TimeWindow, signal: AbortSignal): Promise<TradesRead>;

  /** Reads the resolution of a market; null while the venue states none. */
  readResolution(ref: AssetRef, signal: AbortSignal): Promise<ResolutionAnswer | null>;

  getCounters(): WireCounters;
  close(): Promise<void>;
}

export interface TimeWindow {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}
