import { type Static, Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';
import { unreadRows } from '../../upstream/read-each.ts';
import { VENUE_TIME_PATTERN } from '../times.ts';

/**
 * Shapes of Kalshi's messages, with only the members that are read. Prices are dollar strings and counts are `_fp`
 * strings. The integer members that older answers also contain are not read.
 *
 * @see docs/venues/kalshi.md
 */
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
const Missing = Type.Null();
const Text = Type.Optional(Type.Union([Type.String(), Missing]));
/** A text that is not a time is rejected, because it would look like a market without an end. */
const Time = Type.Optional(Type.Union([Type.String({ pattern: `^(${VENUE_TIME_PATTERN})?$` }), Missing]));
const Price = Type.Optional(Type.Union([Decimal, Missing]));
/** A count may be an empty text, which means that it is unknown. Settled markets may have sizes below 0. */
const Count = Type.Optional(Type.Union([Type.String({ pattern: '^(-?[0-9]+(\\.[0-9]+)?)?$' }), Missing]));
const Strike = Type.Optional(Type.Union([Type.Number(), Missing]));

const MarketMembers = {
  ticker: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$' }),
  event_ticker: Type.String({ minLength: 1, maxLength: 200 }),
  market_type: Text,
  title: Text,
  yes_sub_title: Text,
  status: Type.String(),
  result: Text,
  close_time: Time,
  expected_expiration_time: Text,
  expiration_time: Text,
  latest_expiration_time: Text,
  occurrence_datetime: Text,
  settlement_ts: Text,
  yes_bid_dollars: Price,
  yes_ask_dollars: Price,
  no_bid_dollars: Price,
  no_ask_dollars: Price,
  yes_bid_size_fp: Count,
  yes_ask_size_fp: Count,
  last_price_dollars: Price,
  /** Price of 24 hours ago. It has no schema here, so that a malformed value does not cost the market. */
  previous_price_dollars: Type.Optional(Type.Unknown()),
  fractional_trading_enabled: Type.Optional(Type.Union([Type.Boolean(), Missing])),
  volume_fp: Count,
  volume_24h_fp: Count,
  open_interest_fp: Count,
  notional_value_dollars: Price,
  settlement_value_dollars: Price,
  strike_type: Text,
  floor_strike: Strike,
  cap_strike: Strike,
  rules_primary: Text,
  rules_secondary: Text,
  /** Details of the strike, of which `round_digits` is read. */
  custom_strike: Type.Optional(Type.Unknown()),
  /** Value that decided the market, as text or number. */
  expiration_value: Type.Optional(Type.Unknown()),
  mve_collection_ticker: Text,
};
export const MarketSchema = Type.Object(MarketMembers);
export type KalshiMarket = Static<typeof MarketSchema>;

const Multiplier = Type.Optional(Type.Union([Type.Number(), Missing]));
const SettlementSource = Type.Object({ name: Text, url: Text });

const EventSchema = Type.Object({
  event_ticker: Type.String({ minLength: 1 }),
  series_ticker: Type.String({ minLength: 1 }),
  title: Text,
  sub_title: Text,
  category: Text,
  mutually_exclusive: Type.Optional(Type.Union([Type.Boolean(), Missing])),
  settlement_sources: Type.Optional(Type.Union([Type.Array(SettlementSource), Missing])),
  fee_type_override: Text,
  fee_multiplier_override: Multiplier,
});
export type KalshiEvent = Static<typeof EventSchema>;

const SeriesSchema = Type.Object({
  ticker: Type.String({ minLength: 1 }),
  category: Text,
  categories: Type.Optional(Type.Union([Type.Array(Type.String()), Missing])),
  fee_type: Text,
  fee_multiplier: Multiplier,
});
export type KalshiSeries = Static<typeof SeriesSchema>;
export const seriesAnswer = new WireSchema('kalshi series answer', Type.Object({ series: SeriesSchema }));

/** Rows are checked one by one, so that one malformed row does not cost the whole page. */
export const marketPage = new WireSchema(
  'kalshi markets page',
  Type.Object({ markets: Type.Array(Type.Unknown(), { maxItems: 10_000 }), cursor: Text }),
);
export const eventPage = new WireSchema(
  'kalshi events page',
  Type.Object({ events: Type.Array(Type.Unknown(), { maxItems: 10_000 }), cursor: Text }),
);
/**
 * A listed market always states its quotes, its last trade and its times, with 0 or 1 for an empty side. They are
 * required, because a renamed member would otherwise look like an empty side. A resolution is read without them.
 */
const ListedMarketSchema = Type.Object({
  ...MarketMembers,
  expected_expiration_time: Time,
  expiration_time: Time,
  latest_expiration_time: Time,
  yes_bid_dollars: Decimal,
  yes_ask_dollars: Decimal,
  last_price_dollars: Decimal,
});
export const marketRow = new WireSchema('kalshi market', ListedMarketSchema, {
  endpoint: marketPage.endpoint,
});
export const eventRow = new WireSchema('kalshi event', EventSchema, {
  endpoint: eventPage.endpoint,
});
export const marketAnswer = new WireSchema('kalshi market answer', Type.Object({ market: MarketSchema }));
export const eventAnswer = new WireSchema('kalshi event answer', Type.Object({ event: EventSchema }));

const Level = Type.Tuple([Decimal, Decimal]);
export const bookLevel = new WireSchema('kalshi level', Level, { endpoint: 'kalshi orderbook' });
const BookSide = Type.Union([unreadRows(Level), Missing]);
/** A side without bids may be absent. When both are, the members have other names and the book is unknown. */
const BookSides = Type.Union([
  Type.Object({ yes_dollars: BookSide, no_dollars: Type.Optional(BookSide) }),
  Type.Object({ yes_dollars: Type.Optional(BookSide), no_dollars: BookSide }),
]);

/** `orderbook` is the name of January 2026, `orderbook_fp` the later one. One of the two is required. */
const Book = Type.Union([Type.Object({ orderbook_fp: BookSides }), Type.Object({ orderbook: BookSides })]);
export const bookAnswer = new WireSchema('kalshi orderbook', Book);
export type KalshiBook = Static<typeof Book>;
export type KalshiBookSides = Static<typeof BookSides>;

export const booksAnswer = new WireSchema(
  'kalshi orderbooks',
  Type.Object({ orderbooks: Type.Array(Type.Unknown()) }),
);
export const bookRow = new WireSchema(
  'kalshi orderbook row',
  Type.Union([
    Type.Object({ ticker: Type.String(), orderbook_fp: BookSides }),
    Type.Object({ ticker: Type.String(), orderbook: BookSides }),
  ]),
  { endpoint: booksAnswer.endpoint },
);

/** End of a candle's period, in seconds from 2001 to 5138. */
const PeriodEnd = Type.Integer({ minimum: 1_000_000_000, maximum: 100_000_000_000 });

/** A period without a trade also has `price`, with `previous_dollars` as its only member. */
const CandleSchema = Type.Object({
  end_period_ts: PeriodEnd,
  volume_fp: Count,
  price: Type.Union([
    Type.Object({ open_dollars: Price, high_dollars: Price, low_dollars: Price, close_dollars: Price }),
    Missing,
  ]),
});
export type KalshiCandle = Static<typeof CandleSchema>;
export const candlesAnswer = new WireSchema(
  'kalshi candlesticks',
  Type.Object({ candlesticks: Type.Array(Type.Unknown(), { maxItems: 20_000 }) }),
);
export const candleRow = new WireSchema('kalshi candle', CandleSchema);

/** The historical tier writes the same members without suffixes. */
const HistoricalCandleSchema = Type.Object({
  end_period_ts: PeriodEnd,
  volume: Count,
  price: Type.Union([Type.Object({ open: Price, high: Price, low: Price, close: Price }), Missing]),
});
export type KalshiHistoricalCandle = Static<typeof HistoricalCandleSchema>;
export const historicalCandlesAnswer = new WireSchema(
  'kalshi historical candlesticks',
  Type.Object({ candlesticks: Type.Array(Type.Unknown(), { maxItems: 20_000 }) }),
);
export const historicalCandleRow = new WireSchema('kalshi historical candle', HistoricalCandleSchema);

const TradeSchema = Type.Object({
  trade_id: Type.String({ minLength: 1 }),
  ticker: Type.String(),
  count_fp: Decimal,
  yes_price_dollars: Decimal,
  taker_book_side: Text,
  taker_outcome_side: Text,
  taker_side: Text,
  created_time: Type.String(),
  is_block_trade: Type.Optional(Type.Union([Type.Boolean(), Missing])),
});
export type KalshiTrade = Static<typeof TradeSchema>;
export const tradePage = new WireSchema(
  'kalshi trades page',
  Type.Object({ trades: Type.Array(Type.Unknown(), { maxItems: 10_000 }), cursor: Text }),
);
export const tradeRow = new WireSchema('kalshi trade', TradeSchema);

const TickerMessageSchema = Type.Object({
  market_ticker: Type.String({ minLength: 1 }),
  price_dollars: Price,
  yes_bid_dollars: Decimal,
  yes_ask_dollars: Decimal,
  yes_bid_size_fp: Count,
  yes_ask_size_fp: Count,
  ts_ms: Type.Optional(Type.Union([Type.Number(), Missing])),
});
export type KalshiTickerMessage = Static<typeof TickerMessageSchema>;

/** Common members of all frames of the stream, which identify the schema of a frame. */
export const frame = new WireSchema(
  'kalshi frame',
  Type.Object({
    type: Type.String(),
    id: Type.Optional(Type.Union([Type.Integer(), Missing])),
    sid: Type.Optional(Type.Union([Type.Integer(), Missing])),
    seq: Type.Optional(Type.Union([Type.Integer(), Missing])),
    msg: Type.Optional(Type.Unknown()),
  }),
);
export const subscribedMessage = new WireSchema(
  'kalshi subscribed',
  Type.Object({ channel: Type.String(), sid: Type.Integer() }),
);
export const errorMessage = new WireSchema(
  'kalshi error',
  Type.Object({ code: Type.Integer(), msg: Type.Optional(Type.String()) }),
);
export const tickerMessage = new WireSchema('kalshi ticker', TickerMessageSchema, {
  endpoint: 'ws ticker',
});
