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

/**
 * Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
 * binaries; null when there are fewer than two returns.
 */
export type AnnualisedVol = number | null;

/**
 * Version of this answer. Within a version, members are only added, never changed or removed.
 */
export type ApiVersion = 'v1';

/** Asset id in its canonical spelling. */
export type AssetId = string;

/** Kind of the asset. */
export type AssetKind = 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';

/**
 * Autocorrelation of the returns at lag 1; null when there are fewer than three returns or they do
 * not vary.
 */
export type Autocorrelation1 = number | null;

/**
 * Distance of the last price from fair value in basis points of the fair value; positive when this
 * venue is more expensive; null when last or fairValue is null.
 */
export type BasisBps = number | null;

/**
 * Last price minus fair value in percentage points, for binaries; null when the asset is a
 * perpetual, or last or fairValue is null.
 */
export type BasisPts = number | null;

/**
 * Best ask, from the same source as the bid; null when this side of the book is empty or not
 * known.
 */
export type BestAsk = number | null;

/**
 * Best bid, from the newest of poll, stream and book; null when this side of the book is empty or
 * not known.
 */
export type BestBid = number | null;

export interface BinaryMarkets {
  /** When the poll was complete. Epoch milliseconds. */
  readonly fetchedAt: number;
  /** Binary markets. */
  readonly markets: readonly BinaryTicker[];
}

/**
 * Newest state of a binary market. Prices are in USD per contract of 1 USD, that is,
 * probabilities.
 */
export interface BinaryTicker {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue's id of the market. */
  readonly venueId: string;
  /** Question that the market asks. */
  readonly title: string;
  /** Title of the event that groups related markets; null when no event is known. */
  readonly eventTitle: string | null;
  /** Venue's id of that event; null when the venue states no event. */
  readonly eventKey: string | null;
  /** Venue's category of the market; null when no category is known. */
  readonly category: string | null;
  /** Labels of the two outcomes, that of Yes first. */
  readonly outcomes: readonly string[];
  /**
   * Price of Yes, as it is recorded; null when the market has none: its book is empty or it has
   * ended.
   */
  readonly yesPrice: number | null;
  /** Price of No; null when the market has none: its book is empty or it has ended. */
  readonly noPrice: number | null;
  /** Best bid for Yes; null when this side of the book is empty or not known. */
  readonly yesBid: number | null;
  /** Best ask for Yes; null when this side of the book is empty or not known. */
  readonly yesAsk: number | null;
  /** Best bid for No; null when this side of the book is empty or not known. */
  readonly noBid: number | null;
  /** Best ask for No; null when this side of the book is empty or not known. */
  readonly noAsk: number | null;
  /**
   * Price of the last trade, expressed as a price of Yes; null when nothing was traded yet, or the
   * venue does not publish it.
   */
  readonly lastPrice: number | null;
  /** Volume traded in the last 24 hours, USD; null when no figure in USD is known. */
  readonly volume24hUsd: number | null;
  /**
   * Contracts traded in the last 24 hours. Present for venues that count contracts; null when the
   * venue publishes none.
   */
  readonly volume24hContracts?: number | null;
  /** Volume traded since the market opened, USD; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** Resting liquidity in USD, as the venue counts it; null when the venue publishes none. */
  readonly liquidityUsd: number | null;
  /** Open interest in USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /**
   * Time at which trading ends. Epoch milliseconds; null when the venue states no end of trading.
   */
  readonly closeTime: number | null;
  /**
   * Time at which the question is due to be decided. Epoch milliseconds; null when the venue states
   * no such time.
   */
  readonly endDate: number | null;
  /** Lifecycle state of the market. */
  readonly status: 'open' | 'paused' | 'closed' | 'resolved';
  /** Page of the market on its venue's site. */
  readonly venueNativeUrl: string;
  /**
   * Whether at most one outcome of the event can win, according to the venue; null when the venue
   * does not say.
   */
  readonly exclusive: boolean | null;
  /** Whether the tracked outcomes are all outcomes of the event; null when it is not known. */
  readonly exhaustive: boolean | null;
}

/** Settings with which the engine trades for the bot. */
export interface BotConfig {
  /** Whether the engine trades for the bot. */
  readonly enabled: boolean;
  /** Venues on which the engine trades; empty means none. */
  readonly venues: readonly VenueId[];
  /** Assets that the engine trades; empty means none. */
  readonly assets: readonly AssetId[];
  /** Minimum confidence of a signal, 0 to 1; weaker signals are not traded. */
  readonly minConfidence: number;
  /** Size of one order in US dollars. */
  readonly tradeSizeUsd: number;
  /** Maximum age in ms of the data that the engine trades on. */
  readonly maxStaleMs: number;
  /** Access fee for one filled trade, from the price list. Micro-USD. */
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
  /** Direction of the signal; null when no venue lists the asset and it has no history. */
  readonly direction: 'LONG' | 'SHORT' | 'NEUTRAL' | null;
  /**
   * Confidence of the signal, 0 to 1; null when no venue lists the asset and it has no history.
   */
  readonly confidence: number | null;
  /**
   * Price at the time of the decision: USD, or probability of Yes; null when the market has no
   * price.
   */
  readonly price: number | null;
  /**
   * Action that was decided. `close` closes the open position before a position on the other side is
   * opened.
   */
  readonly action: 'hold' | 'open' | 'close';
  /** Side of the order; for binaries, of Yes; null when the engine placed no order. */
  readonly side: 'buy' | 'sell' | null;
  /** Size of the order in US dollars; null when the engine placed no order. */
  readonly sizeUsd: number | null;
  /** Client order id that the engine gave the order; null when the engine placed no order. */
  readonly clientOrderId: string | null;
  /**
   * Result of the order. `failed` means an internal error of this service; null when the engine
   * placed no order.
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
  /** Reason why nothing was traded; null when something was traded. */
  readonly reason: string | null;
}

/** One order of a bot. */
export interface BotOrder {
  /** Time at which the order was stored. Epoch milliseconds. */
  readonly t: number;
  /** Result of the order. `filled` as soon as any quantity was traded. */
  readonly status: 'filled' | 'resting' | 'rejected';
  /** Access fee charged for the order. Micro-USD. */
  readonly feeAccessMicroUsd: number;
  /** Order id of this service. */
  readonly orderId: string;
  /** Order id that the caller chose, or that was generated. */
  readonly clientOrderId: string;
  /** Venue of the order. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue's name of the asset. */
  readonly venueAsset: string;
  /** Side of the order; for binaries, of Yes. */
  readonly side: 'buy' | 'sell';
  /**
   * Outcome whose shares are traded, for binaries. `both`: shares of one outcome are given back
   * before shares of the other are bought; null when the asset is a perpetual or the order was not
   * signed yet.
   */
  readonly leg: 'yes' | 'no' | 'both' | null;
  /**
   * Orders at the venue that this order consists of, in the sequence in which they are sent; empty
   * before they are signed.
   */
  readonly legs: readonly BotOrderLeg[];
  /**
   * Maximum amount of the order in US dollars; null when the order is sized in shares or closes a
   * position.
   */
  readonly sizeUsd: number | null;
  /**
   * Size in shares of a binary or coins of a perpetual; null when the order is sized in dollars or
   * closes a position.
   */
  readonly sizeShares: number | null;
  /** Whether the order closes the open position of the bot. */
  readonly close: boolean;
  /** Reference price that the caller gave for the order. */
  readonly markPrice: number;
  /**
   * Limit price of the order at the venue; null when the order was not signed yet or fills at
   * markPrice.
   */
  readonly limitPrice: number | null;
  /**
   * Whether markPrice was near the newest known price: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, or
   * within 0.02 for binaries. Such a mock order fills at markPrice no matter how far it is from the
   * market; null when no price was known, or the order does not fill at markPrice.
   */
  readonly nearMarket: boolean | null;
  /** Amount moved by the fills in US dollars: costUsd plus proceedsUsd. */
  readonly filledUsd: number;
  /**
   * Amount spent in US dollars, without venue fees; for perpetuals, the notional that opened or
   * increased a position.
   */
  readonly costUsd: number;
  /**
   * Amount received in US dollars, without venue fees; for perpetuals, the notional that closed or
   * reduced a position.
   */
  readonly proceedsUsd: number;
  /** Quantity filled, in coins or shares. */
  readonly filledSize: number;
  /** Average price of the fills, weighted by size; null when nothing was filled. */
  readonly avgPrice: number | null;
  /** Venue's id of the order; null when the venue has not given one. */
  readonly venueOrderId: string | null;
  /** Lifecycle state of the order. */
  readonly state: OrderState;
  /**
   * Whether the fills can still change, because the chain has not confirmed them or only their sum
   * is known.
   */
  readonly settling: boolean;
  /**
   * Whether the order is being cancelled, by its bot or by a halt of trading. The service repeats
   * the cancellation until the venue confirms that nothing rests.
   */
  readonly cancelling: boolean;
  /**
   * Reason why the order was rejected or is unconfirmed; null when the order is neither rejected nor
   * unconfirmed.
   */
  readonly reason: RejectReason | null;
  /** Message from the venue about the order; null when the venue gave no message. */
  readonly message: string | null;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Origin of the order: a call of the API (`trade`), or the engine. */
  readonly source: 'trade' | 'engine';
  /** Time at which the order was stored. Epoch milliseconds. */
  readonly createdAt: number;
  /** Time of the last change to the order. Epoch milliseconds. */
  readonly updatedAt: number;
  /** Fills, in the sequence in which they became known. */
  readonly fills: readonly {
    /** Time of the fill by the venue's clock. Epoch milliseconds. */
    readonly t: number;
    /** Price of the fill: USD, or probability of Yes. */
    readonly price: number;
    /** Filled quantity, in coins or shares. */
    readonly size: number;
    /**
     * Amount in US dollars. Shares of Yes count at the price, shares of No at 1 minus the price.
     */
    readonly usd: number;
    /** Fee that the venue charged, in US dollars; null when the venue did not state it. */
    readonly venueFeeUsd: number | null;
  }[];
}

/** One of the orders that were sent to the venue. */
export interface BotOrderLeg {
  /** Outcome whose shares are traded; null when the asset is a perpetual. */
  readonly leg: 'yes' | 'no' | null;
  /** Venue's name of the instrument. */
  readonly venueAsset: string;
  /** Ordered quantity, in coins or shares. */
  readonly size: number;
  /** Filled quantity, in coins or shares. */
  readonly filledSize: number;
  /** Venue's id of the order; null when the venue has not given one. */
  readonly venueOrderId: string | null;
  /** Lifecycle state of the order. */
  readonly state: OrderState;
  /**
   * Reason why the order was rejected or is unconfirmed; null when the order is neither rejected nor
   * unconfirmed.
   */
  readonly reason: RejectReason | null;
  /** Message from the venue about the order; null when the venue gave no message. */
  readonly message: string | null;
}

/** Everything a program needs to decide about one asset. */
export interface Bundle {
  /** true on every success. */
  readonly ok: Ok;
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The same time as generatedAt. Epoch milliseconds. */
  readonly generatedAtMs: number;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
  readonly apiVersion: ApiVersion;
  /** Version of the bundle's structure. */
  readonly schema: BundleVersion;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue, under which its history is stored. */
  readonly storeKey: StoreKey;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /**
   * Coin of a perpetual, or question of a binary; null when the asset is a binary that has left its
   * venue.
   */
  readonly name: string | null;
  /** Age of the data behind the answer. */
  readonly freshness: BundleFreshness;
  /** Current price and its distance from fair value. */
  readonly price: BundlePrice;
  /** Fair value of the asset, and the distance of its price from it. */
  readonly fairValue: BundleFairValue;
  /** Liquidity and volume from the venue's newest poll result. */
  readonly liquidity: BundleLiquidity;
  /**
   * Time until the market resolves, and its resolution. Binaries only; null when the asset is a
   * perpetual.
   */
  readonly horizon: BundleHorizon | null;
  /**
   * Risk metrics over the live records of the last 24 hours. Hourly closes of the last week are used
   * instead when the live records cover less than six hours.
   */
  readonly risk: BundleRisk;
  /** Balance of buyers and sellers in the traded volume. */
  readonly flow: BundleFlow;
  /** Cost of holding the asset through funding. */
  readonly carry: BundleCarry;
  /** Trading signal, a sum of votes by momentum, funding, basis and flow. */
  readonly signals: BundleSignals;
  /** Venue page and side that fit the signal. Orders are placed at the venue, not here. */
  readonly tradeHint: BundleTradeHint;
  /**
   * Reasons for null members, keyed by the path of the member; every null member has one.
   * docs/errors.md explains each reason.
   */
  readonly whyNull: WhyNull;
  /** Prices of the last 24 hours for a small chart. Present with `series=true`. */
  readonly series?: BundleSeries;
}

/** Cost of holding the asset through funding. */
export interface BundleCarry {
  /**
   * Annualised funding rate in percent; positive when longs pay; null when the asset is a binary or
   * the venue publishes no rate.
   */
  readonly fundingAprPct: number | null;
  /** Side that pays the funding; `flat` without a rate or with a rate of 0. */
  readonly side: 'longs_pay' | 'shorts_pay' | 'flat';
}

/** Fair value of the asset, and the distance of its price from it. */
export interface BundleFairValue {
  /**
   * Oracle price of a perpetual, or median mid of the linked venues of a binary; null when there is
   * no oracle price and fewer than two linked venues have a fresh mid.
   */
  readonly value: number | null;
  /** Unit of the prices: `usd`, or `probability` of Yes. */
  readonly unit: 'usd' | 'probability';
  /**
   * Distance of the last price from the fair value in basis points of the fair value; null when last
   * or value is null.
   */
  readonly basisBps: number | null;
  /** Source of the fair value; `none` when there is no value. */
  readonly source: 'hl-oracle' | 'consensus' | 'none';
  /**
   * Confidence in the value, 0 to 1. It is 1 for an oracle; for a consensus it grows with the number
   * of venues and falls with their disagreement; null when value is null.
   */
  readonly confidence: number | null;
  /**
   * Difference between the highest and the lowest mid of the venues, in basis points of the value;
   * null when value is null or is an oracle price.
   */
  readonly dispersionBps: number | null;
  /**
   * Number of venues whose mids form the consensus; null when value is null or is an oracle price.
   */
  readonly nVenues: number | null;
  /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
}

/** Balance of buyers and sellers in the traded volume. */
export interface BundleFlow {
  /**
   * Buyer volume minus seller volume, divided by both, -1 to 1; null when no record has a traded
   * volume.
   */
  readonly imbalance: number | null;
  /**
   * `BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when imbalance
   * is null or between -0.2 and 0.2.
   */
  readonly lean: 'BID' | 'ASK' | null;
}

/** Age of the data behind the answer. */
export interface BundleFreshness {
  /** Age of the venue's newest poll result in ms; null when the venue has not answered yet. */
  readonly feedAgeMs: number | null;
  /**
   * Time of the newest record of the last 24 hours. Epoch milliseconds; null when no record is that
   * recent.
   */
  readonly historyLastMs: number | null;
  /** Time of the newest stored record. Epoch milliseconds; null when the asset has no record. */
  readonly historyLastEverMs: number | null;
  /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
}

export interface BundleHorizon {
  /** End to which daysToResolve counts. Epoch milliseconds; null when the venue states no end. */
  readonly endDate: number | null;
  /** Days until endDate; 0 when it has passed; null when the venue states no end. */
  readonly daysToResolve: number | null;
  /**
   * Venue's time that endDate holds: the end of trading (`closeTime`), or the day on which the
   * question is due (`endDate`); null when the venue states no end.
   */
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  /**
   * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
   */
  readonly terminalVariance: TerminalVariance;
  /**
   * Resolution of the market, as its venue states it; null when no resolution has been recorded.
   */
  readonly settlement: BundleResolution | null;
}

/** Liquidity and volume from the venue's newest poll result. */
export interface BundleLiquidity {
  /** Resting liquidity in USD, as the venue counts it; null when the venue publishes none. */
  readonly liquidityUsd: number | null;
  /** Open interest in USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** Volume traded in the last 24 hours, USD; null when the venue publishes none. */
  readonly volume24hUsd: number | null;
  /** Volume traded since the market opened, USD; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** Source of these figures; null when the venue does not list the asset. */
  readonly source: 'snapshot' | null;
}

/** Current price and its distance from fair value. */
export interface BundlePrice {
  /**
   * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
   * the market has no price, or the asset left its venue before it was recorded.
   */
  readonly last: MarketPrice;
  /**
   * Best bid, from the newest of poll, stream and book; null when this side of the book is empty or
   * not known.
   */
  readonly bid: BestBid;
  /**
   * Best ask, from the same source as the bid; null when this side of the book is empty or not
   * known.
   */
  readonly ask: BestAsk;
  /**
   * Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask is
   * missing or 0, or bid is above ask.
   */
  readonly spreadBps: SpreadBps;
  /**
   * Difference of ask and bid in percentage points, for binaries; null when the asset is a
   * perpetual, bid or ask is missing or 0, or bid is above ask.
   */
  readonly spreadPts: SpreadPts;
  /**
   * Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
   * fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
   * venues have a fresh mid.
   */
  readonly fairValue: FairPrice;
  /**
   * Distance of the last price from fair value in basis points of the fair value; positive when this
   * venue is more expensive; null when last or fairValue is null.
   */
  readonly basisBps: BasisBps;
  /**
   * Last price minus fair value in percentage points, for binaries; null when the asset is a
   * perpetual, or last or fairValue is null.
   */
  readonly basisPts: BasisPts;
  /**
   * Price change over 24 hours in percent of the earlier price; null when the current price or that
   * of 24 hours ago is not known.
   */
  readonly change24hPct: number | null;
  /**
   * Price change over 24 hours in percentage points, for binaries; null when the asset is a
   * perpetual, or change24hPct is null.
   */
  readonly change24hPts: number | null;
  /** Unit of the prices: `usd`, or `probability` of Yes. */
  readonly unit: 'usd' | 'probability';
  /**
   * Source of the change. `snapshot`: the venue's own figure; `store-delta`: computed from stored
   * records; null when change24hPct is null.
   */
  readonly change24hSource: 'snapshot' | 'store-delta' | null;
}

export interface BundleResolution {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract in USD, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /**
   * Time at which the venue settled the market. Epoch milliseconds; null when the venue does not
   * say.
   */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
}

/**
 * Risk metrics over the live records of the last 24 hours. Hourly closes of the last week are used
 * instead when the live records cover less than six hours.
 */
export interface BundleRisk {
  /** Annualised realised volatility. In percent; null when source is insufficient. */
  readonly realizedVolAnnualizedPct: number | null;
  /** Largest fall from a running peak. In percent; null when source is insufficient. */
  readonly maxDrawdownPct: number | null;
  /**
   * Annualised Sharpe ratio without a risk-free rate; null when source is insufficient, the
   * denominator is 0, or the asset is a binary.
   */
  readonly sharpe: number | null;
  /** Reason why sharpe is null. */
  readonly sharpeSuppressedReason?: SharpeSuppression;
  /**
   * Ulcer index: root mean square of the drawdowns. In percent; null when source is insufficient.
   */
  readonly ulcerIndexPct: number | null;
  /** Pain index: mean drawdown. In percent; null when source is insufficient. */
  readonly painIndexPct: number | null;
  /**
   * Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher). In
   * percent; null when source is insufficient or the returns do not vary.
   */
  readonly modifiedVar95Pct: number | null;
  /**
   * Martin ratio: annualised return divided by the ulcer index; null when source is insufficient,
   * the denominator is 0, or the asset is a binary.
   */
  readonly martinRatio: number | null;
  /**
   * Conditional drawdown at risk: mean of the worst 5 % of the drawdowns. In percent; null when
   * source is insufficient.
   */
  readonly cdar95Pct: number | null;
  /**
   * Sum of the gains divided by the sum of the losses; null when source is insufficient or the
   * denominator is 0.
   */
  readonly gainToPain: number | null;
  /**
   * Sterling ratio: annualised return divided by the conditional drawdown at risk (cdar95); null
   * when source is insufficient, the denominator is 0, or the asset is a binary.
   */
  readonly sterlingRatio: number | null;
  /**
   * Omega ratio at threshold 0: sum of the gains divided by the sum of the losses; null when source
   * is insufficient or the denominator is 0.
   */
  readonly omega: number | null;
  /**
   * Roll's estimate of the bid-ask spread, from the autocovariance of the returns, in basis points
   * of the price; null when source is insufficient.
   */
  readonly rollSpreadBps: number | null;
  /** Number of bars used; 0 when source is insufficient. */
  readonly barsUsed: number;
  /**
   * `store`: live records; `fallback`: hourly closes; `insufficient`: fewer than 30 of either.
   */
  readonly source: 'store' | 'fallback' | 'insufficient';
  /**
   * Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities; null when
   * source is insufficient.
   */
  readonly returnBasis: 'log' | 'diff' | null;
  /** Width of the window in ms: 24 hours for live records, 168 hours for hourly closes. */
  readonly windowMs: number;
  /**
   * Number of bars in a year at the cadence of the records, used to annualise; null when source is
   * insufficient.
   */
  readonly periodsPerYear: number | null;
  /** Sample from which the figures were computed; null when source is insufficient. */
  readonly sampling: Sampling | null;
  /**
   * One sentence that says which sample these figures use, and which samples other endpoints use for
   * figures of the same name.
   */
  readonly sampleNote: SampleNote;
}

/** Prices of the last 24 hours for a small chart. Present with `series=true`. */
export interface BundleSeries {
  /**
   * Last price of each of 60 equal time slices, oldest first; slices without a record are left out.
   */
  readonly prices: readonly number[];
  /** Number of prices, at most 60. */
  readonly points: number;
  /** Width of the window in ms. */
  readonly windowMs: number;
}

/** Trading signal, a sum of votes by momentum, funding, basis and flow. */
export interface BundleSignals {
  /**
   * Direction of the signal: `LONG` from a score of 0.25, `SHORT` from -0.25, `NEUTRAL` in between.
   */
  readonly direction: 'LONG' | 'SHORT' | 'NEUTRAL';
  /** Strength of the signal, 0 to 1. */
  readonly confidence: number;
  /** Reasons for the direction, one sentence per vote. */
  readonly reasons: readonly string[];
}

/** Venue page and side that fit the signal. Orders are placed at the venue, not here. */
export interface BundleTradeHint {
  /**
   * Page of the asset on its venue's site; null when the asset is a binary that has left its venue.
   */
  readonly venueNativeUrl: string | null;
  /** Side that the direction suggests; null when direction is NEUTRAL. */
  readonly suggestedSide: 'BUY' | 'SELL' | null;
  /** Warnings and facts that matter for a trade, one sentence each. */
  readonly notes: readonly string[];
}

/** Version of the bundle's structure. */
export interface BundleVersion {
  /** Version of the blocks that a bundle has. */
  readonly version: string;
  /** Blocks that may be absent; all other blocks are always present. */
  readonly optionalBlocks: readonly string[];
}

/** State of the order after the venue answered. */
export interface CancelOrderAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** The outcome. */
  readonly outcome: {
    /**
     * cancelled: nothing was traded and nothing rests; filled: a part or all was traded and nothing
     * rests; rejected: it had been refused; cancelling: its end is not known yet.
     */
    readonly status: 'cancelled' | 'filled' | 'rejected' | 'cancelling';
    /** One order of a bot. */
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
  /** Lifecycle state of the order. */
  readonly state: OrderState;
  /** Amount that was set aside and is free again. Micro-USD. */
  readonly releasedMicroUsd: number;
}

/** One stored credential, without its secret. */
export interface ConnectedVenue {
  /** Venue. */
  readonly venue: VenueId;
  /** Kind of the credential. */
  readonly kind: 'apiKey' | 'wallet' | 'oauth';
  /** Time at which the credential was stored. Epoch milliseconds. */
  readonly addedAt: number;
  /**
   * Whether the credential can trade: it is complete, the venue has not rejected it, and the vault
   * can decrypt it.
   */
  readonly usable: boolean;
  /** Members that live trading needs and the credential lacks. */
  readonly missing: readonly string[];
  /**
   * Time at which the venue last checked the credential. Checks happen in live mode only. Epoch
   * milliseconds; null when the venue has not checked it yet.
   */
  readonly checkedAt: number | null;
  /**
   * Problem with the credential, found by this service or reported by the venue; null when no
   * problem is known.
   */
  readonly problem: string | null;
}

/** Connected venues. */
export interface ConnectedVenues {
  /** true on every success. */
  readonly ok: Ok;
  /** Credentials can be stored and used. */
  readonly vaultEnabled: boolean;
  /** Connected venues, one entry each, sorted by venue. */
  readonly connected: readonly ConnectedVenue[];
}

/** Current value. */
export interface ControlBotAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Settings with which the engine trades for the bot. */
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
 * Recorded share of the window. An empty answer with full coverage means that the market was
 * quiet.
 */
export interface Coverage {
  /**
   * `full`: the whole window is recorded; `partial`: notRecorded lists what is missing; `before`:
   * the window ends before the first record; `never`: the series has no record.
   */
  readonly state: 'full' | 'partial' | 'before' | 'never';
  /**
   * Time of the first record of the series. Epoch milliseconds; null when the series has no record.
   */
  readonly recordedFromMs: number | null;
  /**
   * Time of the newest record of the series. Epoch milliseconds; null when the series has no record.
   */
  readonly recordedToMs: number | null;
  /**
   * Share of the window, up to now, that has records, 0 to 1. Hours filled in from candles and
   * imported records count as recorded.
   */
  readonly recordedFrac: number;
  /** Spans of the window without records, oldest first. */
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
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd: OwedMicroUsd;
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

/** Execution mode: `mock` simulates fills, `live` trades at the venue. */
export type ExecMode = 'mock' | 'live';

/**
 * Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
 * fewer than two returns.
 */
export type ExpectedShortfall95 = number | null;

/** Expiry time. Epoch milliseconds; null when it never does. */
export type ExpiresAt = number | null;

/** Evidence for and against a pair. */
export interface ExplainLinkAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time at which the answer was computed, ISO 8601. */
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

/** Columns in their order in the file. */
export type ExportColumns = readonly {
  /** Name of the column. */
  readonly name: string;
  /** Type of the values. */
  readonly type: 'text' | 'time' | 'number';
  /** Unit of the values; null when the values have no unit. */
  readonly unit: string | null;
  /** Meaning of a null in this column; null when the column has no nulls. */
  readonly nullWhen: string | null;
}[];

/** One file of the tree. */
export interface ExportPart {
  /** Path of the file below `/api/export/`. */
  readonly path: string;
  /** Table that the file belongs to. */
  readonly table: 'observations' | 'gaps' | 'resolutions' | 'markets' | 'rules' | 'links';
  /** Number of rows; null when the file has not been made yet. */
  readonly rows: number | null;
  /** Number of assets with observations in the file; null when the file has not been made yet. */
  readonly series: number | null;
  /**
   * Time of the earliest row. Epoch milliseconds; null when the file has no row with a time, or the
   * file has not been made yet.
   */
  readonly firstMs: number | null;
  /**
   * Time of the latest row. Epoch milliseconds; null when the file has no row with a time, or the
   * file has not been made yet.
   */
  readonly lastMs: number | null;
  /** Size of the file in bytes; null when the file has not been made yet. */
  readonly bytes: number | null;
  /** SHA-256 of the file in hex; also its ETag; null when the file has not been made yet. */
  readonly sha256: string | null;
  /**
   * Number of the last insertion (import, back-fill or undo) into the day of the file; null when the
   * file belongs to another table than observations.
   */
  readonly seq: number | null;
  /**
   * Whether the day of the file ended at least ten minutes ago. A closed day changes only through
   * imports.
   */
  readonly closed: boolean;
}

/** A failed request. */
export interface Failure {
  /** false on every failure. */
  readonly ok: false;
  /** Stable error code. */
  readonly error: string;
  /** One sentence that says what is wrong and what is allowed. */
  readonly message: string;
  /** Id of the request, which the service also writes to its log. */
  readonly requestId: string;
  /**
   * Parameter or body member that was rejected; present only with validation_failed, and only when a
   * single one is at fault.
   */
  readonly parameter?: string;
  /** Under /api/m2m/: the version of its bodies. */
  readonly apiVersion?: 'v1';
}

/**
 * Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
 * fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
 * venues have a fresh mid.
 */
export type FairPrice = number | null;

/** Flags and engines. */
export interface Flags {
  /** true on every success. */
  readonly ok: Ok;
  /** Read-only but for bot.globalKill. */
  readonly flags: {
    /** Trading. */
    readonly bot: {
      /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
      readonly execMode: ExecMode;
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

/** One span that could not be recorded. */
export interface Gap {
  /** Venue of the gap. */
  readonly venue: VenueId;
  /** Key of the series; null when the whole venue was not recorded. */
  readonly storeKey: string | null;
  /** Last recorded time before the gap. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the gap. Epoch milliseconds; null when the gap is still open. */
  readonly toMs: number | null;
  /** Reason why recording failed. */
  readonly reason: string;
}

/** Spans that could not be recorded and overlap the window. */
export type Gaps = readonly Gap[];

/** Time at which the answer was computed, ISO 8601. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Key of the asset within its venue, under which its history is stored. */
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
   * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
   * members whose reason is known. docs/errors.md explains each reason.
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
  /** Key of the asset within its venue, under which its history is stored. */
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
  /** Reason why sharpe is null; null when sharpe is not null. */
  readonly sharpeSuppressedReason: SharpeSuppression | null;
  /** Sample behind the figures; null when source is fallback. */
  readonly sampling: Sampling | null;
  /**
   * One sentence that says which sample these figures use, and which samples other endpoints use for
   * figures of the same name.
   */
  readonly sampleNote: SampleNote;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
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
     * annualizedReturn over annualizedVol; null when too few records are usable or the denominator is
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
     * annualizedReturn over ulcerIndex; null when too few records are usable or the denominator is 0,
     * or the price is a probability.
     */
    readonly martinRatio: number | null;
    /** Mean of the worst 5 % of the drawdowns; null when too few records are usable. */
    readonly cdar95: number | null;
    /**
     * Sum of gains over sum of losses; null when too few records are usable or the denominator is 0.
     */
    readonly gainToPain: number | null;
    /**
     * annualizedReturn over cdar95; null when too few records are usable or the denominator is 0, or
     * the price is a probability.
     */
    readonly sterlingRatio: number | null;
    /**
     * Gains over losses at threshold 0; null when too few records are usable or the denominator is 0.
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
   * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
   * members whose reason is known. docs/errors.md explains each reason.
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Statistics over the hourly bars of 30 days. */
  readonly stats: {
    /** Number of returns. */
    readonly n: number;
    /** Number of bars in a year, used to annualise; always 8,760. */
    readonly periodsPerYear: number;
    /** Verdict that the statistical tests reach together. */
    readonly verdict: 'random-walk' | 'mean-reverting' | 'trending' | 'flat' | 'insufficient-data';
    /** Return ratios. */
    readonly returns: {
      /**
       * Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
       * reason.
       */
      readonly sharpe: SharpeRatio;
      /**
       * Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset is
       * a binary, the returns do not vary, or no return is a loss.
       */
      readonly sortino: SortinoRatio;
      /**
       * Calmar ratio: annualised log return divided by the largest drawdown; null when the asset is a
       * binary or prices never fell.
       */
      readonly calmar: number | null;
      /**
       * Sharpe ratio corrected for the autocorrelation of the returns (Lo, 2002); null when sharpe or
       * autocorr1 is null.
       */
      readonly sharpeAdjAC: number | null;
      /**
       * Omega ratio at threshold 0: sum of the gains divided by the sum of the losses. 1 when every
       * return is 0; null when there are no returns, or there are gains but no losses.
       */
      readonly omega: number | null;
      /** Sum of the gains divided by the sum of the losses; null when no return is a loss. */
      readonly gainToPain: number | null;
      /**
       * Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
       * binaries; null when there are fewer than two returns.
       */
      readonly annualisedVol: AnnualisedVol;
      /** Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities. */
      readonly returnMode: 'log' | 'diff';
      /**
       * `annualised` for perpetuals; `horizon` for binaries, whose figures refer to the time until they
       * resolve.
       */
      readonly framing: 'annualised' | 'horizon';
      /** Reason why sharpe is null; null when sharpe is not null. */
      readonly sharpeSuppressedReason: SharpeSuppression | null;
    };
    /** Risk metrics. Fractions per hour unless stated otherwise; losses are positive. */
    readonly risk: {
      /**
       * Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
       * reversed; null when there are fewer than two returns.
       */
      readonly var95: ValueAtRisk95;
      /** Historical value at risk of one hour at 99 %; null when there are fewer than two returns. */
      readonly var99: number | null;
      /**
       * Expected shortfall of one hour: mean loss of the worst 10 % of the hours; null when there are
       * fewer than two returns.
       */
      readonly es90: number | null;
      /**
       * Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
       * fewer than two returns.
       */
      readonly es95: ExpectedShortfall95;
      /**
       * Expected shortfall of one hour: mean loss of the worst 1 % of the hours; null when there are
       * fewer than two returns.
       */
      readonly es99: number | null;
      /**
       * es99 divided by es90. A normal distribution gives 1.52; more means fatter tails; null when es90
       * is null or not positive.
       */
      readonly esTailConcentration: number | null;
      /** Ulcer index: root mean square of the drawdowns; null when no hour has a record. */
      readonly ulcerIndex: number | null;
      /** Pain index: mean drawdown; null when no hour has a record. */
      readonly painIndex: number | null;
      /**
       * Conditional drawdown at risk: mean of the worst 5 % of the drawdowns; null when no hour has a
       * record.
       */
      readonly cdar95: number | null;
      /** Drawdown at risk: 95 % quantile of the drawdowns; null when no hour has a record. */
      readonly drawdownAtRisk95: number | null;
      /**
       * Sterling ratio: annualised log return divided by cdar95; null when the asset is a binary or
       * prices never fell.
       */
      readonly sterling: number | null;
      /**
       * Tail exponent by Hill's estimate on the largest 5 % of the moves. About 3 is usual; lower means
       * fatter tails; null when the tail has fewer than ten returns, or they are all equal.
       */
      readonly tailIndex: number | null;
      /**
       * Tail exponent by Hill's estimate on the largest 10 % of the moves; null when the tail has fewer
       * than ten returns, or they are all equal.
       */
      readonly tailIndexWide: number | null;
      /** Largest fall from a running peak; null when no hour has a record. */
      readonly maxDrawdown: MaxDrawdown;
      /**
       * Value at risk of one hour at 95 % by the Cornish-Fisher expansion. 0 can also mean that the
       * tails are too fat for the expansion; null when there are fewer than four returns or they do not
       * vary.
       */
      readonly modifiedVar95: number | null;
    };
    /** Memory of the returns, and microstructure. */
    readonly structure: {
      /**
       * Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when there
       * are too few returns (about 64 are needed) or they do not vary.
       */
      readonly hurst: HurstExponent;
      /**
       * Autocorrelation of the returns at lag 1; null when there are fewer than three returns or they do
       * not vary.
       */
      readonly autocorr1: Autocorrelation1;
      /**
       * Autocorrelation of the returns at lag 2; null when there are fewer than four returns or they do
       * not vary.
       */
      readonly autocorr2: number | null;
      /**
       * Newey-West t-statistic of the mean return. Beyond 1.96 in size, the drift is significant at 5 %;
       * null when there are fewer than eight returns or they do not vary.
       */
      readonly trendT: number | null;
      /** Half-life of mean reversion in hours; null when no mean reversion was detected. */
      readonly halfLifeMR: HalfLife;
      /**
       * Permutation entropy of the returns, 0 to 1. At 1 their order is unpredictable; null when there
       * are fewer than twelve returns.
       */
      readonly permEntropy: number | null;
      /**
       * Share of the triples of returns that contain equal values, 0 to 1. Above about 0.2, do not trust
       * permEntropy; null when there are fewer than twelve returns.
       */
      readonly permEntropyTieFrac: number | null;
      /**
       * Roll's estimate of the bid-ask spread in basis points of the price. 0 when prices do not bounce
       * between bid and ask; null when there are fewer than three returns, or all prices are 0.
       */
      readonly rollSpreadBps: number | null;
    };
    /** Hypothesis tests. A test is null without enough data or variance. */
    readonly tests: {
      /**
       * Ljung-Box test; null hypothesis: the returns are uncorrelated. Taken from ljungBoxProfile at the
       * largest lag up to n/5; null when n is too small or the returns do not vary.
       */
      readonly ljungBox: LjungBox | null;
      /** Ljung-Box tests at the lags 1, 2, 3, 5 and 10. */
      readonly ljungBoxProfile: readonly LjungBox[];
      /**
       * Augmented Dickey-Fuller test; null hypothesis: the price level has a unit root; null when there
       * are fewer than 20 bars, they do not vary, or the regression has no unique solution.
       */
      readonly adf: {
        /** Test statistic. */
        readonly stat: number;
        /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
        readonly p: PValue;
        /** Number of lagged differences. */
        readonly lag: number;
        /** Number of rows in the regression. */
        readonly nobs: number;
        /** Critical values of the statistic. */
        readonly crit: {
          /** Critical value at the 1 % level. */
          readonly '1%': number;
          /** Critical value at the 5 % level. */
          readonly '5%': number;
          /** Critical value at the 10 % level. */
          readonly '10%': number;
        };
        /** Whether the null hypothesis is rejected at the 5 % level. */
        readonly reject: IsRejected;
      } | null;
      /**
       * KPSS test; null hypothesis: the price level is stationary; null when there are fewer than 20
       * bars or they do not vary.
       */
      readonly kpss: {
        /** Test statistic. */
        readonly stat: number;
        /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
        readonly p: PValue;
        /** Number of lags of the long-run variance. */
        readonly lag: number;
        /**
         * End of the published p-value table at which p is clipped; null when p lies within the table.
         */
        readonly pClipped: 'upper' | 'lower' | null;
        /** Whether the null hypothesis is rejected at the 5 % level. */
        readonly reject: IsRejected;
      } | null;
      /**
       * Runs test; null hypothesis: the signs of the returns are in random order; null when fewer than
       * ten returns differ from 0, or all have the same sign.
       */
      readonly runs: {
        /** Test statistic. */
        readonly z: number;
        /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
        readonly p: PValue;
        /** Number of runs of equal sign. */
        readonly runs: number;
        /** Number of gains. */
        readonly nPos: number;
        /** Number of losses. */
        readonly nNeg: number;
        /** Whether the null hypothesis is rejected at the 5 % level. */
        readonly reject: IsRejected;
      } | null;
      /**
       * Variance ratio test; null hypothesis: the returns are uncorrelated; null when there are fewer
       * than 16 returns or they do not vary.
       */
      readonly varianceRatio: {
        /** Number of hours over which the variance is compared with that of one hour. */
        readonly q: number;
        /** Variance ratio; 1 for a random walk. */
        readonly vr: number;
        /** Test statistic; null when the variance of the statistic is 0. */
        readonly z: number | null;
        /**
         * p-value: the probability of a statistic at least this extreme under the null hypothesis; null
         * when the variance of the statistic is 0.
         */
        readonly p: PValue | null;
        /** Whether the null hypothesis is rejected at the 5 % level. */
        readonly reject: IsRejected;
      } | null;
      /**
       * Jarque-Bera test; null hypothesis: the returns are normally distributed; null when there are
       * fewer than eight returns or they do not vary.
       */
      readonly jarqueBera: {
        /** Test statistic. */
        readonly stat: number;
        /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
        readonly p: PValue;
        /** Skewness of the returns. */
        readonly skew: number;
        /** Excess kurtosis of the returns; 0 for a normal distribution. */
        readonly exKurtosis: number;
        /** Whether the null hypothesis is rejected at the 5 % level. */
        readonly reject: IsRejected;
      } | null;
    };
    /**
     * How far the price of a binary market can still move before it resolves; null when the asset is a
     * perpetual.
     */
    readonly horizon: {
      /** Days until the market ends; null when the venue states no end. */
      readonly daysToResolve: number | null;
      /** Number of bars in a day. */
      readonly barsPerDay: number;
      /**
       * Standard deviation of a day's move in probability points (0 to 1); null when there are fewer
       * than two returns.
       */
      readonly perDayMove: number | null;
      /**
       * Standard deviation of the move until the end, at most the square root of terminalVariance; null
       * when perDayMove, daysToResolve or terminalVariance is null.
       */
      readonly perHorizonMove: number | null;
      /**
       * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
       */
      readonly terminalVariance: TerminalVariance;
      /**
       * Venue's time that counts as the end: the end of trading (`closeTime`), or the day on which the
       * question is due (`endDate`); null when the venue states no end.
       */
      readonly resolvedFrom: 'closeTime' | 'endDate' | null;
      /** Whether daysToResolve is known. */
      readonly available: boolean;
    } | null;
  };
  /**
   * One sentence that says which sample these figures use, and which samples other endpoints use for
   * figures of the same name.
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
   * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
   * members whose reason is known. docs/errors.md explains each reason.
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
     * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
     * Micro-USD.
     */
    readonly owedMicroUsd: OwedMicroUsd;
  };
  /** Whether use is charged. */
  readonly prepaidEnabled: boolean;
  /** Prices of paid services; 0 means free. */
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
  /** Cursor that leads to the page before; send it back as `cursor`; null when there is none. */
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
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
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
    /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
    readonly execMode: ExecMode;
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
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd?: OwedMicroUsd;
  /** Settings with which the engine trades for the bot. */
  readonly config?: BotConfig;
  /** Connected venues, one entry each, sorted by venue. */
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
  /** Positions and realised profit of the bot in the current execution mode. */
  readonly results?: {
    /** Open positions, at most the 200 with the largest cost; for binaries, in terms of Yes. */
    readonly positions: readonly {
      /** Venue of the position. */
      readonly venue: VenueId;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Size in coins or shares; negative for a short position. */
      readonly size: number;
      /** Average entry price: USD, or probability of Yes. */
      readonly avgPrice: number;
      /** Amount paid for the position, or received for a short one, in US dollars. */
      readonly costUsd: number;
    }[];
    /** Number of open positions. */
    readonly openPositions: number;
    /** Realised profit of closed positions in US dollars, after the venues' fees. */
    readonly realizedPnlUsd: number;
    /** Number of times that a position or a part of one was closed. */
    readonly closings: number;
    /** Share of the closings that made a profit, 0 to 1; null when nothing was closed. */
    readonly winRate: number | null;
    /** Volume of all fills in US dollars. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
   * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
   * members whose reason is known. docs/errors.md explains each reason.
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
  /** Key of the asset within its venue, under which its history is stored. */
  readonly storeKey: StoreKey;
  /** Parameters of the request after defaults and caps. */
  readonly params: {
    /** Window in ms. */
    readonly windowMs: number;
    /** Least move as a fraction. */
    readonly minDrawdownPct: number;
    /** Direction. */
    readonly direction: 'down' | 'up';
    /**
     * Start of the window. Epoch milliseconds; null when the window begins with the first record.
     */
    readonly fromMs: WindowFromMs;
    /** End of the window. Epoch milliseconds; null when the window ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Maximum number of records read. */
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
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
  /** Time at which the answer was computed, ISO 8601. */
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
   * Reasons for null members, keyed by the path of the member; of a pair as pearson.matrix.0.1.
   * docs/errors.md explains each reason.
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
  /** Time at which the answer was computed, ISO 8601. */
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

/** Manifest of the tree: its files, their schema and what they cover. */
export interface GetExportManifestAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Version of the tree's layout. */
  readonly version: number;
  /** Random id of the history from which the tree is made. */
  readonly store: string;
  /** Licence of the data, as an SPDX identifier. */
  readonly licence: string;
  /** Whether the data comes from the built-in simulator. */
  readonly simulated: boolean;
  /** Time as of which the listed days are complete. Epoch milliseconds. */
  readonly asOfMs: number;
  /** Number of the history's last commit at asOfMs. */
  readonly position: number;
  /** Time range of the observations. */
  readonly window: {
    /** Start of the range. Epoch milliseconds; null when the tree begins with the first record. */
    readonly fromMs: number | null;
    /**
     * End of the range: the end of the last closed day. Epoch milliseconds; null when open days are
     * also listed.
     */
    readonly toMs: number | null;
  };
  /** Selected venues, assets and tables, and the file format. */
  readonly selection: {
    /** Selected venues; null when everything is selected. */
    readonly venues: readonly VenueId[] | null;
    /** Selected assets; null when everything is selected. */
    readonly assets: readonly string[] | null;
    /** Tables of the tree. */
    readonly tables: readonly ('observations' | 'gaps' | 'resolutions' | 'markets' | 'rules' | 'links')[];
    /** Format of the files. */
    readonly format: 'parquet' | 'arrow' | 'csv' | 'jsonl';
    /** Compression of the files. */
    readonly compression: 'zstd' | 'gzip' | 'none';
  };
  /** Columns of each table. */
  readonly schema: {
    /** Columns in their order in the file. */
    readonly observations: ExportColumns;
    /** Columns in their order in the file. */
    readonly gaps: ExportColumns;
    /** Columns in their order in the file. */
    readonly resolutions: ExportColumns;
    /** Columns in their order in the file. */
    readonly markets: ExportColumns;
    /** Columns in their order in the file. */
    readonly rules: ExportColumns;
    /** Columns in their order in the file. */
    readonly links: ExportColumns;
  };
  /** Files of the tree, sorted by path. */
  readonly parts: readonly ExportPart[];
  /** Number of rows in the table of gaps; null when the file has not been made yet. */
  readonly gaps: number | null;
  /** Spans whose observations could not be read and are missing from the files. */
  readonly damaged: readonly {
    /** Venue. */
    readonly venue: VenueId;
    /** Asset id; null when several assets are concerned, or the asset is not known. */
    readonly asset: string | null;
    /** Start of the span. Epoch milliseconds. */
    readonly fromMs: number;
    /** End of the span. Epoch milliseconds. */
    readonly toMs: number;
    /** Kind of damage. */
    readonly reason: string;
  }[];
  /** Ids of imports that were withdrawn. */
  readonly withdrawn: readonly string[];
  /** Totals of the tree. */
  readonly totals: {
    /** Number of observations; null when a file of observations has not been made yet. */
    readonly rows: number | null;
    /** Size of all files in bytes; null when a file has not been made yet. */
    readonly bytes: number | null;
    /** Number of selected series that have records. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Key of the asset within its venue, under which its history is stored. */
  readonly storeKey: StoreKey;
  /** Parameters of the request after defaults and caps. */
  readonly params: {
    /** Records of one block. */
    readonly rollingWindow: number;
    /**
     * Start of the window. Epoch milliseconds; null when the window begins with the first record.
     */
    readonly fromMs: WindowFromMs;
    /** End of the window. Epoch milliseconds; null when the window ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Maximum number of records read. */
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
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
  /** Cursor that leads to the page before; send it back as `cursor`; null when there is none. */
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
    /** Subscriptions to assets; a stream of several assets counts for each. */
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Older records exist in the window. */
  readonly truncated: boolean;
  /** Cursor that leads to the page before; send it back as `cursor`; null when there is none. */
  readonly nextCursor: string | null;
}

/** Every tradable asset. */
export interface GetIndexAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The same time. Epoch milliseconds. */
  readonly generatedAtMs: number;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
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
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
  readonly nextCursor: string | null;
  /** In the order of venue and asset id; with `q` the best first. */
  readonly entries: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Its venue. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
    /** Its kind. */
    readonly kind: 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
    /**
     * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
     * price.
     */
    readonly lastPrice: LastPrice;
    /** Coin or question. */
    readonly name: string;
    /** The venue's newest poll result is older than 120 s. */
    readonly isStale: boolean;
    /**
     * Oracle price, or consensus of the linked venues; null when there is no oracle price and fewer
     * than two linked venues have a fresh mid.
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
     * Price change over 24 hours in percentage points, for binaries; null when the asset is a
     * perpetual, or change24hPct is null.
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
     * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
     * members whose reason is known. docs/errors.md explains each reason.
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
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Number of links in this answer. */
  readonly count: number;
  /** Number of links, or of refused pairs with state=refused, on all pages. */
  readonly total: number;
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
  readonly apiVersion: ApiVersion;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue, under which its history is stored. */
  readonly storeKey: StoreKey;
  /** Current price and its distance from fair value. */
  readonly price: {
    /**
     * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
     * the market has no price, or the asset left its venue before it was recorded.
     */
    readonly last: MarketPrice;
    /**
     * Best bid, from the newest of poll, stream and book; null when this side of the book is empty or
     * not known.
     */
    readonly bid: BestBid;
    /**
     * Best ask, from the same source as the bid; null when this side of the book is empty or not
     * known.
     */
    readonly ask: BestAsk;
    /**
     * Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask is
     * missing or 0, or bid is above ask.
     */
    readonly spreadBps: SpreadBps;
    /**
     * Difference of ask and bid in percentage points, for binaries; null when the asset is a
     * perpetual, bid or ask is missing or 0, or bid is above ask.
     */
    readonly spreadPts: SpreadPts;
    /**
     * Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
     * fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
     * venues have a fresh mid.
     */
    readonly fairValue: FairPrice;
    /**
     * Distance of the last price from fair value in basis points of the fair value; positive when this
     * venue is more expensive; null when last or fairValue is null.
     */
    readonly basisBps: BasisBps;
    /**
     * Last price minus fair value in percentage points, for binaries; null when the asset is a
     * perpetual, or last or fairValue is null.
     */
    readonly basisPts: BasisPts;
    /**
     * Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary or
     * its price of 24 hours ago is not known.
     */
    readonly change24hPct: number | null;
    /**
     * Price change over 24 hours in percentage points, for binaries; null when in every quote: quotes
     * do not read stored records.
     */
    readonly change24hPts: number | null;
    /**
     * Source of the change; `snapshot` is the venue's own figure; null when change24hPct is null.
     */
    readonly change24hSource: 'snapshot' | null;
  };
  /** Age of the data behind the answer. */
  readonly freshness: {
    /** Age of the venue's newest poll result in ms; null when the venue has not answered yet. */
    readonly feedAgeMs: number | null;
    /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
    readonly isStale: IsStale;
    /**
     * Time of the newest stored record. Present with `activity=true`. Epoch milliseconds; null when
     * the asset has no record.
     */
    readonly historyLastEverMs?: number | null;
  };
  /** Page of the asset on its venue's site; null when a binary has left its venue. */
  readonly venueNativeUrl?: string | null;
  /**
   * Reasons for null members, keyed by the path of the member; every null member has one.
   * docs/errors.md explains each reason.
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
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
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
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Parameters of the request after defaults. */
  readonly params: {
    /** Age in minutes from which a record counts as stale. */
    readonly thresholdMin: number;
    /** The same threshold in ms. */
    readonly thresholdMs: number;
    /** Maximum number of rows in each list. */
    readonly limit: number;
    /** Requested sort order; null when none was requested. */
    readonly sortBy: 'staleness' | 'asset' | 'venue' | null;
    /** Requested venue; null when none was requested. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | null;
  };
  /** Counts of all tracked assets, before the limit is applied. */
  readonly summary: StaleSummary;
  /** Whether the limit truncated a list. */
  readonly truncated: {
    /** Whether the list is truncated. */
    readonly stale: boolean;
    /** Whether the list is truncated. */
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
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Parameters of the request after defaults. */
  readonly params: {
    /** Number of hours that the list reaches back. */
    readonly hours: number;
    /** Age in minutes from which a record counts as stale. */
    readonly thresholdMin: number;
    /** The same threshold in ms. */
    readonly thresholdMs: number;
  };
  /** Stored reports, oldest first. */
  readonly snapshots: readonly StaleReport[];
  /** Explanation of the times in the list. */
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
      /**
       * `annualised` for perpetuals; `horizon` for binaries, whose figures refer to the time until they
       * resolve.
       */
      readonly framing: 'annualised' | 'horizon';
      /**
       * Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
       * binaries; null when there are fewer than two returns.
       */
      readonly annualisedVol: AnnualisedVol;
      /**
       * Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
       * reason.
       */
      readonly sharpe: SharpeRatio;
      /** Reason why sharpe is null; null when sharpe is not null. */
      readonly sharpeSuppressedReason: SharpeSuppression | null;
      /**
       * Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset is
       * a binary, the returns do not vary, or no return is a loss.
       */
      readonly sortino: SortinoRatio;
      /**
       * Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
       * reversed; null when there are fewer than two returns.
       */
      readonly var95: ValueAtRisk95;
      /**
       * Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
       * fewer than two returns.
       */
      readonly es95: ExpectedShortfall95;
      /** Largest fall from a running peak; null when no hour has a record. */
      readonly maxDrawdown: MaxDrawdown;
      /**
       * Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when there
       * are too few returns (about 64 are needed) or they do not vary.
       */
      readonly hurst: HurstExponent;
      /**
       * Autocorrelation of the returns at lag 1; null when there are fewer than three returns or they do
       * not vary.
       */
      readonly autocorr1: Autocorrelation1;
      /** Half-life of mean reversion in hours; null when no mean reversion was detected. */
      readonly halfLifeMR: HalfLife;
      /** Verdict that the statistical tests reach together. */
      readonly verdict: 'random-walk' | 'mean-reverting' | 'trending' | 'flat' | 'insufficient-data';
      /** Binaries only. */
      readonly horizon?: {
        /** Days until the market ends; null when no end is known. */
        readonly daysToResolve: number | null;
        /** Deviation of a day in probability points; null when returns are fewer than two. */
        readonly perDayMove: number | null;
        /**
         * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
         */
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
  /** Time at which the answer was computed, ISO 8601. */
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
  /** Venues that the key may read: `all`, or a list. */
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
    /** Venues that the key may read: `all`, or a list. */
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
    /** Time of issue. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** Expiry time. Epoch milliseconds; null when it never does. */
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
  /** Key of the asset within its venue, under which its history is stored. */
  readonly storeKey: StoreKey;
  /** Parameters of the request after defaults and caps. */
  readonly params: {
    /** Width of a bin. */
    readonly priceStep: number;
    /**
     * Start of the window. Epoch milliseconds; null when the window begins with the first record.
     */
    readonly fromMs: WindowFromMs;
    /** End of the window. Epoch milliseconds; null when the window ends with the newest record. */
    readonly toMs: WindowToMs;
    /** Maximum number of records read. */
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
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
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
  /** Prices of paid services; 0 means free. */
  readonly priceListMicroUsd: PriceList;
}

/** Half-life of mean reversion in hours; null when no mean reversion was detected. */
export type HalfLife = number | null;

/**
 * Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when there
 * are too few returns (about 64 are needed) or they do not vary.
 */
export type HurstExponent = number | null;

/** Whether the null hypothesis is rejected at the 5 % level. */
export type IsRejected = boolean;

/** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
export type IsStale = boolean;

/** The key. */
export interface IssueKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** The key; it is shown once. */
  readonly rawKey: string;
  /** Record of an API key. The key itself is shown only once, when it is issued. */
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

/** Time of issue. Epoch milliseconds. */
export type IssuedAt = number;

/** Record of an API key. The key itself is shown only once, when it is issued. */
export interface KeyRecord {
  /** SHA-256 of the key in hex. */
  readonly hash: string;
  /** Owner of the key. */
  readonly owner: string;
  /** Tier of the key, which sets its limits and features. */
  readonly tier: 'free' | 'pro' | 'enterprise';
  /** Note by the operator; null when there is no note. */
  readonly label: string | null;
  /** Venues that the key may read: `all`, or a list. */
  readonly venues: KeyVenues;
  /** Time of issue. Epoch milliseconds. */
  readonly createdAt: IssuedAt;
  /** Expiry time. Epoch milliseconds; null when it never does. */
  readonly expiresAt: ExpiresAt;
  /** Time at which the key was revoked. Epoch milliseconds; null when the key was not revoked. */
  readonly revokedAt: number | null;
  /** Id of the bot that the key trades for. It stays the same when the key is rotated. */
  readonly botId: string;
  /**
   * Time at which the key was last used, to the minute. Epoch milliseconds; null when the key has
   * not been used yet.
   */
  readonly lastUsedAt: number | null;
}

/** Venues that the key may read: `all`, or a list. */
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

/**
 * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
 * price.
 */
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
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
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
    /** Time of issue. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** Expiry time. Epoch milliseconds; null when it never does. */
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
  /** Cursor that leads to the next page; send it back as `cursor`; null when there is none. */
  readonly nextCursor: string | null;
}

/** Test up to one lag. */
export interface LjungBox {
  /** Number of lags that are tested together. */
  readonly lag: number;
  /** Test statistic. */
  readonly stat: number;
  /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
  readonly p: PValue;
  /** Whether the null hypothesis is rejected at the 5 % level. */
  readonly reject: IsRejected;
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

/**
 * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
 * the market has no price, or the asset left its venue before it was recorded.
 */
export type MarketPrice = number | null;

/** Largest fall from a running peak; null when no hour has a record. */
export type MaxDrawdown = number | null;

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
   * Price change over 24 hours in percentage points, for binaries; null when the asset is a
   * perpetual.
   */
  readonly change24hPts: number | null;
  /**
   * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
   * price.
   */
  readonly currentPrice: LastPrice;
  /** Where the change comes from. */
  readonly source: 'feed' | 'store-delta';
}

/** One span without records; both ends are inclusive. */
export interface NotRecorded {
  /** Start of the span. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the span. Epoch milliseconds. */
  readonly toMs: number;
  /** Reason why nothing was recorded. */
  readonly reason: string;
}

/** true on every success. */
export type Ok = true;

/** Lifecycle state of the order. */
export type OrderState = 'reserved' | 'submitted' | 'resting' | 'filled' | 'cancelled' | 'rejected';

/**
 * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
 * Micro-USD.
 */
export type OwedMicroUsd = number;

/** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
export type PValue = number;

/** Newest state of a perpetual. */
export interface PerpTicker {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue's name of the asset. */
  readonly coin: string;
  /** Mark price in USD. */
  readonly markPx: number;
  /** Midpoint of best bid and best ask in USD; null when the venue publishes none. */
  readonly midPx: number | null;
  /** Oracle price in USD. */
  readonly oraclePx: number;
  /** Price 24 hours ago in USD. */
  readonly prevDayPx: number;
  /** Price change over 24 hours in percent; 5 means 5 %; null when prevDayPx is 0. */
  readonly changePct: number | null;
  /**
   * Funding rate of the current hour as a fraction of notional; positive when longs pay; null when
   * the venue publishes none.
   */
  readonly fundingHourly: number | null;
  /** Open interest in base units; null when the venue publishes none. */
  readonly openInterest: number | null;
  /** Open interest in USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** Volume traded in the last 24 hours, USD; null when the venue publishes none. */
  readonly volume24hUsd: number | null;
  /**
   * Average price in USD at which the venue's impact notional would be sold; null when the venue
   * publishes none.
   */
  readonly impactBid: number | null;
  /**
   * Average price in USD at which the venue's impact notional would be bought; null when the venue
   * publishes none.
   */
  readonly impactAsk: number | null;
  /** Highest leverage that the venue allows; null when the venue publishes none. */
  readonly maxLeverage: number | null;
  /** Number of decimals in order sizes. */
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
  /** Time at which the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
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

/** One price level of the book. */
export interface PriceLevel {
  /** Price: USD, or probability of Yes. */
  readonly price: number;
  /** Size at this price, in base units or contracts. */
  readonly size: number;
}

/** Prices of paid services; 0 means free. */
export interface PriceList {
  /** Price of one live stream. Micro-USD. */
  readonly stream: number;
  /** Price of one filled trade. Micro-USD. */
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
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd?: OwedMicroUsd;
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
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd: OwedMicroUsd;
}

/** The wallet is registered. */
export interface RegisterWalletAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Oldest first. */
  readonly registeredWallets: readonly RegisteredWallet[];
}

export interface RegisteredMarket {
  /** Question of a binary market, or coin of a perpetual. */
  readonly title: string;
  /**
   * Venue's id of the event that the market belongs to; null when the market belongs to no event.
   */
  readonly eventKey: string | null;
  /** Title of the event; null when the venue does not say. */
  readonly event: string | null;
  /** Venue's category of the market; null when the venue does not say. */
  readonly category: string | null;
  /** Answer that the Yes side stands for within the event; null when the venue does not say. */
  readonly answer: string | null;
  /** Source that decides the market; null when the venue does not say. */
  readonly settlementSource: string | null;
  /** Threshold that the question names; null when the venue does not say. */
  readonly strike: number | null;
  /** Time at which trading ends. Epoch milliseconds; null when the venue does not say. */
  readonly closesAt: number | null;
  /**
   * Time at which the question is due to be decided. Epoch milliseconds; null when the venue does
   * not say.
   */
  readonly endsAt: number | null;
  /** The venue's own ids of the market. */
  readonly nativeIds: readonly {
    /** Kind of the id, in the venue's words. */
    readonly name: string;
    /** Value of the id. */
    readonly id: string;
  }[];
  /** Page of the market on the venue's site; null when the venue does not say. */
  readonly url: string | null;
  /** Hash of the rules text, 32 hexadecimal digits; null when the venue publishes none. */
  readonly rulesHash: string | null;
  /** Time at which this service first saw the market. Epoch milliseconds. */
  readonly seenFrom: number;
  /** Time of the last change to these facts. Epoch milliseconds. */
  readonly changedAt: number;
  /** Links of the market to other markets over time, oldest first; at most the newest 50. */
  readonly links: readonly {
    /** Asset id in its canonical spelling. */
    readonly a: AssetId;
    /** Asset id in its canonical spelling. */
    readonly b: AssetId;
    /** Relation of a to b. */
    readonly relation: string;
    /** Confidence of the link, 0 to 1. */
    readonly confidence: number;
    /**
     * Source of the link: `curated` by a person, `matched` by this service, or `mirrored` when one
     * venue copied the market of the other.
     */
    readonly source: string;
    /** Whether diverging prices disputed the link in this span. */
    readonly disputed: boolean;
    /** Reasons for the link, one sentence each. */
    readonly reasons: readonly string[];
    /** Start of the span. Epoch milliseconds. */
    readonly fromMs: number;
    /** End of the span. Epoch milliseconds; null when the link is still held. */
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

/** Reason why the order was rejected or is unconfirmed. */
export type RejectReason =
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
  /** Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract in USD, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /**
   * Time at which the venue settled the market. Epoch milliseconds; null when the venue does not
   * say.
   */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
  /** Time at which this service recorded the resolution. Epoch milliseconds. */
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
  /** Record of an API key. The key itself is shown only once, when it is issued. */
  readonly record: KeyRecord;
  /** The old key. */
  readonly previous: {
    /** SHA-256 of it. */
    readonly hash: string;
    /** Expiry time. Epoch milliseconds; null when it never does. */
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
 * One sentence that says which sample these figures use, and which samples other endpoints use for
 * figures of the same name.
 */
export type SampleNote = string;

export interface Sampling {
  /** `live`: every live record; `hourly`: the last record of each hour. */
  readonly basis: 'live' | 'hourly';
  /** Median time between two records in ms; null when there are fewer than two records. */
  readonly stepMs: number | null;
  /** Total time that the returns cover in ms, without outages. */
  readonly coveredMs: number;
  /** Number of outages in the sample. No return is computed across an outage. */
  readonly outagesSkipped: number;
}

/**
 * Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
 * reason.
 */
export type SharpeRatio = number | null;

/** Reason why sharpe is null. */
export type SharpeSuppression = 'bounded-probability' | 'insufficient-data' | 'zero-variance';

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
  /** Time at which the answer was computed, ISO 8601. */
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

/**
 * Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset is
 * a binary, the returns do not vary, or no return is a loss.
 */
export type SortinoRatio = number | null;

/**
 * Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask is
 * missing or 0, or bid is above ask.
 */
export type SpreadBps = number | null;

/**
 * Difference of ask and bid in percentage points, for binaries; null when the asset is a
 * perpetual, bid or ask is missing or 0, or bid is above ask.
 */
export type SpreadPts = number | null;

/** One tracked asset. */
export interface StaleAsset {
  /** Reason why the asset is listed. */
  readonly kind: 'stale' | 'never_recorded';
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Store key of the asset. */
  readonly asset: string;
  /** Time of the newest record. Epoch milliseconds; null when nothing was ever recorded. */
  readonly lastMs: number | null;
  /** Time of the newest record, ISO 8601; null when nothing was ever recorded. */
  readonly lastIso: string | null;
  /** Age of the newest record in ms; null when nothing was ever recorded. */
  readonly staleForMs: number | null;
  /** Number of records of the asset. */
  readonly count: number;
  /** Stored size of these records in bytes. */
  readonly bytes: number;
}

/** Counts of one venue. */
export interface StaleCounts {
  /** Number of tracked assets. */
  readonly total: number;
  /** Number of stale assets. */
  readonly stale: number;
  /** Number of assets without a record. */
  readonly neverRecorded: number;
}

/** One report about stale assets. */
export interface StaleReport {
  /** Time at which the report was stored. Epoch milliseconds. */
  readonly ts: number;
  /** `OK` when no asset is stale, otherwise `WARN`. */
  readonly verdict: 'OK' | 'WARN';
  /** Counts of all tracked assets, before the limit is applied. */
  readonly summary: StaleSummary;
}

/** Counts of all tracked assets, before the limit is applied. */
export interface StaleSummary {
  /** Number of tracked assets. */
  readonly totalAssets: number;
  /** Number of stale assets. */
  readonly staleCount: number;
  /** Number of assets without a record. */
  readonly neverRecordedCount: number;
  /** The same counts by venue. */
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

/** Key of the asset within its venue, under which its history is stored. */
export type StoreKey = string;

/** Result of the request to store a report. */
export interface StoreStaleReportAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether nothing was stored because the last report is younger than 60 s. */
  readonly skipped: boolean;
  /** Report that was stored, with a threshold of 5 minutes. */
  readonly written?: StaleReport;
  /** Reason why nothing was stored. */
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
  /**
   * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
   * price.
   */
  readonly price: LastPrice;
  /** Best bid; null when this side of the book is empty or not known. */
  readonly bid: number | null;
  /** Best ask; null when this side of the book is empty or not known. */
  readonly ask: number | null;
  /**
   * Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of then
   * is known.
   */
  readonly change24hPct: number | null;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
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
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
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

/**
 * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
 */
export type TerminalVariance = number | null;

/** Final state of the order, or its state so far. */
export interface TradeAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Outcome of the call. */
  readonly outcome: {
    /** `filled`: at least a part was traded. */
    readonly status: 'filled' | 'resting' | 'rejected' | 'duplicate' | 'killed' | 'insufficient_balance';
    /** The caller's id, or the generated one. */
    readonly clientOrderId: string;
    /** Charged for this call. Micro-USD. */
    readonly chargedMicroUsd: number;
    /** One order of a bot. */
    readonly order?: BotOrder;
    /** Reason why the order was rejected or is unconfirmed. */
    readonly reason?: RejectReason;
  };
}

/** Older records exist in the window and were not read. */
export type Truncated = boolean;

/**
 * Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
 * reversed; null when there are fewer than two returns.
 */
export type ValueAtRisk95 = number | null;

/** Venue. */
export type VenueId = 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';

/** The venue's newest poll result, in which the ticker was found. */
export interface VenueSnapshot {
  /**
   * Time at which the snapshot was complete. Epoch milliseconds; null when the venue has not been
   * read yet.
   */
  readonly fetchedAt: number | null;
  /** Age of the snapshot in ms; null when the venue has not been read yet. */
  readonly ageMs: number | null;
  /** Whether the snapshot is missing or older than 120 s. */
  readonly stale: boolean;
}

/**
 * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
 */
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
  /** Lifecycle state of the order. */
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
 * Reasons for null members, keyed by the path of the member; present with `explain=true`, for the
 * members whose reason is known. docs/errors.md explains each reason.
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

/**
 * Start of the window. Epoch milliseconds; null when the window begins with the first record.
 */
export type WindowFromMs = number | null;

/** End of the window. Epoch milliseconds; null when the window ends with the newest record. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getAssetRisk`. */
export interface GetAssetRiskParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * With fewer usable records all metrics but the counts are null. More than 5,000 counts as 5,000.
   * Default: 30.
   */
  readonly minBars?: number;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getAssetStats`. */
export interface GetAssetStatsParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `getBotStatus`. */
export interface GetBotStatusParams {
  /** Maximum number of engine decisions. Default: 50. */
  readonly decisions?: number;
}

/** Parameters of `getBundle`. */
export interface GetBundleParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds up to 60 prices of the last 24 hours. Default: false. */
  readonly series?: boolean;
}

/** Everything a program needs to decide about one asset. */
export type GetBundleAnswer = Bundle;

/** Parameters of `getCarry`. */
export interface GetCarryParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
  readonly explain?: boolean;
}

/** Parameters of `getCascades`. */
export interface GetCascadesParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Within how long the price must move. More than a day counts as a day. Default: 60000. */
  readonly windowMs?: number;
  /** By how much, as a fraction: 0.01 is 1 %. Default: 0.01. */
  readonly minDrawdownPct?: number;
  /** down: falls; up: rises. Default: "down". */
  readonly direction?: 'down' | 'up';
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
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
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** How many at most. Default: 1000. */
  readonly limit?: number;
  /** nextCursor of an earlier answer to the same question. */
  readonly cursor?: string;
}

/** Parameters of `getHistory`. */
export interface GetHistoryParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 1000. */
  readonly limit?: number;
  /** The nextCursor of an earlier answer: continue with the records before it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryAggregate`. */
export interface GetHistoryAggregateParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /** Width of a bucket in ms. */
  readonly bucketMs: number;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** Which members a bucket has. Default: "all". */
  readonly op?: 'all' | 'ohlc' | 'vwap';
}

/** Parameters of `getHistoryArrow`. */
export interface GetHistoryArrowParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryCsv`. */
export interface GetHistoryCsvParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** Most records, the newest of the window. More than 50,000 counts as 50,000. Default: 1000. */
  readonly limit?: number;
  /** The nextCursor of an earlier answer: continue with the records before it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryJsonl`. */
export interface GetHistoryJsonlParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: number;
  /** Most records, the oldest of the window. Default: 100000. */
  readonly limit?: number;
  /** The X-Next-Cursor of an earlier answer: the records behind it. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryParquet`. */
export interface GetHistoryParquetParams {
  /**
   * Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is answered with 404
   * venue_not_found.
   */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
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
  /** Adds `whyNull`, the reasons for null members. Default: false. */
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
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `freshness.historyLastEverMs`. Default: false. */
  readonly activity?: boolean;
  /** false leaves `venueNativeUrl` out. Default: true. */
  readonly venueNativeUrl?: boolean;
}

/** Parameters of `getRecordedAssets`. */
export interface GetRecordedAssetsParams {
  /** Restricts the answer to one venue. */
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
  /** Restricts the answer to one venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /**
   * Only resolutions recorded at this time or later. Epoch milliseconds or ISO 8601; epoch seconds
   * are rejected.
   */
  readonly since?: number;
  /** How many at most. Default: 100. */
  readonly limit?: number;
  /** nextCursor of an earlier answer to the same venue and since. */
  readonly cursor?: string;
}

/** Parameters of `getSlippage`. */
export interface GetSlippageParams {
  /** Asset id; letter case does not matter. */
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
  /** Age in minutes from which the newest record of an asset counts as stale. Default: 5. */
  readonly thresholdMin?: number;
  /** Maximum number of rows in each list. Default: 1000. */
  readonly limit?: number;
  /**
   * Sort order of the rows. Without it, stale is sorted by staleness and neverRecorded by asset.
   */
  readonly sortBy?: 'staleness' | 'asset' | 'venue';
  /** Restricts the answer to one venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Parameters of `getStaleAssetsCsv`. */
export interface GetStaleAssetsCsvParams {
  /** Age in minutes from which the newest record of an asset counts as stale. Default: 5. */
  readonly thresholdMin?: number;
  /** Maximum number of rows in each list. Default: 1000. */
  readonly limit?: number;
  /**
   * Sort order of the rows. Without it, stale is sorted by staleness and neverRecorded by asset.
   */
  readonly sortBy?: 'staleness' | 'asset' | 'venue';
  /** Restricts the answer to one venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
}

/** Parameters of `getStaleHistory`. */
export interface GetStaleHistoryParams {
  /** Start of the list. Default: 6. */
  readonly hours?: number;
  /** Age in minutes from which the newest record of an asset counts as stale. Default: 5. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Width of a bin, in the unit of the price. */
  readonly priceStep: number;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: number;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
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
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `streamFlow`. */
export interface StreamFlowParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `streamSignal`. */
export interface StreamSignalParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** A bundle with the reason for the event and its times. */
export type StreamSignalFrame = Bundle & {
  /**
   * Reason for the event: `init` on connect, `pulse` after a price move, `idle` after 15 quiet
   * seconds.
   */
  readonly cause: 'init' | 'pulse' | 'idle';
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
  /**
   * Time at which the price arrived, by the service's clock. Epoch milliseconds; null when the venue
   * does not list the asset.
   */
  readonly receivedAt: number | null;
  /** Time at which the event was made, by the service's clock. Epoch milliseconds. */
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
