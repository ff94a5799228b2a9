import { type Static, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';

const Text = Type.String({ maxLength: 4_000 });
const Count = Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,6})?$' });
const Dollars = Type.String({ pattern: '^-?\\d{1,15}(\\.\\d{1,8})?$' });

export const marketAnswer = new WireSchema(
  'market',
  Type.Object({
    market: Type.Object({
      ticker: Text,
      status: Text,
      price_ranges: Type.Optional(
        Type.Array(Type.Object({ start: Dollars, end: Dollars, step: Dollars }), { maxItems: 100 }),
      ),
      /** Absent since July 2026. Hundredths of a contract are traded unless the member is present and false. */
      fractional_trading_enabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  }),
);

export const createdOrder = new WireSchema(
  'created order',
  Type.Object({
    order_id: Text,
    client_order_id: Type.Optional(Type.Union([Text, Type.Null()])),
    fill_count: Count,
    remaining_count: Count,
    average_fill_price: Type.Optional(Type.Union([Dollars, Type.Null()])),
    /** Average fee of a contract. */
    average_fee_paid: Type.Optional(Type.Union([Dollars, Type.Null()])),
    ts_ms: Type.Optional(Type.Integer()),
  }),
);

const Order = Type.Object({
  order_id: Text,
  client_order_id: Type.Optional(Type.Union([Text, Type.Null()])),
  status: Text,
  fill_count_fp: Count,
  remaining_count_fp: Count,
  taker_fill_cost_dollars: Type.Optional(Dollars),
  maker_fill_cost_dollars: Type.Optional(Dollars),
  taker_fees_dollars: Type.Optional(Dollars),
  maker_fees_dollars: Type.Optional(Dollars),
  outcome_side: Type.Optional(Text),
  yes_price_dollars: Type.Optional(Dollars),
  created_time: Type.Optional(Type.Union([Text, Type.Null()])),
});
export type KalshiOrder = Static<typeof Order>;

export const orderRow = new WireSchema('order', Order, { isPrivate: true });

/** Page of orders, each row of which is read by itself. */
export const ordersPage = new WireSchema(
  'orders',
  Type.Object({
    orders: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
    cursor: Type.Optional(Type.Union([Text, Type.Null()])),
  }),
);

export const positionsPage = new WireSchema(
  'positions',
  Type.Object({
    market_positions: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
    cursor: Type.Optional(Type.Union([Text, Type.Null()])),
  }),
);
export const positionRow = new WireSchema(
  'position',
  Type.Object({ ticker: Text, position_fp: Type.String({ pattern: '^-?\\d{1,15}(\\.\\d{1,6})?$' }) }),
  { isPrivate: true },
);

/** Page of settlements. Each row is read by itself. */
export const settlementsPage = new WireSchema(
  'settlements',
  Type.Object({ settlements: Type.Array(Type.Unknown(), { maxItems: 1_000 }) }),
);
const Settlement = Type.Object({
  ticker: Text,
  /** `yes`, `no`, `scalar` or `void`. */
  market_result: Text,
  yes_count_fp: Count,
  no_count_fp: Count,
  settled_time: Text,
  fee_cost: Type.Optional(Dollars),
  /** Payout of one Yes contract in cents. */
  value: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()])),
});
export type Settlement = Static<typeof Settlement>;
export const settlementRow = new WireSchema('settlement', Settlement, { isPrivate: true });

const Balance = Type.Object({
  balance: Type.Number(),
  /** Balance by engine. Absent for accounts with a single engine. */
  balance_breakdown: Type.Optional(Type.Union([Type.Array(Type.Unknown(), { maxItems: 100 }), Type.Null()])),
});
export type Balance = Static<typeof Balance>;
export const balanceAnswer = new WireSchema('balance', Balance);

export const shardRow = new WireSchema(
  'balance of a shard',
  Type.Object({ exchange_index: Type.Integer(), balance: Dollars }),
  { isPrivate: true },
);

export const apiKeysAnswer = new WireSchema(
  'api_keys',
  Type.Object({
    api_keys: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
  }),
);
export const apiKeyRow = new WireSchema(
  'API key',
  Type.Object({ api_key_id: Text, scopes: Type.Optional(Type.Array(Text, { maxItems: 100 })) }),
  { isPrivate: true },
);
