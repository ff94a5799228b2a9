import { type Static, Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';

/**
 * Kalshi's messages, as far as they are read. Prices are dollar strings and counts are `_fp` strings; the
 * integer members that older answers carry beside them are not read.
 *
 * @see docs/venues/kalshi.md
 */
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
const Missing = Type.Null();
const Text = Type.Optional(Type.Union([Type.String(), Missing]));
const Price = Type.Optional(Type.Union([Decimal, Missing]));
const Count = Type.Optional(Type.Union([Decimal, Missing]));
const Strike = Type.Optional(Type.Union([Type.Number(), Missing]));

export const MarketSchema = Type.Object({
  ticker: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$' }),
  event_ticker: Type.String({ minLength: 1, maxLength: 200 }),
  market_type: Text,
  title: Text,
  yes_sub_title: Text,
  status: Type.String(),
  result: Text,
  close_time: Text,
  expected_expiration_time: Text,
  expiration_time: Text,
  latest_expiration_time: Text,
  occurrence_datetime: Text,
  settlement_ts: Text,
  yes_bid_dollars: Price,
  yes_ask_dollars: Price,
  yes_bid_size_fp: Count,
  yes_ask_size_fp: Count,
  last_price_dollars: Price,
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
  mve_collection_ticker: Text,
});
export type KalshiMarket = Static<typeof MarketSchema>;

const SettlementSource = Type.Object({ name: Text, url: Text });

const EventSchema = Type.Object({
  event_ticker: Type.String({ minLength: 1 }),
  series_ticker: Type.String({ minLength: 1 }),
  title: Text,
  sub_title: Text,
  category: Text,
  mutually_exclusive: Type.Optional(Type.Union([Type.Boolean(), Missing])),
  settlement_sources: Type.Optional(Type.Union([Type.Array(SettlementSource), Missing])),
});
export type KalshiEvent = Static<typeof EventSchema>;

/** Rows are checked one by one, so that a single odd row does not cost the whole page. */
export const marketPage = new WireSchema(
  'kalshi markets page',
  Type.Object({ markets: Type.Array(Type.Unknown(), { maxItems: 10_000 }), cursor: Text }),
);
export const eventPage = new WireSchema(
  'kalshi events page',
  Type.Object({ events: Type.Array(Type.Unknown(), { maxItems: 10_000 }), cursor: Text }),
);
export const marketRow = new WireSchema('kalshi market', MarketSchema);
export const eventRow = new WireSchema('kalshi event', EventSchema);
export const marketAnswer = new WireSchema('kalshi market answer', Type.Object({ market: MarketSchema }));
export const eventAnswer = new WireSchema('kalshi event answer', Type.Object({ event: EventSchema }));

const BookSide = Type.Optional(Type.Union([Type.Array(Type.Tuple([Decimal, Decimal])), Missing]));
const BookSides = Type.Object({ yes_dollars: BookSide, no_dollars: BookSide });

/** `orderbook` is the name of January 2026, `orderbook_fp` the one since; one of the two is there. */
export const bookAnswer = new WireSchema(
  'kalshi orderbook',
  Type.Union([Type.Object({ orderbook_fp: BookSides }), Type.Object({ orderbook: BookSides })]),
);
export type KalshiBookSides = Static<typeof BookSides>;

const CandleSchema = Type.Object({
  end_period_ts: Type.Integer({ minimum: 0, maximum: 100_000_000_000 }),
  volume_fp: Count,
  price: Type.Optional(
    Type.Union([
      Type.Object({ open_dollars: Price, high_dollars: Price, low_dollars: Price, close_dollars: Price }),
      Missing,
    ]),
  ),
});
export type KalshiCandle = Static<typeof CandleSchema>;
export const candlesAnswer = new WireSchema(
  'kalshi candlesticks',
  Type.Object({ candlesticks: Type.Array(CandleSchema, { maxItems: 20_000 }) }),
);

/** The historical tier writes the same members without suffixes. */
const HistoricalCandleSchema = Type.Object({
  end_period_ts: Type.Integer({ minimum: 0, maximum: 100_000_000_000 }),
  volume: Count,
  price: Type.Optional(
    Type.Union([Type.Object({ open: Price, high: Price, low: Price, close: Price }), Missing]),
  ),
});
export type KalshiHistoricalCandle = Static<typeof HistoricalCandleSchema>;
export const historicalCandlesAnswer = new WireSchema(
  'kalshi historical candlesticks',
  Type.Object({ candlesticks: Type.Array(HistoricalCandleSchema, { maxItems: 20_000 }) }),
);

const TradeSchema = Type.Object({
  ticker: Type.String(),
  count_fp: Decimal,
  yes_price_dollars: Decimal,
  taker_outcome_side: Text,
  created_time: Type.String(),
  is_block_trade: Type.Optional(Type.Union([Type.Boolean(), Missing])),
});
export type KalshiTrade = Static<typeof TradeSchema>;
export const tradePage = new WireSchema(
  'kalshi trades page',
  Type.Object({ trades: Type.Array(TradeSchema, { maxItems: 10_000 }), cursor: Text }),
);

const TickerMessageSchema = Type.Object({
  market_ticker: Type.String({ minLength: 1 }),
  price_dollars: Price,
  yes_bid_dollars: Price,
  yes_ask_dollars: Price,
  yes_bid_size_fp: Count,
  yes_ask_size_fp: Count,
  ts_ms: Type.Optional(Type.Number()),
});
export type KalshiTickerMessage = Static<typeof TickerMessageSchema>;

/** Any frame of the stream: enough to see which of the others it is. */
export const frame = new WireSchema(
  'kalshi frame',
  Type.Object({
    type: Type.String(),
    id: Type.Optional(Type.Integer()),
    sid: Type.Optional(Type.Integer()),
    seq: Type.Optional(Type.Integer()),
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
export const tickerMessage = new WireSchema('kalshi ticker', TickerMessageSchema);
