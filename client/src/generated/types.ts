// Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

import type { Time } from '../call.ts';

/** Stable codes of failures; docs/errors.md says when each is sent. */
export type ApiErrorCode =
  | 'account_unread'
  | 'admin_unauthorized'
  | 'alert_endpoint_not_found'
  | 'asset_not_found'
  | 'bad_signature'
  | 'bad_snapshot_token'
  | 'bot_not_found'
  | 'code_expired'
  | 'credential_not_found'
  | 'delivery_not_found'
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
  | 'order_open'
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
  | 'review_item_not_found'
  | 'shutting_down'
  | 'snapshotter_down'
  | 'source_withheld'
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
  | 'vault_key_in_use'
  | 'vault_key_not_found'
  | 'vault_not_configured'
  | 'venue_not_entitled'
  | 'venue_not_found'
  | 'warming_up';

/** A delivery to one endpoint. */
export interface AlertDelivery {
  /** Id of the delivery. */
  readonly id: string;
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** `dead`: no further try is made. */
  readonly state: 'waiting' | 'delivered' | 'dead';
  /** Failed tries. */
  readonly tries: number;
  /** Earliest time of the next try. Epoch milliseconds; null when none is made. */
  readonly nextTryMs: number | null;
  /** HTTP status of the last answer; null when the endpoint has not answered. */
  readonly status: number | null;
  /** Why the last try failed; null when it did not fail, or answered. */
  readonly reason: string | null;
  /** Time of the final state. Epoch milliseconds; null when it waits. */
  readonly endedAtMs: number | null;
}

/** An endpoint. */
export interface AlertEndpoint {
  /** Id of the endpoint. */
  readonly id: string;
  /** Format of the bodies. */
  readonly format: 'standard' | 'slack' | 'discord' | 'telegram';
  /** Number of secrets that sign: 2 while one replaces the other. */
  readonly secrets: number;
  /**
   * Time since which nothing is sent, because the endpoint answered 410. Epoch milliseconds; null
   * when it is on.
   */
  readonly offSinceMs: number | null;
  /** Alerts that a limit left out and that are not told yet. */
  readonly suppressed: number;
}

/** An alert. */
export interface AlertEvent {
  /** Number of the event; later events have higher ones. */
  readonly seq: number;
  /** Id of the event, the `webhook-id` of each delivery. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'alerts.firing' | 'alerts.resolved' | 'alerts.suppressed';
  /** Id of the rule; null when the event is about an endpoint. */
  readonly rule: string | null;
  /** Anomaly, pair or bot within the rule; empty when the rule has one subject. */
  readonly subject: string;
  /** Asset id in its canonical spelling; null when the rule is not about an asset. */
  readonly asset: AssetId | null;
  /** Time of the event. Epoch milliseconds. */
  readonly tMs: number;
  /** Value that was compared; null when there is none. */
  readonly value: number | null;
  /** Threshold of the rule; null when the rule has none. */
  readonly threshold: number | null;
  /** Sentence for people; titles are those of the venues. */
  readonly text: string;
  /** Deliveries, one of each endpoint. */
  readonly deliveries: readonly AlertDelivery[];
}

/** A rule. */
export type AlertRule = {
  /** Id of the rule. */
  readonly id: string;
  /** Condition as in the file: its `type`, and the members of this type. */
  readonly when: {
    /** Type of the condition. */
    readonly type: string;
  } & Readonly<Record<string, unknown>>;
  /** Time in ms for which the condition must hold before the rule fires. */
  readonly forMs: number;
  /** Minimum time in ms between two firings of one subject. */
  readonly cooldownMs: number;
  /** Whether the end of the condition is told too. */
  readonly tellResolved: boolean;
  /** Ids of the endpoints that are told. */
  readonly to: readonly string[];
  /** Why the rule cannot fire at present; null when it can. */
  readonly problem: 'unknown_asset' | 'not_listed' | null;
  /** States by subject; empty until something was seen. */
  readonly states: readonly {
    /** Anomaly, pair or asset within the rule; empty when the rule has one subject. */
    readonly subject: string;
    /** Phase of the rule. */
    readonly phase: 'ok' | 'pending' | 'firing';
    /** Start of the phase. Epoch milliseconds. */
    readonly sinceMs: number;
    /** Time of the last firing. Epoch milliseconds; null when it has not fired. */
    readonly firedAtMs: number | null;
  }[];
};

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
 * Last price relative to fair value in basis points; positive when this venue is more expensive;
 * null when last or fairValue is null.
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
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
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
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
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
  /** 24 h volume in USD; null when no figure in USD is known. */
  readonly volume24hUsd: number | null;
  /**
   * Contracts traded in the last 24 hours. Present for venues that count contracts; null when the
   * venue publishes none.
   */
  readonly volume24hContracts?: number | null;
  /** Volume since the market opened, USD; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** Resting liquidity in USD, as the venue counts it; null when the venue publishes none. */
  readonly liquidityUsd: number | null;
  /** Open interest in USD; null when the venue publishes none. */
  readonly openInterestUsd: number | null;
  /** When trading ends. Epoch milliseconds; null when the venue states no end of trading. */
  readonly closeTime: number | null;
  /**
   * When the question is due to be decided. Epoch milliseconds; null when the venue states no such
   * time.
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
  /**
   * Number that the question is about. Absent when it is about none, or when the text of the venue
   * can mean more than one.
   */
  readonly threshold?: Threshold;
}

/** When the book was read, by the service's clock. Epoch milliseconds. */
export type BookReadAt = number;

/**
 * Every position is being closed, and nothing is opened meanwhile; null when nothing is being
 * closed as a whole.
 */
export type BotClosing = {
  /** What began it. */
  readonly cause: 'close_all' | 'close_first' | 'max_daily_loss';
  /** When it began. Epoch milliseconds. */
  readonly sinceMs: number;
} | null;

/**
 * Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
 * closes.
 */
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
  /** The most at risk in all markets, in US dollars; null when there is no limit. */
  readonly maxExposureUsd: number | null;
  /** The most at risk in one asset, in US dollars; null when there is no limit. */
  readonly maxAssetUsd: number | null;
  /** The most positions that are open; null when there is no limit. */
  readonly maxOpenPositions: number | null;
  /** Orders of the engine a minute; more wait; null when there is no limit. */
  readonly maxOrdersPerMin: number | null;
  /**
   * Fall of the equity since 00:00 UTC at which everything is closed, in US dollars; null when there
   * is no limit.
   */
  readonly maxDailyLossUsd: number | null;
  /**
   * Time in ms after a closing in which nothing is opened in the same asset; null when there is no
   * limit.
   */
  readonly cooldownMs: number | null;
  /**
   * Loss of a position in percent of its cost that closes it; null when nothing is closed for this
   * reason.
   */
  readonly stopLossPct: number | null;
  /**
   * Gain of a position in percent of its cost that closes it; null when nothing is closed for this
   * reason.
   */
  readonly takeProfitPct: number | null;
  /** Age in ms of a position that closes it; null when nothing is closed for this reason. */
  readonly maxHoldMs: number | null;
  /**
   * Time in ms before the stated end of a market at which its position is closed; null when nothing
   * is closed for this reason.
   */
  readonly closeBeforeEndMs: number | null;
  /**
   * Widest spread that the engine trades, in percent of its middle; null when any spread is traded.
   */
  readonly maxSpreadPct: number | null;
  /** What a neutral signal does to an open position. */
  readonly onNeutral: 'hold' | 'close';
  /** Whether the engine waits for `resume: true` after a restart of the service. */
  readonly startPaused: boolean;
  /** Starting balance of the purse for paper orders, in US dollars. */
  readonly paperBalanceUsd: number;
  /** Access fee for one filled trade, from the price list. Micro-USD. */
  readonly feeMicroUsd: number;
}

/** One day, from 00:00 UTC on. */
export interface BotDay {
  /** The day. */
  readonly day: string;
  /** Its start. Epoch milliseconds. */
  readonly startMs: number;
  /** Orders that were stored on the day. */
  readonly orders: number;
  /** Fills of the day. */
  readonly fills: number;
  /** Amount moved by the fills in US dollars. */
  readonly volumeUsd: number;
  /** Times that a position or a part of one was closed, less settlements that were undone. */
  readonly closings: number;
  /** Closings with a profit. */
  readonly wins: number;
  /** Gain of what was closed, after the venues' fees of the day. */
  readonly realizedUsd: number;
  /** The venues' fees, already taken off realizedUsd. */
  readonly venueFeesUsd: number;
  /** Fills whose fee is not known: realizedUsd is without it. */
  readonly fillsWithoutFee: number;
  /** Access fees of this service for the orders of the day. */
  readonly accessFeesUsd: number;
  /** realizedUsd less accessFeesUsd; without funding, which is not read. */
  readonly netUsd: number;
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

/**
 * What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no order
 * leaves, and what rests is cancelled.
 */
export type BotHalt = 'none' | 'opening' | 'all';

/** One limit of the bot, in the unit that its name ends in. */
export interface BotLimit {
  /** Name of the setting. */
  readonly name:
    | 'maxDailyLossUsd'
    | 'cooldownMs'
    | 'maxOpenPositions'
    | 'maxAssetUsd'
    | 'maxExposureUsd'
    | 'maxOrdersPerMin';
  /** Asset id in its canonical spelling; null when the limit is that of the whole bot. */
  readonly asset: AssetId | null;
  /** The limit in force: the smaller of the bot's own and the operator's. */
  readonly limit: number;
  /** The operator's ceiling; null when the operator has set none. */
  readonly ceiling: number | null;
  /** What is used of it. */
  readonly used: number;
  /** What orders that have not ended may still use. */
  readonly reserved: number;
  /** What is left. */
  readonly left: number;
  /**
   * When the limit was reached, or refused one of the newest orders. Epoch milliseconds; null when
   * neither happened.
   */
  readonly reachedAtMs: number | null;
}

/**
 * The loss of a day reached its limit: nothing is opened until `resume: true`; null when no loss
 * was reached since the bot was last resumed.
 */
export type BotLossStop = {
  /** When it was reached. Epoch milliseconds. */
  readonly atMs: number;
  /** Fall of the equity since 00:00 UTC, in US dollars. */
  readonly lossUsd: number;
  /** The limit that was in force, in US dollars. */
  readonly limitUsd: number;
} | null;

/** One order of a bot. */
export interface BotOrder {
  /** When the order was stored. Epoch milliseconds. */
  readonly t: number;
  /** Result of the order; `filled` also when only a part was traded. */
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
   * 0.02 for binaries. An order that fills at markPrice does so either way; null when no price was
   * known, or the order does not fill at markPrice.
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
   * Whether the fills can still change: the chain has not confirmed them, or the venue has not
   * stated their prices or fees yet.
   */
  readonly settling: boolean;
  /** Venue fees of the fills; `unknown`: not stated in 30 days; null when nothing was filled. */
  readonly feeState: 'stated' | 'pending' | 'unknown' | null;
  /**
   * Whether the order is being cancelled, by its bot or by a halt of trading, until the venue
   * confirms that nothing rests.
   */
  readonly cancelling: boolean;
  /** Reason why the order was rejected or is unconfirmed; null when it is neither. */
  readonly reason: RejectReasonOrNull;
  /** Message from the venue about the order; null when the venue gave no message. */
  readonly message: string | null;
  /** Whether a part that would have opened something was left out. */
  readonly partial: boolean;
  /** The limit that kept the order, or a part of it, from opening; null when no limit did. */
  readonly limit:
    | 'maxDailyLossUsd'
    | 'cooldownMs'
    | 'maxOpenPositions'
    | 'maxAssetUsd'
    | 'maxExposureUsd'
    | 'maxOrdersPerMin'
    | null;
  /**
   * Why the exit watch closes a position with the order. Prices are USD, or probabilities of Yes;
   * null when the exit watch did not place it.
   */
  readonly exit: BotOrderExit | null;
  /**
   * Fill on paper of a live order: what the book held when it was sent; null when it is no live
   * order, was not sent, or no book was there in time.
   */
  readonly paper: BotOrderPaper | null;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /**
   * Origin of the order: a call of the API (`trade`), the engine, or `account`: without an order.
   */
  readonly source: 'trade' | 'engine' | 'account';
  /** When the order was stored. Epoch milliseconds. */
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
    /**
     * Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed, until
     * the venue states it; `corrected`: the venue, in place of a provisional fill.
     */
    readonly basis: 'stated' | 'provisional' | 'corrected';
    /**
     * `trade`: by the order; the others by the venue, or by its owner (`adopted`, `reconciled`).
     */
    readonly kind:
      | 'trade'
      | 'liquidation'
      | 'settlement'
      | 'redemption'
      | 'transfer'
      | 'adopted'
      | 'reconciled';
  }[];
}

export interface BotOrderExit {
  /** Setting of the bot, or the closing of everything. */
  readonly rule:
    | 'stopLossPct'
    | 'takeProfitPct'
    | 'maxHoldMs'
    | 'closeBeforeEndMs'
    | 'maxDailyLossUsd'
    | 'close_all'
    | 'close_first';
  /** Price that the rule names; null when the rule names no price. */
  readonly triggerPrice: number | null;
  /** Price at which the position could be closed when the exit watch decided. */
  readonly exitPrice: number;
  /**
   * What the fills cost beyond the price that the rule names, in US dollars: a gap, or a thin book.
   * Below 0: they were better; null when the rule names no price, or nothing was filled.
   */
  readonly beyondUsd: number | null;
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
  /** Reason why the order was rejected or is unconfirmed; null when it is neither. */
  readonly reason: RejectReasonOrNull;
  /** Message from the venue about the order; null when the venue gave no message. */
  readonly message: string | null;
}

export interface BotOrderPaper {
  /** Quantity, in coins or shares, before fees in shares. */
  readonly filledSize: number;
  /** Average price; null when nothing was filled on paper. */
  readonly avgPrice: number | null;
  /** Published venue fee; null when none is published. */
  readonly feeUsd: number | null;
  /**
   * Gain over the paper price for the filled quantity, without fees; below 0: the venue was worse;
   * null when one of both filled nothing.
   */
  readonly differenceUsd: number | null;
}

/** Paper money. Present in mock mode with fills `book`. */
export interface BotPurse {
  /** Starting balance: `paperBalanceUsd` of the settings. */
  readonly balanceUsd: number;
  /** Balance left for openings: gains added, cost of open positions taken off. */
  readonly leftUsd: number;
}

/** Everything a program needs to decide about one asset. */
export interface Bundle {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
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
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Coin or question; null when nothing is known of the market. */
  readonly name: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
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
   * Risk metrics over the live records of the last 24 hours, or the hourly closes of the last week
   * when those cover less than six hours.
   */
  readonly risk: BundleRisk;
  /** Balance of buyers and sellers in the traded volume of 24 hours. */
  readonly flow: BundleFlow;
  /** Cost of holding the asset through funding. */
  readonly carry: BundleCarry;
  /**
   * Trading signal, a sum of votes by momentum, funding, basis and flow; that of flow goes by the
   * stated side where there is one.
   */
  readonly signals: BundleSignals;
  /** Venue page and side that fit the signal. Orders are placed at the venue, not here. */
  readonly tradeHint: BundleTradeHint;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
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
  /** Last price relative to fair value in basis points; null when last or value is null. */
  readonly basisBps: number | null;
  /** Source of the fair value; `none` when there is no value. */
  readonly source: FairValueSource;
  /**
   * Confidence in the value, 0 to 1. It is 1 for an oracle, grows with the number of venues, and
   * falls with their disagreement; null when value is null.
   */
  readonly confidence: number | null;
  /**
   * Difference between the highest and the lowest mid of the venues, in basis points of the value;
   * null when value is null or is an oracle price.
   */
  readonly dispersionBps: number | null;
  /** Venues whose mids form the consensus; null when value is null or is an oracle price. */
  readonly nVenues: number | null;
  /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
}

/** Balance of buyers and sellers in the traded volume of 24 hours. */
export interface BundleFlow {
  /**
   * Buyer volume minus seller volume by the tick rule, divided by both, -1 to 1; null when no record
   * has a traded volume.
   */
  readonly imbalance: number | null;
  /**
   * `BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when imbalance
   * is null or between -0.2 and 0.2.
   */
  readonly lean: 'BID' | 'ASK' | null;
  /**
   * The same by the side that the venue stated, from recorded trades. In studies on probabilities
   * the tick rule was right 0.73 of the time at best and 0.50 at worst; null when no trade of the
   * last 24 hours is known.
   */
  readonly stated: BundleStatedFlow | null;
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
   * End that is used: of trading (`closeTime`), or the time at which the question is due
   * (`endDate`); null when the venue states no end.
   */
  readonly resolvedFrom: ResolvedFrom;
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
  /** 24 h volume in USD; null when the venue publishes none. */
  readonly volume24hUsd: number | null;
  /** Volume since the market opened, USD; null when the venue publishes none. */
  readonly volumeTotalUsd: number | null;
  /** Source of these figures; null when the venue does not list the asset. */
  readonly source: 'snapshot' | null;
}

/** Current price and its distance from fair value. */
export interface BundlePrice {
  /**
   * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
   * the market has no price, or left its venue before it was recorded.
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
   * Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is above
   * ask.
   */
  readonly spreadBps: SpreadBps;
  /**
   * Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
   * missing or 0, or bid is above ask.
   */
  readonly spreadPts: SpreadPts;
  /**
   * Fair value of the asset; the same as fairValue.value of the bundle; null when there is no oracle
   * price and fewer than two linked venues have a fresh mid.
   */
  readonly fairValue: FairPrice;
  /**
   * Last price relative to fair value in basis points; positive when this venue is more expensive;
   * null when last or fairValue is null.
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
  readonly change24hPct: Change24hPct;
  /**
   * Price change over 24 hours in percentage points, for binaries; null when the asset is a
   * perpetual, or change24hPct is null.
   */
  readonly change24hPts: number | null;
  /** Unit of the prices: `usd`, or `probability` of Yes. */
  readonly unit: 'usd' | 'probability';
  /**
   * `snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
   * venue's figure of a binary; null when change24hPct is null.
   */
  readonly change24hSource: 'snapshot' | 'store-delta' | 'venue' | null;
}

export interface BundleResolution {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract in USD, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /** When the venue settled the market. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
}

/**
 * Risk metrics over the live records of the last 24 hours, or the hourly closes of the last week
 * when those cover less than six hours.
 */
export interface BundleRisk {
  /**
   * Annualised realised volatility. In percent; where returnBasis is `diff`, in percentage points;
   * null when source is insufficient.
   */
  readonly realizedVolAnnualizedPct: number | null;
  /**
   * Largest fall from a running peak. In percent of the peak, of a probability too; null when source
   * is insufficient.
   */
  readonly maxDrawdownPct: number | null;
  /**
   * Annualised Sharpe ratio without a risk-free rate; null when source is insufficient, the
   * denominator is 0, or the asset is a binary.
   */
  readonly sharpe: number | null;
  /** Reason why sharpe is null. */
  readonly sharpeSuppressedReason?: SharpeSuppression;
  /**
   * Ulcer index: root mean square of the drawdowns. In percent of the peak, of a probability too;
   * null when source is insufficient.
   */
  readonly ulcerIndexPct: number | null;
  /**
   * Pain index: mean drawdown. In percent of the peak, of a probability too; null when source is
   * insufficient.
   */
  readonly painIndexPct: number | null;
  /**
   * Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher). In
   * percent; where returnBasis is `diff`, in percentage points; null when source is insufficient or
   * the returns do not vary.
   */
  readonly modifiedVar95Pct: number | null;
  /**
   * Martin ratio: annualised return divided by the ulcer index; null when source is insufficient,
   * the denominator is 0, or the asset is a binary.
   */
  readonly martinRatio: number | null;
  /**
   * Conditional drawdown at risk: mean of the worst 5 % of the drawdowns. In percent of the peak, of
   * a probability too; null when source is insufficient.
   */
  readonly cdar95Pct: number | null;
  /**
   * Sum of the gains divided by the sum of the losses; null when source is insufficient or the
   * denominator is 0.
   */
  readonly gainToPain: number | null;
  /**
   * Sterling ratio: annualised return divided by cdar95Pct; null when source is insufficient, the
   * denominator is 0, or the asset is a binary.
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
  /** Bars used; 0 when source is insufficient. */
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
  /** Returns in a year of covered time, used to annualise; null when source is insufficient. */
  readonly periodsPerYear: number | null;
  /** Sample from which the figures were computed; null when source is insufficient. */
  readonly sampling: Sampling | null;
  /** Sample of these figures, and those that other endpoints use for figures of the same name. */
  readonly sampleNote: SampleNote;
}

/** Prices of the last 24 hours for a small chart. Present with `series=true`. */
export interface BundleSeries {
  /**
   * Last price of each of 60 equal time slices, oldest first; slices without a record are left out.
   */
  readonly prices: readonly number[];
  /** Prices, at most 60. */
  readonly points: number;
  /** Width of the window in ms. */
  readonly windowMs: number;
}

/**
 * Trading signal, a sum of votes by momentum, funding, basis and flow; that of flow goes by the
 * stated side where there is one.
 */
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

export interface BundleStatedFlow {
  /**
   * Size bought minus size sold, divided by both, -1 to 1; null when less than 80 % of the size has
   * a stated side.
   */
  readonly imbalance: number | null;
  /**
   * `BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when imbalance
   * is null or between -0.2 and 0.2.
   */
  readonly lean: 'BID' | 'ASK' | null;
  /** Share of the traded size whose side is stated, 0 to 1. */
  readonly knownShare: number;
  /** Trades, without those that never settled or were agreed outside of the book. */
  readonly trades: number;
  /** Width of the window in ms: the current hour and the 23 before it. */
  readonly windowMs: number;
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

/** One band of price. */
export interface CalibrationBand {
  /** 0 to 13. */
  readonly index: number;
  /** Lowest price of the band. */
  readonly low: number;
  /** Price that it ends below; 1 belongs to the last. */
  readonly high: number;
  /** Samples. */
  readonly n: number;
  /** Samples that came true. */
  readonly yes: number;
  /** Events among the samples. */
  readonly clusters: number;
  /** Whether there are at least 20 samples of 10 events. */
  readonly enough: boolean;
  /** Mean price of Yes; null when there are too few samples. */
  readonly meanPrice: number | null;
  /** Part that came true; null when there are too few samples. */
  readonly share: number | null;
  /** Independent samples that the share is worth; null when there are too few samples. */
  readonly effective: number | null;
  /** Lower end of the interval of 95 %; null when there are too few samples. */
  readonly shareLow: number | null;
  /** Upper end; null when there are too few samples. */
  readonly shareHigh: number | null;
  /** Whether the mean price lies within the interval; null when there are too few samples. */
  readonly holds: boolean | null;
}

/** One cell. */
export interface CalibrationCell {
  /** Venue of the markets. */
  readonly venue: VenueId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Category of the markets; `all`: every one but `window`. */
  readonly category: string;
  /** Time before the stated end. */
  readonly horizon: '30d' | '7d' | '1d' | '6h' | '1h' | '10m' | '5m' | '1m';
  /** Whether many results are known in all but name by then. */
  readonly isFinal: boolean;
  /** Samples. */
  readonly n: number;
  /** Samples that came true. */
  readonly yes: number;
  /** Events among the samples. */
  readonly clusters: number;
  /** Whether there are at least 100 samples of 30 events. */
  readonly enough: boolean;
  /** Mean price of Yes; null when there are too few samples. */
  readonly meanPrice: number | null;
  /** Part of the samples that came true; null when there are too few samples. */
  readonly share: number | null;
  /** Brier score: 0 is perfect; null when there are too few samples. */
  readonly brier: number | null;
  /** Standard error of the Brier score, by events; null when there are too few samples. */
  readonly brierSe: number | null;
  /** Part of the Brier score due to wrong prices; null when there are too few samples. */
  readonly reliability: number | null;
  /** Part by which telling bands apart lowers it; null when there are too few samples. */
  readonly resolution: number | null;
  /** Brier score of the share, said of every market; null when there are too few samples. */
  readonly uncertainty: number | null;
  /** Part that banding loses; null when there are too few samples. */
  readonly withinBand: number | null;
  /** Reliability that perfect prices would show; null when there are too few samples. */
  readonly reliabilityByChance: number | null;
  /**
   * 1 is perfect, 0 no better than the share; null when there are too few samples, or all came out
   * alike.
   */
  readonly skill: number | null;
  /** Mean surprise in nats; null when there are too few samples. */
  readonly logLoss: number | null;
  /** Samples priced beyond 0.001 or 0.999. */
  readonly clipped: number;
  /**
   * Markets without a sample, by reason: void, reopened, no_end, not_listed, end_moved,
   * already_ended, gap, only_backfilled, no_price, never_resolved.
   */
  readonly leftOut: Readonly<Record<string, number>>;
  /** All bands of price, with `bands=true`. */
  readonly bands?: readonly CalibrationBand[];
  /**
   * Reasons for null members, by path; `cell`: the whole cell, `bands.3`: one band. docs/errors.md
   * explains them.
   */
  readonly whyNull: WhyNull;
}

export interface CancelOrderAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Result of the cancellation. */
  readonly outcome: {
    /**
     * `cancelled`: nothing was traded; `filled`: a part or all was traded before the cancellation;
     * `rejected`: the order was already rejected; `cancelling`: the final state is not known yet.
     */
    readonly status: 'cancelled' | 'filled' | 'rejected' | 'cancelling';
    /** One order of a bot. */
    readonly order: BotOrder;
  };
}

export interface CancelVouchersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Vouchers that this call cancelled. */
  readonly cancelled: number;
  /** Sum of the vouchers that this call cancelled. Micro-USD. */
  readonly microUsd: number;
  /** Vouchers of the selection that were redeemed before. */
  readonly redeemedAlready: number;
  /** Whether this call cancelled any. */
  readonly applied: boolean;
}

/**
 * Price change over 24 hours in percent of the earlier price; null when the current price or that
 * of 24 hours ago is not known.
 */
export type Change24hPct = number | null;

export interface CloseAllAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Whether all trading of the bot is halted by its own switch. */
  readonly killed: boolean;
  /**
   * What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no order
   * leaves, and what rests is cancelled.
   */
  readonly halt: BotHalt;
  /**
   * Every position is being closed, and nothing is opened meanwhile; null when nothing is being
   * closed as a whole.
   */
  readonly closing: BotClosing;
  /**
   * The loss of a day reached its limit: nothing is opened until `resume: true`; null when no loss
   * was reached since the bot was last resumed.
   */
  readonly stopped: BotLossStop;
  /** Positions that are still open and can be closed: of a lot and more. */
  readonly openPositions: number;
  /** Orders of this closing, newest first. */
  readonly orders: readonly BotOrder[];
}

export interface CloseCredentialAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: VenueId;
}

export interface CloseOrderAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Id of the order. */
  readonly orderId: string;
  /** Lifecycle state of the order. */
  readonly state: OrderState;
  /** Reserved fee that was released. Micro-USD. */
  readonly releasedMicroUsd: number;
}

export interface CompareLedgerAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether no source differs. */
  readonly isEqual: boolean;
  /** Sources. */
  readonly sources: readonly SourceComparison[];
}

/** One stored credential, without its secret. */
export interface ConnectedVenue {
  /** Venue. */
  readonly venue: VenueId;
  /** Kind of the credential. */
  readonly kind: 'apiKey' | 'wallet' | 'oauth';
  /** When the credential was stored. Epoch milliseconds. */
  readonly addedAt: number;
  /**
   * Whether the credential can trade: it is complete, the venue has not rejected it, and the vault
   * can decrypt it.
   */
  readonly usable: boolean;
  /** Members that live trading needs and the credential lacks. */
  readonly missing: readonly string[];
  /**
   * When the venue last checked the credential. Checks happen in live mode only. Epoch milliseconds;
   * null when the venue has not checked it yet.
   */
  readonly checkedAt: number | null;
  /**
   * Problem with the credential, found by this service or reported by the venue; null when no
   * problem is known.
   */
  readonly problem: string | null;
  /**
   * Bots that share the account behind the credential; null when the service runs in mock mode.
   */
  readonly bots: number | null;
  /**
   * The account behind the credential, as it was read last; null when it was not read yet: accounts
   * are read in live mode only.
   */
  readonly account: {
    /** The venue's public name of it; null when it was never read. */
    readonly account: string | null;
    /** Money that is free for orders, in US dollars; null when the venue does not say. */
    readonly freeUsd: number | null;
    /** When it was read. Epoch milliseconds; null when it was never read. */
    readonly checkedAt: number | null;
    /** Why the newest reading failed; null when it did not fail. */
    readonly problem: string | null;
  } | null;
  /**
   * Orders that rest in the account and that no bot placed; null when they were not listed yet, or
   * the venue lists none.
   */
  readonly foreignOrders: {
    /** How many there are. */
    readonly count: number;
    /** When they were listed. Epoch milliseconds. */
    readonly checkedAt: number;
  } | null;
}

/** Connected venues. */
export interface ConnectedVenues {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether credentials can be stored and used. */
  readonly vaultEnabled: boolean;
  /** Connected venues, one entry each, sorted by venue. */
  readonly connected: readonly ConnectedVenue[];
}

export interface ControlBotAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
   * closes.
   */
  readonly config: BotConfig;
  /** Whether all trading of the bot is halted by its own switch. */
  readonly killed: boolean;
  /**
   * What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no order
   * leaves, and what rests is cancelled.
   */
  readonly halt: BotHalt;
  /**
   * Every position is being closed, and nothing is opened meanwhile; null when nothing is being
   * closed as a whole.
   */
  readonly closing: BotClosing;
  /**
   * The loss of a day reached its limit: nothing is opened until `resume: true`; null when no loss
   * was reached since the bot was last resumed.
   */
  readonly stopped: BotLossStop;
}

export interface CorrelationMatrix {
  /** Asset ids of the rows and columns. */
  readonly labels: readonly AssetId[];
  /** Symmetric matrix with a diagonal of 1. */
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
   * Share of the window, up to now, that has records, 0 to 1. Filled-in hours and imports count as
   * recorded.
   */
  readonly recordedFrac: number;
  /** Spans of the window without records, oldest first. */
  readonly notRecorded: readonly NotRecorded[];
}

export interface CreditOwnerAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Credited owner. */
  readonly owner: string;
  /** Whether this call applied the credit; false when it was applied before. */
  readonly applied: boolean;
  /** Amount of the credit. Micro-USD. */
  readonly microUsd: number;
  /** Balance after the credit and the repayment of debts. Micro-USD. */
  readonly balanceMicroUsd: number;
  /**
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd: OwedMicroUsd;
}

/** Data of the history that cannot be read. */
export interface Damage {
  /**
   * `records`: observations; `page`: one of many assets or markets; `row`: one beside the
   * observations; `books`, `trades`: those of the tape.
   */
  readonly kind?: 'records' | 'page' | 'row' | 'books' | 'trades';
  /** Venue, or ref; null when it is not known. */
  readonly venue: Recorder | null;
  /** Asset id; null when several assets are concerned, or the asset is not known. */
  readonly asset: string | null;
  /** Start of the span. Epoch milliseconds; null when it is not known. */
  readonly fromMs: number | null;
  /** End of the span. Epoch milliseconds; null when it is not known. */
  readonly toMs: number | null;
  /** Observations that are missing; null when it is not known. */
  readonly records?: number | null;
  /** Kind of damage. */
  readonly reason: string;
}

export interface DebitOwnerAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Debited owner. */
  readonly owner: string;
  /** Whether this call applied the debit; false when it was applied before. */
  readonly applied: boolean;
  /** Amount of the debit. Micro-USD. */
  readonly microUsd: number;
  /** Balance after the debit. Micro-USD. */
  readonly balanceMicroUsd: number;
  /**
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd: OwedMicroUsd;
}

export interface DecideReviewAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether this call ended the item; false when it had ended before. */
  readonly applied: boolean;
  /** Owner whose balance the decision concerned; null when no balance was concerned. */
  readonly owner: string | null;
  /** Change of the balance of the owner by this call. Micro-USD. */
  readonly movedMicroUsd: number;
  /** Balance of the owner after the call. Micro-USD; null when no balance was concerned. */
  readonly balanceMicroUsd: number | null;
  /** Debt of the owner after the call. Micro-USD; null when no balance was concerned. */
  readonly owedMicroUsd: number | null;
  /** One matter that waits for a person. */
  readonly item: ReviewItem;
}

/** One deposit. */
export interface Deposit {
  /** Id of the deposit; a credit with `ref` `release:<id>` pays it out. */
  readonly id: string;
  /** State of the deposit. */
  readonly state: 'credited' | 'held' | 'unattributed' | 'released' | 'returned' | 'reversed';
  /** Reason why the deposit is or was in review; null when it was never in review. */
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
  /** Payment provider, or the chain watcher, that reported the deposit. */
  readonly source: 'coinbase' | 'hmac' | 'stripe' | 'chain';
  /** Owner to whom the deposit belongs; null when the owner is not known. */
  readonly owner: string | null;
  /** Currency of the deposit, as its source states it. */
  readonly currency: string;
  /** Amount in the currency, as exact decimal text. */
  readonly amount: string;
  /**
   * Value of the deposit; during review, less refunds. Micro-USD; null when the value is unknown and
   * the deposit can only be returned.
   */
  readonly microUsd: number | null;
  /** Amount that was sent back during review by refunds, disputes or a return. Micro-USD. */
  readonly refundedMicroUsd: number;
  /** Amount that can be released or returned now; 0 outside review. Micro-USD. */
  readonly returnableMicroUsd: number;
  /** Provider's id of the event; null when it came over a chain. */
  readonly eventId: string | null;
  /** Name of the chain; null when a provider received it. */
  readonly chain: string | null;
  /** Symbol of the token; null when a provider received it. */
  readonly token: string | null;
  /**
   * Address of the sender on the chain; null when a provider received it or the sender is not known.
   */
  readonly from: string | null;
  /** Hash of the transaction; null when a provider received it. */
  readonly txHash: string | null;
  /** Index of the transfer within its transaction; null when there is no such index. */
  readonly logIndex: number | null;
  /** When the deposit was recorded. Epoch milliseconds. */
  readonly createdAt: number;
  /**
   * When the deposit was released or returned. Epoch milliseconds; null when neither has happened.
   */
  readonly resolvedAt: number | null;
}

/** One endpoint or channel. */
export interface EndpointDrift {
  /** Route or channel, or the kind of message where it has no route of its own. */
  readonly endpoint: string;
  /** When an answer was last read. Epoch milliseconds; null when none was read. */
  readonly lastWorkedMs: number | null;
  /** Answers, or frames of a channel. */
  readonly answers: number;
  /** Answers and rows that were refused. */
  readonly refused: number;
  /** Members of the newest messages that are neither read nor known. */
  readonly unknownMembers: readonly string[];
  /** Since when something was refused or unknown. Epoch milliseconds; null when nothing is. */
  readonly sinceMs: number | null;
}

/** The first body of the venue that shows what is wrong. */
export interface Evidence {
  /** Route or channel of the message. */
  readonly endpoint: string;
  /** Name or position of the row; null when no single row is meant. */
  readonly row: string | null;
  /** Path of the member in our schema; null when no single member is meant. */
  readonly member: string | null;
  /** Value as JSON, at most 80 characters; null when the member is missing. */
  readonly value: string | null;
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

export interface ExplainLinkAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Features of a market, as the matcher read them. */
  readonly a: MarketFeatures;
  /** Features of a market, as the matcher read them. */
  readonly b: MarketFeatures;
  /** Relation that the matcher finds; null when the matcher rejects the pair. */
  readonly matched: 'same' | 'opposite' | 'subset' | 'superset' | 'related' | null;
  /** Confidence of the matcher, 0 to 1. */
  readonly confidence: number;
  /** Evidence for the link. */
  readonly reasons: readonly string[];
  /** Evidence against the link. */
  readonly against: readonly string[];
  /** Link between the markets a and b; null when the markets are not linked. */
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
  readonly table:
    | 'observations'
    | 'gaps'
    | 'resolutions'
    | 'markets'
    | 'rules'
    | 'links'
    | 'forecasts'
    | 'marks'
    | 'settled'
    | 'bars'
    | 'books'
    | 'bookSpans'
    | 'trades';
  /** Number of rows; null when the file has not been made yet. */
  readonly rows: number | null;
  /** Assets with observations in the file; null when the file has not been made yet. */
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
  /**
   * Time as of which the rows of the file are complete. Epoch milliseconds; null when the file has
   * not been made yet.
   */
  readonly asOfMs: number | null;
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
  /** Version of the answers under `/api/m2m/`; present there only. */
  readonly apiVersion?: 'v1';
}

/**
 * Fair value of the asset; the same as fairValue.value of the bundle; null when there is no oracle
 * price and fewer than two linked venues have a fresh mid.
 */
export type FairPrice = number | null;

/** Source of the fair value; `none` when there is no value. */
export type FairValueSource = 'hl-oracle' | 'consensus' | 'none';

/** Configuration flags and venue adapters. */
export interface Flags {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * Flags; only bot.globalHalt, of which bot.globalKill is a part, can be changed through the API.
   */
  readonly flags: {
    /** Flags of trading. */
    readonly bot: {
      /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
      readonly execMode: ExecMode;
      /** Whether the engine trades for enabled bots. */
      readonly engineLoop: boolean;
      /** Whether venue credentials can be stored. */
      readonly vaultEnabled: boolean;
      /** Whether all trading is halted. */
      readonly globalKill: boolean;
      /**
       * What is halted for all bots. `opening`: nothing is opened, closes go on. `all`: no order leaves,
       * and what rests is cancelled.
       */
      readonly globalHalt: 'none' | 'opening' | 'all';
      /** Access fee for one filled trade. Micro-USD. */
      readonly tradeFeeMicroUsd: number;
    };
    /** Flags of paid use. */
    readonly monetization: {
      /** Whether premium endpoints need a key. */
      readonly paidGating: boolean;
      /** Whether use is charged to prepaid balances. */
      readonly prepaidBilling: boolean;
    };
    /** Chains that are watched for deposits. */
    readonly deposits: {
      /** Whether an EVM chain is watched. */
      readonly evm: boolean;
      /** Whether Solana is watched. */
      readonly solana: boolean;
    };
    /** Flags of network security. */
    readonly security: {
      /** Whether client addresses are taken from proxy headers. */
      readonly trustProxy: boolean;
    };
    /** Venues of the service. */
    readonly dataVenues: readonly {
      /** Venue. */
      readonly venue: VenueId;
      /** Whether the venue is recorded and served. */
      readonly shipped: boolean;
      /** Lowest tier that can read the venue. */
      readonly tier: 'free' | 'pro' | 'enterprise';
    }[];
    /** Facts about this process. */
    readonly process: {
      /** Venue that this process serves, or `all`. */
      readonly venue: string;
      /** Value of NODE_ENV. */
      readonly nodeEnv: string;
    };
  };
  /** Adapters of the recorded venues. */
  readonly engines: readonly {
    /** Venue. */
    readonly venue: VenueId;
    /** Port on which the venue is served; null when the request did not come over a port. */
    readonly port: number | null;
    /** `OK` when the venue has a fresh snapshot. */
    readonly verdict: 'OK' | 'DOWN';
  }[];
}

/** One price update as order flow. Sizes of skipped events are included. */
export interface FlowEvent {
  /** Name of the event. */
  readonly type: 'flow';
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** When the price arrived, by the service's clock. Epoch milliseconds. */
  readonly t: number;
  /** Price: USD, or probability of Yes. */
  readonly p: number;
  /** Price of the update before; null when none is known. */
  readonly prevP: number | null;
  /**
   * Volume traded since the previous poll of the venue; null when the venue has published no new
   * figure.
   */
  readonly v: number | null;
  /**
   * Traded volume of the update. 1 as long as no volume was ever known; after that, 0 for an update
   * without volume.
   */
  readonly weight: number;
  /** Side of the taker by the tick rule. */
  readonly side: 'buy' | 'sell' | 'unclassified';
  /** Weight, positive for a buy and negative for a sell. */
  readonly signed: number;
  /** Sum of `signed` since this connection began. */
  readonly cumulative: number;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
  /** When the venue's message arrived, by the service's clock. Epoch milliseconds. */
  readonly receivedAt: ReceivedAt;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
}

export interface ForgetVaultKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Id of the lost key. */
  readonly keyId: string;
  /** Credentials that were removed: their owners have to store them again. */
  readonly removed: readonly RemovedCredential[];
}

/** One perpetual. */
export interface FundingDaysRow {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue. */
  readonly venue: VenueId;
  /** Venue's name of the asset. */
  readonly coin: string;
  /** 24 h volume in USD; null when the venue states none. */
  readonly volume24hUsd: number | null;
  /**
   * Rate of the current hour as a fraction of notional; positive when longs pay; null when the venue
   * publishes no rate.
   */
  readonly fundingHourly: number | null;
  /**
   * `known`; `waiting`: its payments are being read; `unavailable`: the venue gave none, and is
   * asked again.
   */
  readonly state: 'known' | 'waiting' | 'unavailable';
  /**
   * Sum of the days with a payment, as a fraction of notional: what a long paid; null when state is
   * not `known`, or no payment of these days is known.
   */
  readonly sumFrac: number | null;
  /**
   * Time of the newest known payment. Hours after it are missing in its days, so that an old time
   * says that the venue gives no more now. Epoch milliseconds; null when no payment is known.
   */
  readonly lastMs: number | null;
  /** Days in UTC, oldest first. The current day is not over; null when state is not `known`. */
  readonly daily:
    | readonly {
        /** Day in UTC. */
        readonly day: string;
        /**
         * Sum of the payments as a fraction of notional; positive when longs paid; null when no payment of
         * the day is known.
         */
        readonly sumFrac: number | null;
        /** Number of payments: 24 of a whole day. */
        readonly payments: number;
      }[]
    | null;
}

/** One span that could not be recorded. */
export interface Gap {
  /** Venue of the gap, or ref of a reference price. */
  readonly venue: Recorder;
  /** Key of the series; null when the whole venue was not recorded. */
  readonly storeKey: string | null;
  /** Last recorded time before the gap. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the gap. Epoch milliseconds; null when the gap is still open. */
  readonly toMs: number | null;
  /** Reason why recording failed. */
  readonly reason: string;
}

/** A gap in the recording was noticed, or has ended. */
export interface GapEvent {
  /** Name of the event. */
  readonly type: 'gap';
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Whether the whole venue was not recorded. */
  readonly ofVenue: boolean;
  /** Last recorded time before the gap. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the gap. Epoch milliseconds; null when the gap is still open. */
  readonly toMs: number | null;
  /** Reason why recording failed. */
  readonly reason: string;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
}

/** Spans that could not be recorded and overlap the window. */
export type Gaps = readonly Gap[];

/** When the answer was computed, ISO 8601. */
export type GeneratedAt = string;

export interface GetAnomaliesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Verdict, by the most severe anomaly. */
  readonly verdict: 'ok' | 'degraded' | 'critical';
  /** Whether the process started less than 90 s ago. */
  readonly warming: boolean;
  /** Whether the operator should be paged. */
  readonly alertable: boolean;
  /** Scope of the check. */
  readonly scope: {
    /** Checked venues. */
    readonly venues: readonly VenueId[];
  };
  /** Numbers of anomalies. */
  readonly counts: {
    /** Number of anomalies. */
    readonly total: number;
    /** Number of critical anomalies. */
    readonly critical: number;
    /** Number of warnings. */
    readonly warning: number;
  };
  /** Anomalies; those of the same code and venue are one entry. */
  readonly anomalies: readonly {
    /** Severity; `info` does not change the verdict. */
    readonly severity: 'info' | 'warning' | 'critical';
    /** Code of the anomaly. */
    readonly code:
      | 'venue_missing'
      | 'venue_stale'
      | 'venue_empty'
      | 'stream_silent'
      | 'list_shrunk'
      | 'list_older'
      | 'rows_refused'
      | 'answers_refused'
      | 'prices_lost'
      | 'side_disputed'
      | 'price_held'
      | 'clock_stepped'
      | 'venue_drift'
      | 'store_unavailable'
      | 'probability_out_of_range'
      | 'non_positive_price'
      | 'empty_book_half'
      | 'gross_overround'
      | 'disk_low'
      | 'tape_stopped'
      | 'book_broken'
      | 'book_crossed'
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
      | 'reversal_without_payment'
      | 'reversal_currency'
      | 'reversal_excess'
      | 'reversal_waiting'
      | 'treasury_changed'
      | 'skipped_transaction'
      | 'ledger_restored'
      | 'vault_unreadable'
      | 'ref_conflict'
      | 'source_difference'
      | 'deposit_watcher_stalled'
      | 'chain_clock_differs'
      | 'venue_blocked'
      | 'credentials_refused'
      | 'positions_not_settled'
      | 'orders_unconfirmed'
      | 'account_rows_refused'
      | 'position_mismatch'
      | 'exit_price_missing';
    /** Venue concerned; null when the whole service is concerned. */
    readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | null;
    /** Anomaly in one sentence. */
    readonly message: string;
    /** Markets, streams or blocks concerned. */
    readonly count?: number;
    /** The first body of the venue that shows what is wrong. */
    readonly at?: Evidence;
    /** Data of the history that cannot be read. */
    readonly damage?: Damage;
  }[];
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
}

export interface GetAssetRiskAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** `fallback`: there are fewer than minBars usable records. */
  readonly source: 'store' | 'fallback';
  /**
   * Returns in a year of covered time; 8,766 for hourly records; null when fewer than two records
   * are usable.
   */
  readonly periodsPerYear: number | null;
  /** Minimum number of usable records that was applied. */
  readonly minBars: number;
  /** Reason why sharpe is null; null when sharpe is not null. */
  readonly sharpeSuppressedReason: SharpeSuppressionOrNull;
  /** Sample from which the figures were computed; null when source is fallback. */
  readonly sampling: Sampling | null;
  /** Sample of these figures, and those that other endpoints use for figures of the same name. */
  readonly sampleNote: SampleNote;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /**
   * Risk of a probability from the same bars, in percentage points; null when prices are in USD.
   */
  readonly points: {
    /** Standard deviation of the changes per bar; null when too few records are usable. */
    readonly realizedVolPts: number | null;
    /** Largest fall from a running peak; null when too few records are usable. */
    readonly maxDrawdownPts: number | null;
    /**
     * Loss that one bar in twenty exceeds, with skew and fat tails; null when there are fewer than
     * four returns, or returns do not vary.
     */
    readonly modifiedVar95Pts: number | null;
  } | null;
  /** Risk metrics. All but the counts are null when source is fallback. */
  readonly metrics: {
    /** Number of usable prices. */
    readonly bars: number;
    /** Number of returns. */
    readonly returns: number;
    /** Mean return per bar; null when too few records are usable. */
    readonly meanLogReturn: number | null;
    /** Standard deviation of the returns per bar; null when too few records are usable. */
    readonly realizedVol: number | null;
    /** Standard deviation of the returns per year; null when too few records are usable. */
    readonly annualizedVol: number | null;
    /**
     * Mean log return per year; null when too few records are usable, or the price is a probability.
     */
    readonly annualizedReturn: number | null;
    /**
     * annualizedReturn divided by annualizedVol; null when too few records are usable or the
     * denominator is 0, or the price is a probability.
     */
    readonly sharpe: number | null;
    /**
     * Sharpe ratio corrected for autocorrelation (Lo, 2002); null when sharpe or the autocorrelation
     * is not known, or the price is a probability.
     */
    readonly sharpeAdjAC: number | null;
    /** Root mean square of the drawdowns; null when too few records are usable. */
    readonly ulcerIndex: number | null;
    /** Mean drawdown; null when too few records are usable. */
    readonly painIndex: number | null;
    /**
     * Value at risk of one bar at 95 % (Cornish-Fisher); a loss, at least 0; null when the returns are
     * too few or do not vary.
     */
    readonly modifiedVar95: number | null;
    /**
     * annualizedReturn divided by ulcerIndex; null when too few records are usable or the denominator
     * is 0, or the price is a probability.
     */
    readonly martinRatio: number | null;
    /** Mean of the worst 5 % of the drawdowns; null when too few records are usable. */
    readonly cdar95: number | null;
    /**
     * Sum of the gains divided by the sum of the losses; null when too few records are usable or the
     * denominator is 0.
     */
    readonly gainToPain: number | null;
    /**
     * annualizedReturn divided by cdar95; null when too few records are usable or the denominator is
     * 0, or the price is a probability.
     */
    readonly sterlingRatio: number | null;
    /** Omega ratio at threshold 0; null when too few records are usable or the denominator is 0. */
    readonly omega: number | null;
    /**
     * Roll's estimate of the bid-ask spread in basis points of the price; 0 when prices do not bounce;
     * null when too few records are usable.
     */
    readonly rollSpreadBps: number | null;
    /** Largest fall from a running peak; null when too few records are usable. */
    readonly maxDrawdown: number | null;
    /** Price at the start of the largest fall; null when too few records are usable. */
    readonly peakPrice: number | null;
    /** Price at the end of the largest fall; null when too few records are usable. */
    readonly troughPrice: number | null;
    /** Bars from the start to the end of the largest fall; null when too few records are usable. */
    readonly drawdownBars: number | null;
  };
  /**
   * Reasons for null members, by path; present with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

export interface GetAssetStatsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly type: AssetKind;
  /** Time of the answer. Epoch milliseconds. */
  readonly now: number;
  /** Venue's newest poll result. */
  readonly snapshot: VenueSnapshot;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /**
   * Statistics over the hourly bars of 30 days. Hours without a record have no bar; then an hour is
   * a bar in these figures.
   */
  readonly stats: {
    /** Number of returns. */
    readonly n: number;
    /**
     * Bars in a year of the time that they cover, used to annualise: 8,760 where every hour has one.
     */
    readonly periodsPerYear: number;
    /** Verdict that the statistical tests reach together. */
    readonly verdict: SeriesVerdict;
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
      /** `annualised` for perpetuals, `horizon` for binaries. */
      readonly framing: 'annualised' | 'horizon';
      /** Reason why sharpe is null; null when sharpe is not null. */
      readonly sharpeSuppressedReason: SharpeSuppressionOrNull;
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
        /** Rows in the regression. */
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
        /** Lags of the long-run variance. */
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
        /** Runs of equal sign. */
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
        /** Hours over which the variance is compared with that of one hour. */
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
      /** Bars in a day. */
      readonly barsPerDay: number;
      /** Standard deviation of a day's move, 0 to 1; null when there are fewer than two returns. */
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
       * End that is used: of trading (`closeTime`), or the time at which the question is due
       * (`endDate`); null when the venue states no end.
       */
      readonly resolvedFrom: ResolvedFrom;
      /** Whether daysToResolve is known. */
      readonly available: boolean;
    } | null;
  };
  /** Sample of these figures, and those that other endpoints use for figures of the same name. */
  readonly sampleNote: SampleNote;
  /**
   * How a perpetual moves when its benchmark rises and falls; null when they share fewer than 24
   * hours or the asset is the benchmark.
   */
  readonly benchmark?: {
    /** Asset id in its canonical spelling. */
    readonly benchmarkAsset: AssetId;
    /**
     * Sum of the asset's returns in hours in which the benchmark rose, divided by the sum of the
     * benchmark's; null when the benchmark never rose.
     */
    readonly up: number | null;
    /** The same for hours in which the benchmark fell; null when the benchmark never fell. */
    readonly down: number | null;
    /** up minus down; null when up or down is null. */
    readonly captureSpread: number | null;
    /** Hours with a return of both. */
    readonly alignedBars: number;
  } | null;
  /**
   * Reasons for null members, by path; present with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

export interface GetBalanceAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the balance. */
  readonly owner: string;
  /** Current balance. */
  readonly balance: {
    /** Balance, including the held part. Micro-USD. */
    readonly microUsd: number;
    /** Balance in US dollars. */
    readonly usd: number;
    /** Part of the balance that is reserved for unfilled orders. Micro-USD. */
    readonly heldMicroUsd: number;
    /**
     * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
     * Micro-USD.
     */
    readonly owedMicroUsd: OwedMicroUsd;
  };
  /** Whether the service charges for use. */
  readonly prepaidEnabled: boolean;
  /** Prices of paid services; 0 means free. */
  readonly priceListMicroUsd: PriceList;
  /** Ledger entries, oldest first. */
  readonly ledger: readonly LedgerEntry[];
  /**
   * Balance at the end of each day, oldest first; of the current day, now; null when `days` was not
   * given.
   */
  readonly daily:
    | readonly {
        /** Day in UTC. */
        readonly day: string;
        /** Balance, including the held part. Micro-USD. */
        readonly microUsd: number;
      }[]
    | null;
  /** Cursor of the page of earlier entries; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetBookAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Bids, best (highest) first. */
  readonly bids: readonly PriceLevel[];
  /** Asks, best (lowest) first. */
  readonly asks: readonly PriceLevel[];
  /** When the book was read, by the service's clock. Epoch milliseconds. */
  readonly fetchedAt: BookReadAt;
  /** Whether the venue did not answer, so that the book is up to two minutes old. */
  readonly stale: boolean;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
}

export interface GetBookAtAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The moment that was asked for. Epoch milliseconds. */
  readonly t: number;
  /** Bids, best (highest) first; null when the book is not known at that moment. */
  readonly bids: readonly PriceLevel[] | null;
  /** Asks, best (lowest) first; null when the book is not known at that moment. */
  readonly asks: readonly PriceLevel[] | null;
  /**
   * Our time of the last message that altered the book, or of the whole book that began its span; of
   * a sampled book the full minute. Epoch milliseconds; null when the book is not known at that
   * moment.
   */
  readonly bookTime: number | null;
  /**
   * The venue's time of the last message that altered the book. Epoch milliseconds; null when the
   * venue stated none, or the book is not known at that moment.
   */
  readonly venueTime: number | null;
  /** t minus bookTime, in ms; null when the book is not known at that moment. */
  readonly ageMs: number | null;
  /**
   * 0: every change was recorded; else the time between two states in ms; null when the book is not
   * known at that moment.
   */
  readonly everyMs: number | null;
  /**
   * Whether the best bid is above the best ask; null when the book is not known at that moment.
   */
  readonly crossed: boolean | null;
  /**
   * Moment since which the book is known without a break. Epoch milliseconds; null when the book is
   * not known at that moment.
   */
  readonly spanFromMs: number | null;
  /**
   * Most levels of a side that the venue sends; null when the venue sends all levels, or the book is
   * not known at that moment.
   */
  readonly depth: number | null;
  /** How much of the window is known of books. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetBookChangesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Start of the window. Epoch milliseconds. */
  readonly fromMs: number;
  /**
   * End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
   */
  readonly toMs: number;
  /** Number of rows on this page. */
  readonly count: number;
  /** Rows, oldest first. */
  readonly changes: readonly TapeChange[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** How much of the window is known of books. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetBookDepthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Start of the window. Epoch milliseconds. */
  readonly fromMs: number;
  /**
   * End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
   */
  readonly toMs: number;
  /** Number of buckets on this page. */
  readonly count: number;
  /** Width of a bucket in ms. */
  readonly bucketMs: number;
  /** Distances from the mid: cents, or basis points. */
  readonly within: readonly number[];
  /** Buckets, oldest first. */
  readonly buckets: readonly {
    /** Begin of the bucket, a multiple of bucketMs. Epoch milliseconds. */
    readonly t: number;
    /** Full seconds in which both sides had a level; of sampled times full minutes. */
    readonly seconds: number;
    /** Best ask minus best bid, in price; below 0 while they are crossed. */
    readonly spread: {
      /** Smallest. */
      readonly min: number;
      /** Mean. */
      readonly mean: number;
      /** Largest. */
      readonly max: number;
    };
    /** Mean USD of bids within the distance, for each of within. */
    readonly bidUsd: readonly number[];
    /** Mean USD of asks within the distance, for each of within. */
    readonly askUsd: readonly number[];
    /** Mean of (bids - asks) / (bids + asks), for each of within. */
    readonly imbalance: readonly (number | null)[];
  }[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Cursor of the next page; an answer has all buckets; null when there is none. */
  readonly nextCursor: string | null;
  /** How much of the window is known of books. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetBookHistoryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Start of the window. Epoch milliseconds. */
  readonly fromMs: number;
  /**
   * End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
   */
  readonly toMs: number;
  /** Number of books on this page. */
  readonly count: number;
  /** Time between two steps in ms. */
  readonly everyMs: number;
  /** Most levels of a side. */
  readonly levels: number;
  /** Books, oldest first. */
  readonly books: readonly TapeBook[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** How much of the window is known of books. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetBookSlippageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** The moment that was asked for. Epoch milliseconds. */
  readonly t: number;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Always `recorded`. */
  readonly mode: 'recorded';
  /**
   * Our time of the last message that altered the book. Epoch milliseconds; null when the book is
   * not known at that moment.
   */
  readonly bookTime: number | null;
  /** t minus bookTime, in ms; null when the book is not known at that moment. */
  readonly ageMs: number | null;
  /** Parameters of the request. */
  readonly params: MarketOrder;
  /**
   * Result of the order. Basis points are relative to the mid, and usually positive for a buy; null
   * when the book is not known at that moment.
   */
  readonly result: {
    /** Side of the order. */
    readonly side: 'buy' | 'sell';
    /** Midpoint of the best bid and the best ask; null when a side of the book is empty. */
    readonly midPrice: number | null;
    /** Best price on the side that the order takes; null when that side is empty. */
    readonly topPrice: number | null;
    /** Filled units or contracts. */
    readonly baseFilled: number;
    /** Filled amount in USD. */
    readonly quoteFilled: number;
    /** Part that the book could not fill, in sizeUnit. */
    readonly remaining: number;
    /**
     * Whether the whole order was filled; null when the order takes all levels of a venue that sends a
     * part of them.
     */
    readonly fullyFilled: boolean | null;
    /** Volume-weighted average price; null when nothing was filled. */
    readonly avgPrice: number | null;
    /**
     * Distance of avgPrice from the mid in basis points; null when avgPrice or midPrice is null.
     */
    readonly slippageBps: number | null;
    /** Price of the last level that was used; null when nothing was filled. */
    readonly worstFillPrice: number | null;
    /**
     * Distance of worstFillPrice from the mid in basis points; null when worstFillPrice or midPrice is
     * null.
     */
    readonly worstFillBps: number | null;
    /** Levels used, including a partly used one. */
    readonly levelsConsumed: number;
    /** Fills by distance from the mid; tiers without a fill are left out. */
    readonly tiers: readonly SlippageTier[];
  } | null;
  /** How much of the window is known of books. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetBotOrdersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Orders, newest first. */
  readonly orders: readonly BotOrder[];
  /** Whether older orders follow. */
  readonly truncated: boolean;
  /** Orders of all pages; null when there are more than 10,000. */
  readonly total: number | null;
  /** Cursor of the page of older orders; null when there is none. */
  readonly nextCursor: string | null;
}

export interface GetBotPnlAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Days, newest first. */
  readonly days: readonly BotDay[];
  /** Whether older days follow. */
  readonly truncated: boolean;
  /** Days of all pages. */
  readonly total: number;
  /** Cursor of the page of older days; null when there is none. */
  readonly nextCursor: string | null;
}

export interface GetBotStatusAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether the request had a key. Without one, the members after `system` are absent. */
  readonly authenticated: boolean;
  /** Trading status of the whole service. */
  readonly system: {
    /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
    readonly execMode: ExecMode;
    /** Whether all trading is halted. */
    readonly globalKill: boolean;
    /**
     * What the operator has halted for all bots. `opening`: nothing is opened, closes go on. `all`: no
     * order leaves, and what rests is cancelled.
     */
    readonly globalHalt: 'none' | 'opening' | 'all';
    /** Whether the engine trades for enabled bots. */
    readonly engineLoop: boolean;
    /** Whether venue credentials can be stored. */
    readonly vaultEnabled: boolean;
  };
  /** Whether all trading of the bot is halted by its own switch. */
  readonly killed?: boolean;
  /**
   * What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no order
   * leaves, and what rests is cancelled.
   */
  readonly halt?: BotHalt;
  /**
   * Every position is being closed, and nothing is opened meanwhile; null when nothing is being
   * closed as a whole.
   */
  readonly closing?: BotClosing;
  /**
   * The loss of a day reached its limit: nothing is opened until `resume: true`; null when no loss
   * was reached since the bot was last resumed.
   */
  readonly stopped?: BotLossStop;
  /** Prepaid balance of the owner. Micro-USD. */
  readonly balanceMicroUsd?: number;
  /**
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd?: OwedMicroUsd;
  /**
   * Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
   * closes.
   */
  readonly config?: BotConfig;
  /** Connected venues, one entry each, sorted by venue. */
  readonly connectedVenues?: readonly ConnectedVenue[];
  /** Limits that are in force, each with what is used, reserved and left. */
  readonly limits?: readonly BotLimit[];
  /** Paper money. Present in mock mode with fills `book`. */
  readonly purse?: BotPurse;
  /** Totals of the bot in the current execution mode. */
  readonly activity?: {
    /** Number of orders. */
    readonly orderRecords: number;
    /** Orders with at least one fill. */
    readonly filled: number;
    /** Number of fills. */
    readonly fills: number;
    /** Access fees charged for these orders. Micro-USD. */
    readonly accessFeesMicroUsd: number;
  };
  /** Newest 50 orders, newest first. */
  readonly recentOrders?: readonly BotOrder[];
  /**
   * Open positions and what the account holds beside them, at most the 200 with the largest cost;
   * for binaries, in terms of Yes.
   */
  readonly positions?: readonly OpenPosition[];
  /** Gain of the bot since its first order. */
  readonly equity?: {
    /** Gain of what was closed, after the venues' fees. */
    readonly realizedUsd: number;
    /**
     * Gain of what is open, at exit prices; null when the market of a position gives no price now.
     */
    readonly unrealizedUsd: number | null;
    /** The venues' fees, already taken off realizedUsd. */
    readonly feesUsd: number;
    /** Fills whose fee is not known: realizedUsd is without it. */
    readonly fillsWithoutFee: number;
    /** Access fees of this service. */
    readonly accessFeesUsd: number;
    /**
     * Funding of perpetuals that was received, below 0 paid; null when the bot has or had a perpetual;
     * totalUsd is without it.
     */
    readonly fundingUsd: number | null;
    /**
     * realizedUsd plus unrealizedUsd and fundingUsd, less accessFeesUsd; null when unrealizedUsd is
     * not known.
     */
    readonly totalUsd: number | null;
    /** When it was computed. Epoch milliseconds. */
    readonly asOfMs: number;
  };
  /** Positions and realised profit of the bot in the current execution mode. */
  readonly results?: {
    /** Open positions, at most the 200 with the largest cost; for binaries, in terms of Yes. */
    readonly positions: readonly {
      /** Venue of the position. */
      readonly venue: VenueId;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Coin or question; null when nothing is known of the market. */
      readonly name: string | null;
      /**
       * Name of the Yes side, which no other market of the event has: show it beside a price; null when
       * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
       * nothing is known of it.
       */
      readonly yesMeans: YesMeans;
      /** Name of the No side, where the venue names both; null when the venue names no side of No. */
      readonly noMeans: NoMeans;
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
    /** Times that a position or a part of one was closed. */
    readonly closings: number;
    /** Share of the closings that made a profit, 0 to 1; null when nothing was closed. */
    readonly winRate: number | null;
    /** Volume of all fills in US dollars. */
    readonly totalVolumeUsd: number;
  };
  /** Engine of the bot. */
  readonly engine?: {
    /** What a careful owner sets before the engine trades. */
    readonly warnings: readonly 'no limit of exposure'[];
    /** Decisions of the engine, newest first; the newest 1000 are kept. */
    readonly decisions: readonly BotDecision[];
    /** Whether more follows beyond the limit. */
    readonly truncated: ListTruncated;
    /** Number of items without the limit; null when it is not known. */
    readonly total: ListTotal;
  };
}

export interface GetCalibrationAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Version of the definitions that the figures follow. */
  readonly definitions: number;
  /** The days that were asked for. */
  readonly days: number;
  /** The last closed day, UTC; null when no day is closed. */
  readonly throughDay: string | null;
  /** Cells in this answer. */
  readonly count: number;
  /** Cells, the largest first. */
  readonly cells: readonly CalibrationCell[];
  /**
   * Markets without a sample at a horizon, by reason, of the chosen cells. void, reopened, no_end,
   * not_listed, end_moved, already_ended, gap, only_backfilled, no_price, never_resolved.
   */
  readonly leftOut: Readonly<Record<string, number>>;
}

export interface GetCalibrationSamplesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Samples in this answer. */
  readonly count: number;
  /** Samples by stated end, then asset. */
  readonly samples: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Time of the record. Epoch milliseconds. */
    readonly t: number;
    /** Price of Yes, 0 to 1. */
    readonly p: number;
    /** 1: Yes came true; 0: No did. */
    readonly y: number;
    /** The stated end that the horizon counts back from. Epoch milliseconds. */
    readonly end: number;
    /** Key of the event; null when the venue groups the market under none. */
    readonly event: string | null;
    /** When the resolution was recorded. Epoch milliseconds. */
    readonly resolvedAt: number;
  }[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
}

export interface GetCarryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset, always a perpetual. */
  readonly kind: 'hl-perp';
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Venue's name of the asset. */
  readonly coin: string;
  /** Mark price in USD; null when the asset has left its venue. */
  readonly markPx: number | null;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Age of the venue's snapshot in ms; null when the venue has not been read yet. */
  readonly snapshotAgeMs: number | null;
  /** Cost and income of funding; null when the venue publishes no rate. */
  readonly carry: {
    /** Funding rate of the current hour as a fraction of notional; positive when longs pay. */
    readonly fundingHourly: number;
    /** Funding rate per year: 8,760 times fundingHourly. */
    readonly fundingAnnualizedFrac: number;
    /** Funding of a long position. */
    readonly longSide: {
      /** Income per hour as a fraction of notional; negative when the side pays. */
      readonly hourlyFrac: number;
      /** Income per year: 8,760 times hourlyFrac, not compounded. */
      readonly annualizedFrac: number;
      /** Whether the side receives or pays. */
      readonly role: 'pays' | 'receives' | 'flat';
      /** Days until 1 % of notional is received or paid; null when the rate is 0. */
      readonly daysTo1Pct: number | null;
      /** Days until 10 % of notional is received or paid; null when the rate is 0. */
      readonly daysTo10Pct: number | null;
    };
    /** Funding of a short position. */
    readonly shortSide: {
      /** Income per hour as a fraction of notional; negative when the side pays. */
      readonly hourlyFrac: number;
      /** Income per year: 8,760 times hourlyFrac, not compounded. */
      readonly annualizedFrac: number;
      /** Whether the side receives or pays. */
      readonly role: 'receives' | 'pays' | 'flat';
      /** Days until 1 % of notional is received or paid; null when the rate is 0. */
      readonly daysTo1Pct: number | null;
      /** Days until 10 % of notional is received or paid; null when the rate is 0. */
      readonly daysTo10Pct: number | null;
    };
    /** Whether the rate is 0. */
    readonly flat: boolean;
  } | null;
  /**
   * Reasons for null members, by path; present with `explain=true`, where a reason is known.
   * docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

export interface GetCascadesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Parameters as applied. */
  readonly params: {
    /** Time in ms within which the price must move. */
    readonly windowMs: number;
    /** Minimum move as a fraction. */
    readonly minDrawdownPct: number;
    /** Direction of the moves. */
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
  /** Totals over all cascades. */
  readonly summary: {
    /** Number of cascades. */
    readonly clustersFound: number;
    /** Largest move as a fraction; 0 without a cascade. */
    readonly deepestDrawdownFrac: number;
    /** Records in all cascades. */
    readonly totalCascadeBars: number;
    /** Direction of the moves. */
    readonly direction: 'down' | 'up';
  };
  /** Cascades, oldest first. */
  readonly cascades: readonly {
    /** Time of the first record. Epoch milliseconds. */
    readonly tStart: number;
    /** Time of the extreme price. Epoch milliseconds. */
    readonly tEnd: number;
    /** Records from start to end, both included. */
    readonly bars: number;
    /** Higher of the first and the extreme price. */
    readonly peakPrice: number;
    /** Lower of the first and the extreme price. */
    readonly troughPrice: number;
    /** Size of the move as a positive fraction of the first price. */
    readonly drawdownFrac: number;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Whether the window has older records that were not read. */
  readonly truncated: Truncated;
}

export interface GetCatalogueAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of endpoints. */
  readonly count: number;
  /** Further documentation. */
  readonly catalog: {
    /** Path of the documentation page. */
    readonly docs: string;
    /** Path of the OpenAPI document. */
    readonly spec: string;
  };
  /** Endpoints, in the order of the OpenAPI document. */
  readonly endpoints: readonly {
    /** Path with its parameters. */
    readonly path: string;
    /** HTTP method. */
    readonly method: string;
    /** Server that answers the endpoint; the OpenAPI document has both addresses. */
    readonly server: 'main' | 'bot';
    /** Purpose of the endpoint. */
    readonly summary: string;
    /** Tag of the endpoint in the OpenAPI document. */
    readonly group: string;
    /** Seconds for which shared caches may keep the answer; 0: not cached. */
    readonly cacheSeconds: number;
    /** Access class while paid gating is on. */
    readonly access: 'free' | 'pro' | 'enterprise' | 'key' | 'admin' | 'webhook';
    /** Feature that the key must include; null when none is required. */
    readonly feature: string | null;
  }[];
}

export interface GetChangelogAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of entries. */
  readonly count: number;
  /** Changes, newest first. */
  readonly entries: readonly {
    /** First version with the change. */
    readonly version: string;
    /** ISO date of that version. */
    readonly date: string;
    /** Kind of change. */
    readonly kind: 'added' | 'changed' | 'fixed' | 'removed';
    /** Whether callers must change something. */
    readonly breaking: boolean;
    /** Description of the change. */
    readonly summary: string;
    /** Affected endpoints. */
    readonly paths: readonly string[];
  }[];
}

export interface GetCorrelationsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Parameters of the request. */
  readonly params: {
    /** Canonical asset ids. */
    readonly assets: readonly AssetId[];
    /** Length of the window in hours. */
    readonly window: number;
    /** Computed matrices. */
    readonly method: 'both' | 'pearson' | 'spearman';
  };
  /** Assets in the matrices, in the order of the request. */
  readonly surviving: readonly AssetId[];
  /** Assets that were left out. */
  readonly dropped: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Reason why the asset was left out. */
    readonly reason: 'insufficient-data' | 'zero-variance';
  }[];
  /** Bars with a price, by asset. */
  readonly barsPerAsset: Readonly<Record<string, number>>;
  /** Bars whose price is older than one bar, since it was carried over a hole, by asset. */
  readonly carriedPerAsset: Readonly<Record<string, number>>;
  /** Time of the newest record that counts, by asset. Epoch milliseconds; null without one. */
  readonly asOfMs: Readonly<Record<string, number | null>>;
  /** Whether the venue's newest poll result is older than 120 s or lacks the asset, by asset. */
  readonly isStale: Readonly<Record<string, boolean>>;
  /** Returns that all assets in the matrices have, with prices carried forward. */
  readonly alignedReturnsLen: number;
  /** Recorded bars of each pair, without prices carried forward. */
  readonly overlap: {
    /** Asset ids of the rows and columns. */
    readonly labels: readonly AssetId[];
    /** Symmetric matrix; the diagonal has the bars of each asset. */
    readonly matrix: readonly (readonly number[])[];
  };
  /**
   * Pearson correlations; null when not requested, or when fewer than two assets survive, ten
   * returns are shared, or 10 bars hold records of both.
   */
  readonly pearson: CorrelationMatrix | null;
  /**
   * Spearman correlations; null when not requested, or when fewer than two assets survive, ten
   * returns are shared, or 10 bars hold records of both.
   */
  readonly spearman: CorrelationMatrix | null;
  /**
   * Reasons for null members, by path; that of a pair is pearson.matrix.0.1. docs/errors.md explains
   * them.
   */
  readonly whyNull: WhyNull;
}

export interface GetDepositAddressAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the addresses. */
  readonly owner: string;
  /** One address per chain that supports them. */
  readonly addresses: readonly {
    /** Name of the chain. */
    readonly chain: string;
    /** Address to send to, with its checksum. */
    readonly address: string;
    /** Tokens that are credited. */
    readonly assets: readonly string[];
    /** CREATE2 salt, computed from owner and chain. */
    readonly salt: string;
    /** Contract that deploys the address. */
    readonly factory: string;
    /** Contract whose code the address runs. */
    readonly implementation: string;
  }[];
}

export interface GetDriftAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Endpoints and channels of each venue, by name. */
  readonly venues: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', readonly EndpointDrift[]>>
  >;
}

export interface GetEndpointHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Totals over all probes. */
  readonly summary: ProbeSummary;
  /** One probe per endpoint. */
  readonly probes: readonly {
    /** Path with its parameters. */
    readonly endpoint: string;
    /** Path that was called. */
    readonly sampleUrl: string;
    /** Result of the probe. */
    readonly status: 'healthy' | 'degraded' | 'errored';
    /** HTTP status. */
    readonly statusCode: number;
    /** Response time in ms. */
    readonly sampleLatencyMs: number;
    /** Time of the probe, ISO 8601. */
    readonly lastChecked: string;
    /** Error code of the answer; null when the call succeeded. */
    readonly error: string | null;
  }[];
}

export interface GetEvidenceAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Version of the file. */
  readonly format: string;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the market. */
  readonly venue: VenueId;
  /** Rules of the market; null when the venue publishes none. */
  readonly rules: {
    /** First 16 bytes of SHA-256. */
    readonly hash: string;
    /** As the venue sent them. */
    readonly text: string;
  } | null;
  /**
   * How the market settles, as its venue states it. A member that the venue does not state is null;
   * null when there is no verdict.
   */
  readonly terms: SettlingTerms | null;
  /**
   * Where the venue states each member of `settling`, or which of its statements differ; null when
   * no terms are known, or they were imported.
   */
  readonly statedBy: StatedBy | null;
  /** What the venue stated after the end; null when the venue stated nothing. */
  readonly stated: StatedAfterwards | null;
  /** Recorded prices of the moments that count, by series; null when there is no verdict. */
  readonly series: Readonly<
    Record<
      string,
      readonly {
        /** Moment. Epoch milliseconds. */
        readonly t: number;
        /** Exact decimal; null when none was sent, or the average is incomplete. */
        readonly text: string | null;
        /** Nearest double; null when the average is incomplete. */
        readonly p: number | null;
        /** Arrival. Epoch milliseconds; null when it is kept at whole minutes alone. */
        readonly receivedAt: number | null;
        /** Relay; null when it is kept at whole minutes alone. */
        readonly relay: string | null;
        /** Values that an average stands on; null when its publisher does not say. */
        readonly count: number | null;
      }[]
    >
  > | null;
  /** Result by the venue, as it was recorded last; null when there is no verdict. */
  readonly resolution: {
    /** Winning side. */
    readonly outcome: 'yes' | 'no' | 'void';
    /** Payout of Yes, 0 to 1; null when the venue does not say. */
    readonly payout: number | null;
    /** When the venue settled. Epoch milliseconds; null when the venue does not say. */
    readonly settledAt: number | null;
    /** When it was recorded. Epoch milliseconds. */
    readonly recordedAt: number;
    /** Answer of the venue. */
    readonly source: string;
  } | null;
  /** Verdict on its result; null when the market has none. */
  readonly verdict: SettledRow | null;
  /**
   * Way to the heads of the days; null when a day is open, or was altered since it was closed.
   */
  readonly proof: {
    /** Day of the result, UTC. */
    readonly day: string;
    /** Head of the day. */
    readonly head: Sha256;
    /** Head of the day before. */
    readonly previousHead: Sha256;
    /** Root of the day. */
    readonly root: Sha256;
    /** Minutes of the moments that have values. */
    readonly minutes: readonly ProofPart[];
    /** Way from a leaf to the root of its day. */
    readonly resolution: ProofPart;
  } | null;
  /** Reasons for null members, by path; where a reason is known. docs/errors.md explains them. */
  readonly whyNull: WhyNull;
}

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
    readonly venues: readonly Recorder[] | null;
    /** Selected assets; null when everything is selected. */
    readonly assets: readonly string[] | null;
    /** Tables of the tree. */
    readonly tables: readonly (
      | 'observations'
      | 'gaps'
      | 'resolutions'
      | 'markets'
      | 'rules'
      | 'links'
      | 'forecasts'
      | 'marks'
      | 'settled'
      | 'bars'
      | 'books'
      | 'bookSpans'
      | 'trades'
    )[];
    /** Format of the files. */
    readonly format: 'parquet' | 'arrow' | 'csv' | 'jsonl';
    /** Compression of the files. */
    readonly compression: 'zstd' | 'gzip' | 'none';
  };
  /** Columns of each table. */
  readonly schema: {
    /** Columns in their order in the file. */
    readonly observations?: ExportColumns;
    /** Columns in their order in the file. */
    readonly gaps?: ExportColumns;
    /** Columns in their order in the file. */
    readonly resolutions?: ExportColumns;
    /** Columns in their order in the file. */
    readonly markets?: ExportColumns;
    /** Columns in their order in the file. */
    readonly rules?: ExportColumns;
    /** Columns in their order in the file. */
    readonly links?: ExportColumns;
    /** Columns in their order in the file. */
    readonly forecasts?: ExportColumns;
    /** Columns in their order in the file. */
    readonly marks?: ExportColumns;
    /** Columns in their order in the file. */
    readonly settled?: ExportColumns;
    /** Columns in their order in the file. */
    readonly bars?: ExportColumns;
    /** Columns in their order in the file. */
    readonly books?: ExportColumns;
    /** Columns in their order in the file. */
    readonly bookSpans?: ExportColumns;
    /** Columns in their order in the file. */
    readonly trades?: ExportColumns;
  };
  /** Files of the tree, sorted by path. */
  readonly parts: readonly ExportPart[];
  /** Rows in the table of gaps; null when the file has not been made yet. */
  readonly gaps: number | null;
  /** Spans whose observations could not be read and are missing from the files. */
  readonly damaged: readonly Damage[];
  /** Ids of imports that were withdrawn. */
  readonly withdrawn: readonly string[];
  /**
   * SHA-256 of the manifest of each imported tree that is in force: its rows are in this history.
   */
  readonly imported: readonly string[];
  /**
   * Spans whose records the history lacks because a backup was put in its place, oldest first.
   */
  readonly restored: readonly {
    /** Time of the backup. Epoch milliseconds. */
    readonly fromMs: number;
    /** Time of the restore. Epoch milliseconds. */
    readonly toMs: number;
  }[];
  /** Totals of the tree. */
  readonly totals: {
    /** Number of observations; null when a file of observations has not been made yet. */
    readonly rows: number | null;
    /** Size of all files in bytes; null when a file has not been made yet. */
    readonly bytes: number | null;
    /** Selected series that have records. */
    readonly series: number;
  };
}

export interface GetFeedAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Markets of Hyperliquid; null when the venue has not been read yet. */
  readonly hyperliquid: {
    /** When the poll was complete. Epoch milliseconds. */
    readonly fetchedAt: number;
    /** Whether more follows beyond the limit. */
    readonly truncated: ListTruncated;
    /** Number of items without the limit; null when it is not known. */
    readonly total: ListTotal;
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
  /** Age of each venue's snapshot in ms. */
  readonly ages: SnapshotAges;
  /** Whether each venue's snapshot is missing or older than 120 s. */
  readonly stale: StaleVenues;
  /** Last poll failure of each venue. */
  readonly errors: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', string | null>>
  >;
  /** Age of this answer in ms; at most 1,000. */
  readonly bodyAgeMs: number;
}

export interface GetFeedHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Verdict; `DOWN` is sent with 503. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
  /** Whether each venue has a snapshot. */
  readonly venues: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', 'OK' | 'DOWN'>>
  >;
  /** Whether polls fail while the snapshot is still fresh. This does not change the verdict. */
  readonly degraded: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', boolean>>
  >;
  /** Whether any venue is degraded. */
  readonly anyDegraded: boolean;
  /** State of the process, and of the poller of each recorded venue. */
  readonly health: {
    /** When the feed started. Epoch milliseconds. */
    readonly startedAt: number;
    /** Time since the feed started in ms. */
    readonly uptimeMs: number;
    /** Whether any poller runs. */
    readonly pollersRunning: boolean;
    /** State of polling one venue. */
    readonly hyperliquid?: Poller;
    /** State of polling one venue. */
    readonly polymarket?: Poller;
    /** State of polling one venue. */
    readonly kalshi?: Poller;
    /** State of polling one venue. */
    readonly limitless?: Poller;
  };
  /** Reference prices; they do not change the verdict. */
  readonly references: {
    /** Relays of reference prices. */
    readonly relays: ReferenceRelays;
  };
  /**
   * The tape: books as they change, and trades. Counts are since the start; null when neither books
   * nor trades are recorded, or the process that records them is away.
   */
  readonly tape: TapeHealth | null;
}

export interface GetFlowAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Parameters as applied. */
  readonly params: {
    /** Records in one block. */
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
  /** Totals over all records. */
  readonly summary: {
    /** Records with a usable price. */
    readonly bars: number;
    /** Number of buys. */
    readonly buyBars: number;
    /** Number of sells. */
    readonly sellBars: number;
    /** Records without a side: before the first price change, and filled-in closes. */
    readonly unclassifiedBars: number;
    /** Total weight of the buys. */
    readonly buyVolume: number;
    /** Total weight of the sells. */
    readonly sellVolume: number;
    /** buyVolume minus sellVolume. */
    readonly netDelta: number;
    /** netDelta divided by the sum of both, -1 to 1; 0 when no record has a side. */
    readonly imbalance: number;
    /** Mean absolute imbalance of blocks of rollingWindow records, 0 to 1. */
    readonly vpin: number;
    /** Whether any record has a traded volume. */
    readonly hasRealVolume: boolean;
    /**
     * Kyle's lambda: price change per unit of weight; null when fewer than ten records have a side or
     * all have the same weight.
     */
    readonly impactLambda: number | null;
    /** impactLambda in basis points of the mean price; null when impactLambda is null. */
    readonly impactLambdaBps: number | null;
    /** Whether impactLambda is based on traded volume. */
    readonly impactFromRealVolume: boolean;
  };
  /**
   * Order flow by the side that the venue stated, from recorded trades. In studies on probabilities
   * the tick rule was right 0.73 of the time at best and 0.50 at worst; tickRuleAgreement measures
   * it here; null when no trade of the window counts, or there are too many.
   */
  readonly stated: {
    /** Start of the window, inclusive. Epoch milliseconds. */
    readonly fromMs: number;
    /** End of the window, inclusive. Epoch milliseconds. */
    readonly toMs: number;
    /** Trades used. */
    readonly trades: number;
    /** Trades left out since they never settled. */
    readonly unsettled: number;
    /** Trades left out since they were agreed outside of the book. */
    readonly blocks: number;
    /** Share of the window in which trades were recorded, 0 to 1. */
    readonly recordedFrac: number;
    /** Share of the size whose side is stated; null when no trade is used. */
    readonly knownShare: number | null;
    /** Size of the buys. */
    readonly buyVolume: number;
    /** Size of the sells. */
    readonly sellVolume: number;
    /** buyVolume minus sellVolume. */
    readonly netDelta: number;
    /**
     * netDelta divided by the sum of both, -1 to 1; null when less than 80 % of the size has a stated
     * side.
     */
    readonly imbalance: number | null;
    /**
     * Mean absolute imbalance of 50 buckets of equal size, 0 to 1; null when less than 80 % of the
     * size has a stated side, or fewer than 50 trades have one.
     */
    readonly vpin: number | null;
    /**
     * Change of the price in a minute per unit of net buying: slope of a regression; null when less
     * than 80 % of the size has a stated side, fewer than 30 minutes have a price at both ends, or net
     * buying is always the same.
     */
    readonly impactLambda: number | null;
    /** Minutes of the regression. */
    readonly impactBars: number;
    /**
     * Share of the changes that it explains, 0 to 1; null when impactLambda is null, or the price
     * never changed.
     */
    readonly impactR2: number | null;
    /** impactLambda in basis points of the mean price; null when impactLambda is null. */
    readonly impactLambdaBps: number | null;
    /**
     * Share of the trades that the tick rule classifies as the venue does, 0 to 1; null when fewer
     * than 30 trades are classified.
     */
    readonly tickRuleAgreement: number | null;
  } | null;
  /**
   * Reasons for null members, by path; only those of `stated` and its members. docs/errors.md
   * explains them.
   */
  readonly whyNull: WhyNull;
  /** Records, oldest first. */
  readonly series: readonly {
    /** Time of the record. Epoch milliseconds. */
    readonly t: number;
    /** Side of the taker; null when the record is a filled-in close. */
    readonly side: 'buy' | 'sell' | 'unclassified' | null;
    /** Traded volume of the record, or 1; 0 for a filled-in close. */
    readonly weight: number;
    /** Weight, positive for a buy and negative for a sell; 0 without a side. */
    readonly signed: number;
    /** Running sum of signed; null when the sum exceeds the largest number. */
    readonly cumulative: number | null;
  }[];
  /** Sum of signed over the last rollingWindow records. */
  readonly rollingDelta: number;
  /** Records in one block. */
  readonly rollingWindow: number;
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Whether the window has older records that were not read. */
  readonly truncated: Truncated;
}

export interface GetFundingAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset, always a perpetual. */
  readonly kind: 'hl-perp';
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Days of the request. */
  readonly days: number;
  /** Payments, oldest first. Hours without one are left out. */
  readonly payments: readonly {
    /** Time of the payment. Epoch milliseconds. */
    readonly t: number;
    /** Rate for one hour as a fraction of notional; positive when longs pay. */
    readonly rate: number;
  }[];
  /** Sum of the payments: what a long paid, as a fraction of notional. */
  readonly sumFrac: number;
  /** Mean of the payments; null when there is no payment. */
  readonly meanHourlyFrac: number | null;
  /**
   * The mean for a year: 8,760 times meanHourlyFrac, not compounded; null when there is no payment.
   */
  readonly annualizedFrac: number | null;
}

export interface GetFundingDaysAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Days of the request. */
  readonly days: number;
  /** Perpetuals, the largest 24 h volume first. */
  readonly rows: readonly FundingDaysRow[];
  /** Number of rows that are not known yet. */
  readonly waiting: number;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetGapsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Gaps in this answer. */
  readonly count: number;
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /** Cursor of the page of earlier gaps; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time since the feed started in ms. */
  readonly uptimeMs: number;
  /** Subscribers of live streams. */
  readonly pulse: {
    /** Assets with subscribers. */
    readonly assetsPolling: number;
    /** Subscriptions to assets; a stream of several assets counts for each. */
    readonly totalSubscribers: number;
    /** Subscribers by asset id. */
    readonly perAsset: Readonly<
      Record<
        string,
        {
          /** Open streams of the asset. */
          readonly subscribers: number;
          /** Time of the last pulse. Epoch milliseconds; null when none was sent yet. */
          readonly lastPulseMs: number | null;
          /** Calls to the venue since the start. */
          readonly upstreamCalls: number;
        }
      >
    >;
  };
  /** Role of this process; `all` when it is the whole installation. */
  readonly role: string;
  /**
   * Process that reads each venue, by venue id; null when this process reads the venues or knows no
   * process that does.
   */
  readonly leader: Readonly<
    Record<
      string,
      {
        /** Internal address of the process. */
        readonly url: string;
        /** When it took over the venue. Epoch milliseconds. */
        readonly since: number;
        /** Fencing number, which grows with each process that takes over. */
        readonly fence: number;
      }
    >
  > | null;
  /**
   * Records that are stored but not yet readable; null when the history is a local file or the
   * number is not known.
   */
  readonly outboxRows: number | null;
  /**
   * Age of the oldest of these records in ms; null when the history is a local file or the age is
   * not known.
   */
  readonly shipLagMs: number | null;
  /** Processes of the installation; null when this process is the whole installation. */
  readonly processes:
    | readonly {
        /** Role of the process. */
        readonly role: string;
        /** Id of the process: role, host, port, and a random part that is new at each start. */
        readonly id: string;
        /** Version of the service. */
        readonly version: string;
        /** Time since its last sign of life in ms; above 20,000 it counts as silent. */
        readonly seenMs: number;
      }[]
    | null;
}

export interface GetHistoryAggregateAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Venue of the series, or ref. */
  readonly venue: Recorder;
  /** Store key of the asset. */
  readonly asset: string;
  /** Asset id. */
  readonly assetId: string;
  /**
   * Width of a bucket in ms. With `bucket`, 24 hours, 7 days or 31 days; its buckets end at their
   * own `endMs`.
   */
  readonly bucketMs: number;
  /** Requested width, where it is one of the calendar. */
  readonly bucket?: '1d' | '1w' | '1M';
  /** Time zone of `bucket`. */
  readonly tz?: string;
  /** Members of a bucket: `ohlc`, `vwap` or `all`. */
  readonly op: 'all' | 'ohlc' | 'vwap';
  /** Buckets in this answer. */
  readonly count: number;
  /** Buckets, oldest first. */
  readonly buckets: readonly {
    /** Start of the bucket. Epoch milliseconds. */
    readonly t: number;
    /** Start of the next bucket. Present with `bucket`. Epoch milliseconds. */
    readonly endMs?: number;
    /** First price. */
    readonly open?: number;
    /** Highest price. */
    readonly high?: number;
    /** Lowest price. */
    readonly low?: number;
    /** Last price. */
    readonly close?: number;
    /** Number of records. */
    readonly count?: number;
    /** Traded volume; null when no record has a volume. */
    readonly volume?: number | null;
    /** Volume-weighted price; null when no volume was traded. */
    readonly vwap?: number | null;
    /**
     * Present, and true, where nothing was recorded and prices and volume are those of candles of the
     * venue.
     */
    readonly filled?: boolean;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Whether the window has older buckets. */
  readonly truncated: boolean;
}

export interface GetHistoryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Venue of the series, or ref. */
  readonly venue: Recorder;
  /** Store key of the asset. */
  readonly asset: string;
  /** Asset id. */
  readonly assetId: string;
  /** Records in this answer. */
  readonly count: number;
  /** Records, oldest first. */
  readonly records: readonly {
    /** Time of the observation. Epoch milliseconds. */
    readonly t: number;
    /** Price: USD, or probability of Yes. */
    readonly p: number;
    /** Volume traded since the record before; absent when not known. */
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
  /** Whether the window has older records. */
  readonly truncated: boolean;
  /** Cursor of the page of earlier records; null when there is none. */
  readonly nextCursor: string | null;
}

export interface GetIndexAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** The same time as generatedAt. Epoch milliseconds. */
  readonly generatedAtMs: number;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
  readonly apiVersion: ApiVersion;
  /** Scope of the index. */
  readonly scope: {
    /** Venues in the index. */
    readonly venues: readonly VenueId[];
    /** Kinds of assets in the index. */
    readonly kinds: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
    /** Listed assets before any filter. */
    readonly tracked: number;
  };
  /** Counts of all entries that pass the filters. */
  readonly summary: {
    /** Number of entries. */
    readonly total: number;
    /** Entries by venue. */
    readonly byVenue: Readonly<
      Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number>>
    >;
    /** Number of fresh entries. */
    readonly freshCount: number;
    /** Number of stale entries. */
    readonly staleCount: number;
  };
  /** Filters of the request. */
  readonly filters: {
    /** Asset classes; empty means all. */
    readonly kind: readonly ('perp' | 'binary' | 'pred')[];
    /** Whether stale assets are left out. */
    readonly fresh: boolean;
    /** Minimum distance from fair value in basis points; null when none was requested. */
    readonly minBasisBps: number | null;
    /** Maximum number of entries; null when none was requested. */
    readonly limit: number | null;
    /** Number of skipped entries. */
    readonly offset: number;
    /** Search words; null when none was requested. */
    readonly q: string | null;
  };
  /** Entries in this answer. */
  readonly returned: number;
  /** Whether more entries follow. */
  readonly truncated: boolean;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Entries, sorted by venue and asset id, or by relevance with `q`. */
  readonly entries: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Venue of the asset. */
    readonly venue: VenueId;
    /** Kind of the asset. */
    readonly kind: AssetKind;
    /**
     * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
     * price.
     */
    readonly lastPrice: LastPrice;
    /** Coin or question. */
    readonly name: string;
    /**
     * Name of the Yes side, which no other market of the event has: show it beside a price; null when
     * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
     * nothing is known of it.
     */
    readonly yesMeans: YesMeans;
    /** Name of the No side, where the venue names both; null when the venue names no side of No. */
    readonly noMeans: NoMeans;
    /**
     * Time at which the venue's list with this price was read. Epoch milliseconds; null when the venue
     * repeated an earlier price, or lists the asset no longer.
     */
    readonly asOfMs: PriceAsOf;
    /** Whether the venue's newest poll result is older than 120 s. */
    readonly isStale: boolean;
    /**
     * Fair value: oracle price, or consensus of the linked venues; null when there is no oracle price
     * and fewer than two linked venues have a fresh mid.
     */
    readonly fairPrice: number | null;
    /**
     * Distance of the last price from the fair price in basis points; null when lastPrice or fairPrice
     * is null.
     */
    readonly basisBps: number | null;
    /**
     * Last price minus fair price in percentage points, for binaries; null when the asset is a
     * perpetual or a price is null.
     */
    readonly basisPts: number | null;
    /**
     * Price change over 24 hours in percent of the earlier price; null when the current price or that
     * of 24 hours ago is not known.
     */
    readonly change24hPct: Change24hPct;
    /**
     * Price change over 24 hours in percentage points, for binaries; null when the asset is a
     * perpetual, or change24hPct is null.
     */
    readonly change24hPts: number | null;
    /**
     * `snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
     * venue's figure of a binary; null when change24hPct is null.
     */
    readonly change24hSource: 'snapshot' | 'store-delta' | 'venue' | null;
    /** 24 h volume in USD; null when the venue publishes none. */
    readonly volume24hUsd: number | null;
    /**
     * When trading ends, or the question is due. Epoch milliseconds; null when the asset is a
     * perpetual or the venue states no end.
     */
    readonly endDate: number | null;
    /** Venue's event that the market is an outcome of. Present with `q`, where there is one. */
    readonly event?: {
      /** Id of the event at the venue. */
      readonly key: string;
      /** Title of the event. */
      readonly title: string;
    };
    /**
     * Reasons for null members, by path; present with `explain=true`, where a reason is known.
     * docs/errors.md explains them.
     */
    readonly whyNull?: WhyNull;
  }[];
  /** Path of the bundle of one asset. */
  readonly bundleEndpoint: string;
  /** Path of the bundles of up to 50 assets. */
  readonly batchEndpoint: string;
}

export interface GetLeaderboardAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * How orders fill. `mark`: mock fills at the price that the caller names; `book`: mock fills
   * against the live book; `live`: at the venues.
   */
  readonly fills: 'mark' | 'book' | 'live';
  /** Bots, best first. */
  readonly leaderboard: readonly {
    /** Stable pseudonym of the bot. */
    readonly handle: string;
    /** Realised profit in US dollars, after the venues' fees. */
    readonly realizedPnlUsd: number;
    /** Share of the closings that made a profit, 0 to 1; null when nothing was closed. */
    readonly winRate: number | null;
    /** Number of fills. */
    readonly tradeCount: number;
    /**
     * Mock fills at a price that the bot named and that was far from the market. No venue would have
     * made these trades.
     */
    readonly farFills: number;
    /** Volume of all fills in US dollars. */
    readonly totalVolumeUsd: number;
    /** Number of open positions. */
    readonly openPositions: number;
  }[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetLedgerAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Owner of the ledger. */
  readonly owner: string;
  /** Current balance. */
  readonly balance: {
    /** Balance, including the held part. Micro-USD. */
    readonly microUsd: number;
    /** Balance in US dollars. */
    readonly usd: number;
    /** Part of the balance that is reserved for unfilled orders. Micro-USD. */
    readonly heldMicroUsd: number;
    /**
     * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
     * Micro-USD.
     */
    readonly owedMicroUsd: OwedMicroUsd;
  };
  /** Open debts, oldest first. */
  readonly debts: readonly {
    /** Id of the transfer that made the debt. */
    readonly id: number;
    /** Part that is still owed. Micro-USD. */
    readonly microUsd: number;
    /** Reason of a debit, or the event of a provider; null when none is known. */
    readonly reason: string | null;
    /** When the debt was made. Epoch milliseconds. */
    readonly since: number;
  }[];
  /** Pending holds, oldest first. */
  readonly holds: readonly {
    /** Id of the hold. */
    readonly id: number;
    /** Held amount. Micro-USD. */
    readonly microUsd: number;
    /** Order that the money is held for. */
    readonly ref: string;
    /** When the hold was placed. Epoch milliseconds. */
    readonly since: number;
  }[];
  /** Deposits, newest first, at most 100. */
  readonly deposits: readonly Deposit[];
  /** Ledger entries, oldest first. */
  readonly ledger: readonly LedgerEntry[];
  /** Cursor of the page of earlier entries; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetLinksAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Links in this answer. */
  readonly count: number;
  /** Links on all pages; with state=refused, of refused pairs. */
  readonly total: number;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Links; each pair is listed once. */
  readonly links: readonly Link[];
  /** Similar pairs that were not linked. Present with state=refused or refused=true. */
  readonly refused?: readonly {
    /** Asset id in its canonical spelling. */
    readonly a: AssetId;
    /** Asset id in its canonical spelling. */
    readonly b: AssetId;
    /** Reasons against the link. */
    readonly reasons: readonly string[];
  }[];
  /** How right the matcher was on real pairs of listings that no rule was written on. */
  readonly measured: {
    /**
     * Share of its claims of `same` and `opposite` that were right, 0 to 1; null when none was
     * claimed.
     */
    readonly precision: number | null;
    /** Lower end of the 95 % interval of that share (Wilson). */
    readonly low: number;
    /** Claims that were judged. */
    readonly pairs: number;
    /** Day of the run, ISO 8601. */
    readonly at: string;
  };
}

export interface GetMoversAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Parameters of the request. */
  readonly params: {
    /** Maximum number of gainers and of losers. */
    readonly topN: number;
    /** Minimum change as a fraction. */
    readonly minPriceChangePct: number;
    /** Minimum change in percentage points. */
    readonly minChangePts: number;
    /** Minimum 24 h volume in USD. */
    readonly minVolumeUsd: number;
    /** Kinds of assets. */
    readonly kind: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
    /** Measure of the change that ranks markets. */
    readonly by: 'frac' | 'pts' | 'logOdds';
  };
  /** Assets that rose, largest rise first in the order of `by`. */
  readonly gainers: readonly Mover[];
  /** Assets that fell, largest fall first in the order of `by`. */
  readonly losers: readonly Mover[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
  /** Totals over all markets of these kinds. */
  readonly totals: {
    /** Number of markets. */
    readonly considered: number;
    /** Markets with a known change of at least the minimum. */
    readonly eligible: number;
    /** Markets with a 24 h volume below the minimum, which rank among nothing. */
    readonly belowVolume: number;
    /** Markets with a stale price, which rank among nothing. */
    readonly stale: number;
    /** Mean absolute change of the eligible markets; null when no market is eligible. */
    readonly avgAbsChange: number | null;
    /**
     * Mean absolute change of the eligible binaries in percentage points; null when no binary is
     * eligible.
     */
    readonly avgAbsChangePts: number | null;
  };
}

export interface GetQuoteAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
  readonly apiVersion: ApiVersion;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Coin or question; null when nothing is known of the market. */
  readonly name: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Current price and its distance from fair value. */
  readonly price: {
    /**
     * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
     * the market has no price, or left its venue before it was recorded.
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
     * Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is above
     * ask.
     */
    readonly spreadBps: SpreadBps;
    /**
     * Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
     * missing or 0, or bid is above ask.
     */
    readonly spreadPts: SpreadPts;
    /**
     * Fair value of the asset; the same as fairValue.value of the bundle; null when there is no oracle
     * price and fewer than two linked venues have a fresh mid.
     */
    readonly fairValue: FairPrice;
    /**
     * Last price relative to fair value in basis points; positive when this venue is more expensive;
     * null when last or fairValue is null.
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
    readonly change24hPct: PerpChange24hPct;
    /**
     * Price change over 24 hours in percentage points, for binaries; null when in every quote: quotes
     * do not read stored records.
     */
    readonly change24hPts: number | null;
    /**
     * Source of the change; `snapshot` is the venue's own figure; null when change24hPct is null.
     */
    readonly change24hSource: 'snapshot' | null;
    /** Source of the fair value; `none` when there is no value. */
    readonly fairValueSource: FairValueSource;
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
  /**
   * Figures and terms of the market as the venue states them. Present with `market=true`; null when
   * the venue no longer lists the asset.
   */
  readonly market?: {
    /** 24 h volume in USD; null when the venue publishes none. */
    readonly volume24hUsd: number | null;
    /** Open interest in USD; null when the venue publishes none. */
    readonly openInterestUsd: number | null;
    /**
     * Resting liquidity of a binary in USD, as its venue counts it; null when the asset is a
     * perpetual, or the venue does not publish it.
     */
    readonly liquidityUsd: number | null;
    /**
     * When a binary is due to be decided, else when its trading ends. Epoch milliseconds; null when
     * the asset is a perpetual, or the venue states neither.
     */
    readonly endsAtMs: number | null;
    /**
     * Funding rate of the current hour as a fraction of notional; positive when longs pay; null when
     * the asset is a binary, or the venue does not publish it.
     */
    readonly fundingHourly: number | null;
    /**
     * When funding is paid next: at the end of each hour. Epoch milliseconds; null when fundingHourly
     * is null.
     */
    readonly nextFundingMs: number | null;
    /**
     * Highest leverage that the venue allows; null when the asset is a binary, or the venue does not
     * publish it.
     */
    readonly maxLeverage: number | null;
  } | null;
  /**
   * Page of the asset on its venue's site; null when the asset is a binary that has left its venue.
   */
  readonly venueNativeUrl?: string | null;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetRecordedAssetsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Series in this answer. */
  readonly count: number;
  /** Stored size of these series in bytes. */
  readonly totalBytes: number;
  /** Whether any count is estimated from the size. */
  readonly perAssetCountIsEstimate: boolean;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
  /** Series, sorted by venue and store key. */
  readonly assets: readonly {
    /** Venue of the asset, or ref. */
    readonly venue: Recorder;
    /** Store key of the asset. */
    readonly asset: string;
    /** Asset id. */
    readonly assetId: string;
    /** Stored size in bytes. */
    readonly bytes: number;
    /** Time of the oldest record. Epoch milliseconds. */
    readonly firstMs: number;
    /** Time of the newest record. Epoch milliseconds. */
    readonly lastMs: number;
    /** Number of records. */
    readonly count: number;
    /** Whether count is estimated from the size. */
    readonly countIsEstimate: boolean;
  }[];
}

export interface GetReferencesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Series, by source and coin. */
  readonly series: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Key of the series in the history. */
    readonly key: string;
    /** Id of the source. */
    readonly source: 'chainlink' | 'twap60' | 'twap30' | 'rti' | 'rti60' | 'pyth';
    /** Coin. */
    readonly coin: string;
    /** Name of the source. */
    readonly title: string;
    /** Time between two values in ms; null when values come at certain times alone. */
    readonly everyMs: number | null;
    /** Relays that are running and bring it. */
    readonly relays: readonly ('rtds' | 'polybolt' | 'kalshi')[];
    /** Value that was stored last; null when none was stored yet, or its values are withheld. */
    readonly last: LastReference | null;
    /** The last 24 hours, from the first value on, up to 5 s ago. */
    readonly last24h: {
      /** Seconds with a value. */
      readonly seconds: number;
      /** Seconds without one; null when values come at certain times alone. */
      readonly missing: number | null;
      /** Longest time without a value, ms; null when values come at certain times alone. */
      readonly longestHoleMs: number | null;
      /** Values that came more than 5 s after their moment. */
      readonly late: number;
      /** Values that differ from the one that their moment had. */
      readonly corrections: number;
      /** Values that their moment had already. */
      readonly duplicates: number;
      /** Values that were refused. */
      readonly refused: {
        /** More than 5 s ahead of our clock. */
        readonly future: number;
        /** More than ten minutes old. */
        readonly tooOld: number;
        /** No price, or a text and a number that disagree. */
        readonly invalid: number;
        /** Of another source than the series. */
        readonly sourceChanged: number;
      };
    };
  }[];
  /** Relays of reference prices. */
  readonly relays: ReferenceRelays;
  /** What is odd about the series just now. */
  readonly anomalies: readonly {
    /** Severity. */
    readonly severity: 'warning';
    /** Code of the anomaly. */
    readonly code: 'reference_silent' | 'reference_holes' | 'reference_refused';
    /** Venue concerned; null when references belong to no venue. */
    readonly venue: string | null;
    /** What is odd. */
    readonly message: string;
  }[];
}

export interface GetResolutionsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Resolutions in this answer. */
  readonly count: number;
  /** Resolutions, oldest first by recordedAt. */
  readonly resolutions: readonly Resolution[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface GetRevenueAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Revenue of these days together. Micro-USD. */
  readonly totalMicroUsd: number;
  /** Days, oldest first. The current day is not over. */
  readonly daily: readonly {
    /** Day in UTC. */
    readonly day: string;
    /** Revenue: charges less refunds of charges. Micro-USD. */
    readonly microUsd: number;
    /** Charges. Micro-USD. */
    readonly chargedMicroUsd: number;
    /** Charges that were given back: streams that could not start, fills that failed. Micro-USD. */
    readonly refundedMicroUsd: number;
    /** Part of the revenue from live streams. Micro-USD. */
    readonly streamMicroUsd: number;
    /** Part of the revenue from filled trades. Micro-USD. */
    readonly tradeMicroUsd: number;
    /** Credits by the operator; no revenue. Micro-USD. */
    readonly adminCreditMicroUsd: number;
    /** Debits by the operator; no revenue. Micro-USD. */
    readonly adminDebitMicroUsd: number;
    /** Debts that were written off, less what came back of them. Micro-USD. */
    readonly writeOffMicroUsd: number;
  }[];
}

export interface GetSettledAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Markets in this answer. */
  readonly count: number;
  /** Verdicts, oldest first by decidedAt, then asset. */
  readonly settled: readonly NamedSettledRow[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
}

export interface GetSettledHeadsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Days in this answer. */
  readonly count: number;
  /** Days, oldest first. */
  readonly heads: readonly {
    /** UTC. */
    readonly day: string;
    /** Root of the tree of the day, hexadecimal. */
    readonly root: string;
    /** Hash of the head of the day before, the root and the day. */
    readonly head: string;
    /** Head of the day before; zeros before the first. */
    readonly previousHead: string;
    /** Hours of series, and hours with results. */
    readonly entries: number;
    /** Series with values. */
    readonly series: number;
    /** Results recorded. */
    readonly resolutions: number;
  }[];
}

export interface GetSettledMarketAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Verdict on the market; null when there is none, as whyNull says. */
  readonly settled: SettledRow | null;
  /**
   * How the market settles, as its venue states it. A member that the venue does not state is null;
   * null when the market names neither a price source nor a coin with a strike.
   */
  readonly settling: SettlingTerms | null;
  /**
   * Where the venue states each member of `settling`, or which of its statements differ; null when
   * no terms are known, or they were imported.
   */
  readonly statedBy: StatedBy | null;
  /** What the venue stated after the end; null when the venue has stated nothing afterwards. */
  readonly stated: StatedAfterwards | null;
  /** What is odd about the market. */
  readonly anomalies: readonly {
    /** How grave it is. */
    readonly severity: 'warning';
    /** Kind of the anomaly. */
    readonly code: 'settled_contradicted' | 'settled_value_differs' | 'settling_terms_differ';
    /** Venue of the market. */
    readonly venue: VenueId;
    /** What was found, in a sentence. */
    readonly message: string;
  }[];
  /** Reasons for null members, by path; where a reason is known. docs/errors.md explains them. */
  readonly whyNull: WhyNull;
}

export interface GetSettledSummaryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** The days that were asked for. */
  readonly days: number;
  /** Start of the span of closes. Epoch milliseconds. */
  readonly fromMs: number;
  /** End of the span of closes. Epoch milliseconds. */
  readonly toMs: number;
  /** One row a venue and source. */
  readonly rows: readonly {
    /** Venue of the markets. */
    readonly venue: VenueId;
    /** Source of the values that decide; null when the venue states none. */
    readonly source: 'chainlink' | 'twap60' | 'twap30' | 'rti' | 'rti60' | 'pyth' | 'binance' | null;
    /** Markets with a verdict. */
    readonly all: number;
    /** Markets whose result follows. */
    readonly reproduced: number;
    /** Markets whose result contradicts the values. */
    readonly contradicted: number;
    /** Undecided markets by reason. */
    readonly unknown: Readonly<Record<string, number>>;
    /** Reproduced of those that were decided; null when no market was decided. */
    readonly share: number | null;
    /** Lower end of the interval of the share; null when no market was decided. */
    readonly shareLow: number | null;
    /** Upper end of the interval of the share; null when no market was decided. */
    readonly shareHigh: number | null;
    /** Decided of all; null when there is none. */
    readonly coverage: number | null;
  }[];
}

export interface GetSlippageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Always `live`: the current book is used. */
  readonly mode: 'live';
  /** When the book was read, by the service's clock. Epoch milliseconds. */
  readonly fetchedAt: BookReadAt;
  /** Whether the venue did not answer, so that the book is up to two minutes old. */
  readonly stale: boolean;
  /** Parameters of the request. */
  readonly params: MarketOrder;
  /**
   * Result of the order. Basis points are relative to the mid, and usually positive for a buy.
   */
  readonly result: {
    /** Side of the order. */
    readonly side: 'buy' | 'sell';
    /** Midpoint of the best bid and the best ask; null when a side of the book is empty. */
    readonly midPrice: number | null;
    /** Best price on the side that the order takes; null when that side is empty. */
    readonly topPrice: number | null;
    /** Filled units or contracts. */
    readonly baseFilled: number;
    /** Filled amount in USD. */
    readonly quoteFilled: number;
    /** Part that the book could not fill, in sizeUnit. */
    readonly remaining: number;
    /** Whether the whole order was filled. */
    readonly fullyFilled: boolean;
    /** Volume-weighted average price; null when nothing was filled. */
    readonly avgPrice: number | null;
    /**
     * Distance of avgPrice from the mid in basis points; null when avgPrice or midPrice is null.
     */
    readonly slippageBps: number | null;
    /** Price of the last level that was used; null when nothing was filled. */
    readonly worstFillPrice: number | null;
    /**
     * Distance of worstFillPrice from the mid in basis points; null when worstFillPrice or midPrice is
     * null.
     */
    readonly worstFillBps: number | null;
    /** Levels used, including a partly used one. */
    readonly levelsConsumed: number;
    /** Fills by distance from the mid; tiers without a fill are left out. */
    readonly tiers: readonly SlippageTier[];
  };
}

export interface GetSnapshotterHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Verdict; `DOWN` is sent with 503. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
  /** Reason why the verdict is not OK; null when the verdict is OK. */
  readonly reason: string | null;
  /** Ages at which the verdict changes. */
  readonly thresholds: {
    /** Age in ms above which the verdict is WARN. */
    readonly warnAfterMs: number;
    /** Age in ms above which the verdict is DOWN. */
    readonly downAfterMs: number;
  };
  /** Facts about the file. */
  readonly stats: {
    /** Whether the file exists. */
    readonly exists: boolean;
    /** Size of the file in bytes; null when there is no file. */
    readonly sizeBytes: number | null;
    /** Time of the last write, ISO 8601; null when there is no file. */
    readonly lastTs: string | null;
    /** Time of the last write. Epoch milliseconds; null when there is no file. */
    readonly lastTsMs: number | null;
    /** Age of the file in ms; null when there is no file. */
    readonly ageMs: number | null;
    /** Writes in the last 24 hours. */
    readonly count24h: number;
  };
}

export interface GetSparklinesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Start of the first half hour. Epoch milliseconds. */
  readonly fromMs: number;
  /** Width of a half hour in ms. */
  readonly bucketMs: number;
  /** Sparklines, in the order of the request. */
  readonly sparklines: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Time of the newest record. Epoch milliseconds; null when the asset has no record. */
    readonly asOfMs: number | null;
    /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
    readonly isStale: IsStale;
    /** 48 closes, oldest first. */
    readonly closes: readonly (number | null)[];
  }[];
  /** Ids that no venue lists and that have no records. */
  readonly unknown: readonly AssetId[];
}

export interface GetStaleAssetsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
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
    /** Whether the list is truncated. */
    readonly beyondLimit: boolean;
  };
  /** Assets whose newest record is older than the threshold. */
  readonly stale: readonly StaleAsset[];
  /** Assets without a record. */
  readonly neverRecorded: readonly StaleAsset[];
  /**
   * Assets that their venue lists still, below our own limit of markets: they are not recorded now.
   */
  readonly beyondLimit: readonly StaleAsset[];
  /** Cursor of the next rows of every list; null when there is none. */
  readonly nextCursor: string | null;
}

export interface GetStaleHistoryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Parameters of the request after defaults. */
  readonly params: {
    /** Hours that the list reaches back. */
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

export interface GetStatsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time of the answer. Epoch milliseconds. */
  readonly now: number;
  /** Time that the answer took in ms. */
  readonly elapsedMs: number;
  /** Whether the results were computed for an earlier request. */
  readonly cached: boolean;
  /** Age of the results in ms. */
  readonly resultsAgeMs: number;
  /** Number of requested assets. */
  readonly requested: number;
  /** Assets with statistics. */
  readonly returned: number;
  /** Requested kind of market; null when all were requested. */
  readonly venue: 'hl' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless' | null;
  /** Coverage of the request. */
  readonly coverage: {
    /** The same number for the requested kind. */
    readonly requested: number;
    /** The same number for the requested kind. */
    readonly returned: number;
    /** Requested assets without statistics. */
    readonly missing: readonly {
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Reason. `backfilling`: its hours are being filled in; `no-history`: no record in 30 days. */
      readonly reason: 'backfilling' | 'no-history' | 'unreadable-history' | 'not-computed';
    }[];
  };
  /** The same counts by kind of market. */
  readonly perVenue: {
    /** Counts of one kind. */
    readonly hl?: StatsCoverage;
    /** Counts of one kind. */
    readonly 'hl-pred'?: StatsCoverage;
    /** Counts of one kind. */
    readonly pm?: StatsCoverage;
    /** Counts of one kind. */
    readonly kalshi?: StatsCoverage;
    /** Counts of one kind. */
    readonly limitless?: StatsCoverage;
  };
  /** Snapshots from which the assets were chosen. */
  readonly snapshot: {
    /** Age of each venue's snapshot in ms. */
    readonly ages: SnapshotAges;
    /** Whether each venue's snapshot is missing or older than 120 s. */
    readonly stale: StaleVenues;
  };
  /** Markets by kind, the largest of each kind first. */
  readonly results: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Kind of the asset. */
    readonly type: AssetKind;
    /** Coin or question. */
    readonly name: string;
    /** Mark price in USD, or probability of Yes; null when the market has no price. */
    readonly markPx: number | null;
    /**
     * Price change over 24 hours in percent: the venue's figure, or from stored records for binaries;
     * null when the price of 24 hours ago is not known.
     */
    readonly changePct: number | null;
    /**
     * `snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
     * venue's figure of a binary; null when changePct is null.
     */
    readonly change24hSource: 'snapshot' | 'store-delta' | 'venue' | null;
    /** Statistics. Figures are per hourly bar unless stated otherwise; losses are positive. */
    readonly stats: {
      /** Number of returns. */
      readonly n: number;
      /** Kind of returns: `LOG` for perpetuals, `DIFF` (differences) for probabilities. */
      readonly returnMode: 'LOG' | 'DIFF';
      /** `annualised` for perpetuals, `horizon` for binaries. */
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
      readonly sharpeSuppressedReason: SharpeSuppressionOrNull;
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
      readonly verdict: SeriesVerdict;
      /** How far the price can still move. Binaries only. */
      readonly horizon?: {
        /** Days until the market ends; null when the venue states no end. */
        readonly daysToResolve: number | null;
        /** Standard deviation of a day's move, 0 to 1; null when there are fewer than two returns. */
        readonly perDayMove: number | null;
        /**
         * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
         */
        readonly terminalVariance: TerminalVariance;
      };
    };
  }[];
}

export interface GetTradesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Start of the window. Epoch milliseconds. */
  readonly fromMs: number;
  /**
   * End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
   */
  readonly toMs: number;
  /** Number of trades on this page. */
  readonly count: number;
  /** Trades, newest first. */
  readonly trades: readonly TapeTrade[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** How much of the window is known of trades. Times count by our clock, both ends included. */
  readonly coverage: TapeCoverage;
  /**
   * Reasons for null members, by path; every null member has one. docs/errors.md explains them.
   */
  readonly whyNull: WhyNull;
}

export interface GetTreasuryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Total of customer balances. */
  readonly float: {
    /** Sum of all balances. Micro-USD. */
    readonly totalMicroUsd: number;
    /** Sum of all balances in US dollars. */
    readonly totalUsd: number;
    /** Owners with an account, also those with a balance of 0. */
    readonly accounts: number;
    /** Owners with a balance above 0. */
    readonly nonZeroAccounts: number;
  };
  /** Deposits that wait for a review. */
  readonly review: {
    /** Deposits held because they exceed a limit. Micro-USD. */
    readonly heldMicroUsd: number;
    /** Deposits without a known owner. Micro-USD. */
    readonly unattributedMicroUsd: number;
  };
  /** Sum of all debts left by refunds and disputes. Micro-USD. */
  readonly receivableMicroUsd: number;
  /** Owners with debts, the largest first, at most 1000. */
  readonly debtors: readonly {
    /** Owner of the debt. */
    readonly owner: string;
    /** Amount owed. Micro-USD. */
    readonly owedMicroUsd: number;
    /** Balance of the owner, frozen while the debt is open. Micro-USD. */
    readonly balanceMicroUsd: number;
  }[];
}

export interface GetUpstreamHealthAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Scope of the probes. */
  readonly scope: {
    /** Probed venues. */
    readonly venues: readonly VenueId[];
  };
  /** Totals over all probes. */
  readonly summary: ProbeSummary;
  /** One probe per upstream. */
  readonly probes: readonly {
    /** Name of the upstream. */
    readonly upstream: string;
    /** Scheme and host of the upstream. */
    readonly probedUrl: string;
    /** HTTP method. */
    readonly method: string;
    /** Result of the probe. */
    readonly status: 'healthy' | 'degraded' | 'errored';
    /** HTTP status; null when there was no answer. */
    readonly statusCode: number | null;
    /** Response time in ms. */
    readonly latencyMs: number;
    /** Time of the probe, ISO 8601. */
    readonly lastChecked: string;
    /** Error in one sentence; null when there was no error. */
    readonly error: string | null;
    /** Reason why the upstream is not healthy; null when it is healthy. */
    readonly reason: 'slow' | 'down' | 'blocked' | 'rate_limited' | null;
  }[];
}

export interface GetUsageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Tier of the key. */
  readonly tier: 'free' | 'pro' | 'enterprise';
  /** Owner of the key. */
  readonly owner: string;
  /** Venues that the key may read: `all`, or a list. */
  readonly venues: KeyVenues;
  /** Month of the counts, UTC. */
  readonly month: string;
  /** Limits of the tier. */
  readonly limits: {
    /** Allowed requests per month; null when there is no limit. */
    readonly monthlyQuota: number | null;
    /** Allowed requests per minute. */
    readonly ratePerMin: number;
    /** Allowed concurrent live streams. */
    readonly maxConcurrentStreams: number;
    /** Features that the tier includes. */
    readonly features: readonly string[];
    /** Venues that the key may read: `all`, or a list. */
    readonly venues: KeyVenues;
  };
  /** Requests in this month. */
  readonly usage: {
    /** Number of requests. */
    readonly total: number;
    /** Requests left this month; null when there is no limit. */
    readonly quotaRemaining: number | null;
    /** Requests by venue, for requests that name one. */
    readonly byVenue: Readonly<Record<string, number>>;
    /** Requests by route. */
    readonly byEndpoint: Readonly<Record<string, number>>;
    /** Time of the first request. Epoch milliseconds; null when there was none. */
    readonly firstAt: number | null;
    /** Time of the newest request. Epoch milliseconds; null when there was none. */
    readonly lastAt: number | null;
  };
  /**
   * Requests by day, oldest first. The current day is not over; null when `days` was not given.
   */
  readonly daily:
    | readonly {
        /** Day in UTC. */
        readonly day: string;
        /**
         * Number of requests; null when the service did not count by day yet: it does since version 2.0,
         * for a year.
         */
        readonly requests: number | null;
      }[]
    | null;
  /** Key that made the request. */
  readonly key: {
    /** SHA-256 of the key in hex. */
    readonly hash: string;
    /** Time of issue. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** Expiry time. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
  };
}

export interface GetVolumeProfileAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Key of the asset within its venue. */
  readonly storeKey: StoreKey;
  /** Parameters as applied. */
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
  /** Whether any record has a traded volume; otherwise volume is the number of records. */
  readonly hasRealVolume: boolean;
  /**
   * Index of the bin with the largest volume (point of control); null when there is no record.
   */
  readonly pocIdx: number | null;
  /** Bins, by ascending price. */
  readonly buckets: readonly {
    /** Lower edge, inclusive. */
    readonly priceLow: number;
    /** Upper edge, exclusive. */
    readonly priceHigh: number;
    /** Number of records. */
    readonly count: number;
    /** Traded volume, or the number of records. */
    readonly volume: number;
    /** Whether this bin has the largest volume; on a tie, the one with the lowest price. */
    readonly isPoc: boolean;
  }[];
  /** Spans that could not be recorded and overlap the window. */
  readonly gaps: Gaps;
  /**
   * Recorded share of the window. An empty answer with full coverage means that the market was
   * quiet.
   */
  readonly coverage: Coverage;
  /** Whether the window has older records that were not read. */
  readonly truncated: Truncated;
}

export interface GetWalletsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Registered wallets, oldest first. */
  readonly registeredWallets: readonly RegisteredWallet[];
  /** Tokens that are credited, by chain; empty when no chain is watched. */
  readonly depositTargets: readonly {
    /** Name of the chain. */
    readonly chain: string;
    /** Symbol of the token. */
    readonly asset: string;
    /** Address to send to. All owners share it. */
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

export interface ImportAddressesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Addresses that are watched from now on. */
  readonly added: number;
  /** Addresses that were watched already. */
  readonly known: number;
  /** Addresses that belong to another owner here. */
  readonly refused: readonly string[];
}

/** Whether the null hypothesis is rejected at the 5 % level. */
export type IsRejected = boolean;

/** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
export type IsStale = boolean;

export interface IssueKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** API key; it is shown only once. */
  readonly rawKey: string;
  /** Record of an API key. The key itself is shown only once, when it is issued. */
  readonly record: KeyRecord;
}

export interface IssueVouchersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of codes. */
  readonly count: number;
  /** Value of one voucher. Micro-USD. */
  readonly microUsd: number;
  /** Voucher codes. Each can be redeemed once. */
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
  /** When the key was revoked. Epoch milliseconds; null when the key was not revoked. */
  readonly revokedAt: number | null;
  /** Id of the bot that the key trades for. It stays the same when the key is rotated. */
  readonly botId: string;
  /**
   * When the key was last used, to the minute. Epoch milliseconds; null when the key has not been
   * used yet.
   */
  readonly lastUsedAt: number | null;
}

/** Venues that the key may read: `all`, or a list. */
export type KeyVenues = 'all' | readonly ('hyperliquid' | 'polymarket' | 'kalshi' | 'limitless')[];

export interface KillBotAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Id of the bot. */
  readonly botId: string;
  /** Whether all trading of the bot is halted by its own switch. */
  readonly killed: boolean;
  /**
   * What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no order
   * leaves, and what rests is cancelled.
   */
  readonly halt: BotHalt;
  /**
   * Every position is being closed, and nothing is opened meanwhile; null when nothing is being
   * closed as a whole.
   */
  readonly closing: BotClosing;
  /**
   * The loss of a day reached its limit: nothing is opened until `resume: true`; null when no loss
   * was reached since the bot was last resumed.
   */
  readonly stopped: BotLossStop;
}

/**
 * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
 * price.
 */
export type LastPrice = number | null;

export interface LastReference {
  /** Moment on the clock of its source. Epoch milliseconds. */
  readonly t: number;
  /**
   * Exact value; null when its publisher sent none, or an earlier run stored it between whole
   * minutes.
   */
  readonly text: string | null;
  /** Nearest double, USD. */
  readonly p: number;
  /** Arrival. Epoch milliseconds; null when an earlier run stored it between whole minutes. */
  readonly receivedAt: number | null;
  /** Relay that brought it; null when an earlier run stored it between whole minutes. */
  readonly relay: 'rtds' | 'polybolt' | 'kalshi' | null;
  /** Age in ms. */
  readonly ageMs: number;
}

/** One ledger entry. */
export interface LedgerEntry {
  /** Id of the entry; later entries have higher ids. */
  readonly id: number;
  /** Time of the entry. Epoch milliseconds. */
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
    | 'writeoff'
    | 'admin_debit';
  /** Change of the balance; negative for a debit. Micro-USD. */
  readonly microUsd: number;
  /** Balance after the entry. Micro-USD. */
  readonly balanceAfter: number;
  /** Reference of the payment or charge; null when there is none. */
  readonly ref: string | null;
}

/** Link between the markets a and b. */
export interface Link {
  /** Asset id in its canonical spelling. */
  readonly a: AssetId;
  /** Asset id in its canonical spelling. */
  readonly b: AssetId;
  /** Names of the sides of both markets. */
  readonly sides: {
    /** Names of the sides of one market. */
    readonly a: SideNames;
    /** Names of the sides of one market. */
    readonly b: SideNames;
  };
  /** Relation of a to b. `subset`: a Yes of a implies a Yes of b; `superset`: the reverse. */
  readonly relation: 'same' | 'opposite' | 'subset' | 'superset' | 'related';
  /** Confidence of the link, 0 to 1. */
  readonly confidence: number;
  /** Reasons for the relation. */
  readonly reasons: readonly string[];
  /** Source of the link: a person, the matcher, or a venue that copied the market. */
  readonly source: 'curated' | 'matched' | 'mirrored';
  /** Ways in which the two could resolve differently; for related pairs, what is missing. */
  readonly differences: readonly string[];
  /** `disputed`: the prices of the two contradict the link. */
  readonly state: 'active' | 'disputed';
  /**
   * Prices that differ by more, and for longer, than fees, spreads and time explain; null when state
   * is active.
   */
  readonly dispute: {
    /** Time since which the prices differ. Epoch milliseconds. */
    readonly since: number;
    /** Difference of the mids when the link was disputed. */
    readonly gap: number;
  } | null;
  /**
   * Current difference of the two prices; null when a market has no price or the relation is
   * related.
   */
  readonly difference: {
    /** Mid of b minus mid of a; for opposite pairs, with the complement of b. */
    readonly mids: number;
    /**
     * Difference of the mids minus half of both spreads; above 0 the quotes do not overlap. For subset
     * and superset: bid of the narrower market minus ask of the wider one.
     */
    readonly beyondSpreads: number;
  } | null;
}

export interface ListAccountsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** By name. */
  readonly accounts: readonly {
    /** Name of the account. */
    readonly account: string;
    /** Balance of the account. Micro-USD. */
    readonly balanceMicroUsd: number;
  }[];
  /** Sum of the balances of all owners. Micro-USD. */
  readonly ownersMicroUsd: number;
}

export interface ListActionsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Actions on the page. */
  readonly count: number;
  /** Newest first. */
  readonly actions: readonly {
    /** Number of the action; later actions have higher ones. */
    readonly id: number;
    /** Time of the action. Epoch milliseconds. */
    readonly at: number;
    /** Kind of the action. */
    readonly action: string;
    /** Owner whom the action concerned; null when it concerned no owner alone. */
    readonly owner: string | null;
    /** Subject of the action: an owner, a key, a deposit; null when it has none. */
    readonly target: string | null;
    /** Address of the caller; null when a command changed the data directory itself. */
    readonly address: string | null;
    /** Amounts, reasons and the outcome; null when there is none. */
    readonly detail: string | null;
  }[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface ListAlertEndpointsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Number of endpoints. */
  readonly count: number;
  /** Endpoints in the order of the file. */
  readonly endpoints: readonly AlertEndpoint[];
}

export interface ListAlertEventsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Events on the page. */
  readonly count: number;
  /** Newest first. */
  readonly events: readonly AlertEvent[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface ListAlertRulesAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time at which the rules in force were read. Epoch milliseconds. */
  readonly readAtMs: number;
  /**
   * Fault of the newer file, whose rules are not in force; null when the file is the one in force.
   */
  readonly problem: string | null;
  /** Number of rules. */
  readonly count: number;
  /** Rules in the order of the file. */
  readonly rules: readonly AlertRule[];
}

export interface ListDepositsAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Deposits on the page. */
  readonly count: number;
  /** Newest first. */
  readonly deposits: readonly Deposit[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface ListKeysAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Keys in this answer. */
  readonly count: number;
  /** Newest first. */
  readonly keys: readonly KeyRecord[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface ListReviewAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Open items by kind; every kind is listed. */
  readonly counts: Readonly<Record<string, ReviewCount>>;
  /** Oldest first. */
  readonly items: readonly ReviewItem[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

/** Number of items without the limit; null when it is not known. */
export type ListTotal = number | null;

/** Whether more follows beyond the limit. */
export type ListTruncated = boolean;

export interface ListVouchersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Vouchers in this answer. */
  readonly count: number;
  /** Newest first. */
  readonly vouchers: readonly {
    /** SHA-256 of the code in hex. */
    readonly hash: string;
    /** Value of the voucher. Micro-USD. */
    readonly microUsd: number;
    /** Note by the operator; null when there is no note. */
    readonly label: string | null;
    /** Time of issue. Epoch milliseconds. */
    readonly createdAt: IssuedAt;
    /** Expiry time. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
    /** Time of redemption. Epoch milliseconds; null when it was not redeemed. */
    readonly redeemedAt: number | null;
    /** Time of cancellation. Epoch milliseconds; null when it was not cancelled. */
    readonly cancelledAt: number | null;
    /** Owner who redeemed the voucher; null when it was not redeemed. */
    readonly redeemedBy: string | null;
  }[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface ListWaitingOrdersAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Orders on the page. */
  readonly count: number;
  /** Oldest first. */
  readonly orders: readonly WaitingOrder[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

/** Test up to one lag. */
export interface LjungBox {
  /** Lags that are tested together. */
  readonly lag: number;
  /** Test statistic. */
  readonly stat: number;
  /** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
  readonly p: PValue;
  /** Whether the null hypothesis is rejected at the 5 % level. */
  readonly reject: IsRejected;
}

/** Features of a market, as the matcher read them. */
export interface MarketFeatures {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Words that the other market must contain, in normalised spelling. */
  readonly words: readonly string[];
  /** Numbers with their direction, and whether the limit is included. */
  readonly numbers: readonly string[];
  /**
   * Day, month, year or time of the question; `by` marks a deadline; null when none was found.
   */
  readonly date: string | null;
  /**
   * The two sides of a contest; Yes pays for the one in brackets; null when the market is not about
   * a contest.
   */
  readonly contest: string | null;
  /** Source that decides the market; null when none was found. */
  readonly settlementSource: string | null;
  /** Reason why the market could not be read; null when all of it was understood. */
  readonly unclear: string | null;
}

/** Parameters of the request. */
export interface MarketOrder {
  /** Size of the order. */
  readonly size: number;
  /** Side of the order. */
  readonly side: 'buy' | 'sell';
  /** Unit of the size. */
  readonly sizeUnit: 'quote' | 'base';
}

/**
 * Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null when
 * the market has no price, or left its venue before it was recorded.
 */
export type MarketPrice = number | null;

/** Largest fall from a running peak; null when no hour has a record. */
export type MaxDrawdown = number | null;

/** One market. */
export interface Mover {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Coin or question. */
  readonly name: string;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Kind of the asset. */
  readonly kind: AssetKind;
  /** Venue. */
  readonly venue: VenueId;
  /** Price change over 24 hours as a fraction; 0.05 is 5 %. */
  readonly changeFrac: number;
  /**
   * Price change over 24 hours in percentage points, for binaries; null when the asset is a
   * perpetual.
   */
  readonly change24hPts: number | null;
  /**
   * Change over 24 hours of ln(p / (1 - p)), for binaries. From 1 % to 2 % it is 0.70; null when the
   * asset is a perpetual, or a price is 0 or 1.
   */
  readonly changeLogOdds: number | null;
  /**
   * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
   * price.
   */
  readonly currentPrice: LastPrice;
  /** 24 h volume in USD; null when no figure in USD is known. */
  readonly volume24hUsd: number | null;
  /**
   * Time at which the venue's list with this price was read. Epoch milliseconds; null when the venue
   * repeated an earlier price, or lists the asset no longer.
   */
  readonly asOfMs: PriceAsOf;
  /** Whether the venue's newest poll result is older than 120 s or lacks the asset. */
  readonly isStale: IsStale;
  /**
   * Source of the change. `feed`: the venue's own figure of a perpetual; `store-delta`: stored
   * records; `venue`: the venue's own figure of a binary, where the store has no price of 24 hours
   * ago.
   */
  readonly source: 'feed' | 'store-delta' | 'venue';
}

/** Verdict on one market, with its names. */
export interface NamedSettledRow {
  /** Coin or question; null when nothing is known of the market. */
  readonly name: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the market. */
  readonly venue: VenueId;
  /** Source of the prices; null when the venue does not state it. */
  readonly source: string | null;
  /** Coin in lower case; null when the venue does not state it. */
  readonly coin: string | null;
  /** Moment of the opening price. Epoch milliseconds; null when the venue does not state it. */
  readonly openAt: number | null;
  /** Moment of the closing price. Epoch milliseconds; null when the venue does not state it. */
  readonly closeAt: number | null;
  /** `contradicted`: the venue paid otherwise. */
  readonly verdict: 'reproduced' | 'contradicted' | 'unknown';
  /** Why it is unknown; null when the verdict is known. */
  readonly reason: UnknownReason;
  /** Facts of the reason; null when the reason has none. */
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** Result by the recorded prices; null when it is not known. */
  readonly result: 'yes' | 'no' | 'half' | null;
  /** Result by the venue. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Strike, decimal text; null when it was not received, or is withheld. */
  readonly strike: string | null;
  /** Where the strike is from; null when no strike is known. */
  readonly strikeBy: 'terms' | 'record' | 'venue' | null;
  /** Closing price, decimal text; null when it was not received, or is withheld. */
  readonly value: string | null;
  /** Moments that are wanted and were not received. */
  readonly missing: readonly number[];
  /** Whether strike and price are what the venue stated afterwards. */
  readonly agrees: SettledAgreement;
  /** When the venue settled. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** When the result was recorded, as it is now. Epoch milliseconds. */
  readonly recordedAt: number;
  /** When this was decided. Epoch milliseconds. */
  readonly decidedAt: number;
  /** The verdict before it changed last; null when it never changed. */
  readonly changedFrom: 'reproduced' | 'contradicted' | 'unknown' | null;
  /** Hash of the rules; null when it has no rules. */
  readonly rulesHash: string | null;
  /** Hash of the terms. */
  readonly termsHash: string;
  /**
   * Reasons for null members, by path; of members that are withheld. docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

/** Name of the No side, where the venue names both; null when the venue names no side of No. */
export type NoMeans = string | null;

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

/** One market of the bot. */
export interface OpenPosition {
  /** Venue of the position. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Coin or question; null when nothing is known of the market. */
  readonly name: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Size in coins or shares by the bot's record; negative for a short position. */
  readonly size: number;
  /** Average entry price: USD, or probability of Yes; null when nothing is recorded. */
  readonly avgPrice: number | null;
  /** Amount paid for the position, or received for a short one, in US dollars. */
  readonly costUsd: number;
  /** Price at which it could be closed now; null when the market gives no price now. */
  readonly exitPrice: number | null;
  /**
   * Gain if it were closed at exitPrice, without fees; null when the market gives no price now.
   */
  readonly unrealizedUsd: number | null;
  /** What the owner's account holds; null when it was not read. */
  readonly account: {
    /** Size in coins or shares; of binaries, Yes less No. */
    readonly size: number;
    /** When it was read. Epoch milliseconds. */
    readonly checkedAt: number;
  } | null;
  /**
   * The account's size less the records of all the owner's bots; null when the account was not read.
   */
  readonly difference: number | null;
  /** Whether the difference has lasted for two readings: openings are rejected. */
  readonly mismatch: boolean;
  /** Whether it is less than a lot of the market: no order can close it. */
  readonly dust: boolean;
  /**
   * Payout of shares that wait to be redeemed at the venue, in US dollars; null when nothing waits.
   */
  readonly redeemableUsd: number | null;
}

/** Lifecycle state of the order. */
export type OrderState = 'reserved' | 'submitted' | 'resting' | 'filled' | 'cancelled' | 'rejected';

/**
 * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
 * Micro-USD.
 */
export type OwedMicroUsd = number;

/** p-value: the probability of a statistic at least this extreme under the null hypothesis. */
export type PValue = number;

/**
 * Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary or
 * its price of 24 hours ago is not known.
 */
export type PerpChange24hPct = number | null;

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
  /** 24 h volume in USD; null when the venue publishes none. */
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
  /** Decimals in order sizes. */
  readonly szDecimals: number;
}

/** State of polling one venue. */
export interface Poller {
  /** When the newest snapshot was complete. Epoch milliseconds; null when there is none yet. */
  readonly lastFetchedAt: number | null;
  /** Age of the snapshot in ms; null when there is no snapshot. */
  readonly ageMs: number | null;
  /** Number of successful polls. */
  readonly okCount: number;
  /** Number of failed polls. */
  readonly failCount: number;
  /** Reason why the last poll failed; null when the last poll succeeded. */
  readonly lastError: string | null;
  /** Configured time between polls in ms. */
  readonly pollIntervalMs: number;
  /**
   * Actual time between polls in ms; longer than configured when the venue's rate limit requires it.
   */
  readonly effectiveIntervalMs: number;
  /** Whether there is a snapshot. */
  readonly hasSnapshot: boolean;
  /** Responses and stream messages that were rejected because of an unexpected shape. */
  readonly schemaFailures: number;
  /**
   * Values since the start that are no valid probability, such as a bid of 1.1995. The ticker shows
   * null instead.
   */
  readonly refusedValues: number;
  /** Message and member that were rejected last; null when nothing was rejected. */
  readonly lastSchemaFailure: string | null;
  /**
   * What was refused since the start, by kind of message and member; the rest of each list counts.
   */
  readonly refused: readonly RefusedMember[];
  /** Whether the venue rejected the last request with HTTP 403 or 451. */
  readonly blocked: boolean;
  /** Share of the venue's published limit that is in use, 0 to 1. */
  readonly budgetUsedFrac: number;
  /** Streams of the venue; null when the venue is read without streams. */
  readonly stream: {
    /** Connections that should be open. */
    readonly connections: number;
    /** Connections that are open. */
    readonly connected: number;
    /** Reconnections since the start. */
    readonly reconnects: number;
    /** Silences: streams that were open and sent nothing while polls saw the price move. */
    readonly silences: {
      /** Silences found since the start. */
      readonly detected: number;
      /** Silences that ended with new messages. */
      readonly recovered: number;
      /** Assets whose stream is silent now. */
      readonly ongoing: number;
      /**
       * When the newest silence was found. Epoch milliseconds; null when there was none since the start.
       */
      readonly lastDetectedAt: number | null;
      /**
       * Time from the first poll that showed a price move to the alarm; null when no silence has ended
       * since the start.
       */
      readonly detectMs: SilenceTimes | null;
      /**
       * Time from the alarm to the next message of the stream; null when no silence has ended since the
       * start.
       */
      readonly recoverMs: SilenceTimes | null;
    };
  } | null;
}

export interface PostBackfillAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Time of the answer. Epoch milliseconds. */
  readonly now: number;
  /** Days that a fill goes back. */
  readonly days: number;
  /** One per requested asset, in the order of the request. */
  readonly fills: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /**
     * `queued`: waits for its turn; `running`: the venue was asked; `filled`: what the venue has of
     * the time is stored; `not_offered`: see reason.
     */
    readonly state: 'queued' | 'running' | 'filled' | 'not_offered';
    /**
     * `not_listed`: no venue lists the market, or its venue has not answered since the start;
     * `not_recorded`: the service does not read the venue; `failed`: the venue gave nothing; `busy`:
     * the queue, or the part of it that one address may fill, is full; `unreachable`: the process that
     * reads the venue did not answer; null when state is not `not_offered`.
     */
    readonly reason: 'not_listed' | 'not_recorded' | 'failed' | 'busy' | 'unreachable' | null;
    /**
     * When a failed market can be requested again. Epoch milliseconds; null when reason is not
     * `failed`.
     */
    readonly retryAtMs: number | null;
  }[];
}

export interface PostBatchAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /**
   * Version of this answer. Within a version, members are only added, never changed or removed.
   */
  readonly apiVersion: ApiVersion;
  /** Number of requested assets. */
  readonly requestedCount: number;
  /** One item per requested asset, in the same order. */
  readonly bundles: readonly (
    | Bundle
    | {
        /** false when the bundle could not be computed. */
        readonly ok: false;
        /** Asset as requested. */
        readonly asset: string;
        /** Stable error code. */
        readonly error: 'asset_not_found' | 'handler_timeout' | 'internal';
        /** Failure in one sentence. */
        readonly message: string;
      }
  )[];
}

/**
 * Time at which the venue's list with this price was read. Epoch milliseconds; null when the venue
 * repeated an earlier price, or lists the asset no longer.
 */
export type PriceAsOf = number | null;

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

/** Totals over all probes. */
export interface ProbeSummary {
  /** Number of healthy probes. */
  readonly healthy: number;
  /** Number of degraded probes. */
  readonly degraded: number;
  /** Number of failed probes. */
  readonly errored: number;
  /** Number of probes. */
  readonly total: number;
  /** Mean latency in ms; null when there are no probes. */
  readonly avgLatencyMs: number | null;
  /** Highest latency in ms; null when there are no probes. */
  readonly maxLatencyMs: number | null;
  /** `OK`: all healthy; `DOWN`: all failed; `WARN`: anything in between. */
  readonly verdict: 'OK' | 'WARN' | 'DOWN';
}

/** Way from a leaf to the root of its day. */
export interface ProofPart {
  /** Line of the entry. */
  readonly entry: string;
  /** Text of the leaf; null when it is withheld. */
  readonly leaf: string | null;
  /** Place of the leaf. */
  readonly leafIndex: number;
  /** Leaves of the entry. */
  readonly leaves: number;
  /** Hashes beside the way to the root of the entry. */
  readonly leafPath: readonly Sha256[];
  /** Root of the entry. */
  readonly partRoot: Sha256;
  /** Place of the entry. */
  readonly entryIndex: number;
  /** Entries of the day. */
  readonly entries: number;
  /** Hashes beside the way to the root of the day. */
  readonly entryPath: readonly Sha256[];
  /** Its day, where it is another one. */
  readonly day?: string;
  /** Head of that day. */
  readonly head?: Sha256;
  /** Head of the day before that day. */
  readonly previousHead?: Sha256;
  /** Root of that day. */
  readonly root?: Sha256;
}

/** Newest price. */
export interface QuoteEvent {
  /** Name of the event. */
  readonly type: 'quote';
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
   * Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary or
   * its price of 24 hours ago is not known.
   */
  readonly change24hPct: PerpChange24hPct;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
  /** When the venue's message arrived, by the service's clock. Epoch milliseconds. */
  readonly receivedAt: ReceivedAt;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
}

/** All snapshots have been sent; changes follow. */
export interface ReadyEvent {
  /** Name of the event. */
  readonly type: 'ready';
  /** Assets of the stream. */
  readonly assets: readonly AssetId[];
  /**
   * Interval in ms at which each asset is refreshed: that of its stream, or of reads of its book.
   */
  readonly everyMs: Readonly<Record<string, number>>;
}

export interface ReceiveWebhookAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Reason why the event moved no money. When it is present, all members below are absent. */
  readonly ignored?:
    | 'event_type'
    | 'unpaid'
    | 'not_completed'
    | 'mode_mismatch'
    | 'zero_amount'
    | 'currency'
    | 'unattributed'
    | 'pending_deposit';
  /** Payment provider. */
  readonly provider?: 'coinbase' | 'hmac' | 'stripe';
  /** Owner of the balance. */
  readonly owner?: string;
  /**
   * Whether this call applied the event; false when it was applied before or its deposit is in
   * review.
   */
  readonly applied?: boolean;
  /**
   * Change of the balance; negative for refunds and disputes. Micro-USD; null when the amount is too
   * large to be counted.
   */
  readonly microUsd?: number | null;
  /** Current balance. Micro-USD. */
  readonly balanceMicroUsd?: number;
  /**
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd?: OwedMicroUsd;
  /** Present and true when the deposit waits for a review and no balance changed. */
  readonly held?: boolean;
}

/** When the venue's message arrived, by the service's clock. Epoch milliseconds. */
export type ReceivedAt = number;

export interface ReconcilePositionAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Venue of the position. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** What was done. */
  readonly action: 'adopt' | 'forget';
  /** Size of the record before. */
  readonly before: number;
  /** Size of the record now. */
  readonly after: number;
}

/** Venue of the asset, or ref. */
export type Recorder = 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | 'ref';

export interface RedeemVoucherAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Credited owner. */
  readonly owner: string;
  /** Value of the voucher. Micro-USD. */
  readonly microUsd: number;
  /** Balance after the redemption and the repayment of debts. Micro-USD. */
  readonly balanceMicroUsd: number;
  /**
   * Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
   * Micro-USD.
   */
  readonly owedMicroUsd: OwedMicroUsd;
}

/** One reference price. */
export interface ReferencePage {
  /** true on every success. */
  readonly ok: Ok;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** A reference price. */
  readonly type: 'ref';
  /** Id of the source. */
  readonly source: 'chainlink' | 'twap60' | 'twap30' | 'rti' | 'rti60' | 'pyth';
  /** Coin. */
  readonly coin: string;
  /** Relay that brought the last value; null when it is not known. */
  readonly relay: 'rtds' | 'polybolt' | 'kalshi' | null;
  /** Value that was stored last; null when none is stored. */
  readonly last: LastReference | null;
}

/** Relays of reference prices. */
export type ReferenceRelays = readonly {
  /** Id of the relay. */
  readonly relay: 'rtds' | 'polybolt' | 'kalshi';
  /**
   * `gone`: three connections brought nothing, it is tried again each ten minutes. `refused`: its
   * venue refused the credentials.
   */
  readonly state: 'on' | 'off' | 'connecting' | 'gone' | 'refused';
  /** What is in the way; null when nothing is. */
  readonly why: string | null;
  /** Whether its connection is open. */
  readonly connected: boolean;
  /** Arrival of its newest value. Epoch milliseconds; null when none came yet. */
  readonly lastValueAt: number | null;
}[];

/** One member that was refused. */
export interface RefusedMember {
  /** Kind of message, by our own name. */
  readonly kind: string;
  /**
   * Path of the member in our schema; `*` stands for positions and names that the venue chose.
   */
  readonly member: string;
  /** How often, since the start. */
  readonly count: number;
  /** When it was refused first. Epoch milliseconds. */
  readonly sinceMs: number;
}

export interface RegisterWalletAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Registered wallets, oldest first. */
  readonly registeredWallets?: readonly RegisteredWallet[];
  /** Text to sign, line breaks included. */
  readonly message?: string;
  /** Until when its signature is taken, once. Epoch milliseconds. */
  readonly expiresAtMs?: number;
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
  /** Outcome within the event that Yes stands for; null when the venue does not say. */
  readonly answer: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Source that decides the market; null when the venue does not say. */
  readonly settlementSource: string | null;
  /** Threshold that the question names; null when the venue does not say. */
  readonly strike: number | null;
  /** When trading ends. Epoch milliseconds; null when the venue does not say. */
  readonly closesAt: number | null;
  /**
   * When the question is due to be decided. Epoch milliseconds; null when the venue does not say.
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
  /** When this service first saw the market. Epoch milliseconds. */
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

/** One wallet of the owner. */
export interface RegisteredWallet {
  /** Address of the wallet; in lower case on EVM chains. */
  readonly address: string;
  /** Family of chains on which its transfers are credited. */
  readonly family: 'evm' | 'solana' | 'tron';
  /** Time of registration; only transfers in later blocks are credited. Epoch milliseconds. */
  readonly registeredAt: number;
  /** Whether the key of the wallet has signed for the owner. */
  readonly proved: boolean;
  /**
   * When another owner proved to have its key; from then on its transfers are not yours. Epoch
   * milliseconds.
   */
  readonly replacedAt?: number;
}

/** Reason why the order was rejected or is unconfirmed. */
export type RejectReason =
  | 'unknown_asset'
  | 'market_closed'
  | 'not_supported'
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
  | 'limit'
  | 'halt'
  | 'mismatch'
  | 'other';

/** Reason why the order was rejected or is unconfirmed; null when it is neither. */
export type RejectReasonOrNull = RejectReason | null;

export interface RemoveWalletAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whose wallet it was. */
  readonly owner: string;
  /** Whether this call removed it; false when the owner does not have it. */
  readonly applied: boolean;
  /** Registered wallets, oldest first. */
  readonly registeredWallets: readonly RegisteredWallet[];
}

/** One credential that was removed. */
export interface RemovedCredential {
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: VenueId;
}

export interface RescanChainAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Name of the chain. */
  readonly chain: string;
  /** Block, slot or time at which the next poll begins. */
  readonly from: number;
}

/** One resolution of a binary. */
export interface Resolution {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the asset. */
  readonly venue: VenueId;
  /** Question of the market; null when no facts of the market were registered. */
  readonly name: string | null;
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
  /** Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract in USD, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /** When the venue settled the market. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
  /** When this service recorded the resolution. Epoch milliseconds. */
  readonly recordedAt: number;
  /**
   * When this service learnt that the venue had taken the resolution back. Epoch milliseconds; null
   * when the resolution is in force.
   */
  readonly reopenedAt: number | null;
  /** Whether the result follows from recorded values; null when none is decided. */
  readonly verdict: 'reproduced' | 'contradicted' | 'unknown' | null;
}

/** A market was resolved, or its venue has taken that back. */
export interface ResolutionEvent {
  /** Name of the event. */
  readonly type: 'resolution';
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract in USD, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /** When the venue settled the market. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** Field of the venue's answer that states the resolution. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue does not say. */
  readonly disputed: boolean | null;
  /** When this service recorded the resolution. Epoch milliseconds. */
  readonly recordedAt: number;
  /**
   * When this service learnt that the venue had taken the resolution back. Epoch milliseconds; null
   * when the resolution is in force.
   */
  readonly reopenedAt: number | null;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
}

/**
 * End that is used: of trading (`closeTime`), or the time at which the question is due
 * (`endDate`); null when the venue states no end.
 */
export type ResolvedFrom = 'closeTime' | 'endDate' | null;

export interface RetryAlertDeliveryAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** A delivery to one endpoint. */
  readonly delivery: AlertDelivery;
}

export interface ReturnDepositAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Of `reverse`: whether this call took the deposit back; false when it was before. */
  readonly applied?: boolean;
  /** One deposit. */
  readonly deposit: Deposit;
}

/** Open items of one kind. */
export interface ReviewCount {
  /** Number of items. */
  readonly count: number;
  /** Sum of the known amounts. Micro-USD; null when no amount is known. */
  readonly microUsd: number | null;
  /** When the oldest item began to wait. Epoch milliseconds; null when no item waits. */
  readonly oldestMs: number | null;
}

/** One matter that waits for a person. */
export interface ReviewItem {
  /** Id of the item. */
  readonly id: string;
  /** Kind of the matter. */
  readonly kind:
    | 'held'
    | 'unattributed'
    | 'reversal_without_payment'
    | 'reversal_currency'
    | 'reversal_excess'
    | 'reversal_waiting'
    | 'treasury_changed'
    | 'skipped_transaction'
    | 'ledger_restored'
    | 'vault_unreadable'
    | 'ref_conflict'
    | 'source_difference';
  /** When the item began to wait. Epoch milliseconds. */
  readonly since: number;
  /** Owner whom the matter concerns; null when the owner is not known. */
  readonly owner: string | null;
  /** Currency of the amount, as it came; null when there is no amount. */
  readonly currency: string | null;
  /** Amount in the currency, as it came; null when there is no amount. */
  readonly amount: string | null;
  /**
   * Value of the amount. Micro-USD; null when the value in US dollars is not known or there is no
   * amount.
   */
  readonly microUsd: number | null;
  /**
   * Facts about the matter, by name: ids at the provider, the deposit, positions on a chain. Values
   * are text, numbers or null.
   */
  readonly known: Readonly<Record<string, unknown>>;
  /** Calls that end the item; none when it has ended. */
  readonly calls: readonly {
    /** Call of the API. */
    readonly call: string;
    /** The same as a command. */
    readonly command: string;
  }[];
  /** When the item ended. Epoch milliseconds; null when it waits. */
  readonly endedAt: number | null;
  /** How the item ended; `resolved`: its reason is gone; null when it waits. */
  readonly endedAs: 'applied' | 'dismissed' | 'resolved' | null;
  /** Reason of a dismissal; null when there is none. */
  readonly reason: string | null;
}

export interface RevokeKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether a key was found and revoked. */
  readonly revoked: boolean;
  /**
   * Whether the revocation is stored. false: the database is not accepting writes; the keys are
   * rejected from now on, but a restart before writes work again loses the revocation.
   */
  readonly stored: boolean;
  /** Live keys that this call revoked. */
  readonly count: number;
  /**
   * These keys that had replaced the named key by rotation; 0 when a bot or an owner was named.
   */
  readonly successors: number;
}

export interface RotateKeyAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /**
   * New API key; it is shown only once; null when the key was already rotated and the new key was
   * shown then.
   */
  readonly rawKey: string | null;
  /** Record of an API key. The key itself is shown only once, when it is issued. */
  readonly record: KeyRecord;
  /** Old key. */
  readonly previous: {
    /** SHA-256 of the old key in hex. */
    readonly hash: string;
    /** Expiry time. Epoch milliseconds; null when it never does. */
    readonly expiresAt: ExpiresAt;
  };
}

export interface RotateVaultAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Credentials that were moved from another key. */
  readonly moved: number;
  /** Id of the vault key that now encrypts them. */
  readonly keyId: string;
  /** Credentials that cannot be decrypted; they are unchanged. */
  readonly skipped: readonly SkippedCredential[];
}

/** Sample of these figures, and those that other endpoints use for figures of the same name. */
export type SampleNote = string;

export interface Sampling {
  /** `live`: every live record; `hourly`: the last record of each hour. */
  readonly basis: 'live' | 'hourly';
  /**
   * Median time between two records in ms. Decides what an outage is; figures of a year go by
   * covered time; null when there are fewer than two records.
   */
  readonly stepMs: number | null;
  /** Total time that the returns cover in ms, without outages. */
  readonly coveredMs: number;
  /** Outages in the sample. No return is computed across an outage. */
  readonly outagesSkipped: number;
}

export interface SearchAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Query as asked. */
  readonly q: string;
  /**
   * Query by which the results were found; null when every word is in a market, or none is like it.
   */
  readonly corrected: string | null;
  /**
   * Found markets on all pages. Of more than 4000 listed or 1000 ended ones, the newest and the
   * perpetuals are found.
   */
  readonly count: number;
  /** Found markets in the order that `sort` names. */
  readonly results: readonly {
    /** Asset id in its canonical spelling. */
    readonly asset: AssetId;
    /** Venue of the asset. */
    readonly venue: VenueId;
    /** Kind of the asset. */
    readonly kind: AssetKind;
    /** Question, or coin of a perpetual. */
    readonly title: string;
    /** Venue's event that the market is an outcome of; null when the venue states none. */
    readonly event: {
      /** Id of the event at the venue. */
      readonly key: string;
      /** Title of the event. */
      readonly title: string;
    } | null;
    /**
     * Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has no
     * price.
     */
    readonly price: LastPrice;
    /** 24 h volume in USD; null when the venue publishes none. */
    readonly volume24hUsd: number | null;
    /** Whether trading is over, or the venue no longer lists the market. */
    readonly settled: boolean;
    /** How the market ended; null when the market is not settled, or its result is not known. */
    readonly outcome: 'yes' | 'no' | 'void' | null;
    /** Relevance; comparable within one answer. */
    readonly score: number;
    /** Words by which it was found: those of the query, or other names. */
    readonly why: readonly string[];
  }[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** When the event was made, by the service's clock. Epoch milliseconds. */
export type SentAt = number;

/** Verdict that the statistical tests reach together. */
export type SeriesVerdict = 'random-walk' | 'mean-reverting' | 'trending' | 'flat' | 'insufficient-data';

/** Whether strike and price are what the venue stated afterwards. */
export interface SettledAgreement {
  /** Of the strike; null when one of the two is not known. */
  readonly strike: boolean | null;
  /** Of the closing price; null when one of the two is not known. */
  readonly value: boolean | null;
}

export interface SettledRow {
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Venue of the market. */
  readonly venue: VenueId;
  /** Source of the prices; null when the venue does not state it. */
  readonly source: string | null;
  /** Coin in lower case; null when the venue does not state it. */
  readonly coin: string | null;
  /** Moment of the opening price. Epoch milliseconds; null when the venue does not state it. */
  readonly openAt: number | null;
  /** Moment of the closing price. Epoch milliseconds; null when the venue does not state it. */
  readonly closeAt: number | null;
  /** `contradicted`: the venue paid otherwise. */
  readonly verdict: 'reproduced' | 'contradicted' | 'unknown';
  /** Why it is unknown; null when the verdict is known. */
  readonly reason: UnknownReason;
  /** Facts of the reason; null when the reason has none. */
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** Result by the recorded prices; null when it is not known. */
  readonly result: 'yes' | 'no' | 'half' | null;
  /** Result by the venue. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Strike, decimal text; null when it was not received, or is withheld. */
  readonly strike: string | null;
  /** Where the strike is from; null when no strike is known. */
  readonly strikeBy: 'terms' | 'record' | 'venue' | null;
  /** Closing price, decimal text; null when it was not received, or is withheld. */
  readonly value: string | null;
  /** Moments that are wanted and were not received. */
  readonly missing: readonly number[];
  /** Whether strike and price are what the venue stated afterwards. */
  readonly agrees: SettledAgreement;
  /** When the venue settled. Epoch milliseconds; null when the venue does not say. */
  readonly settledAt: number | null;
  /** When the result was recorded, as it is now. Epoch milliseconds. */
  readonly recordedAt: number;
  /** When this was decided. Epoch milliseconds. */
  readonly decidedAt: number;
  /** The verdict before it changed last; null when it never changed. */
  readonly changedFrom: 'reproduced' | 'contradicted' | 'unknown' | null;
  /** Hash of the rules; null when it has no rules. */
  readonly rulesHash: string | null;
  /** Hash of the terms. */
  readonly termsHash: string;
  /**
   * Reasons for null members, by path; of members that are withheld. docs/errors.md explains them.
   */
  readonly whyNull?: WhyNull;
}

export interface SettlingTerms {
  /** Source of the values; null when the venue does not state it, or in two ways. */
  readonly source: string | null;
  /**
   * Coin in lower case; source and coin name a series; null when the venue does not state it, or in
   * two ways.
   */
  readonly coin: string | null;
  /**
   * `at`: the value at a moment. Others are stated and not reproduced; null when the venue does not
   * state it, or in two ways.
   */
  readonly statistic: string | null;
  /**
   * Moment of the opening value. Epoch milliseconds; null when the venue does not state it, or in
   * two ways.
   */
  readonly openAt: number | null;
  /**
   * Moment of the closing value. Epoch milliseconds; null when the venue does not state it, or in
   * two ways.
   */
  readonly closeAt: number | null;
  /**
   * Where the strike is from: the terms, or the value at `openAt`; null when the venue does not
   * state it, or in two ways.
   */
  readonly strikeFrom: 'stated' | 'opening' | null;
  /**
   * Strike as decimal text; lower end of a range; null when the venue does not state it, or in two
   * ways.
   */
  readonly strike: string | null;
  /**
   * Upper end of a range, decimal text; null when the venue does not state it, or in two ways.
   */
  readonly strikeHigh: string | null;
  /** When Yes wins; null when the venue does not state it, or in two ways. */
  readonly test: 'above' | 'below' | 'between' | null;
  /**
   * Meaning of a value equal to the strike; null when the venue does not state it, or in two ways.
   */
  readonly tie: 'yes' | 'no' | 'half' | null;
  /**
   * Places to which values are rounded before they are compared; null when they are not rounded.
   */
  readonly decimals: number | null;
  /**
   * Seconds within which the next value counts where the moment has none at its source; null when
   * the venue does not state it, or in two ways.
   */
  readonly toleranceSeconds: number | null;
}

/** Head of the day. */
export type Sha256 = string;

/**
 * Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
 * reason.
 */
export type SharpeRatio = number | null;

/** Reason why sharpe is null. */
export type SharpeSuppression = 'bounded-probability' | 'insufficient-data' | 'zero-variance';

/** Reason why sharpe is null; null when sharpe is not null. */
export type SharpeSuppressionOrNull = SharpeSuppression | null;

/** Names of the sides of one market. */
export interface SideNames {
  /**
   * Name of the Yes side, which no other market of the event has: show it beside a price; null when
   * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
   * nothing is known of it.
   */
  readonly yesMeans: YesMeans;
  /** Name of the No side, where the venue names both; null when the venue names no side of No. */
  readonly noMeans: NoMeans;
}

/** A bundle with the reason for the event and its times. */
export type SignalEvent = {
  /** Name of the event. */
  readonly type: 'signal';
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
} & SignalFrame;

/** A bundle with the reason for the event and its times. */
export type SignalFrame = Bundle & {
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
   * When the price arrived, by the service's clock. Epoch milliseconds; null when the venue does not
   * list the asset.
   */
  readonly receivedAt: number | null;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
};

export interface SilenceTimes {
  /** Median in ms. */
  readonly p50: number;
  /** Maximum in ms. */
  readonly max: number;
}

export interface SimulateArbitrageAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** When the answer was computed, ISO 8601. */
  readonly generatedAt: GeneratedAt;
  /** Age of each venue's snapshot in ms. */
  readonly snapshotAges: SnapshotAges;
  /** Parameters of the request. */
  readonly params: {
    /** Capital to split, USD. */
    readonly capital: number;
    /** Maximum spread as a fraction. */
    readonly maxSpread: number;
    /** Minimum number of legs. */
    readonly minLegs: number;
    /** Maximum number of opportunities. */
    readonly topN: number;
  };
  /** Fees that were assumed, by venue. */
  readonly feesAssumed: Readonly<
    Partial<
      Record<
        'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless',
        {
          /** `published`: fee schedule of the venue; `asked`: your `feeBps.<venue>`. */
          readonly basis: 'published' | 'asked';
          /**
           * Your fee in basis points of the cost of an order; null when the published schedule applies.
           */
          readonly bps: number | null;
          /**
           * How the fee is computed, in words and figures (p: price of a contract), its source, and the date
           * on which the schedule was read.
           */
          readonly says: string;
        }
      >
    >
  >;
  /** Totals of the portfolio. */
  readonly summary: {
    /** Complete opportunities with fresh prices and at least minLegs legs. */
    readonly opportunitiesConsidered: number;
    /** Opportunities in the portfolio. */
    readonly opportunitiesSelected: number;
    /** Selected opportunities with a net profit above 0. */
    readonly opportunitiesPaying: number;
    /** Net profit of these opportunities, USD. */
    readonly payingProfitUsd: number;
    /** Selected opportunities whose net is null. */
    readonly opportunitiesWithoutNet: number;
    /** Allocated capital, USD. */
    readonly capitalDeployed: number;
    /** Sum of the gross profits, USD. */
    readonly expectedProfit: number;
    /** expectedProfit in percent of capitalDeployed; 0 when nothing is deployed. */
    readonly expectedEdgePct: number;
    /** Share of the capital that is deployed, 0 to 1. */
    readonly capitalEfficiency: number;
    /** Mean spread of the selected opportunities; null when nothing was selected. */
    readonly avgSpread: number | null;
    /** Smallest spread of the selected opportunities; null when nothing was selected. */
    readonly minSpread: number | null;
    /** Largest spread of the selected opportunities; null when nothing was selected. */
    readonly maxSpread: number | null;
    /** Deployed capital by venue, USD. */
    readonly venueExposure: Readonly<Record<string, number>>;
  };
  /** Selected opportunities, largest edge first. */
  readonly selected: readonly {
    /** Id of the opportunity, the same in every answer. */
    readonly id: string;
    /** Kind of opportunity. */
    readonly type: 'yes-no' | 'complete-set' | 'perp-perp' | 'perp-basis';
    /** Cost of one unit of payoff. */
    readonly cost: number;
    /** Payoff minus cost, per unit. */
    readonly spread: number;
    /** Profit in percent of cost, not annualised. */
    readonly edgePct: number;
    /** Capital allocated to the opportunity, USD. */
    readonly allocationUsd: number;
    /** Gross profit of the allocation, USD. */
    readonly expectedProfitUsd: number;
    /** Legs. Those of binaries have equal numbers of contracts. */
    readonly legs: readonly {
      /** Venue of the leg. */
      readonly venue: string;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Outcome that is bought, or side of a perpetual. */
      readonly side: 'yes' | 'no' | 'long' | 'short';
      /**
       * Name of the Yes side, which no other market of the event has: show it beside a price; null when
       * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
       * nothing is known of it.
       */
      readonly yesMeans: YesMeans;
      /** Name of the No side, where the venue names both; null when the venue names no side of No. */
      readonly noMeans: NoMeans;
      /** Price of the leg. */
      readonly price: number;
      /** Part of the allocation, USD. */
      readonly usd: number;
    }[];
    /**
     * Greatest profit with the live books and taker fees, whatever capital is split; null when a book
     * or a fee is not known, or the payoff is not fixed: netReason says which.
     */
    readonly best: {
      /**
       * Contracts per leg, whole lots of every venue: the largest number whose last lot still pays after
       * taker fees. 0 when not one lot pays.
       */
      readonly contracts: number;
      /** All that is paid, taker fees included, USD. */
      readonly costUsd: number;
      /** Payoff minus all that is paid, USD. Rebates are not counted. */
      readonly profitUsd: number;
      /**
       * Profit of the last lot as a fraction of all that is paid for it, before fees are rounded; null
       * when not one lot pays.
       */
      readonly marginalEdgeFrac: number | null;
      /**
       * profitUsd / costUsd * 365 / days until the last leg resolves, not compounded; null when a venue
       * states no end, it is within an hour, or not one lot pays.
       */
      readonly annualisedFrac: number | null;
    } | null;
    /**
     * Profit at the sizes at which it bends, smallest first; at most 60. Only with `sizes=true`; empty
     * when best is null.
     */
    readonly profitBySize?: readonly {
      /** Contracts per leg. */
      readonly contracts: number;
      /** Payoff minus cost and fees, before fees are rounded, USD. */
      readonly profitUsd: number;
    }[];
    /** Net result after live books and fees; can be a loss; null when netReason gives a reason. */
    readonly net: {
      /** Contracts per leg that the books can fill, up to the allocation, in lots of every venue. */
      readonly contracts: number;
      /** Share of the allocation that can be filled, 0 to 1. */
      readonly filledFrac: number;
      /** Cost of the contracts, USD. */
      readonly costUsd: number;
      /** Taker fees, USD. */
      readonly feesUsd: number;
      /** Payoff minus cost and fees, USD. */
      readonly profitUsd: number;
      /** Profit in percent of cost and fees, not annualised. */
      readonly edgePct: number;
      /** Days until the last leg resolves; null when a venue states no end. */
      readonly lockUpDays: number | null;
      /**
       * edgePct * 365 / lockUpDays, not compounded; null when lockUpDays is null or below an hour.
       */
      readonly annualisedEdgePct: number | null;
      /** Ways in which the linked markets could resolve differently. */
      readonly settlementDifferences: readonly string[];
      /** Legs, filled against the live books. */
      readonly legs: readonly {
        /** Venue of the leg. */
        readonly venue: string;
        /** Asset id in its canonical spelling. */
        readonly asset: AssetId;
        /** Outcome that is bought, or side of a perpetual. */
        readonly side: 'yes' | 'no' | 'long' | 'short';
        /**
         * Name of the Yes side, which no other market of the event has: show it beside a price; null when
         * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
         * nothing is known of it.
         */
        readonly yesMeans: YesMeans;
        /** Name of the No side, where the venue names both; null when the venue names no side of No. */
        readonly noMeans: NoMeans;
        /** Number of contracts. */
        readonly contracts: number;
        /** Volume-weighted average price of the outcome. */
        readonly avgPrice: number;
        /** Cost, USD. */
        readonly costUsd: number;
        /** Taker fee, USD. */
        readonly feeUsd: number;
        /**
         * Rebate that the venue would be expected to pay if the order had rested, USD. In no sum; null
         * when the market states no share for makers.
         */
        readonly makerRebateUsd: number | null;
        /** Date on which the fee schedule was read, or `asked` for your own fee. */
        readonly feeAsOf: string;
        /** Source of the fee. */
        readonly feeSource: string;
      }[];
    } | null;
    /** Reason why net is null; null when net is not null. */
    readonly netReason: string | null;
  }[];
  /** Whether more follows beyond the limit. */
  readonly truncated: ListTruncated;
  /** Number of items without the limit; null when it is not known. */
  readonly total: ListTotal;
}

export interface SkipTransactionAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Name of the chain. */
  readonly chain: string;
  /** The transaction. */
  readonly transaction: string;
  /** Whether this call did it; false: it was passed over before. */
  readonly applied: boolean;
}

/** One credential that cannot be decrypted, without its secret. */
export interface SkippedCredential {
  /** Owner of the credential. */
  readonly owner: string;
  /** Venue. */
  readonly venue: VenueId;
  /** Id of the vault key that encrypts the credential. */
  readonly keyId: string;
  /** Reason why it cannot be decrypted. */
  readonly problem: string;
}

/** Fills within one range of distances. */
export interface SlippageTier {
  /** Start of the range in basis points, inclusive. */
  readonly bpsFrom: number;
  /** End of the range in basis points, exclusive; null when the range has no end. */
  readonly bpsTo: number | null;
  /** Filled units or contracts. */
  readonly baseFilled: number;
  /** Filled amount in USD. */
  readonly quoteFilled: number;
}

/** Age of each venue's snapshot in ms. */
export type SnapshotAges = Readonly<
  Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', number | null>>
>;

/**
 * Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset is
 * a binary, the returns do not vary, or no return is a loss.
 */
export type SortinoRatio = number | null;

/** Amount since the base; null when nothing was compared. */
export type SourceAmount = string | null;

/** One source. */
export interface SourceComparison {
  /** Names the source forever. */
  readonly source: string;
  /** Name for people. */
  readonly title: string;
  /** Currency of the amounts. */
  readonly currency: string;
  /** `base`: the first comparison. `not_compared`: `note` says why. */
  readonly status: 'base' | 'equal' | 'difference' | 'not_compared';
  /** When the base was taken. Epoch milliseconds; null when the source has no base yet. */
  readonly fromMs: number | null;
  /** When it was compared. Epoch milliseconds. */
  readonly toMs: number;
  /** Amount since the base; null when nothing was compared. */
  readonly cameIn: SourceAmount;
  /** Amount since the base; null when nothing was compared. */
  readonly recorded: SourceAmount;
  /** Amount since the base; null when nothing was compared. */
  readonly difference: SourceAmount;
  /** Why it was not compared, or what was left out; null when there is nothing to say. */
  readonly note: string | null;
}

/**
 * Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is above
 * ask.
 */
export type SpreadBps = number | null;

/**
 * Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
 * missing or 0, or bid is above ask.
 */
export type SpreadPts = number | null;

/** One tracked asset. */
export interface StaleAsset {
  /** Reason why the asset is listed. */
  readonly kind: 'stale' | 'never_recorded' | 'beyond_limit';
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
  /** Records of the asset. */
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
  /** Assets without a record. */
  readonly neverRecorded: number;
  /** Assets that fell below our own limit of markets. */
  readonly beyondLimit: number;
}

/** One report about stale assets. */
export interface StaleReport {
  /** When the report was stored. Epoch milliseconds. */
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
  /** Assets without a record. */
  readonly neverRecordedCount: number;
  /** Assets that fell below our own limit of markets; not among the tracked ones. */
  readonly beyondLimitCount: number;
  /** The same counts by venue. */
  readonly byVenue: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', StaleCounts>>
  >;
}

/** Whether each venue's snapshot is missing or older than 120 s. */
export type StaleVenues = Readonly<
  Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', boolean>>
>;

export interface StatedAfterwards {
  /** Strike that the venue stated; null when the venue does not say. */
  readonly strike: StatedPrice | null;
  /** Closing value that the venue stated; null when the venue does not say. */
  readonly value: StatedPrice | null;
  /**
   * Moment whose value the venue took for the strike. Epoch milliseconds; null when the venue does
   * not say.
   */
  readonly openTakenAt: number | null;
  /**
   * Moment whose value the venue took for the result. Epoch milliseconds; null when the venue does
   * not say.
   */
  readonly closeTakenAt: number | null;
}

export type StatedBy = Readonly<Record<string, string>>;

export interface StatedPrice {
  /** `exact` decimal, nearest `double`, or `rounded` to `decimals` places. */
  readonly kind: 'exact' | 'double' | 'rounded';
  /** The price as decimal text. */
  readonly text: string;
  /** Places that it is rounded to. */
  readonly decimals?: number;
}

/** Counts of one kind. */
export interface StatsCoverage {
  /** Number of requested assets. */
  readonly requested: number;
  /** Assets with statistics. */
  readonly returned: number;
}

/** Key of the asset within its venue. */
export type StoreKey = string;

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
   * Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary or
   * its price of 24 hours ago is not known.
   */
  readonly change24hPct: PerpChange24hPct;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
  /** When the venue's message arrived, by the service's clock. Epoch milliseconds. */
  readonly receivedAt: ReceivedAt;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
}

/** `data:` of one event. `type` is the name of the event. */
export type StreamEvent =
  | QuoteEvent
  | FlowEvent
  | SignalEvent
  | ResolutionEvent
  | GapEvent
  | TradeEvent
  | ReadyEvent
  | UnknownEvent;

export interface StreamFlowFrame {
  /** When the price arrived, by the service's clock. Epoch milliseconds. */
  readonly t: number;
  /** Price: USD, or probability of Yes. */
  readonly p: number;
  /** Price of the update before; null when none is known. */
  readonly prevP: number | null;
  /**
   * Volume traded since the previous poll of the venue; null when the venue has published no new
   * figure.
   */
  readonly v: number | null;
  /**
   * Traded volume of the update. 1 as long as no volume was ever known; after that, 0 for an update
   * without volume.
   */
  readonly weight: number;
  /** Side of the taker by the tick rule. */
  readonly side: 'buy' | 'sell' | 'unclassified';
  /** Weight, positive for a buy and negative for a sell. */
  readonly signed: number;
  /** Sum of `signed` since this connection began. */
  readonly cumulative: number;
  /**
   * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
   */
  readonly venueTime: VenueTime;
  /** When the venue's message arrived, by the service's clock. Epoch milliseconds. */
  readonly receivedAt: ReceivedAt;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
}

export interface StreamTapeFrame {
  /** `snapshot`: the newest fills, sent on connect; `fills`: new fills. */
  readonly type: 'snapshot' | 'fills';
  /** Fills, oldest first. */
  readonly fills: readonly {
    /** Time of the fill by the venue's clock. Epoch milliseconds. */
    readonly t: number;
    /** Stable pseudonym of the bot. */
    readonly handle: string;
    /** Venue of the fill. */
    readonly venue: VenueId;
    /** Venue's name of the asset. */
    readonly venueAsset: string;
    /** Side of the order; for binaries, of Yes. */
    readonly side: 'buy' | 'sell';
    /** Amount in US dollars. */
    readonly filledUsd: number;
    /** Price of the fill: USD, or probability of Yes. */
    readonly avgPrice: number;
    /**
     * Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed, until
     * the venue states it; `corrected`: the venue, in place of a provisional fill.
     */
    readonly basis: 'stated' | 'provisional' | 'corrected';
  }[];
  /** Whether a `snapshot` lacks earlier fills; absent in `fills`. */
  readonly truncated?: boolean;
}

/** Listed assets that the unknown name may mean, at most three, the nearest first. */
export type Suggestions = readonly AssetId[];

/** A book at a step. */
export interface TapeBook {
  /** The step. Epoch milliseconds. */
  readonly t: number;
  /** Bids, best (highest) first. */
  readonly bids: readonly PriceLevel[];
  /** Asks, best (lowest) first. */
  readonly asks: readonly PriceLevel[];
  /**
   * Our time of the last message that altered the book, or of the whole book that began its span; of
   * a sampled book the full minute. Epoch milliseconds.
   */
  readonly bookTime: number;
  /** The venue's time of that message. Epoch milliseconds; null when the venue stated none. */
  readonly venueTime: number | null;
  /** t minus bookTime, in ms. */
  readonly ageMs: number;
  /** 0: every change was recorded; else the time between two states in ms. */
  readonly everyMs: number;
  /** Whether the best bid is above the best ask. */
  readonly crossed: boolean;
}

/** Ends of recorded books, by reason. */
export interface TapeBreaks {
  /** Ends with the reason `connection`. */
  readonly connection: number;
  /** Ends with the reason `silence`. */
  readonly silence: number;
  /** Ends with the reason `sequence`. */
  readonly sequence: number;
  /** Ends with the reason `disagrees`. */
  readonly disagrees: number;
  /** Ends with the reason `refused`. */
  readonly refused: number;
  /** Ends with the reason `dropped`. */
  readonly dropped: number;
  /** Ends with the reason `ended`. */
  readonly ended: number;
  /** Ends with the reason `overload`. */
  readonly overload: number;
  /** Ends with the reason `disk`. */
  readonly disk: number;
  /** Ends with the reason `clock`. */
  readonly clock: number;
  /** Ends with the reason `restart`. */
  readonly restart: number;
}

/** A level of a whole book, a change of a level, or a break. */
export interface TapeChange {
  /**
   * Our time of the message; of a break the last moment at which the book was right. Epoch
   * milliseconds.
   */
  readonly t: number;
  /**
   * The venue's time of the message. Epoch milliseconds; null when it states none, or a break.
   */
  readonly venueT: number | null;
  /**
   * `whole`: a level of the whole book; `change`: the new total of a level; `break`: the book is not
   * known from here on.
   */
  readonly kind: 'change' | 'whole' | 'break';
  /** Side of the level; null when it is a break, or a whole book without a level. */
  readonly side: 'bid' | 'ask' | null;
  /**
   * Price: USD, or probability of Yes; null when it is a break, or a whole book without a level.
   */
  readonly price: number | null;
  /**
   * New total in base units or contracts; 0 removes the level; null when it is a break, or a whole
   * book without a level.
   */
  readonly size: number | null;
  /** Reason of the break; null when it is none. */
  readonly reason:
    | 'connection'
    | 'silence'
    | 'sequence'
    | 'disagrees'
    | 'refused'
    | 'dropped'
    | 'ended'
    | 'overload'
    | 'disk'
    | 'clock'
    | 'restart'
    | null;
  /**
   * 0: every change was recorded; else the time between two states in ms; null when it is a break.
   */
  readonly everyMs: number | null;
}

/** How much of the window is known of books. Times count by our clock, both ends included. */
export interface TapeCoverage {
  /**
   * `full`: the whole window; `partial`: notRecorded says what is missing; `before`: the window ends
   * before the first record; `never`: nothing was recorded of the asset; `off`: nothing was, and
   * `setting` is why.
   */
  readonly state: 'full' | 'partial' | 'before' | 'never' | 'off';
  /** First moment of all that is recorded. Epoch milliseconds; null when there is none. */
  readonly recordedFromMs: number | null;
  /**
   * Last moment that is recorded; the last commit while recording goes on. Epoch milliseconds; null
   * when there is none.
   */
  readonly recordedToMs: number | null;
  /** Share of the window that is recorded, sampled times too; 1 exactly when all of it is. */
  readonly recordedFrac: number;
  /** Times of the window that are not recorded, oldest first; at most 1,000. */
  readonly notRecorded: readonly TapeHole[];
  /**
   * Setting for which the asset is not recorded now; `max_books`: 20,000 larger books take all
   * places; null when neither is why something is missing.
   */
  readonly setting: string | null;
  /** Times of the window of which a state a minute is kept, oldest first; at most 1,000. */
  readonly sampled: readonly {
    /** Start. Epoch milliseconds. */
    readonly fromMs: number;
    /** End. Epoch milliseconds. */
    readonly toMs: number;
    /** Time between two states in ms. */
    readonly everyMs: number;
  }[];
  /** Times between two whole books of which changes were lost, oldest first; at most 1,000. */
  readonly resyncs: readonly {
    /** Time of the whole book before. Epoch milliseconds. */
    readonly fromMs: number;
    /** Time of the whole book that differed. Epoch milliseconds. */
    readonly toMs: number;
    /** Levels that differed. */
    readonly changes: number;
  }[];
  /** Whether a list was cut at 1,000. */
  readonly more: boolean;
}

export interface TapeHealth {
  /** Books that are recorded now, of either class. */
  readonly books: number;
  /** Of these, those that are recorded once a minute. */
  readonly sampled: number;
  /** Listed markets whose book comes and is not recorded. */
  readonly notRecorded: number;
  /** Changes of books a second over the last minute, stored or not. */
  readonly changesPerSec: number;
  /** Bytes that were written today. */
  readonly bytesToday: number;
  /** Bytes of books a day beyond which markets are recorded once a minute. */
  readonly budgetBytes: number;
  /**
   * The least `CROSSTAPE_BOOK_MB_PER_DAY` with which every book is recorded with every change; null
   * when ten minutes have not been recorded yet.
   */
  readonly fullMb: number | null;
  /** Changes that are not on the disk yet. */
  readonly waiting: number;
  /** Levels in which whole books differed from what the changes before had made. */
  readonly resyncChanges: number;
  /** Ends of recorded books, by reason. */
  readonly breaks: TapeBreaks;
  /** Trades that were stored. */
  readonly trades: number;
  /** Of these, those whose side the venue does not state. */
  readonly unknownSide: number;
  /** Trades that came again. */
  readonly duplicates: number;
  /** Frames and trades that cannot be stored. */
  readonly refused: number;
  /** Trades whose stated time is none, which have ours. */
  readonly timeRefused: number;
  /** Trades of more than seven days before, which are not stored. */
  readonly tooOld: number;
  /** Trades of markets that were never listed, which are not stored. */
  readonly unlisted: number;
  /** Polls that left pages of trades. */
  readonly tradesLeft: number;
  /** Ids of `CROSSTAPE_BOOKS` that no venue lists. */
  readonly unknown: readonly string[];
  /** The tape by venue. */
  readonly venues: Readonly<
    Partial<Record<'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless', VenueTape>>
  >;
}

/** A time that is not recorded. */
export interface TapeHole {
  /** Start. Epoch milliseconds. */
  readonly fromMs: number;
  /** End. Epoch milliseconds. */
  readonly toMs: number;
  /** Reason, as docs/errors.md explains it. */
  readonly reason:
    | 'connection'
    | 'silence'
    | 'sequence'
    | 'disagrees'
    | 'refused'
    | 'dropped'
    | 'ended'
    | 'overload'
    | 'disk'
    | 'clock'
    | 'restart'
    | 'before'
    | 'off'
    | 'pending'
    | 'removed'
    | 'damaged';
}

/** A trade. */
export interface TapeTrade {
  /**
   * Time of the trade: the venue's, or ours where it states none that can be right. Epoch
   * milliseconds.
   */
  readonly t: number;
  /** The venue's time. Epoch milliseconds; null when the venue states none. */
  readonly venueT: number | null;
  /** Price: USD, or probability of Yes. */
  readonly price: number;
  /** Contracts, or units of the base asset. */
  readonly size: number;
  /** Side of the taker, in terms of Yes; null when the venue does not state it. */
  readonly side: 'buy' | 'sell' | null;
  /** Who stated the side; null when the side is not stated. */
  readonly sideSource: 'venue' | null;
  /** Id of the trade at its venue; null when the venue states none. */
  readonly id: string | null;
  /**
   * Whether the trade settled. One that did not stays in the list; null when it is not known yet, or
   * the venue does not tell.
   */
  readonly settled: boolean | null;
  /** How the trade came to us. */
  readonly source: 'stream' | 'poll' | 'backfill';
  /** Whether the venue marks it as agreed outside of the book. */
  readonly isBlock: boolean;
}

/**
 * Variance of the outcome at the current price p: p (1 - p); null when the market has no price.
 */
export type TerminalVariance = number | null;

export interface TestAlertEndpointAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Whether the endpoint accepted it. */
  readonly delivered: boolean;
  /** HTTP status of the last answer; null when the endpoint has not answered. */
  readonly status: number | null;
  /** Why the last try failed; null when it did not fail, or answered. */
  readonly reason: string | null;
}

/**
 * Number that the question is about. Absent when it is about none, or when the text of the venue
 * can mean more than one.
 */
export interface Threshold {
  /** When Yes wins: the value is above the strike, below it, or between both. */
  readonly test: 'above' | 'below' | 'between';
  /** Strike in the unit of the question. */
  readonly strike: number;
  /** Upper end of a range; null when the test has one strike. */
  readonly strikeHigh: number | null;
}

export interface TradeAnswer {
  /** true on every success. */
  readonly ok: Ok;
  /** Execution mode: `mock` simulates fills, `live` trades at the venue. */
  readonly execMode: ExecMode;
  /** Result of the call. */
  readonly outcome: {
    /** Result. `filled`: at least a part was traded. */
    readonly status: 'filled' | 'resting' | 'rejected' | 'duplicate' | 'killed' | 'insufficient_balance';
    /** Order id of the caller, or the generated one. */
    readonly clientOrderId: string;
    /** Fee charged by this call. Micro-USD. */
    readonly chargedMicroUsd: number;
    /** One order of a bot. */
    readonly order?: BotOrder;
    /** Members of this call that are not those of the order; only with `duplicate`. */
    readonly differs?: readonly (
      | 'venue'
      | 'asset'
      | 'side'
      | 'sizeUsd'
      | 'sizeShares'
      | 'close'
      | 'markPrice'
    )[];
    /** Reason why the order was rejected or is unconfirmed. */
    readonly reason?: RejectReason;
    /** Listed assets that the unknown name may mean, at most three, the nearest first. */
    readonly suggestions?: Suggestions;
    /** Only where the order was refused for now: when another one has room. */
    readonly retryAfterSeconds?: number;
  };
}

/** A trade as its venue reported it. */
export interface TradeEvent {
  /** Name of the event. */
  readonly type: 'trade';
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Price: USD, or probability of Yes. */
  readonly price: number;
  /** Size in contracts, or in units of the base asset. */
  readonly size: number;
  /** Side of the taker as the venue states it; null when the venue states none. */
  readonly side: 'buy' | 'sell' | null;
  /** Id of the trade at its venue; null when it has none. */
  readonly id: string | null;
  /** Time by the venue's clock. Epoch milliseconds; null when the venue states none. */
  readonly venueTime: number | null;
  /** Time of arrival. Epoch milliseconds; null when the trade was read from a list later. */
  readonly receivedAt: number | null;
  /** Whether the venue marks the trade as agreed outside of the book. */
  readonly isBlock: boolean;
  /** When the event was made, by the service's clock. Epoch milliseconds. */
  readonly sentAt: SentAt;
  /** Whether the event is the newest state at the start, instead of a change. */
  readonly snapshot: boolean;
  /** Number of older events of the asset and kind that the reader did not receive. */
  readonly skipped: number;
}

/** Whether the window has older records that were not read. */
export type Truncated = boolean;

/** Requested names that no asset has, of a stream with `partial`. */
export interface UnknownEvent {
  /** Name of the event. */
  readonly type: 'unknown';
  /** Names as requested. */
  readonly assets: readonly string[];
}

/** Why it is unknown; null when the verdict is known. */
export type UnknownReason =
  | 'statistic_unsupported'
  | 'terms_silent'
  | 'terms_changed'
  | 'average_not_recorded'
  | 'source_not_recorded'
  | 'window_incomplete'
  | 'second_missing'
  | 'too_close'
  | 'tie_silent'
  | 'second_disputed'
  | 'void'
  | null;

/**
 * Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
 * reversed; null when there are fewer than two returns.
 */
export type ValueAtRisk95 = number | null;

/** Venue of the asset. */
export type VenueId = 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';

/** The venue's newest poll result, in which the ticker was found. */
export interface VenueSnapshot {
  /**
   * When the snapshot was complete. Epoch milliseconds; null when the venue has not been read yet.
   */
  readonly fetchedAt: number | null;
  /** Age of the snapshot in ms; null when the venue has not been read yet. */
  readonly ageMs: number | null;
  /** Whether the snapshot is missing or older than 120 s. */
  readonly stale: boolean;
}

/** The tape of one venue. Counts are since the start. */
export interface VenueTape {
  /** Books that are recorded now, of either class. */
  readonly books: number;
  /** Of these, those that are recorded once a minute. */
  readonly sampled: number;
  /** Changes of books a second over the last minute, stored or not. */
  readonly changesPerSec: number;
  /** Trades that were stored. */
  readonly trades: number;
  /** Of these, those whose side the venue does not state. */
  readonly unknownSide: number;
  /** Trades that came again. */
  readonly duplicates: number;
  /** Frames and trades that cannot be stored. */
  readonly refused: number;
  /** Ends of recorded books, by reason. */
  readonly breaks: TapeBreaks;
}

/**
 * Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
 */
export type VenueTime = number | null;

/** An order whose final state is not known. */
export interface WaitingOrder {
  /** Order id of this service. */
  readonly orderId: string;
  /** Id of the bot. */
  readonly botId: string;
  /** Owner of the bot. */
  readonly owner: string;
  /** Venue of the order. */
  readonly venue: VenueId;
  /** Asset id in its canonical spelling. */
  readonly asset: AssetId;
  /** Lifecycle state of the order. */
  readonly state: OrderState;
  /** Reason why the venue could not be queried; null when no reason is known. */
  readonly message: string | null;
  /**
   * Account at the venue that signed the order, as the venue names it; null when the order was not
   * signed.
   */
  readonly account: string | null;
  /**
   * Client order id under which the venue finds the order; null when the order was not signed.
   */
  readonly venueClientId: string | null;
  /** Venue's id of the order; null when the venue has not given one. */
  readonly venueOrderId: string | null;
  /** Fee reserved for the order. Micro-USD. */
  readonly heldMicroUsd: number;
  /**
   * Earliest time at which the order may be closed. Epoch milliseconds; null when the order was
   * never sent.
   */
  readonly closableFrom: number | null;
  /** When the order was stored. Epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * Reasons for null members, by path; of members that are withheld. docs/errors.md explains them.
 */
export type WhyNull = Readonly<
  Record<
    string,
    | 'balanced'
    | 'before'
    | 'beyond_limit'
    | 'break_clock'
    | 'break_connection'
    | 'break_disagrees'
    | 'break_disk'
    | 'break_dropped'
    | 'break_ended'
    | 'break_overload'
    | 'break_refused'
    | 'break_restart'
    | 'break_sequence'
    | 'break_silence'
    | 'crossed_book'
    | 'damaged'
    | 'day_changed'
    | 'day_open'
    | 'delisted'
    | 'depth_limited'
    | 'known_share'
    | 'never'
    | 'never_recorded'
    | 'no_consensus'
    | 'no_day_old_record'
    | 'no_end'
    | 'no_price'
    | 'no_recent_record'
    | 'no_snapshot'
    | 'no_touch'
    | 'no_trades'
    | 'no_volume'
    | 'not_answered'
    | 'not_applicable'
    | 'not_decided'
    | 'not_published'
    | 'not_read'
    | 'not_resolved'
    | 'off'
    | 'pending'
    | 'removed'
    | 'too_few_bars'
    | 'too_few_samples'
    | 'too_few_trades'
    | 'too_many_trades'
    | 'withheld'
    | 'zero_denominator'
  >
>;

/**
 * Start of the window. Epoch milliseconds; null when the window begins with the first record.
 */
export type WindowFromMs = number | null;

/** End of the window. Epoch milliseconds; null when the window ends with the newest record. */
export type WindowToMs = number | null;

/**
 * Name of the Yes side, which no other market of the event has: show it beside a price; null when
 * the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or
 * nothing is known of it.
 */
export type YesMeans = string | null;

/** Parameters of `cancelOrder`. */
export interface CancelOrderParams {
  /** Order id, from the answer to the trade or from the bot's status. */
  readonly orderId: string;
}

/** Parameters of `cancelVouchers`. */
export interface CancelVouchersParams {
  /** SHA-256 of one code in hex. */
  readonly hash?: string;
  /** Label of the vouchers. */
  readonly label?: string;
  /** First time of issue, inclusive. Epoch milliseconds. */
  readonly issuedFromMs?: number;
  /** Last time of issue, inclusive. Epoch milliseconds. */
  readonly issuedToMs?: number;
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
  /** Id of the order. */
  readonly orderId: string;
  /** State of the order at the venue, which the owner can read. */
  readonly note: string;
}

/** Parameters of `controlBot`. */
export interface ControlBotParams {
  /** Whether the engine trades for the bot. */
  readonly enabled?: boolean;
  /** Venues on which the engine trades; empty means none. */
  readonly venues?: readonly ('hyperliquid' | 'polymarket' | 'kalshi' | 'limitless')[];
  /** Assets that the engine trades; empty means none. */
  readonly assets?: readonly string[];
  /** Minimum confidence of a signal, 0 to 1; weaker signals are not traded. */
  readonly minConfidence?: number;
  /** Size of one order in US dollars. */
  readonly tradeSizeUsd?: number;
  /** Maximum age in ms of the data that the engine trades on. */
  readonly maxStaleMs?: number;
  /**
   * The most at risk in all markets, in US dollars; null when there is no limit; 0 opens nothing.
   */
  readonly maxExposureUsd?: number | null;
  /**
   * The most at risk in one asset, in US dollars; null when there is no limit; 0 opens nothing.
   */
  readonly maxAssetUsd?: number | null;
  /** The most positions that are open; null when there is no limit. */
  readonly maxOpenPositions?: number | null;
  /** Orders of the engine a minute; more wait; null when there is no limit. */
  readonly maxOrdersPerMin?: number | null;
  /**
   * Fall of the equity since 00:00 UTC at which everything is closed; null when there is no limit; 0
   * opens nothing.
   */
  readonly maxDailyLossUsd?: number | null;
  /**
   * Time in ms after a closing in which nothing is opened in the same asset; null when it is not
   * asked for.
   */
  readonly cooldownMs?: number | null;
  /** Loss of a position in percent of its cost that closes it; null when it is not asked for. */
  readonly stopLossPct?: number | null;
  /** Gain of a position in percent of its cost that closes it; null when it is not asked for. */
  readonly takeProfitPct?: number | null;
  /** Age in ms of a position that closes it; null when it is not asked for. */
  readonly maxHoldMs?: number | null;
  /**
   * Time in ms before the stated end of a market at which it closes; null when it is not asked for.
   */
  readonly closeBeforeEndMs?: number | null;
  /**
   * Widest spread that the engine trades, in percent of its middle; null when it is not asked for.
   */
  readonly maxSpreadPct?: number | null;
  /** What a neutral signal does to an open position. */
  readonly onNeutral?: 'hold' | 'close';
  /** Starting balance of the purse for paper orders, in US dollars. */
  readonly paperBalanceUsd?: number;
  /** Whether the engine waits for `resume: true` after a restart of the service. */
  readonly startPaused?: boolean;
  /** true is halt `all`, false is halt `none`. */
  readonly kill?: boolean;
  /**
   * What is halted. `opening`: nothing is opened, closes go on. `all`: no order leaves, and what
   * rests is cancelled.
   */
  readonly halt?: 'none' | 'opening' | 'all';
  /** With `kill: true`: cancels what rests and closes every position, then halts. */
  readonly closeFirst?: true;
  /**
   * Ends the stop after the loss of a day, a closing of everything, and the pause after a restart.
   */
  readonly resume?: true;
}

/** Parameters of `creditOwner`. */
export interface CreditOwnerParams {
  /** Owner to credit. */
  readonly owner: string;
  /** Amount in US dollars with at most six decimals; alternative to microUsd. */
  readonly usd?: number;
  /** Amount in micro-USD, a whole number; alternative to usd. */
  readonly microUsd?: number;
  /** Idempotency key of the credit. */
  readonly ref: string;
}

/** Parameters of `debitOwner`. */
export interface DebitOwnerParams {
  /** Owner to debit. */
  readonly owner: string;
  /** Amount in US dollars with at most six decimals; alternative to microUsd. */
  readonly usd?: number;
  /** Amount in micro-USD, a whole number; alternative to usd. */
  readonly microUsd?: number;
  /** Idempotency key of the debit. */
  readonly ref: string;
  /** Reason, which is kept with the action. */
  readonly reason: string;
  /** Whether the part above the free balance becomes a debt. Default: false. */
  readonly allowDebt?: boolean;
}

/** Parameters of `decideReview`. */
export interface DecideReviewParams {
  /** Id of the item. */
  readonly id: string;
  /** Decision about the item. */
  readonly action: 'apply' | 'dismiss';
  /** Owner whom `apply` concerns. Default: the owner of the item. */
  readonly owner?: string;
  /** Amount that `apply` moves. Default: the amount of the item. Micro-USD. */
  readonly microUsd?: number;
  /** Reason of a `dismiss`. */
  readonly reason?: string;
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

/** Parameters of `followAssets`. */
export interface FollowAssetsParams {
  /** Asset ids, 1 to 200. */
  readonly assets: readonly string[];
  /** Kinds of events. Default: quote. Signals of all such streams together are 40 a second. */
  readonly kinds?: readonly ('quote' | 'flow' | 'signal' | 'resolution' | 'gap' | 'trade')[];
  /** Maximum number of events a second of one asset and kind. The newest are sent. */
  readonly maxRate?: number;
  /** Whether every change of a price is an event of its own, sent at once. Not with maxRate. */
  readonly raw?: boolean;
  /** Whether to stream the known assets when some are unknown, which `event: unknown` names. */
  readonly partial?: boolean;
}

/** `data:` of one event. `type` is the name of the event. */
export type FollowAssetsFrame = StreamEvent;

/** Parameters of `forgetVaultKey`. */
export interface ForgetVaultKeyParams {
  /** Id of the lost key, as `rotate` and the log name it. */
  readonly keyId: string;
}

/** Parameters of `getAsset`. */
export interface GetAssetParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
  readonly explain?: boolean;
}

/** Default Response */
export type GetAssetAnswer =
  | {
      /** true on every success. */
      readonly ok: Ok;
      /** Asset id in its canonical spelling. */
      readonly asset: AssetId;
      /** Kind of the asset. */
      readonly type: AssetKind;
      /** Venue of the asset. */
      readonly venue: VenueId;
      /** Key of the asset within its venue. */
      readonly storeKey: StoreKey;
      /** Time of the answer. Epoch milliseconds. */
      readonly now: number;
      /** The venue's newest poll result, in which the ticker was found. */
      readonly snapshot: VenueSnapshot;
      /** Newest state; null when the venue no longer lists the asset. */
      readonly ticker: PerpTicker | BinaryTicker | null;
      /**
       * Hourly candles of the last 30 days, oldest first: recorded hours from the store, others from the
       * venue. Empty when `unavailable` names them.
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
        /** Volume in base units or contracts; null when it is not known. */
        readonly volume: number | null;
        /** Number of trades; null when it is not known. */
        readonly trades: number | null;
      }[];
      /** Live book of a perpetual; null when it could not be read. */
      readonly book?: {
        /** Bids, best (highest) first. */
        readonly bids: readonly PriceLevel[];
        /** Asks, best (lowest) first. */
        readonly asks: readonly PriceLevel[];
        /** When the book was read, by the service's clock. Epoch milliseconds. */
        readonly fetchedAt: BookReadAt;
      } | null;
      /** Funding payments of a perpetual in the last 24 hours, oldest first. */
      readonly funding?: readonly {
        /** Time of the payment. Epoch milliseconds. */
        readonly t: number;
        /** Rate for one hour as a fraction of notional; positive when longs pay. */
        readonly rate: number;
      }[];
      /** Settlement rules of a binary as plain text; null when the venue publishes none. */
      readonly rules?: string | null;
      /** Newest 500 stored records of a binary, oldest first. */
      readonly history?: readonly {
        /** Time of the record. Epoch milliseconds. */
        readonly t: number;
        /** Probability of Yes. */
        readonly p: number;
      }[];
      /**
       * Resolution in force of a binary; null when no resolution is recorded, or the market was
       * reopened.
       */
      readonly resolution?: Resolution | null;
      /** All resolutions of a binary, oldest first: those before the last one were taken back. */
      readonly resolutions?: readonly Resolution[];
      /** Parts that the venue did not deliver this time; they are empty or null. */
      readonly unavailable: readonly ('candles' | 'book' | 'funding')[];
      /**
       * Facts of the market, kept after the venue no longer lists it; null when no facts were
       * registered.
       */
      readonly market: RegisteredMarket | null;
      /**
       * How the market settles, as its venue states it. A member that the venue does not state is null;
       * null when the market names neither a price source nor a coin with a strike.
       */
      readonly settling: SettlingTerms | null;
      /**
       * Where the venue states each member of `settling`, or which of its statements differ; null when
       * no terms are known, or they were imported.
       */
      readonly statedBy: StatedBy | null;
      /** Verdict on its result; null when there is none: GET /api/settled/{asset} says why. */
      readonly settled: SettledRow | null;
      /**
       * Reasons for null members, by path; present with `explain=true`, where a reason is known.
       * docs/errors.md explains them.
       */
      readonly whyNull?: WhyNull;
    }
  | ReferencePage;

/** Parameters of `getAssetRisk`. */
export interface GetAssetRiskParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Minimum number of usable records; with fewer, all metrics but the counts are null. Values above
   * 5,000 count as 5,000. Default: 30.
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
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
  /** Number of days, UTC, up to and with the current one, that `daily` lists. */
  readonly days?: number;
}

/** Parameters of `getBook`. */
export interface GetBookParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `getBookAt`. */
export interface GetBookAtParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** The moment, not after now. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly t: Time;
  /** Most levels of a side. Default: all. */
  readonly levels?: number;
}

/** Parameters of `getBookChanges`. */
export interface GetBookChangesParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows. Values above 50,000 count as 50,000. Default: 1000. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer: the next page of its window. */
  readonly cursor?: string;
}

/** Parameters of `getBookChangesArrow`. */
export interface GetBookChangesArrowParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getBookChangesCsv`. */
export interface GetBookChangesCsvParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getBookChangesJsonl`. */
export interface GetBookChangesJsonlParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getBookChangesParquet`. */
export interface GetBookChangesParquetParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getBookDepth`. */
export interface GetBookDepthParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Width of a bucket in ms, whole seconds. Default: 60000. */
  readonly bucketMs?: number;
  /**
   * Distances from the mid, separated by commas: cents of a binary (0.01), default 1,2,5; basis
   * points of a perpetual, default 5,10,50.
   */
  readonly within?: readonly number[];
}

/** Parameters of `getBookHistory`. */
export interface GetBookHistoryParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Time between two steps in ms. Default: 1000. */
  readonly everyMs?: number;
  /** Most levels of a side. Default: 10. */
  readonly levels?: number;
  /** Maximum number of books. Values above 5,000 count as 5,000. Default: 500. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer: the next page of its window. */
  readonly cursor?: string;
}

/** Parameters of `getBookSlippage`. */
export interface GetBookSlippageParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** The moment, not after now. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly t: Time;
  /** Size of the order in sizeUnit. */
  readonly size: number;
  /** Side of the order: `buy` takes asks, `sell` takes bids. */
  readonly side: 'buy' | 'sell';
  /** Unit of the size. `quote`: USD; `base`: units or contracts. Default: "quote". */
  readonly sizeUnit?: 'quote' | 'base';
}

/** Parameters of `getBotOrders`. */
export interface GetBotOrdersParams {
  /** Only orders in this state; `open`: any that has not ended. */
  readonly state?: 'reserved' | 'submitted' | 'resting' | 'filled' | 'cancelled' | 'rejected' | 'open';
  /** Only orders of this asset id. */
  readonly asset?: string;
  /** Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly from?: Time;
  /** End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly to?: Time;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
}

/** Parameters of `getBotOrdersCsv`. */
export interface GetBotOrdersCsvParams {
  /** Only orders in this state; `open`: any that has not ended. */
  readonly state?: 'reserved' | 'submitted' | 'resting' | 'filled' | 'cancelled' | 'rejected' | 'open';
  /** Only orders of this asset id. */
  readonly asset?: string;
  /** Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly from?: Time;
  /** End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly to?: Time;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
}

/** Parameters of `getBotPnl`. */
export interface GetBotPnlParams {
  /** Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly from?: Time;
  /** End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly to?: Time;
  /** Maximum number of days on the page. Default: 31. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
}

/** Parameters of `getBotPnlCsv`. */
export interface GetBotPnlCsvParams {
  /** Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly from?: Time;
  /** End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly to?: Time;
  /** Maximum number of days on the page. Default: 31. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
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

/** Parameters of `getCalibration`. */
export interface GetCalibrationParams {
  /** Venue of the markets. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Kind of the asset. */
  readonly kind?: 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
  /** Category of the markets; `all`: every one but `window`. */
  readonly category?: string;
  /** Time before the stated end. */
  readonly horizon?: '30d' | '7d' | '1d' | '6h' | '1h' | '10m' | '5m' | '1m';
  /** The last closed days, by the time at which a resolution was first recorded. Default: 365. */
  readonly days?: number;
  /** Adds the 14 bands of price of each cell. Default: false. */
  readonly bands?: boolean;
  /** Maximum number of cells. Default: 200. */
  readonly limit?: number;
}

/** Parameters of `getCalibrationSamples`. */
export interface GetCalibrationSamplesParams {
  /** Venue of the markets. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Kind of the asset. */
  readonly kind: 'hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
  /** Category of the markets; `all`: every one but `window`. */
  readonly category: string;
  /** Time before the stated end. */
  readonly horizon: '30d' | '7d' | '1d' | '6h' | '1h' | '10m' | '5m' | '1m';
  /** Index of a band of price. */
  readonly band?: number;
  /** Maximum number of samples. Default: 500. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer to the same cell and band. */
  readonly cursor?: string;
}

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
  /**
   * Time in ms within which the price must move. More than a day counts as a day. Default: 60000.
   */
  readonly windowMs?: number;
  /** Minimum move as a fraction; 0.01 is 1 %. Default: 0.01. */
  readonly minDrawdownPct?: number;
  /** `down` finds falls, `up` finds rises. Default: "down". */
  readonly direction?: 'down' | 'up';
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /**
   * Maximum number of records; the newest of the window are used. Values above 50,000 count as
   * 50,000. Default: 5000.
   */
  readonly limit?: number;
}

/** Parameters of `getCorrelations`. */
export interface GetCorrelationsParams {
  /** Two to twenty different asset ids, separated by commas. */
  readonly assets: readonly string[];
  /** Length of the window in hours, up to now. Default: 24. */
  readonly window?: number;
  /** Matrices to compute. Default: "both". */
  readonly method?: 'both' | 'pearson' | 'spearman';
}

/** Connected venues. */
export type GetCredentialsAnswer = ConnectedVenues;

/** Parameters of `getDepositAddress`. */
export interface GetDepositAddressParams {
  /** Only this chain. */
  readonly chain?: string;
}

/** Parameters of `getEvidence`. */
export interface GetEvidenceParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `getExportBookSpans`. */
export interface GetExportBookSpansParams {
  /** `venue=` followed by the venue. */
  readonly venueFolder: string;
  /** `date=` followed by the UTC day. */
  readonly dateFolder: string;
  /** File name, from the path in the manifest. */
  readonly file: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getExportBooks`. */
export interface GetExportBooksParams {
  /** `venue=` followed by the venue. */
  readonly venueFolder: string;
  /** `date=` followed by the UTC day. */
  readonly dateFolder: string;
  /** File name, from the path in the manifest. */
  readonly file: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getExportFile`. */
export interface GetExportFileParams {
  /**
   * Name of the file: gaps.parquet, resolutions.parquet, markets.parquet, rules.parquet,
   * links.parquet, forecasts.parquet, marks.parquet, settled.parquet, bars.parquet, duckdb.sql,
   * README.md.
   */
  readonly file: string;
  /** Restricts the tree to these venues, separated by commas. */
  readonly venues?: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
  /**
   * Only these tables, separated by commas: observations, gaps, resolutions, markets, rules, links,
   * forecasts, marks, settled, bars, books, trades. Without it all but `books` and `trades`, which
   * are large; `bookSpans` comes with `books`.
   */
  readonly tables?: string;
  /** A guide to a tree without days. Default: false. */
  readonly empty?: boolean;
}

/** Parameters of `getExportManifest`. */
export interface GetExportManifestParams {
  /** Restricts the tree to these venues, separated by commas. */
  readonly venues?: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
  /**
   * Only these tables, separated by commas: observations, gaps, resolutions, markets, rules, links,
   * forecasts, marks, settled, bars, books, trades. Without it all but `books` and `trades`, which
   * are large; `bookSpans` comes with `books`.
   */
  readonly tables?: string;
  /**
   * Adds the days that are not closed yet, at most a minute old; their files can be downloaded for
   * ten minutes. Books and trades have closed days alone. Default: false.
   */
  readonly open?: boolean;
}

/** Parameters of `getExportPart`. */
export interface GetExportPartParams {
  /** `venue=` followed by the venue. */
  readonly venueFolder: string;
  /** `date=` followed by the UTC day. */
  readonly dateFolder: string;
  /** File name, from the path in the manifest. */
  readonly file: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getExportTrades`. */
export interface GetExportTradesParams {
  /** `venue=` followed by the venue. */
  readonly venueFolder: string;
  /** `date=` followed by the UTC day. */
  readonly dateFolder: string;
  /** File name, from the path in the manifest. */
  readonly file: string;
  /** Only these assets, at most 200 ids separated by commas. Files hold their rows alone. */
  readonly assets?: string;
}

/** Parameters of `getFeed`. */
export interface GetFeedParams {
  /** Maximum number of markets per venue; the largest by 24 h volume are returned. */
  readonly top?: number;
}

/** Configuration flags and venue adapters. */
export type GetFlagsAnswer = Flags;

/** Parameters of `getFlow`. */
export interface GetFlowParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /**
   * Maximum number of records; the newest of the window are used. Values above 50,000 count as
   * 50,000. Default: 5000.
   */
  readonly limit?: number;
  /** Records in one block of vpin and in rollingDelta. Default: 60. */
  readonly rollingWindow?: number;
}

/** Parameters of `getFunding`. */
export interface GetFundingParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** How far back. Default: 30. */
  readonly days?: number;
}

/** Parameters of `getFundingDays`. */
export interface GetFundingDaysParams {
  /** Number of days, UTC, up to and with the current one. Default: 30. */
  readonly days?: number;
  /** Maximum number of perpetuals. Default: 25. */
  readonly limit?: number;
}

/** Parameters of `getGaps`. */
export interface GetGapsParams {
  /** Only this venue and its assets. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Only gaps of this asset and of its whole venue. */
  readonly asset?: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of gaps. Default: 1000. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer to the same parameters. */
  readonly cursor?: string;
}

/** Parameters of `getHistory`. */
export interface GetHistoryParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /**
   * Maximum number of records; the newest of the window are returned. Values above 50,000 count as
   * 50,000. Default: 1000.
   */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer; the records before it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryAggregate`. */
export interface GetHistoryAggregateParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /** Width of a bucket in ms. This or `bucket`. */
  readonly bucketMs?: number;
  /** A day, a week from Monday on, or a month, in place of bucketMs. */
  readonly bucket?: '1d' | '1w' | '1M';
  /** IANA name of the time zone of `bucket`. Default: UTC. */
  readonly tz?: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Members of a bucket: `ohlc`, `vwap` or `all`. Default: "all". */
  readonly op?: 'all' | 'ohlc' | 'vwap';
}

/** Parameters of `getHistoryArrow`. */
export interface GetHistoryArrowParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of records; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the records after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryCsv`. */
export interface GetHistoryCsvParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /**
   * Maximum number of records; the newest of the window are returned. Values above 50,000 count as
   * 50,000. Default: 1000.
   */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer; the records before it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryJsonl`. */
export interface GetHistoryJsonlParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of records; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the records after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getHistoryParquet`. */
export interface GetHistoryParquetParams {
  /** One of hyperliquid, polymarket, kalshi, limitless, ref. */
  readonly venue: string;
  /** Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`). */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of records; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the records after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getIndex`. */
export interface GetIndexParams {
  /** Asset classes, separated by commas: perp, binary, pred. Default: all. */
  readonly kind?: readonly ('perp' | 'binary' | 'pred')[];
  /** true leaves out stale assets. Default: false. */
  readonly fresh?: boolean;
  /**
   * Minimum distance from fair value in basis points, in either direction. Assets without fair value
   * are left out.
   */
  readonly minBasisBps?: number;
  /** Maximum number of entries. Default: all. */
  readonly limit?: number;
  /** Entries to skip. Default: 0. */
  readonly offset?: number;
  /**
   * Search words for name, event and id, as in `/api/search`: other names match too (`bitcoin` finds
   * `hl-BTC`), and words one or two letters off. Markets with all words, else those with any.
   */
  readonly q?: string;
  /** Adds `whyNull`, the reasons for null members. Default: false. */
  readonly explain?: boolean;
  /**
   * `nextCursor` of an earlier answer. Entries that appear or disappear in between do not shift the
   * pages.
   */
  readonly cursor?: string;
}

/** Parameters of `getLeaderboard`. */
export interface GetLeaderboardParams {
  /** Maximum number of bots. Default: 50. */
  readonly limit?: number;
}

/** Parameters of `getLedger`. */
export interface GetLedgerParams {
  /** Owner to show. */
  readonly owner: string;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous answer. */
  readonly cursor?: string;
}

/** Parameters of `getLinks`. */
export interface GetLinksParams {
  /**
   * `active`: links in use; `disputed`: links that diverging prices contradict, which are not used;
   * `refused`: similar pairs that were not linked. Default: active and disputed.
   */
  readonly state?: 'active' | 'disputed' | 'refused';
  /** Adds refused pairs to the answer. Default: false. */
  readonly refused?: boolean;
  /**
   * Sort order. `pair`: by asset ids; `difference`: by `difference.beyondSpreads`, the largest first
   * and pairs without a price last. Refused pairs are always sorted by ids. Default: pair.
   */
  readonly sort?: 'pair' | 'difference';
  /** Only links of this asset. */
  readonly asset?: string;
  /** Maximum number of pairs in each list. Default: 1000. */
  readonly limit?: number;
  /**
   * `nextCursor` of an earlier answer. Pairs that appear or disappear in between do not shift the
   * pages.
   */
  readonly cursor?: string;
}

/** Parameters of `getMergedHistory`. */
export interface GetMergedHistoryParams {
  /** Asset ids separated by commas, at most 200. */
  readonly assets: string;
  /** Format: JSON lines or an Arrow IPC stream. Default: "jsonl". */
  readonly format?: 'jsonl' | 'arrow';
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of records; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the records after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getMovers`. */
export interface GetMoversParams {
  /** Maximum number of gainers and of losers. Default: 25. */
  readonly topN?: number;
  /** Minimum change as a fraction; 0.05 is 5 %. Default: 0. */
  readonly minPriceChangePct?: number;
  /** Kinds of assets, separated by commas. Default: all. */
  readonly kind?: readonly ('hl-perp' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless')[];
  /**
   * Measure of the change that ranks markets: fraction of the price, percentage points, or log-odds.
   * The last two rank probabilities only. Default: "frac".
   */
  readonly by?: 'frac' | 'pts' | 'logOdds';
  /**
   * Minimum change in percentage points; above 0 it leaves out perpetuals, which have none. Default:
   * 0.
   */
  readonly minChangePts?: number;
  /**
   * Minimum 24 h volume in USD. Markets below it are counted in `totals.belowVolume`; one whose
   * volume is not known is not below it. Default: 0.
   */
  readonly minVolumeUsd?: number;
}

/** OpenAPI 3.1.0 document. */
export type GetOpenApiAnswer = Readonly<Record<string, unknown>>;

/** Parameters of `getQuote`. */
export interface GetQuoteParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Adds `freshness.historyLastEverMs`. Default: false. */
  readonly activity?: boolean;
  /** Adds `market`. Default: false. */
  readonly market?: boolean;
  /** false omits `venueNativeUrl`. Default: true. */
  readonly venueNativeUrl?: boolean;
}

/** Parameters of `getRecordedAssets`. */
export interface GetRecordedAssetsParams {
  /** Venue, or ref. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless' | 'ref';
  /** Maximum number of series on a page. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer; requires limit. */
  readonly cursor?: string;
  /** Only series with a record within the hour before the newest record. */
  readonly active?: boolean;
  /** Only series whose store key contains this text; letter case does not matter. */
  readonly q?: string;
}

/** Parameters of `getResolutions`. */
export interface GetResolutionsParams {
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /**
   * Only resolutions recorded at this time or later. Epoch milliseconds or ISO 8601; epoch seconds
   * are rejected.
   */
  readonly since?: Time;
  /** Maximum number of resolutions. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer to the same venue and since. */
  readonly cursor?: string;
}

/** Parameters of `getRevenue`. */
export interface GetRevenueParams {
  /** Number of days, UTC, up to and with the current one. Default: 30. */
  readonly days?: number;
}

/** Parameters of `getSettled`. */
export interface GetSettledParams {
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Only markets that settle by this source. */
  readonly source?: 'chainlink' | 'twap60' | 'twap30' | 'rti' | 'rti60' | 'pyth' | 'binance';
  /** Only this verdict. */
  readonly verdict?: 'reproduced' | 'contradicted' | 'unknown';
  /** Only markets that are unknown for this reason. */
  readonly reason?:
    | 'statistic_unsupported'
    | 'terms_silent'
    | 'terms_changed'
    | 'average_not_recorded'
    | 'source_not_recorded'
    | 'window_incomplete'
    | 'second_missing'
    | 'too_close'
    | 'tie_silent'
    | 'second_disputed'
    | 'void';
  /**
   * Only markets decided at this time or later. Epoch milliseconds or ISO 8601; epoch seconds are
   * rejected.
   */
  readonly since?: Time;
  /** Maximum number of markets. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer to the same filters. */
  readonly cursor?: string;
}

/** Parameters of `getSettledHeads`. */
export interface GetSettledHeadsParams {
  /** First day. */
  readonly fromDay?: string;
  /** Last day, included. */
  readonly toDay?: string;
}

/** Parameters of `getSettledMarket`. */
export interface GetSettledMarketParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `getSettledSummary`. */
export interface GetSettledSummaryParams {
  /** Last days, of 24 hours each. Default: 7. */
  readonly days?: number;
}

/** Parameters of `getSlippage`. */
export interface GetSlippageParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Size of the order in sizeUnit. */
  readonly size: number;
  /** Side of the order: `buy` takes asks, `sell` takes bids. */
  readonly side: 'buy' | 'sell';
  /** Unit of the size. `quote`: USD; `base`: units or contracts. Default: "quote". */
  readonly sizeUnit?: 'quote' | 'base';
}

/** Parameters of `getSparklines`. */
export interface GetSparklinesParams {
  /** One to 50 asset ids, separated by commas; duplicates are returned once. */
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
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** `nextCursor` of an earlier answer to the same parameters. */
  readonly cursor?: string;
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
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** `nextCursor` of an earlier answer to the same parameters. */
  readonly cursor?: string;
}

/** Parameters of `getStaleHistory`. */
export interface GetStaleHistoryParams {
  /** Hours that the list reaches back. Default: 6. */
  readonly hours?: number;
  /** Age in minutes from which the newest record of an asset counts as stale. Default: 5. */
  readonly thresholdMin?: number;
}

/** Parameters of `getStats`. */
export interface GetStatsParams {
  /** Only this kind of market. */
  readonly venue?: 'hl' | 'hl-pred' | 'pm' | 'kalshi' | 'limitless';
  /** Maximum number of assets; the largest are taken, in the proportion of the kinds. */
  readonly max?: number;
}

/** Parameters of `getTrades`. */
export interface GetTradesParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of trades. Values above 5,000 count as 5,000. Default: 500. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer: the next page of its window. */
  readonly cursor?: string;
}

/** Parameters of `getTradesArrow`. */
export interface GetTradesArrowParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getTradesCsv`. */
export interface GetTradesCsvParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getTradesJsonl`. */
export interface GetTradesJsonlParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getTradesParquet`. */
export interface GetTradesParquetParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /** Maximum number of rows; the oldest of the window are returned. Default: 100000. */
  readonly limit?: number;
  /** `X-Next-Cursor` of an earlier answer; the rows after it are returned. */
  readonly cursor?: string;
}

/** Parameters of `getUsage`. */
export interface GetUsageParams {
  /** Number of days, UTC, up to and with the current one, that `daily` lists. */
  readonly days?: number;
}

/** Parameters of `getVolumeProfile`. */
export interface GetVolumeProfileParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
  /** Width of a bin in the unit of the price. */
  readonly priceStep: number;
  /**
   * Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly fromMs?: Time;
  /** End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected. */
  readonly toMs?: Time;
  /**
   * Maximum number of records; the newest of the window are used. Values above 50,000 count as
   * 50,000. Default: 5000.
   */
  readonly limit?: number;
}

/** Parameters of `getWallets`. */
export interface GetWalletsParams {
  /** For the operator: whose wallets. */
  readonly owner?: string;
}

/** Parameters of `importAddresses`. */
export interface ImportAddressesParams {
  /** 1 to 20 lines. */
  readonly addresses: readonly {
    /** Id of the owner, hex. */
    readonly uid: string;
    /** Owner of the address. */
    readonly owner: string;
    /** Name of the chain. */
    readonly chain: string;
    /** Scope of its deposits. */
    readonly scope: string;
    /** The address. */
    readonly address: string;
    /** CREATE2 salt. */
    readonly salt: string;
    /** Its factory. */
    readonly factory: string;
    /** Its implementation. */
    readonly implementation: string;
  }[];
}

/** Parameters of `issueKey`. */
export interface IssueKeyParams {
  /** Tier of the key; with botId that of the bot. */
  readonly tier?: 'free' | 'pro' | 'enterprise';
  /** Owner of the key; with botId that of the bot. */
  readonly owner?: string;
  /** Existing bot without a live key, which goes on with the new key. */
  readonly botId?: string;
  /** Note by the operator; null when there is no note. */
  readonly label?: string | null;
  /** Venues that the key may read, separated by commas, or `all`. */
  readonly venues?: string;
  /** When the key expires. Epoch milliseconds; null when it never does. */
  readonly expiresAt?: number | null;
}

/** Parameters of `issueVouchers`. */
export interface IssueVouchersParams {
  /** Amount in US dollars with at most six decimals; alternative to microUsd. */
  readonly usd?: number;
  /** Amount in micro-USD, a whole number; alternative to usd. */
  readonly microUsd?: number;
  /** Number of codes. Default: 1. */
  readonly count?: number;
  /** When a voucher expires. Epoch milliseconds; null when it never does. */
  readonly expiresAt?: number | null;
  /** Note by the operator; null when there is no note. */
  readonly label?: string | null;
}

/** Parameters of `killBot`. */
export interface KillBotParams {
  /** Id of the bot, from the record of its key. */
  readonly botId: string;
  /** true is halt `all`, false is halt `none`. */
  readonly kill?: boolean;
  /**
   * What is halted. `opening`: nothing is opened, closes go on. `all`: no order leaves, and what
   * rests is cancelled.
   */
  readonly halt?: 'none' | 'opening' | 'all';
  /** Cancels what rests and closes every position. */
  readonly closeAll?: true;
}

/** Parameters of `listActions`. */
export interface ListActionsParams {
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Parameters of `listAlertEvents`. */
export interface ListAlertEventsParams {
  /**
   * Time of the oldest event, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
   */
  readonly since?: Time;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Parameters of `listDeposits`. */
export interface ListDepositsParams {
  /** Only deposits in this state. */
  readonly state?: 'credited' | 'held' | 'unattributed' | 'released' | 'returned' | 'reversed';
  /** Only this owner. */
  readonly owner?: string;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Parameters of `listKeys`. */
export interface ListKeysParams {
  /** Only this owner. */
  readonly owner?: string;
  /** Maximum number of rows. Default: 1000. */
  readonly limit?: number;
}

/** Parameters of `listReview`. */
export interface ListReviewParams {
  /** Only items of this kind. */
  readonly kind?:
    | 'held'
    | 'unattributed'
    | 'reversal_without_payment'
    | 'reversal_currency'
    | 'reversal_excess'
    | 'reversal_waiting'
    | 'treasury_changed'
    | 'skipped_transaction'
    | 'ledger_restored'
    | 'vault_unreadable'
    | 'ref_conflict'
    | 'source_difference';
  /** Only this owner. */
  readonly owner?: string;
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Parameters of `listVouchers`. */
export interface ListVouchersParams {
  /** Maximum number of rows. Default: 1000. */
  readonly limit?: number;
}

/** Parameters of `listWaitingOrders`. */
export interface ListWaitingOrdersParams {
  /** Maximum number of rows on the page. Default: 100. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** Parameters of `postBackfill`. */
export interface PostBackfillParams {
  /** 1 to 50 asset ids; duplicates are returned once. */
  readonly assets: readonly string[];
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
  /** Kind of the credential. */
  readonly kind: 'apiKey' | 'wallet' | 'oauth';
  /** Credential with the member names of the venue; all values are strings, 8 KiB in total. */
  readonly secret: Readonly<Record<string, string>>;
}

/** Connected venues. */
export type PutCredentialAnswer = ConnectedVenues;

/** Parameters of `reconcilePosition`. */
export interface ReconcilePositionParams {
  /** Venue of the position. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Asset id or store key. */
  readonly asset: string;
  /** What becomes of the record. */
  readonly action: 'adopt' | 'forget';
}

/** Parameters of `redeemVoucher`. */
export interface RedeemVoucherParams {
  /** Code of the voucher. */
  readonly code: string;
}

/** Parameters of `registerWallet`. */
export interface RegisterWalletParams {
  /** Address of an EVM chain (0x...), Solana or Tron (T...). */
  readonly address: string;
  /** Registers nothing and answers with a text for the key of the wallet to sign. */
  readonly challenge?: true;
  /**
   * Signature of the text by the key of the wallet: personal_sign in hex on EVM chains,
   * signMessageV2 in hex on Tron, ed25519 in base58 on Solana.
   */
  readonly proof?: string;
}

/** Parameters of `removeWallet`. */
export interface RemoveWalletParams {
  /** Address of an EVM chain (0x...), Solana or Tron (T...). */
  readonly address: string;
  /** For the operator: whose wallets. */
  readonly owner?: string;
}

/** Parameters of `rescanChain`. */
export interface RescanChainParams {
  /** Name of the chain. */
  readonly chain: string;
  /** First block (EVM), slot (Solana) or time in epoch ms (Tron) to read again. */
  readonly from: number;
}

/** Parameters of `retryAlertDelivery`. */
export interface RetryAlertDeliveryParams {
  /** Id of the delivery. */
  readonly id: string;
}

/** Parameters of `returnDeposit`. */
export interface ReturnDepositParams {
  /** Id of the deposit. */
  readonly id: string;
  /** Action to record. */
  readonly action: 'return' | 'reverse';
  /** Reason, which is kept with the action. */
  readonly reason?: string;
}

/** Parameters of `revokeKey`. */
export interface RevokeKeyParams {
  /** SHA-256 of the key to revoke, lower-case hex. */
  readonly keyHash?: string;
  /** Bot whose keys are revoked. */
  readonly botId?: string;
  /** Owner whose keys are revoked. */
  readonly owner?: string;
}

/** Parameters of `rotateKey`. */
export interface RotateKeyParams {
  /** Time in ms for which the old key continues to work, at most until it expires. Default: 0. */
  readonly graceMs?: number;
}

/** Parameters of `rotateVault`. */
export interface RotateVaultParams {
  /** Id of the key that is to encrypt. Default: the first of the service. */
  readonly keyId?: string;
}

/** Parameters of `search`. */
export interface SearchParams {
  /** Words to find. */
  readonly q: string;
  /** Only this venue. */
  readonly venue?: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Asset classes, separated by commas: perp, binary, pred. Default: all. */
  readonly kind?: readonly ('perp' | 'binary' | 'pred')[];
  /**
   * true also finds markets that no venue lists any more, as far as this service has recorded them.
   * Default: false.
   */
  readonly settled?: boolean;
  /**
   * Order of the results: `volume` by 24 h volume, the largest first; `asset` by id. Default:
   * "relevance".
   */
  readonly sort?: 'relevance' | 'volume' | 'asset';
  /** Maximum number of results. Default: 20. */
  readonly limit?: number;
  /** `nextCursor` of an earlier answer to the same question. */
  readonly cursor?: string;
}

/** Parameters of `setFlags`. */
export interface SetFlagsParams {
  /** true is halt `all`, false is halt `none`. */
  readonly globalKill?: boolean;
  /**
   * What is halted for all bots. `opening`: nothing is opened, closes go on. `all`: no order leaves,
   * and what rests is cancelled.
   */
  readonly globalHalt?: 'none' | 'opening' | 'all';
}

/** Configuration flags and venue adapters. */
export type SetFlagsAnswer = Flags;

/** Parameters of `simulateArbitrage`. */
export interface SimulateArbitrageParams {
  /** Capital to split, USD. */
  readonly capital: number;
  /** Maximum spread as a fraction; wider ones are taken for errors and left out. Default: 0.5. */
  readonly maxSpread?: number;
  /**
   * Minimum number of legs. 1 adds each perpetual against its oracle price, which cannot be traded.
   * Default: 2.
   */
  readonly minLegs?: number;
  /** Maximum number of opportunities. Default: 10. */
  readonly topN?: number;
  /** Adds `profitBySize` to each opportunity. Default: false. */
  readonly sizes?: boolean;
  /**
   * Your fee at Hyperliquid in basis points of the cost of an order; negative for a rebate. Default:
   * the published fee.
   */
  readonly 'feeBps.hyperliquid'?: number;
  /**
   * Your fee at Polymarket in basis points of the cost of an order; negative for a rebate. Default:
   * the published fee.
   */
  readonly 'feeBps.polymarket'?: number;
  /**
   * Your fee at Kalshi in basis points of the cost of an order; negative for a rebate. Default: the
   * published fee.
   */
  readonly 'feeBps.kalshi'?: number;
  /**
   * Your fee at Limitless in basis points of the cost of an order; negative for a rebate. Default:
   * the published fee.
   */
  readonly 'feeBps.limitless'?: number;
}

/** Parameters of `skipTransaction`. */
export interface SkipTransactionParams {
  /** Name of the chain. */
  readonly chain: string;
  /** Hash or signature, or the name that the anomaly of the chain gives to it. */
  readonly transaction: string;
}

/** Parameters of `storeStaleReport`. */
export interface StoreStaleReportParams {
  /** Snapshot token of the service. */
  readonly 'x-snapshot-token'?: string;
}

/** Parameters of `streamAsset`. */
export interface StreamAssetParams {
  /** Asset id; letter case does not matter. */
  readonly asset: string;
}

/** Parameters of `streamAssets`. */
export interface StreamAssetsParams {
  /** Asset ids, 1 to 200. */
  readonly assets: readonly string[];
  /** Kinds of events. Default: quote. Signals of all such streams together are 40 a second. */
  readonly kinds?: readonly ('quote' | 'flow' | 'signal' | 'resolution' | 'gap' | 'trade')[];
  /** Maximum number of events a second of one asset and kind. The newest are sent. */
  readonly maxRate?: number;
  /** Whether every change of a price is an event of its own, sent at once. Not with maxRate. */
  readonly raw?: boolean;
  /** Whether to stream the known assets when some are unknown, which `event: unknown` names. */
  readonly partial?: boolean;
}

/** `data:` of one event. `type` is the name of the event. */
export type StreamAssetsFrame = StreamEvent;

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
export type StreamSignalFrame = SignalFrame;

/** Parameters of `testAlertEndpoint`. */
export interface TestAlertEndpointParams {
  /** Id of the endpoint. */
  readonly id: string;
}

/** Parameters of `trade`. */
export interface TradeParams {
  /** Venue of the order. */
  readonly venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';
  /** Asset id or store key. */
  readonly asset: string;
  /** Side of the order; for binaries, of Yes. Omit it with close. */
  readonly side?: 'buy' | 'sell';
  /**
   * Maximum amount of the order in US dollars: a buy costs at most this at the limit price, a sell
   * brings in at most this at markPrice.
   */
  readonly sizeUsd?: number;
  /** Size in shares of a binary or coins of a perpetual; alternative to sizeUsd. */
  readonly sizeShares?: number;
  /**
   * Closes the bot's whole position in the asset, and never opens one on the other side; alternative
   * to side and size.
   */
  readonly close?: true;
  /** Reference price of the order; below 1 for binaries. */
  readonly markPrice: number;
  /** Caller's id of the order, which makes it idempotent; generated when absent. */
  readonly clientOrderId?: string;
}
