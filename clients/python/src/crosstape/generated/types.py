"""Types of the answers of the service."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


class AlertDelivery(TypedDict):
    """A delivery to one endpoint."""

    id: str
    """Id of the delivery."""
    endpoint: str
    """Id of the endpoint."""
    state: Literal['waiting', 'delivered', 'dead']
    """`dead`: no further try is made."""
    tries: int
    """Failed tries."""
    nextTryMs: int | None
    """Earliest time of the next try. Epoch milliseconds; null when none is made."""
    status: int | None
    """HTTP status of the last answer; null when the endpoint has not answered."""
    reason: str | None
    """Why the last try failed; null when it did not fail, or answered."""
    endedAtMs: int | None
    """Time of the final state. Epoch milliseconds; null when it waits."""


class AlertEndpoint(TypedDict):
    """An endpoint."""

    id: str
    """Id of the endpoint."""
    format: Literal['standard', 'slack', 'discord', 'telegram']
    """Format of the bodies."""
    secrets: int
    """Number of secrets that sign: 2 while one replaces the other."""
    offSinceMs: int | None
    """Time since which nothing is sent, because the endpoint answered 410. Epoch milliseconds;
    null when it is on.
    """
    suppressed: int
    """Alerts that a limit left out and that are not told yet."""


class AlertEvent(TypedDict):
    """An alert."""

    seq: int
    """Number of the event; later events have higher ones."""
    id: str
    """Id of the event, the `webhook-id` of each delivery."""
    type: Literal['alerts.firing', 'alerts.resolved', 'alerts.suppressed']
    """Type of the event."""
    rule: str | None
    """Id of the rule; null when the event is about an endpoint."""
    subject: str
    """Anomaly, pair or bot within the rule; empty when the rule has one subject."""
    asset: AssetId | None
    """Asset id in its canonical spelling; null when the rule is not about an asset."""
    tMs: int
    """Time of the event. Epoch milliseconds."""
    value: float | None
    """Value that was compared; null when there is none."""
    threshold: float | None
    """Threshold of the rule; null when the rule has none."""
    text: str
    """Sentence for people; titles are those of the venues."""
    deliveries: list[AlertDelivery]
    """Deliveries, one of each endpoint."""


class AlertRule(TypedDict):
    """A rule."""

    id: str
    """Id of the rule."""
    when: AlertRuleWhen
    """Condition as in the file: its `type`, and the members of this type."""
    forMs: int
    """Time in ms for which the condition must hold before the rule fires."""
    cooldownMs: int
    """Minimum time in ms between two firings of one subject."""
    tellResolved: bool
    """Whether the end of the condition is told too."""
    to: list[str]
    """Ids of the endpoints that are told."""
    problem: Literal['unknown_asset', 'not_listed'] | None
    """Why the rule cannot fire at present; null when it can."""
    states: list[AlertRuleState]
    """States by subject; empty until something was seen."""


class AlertRuleWhen(TypedDict):
    """Condition as in the file: its `type`, and the members of this type."""

    type: str
    """Type of the condition."""


class AlertRuleState(TypedDict):
    """A state."""

    subject: str
    """Anomaly, pair or asset within the rule; empty when the rule has one subject."""
    phase: Literal['ok', 'pending', 'firing']
    """Phase of the rule."""
    sinceMs: int
    """Start of the phase. Epoch milliseconds."""
    firedAtMs: int | None
    """Time of the last firing. Epoch milliseconds; null when it has not fired."""


AnnualisedVol: TypeAlias = "float | None"
"""Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
binaries; null when there are fewer than two returns.
"""


ApiVersion: TypeAlias = "Literal['v1']"
"""Version of this answer. Within a version, members are only added, never changed or removed.
"""


AssetId: TypeAlias = "str"
"""Asset id in its canonical spelling."""


AssetKind: TypeAlias = "Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']"
"""Kind of the asset."""


Autocorrelation1: TypeAlias = "float | None"
"""Autocorrelation of the returns at lag 1; null when there are fewer than three returns or
they do not vary.
"""


BasisBps: TypeAlias = "float | None"
"""Last price relative to fair value in basis points; positive when this venue is more
expensive; null when last or fairValue is null.
"""


BasisPts: TypeAlias = "float | None"
"""Last price minus fair value in percentage points, for binaries; null when the asset is a
perpetual, or last or fairValue is null.
"""


BestAsk: TypeAlias = "float | None"
"""Best ask, from the same source as the bid; null when this side of the book is empty or not
known.
"""


BestBid: TypeAlias = "float | None"
"""Best bid, from the newest of poll, stream and book; null when this side of the book is empty
or not known.
"""


class BinaryMarkets(TypedDict):
    fetchedAt: int
    """When the poll was complete. Epoch milliseconds."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""
    markets: list[BinaryTicker]
    """Binary markets."""


class BinaryTicker(TypedDict):
    """Newest state of a binary market. Prices are in USD per contract of 1 USD, that is,
    probabilities.
    """

    asset: AssetId
    """Asset id in its canonical spelling."""
    venueId: str
    """Venue's id of the market."""
    title: str
    """Question that the market asks."""
    eventTitle: str | None
    """Title of the event that groups related markets; null when no event is known."""
    eventKey: str | None
    """Venue's id of that event; null when the venue states no event."""
    category: str | None
    """Venue's category of the market; null when no category is known."""
    outcomes: list[str]
    """Labels of the two outcomes, that of Yes first."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    yesPrice: float | None
    """Price of Yes, as it is recorded; null when the market has none: its book is empty or it has
    ended.
    """
    noPrice: float | None
    """Price of No; null when the market has none: its book is empty or it has ended."""
    yesBid: float | None
    """Best bid for Yes; null when this side of the book is empty or not known."""
    yesAsk: float | None
    """Best ask for Yes; null when this side of the book is empty or not known."""
    noBid: float | None
    """Best bid for No; null when this side of the book is empty or not known."""
    noAsk: float | None
    """Best ask for No; null when this side of the book is empty or not known."""
    lastPrice: float | None
    """Price of the last trade, expressed as a price of Yes; null when nothing was traded yet, or
    the venue does not publish it.
    """
    volume24hUsd: float | None
    """24 h volume in USD; null when no figure in USD is known."""
    volume24hContracts: NotRequired[float | None]
    """Contracts traded in the last 24 hours. Present for venues that count contracts; null when
    the venue publishes none.
    """
    volumeTotalUsd: float | None
    """Volume since the market opened, USD; null when the venue publishes none."""
    liquidityUsd: float | None
    """Resting liquidity in USD, as the venue counts it; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    closeTime: int | None
    """When trading ends. Epoch milliseconds; null when the venue states no end of trading."""
    endDate: int | None
    """When the question is due to be decided. Epoch milliseconds; null when the venue states no
    such time.
    """
    status: Literal['open', 'paused', 'closed', 'resolved']
    """Lifecycle state of the market."""
    venueNativeUrl: str
    """Page of the market on its venue's site."""
    exclusive: bool | None
    """Whether at most one outcome of the event can win, according to the venue; null when the
    venue does not say.
    """
    exhaustive: bool | None
    """Whether the tracked outcomes are all outcomes of the event; null when it is not known."""
    threshold: NotRequired[Threshold]
    """Number that the question is about. Absent when it is about none, or when the text of the
    venue can mean more than one.
    """


BookReadAt: TypeAlias = "int"
"""When the book was read, by the service's clock. Epoch milliseconds."""


class BotClosing(TypedDict):
    """Every position is being closed, and nothing is opened meanwhile; null when nothing is being
    closed as a whole.
    """

    cause: Literal['close_all', 'close_first', 'max_daily_loss']
    """What began it."""
    sinceMs: int
    """When it began. Epoch milliseconds."""


class BotConfig(TypedDict):
    """Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
    closes.
    """

    enabled: bool
    """Whether the engine trades for the bot."""
    venues: list[VenueId]
    """Venues on which the engine trades; empty means none."""
    assets: list[AssetId]
    """Assets that the engine trades; empty means none."""
    minConfidence: float
    """Minimum confidence of a signal, 0 to 1; weaker signals are not traded."""
    tradeSizeUsd: float
    """Size of one order in US dollars."""
    maxStaleMs: int
    """Maximum age in ms of the data that the engine trades on."""
    maxExposureUsd: float | None
    """The most at risk in all markets, in US dollars; null when there is no limit."""
    maxAssetUsd: float | None
    """The most at risk in one asset, in US dollars; null when there is no limit."""
    maxOpenPositions: int | None
    """The most positions that are open; null when there is no limit."""
    maxOrdersPerMin: int | None
    """Orders of the engine a minute; more wait; null when there is no limit."""
    maxDailyLossUsd: float | None
    """Fall of the equity since 00:00 UTC at which everything is closed, in US dollars; null when
    there is no limit.
    """
    cooldownMs: int | None
    """Time in ms after a closing in which nothing is opened in the same asset; null when there is
    no limit.
    """
    stopLossPct: float | None
    """Loss of a position in percent of its cost that closes it; null when nothing is closed for
    this reason.
    """
    takeProfitPct: float | None
    """Gain of a position in percent of its cost that closes it; null when nothing is closed for
    this reason.
    """
    maxHoldMs: int | None
    """Age in ms of a position that closes it; null when nothing is closed for this reason."""
    closeBeforeEndMs: int | None
    """Time in ms before the stated end of a market at which its position is closed; null when
    nothing is closed for this reason.
    """
    maxSpreadPct: float | None
    """Widest spread that the engine trades, in percent of its middle; null when any spread is
    traded.
    """
    onNeutral: Literal['hold', 'close']
    """What a neutral signal does to an open position."""
    startPaused: bool
    """Whether the engine waits for `resume: true` after a restart of the service."""
    paperBalanceUsd: float
    """Starting balance of the purse for paper orders, in US dollars."""
    feeMicroUsd: int
    """Access fee for one filled trade, from the price list. Micro-USD."""


class BotDay(TypedDict):
    """One day, from 00:00 UTC on."""

    day: str
    """The day."""
    startMs: int
    """Its start. Epoch milliseconds."""
    orders: int
    """Orders that were stored on the day."""
    fills: int
    """Fills of the day."""
    volumeUsd: float
    """Amount moved by the fills in US dollars."""
    closings: int
    """Times that a position or a part of one was closed, less settlements that were undone."""
    wins: int
    """Closings with a profit."""
    realizedUsd: float
    """Gain of what was closed, after the venues' fees of the day."""
    venueFeesUsd: float
    """The venues' fees, already taken off realizedUsd."""
    fillsWithoutFee: int
    """Fills whose fee is not known: realizedUsd is without it."""
    accessFeesUsd: float
    """Access fees of this service for the orders of the day."""
    netUsd: float
    """realizedUsd less accessFeesUsd; without funding, which is not read."""


class BotDecision(TypedDict):
    """One decision of the engine about one asset."""

    t: int
    """Time of the decision. Epoch milliseconds."""
    venue: VenueId
    """Venue of the asset."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    direction: Literal['LONG', 'SHORT', 'NEUTRAL'] | None
    """Direction of the signal; null when no venue lists the asset and it has no history."""
    confidence: float | None
    """Confidence of the signal, 0 to 1; null when no venue lists the asset and it has no history.
    """
    price: float | None
    """Price at the time of the decision: USD, or probability of Yes; null when the market has no
    price.
    """
    action: Literal['hold', 'open', 'close']
    """Action that was decided. `close` closes the open position before a position on the other
    side is opened.
    """
    side: Literal['buy', 'sell'] | None
    """Side of the order; for binaries, of Yes; null when the engine placed no order."""
    sizeUsd: float | None
    """Size of the order in US dollars; null when the engine placed no order."""
    clientOrderId: str | None
    """Client order id that the engine gave the order; null when the engine placed no order."""
    status: Literal['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance', 'failed'] | None
    """Result of the order. `failed` means an internal error of this service; null when the engine
    placed no order.
    """
    reason: str | None
    """Reason why nothing was traded; null when something was traded."""


BotHalt: TypeAlias = "Literal['none', 'opening', 'all']"
"""What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no
order leaves, and what rests is cancelled.
"""


class BotLimit(TypedDict):
    """One limit of the bot, in the unit that its name ends in."""

    name: Literal['maxDailyLossUsd', 'cooldownMs', 'maxOpenPositions', 'maxAssetUsd', 'maxExposureUsd', 'maxOrdersPerMin']
    """Name of the setting."""
    asset: AssetId | None
    """Asset id in its canonical spelling; null when the limit is that of the whole bot."""
    limit: float
    """The limit in force: the smaller of the bot's own and the operator's."""
    ceiling: float | None
    """The operator's ceiling; null when the operator has set none."""
    used: float
    """What is used of it."""
    reserved: float
    """What orders that have not ended may still use."""
    left: float
    """What is left."""
    reachedAtMs: int | None
    """When the limit was reached, or refused one of the newest orders. Epoch milliseconds; null
    when neither happened.
    """


class BotLossStop(TypedDict):
    """The loss of a day reached its limit: nothing is opened until `resume: true`; null when no
    loss was reached since the bot was last resumed.
    """

    atMs: int
    """When it was reached. Epoch milliseconds."""
    lossUsd: float
    """Fall of the equity since 00:00 UTC, in US dollars."""
    limitUsd: float
    """The limit that was in force, in US dollars."""


class BotOrder(TypedDict):
    """One order of a bot."""

    t: int
    """When the order was stored. Epoch milliseconds."""
    status: Literal['filled', 'resting', 'rejected']
    """Result of the order; `filled` also when only a part was traded."""
    feeAccessMicroUsd: int
    """Access fee charged for the order. Micro-USD."""
    orderId: str
    """Order id of this service."""
    clientOrderId: str
    """Order id that the caller chose, or that was generated."""
    venue: VenueId
    """Venue of the order."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venueAsset: str
    """Venue's name of the asset."""
    side: Literal['buy', 'sell']
    """Side of the order; for binaries, of Yes."""
    leg: Literal['yes', 'no', 'both'] | None
    """Outcome whose shares are traded, for binaries. `both`: shares of one outcome are given back
    before shares of the other are bought; null when the asset is a perpetual or the order was
    not signed yet.
    """
    legs: list[BotOrderLeg]
    """Orders at the venue that this order consists of, in the sequence in which they are sent;
    empty before they are signed.
    """
    sizeUsd: float | None
    """Maximum amount of the order in US dollars; null when the order is sized in shares or closes
    a position.
    """
    sizeShares: float | None
    """Size in shares of a binary or coins of a perpetual; null when the order is sized in dollars
    or closes a position.
    """
    close: bool
    """Whether the order closes the open position of the bot."""
    markPrice: float
    """Reference price that the caller gave for the order."""
    limitPrice: float | None
    """Limit price of the order at the venue; null when the order was not signed yet or fills at
    markPrice.
    """
    nearMarket: bool | None
    """Whether markPrice was near the newest known price: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, or
    0.02 for binaries. An order that fills at markPrice does so either way; null when no price
    was known, or the order does not fill at markPrice.
    """
    filledUsd: float
    """Amount moved by the fills in US dollars: costUsd plus proceedsUsd."""
    costUsd: float
    """Amount spent in US dollars, without venue fees; for perpetuals, the notional that opened or
    increased a position.
    """
    proceedsUsd: float
    """Amount received in US dollars, without venue fees; for perpetuals, the notional that closed
    or reduced a position.
    """
    filledSize: float
    """Quantity filled, in coins or shares."""
    avgPrice: float | None
    """Average price of the fills, weighted by size; null when nothing was filled."""
    venueOrderId: str | None
    """Venue's id of the order; null when the venue has not given one."""
    state: OrderState
    """Lifecycle state of the order."""
    settling: bool
    """Whether the fills can still change: the chain has not confirmed them, or the venue has not
    stated their prices or fees yet.
    """
    feeState: Literal['stated', 'pending', 'unknown'] | None
    """Venue fees of the fills; `unknown`: not stated in 30 days; null when nothing was filled."""
    cancelling: bool
    """Whether the order is being cancelled, by its bot or by a halt of trading, until the venue
    confirms that nothing rests.
    """
    reason: RejectReasonOrNull
    """Reason why the order was rejected or is unconfirmed; null when it is neither."""
    message: str | None
    """Message from the venue about the order; null when the venue gave no message."""
    partial: bool
    """Whether a part that would have opened something was left out."""
    limit: Literal['maxDailyLossUsd', 'cooldownMs', 'maxOpenPositions', 'maxAssetUsd', 'maxExposureUsd', 'maxOrdersPerMin'] | None
    """The limit that kept the order, or a part of it, from opening; null when no limit did."""
    exit: BotOrderExit | None
    """Why the exit watch closes a position with the order. Prices are USD, or probabilities of
    Yes; null when the exit watch did not place it.
    """
    paper: BotOrderPaper | None
    """Fill on paper of a live order: what the book held when it was sent; null when it is no live
    order, was not sent, or no book was there in time.
    """
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    source: Literal['trade', 'engine', 'account']
    """Origin of the order: a call of the API (`trade`), the engine, or `account`: without an
    order.
    """
    createdAt: int
    """When the order was stored. Epoch milliseconds."""
    updatedAt: int
    """Time of the last change to the order. Epoch milliseconds."""
    fills: list[BotOrderFill]
    """Fills, in the sequence in which they became known."""


class BotOrderFill(TypedDict):
    """One fill; for binaries, in terms of Yes."""

    t: int
    """Time of the fill by the venue's clock. Epoch milliseconds."""
    price: float
    """Price of the fill: USD, or probability of Yes."""
    size: float
    """Filled quantity, in coins or shares."""
    usd: float
    """Amount in US dollars. Shares of Yes count at the price, shares of No at 1 minus the price.
    """
    venueFeeUsd: float | None
    """Fee that the venue charged, in US dollars; null when the venue did not state it."""
    basis: Literal['stated', 'provisional', 'corrected']
    """Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed,
    until the venue states it; `corrected`: the venue, in place of a provisional fill.
    """
    kind: Literal['trade', 'liquidation', 'settlement', 'redemption', 'transfer', 'adopted', 'reconciled']
    """`trade`: by the order; the others by the venue, or by its owner (`adopted`, `reconciled`).
    """


class BotOrderExit(TypedDict):
    rule: Literal['stopLossPct', 'takeProfitPct', 'maxHoldMs', 'closeBeforeEndMs', 'maxDailyLossUsd', 'close_all', 'close_first']
    """Setting of the bot, or the closing of everything."""
    triggerPrice: float | None
    """Price that the rule names; null when the rule names no price."""
    exitPrice: float
    """Price at which the position could be closed when the exit watch decided."""
    beyondUsd: float | None
    """What the fills cost beyond the price that the rule names, in US dollars: a gap, or a thin
    book. Below 0: they were better; null when the rule names no price, or nothing was filled.
    """


class BotOrderLeg(TypedDict):
    """One of the orders that were sent to the venue."""

    leg: Literal['yes', 'no'] | None
    """Outcome whose shares are traded; null when the asset is a perpetual."""
    venueAsset: str
    """Venue's name of the instrument."""
    size: float
    """Ordered quantity, in coins or shares."""
    filledSize: float
    """Filled quantity, in coins or shares."""
    venueOrderId: str | None
    """Venue's id of the order; null when the venue has not given one."""
    state: OrderState
    """Lifecycle state of the order."""
    reason: RejectReasonOrNull
    """Reason why the order was rejected or is unconfirmed; null when it is neither."""
    message: str | None
    """Message from the venue about the order; null when the venue gave no message."""


class BotOrderPaper(TypedDict):
    filledSize: float
    """Quantity, in coins or shares, before fees in shares."""
    avgPrice: float | None
    """Average price; null when nothing was filled on paper."""
    feeUsd: float | None
    """Published venue fee; null when none is published."""
    differenceUsd: float | None
    """Gain over the paper price for the filled quantity, without fees; below 0: the venue was
    worse; null when one of both filled nothing.
    """


class BotPurse(TypedDict):
    """Paper money. Present in mock mode with fills `book`."""

    balanceUsd: float
    """Starting balance: `paperBalanceUsd` of the settings."""
    leftUsd: float
    """Balance left for openings: gains added, cost of open positions taken off."""


class Bundle(TypedDict):
    """Everything a program needs to decide about one asset."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    generatedAtMs: int
    """The same time as generatedAt. Epoch milliseconds."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    schema: BundleVersion
    """Version of the bundle's structure."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    kind: AssetKind
    """Kind of the asset."""
    name: str | None
    """Coin or question; null when nothing is known of the market."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    freshness: BundleFreshness
    """Age of the data behind the answer."""
    price: BundlePrice
    """Current price and its distance from fair value."""
    fairValue: BundleFairValue
    """Fair value of the asset, and the distance of its price from it."""
    liquidity: BundleLiquidity
    """Liquidity and volume from the venue's newest poll result."""
    horizon: BundleHorizon | None
    """Time until the market resolves, and its resolution. Binaries only; null when the asset is a
    perpetual.
    """
    risk: BundleRisk
    """Risk metrics over the live records of the last 24 hours, or the hourly closes of the last
    week when those cover less than six hours.
    """
    flow: BundleFlow
    """Balance of buyers and sellers in the traded volume of 24 hours."""
    carry: BundleCarry
    """Cost of holding the asset through funding."""
    signals: BundleSignals
    """Trading signal, a sum of votes by momentum, funding, basis and flow; that of flow goes by
    the stated side where there is one.
    """
    tradeHint: BundleTradeHint
    """Venue page and side that fit the signal. Orders are placed at the venue, not here."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """
    series: NotRequired[BundleSeries]
    """Prices of the last 24 hours for a small chart. Present with `series=true`."""


class BundleCarry(TypedDict):
    """Cost of holding the asset through funding."""

    fundingAprPct: float | None
    """Annualised funding rate in percent; positive when longs pay; null when the asset is a binary
    or the venue publishes no rate.
    """
    side: Literal['longs_pay', 'shorts_pay', 'flat']
    """Side that pays the funding; `flat` without a rate or with a rate of 0."""


class BundleFairValue(TypedDict):
    """Fair value of the asset, and the distance of its price from it."""

    value: float | None
    """Oracle price of a perpetual, or median mid of the linked venues of a binary; null when there
    is no oracle price and fewer than two linked venues have a fresh mid.
    """
    unit: Literal['usd', 'probability']
    """Unit of the prices: `usd`, or `probability` of Yes."""
    basisBps: float | None
    """Last price relative to fair value in basis points; null when last or value is null."""
    source: FairValueSource
    """Source of the fair value; `none` when there is no value."""
    confidence: float | None
    """Confidence in the value, 0 to 1. It is 1 for an oracle, grows with the number of venues, and
    falls with their disagreement; null when value is null.
    """
    dispersionBps: float | None
    """Difference between the highest and the lowest mid of the venues, in basis points of the
    value; null when value is null or is an oracle price.
    """
    nVenues: int | None
    """Venues whose mids form the consensus; null when value is null or is an oracle price."""
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""


class BundleFlow(TypedDict):
    """Balance of buyers and sellers in the traded volume of 24 hours."""

    imbalance: float | None
    """Buyer volume minus seller volume by the tick rule, divided by both, -1 to 1; null when no
    record has a traded volume.
    """
    lean: Literal['BID', 'ASK'] | None
    """`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when
    imbalance is null or between -0.2 and 0.2.
    """
    stated: BundleStatedFlow | None
    """The same by the side that the venue stated, from recorded trades. In studies on
    probabilities the tick rule was right 0.73 of the time at best and 0.50 at worst; null when
    no trade of the last 24 hours is known.
    """


class BundleFreshness(TypedDict):
    """Age of the data behind the answer."""

    feedAgeMs: int | None
    """Age of the venue's newest poll result in ms; null when the venue has not answered yet."""
    historyLastMs: int | None
    """Time of the newest record of the last 24 hours. Epoch milliseconds; null when no record is
    that recent.
    """
    historyLastEverMs: int | None
    """Time of the newest stored record. Epoch milliseconds; null when the asset has no record."""
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""


class BundleHorizon(TypedDict):
    endDate: int | None
    """End to which daysToResolve counts. Epoch milliseconds; null when the venue states no end.
    """
    daysToResolve: float | None
    """Days until endDate; 0 when it has passed; null when the venue states no end."""
    resolvedFrom: ResolvedFrom
    """End that is used: of trading (`closeTime`), or the time at which the question is due
    (`endDate`); null when the venue states no end.
    """
    terminalVariance: TerminalVariance
    """Variance of the outcome at the current price p: p (1 - p); null when the market has no
    price.
    """
    settlement: BundleResolution | None
    """Resolution of the market, as its venue states it; null when no resolution has been recorded.
    """


class BundleLiquidity(TypedDict):
    """Liquidity and volume from the venue's newest poll result."""

    liquidityUsd: float | None
    """Resting liquidity in USD, as the venue counts it; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    volume24hUsd: float | None
    """24 h volume in USD; null when the venue publishes none."""
    volumeTotalUsd: float | None
    """Volume since the market opened, USD; null when the venue publishes none."""
    source: Literal['snapshot'] | None
    """Source of these figures; null when the venue does not list the asset."""


class BundlePrice(TypedDict):
    """Current price and its distance from fair value."""

    last: MarketPrice
    """Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
    when the market has no price, or left its venue before it was recorded.
    """
    bid: BestBid
    """Best bid, from the newest of poll, stream and book; null when this side of the book is empty
    or not known.
    """
    ask: BestAsk
    """Best ask, from the same source as the bid; null when this side of the book is empty or not
    known.
    """
    spreadBps: SpreadBps
    """Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is
    above ask.
    """
    spreadPts: SpreadPts
    """Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
    missing or 0, or bid is above ask.
    """
    fairValue: FairPrice
    """Fair value of the asset; the same as fairValue.value of the bundle; null when there is no
    oracle price and fewer than two linked venues have a fresh mid.
    """
    basisBps: BasisBps
    """Last price relative to fair value in basis points; positive when this venue is more
    expensive; null when last or fairValue is null.
    """
    basisPts: BasisPts
    """Last price minus fair value in percentage points, for binaries; null when the asset is a
    perpetual, or last or fairValue is null.
    """
    change24hPct: Change24hPct
    """Price change over 24 hours in percent of the earlier price; null when the current price or
    that of 24 hours ago is not known.
    """
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual, or change24hPct is null.
    """
    unit: Literal['usd', 'probability']
    """Unit of the prices: `usd`, or `probability` of Yes."""
    change24hSource: Literal['snapshot', 'store-delta', 'venue'] | None
    """`snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
    venue's figure of a binary; null when change24hPct is null.
    """


class BundleResolution(TypedDict):
    asset: AssetId
    """Asset id in its canonical spelling."""
    outcome: Literal['yes', 'no', 'void']
    """Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1."""
    payout: float | None
    """Payout of one Yes contract in USD, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """When the venue settled the market. Epoch milliseconds; null when the venue does not say."""
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""


class BundleRisk(TypedDict):
    """Risk metrics over the live records of the last 24 hours, or the hourly closes of the last
    week when those cover less than six hours.
    """

    realizedVolAnnualizedPct: float | None
    """Annualised realised volatility. In percent; where returnBasis is `diff`, in percentage
    points; null when source is insufficient.
    """
    maxDrawdownPct: float | None
    """Largest fall from a running peak. In percent of the peak, of a probability too; null when
    source is insufficient.
    """
    sharpe: float | None
    """Annualised Sharpe ratio without a risk-free rate; null when source is insufficient, the
    denominator is 0, or the asset is a binary.
    """
    sharpeSuppressedReason: NotRequired[SharpeSuppression]
    """Reason why sharpe is null."""
    ulcerIndexPct: float | None
    """Ulcer index: root mean square of the drawdowns. In percent of the peak, of a probability
    too; null when source is insufficient.
    """
    painIndexPct: float | None
    """Pain index: mean drawdown. In percent of the peak, of a probability too; null when source is
    insufficient.
    """
    modifiedVar95Pct: float | None
    """Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher). In
    percent; where returnBasis is `diff`, in percentage points; null when source is insufficient
    or the returns do not vary.
    """
    martinRatio: float | None
    """Martin ratio: annualised return divided by the ulcer index; null when source is
    insufficient, the denominator is 0, or the asset is a binary.
    """
    cdar95Pct: float | None
    """Conditional drawdown at risk: mean of the worst 5 % of the drawdowns. In percent of the
    peak, of a probability too; null when source is insufficient.
    """
    gainToPain: float | None
    """Sum of the gains divided by the sum of the losses; null when source is insufficient or the
    denominator is 0.
    """
    sterlingRatio: float | None
    """Sterling ratio: annualised return divided by cdar95Pct; null when source is insufficient,
    the denominator is 0, or the asset is a binary.
    """
    omega: float | None
    """Omega ratio at threshold 0: sum of the gains divided by the sum of the losses; null when
    source is insufficient or the denominator is 0.
    """
    rollSpreadBps: float | None
    """Roll's estimate of the bid-ask spread, from the autocovariance of the returns, in basis
    points of the price; null when source is insufficient.
    """
    barsUsed: int
    """Bars used; 0 when source is insufficient."""
    source: Literal['store', 'fallback', 'insufficient']
    """`store`: live records; `fallback`: hourly closes; `insufficient`: fewer than 30 of either.
    """
    returnBasis: Literal['log', 'diff'] | None
    """Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities; null when
    source is insufficient.
    """
    windowMs: int
    """Width of the window in ms: 24 hours for live records, 168 hours for hourly closes."""
    periodsPerYear: float | None
    """Returns in a year of covered time, used to annualise; null when source is insufficient."""
    sampling: Sampling | None
    """Sample from which the figures were computed; null when source is insufficient."""
    sampleNote: SampleNote
    """Sample of these figures, and those that other endpoints use for figures of the same name.
    """


class BundleSeries(TypedDict):
    """Prices of the last 24 hours for a small chart. Present with `series=true`."""

    prices: list[float]
    """Last price of each of 60 equal time slices, oldest first; slices without a record are left
    out.
    """
    points: int
    """Prices, at most 60."""
    windowMs: int
    """Width of the window in ms."""


class BundleSignals(TypedDict):
    """Trading signal, a sum of votes by momentum, funding, basis and flow; that of flow goes by
    the stated side where there is one.
    """

    direction: Literal['LONG', 'SHORT', 'NEUTRAL']
    """Direction of the signal: `LONG` from a score of 0.25, `SHORT` from -0.25, `NEUTRAL` in
    between.
    """
    confidence: float
    """Strength of the signal, 0 to 1."""
    reasons: list[str]
    """Reasons for the direction, one sentence per vote."""


class BundleStatedFlow(TypedDict):
    imbalance: float | None
    """Size bought minus size sold, divided by both, -1 to 1; null when less than 80 % of the size
    has a stated side.
    """
    lean: Literal['BID', 'ASK'] | None
    """`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when
    imbalance is null or between -0.2 and 0.2.
    """
    knownShare: float
    """Share of the traded size whose side is stated, 0 to 1."""
    trades: int
    """Trades, without those that never settled or were agreed outside of the book."""
    windowMs: int
    """Width of the window in ms: the current hour and the 23 before it."""


class BundleTradeHint(TypedDict):
    """Venue page and side that fit the signal. Orders are placed at the venue, not here."""

    venueNativeUrl: str | None
    """Page of the asset on its venue's site; null when the asset is a binary that has left its
    venue.
    """
    suggestedSide: Literal['BUY', 'SELL'] | None
    """Side that the direction suggests; null when direction is NEUTRAL."""
    notes: list[str]
    """Warnings and facts that matter for a trade, one sentence each."""


class BundleVersion(TypedDict):
    """Version of the bundle's structure."""

    version: str
    """Version of the blocks that a bundle has."""
    optionalBlocks: list[str]
    """Blocks that may be absent; all other blocks are always present."""


class CalibrationBand(TypedDict):
    """One band of price."""

    index: int
    """0 to 13."""
    low: float
    """Lowest price of the band."""
    high: float
    """Price that it ends below; 1 belongs to the last."""
    n: int
    """Samples."""
    yes: int
    """Samples that came true."""
    clusters: int
    """Events among the samples."""
    enough: bool
    """Whether there are at least 20 samples of 10 events."""
    meanPrice: float | None
    """Mean price of Yes; null when there are too few samples."""
    share: float | None
    """Part that came true; null when there are too few samples."""
    effective: float | None
    """Independent samples that the share is worth; null when there are too few samples."""
    shareLow: float | None
    """Lower end of the interval of 95 %; null when there are too few samples."""
    shareHigh: float | None
    """Upper end; null when there are too few samples."""
    holds: bool | None
    """Whether the mean price lies within the interval; null when there are too few samples."""


class CalibrationCell(TypedDict):
    """One cell."""

    venue: VenueId
    """Venue of the markets."""
    kind: AssetKind
    """Kind of the asset."""
    category: str
    """Category of the markets; `all`: every one but `window`."""
    horizon: Literal['30d', '7d', '1d', '6h', '1h', '10m', '5m', '1m']
    """Time before the stated end."""
    isFinal: bool
    """Whether many results are known in all but name by then."""
    n: int
    """Samples."""
    yes: int
    """Samples that came true."""
    clusters: int
    """Events among the samples."""
    enough: bool
    """Whether there are at least 100 samples of 30 events."""
    meanPrice: float | None
    """Mean price of Yes; null when there are too few samples."""
    share: float | None
    """Part of the samples that came true; null when there are too few samples."""
    brier: float | None
    """Brier score: 0 is perfect; null when there are too few samples."""
    brierSe: float | None
    """Standard error of the Brier score, by events; null when there are too few samples."""
    reliability: float | None
    """Part of the Brier score due to wrong prices; null when there are too few samples."""
    resolution: float | None
    """Part by which telling bands apart lowers it; null when there are too few samples."""
    uncertainty: float | None
    """Brier score of the share, said of every market; null when there are too few samples."""
    withinBand: float | None
    """Part that banding loses; null when there are too few samples."""
    reliabilityByChance: float | None
    """Reliability that perfect prices would show; null when there are too few samples."""
    skill: float | None
    """1 is perfect, 0 no better than the share; null when there are too few samples, or all came
    out alike.
    """
    logLoss: float | None
    """Mean surprise in nats; null when there are too few samples."""
    clipped: int
    """Samples priced beyond 0.001 or 0.999."""
    leftOut: dict[str, int]
    """Markets without a sample, by reason: void, reopened, no_end, not_listed, end_moved,
    already_ended, gap, only_backfilled, no_price, never_resolved.
    """
    bands: NotRequired[list[CalibrationBand]]
    """All bands of price, with `bands=true`."""
    whyNull: WhyNull
    """Reasons for null members, by path; `cell`: the whole cell, `bands.3`: one band.
    docs/errors.md explains them.
    """


class CancelOrderAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    outcome: CancelOrderAnswerOutcome
    """Result of the cancellation."""


class CancelOrderAnswerOutcome(TypedDict):
    """Result of the cancellation."""

    status: Literal['cancelled', 'filled', 'rejected', 'cancelling']
    """`cancelled`: nothing was traded; `filled`: a part or all was traded before the cancellation;
    `rejected`: the order was already rejected; `cancelling`: the final state is not known yet.
    """
    order: BotOrder
    """One order of a bot."""


class CancelVouchersAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    cancelled: int
    """Vouchers that this call cancelled."""
    microUsd: int
    """Sum of the vouchers that this call cancelled. Micro-USD."""
    redeemedAlready: int
    """Vouchers of the selection that were redeemed before."""
    applied: bool
    """Whether this call cancelled any."""


Change24hPct: TypeAlias = "float | None"
"""Price change over 24 hours in percent of the earlier price; null when the current price or
that of 24 hours ago is not known.
"""


class CloseAllAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    killed: bool
    """Whether all trading of the bot is halted by its own switch."""
    halt: BotHalt
    """What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no
    order leaves, and what rests is cancelled.
    """
    closing: BotClosing
    """Every position is being closed, and nothing is opened meanwhile; null when nothing is being
    closed as a whole.
    """
    stopped: BotLossStop
    """The loss of a day reached its limit: nothing is opened until `resume: true`; null when no
    loss was reached since the bot was last resumed.
    """
    openPositions: int
    """Positions that are still open and can be closed: of a lot and more."""
    orders: list[BotOrder]
    """Orders of this closing, newest first."""


class CloseCredentialAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the credential."""
    venue: VenueId
    """Venue."""


class CloseOrderAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    orderId: str
    """Id of the order."""
    state: OrderState
    """Lifecycle state of the order."""
    releasedMicroUsd: int
    """Reserved fee that was released. Micro-USD."""


class CompareLedgerAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    isEqual: bool
    """Whether no source differs."""
    sources: list[SourceComparison]
    """Sources."""


class ConnectedVenue(TypedDict):
    """One stored credential, without its secret."""

    venue: VenueId
    """Venue."""
    kind: Literal['apiKey', 'wallet', 'oauth']
    """Kind of the credential."""
    addedAt: int
    """When the credential was stored. Epoch milliseconds."""
    usable: bool
    """Whether the credential can trade: it is complete, the venue has not rejected it, and the
    vault can decrypt it.
    """
    missing: list[str]
    """Members that live trading needs and the credential lacks."""
    checkedAt: int | None
    """When the venue last checked the credential. Checks happen in live mode only. Epoch
    milliseconds; null when the venue has not checked it yet.
    """
    problem: str | None
    """Problem with the credential, found by this service or reported by the venue; null when no
    problem is known.
    """
    bots: int | None
    """Bots that share the account behind the credential; null when the service runs in mock mode.
    """
    account: ConnectedVenueAccount | None
    """The account behind the credential, as it was read last; null when it was not read yet:
    accounts are read in live mode only.
    """
    foreignOrders: ConnectedVenueForeignOrders | None
    """Orders that rest in the account and that no bot placed; null when they were not listed yet,
    or the venue lists none.
    """


class ConnectedVenueAccount(TypedDict):
    """The account behind the credential, as it was read last; null when it was not read yet:
    accounts are read in live mode only.
    """

    account: str | None
    """The venue's public name of it; null when it was never read."""
    freeUsd: float | None
    """Money that is free for orders, in US dollars; null when the venue does not say."""
    checkedAt: int | None
    """When it was read. Epoch milliseconds; null when it was never read."""
    problem: str | None
    """Why the newest reading failed; null when it did not fail."""


class ConnectedVenueForeignOrders(TypedDict):
    """Orders that rest in the account and that no bot placed; null when they were not listed yet,
    or the venue lists none.
    """

    count: int
    """How many there are."""
    checkedAt: int
    """When they were listed. Epoch milliseconds."""


class ConnectedVenues(TypedDict):
    """Connected venues."""

    ok: Ok
    """true on every success."""
    vaultEnabled: bool
    """Whether credentials can be stored and used."""
    connected: list[ConnectedVenue]
    """Connected venues, one entry each, sorted by venue."""


class ControlBotAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    config: BotConfig
    """Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
    closes.
    """
    killed: bool
    """Whether all trading of the bot is halted by its own switch."""
    halt: BotHalt
    """What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no
    order leaves, and what rests is cancelled.
    """
    closing: BotClosing
    """Every position is being closed, and nothing is opened meanwhile; null when nothing is being
    closed as a whole.
    """
    stopped: BotLossStop
    """The loss of a day reached its limit: nothing is opened until `resume: true`; null when no
    loss was reached since the bot was last resumed.
    """


class CorrelationMatrix(TypedDict):
    labels: list[AssetId]
    """Asset ids of the rows and columns."""
    matrix: list[list[float | None]]
    """Symmetric matrix with a diagonal of 1."""


class Coverage(TypedDict):
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """

    state: Literal['full', 'partial', 'before', 'never']
    """`full`: the whole window is recorded; `partial`: notRecorded lists what is missing;
    `before`: the window ends before the first record; `never`: the series has no record.
    """
    recordedFromMs: int | None
    """Time of the first record of the series. Epoch milliseconds; null when the series has no
    record.
    """
    recordedToMs: int | None
    """Time of the newest record of the series. Epoch milliseconds; null when the series has no
    record.
    """
    recordedFrac: float
    """Share of the window, up to now, that has records, 0 to 1. Filled-in hours and imports count
    as recorded.
    """
    notRecorded: list[NotRecorded]
    """Spans of the window without records, oldest first."""


class CreditOwnerAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Credited owner."""
    applied: bool
    """Whether this call applied the credit; false when it was applied before."""
    microUsd: int
    """Amount of the credit. Micro-USD."""
    balanceMicroUsd: int
    """Balance after the credit and the repayment of debts. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class Damage(TypedDict):
    """Data of the history that cannot be read."""

    kind: NotRequired[Literal['records', 'page', 'row', 'books', 'trades']]
    """`records`: observations; `page`: one of many assets or markets; `row`: one beside the
    observations; `books`, `trades`: those of the tape.
    """
    venue: Recorder | None
    """Venue, or ref; null when it is not known."""
    asset: str | None
    """Asset id; null when several assets are concerned, or the asset is not known."""
    fromMs: int | None
    """Start of the span. Epoch milliseconds; null when it is not known."""
    toMs: int | None
    """End of the span. Epoch milliseconds; null when it is not known."""
    records: NotRequired[int | None]
    """Observations that are missing; null when it is not known."""
    reason: str
    """Kind of damage."""


class DebitOwnerAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Debited owner."""
    applied: bool
    """Whether this call applied the debit; false when it was applied before."""
    microUsd: int
    """Amount of the debit. Micro-USD."""
    balanceMicroUsd: int
    """Balance after the debit. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class DecideReviewAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    applied: bool
    """Whether this call ended the item; false when it had ended before."""
    owner: str | None
    """Owner whose balance the decision concerned; null when no balance was concerned."""
    movedMicroUsd: int
    """Change of the balance of the owner by this call. Micro-USD."""
    balanceMicroUsd: int | None
    """Balance of the owner after the call. Micro-USD; null when no balance was concerned."""
    owedMicroUsd: int | None
    """Debt of the owner after the call. Micro-USD; null when no balance was concerned."""
    item: ReviewItem
    """One matter that waits for a person."""


Deposit = TypedDict("Deposit", {
    "id": "str",
    "state": "Literal['credited', 'held', 'unattributed', 'released', 'returned', 'reversed']",
    "reason": "Literal['amount_out_of_range', 'sanctioned', 'first_deposit', 'deposit_cap', 'day_cap', 'currency', 'no_owner', 'unknown_sender', 'before_registration'] | None",
    "source": "Literal['coinbase', 'hmac', 'stripe', 'chain']",
    "owner": "str | None",
    "currency": "str",
    "amount": "str",
    "microUsd": "int | None",
    "refundedMicroUsd": "int",
    "returnableMicroUsd": "int",
    "eventId": "str | None",
    "chain": "str | None",
    "token": "str | None",
    "from": "str | None",
    "txHash": "str | None",
    "logIndex": "int | None",
    "createdAt": "int",
    "resolvedAt": "int | None",
})
"""One deposit."""


class EndpointDrift(TypedDict):
    """One endpoint or channel."""

    endpoint: str
    """Route or channel, or the kind of message where it has no route of its own."""
    lastWorkedMs: int | None
    """When an answer was last read. Epoch milliseconds; null when none was read."""
    answers: int
    """Answers, or frames of a channel."""
    refused: int
    """Answers and rows that were refused."""
    unknownMembers: list[str]
    """Members of the newest messages that are neither read nor known."""
    sinceMs: int | None
    """Since when something was refused or unknown. Epoch milliseconds; null when nothing is."""


class Evidence(TypedDict):
    """The first body of the venue that shows what is wrong."""

    endpoint: str
    """Route or channel of the message."""
    row: str | None
    """Name or position of the row; null when no single row is meant."""
    member: str | None
    """Path of the member in our schema; null when no single member is meant."""
    value: str | None
    """Value as JSON, at most 80 characters; null when the member is missing."""


ExecMode: TypeAlias = "Literal['mock', 'live']"
"""Execution mode: `mock` simulates fills, `live` trades at the venue."""


ExpectedShortfall95: TypeAlias = "float | None"
"""Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
fewer than two returns.
"""


ExpiresAt: TypeAlias = "int | None"
"""Expiry time. Epoch milliseconds; null when it never does."""


class ExplainLinkAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    a: MarketFeatures
    """Features of a market, as the matcher read them."""
    b: MarketFeatures
    """Features of a market, as the matcher read them."""
    matched: Literal['same', 'opposite', 'subset', 'superset', 'related'] | None
    """Relation that the matcher finds; null when the matcher rejects the pair."""
    confidence: float
    """Confidence of the matcher, 0 to 1."""
    reasons: list[str]
    """Evidence for the link."""
    against: list[str]
    """Evidence against the link."""
    link: Link | None
    """Link between the markets a and b; null when the markets are not linked."""


ExportColumns: TypeAlias = "list[ExportColumnsValueItem]"
"""Columns in their order in the file."""


class ExportColumnsValueItem(TypedDict):
    """One column."""

    name: str
    """Name of the column."""
    type: Literal['text', 'time', 'number']
    """Type of the values."""
    unit: str | None
    """Unit of the values; null when the values have no unit."""
    nullWhen: str | None
    """Meaning of a null in this column; null when the column has no nulls."""


class ExportPart(TypedDict):
    """One file of the tree."""

    path: str
    """Path of the file below `/api/export/`."""
    table: Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links', 'forecasts', 'marks', 'settled', 'bars', 'books', 'bookSpans', 'trades']
    """Table that the file belongs to."""
    rows: int | None
    """Number of rows; null when the file has not been made yet."""
    series: int | None
    """Assets with observations in the file; null when the file has not been made yet."""
    firstMs: int | None
    """Time of the earliest row. Epoch milliseconds; null when the file has no row with a time, or
    the file has not been made yet.
    """
    lastMs: int | None
    """Time of the latest row. Epoch milliseconds; null when the file has no row with a time, or
    the file has not been made yet.
    """
    bytes: int | None
    """Size of the file in bytes; null when the file has not been made yet."""
    sha256: str | None
    """SHA-256 of the file in hex; also its ETag; null when the file has not been made yet."""
    seq: int | None
    """Number of the last insertion (import, back-fill or undo) into the day of the file; null when
    the file belongs to another table than observations.
    """
    closed: bool
    """Whether the day of the file ended at least ten minutes ago. A closed day changes only
    through imports.
    """
    asOfMs: int | None
    """Time as of which the rows of the file are complete. Epoch milliseconds; null when the file
    has not been made yet.
    """


class Failure(TypedDict):
    """A failed request."""

    ok: Literal[False]
    """false on every failure."""
    error: str
    """Stable error code."""
    message: str
    """One sentence that says what is wrong and what is allowed."""
    requestId: str
    """Id of the request, which the service also writes to its log."""
    parameter: NotRequired[str]
    """Parameter or body member that was rejected; present only with validation_failed, and only
    when a single one is at fault.
    """
    apiVersion: NotRequired[Literal['v1']]
    """Version of the answers under `/api/m2m/`; present there only."""


FairPrice: TypeAlias = "float | None"
"""Fair value of the asset; the same as fairValue.value of the bundle; null when there is no
oracle price and fewer than two linked venues have a fresh mid.
"""


FairValueSource: TypeAlias = "Literal['hl-oracle', 'consensus', 'none']"
"""Source of the fair value; `none` when there is no value."""


class Flags(TypedDict):
    """Configuration flags and venue adapters."""

    ok: Ok
    """true on every success."""
    flags: FlagsFlags
    """Flags; only bot.globalHalt, of which bot.globalKill is a part, can be changed through the
    API.
    """
    engines: list[FlagsEngine]
    """Adapters of the recorded venues."""


class FlagsFlags(TypedDict):
    """Flags; only bot.globalHalt, of which bot.globalKill is a part, can be changed through the
    API.
    """

    bot: FlagsFlagsBot
    """Flags of trading."""
    monetization: FlagsFlagsMonetization
    """Flags of paid use."""
    deposits: FlagsFlagsDeposits
    """Chains that are watched for deposits."""
    security: FlagsFlagsSecurity
    """Flags of network security."""
    dataVenues: list[FlagsFlagsDataVenue]
    """Venues of the service."""
    process: FlagsFlagsProcess
    """Facts about this process."""


class FlagsFlagsBot(TypedDict):
    """Flags of trading."""

    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    engineLoop: bool
    """Whether the engine trades for enabled bots."""
    vaultEnabled: bool
    """Whether venue credentials can be stored."""
    globalKill: bool
    """Whether all trading is halted."""
    globalHalt: Literal['none', 'opening', 'all']
    """What is halted for all bots. `opening`: nothing is opened, closes go on. `all`: no order
    leaves, and what rests is cancelled.
    """
    tradeFeeMicroUsd: int
    """Access fee for one filled trade. Micro-USD."""


class FlagsFlagsMonetization(TypedDict):
    """Flags of paid use."""

    paidGating: bool
    """Whether premium endpoints need a key."""
    prepaidBilling: bool
    """Whether use is charged to prepaid balances."""


class FlagsFlagsDeposits(TypedDict):
    """Chains that are watched for deposits."""

    evm: bool
    """Whether an EVM chain is watched."""
    solana: bool
    """Whether Solana is watched."""


class FlagsFlagsSecurity(TypedDict):
    """Flags of network security."""

    trustProxy: bool
    """Whether client addresses are taken from proxy headers."""


class FlagsFlagsDataVenue(TypedDict):
    """One venue."""

    venue: VenueId
    """Venue."""
    shipped: bool
    """Whether the venue is recorded and served."""
    tier: Literal['free', 'pro', 'enterprise']
    """Lowest tier that can read the venue."""


class FlagsFlagsProcess(TypedDict):
    """Facts about this process."""

    venue: str
    """Venue that this process serves, or `all`."""
    nodeEnv: str
    """Value of NODE_ENV."""


class FlagsEngine(TypedDict):
    """Adapter of one venue."""

    venue: VenueId
    """Venue."""
    port: int | None
    """Port on which the venue is served; null when the request did not come over a port."""
    verdict: Literal['OK', 'DOWN']
    """`OK` when the venue has a fresh snapshot."""


class FlowEvent(TypedDict):
    """One price update as order flow. Sizes of skipped events are included."""

    type: Literal['flow']
    """Name of the event."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    t: int
    """When the price arrived, by the service's clock. Epoch milliseconds."""
    p: float
    """Price: USD, or probability of Yes."""
    prevP: float | None
    """Price of the update before; null when none is known."""
    v: float | None
    """Volume traded since the previous poll of the venue; null when the venue has published no new
    figure.
    """
    weight: float
    """Traded volume of the update. 1 as long as no volume was ever known; after that, 0 for an
    update without volume.
    """
    side: Literal['buy', 'sell', 'unclassified']
    """Side of the taker by the tick rule."""
    signed: float
    """Weight, positive for a buy and negative for a sell."""
    cumulative: float
    """Sum of `signed` since this connection began."""
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: ReceivedAt
    """When the venue's message arrived, by the service's clock. Epoch milliseconds."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


class ForgetVaultKeyAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    keyId: str
    """Id of the lost key."""
    removed: list[RemovedCredential]
    """Credentials that were removed: their owners have to store them again."""


class FundingDaysRow(TypedDict):
    """One perpetual."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue."""
    coin: str
    """Venue's name of the asset."""
    volume24hUsd: float | None
    """24 h volume in USD; null when the venue states none."""
    fundingHourly: float | None
    """Rate of the current hour as a fraction of notional; positive when longs pay; null when the
    venue publishes no rate.
    """
    state: Literal['known', 'waiting', 'unavailable']
    """`known`; `waiting`: its payments are being read; `unavailable`: the venue gave none, and is
    asked again.
    """
    sumFrac: float | None
    """Sum of the days with a payment, as a fraction of notional: what a long paid; null when state
    is not `known`, or no payment of these days is known.
    """
    lastMs: int | None
    """Time of the newest known payment. Hours after it are missing in its days, so that an old
    time says that the venue gives no more now. Epoch milliseconds; null when no payment is
    known.
    """
    daily: list[FundingDaysRowDailyItem] | None
    """Days in UTC, oldest first. The current day is not over; null when state is not `known`."""


class FundingDaysRowDailyItem(TypedDict):
    """Payments of one day."""

    day: str
    """Day in UTC."""
    sumFrac: float | None
    """Sum of the payments as a fraction of notional; positive when longs paid; null when no
    payment of the day is known.
    """
    payments: int
    """Number of payments: 24 of a whole day."""


class Gap(TypedDict):
    """One span that could not be recorded."""

    venue: Recorder
    """Venue of the gap, or ref of a reference price."""
    storeKey: str | None
    """Key of the series; null when the whole venue was not recorded."""
    fromMs: int
    """Last recorded time before the gap. Epoch milliseconds."""
    toMs: int | None
    """End of the gap. Epoch milliseconds; null when the gap is still open."""
    reason: str
    """Reason why recording failed."""


class GapEvent(TypedDict):
    """A gap in the recording was noticed, or has ended."""

    type: Literal['gap']
    """Name of the event."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    ofVenue: bool
    """Whether the whole venue was not recorded."""
    fromMs: int
    """Last recorded time before the gap. Epoch milliseconds."""
    toMs: int | None
    """End of the gap. Epoch milliseconds; null when the gap is still open."""
    reason: str
    """Reason why recording failed."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


Gaps: TypeAlias = "list[Gap]"
"""Spans that could not be recorded and overlap the window."""


GeneratedAt: TypeAlias = "str"
"""When the answer was computed, ISO 8601."""


class GetAnomaliesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    verdict: Literal['ok', 'degraded', 'critical']
    """Verdict, by the most severe anomaly."""
    warming: bool
    """Whether the process started less than 90 s ago."""
    alertable: bool
    """Whether the operator should be paged."""
    scope: GetAnomaliesAnswerScope
    """Scope of the check."""
    counts: GetAnomaliesAnswerCounts
    """Numbers of anomalies."""
    anomalies: list[GetAnomaliesAnswerAnomaly]
    """Anomalies; those of the same code and venue are one entry."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""


class GetAnomaliesAnswerScope(TypedDict):
    """Scope of the check."""

    venues: list[VenueId]
    """Checked venues."""


class GetAnomaliesAnswerCounts(TypedDict):
    """Numbers of anomalies."""

    total: int
    """Number of anomalies."""
    critical: int
    """Number of critical anomalies."""
    warning: int
    """Number of warnings."""


class GetAnomaliesAnswerAnomaly(TypedDict):
    """One anomaly."""

    severity: Literal['info', 'warning', 'critical']
    """Severity; `info` does not change the verdict."""
    code: Literal['venue_missing', 'venue_stale', 'venue_empty', 'stream_silent', 'list_shrunk', 'list_older', 'rows_refused', 'answers_refused', 'prices_lost', 'side_disputed', 'price_held', 'clock_stepped', 'venue_drift', 'store_unavailable', 'probability_out_of_range', 'non_positive_price', 'empty_book_half', 'gross_overround', 'disk_low', 'tape_stopped', 'book_broken', 'book_crossed', 'corrupt_block', 'ledger_invariant_broken', 'billing_write_failed', 'database_unavailable', 'redis_unavailable', 'history_unavailable', 'outbox_growing', 'process_silent', 'links_differ', 'hold_stuck', 'deposits_held', 'reversal_without_payment', 'reversal_currency', 'reversal_excess', 'reversal_waiting', 'treasury_changed', 'skipped_transaction', 'ledger_restored', 'vault_unreadable', 'ref_conflict', 'source_difference', 'deposit_watcher_stalled', 'chain_clock_differs', 'venue_blocked', 'credentials_refused', 'positions_not_settled', 'orders_unconfirmed', 'account_rows_refused', 'position_mismatch', 'exit_price_missing']
    """Code of the anomaly."""
    venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None
    """Venue concerned; null when the whole service is concerned."""
    message: str
    """Anomaly in one sentence."""
    count: NotRequired[int]
    """Markets, streams or blocks concerned."""
    at: NotRequired[Evidence]
    """The first body of the venue that shows what is wrong."""
    damage: NotRequired[Damage]
    """Data of the history that cannot be read."""


class GetAssetRiskAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    source: Literal['store', 'fallback']
    """`fallback`: there are fewer than minBars usable records."""
    periodsPerYear: float | None
    """Returns in a year of covered time; 8,766 for hourly records; null when fewer than two
    records are usable.
    """
    minBars: int
    """Minimum number of usable records that was applied."""
    sharpeSuppressedReason: SharpeSuppressionOrNull
    """Reason why sharpe is null; null when sharpe is not null."""
    sampling: Sampling | None
    """Sample from which the figures were computed; null when source is fallback."""
    sampleNote: SampleNote
    """Sample of these figures, and those that other endpoints use for figures of the same name.
    """
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    points: GetAssetRiskAnswerPoints | None
    """Risk of a probability from the same bars, in percentage points; null when prices are in USD.
    """
    metrics: GetAssetRiskAnswerMetrics
    """Risk metrics. All but the counts are null when source is fallback."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; present with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetAssetRiskAnswerPoints(TypedDict):
    """Risk of a probability from the same bars, in percentage points; null when prices are in USD.
    """

    realizedVolPts: float | None
    """Standard deviation of the changes per bar; null when too few records are usable."""
    maxDrawdownPts: float | None
    """Largest fall from a running peak; null when too few records are usable."""
    modifiedVar95Pts: float | None
    """Loss that one bar in twenty exceeds, with skew and fat tails; null when there are fewer than
    four returns, or returns do not vary.
    """


class GetAssetRiskAnswerMetrics(TypedDict):
    """Risk metrics. All but the counts are null when source is fallback."""

    bars: int
    """Number of usable prices."""
    returns: int
    """Number of returns."""
    meanLogReturn: float | None
    """Mean return per bar; null when too few records are usable."""
    realizedVol: float | None
    """Standard deviation of the returns per bar; null when too few records are usable."""
    annualizedVol: float | None
    """Standard deviation of the returns per year; null when too few records are usable."""
    annualizedReturn: float | None
    """Mean log return per year; null when too few records are usable, or the price is a
    probability.
    """
    sharpe: float | None
    """annualizedReturn divided by annualizedVol; null when too few records are usable or the
    denominator is 0, or the price is a probability.
    """
    sharpeAdjAC: float | None
    """Sharpe ratio corrected for autocorrelation (Lo, 2002); null when sharpe or the
    autocorrelation is not known, or the price is a probability.
    """
    ulcerIndex: float | None
    """Root mean square of the drawdowns; null when too few records are usable."""
    painIndex: float | None
    """Mean drawdown; null when too few records are usable."""
    modifiedVar95: float | None
    """Value at risk of one bar at 95 % (Cornish-Fisher); a loss, at least 0; null when the returns
    are too few or do not vary.
    """
    martinRatio: float | None
    """annualizedReturn divided by ulcerIndex; null when too few records are usable or the
    denominator is 0, or the price is a probability.
    """
    cdar95: float | None
    """Mean of the worst 5 % of the drawdowns; null when too few records are usable."""
    gainToPain: float | None
    """Sum of the gains divided by the sum of the losses; null when too few records are usable or
    the denominator is 0.
    """
    sterlingRatio: float | None
    """annualizedReturn divided by cdar95; null when too few records are usable or the denominator
    is 0, or the price is a probability.
    """
    omega: float | None
    """Omega ratio at threshold 0; null when too few records are usable or the denominator is 0.
    """
    rollSpreadBps: float | None
    """Roll's estimate of the bid-ask spread in basis points of the price; 0 when prices do not
    bounce; null when too few records are usable.
    """
    maxDrawdown: float | None
    """Largest fall from a running peak; null when too few records are usable."""
    peakPrice: float | None
    """Price at the start of the largest fall; null when too few records are usable."""
    troughPrice: float | None
    """Price at the end of the largest fall; null when too few records are usable."""
    drawdownBars: int | None
    """Bars from the start to the end of the largest fall; null when too few records are usable.
    """


class GetAssetStatsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    type: AssetKind
    """Kind of the asset."""
    now: int
    """Time of the answer. Epoch milliseconds."""
    snapshot: VenueSnapshot
    """Venue's newest poll result."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    stats: GetAssetStatsAnswerStats
    """Statistics over the hourly bars of 30 days. Hours without a record have no bar; then an hour
    is a bar in these figures.
    """
    sampleNote: SampleNote
    """Sample of these figures, and those that other endpoints use for figures of the same name.
    """
    benchmark: NotRequired[GetAssetStatsAnswerBenchmark | None]
    """How a perpetual moves when its benchmark rises and falls; null when they share fewer than 24
    hours or the asset is the benchmark.
    """
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; present with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetAssetStatsAnswerStats(TypedDict):
    """Statistics over the hourly bars of 30 days. Hours without a record have no bar; then an hour
    is a bar in these figures.
    """

    n: int
    """Number of returns."""
    periodsPerYear: float
    """Bars in a year of the time that they cover, used to annualise: 8,760 where every hour has
    one.
    """
    verdict: SeriesVerdict
    """Verdict that the statistical tests reach together."""
    returns: GetAssetStatsAnswerStatsReturns
    """Return ratios."""
    risk: GetAssetStatsAnswerStatsRisk
    """Risk metrics. Fractions per hour unless stated otherwise; losses are positive."""
    structure: GetAssetStatsAnswerStatsStructure
    """Memory of the returns, and microstructure."""
    tests: GetAssetStatsAnswerStatsTests
    """Hypothesis tests. A test is null without enough data or variance."""
    horizon: GetAssetStatsAnswerStatsHorizon | None
    """How far the price of a binary market can still move before it resolves; null when the asset
    is a perpetual.
    """


class GetAssetStatsAnswerStatsReturns(TypedDict):
    """Return ratios."""

    sharpe: SharpeRatio
    """Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
    reason.
    """
    sortino: SortinoRatio
    """Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset
    is a binary, the returns do not vary, or no return is a loss.
    """
    calmar: float | None
    """Calmar ratio: annualised log return divided by the largest drawdown; null when the asset is
    a binary or prices never fell.
    """
    sharpeAdjAC: float | None
    """Sharpe ratio corrected for the autocorrelation of the returns (Lo, 2002); null when sharpe
    or autocorr1 is null.
    """
    omega: float | None
    """Omega ratio at threshold 0: sum of the gains divided by the sum of the losses. 1 when every
    return is 0; null when there are no returns, or there are gains but no losses.
    """
    gainToPain: float | None
    """Sum of the gains divided by the sum of the losses; null when no return is a loss."""
    annualisedVol: AnnualisedVol
    """Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
    binaries; null when there are fewer than two returns.
    """
    returnMode: Literal['log', 'diff']
    """Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities."""
    framing: Literal['annualised', 'horizon']
    """`annualised` for perpetuals, `horizon` for binaries."""
    sharpeSuppressedReason: SharpeSuppressionOrNull
    """Reason why sharpe is null; null when sharpe is not null."""


class GetAssetStatsAnswerStatsRisk(TypedDict):
    """Risk metrics. Fractions per hour unless stated otherwise; losses are positive."""

    var95: ValueAtRisk95
    """Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
    reversed; null when there are fewer than two returns.
    """
    var99: float | None
    """Historical value at risk of one hour at 99 %; null when there are fewer than two returns.
    """
    es90: float | None
    """Expected shortfall of one hour: mean loss of the worst 10 % of the hours; null when there
    are fewer than two returns.
    """
    es95: ExpectedShortfall95
    """Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
    fewer than two returns.
    """
    es99: float | None
    """Expected shortfall of one hour: mean loss of the worst 1 % of the hours; null when there are
    fewer than two returns.
    """
    esTailConcentration: float | None
    """es99 divided by es90. A normal distribution gives 1.52; more means fatter tails; null when
    es90 is null or not positive.
    """
    ulcerIndex: float | None
    """Ulcer index: root mean square of the drawdowns; null when no hour has a record."""
    painIndex: float | None
    """Pain index: mean drawdown; null when no hour has a record."""
    cdar95: float | None
    """Conditional drawdown at risk: mean of the worst 5 % of the drawdowns; null when no hour has
    a record.
    """
    drawdownAtRisk95: float | None
    """Drawdown at risk: 95 % quantile of the drawdowns; null when no hour has a record."""
    sterling: float | None
    """Sterling ratio: annualised log return divided by cdar95; null when the asset is a binary or
    prices never fell.
    """
    tailIndex: float | None
    """Tail exponent by Hill's estimate on the largest 5 % of the moves. About 3 is usual; lower
    means fatter tails; null when the tail has fewer than ten returns, or they are all equal.
    """
    tailIndexWide: float | None
    """Tail exponent by Hill's estimate on the largest 10 % of the moves; null when the tail has
    fewer than ten returns, or they are all equal.
    """
    maxDrawdown: MaxDrawdown
    """Largest fall from a running peak; null when no hour has a record."""
    modifiedVar95: float | None
    """Value at risk of one hour at 95 % by the Cornish-Fisher expansion. 0 can also mean that the
    tails are too fat for the expansion; null when there are fewer than four returns or they do
    not vary.
    """


class GetAssetStatsAnswerStatsStructure(TypedDict):
    """Memory of the returns, and microstructure."""

    hurst: HurstExponent
    """Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when
    there are too few returns (about 64 are needed) or they do not vary.
    """
    autocorr1: Autocorrelation1
    """Autocorrelation of the returns at lag 1; null when there are fewer than three returns or
    they do not vary.
    """
    autocorr2: float | None
    """Autocorrelation of the returns at lag 2; null when there are fewer than four returns or they
    do not vary.
    """
    trendT: float | None
    """Newey-West t-statistic of the mean return. Beyond 1.96 in size, the drift is significant at
    5 %; null when there are fewer than eight returns or they do not vary.
    """
    halfLifeMR: HalfLife
    """Half-life of mean reversion in hours; null when no mean reversion was detected."""
    permEntropy: float | None
    """Permutation entropy of the returns, 0 to 1. At 1 their order is unpredictable; null when
    there are fewer than twelve returns.
    """
    permEntropyTieFrac: float | None
    """Share of the triples of returns that contain equal values, 0 to 1. Above about 0.2, do not
    trust permEntropy; null when there are fewer than twelve returns.
    """
    rollSpreadBps: float | None
    """Roll's estimate of the bid-ask spread in basis points of the price. 0 when prices do not
    bounce between bid and ask; null when there are fewer than three returns, or all prices are
    0.
    """


class GetAssetStatsAnswerStatsTests(TypedDict):
    """Hypothesis tests. A test is null without enough data or variance."""

    ljungBox: LjungBox | None
    """Ljung-Box test; null hypothesis: the returns are uncorrelated. Taken from ljungBoxProfile at
    the largest lag up to n/5; null when n is too small or the returns do not vary.
    """
    ljungBoxProfile: list[LjungBox]
    """Ljung-Box tests at the lags 1, 2, 3, 5 and 10."""
    adf: GetAssetStatsAnswerStatsTestsAdf | None
    """Augmented Dickey-Fuller test; null hypothesis: the price level has a unit root; null when
    there are fewer than 20 bars, they do not vary, or the regression has no unique solution.
    """
    kpss: GetAssetStatsAnswerStatsTestsKpss | None
    """KPSS test; null hypothesis: the price level is stationary; null when there are fewer than 20
    bars or they do not vary.
    """
    runs: GetAssetStatsAnswerStatsTestsRuns | None
    """Runs test; null hypothesis: the signs of the returns are in random order; null when fewer
    than ten returns differ from 0, or all have the same sign.
    """
    varianceRatio: GetAssetStatsAnswerStatsTestsVarianceRatio | None
    """Variance ratio test; null hypothesis: the returns are uncorrelated; null when there are
    fewer than 16 returns or they do not vary.
    """
    jarqueBera: GetAssetStatsAnswerStatsTestsJarqueBera | None
    """Jarque-Bera test; null hypothesis: the returns are normally distributed; null when there are
    fewer than eight returns or they do not vary.
    """


class GetAssetStatsAnswerStatsTestsAdf(TypedDict):
    """Augmented Dickey-Fuller test; null hypothesis: the price level has a unit root; null when
    there are fewer than 20 bars, they do not vary, or the regression has no unique solution.
    """

    stat: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    lag: int
    """Number of lagged differences."""
    nobs: int
    """Rows in the regression."""
    crit: GetAssetStatsAnswerStatsTestsAdfCrit
    """Critical values of the statistic."""
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


GetAssetStatsAnswerStatsTestsAdfCrit = TypedDict("GetAssetStatsAnswerStatsTestsAdfCrit", {
    "1%": "float",
    "5%": "float",
    "10%": "float",
})
"""Critical values of the statistic."""


class GetAssetStatsAnswerStatsTestsKpss(TypedDict):
    """KPSS test; null hypothesis: the price level is stationary; null when there are fewer than 20
    bars or they do not vary.
    """

    stat: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    lag: int
    """Lags of the long-run variance."""
    pClipped: Literal['upper', 'lower'] | None
    """End of the published p-value table at which p is clipped; null when p lies within the table.
    """
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class GetAssetStatsAnswerStatsTestsRuns(TypedDict):
    """Runs test; null hypothesis: the signs of the returns are in random order; null when fewer
    than ten returns differ from 0, or all have the same sign.
    """

    z: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    runs: int
    """Runs of equal sign."""
    nPos: int
    """Number of gains."""
    nNeg: int
    """Number of losses."""
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class GetAssetStatsAnswerStatsTestsVarianceRatio(TypedDict):
    """Variance ratio test; null hypothesis: the returns are uncorrelated; null when there are
    fewer than 16 returns or they do not vary.
    """

    q: int
    """Hours over which the variance is compared with that of one hour."""
    vr: float
    """Variance ratio; 1 for a random walk."""
    z: float | None
    """Test statistic; null when the variance of the statistic is 0."""
    p: PValue | None
    """p-value: the probability of a statistic at least this extreme under the null hypothesis;
    null when the variance of the statistic is 0.
    """
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class GetAssetStatsAnswerStatsTestsJarqueBera(TypedDict):
    """Jarque-Bera test; null hypothesis: the returns are normally distributed; null when there are
    fewer than eight returns or they do not vary.
    """

    stat: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    skew: float
    """Skewness of the returns."""
    exKurtosis: float
    """Excess kurtosis of the returns; 0 for a normal distribution."""
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class GetAssetStatsAnswerStatsHorizon(TypedDict):
    """How far the price of a binary market can still move before it resolves; null when the asset
    is a perpetual.
    """

    daysToResolve: float | None
    """Days until the market ends; null when the venue states no end."""
    barsPerDay: float
    """Bars in a day."""
    perDayMove: float | None
    """Standard deviation of a day's move, 0 to 1; null when there are fewer than two returns."""
    perHorizonMove: float | None
    """Standard deviation of the move until the end, at most the square root of terminalVariance;
    null when perDayMove, daysToResolve or terminalVariance is null.
    """
    terminalVariance: TerminalVariance
    """Variance of the outcome at the current price p: p (1 - p); null when the market has no
    price.
    """
    resolvedFrom: ResolvedFrom
    """End that is used: of trading (`closeTime`), or the time at which the question is due
    (`endDate`); null when the venue states no end.
    """
    available: bool
    """Whether daysToResolve is known."""


class GetAssetStatsAnswerBenchmark(TypedDict):
    """How a perpetual moves when its benchmark rises and falls; null when they share fewer than 24
    hours or the asset is the benchmark.
    """

    benchmarkAsset: AssetId
    """Asset id in its canonical spelling."""
    up: float | None
    """Sum of the asset's returns in hours in which the benchmark rose, divided by the sum of the
    benchmark's; null when the benchmark never rose.
    """
    down: float | None
    """The same for hours in which the benchmark fell; null when the benchmark never fell."""
    captureSpread: float | None
    """up minus down; null when up or down is null."""
    alignedBars: int
    """Hours with a return of both."""


class GetBalanceAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the balance."""
    balance: GetBalanceAnswerBalance
    """Current balance."""
    prepaidEnabled: bool
    """Whether the service charges for use."""
    priceListMicroUsd: PriceList
    """Prices of paid services; 0 means free."""
    ledger: list[LedgerEntry]
    """Ledger entries, oldest first."""
    daily: list[GetBalanceAnswerDailyItem] | None
    """Balance at the end of each day, oldest first; of the current day, now; null when `days` was
    not given.
    """
    nextCursor: str | None
    """Cursor of the page of earlier entries; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetBalanceAnswerBalance(TypedDict):
    """Current balance."""

    microUsd: int
    """Balance, including the held part. Micro-USD."""
    usd: float
    """Balance in US dollars."""
    heldMicroUsd: int
    """Part of the balance that is reserved for unfilled orders. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class GetBalanceAnswerDailyItem(TypedDict):
    """Balance of one day."""

    day: str
    """Day in UTC."""
    microUsd: int
    """Balance, including the held part. Micro-USD."""


class GetBookAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    bids: list[PriceLevel]
    """Bids, best (highest) first."""
    asks: list[PriceLevel]
    """Asks, best (lowest) first."""
    fetchedAt: BookReadAt
    """When the book was read, by the service's clock. Epoch milliseconds."""
    stale: bool
    """Whether the venue did not answer, so that the book is up to two minutes old."""
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """


class GetBookAtAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    t: int
    """The moment that was asked for. Epoch milliseconds."""
    bids: list[PriceLevel] | None
    """Bids, best (highest) first; null when the book is not known at that moment."""
    asks: list[PriceLevel] | None
    """Asks, best (lowest) first; null when the book is not known at that moment."""
    bookTime: int | None
    """Our time of the last message that altered the book, or of the whole book that began its
    span; of a sampled book the full minute. Epoch milliseconds; null when the book is not known
    at that moment.
    """
    venueTime: int | None
    """The venue's time of the last message that altered the book. Epoch milliseconds; null when
    the venue stated none, or the book is not known at that moment.
    """
    ageMs: int | None
    """t minus bookTime, in ms; null when the book is not known at that moment."""
    everyMs: int | None
    """0: every change was recorded; else the time between two states in ms; null when the book is
    not known at that moment.
    """
    crossed: bool | None
    """Whether the best bid is above the best ask; null when the book is not known at that moment.
    """
    spanFromMs: int | None
    """Moment since which the book is known without a break. Epoch milliseconds; null when the book
    is not known at that moment.
    """
    depth: int | None
    """Most levels of a side that the venue sends; null when the venue sends all levels, or the
    book is not known at that moment.
    """
    coverage: TapeCoverage
    """How much of the window is known of books. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetBookChangesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    fromMs: int
    """Start of the window. Epoch milliseconds."""
    toMs: int
    """End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
    """
    count: int
    """Number of rows on this page."""
    changes: list[TapeChange]
    """Rows, oldest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    coverage: TapeCoverage
    """How much of the window is known of books. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetBookDepthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    fromMs: int
    """Start of the window. Epoch milliseconds."""
    toMs: int
    """End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
    """
    count: int
    """Number of buckets on this page."""
    bucketMs: int
    """Width of a bucket in ms."""
    within: list[float]
    """Distances from the mid: cents, or basis points."""
    buckets: list[GetBookDepthAnswerBucket]
    """Buckets, oldest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    nextCursor: str | None
    """Cursor of the next page; an answer has all buckets; null when there is none."""
    coverage: TapeCoverage
    """How much of the window is known of books. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetBookDepthAnswerBucket(TypedDict):
    """A bucket."""

    t: int
    """Begin of the bucket, a multiple of bucketMs. Epoch milliseconds."""
    seconds: int
    """Full seconds in which both sides had a level; of sampled times full minutes."""
    spread: GetBookDepthAnswerBucketSpread
    """Best ask minus best bid, in price; below 0 while they are crossed."""
    bidUsd: list[float]
    """Mean USD of bids within the distance, for each of within."""
    askUsd: list[float]
    """Mean USD of asks within the distance, for each of within."""
    imbalance: list[float | None]
    """Mean of (bids - asks) / (bids + asks), for each of within."""


class GetBookDepthAnswerBucketSpread(TypedDict):
    """Best ask minus best bid, in price; below 0 while they are crossed."""

    min: float
    """Smallest."""
    mean: float
    """Mean."""
    max: float
    """Largest."""


class GetBookHistoryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    fromMs: int
    """Start of the window. Epoch milliseconds."""
    toMs: int
    """End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
    """
    count: int
    """Number of books on this page."""
    everyMs: int
    """Time between two steps in ms."""
    levels: int
    """Most levels of a side."""
    books: list[TapeBook]
    """Books, oldest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    coverage: TapeCoverage
    """How much of the window is known of books. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetBookSlippageAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    t: int
    """The moment that was asked for. Epoch milliseconds."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    mode: Literal['recorded']
    """Always `recorded`."""
    bookTime: int | None
    """Our time of the last message that altered the book. Epoch milliseconds; null when the book
    is not known at that moment.
    """
    ageMs: int | None
    """t minus bookTime, in ms; null when the book is not known at that moment."""
    params: MarketOrder
    """Parameters of the request."""
    result: GetBookSlippageAnswerResult | None
    """Result of the order. Basis points are relative to the mid, and usually positive for a buy;
    null when the book is not known at that moment.
    """
    coverage: TapeCoverage
    """How much of the window is known of books. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetBookSlippageAnswerResult(TypedDict):
    """Result of the order. Basis points are relative to the mid, and usually positive for a buy;
    null when the book is not known at that moment.
    """

    side: Literal['buy', 'sell']
    """Side of the order."""
    midPrice: float | None
    """Midpoint of the best bid and the best ask; null when a side of the book is empty."""
    topPrice: float | None
    """Best price on the side that the order takes; null when that side is empty."""
    baseFilled: float
    """Filled units or contracts."""
    quoteFilled: float
    """Filled amount in USD."""
    remaining: float
    """Part that the book could not fill, in sizeUnit."""
    fullyFilled: bool | None
    """Whether the whole order was filled; null when the order takes all levels of a venue that
    sends a part of them.
    """
    avgPrice: float | None
    """Volume-weighted average price; null when nothing was filled."""
    slippageBps: float | None
    """Distance of avgPrice from the mid in basis points; null when avgPrice or midPrice is null.
    """
    worstFillPrice: float | None
    """Price of the last level that was used; null when nothing was filled."""
    worstFillBps: float | None
    """Distance of worstFillPrice from the mid in basis points; null when worstFillPrice or
    midPrice is null.
    """
    levelsConsumed: int
    """Levels used, including a partly used one."""
    tiers: list[SlippageTier]
    """Fills by distance from the mid; tiers without a fill are left out."""


class GetBotOrdersAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    orders: list[BotOrder]
    """Orders, newest first."""
    truncated: bool
    """Whether older orders follow."""
    total: int | None
    """Orders of all pages; null when there are more than 10,000."""
    nextCursor: str | None
    """Cursor of the page of older orders; null when there is none."""


class GetBotPnlAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    days: list[BotDay]
    """Days, newest first."""
    truncated: bool
    """Whether older days follow."""
    total: int
    """Days of all pages."""
    nextCursor: str | None
    """Cursor of the page of older days; null when there is none."""


class GetBotStatusAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    authenticated: bool
    """Whether the request had a key. Without one, the members after `system` are absent."""
    system: GetBotStatusAnswerSystem
    """Trading status of the whole service."""
    killed: NotRequired[bool]
    """Whether all trading of the bot is halted by its own switch."""
    halt: NotRequired[BotHalt]
    """What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no
    order leaves, and what rests is cancelled.
    """
    closing: NotRequired[BotClosing]
    """Every position is being closed, and nothing is opened meanwhile; null when nothing is being
    closed as a whole.
    """
    stopped: NotRequired[BotLossStop]
    """The loss of a day reached its limit: nothing is opened until `resume: true`; null when no
    loss was reached since the bot was last resumed.
    """
    balanceMicroUsd: NotRequired[int]
    """Prepaid balance of the owner. Micro-USD."""
    owedMicroUsd: NotRequired[OwedMicroUsd]
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """
    config: NotRequired[BotConfig]
    """Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch
    closes.
    """
    connectedVenues: NotRequired[list[ConnectedVenue]]
    """Connected venues, one entry each, sorted by venue."""
    limits: NotRequired[list[BotLimit]]
    """Limits that are in force, each with what is used, reserved and left."""
    purse: NotRequired[BotPurse]
    """Paper money. Present in mock mode with fills `book`."""
    activity: NotRequired[GetBotStatusAnswerActivity]
    """Totals of the bot in the current execution mode."""
    recentOrders: NotRequired[list[BotOrder]]
    """Newest 50 orders, newest first."""
    positions: NotRequired[list[OpenPosition]]
    """Open positions and what the account holds beside them, at most the 200 with the largest
    cost; for binaries, in terms of Yes.
    """
    equity: NotRequired[GetBotStatusAnswerEquity]
    """Gain of the bot since its first order."""
    results: NotRequired[GetBotStatusAnswerResults]
    """Positions and realised profit of the bot in the current execution mode."""
    engine: NotRequired[GetBotStatusAnswerEngine]
    """Engine of the bot."""


class GetBotStatusAnswerSystem(TypedDict):
    """Trading status of the whole service."""

    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    globalKill: bool
    """Whether all trading is halted."""
    globalHalt: Literal['none', 'opening', 'all']
    """What the operator has halted for all bots. `opening`: nothing is opened, closes go on.
    `all`: no order leaves, and what rests is cancelled.
    """
    engineLoop: bool
    """Whether the engine trades for enabled bots."""
    vaultEnabled: bool
    """Whether venue credentials can be stored."""


class GetBotStatusAnswerActivity(TypedDict):
    """Totals of the bot in the current execution mode."""

    orderRecords: int
    """Number of orders."""
    filled: int
    """Orders with at least one fill."""
    fills: int
    """Number of fills."""
    accessFeesMicroUsd: int
    """Access fees charged for these orders. Micro-USD."""


class GetBotStatusAnswerEquity(TypedDict):
    """Gain of the bot since its first order."""

    realizedUsd: float
    """Gain of what was closed, after the venues' fees."""
    unrealizedUsd: float | None
    """Gain of what is open, at exit prices; null when the market of a position gives no price now.
    """
    feesUsd: float
    """The venues' fees, already taken off realizedUsd."""
    fillsWithoutFee: int
    """Fills whose fee is not known: realizedUsd is without it."""
    accessFeesUsd: float
    """Access fees of this service."""
    fundingUsd: float | None
    """Funding of perpetuals that was received, below 0 paid; null when the bot has or had a
    perpetual; totalUsd is without it.
    """
    totalUsd: float | None
    """realizedUsd plus unrealizedUsd and fundingUsd, less accessFeesUsd; null when unrealizedUsd
    is not known.
    """
    asOfMs: int
    """When it was computed. Epoch milliseconds."""


class GetBotStatusAnswerResults(TypedDict):
    """Positions and realised profit of the bot in the current execution mode."""

    positions: list[GetBotStatusAnswerResultsPosition]
    """Open positions, at most the 200 with the largest cost; for binaries, in terms of Yes."""
    openPositions: int
    """Number of open positions."""
    realizedPnlUsd: float
    """Realised profit of closed positions in US dollars, after the venues' fees."""
    closings: int
    """Times that a position or a part of one was closed."""
    winRate: float | None
    """Share of the closings that made a profit, 0 to 1; null when nothing was closed."""
    totalVolumeUsd: float
    """Volume of all fills in US dollars."""


class GetBotStatusAnswerResultsPosition(TypedDict):
    """One open position."""

    venue: VenueId
    """Venue of the position."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    name: str | None
    """Coin or question; null when nothing is known of the market."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    size: float
    """Size in coins or shares; negative for a short position."""
    avgPrice: float
    """Average entry price: USD, or probability of Yes."""
    costUsd: float
    """Amount paid for the position, or received for a short one, in US dollars."""


class GetBotStatusAnswerEngine(TypedDict):
    """Engine of the bot."""

    warnings: list[Literal['no limit of exposure']]
    """What a careful owner sets before the engine trades."""
    decisions: list[BotDecision]
    """Decisions of the engine, newest first; the newest 1000 are kept."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetCalibrationAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    definitions: int
    """Version of the definitions that the figures follow."""
    days: int
    """The days that were asked for."""
    throughDay: str | None
    """The last closed day, UTC; null when no day is closed."""
    count: int
    """Cells in this answer."""
    cells: list[CalibrationCell]
    """Cells, the largest first."""
    leftOut: dict[str, int]
    """Markets without a sample at a horizon, by reason, of the chosen cells. void, reopened,
    no_end, not_listed, end_moved, already_ended, gap, only_backfilled, no_price,
    never_resolved.
    """


class GetCalibrationSamplesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Samples in this answer."""
    samples: list[GetCalibrationSamplesAnswerSample]
    """Samples by stated end, then asset."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""


class GetCalibrationSamplesAnswerSample(TypedDict):
    """Price of one market at the horizon."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    t: int
    """Time of the record. Epoch milliseconds."""
    p: float
    """Price of Yes, 0 to 1."""
    y: int
    """1: Yes came true; 0: No did."""
    end: int
    """The stated end that the horizon counts back from. Epoch milliseconds."""
    event: str | None
    """Key of the event; null when the venue groups the market under none."""
    resolvedAt: int
    """When the resolution was recorded. Epoch milliseconds."""


class GetCarryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: Literal['hl-perp']
    """Kind of the asset, always a perpetual."""
    venue: VenueId
    """Venue of the asset."""
    coin: str
    """Venue's name of the asset."""
    markPx: float | None
    """Mark price in USD; null when the asset has left its venue."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    snapshotAgeMs: int | None
    """Age of the venue's snapshot in ms; null when the venue has not been read yet."""
    carry: GetCarryAnswerCarry | None
    """Cost and income of funding; null when the venue publishes no rate."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; present with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetCarryAnswerCarry(TypedDict):
    """Cost and income of funding; null when the venue publishes no rate."""

    fundingHourly: float
    """Funding rate of the current hour as a fraction of notional; positive when longs pay."""
    fundingAnnualizedFrac: float
    """Funding rate per year: 8,760 times fundingHourly."""
    longSide: GetCarryAnswerCarryLongSide
    """Funding of a long position."""
    shortSide: GetCarryAnswerCarryShortSide
    """Funding of a short position."""
    flat: bool
    """Whether the rate is 0."""


class GetCarryAnswerCarryLongSide(TypedDict):
    """Funding of a long position."""

    hourlyFrac: float
    """Income per hour as a fraction of notional; negative when the side pays."""
    annualizedFrac: float
    """Income per year: 8,760 times hourlyFrac, not compounded."""
    role: Literal['pays', 'receives', 'flat']
    """Whether the side receives or pays."""
    daysTo1Pct: float | None
    """Days until 1 % of notional is received or paid; null when the rate is 0."""
    daysTo10Pct: float | None
    """Days until 10 % of notional is received or paid; null when the rate is 0."""


class GetCarryAnswerCarryShortSide(TypedDict):
    """Funding of a short position."""

    hourlyFrac: float
    """Income per hour as a fraction of notional; negative when the side pays."""
    annualizedFrac: float
    """Income per year: 8,760 times hourlyFrac, not compounded."""
    role: Literal['receives', 'pays', 'flat']
    """Whether the side receives or pays."""
    daysTo1Pct: float | None
    """Days until 1 % of notional is received or paid; null when the rate is 0."""
    daysTo10Pct: float | None
    """Days until 10 % of notional is received or paid; null when the rate is 0."""


class GetCascadesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    params: GetCascadesAnswerParams
    """Parameters as applied."""
    summary: GetCascadesAnswerSummary
    """Totals over all cascades."""
    cascades: list[GetCascadesAnswerCascade]
    """Cascades, oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Whether the window has older records that were not read."""


class GetCascadesAnswerParams(TypedDict):
    """Parameters as applied."""

    windowMs: int
    """Time in ms within which the price must move."""
    minDrawdownPct: float
    """Minimum move as a fraction."""
    direction: Literal['down', 'up']
    """Direction of the moves."""
    fromMs: WindowFromMs
    """Start of the window. Epoch milliseconds; null when the window begins with the first record.
    """
    toMs: WindowToMs
    """End of the window. Epoch milliseconds; null when the window ends with the newest record."""
    limit: int
    """Maximum number of records read."""


class GetCascadesAnswerSummary(TypedDict):
    """Totals over all cascades."""

    clustersFound: int
    """Number of cascades."""
    deepestDrawdownFrac: float
    """Largest move as a fraction; 0 without a cascade."""
    totalCascadeBars: int
    """Records in all cascades."""
    direction: Literal['down', 'up']
    """Direction of the moves."""


class GetCascadesAnswerCascade(TypedDict):
    """One cascade."""

    tStart: int
    """Time of the first record. Epoch milliseconds."""
    tEnd: int
    """Time of the extreme price. Epoch milliseconds."""
    bars: int
    """Records from start to end, both included."""
    peakPrice: float
    """Higher of the first and the extreme price."""
    troughPrice: float
    """Lower of the first and the extreme price."""
    drawdownFrac: float
    """Size of the move as a positive fraction of the first price."""


class GetCatalogueAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Number of endpoints."""
    catalog: GetCatalogueAnswerCatalog
    """Further documentation."""
    endpoints: list[GetCatalogueAnswerEndpoint]
    """Endpoints, in the order of the OpenAPI document."""


class GetCatalogueAnswerCatalog(TypedDict):
    """Further documentation."""

    docs: str
    """Path of the documentation page."""
    spec: str
    """Path of the OpenAPI document."""


class GetCatalogueAnswerEndpoint(TypedDict):
    """One endpoint."""

    path: str
    """Path with its parameters."""
    method: str
    """HTTP method."""
    server: Literal['main', 'bot']
    """Server that answers the endpoint; the OpenAPI document has both addresses."""
    summary: str
    """Purpose of the endpoint."""
    group: str
    """Tag of the endpoint in the OpenAPI document."""
    cacheSeconds: int
    """Seconds for which shared caches may keep the answer; 0: not cached."""
    access: Literal['free', 'pro', 'enterprise', 'key', 'admin', 'webhook']
    """Access class while paid gating is on."""
    feature: str | None
    """Feature that the key must include; null when none is required."""


class GetChangelogAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Number of entries."""
    entries: list[GetChangelogAnswerEntry]
    """Changes, newest first."""


class GetChangelogAnswerEntry(TypedDict):
    """One change."""

    version: str
    """First version with the change."""
    date: str
    """ISO date of that version."""
    kind: Literal['added', 'changed', 'fixed', 'removed']
    """Kind of change."""
    breaking: bool
    """Whether callers must change something."""
    summary: str
    """Description of the change."""
    paths: list[str]
    """Affected endpoints."""


class GetCorrelationsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    params: GetCorrelationsAnswerParams
    """Parameters of the request."""
    surviving: list[AssetId]
    """Assets in the matrices, in the order of the request."""
    dropped: list[GetCorrelationsAnswerDroppedItem]
    """Assets that were left out."""
    barsPerAsset: dict[str, int]
    """Bars with a price, by asset."""
    carriedPerAsset: dict[str, int]
    """Bars whose price is older than one bar, since it was carried over a hole, by asset."""
    asOfMs: dict[str, int | None]
    """Time of the newest record that counts, by asset. Epoch milliseconds; null without one."""
    isStale: dict[str, bool]
    """Whether the venue's newest poll result is older than 120 s or lacks the asset, by asset."""
    alignedReturnsLen: int
    """Returns that all assets in the matrices have, with prices carried forward."""
    overlap: GetCorrelationsAnswerOverlap
    """Recorded bars of each pair, without prices carried forward."""
    pearson: CorrelationMatrix | None
    """Pearson correlations; null when not requested, or when fewer than two assets survive, ten
    returns are shared, or 10 bars hold records of both.
    """
    spearman: CorrelationMatrix | None
    """Spearman correlations; null when not requested, or when fewer than two assets survive, ten
    returns are shared, or 10 bars hold records of both.
    """
    whyNull: WhyNull
    """Reasons for null members, by path; that of a pair is pearson.matrix.0.1. docs/errors.md
    explains them.
    """


class GetCorrelationsAnswerParams(TypedDict):
    """Parameters of the request."""

    assets: list[AssetId]
    """Canonical asset ids."""
    window: float
    """Length of the window in hours."""
    method: Literal['both', 'pearson', 'spearman']
    """Computed matrices."""


class GetCorrelationsAnswerDroppedItem(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    reason: Literal['insufficient-data', 'zero-variance']
    """Reason why the asset was left out."""


class GetCorrelationsAnswerOverlap(TypedDict):
    """Recorded bars of each pair, without prices carried forward."""

    labels: list[AssetId]
    """Asset ids of the rows and columns."""
    matrix: list[list[int]]
    """Symmetric matrix; the diagonal has the bars of each asset."""


class GetDepositAddressAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the addresses."""
    addresses: list[GetDepositAddressAnswerAddresse]
    """One address per chain that supports them."""


class GetDepositAddressAnswerAddresse(TypedDict):
    """One deposit address."""

    chain: str
    """Name of the chain."""
    address: str
    """Address to send to, with its checksum."""
    assets: list[str]
    """Tokens that are credited."""
    salt: str
    """CREATE2 salt, computed from owner and chain."""
    factory: str
    """Contract that deploys the address."""
    implementation: str
    """Contract whose code the address runs."""


class GetDriftAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    venues: dict[str, list[EndpointDrift]]
    """Endpoints and channels of each venue, by name."""


class GetEndpointHealthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    summary: ProbeSummary
    """Totals over all probes."""
    probes: list[GetEndpointHealthAnswerProbe]
    """One probe per endpoint."""


class GetEndpointHealthAnswerProbe(TypedDict):
    """One endpoint."""

    endpoint: str
    """Path with its parameters."""
    sampleUrl: str
    """Path that was called."""
    status: Literal['healthy', 'degraded', 'errored']
    """Result of the probe."""
    statusCode: int
    """HTTP status."""
    sampleLatencyMs: float
    """Response time in ms."""
    lastChecked: str
    """Time of the probe, ISO 8601."""
    error: str | None
    """Error code of the answer; null when the call succeeded."""


class GetEvidenceAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    format: str
    """Version of the file."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the market."""
    rules: GetEvidenceAnswerRules | None
    """Rules of the market; null when the venue publishes none."""
    terms: SettlingTerms | None
    """How the market settles, as its venue states it. A member that the venue does not state is
    null; null when there is no verdict.
    """
    statedBy: StatedBy | None
    """Where the venue states each member of `settling`, or which of its statements differ; null
    when no terms are known, or they were imported.
    """
    stated: StatedAfterwards | None
    """What the venue stated after the end; null when the venue stated nothing."""
    series: dict[str, list[GetEvidenceAnswerSeryItem]] | None
    """Recorded prices of the moments that count, by series; null when there is no verdict."""
    resolution: GetEvidenceAnswerResolution | None
    """Result by the venue, as it was recorded last; null when there is no verdict."""
    verdict: SettledRow | None
    """Verdict on its result; null when the market has none."""
    proof: GetEvidenceAnswerProof | None
    """Way to the heads of the days; null when a day is open, or was altered since it was closed.
    """
    whyNull: WhyNull
    """Reasons for null members, by path; where a reason is known. docs/errors.md explains them.
    """


class GetEvidenceAnswerRules(TypedDict):
    """Rules of the market; null when the venue publishes none."""

    hash: str
    """First 16 bytes of SHA-256."""
    text: str
    """As the venue sent them."""


class GetEvidenceAnswerSeryItem(TypedDict):
    """Recorded price of a moment."""

    t: int
    """Moment. Epoch milliseconds."""
    text: str | None
    """Exact decimal; null when none was sent, or the average is incomplete."""
    p: float | None
    """Nearest double; null when the average is incomplete."""
    receivedAt: int | None
    """Arrival. Epoch milliseconds; null when it is kept at whole minutes alone."""
    relay: str | None
    """Relay; null when it is kept at whole minutes alone."""
    count: int | None
    """Values that an average stands on; null when its publisher does not say."""


class GetEvidenceAnswerResolution(TypedDict):
    """Result by the venue, as it was recorded last; null when there is no verdict."""

    outcome: Literal['yes', 'no', 'void']
    """Winning side."""
    payout: float | None
    """Payout of Yes, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """When the venue settled. Epoch milliseconds; null when the venue does not say."""
    recordedAt: int
    """When it was recorded. Epoch milliseconds."""
    source: str
    """Answer of the venue."""


class GetEvidenceAnswerProof(TypedDict):
    """Way to the heads of the days; null when a day is open, or was altered since it was closed.
    """

    day: str
    """Day of the result, UTC."""
    head: Sha256
    """Head of the day."""
    previousHead: Sha256
    """Head of the day before."""
    root: Sha256
    """Root of the day."""
    minutes: list[ProofPart]
    """Minutes of the moments that have values."""
    resolution: ProofPart
    """Way from a leaf to the root of its day."""


class GetExportManifestAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    version: int
    """Version of the tree's layout."""
    store: str
    """Random id of the history from which the tree is made."""
    licence: str
    """Licence of the data, as an SPDX identifier."""
    simulated: bool
    """Whether the data comes from the built-in simulator."""
    asOfMs: int
    """Time as of which the listed days are complete. Epoch milliseconds."""
    position: int
    """Number of the history's last commit at asOfMs."""
    window: GetExportManifestAnswerWindow
    """Time range of the observations."""
    selection: GetExportManifestAnswerSelection
    """Selected venues, assets and tables, and the file format."""
    schema: GetExportManifestAnswerSchema
    """Columns of each table."""
    parts: list[ExportPart]
    """Files of the tree, sorted by path."""
    gaps: int | None
    """Rows in the table of gaps; null when the file has not been made yet."""
    damaged: list[Damage]
    """Spans whose observations could not be read and are missing from the files."""
    withdrawn: list[str]
    """Ids of imports that were withdrawn."""
    imported: list[str]
    """SHA-256 of the manifest of each imported tree that is in force: its rows are in this
    history.
    """
    restored: list[GetExportManifestAnswerRestoredItem]
    """Spans whose records the history lacks because a backup was put in its place, oldest first.
    """
    totals: GetExportManifestAnswerTotals
    """Totals of the tree."""


class GetExportManifestAnswerWindow(TypedDict):
    """Time range of the observations."""

    fromMs: int | None
    """Start of the range. Epoch milliseconds; null when the tree begins with the first record."""
    toMs: int | None
    """End of the range: the end of the last closed day. Epoch milliseconds; null when open days
    are also listed.
    """


class GetExportManifestAnswerSelection(TypedDict):
    """Selected venues, assets and tables, and the file format."""

    venues: list[Recorder] | None
    """Selected venues; null when everything is selected."""
    assets: list[str] | None
    """Selected assets; null when everything is selected."""
    tables: list[Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links', 'forecasts', 'marks', 'settled', 'bars', 'books', 'bookSpans', 'trades']]
    """Tables of the tree."""
    format: Literal['parquet', 'arrow', 'csv', 'jsonl']
    """Format of the files."""
    compression: Literal['zstd', 'gzip', 'none']
    """Compression of the files."""


class GetExportManifestAnswerSchema(TypedDict):
    """Columns of each table."""

    observations: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    gaps: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    resolutions: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    markets: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    rules: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    links: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    forecasts: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    marks: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    settled: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    bars: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    books: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    bookSpans: NotRequired[ExportColumns]
    """Columns in their order in the file."""
    trades: NotRequired[ExportColumns]
    """Columns in their order in the file."""


class GetExportManifestAnswerRestoredItem(TypedDict):
    """One restore."""

    fromMs: int
    """Time of the backup. Epoch milliseconds."""
    toMs: int
    """Time of the restore. Epoch milliseconds."""


class GetExportManifestAnswerTotals(TypedDict):
    """Totals of the tree."""

    rows: int | None
    """Number of observations; null when a file of observations has not been made yet."""
    bytes: int | None
    """Size of all files in bytes; null when a file has not been made yet."""
    series: int
    """Selected series that have records."""


class GetFeedAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    hyperliquid: GetFeedAnswerHyperliquid | None
    """Markets of Hyperliquid; null when the venue has not been read yet."""
    polymarket: BinaryMarkets | None
    """Markets of Polymarket; null when the venue has not been read yet."""
    kalshi: BinaryMarkets | None
    """Markets of Kalshi; null when the venue has not been read yet."""
    limitless: BinaryMarkets | None
    """Markets of Limitless; null when the venue has not been read yet."""
    ages: SnapshotAges
    """Age of each venue's snapshot in ms."""
    stale: StaleVenues
    """Whether each venue's snapshot is missing or older than 120 s."""
    errors: dict[str, str | None]
    """Last poll failure of each venue."""
    bodyAgeMs: int
    """Age of this answer in ms; at most 1,000."""


class GetFeedAnswerHyperliquid(TypedDict):
    """Markets of Hyperliquid; null when the venue has not been read yet."""

    fetchedAt: int
    """When the poll was complete. Epoch milliseconds."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""
    perps: list[PerpTicker]
    """Perpetuals."""
    outcomes: list[BinaryTicker]
    """Outcome markets."""


class GetFeedHealthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """Verdict; `DOWN` is sent with 503."""
    venues: dict[str, Literal['OK', 'DOWN']]
    """Whether each venue has a snapshot."""
    degraded: dict[str, bool]
    """Whether polls fail while the snapshot is still fresh. This does not change the verdict."""
    anyDegraded: bool
    """Whether any venue is degraded."""
    health: GetFeedHealthAnswerHealth
    """State of the process, and of the poller of each recorded venue."""
    references: GetFeedHealthAnswerReferences
    """Reference prices; they do not change the verdict."""
    tape: TapeHealth | None
    """The tape: books as they change, and trades. Counts are since the start; null when neither
    books nor trades are recorded, or the process that records them is away.
    """


class GetFeedHealthAnswerHealth(TypedDict):
    """State of the process, and of the poller of each recorded venue."""

    startedAt: int
    """When the feed started. Epoch milliseconds."""
    uptimeMs: int
    """Time since the feed started in ms."""
    pollersRunning: bool
    """Whether any poller runs."""
    hyperliquid: NotRequired[Poller]
    """State of polling one venue."""
    polymarket: NotRequired[Poller]
    """State of polling one venue."""
    kalshi: NotRequired[Poller]
    """State of polling one venue."""
    limitless: NotRequired[Poller]
    """State of polling one venue."""


class GetFeedHealthAnswerReferences(TypedDict):
    """Reference prices; they do not change the verdict."""

    relays: ReferenceRelays
    """Relays of reference prices."""


class GetFlowAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    params: GetFlowAnswerParams
    """Parameters as applied."""
    summary: GetFlowAnswerSummary
    """Totals over all records."""
    stated: GetFlowAnswerStated | None
    """Order flow by the side that the venue stated, from recorded trades. In studies on
    probabilities the tick rule was right 0.73 of the time at best and 0.50 at worst;
    tickRuleAgreement measures it here; null when no trade of the window counts, or there are
    too many.
    """
    whyNull: WhyNull
    """Reasons for null members, by path; only those of `stated` and its members. docs/errors.md
    explains them.
    """
    series: list[GetFlowAnswerSery]
    """Records, oldest first."""
    rollingDelta: float
    """Sum of signed over the last rollingWindow records."""
    rollingWindow: int
    """Records in one block."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Whether the window has older records that were not read."""


class GetFlowAnswerParams(TypedDict):
    """Parameters as applied."""

    rollingWindow: int
    """Records in one block."""
    fromMs: WindowFromMs
    """Start of the window. Epoch milliseconds; null when the window begins with the first record.
    """
    toMs: WindowToMs
    """End of the window. Epoch milliseconds; null when the window ends with the newest record."""
    limit: int
    """Maximum number of records read."""


class GetFlowAnswerSummary(TypedDict):
    """Totals over all records."""

    bars: int
    """Records with a usable price."""
    buyBars: int
    """Number of buys."""
    sellBars: int
    """Number of sells."""
    unclassifiedBars: int
    """Records without a side: before the first price change, and filled-in closes."""
    buyVolume: float
    """Total weight of the buys."""
    sellVolume: float
    """Total weight of the sells."""
    netDelta: float
    """buyVolume minus sellVolume."""
    imbalance: float
    """netDelta divided by the sum of both, -1 to 1; 0 when no record has a side."""
    vpin: float
    """Mean absolute imbalance of blocks of rollingWindow records, 0 to 1."""
    hasRealVolume: bool
    """Whether any record has a traded volume."""
    impactLambda: float | None
    """Kyle's lambda: price change per unit of weight; null when fewer than ten records have a side
    or all have the same weight.
    """
    impactLambdaBps: float | None
    """impactLambda in basis points of the mean price; null when impactLambda is null."""
    impactFromRealVolume: bool
    """Whether impactLambda is based on traded volume."""


class GetFlowAnswerStated(TypedDict):
    """Order flow by the side that the venue stated, from recorded trades. In studies on
    probabilities the tick rule was right 0.73 of the time at best and 0.50 at worst;
    tickRuleAgreement measures it here; null when no trade of the window counts, or there are
    too many.
    """

    fromMs: int
    """Start of the window, inclusive. Epoch milliseconds."""
    toMs: int
    """End of the window, inclusive. Epoch milliseconds."""
    trades: int
    """Trades used."""
    unsettled: int
    """Trades left out since they never settled."""
    blocks: int
    """Trades left out since they were agreed outside of the book."""
    recordedFrac: float
    """Share of the window in which trades were recorded, 0 to 1."""
    knownShare: float | None
    """Share of the size whose side is stated; null when no trade is used."""
    buyVolume: float
    """Size of the buys."""
    sellVolume: float
    """Size of the sells."""
    netDelta: float
    """buyVolume minus sellVolume."""
    imbalance: float | None
    """netDelta divided by the sum of both, -1 to 1; null when less than 80 % of the size has a
    stated side.
    """
    vpin: float | None
    """Mean absolute imbalance of 50 buckets of equal size, 0 to 1; null when less than 80 % of the
    size has a stated side, or fewer than 50 trades have one.
    """
    impactLambda: float | None
    """Change of the price in a minute per unit of net buying: slope of a regression; null when
    less than 80 % of the size has a stated side, fewer than 30 minutes have a price at both
    ends, or net buying is always the same.
    """
    impactBars: int
    """Minutes of the regression."""
    impactR2: float | None
    """Share of the changes that it explains, 0 to 1; null when impactLambda is null, or the price
    never changed.
    """
    impactLambdaBps: float | None
    """impactLambda in basis points of the mean price; null when impactLambda is null."""
    tickRuleAgreement: float | None
    """Share of the trades that the tick rule classifies as the venue does, 0 to 1; null when fewer
    than 30 trades are classified.
    """


class GetFlowAnswerSery(TypedDict):
    """One record."""

    t: int
    """Time of the record. Epoch milliseconds."""
    side: Literal['buy', 'sell', 'unclassified'] | None
    """Side of the taker; null when the record is a filled-in close."""
    weight: float
    """Traded volume of the record, or 1; 0 for a filled-in close."""
    signed: float
    """Weight, positive for a buy and negative for a sell; 0 without a side."""
    cumulative: float | None
    """Running sum of signed; null when the sum exceeds the largest number."""


class GetFundingAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: Literal['hl-perp']
    """Kind of the asset, always a perpetual."""
    venue: VenueId
    """Venue of the asset."""
    days: int
    """Days of the request."""
    payments: list[GetFundingAnswerPayment]
    """Payments, oldest first. Hours without one are left out."""
    sumFrac: float
    """Sum of the payments: what a long paid, as a fraction of notional."""
    meanHourlyFrac: float | None
    """Mean of the payments; null when there is no payment."""
    annualizedFrac: float | None
    """The mean for a year: 8,760 times meanHourlyFrac, not compounded; null when there is no
    payment.
    """


class GetFundingAnswerPayment(TypedDict):
    """One payment."""

    t: int
    """Time of the payment. Epoch milliseconds."""
    rate: float
    """Rate for one hour as a fraction of notional; positive when longs pay."""


class GetFundingDaysAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    days: int
    """Days of the request."""
    rows: list[FundingDaysRow]
    """Perpetuals, the largest 24 h volume first."""
    waiting: int
    """Number of rows that are not known yet."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetGapsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Gaps in this answer."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    nextCursor: str | None
    """Cursor of the page of earlier gaps; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetHealthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    uptimeMs: int
    """Time since the feed started in ms."""
    pulse: GetHealthAnswerPulse
    """Subscribers of live streams."""
    role: str
    """Role of this process; `all` when it is the whole installation."""
    leader: dict[str, GetHealthAnswerLeaderItem] | None
    """Process that reads each venue, by venue id; null when this process reads the venues or knows
    no process that does.
    """
    outboxRows: int | None
    """Records that are stored but not yet readable; null when the history is a local file or the
    number is not known.
    """
    shipLagMs: int | None
    """Age of the oldest of these records in ms; null when the history is a local file or the age
    is not known.
    """
    processes: list[GetHealthAnswerProcesse] | None
    """Processes of the installation; null when this process is the whole installation."""


class GetHealthAnswerPulse(TypedDict):
    """Subscribers of live streams."""

    assetsPolling: int
    """Assets with subscribers."""
    totalSubscribers: int
    """Subscriptions to assets; a stream of several assets counts for each."""
    perAsset: dict[str, GetHealthAnswerPulsePerAssetItem]
    """Subscribers by asset id."""


class GetHealthAnswerPulsePerAssetItem(TypedDict):
    """One asset."""

    subscribers: int
    """Open streams of the asset."""
    lastPulseMs: int | None
    """Time of the last pulse. Epoch milliseconds; null when none was sent yet."""
    upstreamCalls: int
    """Calls to the venue since the start."""


class GetHealthAnswerLeaderItem(TypedDict):
    """One venue."""

    url: str
    """Internal address of the process."""
    since: int
    """When it took over the venue. Epoch milliseconds."""
    fence: int
    """Fencing number, which grows with each process that takes over."""


class GetHealthAnswerProcesse(TypedDict):
    """One process."""

    role: str
    """Role of the process."""
    id: str
    """Id of the process: role, host, port, and a random part that is new at each start."""
    version: str
    """Version of the service."""
    seenMs: int
    """Time since its last sign of life in ms; above 20,000 it counts as silent."""


class GetHistoryAggregateAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    venue: Recorder
    """Venue of the series, or ref."""
    asset: str
    """Store key of the asset."""
    assetId: str
    """Asset id."""
    bucketMs: int
    """Width of a bucket in ms. With `bucket`, 24 hours, 7 days or 31 days; its buckets end at
    their own `endMs`.
    """
    bucket: NotRequired[Literal['1d', '1w', '1M']]
    """Requested width, where it is one of the calendar."""
    tz: NotRequired[str]
    """Time zone of `bucket`."""
    op: Literal['all', 'ohlc', 'vwap']
    """Members of a bucket: `ohlc`, `vwap` or `all`."""
    count: int
    """Buckets in this answer."""
    buckets: list[GetHistoryAggregateAnswerBucket]
    """Buckets, oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: bool
    """Whether the window has older buckets."""


class GetHistoryAggregateAnswerBucket(TypedDict):
    """One bucket. `ohlc` has t, open to close and count; `vwap` has t, count, volume and vwap;
    `all` has every member.
    """

    t: int
    """Start of the bucket. Epoch milliseconds."""
    endMs: NotRequired[int]
    """Start of the next bucket. Present with `bucket`. Epoch milliseconds."""
    open: NotRequired[float]
    """First price."""
    high: NotRequired[float]
    """Highest price."""
    low: NotRequired[float]
    """Lowest price."""
    close: NotRequired[float]
    """Last price."""
    count: NotRequired[int]
    """Number of records."""
    volume: NotRequired[float | None]
    """Traded volume; null when no record has a volume."""
    vwap: NotRequired[float | None]
    """Volume-weighted price; null when no volume was traded."""
    filled: NotRequired[bool]
    """Present, and true, where nothing was recorded and prices and volume are those of candles of
    the venue.
    """


class GetHistoryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    venue: Recorder
    """Venue of the series, or ref."""
    asset: str
    """Store key of the asset."""
    assetId: str
    """Asset id."""
    count: int
    """Records in this answer."""
    records: list[GetHistoryAnswerRecord]
    """Records, oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: bool
    """Whether the window has older records."""
    nextCursor: str | None
    """Cursor of the page of earlier records; null when there is none."""


class GetHistoryAnswerRecord(TypedDict):
    """One observation."""

    t: int
    """Time of the observation. Epoch milliseconds."""
    p: float
    """Price: USD, or probability of Yes."""
    v: NotRequired[float]
    """Volume traded since the record before; absent when not known."""
    s: NotRequired[Literal['poll', 'backfill', 'import', 'trade']]
    """Source of the record."""


class GetIndexAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    generatedAtMs: int
    """The same time as generatedAt. Epoch milliseconds."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    scope: GetIndexAnswerScope
    """Scope of the index."""
    summary: GetIndexAnswerSummary
    """Counts of all entries that pass the filters."""
    filters: GetIndexAnswerFilters
    """Filters of the request."""
    returned: int
    """Entries in this answer."""
    truncated: bool
    """Whether more entries follow."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    entries: list[GetIndexAnswerEntry]
    """Entries, sorted by venue and asset id, or by relevance with `q`."""
    bundleEndpoint: str
    """Path of the bundle of one asset."""
    batchEndpoint: str
    """Path of the bundles of up to 50 assets."""


class GetIndexAnswerScope(TypedDict):
    """Scope of the index."""

    venues: list[VenueId]
    """Venues in the index."""
    kinds: list[Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']]
    """Kinds of assets in the index."""
    tracked: int
    """Listed assets before any filter."""


class GetIndexAnswerSummary(TypedDict):
    """Counts of all entries that pass the filters."""

    total: int
    """Number of entries."""
    byVenue: dict[str, int]
    """Entries by venue."""
    freshCount: int
    """Number of fresh entries."""
    staleCount: int
    """Number of stale entries."""


class GetIndexAnswerFilters(TypedDict):
    """Filters of the request."""

    kind: list[Literal['perp', 'binary', 'pred']]
    """Asset classes; empty means all."""
    fresh: bool
    """Whether stale assets are left out."""
    minBasisBps: float | None
    """Minimum distance from fair value in basis points; null when none was requested."""
    limit: int | None
    """Maximum number of entries; null when none was requested."""
    offset: int
    """Number of skipped entries."""
    q: str | None
    """Search words; null when none was requested."""


class GetIndexAnswerEntry(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    kind: AssetKind
    """Kind of the asset."""
    lastPrice: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    name: str
    """Coin or question."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    asOfMs: PriceAsOf
    """Time at which the venue's list with this price was read. Epoch milliseconds; null when the
    venue repeated an earlier price, or lists the asset no longer.
    """
    isStale: bool
    """Whether the venue's newest poll result is older than 120 s."""
    fairPrice: float | None
    """Fair value: oracle price, or consensus of the linked venues; null when there is no oracle
    price and fewer than two linked venues have a fresh mid.
    """
    basisBps: float | None
    """Distance of the last price from the fair price in basis points; null when lastPrice or
    fairPrice is null.
    """
    basisPts: float | None
    """Last price minus fair price in percentage points, for binaries; null when the asset is a
    perpetual or a price is null.
    """
    change24hPct: Change24hPct
    """Price change over 24 hours in percent of the earlier price; null when the current price or
    that of 24 hours ago is not known.
    """
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual, or change24hPct is null.
    """
    change24hSource: Literal['snapshot', 'store-delta', 'venue'] | None
    """`snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
    venue's figure of a binary; null when change24hPct is null.
    """
    volume24hUsd: float | None
    """24 h volume in USD; null when the venue publishes none."""
    endDate: int | None
    """When trading ends, or the question is due. Epoch milliseconds; null when the asset is a
    perpetual or the venue states no end.
    """
    event: NotRequired[GetIndexAnswerEntryEvent]
    """Venue's event that the market is an outcome of. Present with `q`, where there is one."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; present with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetIndexAnswerEntryEvent(TypedDict):
    """Venue's event that the market is an outcome of. Present with `q`, where there is one."""

    key: str
    """Id of the event at the venue."""
    title: str
    """Title of the event."""


class GetLeaderboardAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    fills: Literal['mark', 'book', 'live']
    """How orders fill. `mark`: mock fills at the price that the caller names; `book`: mock fills
    against the live book; `live`: at the venues.
    """
    leaderboard: list[GetLeaderboardAnswerLeaderboardItem]
    """Bots, best first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetLeaderboardAnswerLeaderboardItem(TypedDict):
    """One bot."""

    handle: str
    """Stable pseudonym of the bot."""
    realizedPnlUsd: float
    """Realised profit in US dollars, after the venues' fees."""
    winRate: float | None
    """Share of the closings that made a profit, 0 to 1; null when nothing was closed."""
    tradeCount: int
    """Number of fills."""
    farFills: int
    """Mock fills at a price that the bot named and that was far from the market. No venue would
    have made these trades.
    """
    totalVolumeUsd: float
    """Volume of all fills in US dollars."""
    openPositions: int
    """Number of open positions."""


class GetLedgerAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the ledger."""
    balance: GetLedgerAnswerBalance
    """Current balance."""
    debts: list[GetLedgerAnswerDebt]
    """Open debts, oldest first."""
    holds: list[GetLedgerAnswerHold]
    """Pending holds, oldest first."""
    deposits: list[Deposit]
    """Deposits, newest first, at most 100."""
    ledger: list[LedgerEntry]
    """Ledger entries, oldest first."""
    nextCursor: str | None
    """Cursor of the page of earlier entries; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetLedgerAnswerBalance(TypedDict):
    """Current balance."""

    microUsd: int
    """Balance, including the held part. Micro-USD."""
    usd: float
    """Balance in US dollars."""
    heldMicroUsd: int
    """Part of the balance that is reserved for unfilled orders. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class GetLedgerAnswerDebt(TypedDict):
    """One debt."""

    id: int
    """Id of the transfer that made the debt."""
    microUsd: int
    """Part that is still owed. Micro-USD."""
    reason: str | None
    """Reason of a debit, or the event of a provider; null when none is known."""
    since: int
    """When the debt was made. Epoch milliseconds."""


class GetLedgerAnswerHold(TypedDict):
    """One hold."""

    id: int
    """Id of the hold."""
    microUsd: int
    """Held amount. Micro-USD."""
    ref: str
    """Order that the money is held for."""
    since: int
    """When the hold was placed. Epoch milliseconds."""


class GetLinksAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    count: int
    """Links in this answer."""
    total: int
    """Links on all pages; with state=refused, of refused pairs."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    links: list[Link]
    """Links; each pair is listed once."""
    refused: NotRequired[list[GetLinksAnswerRefusedItem]]
    """Similar pairs that were not linked. Present with state=refused or refused=true."""
    measured: GetLinksAnswerMeasured
    """How right the matcher was on real pairs of listings that no rule was written on."""


class GetLinksAnswerRefusedItem(TypedDict):
    """One refused pair."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    reasons: list[str]
    """Reasons against the link."""


class GetLinksAnswerMeasured(TypedDict):
    """How right the matcher was on real pairs of listings that no rule was written on."""

    precision: float | None
    """Share of its claims of `same` and `opposite` that were right, 0 to 1; null when none was
    claimed.
    """
    low: float
    """Lower end of the 95 % interval of that share (Wilson)."""
    pairs: int
    """Claims that were judged."""
    at: str
    """Day of the run, ISO 8601."""


class GetMoversAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    params: GetMoversAnswerParams
    """Parameters of the request."""
    gainers: list[Mover]
    """Assets that rose, largest rise first in the order of `by`."""
    losers: list[Mover]
    """Assets that fell, largest fall first in the order of `by`."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""
    totals: GetMoversAnswerTotals
    """Totals over all markets of these kinds."""


class GetMoversAnswerParams(TypedDict):
    """Parameters of the request."""

    topN: int
    """Maximum number of gainers and of losers."""
    minPriceChangePct: float
    """Minimum change as a fraction."""
    minChangePts: float
    """Minimum change in percentage points."""
    minVolumeUsd: float
    """Minimum 24 h volume in USD."""
    kind: list[Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']]
    """Kinds of assets."""
    by: Literal['frac', 'pts', 'logOdds']
    """Measure of the change that ranks markets."""


class GetMoversAnswerTotals(TypedDict):
    """Totals over all markets of these kinds."""

    considered: int
    """Number of markets."""
    eligible: int
    """Markets with a known change of at least the minimum."""
    belowVolume: int
    """Markets with a 24 h volume below the minimum, which rank among nothing."""
    stale: int
    """Markets with a stale price, which rank among nothing."""
    avgAbsChange: float | None
    """Mean absolute change of the eligible markets; null when no market is eligible."""
    avgAbsChangePts: float | None
    """Mean absolute change of the eligible binaries in percentage points; null when no binary is
    eligible.
    """


class GetQuoteAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    name: str | None
    """Coin or question; null when nothing is known of the market."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    price: GetQuoteAnswerPrice
    """Current price and its distance from fair value."""
    freshness: GetQuoteAnswerFreshness
    """Age of the data behind the answer."""
    market: NotRequired[GetQuoteAnswerMarket | None]
    """Figures and terms of the market as the venue states them. Present with `market=true`; null
    when the venue no longer lists the asset.
    """
    venueNativeUrl: NotRequired[str | None]
    """Page of the asset on its venue's site; null when the asset is a binary that has left its
    venue.
    """
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetQuoteAnswerPrice(TypedDict):
    """Current price and its distance from fair value."""

    last: MarketPrice
    """Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
    when the market has no price, or left its venue before it was recorded.
    """
    bid: BestBid
    """Best bid, from the newest of poll, stream and book; null when this side of the book is empty
    or not known.
    """
    ask: BestAsk
    """Best ask, from the same source as the bid; null when this side of the book is empty or not
    known.
    """
    spreadBps: SpreadBps
    """Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is
    above ask.
    """
    spreadPts: SpreadPts
    """Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
    missing or 0, or bid is above ask.
    """
    fairValue: FairPrice
    """Fair value of the asset; the same as fairValue.value of the bundle; null when there is no
    oracle price and fewer than two linked venues have a fresh mid.
    """
    basisBps: BasisBps
    """Last price relative to fair value in basis points; positive when this venue is more
    expensive; null when last or fairValue is null.
    """
    basisPts: BasisPts
    """Last price minus fair value in percentage points, for binaries; null when the asset is a
    perpetual, or last or fairValue is null.
    """
    change24hPct: PerpChange24hPct
    """Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary
    or its price of 24 hours ago is not known.
    """
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when in every quote:
    quotes do not read stored records.
    """
    change24hSource: Literal['snapshot'] | None
    """Source of the change; `snapshot` is the venue's own figure; null when change24hPct is null.
    """
    fairValueSource: FairValueSource
    """Source of the fair value; `none` when there is no value."""


class GetQuoteAnswerFreshness(TypedDict):
    """Age of the data behind the answer."""

    feedAgeMs: int | None
    """Age of the venue's newest poll result in ms; null when the venue has not answered yet."""
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""
    historyLastEverMs: NotRequired[int | None]
    """Time of the newest stored record. Present with `activity=true`. Epoch milliseconds; null
    when the asset has no record.
    """


class GetQuoteAnswerMarket(TypedDict):
    """Figures and terms of the market as the venue states them. Present with `market=true`; null
    when the venue no longer lists the asset.
    """

    volume24hUsd: float | None
    """24 h volume in USD; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    liquidityUsd: float | None
    """Resting liquidity of a binary in USD, as its venue counts it; null when the asset is a
    perpetual, or the venue does not publish it.
    """
    endsAtMs: int | None
    """When a binary is due to be decided, else when its trading ends. Epoch milliseconds; null
    when the asset is a perpetual, or the venue states neither.
    """
    fundingHourly: float | None
    """Funding rate of the current hour as a fraction of notional; positive when longs pay; null
    when the asset is a binary, or the venue does not publish it.
    """
    nextFundingMs: int | None
    """When funding is paid next: at the end of each hour. Epoch milliseconds; null when
    fundingHourly is null.
    """
    maxLeverage: float | None
    """Highest leverage that the venue allows; null when the asset is a binary, or the venue does
    not publish it.
    """


class GetRecordedAssetsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Series in this answer."""
    totalBytes: int
    """Stored size of these series in bytes."""
    perAssetCountIsEstimate: bool
    """Whether any count is estimated from the size."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""
    assets: list[GetRecordedAssetsAnswerAsset]
    """Series, sorted by venue and store key."""


class GetRecordedAssetsAnswerAsset(TypedDict):
    """One series."""

    venue: Recorder
    """Venue of the asset, or ref."""
    asset: str
    """Store key of the asset."""
    assetId: str
    """Asset id."""
    bytes: int
    """Stored size in bytes."""
    firstMs: int
    """Time of the oldest record. Epoch milliseconds."""
    lastMs: int
    """Time of the newest record. Epoch milliseconds."""
    count: int
    """Number of records."""
    countIsEstimate: bool
    """Whether count is estimated from the size."""


class GetReferencesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    series: list[GetReferencesAnswerSery]
    """Series, by source and coin."""
    relays: ReferenceRelays
    """Relays of reference prices."""
    anomalies: list[GetReferencesAnswerAnomaly]
    """What is odd about the series just now."""


class GetReferencesAnswerSery(TypedDict):
    """One series."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    key: str
    """Key of the series in the history."""
    source: Literal['chainlink', 'twap60', 'twap30', 'rti', 'rti60', 'pyth']
    """Id of the source."""
    coin: str
    """Coin."""
    title: str
    """Name of the source."""
    everyMs: int | None
    """Time between two values in ms; null when values come at certain times alone."""
    relays: list[Literal['rtds', 'polybolt', 'kalshi']]
    """Relays that are running and bring it."""
    last: LastReference | None
    """Value that was stored last; null when none was stored yet, or its values are withheld."""
    last24h: GetReferencesAnswerSeryLast24h
    """The last 24 hours, from the first value on, up to 5 s ago."""


class GetReferencesAnswerSeryLast24h(TypedDict):
    """The last 24 hours, from the first value on, up to 5 s ago."""

    seconds: int
    """Seconds with a value."""
    missing: int | None
    """Seconds without one; null when values come at certain times alone."""
    longestHoleMs: int | None
    """Longest time without a value, ms; null when values come at certain times alone."""
    late: int
    """Values that came more than 5 s after their moment."""
    corrections: int
    """Values that differ from the one that their moment had."""
    duplicates: int
    """Values that their moment had already."""
    refused: GetReferencesAnswerSeryLast24hRefused
    """Values that were refused."""


class GetReferencesAnswerSeryLast24hRefused(TypedDict):
    """Values that were refused."""

    future: int
    """More than 5 s ahead of our clock."""
    tooOld: int
    """More than ten minutes old."""
    invalid: int
    """No price, or a text and a number that disagree."""
    sourceChanged: int
    """Of another source than the series."""


class GetReferencesAnswerAnomaly(TypedDict):
    """One anomaly."""

    severity: Literal['warning']
    """Severity."""
    code: Literal['reference_silent', 'reference_holes', 'reference_refused']
    """Code of the anomaly."""
    venue: str | None
    """Venue concerned; null when references belong to no venue."""
    message: str
    """What is odd."""


class GetResolutionsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Resolutions in this answer."""
    resolutions: list[Resolution]
    """Resolutions, oldest first by recordedAt."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class GetRevenueAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    totalMicroUsd: int
    """Revenue of these days together. Micro-USD."""
    daily: list[GetRevenueAnswerDailyItem]
    """Days, oldest first. The current day is not over."""


class GetRevenueAnswerDailyItem(TypedDict):
    """One day."""

    day: str
    """Day in UTC."""
    microUsd: int
    """Revenue: charges less refunds of charges. Micro-USD."""
    chargedMicroUsd: int
    """Charges. Micro-USD."""
    refundedMicroUsd: int
    """Charges that were given back: streams that could not start, fills that failed. Micro-USD.
    """
    streamMicroUsd: int
    """Part of the revenue from live streams. Micro-USD."""
    tradeMicroUsd: int
    """Part of the revenue from filled trades. Micro-USD."""
    adminCreditMicroUsd: int
    """Credits by the operator; no revenue. Micro-USD."""
    adminDebitMicroUsd: int
    """Debits by the operator; no revenue. Micro-USD."""
    writeOffMicroUsd: int
    """Debts that were written off, less what came back of them. Micro-USD."""


class GetSettledAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Markets in this answer."""
    settled: list[NamedSettledRow]
    """Verdicts, oldest first by decidedAt, then asset."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""


class GetSettledHeadsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Days in this answer."""
    heads: list[GetSettledHeadsAnswerHead]
    """Days, oldest first."""


class GetSettledHeadsAnswerHead(TypedDict):
    """One day."""

    day: str
    """UTC."""
    root: str
    """Root of the tree of the day, hexadecimal."""
    head: str
    """Hash of the head of the day before, the root and the day."""
    previousHead: str
    """Head of the day before; zeros before the first."""
    entries: int
    """Hours of series, and hours with results."""
    series: int
    """Series with values."""
    resolutions: int
    """Results recorded."""


class GetSettledMarketAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    settled: SettledRow | None
    """Verdict on the market; null when there is none, as whyNull says."""
    settling: SettlingTerms | None
    """How the market settles, as its venue states it. A member that the venue does not state is
    null; null when the market names neither a price source nor a coin with a strike.
    """
    statedBy: StatedBy | None
    """Where the venue states each member of `settling`, or which of its statements differ; null
    when no terms are known, or they were imported.
    """
    stated: StatedAfterwards | None
    """What the venue stated after the end; null when the venue has stated nothing afterwards."""
    anomalies: list[GetSettledMarketAnswerAnomaly]
    """What is odd about the market."""
    whyNull: WhyNull
    """Reasons for null members, by path; where a reason is known. docs/errors.md explains them.
    """


class GetSettledMarketAnswerAnomaly(TypedDict):
    """One anomaly."""

    severity: Literal['warning']
    """How grave it is."""
    code: Literal['settled_contradicted', 'settled_value_differs', 'settling_terms_differ']
    """Kind of the anomaly."""
    venue: VenueId
    """Venue of the market."""
    message: str
    """What was found, in a sentence."""


class GetSettledSummaryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    days: int
    """The days that were asked for."""
    fromMs: int
    """Start of the span of closes. Epoch milliseconds."""
    toMs: int
    """End of the span of closes. Epoch milliseconds."""
    rows: list[GetSettledSummaryAnswerRow]
    """One row a venue and source."""


class GetSettledSummaryAnswerRow(TypedDict):
    """Verdicts of one venue and source."""

    venue: VenueId
    """Venue of the markets."""
    source: Literal['chainlink', 'twap60', 'twap30', 'rti', 'rti60', 'pyth', 'binance'] | None
    """Source of the values that decide; null when the venue states none."""
    all: int
    """Markets with a verdict."""
    reproduced: int
    """Markets whose result follows."""
    contradicted: int
    """Markets whose result contradicts the values."""
    unknown: dict[str, int]
    """Undecided markets by reason."""
    share: float | None
    """Reproduced of those that were decided; null when no market was decided."""
    shareLow: float | None
    """Lower end of the interval of the share; null when no market was decided."""
    shareHigh: float | None
    """Upper end of the interval of the share; null when no market was decided."""
    coverage: float | None
    """Decided of all; null when there is none."""


class GetSlippageAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    mode: Literal['live']
    """Always `live`: the current book is used."""
    fetchedAt: BookReadAt
    """When the book was read, by the service's clock. Epoch milliseconds."""
    stale: bool
    """Whether the venue did not answer, so that the book is up to two minutes old."""
    params: MarketOrder
    """Parameters of the request."""
    result: GetSlippageAnswerResult
    """Result of the order. Basis points are relative to the mid, and usually positive for a buy.
    """


class GetSlippageAnswerResult(TypedDict):
    """Result of the order. Basis points are relative to the mid, and usually positive for a buy.
    """

    side: Literal['buy', 'sell']
    """Side of the order."""
    midPrice: float | None
    """Midpoint of the best bid and the best ask; null when a side of the book is empty."""
    topPrice: float | None
    """Best price on the side that the order takes; null when that side is empty."""
    baseFilled: float
    """Filled units or contracts."""
    quoteFilled: float
    """Filled amount in USD."""
    remaining: float
    """Part that the book could not fill, in sizeUnit."""
    fullyFilled: bool
    """Whether the whole order was filled."""
    avgPrice: float | None
    """Volume-weighted average price; null when nothing was filled."""
    slippageBps: float | None
    """Distance of avgPrice from the mid in basis points; null when avgPrice or midPrice is null.
    """
    worstFillPrice: float | None
    """Price of the last level that was used; null when nothing was filled."""
    worstFillBps: float | None
    """Distance of worstFillPrice from the mid in basis points; null when worstFillPrice or
    midPrice is null.
    """
    levelsConsumed: int
    """Levels used, including a partly used one."""
    tiers: list[SlippageTier]
    """Fills by distance from the mid; tiers without a fill are left out."""


class GetSnapshotterHealthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """Verdict; `DOWN` is sent with 503."""
    reason: str | None
    """Reason why the verdict is not OK; null when the verdict is OK."""
    thresholds: GetSnapshotterHealthAnswerThresholds
    """Ages at which the verdict changes."""
    stats: GetSnapshotterHealthAnswerStats
    """Facts about the file."""


class GetSnapshotterHealthAnswerThresholds(TypedDict):
    """Ages at which the verdict changes."""

    warnAfterMs: int
    """Age in ms above which the verdict is WARN."""
    downAfterMs: int
    """Age in ms above which the verdict is DOWN."""


class GetSnapshotterHealthAnswerStats(TypedDict):
    """Facts about the file."""

    exists: bool
    """Whether the file exists."""
    sizeBytes: int | None
    """Size of the file in bytes; null when there is no file."""
    lastTs: str | None
    """Time of the last write, ISO 8601; null when there is no file."""
    lastTsMs: int | None
    """Time of the last write. Epoch milliseconds; null when there is no file."""
    ageMs: int | None
    """Age of the file in ms; null when there is no file."""
    count24h: int
    """Writes in the last 24 hours."""


class GetSparklinesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    fromMs: int
    """Start of the first half hour. Epoch milliseconds."""
    bucketMs: int
    """Width of a half hour in ms."""
    sparklines: list[GetSparklinesAnswerSparkline]
    """Sparklines, in the order of the request."""
    unknown: list[AssetId]
    """Ids that no venue lists and that have no records."""


class GetSparklinesAnswerSparkline(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    asOfMs: int | None
    """Time of the newest record. Epoch milliseconds; null when the asset has no record."""
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""
    closes: list[float | None]
    """48 closes, oldest first."""


class GetStaleAssetsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    params: GetStaleAssetsAnswerParams
    """Parameters of the request after defaults."""
    summary: StaleSummary
    """Counts of all tracked assets, before the limit is applied."""
    truncated: GetStaleAssetsAnswerTruncated
    """Whether the limit truncated a list."""
    stale: list[StaleAsset]
    """Assets whose newest record is older than the threshold."""
    neverRecorded: list[StaleAsset]
    """Assets without a record."""
    beyondLimit: list[StaleAsset]
    """Assets that their venue lists still, below our own limit of markets: they are not recorded
    now.
    """
    nextCursor: str | None
    """Cursor of the next rows of every list; null when there is none."""


class GetStaleAssetsAnswerParams(TypedDict):
    """Parameters of the request after defaults."""

    thresholdMin: float
    """Age in minutes from which a record counts as stale."""
    thresholdMs: float
    """The same threshold in ms."""
    limit: int
    """Maximum number of rows in each list."""
    sortBy: Literal['staleness', 'asset', 'venue'] | None
    """Requested sort order; null when none was requested."""
    venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None
    """Requested venue; null when none was requested."""


class GetStaleAssetsAnswerTruncated(TypedDict):
    """Whether the limit truncated a list."""

    stale: bool
    """Whether the list is truncated."""
    neverRecorded: bool
    """Whether the list is truncated."""
    beyondLimit: bool
    """Whether the list is truncated."""


class GetStaleHistoryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    params: GetStaleHistoryAnswerParams
    """Parameters of the request after defaults."""
    snapshots: list[StaleReport]
    """Stored reports, oldest first."""
    note: str
    """Explanation of the times in the list."""


class GetStaleHistoryAnswerParams(TypedDict):
    """Parameters of the request after defaults."""

    hours: float
    """Hours that the list reaches back."""
    thresholdMin: float
    """Age in minutes from which a record counts as stale."""
    thresholdMs: float
    """The same threshold in ms."""


class GetStatsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    now: int
    """Time of the answer. Epoch milliseconds."""
    elapsedMs: int
    """Time that the answer took in ms."""
    cached: bool
    """Whether the results were computed for an earlier request."""
    resultsAgeMs: int
    """Age of the results in ms."""
    requested: int
    """Number of requested assets."""
    returned: int
    """Assets with statistics."""
    venue: Literal['hl', 'hl-pred', 'pm', 'kalshi', 'limitless'] | None
    """Requested kind of market; null when all were requested."""
    coverage: GetStatsAnswerCoverage
    """Coverage of the request."""
    perVenue: GetStatsAnswerPerVenue
    """The same counts by kind of market."""
    snapshot: GetStatsAnswerSnapshot
    """Snapshots from which the assets were chosen."""
    results: list[GetStatsAnswerResult]
    """Markets by kind, the largest of each kind first."""


class GetStatsAnswerCoverage(TypedDict):
    """Coverage of the request."""

    requested: int
    """The same number for the requested kind."""
    returned: int
    """The same number for the requested kind."""
    missing: list[GetStatsAnswerCoverageMissingItem]
    """Requested assets without statistics."""


class GetStatsAnswerCoverageMissingItem(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    reason: Literal['backfilling', 'no-history', 'unreadable-history', 'not-computed']
    """Reason. `backfilling`: its hours are being filled in; `no-history`: no record in 30 days.
    """


GetStatsAnswerPerVenue = TypedDict("GetStatsAnswerPerVenue", {
    "hl": "NotRequired[StatsCoverage]",
    "hl-pred": "NotRequired[StatsCoverage]",
    "pm": "NotRequired[StatsCoverage]",
    "kalshi": "NotRequired[StatsCoverage]",
    "limitless": "NotRequired[StatsCoverage]",
})
"""The same counts by kind of market."""


class GetStatsAnswerSnapshot(TypedDict):
    """Snapshots from which the assets were chosen."""

    ages: SnapshotAges
    """Age of each venue's snapshot in ms."""
    stale: StaleVenues
    """Whether each venue's snapshot is missing or older than 120 s."""


class GetStatsAnswerResult(TypedDict):
    """One market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    type: AssetKind
    """Kind of the asset."""
    name: str
    """Coin or question."""
    markPx: float | None
    """Mark price in USD, or probability of Yes; null when the market has no price."""
    changePct: float | None
    """Price change over 24 hours in percent: the venue's figure, or from stored records for
    binaries; null when the price of 24 hours ago is not known.
    """
    change24hSource: Literal['snapshot', 'store-delta', 'venue'] | None
    """`snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the
    venue's figure of a binary; null when changePct is null.
    """
    stats: GetStatsAnswerResultStats
    """Statistics. Figures are per hourly bar unless stated otherwise; losses are positive."""


class GetStatsAnswerResultStats(TypedDict):
    """Statistics. Figures are per hourly bar unless stated otherwise; losses are positive."""

    n: int
    """Number of returns."""
    returnMode: Literal['LOG', 'DIFF']
    """Kind of returns: `LOG` for perpetuals, `DIFF` (differences) for probabilities."""
    framing: Literal['annualised', 'horizon']
    """`annualised` for perpetuals, `horizon` for binaries."""
    annualisedVol: AnnualisedVol
    """Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
    binaries; null when there are fewer than two returns.
    """
    sharpe: SharpeRatio
    """Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
    reason.
    """
    sharpeSuppressedReason: SharpeSuppressionOrNull
    """Reason why sharpe is null; null when sharpe is not null."""
    sortino: SortinoRatio
    """Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset
    is a binary, the returns do not vary, or no return is a loss.
    """
    var95: ValueAtRisk95
    """Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
    reversed; null when there are fewer than two returns.
    """
    es95: ExpectedShortfall95
    """Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
    fewer than two returns.
    """
    maxDrawdown: MaxDrawdown
    """Largest fall from a running peak; null when no hour has a record."""
    hurst: HurstExponent
    """Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when
    there are too few returns (about 64 are needed) or they do not vary.
    """
    autocorr1: Autocorrelation1
    """Autocorrelation of the returns at lag 1; null when there are fewer than three returns or
    they do not vary.
    """
    halfLifeMR: HalfLife
    """Half-life of mean reversion in hours; null when no mean reversion was detected."""
    verdict: SeriesVerdict
    """Verdict that the statistical tests reach together."""
    horizon: NotRequired[GetStatsAnswerResultStatsHorizon]
    """How far the price can still move. Binaries only."""


class GetStatsAnswerResultStatsHorizon(TypedDict):
    """How far the price can still move. Binaries only."""

    daysToResolve: float | None
    """Days until the market ends; null when the venue states no end."""
    perDayMove: float | None
    """Standard deviation of a day's move, 0 to 1; null when there are fewer than two returns."""
    terminalVariance: TerminalVariance
    """Variance of the outcome at the current price p: p (1 - p); null when the market has no
    price.
    """


class GetTradesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    fromMs: int
    """Start of the window. Epoch milliseconds."""
    toMs: int
    """End of the window; without toMs the newest moment that is on the disk. Epoch milliseconds.
    """
    count: int
    """Number of trades on this page."""
    trades: list[TapeTrade]
    """Trades, newest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    coverage: TapeCoverage
    """How much of the window is known of trades. Times count by our clock, both ends included."""
    whyNull: WhyNull
    """Reasons for null members, by path; every null member has one. docs/errors.md explains them.
    """


class GetTreasuryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    float: GetTreasuryAnswerFloat
    """Total of customer balances."""
    review: GetTreasuryAnswerReview
    """Deposits that wait for a review."""
    receivableMicroUsd: int
    """Sum of all debts left by refunds and disputes. Micro-USD."""
    debtors: list[GetTreasuryAnswerDebtor]
    """Owners with debts, the largest first, at most 1000."""


class GetTreasuryAnswerFloat(TypedDict):
    """Total of customer balances."""

    totalMicroUsd: int
    """Sum of all balances. Micro-USD."""
    totalUsd: float
    """Sum of all balances in US dollars."""
    accounts: int
    """Owners with an account, also those with a balance of 0."""
    nonZeroAccounts: int
    """Owners with a balance above 0."""


class GetTreasuryAnswerReview(TypedDict):
    """Deposits that wait for a review."""

    heldMicroUsd: int
    """Deposits held because they exceed a limit. Micro-USD."""
    unattributedMicroUsd: int
    """Deposits without a known owner. Micro-USD."""


class GetTreasuryAnswerDebtor(TypedDict):
    """One owner with a debt."""

    owner: str
    """Owner of the debt."""
    owedMicroUsd: int
    """Amount owed. Micro-USD."""
    balanceMicroUsd: int
    """Balance of the owner, frozen while the debt is open. Micro-USD."""


class GetUpstreamHealthAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    scope: GetUpstreamHealthAnswerScope
    """Scope of the probes."""
    summary: ProbeSummary
    """Totals over all probes."""
    probes: list[GetUpstreamHealthAnswerProbe]
    """One probe per upstream."""


class GetUpstreamHealthAnswerScope(TypedDict):
    """Scope of the probes."""

    venues: list[VenueId]
    """Probed venues."""


class GetUpstreamHealthAnswerProbe(TypedDict):
    """One upstream."""

    upstream: str
    """Name of the upstream."""
    probedUrl: str
    """Scheme and host of the upstream."""
    method: str
    """HTTP method."""
    status: Literal['healthy', 'degraded', 'errored']
    """Result of the probe."""
    statusCode: int | None
    """HTTP status; null when there was no answer."""
    latencyMs: float
    """Response time in ms."""
    lastChecked: str
    """Time of the probe, ISO 8601."""
    error: str | None
    """Error in one sentence; null when there was no error."""
    reason: Literal['slow', 'down', 'blocked', 'rate_limited'] | None
    """Reason why the upstream is not healthy; null when it is healthy."""


class GetUsageAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    tier: Literal['free', 'pro', 'enterprise']
    """Tier of the key."""
    owner: str
    """Owner of the key."""
    venues: KeyVenues
    """Venues that the key may read: `all`, or a list."""
    month: str
    """Month of the counts, UTC."""
    limits: GetUsageAnswerLimits
    """Limits of the tier."""
    usage: GetUsageAnswerUsage
    """Requests in this month."""
    daily: list[GetUsageAnswerDailyItem] | None
    """Requests by day, oldest first. The current day is not over; null when `days` was not given.
    """
    key: GetUsageAnswerKey
    """Key that made the request."""


class GetUsageAnswerLimits(TypedDict):
    """Limits of the tier."""

    monthlyQuota: int | None
    """Allowed requests per month; null when there is no limit."""
    ratePerMin: int
    """Allowed requests per minute."""
    maxConcurrentStreams: int
    """Allowed concurrent live streams."""
    features: list[str]
    """Features that the tier includes."""
    venues: KeyVenues
    """Venues that the key may read: `all`, or a list."""


class GetUsageAnswerUsage(TypedDict):
    """Requests in this month."""

    total: int
    """Number of requests."""
    quotaRemaining: int | None
    """Requests left this month; null when there is no limit."""
    byVenue: dict[str, int]
    """Requests by venue, for requests that name one."""
    byEndpoint: dict[str, int]
    """Requests by route."""
    firstAt: int | None
    """Time of the first request. Epoch milliseconds; null when there was none."""
    lastAt: int | None
    """Time of the newest request. Epoch milliseconds; null when there was none."""


class GetUsageAnswerDailyItem(TypedDict):
    """Requests of one day."""

    day: str
    """Day in UTC."""
    requests: int | None
    """Number of requests; null when the service did not count by day yet: it does since version
    2.0, for a year.
    """


class GetUsageAnswerKey(TypedDict):
    """Key that made the request."""

    hash: str
    """SHA-256 of the key in hex."""
    createdAt: IssuedAt
    """Time of issue. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""


class GetVolumeProfileAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    params: GetVolumeProfileAnswerParams
    """Parameters as applied."""
    recordsUsed: int
    """Records with a usable price."""
    hasRealVolume: bool
    """Whether any record has a traded volume; otherwise volume is the number of records."""
    pocIdx: int | None
    """Index of the bin with the largest volume (point of control); null when there is no record.
    """
    buckets: list[GetVolumeProfileAnswerBucket]
    """Bins, by ascending price."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Whether the window has older records that were not read."""


class GetVolumeProfileAnswerParams(TypedDict):
    """Parameters as applied."""

    priceStep: float
    """Width of a bin."""
    fromMs: WindowFromMs
    """Start of the window. Epoch milliseconds; null when the window begins with the first record.
    """
    toMs: WindowToMs
    """End of the window. Epoch milliseconds; null when the window ends with the newest record."""
    limit: int
    """Maximum number of records read."""


class GetVolumeProfileAnswerBucket(TypedDict):
    """One bin."""

    priceLow: float
    """Lower edge, inclusive."""
    priceHigh: float
    """Upper edge, exclusive."""
    count: int
    """Number of records."""
    volume: float
    """Traded volume, or the number of records."""
    isPoc: bool
    """Whether this bin has the largest volume; on a tie, the one with the lowest price."""


class GetWalletsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    registeredWallets: list[RegisteredWallet]
    """Registered wallets, oldest first."""
    depositTargets: list[GetWalletsAnswerDepositTarget]
    """Tokens that are credited, by chain; empty when no chain is watched."""
    priceListMicroUsd: PriceList
    """Prices of paid services; 0 means free."""


class GetWalletsAnswerDepositTarget(TypedDict):
    """One token on one chain."""

    chain: str
    """Name of the chain."""
    asset: str
    """Symbol of the token."""
    depositAddress: str
    """Address to send to. All owners share it."""


HalfLife: TypeAlias = "float | None"
"""Half-life of mean reversion in hours; null when no mean reversion was detected."""


HurstExponent: TypeAlias = "float | None"
"""Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when
there are too few returns (about 64 are needed) or they do not vary.
"""


class ImportAddressesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    added: int
    """Addresses that are watched from now on."""
    known: int
    """Addresses that were watched already."""
    refused: list[str]
    """Addresses that belong to another owner here."""


IsRejected: TypeAlias = "bool"
"""Whether the null hypothesis is rejected at the 5 % level."""


IsStale: TypeAlias = "bool"
"""Whether the venue's newest poll result is older than 120 s or lacks the asset."""


class IssueKeyAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    rawKey: str
    """API key; it is shown only once."""
    record: KeyRecord
    """Record of an API key. The key itself is shown only once, when it is issued."""


class IssueVouchersAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Number of codes."""
    microUsd: int
    """Value of one voucher. Micro-USD."""
    codes: list[str]
    """Voucher codes. Each can be redeemed once."""


IssuedAt: TypeAlias = "int"
"""Time of issue. Epoch milliseconds."""


class KeyRecord(TypedDict):
    """Record of an API key. The key itself is shown only once, when it is issued."""

    hash: str
    """SHA-256 of the key in hex."""
    owner: str
    """Owner of the key."""
    tier: Literal['free', 'pro', 'enterprise']
    """Tier of the key, which sets its limits and features."""
    label: str | None
    """Note by the operator; null when there is no note."""
    venues: KeyVenues
    """Venues that the key may read: `all`, or a list."""
    createdAt: IssuedAt
    """Time of issue. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""
    revokedAt: int | None
    """When the key was revoked. Epoch milliseconds; null when the key was not revoked."""
    botId: str
    """Id of the bot that the key trades for. It stays the same when the key is rotated."""
    lastUsedAt: int | None
    """When the key was last used, to the minute. Epoch milliseconds; null when the key has not
    been used yet.
    """


KeyVenues: TypeAlias = "Literal['all'] | list[Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']]"
"""Venues that the key may read: `all`, or a list."""


class KillBotAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    botId: str
    """Id of the bot."""
    killed: bool
    """Whether all trading of the bot is halted by its own switch."""
    halt: BotHalt
    """What is halted for the bot itself. `opening`: nothing is opened, closes go on. `all`: no
    order leaves, and what rests is cancelled.
    """
    closing: BotClosing
    """Every position is being closed, and nothing is opened meanwhile; null when nothing is being
    closed as a whole.
    """
    stopped: BotLossStop
    """The loss of a day reached its limit: nothing is opened until `resume: true`; null when no
    loss was reached since the bot was last resumed.
    """


LastPrice: TypeAlias = "float | None"
"""Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
no price.
"""


class LastReference(TypedDict):
    t: int
    """Moment on the clock of its source. Epoch milliseconds."""
    text: str | None
    """Exact value; null when its publisher sent none, or an earlier run stored it between whole
    minutes.
    """
    p: float
    """Nearest double, USD."""
    receivedAt: int | None
    """Arrival. Epoch milliseconds; null when an earlier run stored it between whole minutes."""
    relay: Literal['rtds', 'polybolt', 'kalshi'] | None
    """Relay that brought it; null when an earlier run stored it between whole minutes."""
    ageMs: int
    """Age in ms."""


class LedgerEntry(TypedDict):
    """One ledger entry."""

    id: int
    """Id of the entry; later entries have higher ids."""
    ts: int
    """Time of the entry. Epoch milliseconds."""
    type: Literal['deposit', 'admin_credit', 'voucher', 'trade_fee', 'stream_fee', 'refund', 'release', 'held', 'return', 'writeoff', 'admin_debit']
    """Type of the entry."""
    microUsd: int
    """Change of the balance; negative for a debit. Micro-USD."""
    balanceAfter: int
    """Balance after the entry. Micro-USD."""
    ref: str | None
    """Reference of the payment or charge; null when there is none."""


class Link(TypedDict):
    """Link between the markets a and b."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    sides: LinkSides
    """Names of the sides of both markets."""
    relation: Literal['same', 'opposite', 'subset', 'superset', 'related']
    """Relation of a to b. `subset`: a Yes of a implies a Yes of b; `superset`: the reverse."""
    confidence: float
    """Confidence of the link, 0 to 1."""
    reasons: list[str]
    """Reasons for the relation."""
    source: Literal['curated', 'matched', 'mirrored']
    """Source of the link: a person, the matcher, or a venue that copied the market."""
    differences: list[str]
    """Ways in which the two could resolve differently; for related pairs, what is missing."""
    state: Literal['active', 'disputed']
    """`disputed`: the prices of the two contradict the link."""
    dispute: LinkDispute | None
    """Prices that differ by more, and for longer, than fees, spreads and time explain; null when
    state is active.
    """
    difference: LinkDifference | None
    """Current difference of the two prices; null when a market has no price or the relation is
    related.
    """


class LinkSides(TypedDict):
    """Names of the sides of both markets."""

    a: SideNames
    """Names of the sides of one market."""
    b: SideNames
    """Names of the sides of one market."""


class LinkDispute(TypedDict):
    """Prices that differ by more, and for longer, than fees, spreads and time explain; null when
    state is active.
    """

    since: int
    """Time since which the prices differ. Epoch milliseconds."""
    gap: float
    """Difference of the mids when the link was disputed."""


class LinkDifference(TypedDict):
    """Current difference of the two prices; null when a market has no price or the relation is
    related.
    """

    mids: float
    """Mid of b minus mid of a; for opposite pairs, with the complement of b."""
    beyondSpreads: float
    """Difference of the mids minus half of both spreads; above 0 the quotes do not overlap. For
    subset and superset: bid of the narrower market minus ask of the wider one.
    """


class ListAccountsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    accounts: list[ListAccountsAnswerAccount]
    """By name."""
    ownersMicroUsd: int
    """Sum of the balances of all owners. Micro-USD."""


class ListAccountsAnswerAccount(TypedDict):
    """One account."""

    account: str
    """Name of the account."""
    balanceMicroUsd: int
    """Balance of the account. Micro-USD."""


class ListActionsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Actions on the page."""
    actions: list[ListActionsAnswerAction]
    """Newest first."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class ListActionsAnswerAction(TypedDict):
    """One action."""

    id: int
    """Number of the action; later actions have higher ones."""
    at: int
    """Time of the action. Epoch milliseconds."""
    action: str
    """Kind of the action."""
    owner: str | None
    """Owner whom the action concerned; null when it concerned no owner alone."""
    target: str | None
    """Subject of the action: an owner, a key, a deposit; null when it has none."""
    address: str | None
    """Address of the caller; null when a command changed the data directory itself."""
    detail: str | None
    """Amounts, reasons and the outcome; null when there is none."""


class ListAlertEndpointsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Number of endpoints."""
    endpoints: list[AlertEndpoint]
    """Endpoints in the order of the file."""


class ListAlertEventsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Events on the page."""
    events: list[AlertEvent]
    """Newest first."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class ListAlertRulesAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    readAtMs: int
    """Time at which the rules in force were read. Epoch milliseconds."""
    problem: str | None
    """Fault of the newer file, whose rules are not in force; null when the file is the one in
    force.
    """
    count: int
    """Number of rules."""
    rules: list[AlertRule]
    """Rules in the order of the file."""


class ListDepositsAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Deposits on the page."""
    deposits: list[Deposit]
    """Newest first."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class ListKeysAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Keys in this answer."""
    keys: list[KeyRecord]
    """Newest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class ListReviewAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    counts: dict[str, ReviewCount]
    """Open items by kind; every kind is listed."""
    items: list[ReviewItem]
    """Oldest first."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


ListTotal: TypeAlias = "int | None"
"""Number of items without the limit; null when it is not known."""


ListTruncated: TypeAlias = "bool"
"""Whether more follows beyond the limit."""


class ListVouchersAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Vouchers in this answer."""
    vouchers: list[ListVouchersAnswerVoucher]
    """Newest first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class ListVouchersAnswerVoucher(TypedDict):
    """One voucher."""

    hash: str
    """SHA-256 of the code in hex."""
    microUsd: int
    """Value of the voucher. Micro-USD."""
    label: str | None
    """Note by the operator; null when there is no note."""
    createdAt: IssuedAt
    """Time of issue. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""
    redeemedAt: int | None
    """Time of redemption. Epoch milliseconds; null when it was not redeemed."""
    cancelledAt: int | None
    """Time of cancellation. Epoch milliseconds; null when it was not cancelled."""
    redeemedBy: str | None
    """Owner who redeemed the voucher; null when it was not redeemed."""


class ListWaitingOrdersAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    count: int
    """Orders on the page."""
    orders: list[WaitingOrder]
    """Oldest first."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class LjungBox(TypedDict):
    """Test up to one lag."""

    lag: int
    """Lags that are tested together."""
    stat: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class MarketFeatures(TypedDict):
    """Features of a market, as the matcher read them."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    words: list[str]
    """Words that the other market must contain, in normalised spelling."""
    numbers: list[str]
    """Numbers with their direction, and whether the limit is included."""
    date: str | None
    """Day, month, year or time of the question; `by` marks a deadline; null when none was found.
    """
    contest: str | None
    """The two sides of a contest; Yes pays for the one in brackets; null when the market is not
    about a contest.
    """
    settlementSource: str | None
    """Source that decides the market; null when none was found."""
    unclear: str | None
    """Reason why the market could not be read; null when all of it was understood."""


class MarketOrder(TypedDict):
    """Parameters of the request."""

    size: float
    """Size of the order."""
    side: Literal['buy', 'sell']
    """Side of the order."""
    sizeUnit: Literal['quote', 'base']
    """Unit of the size."""


MarketPrice: TypeAlias = "float | None"
"""Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
when the market has no price, or left its venue before it was recorded.
"""


MaxDrawdown: TypeAlias = "float | None"
"""Largest fall from a running peak; null when no hour has a record."""


class Mover(TypedDict):
    """One market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    name: str
    """Coin or question."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue."""
    changeFrac: float
    """Price change over 24 hours as a fraction; 0.05 is 5 %."""
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual.
    """
    changeLogOdds: float | None
    """Change over 24 hours of ln(p / (1 - p)), for binaries. From 1 % to 2 % it is 0.70; null when
    the asset is a perpetual, or a price is 0 or 1.
    """
    currentPrice: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    volume24hUsd: float | None
    """24 h volume in USD; null when no figure in USD is known."""
    asOfMs: PriceAsOf
    """Time at which the venue's list with this price was read. Epoch milliseconds; null when the
    venue repeated an earlier price, or lists the asset no longer.
    """
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""
    source: Literal['feed', 'store-delta', 'venue']
    """Source of the change. `feed`: the venue's own figure of a perpetual; `store-delta`: stored
    records; `venue`: the venue's own figure of a binary, where the store has no price of 24
    hours ago.
    """


class NamedSettledRow(TypedDict):
    """Verdict on one market, with its names."""

    name: str | None
    """Coin or question; null when nothing is known of the market."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the market."""
    source: str | None
    """Source of the prices; null when the venue does not state it."""
    coin: str | None
    """Coin in lower case; null when the venue does not state it."""
    openAt: int | None
    """Moment of the opening price. Epoch milliseconds; null when the venue does not state it."""
    closeAt: int | None
    """Moment of the closing price. Epoch milliseconds; null when the venue does not state it."""
    verdict: Literal['reproduced', 'contradicted', 'unknown']
    """`contradicted`: the venue paid otherwise."""
    reason: UnknownReason
    """Why it is unknown; null when the verdict is known."""
    detail: dict[str, Any] | None
    """Facts of the reason; null when the reason has none."""
    result: Literal['yes', 'no', 'half'] | None
    """Result by the recorded prices; null when it is not known."""
    outcome: Literal['yes', 'no', 'void']
    """Result by the venue."""
    strike: str | None
    """Strike, decimal text; null when it was not received, or is withheld."""
    strikeBy: Literal['terms', 'record', 'venue'] | None
    """Where the strike is from; null when no strike is known."""
    value: str | None
    """Closing price, decimal text; null when it was not received, or is withheld."""
    missing: list[int]
    """Moments that are wanted and were not received."""
    agrees: SettledAgreement
    """Whether strike and price are what the venue stated afterwards."""
    settledAt: int | None
    """When the venue settled. Epoch milliseconds; null when the venue does not say."""
    recordedAt: int
    """When the result was recorded, as it is now. Epoch milliseconds."""
    decidedAt: int
    """When this was decided. Epoch milliseconds."""
    changedFrom: Literal['reproduced', 'contradicted', 'unknown'] | None
    """The verdict before it changed last; null when it never changed."""
    rulesHash: str | None
    """Hash of the rules; null when it has no rules."""
    termsHash: str
    """Hash of the terms."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; of members that are withheld. docs/errors.md explains
    them.
    """


NoMeans: TypeAlias = "str | None"
"""Name of the No side, where the venue names both; null when the venue names no side of No.
"""


class NotRecorded(TypedDict):
    """One span without records; both ends are inclusive."""

    fromMs: int
    """Start of the span. Epoch milliseconds."""
    toMs: int
    """End of the span. Epoch milliseconds."""
    reason: str
    """Reason why nothing was recorded."""


Ok: TypeAlias = "Literal[True]"
"""true on every success."""


class OpenPosition(TypedDict):
    """One market of the bot."""

    venue: VenueId
    """Venue of the position."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    name: str | None
    """Coin or question; null when nothing is known of the market."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    size: float
    """Size in coins or shares by the bot's record; negative for a short position."""
    avgPrice: float | None
    """Average entry price: USD, or probability of Yes; null when nothing is recorded."""
    costUsd: float
    """Amount paid for the position, or received for a short one, in US dollars."""
    exitPrice: float | None
    """Price at which it could be closed now; null when the market gives no price now."""
    unrealizedUsd: float | None
    """Gain if it were closed at exitPrice, without fees; null when the market gives no price now.
    """
    account: OpenPositionAccount | None
    """What the owner's account holds; null when it was not read."""
    difference: float | None
    """The account's size less the records of all the owner's bots; null when the account was not
    read.
    """
    mismatch: bool
    """Whether the difference has lasted for two readings: openings are rejected."""
    dust: bool
    """Whether it is less than a lot of the market: no order can close it."""
    redeemableUsd: float | None
    """Payout of shares that wait to be redeemed at the venue, in US dollars; null when nothing
    waits.
    """


class OpenPositionAccount(TypedDict):
    """What the owner's account holds; null when it was not read."""

    size: float
    """Size in coins or shares; of binaries, Yes less No."""
    checkedAt: int
    """When it was read. Epoch milliseconds."""


OrderState: TypeAlias = "Literal['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected']"
"""Lifecycle state of the order."""


OwedMicroUsd: TypeAlias = "int"
"""Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
Micro-USD.
"""


PValue: TypeAlias = "float"
"""p-value: the probability of a statistic at least this extreme under the null hypothesis."""


PerpChange24hPct: TypeAlias = "float | None"
"""Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary
or its price of 24 hours ago is not known.
"""


class PerpTicker(TypedDict):
    """Newest state of a perpetual."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    coin: str
    """Venue's name of the asset."""
    markPx: float
    """Mark price in USD."""
    midPx: float | None
    """Midpoint of best bid and best ask in USD; null when the venue publishes none."""
    oraclePx: float
    """Oracle price in USD."""
    prevDayPx: float
    """Price 24 hours ago in USD."""
    changePct: float | None
    """Price change over 24 hours in percent; 5 means 5 %; null when prevDayPx is 0."""
    fundingHourly: float | None
    """Funding rate of the current hour as a fraction of notional; positive when longs pay; null
    when the venue publishes none.
    """
    openInterest: float | None
    """Open interest in base units; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    volume24hUsd: float | None
    """24 h volume in USD; null when the venue publishes none."""
    impactBid: float | None
    """Average price in USD at which the venue's impact notional would be sold; null when the venue
    publishes none.
    """
    impactAsk: float | None
    """Average price in USD at which the venue's impact notional would be bought; null when the
    venue publishes none.
    """
    maxLeverage: float | None
    """Highest leverage that the venue allows; null when the venue publishes none."""
    szDecimals: int
    """Decimals in order sizes."""


class Poller(TypedDict):
    """State of polling one venue."""

    lastFetchedAt: int | None
    """When the newest snapshot was complete. Epoch milliseconds; null when there is none yet."""
    ageMs: int | None
    """Age of the snapshot in ms; null when there is no snapshot."""
    okCount: int
    """Number of successful polls."""
    failCount: int
    """Number of failed polls."""
    lastError: str | None
    """Reason why the last poll failed; null when the last poll succeeded."""
    pollIntervalMs: int
    """Configured time between polls in ms."""
    effectiveIntervalMs: int
    """Actual time between polls in ms; longer than configured when the venue's rate limit requires
    it.
    """
    hasSnapshot: bool
    """Whether there is a snapshot."""
    schemaFailures: int
    """Responses and stream messages that were rejected because of an unexpected shape."""
    refusedValues: int
    """Values since the start that are no valid probability, such as a bid of 1.1995. The ticker
    shows null instead.
    """
    lastSchemaFailure: str | None
    """Message and member that were rejected last; null when nothing was rejected."""
    refused: list[RefusedMember]
    """What was refused since the start, by kind of message and member; the rest of each list
    counts.
    """
    blocked: bool
    """Whether the venue rejected the last request with HTTP 403 or 451."""
    budgetUsedFrac: float
    """Share of the venue's published limit that is in use, 0 to 1."""
    stream: PollerStream | None
    """Streams of the venue; null when the venue is read without streams."""


class PollerStream(TypedDict):
    """Streams of the venue; null when the venue is read without streams."""

    connections: int
    """Connections that should be open."""
    connected: int
    """Connections that are open."""
    reconnects: int
    """Reconnections since the start."""
    silences: PollerStreamSilences
    """Silences: streams that were open and sent nothing while polls saw the price move."""


class PollerStreamSilences(TypedDict):
    """Silences: streams that were open and sent nothing while polls saw the price move."""

    detected: int
    """Silences found since the start."""
    recovered: int
    """Silences that ended with new messages."""
    ongoing: int
    """Assets whose stream is silent now."""
    lastDetectedAt: int | None
    """When the newest silence was found. Epoch milliseconds; null when there was none since the
    start.
    """
    detectMs: SilenceTimes | None
    """Time from the first poll that showed a price move to the alarm; null when no silence has
    ended since the start.
    """
    recoverMs: SilenceTimes | None
    """Time from the alarm to the next message of the stream; null when no silence has ended since
    the start.
    """


class PostBackfillAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    now: int
    """Time of the answer. Epoch milliseconds."""
    days: int
    """Days that a fill goes back."""
    fills: list[PostBackfillAnswerFill]
    """One per requested asset, in the order of the request."""


class PostBackfillAnswerFill(TypedDict):
    """Fill of one market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    state: Literal['queued', 'running', 'filled', 'not_offered']
    """`queued`: waits for its turn; `running`: the venue was asked; `filled`: what the venue has
    of the time is stored; `not_offered`: see reason.
    """
    reason: Literal['not_listed', 'not_recorded', 'failed', 'busy', 'unreachable'] | None
    """`not_listed`: no venue lists the market, or its venue has not answered since the start;
    `not_recorded`: the service does not read the venue; `failed`: the venue gave nothing;
    `busy`: the queue, or the part of it that one address may fill, is full; `unreachable`: the
    process that reads the venue did not answer; null when state is not `not_offered`.
    """
    retryAtMs: int | None
    """When a failed market can be requested again. Epoch milliseconds; null when reason is not
    `failed`.
    """


class PostBatchAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    requestedCount: int
    """Number of requested assets."""
    bundles: list[Bundle | PostBatchAnswerBundle]
    """One item per requested asset, in the same order."""


class PostBatchAnswerBundle(TypedDict):
    """Failure of one asset."""

    ok: Literal[False]
    """false when the bundle could not be computed."""
    asset: str
    """Asset as requested."""
    error: Literal['asset_not_found', 'handler_timeout', 'internal']
    """Stable error code."""
    message: str
    """Failure in one sentence."""


PriceAsOf: TypeAlias = "int | None"
"""Time at which the venue's list with this price was read. Epoch milliseconds; null when the
venue repeated an earlier price, or lists the asset no longer.
"""


class PriceLevel(TypedDict):
    """One price level of the book."""

    price: float
    """Price: USD, or probability of Yes."""
    size: float
    """Size at this price, in base units or contracts."""


class PriceList(TypedDict):
    """Prices of paid services; 0 means free."""

    stream: int
    """Price of one live stream. Micro-USD."""
    trade: int
    """Price of one filled trade. Micro-USD."""


class ProbeSummary(TypedDict):
    """Totals over all probes."""

    healthy: int
    """Number of healthy probes."""
    degraded: int
    """Number of degraded probes."""
    errored: int
    """Number of failed probes."""
    total: int
    """Number of probes."""
    avgLatencyMs: float | None
    """Mean latency in ms; null when there are no probes."""
    maxLatencyMs: float | None
    """Highest latency in ms; null when there are no probes."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """`OK`: all healthy; `DOWN`: all failed; `WARN`: anything in between."""


class ProofPart(TypedDict):
    """Way from a leaf to the root of its day."""

    entry: str
    """Line of the entry."""
    leaf: str | None
    """Text of the leaf; null when it is withheld."""
    leafIndex: int
    """Place of the leaf."""
    leaves: int
    """Leaves of the entry."""
    leafPath: list[Sha256]
    """Hashes beside the way to the root of the entry."""
    partRoot: Sha256
    """Root of the entry."""
    entryIndex: int
    """Place of the entry."""
    entries: int
    """Entries of the day."""
    entryPath: list[Sha256]
    """Hashes beside the way to the root of the day."""
    day: NotRequired[str]
    """Its day, where it is another one."""
    head: NotRequired[Sha256]
    """Head of that day."""
    previousHead: NotRequired[Sha256]
    """Head of the day before that day."""
    root: NotRequired[Sha256]
    """Root of that day."""


class QuoteEvent(TypedDict):
    """Newest price."""

    type: Literal['quote']
    """Name of the event."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    price: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    bid: float | None
    """Best bid; null when this side of the book is empty or not known."""
    ask: float | None
    """Best ask; null when this side of the book is empty or not known."""
    change24hPct: PerpChange24hPct
    """Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary
    or its price of 24 hours ago is not known.
    """
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: ReceivedAt
    """When the venue's message arrived, by the service's clock. Epoch milliseconds."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


class ReadyEvent(TypedDict):
    """All snapshots have been sent; changes follow."""

    type: Literal['ready']
    """Name of the event."""
    assets: list[AssetId]
    """Assets of the stream."""
    everyMs: dict[str, int]
    """Interval in ms at which each asset is refreshed: that of its stream, or of reads of its
    book.
    """


class ReceiveWebhookAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    ignored: NotRequired[Literal['event_type', 'unpaid', 'not_completed', 'mode_mismatch', 'zero_amount', 'currency', 'unattributed', 'pending_deposit']]
    """Reason why the event moved no money. When it is present, all members below are absent."""
    provider: NotRequired[Literal['coinbase', 'hmac', 'stripe']]
    """Payment provider."""
    owner: NotRequired[str]
    """Owner of the balance."""
    applied: NotRequired[bool]
    """Whether this call applied the event; false when it was applied before or its deposit is in
    review.
    """
    microUsd: NotRequired[int | None]
    """Change of the balance; negative for refunds and disputes. Micro-USD; null when the amount is
    too large to be counted.
    """
    balanceMicroUsd: NotRequired[int]
    """Current balance. Micro-USD."""
    owedMicroUsd: NotRequired[OwedMicroUsd]
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """
    held: NotRequired[bool]
    """Present and true when the deposit waits for a review and no balance changed."""


ReceivedAt: TypeAlias = "int"
"""When the venue's message arrived, by the service's clock. Epoch milliseconds."""


class ReconcilePositionAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    venue: VenueId
    """Venue of the position."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    action: Literal['adopt', 'forget']
    """What was done."""
    before: float
    """Size of the record before."""
    after: float
    """Size of the record now."""


Recorder: TypeAlias = "Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless', 'ref']"
"""Venue of the asset, or ref."""


class RedeemVoucherAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Credited owner."""
    microUsd: int
    """Value of the voucher. Micro-USD."""
    balanceMicroUsd: int
    """Balance after the redemption and the repayment of debts. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class ReferencePage(TypedDict):
    """One reference price."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    type: Literal['ref']
    """A reference price."""
    source: Literal['chainlink', 'twap60', 'twap30', 'rti', 'rti60', 'pyth']
    """Id of the source."""
    coin: str
    """Coin."""
    relay: Literal['rtds', 'polybolt', 'kalshi'] | None
    """Relay that brought the last value; null when it is not known."""
    last: LastReference | None
    """Value that was stored last; null when none is stored."""


ReferenceRelays: TypeAlias = "list[ReferenceRelaysValueItem]"
"""Relays of reference prices."""


class ReferenceRelaysValueItem(TypedDict):
    """One relay."""

    relay: Literal['rtds', 'polybolt', 'kalshi']
    """Id of the relay."""
    state: Literal['on', 'off', 'connecting', 'gone', 'refused']
    """`gone`: three connections brought nothing, it is tried again each ten minutes. `refused`:
    its venue refused the credentials.
    """
    why: str | None
    """What is in the way; null when nothing is."""
    connected: bool
    """Whether its connection is open."""
    lastValueAt: int | None
    """Arrival of its newest value. Epoch milliseconds; null when none came yet."""


class RefusedMember(TypedDict):
    """One member that was refused."""

    kind: str
    """Kind of message, by our own name."""
    member: str
    """Path of the member in our schema; `*` stands for positions and names that the venue chose.
    """
    count: int
    """How often, since the start."""
    sinceMs: int
    """When it was refused first. Epoch milliseconds."""


class RegisterWalletAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    registeredWallets: NotRequired[list[RegisteredWallet]]
    """Registered wallets, oldest first."""
    message: NotRequired[str]
    """Text to sign, line breaks included."""
    expiresAtMs: NotRequired[int]
    """Until when its signature is taken, once. Epoch milliseconds."""


class RegisteredMarket(TypedDict):
    title: str
    """Question of a binary market, or coin of a perpetual."""
    eventKey: str | None
    """Venue's id of the event that the market belongs to; null when the market belongs to no
    event.
    """
    event: str | None
    """Title of the event; null when the venue does not say."""
    category: str | None
    """Venue's category of the market; null when the venue does not say."""
    answer: str | None
    """Outcome within the event that Yes stands for; null when the venue does not say."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    settlementSource: str | None
    """Source that decides the market; null when the venue does not say."""
    strike: float | None
    """Threshold that the question names; null when the venue does not say."""
    closesAt: int | None
    """When trading ends. Epoch milliseconds; null when the venue does not say."""
    endsAt: int | None
    """When the question is due to be decided. Epoch milliseconds; null when the venue does not
    say.
    """
    nativeIds: list[RegisteredMarketNativeId]
    """The venue's own ids of the market."""
    url: str | None
    """Page of the market on the venue's site; null when the venue does not say."""
    rulesHash: str | None
    """Hash of the rules text, 32 hexadecimal digits; null when the venue publishes none."""
    seenFrom: int
    """When this service first saw the market. Epoch milliseconds."""
    changedAt: int
    """Time of the last change to these facts. Epoch milliseconds."""
    links: list[RegisteredMarketLink]
    """Links of the market to other markets over time, oldest first; at most the newest 50."""


class RegisteredMarketNativeId(TypedDict):
    """One id with its kind."""

    name: str
    """Kind of the id, in the venue's words."""
    id: str
    """Value of the id."""


class RegisteredMarketLink(TypedDict):
    """One span of time in which the link was held unchanged."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    relation: str
    """Relation of a to b."""
    confidence: float
    """Confidence of the link, 0 to 1."""
    source: str
    """Source of the link: `curated` by a person, `matched` by this service, or `mirrored` when one
    venue copied the market of the other.
    """
    disputed: bool
    """Whether diverging prices disputed the link in this span."""
    reasons: list[str]
    """Reasons for the link, one sentence each."""
    fromMs: int
    """Start of the span. Epoch milliseconds."""
    toMs: int | None
    """End of the span. Epoch milliseconds; null when the link is still held."""


class RegisteredWallet(TypedDict):
    """One wallet of the owner."""

    address: str
    """Address of the wallet; in lower case on EVM chains."""
    family: Literal['evm', 'solana', 'tron']
    """Family of chains on which its transfers are credited."""
    registeredAt: int
    """Time of registration; only transfers in later blocks are credited. Epoch milliseconds."""
    proved: bool
    """Whether the key of the wallet has signed for the owner."""
    replacedAt: NotRequired[int]
    """When another owner proved to have its key; from then on its transfers are not yours. Epoch
    milliseconds.
    """


RejectReason: TypeAlias = "Literal['unknown_asset', 'market_closed', 'not_supported', 'below_minimum', 'no_liquidity', 'price_moved', 'insufficient_funds', 'no_credentials', 'credentials_rejected', 'rate_limited', 'venue_unavailable', 'venue_blocked', 'unconfirmed', 'stale_data', 'no_position', 'limit', 'halt', 'mismatch', 'other']"
"""Reason why the order was rejected or is unconfirmed."""


RejectReasonOrNull: TypeAlias = "RejectReason | None"
"""Reason why the order was rejected or is unconfirmed; null when it is neither."""


class RemoveWalletAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    owner: str
    """Whose wallet it was."""
    applied: bool
    """Whether this call removed it; false when the owner does not have it."""
    registeredWallets: list[RegisteredWallet]
    """Registered wallets, oldest first."""


class RemovedCredential(TypedDict):
    """One credential that was removed."""

    owner: str
    """Owner of the credential."""
    venue: VenueId
    """Venue."""


RescanChainAnswer = TypedDict("RescanChainAnswer", {
    "ok": "Ok",
    "chain": "str",
    "from": "int",
})


class Resolution(TypedDict):
    """One resolution of a binary."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    name: str | None
    """Question of the market; null when no facts of the market were registered."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    outcome: Literal['yes', 'no', 'void']
    """Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1."""
    payout: float | None
    """Payout of one Yes contract in USD, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """When the venue settled the market. Epoch milliseconds; null when the venue does not say."""
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""
    recordedAt: int
    """When this service recorded the resolution. Epoch milliseconds."""
    reopenedAt: int | None
    """When this service learnt that the venue had taken the resolution back. Epoch milliseconds;
    null when the resolution is in force.
    """
    verdict: Literal['reproduced', 'contradicted', 'unknown'] | None
    """Whether the result follows from recorded values; null when none is decided."""


class ResolutionEvent(TypedDict):
    """A market was resolved, or its venue has taken that back."""

    type: Literal['resolution']
    """Name of the event."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    outcome: Literal['yes', 'no', 'void']
    """Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1."""
    payout: float | None
    """Payout of one Yes contract in USD, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """When the venue settled the market. Epoch milliseconds; null when the venue does not say."""
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""
    recordedAt: int
    """When this service recorded the resolution. Epoch milliseconds."""
    reopenedAt: int | None
    """When this service learnt that the venue had taken the resolution back. Epoch milliseconds;
    null when the resolution is in force.
    """
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


ResolvedFrom: TypeAlias = "Literal['closeTime', 'endDate'] | None"
"""End that is used: of trading (`closeTime`), or the time at which the question is due
(`endDate`); null when the venue states no end.
"""


class RetryAlertDeliveryAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    delivery: AlertDelivery
    """A delivery to one endpoint."""


class ReturnDepositAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    applied: NotRequired[bool]
    """Of `reverse`: whether this call took the deposit back; false when it was before."""
    deposit: Deposit
    """One deposit."""


class ReviewCount(TypedDict):
    """Open items of one kind."""

    count: int
    """Number of items."""
    microUsd: int | None
    """Sum of the known amounts. Micro-USD; null when no amount is known."""
    oldestMs: int | None
    """When the oldest item began to wait. Epoch milliseconds; null when no item waits."""


class ReviewItem(TypedDict):
    """One matter that waits for a person."""

    id: str
    """Id of the item."""
    kind: Literal['held', 'unattributed', 'reversal_without_payment', 'reversal_currency', 'reversal_excess', 'reversal_waiting', 'treasury_changed', 'skipped_transaction', 'ledger_restored', 'vault_unreadable', 'ref_conflict', 'source_difference']
    """Kind of the matter."""
    since: int
    """When the item began to wait. Epoch milliseconds."""
    owner: str | None
    """Owner whom the matter concerns; null when the owner is not known."""
    currency: str | None
    """Currency of the amount, as it came; null when there is no amount."""
    amount: str | None
    """Amount in the currency, as it came; null when there is no amount."""
    microUsd: int | None
    """Value of the amount. Micro-USD; null when the value in US dollars is not known or there is
    no amount.
    """
    known: dict[str, Any]
    """Facts about the matter, by name: ids at the provider, the deposit, positions on a chain.
    Values are text, numbers or null.
    """
    calls: list[ReviewItemCall]
    """Calls that end the item; none when it has ended."""
    endedAt: int | None
    """When the item ended. Epoch milliseconds; null when it waits."""
    endedAs: Literal['applied', 'dismissed', 'resolved'] | None
    """How the item ended; `resolved`: its reason is gone; null when it waits."""
    reason: str | None
    """Reason of a dismissal; null when there is none."""


class ReviewItemCall(TypedDict):
    """One call, with placeholders in angle brackets for what the caller has to name."""

    call: str
    """Call of the API."""
    command: str
    """The same as a command."""


class RevokeKeyAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    revoked: bool
    """Whether a key was found and revoked."""
    stored: bool
    """Whether the revocation is stored. false: the database is not accepting writes; the keys are
    rejected from now on, but a restart before writes work again loses the revocation.
    """
    count: int
    """Live keys that this call revoked."""
    successors: int
    """These keys that had replaced the named key by rotation; 0 when a bot or an owner was named.
    """


class RotateKeyAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    rawKey: str | None
    """New API key; it is shown only once; null when the key was already rotated and the new key
    was shown then.
    """
    record: KeyRecord
    """Record of an API key. The key itself is shown only once, when it is issued."""
    previous: RotateKeyAnswerPrevious
    """Old key."""


class RotateKeyAnswerPrevious(TypedDict):
    """Old key."""

    hash: str
    """SHA-256 of the old key in hex."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""


class RotateVaultAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    moved: int
    """Credentials that were moved from another key."""
    keyId: str
    """Id of the vault key that now encrypts them."""
    skipped: list[SkippedCredential]
    """Credentials that cannot be decrypted; they are unchanged."""


SampleNote: TypeAlias = "str"
"""Sample of these figures, and those that other endpoints use for figures of the same name.
"""


class Sampling(TypedDict):
    basis: Literal['live', 'hourly']
    """`live`: every live record; `hourly`: the last record of each hour."""
    stepMs: float | None
    """Median time between two records in ms. Decides what an outage is; figures of a year go by
    covered time; null when there are fewer than two records.
    """
    coveredMs: int
    """Total time that the returns cover in ms, without outages."""
    outagesSkipped: int
    """Outages in the sample. No return is computed across an outage."""


class SearchAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    q: str
    """Query as asked."""
    corrected: str | None
    """Query by which the results were found; null when every word is in a market, or none is like
    it.
    """
    count: int
    """Found markets on all pages. Of more than 4000 listed or 1000 ended ones, the newest and the
    perpetuals are found.
    """
    results: list[SearchAnswerResult]
    """Found markets in the order that `sort` names."""
    nextCursor: str | None
    """Cursor of the next page; null when there is none."""


class SearchAnswerResult(TypedDict):
    """One market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    kind: AssetKind
    """Kind of the asset."""
    title: str
    """Question, or coin of a perpetual."""
    event: SearchAnswerResultEvent | None
    """Venue's event that the market is an outcome of; null when the venue states none."""
    price: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    volume24hUsd: float | None
    """24 h volume in USD; null when the venue publishes none."""
    settled: bool
    """Whether trading is over, or the venue no longer lists the market."""
    outcome: Literal['yes', 'no', 'void'] | None
    """How the market ended; null when the market is not settled, or its result is not known."""
    score: float
    """Relevance; comparable within one answer."""
    why: list[str]
    """Words by which it was found: those of the query, or other names."""


class SearchAnswerResultEvent(TypedDict):
    """Venue's event that the market is an outcome of; null when the venue states none."""

    key: str
    """Id of the event at the venue."""
    title: str
    """Title of the event."""


SentAt: TypeAlias = "int"
"""When the event was made, by the service's clock. Epoch milliseconds."""


SeriesVerdict: TypeAlias = "Literal['random-walk', 'mean-reverting', 'trending', 'flat', 'insufficient-data']"
"""Verdict that the statistical tests reach together."""


class SettledAgreement(TypedDict):
    """Whether strike and price are what the venue stated afterwards."""

    strike: bool | None
    """Of the strike; null when one of the two is not known."""
    value: bool | None
    """Of the closing price; null when one of the two is not known."""


class SettledRow(TypedDict):
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the market."""
    source: str | None
    """Source of the prices; null when the venue does not state it."""
    coin: str | None
    """Coin in lower case; null when the venue does not state it."""
    openAt: int | None
    """Moment of the opening price. Epoch milliseconds; null when the venue does not state it."""
    closeAt: int | None
    """Moment of the closing price. Epoch milliseconds; null when the venue does not state it."""
    verdict: Literal['reproduced', 'contradicted', 'unknown']
    """`contradicted`: the venue paid otherwise."""
    reason: UnknownReason
    """Why it is unknown; null when the verdict is known."""
    detail: dict[str, Any] | None
    """Facts of the reason; null when the reason has none."""
    result: Literal['yes', 'no', 'half'] | None
    """Result by the recorded prices; null when it is not known."""
    outcome: Literal['yes', 'no', 'void']
    """Result by the venue."""
    strike: str | None
    """Strike, decimal text; null when it was not received, or is withheld."""
    strikeBy: Literal['terms', 'record', 'venue'] | None
    """Where the strike is from; null when no strike is known."""
    value: str | None
    """Closing price, decimal text; null when it was not received, or is withheld."""
    missing: list[int]
    """Moments that are wanted and were not received."""
    agrees: SettledAgreement
    """Whether strike and price are what the venue stated afterwards."""
    settledAt: int | None
    """When the venue settled. Epoch milliseconds; null when the venue does not say."""
    recordedAt: int
    """When the result was recorded, as it is now. Epoch milliseconds."""
    decidedAt: int
    """When this was decided. Epoch milliseconds."""
    changedFrom: Literal['reproduced', 'contradicted', 'unknown'] | None
    """The verdict before it changed last; null when it never changed."""
    rulesHash: str | None
    """Hash of the rules; null when it has no rules."""
    termsHash: str
    """Hash of the terms."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; of members that are withheld. docs/errors.md explains
    them.
    """


class SettlingTerms(TypedDict):
    source: str | None
    """Source of the values; null when the venue does not state it, or in two ways."""
    coin: str | None
    """Coin in lower case; source and coin name a series; null when the venue does not state it, or
    in two ways.
    """
    statistic: str | None
    """`at`: the value at a moment. Others are stated and not reproduced; null when the venue does
    not state it, or in two ways.
    """
    openAt: int | None
    """Moment of the opening value. Epoch milliseconds; null when the venue does not state it, or
    in two ways.
    """
    closeAt: int | None
    """Moment of the closing value. Epoch milliseconds; null when the venue does not state it, or
    in two ways.
    """
    strikeFrom: Literal['stated', 'opening'] | None
    """Where the strike is from: the terms, or the value at `openAt`; null when the venue does not
    state it, or in two ways.
    """
    strike: str | None
    """Strike as decimal text; lower end of a range; null when the venue does not state it, or in
    two ways.
    """
    strikeHigh: str | None
    """Upper end of a range, decimal text; null when the venue does not state it, or in two ways.
    """
    test: Literal['above', 'below', 'between'] | None
    """When Yes wins; null when the venue does not state it, or in two ways."""
    tie: Literal['yes', 'no', 'half'] | None
    """Meaning of a value equal to the strike; null when the venue does not state it, or in two
    ways.
    """
    decimals: int | None
    """Places to which values are rounded before they are compared; null when they are not rounded.
    """
    toleranceSeconds: int | None
    """Seconds within which the next value counts where the moment has none at its source; null
    when the venue does not state it, or in two ways.
    """


Sha256: TypeAlias = "str"
"""Head of the day."""


SharpeRatio: TypeAlias = "float | None"
"""Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
reason.
"""


SharpeSuppression: TypeAlias = "Literal['bounded-probability', 'insufficient-data', 'zero-variance']"
"""Reason why sharpe is null."""


SharpeSuppressionOrNull: TypeAlias = "SharpeSuppression | None"
"""Reason why sharpe is null; null when sharpe is not null."""


class SideNames(TypedDict):
    """Names of the sides of one market."""

    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """


class SignalEvent(SignalFrame):
    """A bundle with the reason for the event and its times."""

    type: Literal['signal']
    """Name of the event."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


class SignalFrame(Bundle):
    """A bundle with the reason for the event and its times."""

    cause: Literal['init', 'pulse', 'idle']
    """Reason for the event: `init` on connect, `pulse` after a price move, `idle` after 15 quiet
    seconds.
    """
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: int | None
    """When the price arrived, by the service's clock. Epoch milliseconds; null when the venue does
    not list the asset.
    """
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""


class SilenceTimes(TypedDict):
    p50: int
    """Median in ms."""
    max: int
    """Maximum in ms."""


class SimulateArbitrageAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When the answer was computed, ISO 8601."""
    snapshotAges: SnapshotAges
    """Age of each venue's snapshot in ms."""
    params: SimulateArbitrageAnswerParams
    """Parameters of the request."""
    feesAssumed: dict[str, SimulateArbitrageAnswerFeesAssumedItem]
    """Fees that were assumed, by venue."""
    summary: SimulateArbitrageAnswerSummary
    """Totals of the portfolio."""
    selected: list[SimulateArbitrageAnswerSelectedItem]
    """Selected opportunities, largest edge first."""
    truncated: ListTruncated
    """Whether more follows beyond the limit."""
    total: ListTotal
    """Number of items without the limit; null when it is not known."""


class SimulateArbitrageAnswerParams(TypedDict):
    """Parameters of the request."""

    capital: float
    """Capital to split, USD."""
    maxSpread: float
    """Maximum spread as a fraction."""
    minLegs: int
    """Minimum number of legs."""
    topN: int
    """Maximum number of opportunities."""


class SimulateArbitrageAnswerFeesAssumedItem(TypedDict):
    """Fee of one venue."""

    basis: Literal['published', 'asked']
    """`published`: fee schedule of the venue; `asked`: your `feeBps.<venue>`."""
    bps: float | None
    """Your fee in basis points of the cost of an order; null when the published schedule applies.
    """
    says: str
    """How the fee is computed, in words and figures (p: price of a contract), its source, and the
    date on which the schedule was read.
    """


class SimulateArbitrageAnswerSummary(TypedDict):
    """Totals of the portfolio."""

    opportunitiesConsidered: int
    """Complete opportunities with fresh prices and at least minLegs legs."""
    opportunitiesSelected: int
    """Opportunities in the portfolio."""
    opportunitiesPaying: int
    """Selected opportunities with a net profit above 0."""
    payingProfitUsd: float
    """Net profit of these opportunities, USD."""
    opportunitiesWithoutNet: int
    """Selected opportunities whose net is null."""
    capitalDeployed: float
    """Allocated capital, USD."""
    expectedProfit: float
    """Sum of the gross profits, USD."""
    expectedEdgePct: float
    """expectedProfit in percent of capitalDeployed; 0 when nothing is deployed."""
    capitalEfficiency: float
    """Share of the capital that is deployed, 0 to 1."""
    avgSpread: float | None
    """Mean spread of the selected opportunities; null when nothing was selected."""
    minSpread: float | None
    """Smallest spread of the selected opportunities; null when nothing was selected."""
    maxSpread: float | None
    """Largest spread of the selected opportunities; null when nothing was selected."""
    venueExposure: dict[str, float]
    """Deployed capital by venue, USD."""


class SimulateArbitrageAnswerSelectedItem(TypedDict):
    """One opportunity."""

    id: str
    """Id of the opportunity, the same in every answer."""
    type: Literal['yes-no', 'complete-set', 'perp-perp', 'perp-basis']
    """Kind of opportunity."""
    cost: float
    """Cost of one unit of payoff."""
    spread: float
    """Payoff minus cost, per unit."""
    edgePct: float
    """Profit in percent of cost, not annualised."""
    allocationUsd: float
    """Capital allocated to the opportunity, USD."""
    expectedProfitUsd: float
    """Gross profit of the allocation, USD."""
    legs: list[SimulateArbitrageAnswerSelectedItemLeg]
    """Legs. Those of binaries have equal numbers of contracts."""
    best: SimulateArbitrageAnswerSelectedItemBest | None
    """Greatest profit with the live books and taker fees, whatever capital is split; null when a
    book or a fee is not known, or the payoff is not fixed: netReason says which.
    """
    profitBySize: NotRequired[list[SimulateArbitrageAnswerSelectedItemProfitBySizeItem]]
    """Profit at the sizes at which it bends, smallest first; at most 60. Only with `sizes=true`;
    empty when best is null.
    """
    net: SimulateArbitrageAnswerSelectedItemNet | None
    """Net result after live books and fees; can be a loss; null when netReason gives a reason."""
    netReason: str | None
    """Reason why net is null; null when net is not null."""


class SimulateArbitrageAnswerSelectedItemLeg(TypedDict):
    """One leg."""

    venue: str
    """Venue of the leg."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    side: Literal['yes', 'no', 'long', 'short']
    """Outcome that is bought, or side of a perpetual."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    price: float
    """Price of the leg."""
    usd: float
    """Part of the allocation, USD."""


class SimulateArbitrageAnswerSelectedItemBest(TypedDict):
    """Greatest profit with the live books and taker fees, whatever capital is split; null when a
    book or a fee is not known, or the payoff is not fixed: netReason says which.
    """

    contracts: float
    """Contracts per leg, whole lots of every venue: the largest number whose last lot still pays
    after taker fees. 0 when not one lot pays.
    """
    costUsd: float
    """All that is paid, taker fees included, USD."""
    profitUsd: float
    """Payoff minus all that is paid, USD. Rebates are not counted."""
    marginalEdgeFrac: float | None
    """Profit of the last lot as a fraction of all that is paid for it, before fees are rounded;
    null when not one lot pays.
    """
    annualisedFrac: float | None
    """profitUsd / costUsd * 365 / days until the last leg resolves, not compounded; null when a
    venue states no end, it is within an hour, or not one lot pays.
    """


class SimulateArbitrageAnswerSelectedItemProfitBySizeItem(TypedDict):
    """One size."""

    contracts: float
    """Contracts per leg."""
    profitUsd: float
    """Payoff minus cost and fees, before fees are rounded, USD."""


class SimulateArbitrageAnswerSelectedItemNet(TypedDict):
    """Net result after live books and fees; can be a loss; null when netReason gives a reason."""

    contracts: float
    """Contracts per leg that the books can fill, up to the allocation, in lots of every venue."""
    filledFrac: float
    """Share of the allocation that can be filled, 0 to 1."""
    costUsd: float
    """Cost of the contracts, USD."""
    feesUsd: float
    """Taker fees, USD."""
    profitUsd: float
    """Payoff minus cost and fees, USD."""
    edgePct: float
    """Profit in percent of cost and fees, not annualised."""
    lockUpDays: float | None
    """Days until the last leg resolves; null when a venue states no end."""
    annualisedEdgePct: float | None
    """edgePct * 365 / lockUpDays, not compounded; null when lockUpDays is null or below an hour.
    """
    settlementDifferences: list[str]
    """Ways in which the linked markets could resolve differently."""
    legs: list[SimulateArbitrageAnswerSelectedItemNetLeg]
    """Legs, filled against the live books."""


class SimulateArbitrageAnswerSelectedItemNetLeg(TypedDict):
    """One leg, filled against the live book."""

    venue: str
    """Venue of the leg."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    side: Literal['yes', 'no', 'long', 'short']
    """Outcome that is bought, or side of a perpetual."""
    yesMeans: YesMeans
    """Name of the Yes side, which no other market of the event has: show it beside a price; null
    when the market is alone in its event with the outcomes Yes and No, the asset is a
    perpetual, or nothing is known of it.
    """
    noMeans: NoMeans
    """Name of the No side, where the venue names both; null when the venue names no side of No.
    """
    contracts: float
    """Number of contracts."""
    avgPrice: float
    """Volume-weighted average price of the outcome."""
    costUsd: float
    """Cost, USD."""
    feeUsd: float
    """Taker fee, USD."""
    makerRebateUsd: float | None
    """Rebate that the venue would be expected to pay if the order had rested, USD. In no sum; null
    when the market states no share for makers.
    """
    feeAsOf: str
    """Date on which the fee schedule was read, or `asked` for your own fee."""
    feeSource: str
    """Source of the fee."""


class SkipTransactionAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    chain: str
    """Name of the chain."""
    transaction: str
    """The transaction."""
    applied: bool
    """Whether this call did it; false: it was passed over before."""


class SkippedCredential(TypedDict):
    """One credential that cannot be decrypted, without its secret."""

    owner: str
    """Owner of the credential."""
    venue: VenueId
    """Venue."""
    keyId: str
    """Id of the vault key that encrypts the credential."""
    problem: str
    """Reason why it cannot be decrypted."""


class SlippageTier(TypedDict):
    """Fills within one range of distances."""

    bpsFrom: float
    """Start of the range in basis points, inclusive."""
    bpsTo: float | None
    """End of the range in basis points, exclusive; null when the range has no end."""
    baseFilled: float
    """Filled units or contracts."""
    quoteFilled: float
    """Filled amount in USD."""


SnapshotAges: TypeAlias = "dict[str, int | None]"
"""Age of each venue's snapshot in ms."""


SortinoRatio: TypeAlias = "float | None"
"""Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset
is a binary, the returns do not vary, or no return is a loss.
"""


SourceAmount: TypeAlias = "str | None"
"""Amount since the base; null when nothing was compared."""


class SourceComparison(TypedDict):
    """One source."""

    source: str
    """Names the source forever."""
    title: str
    """Name for people."""
    currency: str
    """Currency of the amounts."""
    status: Literal['base', 'equal', 'difference', 'not_compared']
    """`base`: the first comparison. `not_compared`: `note` says why."""
    fromMs: int | None
    """When the base was taken. Epoch milliseconds; null when the source has no base yet."""
    toMs: int
    """When it was compared. Epoch milliseconds."""
    cameIn: SourceAmount
    """Amount since the base; null when nothing was compared."""
    recorded: SourceAmount
    """Amount since the base; null when nothing was compared."""
    difference: SourceAmount
    """Amount since the base; null when nothing was compared."""
    note: str | None
    """Why it was not compared, or what was left out; null when there is nothing to say."""


SpreadBps: TypeAlias = "float | None"
"""Spread in basis points of the midpoint; null when bid or ask is missing or 0, or bid is
above ask.
"""


SpreadPts: TypeAlias = "float | None"
"""Spread in percentage points, for binaries; null when the asset is a perpetual, bid or ask is
missing or 0, or bid is above ask.
"""


class StaleAsset(TypedDict):
    """One tracked asset."""

    kind: Literal['stale', 'never_recorded', 'beyond_limit']
    """Reason why the asset is listed."""
    venue: VenueId
    """Venue of the asset."""
    asset: str
    """Store key of the asset."""
    lastMs: int | None
    """Time of the newest record. Epoch milliseconds; null when nothing was ever recorded."""
    lastIso: str | None
    """Time of the newest record, ISO 8601; null when nothing was ever recorded."""
    staleForMs: int | None
    """Age of the newest record in ms; null when nothing was ever recorded."""
    count: int
    """Records of the asset."""
    bytes: int
    """Stored size of these records in bytes."""


class StaleCounts(TypedDict):
    """Counts of one venue."""

    total: int
    """Number of tracked assets."""
    stale: int
    """Number of stale assets."""
    neverRecorded: int
    """Assets without a record."""
    beyondLimit: int
    """Assets that fell below our own limit of markets."""


class StaleReport(TypedDict):
    """One report about stale assets."""

    ts: int
    """When the report was stored. Epoch milliseconds."""
    verdict: Literal['OK', 'WARN']
    """`OK` when no asset is stale, otherwise `WARN`."""
    summary: StaleSummary
    """Counts of all tracked assets, before the limit is applied."""


class StaleSummary(TypedDict):
    """Counts of all tracked assets, before the limit is applied."""

    totalAssets: int
    """Number of tracked assets."""
    staleCount: int
    """Number of stale assets."""
    neverRecordedCount: int
    """Assets without a record."""
    beyondLimitCount: int
    """Assets that fell below our own limit of markets; not among the tracked ones."""
    byVenue: dict[str, StaleCounts]
    """The same counts by venue."""


StaleVenues: TypeAlias = "dict[str, bool]"
"""Whether each venue's snapshot is missing or older than 120 s."""


class StatedAfterwards(TypedDict):
    strike: StatedPrice | None
    """Strike that the venue stated; null when the venue does not say."""
    value: StatedPrice | None
    """Closing value that the venue stated; null when the venue does not say."""
    openTakenAt: int | None
    """Moment whose value the venue took for the strike. Epoch milliseconds; null when the venue
    does not say.
    """
    closeTakenAt: int | None
    """Moment whose value the venue took for the result. Epoch milliseconds; null when the venue
    does not say.
    """


StatedBy: TypeAlias = "dict[str, str]"


class StatedPrice(TypedDict):
    kind: Literal['exact', 'double', 'rounded']
    """`exact` decimal, nearest `double`, or `rounded` to `decimals` places."""
    text: str
    """The price as decimal text."""
    decimals: NotRequired[int]
    """Places that it is rounded to."""


class StatsCoverage(TypedDict):
    """Counts of one kind."""

    requested: int
    """Number of requested assets."""
    returned: int
    """Assets with statistics."""


StoreKey: TypeAlias = "str"
"""Key of the asset within its venue."""


class StoreStaleReportAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    skipped: bool
    """Whether nothing was stored because the last report is younger than 60 s."""
    written: NotRequired[StaleReport]
    """Report that was stored, with a threshold of 5 minutes."""
    reason: NotRequired[str]
    """Reason why nothing was stored."""
    lastSnapshotAgeMs: NotRequired[int]
    """Age of the last report in ms."""


class StreamAssetFrame(TypedDict):
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    price: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    bid: float | None
    """Best bid; null when this side of the book is empty or not known."""
    ask: float | None
    """Best ask; null when this side of the book is empty or not known."""
    change24hPct: PerpChange24hPct
    """Price change over 24 hours in percent, for perpetuals only; null when the asset is a binary
    or its price of 24 hours ago is not known.
    """
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: ReceivedAt
    """When the venue's message arrived, by the service's clock. Epoch milliseconds."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""


StreamEvent: TypeAlias = "QuoteEvent | FlowEvent | SignalEvent | ResolutionEvent | GapEvent | TradeEvent | ReadyEvent | UnknownEvent"
"""`data:` of one event. `type` is the name of the event."""


class StreamFlowFrame(TypedDict):
    t: int
    """When the price arrived, by the service's clock. Epoch milliseconds."""
    p: float
    """Price: USD, or probability of Yes."""
    prevP: float | None
    """Price of the update before; null when none is known."""
    v: float | None
    """Volume traded since the previous poll of the venue; null when the venue has published no new
    figure.
    """
    weight: float
    """Traded volume of the update. 1 as long as no volume was ever known; after that, 0 for an
    update without volume.
    """
    side: Literal['buy', 'sell', 'unclassified']
    """Side of the taker by the tick rule."""
    signed: float
    """Weight, positive for a buy and negative for a sell."""
    cumulative: float
    """Sum of `signed` since this connection began."""
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: ReceivedAt
    """When the venue's message arrived, by the service's clock. Epoch milliseconds."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""


class StreamTapeFrame(TypedDict):
    type: Literal['snapshot', 'fills']
    """`snapshot`: the newest fills, sent on connect; `fills`: new fills."""
    fills: list[StreamTapeFrameFill]
    """Fills, oldest first."""
    truncated: NotRequired[bool]
    """Whether a `snapshot` lacks earlier fills; absent in `fills`."""


class StreamTapeFrameFill(TypedDict):
    """One fill; for binaries, in terms of Yes."""

    t: int
    """Time of the fill by the venue's clock. Epoch milliseconds."""
    handle: str
    """Stable pseudonym of the bot."""
    venue: VenueId
    """Venue of the fill."""
    venueAsset: str
    """Venue's name of the asset."""
    side: Literal['buy', 'sell']
    """Side of the order; for binaries, of Yes."""
    filledUsd: float
    """Amount in US dollars."""
    avgPrice: float
    """Price of the fill: USD, or probability of Yes."""
    basis: Literal['stated', 'provisional', 'corrected']
    """Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed,
    until the venue states it; `corrected`: the venue, in place of a provisional fill.
    """


Suggestions: TypeAlias = "list[AssetId]"
"""Listed assets that the unknown name may mean, at most three, the nearest first."""


class TapeBook(TypedDict):
    """A book at a step."""

    t: int
    """The step. Epoch milliseconds."""
    bids: list[PriceLevel]
    """Bids, best (highest) first."""
    asks: list[PriceLevel]
    """Asks, best (lowest) first."""
    bookTime: int
    """Our time of the last message that altered the book, or of the whole book that began its
    span; of a sampled book the full minute. Epoch milliseconds.
    """
    venueTime: int | None
    """The venue's time of that message. Epoch milliseconds; null when the venue stated none."""
    ageMs: int
    """t minus bookTime, in ms."""
    everyMs: int
    """0: every change was recorded; else the time between two states in ms."""
    crossed: bool
    """Whether the best bid is above the best ask."""


class TapeBreaks(TypedDict):
    """Ends of recorded books, by reason."""

    connection: int
    """Ends with the reason `connection`."""
    silence: int
    """Ends with the reason `silence`."""
    sequence: int
    """Ends with the reason `sequence`."""
    disagrees: int
    """Ends with the reason `disagrees`."""
    refused: int
    """Ends with the reason `refused`."""
    dropped: int
    """Ends with the reason `dropped`."""
    ended: int
    """Ends with the reason `ended`."""
    overload: int
    """Ends with the reason `overload`."""
    disk: int
    """Ends with the reason `disk`."""
    clock: int
    """Ends with the reason `clock`."""
    restart: int
    """Ends with the reason `restart`."""


class TapeChange(TypedDict):
    """A level of a whole book, a change of a level, or a break."""

    t: int
    """Our time of the message; of a break the last moment at which the book was right. Epoch
    milliseconds.
    """
    venueT: int | None
    """The venue's time of the message. Epoch milliseconds; null when it states none, or a break.
    """
    kind: Literal['change', 'whole', 'break']
    """`whole`: a level of the whole book; `change`: the new total of a level; `break`: the book is
    not known from here on.
    """
    side: Literal['bid', 'ask'] | None
    """Side of the level; null when it is a break, or a whole book without a level."""
    price: float | None
    """Price: USD, or probability of Yes; null when it is a break, or a whole book without a level.
    """
    size: float | None
    """New total in base units or contracts; 0 removes the level; null when it is a break, or a
    whole book without a level.
    """
    reason: Literal['connection', 'silence', 'sequence', 'disagrees', 'refused', 'dropped', 'ended', 'overload', 'disk', 'clock', 'restart'] | None
    """Reason of the break; null when it is none."""
    everyMs: int | None
    """0: every change was recorded; else the time between two states in ms; null when it is a
    break.
    """


class TapeCoverage(TypedDict):
    """How much of the window is known of books. Times count by our clock, both ends included."""

    state: Literal['full', 'partial', 'before', 'never', 'off']
    """`full`: the whole window; `partial`: notRecorded says what is missing; `before`: the window
    ends before the first record; `never`: nothing was recorded of the asset; `off`: nothing
    was, and `setting` is why.
    """
    recordedFromMs: int | None
    """First moment of all that is recorded. Epoch milliseconds; null when there is none."""
    recordedToMs: int | None
    """Last moment that is recorded; the last commit while recording goes on. Epoch milliseconds;
    null when there is none.
    """
    recordedFrac: float
    """Share of the window that is recorded, sampled times too; 1 exactly when all of it is."""
    notRecorded: list[TapeHole]
    """Times of the window that are not recorded, oldest first; at most 1,000."""
    setting: str | None
    """Setting for which the asset is not recorded now; `max_books`: 20,000 larger books take all
    places; null when neither is why something is missing.
    """
    sampled: list[TapeCoverageSampledItem]
    """Times of the window of which a state a minute is kept, oldest first; at most 1,000."""
    resyncs: list[TapeCoverageResync]
    """Times between two whole books of which changes were lost, oldest first; at most 1,000."""
    more: bool
    """Whether a list was cut at 1,000."""


class TapeCoverageSampledItem(TypedDict):
    """A sampled time."""

    fromMs: int
    """Start. Epoch milliseconds."""
    toMs: int
    """End. Epoch milliseconds."""
    everyMs: int
    """Time between two states in ms."""


class TapeCoverageResync(TypedDict):
    """A time in which up to so many levels may be wrong."""

    fromMs: int
    """Time of the whole book before. Epoch milliseconds."""
    toMs: int
    """Time of the whole book that differed. Epoch milliseconds."""
    changes: int
    """Levels that differed."""


class TapeHealth(TypedDict):
    books: int
    """Books that are recorded now, of either class."""
    sampled: int
    """Of these, those that are recorded once a minute."""
    notRecorded: int
    """Listed markets whose book comes and is not recorded."""
    changesPerSec: float
    """Changes of books a second over the last minute, stored or not."""
    bytesToday: int
    """Bytes that were written today."""
    budgetBytes: int
    """Bytes of books a day beyond which markets are recorded once a minute."""
    fullMb: int | None
    """The least `CROSSTAPE_BOOK_MB_PER_DAY` with which every book is recorded with every change;
    null when ten minutes have not been recorded yet.
    """
    waiting: int
    """Changes that are not on the disk yet."""
    resyncChanges: int
    """Levels in which whole books differed from what the changes before had made."""
    breaks: TapeBreaks
    """Ends of recorded books, by reason."""
    trades: int
    """Trades that were stored."""
    unknownSide: int
    """Of these, those whose side the venue does not state."""
    duplicates: int
    """Trades that came again."""
    refused: int
    """Frames and trades that cannot be stored."""
    timeRefused: int
    """Trades whose stated time is none, which have ours."""
    tooOld: int
    """Trades of more than seven days before, which are not stored."""
    unlisted: int
    """Trades of markets that were never listed, which are not stored."""
    tradesLeft: int
    """Polls that left pages of trades."""
    unknown: list[str]
    """Ids of `CROSSTAPE_BOOKS` that no venue lists."""
    venues: dict[str, VenueTape]
    """The tape by venue."""


class TapeHole(TypedDict):
    """A time that is not recorded."""

    fromMs: int
    """Start. Epoch milliseconds."""
    toMs: int
    """End. Epoch milliseconds."""
    reason: Literal['connection', 'silence', 'sequence', 'disagrees', 'refused', 'dropped', 'ended', 'overload', 'disk', 'clock', 'restart', 'before', 'off', 'pending', 'removed', 'damaged']
    """Reason, as docs/errors.md explains it."""


class TapeTrade(TypedDict):
    """A trade."""

    t: int
    """Time of the trade: the venue's, or ours where it states none that can be right. Epoch
    milliseconds.
    """
    venueT: int | None
    """The venue's time. Epoch milliseconds; null when the venue states none."""
    price: float
    """Price: USD, or probability of Yes."""
    size: float
    """Contracts, or units of the base asset."""
    side: Literal['buy', 'sell'] | None
    """Side of the taker, in terms of Yes; null when the venue does not state it."""
    sideSource: Literal['venue'] | None
    """Who stated the side; null when the side is not stated."""
    id: str | None
    """Id of the trade at its venue; null when the venue states none."""
    settled: bool | None
    """Whether the trade settled. One that did not stays in the list; null when it is not known
    yet, or the venue does not tell.
    """
    source: Literal['stream', 'poll', 'backfill']
    """How the trade came to us."""
    isBlock: bool
    """Whether the venue marks it as agreed outside of the book."""


TerminalVariance: TypeAlias = "float | None"
"""Variance of the outcome at the current price p: p (1 - p); null when the market has no
price.
"""


class TestAlertEndpointAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    delivered: bool
    """Whether the endpoint accepted it."""
    status: int | None
    """HTTP status of the last answer; null when the endpoint has not answered."""
    reason: str | None
    """Why the last try failed; null when it did not fail, or answered."""


class Threshold(TypedDict):
    """Number that the question is about. Absent when it is about none, or when the text of the
    venue can mean more than one.
    """

    test: Literal['above', 'below', 'between']
    """When Yes wins: the value is above the strike, below it, or between both."""
    strike: float
    """Strike in the unit of the question."""
    strikeHigh: float | None
    """Upper end of a range; null when the test has one strike."""


class TradeAnswer(TypedDict):
    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    outcome: TradeAnswerOutcome
    """Result of the call."""


class TradeAnswerOutcome(TypedDict):
    """Result of the call."""

    status: Literal['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance']
    """Result. `filled`: at least a part was traded."""
    clientOrderId: str
    """Order id of the caller, or the generated one."""
    chargedMicroUsd: int
    """Fee charged by this call. Micro-USD."""
    order: NotRequired[BotOrder]
    """One order of a bot."""
    differs: NotRequired[list[Literal['venue', 'asset', 'side', 'sizeUsd', 'sizeShares', 'close', 'markPrice']]]
    """Members of this call that are not those of the order; only with `duplicate`."""
    reason: NotRequired[RejectReason]
    """Reason why the order was rejected or is unconfirmed."""
    suggestions: NotRequired[Suggestions]
    """Listed assets that the unknown name may mean, at most three, the nearest first."""
    retryAfterSeconds: NotRequired[int]
    """Only where the order was refused for now: when another one has room."""


class TradeEvent(TypedDict):
    """A trade as its venue reported it."""

    type: Literal['trade']
    """Name of the event."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    price: float
    """Price: USD, or probability of Yes."""
    size: float
    """Size in contracts, or in units of the base asset."""
    side: Literal['buy', 'sell'] | None
    """Side of the taker as the venue states it; null when the venue states none."""
    id: str | None
    """Id of the trade at its venue; null when it has none."""
    venueTime: int | None
    """Time by the venue's clock. Epoch milliseconds; null when the venue states none."""
    receivedAt: int | None
    """Time of arrival. Epoch milliseconds; null when the trade was read from a list later."""
    isBlock: bool
    """Whether the venue marks the trade as agreed outside of the book."""
    sentAt: SentAt
    """When the event was made, by the service's clock. Epoch milliseconds."""
    snapshot: bool
    """Whether the event is the newest state at the start, instead of a change."""
    skipped: int
    """Number of older events of the asset and kind that the reader did not receive."""


Truncated: TypeAlias = "bool"
"""Whether the window has older records that were not read."""


class UnknownEvent(TypedDict):
    """Requested names that no asset has, of a stream with `partial`."""

    type: Literal['unknown']
    """Name of the event."""
    assets: list[str]
    """Names as requested."""


UnknownReason: TypeAlias = "Literal['statistic_unsupported', 'terms_silent', 'terms_changed', 'average_not_recorded', 'source_not_recorded', 'window_incomplete', 'second_missing', 'too_close', 'tie_silent', 'second_disputed', 'void'] | None"
"""Why it is unknown; null when the verdict is known."""


ValueAtRisk95: TypeAlias = "float | None"
"""Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
reversed; null when there are fewer than two returns.
"""


VenueId: TypeAlias = "Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']"
"""Venue of the asset."""


class VenueSnapshot(TypedDict):
    """The venue's newest poll result, in which the ticker was found."""

    fetchedAt: int | None
    """When the snapshot was complete. Epoch milliseconds; null when the venue has not been read
    yet.
    """
    ageMs: int | None
    """Age of the snapshot in ms; null when the venue has not been read yet."""
    stale: bool
    """Whether the snapshot is missing or older than 120 s."""


class VenueTape(TypedDict):
    """The tape of one venue. Counts are since the start."""

    books: int
    """Books that are recorded now, of either class."""
    sampled: int
    """Of these, those that are recorded once a minute."""
    changesPerSec: float
    """Changes of books a second over the last minute, stored or not."""
    trades: int
    """Trades that were stored."""
    unknownSide: int
    """Of these, those whose side the venue does not state."""
    duplicates: int
    """Trades that came again."""
    refused: int
    """Frames and trades that cannot be stored."""
    breaks: TapeBreaks
    """Ends of recorded books, by reason."""


VenueTime: TypeAlias = "int | None"
"""Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
"""


class WaitingOrder(TypedDict):
    """An order whose final state is not known."""

    orderId: str
    """Order id of this service."""
    botId: str
    """Id of the bot."""
    owner: str
    """Owner of the bot."""
    venue: VenueId
    """Venue of the order."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    state: OrderState
    """Lifecycle state of the order."""
    message: str | None
    """Reason why the venue could not be queried; null when no reason is known."""
    account: str | None
    """Account at the venue that signed the order, as the venue names it; null when the order was
    not signed.
    """
    venueClientId: str | None
    """Client order id under which the venue finds the order; null when the order was not signed.
    """
    venueOrderId: str | None
    """Venue's id of the order; null when the venue has not given one."""
    heldMicroUsd: int
    """Fee reserved for the order. Micro-USD."""
    closableFrom: int | None
    """Earliest time at which the order may be closed. Epoch milliseconds; null when the order was
    never sent.
    """
    createdAt: int
    """When the order was stored. Epoch milliseconds."""


WhyNull: TypeAlias = "dict[str, Literal['balanced', 'before', 'beyond_limit', 'break_clock', 'break_connection', 'break_disagrees', 'break_disk', 'break_dropped', 'break_ended', 'break_overload', 'break_refused', 'break_restart', 'break_sequence', 'break_silence', 'crossed_book', 'damaged', 'day_changed', 'day_open', 'delisted', 'depth_limited', 'known_share', 'never', 'never_recorded', 'no_consensus', 'no_day_old_record', 'no_end', 'no_price', 'no_recent_record', 'no_snapshot', 'no_touch', 'no_trades', 'no_volume', 'not_answered', 'not_applicable', 'not_decided', 'not_published', 'not_read', 'not_resolved', 'off', 'pending', 'removed', 'too_few_bars', 'too_few_samples', 'too_few_trades', 'too_many_trades', 'withheld', 'zero_denominator']]"
"""Reasons for null members, by path; of members that are withheld. docs/errors.md explains
them.
"""


WindowFromMs: TypeAlias = "int | None"
"""Start of the window. Epoch milliseconds; null when the window begins with the first record.
"""


WindowToMs: TypeAlias = "int | None"
"""End of the window. Epoch milliseconds; null when the window ends with the newest record."""


YesMeans: TypeAlias = "str | None"
"""Name of the Yes side, which no other market of the event has: show it beside a price; null
when the market is alone in its event with the outcomes Yes and No, the asset is a
perpetual, or nothing is known of it.
"""


DeleteCredentialAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


FollowAssetsFrame: TypeAlias = "StreamEvent"
"""`data:` of one event. `type` is the name of the event."""


GetAssetAnswer: TypeAlias = "GetAssetAnswerValue | ReferencePage"
"""Default Response"""


class GetAssetAnswerValue(TypedDict):
    """One asset."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    type: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue."""
    now: int
    """Time of the answer. Epoch milliseconds."""
    snapshot: VenueSnapshot
    """The venue's newest poll result, in which the ticker was found."""
    ticker: PerpTicker | BinaryTicker | None
    """Newest state; null when the venue no longer lists the asset."""
    candles: list[GetAssetAnswerValueCandle]
    """Hourly candles of the last 30 days, oldest first: recorded hours from the store, others from
    the venue. Empty when `unavailable` names them.
    """
    book: NotRequired[GetAssetAnswerValueBook | None]
    """Live book of a perpetual; null when it could not be read."""
    funding: NotRequired[list[GetAssetAnswerValueFundingItem]]
    """Funding payments of a perpetual in the last 24 hours, oldest first."""
    rules: NotRequired[str | None]
    """Settlement rules of a binary as plain text; null when the venue publishes none."""
    history: NotRequired[list[GetAssetAnswerValueHistoryItem]]
    """Newest 500 stored records of a binary, oldest first."""
    resolution: NotRequired[Resolution | None]
    """Resolution in force of a binary; null when no resolution is recorded, or the market was
    reopened.
    """
    resolutions: NotRequired[list[Resolution]]
    """All resolutions of a binary, oldest first: those before the last one were taken back."""
    unavailable: list[Literal['candles', 'book', 'funding']]
    """Parts that the venue did not deliver this time; they are empty or null."""
    market: RegisteredMarket | None
    """Facts of the market, kept after the venue no longer lists it; null when no facts were
    registered.
    """
    settling: SettlingTerms | None
    """How the market settles, as its venue states it. A member that the venue does not state is
    null; null when the market names neither a price source nor a coin with a strike.
    """
    statedBy: StatedBy | None
    """Where the venue states each member of `settling`, or which of its statements differ; null
    when no terms are known, or they were imported.
    """
    settled: SettledRow | None
    """Verdict on its result; null when there is none: GET /api/settled/{asset} says why."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, by path; present with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetAssetAnswerValueCandle(TypedDict):
    """One hour."""

    t: int
    """Start of the hour. Epoch milliseconds."""
    open: float
    """First price."""
    high: float
    """Highest price."""
    low: float
    """Lowest price."""
    close: float
    """Last price."""
    volume: float | None
    """Volume in base units or contracts; null when it is not known."""
    trades: int | None
    """Number of trades; null when it is not known."""


class GetAssetAnswerValueBook(TypedDict):
    """Live book of a perpetual; null when it could not be read."""

    bids: list[PriceLevel]
    """Bids, best (highest) first."""
    asks: list[PriceLevel]
    """Asks, best (lowest) first."""
    fetchedAt: BookReadAt
    """When the book was read, by the service's clock. Epoch milliseconds."""


class GetAssetAnswerValueFundingItem(TypedDict):
    """One funding payment."""

    t: int
    """Time of the payment. Epoch milliseconds."""
    rate: float
    """Rate for one hour as a fraction of notional; positive when longs pay."""


class GetAssetAnswerValueHistoryItem(TypedDict):
    """One record."""

    t: int
    """Time of the record. Epoch milliseconds."""
    p: float
    """Probability of Yes."""


GetBundleAnswer: TypeAlias = "Bundle"
"""Everything a program needs to decide about one asset."""


GetCredentialsAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


GetFlagsAnswer: TypeAlias = "Flags"
"""Configuration flags and venue adapters."""


GetOpenApiAnswer: TypeAlias = "dict[str, Any]"
"""OpenAPI 3.1.0 document."""


class ImportAddressesAddresse(TypedDict):
    uid: str
    """Id of the owner, hex."""
    owner: str
    """Owner of the address."""
    chain: str
    """Name of the chain."""
    scope: str
    """Scope of its deposits."""
    address: str
    """The address."""
    salt: str
    """CREATE2 salt."""
    factory: str
    """Its factory."""
    implementation: str
    """Its implementation."""


PutCredentialAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


SetFlagsAnswer: TypeAlias = "Flags"
"""Configuration flags and venue adapters."""


StreamAssetsFrame: TypeAlias = "StreamEvent"
"""`data:` of one event. `type` is the name of the event."""


StreamSignalFrame: TypeAlias = "SignalFrame"
"""A bundle with the reason for the event and its times."""
