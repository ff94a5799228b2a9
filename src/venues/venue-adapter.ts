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
  /** Calls back on every update of any asset. Returns a function that unsubscribes. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void;
  /** Calls back on every message about a book, for the tape. Returns a function that unsubscribes. Absent: it sends none. */
  onBook?(listener: (event: BookEvent) => void): () => void;
  /** Calls back on every trade. Returns a function that unsubscribes. Absent: it sends none. */
  onTrade?(listener: (trade: VenueTrade) => void): () => void;
  /** Calls back when trades of an asset begin or cease to be heard. Returns a function that unsubscribes. */
  onHeard?(listener: (heard: TradesHeard) => void): () => void;
  /** Sends every book that is known as a whole one to the listeners of `onBook`, since they lost track of them. */
  repeatBooks?(): void;
  /** Whether updates of this asset are expected to arrive: it is subscribed on a connection that is up. */
  carries(asset: string): boolean;
  /** Time when the last update of the asset arrived, by our clock. */
  lastUpdateAt(asset: string): EpochMs | null;
  /**
   * States which assets have subscribers now, so that subscriptions can be made for them alone. Absent: what
   * the venue sends of every asset is all there is.
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

/** The request of a health probe: a read that costs the venue little. */
export interface UpstreamProbe {
  /** Name of the upstream, for example `polymarket-clob`. */
  readonly upstream: string;
  readonly venue: VenueId;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The part of a venue's budget that its repeated polls need. */
export interface PollPlan {
  /** Polls continue: reserves the weight of their next minute. Called before and after each of them. */
  keepRoom(): void;
  /** The shortest interval that budget and streams allow just now, in ms. */
  minIntervalMs(): number;
}

/**
 * The service's access to a venue. An adapter translates: it keeps connections and native ids,
 * and nothing of the store, the feed or the API.
 *
 * Every method that asks the venue rejects with {@link UpstreamError} when no answer could be read.
 */
export interface VenueAdapter {
  readonly venue: VenueId;
  /** Stream of the venue; null when the venue has none, or streams are off. */
  readonly stream: VenueStream | null;
  readonly probes: readonly UpstreamProbe[];
  /** Reads and counts the messages of the venue. Absent: nothing is counted. */
  readonly intake?: Intake;
  /** Needs of polling. Absent: any configured interval can be kept, and polls need nothing set aside. */
  readonly polling?: PollPlan;

  /** Reads the universe: every perpetual, and the largest binary markets by 24 h volume. */
  poll(signal: AbortSignal): Promise<VenuePoll>;

  /**
   * Reads one live book in Yes terms; both sides empty when the venue confirms that nothing rests.
   *
   * @throws {UpstreamError} `not_found` for an asset that the adapter has not met in a poll.
   */
  readBook(ref: AssetRef, signal: AbortSignal): Promise<Book>;

  /**
   * Hourly candles that start in the window (both ends inclusive), oldest first; gaps stay gaps.
   *
   * @param priority `statistics` when a caller waits for them; default `backfill`, which leaves room for all else.
   */
  readCandles(ref: AssetRef, window: TimeWindow, signal: AbortSignal, priority?: Priority): Promise<Candle[]>;

  /** Funding settled in the window, oldest first; empty for kinds without funding. */
  readFunding(
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority?: Priority,
  ): Promise<FundingRate[]>;

  /**
   * Whether a second source of the venue agrees with the price of this poll: of a streamed price its list or book, of a
   * listed price its book or stream. null: it did not answer. Absent: the book is asked.
   */
  confirmPrice?(state: MarketState, signal: AbortSignal): Promise<boolean | null>;

  /**
   * Trades of the whole venue since the poll before, each once, also of markets that no poll has listed. Absent: trades
   * come by the stream, or not at all.
   */
  pollTrades?(signal: AbortSignal): Promise<TradesPoll>;

  /**
   * Trades of an asset in the window, both ends inclusive, as far as the venue still lists them. Absent: it lists none.
   *
   * @throws {UpstreamError} `not_found` for an asset that the venue does not list.
   */
  readTrades?(ref: AssetRef, window: TimeWindow, signal: AbortSignal): Promise<TradesRead>;

  /**
   * Trades of all assets in the window, both ends inclusive: all of them from `wholeFrom` on, as far back as the pages of
   * one read reach. Absent: the venue has no such list.
   */
  readVenueTrades?(window: TimeWindow, signal: AbortSignal): Promise<TradesRead>;

  /** Resolution of a market; null while the venue states none. */
  readResolution(ref: AssetRef, signal: AbortSignal): Promise<ResolutionAnswer | null>;

  getCounters(): WireCounters;
  close(): Promise<void>;
}

export interface TimeWindow {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}
