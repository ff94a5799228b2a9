// Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

/** Stable codes of failures; docs/errors.md says when each is sent. */
export type ApiErrorCode =
  | 'admin_unauthorized'
  | 'asset_not_found'
  | 'bad_signature'
  | 'bad_snapshot_token'
  | 'bot_not_found'
  | 'code_expired'
  | 'credential_not_found'
  | 'deposit_not_found'
  | 'deposits_not_configured'
  | 'expectation_failed'
  | 'feed_down'
  | 'file_not_found'
  | 'foreign_origin'
  | 'handler_timeout'
  | 'headers_too_large'
  | 'insufficient_balance'
  | 'internal'
  | 'invalid_api_key'
  | 'invalid_code'
  | 'kill_switch'
  | 'ledger_unavailable'
  | 'live_execution_disabled'
  | 'method_not_allowed'
  | 'missing_api_key'
  | 'not_found'
  | 'not_perpetual'
  | 'not_ready'
  | 'order_not_found'
  | 'overloaded'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'preparing'
  | 'provider_not_configured'
  | 'quota_exceeded'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'ref_conflict'
  | 'request_timeout'
  | 'shutting_down'
  | 'snapshotter_down'
  | 'store_unavailable'
  | 'stream_capacity'
  | 'streams_interrupted'
  | 'tier_required'
  | 'too_many_attempts'
  | 'too_many_streams'
  | 'unknown_provider'
  | 'unsupported_media_type'
  | 'upstream_unavailable'
  | 'uri_too_long'
  | 'validation_failed'
  | 'vault_not_configured'
  | 'venue_not_entitled'
  | 'venue_not_found'
  | 'warming_up';

/** Version of this body. Within it, members are only ever added. */
export type ApiVersion = 'v1';

/** Asset id in its canonical spelling. */
export type AssetId = string;

/** Kind of the asset. */
export type AssetKind = 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';

export interface BinaryMarkets {
  /** When the poll was complete. Epoch milliseconds. */
  readonly fetchedAt: number;
  /** Binary markets. */
  readonly markets: readonly BinaryTicker[];
}

/** The newest state of a binary market. Prices are probabilities of the Yes outcome. */
export interface BinaryTicker {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** The venue's own id of the market. */
  readonly venueId: string;
  /** The question. */
  readonly title: string;
  /** The event that groups related markets; null when none is known. */
  readonly eventTitle: string | null;
  /** The venue's id of that event; null when the venue states none. */
  readonly eventKey: string | null;
  /** The venue's category; null when none is known. */
  readonly category: string | null;
  /** Labels of the Yes and the No outcome. */
  readonly outcomes: readonly string[];
  /**
   * The recorded price of Yes; null when the market has none: its book is empty, or it has ended.
   */
  readonly yesPrice: number | null;
  /** Price of No; null when the market has none: its book is empty, or it has ended. */
  readonly noPrice: number | null;
  /** Best bid for Yes; null when nothing rests there, or it is not known. */
  readonly yesBid: number | null;
  /** Best ask for Yes; null when nothing rests there, or it is not known. */
  readonly yesAsk: number | null;
  /** Best bid for No; null when nothing rests there, or it is not known. */
  readonly noBid: number | null;
  /** Best ask for No; null when nothing rests there, or it is not known. */
  readonly noAsk: number | null;
  /**
   * Price of the last trade in Yes terms; null when there was no trade, or the venue publishes none.
   */
  readonly lastPrice: number | null;
  /** Traded in 24 hours, USD; null when no figure in USD is known. */
  readonly volume24hUsd: number | null;
  /**
   * Traded in 24 hours, contracts; of venues that count contracts; null when the venue publishes
   * none.
   */
  readonly volume24hContracts?: number | null;
  /** Traded since the market opened, USD; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** The venue's figure of resting liquidity, USD; null when the venue publishes none. */
  readonly liquidityUsd: number | null;
  /** Open interest, USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** End of trading. Epoch milliseconds; null when the venue states none. */
  readonly closeTime: number | null;
  /**
   * When the question is due to be decided. Epoch milliseconds; null when the venue states none.
   */
  readonly endDate: number | null;
  /** Where the market stands in its life. */
  readonly status: 'open' | 'paused' | 'closed' | 'resolved';
  /** The market's page on the venue's web site. */
  readonly venueNativeUrl: string;
  /**
   * The venue says that at most one outcome of the event can win; null when the venue does not say.
   */
  readonly exclusive: boolean | null;
  /** The tracked outcomes are all outcomes of the event; null when it is not known. */
  readonly exhaustive: boolean | null;
}

/** How the engine trades for the bot. */
export interface BotConfig {
  /** The engine trades for the bot. */
  readonly enabled: boolean;
  /** Where; empty: nowhere. */
  readonly venues: readonly VenueId[];
  /** What; empty: nothing. */
  readonly assets: readonly AssetId[];
  /** Minimum strength of a signal; weaker ones are not traded. */
  readonly minConfidence: number;
  /** Size of one order. */
  readonly tradeSizeUsd: number;
  /** Maximum age of the data that the engine trades on. */
  readonly maxStaleMs: number;
  /** Price of one filled trade, from the price list. Micro-USD. */
  readonly feeMicroUsd: number;
}

/** One decision of the engine about one asset. */
export interface BotDecision {
  /** Time of the decision. Epoch milliseconds. */
  readonly t: number;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Direction of the signal; null when no venue lists the asset and no history of it exists. */
  readonly direction: 'LONG' | 'SHORT' | 'NEUTRAL' | null;
  /** 0 to 1; null when no venue lists the asset and no history of it exists. */
  readonly confidence: number | null;
  /** Last price; null when the market has none. */
  readonly price: number | null;
  /** `close` brings the position to zero before a position on the other side is opened. */
  readonly action: 'hold' | 'open' | 'close';
  /** Side of the order; in Yes terms for binaries; null when nothing was to be traded. */
  readonly side: 'buy' | 'sell' | null;
  /** Size of the order in US dollars; null when nothing was to be traded. */
  readonly sizeUsd: number | null;
  /** Client order id; null when nothing was to be traded. */
  readonly clientOrderId: string | null;
  /**
   * Outcome of the order. `failed`: an error of the service; null when nothing was to be traded.
   */
  readonly status:
    | 'filled'
    | 'resting'
    | 'rejected'
    | 'duplicate'
    | 'killed'
    | 'insufficient_balance'
    | 'failed'
    | null;
  /** Why nothing was traded; null when something was traded. */
  readonly reason: string | null;
}

/** One order. */
export interface BotOrder {
  /** When the order was stored. Epoch milliseconds. */
  readonly t: number;
  /** Result of the order: filled when any quantity was traded. */
  readonly status: 'filled' | 'resting' | 'rejected';
  /** Access fee charged for the order. Micro-USD. */
  readonly feeAccessMicroUsd: number;
  /** Ours. */
  readonly orderId: string;
  /** The bot's own id. */
  readonly clientOrderId: string;
  /** Where. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** The venue's own name of the asset. */
  readonly venueAsset: string;
  /** Of Yes for binaries. */
  readonly side: 'buy' | 'sell';
  /**
   * Which shares of a binary change hands; `both`: some are given back before others are bought;
   * null when the asset is a perpetual, or the order was not signed yet.
   */
  readonly leg: 'yes' | 'no' | 'both' | null;
  /**
   * The orders at the venue, in the order in which they are sent; empty before they were signed.
   */
  readonly legs: readonly BotOrderLeg[];
  /**
   * Maximum amount of the order in US dollars; null when it is sized in shares, or is a close.
   */
  readonly sizeUsd: number | null;
  /** Size in shares, or in units of the coin; null when it is sized in dollars, or is a close. */
  readonly sizeShares: number | null;
  /** The order closes the open position of the bot. */
  readonly close: boolean;
  /** Reference price of the order. */
  readonly markPrice: number;
  /** Limit price that was sent; null when the order was not signed yet, or trades at its mark. */
  readonly limitPrice: number | null;
  /**
   * Whether markPrice lay near the newest price known here: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS,
   * for binaries within 0.02. A mock order that fills at its mark trades at any price that its
   * caller names; null when no price was known, or the order did not fill at its mark.
   */
  readonly nearMarket: boolean | null;
  /** Money moved by the fills: costUsd plus proceedsUsd. */
  readonly filledUsd: number;
  /**
   * Money that left the account, without venue fees; for perpetuals, the notional that opened or
   * added.
   */
  readonly costUsd: number;
  /** Money that came in, without venue fees; for perpetuals, the notional that closed. */
  readonly proceedsUsd: number;
  /** Quantity filled, in coins or shares. */
  readonly filledSize: number;
  /** Average price of the fills, weighted by size; null when there is no fill. */
  readonly avgPrice: number | null;
  /** The venue's id; null when the venue gave none. */
  readonly venueOrderId: string | null;
  /** Lifecycle state. */
  readonly state: OrderState;
  /** The fills can still change: the chain has not confirmed them, or only their sum is known. */
  readonly settling: boolean;
  /**
   * The order was cancelled or trading is halted: the venue is asked to cancel what rests until it
   * says that nothing does.
   */
  readonly cancelling: boolean;
  /**
   * Why the order was refused or is unconfirmed; null when the order was neither refused nor is it
   * unconfirmed.
   */
  readonly reason:
    | 'unknown_asset'
    | 'market_closed'
    | 'below_minimum'
    | 'no_liquidity'
    | 'price_moved'
    | 'insufficient_funds'
    | 'no_credentials'
    | 'credentials_rejected'
    | 'rate_limited'
    | 'venue_unavailable'
    | 'venue_blocked'
    | 'unconfirmed'
    | 'stale_data'
    | 'no_position'
    | 'other'
    | null;
  /** Message of the venue; null when the venue said nothing. */
  readonly message: string | null;
  /** Venue of the order. */
  readonly execMode: 'mock' | 'live';
  /** What placed the order: a call of the API, or the engine. */
  readonly source: 'trade' | 'engine';
  /** When the order was stored. Epoch milliseconds. */
  readonly createdAt: number;
  /** When the order last changed. Epoch milliseconds. */
  readonly updatedAt: number;
  /** Fills, in the order in which they became known. */
  readonly fills: readonly {
    /** The venue's clock. Epoch milliseconds. */
    readonly t: number;
    /** Price. */
    readonly price: number;
    /** Coins or shares. */
    readonly size: number;
    /** The money moved: shares of Yes at the price, shares of No at one minus the price. */
    readonly usd: number;
    /** The venue's own fee; null when the venue did not say. */
    readonly venueFeeUsd: number | null;
  }[];
}

/** One order at the venue. */
export interface BotOrderLeg {
  /** Which shares change hands; null when the asset is a perpetual. */
  readonly leg: 'yes' | 'no' | null;
  /** The venue's own name of the instrument. */
  readonly venueAsset: string;
  /** Coins or shares. */
  readonly size: number;
  /** Quantity traded. */
  readonly filledSize: number;
  /** The venue's id; null when the venue gave none. */
  readonly venueOrderId: string | null;
  /** Lifecycle state. */
  readonly state: OrderState;
  /**
   * Why the order was refused or is unconfirmed; null when it was neither refused nor is it
   * unconfirmed.
   */
  readonly reason:
    | 'unknown_asset'
    | 'market_closed'
    | 'below_minimum'
    | 'no_liquidity'
    | 'price_moved'
    | 'insufficient_funds'
    | 'no_credentials'
    | 'credentials_rejected'
    | 'rate_limited'
    | 'venue_unavailable'
    | 'venue_blocked'
    | 'unconfirmed'
    | 'stale_data'
    | 'no_position'
    | 'other'
    | null;
  /** Message of the venue; null when the venue said nothing. */
  readonly message: string | null;
}

/** Everything a program needs to decide about one asset. */
export interface Bundle {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The same time. Epoch milliseconds. */
  readonly generatedAtMs: number;
  /** Version of this body. Within it, members are only ever added. */
  readonly apiVersion: ApiVersion;
  /** What readers can rely on. */
  readonly schema: BundleVersion;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Coin or question; null when a binary has left its venue. */
  readonly name: string | null;
  /** Freshness of the answer. */
  readonly freshness: BundleFreshness;
  /** Price now. */
  readonly price: BundlePrice;
  /** Estimate of what the asset is worth. */
  readonly fairValue: BundleFairValue;
  /** From the venue's newest poll result. */
  readonly liquidity: BundleLiquidity;
  /** Binaries: time until the market resolves; null when the asset is a perpetual. */
  readonly horizon: BundleHorizon | null;
  /**
   * Risk over the live records of the last 24 hours; over the hours of the last week where those
   * cover less than six hours.
   */
  readonly risk: BundleRisk;
  /** Side that leads the traded volume. */
  readonly flow: BundleFlow;
  /** Funding. */
  readonly carry: BundleCarry;
  /** Direction voted by momentum, funding, basis and flow. */
  readonly signals: BundleSignals;
  /** Where and how to act on it. Orders go to the venue itself. */
  readonly tradeHint: BundleTradeHint;
  /**
   * Why members are null, by their path; every null has its reason. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
  /** A small chart of 24 hours; only on request. */
  readonly series?: BundleSeries;
}

/** Funding. */
export interface BundleCarry {
  /**
   * Annualised rate in percent; null when the asset is a binary, or the venue publishes no rate.
   */
  readonly fundingAprPct: number | null;
  /** Side that pays. */
  readonly side: 'longs_pay' | 'shorts_pay' | 'flat';
}

/** Estimate of what the asset is worth. */
export interface BundleFairValue {
  /**
   * Oracle price, or the median of the linked venues; null when there is no oracle price, and fewer
   * than two venues have a fresh mid.
   */
  readonly value: number | null;
  /** Unit of the prices. */
  readonly unit: 'usd' | 'probability';
  /** Last over value, less one; null when last or value is null. */
  readonly basisBps: number | null;
  /** Source of the value. */
  readonly source: 'hl-oracle' | 'consensus' | 'none';
  /** 0 to 1; null when value is null. */
  readonly confidence: number | null;
  /** Largest less smallest venue over the value; null when value is null or an oracle price. */
  readonly dispersionBps: number | null;
  /** Venues of the consensus; null when value is null or an oracle price. */
  readonly nVenues: number | null;
  /** The venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
}

/** Side that leads the traded volume. */
export interface BundleFlow {
  /** -1 to 1; null when no record has real volume. */
  readonly imbalance: number | null;
  /** From 0.2 on; null when imbalance is null or smaller. */
  readonly lean: 'BID' | 'ASK' | null;
}

/** Freshness of the answer. */
export interface BundleFreshness {
  /** Age of the venue's newest poll result in ms; null when the venue has not answered yet. */
  readonly feedAgeMs: number | null;
  /** Newest record of the last 24 hours. Epoch milliseconds; null when there is none. */
  readonly historyLastMs: number | null;
  /** Newest record of all. Epoch milliseconds; null when there is none. */
  readonly historyLastEverMs: number | null;
  /** The venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
}

export interface BundleHorizon {
  /**
   * The end that daysToResolve counts to. Epoch milliseconds; null when the venue states none.
   */
  readonly endDate: number | null;
  /** Days until that end; 0 when it has passed; null when the venue states none. */
  readonly daysToResolve: number | null;
  /** Which of the venue's times endsAt is; null when the venue states none. */
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  /** p (1 - p); null when there is no price. */
  readonly terminalVariance: TerminalVariance;
  /**
   * How the market ended, by the venue's settlement source; null when no resolution is recorded.
   */
  readonly settlement: BundleResolution | null;
}

/** From the venue's newest poll result. */
export interface BundleLiquidity {
  /** Resting liquidity as the venue counts it; null when the venue publishes none. */
  readonly liquidityUsd: number | null;
  /** Open interest; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** Traded in 24 hours; null when the venue publishes none. */
  readonly volume24hUsd: number | null;
  /** Traded since the market opened; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** Source of the value; null when the asset is not listed. */
  readonly source: 'snapshot' | null;
}

/** Price now. */
export interface BundlePrice {
  /**
   * Mark price of a perpetual, recorded price of a binary (of Yes); null when there is no price, or
   * the asset left its venue unrecorded.
   */
  readonly last: number | null;
  /**
   * Best bid of the feed, the stream or a fresh book, whichever is newest; null when nothing rests
   * there, or it is not known.
   */
  readonly bid: number | null;
  /**
   * Best ask, from the same source as the bid; null when nothing rests there, or it is not known.
   */
  readonly ask: number | null;
  /** Ask less bid over their middle; null when bid or ask is missing or 0, or they cross. */
  readonly spreadBps: number | null;
  /**
   * Probabilities: ask less bid in percentage points; null when the asset is a perpetual, bid or ask
   * is missing or 0, or they cross.
   */
  readonly spreadPts: number | null;
  /**
   * The same as fairValue.value of the bundle; null when there is no oracle price, and fewer than
   * two venues have a fresh mid.
   */
  readonly fairValue: number | null;
  /**
   * Last over fair value, less one; positive: this venue is rich; null when last or the fair value
   * is null.
   */
  readonly basisBps: number | null;
  /**
   * Probabilities: last less fair value in percentage points; null when the asset is a perpetual, or
   * last or the fair value is null.
   */
  readonly basisPts: number | null;
  /** Change of 24 hours in percent; null when the price now or then is not known. */
  readonly change24hPct: number | null;
  /**
   * Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual, or
   * change24hPct is null.
   */
  readonly change24hPts: number | null;
  /** Unit of the prices. */
  readonly unit: 'usd' | 'probability';
  /** snapshot: the venue’s figure; store-delta: own records; null when change24hPct is null. */
  readonly change24hSource: 'snapshot' | 'store-delta' | null;
}

export interface BundleResolution {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Which side won; void: neither, or both in part. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract; null when the venue does not say. */
  readonly payout: number | null;
  /** When. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
}

/**
 * Risk over the live records of the last 24 hours; over the hours of the last week where those
 * cover less than six hours.
 */
export interface BundleRisk {
  /** Realized volatility of a year. In percent; null when source is insufficient. */
  readonly realizedVolAnnualizedPct: number | null;
  /** Deepest fall from a peak. In percent; null when source is insufficient. */
  readonly maxDrawdownPct: number | null;
  /**
   * Sharpe ratio; null when source is insufficient, its denominator is 0, or the asset is a binary.
   */
  readonly sharpe: number | null;
  /** Why sharpe is null. */
  readonly sharpeSuppressedReason?: 'bounded-probability' | 'insufficient-data' | 'zero-variance';
  /** Root mean square of the drawdown. In percent; null when source is insufficient. */
  readonly ulcerIndexPct: number | null;
  /** Mean of the drawdown. In percent; null when source is insufficient. */
  readonly painIndexPct: number | null;
  /**
   * Value at risk at 95 % with skewness and kurtosis. In percent; null when source is insufficient,
   * or returns do not vary.
   */
  readonly modifiedVar95Pct: number | null;
  /**
   * Return over ulcer index; null when source is insufficient, its denominator is 0, or the asset is
   * a binary.
   */
  readonly martinRatio: number | null;
  /** Mean of the worst 5 % of drawdowns. In percent; null when source is insufficient. */
  readonly cdar95Pct: number | null;
  /**
   * Sum of returns over sum of losses; null when source is insufficient, or its denominator is 0.
   */
  readonly gainToPain: number | null;
  /**
   * Return over drawdown; null when source is insufficient, its denominator is 0, or the asset is a
   * binary.
   */
  readonly sterlingRatio: number | null;
  /** Gains over losses; null when source is insufficient, or its denominator is 0. */
  readonly omega: number | null;
  /** Spread implied by the autocovariance of price changes; null when source is insufficient. */
  readonly rollSpreadBps: number | null;
  /** Records used; 0 when insufficient. */
  readonly barsUsed: number;
  /** store: live records; fallback: hourly closes; insufficient: fewer than 30 of either. */
  readonly source: 'store' | 'fallback' | 'insufficient';
  /** How returns are taken; null when source is insufficient. */
  readonly returnBasis: 'log' | 'diff' | null;
  /** Width of the window in ms: 24 hours, or 168 by hourly closes. */
  readonly windowMs: number;
  /** Periods of a year, from the cadence of the records; null when source is insufficient. */
  readonly periodsPerYear: number | null;
  /** Sample behind the figures; null when source is insufficient. */
  readonly sampling: Sampling | null;
  /**
   * The sample of these figures, and those of the other answers that state figures of the same
   * names.
   */
  readonly sampleNote: SampleNote;
}

/** A small chart of 24 hours; only on request. */
export interface BundleSeries {
  /** Last price of each of 60 slices, oldest first. */
  readonly prices: readonly number[];
  /** Number of prices. */
  readonly points: number;
  /** Width of the window in ms. */
  readonly windowMs: number;
}

/** Direction voted by momentum, funding, basis and flow. */
export interface BundleSignals {
  /** Direction of the signal, from a score of 0.25 on. */
  readonly direction: 'LONG' | 'SHORT' | 'NEUTRAL';
  /** 0 to 1. */
  readonly confidence: number;
  /** One sentence per vote. */
  readonly reasons: readonly string[];
}

/** Where and how to act on it. Orders go to the venue itself. */
export interface BundleTradeHint {
  /** Where the asset is traded; null when a binary has left its venue. */
  readonly venueNativeUrl: string | null;
  /** Action that the direction suggests; null when direction is NEUTRAL. */
  readonly suggestedSide: 'BUY' | 'SELL' | null;
  /** Notes for traders. */
  readonly notes: readonly string[];
}

/** What readers can rely on. */
export interface BundleVersion {
  /** Version of the blocks. */
  readonly version: string;
  /** Blocks that may be absent; all others are always there. */
  readonly optionalBlocks: readonly string[];
}

/** State of the order after the venue answered. */
export interface CancelOrderAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Where orders go. */
  readonly execMode: 'mock' | 'live';
  /** The outcome. */
  readonly outcome: {
    /**
     * cancelled: nothing was traded and nothing rests; filled: a part or all was traded and nothing
     * rests; rejected: it had been refused; cancelling: its end is not known yet.
     */
    readonly status: 'cancelled' | 'filled' | 'rejected' | 'cancelling';
    /** One order. */
    readonly order: BotOrder;
  };
}

/** Removed. */
export interface CloseCredentialAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: VenueId;
}

/** State of the order after the call. */
export interface CloseOrderAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** The order. */
  readonly orderId: string;
  /** Lifecycle state. */
  readonly state: OrderState;
  /** Amount that was set aside and is free again. Micro-USD. */
  readonly releasedMicroUsd: number;
}

/** One credential, without its content. */
export interface ConnectedVenue {
  /** Venue. */
  readonly venue: VenueId;
  /** What it is. */
  readonly kind: 'apiKey' | 'wallet' | 'oauth';
  /** When it was stored. Epoch milliseconds. */
  readonly addedAt: number;
  /**
   * The credential can trade: it is complete, the venue has not refused it, and the vault opens it.
   */
  readonly usable: boolean;
  /** Members that live trading needs. */
  readonly missing: readonly string[];
  /**
   * When the venue last checked the credential, in live mode. Epoch milliseconds; null when it was
   * not asked yet, or could not be.
   */
  readonly checkedAt: number | null;
  /**
   * Problem with the credential, as found here or stated by the venue; null when nothing is known to
   * be wrong.
   */
  readonly problem: string | null;
}

/** Connected venues. */
export interface ConnectedVenues {
  /** true on every success. */
  readonly ok: Ok;
  /** Credentials can be stored and used. */
  readonly vaultEnabled: boolean;
  /** One per venue, by venue. */
  readonly connected: readonly ConnectedVenue[];
}

/** Current value. */
export interface ControlBotAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** How the engine trades for the bot. */
  readonly config: BotConfig;
  /** The bot is halted by its own switch. */
  readonly killed: boolean;
}

export interface CorrelationMatrix {
  /** Asset ids of rows and columns. */
  readonly labels: readonly AssetId[];
  /** Symmetric; the diagonal is exactly 1. */
  readonly matrix: readonly (readonly (number | null)[])[];
}

/**
 * How much of the window is recorded: an empty answer with full coverage means a quiet market.
 */
export interface Coverage {
  /**
   * never: the series has no record; before: the window ends before the first; partial: see
   * notRecorded.
   */
  readonly state: 'full' | 'partial' | 'before' | 'never';
  /** First record of the series. Epoch milliseconds; null when there is none. */
  readonly recordedFromMs: number | null;
  /** Newest record of the series. Epoch milliseconds; null when there is none. */
  readonly recordedToMs: number | null;
  /** Share of the window, up to now, without a hole, filled in or not. */
  readonly recordedFrac: number;
  /** Stretches of the window without recording, oldest first. */
  readonly notRecorded: readonly NotRecorded[];
}

/** The credit. */
export interface CreditOwnerAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner that was credited. */
  readonly owner: string;
  /** false: this credit was applied before. */
  readonly applied: boolean;
  /** Amount of the credit. Micro-USD. */
  readonly microUsd: number;
  /** Balance after repayment of debts. Micro-USD. */
  readonly balanceMicroUsd: number;
  /**
   * Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
   */
  readonly owedMicroUsd: number;
}

/** One deposit. */
export interface Deposit {
  /** Id of the deposit; `release:<id>` pays it out. */
  readonly id: string;
  /** State of the deposit. */
  readonly state: 'credited' | 'held' | 'unattributed' | 'released' | 'returned';
  /** Why the deposit is or was in review; null when it was credited at once. */
  readonly reason:
    | 'amount_out_of_range'
    | 'sanctioned'
    | 'first_deposit'
    | 'deposit_cap'
    | 'day_cap'
    | 'currency'
    | 'no_owner'
    | 'unknown_sender'
    | 'before_registration'
    | null;
  /** Source of the deposit. */
  readonly source: 'coinbase' | 'hmac' | 'stripe' | 'chain';
  /** Owner of the deposit; null when the owner is not known. */
  readonly owner: string | null;
  /** Currency as the source states it. */
  readonly currency: string;
  /** Exact decimal text in units of the currency. */
  readonly amount: string;
  /**
   * Value of the deposit; in review, what is left after refunds. Micro-USD; null when it cannot be
   * counted, only returned.
   */
  readonly microUsd: number | null;
  /**
   * Amount that went back while the deposit was in review: refunds, disputes and its return.
   * Micro-USD.
   */
  readonly refundedMicroUsd: number;
  /** Amount that can be released or returned now; 0 outside review. Micro-USD. */
  readonly returnableMicroUsd: number;
  /** Of the provider; null when it came over a chain. */
  readonly eventId: string | null;
  /** Name of the chain; null when a provider received it. */
  readonly chain: string | null;
  /** Symbol of the token; null when a provider received it. */
  readonly token: string | null;
  /** Provider; null when a provider received it, or the sender is not known. */
  readonly from: string | null;
  /** Transaction; null when a provider received it. */
  readonly txHash: string | null;
  /** Index of the transfer in its transaction; null when the chain has no such place. */
  readonly logIndex: number | null;
  /** When it was recorded. Epoch milliseconds. */
  readonly createdAt: number;
  /** When it was released or returned. Epoch milliseconds; null when it was not. */
  readonly resolvedAt: number | null;
}

/** When it expires. Epoch milliseconds; null when it never does. */
export type ExpiresAt = number | null;

/** Evidence for and against a pair. */
export interface ExplainLinkAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** How the matcher read a market. */
  readonly a: MarketFeatures;
  /** How the matcher read a market. */
  readonly b: MarketFeatures;
  /** Confidence of the matcher alone; null when the matcher refuses the pair. */
  readonly matched: 'same' | 'opposite' | 'subset' | 'superset' | 'related' | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Evidence for the link. */
  readonly reasons: readonly string[];
  /** Evidence against the link. */
  readonly against: readonly string[];
  /** Relation of a to b; null when the two are not linked. */
  readonly link: Link | null;
}

/** One file of the tree. */
export interface ExportPart {
  /** Below /api/export/. */
  readonly path: string;
  /** Its table. */
  readonly table: 'observations' | 'gaps' | 'resolutions' | 'markets' | 'rules' | 'links';
  /** Its rows; null when the file is not made yet. */
  readonly rows: number | null;
  /** Assets that it has observations of; null when the file is not made yet. */
  readonly series: number | null;
  /** Its earliest row. Epoch milliseconds; null when it has none, or the file is not made yet. */
  readonly firstMs: number | null;
  /** Its latest row. Epoch milliseconds; null when it has none, or the file is not made yet. */
  readonly lastMs: number | null;
  /** Its length; null when the file is not made yet. */
  readonly bytes: number | null;
  /** Of its bytes, in hex; its ETag too; null when the file is not made yet. */
  readonly sha256: string | null;
  /** Number of the last insertion into its day; null when it is no part of observations. */
  readonly seq: number | null;
  /** Its day has ended ten minutes ago: it changes by imports alone. */
  readonly closed: boolean;
}

/** Error response. */
export interface Failure {
  /** false on every failure. */
  readonly ok: false;
  /** A stable code. */
  readonly error: string;
  /** One sentence: the parameter and the limit, or what could not be done. */
  readonly message: string;
  /** Id of the request in the log of the service. */
  readonly requestId: string;
  /** Of validation_failed: the parameter or body member that was refused, where it is one. */
  readonly parameter?: string;
  /** Under /api/m2m/: the version of its bodies. */
  readonly apiVersion?: 'v1';
}

/** Flags and engines. */
export interface Flags {
  /** true on every success. */
  readonly ok: Ok;
  /** Read-only but for bot.globalKill. */
  readonly flags: {
    /** Trading. */
    readonly bot: {
      /** Where orders go. */
      readonly execMode: 'mock' | 'live';
      /** The engine trades for enabled bots. */
      readonly engineLoop: boolean;
      /** Credentials of venues can be stored. */
      readonly vaultEnabled: boolean;
      /** All trading is halted. */
      readonly globalKill: boolean;
      /** Of one filled trade. Micro-USD. */
      readonly tradeFeeMicroUsd: number;
    };
    /** Paid use. */
    readonly monetization: {
      /** Premium endpoints need a key. */
      readonly paidGating: boolean;
      /** Requests are charged to a prepaid balance. */
      readonly prepaidBilling: boolean;
    };
    /** Chains that are watched. */
    readonly deposits: {
      /** EVM chains. */
      readonly evm: boolean;
      /** Solana. */
      readonly solana: boolean;
    };
    /** Network. */
    readonly security: {
      /** Proxies are trusted for addresses. */
      readonly trustProxy: boolean;
    };
    /** All venues. */
    readonly dataVenues: readonly {
      /** Venue. */
      readonly venue: VenueId;
      /** Data of the venue is recorded and served. */
      readonly shipped: boolean;
      /** Lowest tier that can read the venue. */
      readonly tier: 'free' | 'pro' | 'enterprise';
    }[];
    /** This process. */
    readonly process: {
      /** Venue that the engine serves; all: every venue. */
      readonly venue: string;
      /** NODE_ENV. */
      readonly nodeEnv: string;
    };
  };
  /** One per venue that is recorded. */
  readonly engines: readonly {
    /** Venue. */
    readonly venue: VenueId;
    /** Port on which it answers; null when the request came over no port. */
    readonly port: number | null;
    /** Whether it has a snapshot. */
    readonly verdict: 'OK' | 'DOWN';
  }[];
}

/** One gap. */
export interface Gap {
  /** Venue. */
  readonly venue: VenueId;
  /** The series, by its key; null when all of the venue is concerned. */
  readonly storeKey: string | null;
  /** Last time before the gap. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the gap. Epoch milliseconds; null when it lasts. */
  readonly toMs: number | null;
  /** What could not be recorded, and why. */
  readonly reason: string;
}

/** Spans that could not be recorded and overlap the window. */
export type Gaps = readonly Gap[];

/** When this was computed. ISO 8601. */
export type GeneratedAt = string;

/** Anomalies. */
export interface GetAnomaliesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Most severe anomaly. */
  readonly verdict: 'ok' | 'degraded' | 'critical';
  /** The process started less than 90 s ago. */
  readonly warming: boolean;
  /** Page the operator. */
  readonly alertable: boolean;
  /** What was checked. */
  readonly scope: {
    /** Venues. */
    readonly venues: readonly VenueId[];
  };
  /** How many anomalies. */
  readonly counts: {
    /** All. */
    readonly total: number;
    /** Critical ones. */
    readonly critical: number;
    /** Warnings. */
    readonly warning: number;
  };
  /** Rows of one code and venue are one row. */
  readonly anomalies: readonly {
    /** Severity; `info` does not change the verdict. */
    readonly severity: 'info' | 'warning' | 'critical';
    /** What. */
    readonly code:
      | 'venue_missing'
      | 'venue_stale'
      | 'venue_empty'
      | 'stream_silent'
      | 'store_unavailable'
      | 'probability_out_of_range'
      | 'non_positive_price'
      | 'empty_book_half'
      | 'gross_overround'
      | 'disk_low'
      | 'corrupt_block'
      | 'ledger_invariant_broken'
      | 'billing_write_failed'
      | 'database_unavailable'
      | 'redis_unavailable'
      | 'history_unavailable'
      | 'outbox_growing'
      | 'process_silent'
      | 'links_differ'
      | 'hold_stuck'
      | 'deposits_held'
      | 'deposit_watcher_stalled'
      | 'venue_blocked'
      | 'credentials_refused'
      | 'positions_not_settled';
    /** Where; null when it is the whole service. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | null;
    /** One sentence. */
    readonly message: string;
    /** Markets, streams or blocks concerned. */
    readonly count?: number;
  }[];
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
}

/** One asset. */
export interface GetAssetAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly type: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** When this answer was made. Epoch milliseconds. */
  readonly now: number;
  /** The venue's newest poll result, in which the ticker was found. */
  readonly snapshot: VenueSnapshot;
  /** The newest state; null when the asset has left the list of its venue. */
  readonly ticker: PerpTicker | BinaryTicker | null;
  /**
   * Hourly candles of the last 30 days, oldest first: of hours that were recorded from the records,
   * of others from the venue. Empty when `unavailable` names them.
   */
  readonly candles: readonly {
    /** Start of the hour. Epoch milliseconds. */
    readonly t: number;
    /** First price. */
    readonly open: number;
    /** Highest price. */
    readonly high: number;
    /** Lowest price. */
    readonly low: number;
    /** Last price. */
    readonly close: number;
    /** Base units or contracts; null when it is not known. */
    readonly volume: number | null;
    /** Number of trades; null when it is not known. */
    readonly trades: number | null;
  }[];
  /** Perpetuals: the live book; null when it could not be read. */
  readonly book?: {
    /** Best (highest) first. */
    readonly bids: readonly PriceLevel[];
    /** Best (lowest) first. */
    readonly asks: readonly PriceLevel[];
    /** When the venue answered, by the service's clock. Epoch milliseconds. */
    readonly fetchedAt: number;
  } | null;
  /** Perpetuals: funding settled in the last 24 hours, oldest first. */
  readonly funding?: readonly {
    /** When it was settled. Epoch milliseconds. */
    readonly t: number;
    /** Fraction of notional for one hour; positive: longs pay. */
    readonly rate: number;
  }[];
  /** Binaries: settlement rules as plain text; null when the venue publishes none. */
  readonly rules?: string | null;
  /** Binaries: the newest 500 records of the store, oldest first. */
  readonly history?: readonly {
    /** Time. Epoch milliseconds. */
    readonly t: number;
    /** Probability of Yes. */
    readonly p: number;
  }[];
  /** Binaries: how the market ended; null when no resolution is recorded. */
  readonly resolution?: Resolution | null;
  /** Parts that the venue did not answer this time; they are empty or null above. */
  readonly unavailable: readonly ('candles' | 'book' | 'funding')[];
  /**
   * Registered facts of the market, kept after its venue has dropped it; null when nothing was
   * registered: it left its venue before the register was kept, or has not been polled since.
   */
  readonly market: RegisteredMarket | null;
  /**
   * Why members are null, by their path; with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

/** Risk of one asset. */
export interface GetAssetRiskAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** fallback: the store holds fewer than minBars usable records. */
  readonly source: 'store' | 'fallback';
  /**
   * By the median distance of the records: 8,766 for hourly ones; null when fewer than two records
   * are usable.
   */
  readonly periodsPerYear: number | null;
  /** As asked, at most 5,000. */
  readonly minBars: number;
  /** Why sharpe is null; null when sharpe is not null. */
  readonly sharpeSuppressedReason: 'bounded-probability' | 'insufficient-data' | 'zero-variance' | null;
  /** Sample behind the figures; null when source is fallback. */
  readonly sampling: Sampling | null;
  /**
   * The sample of these figures, and those of the other answers that state figures of the same
   * names.
   */
  readonly sampleNote: SampleNote;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Every figure but the counts is null when source is fallback. */
  readonly metrics: {
    /** Usable prices. */
    readonly bars: number;
    /** Returns between them. */
    readonly returns: number;
    /** Mean return per bar; null when too few records are usable. */
    readonly meanLogReturn: number | null;
    /** Sample deviation of the returns, per bar; null when too few records are usable. */
    readonly realizedVol: number | null;
    /** The same per year; null when too few records are usable. */
    readonly annualizedVol: number | null;
    /**
     * Mean return per year, continuously compounded; null when too few records are usable, or the
     * price is a probability.
     */
    readonly annualizedReturn: number | null;
    /**
     * annualizedReturn over annualizedVol; null when too few records are usable, or its denominator is
     * 0, or the price is a probability.
     */
    readonly sharpe: number | null;
    /**
     * sharpe corrected for autocorrelation by Lo's factor; null when sharpe or the autocorrelation is
     * not known, or the price is a probability.
     */
    readonly sharpeAdjAC: number | null;
    /** Root mean square of the drawdowns; null when too few records are usable. */
    readonly ulcerIndex: number | null;
    /** Mean drawdown; null when too few records are usable. */
    readonly painIndex: number | null;
    /**
     * Cornish-Fisher value at risk per bar, a loss of at least 0; null when returns are too few or do
     * not vary.
     */
    readonly modifiedVar95: number | null;
    /**
     * annualizedReturn over ulcerIndex; null when too few records are usable, or its denominator is 0,
     * or the price is a probability.
     */
    readonly martinRatio: number | null;
    /** Mean of the worst 5 % of the drawdowns; null when too few records are usable. */
    readonly cdar95: number | null;
    /**
     * Sum of gains over sum of losses; null when too few records are usable, or its denominator is 0.
     */
    readonly gainToPain: number | null;
    /**
     * annualizedReturn over cdar95; null when too few records are usable, or its denominator is 0, or
     * the price is a probability.
     */
    readonly sterlingRatio: number | null;
    /**
     * Gains over losses at threshold 0; null when too few records are usable, or its denominator is 0.
     */
    readonly omega: number | null;
    /**
     * Roll's spread in basis points of the price; 0 where no bounce is seen; null when too few records
     * are usable.
     */
    readonly rollSpreadBps: number | null;
    /** Deepest fall from a peak; null when too few records are usable. */
    readonly maxDrawdown: number | null;
    /** Price at its start; null when too few records are usable. */
    readonly peakPrice: number | null;
    /** Price at its end; null when too few records are usable. */
    readonly troughPrice: number | null;
    /** Bars from start to end; null when too few records are usable. */
    readonly drawdownBars: number | null;
  };
  /**
   * Why members are null, by their path; with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

/** Statistics of one asset. */
export interface GetAssetStatsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly type: AssetKind;
  /** When this answer was made. Epoch milliseconds. */
  readonly now: number;
  /** The venue's newest poll result. */
  readonly snapshot: VenueSnapshot;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Over hourly bars of 30 days. */
  readonly stats: {
    /** Number of returns. */
    readonly n: number;
    /** Always 8,760. */
    readonly periodsPerYear: number;
    /** Combined result of the tests. */
    readonly verdict: 'random-walk' | 'mean-reverting' | 'trending' | 'flat' | 'insufficient-data';
    /** Ratios. */
    readonly returns: {
      /** Mean over deviation, per year; null when sharpeSuppressedReason says why. */
      readonly sharpe: number | null;
      /**
       * Mean over downside deviation, per year; null when the asset is a binary, returns do not vary, or
       * none is a loss.
       */
      readonly sortino: number | null;
      /**
       * Annual log return over the deepest drawdown; null when the asset is a binary, or prices never
       * fell.
       */
      readonly calmar: number | null;
      /** sharpe corrected for autocorrelation by Lo's factor; null when sharpe or autocorr1 is. */
      readonly sharpeAdjAC: number | null;
      /**
       * Gains over losses at threshold 0; null when there are no returns, or gains without losses.
       */
      readonly omega: number | null;
      /** Sum of gains over sum of losses; null when no return is a loss. */
      readonly gainToPain: number | null;
      /**
       * Deviation per year; probability points for binaries; null when returns are fewer than two.
       */
      readonly annualisedVol: number | null;
      /** How returns are taken. */
      readonly returnMode: 'log' | 'diff';
      /** annualised for perpetuals; horizon for markets that are decided soon. */
      readonly framing: 'annualised' | 'horizon';
      /** Why sharpe is null; null when sharpe is not null. */
      readonly sharpeSuppressedReason: 'bounded-probability' | 'insufficient-data' | 'zero-variance' | null;
    };
    /** Fractions per hour unless the name says otherwise; losses are positive. */
    readonly risk: {
      /** Historical value at risk, 5 %; null when returns are fewer than two. */
      readonly var95: number | null;
      /** The same, 1 %; null when returns are fewer than two. */
      readonly var99: number | null;
      /** Expected shortfall, 10 %; null when returns are fewer than two. */
      readonly es90: number | null;
      /** The same, 5 %; null when returns are fewer than two. */
      readonly es95: number | null;
      /** The same, 1 %; null when returns are fewer than two. */
      readonly es99: number | null;
      /** es99 over es90; null when es90 is null or no loss. */
      readonly esTailConcentration: number | null;
      /** Root mean square of the drawdowns; null when no hour is recorded. */
      readonly ulcerIndex: number | null;
      /** Mean drawdown; null when no hour is recorded. */
      readonly painIndex: number | null;
      /** Mean of the worst 5 % of the drawdowns; null when no hour is recorded. */
      readonly cdar95: number | null;
      /** 95 % quantile of the drawdowns; null when no hour is recorded. */
      readonly drawdownAtRisk95: number | null;
      /** Annual log return over cdar95; null when the asset is a binary, or prices never fell. */
      readonly sterling: number | null;
      /**
       * Hill estimate on 5 % of the sample; about 3 is usual; null when the tail holds fewer than ten
       * moves, or they do not differ.
       */
      readonly tailIndex: number | null;
      /** The same on 10 %; null when the tail holds fewer than ten moves, or they do not differ. */
      readonly tailIndexWide: number | null;
      /** Deepest fall from a peak; null when no hour is recorded. */
      readonly maxDrawdown: number | null;
      /**
       * Cornish-Fisher value at risk; 0 outside its domain; null when returns are fewer than four or do
       * not vary.
       */
      readonly modifiedVar95: number | null;
    };
    /** Memory and microstructure. */
    readonly structure: {
      /**
       * 0.5: no memory; below: reverting; above: persistent; null when fewer than about 64 returns vary.
       */
      readonly hurst: number | null;
      /** Autocorrelation at lag 1; null when returns are fewer than three or do not vary. */
      readonly autocorr1: number | null;
      /** At lag 2; null when returns are fewer than four or do not vary. */
      readonly autocorr2: number | null;
      /**
       * Newey-West t of the mean return; beyond 1.96 a drift; null when returns are fewer than eight or
       * do not vary.
       */
      readonly trendT: number | null;
      /** Hours until half of a deviation is gone; null when no reversion was detected. */
      readonly halfLifeMR: number | null;
      /** 1: order is unpredictable; null when returns are fewer than twelve. */
      readonly permEntropy: number | null;
      /** Share of triples with equal moves; null when returns are fewer than twelve. */
      readonly permEntropyTieFrac: number | null;
      /**
       * Roll's spread in basis points of the price; null when returns are fewer than three, or prices
       * are 0.
       */
      readonly rollSpreadBps: number | null;
    };
    /** Each null without enough data or variance. */
    readonly tests: {
      /**
       * Returns uncorrelated; the largest lag within n/5; null when n is too small, or returns do not
       * vary.
       */
      readonly ljungBox: LjungBox | null;
      /** Lags 1, 2, 3, 5 and 10. */
      readonly ljungBoxProfile: readonly LjungBox[];
      /**
       * Level has a unit root; null when bars are fewer than 20, do not vary, or admit no regression.
       */
      readonly adf: {
        /** Statistic. */
        readonly stat: number;
        /** Probability under the null hypothesis. */
        readonly p: PValue;
        /** Lagged differences. */
        readonly lag: number;
        /** Rows of the regression. */
        readonly nobs: number;
        /** Critical values. */
        readonly crit: {
          /** 1 %. */
          readonly '1%': number;
          /** 5 %. */
          readonly '5%': number;
          /** 10 %. */
          readonly '10%': number;
        };
        /** p < 0.05. */
        readonly reject: boolean;
      } | null;
      /** Level is stationary; null when bars are fewer than 20 or do not vary. */
      readonly kpss: {
        /** Statistic. */
        readonly stat: number;
        /** Probability under the null hypothesis. */
        readonly p: PValue;
        /** Lags of the variance. */
        readonly lag: number;
        /** The end of the table at which p is held; null when p is within the table. */
        readonly pClipped: 'upper' | 'lower' | null;
        /** p < 0.05. */
        readonly reject: boolean;
      } | null;
      /** Signs are in random order; null when fewer than ten returns move, or all go one way. */
      readonly runs: {
        /** Statistic. */
        readonly z: number;
        /** Probability under the null hypothesis. */
        readonly p: PValue;
        /** Runs of equal sign. */
        readonly runs: number;
        /** Gains. */
        readonly nPos: number;
        /** Losses. */
        readonly nNeg: number;
        /** p < 0.05. */
        readonly reject: boolean;
      } | null;
      /** Returns are uncorrelated; null when returns are fewer than 16 or do not vary. */
      readonly varianceRatio: {
        /** Hours joined. */
        readonly q: number;
        /** 1 for a random walk. */
        readonly vr: number;
        /** Statistic; null when its variance is 0. */
        readonly z: number | null;
        /** Probability under the null hypothesis; null when its variance is 0. */
        readonly p: PValue | null;
        /** p < 0.05. */
        readonly reject: boolean;
      } | null;
      /** Returns are normal; null when returns are fewer than eight or do not vary. */
      readonly jarqueBera: {
        /** Statistic. */
        readonly stat: number;
        /** Probability under the null hypothesis. */
        readonly p: PValue;
        /** Skewness. */
        readonly skew: number;
        /** Excess kurtosis. */
        readonly exKurtosis: number;
        /** p < 0.05. */
        readonly reject: boolean;
      } | null;
    };
    /** How far a binary market can still move; null when the asset is a perpetual. */
    readonly horizon: {
      /** Days until it ends; null when the venue states no end. */
      readonly daysToResolve: number | null;
      /** Bars of a day. */
      readonly barsPerDay: number;
      /** Deviation of a day in probability points; null when returns are fewer than two. */
      readonly perDayMove: number | null;
      /**
       * The same until the end, never more than the outcome itself can move; null when perDayMove, the
       * end or the price is not known.
       */
      readonly perHorizonMove: number | null;
      /** p (1 - p); null when there is no price. */
      readonly terminalVariance: TerminalVariance;
      /** Which end was used; null when the venue states no end. */
      readonly resolvedFrom: 'closeTime' | 'endDate' | null;
      /** Whether an end is known. */
      readonly available: boolean;
    } | null;
  };
  /**
   * The sample of these figures, and those of the other answers that state figures of the same
   * names.
   */
  readonly sampleNote: SampleNote;
  /**
   * Perpetuals: how the asset moves when the benchmark rises and falls; null when fewer than 24
   * hours are shared, or the asset is the benchmark.
   */
  readonly benchmark?: {
    /** Asset id in its canonical spelling. */
    readonly benchmarkAsset: AssetId;
    /** Sum of its returns over those of the benchmark in rising hours; null when it never rose. */
    readonly up: number | null;
    /** The same in falling hours; null when it never fell. */
    readonly down: number | null;
    /** up less down; null when either is null. */
    readonly captureSpread: number | null;
    /** Returns that both have. */
    readonly alignedBars: number;
  } | null;
  /**
   * Why members are null, by their path; with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

/** Balance and ledger. */
export interface GetBalanceAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the balance. */
  readonly owner: string;
  /** The balance now. */
  readonly balance: {
    /** Whole balance. Micro-USD. */
    readonly microUsd: number;
    /** The same in US dollars. */
    readonly usd: number;
    /** Held for orders that are not filled yet; part of microUsd. Micro-USD. */
    readonly heldMicroUsd: number;
    /**
     * Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
     */
    readonly owedMicroUsd: number;
  };
  /** Whether use is charged. */
  readonly prepaidEnabled: boolean;
  /** Price per use; 0: free. */
  readonly priceListMicroUsd: PriceList;
  /** Entries, oldest first. */
  readonly ledger: readonly {
    /** Ascends with time. */
    readonly id: number;
    /** When it was stored. Epoch milliseconds. */
    readonly ts: number;
    /** Type of the entry. */
    readonly type:
      | 'deposit'
      | 'admin_credit'
      | 'voucher'
      | 'trade_fee'
      | 'stream_fee'
      | 'refund'
      | 'release'
      | 'held'
      | 'return'
      | 'writeoff';
    /** Change of the balance; negative: a debit. Micro-USD. */
    readonly microUsd: number;
    /** Balance after the entry. Micro-USD. */
    readonly balanceAfter: number;
    /** Reference of the entry; null when the entry has none. */
    readonly ref: string | null;
  }[];
  /** Older entries exist. */
  readonly truncated: boolean;
  /** Leads to the page before; null when there is none. */
  readonly nextCursor: string | null;
}

/** A whole book. */
export interface GetBookAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Best (highest) first. */
  readonly bids: readonly PriceLevel[];
  /** Best (lowest) first. */
  readonly asks: readonly PriceLevel[];
  /** When the venue answered, by the service's clock. Epoch milliseconds. */
  readonly fetchedAt: number;
  /** The venue did not answer; the book is up to two minutes old. */
  readonly stale: boolean;
  /** The venue's clock. Epoch milliseconds; null when the venue states none. */
  readonly venueTime: VenueTime;
}

/** Status. */
export interface GetBotStatusAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** A key was given. */
  readonly authenticated: boolean;
  /** Trading status of the whole service. */
  readonly system: {
    /** Where orders go. */
    readonly execMode: 'mock' | 'live';
    /** All trading is halted. */
    readonly globalKill: boolean;
    /** The engine loop trades for enabled bots. */
    readonly engineLoop: boolean;
    /** Venue credentials can be stored. */
    readonly vaultEnabled: boolean;
  };
  /** The bot is halted by its own switch. */
  readonly killed?: boolean;
  /** Prepaid balance of the owner. Micro-USD. */
  readonly balanceMicroUsd?: number;
  /**
   * Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
   */
  readonly owedMicroUsd?: number;
  /** How the engine trades for the bot. */
  readonly config?: BotConfig;
  /** One per venue, by venue. */
  readonly connectedVenues?: readonly ConnectedVenue[];
  /** Totals of the bot in the current execution mode. */
  readonly activity?: {
    /** Stored orders. */
    readonly orderRecords: number;
    /** Orders with at least one fill. */
    readonly filled: number;
    /** Fills. */
    readonly fills: number;
    /** Access fees charged for them. Micro-USD. */
    readonly accessFeesMicroUsd: number;
  };
  /** The newest 50, newest first. */
  readonly recentOrders?: readonly BotOrder[];
  /** Positions and realised gain of the bot, in the current mode. */
  readonly results?: {
    /** Open positions, in Yes terms for binaries; the 200 with the largest cost. */
    readonly positions: readonly {
      /** Where. */
      readonly venue: VenueId;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Coins or shares; negative: sold short. */
      readonly size: number;
      /** Average cost. */
      readonly avgPrice: number;
      /** Cost or proceeds of the position. */
      readonly costUsd: number;
    }[];
    /** Number of open positions. */
    readonly openPositions: number;
    /** Gains and losses of what was closed, less the venues' fees. */
    readonly realizedPnlUsd: number;
    /** Positions or parts of them that were closed. */
    readonly closings: number;
    /** Closings with a gain of all closings; null when nothing was closed. */
    readonly winRate: number | null;
    /** Of all fills. */
    readonly totalVolumeUsd: number;
  };
  /** Newest decisions and status of the engine for the bot. */
  readonly engine?: {
    /** Newest first; 1000 are kept. */
    readonly decisions: readonly BotDecision[];
  };
}

/** Carry of one perpetual. */
export interface GetCarryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Always a perpetual. */
  readonly kind: 'hl-perp';
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The venue's name of the asset. */
  readonly coin: string;
  /** Mark price in USD; null when the asset has left its venue. */
  readonly markPx: number | null;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Age of the venue's snapshot in ms; null when the venue has not been read yet. */
  readonly snapshotAgeMs: number | null;
  /** Cost or income of funding; null when the venue publishes no rate. */
  readonly carry: {
    /** Funding of the running hour as a fraction of notional; positive: longs pay. */
    readonly fundingHourly: number;
    /** 8,760 times that. */
    readonly fundingAnnualizedFrac: number;
    /** The long side. */
    readonly longSide: {
      /** Earned per hour as a fraction of notional; negative: paid. */
      readonly hourlyFrac: number;
      /** 8,760 times that, not compounded. */
      readonly annualizedFrac: number;
      /** Whether the side earns or pays. */
      readonly role: 'pays' | 'receives' | 'flat';
      /** Days until 1 % of notional is earned or paid; null when nothing is paid. */
      readonly daysTo1Pct: number | null;
      /** Days until 10 %; null when nothing is paid. */
      readonly daysTo10Pct: number | null;
    };
    /** The short side. */
    readonly shortSide: {
      /** Earned per hour as a fraction of notional; negative: paid. */
      readonly hourlyFrac: number;
      /** 8,760 times that, not compounded. */
      readonly annualizedFrac: number;
      /** Whether the side earns or pays. */
      readonly role: 'receives' | 'pays' | 'flat';
      /** Days until 1 % of notional is earned or paid; null when nothing is paid. */
      readonly daysTo1Pct: number | null;
      /** Days until 10 %; null when nothing is paid. */
      readonly daysTo10Pct: number | null;
    };
    /** Whether nothing is paid. */
    readonly flat: boolean;
  } | null;
  /**
   * Why members are null, by their path; with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

/** Cascades of one asset. */
export interface GetCascadesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** As asked, after clamping. */
  readonly params: {
    /** Window in ms. */
    readonly windowMs: number;
    /** Least move as a fraction. */
    readonly minDrawdownPct: number;
    /** Direction. */
    readonly direction: 'down' | 'up';
    /** First time of the window. Epoch milliseconds; null when it begins with the first record. */
    readonly fromMs: WindowFromMs;
    /** Last time of the window. Epoch milliseconds; null when it ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Most records read. */
    readonly limit: number;
  };
  /** All cascades together. */
  readonly summary: {
    /** Number of cascades. */
    readonly clustersFound: number;
    /** Largest move; 0 without a cascade. */
    readonly deepestDrawdownFrac: number;
    /** Records in all of them. */
    readonly totalCascadeBars: number;
    /** Direction. */
    readonly direction: 'down' | 'up';
  };
  /** Oldest first. */
  readonly cascades: readonly {
    /** Its first record. Epoch milliseconds. */
    readonly tStart: number;
    /** Its extreme. Epoch milliseconds. */
    readonly tEnd: number;
    /** Records from start to end, both included. */
    readonly bars: number;
    /** The higher of its two ends. */
    readonly peakPrice: number;
    /** The lower of its two ends. */
    readonly troughPrice: number;
    /** The move as a positive fraction of its start. */
    readonly drawdownFrac: number;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Older records exist in the window and were not read. */
  readonly truncated: Truncated;
}

/** All endpoints. */
export interface GetCatalogueAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of endpoints. */
  readonly count: number;
  /** Where to read more. */
  readonly catalog: {
    /** A page for people. */
    readonly docs: string;
    /** A document for machines. */
    readonly spec: string;
  };
  /** In the order of the document. */
  readonly endpoints: readonly {
    /** Path with its parameters. */
    readonly path: string;
    /** HTTP method. */
    readonly method: string;
    /** Server that answers it; the document names both. */
    readonly server: 'main' | 'bot';
    /** Purpose of the endpoint. */
    readonly summary: string;
    /** Group of the document. */
    readonly group: string;
    /** Shared-cache seconds; 0: not cached. */
    readonly cacheSeconds: number;
    /** Access class while paid gating is on. */
    readonly access: 'free' | 'pro' | 'enterprise' | 'key' | 'admin' | 'webhook';
    /** Feature that the key must include; null when none is needed. */
    readonly feature: string | null;
  }[];
}

/** What changed for callers. */
export interface GetChangelogAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of entries. */
  readonly count: number;
  /** Newest first. */
  readonly entries: readonly {
    /** First version with it. */
    readonly version: string;
    /** ISO date of that version. */
    readonly date: string;
    /** Kind of change. */
    readonly kind: 'added' | 'changed' | 'fixed' | 'removed';
    /** Callers must change something. */
    readonly breaking: boolean;
    /** What changed. */
    readonly summary: string;
    /** Endpoints concerned. */
    readonly paths: readonly string[];
  }[];
}

/** Correlations. */
export interface GetCorrelationsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** As asked. */
  readonly params: {
    /** Canonical asset ids. */
    readonly assets: readonly AssetId[];
    /** Hours. */
    readonly window: number;
    /** Matrices. */
    readonly method: 'both' | 'pearson' | 'spearman';
  };
  /** Assets in the matrices, in the order asked. */
  readonly surviving: readonly AssetId[];
  /** Assets that are not. */
  readonly dropped: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Why. */
    readonly reason: 'insufficient-data' | 'zero-variance';
  }[];
  /** Points of the grid with a price, by asset. */
  readonly barsPerAsset: Readonly<Record<string, number>>;
  /** Returns that all survivors have, prices carried forward included: see overlap. */
  readonly alignedReturnsLen: number;
  /** Records of each pair, without prices carried forward. */
  readonly overlap: {
    /** Asset ids of rows and columns. */
    readonly labels: readonly AssetId[];
    /** Symmetric; on the diagonal the bars of the asset itself. */
    readonly matrix: readonly (readonly number[])[];
  };
  /**
   * Pearson; null when not asked for, or when fewer than two assets survive, ten returns are shared,
   * or 10 bars hold records of both.
   */
  readonly pearson: CorrelationMatrix | null;
  /**
   * Spearman; null when not asked for, or when fewer than two assets survive, ten returns are
   * shared, or 10 bars hold records of both.
   */
  readonly spearman: CorrelationMatrix | null;
  /**
   * Why members are null, by their path; of a pair as pearson.matrix.0.1. docs/errors.md explains
   * them.
   */
  readonly whyNull: WhyNull;
}

/** Addresses. */
export interface GetDepositAddressAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the addresses. */
  readonly owner: string;
  /** One for each chain that has them. */
  readonly addresses: readonly {
    /** Name of the chain. */
    readonly chain: string;
    /** Where to send, with its checksum. */
    readonly address: string;
    /** Tokens that are credited. */
    readonly assets: readonly string[];
    /** Salt, computed from owner and chain. */
    readonly salt: string;
    /** Contract that deploys it. */
    readonly factory: string;
    /** Contract whose code it runs. */
    readonly implementation: string;
  }[];
}

/** Every endpoint, called in process. */
export interface GetEndpointHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** All probes together. */
  readonly summary: ProbeSummary;
  /** One per endpoint. */
  readonly probes: readonly {
    /** Path with its parameters. */
    readonly endpoint: string;
    /** Endpoint that was called. */
    readonly sampleUrl: string;
    /** Result of the call. */
    readonly status: 'healthy' | 'degraded' | 'errored';
    /** HTTP status. */
    readonly statusCode: number;
    /** Time to the answer in ms. */
    readonly sampleLatencyMs: number;
    /** When. ISO 8601. */
    readonly lastChecked: string;
    /** The error code of the answer; null when it was no failure. */
    readonly error: string | null;
  }[];
}

/** The manifest of the tree. */
export interface GetExportManifestAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Version of the layout. */
  readonly version: number;
  /** Id of the history. */
  readonly store: string;
  /** Licence of the data. */
  readonly licence: string;
  /** It comes from the built-in simulator. */
  readonly simulated: boolean;
  /**
   * Everything acknowledged then, of the days that are listed, is in the parts. Epoch milliseconds.
   */
  readonly asOfMs: number;
  /** Number of the last commit of records then. */
  readonly position: number;
  /** Times of the observations. */
  readonly window: {
    /** First time. Epoch milliseconds; null when the tree begins with the first record. */
    readonly fromMs: number | null;
    /**
     * Last time: the end of the last closed day. Epoch milliseconds; null when open days are listed
     * too.
     */
    readonly toMs: number | null;
  };
  /** Venues, assets and tables of the tree, and the form of its files. */
  readonly selection: {
    /** Venues; null when all are included. */
    readonly venues: readonly VenueId[] | null;
    /** Assets; null when all are included. */
    readonly assets: readonly string[] | null;
    /** Tables. */
    readonly tables: readonly ('observations' | 'gaps' | 'resolutions' | 'markets' | 'rules' | 'links')[];
    /** Form of the files. */
    readonly format: 'parquet' | 'arrow' | 'csv' | 'jsonl';
    /** Compression of the files. */
    readonly compression: 'zstd' | 'gzip' | 'none';
  };
  /** Columns by table. */
  readonly schema: {
    /** Columns, in order. */
    readonly observations: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
    /** Columns, in order. */
    readonly gaps: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
    /** Columns, in order. */
    readonly resolutions: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
    /** Columns, in order. */
    readonly markets: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
    /** Columns, in order. */
    readonly rules: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
    /** Columns, in order. */
    readonly links: readonly {
      /** Its name. */
      readonly name: string;
      /** Kind of its values. */
      readonly type: 'text' | 'time' | 'number';
      /** Unit of its numbers; null when its values have no unit. */
      readonly unit: string | null;
      /** When its value is null; null when its value is never null. */
      readonly nullWhen: string | null;
    }[];
  };
  /** Files, by path. */
  readonly parts: readonly ExportPart[];
  /** Rows of the table of gaps; null when the file is not made yet. */
  readonly gaps: number | null;
  /** Observations that could not be read and are not in the parts that are made. */
  readonly damaged: readonly {
    /** Venue. */
    readonly venue: VenueId;
    /** Asset id; null when the span is of several assets, or the asset is not known. */
    readonly asset: string | null;
    /** First time of the span. Epoch milliseconds. */
    readonly fromMs: number;
    /** Last time of the span. Epoch milliseconds. */
    readonly toMs: number;
    /** Kind of damage. */
    readonly reason: string;
  }[];
  /** Imports that are withdrawn. */
  readonly withdrawn: readonly string[];
  /** Sums over the parts. */
  readonly totals: {
    /** Observations; null when a part is not made yet. */
    readonly rows: number | null;
    /** Bytes; null when a file is not made yet. */
    readonly bytes: number | null;
    /** Series with records. */
    readonly series: number;
  };
}

/** The newest state of every venue. */
export interface GetFeedAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Markets of Hyperliquid; null when the venue has not been read yet. */
  readonly hyperliquid: {
    /** When the poll was complete. Epoch milliseconds. */
    readonly fetchedAt: number;
    /** Perpetuals. */
    readonly perps: readonly PerpTicker[];
    /** Outcome markets. */
    readonly outcomes: readonly BinaryTicker[];
  } | null;
  /** Markets of Polymarket; null when the venue has not been read yet. */
  readonly polymarket: BinaryMarkets | null;
  /** Markets of Kalshi; null when the venue has not been read yet. */
  readonly kalshi: BinaryMarkets | null;
  /** Markets of Limitless; null when the venue has not been read yet. */
  readonly limitless: BinaryMarkets | null;
  /** Age of each snapshot in ms. */
  readonly ages: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number | null>>
  >;
  /** Whether each snapshot is older than 120 s or missing. */
  readonly stale: Readonly<Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', boolean>>>;
  /** The last failure of each poll. */
  readonly errors: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', string | null>>
  >;
  /** Age of this body in ms; at most 1,000. */
  readonly bodyAgeMs: number;
}

/** How polling goes. */
export interface GetFeedHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** OK, WARN or DOWN; DOWN comes with 503. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
  /** Whether each venue has a snapshot. */
  readonly venues: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', 'OK' | 'DOWN'>>
  >;
  /** Polls fail while the snapshot is still fresh; does not change the verdict. */
  readonly degraded: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', boolean>>
  >;
  /** Whether any venue is degraded. */
  readonly anyDegraded: boolean;
  /** The process, and the poller of each venue that is recorded. */
  readonly health: {
    /** When the feed started. Epoch milliseconds. */
    readonly startedAt: number;
    /** Since then, in ms. */
    readonly uptimeMs: number;
    /** Whether any poller runs. */
    readonly pollersRunning: boolean;
    /** Polling one venue. */
    readonly hyperliquid?: Poller;
    /** Polling one venue. */
    readonly polymarket?: Poller;
    /** Polling one venue. */
    readonly kalshi?: Poller;
    /** Polling one venue. */
    readonly limitless?: Poller;
  };
}

/** Order flow. */
export interface GetFlowAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** As asked, after clamping. */
  readonly params: {
    /** Records of one block. */
    readonly rollingWindow: number;
    /** First time of the window. Epoch milliseconds; null when it begins with the first record. */
    readonly fromMs: WindowFromMs;
    /** Last time of the window. Epoch milliseconds; null when it ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Most records read. */
    readonly limit: number;
  };
  /** All records together. */
  readonly summary: {
    /** Records with a usable price. */
    readonly bars: number;
    /** Bought. */
    readonly buyBars: number;
    /** Sold. */
    readonly sellBars: number;
    /** Before the first change of the price, and closes that were filled in. */
    readonly unclassifiedBars: number;
    /** Weight bought. */
    readonly buyVolume: number;
    /** Weight sold. */
    readonly sellVolume: number;
    /** buyVolume less sellVolume. */
    readonly netDelta: number;
    /** netDelta over both, -1 to 1; 0 when nothing is classified. */
    readonly imbalance: number;
    /** Mean size of the imbalance of blocks of equal count, 0 to 1. */
    readonly vpin: number;
    /** Whether any record carries a traded volume. */
    readonly hasRealVolume: boolean;
    /**
     * Kyle's lambda: price per unit of weight; null when fewer than ten records are classified, or all
     * weigh the same.
     */
    readonly impactLambda: number | null;
    /** The same in basis points of the mean price; null when impactLambda is null. */
    readonly impactLambdaBps: number | null;
    /** Whether it rests on traded volume. */
    readonly impactFromRealVolume: boolean;
  };
  /** Oldest first. */
  readonly series: readonly {
    /** Time. Epoch milliseconds. */
    readonly t: number;
    /** Side that took; null when the record is a close that was filled in. */
    readonly side: 'buy' | 'sell' | 'unclassified' | null;
    /** Its volume, or 1; 0 for a close that was filled in. */
    readonly weight: number;
    /** The weight with the sign of the side, or 0. */
    readonly signed: number;
    /** Running sum of signed; null when it is beyond the largest number. */
    readonly cumulative: number | null;
  }[];
  /** Sum of signed over the last rollingWindow records. */
  readonly rollingDelta: number;
  /** Records of one block. */
  readonly rollingWindow: number;
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Older records exist in the window and were not read. */
  readonly truncated: Truncated;
}

/** Gaps of recording. */
export interface GetGapsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Gaps in this answer. */
  readonly count: number;
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /** Leads to the page before; null when there is none. */
  readonly nextCursor: string | null;
}

/** The process is up. */
export interface GetHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Since the feed started, in ms. */
  readonly uptimeMs: number;
  /** Listeners of live streams. */
  readonly pulse: {
    /** Assets with listeners. */
    readonly assetsPolling: number;
    /** Open streams. */
    readonly totalSubscribers: number;
    /** By asset id. */
    readonly perAsset: Readonly<
      Record<
        string,
        {
          /** Open streams of the asset. */
          readonly subscribers: number;
          /** When the last pulse went out. Epoch milliseconds; null when none went out yet. */
          readonly lastPulseMs: number | null;
          /** Calls to the venue since the start. */
          readonly upstreamCalls: number;
        }
      >
    >;
  };
  /** What this process does; `all`: it is the whole installation. */
  readonly role: string;
  /**
   * The process that reads each venue, by venue id; null when this process reads the venues, or
   * knows of none that does.
   */
  readonly leader: Readonly<
    Record<
      string,
      {
        /** Internal address. */
        readonly url: string;
        /** When it began. Epoch milliseconds. */
        readonly since: number;
        /** Grows with each process that takes over. */
        readonly fence: number;
      }
    >
  > | null;
  /**
   * Records that are stored and not readable yet; null when the history is a local file, or the
   * number is not known.
   */
  readonly outboxRows: number | null;
  /**
   * Age of the oldest of them, in ms; null when the history is a local file, or the age is not
   * known.
   */
  readonly shipLagMs: number | null;
  /** Every process of the installation; null when one process is the whole installation. */
  readonly processes:
    | readonly {
        /** What it does. */
        readonly role: string;
        /** Role, host and port, and what only this start of the process has. */
        readonly id: string;
        /** Version of the program. */
        readonly version: string;
        /** How long ago it was last heard of, in ms; silent after 20,000. */
        readonly seenMs: number;
      }[]
    | null;
}

/** Buckets. */
export interface GetHistoryAggregateAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Venue of the series. */
  readonly venue: VenueId;
  /** The storeKey. */
  readonly asset: string;
  /** The asset id. */
  readonly assetId: string;
  /** Width of a bucket in ms. */
  readonly bucketMs: number;
  /** Which members a bucket has. */
  readonly op: 'all' | 'ohlc' | 'vwap';
  /** Buckets in this answer. */
  readonly count: number;
  /** Oldest first. */
  readonly buckets: readonly {
    /** Start of the bucket. Epoch milliseconds. */
    readonly t: number;
    /** First price. */
    readonly open?: number;
    /** Highest price. */
    readonly high?: number;
    /** Lowest price. */
    readonly low?: number;
    /** Last price. */
    readonly close?: number;
    /** Records. */
    readonly count?: number;
    /** Traded volume; null when no record has any. */
    readonly volume?: number | null;
    /** Volume-weighted price; null when no volume was traded. */
    readonly vwap?: number | null;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Older buckets exist in the window. */
  readonly truncated: boolean;
}

/** Recorded observations. */
export interface GetHistoryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Venue of the series. */
  readonly venue: VenueId;
  /** The storeKey. */
  readonly asset: string;
  /** The asset id. */
  readonly assetId: string;
  /** Records in this answer. */
  readonly count: number;
  /** Oldest first. */
  readonly records: readonly {
    /** When it was observed. Epoch milliseconds. */
    readonly t: number;
    /** Price: USD, or probability of Yes. */
    readonly p: number;
    /** Traded since the record before, where known. */
    readonly v?: number;
    /** Source of the record. */
    readonly s?: 'poll' | 'backfill' | 'import' | 'trade';
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Older records exist in the window. */
  readonly truncated: boolean;
  /** Leads to the page before; null when there is none. */
  readonly nextCursor: string | null;
}

/** Every tradable asset. */
export interface GetIndexAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The same time. Epoch milliseconds. */
  readonly generatedAtMs: number;
  /** Version of this body. Within it, members are only ever added. */
  readonly apiVersion: ApiVersion;
  /** What was checked. */
  readonly scope: {
    /** Venues. */
    readonly venues: readonly VenueId[];
    /** Kinds of assets. */
    readonly kinds: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
    /** Listed assets, before any filter. */
    readonly tracked: number;
  };
  /** All entries that pass the filters. */
  readonly summary: {
    /** Their number. */
    readonly total: number;
    /** Their number by venue. */
    readonly byVenue: Readonly<
      Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number>>
    >;
    /** Fresh ones. */
    readonly freshCount: number;
    /** Stale ones. */
    readonly staleCount: number;
  };
  /** The request. */
  readonly filters: {
    /** Classes; empty: all. */
    readonly kind: readonly ('perp' | 'binary' | 'pred')[];
    /** Stale assets are left out. */
    readonly fresh: boolean;
    /** Least distance from fair value; null when none was asked for. */
    readonly minBasisBps: number | null;
    /** Most entries; null when none was asked for. */
    readonly limit: number | null;
    /** Entries skipped. */
    readonly offset: number;
    /** Search words; null when none was given. */
    readonly q: string | null;
  };
  /** Entries in this answer. */
  readonly returned: number;
  /** More entries follow. */
  readonly truncated: boolean;
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** In the order of venue and asset id; with `q` the best first. */
  readonly entries: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Its venue. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
    /** Its kind. */
    readonly kind: 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
    /** USD, or probability of Yes; null when the market has no price. */
    readonly lastPrice: LastPrice;
    /** Coin or question. */
    readonly name: string;
    /** The venue's newest poll result is older than 120 s. */
    readonly isStale: boolean;
    /**
     * Oracle price, or consensus of the linked venues; null when there is no oracle price, and fewer
     * than two venues have a fresh mid.
     */
    readonly fairPrice: number | null;
    /** Last over fair price, less one; null when either price is null. */
    readonly basisBps: number | null;
    /**
     * Probabilities: last less fair price in percentage points; null when the asset is a perpetual, or
     * either price is null.
     */
    readonly basisPts: number | null;
    /**
     * Change of 24 hours in percent of the price then; null when the price now or then is not known.
     */
    readonly change24hPct: number | null;
    /**
     * Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual, or
     * change24hPct is null.
     */
    readonly change24hPts: number | null;
    /** Traded in 24 hours; null when the venue publishes none. */
    readonly volume24hUsd: number | null;
    /**
     * End of trading, or when the question is due. Epoch milliseconds; null when the asset is a
     * perpetual, or the venue states no end.
     */
    readonly endDate: number | null;
    /**
     * Why members are null, by their path; with `explain=true`, where a reason is known.
     * docs/errors.md explains them.
     */
    readonly whyNull?: WhyNull;
  }[];
  /** Path for one asset. */
  readonly bundleEndpoint: string;
  /** Path for up to 50 assets. */
  readonly batchEndpoint: string;
}

/** The leaderboard. */
export interface GetLeaderboardAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * How orders fill: mock orders at the price that their caller names (`mark`), mock orders over the
   * live book (`book`), or at the venues (`live`).
   */
  readonly fills: 'mark' | 'book' | 'live';
  /** Best first. */
  readonly leaderboard: readonly {
    /** Stable pseudonym. */
    readonly handle: string;
    /** Gains and losses of what was closed, less the venues' fees. */
    readonly realizedPnlUsd: number;
    /** Closings with a gain of all closings; null when nothing was closed. */
    readonly winRate: number | null;
    /** Fills. */
    readonly tradeCount: number;
    /**
     * Fills at a price that the bot named itself and that was not near the market: no venue would have
     * made these trades.
     */
    readonly farFills: number;
    /** Of all fills. */
    readonly totalVolumeUsd: number;
    /** Positions that are not flat. */
    readonly openPositions: number;
  }[];
}

/** Links between markets. */
export interface GetLinksAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Number of links in this answer. */
  readonly count: number;
  /** Number of links, or of refused pairs with state=refused, on all pages. */
  readonly total: number;
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Each pair once, by asset id. */
  readonly links: readonly Link[];
  /** With state=refused or refused=true: pairs that looked alike and were not linked. */
  readonly refused?: readonly {
    /** Asset id in its canonical spelling. */
    readonly a: AssetId;
    /** Asset id in its canonical spelling. */
    readonly b: AssetId;
    /** What stood against it. */
    readonly reasons: readonly string[];
  }[];
}

/** Movers. */
export interface GetMoversAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** As asked. */
  readonly params: {
    /** Rows per direction. */
    readonly topN: number;
    /** Least change as a fraction. */
    readonly minPriceChangePct: number;
    /** Kinds considered. */
    readonly kind: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
  };
  /** Largest rise first. */
  readonly gainers: readonly Mover[];
  /** Largest fall first. */
  readonly losers: readonly Mover[];
  /** Over all markets of the kinds. */
  readonly totals: {
    /** Markets of the kinds. */
    readonly considered: number;
    /** Those with a known change of at least the least. */
    readonly eligible: number;
    /** Mean size of their changes; null when nothing is eligible. */
    readonly avgAbsChange: number | null;
  };
}

/** Price and freshness of one asset. */
export interface GetQuoteAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Version of this body. Within it, members are only ever added. */
  readonly apiVersion: ApiVersion;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Price now. */
  readonly price: {
    /**
     * Mark price of a perpetual, recorded price of a binary (of Yes); null when there is no price, or
     * the asset left its venue unrecorded.
     */
    readonly last: number | null;
    /**
     * Best bid of the feed, the stream or a fresh book, whichever is newest; null when nothing rests
     * there, or it is not known.
     */
    readonly bid: number | null;
    /**
     * Best ask, from the same source as the bid; null when nothing rests there, or it is not known.
     */
    readonly ask: number | null;
    /** Ask less bid over their middle; null when bid or ask is missing or 0, or they cross. */
    readonly spreadBps: number | null;
    /**
     * Probabilities: ask less bid in percentage points; null when the asset is a perpetual, bid or ask
     * is missing or 0, or they cross.
     */
    readonly spreadPts: number | null;
    /**
     * The same as fairValue.value of the bundle; null when there is no oracle price, and fewer than
     * two venues have a fresh mid.
     */
    readonly fairValue: number | null;
    /**
     * Last over fair value, less one; positive: this venue is rich; null when last or the fair value
     * is null.
     */
    readonly basisBps: number | null;
    /**
     * Probabilities: last less fair value in percentage points; null when the asset is a perpetual, or
     * last or the fair value is null.
     */
    readonly basisPts: number | null;
    /**
     * Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of then
     * is known.
     */
    readonly change24hPct: number | null;
    /**
     * Probabilities: change of 24 hours in percentage points; null when always: a quote reads no
     * record of yesterday.
     */
    readonly change24hPts: number | null;
    /** Where the change comes from; null when change24hPct is null. */
    readonly change24hSource: 'snapshot' | null;
  };
  /** Freshness of the answer. */
  readonly freshness: {
    /** Age of the venue's newest poll result in ms; null when the venue has not answered yet. */
    readonly feedAgeMs: number | null;
    /** The venue's newest poll result is older than 120 s or lacks the asset. */
    readonly isStale: IsStale;
    /** With `activity`: newest record of all. Epoch milliseconds; null when there is none. */
    readonly historyLastEverMs?: number | null;
  };
  /** Where the asset is traded; null when a binary has left its venue. */
  readonly venueNativeUrl?: string | null;
  /**
   * Why members are null, by their path; every null has its reason. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

/** Recorded series. */
export interface GetRecordedAssetsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of series in this answer. */
  readonly count: number;
  /** Bytes that they take together. */
  readonly totalBytes: number;
  /** Whether any count is derived from bytes. */
  readonly perAssetCountIsEstimate: boolean;
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** By venue and storeKey. */
  readonly assets: readonly {
    /** Venue. */
    readonly venue: VenueId;
    /** The storeKey. */
    readonly asset: string;
    /** The asset id. */
    readonly assetId: string;
    /** Bytes that it takes. */
    readonly bytes: number;
    /** Its oldest record. Exact. Epoch milliseconds. */
    readonly firstMs: number;
    /** Its newest record. Exact. Epoch milliseconds. */
    readonly lastMs: number;
    /** Its records. */
    readonly count: number;
    /** Whether count is derived from bytes. */
    readonly countIsEstimate: boolean;
  }[];
}

/** Ends of markets. */
export interface GetResolutionsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Ends in this answer. */
  readonly count: number;
  /** Oldest first by recordedAt. */
  readonly resolutions: readonly Resolution[];
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** One order walked through one book. */
export interface GetSlippageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The book is the one of now. */
  readonly mode: 'live';
  /** When the venue gave the book, by our clock. Epoch milliseconds. */
  readonly fetchedAt: number;
  /** The venue did not answer; the book is up to two minutes old. */
  readonly stale: boolean;
  /** As asked. */
  readonly params: {
    /** Size. */
    readonly size: number;
    /** Side. */
    readonly side: 'buy' | 'sell';
    /** Unit of the size. */
    readonly sizeUnit: 'quote' | 'base';
  };
  /** Basis points are signed against the mid: positive for a buy in an ordinary book. */
  readonly result: {
    /** Side. */
    readonly side: 'buy' | 'sell';
    /** Middle of the best bid and the best ask; null when a side of the book is empty. */
    readonly midPrice: number | null;
    /** Best price of the side that is taken; null when it is empty. */
    readonly topPrice: number | null;
    /** Units or contracts filled. */
    readonly baseFilled: number;
    /** USD filled. */
    readonly quoteFilled: number;
    /** What the book could not fill, in sizeUnit. */
    readonly remaining: number;
    /** Whether nothing remained. */
    readonly fullyFilled: boolean;
    /** Volume-weighted; null when nothing was filled. */
    readonly avgPrice: number | null;
    /** Average price against the mid; null when avgPrice or midPrice is null. */
    readonly slippageBps: number | null;
    /** Price of the last level touched; null when nothing was filled. */
    readonly worstFillPrice: number | null;
    /** The same against the mid; null when it or midPrice is null. */
    readonly worstFillBps: number | null;
    /** Levels touched, a partial one included. */
    readonly levelsConsumed: number;
    /** Fills by distance from the mid; only tiers with a fill. */
    readonly tiers: readonly {
      /** Nearest distance, inclusive. */
      readonly bpsFrom: number;
      /** Farthest distance, exclusive; null when there is no end. */
      readonly bpsTo: number | null;
      /** Units or contracts filled. */
      readonly baseFilled: number;
      /** USD filled. */
      readonly quoteFilled: number;
    }[];
  };
}

/** The snapshot file. */
export interface GetSnapshotterHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** OK, WARN or DOWN; DOWN comes with 503. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
  /** Why the verdict is not OK; null when it is OK. */
  readonly reason: string | null;
  /** Ages at which the verdict changes. */
  readonly thresholds: {
    /** WARN beyond, in ms. */
    readonly warnAfterMs: number;
    /** DOWN beyond, in ms. */
    readonly downAfterMs: number;
  };
  /** The file. */
  readonly stats: {
    /** Whether it was ever written. */
    readonly exists: boolean;
    /** Its size; null when it was never written. */
    readonly sizeBytes: number | null;
    /** When it was written. ISO 8601; null when it was never written. */
    readonly lastTs: string | null;
    /** When it was written. Epoch milliseconds; null when it was never written. */
    readonly lastTsMs: number | null;
    /** Its age in ms; null when it was never written. */
    readonly ageMs: number | null;
    /** Times it was written in the last 24 hours. */
    readonly count24h: number;
  };
}

/** Small lines. */
export interface GetSparklinesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Start of the first half hour. Epoch milliseconds. */
  readonly fromMs: number;
  /** Width of a half hour in ms. */
  readonly bucketMs: number;
  /** In the order asked. */
  readonly sparklines: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Oldest first; 48 of them. */
    readonly closes: readonly (number | null)[];
  }[];
  /** Ids that no venue lists and of which nothing is recorded. */
  readonly unknown: readonly AssetId[];
}

/** Assets whose records stopped or never began. */
export interface GetStaleAssetsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The parameters as they were understood. */
  readonly params: {
    /** Threshold in minutes. */
    readonly thresholdMin: number;
    /** The same in ms. */
    readonly thresholdMs: number;
    /** Most rows of each list. */
    readonly limit: number;
    /** Requested order; null when none was requested. */
    readonly sortBy: 'staleness' | 'asset' | 'venue' | null;
    /** Requested venue; null when none was requested. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | null;
  };
  /** Counts over everything, before any limit. */
  readonly summary: StaleSummary;
  /** Whether the limit cut a list. */
  readonly truncated: {
    /** Cut or not. */
    readonly stale: boolean;
    /** Cut or not. */
    readonly neverRecorded: boolean;
  };
  /** Assets whose newest record is older than the threshold. */
  readonly stale: readonly StaleAsset[];
  /** Assets without a record. */
  readonly neverRecorded: readonly StaleAsset[];
}

/** Stored reports, oldest first. */
export interface GetStaleHistoryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The parameters as they were understood. */
  readonly params: {
    /** Start of the list. */
    readonly hours: number;
    /** Threshold in minutes. */
    readonly thresholdMin: number;
    /** The same in ms. */
    readonly thresholdMs: number;
  };
  /** Stored reports, oldest first. */
  readonly snapshots: readonly StaleReport[];
  /** Note. */
  readonly note: string;
}

/** Statistics of many markets. */
export interface GetStatsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this answer was made. Epoch milliseconds. */
  readonly now: number;
  /** Duration in ms. */
  readonly elapsedMs: number;
  /** Whether the results were computed for an earlier request. */
  readonly cached: boolean;
  /** Age of the results in ms. */
  readonly resultsAgeMs: number;
  /** Assets of the curated set that were asked for. */
  readonly requested: number;
  /** Assets with statistics. */
  readonly returned: number;
  /** As asked; null when all were asked for. */
  readonly venue: 'hl' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless' | null;
  /** Coverage of the request. */
  readonly coverage: {
    /** The same, for the venue. */
    readonly requested: number;
    /** The same, for the venue. */
    readonly returned: number;
    /** Requested assets without results. */
    readonly missing: readonly {
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** no-history: no record in 30 days. */
      readonly reason: 'no-history' | 'unreadable-history' | 'not-computed';
    }[];
  };
  /** The same by kind. */
  readonly perVenue: {
    /** Of one kind. */
    readonly hl?: StatsCoverage;
    /** Of one kind. */
    readonly 'hl-pred'?: StatsCoverage;
    /** Of one kind. */
    readonly pm?: StatsCoverage;
    /** Of one kind. */
    readonly kalshi?: StatsCoverage;
    /** Of one kind. */
    readonly limitless?: StatsCoverage;
  };
  /** The snapshots that the set was chosen from. */
  readonly snapshot: {
    /** Age of each in ms. */
    readonly ages: Readonly<
      Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number | null>>
    >;
    /** Whether each is older than 120 s or missing. */
    readonly stale: Readonly<Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', boolean>>>;
  };
  /** By kind, the largest market of each first. */
  readonly results: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Kind of the asset. */
    readonly type: AssetKind;
    /** The coin, or the question. */
    readonly name: string;
    /** Mark price in USD, or probability of Yes; null when the market has no price. */
    readonly markPx: number | null;
    /**
     * 24 h change in percent; of the store for binaries; null when no price of 24 hours ago is known.
     */
    readonly changePct: number | null;
    /** Per hour unless the name says otherwise; losses are positive. */
    readonly stats: {
      /** Number of returns. */
      readonly n: number;
      /** LOG for perpetuals, DIFF for probabilities. */
      readonly returnMode: 'LOG' | 'DIFF';
      /** annualised for perpetuals; horizon for markets that are decided soon. */
      readonly framing: 'annualised' | 'horizon';
      /**
       * Deviation per year; probability points for binaries; null when returns are fewer than two.
       */
      readonly annualisedVol: number | null;
      /** Mean over deviation, per year; null when sharpeSuppressedReason says why. */
      readonly sharpe: number | null;
      /** Why sharpe is null; null when sharpe is not null. */
      readonly sharpeSuppressedReason: 'bounded-probability' | 'insufficient-data' | 'zero-variance' | null;
      /**
       * Mean over downside deviation, per year; null when the asset is a binary, returns do not vary, or
       * none is a loss.
       */
      readonly sortino: number | null;
      /** Historical value at risk, 5 %; null when returns are fewer than two. */
      readonly var95: number | null;
      /** The same, 5 %; null when returns are fewer than two. */
      readonly es95: number | null;
      /** Deepest fall from a peak; null when no hour is recorded. */
      readonly maxDrawdown: number | null;
      /**
       * 0.5: no memory; below: reverting; above: persistent; null when fewer than about 64 returns vary.
       */
      readonly hurst: number | null;
      /** Autocorrelation at lag 1; null when returns are fewer than three or do not vary. */
      readonly autocorr1: number | null;
      /** Hours until half of a deviation is gone; null when no reversion was detected. */
      readonly halfLifeMR: number | null;
      /** Combined result of the tests. */
      readonly verdict: 'random-walk' | 'mean-reverting' | 'trending' | 'flat' | 'insufficient-data';
      /** Binaries only. */
      readonly horizon?: {
        /** Days until the market ends; null when no end is known. */
        readonly daysToResolve: number | null;
        /** Deviation of a day in probability points; null when returns are fewer than two. */
        readonly perDayMove: number | null;
        /** p (1 - p); null when there is no price. */
        readonly terminalVariance: TerminalVariance;
      };
    };
  }[];
}

/** The prepaid liability. */
export interface GetTreasuryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Total of customer balances. */
  readonly float: {
    /** Sum of all balances. Micro-USD. */
    readonly totalMicroUsd: number;
    /** The same in US dollars. */
    readonly totalUsd: number;
    /** Owners with a balance of any height. */
    readonly accounts: number;
    /** Owners with a balance above 0. */
    readonly nonZeroAccounts: number;
  };
  /** Deposits that wait for a decision. */
  readonly review: {
    /** Above a limit. Micro-USD. */
    readonly heldMicroUsd: number;
    /** Without a known owner. Micro-USD. */
    readonly unattributedMicroUsd: number;
  };
  /** Debts of owners after refunds and disputes. Micro-USD. */
  readonly receivableMicroUsd: number;
  /** Owners with debts, the largest first, at most 1000. */
  readonly debtors: readonly {
    /** Owner of the debt. */
    readonly owner: string;
    /** Amount. Micro-USD. */
    readonly owedMicroUsd: number;
    /** Balance of the owner; it is held while a debt is open. Micro-USD. */
    readonly balanceMicroUsd: number;
  }[];
}

/** Every upstream, asked over the network. */
export interface GetUpstreamHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Upstream that was probed. */
  readonly scope: {
    /** Venues. */
    readonly venues: readonly VenueId[];
  };
  /** All probes together. */
  readonly summary: ProbeSummary;
  /** One per upstream. */
  readonly probes: readonly {
    /** Its name. */
    readonly upstream: string;
    /** Scheme and host of the upstream. */
    readonly probedUrl: string;
    /** HTTP method. */
    readonly method: string;
    /** Result of the call. */
    readonly status: 'healthy' | 'degraded' | 'errored';
    /** HTTP status; null when no answer came. */
    readonly statusCode: number | null;
    /** Time to the answer in ms. */
    readonly latencyMs: number;
    /** When. ISO 8601. */
    readonly lastChecked: string;
    /** What went wrong; null when nothing did. */
    readonly error: string | null;
    /** Why it is not healthy; null when it is. */
    readonly reason: 'slow' | 'down' | 'blocked' | 'rate_limited' | null;
  }[];
}

/** Usage and limits of the key. */
export interface GetUsageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Tier of the key. */
  readonly tier: 'free' | 'pro' | 'enterprise';
  /** Owner of the key. */
  readonly owner: string;
  /** The venues that the key may read: all, or a list. */
  readonly venues: KeyVenues;
  /** The month that is counted, UTC. */
  readonly month: string;
  /** What the tier allows. */
  readonly limits: {
    /** Requests a month; null when there is no limit. */
    readonly monthlyQuota: number | null;
    /** Requests a minute. */
    readonly ratePerMin: number;
    /** Live streams at once. */
    readonly maxConcurrentStreams: number;
    /** Features that the tier includes. */
    readonly features: readonly string[];
    /** The venues that the key may read: all, or a list. */
    readonly venues: KeyVenues;
  };
  /** Requests of the month. */
  readonly usage: {
    /** All of them. */
    readonly total: number;
    /** Requests left this month; null when there is no limit. */
    readonly quotaRemaining: number | null;
    /** Counts of requests that name a venue. */
    readonly byVenue: Readonly<Record<string, number>>;
    /** By route. */
    readonly byEndpoint: Readonly<Record<string, number>>;
    /** The first of the month. Epoch milliseconds; null when there was none. */
    readonly firstAt: number | null;
    /** The newest. Epoch milliseconds; null when there was none. */
    readonly lastAt: number | null;
  };
  /** The key itself. */
  readonly key: {
    /** SHA-256 of the key. */
    readonly hash: string;
    /** When it was issued. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** When it expires. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
  };
}

/** Volume by price. */
export interface GetVolumeProfileAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** As asked, after clamping. */
  readonly params: {
    /** Width of a bin. */
    readonly priceStep: number;
    /** First time of the window. Epoch milliseconds; null when it begins with the first record. */
    readonly fromMs: WindowFromMs;
    /** Last time of the window. Epoch milliseconds; null when it ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Most records read. */
    readonly limit: number;
  };
  /** Records with a usable price. */
  readonly recordsUsed: number;
  /** Whether any record carries a traded volume; otherwise volume is the count. */
  readonly hasRealVolume: boolean;
  /** Index of the bin of the largest volume; null when there is no record. */
  readonly pocIdx: number | null;
  /** By ascending price. */
  readonly buckets: readonly {
    /** Its lower edge, inclusive. */
    readonly priceLow: number;
    /** Its upper edge, exclusive. */
    readonly priceHigh: number;
    /** Records in it. */
    readonly count: number;
    /** Traded in it, or its count. */
    readonly volume: number;
    /** The bin of the largest volume, the lowest price on a tie. */
    readonly isPoc: boolean;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * How much of the window is recorded: an empty answer with full coverage means a quiet market.
   */
  readonly coverage: Coverage;
  /** Older records exist in the window and were not read. */
  readonly truncated: Truncated;
}

/** Wallets and targets. */
export interface GetWalletsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Oldest first. */
  readonly registeredWallets: readonly RegisteredWallet[];
  /** Watched tokens; empty: none. */
  readonly depositTargets: readonly {
    /** Name of the chain. */
    readonly chain: string;
    /** Symbol of the token. */
    readonly asset: string;
    /** Shared by everybody. */
    readonly depositAddress: string;
  }[];
  /** Price per use; 0: free. */
  readonly priceListMicroUsd: PriceList;
}

/** The venue's newest poll result is older than 120 s or lacks the asset. */
export type IsStale = boolean;

/** The key. */
export interface IssueKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** The key; it is shown once. */
  readonly rawKey: string;
  /** Stored record of a key. The key itself is shown once, when it is issued. */
  readonly record: KeyRecord;
}

/** The codes. */
export interface IssueVouchersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of codes. */
  readonly count: number;
  /** Value of one. Micro-USD. */
  readonly microUsd: number;
  /** Each code can be redeemed once. */
  readonly codes: readonly string[];
}

/** When it was issued. Epoch milliseconds. */
export type IssuedAt = number;

/** Stored record of a key. The key itself is shown once, when it is issued. */
export interface KeyRecord {
  /** SHA-256 of the key. */
  readonly hash: string;
  /** Owner of the key. */
  readonly owner: string;
  /** Tier. */
  readonly tier: 'free' | 'pro' | 'enterprise';
  /** A note of the operator; null when there is none. */
  readonly label: string | null;
  /** The venues that the key may read: all, or a list. */
  readonly venues: KeyVenues;
  /** When it was issued. Epoch milliseconds. */
  readonly createdAt: IssuedAt;
  /** When it expires. Epoch milliseconds; null when it never does. */
  readonly expiresAt: ExpiresAt;
  /** When it was revoked. Epoch milliseconds; null when it was not revoked. */
  readonly revokedAt: number | null;
  /** Stays the same when the key is rotated. */
  readonly botId: string;
  /** When it was last used, to the minute. Epoch milliseconds; null when it was not used yet. */
  readonly lastUsedAt: number | null;
}

/** The venues that the key may read: all, or a list. */
export type KeyVenues = 'all' | readonly ('hyperliquid' | 'polymarket' | 'kalshi' | 'limitless')[];

/** Current value. */
export interface KillBotAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** The bot. */
  readonly botId: string;
  /** The bot is halted. */
  readonly killed: boolean;
}

/** USD, or probability of Yes; null when the market has no price. */
export type LastPrice = number | null;

/** Relation of a to b. */
export interface Link {
  /** Asset id in its canonical spelling. */
  readonly a: AssetId;
  /** Asset id in its canonical spelling. */
  readonly b: AssetId;
  /** subset: a Yes of a makes b a Yes; superset: the reverse. */
  readonly relation: 'same' | 'opposite' | 'subset' | 'superset' | 'related';
  /** 0 to 1. */
  readonly confidence: number;
  /** Why the relation holds. */
  readonly reasons: readonly string[];
  /** Source of the link. */
  readonly source: 'curated' | 'matched' | 'mirrored';
  /** Where the two could still resolve differently; of related pairs, what is missing. */
  readonly differences: readonly string[];
  /** disputed: the prices of the two stand against it. */
  readonly state: 'active' | 'disputed';
  /**
   * Prices that stayed apart for longer than fees, spreads and time explain; null when state is
   * active.
   */
  readonly dispute: {
    /** Since when the two prices are apart. Epoch milliseconds. */
    readonly since: number;
    /** How far the mids were apart when the link was disputed. */
    readonly gap: number;
  } | null;
  /**
   * How far the prices of the two are apart now; null when one of the two has no price, or the
   * relation is related.
   */
  readonly difference: {
    /** From the mid of a to the mid of b; of opposite pairs b counts as its complement. */
    readonly mids: number;
    /**
     * Left of it when each side gives half its spread: above 0 the touches do not meet. Of subset and
     * superset: by how much the narrow one is bid above what the wide one costs.
     */
    readonly beyondSpreads: number;
  } | null;
}

/** Deposits. */
export interface ListDepositsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of rows on the page. */
  readonly count: number;
  /** Newest first. */
  readonly deposits: readonly Deposit[];
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** Issued keys. */
export interface ListKeysAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Keys in this answer. */
  readonly count: number;
  /** Newest first. */
  readonly keys: readonly KeyRecord[];
  /** Older keys exist. */
  readonly truncated: boolean;
}

/** Vouchers. */
export interface ListVouchersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Vouchers in this answer. */
  readonly count: number;
  /** Newest first. */
  readonly vouchers: readonly {
    /** SHA-256 of its code. */
    readonly hash: string;
    /** Value. Micro-USD. */
    readonly microUsd: number;
    /** A note of the operator; null when there is none. */
    readonly label: string | null;
    /** When it was issued. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** When it expires. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
    /** When it was redeemed. Epoch milliseconds; null when it was not. */
    readonly redeemedAt: number | null;
    /** Who redeemed it; null when it was not redeemed. */
    readonly redeemedBy: string | null;
  }[];
  /** Older vouchers exist. */
  readonly truncated: boolean;
}

/** Orders. */
export interface ListWaitingOrdersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of rows on the page. */
  readonly count: number;
  /** Oldest first. */
  readonly orders: readonly WaitingOrder[];
  /** Leads to the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** One lag. */
export interface LjungBox {
  /** Lags joined. */
  readonly lag: number;
  /** Statistic. */
  readonly stat: number;
  /** Probability under the null hypothesis. */
  readonly p: PValue;
  /** p < 0.05. */
  readonly reject: boolean;
}

/** How the matcher read a market. */
export interface MarketFeatures {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** The words that the other market has to hold, in one spelling. */
  readonly words: readonly string[];
  /** Its numbers with their direction and edge. */
  readonly numbers: readonly string[];
  /** The day, month, year or moment; `by` marks a last day; null when none was read. */
  readonly date: string | null;
  /** The two sides, the one on which Yes pays in brackets; null when it is about no contest. */
  readonly contest: string | null;
  /** Source that decides the market; null when none was read. */
  readonly settlementSource: string | null;
  /** Why the market could not be read; null when all of it was understood. */
  readonly unclear: string | null;
}

/** One market. */
export interface Mover {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** The coin, or the question. */
  readonly name: string;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue. */
  readonly venue: VenueId;
  /** 24 h change as a fraction: 0.05 is 5 %. */
  readonly changeFrac: number;
  /**
   * Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual.
   */
  readonly change24hPts: number | null;
  /** USD, or probability of Yes; null when the market has no price. */
  readonly currentPrice: LastPrice;
  /** Where the change comes from. */
  readonly source: 'feed' | 'store-delta';
}

/** One stretch. */
export interface NotRecorded {
  /** First time of it. Epoch milliseconds. */
  readonly fromMs: number;
  /** Last time of it. Epoch milliseconds. */
  readonly toMs: number;
  /** Why. */
  readonly reason: string;
}

/** true on every success. */
export type Ok = true;

/** Lifecycle state. */
export type OrderState = 'reserved' | 'submitted' | 'resting' | 'filled' | 'cancelled' | 'rejected';

/** Probability under the null hypothesis. */
export type PValue = number;

/** The newest state of a perpetual. */
export interface PerpTicker {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** The venue's name of the asset. */
  readonly coin: string;
  /** Mark price in USD. */
  readonly markPx: number;
  /** Mid of the book in USD; null when the venue publishes none. */
  readonly midPx: number | null;
  /** Oracle price in USD. */
  readonly oraclePx: number;
  /** Price 24 hours ago in USD. */
  readonly prevDayPx: number;
  /** 24 h change in percent: 5 is 5 %; null when prevDayPx is 0. */
  readonly changePct: number | null;
  /**
   * Funding of the running hour as a fraction of notional; positive: longs pay; null when the venue
   * publishes none.
   */
  readonly fundingHourly: number | null;
  /** Open interest in base units; null when the venue publishes none. */
  readonly openInterest: number | null;
  /** Open interest in USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** Traded in 24 hours, USD; null when the venue publishes none. */
  readonly volume24hUsd: number | null;
  /**
   * Price at which the venue's impact notional would be sold, USD; null when the venue publishes
   * none.
   */
  readonly impactBid: number | null;
  /**
   * Price at which the venue's impact notional would be bought, USD; null when the venue publishes
   * none.
   */
  readonly impactAsk: number | null;
  /** Highest leverage that the venue allows; null when the venue publishes none. */
  readonly maxLeverage: number | null;
  /** Decimals of sizes. */
  readonly szDecimals: number;
}

/** Polling one venue. */
export interface Poller {
  /** When the newest snapshot was complete. Epoch milliseconds; null when there is none yet. */
  readonly lastFetchedAt: number | null;
  /** Its age in ms; null when there is no snapshot. */
  readonly ageMs: number | null;
  /** Successful polls. */
  readonly okCount: number;
  /** Failed polls. */
  readonly failCount: number;
  /** Why the last poll failed; null when it did not. */
  readonly lastError: string | null;
  /** Configured time between polls in ms. */
  readonly pollIntervalMs: number;
  /** Time between polls that is kept: longer where the budget of the venue allows no shorter. */
  readonly effectiveIntervalMs: number;
  /** Whether there is a snapshot. */
  readonly hasSnapshot: boolean;
  /** Bodies and frames that were refused because they had another shape. */
  readonly schemaFailures: number;
  /**
   * Values since the start that no probability can have, such as a bid of 1.1995. The ticker has
   * null in their place.
   */
  readonly refusedValues: number;
  /** Which message and member was refused last; null when nothing was refused. */
  readonly lastSchemaFailure: string | null;
  /** The venue refused the last request with HTTP 403 or 451. */
  readonly blocked: boolean;
  /** Share of the venue's published limit that is in use, 0 to 1. */
  readonly budgetUsedFrac: number;
  /** Streams of the venue; null when none is used. */
  readonly stream: {
    /** Connections wanted. */
    readonly connections: number;
    /** Connections open. */
    readonly connected: number;
    /** Reconnections since the start. */
    readonly reconnects: number;
    /** Assets whose stream was open and silent while the poll saw them move. */
    readonly silences: {
      /** Silences found since the start. */
      readonly detected: number;
      /** Silences that ended with new messages. */
      readonly recovered: number;
      /** Assets whose stream is silent now. */
      readonly ongoing: number;
      /** When the newest was found. Epoch milliseconds; null when there was none since the start. */
      readonly lastDetectedAt: number | null;
      /**
       * From the first poll that showed the movement to the alarm; null when none has ended since the
       * start.
       */
      readonly detectMs: SilenceTimes | null;
      /**
       * From the alarm to the next message of the stream; null when none has ended since the start.
       */
      readonly recoverMs: SilenceTimes | null;
    };
  } | null;
}

/** Bundles of several assets. */
export interface PostBatchAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Version of this body. Within it, members are only ever added. */
  readonly apiVersion: ApiVersion;
  /** Assets asked for. */
  readonly requestedCount: number;
  /** One item per asset, in the order of the request. */
  readonly bundles: readonly (
    | Bundle
    | {
        /** false: no bundle. */
        readonly ok: false;
        /** Asset as requested. */
        readonly asset: string;
        /** A stable code. */
        readonly error: 'asset_not_found' | 'handler_timeout' | 'internal';
        /** One sentence. */
        readonly message: string;
      }
  )[];
}

/** One price level. */
export interface PriceLevel {
  /** USD, or probability of Yes. */
  readonly price: number;
  /** Base units or contracts. */
  readonly size: number;
}

/** Price per use; 0: free. */
export interface PriceList {
  /** One live stream of prices. Micro-USD. */
  readonly stream: number;
  /** One filled trade. Micro-USD. */
  readonly trade: number;
}

/** All probes together. */
export interface ProbeSummary {
  /** Healthy probes. */
  readonly healthy: number;
  /** Degraded probes. */
  readonly degraded: number;
  /** Errored probes. */
  readonly errored: number;
  /** All probes. */
  readonly total: number;
  /** Mean latency in ms; null when there are no probes. */
  readonly avgLatencyMs: number | null;
  /** Highest latency in ms; null when there are no probes. */
  readonly maxLatencyMs: number | null;
  /** OK: all healthy. DOWN: all errored. WARN: anything between. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
}

/** Result of the event. */
export interface ReceiveWebhookAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Why the event moved no money; the members below are absent then. */
  readonly ignored?:
    | 'event_type'
    | 'unpaid'
    | 'not_completed'
    | 'mode_mismatch'
    | 'zero_amount'
    | 'currency'
    | 'unattributed'
    | 'pending_deposit';
  /** Provider. */
  readonly provider?: 'coinbase' | 'hmac' | 'stripe';
  /** Owner of the balance. */
  readonly owner?: string;
  /** false: the event was applied before, or its deposit is in review. */
  readonly applied?: boolean;
  /**
   * By how much the balance changed; negative: refunds and disputes. Micro-USD; null when the amount
   * is above what can be counted.
   */
  readonly microUsd?: number | null;
  /** The balance now. Micro-USD. */
  readonly balanceMicroUsd?: number;
  /**
   * Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
   */
  readonly owedMicroUsd?: number;
  /** true: the deposit waits for a review, and no balance changed. */
  readonly held?: boolean;
}

/** The voucher was redeemed. */
export interface RedeemVoucherAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner who was credited. */
  readonly owner: string;
  /** Value of the voucher. Micro-USD. */
  readonly microUsd: number;
  /** Balance after the redemption and after repayment of debts. Micro-USD. */
  readonly balanceMicroUsd: number;
  /**
   * Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
   */
  readonly owedMicroUsd: number;
}

/** The wallet is registered. */
export interface RegisterWalletAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Oldest first. */
  readonly registeredWallets: readonly RegisteredWallet[];
}

export interface RegisteredMarket {
  /** The question of a binary market, the coin of a perpetual. */
  readonly title: string;
  /** The venue's id of the event; null when it has no event. */
  readonly eventKey: string | null;
  /** Title of the event; null when the venue does not say. */
  readonly event: string | null;
  /** Category; null when the venue does not say. */
  readonly category: string | null;
  /** What Yes stands for within the event; null when the venue does not say. */
  readonly answer: string | null;
  /** What decides the market; null when the venue does not say. */
  readonly settlementSource: string | null;
  /** Threshold of the question; null when the venue does not say. */
  readonly strike: number | null;
  /** End of trading. Epoch milliseconds; null when the venue does not say. */
  readonly closesAt: number | null;
  /**
   * When the question was due to be decided. Epoch milliseconds; null when the venue does not say.
   */
  readonly endsAt: number | null;
  /** The venue's own ids of the market. */
  readonly nativeIds: readonly {
    /** Kind of the id. */
    readonly name: string;
    /** The id. */
    readonly id: string;
  }[];
  /** Page of the market on the venue's site; null when the venue does not say. */
  readonly url: string | null;
  /** Name of the rules text: 32 hexadecimal digits; null when the venue publishes none. */
  readonly rulesHash: string | null;
  /** When the market was first listed here. Epoch milliseconds. */
  readonly seenFrom: number;
  /** When the registered facts last changed. Epoch milliseconds. */
  readonly changedAt: number;
  /** Which links were held when, oldest first; the newest 50. */
  readonly links: readonly {
    /** Asset id in its canonical spelling. */
    readonly a: AssetId;
    /** Asset id in its canonical spelling. */
    readonly b: AssetId;
    /** Relation of a to b. */
    readonly relation: string;
    /** 0 to 1. */
    readonly confidence: number;
    /** Who said so. */
    readonly source: string;
    /** Whether prices disputed the link. */
    readonly disputed: boolean;
    /** Why. */
    readonly reasons: readonly string[];
    /** Start of the span. Epoch milliseconds. */
    readonly fromMs: number;
    /** End of the span. Epoch milliseconds; null when it is held still. */
    readonly toMs: number | null;
  }[];
}

/** A wallet of the owner. */
export interface RegisteredWallet {
  /** In lower case on EVM chains. */
  readonly address: string;
  /** Chains on which transfers are credited. */
  readonly family: 'evm' | 'solana' | 'tron';
  /** Transfers after this time are credited. Epoch milliseconds. */
  readonly registeredAt: number;
}

/** It will be read again. */
export interface RescanChainAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Name of the chain. */
  readonly chain: string;
  /** Where the next poll begins. */
  readonly from: number;
}

/** One market that ended. */
export interface Resolution {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The side that won; void: the venue paid both sides back, or something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** What one Yes contract paid, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /** When the venue settled. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
  /** When this service recorded it. Epoch milliseconds. */
  readonly recordedAt: number;
}

/** The deposit. */
export interface ReturnDepositAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** One deposit. */
  readonly deposit: Deposit;
}

/** Result of the revocation. */
export interface RevokeKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** false: there is no such key. */
  readonly revoked: boolean;
  /**
   * false: the database is not accepting writes. The keys are refused from now on, and the
   * revocation is stored as soon as the database accepts writes again; a restart before that would
   * lose it.
   */
  readonly stored: boolean;
  /** Live keys that this call revoked. */
  readonly count: number;
  /** How many of them had replaced the named key by rotation; 0 for a bot or an owner. */
  readonly successors: number;
}

/** The new key. */
export interface RotateKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * The new key; it is shown once; null when the key was rotated before, and its successor was shown
   * then.
   */
  readonly rawKey: string | null;
  /** Stored record of a key. The key itself is shown once, when it is issued. */
  readonly record: KeyRecord;
  /** The old key. */
  readonly previous: {
    /** SHA-256 of it. */
    readonly hash: string;
    /** When it expires. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
  };
}

/** Done. */
export interface RotateVaultAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Credentials that were under another key. */
  readonly moved: number;
  /** The key that all others are under now. */
  readonly keyId: string;
  /** Credentials that do not open, left as they are. */
  readonly skipped: readonly SkippedCredential[];
}

/**
 * The sample of these figures, and those of the other answers that state figures of the same
 * names.
 */
export type SampleNote = string;

export interface Sampling {
  /** live: records as they were taken; hourly: the last one of each hour. */
  readonly basis: 'live' | 'hourly';
  /** Median distance of the records in ms; null when there are fewer than two. */
  readonly stepMs: number | null;
  /** Time that the returns span together in ms, outages left out. */
  readonly coveredMs: number;
  /** Distances across which no return is taken: an outage is not a move. */
  readonly outagesSkipped: number;
}

export interface SilenceTimes {
  /** Half of them took this many ms at most. */
  readonly p50: number;
  /** The longest, in ms. */
  readonly max: number;
}

/** A simulated portfolio. */
export interface SimulateArbitrageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When this was computed. ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Age of each snapshot in ms. */
  readonly snapshotAges: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number | null>>
  >;
  /** As asked. */
  readonly params: {
    /** USD. */
    readonly capital: number;
    /** Widest spread. */
    readonly maxSpread: number;
    /** Fewest orders. */
    readonly minLegs: number;
    /** Most opportunities. */
    readonly topN: number;
  };
  /** Fee of an order, per venue. */
  readonly feesAssumed: Readonly<
    Partial<
      Record<
        'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless',
        {
          /** published: by the venue. asked: by `feeBps.<venue>`. */
          readonly basis: 'published' | 'asked';
          /** Requested fee, of the cost of an order; null when the published schedule applies. */
          readonly bps: number | null;
          /** The fee in words, with the day on which a schedule was read. */
          readonly says: string;
        }
      >
    >
  >;
  /** The portfolio. */
  readonly summary: {
    /** Complete sets of fresh orders with at least minLegs legs. */
    readonly opportunitiesConsidered: number;
    /** Those in the portfolio. */
    readonly opportunitiesSelected: number;
    /** Selected ones with a net above 0: they pay after books and fees. */
    readonly opportunitiesPaying: number;
    /** Their net profit together, USD. */
    readonly payingProfitUsd: number;
    /** Selected ones whose net is null. */
    readonly opportunitiesWithoutNet: number;
    /** USD. */
    readonly capitalDeployed: number;
    /** USD. */
    readonly expectedProfit: number;
    /** expectedProfit over capitalDeployed in percent; 0 when nothing is deployed. */
    readonly expectedEdgePct: number;
    /** Share of the capital that is deployed. */
    readonly capitalEfficiency: number;
    /** Of the selected; null when nothing was selected. */
    readonly avgSpread: number | null;
    /** Of the selected; null when nothing was selected. */
    readonly minSpread: number | null;
    /** Of the selected; null when nothing was selected. */
    readonly maxSpread: number | null;
    /** USD per venue; they sum to capitalDeployed. */
    readonly venueExposure: Readonly<Record<string, number>>;
  };
  /** By edge, the widest first. */
  readonly selected: readonly {
    /** Identifies it from answer to answer. */
    readonly id: string;
    /** Kind of opportunity. */
    readonly type: 'yes-no' | 'complete-set' | 'perp-perp' | 'perp-basis';
    /** Paid for one unit of payoff. */
    readonly cost: number;
    /** Payoff less cost. */
    readonly spread: number;
    /** Profit over cost in percent, per resolution. */
    readonly edgePct: number;
    /** USD. */
    readonly allocationUsd: number;
    /** USD. */
    readonly expectedProfitUsd: number;
    /** Orders; legs of a binary hold equal numbers of contracts. */
    readonly legs: readonly {
      /** Venue. */
      readonly venue: string;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Outcome that is bought; long or short for perpetuals. */
      readonly side: 'yes' | 'no' | 'long' | 'short';
      /** Price. */
      readonly price: number;
      /** Share of the allocation. */
      readonly usd: number;
    }[];
    /** Net profit after live books and fees; can be negative; null when netReason says why. */
    readonly net: {
      /** Contracts of every leg that the books hold, at most those of the allocation. */
      readonly contracts: number;
      /** Their share of the allocation. */
      readonly filledFrac: number;
      /** Cost of the contracts. */
      readonly costUsd: number;
      /** Taker fees. */
      readonly feesUsd: number;
      /** Payoff less cost and fees. */
      readonly profitUsd: number;
      /** Profit over all that is paid, in percent, per resolution. */
      readonly edgePct: number;
      /** Days until the last leg is due; null when a venue states no end. */
      readonly lockUpDays: number | null;
      /**
       * edgePct * 365 / lockUpDays, not compounded; null when lockUpDays is null or below an hour.
       */
      readonly annualisedEdgePct: number | null;
      /** Where the linked markets could resolve differently. */
      readonly settlementDifferences: readonly string[];
      /** The orders. */
      readonly legs: readonly {
        /** Venue. */
        readonly venue: string;
        /** Asset id in its canonical spelling. */
        readonly asset: AssetId;
        /** Outcome that is bought; long or short for perpetuals. */
        readonly side: 'yes' | 'no' | 'long' | 'short';
        /** Contracts. */
        readonly contracts: number;
        /** Volume-weighted price of the outcome bought. */
        readonly avgPrice: number;
        /** Paid. */
        readonly costUsd: number;
        /** Taker fee. */
        readonly feeUsd: number;
        /** When the fee schedule was read; `asked` where the fee is your own. */
        readonly feeAsOf: string;
        /** Where the order stands. */
        readonly feeSource: string;
      }[];
    } | null;
    /** Why net is null; null when net is not null. */
    readonly netReason: string | null;
  }[];
}

/** One of them, without its content. */
export interface SkippedCredential {
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: VenueId;
  /** The key that it says it is under. */
  readonly keyId: string;
  /** Why it does not open. */
  readonly problem: string;
}

/** One tracked asset. */
export interface StaleAsset {
  /** Reason for the row. */
  readonly kind: 'stale' | 'never_recorded';
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The storeKey. */
  readonly asset: string;
  /** Time of its newest record. Epoch milliseconds; null when nothing was ever recorded. */
  readonly lastMs: number | null;
  /** The same as ISO 8601; null when nothing was ever recorded. */
  readonly lastIso: string | null;
  /** Age of that record in ms; null when nothing was ever recorded. */
  readonly staleForMs: number | null;
  /** Records of the asset. */
  readonly count: number;
  /** Bytes that they take. */
  readonly bytes: number;
}

/** One venue. */
export interface StaleCounts {
  /** Tracked assets. */
  readonly total: number;
  /** Stale ones. */
  readonly stale: number;
  /** Those without a record. */
  readonly neverRecorded: number;
}

/** One report. */
export interface StaleReport {
  /** When it was stored. Epoch milliseconds. */
  readonly ts: number;
  /** OK when nothing is stale, else WARN. */
  readonly verdict: 'OK' | 'WARN';
  /** Counts over everything, before any limit. */
  readonly summary: StaleSummary;
}

/** Counts over everything, before any limit. */
export interface StaleSummary {
  /** Tracked assets. */
  readonly totalAssets: number;
  /** Stale ones. */
  readonly staleCount: number;
  /** Those without a record. */
  readonly neverRecordedCount: number;
  /** By venue. */
  readonly byVenue: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', StaleCounts>>
  >;
}

/** Of one kind. */
export interface StatsCoverage {
  /** Assets of the curated set that were asked for. */
  readonly requested: number;
  /** Assets with statistics. */
  readonly returned: number;
}

/** The key of the asset within its venue. */
export type StoreKey = string;

/** Result. */
export interface StoreStaleReportAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** true: the last report is younger than 60 s, nothing was stored. */
  readonly skipped: boolean;
  /** The stored report, judged with a threshold of 5 minutes. */
  readonly written?: StaleReport;
  /** Why nothing was stored. */
  readonly reason?: string;
  /** Age of the last report in ms. */
  readonly lastSnapshotAgeMs?: number;
}

/** The `data:` of one event. */
export interface StreamAssetFrame {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** USD, or probability of Yes; null when the market has no price. */
  readonly price: LastPrice;
  /** Best bid; null when nothing rests there, or it is not known. */
  readonly bid: number | null;
  /** Best ask; null when nothing rests there, or it is not known. */
  readonly ask: number | null;
  /**
   * Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of then
   * is known.
   */
  readonly change24hPct: number | null;
  /** The venue's clock. Epoch milliseconds; null when the venue states none. */
  readonly venueTime: VenueTime;
  /** Our clock when the venue’s message arrived. Epoch milliseconds. */
  readonly receivedAt: number;
  /** Our clock when this event was made. Epoch milliseconds. */
  readonly sentAt: number;
}

/** The `data:` of one event. */
export interface StreamFlowFrame {
  /** When the price arrived, by our clock. Epoch milliseconds. */
  readonly t: number;
  /** USD, or probability of Yes. */
  readonly p: number;
  /** The price of the pulse before; null when none is known. */
  readonly prevP: number | null;
  /** Traded since the venue's poll before; null when the venue has published no new count. */
  readonly v: number | null;
  /** The volume; 1 while no volume was ever known; 0 for a pulse without volume after that. */
  readonly weight: number;
  /** By the tick rule. */
  readonly side: 'buy' | 'sell' | 'unclassified';
  /** The weight with the sign of the side. */
  readonly signed: number;
  /** Sum of `signed` since this connection began. */
  readonly cumulative: number;
  /** The venue's clock. Epoch milliseconds; null when the venue states none. */
  readonly venueTime: VenueTime;
  /** Our clock when the venue’s message arrived. Epoch milliseconds. */
  readonly receivedAt: number;
  /** Our clock when this event was made. Epoch milliseconds. */
  readonly sentAt: number;
}

/** The `data:` of one event. */
export interface StreamTapeFrame {
  /** `snapshot`: state sent to a new reader. */
  readonly type: 'snapshot' | 'fills';
  /** Oldest first. */
  readonly fills: readonly {
    /** The venue's clock. Epoch milliseconds. */
    readonly t: number;
    /** Stable pseudonym of the bot. */
    readonly handle: string;
    /** Where. */
    readonly venue: VenueId;
    /** The venue's own name of the asset. */
    readonly venueAsset: string;
    /** Of Yes for binaries. */
    readonly side: 'buy' | 'sell';
    /** Value. */
    readonly filledUsd: number;
    /** Price. */
    readonly avgPrice: number;
  }[];
}

/** p (1 - p); null when there is no price. */
export type TerminalVariance = number | null;

/** Final state of the order, or its state so far. */
export interface TradeAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Where orders go. */
  readonly execMode: 'mock' | 'live';
  /** Outcome of the call. */
  readonly outcome: {
    /** `filled`: at least a part was traded. */
    readonly status: 'filled' | 'resting' | 'rejected' | 'duplicate' | 'killed' | 'insufficient_balance';
    /** The caller's id, or the generated one. */
    readonly clientOrderId: string;
    /** Charged for this call. Micro-USD. */
    readonly chargedMicroUsd: number;
    /** One order. */
    readonly order?: BotOrder;
    /** Why the order was rejected or is unconfirmed. */
    readonly reason?:
      | 'unknown_asset'
      | 'market_closed'
      | 'below_minimum'
      | 'no_liquidity'
      | 'price_moved'
      | 'insufficient_funds'
      | 'no_credentials'
      | 'credentials_rejected'
      | 'rate_limited'
      | 'venue_unavailable'
      | 'venue_blocked'
      | 'unconfirmed'
      | 'stale_data'
      | 'no_position'
      | 'other';
  };
}

/** Older records exist in the window and were not read. */
export type Truncated = boolean;

/** Venue. */
export type VenueId = 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';

/** The venue's newest poll result, in which the ticker was found. */
export interface VenueSnapshot {
  /** When it was complete. Epoch milliseconds; null when the venue has not been read yet. */
  readonly fetchedAt: number | null;
  /** Its age in ms; null when the venue has not been read yet. */
  readonly ageMs: number | null;
  /** Older than 120 s, or missing. */
  readonly stale: boolean;
}

/** The venue's clock. Epoch milliseconds; null when the venue states none. */
export type VenueTime = number | null;

/** An order whose final state is not known. */
export interface WaitingOrder {
  /** Order id of this service. */
  readonly orderId: string;
  /** The bot. */
  readonly botId: string;
  /** Owner of the bot. */
  readonly owner: string;
  /** Venue of the order. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Lifecycle state. */
  readonly state: OrderState;
  /** Why its venue could not be asked; null when no reason is known. */
  readonly message: string | null;
  /**
   * Account at the venue that signed the order, as the venue names it; null when it was not signed.
   */
  readonly account: string | null;
  /** Client order id under which the venue finds the order; null when it was not signed. */
  readonly venueClientId: string | null;
  /** The venue's order id; null when the venue gave none. */
  readonly venueOrderId: string | null;
  /** Fee set aside for the order. Micro-USD. */
  readonly heldMicroUsd: number;
  /**
   * Earliest time at which the order may be closed. Epoch milliseconds; null when it was never sent.
   */
  readonly closableFrom: number | null;
  /** When the order was stored. Epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * Why members are null, by their path; with `explain=true`, where a reason is known.
 * docs/errors.md explains them.
 */
export type WhyNull = Readonly<
  Record<
    string,
    | 'balanced'
    | 'crossed_book'
    | 'delisted'
    | 'never_recorded'
    | 'no_consensus'
    | 'no_day_old_record'
    | 'no_end'
    | 'no_price'
    | 'no_recent_record'
    | 'no_snapshot'
    | 'no_touch'
    | 'no_volume'
    | 'not_applicable'
    | 'not_published'
    | 'not_read'
    | 'not_resolved'
    | 'too_few_bars'
    | 'zero_denominator'
  >
>;

/** First time of the window. Epoch milliseconds; null when it begins with the first record. */
export type WindowFromMs = number | null;

/** Last time of the window. Epoch milliseconds; null when it ends with the newest record. */
export type WindowToMs = number | null;

/** Parameters of `cancelOrder`. */
export interface CancelOrderParams {
  /** Id of the order, as its trade and the status give it. */
  readonly orderId: string;
}

/** Parameters of `closeCredential`. */
export interface CloseCredentialParams {
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Parameters of `closeOrder`. */
export interface CloseOrderParams {
  /** The order. */
  readonly orderId: string;
  /** What the venue shows for the order. The owner sees this text. */
  readonly note: string;
}

/** Parameters of `controlBot`. */
export interface ControlBotParams {
  /** The engine trades for the bot. */
  readonly enabled?: boolean;
  /** Where; empty: nowhere. */
  readonly venues?: readonly ('hyperliquid' | 'polymarket' | 'kalshi' | 'limitless')[];
  /** What; empty: nothing. */
  readonly assets?: readonly string[];
  /** Minimum strength of a signal; weaker ones are not traded. */
  readonly minConfidence?: number;
  /** Size of one order. */
  readonly tradeSizeUsd?: number;
  /** Maximum age of the data that the engine trades on. */
  readonly maxStaleMs?: number;
  /** true halts the bot; false resumes it. */
  readonly kill?: boolean;
}

/** Parameters of `creditOwner`. */
export interface CreditOwnerParams {
  /** Whom to credit. */
  readonly owner: string;
  /** US dollars with at most six decimals; instead of microUsd. */
  readonly usd?: number;
  /** Micro-USD, a whole number; instead of usd. */
  readonly microUsd?: number;
  /** Names the credit forever. */
  readonly ref: string;
}

/** Parameters of `deleteCredential`. */
export interface DeleteCredentialParams {
  /** Venue. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Connected venues. */
export type DeleteCredentialAnswer = ConnectedVenues;

/** Parameters of `explainLink`. */
export interface ExplainLinkParams {
  /** Asset id. */
  readonly a: string;
  /** Asset id of the other market. */
  readonly b: string;
}

/** Parameters of `getAsset`. */
export interface GetAssetParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Adds `whyNull`: why members are null. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getAssetRisk`. */
export interface GetAssetRiskParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /**
   * With fewer usable records all metrics but the counts are null. More than 5,000 counts as 5,000.
   * Default: 30.
   */
  readonly minBars?: number;
  /** Adds `whyNull`: why members are null. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getAssetStats`. */
export interface GetAssetStatsParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Adds `whyNull`: why members are null. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getBalance`. */
export interface GetBalanceParams {
  /** Most entries of the page. Default: 100. */
  readonly limit?: number;
  /** nextCursor of the page after the wanted one. */
  readonly cursor?: string;
}

/** Parameters of `getBook`. */
export interface GetBookParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
}

/** Parameters of `getBotStatus`. */
export interface GetBotStatusParams {
  /** Maximum number of engine decisions. Default: 50. */
  readonly decisions?: number;
}

/** Parameters of `getBundle`. */
export interface GetBundleParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Adds up to 60 prices of the last 24 hours. Default: false. */
  readonly series?: boolean;
}

/** Everything a program needs to decide about one asset. */
export type GetBundleAnswer = Bundle;

/** Parameters of `getCarry`. */
export interface GetCarryParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Adds `whyNull`: why members are null. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getCascades`. */
export interface GetCascadesParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Within how long the price must move. More than a day counts as a day. Default: 60000. */
  readonly windowMs?: number;
  /** By how much, as a fraction: 0.01 is 1 %. Default: 0.01. */
  readonly minDrawdownPct?: number;
  /** down: falls; up: rises. Default: "down". */
  readonly direction?: 'down' | 'up';
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 5000. */
  readonly limit?: number;
}

/** Parameters of `getCorrelations`. */
export interface GetCorrelationsParams {
  /** Two to twenty asset ids, comma separated, none twice. */
  readonly assets: readonly string[];
  /** Hours up to now. Default: 24. */
  readonly window?: number;
  /** Which matrices are computed. Default: "both". */
  readonly method?: 'both' | 'pearson' | 'spearman';
}

/** Connected venues. */
export type GetCredentialsAnswer = ConnectedVenues;

/** Parameters of `getDepositAddress`. */
export interface GetDepositAddressParams {
  /** Only of this chain. */
  readonly chain?: string;
}

/** Parameters of `getExportFile`. */
export interface GetExportFileParams {
  /**
   * A table: gaps.parquet, resolutions.parquet, markets.parquet, rules.parquet, links.parquet. Or
   * duckdb.sql, README.md.
   */
  readonly file: string;
  /** Only these venues, separated by commas. */
  readonly venues?: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getExportManifest`. */
export interface GetExportManifestParams {
  /** Only these venues, separated by commas. */
  readonly venues?: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
  /**
   * Adds the days that are not over, as they were within the minute; their parts can be had for ten
   * minutes. Default: false.
   */
  readonly open?: boolean;
}

/** Parameters of `getExportPart`. */
export interface GetExportPartParams {
  /** venue= and the venue. */
  readonly venueFolder: string;
  /** date= and the day of UTC. */
  readonly dateFolder: string;
  /** Of the path that the manifest states. */
  readonly file: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getFeed`. */
export interface GetFeedParams {
  /** Only this many markets of each venue: the largest by 24 h volume. */
  readonly top?: number;
}

/** Flags and engines. */
export type GetFlagsAnswer = Flags;

/** Parameters of `getFlow`. */
export interface GetFlowParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 5000. */
  readonly limit?: number;
  /** Records of one block of vpin, and of rollingDelta. Default: 60. */
  readonly rollingWindow?: number;
}

/** Parameters of `getGaps`. */
export interface GetGapsParams {
  /** Only this venue and its assets. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Only gaps that concern this asset: its own, and those of its whole venue. */
  readonly asset?: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** How many at most. Default: 1000. */
  readonly limit?: number;
  /** nextCursor of an earlier answer to the same question. */
  readonly cursor?: string;
}

/** Parameters of `getHistory`. */
export interface GetHistoryParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 1000. */
  readonly limit?: number;
  /** The nextCursor of an earlier answer: continue with the records before it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryAggregate`. */
export interface GetHistoryAggregateParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /** Width of a bucket in ms. */
  readonly bucketMs: number;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Which members a bucket has. Default: "all". */
  readonly op?: 'all' | 'ohlc' | 'vwap';
}

/** Parameters of `getHistoryArrow`. */
export interface GetHistoryArrowParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryCsv`. */
export interface GetHistoryCsvParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 1000. */
  readonly limit?: number;
  /** The nextCursor of an earlier answer: continue with the records before it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryJsonl`. */
export interface GetHistoryJsonlParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryParquet`. */
export interface GetHistoryParquetParams {
  /** Venue id: hyperliquid, polymarket, kalshi, limitless. Any other is 404 venue_not_found. */
  readonly venue: string;
  /** The key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getIndex`. */
export interface GetIndexParams {
  /** Classes to list, separated by commas: perp, binary, pred. Absent: all. */
  readonly kind?: readonly ('perp' | 'binary' | 'pred')[];
  /** true leaves stale assets out. Default: false. */
  readonly fresh?: boolean;
  /**
   * Least distance from fair value in bps, up or down. Assets without fair value are left out.
   */
  readonly minBasisBps?: number;
  /** Most entries to list. Absent: all. */
  readonly limit?: number;
  /** Entries to pass over. Default: 0. */
  readonly offset?: number;
  /**
   * Words to find in the name, the event or the id, in any letter case; names that mean the same are
   * found too (`bitcoin` finds `hl-BTC`). When nothing has them, words that are one or two letters
   * off. Exact names come first, then what begins with the words, open before ended, by volume.
   */
  readonly q?: string;
  /** Adds `whyNull`: why members are null. Default: false. */
  readonly explain?: boolean;
  /** From `nextCursor`: continue behind that page. Entries that come and go shift nothing. */
  readonly cursor?: string;
}

/** Parameters of `getLeaderboard`. */
export interface GetLeaderboardParams {
  /** Most rows. Default: 50. */
  readonly limit?: number;
}

/** Parameters of `getLinks`. */
export interface GetLinksParams {
  /**
   * active: in force; disputed: prices stand against it, so it carries no money; refused: pairs that
   * looked alike and were not linked. Absent: active and disputed.
   */
  readonly state?: 'active' | 'disputed' | 'refused';
  /** Adds the refused pairs to the links. Default: false. */
  readonly refused?: boolean;
  /**
   * pair: by asset ids. difference: pairs whose touches are furthest from meeting first, those
   * without a price last; refused pairs stay in the order of their ids. Absent: pair.
   */
  readonly sort?: 'pair' | 'difference';
  /** Only links of this asset. */
  readonly asset?: string;
  /** Most pairs in one answer, in each of its lists. Default: 1000. */
  readonly limit?: number;
  /** From `nextCursor`: continue behind that page. Pairs that come and go shift nothing. */
  readonly cursor?: string;
}

/** Parameters of `getMergedHistory`. */
export interface GetMergedHistoryParams {
  /** Asset ids separated by commas, at most 200. */
  readonly assets: string;
  /** JSON lines, or an Arrow IPC stream. Default: "jsonl". */
  readonly format?: 'jsonl' | 'arrow';
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getMovers`. */
export interface GetMoversParams {
  /** Rows per direction. Default: 25. */
  readonly topN?: number;
  /** Least change as a fraction: 0.05 is 5 %. Default: 0. */
  readonly minPriceChangePct?: number;
  /** Only these kinds, comma separated. Default: all. */
  readonly kind?: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
}

/** An OpenAPI 3.1.0 document. */
export type GetOpenApiAnswer = Readonly<Record<string, unknown>>;

/** Parameters of `getQuote`. */
export interface GetQuoteParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Adds `freshness.historyLastEverMs`. Default: false. */
  readonly activity?: boolean;
  /** false leaves `venueNativeUrl` out. Default: true. */
  readonly venueNativeUrl?: boolean;
}

/** Parameters of `getRecordedAssets`. */
export interface GetRecordedAssetsParams {
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** How many series a page has at most. */
  readonly limit?: number;
  /** From nextCursor of an earlier answer; needs limit. */
  readonly cursor?: string;
  /** Only series with a record within the hour before the newest record. */
  readonly active?: boolean;
  /** Only series whose storeKey contains this, letter case aside. */
  readonly q?: string;
}

/** Parameters of `getResolutions`. */
export interface GetResolutionsParams {
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /**
   * Only resolutions recorded at this time or later. Epoch milliseconds, or ISO 8601; seconds are
   * refused.
   */
  readonly since?: number;
  /** How many at most. Default: 100. */
  readonly limit?: number;
  /** nextCursor of an earlier answer to the same venue and since. */
  readonly cursor?: string;
}

/** Parameters of `getSlippage`. */
export interface GetSlippageParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Size of the order, in sizeUnit. */
  readonly size: number;
  /** buy takes asks, sell takes bids. */
  readonly side: 'buy' | 'sell';
  /** quote: USD; base: units or contracts. Default: "quote". */
  readonly sizeUnit?: 'quote' | 'base';
}

/** Parameters of `getSparklines`. */
export interface GetSparklinesParams {
  /** One to 50 asset ids, comma separated; one that is named twice stands once in the answer. */
  readonly assets: readonly string[];
}

/** Parameters of `getStaleAssets`. */
export interface GetStaleAssetsParams {
  /** Minutes after which a record is too old. Default: 5. */
  readonly thresholdMin?: number;
  /** Most rows of each list. Default: 1000. */
  readonly limit?: number;
  /** Order of the rows. Default: staleness for stale, asset for neverRecorded. */
  readonly sortBy?: 'staleness' | 'asset' | 'venue';
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Parameters of `getStaleAssetsCsv`. */
export interface GetStaleAssetsCsvParams {
  /** Minutes after which a record is too old. Default: 5. */
  readonly thresholdMin?: number;
  /** Most rows of each list. Default: 1000. */
  readonly limit?: number;
  /** Order of the rows. Default: staleness for stale, asset for neverRecorded. */
  readonly sortBy?: 'staleness' | 'asset' | 'venue';
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Parameters of `getStaleHistory`. */
export interface GetStaleHistoryParams {
  /** Start of the list. Default: 6. */
  readonly hours?: number;
  /** Minutes after which a record is too old. Default: 5. */
  readonly thresholdMin?: number;
}

/** Parameters of `getStats`. */
export interface GetStatsParams {
  /** Only this kind of market. */
  readonly venue?: 'hl' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
  /** Most assets, the largest first, in the proportion of the kinds. */
  readonly max?: number;
}

/** Parameters of `getVolumeProfile`. */
export interface GetVolumeProfileParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
  /** Width of a bin, in the unit of the price. */
  readonly priceStep: number;
  /**
   * First time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused.
   */
  readonly fromMs?: number;
  /** Last time of the window, inclusive. Epoch milliseconds, or ISO 8601; seconds are refused. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 5000. */
  readonly limit?: number;
}

/** Parameters of `issueKey`. */
export interface IssueKeyParams {
  /** Tier of the key. */
  readonly tier: 'free' | 'pro' | 'enterprise';
  /** Owner of the key. */
  readonly owner: string;
  /** A note of the operator; null when there is none. */
  readonly label?: string | null;
  /** Venues that the key may read, separated by commas, or all. */
  readonly venues?: string;
  /** When the key ends. Epoch milliseconds; null when it never does. */
  readonly expiresAt?: number | null;
}

/** Parameters of `issueVouchers`. */
export interface IssueVouchersParams {
  /** US dollars with at most six decimals; instead of microUsd. */
  readonly usd?: number;
  /** Micro-USD, a whole number; instead of usd. */
  readonly microUsd?: number;
  /** Number of codes. Default: 1. */
  readonly count?: number;
  /** When a voucher ends. Epoch milliseconds; null when it never does. */
  readonly expiresAt?: number | null;
  /** A note of the operator; null when there is none. */
  readonly label?: string | null;
}

/** Parameters of `killBot`. */
export interface KillBotParams {
  /** Bot id, as the record of its key shows it. */
  readonly botId: string;
  /** true: halted. */
  readonly kill: boolean;
}

/** Parameters of `listDeposits`. */
export interface ListDepositsParams {
  /** Only deposits in this state. */
  readonly state?: 'credited' | 'held' | 'unattributed' | 'released' | 'returned';
  /** Only deposits of this owner. */
  readonly owner?: string;
  /** Most deposits of the page. Default: 100. */
  readonly limit?: number;
  /** nextCursor of the page before. */
  readonly cursor?: string;
}

/** Parameters of `listKeys`. */
export interface ListKeysParams {
  /** Only keys of this owner. */
  readonly owner?: string;
  /** Most rows of the answer. Default: 1000. */
  readonly limit?: number;
}

/** Parameters of `listVouchers`. */
export interface ListVouchersParams {
  /** Most rows of the answer. Default: 1000. */
  readonly limit?: number;
}

/** Parameters of `listWaitingOrders`. */
export interface ListWaitingOrdersParams {
  /** Most orders of the page. Default: 100. */
  readonly limit?: number;
  /** nextCursor of the page before. */
  readonly cursor?: string;
}

/** Parameters of `postBatch`. */
export interface PostBatchParams {
  /** 1 to 50 asset ids. */
  readonly assets: readonly string[];
  /** Adds up to 60 prices of the last 24 hours to each bundle. Default: false. */
  readonly series?: boolean;
}

/** Parameters of `putCredential`. */
export interface PutCredentialParams {
  /** Venue. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** What it is. */
  readonly kind: 'apiKey' | 'wallet' | 'oauth';
  /** Members as the venue names them; strings only, 8 KiB in total. */
  readonly secret: Readonly<Record<string, string>>;
}

/** Connected venues. */
export type PutCredentialAnswer = ConnectedVenues;

/** Parameters of `redeemVoucher`. */
export interface RedeemVoucherParams {
  /** The code. */
  readonly code: string;
}

/** Parameters of `registerWallet`. */
export interface RegisterWalletParams {
  /** Of an EVM chain (0x...), Solana or Tron (T...). */
  readonly address: string;
}

/** Parameters of `rescanChain`. */
export interface RescanChainParams {
  /** Name of the chain. */
  readonly chain: string;
  /** The first block (EVM), slot (Solana) or epoch ms (Tron) that is read again. */
  readonly from: number;
}

/** Parameters of `returnDeposit`. */
export interface ReturnDepositParams {
  /** The deposit. */
  readonly id: string;
  /** What happened to it. */
  readonly action: 'return';
}

/** Parameters of `revokeKey`. */
export interface RevokeKeyParams {
  /** SHA-256 of the key, lower-case hex. */
  readonly keyHash?: string;
  /** Revoke the keys of this bot; key records show its id. */
  readonly botId?: string;
  /** Revoke the keys of this owner. */
  readonly owner?: string;
}

/** Parameters of `rotateKey`. */
export interface RotateKeyParams {
  /** How long the old key continues to work, at most until it expires. Default: 0. */
  readonly graceMs?: number;
}

/** Parameters of `setFlags`. */
export interface SetFlagsParams {
  /** true: no trade is placed. */
  readonly globalKill: boolean;
}

/** Flags and engines. */
export type SetFlagsAnswer = Flags;

/** Parameters of `simulateArbitrage`. */
export interface SimulateArbitrageParams {
  /** USD to split. */
  readonly capital: number;
  /** Widest spread that is believed, as a fraction. Default: 0.5. */
  readonly maxSpread?: number;
  /**
   * Fewest orders. 1 adds each perpetual against its oracle, which cannot be traded. Default: 2.
   */
  readonly minLegs?: number;
  /** Most opportunities selected. Default: 10. */
  readonly topN?: number;
  /**
   * What you pay at Hyperliquid, in bps of what an order costs; below 0 it pays you. Absent: as
   * published.
   */
  readonly 'feeBps.hyperliquid'?: number;
  /**
   * What you pay at Polymarket, in bps of what an order costs; below 0 it pays you. Absent: as
   * published.
   */
  readonly 'feeBps.polymarket'?: number;
  /**
   * What you pay at Kalshi, in bps of what an order costs; below 0 it pays you. Absent: as
   * published.
   */
  readonly 'feeBps.kalshi'?: number;
  /**
   * What you pay at Limitless, in bps of what an order costs; below 0 it pays you. Absent: as
   * published.
   */
  readonly 'feeBps.limitless'?: number;
}

/** Parameters of `storeStaleReport`. */
export interface StoreStaleReportParams {
  /** The configured snapshot token. */
  readonly 'x-snapshot-token'?: string;
}

/** Parameters of `streamAsset`. */
export interface StreamAssetParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
}

/** Parameters of `streamFlow`. */
export interface StreamFlowParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
}

/** Parameters of `streamSignal`. */
export interface StreamSignalParams {
  /** Asset id, in any letter case. */
  readonly asset: string;
}

/** A bundle, and why it was sent. */
export type StreamSignalFrame = Bundle & {
  /** Why it was sent. */
  readonly cause: 'init' | 'pulse' | 'idle';
  /** The venue's clock. Epoch milliseconds; null when the venue states none. */
  readonly venueTime: VenueTime;
  /** Our clock when the price arrived. Epoch milliseconds; null when the asset is not listed. */
  readonly receivedAt: number | null;
  /** Our clock when this frame was made. Epoch milliseconds. */
  readonly sentAt: number;
};

/** Parameters of `trade`. */
export interface TradeParams {
  /** Where. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Asset id, or store key. */
  readonly asset: string;
  /** In Yes terms for binaries. Leave out with close. */
  readonly side?: 'buy' | 'sell';
  /**
   * Maximum amount of the order in US dollars: a buy costs at most this at the limit price, a sell
   * brings in at most this at markPrice.
   */
  readonly sizeUsd?: number;
  /** Instead of sizeUsd: shares for binaries, units of the coin for perpetuals. */
  readonly sizeShares?: number;
  /**
   * Instead of side and size: closes the whole open position of the bot in the asset, never through
   * zero.
   */
  readonly close?: true;
  /** Reference price of the order; below 1 for binaries. */
  readonly markPrice: number;
  /** The caller's own id of the order; generated when absent. */
  readonly clientOrderId?: string;
}
