import type {
  AssetRef,
  BinaryTicker,
  Book,
  Candle,
  EpochMs,
  FundingRate,
  PerpTicker,
  Settlement,
  VenueId,
} from '../domain/index.ts';
import type { Priority } from './rate-budget.ts';

/** What a REST poll said of the touch, before any stream was mixed in. Feeds the silence watchdog. */
export interface PolledQuote {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

interface MarketStateBase {
  readonly ref: AssetRef;
  /** What is recorded as `p`: see the recording rule of the kind. null: nothing is recorded. */
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /**
   * A running total of traded volume in the unit of the kind's `v`. The recorder stores its increase;
   * it may restart from any value. null when the venue tells none.
   */
  readonly volumeCounter: number | null;
  /** The venue's clock, where it states one per market. */
  readonly venueTime: EpochMs | null;
  /** null when this state was sampled from a stream and REST was not asked. */
  readonly polled: PolledQuote | null;
  /**
   * True when this poll neither asked nor heard of the market and repeats an earlier reading, because its
   * own interval is longer than the venue's. It is shown, not recorded again, and is no gap.
   */
  readonly carried?: boolean;
}

export interface PerpState extends MarketStateBase {
  readonly kind: 'perp';
  readonly ticker: PerpTicker;
}

export interface BinaryState extends MarketStateBase {
  readonly kind: 'binary';
  readonly ticker: BinaryTicker;
  /** The venue's settlement rules as plain text. */
  readonly rules: string | null;
  /**
   * Facts that say whether two venues ask the same question. Lower-level than the title, and only what
   * the venue's metadata states.
   */
  readonly terms: MarketTerms;
  /**
   * The taker's rate in the venue's own fee formula, where the venue states one per market. null or absent:
   * the published schedule by category applies.
   */
  readonly takerFeeRate?: number | null;
}

export type MarketState = PerpState | BinaryState;

/** Machine-readable parts of a market's question, each null where the venue states none. */
export interface MarketTerms {
  /** `above`: Yes wins at or above (or over) `strike`; `below` likewise; `between`: from strike to strikeHigh. */
  readonly direction: 'above' | 'below' | 'between' | null;
  readonly strike: number | null;
  readonly strikeHigh: number | null;
  /** The underlying as the venue writes it: `BTC`, a series ticker, an oracle feed. */
  readonly underlying: string | null;
  /** Names or addresses of what decides the market. */
  readonly settlementSource: string | null;
  /** The market of another venue that this one copies, by that venue's own key. */
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
}

export const NO_TERMS: MarketTerms = {
  direction: null,
  strike: null,
  strikeHigh: null,
  underlying: null,
  settlementSource: null,
  mirrorOf: null,
};

/** One whole reading of a venue's universe. */
export interface VenuePoll {
  readonly venue: VenueId;
  /** Our clock when the reading was complete. */
  readonly receivedAt: EpochMs;
  readonly markets: readonly MarketState[];
  /** Markets whose book is empty and which therefore have no price. */
  readonly emptyBooks: number;
}

/** One push from a venue's stream, or one answer to `refresh`. */
export interface AssetUpdate {
  readonly asset: string;
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly venueTime: EpochMs | null;
  readonly receivedAt: EpochMs;
}

/** Streams of a venue, all connections and shards taken together. */
export interface VenueStream {
  /** Opens the connections. Reconnects by itself until stopped. */
  start(): void;
  stop(): Promise<void>;
  /** Calls back on every update of any asset. Returns the way to stop. */
  onUpdate(listener: (update: AssetUpdate) => void): () => void;
  /** Whether updates of this asset are expected to arrive: it is subscribed on a connection that is up. */
  carries(asset: string): boolean;
  /** When the last update of this asset arrived, by our clock. */
  lastUpdateAt(asset: string): EpochMs | null;
  /** Drops and renews the subscription (or the connection) that carries the asset. */
  restart(asset: string): void;
  status(): StreamStatus;
}

export interface StreamStatus {
  readonly connections: number;
  readonly connected: number;
  readonly subscriptions: number;
  readonly reconnects: number;
  readonly lastMessageAt: EpochMs | null;
}

/** Where a health probe knocks. A read that costs the venue little. */
export interface UpstreamProbe {
  /** For example `polymarket-clob`. */
  readonly upstream: string;
  readonly venue: VenueId;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts since the start, for `/metrics` and the health answers. */
export interface WireCounters {
  readonly requests: number;
  readonly failures: number;
  /** Bodies and frames that a schema refused. */
  readonly schemaFailures: number;
  /** The last refusal: which message, which member. */
  readonly lastSchemaFailure: string | null;
  /** HTTP 403 or 451 on the last answer: the region or the client is refused. */
  readonly blocked: boolean;
  /** Share of the venue's published limit used in its last window, 0 to 1. */
  readonly budgetUsedFrac: number;
}

/**
 * All that the service knows of a venue. An adapter translates: it keeps connections and native ids,
 * and nothing of the store, the feed or the API.
 *
 * Every method that asks the venue rejects with {@link UpstreamError} when no answer could be read.
 */
export interface VenueAdapter {
  readonly venue: VenueId;
  readonly defaultPollMs: number;
  /** null when the venue has none, or streams are off. */
  readonly stream: VenueStream | null;
  readonly probes: readonly UpstreamProbe[];

  /** Reads the universe: every perpetual, and the largest binary markets by 24 h volume. */
  poll(signal: AbortSignal): Promise<VenuePoll>;

  /**
   * Reads one live book in Yes terms; both sides empty when the venue confirms that nothing rests.
   *
   * @throws {UpstreamError} `not_found` for an asset that the adapter has not met in a poll.
   */
  book(ref: AssetRef, signal: AbortSignal): Promise<Book>;

  /**
   * Hourly candles that start in the window (both ends inclusive), oldest first; gaps stay gaps.
   *
   * @param priority `book` when a caller waits for them; default `backfill`, which leaves room for all else.
   */
  candles(ref: AssetRef, window: TimeWindow, signal: AbortSignal, priority?: Priority): Promise<Candle[]>;

  /** Funding settled in the window, oldest first; empty for kinds without funding. */
  funding(
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority?: Priority,
  ): Promise<FundingRate[]>;

  /** How a market ended; null while the venue does not say that it did. */
  settlement(ref: AssetRef, signal: AbortSignal): Promise<Settlement | null>;

  counters(): WireCounters;
  close(): Promise<void>;
}

export interface TimeWindow {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}
