// Schemas of Limitless's messages, with only the members that are read; see docs/venues/limitless.md. Some members come
// as text in one answer and as number in another, so both are accepted where both were recorded.

import { type Static, Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';
import { unreadRows } from '../../upstream/read-each.ts';
import { VENUE_TIME_PATTERN } from '../times.ts';

const Missing = Type.Null();
const Text = Type.Optional(Type.Union([Type.String(), Missing]));
const Flag = Type.Optional(Type.Union([Type.Boolean(), Missing]));
/** Text or number; `findNumber` reads it. */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 100 })]);
const OptionalAmount = Type.Optional(Type.Union([Amount, Missing]));
/**
 * Epoch milliseconds, or a time as text. Other values, such as seconds, are rejected, because they would look like a
 * market without an end.
 */
const Time = Type.Optional(
  Type.Union([
    Type.Number({ minimum: 1e11, maximum: 1e14 }),
    Type.String({ pattern: `^(\\d{12,14}|${VENUE_TIME_PATTERN})?$` }),
    Missing,
  ]),
);
/** Price as number or text. Other text is rejected, because it would look like an empty side. */
const Price = Type.Union([
  Type.Number(),
  Type.String({ maxLength: 100, pattern: '^-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,2})?$' }),
]);
const Pair = Type.Tuple([Price, Price]);
const Touch = Type.Object({ market: Pair });
const TradePrices = Type.Object({ buy: Touch, sell: Touch });

const Slug = Type.String({ minLength: 1, maxLength: 250, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$' });

const MarketMembers = {
  id: Type.Union([Type.Integer(), Type.String()]),
  slug: Slug,
  title: Type.String(),
  description: Text,
  status: Type.String(),
  expired: Flag,
  expirationTimestamp: Time,
  startAt: OptionalAmount,
  updatedAt: Text,
  categories: Type.Optional(Type.Union([Type.Array(Type.String()), Missing])),
  volume: OptionalAmount,
  liquidity: OptionalAmount,
  openInterest: OptionalAmount,
  collateralToken: Type.Optional(
    Type.Union([
      Type.Object({ decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })) }),
      Missing,
    ]),
  ),
  prices: Type.Optional(Type.Union([Type.Array(Price), Missing])),
  tradePrices: Type.Optional(Type.Union([TradePrices, Missing])),
  tradeType: Text,
  marketType: Text,
  winningOutcomeIndex: Type.Optional(Type.Union([Type.Integer(), Missing])),
  payoutNumerators: Type.Optional(Type.Union([Type.Array(Amount), Missing])),
  metadata: Type.Optional(
    Type.Union([
      Type.Object({
        openPrice: OptionalAmount,
        externalProvider: Text,
        externalSlug: Text,
        /** Strike and result that the venue used; readers check the members. */
        chainlinkTwapResolution: Type.Optional(Type.Unknown()),
        chainlinkDataStream: Type.Optional(
          Type.Union([
            Type.Object({
              streamUrl: Text,
              pair: Text,
              streamType: Text,
              twapWindowSeconds: OptionalAmount,
              toleranceSeconds: OptionalAmount,
            }),
            Missing,
          ]),
        ),
        chart: Type.Optional(
          Type.Union([Type.Object({ source: Text, symbol: Text, market: Text }), Missing]),
        ),
      }),
      Missing,
    ]),
  ),
  priceOracleMetadata: Type.Optional(
    Type.Union([
      Type.Object({ ticker: Text, chartSource: Text, chainlinkPair: Text, chainlinkStreamUrl: Text }),
      Missing,
    ]),
  ),
};

export const MarketSchema = Type.Object(MarketMembers);
export type LimitlessMarket = Static<typeof MarketSchema>;

/** A group contains its outcomes as markets and has neither price nor tokens of its own. */
const GroupSchema = Type.Object({
  slug: Slug,
  title: Type.String(),
  marketType: Type.Literal('group'),
  negRiskMarketId: Text,
  categories: MarketMembers.categories,
  expirationTimestamp: Time,
  description: Text,
  markets: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
});
export type LimitlessGroup = Static<typeof GroupSchema>;

/** Rows are checked one by one, so that one malformed row does not cost the whole page. */
export const activePage = new WireSchema(
  'limitless active page',
  Type.Object({
    data: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
    totalMarketsCount: Type.Optional(Type.Union([Type.Number(), Missing])),
  }),
);
export const marketRow = new WireSchema('limitless market', MarketSchema, {
  endpoint: activePage.endpoint,
});
/**
 * Members that a listed market must have for a price. They are required, because a renamed member would otherwise look
 * like an empty book.
 */
export const bookMarketRow = new WireSchema(
  marketRow.name,
  Type.Object({ ...MarketMembers, tradePrices: TradePrices }),
  { endpoint: marketRow.endpoint },
);
export const poolMarketRow = new WireSchema(
  marketRow.name,
  Type.Object({ ...MarketMembers, prices: Type.Array(Price) }),
  { endpoint: marketRow.endpoint },
);
export const groupRow = new WireSchema('limitless group', GroupSchema, {
  endpoint: activePage.endpoint,
});

const Level = Type.Object({ price: Price, size: Price });
/** Levels of one side. The venue always states both sides, so an absent one has been renamed and is not empty. */
const Levels = Type.Union([unreadRows(Level), Missing]);
const BookSchema = Type.Object({ bids: Levels, asks: Levels });
export type LimitlessBook = Static<typeof BookSchema>;
export const bookLevel = new WireSchema('limitless level', Level, { endpoint: 'limitless orderbook' });
export const bookAnswer = new WireSchema('limitless orderbook', BookSchema);

const Point = Type.Object({ timestamp: Amount, price: Price });
export type LimitlessPoint = Static<typeof Point>;
export const pointRow = new WireSchema('limitless history point', Point);
const Points = Type.Array(Type.Unknown(), { maxItems: 100_000 });
const TitledPoints = Type.Object({ title: Text, prices: Points });

/** The answer of `historical-price`, in the three shapes that were recorded. */
export const historyAnswer = new WireSchema(
  'limitless historical-price',
  Type.Union([
    Type.Object({ data: Points }),
    Type.Object({ title: Text, prices: Points }),
    Type.Array(TitledPoints),
  ]),
);
/** Price history whose points are not validated yet. They are checked one by one. */
export type LimitlessHistory =
  | { readonly data: readonly unknown[] }
  | { readonly prices: readonly unknown[] }
  | readonly { readonly title?: string | null; readonly prices: readonly unknown[] }[];

export const orderbookUpdate = new WireSchema(
  'limitless orderbookUpdate',
  Type.Object({
    marketSlug: Type.String({ minLength: 1 }),
    orderbook: BookSchema,
    version: Type.Optional(Type.Union([Type.Number(), Missing])),
    timestamp: Text,
  }),
);
export const marketResolved = new WireSchema(
  'limitless marketResolved',
  Type.Object({ slug: Type.String({ minLength: 1 }), resolutionDate: Text }),
);
