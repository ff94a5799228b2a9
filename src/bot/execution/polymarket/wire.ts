import { type Static, type TSchema, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';

const Text = Type.String({ maxLength: 4_000 });
const DecimalText = Type.String({ pattern: '^\\d{1,30}(\\.\\d{1,30})?$' });
const DecimalOrNumber = Type.Union([DecimalText, Type.Number({ minimum: 0 })]);

/** Optional member that may also be null: both mean the same in answers. */
const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const List = Type.Union([Text, Type.Array(Type.Unknown())]);

/** Gamma's list of markets. Each row is read by itself. */
export const gammaMarkets = new WireSchema(
  'markets of a slug',
  Type.Array(Type.Unknown(), { maxItems: 100 }),
);

const GammaMarket = Type.Object({
  slug: Text,
  conditionId: Text,
  version: Type.Optional(Type.Unknown()),
  /** Two names and two ids; `readIds` says which is Yes. */
  outcomes: Maybe(List),
  clobTokenIds: Maybe(List),
  positionIds: Maybe(List),
  closed: Maybe(Type.Boolean()),
  acceptingOrders: Maybe(Type.Boolean()),
});
export type GammaMarket = Static<typeof GammaMarket>;
export const gammaMarket = new WireSchema('market of a slug', GammaMarket);

const ClobMarket = Type.Object({
  /** Smallest price step. */
  mts: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }),
  /** Number of shares in the smallest order. */
  mos: Maybe(Type.Number({ minimum: 0 })),
  nr: Maybe(Type.Boolean()),
  fd: Maybe(Type.Object({ r: Type.Number({ minimum: 0 }), e: Type.Number({ minimum: 0 }) })),
  /** Protocol version. */
  v: Type.Optional(Type.Unknown()),
  /** Tokens with the names of their outcomes. */
  t: Maybe(Type.Array(Type.Object({ t: Text, o: Text }), { maxItems: 10 })),
});
export type ClobMarket = Static<typeof ClobMarket>;
export const clobMarket = new WireSchema('clob-markets', ClobMarket);

export const apiKeyAnswer = new WireSchema(
  'derive-api-key',
  Type.Object({ apiKey: Text, secret: Text, passphrase: Text }),
);

export const closedOnlyAnswer = new WireSchema('closed-only', Type.Object({ closed_only: Type.Boolean() }));

/** Balance in millionths. */
export const balanceAnswer = new WireSchema(
  'balance-allowance',
  Type.Object({
    balance: Type.String({ pattern: '^\\d{1,40}$' }),
    /** Allowances by address of the exchange contract. */
    allowances: Maybe(Type.Record(Text, Type.Unknown())),
  }),
);

export const OrderAnswer = Type.Object({
  success: Maybe(Type.Boolean()),
  errorMsg: Maybe(Text),
  orderID: Maybe(Text),
  status: Maybe(Text),
  makingAmount: Maybe(Text),
  takingAmount: Maybe(Text),
  tradeIDs: Maybe(Type.Array(Type.Unknown())),
});

export const orderAnswer = new WireSchema('order', OrderAnswer);

const FoundOrder = Type.Object({
  id: Text,
  status: Text,
  /** Matched size; '' means 0. */
  size_matched: Maybe(Type.Union([DecimalOrNumber, Type.Literal('')])),
  price: Maybe(Type.Union([DecimalOrNumber, Type.Literal('')])),
  asset_id: Maybe(Text),
  side: Maybe(Text),
  maker_address: Maybe(Text),
});
export type FoundOrder = Static<typeof FoundOrder>;

export const foundOrder = new WireSchema('data/order', FoundOrder);

/** Page of orders. Each row is read by itself. */
export const ordersPage = new WireSchema(
  'data/orders',
  Type.Object({
    data: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
    next_cursor: Maybe(Text),
  }),
);

const Trade = Type.Object({
  id: Text,
  taker_order_id: Text,
  asset_id: Maybe(Text),
  size: DecimalOrNumber,
  price: DecimalOrNumber,
  status: Text,
  match_time: Type.Union([Text, Type.Number()]),
});
export type Trade = Static<typeof Trade>;

export const trade = new WireSchema('trade', Trade, { isPrivate: true });

/** Page of trades. Each row is read by itself: trades of other orders do not matter. */
export const tradesPage = new WireSchema(
  'data/trades',
  Type.Object({
    data: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
    next_cursor: Maybe(Text),
  }),
);
