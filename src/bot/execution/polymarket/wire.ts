import { type Static, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';

const Text = Type.String({ maxLength: 4_000 });
const DecimalText = Type.String({ pattern: '^\\d{1,30}(\\.\\d{1,30})?$' });
const DecimalOrNumber = Type.Union([DecimalText, Type.Number({ minimum: 0 })]);

export const gammaMarkets = new WireSchema(
  'markets of a slug',
  Type.Array(
    Type.Object({
      slug: Text,
      conditionId: Text,
      /** JSON texts of two names and two ids; `readYesAndNo` says which is Yes. */
      outcomes: Type.Optional(Text),
      clobTokenIds: Type.Optional(Text),
      closed: Type.Optional(Type.Boolean()),
      acceptingOrders: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 100 },
  ),
);

export const clobMarket = new WireSchema(
  'clob-markets',
  Type.Object({
    /** Tick. */
    mts: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }),
    /** Smallest order in shares. */
    mos: Type.Optional(Type.Number({ minimum: 0 })),
    nr: Type.Optional(Type.Boolean()),
    fd: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({ r: Type.Number({ minimum: 0 }), e: Type.Number({ minimum: 0 }) }),
      ]),
    ),
  }),
);

export const apiKeyAnswer = new WireSchema(
  'derive-api-key',
  Type.Object({ apiKey: Text, secret: Text, passphrase: Text }),
);

export const closedOnlyAnswer = new WireSchema('closed-only', Type.Object({ closed_only: Type.Boolean() }));

/** In millionths. */
export const balanceAnswer = new WireSchema(
  'balance-allowance',
  Type.Object({ balance: Type.String({ pattern: '^\\d{1,40}$' }) }),
);

export const OrderAnswer = Type.Object({
  success: Type.Optional(Type.Boolean()),
  errorMsg: Type.Optional(Text),
  orderID: Type.Optional(Text),
  status: Type.Optional(Text),
  makingAmount: Type.Optional(Text),
  takingAmount: Type.Optional(Text),
});

export const orderAnswer = new WireSchema('order', OrderAnswer);

const FoundOrder = Type.Object({
  id: Text,
  status: Text,
  size_matched: DecimalOrNumber,
  price: DecimalOrNumber,
  asset_id: Type.Optional(Text),
  side: Type.Optional(Text),
  maker_address: Type.Optional(Text),
});
export type FoundOrder = Static<typeof FoundOrder>;

export const foundOrder = new WireSchema('data/order', FoundOrder);

const Trade = Type.Object({
  id: Text,
  taker_order_id: Text,
  size: DecimalOrNumber,
  price: DecimalOrNumber,
  status: Text,
  match_time: Type.Union([Text, Type.Number()]),
});
export type Trade = Static<typeof Trade>;

export const tradesPage = new WireSchema(
  'data/trades',
  Type.Object({
    data: Type.Array(Trade, { maxItems: 1_000 }),
    next_cursor: Type.Optional(Text),
  }),
);
