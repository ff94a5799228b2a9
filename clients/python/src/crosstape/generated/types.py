"""Types of the answers of the service."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


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
"""Distance of the last price from fair value in basis points of the fair value; positive when
this venue is more expensive; null when last or fairValue is null.
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
    """Volume traded in the last 24 hours, USD; null when no figure in USD is known."""
    volume24hContracts: NotRequired[float | None]
    """Contracts traded in the last 24 hours. Present for venues that count contracts; null when
    the venue publishes none.
    """
    volumeTotalUsd: float | None
    """Volume traded since the market opened, USD; null when the venue publishes none."""
    liquidityUsd: float | None
    """Resting liquidity in USD, as the venue counts it; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    closeTime: int | None
    """Time at which trading ends. Epoch milliseconds; null when the venue states no end of
    trading.
    """
    endDate: int | None
    """Time at which the question is due to be decided. Epoch milliseconds; null when the venue
    states no such time.
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


class BotConfig(TypedDict):
    """Settings with which the engine trades for the bot."""

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
    feeMicroUsd: int
    """Access fee for one filled trade, from the price list. Micro-USD."""


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


class BotOrder(TypedDict):
    """One order of a bot."""

    t: int
    """Time at which the order was stored. Epoch milliseconds."""
    status: Literal['filled', 'resting', 'rejected']
    """Result of the order. `filled` as soon as any quantity was traded."""
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
    within 0.02 for binaries. Such a mock order fills at markPrice no matter how far it is from
    the market; null when no price was known, or the order does not fill at markPrice.
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
    """Whether the fills can still change, because the chain has not confirmed them or only their
    sum is known.
    """
    cancelling: bool
    """Whether the order is being cancelled, by its bot or by a halt of trading. The service
    repeats the cancellation until the venue confirms that nothing rests.
    """
    reason: RejectReason | None
    """Reason why the order was rejected or is unconfirmed; null when the order is neither rejected
    nor unconfirmed.
    """
    message: str | None
    """Message from the venue about the order; null when the venue gave no message."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    source: Literal['trade', 'engine']
    """Origin of the order: a call of the API (`trade`), or the engine."""
    createdAt: int
    """Time at which the order was stored. Epoch milliseconds."""
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
    reason: RejectReason | None
    """Reason why the order was rejected or is unconfirmed; null when the order is neither rejected
    nor unconfirmed.
    """
    message: str | None
    """Message from the venue about the order; null when the venue gave no message."""


class Bundle(TypedDict):
    """Everything a program needs to decide about one asset."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
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
    """Key of the asset within its venue, under which its history is stored."""
    kind: AssetKind
    """Kind of the asset."""
    name: str | None
    """Coin of a perpetual, or question of a binary; null when the asset is a binary that has left
    its venue.
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
    """Risk metrics over the live records of the last 24 hours. Hourly closes of the last week are
    used instead when the live records cover less than six hours.
    """
    flow: BundleFlow
    """Balance of buyers and sellers in the traded volume."""
    carry: BundleCarry
    """Cost of holding the asset through funding."""
    signals: BundleSignals
    """Trading signal, a sum of votes by momentum, funding, basis and flow."""
    tradeHint: BundleTradeHint
    """Venue page and side that fit the signal. Orders are placed at the venue, not here."""
    whyNull: WhyNull
    """Reasons for null members, keyed by the path of the member; every null member has one.
    docs/errors.md explains each reason.
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
    """Distance of the last price from the fair value in basis points of the fair value; null when
    last or value is null.
    """
    source: Literal['hl-oracle', 'consensus', 'none']
    """Source of the fair value; `none` when there is no value."""
    confidence: float | None
    """Confidence in the value, 0 to 1. It is 1 for an oracle; for a consensus it grows with the
    number of venues and falls with their disagreement; null when value is null.
    """
    dispersionBps: float | None
    """Difference between the highest and the lowest mid of the venues, in basis points of the
    value; null when value is null or is an oracle price.
    """
    nVenues: int | None
    """Number of venues whose mids form the consensus; null when value is null or is an oracle
    price.
    """
    isStale: IsStale
    """Whether the venue's newest poll result is older than 120 s or lacks the asset."""


class BundleFlow(TypedDict):
    """Balance of buyers and sellers in the traded volume."""

    imbalance: float | None
    """Buyer volume minus seller volume, divided by both, -1 to 1; null when no record has a traded
    volume.
    """
    lean: Literal['BID', 'ASK'] | None
    """`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead; null when
    imbalance is null or between -0.2 and 0.2.
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
    resolvedFrom: Literal['closeTime', 'endDate'] | None
    """Venue's time that endDate holds: the end of trading (`closeTime`), or the day on which the
    question is due (`endDate`); null when the venue states no end.
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
    """Volume traded in the last 24 hours, USD; null when the venue publishes none."""
    volumeTotalUsd: float | None
    """Volume traded since the market opened, USD; null when the venue publishes none."""
    source: Literal['snapshot'] | None
    """Source of these figures; null when the venue does not list the asset."""


class BundlePrice(TypedDict):
    """Current price and its distance from fair value."""

    last: MarketPrice
    """Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
    when the market has no price, or the asset left its venue before it was recorded.
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
    """Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask
    is missing or 0, or bid is above ask.
    """
    spreadPts: SpreadPts
    """Difference of ask and bid in percentage points, for binaries; null when the asset is a
    perpetual, bid or ask is missing or 0, or bid is above ask.
    """
    fairValue: FairPrice
    """Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
    fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
    venues have a fresh mid.
    """
    basisBps: BasisBps
    """Distance of the last price from fair value in basis points of the fair value; positive when
    this venue is more expensive; null when last or fairValue is null.
    """
    basisPts: BasisPts
    """Last price minus fair value in percentage points, for binaries; null when the asset is a
    perpetual, or last or fairValue is null.
    """
    change24hPct: float | None
    """Price change over 24 hours in percent of the earlier price; null when the current price or
    that of 24 hours ago is not known.
    """
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual, or change24hPct is null.
    """
    unit: Literal['usd', 'probability']
    """Unit of the prices: `usd`, or `probability` of Yes."""
    change24hSource: Literal['snapshot', 'store-delta'] | None
    """Source of the change. `snapshot`: the venue's own figure; `store-delta`: computed from
    stored records; null when change24hPct is null.
    """


class BundleResolution(TypedDict):
    asset: AssetId
    """Asset id in its canonical spelling."""
    outcome: Literal['yes', 'no', 'void']
    """Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1."""
    payout: float | None
    """Payout of one Yes contract in USD, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """Time at which the venue settled the market. Epoch milliseconds; null when the venue does not
    say.
    """
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""


class BundleRisk(TypedDict):
    """Risk metrics over the live records of the last 24 hours. Hourly closes of the last week are
    used instead when the live records cover less than six hours.
    """

    realizedVolAnnualizedPct: float | None
    """Annualised realised volatility. In percent; null when source is insufficient."""
    maxDrawdownPct: float | None
    """Largest fall from a running peak. In percent; null when source is insufficient."""
    sharpe: float | None
    """Annualised Sharpe ratio without a risk-free rate; null when source is insufficient, the
    denominator is 0, or the asset is a binary.
    """
    sharpeSuppressedReason: NotRequired[SharpeSuppression]
    """Reason why sharpe is null."""
    ulcerIndexPct: float | None
    """Ulcer index: root mean square of the drawdowns. In percent; null when source is
    insufficient.
    """
    painIndexPct: float | None
    """Pain index: mean drawdown. In percent; null when source is insufficient."""
    modifiedVar95Pct: float | None
    """Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher). In
    percent; null when source is insufficient or the returns do not vary.
    """
    martinRatio: float | None
    """Martin ratio: annualised return divided by the ulcer index; null when source is
    insufficient, the denominator is 0, or the asset is a binary.
    """
    cdar95Pct: float | None
    """Conditional drawdown at risk: mean of the worst 5 % of the drawdowns. In percent; null when
    source is insufficient.
    """
    gainToPain: float | None
    """Sum of the gains divided by the sum of the losses; null when source is insufficient or the
    denominator is 0.
    """
    sterlingRatio: float | None
    """Sterling ratio: annualised return divided by the conditional drawdown at risk (cdar95); null
    when source is insufficient, the denominator is 0, or the asset is a binary.
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
    """Number of bars used; 0 when source is insufficient."""
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
    """Number of bars in a year at the cadence of the records, used to annualise; null when source
    is insufficient.
    """
    sampling: Sampling | None
    """Sample from which the figures were computed; null when source is insufficient."""
    sampleNote: SampleNote
    """One sentence that says which sample these figures use, and which samples other endpoints use
    for figures of the same name.
    """


class BundleSeries(TypedDict):
    """Prices of the last 24 hours for a small chart. Present with `series=true`."""

    prices: list[float]
    """Last price of each of 60 equal time slices, oldest first; slices without a record are left
    out.
    """
    points: int
    """Number of prices, at most 60."""
    windowMs: int
    """Width of the window in ms."""


class BundleSignals(TypedDict):
    """Trading signal, a sum of votes by momentum, funding, basis and flow."""

    direction: Literal['LONG', 'SHORT', 'NEUTRAL']
    """Direction of the signal: `LONG` from a score of 0.25, `SHORT` from -0.25, `NEUTRAL` in
    between.
    """
    confidence: float
    """Strength of the signal, 0 to 1."""
    reasons: list[str]
    """Reasons for the direction, one sentence per vote."""


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


class CancelOrderAnswer(TypedDict):
    """State of the order after the venue answered."""

    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    outcome: CancelOrderAnswerOutcome
    """The outcome."""


class CancelOrderAnswerOutcome(TypedDict):
    """The outcome."""

    status: Literal['cancelled', 'filled', 'rejected', 'cancelling']
    """cancelled: nothing was traded and nothing rests; filled: a part or all was traded and
    nothing rests; rejected: it had been refused; cancelling: its end is not known yet.
    """
    order: BotOrder
    """One order of a bot."""


class CloseCredentialAnswer(TypedDict):
    """Removed."""

    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the credential."""
    venue: VenueId
    """Venue."""


class CloseOrderAnswer(TypedDict):
    """State of the order after the call."""

    ok: Ok
    """true on every success."""
    orderId: str
    """The order."""
    state: OrderState
    """Lifecycle state of the order."""
    releasedMicroUsd: int
    """Amount that was set aside and is free again. Micro-USD."""


class ConnectedVenue(TypedDict):
    """One stored credential, without its secret."""

    venue: VenueId
    """Venue."""
    kind: Literal['apiKey', 'wallet', 'oauth']
    """Kind of the credential."""
    addedAt: int
    """Time at which the credential was stored. Epoch milliseconds."""
    usable: bool
    """Whether the credential can trade: it is complete, the venue has not rejected it, and the
    vault can decrypt it.
    """
    missing: list[str]
    """Members that live trading needs and the credential lacks."""
    checkedAt: int | None
    """Time at which the venue last checked the credential. Checks happen in live mode only. Epoch
    milliseconds; null when the venue has not checked it yet.
    """
    problem: str | None
    """Problem with the credential, found by this service or reported by the venue; null when no
    problem is known.
    """


class ConnectedVenues(TypedDict):
    """Connected venues."""

    ok: Ok
    """true on every success."""
    vaultEnabled: bool
    """Credentials can be stored and used."""
    connected: list[ConnectedVenue]
    """Connected venues, one entry each, sorted by venue."""


class ControlBotAnswer(TypedDict):
    """Current value."""

    ok: Ok
    """true on every success."""
    config: BotConfig
    """Settings with which the engine trades for the bot."""
    killed: bool
    """The bot is halted by its own switch."""


class CorrelationMatrix(TypedDict):
    labels: list[AssetId]
    """Asset ids of rows and columns."""
    matrix: list[list[float | None]]
    """Symmetric; the diagonal is exactly 1."""


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
    """Share of the window, up to now, that has records, 0 to 1. Hours filled in from candles and
    imported records count as recorded.
    """
    notRecorded: list[NotRecorded]
    """Spans of the window without records, oldest first."""


class CreditOwnerAnswer(TypedDict):
    """The credit."""

    ok: Ok
    """true on every success."""
    owner: str
    """Owner that was credited."""
    applied: bool
    """false: this credit was applied before."""
    microUsd: int
    """Amount of the credit. Micro-USD."""
    balanceMicroUsd: int
    """Balance after repayment of debts. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


Deposit = TypedDict("Deposit", {
    "id": "str",
    "state": "Literal['credited', 'held', 'unattributed', 'released', 'returned']",
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


ExecMode: TypeAlias = "Literal['mock', 'live']"
"""Execution mode: `mock` simulates fills, `live` trades at the venue."""


ExpectedShortfall95: TypeAlias = "float | None"
"""Expected shortfall of one hour: mean loss of the worst 5 % of the hours; null when there are
fewer than two returns.
"""


ExpiresAt: TypeAlias = "int | None"
"""Expiry time. Epoch milliseconds; null when it never does."""


class ExplainLinkAnswer(TypedDict):
    """Evidence for and against a pair."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    a: MarketFeatures
    """How the matcher read a market."""
    b: MarketFeatures
    """How the matcher read a market."""
    matched: Literal['same', 'opposite', 'subset', 'superset', 'related'] | None
    """Confidence of the matcher alone; null when the matcher refuses the pair."""
    confidence: float
    """0 to 1."""
    reasons: list[str]
    """Evidence for the link."""
    against: list[str]
    """Evidence against the link."""
    link: Link | None
    """Relation of a to b; null when the two are not linked."""


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
    table: Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links']
    """Table that the file belongs to."""
    rows: int | None
    """Number of rows; null when the file has not been made yet."""
    series: int | None
    """Number of assets with observations in the file; null when the file has not been made yet.
    """
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
    """Under /api/m2m/: the version of its bodies."""


FairPrice: TypeAlias = "float | None"
"""Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
venues have a fresh mid.
"""


class Flags(TypedDict):
    """Flags and engines."""

    ok: Ok
    """true on every success."""
    flags: FlagsFlags
    """Read-only but for bot.globalKill."""
    engines: list[FlagsEngine]
    """One per venue that is recorded."""


class FlagsFlags(TypedDict):
    """Read-only but for bot.globalKill."""

    bot: FlagsFlagsBot
    """Trading."""
    monetization: FlagsFlagsMonetization
    """Paid use."""
    deposits: FlagsFlagsDeposits
    """Chains that are watched."""
    security: FlagsFlagsSecurity
    """Network."""
    dataVenues: list[FlagsFlagsDataVenue]
    """All venues."""
    process: FlagsFlagsProcess
    """This process."""


class FlagsFlagsBot(TypedDict):
    """Trading."""

    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    engineLoop: bool
    """The engine trades for enabled bots."""
    vaultEnabled: bool
    """Credentials of venues can be stored."""
    globalKill: bool
    """All trading is halted."""
    tradeFeeMicroUsd: int
    """Of one filled trade. Micro-USD."""


class FlagsFlagsMonetization(TypedDict):
    """Paid use."""

    paidGating: bool
    """Premium endpoints need a key."""
    prepaidBilling: bool
    """Requests are charged to a prepaid balance."""


class FlagsFlagsDeposits(TypedDict):
    """Chains that are watched."""

    evm: bool
    """EVM chains."""
    solana: bool
    """Solana."""


class FlagsFlagsSecurity(TypedDict):
    """Network."""

    trustProxy: bool
    """Proxies are trusted for addresses."""


class FlagsFlagsDataVenue(TypedDict):
    """One venue."""

    venue: VenueId
    """Venue."""
    shipped: bool
    """Data of the venue is recorded and served."""
    tier: Literal['free', 'pro', 'enterprise']
    """Lowest tier that can read the venue."""


class FlagsFlagsProcess(TypedDict):
    """This process."""

    venue: str
    """Venue that the engine serves; all: every venue."""
    nodeEnv: str
    """NODE_ENV."""


class FlagsEngine(TypedDict):
    """Adapter of one venue."""

    venue: VenueId
    """Venue."""
    port: int | None
    """Port on which it answers; null when the request came over no port."""
    verdict: Literal['OK', 'DOWN']
    """Whether it has a snapshot."""


class Gap(TypedDict):
    """One span that could not be recorded."""

    venue: VenueId
    """Venue of the gap."""
    storeKey: str | None
    """Key of the series; null when the whole venue was not recorded."""
    fromMs: int
    """Last recorded time before the gap. Epoch milliseconds."""
    toMs: int | None
    """End of the gap. Epoch milliseconds; null when the gap is still open."""
    reason: str
    """Reason why recording failed."""


Gaps: TypeAlias = "list[Gap]"
"""Spans that could not be recorded and overlap the window."""


GeneratedAt: TypeAlias = "str"
"""Time at which the answer was computed, ISO 8601."""


class GetAnomaliesAnswer(TypedDict):
    """Anomalies."""

    ok: Ok
    """true on every success."""
    verdict: Literal['ok', 'degraded', 'critical']
    """Most severe anomaly."""
    warming: bool
    """The process started less than 90 s ago."""
    alertable: bool
    """Page the operator."""
    scope: GetAnomaliesAnswerScope
    """What was checked."""
    counts: GetAnomaliesAnswerCounts
    """How many anomalies."""
    anomalies: list[GetAnomaliesAnswerAnomaly]
    """Rows of one code and venue are one row."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""


class GetAnomaliesAnswerScope(TypedDict):
    """What was checked."""

    venues: list[VenueId]
    """Venues."""


class GetAnomaliesAnswerCounts(TypedDict):
    """How many anomalies."""

    total: int
    """All."""
    critical: int
    """Critical ones."""
    warning: int
    """Warnings."""


class GetAnomaliesAnswerAnomaly(TypedDict):
    """One anomaly."""

    severity: Literal['info', 'warning', 'critical']
    """Severity; `info` does not change the verdict."""
    code: Literal['venue_missing', 'venue_stale', 'venue_empty', 'stream_silent', 'store_unavailable', 'probability_out_of_range', 'non_positive_price', 'empty_book_half', 'gross_overround', 'disk_low', 'corrupt_block', 'ledger_invariant_broken', 'billing_write_failed', 'database_unavailable', 'redis_unavailable', 'history_unavailable', 'outbox_growing', 'process_silent', 'links_differ', 'hold_stuck', 'deposits_held', 'deposit_watcher_stalled', 'venue_blocked', 'credentials_refused', 'positions_not_settled']
    """What."""
    venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None
    """Where; null when it is the whole service."""
    message: str
    """One sentence."""
    count: NotRequired[int]
    """Markets, streams or blocks concerned."""


class GetAssetAnswer(TypedDict):
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
    """Key of the asset within its venue, under which its history is stored."""
    now: int
    """When this answer was made. Epoch milliseconds."""
    snapshot: VenueSnapshot
    """The venue's newest poll result, in which the ticker was found."""
    ticker: PerpTicker | BinaryTicker | None
    """The newest state; null when the asset has left the list of its venue."""
    candles: list[GetAssetAnswerCandle]
    """Hourly candles of the last 30 days, oldest first: of hours that were recorded from the
    records, of others from the venue. Empty when `unavailable` names them.
    """
    book: NotRequired[GetAssetAnswerBook | None]
    """Perpetuals: the live book; null when it could not be read."""
    funding: NotRequired[list[GetAssetAnswerFundingItem]]
    """Perpetuals: funding settled in the last 24 hours, oldest first."""
    rules: NotRequired[str | None]
    """Binaries: settlement rules as plain text; null when the venue publishes none."""
    history: NotRequired[list[GetAssetAnswerHistoryItem]]
    """Binaries: the newest 500 records of the store, oldest first."""
    resolution: NotRequired[Resolution | None]
    """Binaries: how the market ended; null when no resolution is recorded."""
    unavailable: list[Literal['candles', 'book', 'funding']]
    """Parts that the venue did not answer this time; they are empty or null above."""
    market: RegisteredMarket | None
    """Registered facts of the market, kept after its venue has dropped it; null when nothing was
    registered: it left its venue before the register was kept, or has not been polled since.
    """
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, keyed by the path of the member; present with `explain=true`, for
    the members whose reason is known. docs/errors.md explains each reason.
    """


class GetAssetAnswerCandle(TypedDict):
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
    """Base units or contracts; null when it is not known."""
    trades: int | None
    """Number of trades; null when it is not known."""


class GetAssetAnswerBook(TypedDict):
    """Perpetuals: the live book; null when it could not be read."""

    bids: list[PriceLevel]
    """Best (highest) first."""
    asks: list[PriceLevel]
    """Best (lowest) first."""
    fetchedAt: int
    """When the venue answered, by the service's clock. Epoch milliseconds."""


class GetAssetAnswerFundingItem(TypedDict):
    """One payment."""

    t: int
    """When it was settled. Epoch milliseconds."""
    rate: float
    """Fraction of notional for one hour; positive: longs pay."""


class GetAssetAnswerHistoryItem(TypedDict):
    """One record."""

    t: int
    """Time. Epoch milliseconds."""
    p: float
    """Probability of Yes."""


class GetAssetRiskAnswer(TypedDict):
    """Risk of one asset."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue, under which its history is stored."""
    source: Literal['store', 'fallback']
    """fallback: the store holds fewer than minBars usable records."""
    periodsPerYear: float | None
    """By the median distance of the records: 8,766 for hourly ones; null when fewer than two
    records are usable.
    """
    minBars: int
    """As asked, at most 5,000."""
    sharpeSuppressedReason: SharpeSuppression | None
    """Reason why sharpe is null; null when sharpe is not null."""
    sampling: Sampling | None
    """Sample behind the figures; null when source is fallback."""
    sampleNote: SampleNote
    """One sentence that says which sample these figures use, and which samples other endpoints use
    for figures of the same name.
    """
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    metrics: GetAssetRiskAnswerMetrics
    """Every figure but the counts is null when source is fallback."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, keyed by the path of the member; present with `explain=true`, for
    the members whose reason is known. docs/errors.md explains each reason.
    """


class GetAssetRiskAnswerMetrics(TypedDict):
    """Every figure but the counts is null when source is fallback."""

    bars: int
    """Usable prices."""
    returns: int
    """Returns between them."""
    meanLogReturn: float | None
    """Mean return per bar; null when too few records are usable."""
    realizedVol: float | None
    """Sample deviation of the returns, per bar; null when too few records are usable."""
    annualizedVol: float | None
    """The same per year; null when too few records are usable."""
    annualizedReturn: float | None
    """Mean return per year, continuously compounded; null when too few records are usable, or the
    price is a probability.
    """
    sharpe: float | None
    """annualizedReturn over annualizedVol; null when too few records are usable or the denominator
    is 0, or the price is a probability.
    """
    sharpeAdjAC: float | None
    """sharpe corrected for autocorrelation by Lo's factor; null when sharpe or the autocorrelation
    is not known, or the price is a probability.
    """
    ulcerIndex: float | None
    """Root mean square of the drawdowns; null when too few records are usable."""
    painIndex: float | None
    """Mean drawdown; null when too few records are usable."""
    modifiedVar95: float | None
    """Cornish-Fisher value at risk per bar, a loss of at least 0; null when returns are too few or
    do not vary.
    """
    martinRatio: float | None
    """annualizedReturn over ulcerIndex; null when too few records are usable or the denominator is
    0, or the price is a probability.
    """
    cdar95: float | None
    """Mean of the worst 5 % of the drawdowns; null when too few records are usable."""
    gainToPain: float | None
    """Sum of gains over sum of losses; null when too few records are usable or the denominator is
    0.
    """
    sterlingRatio: float | None
    """annualizedReturn over cdar95; null when too few records are usable or the denominator is 0,
    or the price is a probability.
    """
    omega: float | None
    """Gains over losses at threshold 0; null when too few records are usable or the denominator is
    0.
    """
    rollSpreadBps: float | None
    """Roll's spread in basis points of the price; 0 where no bounce is seen; null when too few
    records are usable.
    """
    maxDrawdown: float | None
    """Deepest fall from a peak; null when too few records are usable."""
    peakPrice: float | None
    """Price at its start; null when too few records are usable."""
    troughPrice: float | None
    """Price at its end; null when too few records are usable."""
    drawdownBars: int | None
    """Bars from start to end; null when too few records are usable."""


class GetAssetStatsAnswer(TypedDict):
    """Statistics of one asset."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    type: AssetKind
    """Kind of the asset."""
    now: int
    """When this answer was made. Epoch milliseconds."""
    snapshot: VenueSnapshot
    """The venue's newest poll result."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    stats: GetAssetStatsAnswerStats
    """Statistics over the hourly bars of 30 days."""
    sampleNote: SampleNote
    """One sentence that says which sample these figures use, and which samples other endpoints use
    for figures of the same name.
    """
    benchmark: NotRequired[GetAssetStatsAnswerBenchmark | None]
    """Perpetuals: how the asset moves when the benchmark rises and falls; null when fewer than 24
    hours are shared, or the asset is the benchmark.
    """
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, keyed by the path of the member; present with `explain=true`, for
    the members whose reason is known. docs/errors.md explains each reason.
    """


class GetAssetStatsAnswerStats(TypedDict):
    """Statistics over the hourly bars of 30 days."""

    n: int
    """Number of returns."""
    periodsPerYear: int
    """Number of bars in a year, used to annualise; always 8,760."""
    verdict: Literal['random-walk', 'mean-reverting', 'trending', 'flat', 'insufficient-data']
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
    """`annualised` for perpetuals; `horizon` for binaries, whose figures refer to the time until
    they resolve.
    """
    sharpeSuppressedReason: SharpeSuppression | None
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
    """Number of rows in the regression."""
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
    """Number of lags of the long-run variance."""
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
    """Number of runs of equal sign."""
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
    """Number of hours over which the variance is compared with that of one hour."""
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
    """Number of bars in a day."""
    perDayMove: float | None
    """Standard deviation of a day's move in probability points (0 to 1); null when there are fewer
    than two returns.
    """
    perHorizonMove: float | None
    """Standard deviation of the move until the end, at most the square root of terminalVariance;
    null when perDayMove, daysToResolve or terminalVariance is null.
    """
    terminalVariance: TerminalVariance
    """Variance of the outcome at the current price p: p (1 - p); null when the market has no
    price.
    """
    resolvedFrom: Literal['closeTime', 'endDate'] | None
    """Venue's time that counts as the end: the end of trading (`closeTime`), or the day on which
    the question is due (`endDate`); null when the venue states no end.
    """
    available: bool
    """Whether daysToResolve is known."""


class GetAssetStatsAnswerBenchmark(TypedDict):
    """Perpetuals: how the asset moves when the benchmark rises and falls; null when fewer than 24
    hours are shared, or the asset is the benchmark.
    """

    benchmarkAsset: AssetId
    """Asset id in its canonical spelling."""
    up: float | None
    """Sum of its returns over those of the benchmark in rising hours; null when it never rose."""
    down: float | None
    """The same in falling hours; null when it never fell."""
    captureSpread: float | None
    """up less down; null when either is null."""
    alignedBars: int
    """Returns that both have."""


class GetBalanceAnswer(TypedDict):
    """Balance and ledger."""

    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the balance."""
    balance: GetBalanceAnswerBalance
    """The balance now."""
    prepaidEnabled: bool
    """Whether use is charged."""
    priceListMicroUsd: PriceList
    """Prices of paid services; 0 means free."""
    ledger: list[GetBalanceAnswerLedgerItem]
    """Entries, oldest first."""
    truncated: bool
    """Older entries exist."""
    nextCursor: str | None
    """Cursor that leads to the page before; send it back as `cursor`; null when there is none."""


class GetBalanceAnswerBalance(TypedDict):
    """The balance now."""

    microUsd: int
    """Whole balance. Micro-USD."""
    usd: float
    """The same in US dollars."""
    heldMicroUsd: int
    """Held for orders that are not filled yet; part of microUsd. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class GetBalanceAnswerLedgerItem(TypedDict):
    """One change of the balance."""

    id: int
    """Ascends with time."""
    ts: int
    """When it was stored. Epoch milliseconds."""
    type: Literal['deposit', 'admin_credit', 'voucher', 'trade_fee', 'stream_fee', 'refund', 'release', 'held', 'return', 'writeoff']
    """Type of the entry."""
    microUsd: int
    """Change of the balance; negative: a debit. Micro-USD."""
    balanceAfter: int
    """Balance after the entry. Micro-USD."""
    ref: str | None
    """Reference of the entry; null when the entry has none."""


class GetBookAnswer(TypedDict):
    """A whole book."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    bids: list[PriceLevel]
    """Best (highest) first."""
    asks: list[PriceLevel]
    """Best (lowest) first."""
    fetchedAt: int
    """When the venue answered, by the service's clock. Epoch milliseconds."""
    stale: bool
    """The venue did not answer; the book is up to two minutes old."""
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """


class GetBotStatusAnswer(TypedDict):
    """Status."""

    ok: Ok
    """true on every success."""
    authenticated: bool
    """A key was given."""
    system: GetBotStatusAnswerSystem
    """Trading status of the whole service."""
    killed: NotRequired[bool]
    """The bot is halted by its own switch."""
    balanceMicroUsd: NotRequired[int]
    """Prepaid balance of the owner. Micro-USD."""
    owedMicroUsd: NotRequired[OwedMicroUsd]
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """
    config: NotRequired[BotConfig]
    """Settings with which the engine trades for the bot."""
    connectedVenues: NotRequired[list[ConnectedVenue]]
    """Connected venues, one entry each, sorted by venue."""
    activity: NotRequired[GetBotStatusAnswerActivity]
    """Totals of the bot in the current execution mode."""
    recentOrders: NotRequired[list[BotOrder]]
    """The newest 50, newest first."""
    results: NotRequired[GetBotStatusAnswerResults]
    """Positions and realised profit of the bot in the current execution mode."""
    engine: NotRequired[GetBotStatusAnswerEngine]
    """Newest decisions and status of the engine for the bot."""


class GetBotStatusAnswerSystem(TypedDict):
    """Trading status of the whole service."""

    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    globalKill: bool
    """All trading is halted."""
    engineLoop: bool
    """The engine loop trades for enabled bots."""
    vaultEnabled: bool
    """Venue credentials can be stored."""


class GetBotStatusAnswerActivity(TypedDict):
    """Totals of the bot in the current execution mode."""

    orderRecords: int
    """Stored orders."""
    filled: int
    """Orders with at least one fill."""
    fills: int
    """Fills."""
    accessFeesMicroUsd: int
    """Access fees charged for them. Micro-USD."""


class GetBotStatusAnswerResults(TypedDict):
    """Positions and realised profit of the bot in the current execution mode."""

    positions: list[GetBotStatusAnswerResultsPosition]
    """Open positions, at most the 200 with the largest cost; for binaries, in terms of Yes."""
    openPositions: int
    """Number of open positions."""
    realizedPnlUsd: float
    """Realised profit of closed positions in US dollars, after the venues' fees."""
    closings: int
    """Number of times that a position or a part of one was closed."""
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
    size: float
    """Size in coins or shares; negative for a short position."""
    avgPrice: float
    """Average entry price: USD, or probability of Yes."""
    costUsd: float
    """Amount paid for the position, or received for a short one, in US dollars."""


class GetBotStatusAnswerEngine(TypedDict):
    """Newest decisions and status of the engine for the bot."""

    decisions: list[BotDecision]
    """Newest first; 1000 are kept."""


class GetCarryAnswer(TypedDict):
    """Carry of one perpetual."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: Literal['hl-perp']
    """Always a perpetual."""
    venue: VenueId
    """Venue of the asset."""
    coin: str
    """The venue's name of the asset."""
    markPx: float | None
    """Mark price in USD; null when the asset has left its venue."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    snapshotAgeMs: int | None
    """Age of the venue's snapshot in ms; null when the venue has not been read yet."""
    carry: GetCarryAnswerCarry | None
    """Cost or income of funding; null when the venue publishes no rate."""
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, keyed by the path of the member; present with `explain=true`, for
    the members whose reason is known. docs/errors.md explains each reason.
    """


class GetCarryAnswerCarry(TypedDict):
    """Cost or income of funding; null when the venue publishes no rate."""

    fundingHourly: float
    """Funding of the running hour as a fraction of notional; positive: longs pay."""
    fundingAnnualizedFrac: float
    """8,760 times that."""
    longSide: GetCarryAnswerCarryLongSide
    """The long side."""
    shortSide: GetCarryAnswerCarryShortSide
    """The short side."""
    flat: bool
    """Whether nothing is paid."""


class GetCarryAnswerCarryLongSide(TypedDict):
    """The long side."""

    hourlyFrac: float
    """Earned per hour as a fraction of notional; negative: paid."""
    annualizedFrac: float
    """8,760 times that, not compounded."""
    role: Literal['pays', 'receives', 'flat']
    """Whether the side earns or pays."""
    daysTo1Pct: float | None
    """Days until 1 % of notional is earned or paid; null when nothing is paid."""
    daysTo10Pct: float | None
    """Days until 10 %; null when nothing is paid."""


class GetCarryAnswerCarryShortSide(TypedDict):
    """The short side."""

    hourlyFrac: float
    """Earned per hour as a fraction of notional; negative: paid."""
    annualizedFrac: float
    """8,760 times that, not compounded."""
    role: Literal['receives', 'pays', 'flat']
    """Whether the side earns or pays."""
    daysTo1Pct: float | None
    """Days until 1 % of notional is earned or paid; null when nothing is paid."""
    daysTo10Pct: float | None
    """Days until 10 %; null when nothing is paid."""


class GetCascadesAnswer(TypedDict):
    """Cascades of one asset."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue, under which its history is stored."""
    params: GetCascadesAnswerParams
    """Parameters of the request after defaults and caps."""
    summary: GetCascadesAnswerSummary
    """All cascades together."""
    cascades: list[GetCascadesAnswerCascade]
    """Oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetCascadesAnswerParams(TypedDict):
    """Parameters of the request after defaults and caps."""

    windowMs: int
    """Window in ms."""
    minDrawdownPct: float
    """Least move as a fraction."""
    direction: Literal['down', 'up']
    """Direction."""
    fromMs: WindowFromMs
    """Start of the window. Epoch milliseconds; null when the window begins with the first record.
    """
    toMs: WindowToMs
    """End of the window. Epoch milliseconds; null when the window ends with the newest record."""
    limit: int
    """Maximum number of records read."""


class GetCascadesAnswerSummary(TypedDict):
    """All cascades together."""

    clustersFound: int
    """Number of cascades."""
    deepestDrawdownFrac: float
    """Largest move; 0 without a cascade."""
    totalCascadeBars: int
    """Records in all of them."""
    direction: Literal['down', 'up']
    """Direction."""


class GetCascadesAnswerCascade(TypedDict):
    """One cascade."""

    tStart: int
    """Its first record. Epoch milliseconds."""
    tEnd: int
    """Its extreme. Epoch milliseconds."""
    bars: int
    """Records from start to end, both included."""
    peakPrice: float
    """The higher of its two ends."""
    troughPrice: float
    """The lower of its two ends."""
    drawdownFrac: float
    """The move as a positive fraction of its start."""


class GetCatalogueAnswer(TypedDict):
    """All endpoints."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of endpoints."""
    catalog: GetCatalogueAnswerCatalog
    """Where to read more."""
    endpoints: list[GetCatalogueAnswerEndpoint]
    """In the order of the document."""


class GetCatalogueAnswerCatalog(TypedDict):
    """Where to read more."""

    docs: str
    """A page for people."""
    spec: str
    """A document for machines."""


class GetCatalogueAnswerEndpoint(TypedDict):
    """One endpoint."""

    path: str
    """Path with its parameters."""
    method: str
    """HTTP method."""
    server: Literal['main', 'bot']
    """Server that answers it; the document names both."""
    summary: str
    """Purpose of the endpoint."""
    group: str
    """Group of the document."""
    cacheSeconds: int
    """Shared-cache seconds; 0: not cached."""
    access: Literal['free', 'pro', 'enterprise', 'key', 'admin', 'webhook']
    """Access class while paid gating is on."""
    feature: str | None
    """Feature that the key must include; null when none is needed."""


class GetChangelogAnswer(TypedDict):
    """What changed for callers."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of entries."""
    entries: list[GetChangelogAnswerEntry]
    """Newest first."""


class GetChangelogAnswerEntry(TypedDict):
    """One change."""

    version: str
    """First version with it."""
    date: str
    """ISO date of that version."""
    kind: Literal['added', 'changed', 'fixed', 'removed']
    """Kind of change."""
    breaking: bool
    """Callers must change something."""
    summary: str
    """What changed."""
    paths: list[str]
    """Endpoints concerned."""


class GetCorrelationsAnswer(TypedDict):
    """Correlations."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    params: GetCorrelationsAnswerParams
    """As asked."""
    surviving: list[AssetId]
    """Assets in the matrices, in the order asked."""
    dropped: list[GetCorrelationsAnswerDroppedItem]
    """Assets that are not."""
    barsPerAsset: dict[str, int]
    """Points of the grid with a price, by asset."""
    alignedReturnsLen: int
    """Returns that all survivors have, prices carried forward included: see overlap."""
    overlap: GetCorrelationsAnswerOverlap
    """Records of each pair, without prices carried forward."""
    pearson: CorrelationMatrix | None
    """Pearson; null when not asked for, or when fewer than two assets survive, ten returns are
    shared, or 10 bars hold records of both.
    """
    spearman: CorrelationMatrix | None
    """Spearman; null when not asked for, or when fewer than two assets survive, ten returns are
    shared, or 10 bars hold records of both.
    """
    whyNull: WhyNull
    """Reasons for null members, keyed by the path of the member; of a pair as pearson.matrix.0.1.
    docs/errors.md explains each reason.
    """


class GetCorrelationsAnswerParams(TypedDict):
    """As asked."""

    assets: list[AssetId]
    """Canonical asset ids."""
    window: float
    """Hours."""
    method: Literal['both', 'pearson', 'spearman']
    """Matrices."""


class GetCorrelationsAnswerDroppedItem(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    reason: Literal['insufficient-data', 'zero-variance']
    """Why."""


class GetCorrelationsAnswerOverlap(TypedDict):
    """Records of each pair, without prices carried forward."""

    labels: list[AssetId]
    """Asset ids of rows and columns."""
    matrix: list[list[int]]
    """Symmetric; on the diagonal the bars of the asset itself."""


class GetDepositAddressAnswer(TypedDict):
    """Addresses."""

    ok: Ok
    """true on every success."""
    owner: str
    """Owner of the addresses."""
    addresses: list[GetDepositAddressAnswerAddresse]
    """One for each chain that has them."""


class GetDepositAddressAnswerAddresse(TypedDict):
    """An address."""

    chain: str
    """Name of the chain."""
    address: str
    """Where to send, with its checksum."""
    assets: list[str]
    """Tokens that are credited."""
    salt: str
    """Salt, computed from owner and chain."""
    factory: str
    """Contract that deploys it."""
    implementation: str
    """Contract whose code it runs."""


class GetEndpointHealthAnswer(TypedDict):
    """Every endpoint, called in process."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    summary: ProbeSummary
    """All probes together."""
    probes: list[GetEndpointHealthAnswerProbe]
    """One per endpoint."""


class GetEndpointHealthAnswerProbe(TypedDict):
    """One endpoint."""

    endpoint: str
    """Path with its parameters."""
    sampleUrl: str
    """Endpoint that was called."""
    status: Literal['healthy', 'degraded', 'errored']
    """Result of the call."""
    statusCode: int
    """HTTP status."""
    sampleLatencyMs: float
    """Time to the answer in ms."""
    lastChecked: str
    """When. ISO 8601."""
    error: str | None
    """The error code of the answer; null when it was no failure."""


class GetExportManifestAnswer(TypedDict):
    """Manifest of the tree: its files, their schema and what they cover."""

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
    """Number of rows in the table of gaps; null when the file has not been made yet."""
    damaged: list[GetExportManifestAnswerDamagedItem]
    """Spans whose observations could not be read and are missing from the files."""
    withdrawn: list[str]
    """Ids of imports that were withdrawn."""
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

    venues: list[VenueId] | None
    """Selected venues; null when everything is selected."""
    assets: list[str] | None
    """Selected assets; null when everything is selected."""
    tables: list[Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links']]
    """Tables of the tree."""
    format: Literal['parquet', 'arrow', 'csv', 'jsonl']
    """Format of the files."""
    compression: Literal['zstd', 'gzip', 'none']
    """Compression of the files."""


class GetExportManifestAnswerSchema(TypedDict):
    """Columns of each table."""

    observations: ExportColumns
    """Columns in their order in the file."""
    gaps: ExportColumns
    """Columns in their order in the file."""
    resolutions: ExportColumns
    """Columns in their order in the file."""
    markets: ExportColumns
    """Columns in their order in the file."""
    rules: ExportColumns
    """Columns in their order in the file."""
    links: ExportColumns
    """Columns in their order in the file."""


class GetExportManifestAnswerDamagedItem(TypedDict):
    """One span whose observations are damaged."""

    venue: VenueId
    """Venue."""
    asset: str | None
    """Asset id; null when several assets are concerned, or the asset is not known."""
    fromMs: int
    """Start of the span. Epoch milliseconds."""
    toMs: int
    """End of the span. Epoch milliseconds."""
    reason: str
    """Kind of damage."""


class GetExportManifestAnswerTotals(TypedDict):
    """Totals of the tree."""

    rows: int | None
    """Number of observations; null when a file of observations has not been made yet."""
    bytes: int | None
    """Size of all files in bytes; null when a file has not been made yet."""
    series: int
    """Number of selected series that have records."""


class GetFeedAnswer(TypedDict):
    """The newest state of every venue."""

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
    ages: dict[str, int | None]
    """Age of each snapshot in ms."""
    stale: dict[str, bool]
    """Whether each snapshot is older than 120 s or missing."""
    errors: dict[str, str | None]
    """The last failure of each poll."""
    bodyAgeMs: int
    """Age of this body in ms; at most 1,000."""


class GetFeedAnswerHyperliquid(TypedDict):
    """Markets of Hyperliquid; null when the venue has not been read yet."""

    fetchedAt: int
    """When the poll was complete. Epoch milliseconds."""
    perps: list[PerpTicker]
    """Perpetuals."""
    outcomes: list[BinaryTicker]
    """Outcome markets."""


class GetFeedHealthAnswer(TypedDict):
    """How polling goes."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """OK, WARN or DOWN; DOWN comes with 503."""
    venues: dict[str, Literal['OK', 'DOWN']]
    """Whether each venue has a snapshot."""
    degraded: dict[str, bool]
    """Polls fail while the snapshot is still fresh; does not change the verdict."""
    anyDegraded: bool
    """Whether any venue is degraded."""
    health: GetFeedHealthAnswerHealth
    """The process, and the poller of each venue that is recorded."""


class GetFeedHealthAnswerHealth(TypedDict):
    """The process, and the poller of each venue that is recorded."""

    startedAt: int
    """When the feed started. Epoch milliseconds."""
    uptimeMs: int
    """Since then, in ms."""
    pollersRunning: bool
    """Whether any poller runs."""
    hyperliquid: NotRequired[Poller]
    """Polling one venue."""
    polymarket: NotRequired[Poller]
    """Polling one venue."""
    kalshi: NotRequired[Poller]
    """Polling one venue."""
    limitless: NotRequired[Poller]
    """Polling one venue."""


class GetFlowAnswer(TypedDict):
    """Order flow."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue, under which its history is stored."""
    params: GetFlowAnswerParams
    """Parameters of the request after defaults and caps."""
    summary: GetFlowAnswerSummary
    """All records together."""
    series: list[GetFlowAnswerSery]
    """Oldest first."""
    rollingDelta: float
    """Sum of signed over the last rollingWindow records."""
    rollingWindow: int
    """Records of one block."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetFlowAnswerParams(TypedDict):
    """Parameters of the request after defaults and caps."""

    rollingWindow: int
    """Records of one block."""
    fromMs: WindowFromMs
    """Start of the window. Epoch milliseconds; null when the window begins with the first record.
    """
    toMs: WindowToMs
    """End of the window. Epoch milliseconds; null when the window ends with the newest record."""
    limit: int
    """Maximum number of records read."""


class GetFlowAnswerSummary(TypedDict):
    """All records together."""

    bars: int
    """Records with a usable price."""
    buyBars: int
    """Bought."""
    sellBars: int
    """Sold."""
    unclassifiedBars: int
    """Before the first change of the price, and closes that were filled in."""
    buyVolume: float
    """Weight bought."""
    sellVolume: float
    """Weight sold."""
    netDelta: float
    """buyVolume less sellVolume."""
    imbalance: float
    """netDelta over both, -1 to 1; 0 when nothing is classified."""
    vpin: float
    """Mean size of the imbalance of blocks of equal count, 0 to 1."""
    hasRealVolume: bool
    """Whether any record carries a traded volume."""
    impactLambda: float | None
    """Kyle's lambda: price per unit of weight; null when fewer than ten records are classified, or
    all weigh the same.
    """
    impactLambdaBps: float | None
    """The same in basis points of the mean price; null when impactLambda is null."""
    impactFromRealVolume: bool
    """Whether it rests on traded volume."""


class GetFlowAnswerSery(TypedDict):
    """One record."""

    t: int
    """Time. Epoch milliseconds."""
    side: Literal['buy', 'sell', 'unclassified'] | None
    """Side that took; null when the record is a close that was filled in."""
    weight: float
    """Its volume, or 1; 0 for a close that was filled in."""
    signed: float
    """The weight with the sign of the side, or 0."""
    cumulative: float | None
    """Running sum of signed; null when it is beyond the largest number."""


class GetGapsAnswer(TypedDict):
    """Gaps of recording."""

    ok: Ok
    """true on every success."""
    count: int
    """Gaps in this answer."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    nextCursor: str | None
    """Cursor that leads to the page before; send it back as `cursor`; null when there is none."""


class GetHealthAnswer(TypedDict):
    """The process is up."""

    ok: Ok
    """true on every success."""
    uptimeMs: int
    """Since the feed started, in ms."""
    pulse: GetHealthAnswerPulse
    """Listeners of live streams."""
    role: str
    """What this process does; `all`: it is the whole installation."""
    leader: dict[str, GetHealthAnswerLeaderItem] | None
    """The process that reads each venue, by venue id; null when this process reads the venues, or
    knows of none that does.
    """
    outboxRows: int | None
    """Records that are stored and not readable yet; null when the history is a local file, or the
    number is not known.
    """
    shipLagMs: int | None
    """Age of the oldest of them, in ms; null when the history is a local file, or the age is not
    known.
    """
    processes: list[GetHealthAnswerProcesse] | None
    """Every process of the installation; null when one process is the whole installation."""


class GetHealthAnswerPulse(TypedDict):
    """Listeners of live streams."""

    assetsPolling: int
    """Assets with listeners."""
    totalSubscribers: int
    """Subscriptions to assets; a stream of several assets counts for each."""
    perAsset: dict[str, GetHealthAnswerPulsePerAssetItem]
    """By asset id."""


class GetHealthAnswerPulsePerAssetItem(TypedDict):
    """One asset."""

    subscribers: int
    """Open streams of the asset."""
    lastPulseMs: int | None
    """When the last pulse went out. Epoch milliseconds; null when none went out yet."""
    upstreamCalls: int
    """Calls to the venue since the start."""


class GetHealthAnswerLeaderItem(TypedDict):
    """One venue."""

    url: str
    """Internal address."""
    since: int
    """When it began. Epoch milliseconds."""
    fence: int
    """Grows with each process that takes over."""


class GetHealthAnswerProcesse(TypedDict):
    """One process."""

    role: str
    """What it does."""
    id: str
    """Role, host and port, and what only this start of the process has."""
    version: str
    """Version of the program."""
    seenMs: int
    """How long ago it was last heard of, in ms; silent after 20,000."""


class GetHistoryAggregateAnswer(TypedDict):
    """Buckets."""

    ok: Ok
    """true on every success."""
    venue: VenueId
    """Venue of the series."""
    asset: str
    """The storeKey."""
    assetId: str
    """The asset id."""
    bucketMs: int
    """Width of a bucket in ms."""
    op: Literal['all', 'ohlc', 'vwap']
    """Which members a bucket has."""
    count: int
    """Buckets in this answer."""
    buckets: list[GetHistoryAggregateAnswerBucket]
    """Oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: bool
    """Older buckets exist in the window."""


class GetHistoryAggregateAnswerBucket(TypedDict):
    """One bucket. ohlc: t to close and count; vwap: t, count, volume, vwap; all: every member."""

    t: int
    """Start of the bucket. Epoch milliseconds."""
    open: NotRequired[float]
    """First price."""
    high: NotRequired[float]
    """Highest price."""
    low: NotRequired[float]
    """Lowest price."""
    close: NotRequired[float]
    """Last price."""
    count: NotRequired[int]
    """Records."""
    volume: NotRequired[float | None]
    """Traded volume; null when no record has any."""
    vwap: NotRequired[float | None]
    """Volume-weighted price; null when no volume was traded."""


class GetHistoryAnswer(TypedDict):
    """Recorded observations."""

    ok: Ok
    """true on every success."""
    venue: VenueId
    """Venue of the series."""
    asset: str
    """The storeKey."""
    assetId: str
    """The asset id."""
    count: int
    """Records in this answer."""
    records: list[GetHistoryAnswerRecord]
    """Oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: bool
    """Older records exist in the window."""
    nextCursor: str | None
    """Cursor that leads to the page before; send it back as `cursor`; null when there is none."""


class GetHistoryAnswerRecord(TypedDict):
    """One observation."""

    t: int
    """When it was observed. Epoch milliseconds."""
    p: float
    """Price: USD, or probability of Yes."""
    v: NotRequired[float]
    """Traded since the record before, where known."""
    s: NotRequired[Literal['poll', 'backfill', 'import', 'trade']]
    """Source of the record."""


class GetIndexAnswer(TypedDict):
    """Every tradable asset."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    generatedAtMs: int
    """The same time. Epoch milliseconds."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    scope: GetIndexAnswerScope
    """What was checked."""
    summary: GetIndexAnswerSummary
    """All entries that pass the filters."""
    filters: GetIndexAnswerFilters
    """The request."""
    returned: int
    """Entries in this answer."""
    truncated: bool
    """More entries follow."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""
    entries: list[GetIndexAnswerEntry]
    """In the order of venue and asset id; with `q` the best first."""
    bundleEndpoint: str
    """Path for one asset."""
    batchEndpoint: str
    """Path for up to 50 assets."""


class GetIndexAnswerScope(TypedDict):
    """What was checked."""

    venues: list[VenueId]
    """Venues."""
    kinds: list[Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']]
    """Kinds of assets."""
    tracked: int
    """Listed assets, before any filter."""


class GetIndexAnswerSummary(TypedDict):
    """All entries that pass the filters."""

    total: int
    """Their number."""
    byVenue: dict[str, int]
    """Their number by venue."""
    freshCount: int
    """Fresh ones."""
    staleCount: int
    """Stale ones."""


class GetIndexAnswerFilters(TypedDict):
    """The request."""

    kind: list[Literal['perp', 'binary', 'pred']]
    """Classes; empty: all."""
    fresh: bool
    """Stale assets are left out."""
    minBasisBps: float | None
    """Least distance from fair value; null when none was asked for."""
    limit: int | None
    """Most entries; null when none was asked for."""
    offset: int
    """Entries skipped."""
    q: str | None
    """Search words; null when none was given."""


class GetIndexAnswerEntry(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']
    """Its venue."""
    kind: Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']
    """Its kind."""
    lastPrice: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    name: str
    """Coin or question."""
    isStale: bool
    """The venue's newest poll result is older than 120 s."""
    fairPrice: float | None
    """Oracle price, or consensus of the linked venues; null when there is no oracle price and
    fewer than two linked venues have a fresh mid.
    """
    basisBps: float | None
    """Last over fair price, less one; null when either price is null."""
    basisPts: float | None
    """Probabilities: last less fair price in percentage points; null when the asset is a
    perpetual, or either price is null.
    """
    change24hPct: float | None
    """Change of 24 hours in percent of the price then; null when the price now or then is not
    known.
    """
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual, or change24hPct is null.
    """
    volume24hUsd: float | None
    """Traded in 24 hours; null when the venue publishes none."""
    endDate: int | None
    """End of trading, or when the question is due. Epoch milliseconds; null when the asset is a
    perpetual, or the venue states no end.
    """
    whyNull: NotRequired[WhyNull]
    """Reasons for null members, keyed by the path of the member; present with `explain=true`, for
    the members whose reason is known. docs/errors.md explains each reason.
    """


class GetLeaderboardAnswer(TypedDict):
    """The leaderboard."""

    ok: Ok
    """true on every success."""
    fills: Literal['mark', 'book', 'live']
    """How orders fill: mock orders at the price that their caller names (`mark`), mock orders over
    the live book (`book`), or at the venues (`live`).
    """
    leaderboard: list[GetLeaderboardAnswerLeaderboardItem]
    """Best first."""


class GetLeaderboardAnswerLeaderboardItem(TypedDict):
    """One bot."""

    handle: str
    """Stable pseudonym."""
    realizedPnlUsd: float
    """Gains and losses of what was closed, less the venues' fees."""
    winRate: float | None
    """Closings with a gain of all closings; null when nothing was closed."""
    tradeCount: int
    """Fills."""
    farFills: int
    """Fills at a price that the bot named itself and that was not near the market: no venue would
    have made these trades.
    """
    totalVolumeUsd: float
    """Of all fills."""
    openPositions: int
    """Positions that are not flat."""


class GetLinksAnswer(TypedDict):
    """Links between markets."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    count: int
    """Number of links in this answer."""
    total: int
    """Number of links, or of refused pairs with state=refused, on all pages."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""
    links: list[Link]
    """Each pair once, by asset id."""
    refused: NotRequired[list[GetLinksAnswerRefusedItem]]
    """With state=refused or refused=true: pairs that looked alike and were not linked."""


class GetLinksAnswerRefusedItem(TypedDict):
    """One pair."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    reasons: list[str]
    """What stood against it."""


class GetMoversAnswer(TypedDict):
    """Movers."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    params: GetMoversAnswerParams
    """As asked."""
    gainers: list[Mover]
    """Largest rise first."""
    losers: list[Mover]
    """Largest fall first."""
    totals: GetMoversAnswerTotals
    """Over all markets of the kinds."""


class GetMoversAnswerParams(TypedDict):
    """As asked."""

    topN: int
    """Rows per direction."""
    minPriceChangePct: float
    """Least change as a fraction."""
    kind: list[Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']]
    """Kinds considered."""


class GetMoversAnswerTotals(TypedDict):
    """Over all markets of the kinds."""

    considered: int
    """Markets of the kinds."""
    eligible: int
    """Those with a known change of at least the least."""
    avgAbsChange: float | None
    """Mean size of their changes; null when nothing is eligible."""


class GetQuoteAnswer(TypedDict):
    """Price and freshness of one asset."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue, under which its history is stored."""
    price: GetQuoteAnswerPrice
    """Current price and its distance from fair value."""
    freshness: GetQuoteAnswerFreshness
    """Age of the data behind the answer."""
    venueNativeUrl: NotRequired[str | None]
    """Page of the asset on its venue's site; null when a binary has left its venue."""
    whyNull: WhyNull
    """Reasons for null members, keyed by the path of the member; every null member has one.
    docs/errors.md explains each reason.
    """


class GetQuoteAnswerPrice(TypedDict):
    """Current price and its distance from fair value."""

    last: MarketPrice
    """Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
    when the market has no price, or the asset left its venue before it was recorded.
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
    """Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask
    is missing or 0, or bid is above ask.
    """
    spreadPts: SpreadPts
    """Difference of ask and bid in percentage points, for binaries; null when the asset is a
    perpetual, bid or ask is missing or 0, or bid is above ask.
    """
    fairValue: FairPrice
    """Oracle price of a perpetual, or consensus of the linked venues of a binary; the same as
    fairValue.value of the bundle; null when there is no oracle price and fewer than two linked
    venues have a fresh mid.
    """
    basisBps: BasisBps
    """Distance of the last price from fair value in basis points of the fair value; positive when
    this venue is more expensive; null when last or fairValue is null.
    """
    basisPts: BasisPts
    """Last price minus fair value in percentage points, for binaries; null when the asset is a
    perpetual, or last or fairValue is null.
    """
    change24hPct: float | None
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


class GetRecordedAssetsAnswer(TypedDict):
    """Recorded series."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of series in this answer."""
    totalBytes: int
    """Bytes that they take together."""
    perAssetCountIsEstimate: bool
    """Whether any count is derived from bytes."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""
    assets: list[GetRecordedAssetsAnswerAsset]
    """By venue and storeKey."""


class GetRecordedAssetsAnswerAsset(TypedDict):
    """One series."""

    venue: VenueId
    """Venue."""
    asset: str
    """The storeKey."""
    assetId: str
    """The asset id."""
    bytes: int
    """Bytes that it takes."""
    firstMs: int
    """Its oldest record. Exact. Epoch milliseconds."""
    lastMs: int
    """Its newest record. Exact. Epoch milliseconds."""
    count: int
    """Its records."""
    countIsEstimate: bool
    """Whether count is derived from bytes."""


class GetResolutionsAnswer(TypedDict):
    """Ends of markets."""

    ok: Ok
    """true on every success."""
    count: int
    """Ends in this answer."""
    resolutions: list[Resolution]
    """Oldest first by recordedAt."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""


class GetSlippageAnswer(TypedDict):
    """One order walked through one book."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    mode: Literal['live']
    """The book is the one of now."""
    fetchedAt: int
    """When the venue gave the book, by our clock. Epoch milliseconds."""
    stale: bool
    """The venue did not answer; the book is up to two minutes old."""
    params: GetSlippageAnswerParams
    """As asked."""
    result: GetSlippageAnswerResult
    """Basis points are signed against the mid: positive for a buy in an ordinary book."""


class GetSlippageAnswerParams(TypedDict):
    """As asked."""

    size: float
    """Size."""
    side: Literal['buy', 'sell']
    """Side."""
    sizeUnit: Literal['quote', 'base']
    """Unit of the size."""


class GetSlippageAnswerResult(TypedDict):
    """Basis points are signed against the mid: positive for a buy in an ordinary book."""

    side: Literal['buy', 'sell']
    """Side."""
    midPrice: float | None
    """Middle of the best bid and the best ask; null when a side of the book is empty."""
    topPrice: float | None
    """Best price of the side that is taken; null when it is empty."""
    baseFilled: float
    """Units or contracts filled."""
    quoteFilled: float
    """USD filled."""
    remaining: float
    """What the book could not fill, in sizeUnit."""
    fullyFilled: bool
    """Whether nothing remained."""
    avgPrice: float | None
    """Volume-weighted; null when nothing was filled."""
    slippageBps: float | None
    """Average price against the mid; null when avgPrice or midPrice is null."""
    worstFillPrice: float | None
    """Price of the last level touched; null when nothing was filled."""
    worstFillBps: float | None
    """The same against the mid; null when it or midPrice is null."""
    levelsConsumed: int
    """Levels touched, a partial one included."""
    tiers: list[GetSlippageAnswerResultTier]
    """Fills by distance from the mid; only tiers with a fill."""


class GetSlippageAnswerResultTier(TypedDict):
    """One tier."""

    bpsFrom: float
    """Nearest distance, inclusive."""
    bpsTo: float | None
    """Farthest distance, exclusive; null when there is no end."""
    baseFilled: float
    """Units or contracts filled."""
    quoteFilled: float
    """USD filled."""


class GetSnapshotterHealthAnswer(TypedDict):
    """The snapshot file."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """OK, WARN or DOWN; DOWN comes with 503."""
    reason: str | None
    """Why the verdict is not OK; null when it is OK."""
    thresholds: GetSnapshotterHealthAnswerThresholds
    """Ages at which the verdict changes."""
    stats: GetSnapshotterHealthAnswerStats
    """The file."""


class GetSnapshotterHealthAnswerThresholds(TypedDict):
    """Ages at which the verdict changes."""

    warnAfterMs: int
    """WARN beyond, in ms."""
    downAfterMs: int
    """DOWN beyond, in ms."""


class GetSnapshotterHealthAnswerStats(TypedDict):
    """The file."""

    exists: bool
    """Whether it was ever written."""
    sizeBytes: int | None
    """Its size; null when it was never written."""
    lastTs: str | None
    """When it was written. ISO 8601; null when it was never written."""
    lastTsMs: int | None
    """When it was written. Epoch milliseconds; null when it was never written."""
    ageMs: int | None
    """Its age in ms; null when it was never written."""
    count24h: int
    """Times it was written in the last 24 hours."""


class GetSparklinesAnswer(TypedDict):
    """Small lines."""

    ok: Ok
    """true on every success."""
    fromMs: int
    """Start of the first half hour. Epoch milliseconds."""
    bucketMs: int
    """Width of a half hour in ms."""
    sparklines: list[GetSparklinesAnswerSparkline]
    """In the order asked."""
    unknown: list[AssetId]
    """Ids that no venue lists and of which nothing is recorded."""


class GetSparklinesAnswerSparkline(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    closes: list[float | None]
    """Oldest first; 48 of them."""


class GetStaleAssetsAnswer(TypedDict):
    """Assets whose records stopped or never began."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
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


class GetStaleHistoryAnswer(TypedDict):
    """Stored reports, oldest first."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    params: GetStaleHistoryAnswerParams
    """Parameters of the request after defaults."""
    snapshots: list[StaleReport]
    """Stored reports, oldest first."""
    note: str
    """Explanation of the times in the list."""


class GetStaleHistoryAnswerParams(TypedDict):
    """Parameters of the request after defaults."""

    hours: float
    """Number of hours that the list reaches back."""
    thresholdMin: float
    """Age in minutes from which a record counts as stale."""
    thresholdMs: float
    """The same threshold in ms."""


class GetStatsAnswer(TypedDict):
    """Statistics of many markets."""

    ok: Ok
    """true on every success."""
    now: int
    """When this answer was made. Epoch milliseconds."""
    elapsedMs: int
    """Duration in ms."""
    cached: bool
    """Whether the results were computed for an earlier request."""
    resultsAgeMs: int
    """Age of the results in ms."""
    requested: int
    """Assets of the curated set that were asked for."""
    returned: int
    """Assets with statistics."""
    venue: Literal['hl', 'hl-pred', 'pm', 'kalshi', 'limitless'] | None
    """As asked; null when all were asked for."""
    coverage: GetStatsAnswerCoverage
    """Coverage of the request."""
    perVenue: GetStatsAnswerPerVenue
    """The same by kind."""
    snapshot: GetStatsAnswerSnapshot
    """The snapshots that the set was chosen from."""
    results: list[GetStatsAnswerResult]
    """By kind, the largest market of each first."""


class GetStatsAnswerCoverage(TypedDict):
    """Coverage of the request."""

    requested: int
    """The same, for the venue."""
    returned: int
    """The same, for the venue."""
    missing: list[GetStatsAnswerCoverageMissingItem]
    """Requested assets without results."""


class GetStatsAnswerCoverageMissingItem(TypedDict):
    """One asset."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    reason: Literal['no-history', 'unreadable-history', 'not-computed']
    """no-history: no record in 30 days."""


GetStatsAnswerPerVenue = TypedDict("GetStatsAnswerPerVenue", {
    "hl": "NotRequired[StatsCoverage]",
    "hl-pred": "NotRequired[StatsCoverage]",
    "pm": "NotRequired[StatsCoverage]",
    "kalshi": "NotRequired[StatsCoverage]",
    "limitless": "NotRequired[StatsCoverage]",
})
"""The same by kind."""


class GetStatsAnswerSnapshot(TypedDict):
    """The snapshots that the set was chosen from."""

    ages: dict[str, int | None]
    """Age of each in ms."""
    stale: dict[str, bool]
    """Whether each is older than 120 s or missing."""


class GetStatsAnswerResult(TypedDict):
    """One market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    type: AssetKind
    """Kind of the asset."""
    name: str
    """The coin, or the question."""
    markPx: float | None
    """Mark price in USD, or probability of Yes; null when the market has no price."""
    changePct: float | None
    """24 h change in percent; of the store for binaries; null when no price of 24 hours ago is
    known.
    """
    stats: GetStatsAnswerResultStats
    """Per hour unless the name says otherwise; losses are positive."""


class GetStatsAnswerResultStats(TypedDict):
    """Per hour unless the name says otherwise; losses are positive."""

    n: int
    """Number of returns."""
    returnMode: Literal['LOG', 'DIFF']
    """LOG for perpetuals, DIFF for probabilities."""
    framing: Literal['annualised', 'horizon']
    """`annualised` for perpetuals; `horizon` for binaries, whose figures refer to the time until
    they resolve.
    """
    annualisedVol: AnnualisedVol
    """Annualised standard deviation of the returns: a fraction, or probability points (0 to 1) for
    binaries; null when there are fewer than two returns.
    """
    sharpe: SharpeRatio
    """Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
    reason.
    """
    sharpeSuppressedReason: SharpeSuppression | None
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
    verdict: Literal['random-walk', 'mean-reverting', 'trending', 'flat', 'insufficient-data']
    """Verdict that the statistical tests reach together."""
    horizon: NotRequired[GetStatsAnswerResultStatsHorizon]
    """Binaries only."""


class GetStatsAnswerResultStatsHorizon(TypedDict):
    """Binaries only."""

    daysToResolve: float | None
    """Days until the market ends; null when no end is known."""
    perDayMove: float | None
    """Deviation of a day in probability points; null when returns are fewer than two."""
    terminalVariance: TerminalVariance
    """Variance of the outcome at the current price p: p (1 - p); null when the market has no
    price.
    """


class GetTreasuryAnswer(TypedDict):
    """The prepaid liability."""

    ok: Ok
    """true on every success."""
    float: GetTreasuryAnswerFloat
    """Total of customer balances."""
    review: GetTreasuryAnswerReview
    """Deposits that wait for a decision."""
    receivableMicroUsd: int
    """Debts of owners after refunds and disputes. Micro-USD."""
    debtors: list[GetTreasuryAnswerDebtor]
    """Owners with debts, the largest first, at most 1000."""


class GetTreasuryAnswerFloat(TypedDict):
    """Total of customer balances."""

    totalMicroUsd: int
    """Sum of all balances. Micro-USD."""
    totalUsd: float
    """The same in US dollars."""
    accounts: int
    """Owners with a balance of any height."""
    nonZeroAccounts: int
    """Owners with a balance above 0."""


class GetTreasuryAnswerReview(TypedDict):
    """Deposits that wait for a decision."""

    heldMicroUsd: int
    """Above a limit. Micro-USD."""
    unattributedMicroUsd: int
    """Without a known owner. Micro-USD."""


class GetTreasuryAnswerDebtor(TypedDict):
    """An owner who owes."""

    owner: str
    """Owner of the debt."""
    owedMicroUsd: int
    """Amount. Micro-USD."""
    balanceMicroUsd: int
    """Balance of the owner; it is held while a debt is open. Micro-USD."""


class GetUpstreamHealthAnswer(TypedDict):
    """Every upstream, asked over the network."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    scope: GetUpstreamHealthAnswerScope
    """Upstream that was probed."""
    summary: ProbeSummary
    """All probes together."""
    probes: list[GetUpstreamHealthAnswerProbe]
    """One per upstream."""


class GetUpstreamHealthAnswerScope(TypedDict):
    """Upstream that was probed."""

    venues: list[VenueId]
    """Venues."""


class GetUpstreamHealthAnswerProbe(TypedDict):
    """One upstream."""

    upstream: str
    """Its name."""
    probedUrl: str
    """Scheme and host of the upstream."""
    method: str
    """HTTP method."""
    status: Literal['healthy', 'degraded', 'errored']
    """Result of the call."""
    statusCode: int | None
    """HTTP status; null when no answer came."""
    latencyMs: float
    """Time to the answer in ms."""
    lastChecked: str
    """When. ISO 8601."""
    error: str | None
    """What went wrong; null when nothing did."""
    reason: Literal['slow', 'down', 'blocked', 'rate_limited'] | None
    """Why it is not healthy; null when it is."""


class GetUsageAnswer(TypedDict):
    """Usage and limits of the key."""

    ok: Ok
    """true on every success."""
    tier: Literal['free', 'pro', 'enterprise']
    """Tier of the key."""
    owner: str
    """Owner of the key."""
    venues: KeyVenues
    """Venues that the key may read: `all`, or a list."""
    month: str
    """The month that is counted, UTC."""
    limits: GetUsageAnswerLimits
    """What the tier allows."""
    usage: GetUsageAnswerUsage
    """Requests of the month."""
    key: GetUsageAnswerKey
    """The key itself."""


class GetUsageAnswerLimits(TypedDict):
    """What the tier allows."""

    monthlyQuota: int | None
    """Requests a month; null when there is no limit."""
    ratePerMin: int
    """Requests a minute."""
    maxConcurrentStreams: int
    """Live streams at once."""
    features: list[str]
    """Features that the tier includes."""
    venues: KeyVenues
    """Venues that the key may read: `all`, or a list."""


class GetUsageAnswerUsage(TypedDict):
    """Requests of the month."""

    total: int
    """All of them."""
    quotaRemaining: int | None
    """Requests left this month; null when there is no limit."""
    byVenue: dict[str, int]
    """Counts of requests that name a venue."""
    byEndpoint: dict[str, int]
    """By route."""
    firstAt: int | None
    """The first of the month. Epoch milliseconds; null when there was none."""
    lastAt: int | None
    """The newest. Epoch milliseconds; null when there was none."""


class GetUsageAnswerKey(TypedDict):
    """The key itself."""

    hash: str
    """SHA-256 of the key."""
    createdAt: IssuedAt
    """Time of issue. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""


class GetVolumeProfileAnswer(TypedDict):
    """Volume by price."""

    ok: Ok
    """true on every success."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """Key of the asset within its venue, under which its history is stored."""
    params: GetVolumeProfileAnswerParams
    """Parameters of the request after defaults and caps."""
    recordsUsed: int
    """Records with a usable price."""
    hasRealVolume: bool
    """Whether any record carries a traded volume; otherwise volume is the count."""
    pocIdx: int | None
    """Index of the bin of the largest volume; null when there is no record."""
    buckets: list[GetVolumeProfileAnswerBucket]
    """By ascending price."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """Recorded share of the window. An empty answer with full coverage means that the market was
    quiet.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetVolumeProfileAnswerParams(TypedDict):
    """Parameters of the request after defaults and caps."""

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
    """Its lower edge, inclusive."""
    priceHigh: float
    """Its upper edge, exclusive."""
    count: int
    """Records in it."""
    volume: float
    """Traded in it, or its count."""
    isPoc: bool
    """The bin of the largest volume, the lowest price on a tie."""


class GetWalletsAnswer(TypedDict):
    """Wallets and targets."""

    ok: Ok
    """true on every success."""
    registeredWallets: list[RegisteredWallet]
    """Oldest first."""
    depositTargets: list[GetWalletsAnswerDepositTarget]
    """Watched tokens; empty: none."""
    priceListMicroUsd: PriceList
    """Prices of paid services; 0 means free."""


class GetWalletsAnswerDepositTarget(TypedDict):
    """One token of one chain."""

    chain: str
    """Name of the chain."""
    asset: str
    """Symbol of the token."""
    depositAddress: str
    """Shared by everybody."""


HalfLife: TypeAlias = "float | None"
"""Half-life of mean reversion in hours; null when no mean reversion was detected."""


HurstExponent: TypeAlias = "float | None"
"""Hurst exponent, 0 to 1. 0.5: no memory; below: mean-reverting; above: trending; null when
there are too few returns (about 64 are needed) or they do not vary.
"""


IsRejected: TypeAlias = "bool"
"""Whether the null hypothesis is rejected at the 5 % level."""


IsStale: TypeAlias = "bool"
"""Whether the venue's newest poll result is older than 120 s or lacks the asset."""


class IssueKeyAnswer(TypedDict):
    """The key."""

    ok: Ok
    """true on every success."""
    rawKey: str
    """The key; it is shown once."""
    record: KeyRecord
    """Record of an API key. The key itself is shown only once, when it is issued."""


class IssueVouchersAnswer(TypedDict):
    """The codes."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of codes."""
    microUsd: int
    """Value of one. Micro-USD."""
    codes: list[str]
    """Each code can be redeemed once."""


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
    """Time at which the key was revoked. Epoch milliseconds; null when the key was not revoked.
    """
    botId: str
    """Id of the bot that the key trades for. It stays the same when the key is rotated."""
    lastUsedAt: int | None
    """Time at which the key was last used, to the minute. Epoch milliseconds; null when the key
    has not been used yet.
    """


KeyVenues: TypeAlias = "Literal['all'] | list[Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']]"
"""Venues that the key may read: `all`, or a list."""


class KillBotAnswer(TypedDict):
    """Current value."""

    ok: Ok
    """true on every success."""
    botId: str
    """The bot."""
    killed: bool
    """The bot is halted."""


LastPrice: TypeAlias = "float | None"
"""Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
no price.
"""


class Link(TypedDict):
    """Relation of a to b."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    relation: Literal['same', 'opposite', 'subset', 'superset', 'related']
    """subset: a Yes of a makes b a Yes; superset: the reverse."""
    confidence: float
    """0 to 1."""
    reasons: list[str]
    """Why the relation holds."""
    source: Literal['curated', 'matched', 'mirrored']
    """Source of the link."""
    differences: list[str]
    """Where the two could still resolve differently; of related pairs, what is missing."""
    state: Literal['active', 'disputed']
    """disputed: the prices of the two stand against it."""
    dispute: LinkDispute | None
    """Prices that stayed apart for longer than fees, spreads and time explain; null when state is
    active.
    """
    difference: LinkDifference | None
    """How far the prices of the two are apart now; null when one of the two has no price, or the
    relation is related.
    """


class LinkDispute(TypedDict):
    """Prices that stayed apart for longer than fees, spreads and time explain; null when state is
    active.
    """

    since: int
    """Since when the two prices are apart. Epoch milliseconds."""
    gap: float
    """How far the mids were apart when the link was disputed."""


class LinkDifference(TypedDict):
    """How far the prices of the two are apart now; null when one of the two has no price, or the
    relation is related.
    """

    mids: float
    """From the mid of a to the mid of b; of opposite pairs b counts as its complement."""
    beyondSpreads: float
    """Left of it when each side gives half its spread: above 0 the touches do not meet. Of subset
    and superset: by how much the narrow one is bid above what the wide one costs.
    """


class ListDepositsAnswer(TypedDict):
    """Deposits."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of rows on the page."""
    deposits: list[Deposit]
    """Newest first."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""


class ListKeysAnswer(TypedDict):
    """Issued keys."""

    ok: Ok
    """true on every success."""
    count: int
    """Keys in this answer."""
    keys: list[KeyRecord]
    """Newest first."""
    truncated: bool
    """Older keys exist."""


class ListVouchersAnswer(TypedDict):
    """Vouchers."""

    ok: Ok
    """true on every success."""
    count: int
    """Vouchers in this answer."""
    vouchers: list[ListVouchersAnswerVoucher]
    """Newest first."""
    truncated: bool
    """Older vouchers exist."""


class ListVouchersAnswerVoucher(TypedDict):
    """One voucher."""

    hash: str
    """SHA-256 of its code."""
    microUsd: int
    """Value. Micro-USD."""
    label: str | None
    """A note of the operator; null when there is none."""
    createdAt: IssuedAt
    """Time of issue. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""
    redeemedAt: int | None
    """When it was redeemed. Epoch milliseconds; null when it was not."""
    redeemedBy: str | None
    """Who redeemed it; null when it was not redeemed."""


class ListWaitingOrdersAnswer(TypedDict):
    """Orders."""

    ok: Ok
    """true on every success."""
    count: int
    """Number of rows on the page."""
    orders: list[WaitingOrder]
    """Oldest first."""
    nextCursor: str | None
    """Cursor that leads to the next page; send it back as `cursor`; null when there is none."""


class LjungBox(TypedDict):
    """Test up to one lag."""

    lag: int
    """Number of lags that are tested together."""
    stat: float
    """Test statistic."""
    p: PValue
    """p-value: the probability of a statistic at least this extreme under the null hypothesis."""
    reject: IsRejected
    """Whether the null hypothesis is rejected at the 5 % level."""


class MarketFeatures(TypedDict):
    """How the matcher read a market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    words: list[str]
    """The words that the other market has to hold, in one spelling."""
    numbers: list[str]
    """Its numbers with their direction and edge."""
    date: str | None
    """The day, month, year or moment; `by` marks a last day; null when none was read."""
    contest: str | None
    """The two sides, the one on which Yes pays in brackets; null when it is about no contest."""
    settlementSource: str | None
    """Source that decides the market; null when none was read."""
    unclear: str | None
    """Why the market could not be read; null when all of it was understood."""


MarketPrice: TypeAlias = "float | None"
"""Current price: mark price of a perpetual in USD, recorded price of Yes of a binary; null
when the market has no price, or the asset left its venue before it was recorded.
"""


MaxDrawdown: TypeAlias = "float | None"
"""Largest fall from a running peak; null when no hour has a record."""


class Mover(TypedDict):
    """One market."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    name: str
    """The coin, or the question."""
    kind: AssetKind
    """Kind of the asset."""
    venue: VenueId
    """Venue."""
    changeFrac: float
    """24 h change as a fraction: 0.05 is 5 %."""
    change24hPts: float | None
    """Price change over 24 hours in percentage points, for binaries; null when the asset is a
    perpetual.
    """
    currentPrice: LastPrice
    """Newest price: USD for a perpetual, probability of Yes for a binary; null when the market has
    no price.
    """
    source: Literal['feed', 'store-delta']
    """Where the change comes from."""


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


OrderState: TypeAlias = "Literal['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected']"
"""Lifecycle state of the order."""


OwedMicroUsd: TypeAlias = "int"
"""Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
Micro-USD.
"""


PValue: TypeAlias = "float"
"""p-value: the probability of a statistic at least this extreme under the null hypothesis."""


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
    """Volume traded in the last 24 hours, USD; null when the venue publishes none."""
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
    """Number of decimals in order sizes."""


class Poller(TypedDict):
    """Polling one venue."""

    lastFetchedAt: int | None
    """When the newest snapshot was complete. Epoch milliseconds; null when there is none yet."""
    ageMs: int | None
    """Its age in ms; null when there is no snapshot."""
    okCount: int
    """Successful polls."""
    failCount: int
    """Failed polls."""
    lastError: str | None
    """Why the last poll failed; null when it did not."""
    pollIntervalMs: int
    """Configured time between polls in ms."""
    effectiveIntervalMs: int
    """Time between polls that is kept: longer where the budget of the venue allows no shorter."""
    hasSnapshot: bool
    """Whether there is a snapshot."""
    schemaFailures: int
    """Bodies and frames that were refused because they had another shape."""
    refusedValues: int
    """Values since the start that no probability can have, such as a bid of 1.1995. The ticker has
    null in their place.
    """
    lastSchemaFailure: str | None
    """Which message and member was refused last; null when nothing was refused."""
    blocked: bool
    """The venue refused the last request with HTTP 403 or 451."""
    budgetUsedFrac: float
    """Share of the venue's published limit that is in use, 0 to 1."""
    stream: PollerStream | None
    """Streams of the venue; null when none is used."""


class PollerStream(TypedDict):
    """Streams of the venue; null when none is used."""

    connections: int
    """Connections wanted."""
    connected: int
    """Connections open."""
    reconnects: int
    """Reconnections since the start."""
    silences: PollerStreamSilences
    """Assets whose stream was open and silent while the poll saw them move."""


class PollerStreamSilences(TypedDict):
    """Assets whose stream was open and silent while the poll saw them move."""

    detected: int
    """Silences found since the start."""
    recovered: int
    """Silences that ended with new messages."""
    ongoing: int
    """Assets whose stream is silent now."""
    lastDetectedAt: int | None
    """When the newest was found. Epoch milliseconds; null when there was none since the start."""
    detectMs: SilenceTimes | None
    """From the first poll that showed the movement to the alarm; null when none has ended since
    the start.
    """
    recoverMs: SilenceTimes | None
    """From the alarm to the next message of the stream; null when none has ended since the start.
    """


class PostBatchAnswer(TypedDict):
    """Bundles of several assets."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    apiVersion: ApiVersion
    """Version of this answer. Within a version, members are only added, never changed or removed.
    """
    requestedCount: int
    """Assets asked for."""
    bundles: list[Bundle | PostBatchAnswerBundle]
    """One item per asset, in the order of the request."""


class PostBatchAnswerBundle(TypedDict):
    """A bundle that could not be made."""

    ok: Literal[False]
    """false: no bundle."""
    asset: str
    """Asset as requested."""
    error: Literal['asset_not_found', 'handler_timeout', 'internal']
    """A stable code."""
    message: str
    """One sentence."""


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
    """All probes together."""

    healthy: int
    """Healthy probes."""
    degraded: int
    """Degraded probes."""
    errored: int
    """Errored probes."""
    total: int
    """All probes."""
    avgLatencyMs: float | None
    """Mean latency in ms; null when there are no probes."""
    maxLatencyMs: float | None
    """Highest latency in ms; null when there are no probes."""
    verdict: Literal['OK', 'WARN', 'DOWN']
    """OK: all healthy. DOWN: all errored. WARN: anything between."""


class ReceiveWebhookAnswer(TypedDict):
    """Result of the event."""

    ok: Ok
    """true on every success."""
    ignored: NotRequired[Literal['event_type', 'unpaid', 'not_completed', 'mode_mismatch', 'zero_amount', 'currency', 'unattributed', 'pending_deposit']]
    """Why the event moved no money; the members below are absent then."""
    provider: NotRequired[Literal['coinbase', 'hmac', 'stripe']]
    """Provider."""
    owner: NotRequired[str]
    """Owner of the balance."""
    applied: NotRequired[bool]
    """false: the event was applied before, or its deposit is in review."""
    microUsd: NotRequired[int | None]
    """By how much the balance changed; negative: refunds and disputes. Micro-USD; null when the
    amount is above what can be counted.
    """
    balanceMicroUsd: NotRequired[int]
    """The balance now. Micro-USD."""
    owedMicroUsd: NotRequired[OwedMicroUsd]
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """
    held: NotRequired[bool]
    """true: the deposit waits for a review, and no balance changed."""


class RedeemVoucherAnswer(TypedDict):
    """The voucher was redeemed."""

    ok: Ok
    """true on every success."""
    owner: str
    """Owner who was credited."""
    microUsd: int
    """Value of the voucher. Micro-USD."""
    balanceMicroUsd: int
    """Balance after the redemption and after repayment of debts. Micro-USD."""
    owedMicroUsd: OwedMicroUsd
    """Debt of the owner, left by refunds and disputes that exceeded the balance; 0 without debt.
    Micro-USD.
    """


class RegisterWalletAnswer(TypedDict):
    """The wallet is registered."""

    ok: Ok
    """true on every success."""
    registeredWallets: list[RegisteredWallet]
    """Oldest first."""


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
    """Answer that the Yes side stands for within the event; null when the venue does not say."""
    settlementSource: str | None
    """Source that decides the market; null when the venue does not say."""
    strike: float | None
    """Threshold that the question names; null when the venue does not say."""
    closesAt: int | None
    """Time at which trading ends. Epoch milliseconds; null when the venue does not say."""
    endsAt: int | None
    """Time at which the question is due to be decided. Epoch milliseconds; null when the venue
    does not say.
    """
    nativeIds: list[RegisteredMarketNativeId]
    """The venue's own ids of the market."""
    url: str | None
    """Page of the market on the venue's site; null when the venue does not say."""
    rulesHash: str | None
    """Hash of the rules text, 32 hexadecimal digits; null when the venue publishes none."""
    seenFrom: int
    """Time at which this service first saw the market. Epoch milliseconds."""
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
    """A wallet of the owner."""

    address: str
    """In lower case on EVM chains."""
    family: Literal['evm', 'solana', 'tron']
    """Chains on which transfers are credited."""
    registeredAt: int
    """Transfers after this time are credited. Epoch milliseconds."""


RejectReason: TypeAlias = "Literal['unknown_asset', 'market_closed', 'below_minimum', 'no_liquidity', 'price_moved', 'insufficient_funds', 'no_credentials', 'credentials_rejected', 'rate_limited', 'venue_unavailable', 'venue_blocked', 'unconfirmed', 'stale_data', 'no_position', 'other']"
"""Reason why the order was rejected or is unconfirmed."""


RescanChainAnswer = TypedDict("RescanChainAnswer", {
    "ok": "Ok",
    "chain": "str",
    "from": "int",
})
"""It will be read again."""


class Resolution(TypedDict):
    """One market that ended."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    outcome: Literal['yes', 'no', 'void']
    """Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1."""
    payout: float | None
    """Payout of one Yes contract in USD, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """Time at which the venue settled the market. Epoch milliseconds; null when the venue does not
    say.
    """
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""
    recordedAt: int
    """Time at which this service recorded the resolution. Epoch milliseconds."""


class ReturnDepositAnswer(TypedDict):
    """The deposit."""

    ok: Ok
    """true on every success."""
    deposit: Deposit
    """One deposit."""


class RevokeKeyAnswer(TypedDict):
    """Result of the revocation."""

    ok: Ok
    """true on every success."""
    revoked: bool
    """false: there is no such key."""
    stored: bool
    """false: the database is not accepting writes. The keys are refused from now on, and the
    revocation is stored as soon as the database accepts writes again; a restart before that
    would lose it.
    """
    count: int
    """Live keys that this call revoked."""
    successors: int
    """How many of them had replaced the named key by rotation; 0 for a bot or an owner."""


class RotateKeyAnswer(TypedDict):
    """The new key."""

    ok: Ok
    """true on every success."""
    rawKey: str | None
    """The new key; it is shown once; null when the key was rotated before, and its successor was
    shown then.
    """
    record: KeyRecord
    """Record of an API key. The key itself is shown only once, when it is issued."""
    previous: RotateKeyAnswerPrevious
    """The old key."""


class RotateKeyAnswerPrevious(TypedDict):
    """The old key."""

    hash: str
    """SHA-256 of it."""
    expiresAt: ExpiresAt
    """Expiry time. Epoch milliseconds; null when it never does."""


class RotateVaultAnswer(TypedDict):
    """Done."""

    ok: Ok
    """true on every success."""
    moved: int
    """Credentials that were under another key."""
    keyId: str
    """The key that all others are under now."""
    skipped: list[SkippedCredential]
    """Credentials that do not open, left as they are."""


SampleNote: TypeAlias = "str"
"""One sentence that says which sample these figures use, and which samples other endpoints use
for figures of the same name.
"""


class Sampling(TypedDict):
    basis: Literal['live', 'hourly']
    """`live`: every live record; `hourly`: the last record of each hour."""
    stepMs: float | None
    """Median time between two records in ms; null when there are fewer than two records."""
    coveredMs: int
    """Total time that the returns cover in ms, without outages."""
    outagesSkipped: int
    """Number of outages in the sample. No return is computed across an outage."""


SharpeRatio: TypeAlias = "float | None"
"""Annualised Sharpe ratio without a risk-free rate; null when sharpeSuppressedReason gives a
reason.
"""


SharpeSuppression: TypeAlias = "Literal['bounded-probability', 'insufficient-data', 'zero-variance']"
"""Reason why sharpe is null."""


class SilenceTimes(TypedDict):
    p50: int
    """Half of them took this many ms at most."""
    max: int
    """The longest, in ms."""


class SimulateArbitrageAnswer(TypedDict):
    """A simulated portfolio."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """Time at which the answer was computed, ISO 8601."""
    snapshotAges: dict[str, int | None]
    """Age of each snapshot in ms."""
    params: SimulateArbitrageAnswerParams
    """As asked."""
    feesAssumed: dict[str, SimulateArbitrageAnswerFeesAssumedItem]
    """Fee of an order, per venue."""
    summary: SimulateArbitrageAnswerSummary
    """The portfolio."""
    selected: list[SimulateArbitrageAnswerSelectedItem]
    """By edge, the widest first."""


class SimulateArbitrageAnswerParams(TypedDict):
    """As asked."""

    capital: float
    """USD."""
    maxSpread: float
    """Widest spread."""
    minLegs: int
    """Fewest orders."""
    topN: int
    """Most opportunities."""


class SimulateArbitrageAnswerFeesAssumedItem(TypedDict):
    """The fee of a venue."""

    basis: Literal['published', 'asked']
    """published: by the venue. asked: by `feeBps.<venue>`."""
    bps: float | None
    """Requested fee, of the cost of an order; null when the published schedule applies."""
    says: str
    """The fee in words, with the day on which a schedule was read."""


class SimulateArbitrageAnswerSummary(TypedDict):
    """The portfolio."""

    opportunitiesConsidered: int
    """Complete sets of fresh orders with at least minLegs legs."""
    opportunitiesSelected: int
    """Those in the portfolio."""
    opportunitiesPaying: int
    """Selected ones with a net above 0: they pay after books and fees."""
    payingProfitUsd: float
    """Their net profit together, USD."""
    opportunitiesWithoutNet: int
    """Selected ones whose net is null."""
    capitalDeployed: float
    """USD."""
    expectedProfit: float
    """USD."""
    expectedEdgePct: float
    """expectedProfit over capitalDeployed in percent; 0 when nothing is deployed."""
    capitalEfficiency: float
    """Share of the capital that is deployed."""
    avgSpread: float | None
    """Of the selected; null when nothing was selected."""
    minSpread: float | None
    """Of the selected; null when nothing was selected."""
    maxSpread: float | None
    """Of the selected; null when nothing was selected."""
    venueExposure: dict[str, float]
    """USD per venue; they sum to capitalDeployed."""


class SimulateArbitrageAnswerSelectedItem(TypedDict):
    """One opportunity."""

    id: str
    """Identifies it from answer to answer."""
    type: Literal['yes-no', 'complete-set', 'perp-perp', 'perp-basis']
    """Kind of opportunity."""
    cost: float
    """Paid for one unit of payoff."""
    spread: float
    """Payoff less cost."""
    edgePct: float
    """Profit over cost in percent, per resolution."""
    allocationUsd: float
    """USD."""
    expectedProfitUsd: float
    """USD."""
    legs: list[SimulateArbitrageAnswerSelectedItemLeg]
    """Orders; legs of a binary hold equal numbers of contracts."""
    net: SimulateArbitrageAnswerSelectedItemNet | None
    """Net profit after live books and fees; can be negative; null when netReason says why."""
    netReason: str | None
    """Why net is null; null when net is not null."""


class SimulateArbitrageAnswerSelectedItemLeg(TypedDict):
    """One order."""

    venue: str
    """Venue."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    side: Literal['yes', 'no', 'long', 'short']
    """Outcome that is bought; long or short for perpetuals."""
    price: float
    """Price."""
    usd: float
    """Share of the allocation."""


class SimulateArbitrageAnswerSelectedItemNet(TypedDict):
    """Net profit after live books and fees; can be negative; null when netReason says why."""

    contracts: float
    """Contracts of every leg that the books hold, at most those of the allocation."""
    filledFrac: float
    """Their share of the allocation."""
    costUsd: float
    """Cost of the contracts."""
    feesUsd: float
    """Taker fees."""
    profitUsd: float
    """Payoff less cost and fees."""
    edgePct: float
    """Profit over all that is paid, in percent, per resolution."""
    lockUpDays: float | None
    """Days until the last leg is due; null when a venue states no end."""
    annualisedEdgePct: float | None
    """edgePct * 365 / lockUpDays, not compounded; null when lockUpDays is null or below an hour.
    """
    settlementDifferences: list[str]
    """Where the linked markets could resolve differently."""
    legs: list[SimulateArbitrageAnswerSelectedItemNetLeg]
    """The orders."""


class SimulateArbitrageAnswerSelectedItemNetLeg(TypedDict):
    """One order walked on the live book."""

    venue: str
    """Venue."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    side: Literal['yes', 'no', 'long', 'short']
    """Outcome that is bought; long or short for perpetuals."""
    contracts: float
    """Contracts."""
    avgPrice: float
    """Volume-weighted price of the outcome bought."""
    costUsd: float
    """Paid."""
    feeUsd: float
    """Taker fee."""
    feeAsOf: str
    """When the fee schedule was read; `asked` where the fee is your own."""
    feeSource: str
    """Where the order stands."""


class SkippedCredential(TypedDict):
    """One of them, without its content."""

    owner: str
    """Owner of the credential."""
    venue: VenueId
    """Venue."""
    keyId: str
    """The key that it says it is under."""
    problem: str
    """Why it does not open."""


SortinoRatio: TypeAlias = "float | None"
"""Annualised Sortino ratio: mean return divided by the downside deviation; null when the asset
is a binary, the returns do not vary, or no return is a loss.
"""


SpreadBps: TypeAlias = "float | None"
"""Difference of ask and bid, divided by their midpoint, in basis points; null when bid or ask
is missing or 0, or bid is above ask.
"""


SpreadPts: TypeAlias = "float | None"
"""Difference of ask and bid in percentage points, for binaries; null when the asset is a
perpetual, bid or ask is missing or 0, or bid is above ask.
"""


class StaleAsset(TypedDict):
    """One tracked asset."""

    kind: Literal['stale', 'never_recorded']
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
    """Number of records of the asset."""
    bytes: int
    """Stored size of these records in bytes."""


class StaleCounts(TypedDict):
    """Counts of one venue."""

    total: int
    """Number of tracked assets."""
    stale: int
    """Number of stale assets."""
    neverRecorded: int
    """Number of assets without a record."""


class StaleReport(TypedDict):
    """One report about stale assets."""

    ts: int
    """Time at which the report was stored. Epoch milliseconds."""
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
    """Number of assets without a record."""
    byVenue: dict[str, StaleCounts]
    """The same counts by venue."""


class StatsCoverage(TypedDict):
    """Of one kind."""

    requested: int
    """Assets of the curated set that were asked for."""
    returned: int
    """Assets with statistics."""


StoreKey: TypeAlias = "str"
"""Key of the asset within its venue, under which its history is stored."""


class StoreStaleReportAnswer(TypedDict):
    """Result of the request to store a report."""

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
    """The `data:` of one event."""

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
    change24hPct: float | None
    """Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of
    then is known.
    """
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: int
    """Our clock when the venue’s message arrived. Epoch milliseconds."""
    sentAt: int
    """Our clock when this event was made. Epoch milliseconds."""


class StreamFlowFrame(TypedDict):
    """The `data:` of one event."""

    t: int
    """When the price arrived, by our clock. Epoch milliseconds."""
    p: float
    """USD, or probability of Yes."""
    prevP: float | None
    """The price of the pulse before; null when none is known."""
    v: float | None
    """Traded since the venue's poll before; null when the venue has published no new count."""
    weight: float
    """The volume; 1 while no volume was ever known; 0 for a pulse without volume after that."""
    side: Literal['buy', 'sell', 'unclassified']
    """By the tick rule."""
    signed: float
    """The weight with the sign of the side."""
    cumulative: float
    """Sum of `signed` since this connection began."""
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: int
    """Our clock when the venue’s message arrived. Epoch milliseconds."""
    sentAt: int
    """Our clock when this event was made. Epoch milliseconds."""


class StreamTapeFrame(TypedDict):
    """The `data:` of one event."""

    type: Literal['snapshot', 'fills']
    """`snapshot`: state sent to a new reader."""
    fills: list[StreamTapeFrameFill]
    """Oldest first."""


class StreamTapeFrameFill(TypedDict):
    """One fill, in Yes terms for binaries."""

    t: int
    """The venue's clock. Epoch milliseconds."""
    handle: str
    """Stable pseudonym of the bot."""
    venue: VenueId
    """Where."""
    venueAsset: str
    """The venue's own name of the asset."""
    side: Literal['buy', 'sell']
    """Of Yes for binaries."""
    filledUsd: float
    """Value."""
    avgPrice: float
    """Price."""


TerminalVariance: TypeAlias = "float | None"
"""Variance of the outcome at the current price p: p (1 - p); null when the market has no
price.
"""


class TradeAnswer(TypedDict):
    """Final state of the order, or its state so far."""

    ok: Ok
    """true on every success."""
    execMode: ExecMode
    """Execution mode: `mock` simulates fills, `live` trades at the venue."""
    outcome: TradeAnswerOutcome
    """Outcome of the call."""


class TradeAnswerOutcome(TypedDict):
    """Outcome of the call."""

    status: Literal['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance']
    """`filled`: at least a part was traded."""
    clientOrderId: str
    """The caller's id, or the generated one."""
    chargedMicroUsd: int
    """Charged for this call. Micro-USD."""
    order: NotRequired[BotOrder]
    """One order of a bot."""
    reason: NotRequired[RejectReason]
    """Reason why the order was rejected or is unconfirmed."""


Truncated: TypeAlias = "bool"
"""Older records exist in the window and were not read."""


ValueAtRisk95: TypeAlias = "float | None"
"""Historical value at risk of one hour at 95 %: the 5 % quantile of the returns with its sign
reversed; null when there are fewer than two returns.
"""


VenueId: TypeAlias = "Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']"
"""Venue."""


class VenueSnapshot(TypedDict):
    """The venue's newest poll result, in which the ticker was found."""

    fetchedAt: int | None
    """Time at which the snapshot was complete. Epoch milliseconds; null when the venue has not
    been read yet.
    """
    ageMs: int | None
    """Age of the snapshot in ms; null when the venue has not been read yet."""
    stale: bool
    """Whether the snapshot is missing or older than 120 s."""


VenueTime: TypeAlias = "int | None"
"""Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
"""


class WaitingOrder(TypedDict):
    """An order whose final state is not known."""

    orderId: str
    """Order id of this service."""
    botId: str
    """The bot."""
    owner: str
    """Owner of the bot."""
    venue: VenueId
    """Venue of the order."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    state: OrderState
    """Lifecycle state of the order."""
    message: str | None
    """Why its venue could not be asked; null when no reason is known."""
    account: str | None
    """Account at the venue that signed the order, as the venue names it; null when it was not
    signed.
    """
    venueClientId: str | None
    """Client order id under which the venue finds the order; null when it was not signed."""
    venueOrderId: str | None
    """The venue's order id; null when the venue gave none."""
    heldMicroUsd: int
    """Fee set aside for the order. Micro-USD."""
    closableFrom: int | None
    """Earliest time at which the order may be closed. Epoch milliseconds; null when it was never
    sent.
    """
    createdAt: int
    """When the order was stored. Epoch milliseconds."""


WhyNull: TypeAlias = "dict[str, Literal['balanced', 'crossed_book', 'delisted', 'never_recorded', 'no_consensus', 'no_day_old_record', 'no_end', 'no_price', 'no_recent_record', 'no_snapshot', 'no_touch', 'no_volume', 'not_applicable', 'not_published', 'not_read', 'not_resolved', 'too_few_bars', 'zero_denominator']]"
"""Reasons for null members, keyed by the path of the member; present with `explain=true`, for
the members whose reason is known. docs/errors.md explains each reason.
"""


WindowFromMs: TypeAlias = "int | None"
"""Start of the window. Epoch milliseconds; null when the window begins with the first record.
"""


WindowToMs: TypeAlias = "int | None"
"""End of the window. Epoch milliseconds; null when the window ends with the newest record."""


DeleteCredentialAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


GetBundleAnswer: TypeAlias = "Bundle"
"""Everything a program needs to decide about one asset."""


GetCredentialsAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


GetFlagsAnswer: TypeAlias = "Flags"
"""Flags and engines."""


GetOpenApiAnswer: TypeAlias = "dict[str, Any]"
"""An OpenAPI 3.1.0 document."""


PutCredentialAnswer: TypeAlias = "ConnectedVenues"
"""Connected venues."""


SetFlagsAnswer: TypeAlias = "Flags"
"""Flags and engines."""


class StreamSignalFrame(Bundle):
    """A bundle with the reason for the event and its times."""

    cause: Literal['init', 'pulse', 'idle']
    """Reason for the event: `init` on connect, `pulse` after a price move, `idle` after 15 quiet
    seconds.
    """
    venueTime: VenueTime
    """Time of the price by the venue's clock. Epoch milliseconds; null when the venue states none.
    """
    receivedAt: int | None
    """Time at which the price arrived, by the service's clock. Epoch milliseconds; null when the
    venue does not list the asset.
    """
    sentAt: int
    """Time at which the event was made, by the service's clock. Epoch milliseconds."""
