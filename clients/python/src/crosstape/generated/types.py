"""Types of the answers of the service."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


ApiVersion: TypeAlias = "Literal['v1']"
"""Version of this body. Within it, members are only ever added."""


AssetId: TypeAlias = "str"
"""Asset id in its canonical spelling."""


AssetKind: TypeAlias = "Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']"
"""Kind of the asset."""


class BinaryMarkets(TypedDict):
    fetchedAt: int
    """When the poll was complete. Epoch milliseconds."""
    markets: list[BinaryTicker]
    """Binary markets."""


class BinaryTicker(TypedDict):
    """The newest state of a binary market. Prices are probabilities of the Yes outcome."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    venueId: str
    """The venue's own id of the market."""
    title: str
    """The question."""
    eventTitle: str | None
    """The event that groups related markets; null when none is known."""
    eventKey: str | None
    """The venue's id of that event; null when the venue states none."""
    category: str | None
    """The venue's category; null when none is known."""
    outcomes: list[str]
    """Labels of the Yes and the No outcome."""
    yesPrice: float | None
    """The recorded price of Yes; null when the market has none: its book is empty, or it has
    ended.
    """
    noPrice: float | None
    """Price of No; null when the market has none: its book is empty, or it has ended."""
    yesBid: float | None
    """Best bid for Yes; null when nothing rests there, or it is not known."""
    yesAsk: float | None
    """Best ask for Yes; null when nothing rests there, or it is not known."""
    noBid: float | None
    """Best bid for No; null when nothing rests there, or it is not known."""
    noAsk: float | None
    """Best ask for No; null when nothing rests there, or it is not known."""
    lastPrice: float | None
    """Price of the last trade in Yes terms; null when there was no trade, or the venue publishes
    none.
    """
    volume24hUsd: float | None
    """Traded in 24 hours, USD; null when no figure in USD is known."""
    volume24hContracts: NotRequired[float | None]
    """Traded in 24 hours, contracts; of venues that count contracts; null when the venue publishes
    none.
    """
    volumeTotalUsd: float | None
    """Traded since the market opened, USD; null when the venue publishes none."""
    liquidityUsd: float | None
    """The venue's figure of resting liquidity, USD; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest, USD; null when the venue publishes none."""
    closeTime: int | None
    """End of trading. Epoch milliseconds; null when the venue states none."""
    endDate: int | None
    """When the question is due to be decided. Epoch milliseconds; null when the venue states none.
    """
    status: Literal['open', 'paused', 'closed', 'resolved']
    """Where the market stands in its life."""
    venueNativeUrl: str
    """The market's page on the venue's web site."""
    exclusive: bool | None
    """The venue says that at most one outcome of the event can win; null when the venue does not
    say.
    """
    exhaustive: bool | None
    """The tracked outcomes are all outcomes of the event; null when it is not known."""


class BotConfig(TypedDict):
    """How the engine trades for the bot."""

    enabled: bool
    """The engine trades for the bot."""
    venues: list[VenueId]
    """Where; empty: nowhere."""
    assets: list[AssetId]
    """What; empty: nothing."""
    minConfidence: float
    """Minimum strength of a signal; weaker ones are not traded."""
    tradeSizeUsd: float
    """Size of one order."""
    maxStaleMs: int
    """Maximum age of the data that the engine trades on."""
    feeMicroUsd: int
    """Price of one filled trade, from the price list. Micro-USD."""


class BotDecision(TypedDict):
    """One decision of the engine about one asset."""

    t: int
    """Time of the decision. Epoch milliseconds."""
    venue: VenueId
    """Venue of the asset."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    direction: Literal['LONG', 'SHORT', 'NEUTRAL'] | None
    """Direction of the signal; null when no venue lists the asset and no history of it exists."""
    confidence: float | None
    """0 to 1; null when no venue lists the asset and no history of it exists."""
    price: float | None
    """Last price; null when the market has none."""
    action: Literal['hold', 'open', 'close']
    """`close` brings the position to zero before a position on the other side is opened."""
    side: Literal['buy', 'sell'] | None
    """Side of the order; in Yes terms for binaries; null when nothing was to be traded."""
    sizeUsd: float | None
    """Size of the order in US dollars; null when nothing was to be traded."""
    clientOrderId: str | None
    """Client order id; null when nothing was to be traded."""
    status: Literal['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance', 'failed'] | None
    """Outcome of the order. `failed`: an error of the service; null when nothing was to be traded.
    """
    reason: str | None
    """Why nothing was traded; null when something was traded."""


class BotOrder(TypedDict):
    """One order."""

    t: int
    """When the order was stored. Epoch milliseconds."""
    status: Literal['filled', 'resting', 'rejected']
    """Result of the order: filled when any quantity was traded."""
    feeAccessMicroUsd: int
    """Access fee charged for the order. Micro-USD."""
    orderId: str
    """Ours."""
    clientOrderId: str
    """The bot's own id."""
    venue: VenueId
    """Where."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venueAsset: str
    """The venue's own name of the asset."""
    side: Literal['buy', 'sell']
    """Of Yes for binaries."""
    leg: Literal['yes', 'no', 'both'] | None
    """Which shares of a binary change hands; `both`: some are given back before others are bought;
    null when the asset is a perpetual, or the order was not signed yet.
    """
    legs: list[BotOrderLeg]
    """The orders at the venue, in the order in which they are sent; empty before they were signed.
    """
    sizeUsd: float | None
    """Maximum amount of the order in US dollars; null when it is sized in shares, or is a close.
    """
    sizeShares: float | None
    """Size in shares, or in units of the coin; null when it is sized in dollars, or is a close.
    """
    close: bool
    """The order closes the open position of the bot."""
    markPrice: float
    """Reference price of the order."""
    limitPrice: float | None
    """Limit price that was sent; null when the order was not signed yet, or trades at its mark.
    """
    nearMarket: bool | None
    """Whether markPrice lay near the newest price known here: within
    CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, for binaries within 0.02. A mock order that fills at its
    mark trades at any price that its caller names; null when no price was known, or the order
    did not fill at its mark.
    """
    filledUsd: float
    """Money moved by the fills: costUsd plus proceedsUsd."""
    costUsd: float
    """Money that left the account, without venue fees; for perpetuals, the notional that opened or
    added.
    """
    proceedsUsd: float
    """Money that came in, without venue fees; for perpetuals, the notional that closed."""
    filledSize: float
    """Quantity filled, in coins or shares."""
    avgPrice: float | None
    """Average price of the fills, weighted by size; null when there is no fill."""
    venueOrderId: str | None
    """The venue's id; null when the venue gave none."""
    state: OrderState
    """Lifecycle state."""
    settling: bool
    """The fills can still change: the chain has not confirmed them, or only their sum is known.
    """
    cancelling: bool
    """The order was cancelled or trading is halted: the venue is asked to cancel what rests until
    it says that nothing does.
    """
    reason: Literal['unknown_asset', 'market_closed', 'below_minimum', 'no_liquidity', 'price_moved', 'insufficient_funds', 'no_credentials', 'credentials_rejected', 'rate_limited', 'venue_unavailable', 'venue_blocked', 'unconfirmed', 'stale_data', 'no_position', 'other'] | None
    """Why the order was refused or is unconfirmed; null when the order was neither refused nor is
    it unconfirmed.
    """
    message: str | None
    """Message of the venue; null when the venue said nothing."""
    execMode: Literal['mock', 'live']
    """Venue of the order."""
    source: Literal['trade', 'engine']
    """What placed the order: a call of the API, or the engine."""
    createdAt: int
    """When the order was stored. Epoch milliseconds."""
    updatedAt: int
    """When the order last changed. Epoch milliseconds."""
    fills: list[BotOrderFill]
    """Fills, in the order in which they became known."""


class BotOrderFill(TypedDict):
    """One fill, in Yes terms for binaries."""

    t: int
    """The venue's clock. Epoch milliseconds."""
    price: float
    """Price."""
    size: float
    """Coins or shares."""
    usd: float
    """The money moved: shares of Yes at the price, shares of No at one minus the price."""
    venueFeeUsd: float | None
    """The venue's own fee; null when the venue did not say."""


class BotOrderLeg(TypedDict):
    """One order at the venue."""

    leg: Literal['yes', 'no'] | None
    """Which shares change hands; null when the asset is a perpetual."""
    venueAsset: str
    """The venue's own name of the instrument."""
    size: float
    """Coins or shares."""
    filledSize: float
    """Quantity traded."""
    venueOrderId: str | None
    """The venue's id; null when the venue gave none."""
    state: OrderState
    """Lifecycle state."""
    reason: Literal['unknown_asset', 'market_closed', 'below_minimum', 'no_liquidity', 'price_moved', 'insufficient_funds', 'no_credentials', 'credentials_rejected', 'rate_limited', 'venue_unavailable', 'venue_blocked', 'unconfirmed', 'stale_data', 'no_position', 'other'] | None
    """Why the order was refused or is unconfirmed; null when it was neither refused nor is it
    unconfirmed.
    """
    message: str | None
    """Message of the venue; null when the venue said nothing."""


class Bundle(TypedDict):
    """Everything a program needs to decide about one asset."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When this was computed. ISO 8601."""
    generatedAtMs: int
    """The same time. Epoch milliseconds."""
    apiVersion: ApiVersion
    """Version of this body. Within it, members are only ever added."""
    schema: BundleVersion
    """What readers can rely on."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """The key of the asset within its venue."""
    kind: AssetKind
    """Kind of the asset."""
    name: str | None
    """Coin or question; null when a binary has left its venue."""
    freshness: BundleFreshness
    """Freshness of the answer."""
    price: BundlePrice
    """Price now."""
    fairValue: BundleFairValue
    """Estimate of what the asset is worth."""
    liquidity: BundleLiquidity
    """From the venue's newest poll result."""
    horizon: BundleHorizon | None
    """Binaries: time until the market resolves; null when the asset is a perpetual."""
    risk: BundleRisk
    """Risk over the live records of the last 24 hours; over the hours of the last week where those
    cover less than six hours.
    """
    flow: BundleFlow
    """Side that leads the traded volume."""
    carry: BundleCarry
    """Funding."""
    signals: BundleSignals
    """Direction voted by momentum, funding, basis and flow."""
    tradeHint: BundleTradeHint
    """Where and how to act on it. Orders go to the venue itself."""
    whyNull: WhyNull
    """Why members are null, by their path; every null has its reason. docs/errors.md explains
    them.
    """
    series: NotRequired[BundleSeries]
    """A small chart of 24 hours; only on request."""


class BundleCarry(TypedDict):
    """Funding."""

    fundingAprPct: float | None
    """Annualised rate in percent; null when the asset is a binary, or the venue publishes no rate.
    """
    side: Literal['longs_pay', 'shorts_pay', 'flat']
    """Side that pays."""


class BundleFairValue(TypedDict):
    """Estimate of what the asset is worth."""

    value: float | None
    """Oracle price, or the median of the linked venues; null when there is no oracle price, and
    fewer than two venues have a fresh mid.
    """
    unit: Literal['usd', 'probability']
    """Unit of the prices."""
    basisBps: float | None
    """Last over value, less one; null when last or value is null."""
    source: Literal['hl-oracle', 'consensus', 'none']
    """Source of the value."""
    confidence: float | None
    """0 to 1; null when value is null."""
    dispersionBps: float | None
    """Largest less smallest venue over the value; null when value is null or an oracle price."""
    nVenues: int | None
    """Venues of the consensus; null when value is null or an oracle price."""
    isStale: IsStale
    """The venue's newest poll result is older than 120 s or lacks the asset."""


class BundleFlow(TypedDict):
    """Side that leads the traded volume."""

    imbalance: float | None
    """-1 to 1; null when no record has real volume."""
    lean: Literal['BID', 'ASK'] | None
    """From 0.2 on; null when imbalance is null or smaller."""


class BundleFreshness(TypedDict):
    """Freshness of the answer."""

    feedAgeMs: int | None
    """Age of the venue's newest poll result in ms; null when the venue has not answered yet."""
    historyLastMs: int | None
    """Newest record of the last 24 hours. Epoch milliseconds; null when there is none."""
    historyLastEverMs: int | None
    """Newest record of all. Epoch milliseconds; null when there is none."""
    isStale: IsStale
    """The venue's newest poll result is older than 120 s or lacks the asset."""


class BundleHorizon(TypedDict):
    endDate: int | None
    """The end that daysToResolve counts to. Epoch milliseconds; null when the venue states none.
    """
    daysToResolve: float | None
    """Days until that end; 0 when it has passed; null when the venue states none."""
    resolvedFrom: Literal['closeTime', 'endDate'] | None
    """Which of the venue's times endsAt is; null when the venue states none."""
    terminalVariance: TerminalVariance
    """p (1 - p); null when there is no price."""
    settlement: BundleResolution | None
    """How the market ended, by the venue's settlement source; null when no resolution is recorded.
    """


class BundleLiquidity(TypedDict):
    """From the venue's newest poll result."""

    liquidityUsd: float | None
    """Resting liquidity as the venue counts it; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest; null when the venue publishes none."""
    volume24hUsd: float | None
    """Traded in 24 hours; null when the venue publishes none."""
    volumeTotalUsd: float | None
    """Traded since the market opened; null when the venue publishes none."""
    source: Literal['snapshot'] | None
    """Source of the value; null when the asset is not listed."""


class BundlePrice(TypedDict):
    """Price now."""

    last: float | None
    """Mark price of a perpetual, recorded price of a binary (of Yes); null when there is no price,
    or the asset left its venue unrecorded.
    """
    bid: float | None
    """Best bid of the feed, the stream or a fresh book, whichever is newest; null when nothing
    rests there, or it is not known.
    """
    ask: float | None
    """Best ask, from the same source as the bid; null when nothing rests there, or it is not
    known.
    """
    spreadBps: float | None
    """Ask less bid over their middle; null when bid or ask is missing or 0, or they cross."""
    spreadPts: float | None
    """Probabilities: ask less bid in percentage points; null when the asset is a perpetual, bid or
    ask is missing or 0, or they cross.
    """
    fairValue: float | None
    """The same as fairValue.value of the bundle; null when there is no oracle price, and fewer
    than two venues have a fresh mid.
    """
    basisBps: float | None
    """Last over fair value, less one; positive: this venue is rich; null when last or the fair
    value is null.
    """
    basisPts: float | None
    """Probabilities: last less fair value in percentage points; null when the asset is a
    perpetual, or last or the fair value is null.
    """
    change24hPct: float | None
    """Change of 24 hours in percent; null when the price now or then is not known."""
    change24hPts: float | None
    """Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual,
    or change24hPct is null.
    """
    unit: Literal['usd', 'probability']
    """Unit of the prices."""
    change24hSource: Literal['snapshot', 'store-delta'] | None
    """snapshot: the venue’s figure; store-delta: own records; null when change24hPct is null."""


class BundleResolution(TypedDict):
    asset: AssetId
    """Asset id in its canonical spelling."""
    outcome: Literal['yes', 'no', 'void']
    """Which side won; void: neither, or both in part."""
    payout: float | None
    """Payout of one Yes contract; null when the venue does not say."""
    settledAt: int | None
    """When. Epoch milliseconds; null when the venue does not say."""
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""


class BundleRisk(TypedDict):
    """Risk over the live records of the last 24 hours; over the hours of the last week where those
    cover less than six hours.
    """

    realizedVolAnnualizedPct: float | None
    """Realized volatility of a year. In percent; null when source is insufficient."""
    maxDrawdownPct: float | None
    """Deepest fall from a peak. In percent; null when source is insufficient."""
    sharpe: float | None
    """Sharpe ratio; null when source is insufficient, its denominator is 0, or the asset is a
    binary.
    """
    sharpeSuppressedReason: NotRequired[Literal['bounded-probability', 'insufficient-data', 'zero-variance']]
    """Why sharpe is null."""
    ulcerIndexPct: float | None
    """Root mean square of the drawdown. In percent; null when source is insufficient."""
    painIndexPct: float | None
    """Mean of the drawdown. In percent; null when source is insufficient."""
    modifiedVar95Pct: float | None
    """Value at risk at 95 % with skewness and kurtosis. In percent; null when source is
    insufficient, or returns do not vary.
    """
    martinRatio: float | None
    """Return over ulcer index; null when source is insufficient, its denominator is 0, or the
    asset is a binary.
    """
    cdar95Pct: float | None
    """Mean of the worst 5 % of drawdowns. In percent; null when source is insufficient."""
    gainToPain: float | None
    """Sum of returns over sum of losses; null when source is insufficient, or its denominator is
    0.
    """
    sterlingRatio: float | None
    """Return over drawdown; null when source is insufficient, its denominator is 0, or the asset
    is a binary.
    """
    omega: float | None
    """Gains over losses; null when source is insufficient, or its denominator is 0."""
    rollSpreadBps: float | None
    """Spread implied by the autocovariance of price changes; null when source is insufficient."""
    barsUsed: int
    """Records used; 0 when insufficient."""
    source: Literal['store', 'fallback', 'insufficient']
    """store: live records; fallback: hourly closes; insufficient: fewer than 30 of either."""
    returnBasis: Literal['log', 'diff'] | None
    """How returns are taken; null when source is insufficient."""
    windowMs: int
    """Width of the window in ms: 24 hours, or 168 by hourly closes."""
    periodsPerYear: float | None
    """Periods of a year, from the cadence of the records; null when source is insufficient."""
    sampling: Sampling | None
    """Sample behind the figures; null when source is insufficient."""
    sampleNote: SampleNote
    """The sample of these figures, and those of the other answers that state figures of the same
    names.
    """


class BundleSeries(TypedDict):
    """A small chart of 24 hours; only on request."""

    prices: list[float]
    """Last price of each of 60 slices, oldest first."""
    points: int
    """Number of prices."""
    windowMs: int
    """Width of the window in ms."""


class BundleSignals(TypedDict):
    """Direction voted by momentum, funding, basis and flow."""

    direction: Literal['LONG', 'SHORT', 'NEUTRAL']
    """Direction of the signal, from a score of 0.25 on."""
    confidence: float
    """0 to 1."""
    reasons: list[str]
    """One sentence per vote."""


class BundleTradeHint(TypedDict):
    """Where and how to act on it. Orders go to the venue itself."""

    venueNativeUrl: str | None
    """Where the asset is traded; null when a binary has left its venue."""
    suggestedSide: Literal['BUY', 'SELL'] | None
    """Action that the direction suggests; null when direction is NEUTRAL."""
    notes: list[str]
    """Notes for traders."""


class BundleVersion(TypedDict):
    """What readers can rely on."""

    version: str
    """Version of the blocks."""
    optionalBlocks: list[str]
    """Blocks that may be absent; all others are always there."""


class CancelOrderAnswer(TypedDict):
    """State of the order after the venue answered."""

    ok: Ok
    """true on every success."""
    execMode: Literal['mock', 'live']
    """Where orders go."""
    outcome: CancelOrderAnswerOutcome
    """The outcome."""


class CancelOrderAnswerOutcome(TypedDict):
    """The outcome."""

    status: Literal['cancelled', 'filled', 'rejected', 'cancelling']
    """cancelled: nothing was traded and nothing rests; filled: a part or all was traded and
    nothing rests; rejected: it had been refused; cancelling: its end is not known yet.
    """
    order: BotOrder
    """One order."""


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
    """Lifecycle state."""
    releasedMicroUsd: int
    """Amount that was set aside and is free again. Micro-USD."""


class ConnectedVenue(TypedDict):
    """One credential, without its content."""

    venue: VenueId
    """Venue."""
    kind: Literal['apiKey', 'wallet', 'oauth']
    """What it is."""
    addedAt: int
    """When it was stored. Epoch milliseconds."""
    usable: bool
    """The credential can trade: it is complete, the venue has not refused it, and the vault opens
    it.
    """
    missing: list[str]
    """Members that live trading needs."""
    checkedAt: int | None
    """When the venue last checked the credential, in live mode. Epoch milliseconds; null when it
    was not asked yet, or could not be.
    """
    problem: str | None
    """Problem with the credential, as found here or stated by the venue; null when nothing is
    known to be wrong.
    """


class ConnectedVenues(TypedDict):
    """Connected venues."""

    ok: Ok
    """true on every success."""
    vaultEnabled: bool
    """Credentials can be stored and used."""
    connected: list[ConnectedVenue]
    """One per venue, by venue."""


class ControlBotAnswer(TypedDict):
    """Current value."""

    ok: Ok
    """true on every success."""
    config: BotConfig
    """How the engine trades for the bot."""
    killed: bool
    """The bot is halted by its own switch."""


class CorrelationMatrix(TypedDict):
    labels: list[AssetId]
    """Asset ids of rows and columns."""
    matrix: list[list[float | None]]
    """Symmetric; the diagonal is exactly 1."""


class Coverage(TypedDict):
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """

    state: Literal['full', 'partial', 'before', 'never']
    """never: the series has no record; before: the window ends before the first; partial: see
    notRecorded.
    """
    recordedFromMs: int | None
    """First record of the series. Epoch milliseconds; null when there is none."""
    recordedToMs: int | None
    """Newest record of the series. Epoch milliseconds; null when there is none."""
    recordedFrac: float
    """Share of the window, up to now, without a hole, filled in or not."""
    notRecorded: list[NotRecorded]
    """Stretches of the window without recording, oldest first."""


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
    owedMicroUsd: int
    """Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
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


ExpiresAt: TypeAlias = "int | None"
"""When it expires. Epoch milliseconds; null when it never does."""


class ExplainLinkAnswer(TypedDict):
    """Evidence for and against a pair."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When this was computed. ISO 8601."""
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


class ExportPart(TypedDict):
    """One file of the tree."""

    path: str
    """Below /api/export/."""
    table: Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links']
    """Its table."""
    rows: int | None
    """Its rows; null when the file is not made yet."""
    series: int | None
    """Assets that it has observations of; null when the file is not made yet."""
    firstMs: int | None
    """Its earliest row. Epoch milliseconds; null when it has none, or the file is not made yet.
    """
    lastMs: int | None
    """Its latest row. Epoch milliseconds; null when it has none, or the file is not made yet."""
    bytes: int | None
    """Its length; null when the file is not made yet."""
    sha256: str | None
    """Of its bytes, in hex; its ETag too; null when the file is not made yet."""
    seq: int | None
    """Number of the last insertion into its day; null when it is no part of observations."""
    closed: bool
    """Its day has ended ten minutes ago: it changes by imports alone."""


class Failure(TypedDict):
    """Error response."""

    ok: Literal[False]
    """false on every failure."""
    error: str
    """A stable code."""
    message: str
    """One sentence: the parameter and the limit, or what could not be done."""
    requestId: str
    """Id of the request in the log of the service."""
    parameter: NotRequired[str]
    """Of validation_failed: the parameter or body member that was refused, where it is one."""
    apiVersion: NotRequired[Literal['v1']]
    """Under /api/m2m/: the version of its bodies."""


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

    execMode: Literal['mock', 'live']
    """Where orders go."""
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
    """One gap."""

    venue: VenueId
    """Venue."""
    storeKey: str | None
    """The series, by its key; null when all of the venue is concerned."""
    fromMs: int
    """Last time before the gap. Epoch milliseconds."""
    toMs: int | None
    """End of the gap. Epoch milliseconds; null when it lasts."""
    reason: str
    """What could not be recorded, and why."""


Gaps: TypeAlias = "list[Gap]"
"""Spans that could not be recorded and overlap the window."""


GeneratedAt: TypeAlias = "str"
"""When this was computed. ISO 8601."""


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
    """When this was computed. ISO 8601."""


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
    """The key of the asset within its venue."""
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
    """Why members are null, by their path; with `explain=true`, where a reason is known.
    docs/errors.md explains them.
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
    """The key of the asset within its venue."""
    source: Literal['store', 'fallback']
    """fallback: the store holds fewer than minBars usable records."""
    periodsPerYear: float | None
    """By the median distance of the records: 8,766 for hourly ones; null when fewer than two
    records are usable.
    """
    minBars: int
    """As asked, at most 5,000."""
    sharpeSuppressedReason: Literal['bounded-probability', 'insufficient-data', 'zero-variance'] | None
    """Why sharpe is null; null when sharpe is not null."""
    sampling: Sampling | None
    """Sample behind the figures; null when source is fallback."""
    sampleNote: SampleNote
    """The sample of these figures, and those of the other answers that state figures of the same
    names.
    """
    coverage: Coverage
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    metrics: GetAssetRiskAnswerMetrics
    """Every figure but the counts is null when source is fallback."""
    whyNull: NotRequired[WhyNull]
    """Why members are null, by their path; with `explain=true`, where a reason is known.
    docs/errors.md explains them.
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
    """annualizedReturn over annualizedVol; null when too few records are usable, or its
    denominator is 0, or the price is a probability.
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
    """annualizedReturn over ulcerIndex; null when too few records are usable, or its denominator
    is 0, or the price is a probability.
    """
    cdar95: float | None
    """Mean of the worst 5 % of the drawdowns; null when too few records are usable."""
    gainToPain: float | None
    """Sum of gains over sum of losses; null when too few records are usable, or its denominator is
    0.
    """
    sterlingRatio: float | None
    """annualizedReturn over cdar95; null when too few records are usable, or its denominator is 0,
    or the price is a probability.
    """
    omega: float | None
    """Gains over losses at threshold 0; null when too few records are usable, or its denominator
    is 0.
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
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    stats: GetAssetStatsAnswerStats
    """Over hourly bars of 30 days."""
    sampleNote: SampleNote
    """The sample of these figures, and those of the other answers that state figures of the same
    names.
    """
    benchmark: NotRequired[GetAssetStatsAnswerBenchmark | None]
    """Perpetuals: how the asset moves when the benchmark rises and falls; null when fewer than 24
    hours are shared, or the asset is the benchmark.
    """
    whyNull: NotRequired[WhyNull]
    """Why members are null, by their path; with `explain=true`, where a reason is known.
    docs/errors.md explains them.
    """


class GetAssetStatsAnswerStats(TypedDict):
    """Over hourly bars of 30 days."""

    n: int
    """Number of returns."""
    periodsPerYear: int
    """Always 8,760."""
    verdict: Literal['random-walk', 'mean-reverting', 'trending', 'flat', 'insufficient-data']
    """Combined result of the tests."""
    returns: GetAssetStatsAnswerStatsReturns
    """Ratios."""
    risk: GetAssetStatsAnswerStatsRisk
    """Fractions per hour unless the name says otherwise; losses are positive."""
    structure: GetAssetStatsAnswerStatsStructure
    """Memory and microstructure."""
    tests: GetAssetStatsAnswerStatsTests
    """Each null without enough data or variance."""
    horizon: GetAssetStatsAnswerStatsHorizon | None
    """How far a binary market can still move; null when the asset is a perpetual."""


class GetAssetStatsAnswerStatsReturns(TypedDict):
    """Ratios."""

    sharpe: float | None
    """Mean over deviation, per year; null when sharpeSuppressedReason says why."""
    sortino: float | None
    """Mean over downside deviation, per year; null when the asset is a binary, returns do not
    vary, or none is a loss.
    """
    calmar: float | None
    """Annual log return over the deepest drawdown; null when the asset is a binary, or prices
    never fell.
    """
    sharpeAdjAC: float | None
    """sharpe corrected for autocorrelation by Lo's factor; null when sharpe or autocorr1 is."""
    omega: float | None
    """Gains over losses at threshold 0; null when there are no returns, or gains without losses.
    """
    gainToPain: float | None
    """Sum of gains over sum of losses; null when no return is a loss."""
    annualisedVol: float | None
    """Deviation per year; probability points for binaries; null when returns are fewer than two.
    """
    returnMode: Literal['log', 'diff']
    """How returns are taken."""
    framing: Literal['annualised', 'horizon']
    """annualised for perpetuals; horizon for markets that are decided soon."""
    sharpeSuppressedReason: Literal['bounded-probability', 'insufficient-data', 'zero-variance'] | None
    """Why sharpe is null; null when sharpe is not null."""


class GetAssetStatsAnswerStatsRisk(TypedDict):
    """Fractions per hour unless the name says otherwise; losses are positive."""

    var95: float | None
    """Historical value at risk, 5 %; null when returns are fewer than two."""
    var99: float | None
    """The same, 1 %; null when returns are fewer than two."""
    es90: float | None
    """Expected shortfall, 10 %; null when returns are fewer than two."""
    es95: float | None
    """The same, 5 %; null when returns are fewer than two."""
    es99: float | None
    """The same, 1 %; null when returns are fewer than two."""
    esTailConcentration: float | None
    """es99 over es90; null when es90 is null or no loss."""
    ulcerIndex: float | None
    """Root mean square of the drawdowns; null when no hour is recorded."""
    painIndex: float | None
    """Mean drawdown; null when no hour is recorded."""
    cdar95: float | None
    """Mean of the worst 5 % of the drawdowns; null when no hour is recorded."""
    drawdownAtRisk95: float | None
    """95 % quantile of the drawdowns; null when no hour is recorded."""
    sterling: float | None
    """Annual log return over cdar95; null when the asset is a binary, or prices never fell."""
    tailIndex: float | None
    """Hill estimate on 5 % of the sample; about 3 is usual; null when the tail holds fewer than
    ten moves, or they do not differ.
    """
    tailIndexWide: float | None
    """The same on 10 %; null when the tail holds fewer than ten moves, or they do not differ."""
    maxDrawdown: float | None
    """Deepest fall from a peak; null when no hour is recorded."""
    modifiedVar95: float | None
    """Cornish-Fisher value at risk; 0 outside its domain; null when returns are fewer than four or
    do not vary.
    """


class GetAssetStatsAnswerStatsStructure(TypedDict):
    """Memory and microstructure."""

    hurst: float | None
    """0.5: no memory; below: reverting; above: persistent; null when fewer than about 64 returns
    vary.
    """
    autocorr1: float | None
    """Autocorrelation at lag 1; null when returns are fewer than three or do not vary."""
    autocorr2: float | None
    """At lag 2; null when returns are fewer than four or do not vary."""
    trendT: float | None
    """Newey-West t of the mean return; beyond 1.96 a drift; null when returns are fewer than eight
    or do not vary.
    """
    halfLifeMR: float | None
    """Hours until half of a deviation is gone; null when no reversion was detected."""
    permEntropy: float | None
    """1: order is unpredictable; null when returns are fewer than twelve."""
    permEntropyTieFrac: float | None
    """Share of triples with equal moves; null when returns are fewer than twelve."""
    rollSpreadBps: float | None
    """Roll's spread in basis points of the price; null when returns are fewer than three, or
    prices are 0.
    """


class GetAssetStatsAnswerStatsTests(TypedDict):
    """Each null without enough data or variance."""

    ljungBox: LjungBox | None
    """Returns uncorrelated; the largest lag within n/5; null when n is too small, or returns do
    not vary.
    """
    ljungBoxProfile: list[LjungBox]
    """Lags 1, 2, 3, 5 and 10."""
    adf: GetAssetStatsAnswerStatsTestsAdf | None
    """Level has a unit root; null when bars are fewer than 20, do not vary, or admit no
    regression.
    """
    kpss: GetAssetStatsAnswerStatsTestsKpss | None
    """Level is stationary; null when bars are fewer than 20 or do not vary."""
    runs: GetAssetStatsAnswerStatsTestsRuns | None
    """Signs are in random order; null when fewer than ten returns move, or all go one way."""
    varianceRatio: GetAssetStatsAnswerStatsTestsVarianceRatio | None
    """Returns are uncorrelated; null when returns are fewer than 16 or do not vary."""
    jarqueBera: GetAssetStatsAnswerStatsTestsJarqueBera | None
    """Returns are normal; null when returns are fewer than eight or do not vary."""


class GetAssetStatsAnswerStatsTestsAdf(TypedDict):
    """Level has a unit root; null when bars are fewer than 20, do not vary, or admit no
    regression.
    """

    stat: float
    """Statistic."""
    p: PValue
    """Probability under the null hypothesis."""
    lag: int
    """Lagged differences."""
    nobs: int
    """Rows of the regression."""
    crit: GetAssetStatsAnswerStatsTestsAdfCrit
    """Critical values."""
    reject: bool
    """p < 0.05."""


GetAssetStatsAnswerStatsTestsAdfCrit = TypedDict("GetAssetStatsAnswerStatsTestsAdfCrit", {
    "1%": "float",
    "5%": "float",
    "10%": "float",
})
"""Critical values."""


class GetAssetStatsAnswerStatsTestsKpss(TypedDict):
    """Level is stationary; null when bars are fewer than 20 or do not vary."""

    stat: float
    """Statistic."""
    p: PValue
    """Probability under the null hypothesis."""
    lag: int
    """Lags of the variance."""
    pClipped: Literal['upper', 'lower'] | None
    """The end of the table at which p is held; null when p is within the table."""
    reject: bool
    """p < 0.05."""


class GetAssetStatsAnswerStatsTestsRuns(TypedDict):
    """Signs are in random order; null when fewer than ten returns move, or all go one way."""

    z: float
    """Statistic."""
    p: PValue
    """Probability under the null hypothesis."""
    runs: int
    """Runs of equal sign."""
    nPos: int
    """Gains."""
    nNeg: int
    """Losses."""
    reject: bool
    """p < 0.05."""


class GetAssetStatsAnswerStatsTestsVarianceRatio(TypedDict):
    """Returns are uncorrelated; null when returns are fewer than 16 or do not vary."""

    q: int
    """Hours joined."""
    vr: float
    """1 for a random walk."""
    z: float | None
    """Statistic; null when its variance is 0."""
    p: PValue | None
    """Probability under the null hypothesis; null when its variance is 0."""
    reject: bool
    """p < 0.05."""


class GetAssetStatsAnswerStatsTestsJarqueBera(TypedDict):
    """Returns are normal; null when returns are fewer than eight or do not vary."""

    stat: float
    """Statistic."""
    p: PValue
    """Probability under the null hypothesis."""
    skew: float
    """Skewness."""
    exKurtosis: float
    """Excess kurtosis."""
    reject: bool
    """p < 0.05."""


class GetAssetStatsAnswerStatsHorizon(TypedDict):
    """How far a binary market can still move; null when the asset is a perpetual."""

    daysToResolve: float | None
    """Days until it ends; null when the venue states no end."""
    barsPerDay: float
    """Bars of a day."""
    perDayMove: float | None
    """Deviation of a day in probability points; null when returns are fewer than two."""
    perHorizonMove: float | None
    """The same until the end, never more than the outcome itself can move; null when perDayMove,
    the end or the price is not known.
    """
    terminalVariance: TerminalVariance
    """p (1 - p); null when there is no price."""
    resolvedFrom: Literal['closeTime', 'endDate'] | None
    """Which end was used; null when the venue states no end."""
    available: bool
    """Whether an end is known."""


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
    """Price per use; 0: free."""
    ledger: list[GetBalanceAnswerLedgerItem]
    """Entries, oldest first."""
    truncated: bool
    """Older entries exist."""
    nextCursor: str | None
    """Leads to the page before; null when there is none."""


class GetBalanceAnswerBalance(TypedDict):
    """The balance now."""

    microUsd: int
    """Whole balance. Micro-USD."""
    usd: float
    """The same in US dollars."""
    heldMicroUsd: int
    """Held for orders that are not filled yet; part of microUsd. Micro-USD."""
    owedMicroUsd: int
    """Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
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
    """The venue's clock. Epoch milliseconds; null when the venue states none."""


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
    owedMicroUsd: NotRequired[int]
    """Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
    """
    config: NotRequired[BotConfig]
    """How the engine trades for the bot."""
    connectedVenues: NotRequired[list[ConnectedVenue]]
    """One per venue, by venue."""
    activity: NotRequired[GetBotStatusAnswerActivity]
    """Totals of the bot in the current execution mode."""
    recentOrders: NotRequired[list[BotOrder]]
    """The newest 50, newest first."""
    results: NotRequired[GetBotStatusAnswerResults]
    """Positions and realised gain of the bot, in the current mode."""
    engine: NotRequired[GetBotStatusAnswerEngine]
    """Newest decisions and status of the engine for the bot."""


class GetBotStatusAnswerSystem(TypedDict):
    """Trading status of the whole service."""

    execMode: Literal['mock', 'live']
    """Where orders go."""
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
    """Positions and realised gain of the bot, in the current mode."""

    positions: list[GetBotStatusAnswerResultsPosition]
    """Open positions, in Yes terms for binaries; the 200 with the largest cost."""
    openPositions: int
    """Number of open positions."""
    realizedPnlUsd: float
    """Gains and losses of what was closed, less the venues' fees."""
    closings: int
    """Positions or parts of them that were closed."""
    winRate: float | None
    """Closings with a gain of all closings; null when nothing was closed."""
    totalVolumeUsd: float
    """Of all fills."""


class GetBotStatusAnswerResultsPosition(TypedDict):
    """One position."""

    venue: VenueId
    """Where."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    size: float
    """Coins or shares; negative: sold short."""
    avgPrice: float
    """Average cost."""
    costUsd: float
    """Cost or proceeds of the position."""


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
    """When this was computed. ISO 8601."""
    snapshotAgeMs: int | None
    """Age of the venue's snapshot in ms; null when the venue has not been read yet."""
    carry: GetCarryAnswerCarry | None
    """Cost or income of funding; null when the venue publishes no rate."""
    whyNull: NotRequired[WhyNull]
    """Why members are null, by their path; with `explain=true`, where a reason is known.
    docs/errors.md explains them.
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
    """The key of the asset within its venue."""
    params: GetCascadesAnswerParams
    """As asked, after clamping."""
    summary: GetCascadesAnswerSummary
    """All cascades together."""
    cascades: list[GetCascadesAnswerCascade]
    """Oldest first."""
    gaps: Gaps
    """Spans that could not be recorded and overlap the window."""
    coverage: Coverage
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetCascadesAnswerParams(TypedDict):
    """As asked, after clamping."""

    windowMs: int
    """Window in ms."""
    minDrawdownPct: float
    """Least move as a fraction."""
    direction: Literal['down', 'up']
    """Direction."""
    fromMs: WindowFromMs
    """First time of the window. Epoch milliseconds; null when it begins with the first record."""
    toMs: WindowToMs
    """Last time of the window. Epoch milliseconds; null when it ends with the newest record."""
    limit: int
    """Most records read."""


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
    """When this was computed. ISO 8601."""
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
    """Why members are null, by their path; of a pair as pearson.matrix.0.1. docs/errors.md
    explains them.
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
    """When this was computed. ISO 8601."""
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
    """The manifest of the tree."""

    ok: Ok
    """true on every success."""
    version: int
    """Version of the layout."""
    store: str
    """Id of the history."""
    licence: str
    """Licence of the data."""
    simulated: bool
    """It comes from the built-in simulator."""
    asOfMs: int
    """Everything acknowledged then, of the days that are listed, is in the parts. Epoch
    milliseconds.
    """
    position: int
    """Number of the last commit of records then."""
    window: GetExportManifestAnswerWindow
    """Times of the observations."""
    selection: GetExportManifestAnswerSelection
    """Venues, assets and tables of the tree, and the form of its files."""
    schema: GetExportManifestAnswerSchema
    """Columns by table."""
    parts: list[ExportPart]
    """Files, by path."""
    gaps: int | None
    """Rows of the table of gaps; null when the file is not made yet."""
    damaged: list[GetExportManifestAnswerDamagedItem]
    """Observations that could not be read and are not in the parts that are made."""
    withdrawn: list[str]
    """Imports that are withdrawn."""
    totals: GetExportManifestAnswerTotals
    """Sums over the parts."""


class GetExportManifestAnswerWindow(TypedDict):
    """Times of the observations."""

    fromMs: int | None
    """First time. Epoch milliseconds; null when the tree begins with the first record."""
    toMs: int | None
    """Last time: the end of the last closed day. Epoch milliseconds; null when open days are
    listed too.
    """


class GetExportManifestAnswerSelection(TypedDict):
    """Venues, assets and tables of the tree, and the form of its files."""

    venues: list[VenueId] | None
    """Venues; null when all are included."""
    assets: list[str] | None
    """Assets; null when all are included."""
    tables: list[Literal['observations', 'gaps', 'resolutions', 'markets', 'rules', 'links']]
    """Tables."""
    format: Literal['parquet', 'arrow', 'csv', 'jsonl']
    """Form of the files."""
    compression: Literal['zstd', 'gzip', 'none']
    """Compression of the files."""


class GetExportManifestAnswerSchema(TypedDict):
    """Columns by table."""

    observations: list[GetExportManifestAnswerSchemaObservation]
    """Columns, in order."""
    gaps: list[GetExportManifestAnswerSchemaGap]
    """Columns, in order."""
    resolutions: list[GetExportManifestAnswerSchemaResolution]
    """Columns, in order."""
    markets: list[GetExportManifestAnswerSchemaMarket]
    """Columns, in order."""
    rules: list[GetExportManifestAnswerSchemaRule]
    """Columns, in order."""
    links: list[GetExportManifestAnswerSchemaLink]
    """Columns, in order."""


class GetExportManifestAnswerSchemaObservation(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerSchemaGap(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerSchemaResolution(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerSchemaMarket(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerSchemaRule(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerSchemaLink(TypedDict):
    """One column."""

    name: str
    """Its name."""
    type: Literal['text', 'time', 'number']
    """Kind of its values."""
    unit: str | None
    """Unit of its numbers; null when its values have no unit."""
    nullWhen: str | None
    """When its value is null; null when its value is never null."""


class GetExportManifestAnswerDamagedItem(TypedDict):
    """One damaged span."""

    venue: VenueId
    """Venue."""
    asset: str | None
    """Asset id; null when the span is of several assets, or the asset is not known."""
    fromMs: int
    """First time of the span. Epoch milliseconds."""
    toMs: int
    """Last time of the span. Epoch milliseconds."""
    reason: str
    """Kind of damage."""


class GetExportManifestAnswerTotals(TypedDict):
    """Sums over the parts."""

    rows: int | None
    """Observations; null when a part is not made yet."""
    bytes: int | None
    """Bytes; null when a file is not made yet."""
    series: int
    """Series with records."""


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
    """When this was computed. ISO 8601."""
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
    """The key of the asset within its venue."""
    params: GetFlowAnswerParams
    """As asked, after clamping."""
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
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetFlowAnswerParams(TypedDict):
    """As asked, after clamping."""

    rollingWindow: int
    """Records of one block."""
    fromMs: WindowFromMs
    """First time of the window. Epoch milliseconds; null when it begins with the first record."""
    toMs: WindowToMs
    """Last time of the window. Epoch milliseconds; null when it ends with the newest record."""
    limit: int
    """Most records read."""


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
    """Leads to the page before; null when there is none."""


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
    """Open streams."""
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
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
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
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    truncated: bool
    """Older records exist in the window."""
    nextCursor: str | None
    """Leads to the page before; null when there is none."""


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
    """When this was computed. ISO 8601."""
    generatedAtMs: int
    """The same time. Epoch milliseconds."""
    apiVersion: ApiVersion
    """Version of this body. Within it, members are only ever added."""
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
    """Leads to the next page; null when there is none."""
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
    """USD, or probability of Yes; null when the market has no price."""
    name: str
    """Coin or question."""
    isStale: bool
    """The venue's newest poll result is older than 120 s."""
    fairPrice: float | None
    """Oracle price, or consensus of the linked venues; null when there is no oracle price, and
    fewer than two venues have a fresh mid.
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
    """Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual,
    or change24hPct is null.
    """
    volume24hUsd: float | None
    """Traded in 24 hours; null when the venue publishes none."""
    endDate: int | None
    """End of trading, or when the question is due. Epoch milliseconds; null when the asset is a
    perpetual, or the venue states no end.
    """
    whyNull: NotRequired[WhyNull]
    """Why members are null, by their path; with `explain=true`, where a reason is known.
    docs/errors.md explains them.
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
    """When this was computed. ISO 8601."""
    count: int
    """Number of links in this answer."""
    total: int
    """Number of links, or of refused pairs with state=refused, on all pages."""
    nextCursor: str | None
    """Leads to the next page; null when there is none."""
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
    """When this was computed. ISO 8601."""
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
    """When this was computed. ISO 8601."""
    apiVersion: ApiVersion
    """Version of this body. Within it, members are only ever added."""
    asset: AssetId
    """Asset id in its canonical spelling."""
    venue: VenueId
    """Venue of the asset."""
    storeKey: StoreKey
    """The key of the asset within its venue."""
    price: GetQuoteAnswerPrice
    """Price now."""
    freshness: GetQuoteAnswerFreshness
    """Freshness of the answer."""
    venueNativeUrl: NotRequired[str | None]
    """Where the asset is traded; null when a binary has left its venue."""
    whyNull: WhyNull
    """Why members are null, by their path; every null has its reason. docs/errors.md explains
    them.
    """


class GetQuoteAnswerPrice(TypedDict):
    """Price now."""

    last: float | None
    """Mark price of a perpetual, recorded price of a binary (of Yes); null when there is no price,
    or the asset left its venue unrecorded.
    """
    bid: float | None
    """Best bid of the feed, the stream or a fresh book, whichever is newest; null when nothing
    rests there, or it is not known.
    """
    ask: float | None
    """Best ask, from the same source as the bid; null when nothing rests there, or it is not
    known.
    """
    spreadBps: float | None
    """Ask less bid over their middle; null when bid or ask is missing or 0, or they cross."""
    spreadPts: float | None
    """Probabilities: ask less bid in percentage points; null when the asset is a perpetual, bid or
    ask is missing or 0, or they cross.
    """
    fairValue: float | None
    """The same as fairValue.value of the bundle; null when there is no oracle price, and fewer
    than two venues have a fresh mid.
    """
    basisBps: float | None
    """Last over fair value, less one; positive: this venue is rich; null when last or the fair
    value is null.
    """
    basisPts: float | None
    """Probabilities: last less fair value in percentage points; null when the asset is a
    perpetual, or last or the fair value is null.
    """
    change24hPct: float | None
    """Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of
    then is known.
    """
    change24hPts: float | None
    """Probabilities: change of 24 hours in percentage points; null when always: a quote reads no
    record of yesterday.
    """
    change24hSource: Literal['snapshot'] | None
    """Where the change comes from; null when change24hPct is null."""


class GetQuoteAnswerFreshness(TypedDict):
    """Freshness of the answer."""

    feedAgeMs: int | None
    """Age of the venue's newest poll result in ms; null when the venue has not answered yet."""
    isStale: IsStale
    """The venue's newest poll result is older than 120 s or lacks the asset."""
    historyLastEverMs: NotRequired[int | None]
    """With `activity`: newest record of all. Epoch milliseconds; null when there is none."""


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
    """Leads to the next page; null when there is none."""
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
    """Leads to the next page; null when there is none."""


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
    """When this was computed. ISO 8601."""
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
    """When this was computed. ISO 8601."""
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
    """When this was computed. ISO 8601."""
    params: GetStaleAssetsAnswerParams
    """The parameters as they were understood."""
    summary: StaleSummary
    """Counts over everything, before any limit."""
    truncated: GetStaleAssetsAnswerTruncated
    """Whether the limit cut a list."""
    stale: list[StaleAsset]
    """Assets whose newest record is older than the threshold."""
    neverRecorded: list[StaleAsset]
    """Assets without a record."""


class GetStaleAssetsAnswerParams(TypedDict):
    """The parameters as they were understood."""

    thresholdMin: float
    """Threshold in minutes."""
    thresholdMs: float
    """The same in ms."""
    limit: int
    """Most rows of each list."""
    sortBy: Literal['staleness', 'asset', 'venue'] | None
    """Requested order; null when none was requested."""
    venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None
    """Requested venue; null when none was requested."""


class GetStaleAssetsAnswerTruncated(TypedDict):
    """Whether the limit cut a list."""

    stale: bool
    """Cut or not."""
    neverRecorded: bool
    """Cut or not."""


class GetStaleHistoryAnswer(TypedDict):
    """Stored reports, oldest first."""

    ok: Ok
    """true on every success."""
    generatedAt: GeneratedAt
    """When this was computed. ISO 8601."""
    params: GetStaleHistoryAnswerParams
    """The parameters as they were understood."""
    snapshots: list[StaleReport]
    """Stored reports, oldest first."""
    note: str
    """Note."""


class GetStaleHistoryAnswerParams(TypedDict):
    """The parameters as they were understood."""

    hours: float
    """Start of the list."""
    thresholdMin: float
    """Threshold in minutes."""
    thresholdMs: float
    """The same in ms."""


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
    """annualised for perpetuals; horizon for markets that are decided soon."""
    annualisedVol: float | None
    """Deviation per year; probability points for binaries; null when returns are fewer than two.
    """
    sharpe: float | None
    """Mean over deviation, per year; null when sharpeSuppressedReason says why."""
    sharpeSuppressedReason: Literal['bounded-probability', 'insufficient-data', 'zero-variance'] | None
    """Why sharpe is null; null when sharpe is not null."""
    sortino: float | None
    """Mean over downside deviation, per year; null when the asset is a binary, returns do not
    vary, or none is a loss.
    """
    var95: float | None
    """Historical value at risk, 5 %; null when returns are fewer than two."""
    es95: float | None
    """The same, 5 %; null when returns are fewer than two."""
    maxDrawdown: float | None
    """Deepest fall from a peak; null when no hour is recorded."""
    hurst: float | None
    """0.5: no memory; below: reverting; above: persistent; null when fewer than about 64 returns
    vary.
    """
    autocorr1: float | None
    """Autocorrelation at lag 1; null when returns are fewer than three or do not vary."""
    halfLifeMR: float | None
    """Hours until half of a deviation is gone; null when no reversion was detected."""
    verdict: Literal['random-walk', 'mean-reverting', 'trending', 'flat', 'insufficient-data']
    """Combined result of the tests."""
    horizon: NotRequired[GetStatsAnswerResultStatsHorizon]
    """Binaries only."""


class GetStatsAnswerResultStatsHorizon(TypedDict):
    """Binaries only."""

    daysToResolve: float | None
    """Days until the market ends; null when no end is known."""
    perDayMove: float | None
    """Deviation of a day in probability points; null when returns are fewer than two."""
    terminalVariance: TerminalVariance
    """p (1 - p); null when there is no price."""


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
    """When this was computed. ISO 8601."""
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
    """The venues that the key may read: all, or a list."""
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
    """The venues that the key may read: all, or a list."""


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
    """When it was issued. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """When it expires. Epoch milliseconds; null when it never does."""


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
    """The key of the asset within its venue."""
    params: GetVolumeProfileAnswerParams
    """As asked, after clamping."""
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
    """How much of the window is recorded: an empty answer with full coverage means a quiet market.
    """
    truncated: Truncated
    """Older records exist in the window and were not read."""


class GetVolumeProfileAnswerParams(TypedDict):
    """As asked, after clamping."""

    priceStep: float
    """Width of a bin."""
    fromMs: WindowFromMs
    """First time of the window. Epoch milliseconds; null when it begins with the first record."""
    toMs: WindowToMs
    """Last time of the window. Epoch milliseconds; null when it ends with the newest record."""
    limit: int
    """Most records read."""


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
    """Price per use; 0: free."""


class GetWalletsAnswerDepositTarget(TypedDict):
    """One token of one chain."""

    chain: str
    """Name of the chain."""
    asset: str
    """Symbol of the token."""
    depositAddress: str
    """Shared by everybody."""


IsStale: TypeAlias = "bool"
"""The venue's newest poll result is older than 120 s or lacks the asset."""


class IssueKeyAnswer(TypedDict):
    """The key."""

    ok: Ok
    """true on every success."""
    rawKey: str
    """The key; it is shown once."""
    record: KeyRecord
    """Stored record of a key. The key itself is shown once, when it is issued."""


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
"""When it was issued. Epoch milliseconds."""


class KeyRecord(TypedDict):
    """Stored record of a key. The key itself is shown once, when it is issued."""

    hash: str
    """SHA-256 of the key."""
    owner: str
    """Owner of the key."""
    tier: Literal['free', 'pro', 'enterprise']
    """Tier."""
    label: str | None
    """A note of the operator; null when there is none."""
    venues: KeyVenues
    """The venues that the key may read: all, or a list."""
    createdAt: IssuedAt
    """When it was issued. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """When it expires. Epoch milliseconds; null when it never does."""
    revokedAt: int | None
    """When it was revoked. Epoch milliseconds; null when it was not revoked."""
    botId: str
    """Stays the same when the key is rotated."""
    lastUsedAt: int | None
    """When it was last used, to the minute. Epoch milliseconds; null when it was not used yet."""


KeyVenues: TypeAlias = "Literal['all'] | list[Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']]"
"""The venues that the key may read: all, or a list."""


class KillBotAnswer(TypedDict):
    """Current value."""

    ok: Ok
    """true on every success."""
    botId: str
    """The bot."""
    killed: bool
    """The bot is halted."""


LastPrice: TypeAlias = "float | None"
"""USD, or probability of Yes; null when the market has no price."""


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
    """Leads to the next page; null when there is none."""


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
    """When it was issued. Epoch milliseconds."""
    expiresAt: ExpiresAt
    """When it expires. Epoch milliseconds; null when it never does."""
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
    """Leads to the next page; null when there is none."""


class LjungBox(TypedDict):
    """One lag."""

    lag: int
    """Lags joined."""
    stat: float
    """Statistic."""
    p: PValue
    """Probability under the null hypothesis."""
    reject: bool
    """p < 0.05."""


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
    """Probabilities: change of 24 hours in percentage points; null when the asset is a perpetual.
    """
    currentPrice: LastPrice
    """USD, or probability of Yes; null when the market has no price."""
    source: Literal['feed', 'store-delta']
    """Where the change comes from."""


class NotRecorded(TypedDict):
    """One stretch."""

    fromMs: int
    """First time of it. Epoch milliseconds."""
    toMs: int
    """Last time of it. Epoch milliseconds."""
    reason: str
    """Why."""


Ok: TypeAlias = "Literal[True]"
"""true on every success."""


OrderState: TypeAlias = "Literal['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected']"
"""Lifecycle state."""


PValue: TypeAlias = "float"
"""Probability under the null hypothesis."""


class PerpTicker(TypedDict):
    """The newest state of a perpetual."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    coin: str
    """The venue's name of the asset."""
    markPx: float
    """Mark price in USD."""
    midPx: float | None
    """Mid of the book in USD; null when the venue publishes none."""
    oraclePx: float
    """Oracle price in USD."""
    prevDayPx: float
    """Price 24 hours ago in USD."""
    changePct: float | None
    """24 h change in percent: 5 is 5 %; null when prevDayPx is 0."""
    fundingHourly: float | None
    """Funding of the running hour as a fraction of notional; positive: longs pay; null when the
    venue publishes none.
    """
    openInterest: float | None
    """Open interest in base units; null when the venue publishes none."""
    openInterestUsd: float | None
    """Open interest in USD; null when the venue publishes none."""
    volume24hUsd: float | None
    """Traded in 24 hours, USD; null when the venue publishes none."""
    impactBid: float | None
    """Price at which the venue's impact notional would be sold, USD; null when the venue publishes
    none.
    """
    impactAsk: float | None
    """Price at which the venue's impact notional would be bought, USD; null when the venue
    publishes none.
    """
    maxLeverage: float | None
    """Highest leverage that the venue allows; null when the venue publishes none."""
    szDecimals: int
    """Decimals of sizes."""


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
    """When this was computed. ISO 8601."""
    apiVersion: ApiVersion
    """Version of this body. Within it, members are only ever added."""
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
    """One price level."""

    price: float
    """USD, or probability of Yes."""
    size: float
    """Base units or contracts."""


class PriceList(TypedDict):
    """Price per use; 0: free."""

    stream: int
    """One live stream of prices. Micro-USD."""
    trade: int
    """One filled trade. Micro-USD."""


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
    owedMicroUsd: NotRequired[int]
    """Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
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
    owedMicroUsd: int
    """Debt of the owner after refunds and disputes that exceeded the balance; 0: none. Micro-USD.
    """


class RegisterWalletAnswer(TypedDict):
    """The wallet is registered."""

    ok: Ok
    """true on every success."""
    registeredWallets: list[RegisteredWallet]
    """Oldest first."""


class RegisteredMarket(TypedDict):
    title: str
    """The question of a binary market, the coin of a perpetual."""
    eventKey: str | None
    """The venue's id of the event; null when it has no event."""
    event: str | None
    """Title of the event; null when the venue does not say."""
    category: str | None
    """Category; null when the venue does not say."""
    answer: str | None
    """What Yes stands for within the event; null when the venue does not say."""
    settlementSource: str | None
    """What decides the market; null when the venue does not say."""
    strike: float | None
    """Threshold of the question; null when the venue does not say."""
    closesAt: int | None
    """End of trading. Epoch milliseconds; null when the venue does not say."""
    endsAt: int | None
    """When the question was due to be decided. Epoch milliseconds; null when the venue does not
    say.
    """
    nativeIds: list[RegisteredMarketNativeId]
    """The venue's own ids of the market."""
    url: str | None
    """Page of the market on the venue's site; null when the venue does not say."""
    rulesHash: str | None
    """Name of the rules text: 32 hexadecimal digits; null when the venue publishes none."""
    seenFrom: int
    """When the market was first listed here. Epoch milliseconds."""
    changedAt: int
    """When the registered facts last changed. Epoch milliseconds."""
    links: list[RegisteredMarketLink]
    """Which links were held when, oldest first; the newest 50."""


class RegisteredMarketNativeId(TypedDict):
    """One id."""

    name: str
    """Kind of the id."""
    id: str
    """The id."""


class RegisteredMarketLink(TypedDict):
    """One span of time."""

    a: AssetId
    """Asset id in its canonical spelling."""
    b: AssetId
    """Asset id in its canonical spelling."""
    relation: str
    """Relation of a to b."""
    confidence: float
    """0 to 1."""
    source: str
    """Who said so."""
    disputed: bool
    """Whether prices disputed the link."""
    reasons: list[str]
    """Why."""
    fromMs: int
    """Start of the span. Epoch milliseconds."""
    toMs: int | None
    """End of the span. Epoch milliseconds; null when it is held still."""


class RegisteredWallet(TypedDict):
    """A wallet of the owner."""

    address: str
    """In lower case on EVM chains."""
    family: Literal['evm', 'solana', 'tron']
    """Chains on which transfers are credited."""
    registeredAt: int
    """Transfers after this time are credited. Epoch milliseconds."""


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
    """The side that won; void: the venue paid both sides back, or something between 0 and 1."""
    payout: float | None
    """What one Yes contract paid, 0 to 1; null when the venue does not say."""
    settledAt: int | None
    """When the venue settled. Epoch milliseconds; null when the venue does not say."""
    source: str
    """Field of the venue's answer that states the resolution."""
    disputed: bool | None
    """Whether the result was disputed; null when the venue does not say."""
    recordedAt: int
    """When this service recorded it. Epoch milliseconds."""


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
    """Stored record of a key. The key itself is shown once, when it is issued."""
    previous: RotateKeyAnswerPrevious
    """The old key."""


class RotateKeyAnswerPrevious(TypedDict):
    """The old key."""

    hash: str
    """SHA-256 of it."""
    expiresAt: ExpiresAt
    """When it expires. Epoch milliseconds; null when it never does."""


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
"""The sample of these figures, and those of the other answers that state figures of the same
names.
"""


class Sampling(TypedDict):
    basis: Literal['live', 'hourly']
    """live: records as they were taken; hourly: the last one of each hour."""
    stepMs: float | None
    """Median distance of the records in ms; null when there are fewer than two."""
    coveredMs: int
    """Time that the returns span together in ms, outages left out."""
    outagesSkipped: int
    """Distances across which no return is taken: an outage is not a move."""


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
    """When this was computed. ISO 8601."""
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


class StaleAsset(TypedDict):
    """One tracked asset."""

    kind: Literal['stale', 'never_recorded']
    """Reason for the row."""
    venue: VenueId
    """Venue of the asset."""
    asset: str
    """The storeKey."""
    lastMs: int | None
    """Time of its newest record. Epoch milliseconds; null when nothing was ever recorded."""
    lastIso: str | None
    """The same as ISO 8601; null when nothing was ever recorded."""
    staleForMs: int | None
    """Age of that record in ms; null when nothing was ever recorded."""
    count: int
    """Records of the asset."""
    bytes: int
    """Bytes that they take."""


class StaleCounts(TypedDict):
    """One venue."""

    total: int
    """Tracked assets."""
    stale: int
    """Stale ones."""
    neverRecorded: int
    """Those without a record."""


class StaleReport(TypedDict):
    """One report."""

    ts: int
    """When it was stored. Epoch milliseconds."""
    verdict: Literal['OK', 'WARN']
    """OK when nothing is stale, else WARN."""
    summary: StaleSummary
    """Counts over everything, before any limit."""


class StaleSummary(TypedDict):
    """Counts over everything, before any limit."""

    totalAssets: int
    """Tracked assets."""
    staleCount: int
    """Stale ones."""
    neverRecordedCount: int
    """Those without a record."""
    byVenue: dict[str, StaleCounts]
    """By venue."""


class StatsCoverage(TypedDict):
    """Of one kind."""

    requested: int
    """Assets of the curated set that were asked for."""
    returned: int
    """Assets with statistics."""


StoreKey: TypeAlias = "str"
"""The key of the asset within its venue."""


class StoreStaleReportAnswer(TypedDict):
    """Result."""

    ok: Ok
    """true on every success."""
    skipped: bool
    """true: the last report is younger than 60 s, nothing was stored."""
    written: NotRequired[StaleReport]
    """The stored report, judged with a threshold of 5 minutes."""
    reason: NotRequired[str]
    """Why nothing was stored."""
    lastSnapshotAgeMs: NotRequired[int]
    """Age of the last report in ms."""


class StreamAssetFrame(TypedDict):
    """The `data:` of one event."""

    asset: AssetId
    """Asset id in its canonical spelling."""
    kind: AssetKind
    """Kind of the asset."""
    price: LastPrice
    """USD, or probability of Yes; null when the market has no price."""
    bid: float | None
    """Best bid; null when nothing rests there, or it is not known."""
    ask: float | None
    """Best ask; null when nothing rests there, or it is not known."""
    change24hPct: float | None
    """Perpetuals: change of 24 hours in percent; null when the asset is a binary, or no price of
    then is known.
    """
    venueTime: VenueTime
    """The venue's clock. Epoch milliseconds; null when the venue states none."""
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
    """The venue's clock. Epoch milliseconds; null when the venue states none."""
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
"""p (1 - p); null when there is no price."""


class TradeAnswer(TypedDict):
    """Final state of the order, or its state so far."""

    ok: Ok
    """true on every success."""
    execMode: Literal['mock', 'live']
    """Where orders go."""
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
    """One order."""
    reason: NotRequired[Literal['unknown_asset', 'market_closed', 'below_minimum', 'no_liquidity', 'price_moved', 'insufficient_funds', 'no_credentials', 'credentials_rejected', 'rate_limited', 'venue_unavailable', 'venue_blocked', 'unconfirmed', 'stale_data', 'no_position', 'other']]
    """Why the order was rejected or is unconfirmed."""


Truncated: TypeAlias = "bool"
"""Older records exist in the window and were not read."""


VenueId: TypeAlias = "Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']"
"""Venue."""


class VenueSnapshot(TypedDict):
    """The venue's newest poll result, in which the ticker was found."""

    fetchedAt: int | None
    """When it was complete. Epoch milliseconds; null when the venue has not been read yet."""
    ageMs: int | None
    """Its age in ms; null when the venue has not been read yet."""
    stale: bool
    """Older than 120 s, or missing."""


VenueTime: TypeAlias = "int | None"
"""The venue's clock. Epoch milliseconds; null when the venue states none."""


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
    """Lifecycle state."""
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
"""Why members are null, by their path; with `explain=true`, where a reason is known.
docs/errors.md explains them.
"""


WindowFromMs: TypeAlias = "int | None"
"""First time of the window. Epoch milliseconds; null when it begins with the first record."""


WindowToMs: TypeAlias = "int | None"
"""Last time of the window. Epoch milliseconds; null when it ends with the newest record."""


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
    """A bundle, and why it was sent."""

    cause: Literal['init', 'pulse', 'idle']
    """Why it was sent."""
    venueTime: VenueTime
    """The venue's clock. Epoch milliseconds; null when the venue states none."""
    receivedAt: int | None
    """Our clock when the price arrived. Epoch milliseconds; null when the asset is not listed."""
    sentAt: int
    """Our clock when this frame was made. Epoch milliseconds."""
