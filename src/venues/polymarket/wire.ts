import { type Static, type TSchema, Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';
import { unreadRows } from '../../upstream/read-each.ts';
import { VENUE_DAY_PATTERN } from '../times.ts';

/** Schema of an optional member. Gamma omits members without a value, and null is accepted as well. */
export const Maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A quantity, which is a number in some answers and text in others. */
const Quantity = Type.Union([Type.Number(), Type.String()]);

/** A list, or text that contains one as JSON. Its items are checked when they are read. */
const List = Type.Union([Type.String(), Type.Array(Type.Unknown())]);

/**
 * End of a market. Text that is not a time, or names a day that does not exist, is rejected, because it would look like
 * a market without an end.
 */
const EndTime = Maybe(Type.String({ pattern: `^(${VENUE_DAY_PATTERN})?$` }));

/** The event inside of a market, of which Gamma lists a few members. */
const GammaEventSummary = Type.Object({
  id: Type.String({ minLength: 1 }),
  slug: Maybe(Type.String()),
  title: Maybe(Type.String()),
  negRisk: Maybe(Type.Boolean()),
  negRiskAugmented: Maybe(Type.Boolean()),
  seriesSlug: Maybe(Type.String()),
  /** Statements of a window's event about its prices. Each member is checked when it is read. */
  eventMetadata: Type.Optional(Type.Unknown()),
});
export type GammaEventSummary = Static<typeof GammaEventSummary>;

/** One market of Gamma: those of its about hundred members that we read. Every one except `id` may be absent. */
export const GammaMarket = Type.Object({
  id: Type.String({ minLength: 1 }),
  slug: Maybe(Type.String()),
  conditionId: Maybe(Type.String()),
  question: Maybe(Type.String()),
  description: Maybe(Type.String()),
  category: Maybe(Type.String()),
  /** Class of fees, such as `crypto_fees_v2`. */
  feeType: Maybe(Type.String()),
  resolutionSource: Maybe(Type.String()),
  /** Coin and price that decide a window. The members are checked when they are read. */
  cryptoMarketConfig: Type.Optional(Type.Unknown()),
  eventStartTime: Maybe(Type.String()),
  groupItemTitle: Maybe(Type.String()),
  outcomes: Maybe(List),
  outcomePrices: Maybe(List),
  /** Protocol version: `v1` or `v2`; absent: v1. Any value is accepted here, so that a new one can be reported. */
  version: Type.Optional(Type.Unknown()),
  clobTokenIds: Maybe(List),
  positionIds: Maybe(List),
  endDate: EndTime,
  gameStartTime: Maybe(Type.String()),
  sportsMarketType: Maybe(Type.String()),
  closedTime: Maybe(Type.String()),
  umaEndDate: Maybe(Type.String()),
  active: Maybe(Type.Boolean()),
  closed: Maybe(Type.Boolean()),
  acceptingOrders: Maybe(Type.Boolean()),
  automaticallyResolved: Maybe(Type.Boolean()),
  volume: Maybe(Quantity),
  volumeNum: Maybe(Quantity),
  volume24hr: Maybe(Quantity),
  liquidity: Maybe(Quantity),
  liquidityNum: Maybe(Quantity),
  bestBid: Maybe(Quantity),
  bestAsk: Maybe(Quantity),
  lastTradePrice: Maybe(Quantity),
  spread: Maybe(Quantity),
  /** Change of a price. It has no schema here, so that a malformed value does not cost the market. */
  oneDayPriceChange: Type.Optional(Type.Unknown()),
  orderPriceMinTickSize: Maybe(Quantity),
  negRisk: Maybe(Type.Boolean()),
  umaResolutionStatus: Maybe(Type.String()),
  umaResolutionStatuses: Maybe(List),
  events: Maybe(Type.Array(GammaEventSummary)),
  feesEnabled: Maybe(Type.Boolean()),
  feeSchedule: Maybe(Type.Object({ rate: Maybe(Quantity), rebateRate: Maybe(Quantity) })),
});
export type GammaMarket = Static<typeof GammaMarket>;

/** Row of Gamma's list of markets. Rows are checked one by one, so that a malformed row does not cost its page. */
export const gammaMarket = new WireSchema('gamma market', GammaMarket, {
  endpoint: 'gamma /markets/keyset',
});

export const marketsPage = new WireSchema(
  'gamma /markets/keyset',
  Type.Object({ markets: Type.Array(Type.Unknown()), next_cursor: Maybe(Type.String()) }),
);

export const marketList = new WireSchema('gamma /markets', Type.Array(Type.Unknown()));

export const gammaEvent = new WireSchema(
  'gamma /events/{id}',
  Type.Object({
    id: Type.String(),
    negRisk: Maybe(Type.Boolean()),
    negRiskAugmented: Maybe(Type.Boolean()),
    eventMetadata: Type.Optional(Type.Unknown()),
    markets: Type.Array(Type.Unknown()),
  }),
);

/** Level of a book, with price and size as decimal text. */
const Level = Type.Object({ price: Type.String(), size: Type.String() });
export type WireLevel = Static<typeof Level>;

const ClobBook = Type.Object({
  asset_id: Type.String(),
  /** Epoch milliseconds as text. */
  timestamp: Maybe(Type.String()),
  bids: unreadRows(Level),
  asks: unreadRows(Level),
});
export type ClobBook = Static<typeof ClobBook>;
export const bookLevel = new WireSchema('clob level', Level, { endpoint: 'clob /book' });
export const clobBook = new WireSchema('clob /book', ClobBook);
export const clobBooks = new WireSchema('clob /books', Type.Array(Type.Unknown()));
export const clobBookRow = new WireSchema('clob /books row', ClobBook, { endpoint: clobBooks.endpoint });

/** Tokens of a condition with the names of their outcomes, in the short and in the long form of the CLOB. */
export const clobTokens = new WireSchema(
  'clob /clob-markets/{id}',
  Type.Object({ t: Type.Array(Type.Object({ t: Type.String(), o: Type.String() })) }),
);
export const clobMarketTokens = new WireSchema(
  'clob /markets/{id}',
  Type.Object({ tokens: Type.Array(Type.Object({ token_id: Type.String(), outcome: Type.String() })) }),
);

/** Point of the data API. Its time is in seconds. */
const PointV2 = Type.Object({ timestamp: Type.Number(), price: Quantity });
export const pricePointV2 = new WireSchema('data history point', PointV2, {
  endpoint: 'data /v2/prices-history',
});
export const pricesHistoryV2 = new WireSchema(
  'data /v2/prices-history',
  Type.Object({
    data: Type.Union([unreadRows(PointV2), Type.Null()]),
    pagination: Maybe(Type.Object({ next_cursor: Maybe(Type.String()), has_more: Maybe(Type.Boolean()) })),
  }),
);

/** Point of the CLOB. Its time is in seconds. */
const PointV1 = Type.Object({ t: Type.Number(), p: Type.Number() });
export const pricePointV1 = new WireSchema('clob history point', PointV1, {
  endpoint: 'clob /prices-history',
});
export const pricesHistoryV1 = new WireSchema(
  'clob /prices-history',
  Type.Object({ history: unreadRows(PointV1) }),
);

const Timestamp = Maybe(Type.String());

/** Events of the market stream that we read, by `event_type`. All numbers are text. */
export const BookEvent = Type.Object({
  event_type: Type.Literal('book'),
  asset_id: Type.String(),
  timestamp: Timestamp,
  bids: unreadRows(Level),
  asks: unreadRows(Level),
  /** Tick. Like `last_trade_price` it is only on the first frame of a subscription. */
  tick_size: Maybe(Type.String()),
  last_trade_price: Maybe(Type.String()),
});
export type BookEvent = Static<typeof BookEvent>;

const PriceChange = Type.Object({
  asset_id: Type.String(),
  price: Type.String(),
  /** New size at that price; "0" removes the level. */
  size: Type.String(),
  side: Type.Union([Type.Literal('BUY'), Type.Literal('SELL')]),
  best_bid: Maybe(Type.String()),
  best_ask: Maybe(Type.String()),
});
export type PriceChange = Static<typeof PriceChange>;

const PriceChangeEvent = Type.Object({
  event_type: Type.Literal('price_change'),
  timestamp: Timestamp,
  price_changes: unreadRows(PriceChange),
});
export type PriceChangeEvent = Static<typeof PriceChangeEvent>;

const LastTradeEvent = Type.Object({
  event_type: Type.Literal('last_trade_price'),
  asset_id: Type.String(),
  price: Type.String(),
  /** Size of the trade. Only the tape reads size, side and hash, so a malformed one does not cost the price. */
  size: Type.Optional(Type.Unknown()),
  /** Side of the taker, in terms of the token. */
  side: Type.Optional(Type.Unknown()),
  transaction_hash: Type.Optional(Type.Unknown()),
  timestamp: Timestamp,
});
export type LastTradeEvent = Static<typeof LastTradeEvent>;

const BestBidAskEvent = Type.Object({
  event_type: Type.Literal('best_bid_ask'),
  asset_id: Type.String(),
  best_bid: Maybe(Type.String()),
  best_ask: Maybe(Type.String()),
  timestamp: Timestamp,
});
export type BestBidAskEvent = Static<typeof BestBidAskEvent>;

const TickSizeEvent = Type.Object({
  event_type: Type.Literal('tick_size_change'),
  asset_id: Type.String(),
  new_tick_size: Type.String(),
  timestamp: Timestamp,
});
export type TickSizeEvent = Static<typeof TickSizeEvent>;

const ResolvedEvent = Type.Object({
  event_type: Type.Literal('market_resolved'),
  assets_ids: Type.Array(Type.String()),
  timestamp: Timestamp,
});
export type ResolvedEvent = Static<typeof ResolvedEvent>;

export type StreamEvent =
  | BookEvent
  | PriceChangeEvent
  | LastTradeEvent
  | BestBidAskEvent
  | TickSizeEvent
  | ResolvedEvent;

export const priceChange = new WireSchema('ws price change', PriceChange, { endpoint: 'ws price_change' });
export const streamLevel = new WireSchema('ws level', Level, { endpoint: 'ws book' });
export const bookEvent = new WireSchema<TSchema>('ws book', BookEvent);

/** A frame: one event or an array of them. */
export const streamFrame = new WireSchema(
  'ws frame',
  Type.Union([Type.Array(Type.Unknown()), Type.Object({})]),
);
/** An event of an unknown kind, whose name is reported as drift. */
export const unreadEvent = new WireSchema('ws unread event', Type.Object({ event_type: Type.String() }), {
  endpoint: streamFrame.endpoint,
});

/** Event that is ignored, because polls find new markets, and the venue repeats it many times. */
export const LEFT_OUT = 'new_market';

export const streamSchemas: ReadonlyMap<string, WireSchema<TSchema>> = new Map<string, WireSchema<TSchema>>([
  ['book', bookEvent],
  ['price_change', new WireSchema<TSchema>('ws price_change', PriceChangeEvent)],
  ['last_trade_price', new WireSchema<TSchema>('ws last_trade_price', LastTradeEvent)],
  ['best_bid_ask', new WireSchema<TSchema>('ws best_bid_ask', BestBidAskEvent)],
  ['tick_size_change', new WireSchema<TSchema>('ws tick_size_change', TickSizeEvent)],
  ['market_resolved', new WireSchema<TSchema>('ws market_resolved', ResolvedEvent)],
]);
