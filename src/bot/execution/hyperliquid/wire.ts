import { type Static, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';

const Text = Type.String({ maxLength: 4_000 });
const DecimalText = Type.String({ pattern: '^-?\\d{1,30}(\\.\\d{1,30})?$' });

/** Answer of `meta`. An asset's number is its position in the list, in which unreadable rows count too. */
export const metaAnswer = new WireSchema('meta', Type.Object({ universe: Type.Array(Type.Unknown()) }));
export const perpRow = new WireSchema(
  'perpetual',
  Type.Object({
    name: Text,
    szDecimals: Type.Integer({ minimum: 0, maximum: 8 }),
    isDelisted: Type.Optional(Type.Boolean()),
  }),
);

/** Answer of `perpDexs`. A dex's number is its position in the list. */
export const perpDexsAnswer = new WireSchema('perpDexs', Type.Array(Type.Unknown()));

/** An outcome with two sides; `findYesSide` finds the Yes side. */
const Outcome = Type.Object({
  outcome: Type.Integer({ minimum: 0 }),
  name: Text,
  description: Text,
  sideSpecs: Type.Array(Type.Object({ name: Text })),
});

/**
 * Answer of `outcomeMeta`. Each row is read by itself: an odd outcome of another deployer does not keep this one from
 * being traded.
 */
export const outcomeMetaAnswer = new WireSchema(
  'outcomeMeta',
  Type.Object({ outcomes: Type.Array(Type.Unknown()) }),
);
export const outcomeRow = new WireSchema('outcome', Outcome);

export const settledOutcomeAnswer = new WireSchema(
  'settledOutcome',
  Type.Union([Type.Null(), Type.Object({ settleFraction: Text })]),
);

/** Answer about an account's positions. Each row is read by itself. */
export const clearinghouseAnswer = new WireSchema(
  'clearinghouseState',
  Type.Object({
    assetPositions: Type.Array(Type.Unknown()),
    withdrawable: Type.Optional(DecimalText),
  }),
);

export const positionRow = new WireSchema(
  'position',
  Type.Object({ position: Type.Object({ coin: Text, szi: DecimalText }) }),
  { isPrivate: true },
);

export const spotStateAnswer = new WireSchema(
  'spotClearinghouseState',
  Type.Object({ balances: Type.Array(Type.Unknown()) }),
);
/** Balance of one coin. Rows of other coins, which may have odd names, are not read with this schema. */
export const balanceRow = new WireSchema(
  'balance',
  Type.Object({
    coin: Text,
    total: DecimalText,
    hold: Type.Optional(Type.Union([DecimalText, Type.Null()])),
  }),
  { isPrivate: true },
);

const FilledOrder = Type.Object({
  totalSz: DecimalText,
  avgPx: DecimalText,
  oid: Type.Integer(),
  cloid: Type.Optional(Type.Union([Text, Type.Null()])),
});
export type FilledOrder = Static<typeof FilledOrder>;

const OrderStatus = Type.Union([
  Type.Object({ filled: FilledOrder }),
  Type.Object({
    resting: Type.Object({ oid: Type.Integer(), cloid: Type.Optional(Type.Union([Text, Type.Null()])) }),
  }),
  Type.Object({ error: Text }),
]);

export const exchangeAnswer = new WireSchema(
  'exchange',
  Type.Union([
    Type.Object({ status: Type.Literal('err'), response: Text }),
    Type.Object({
      status: Type.Literal('ok'),
      response: Type.Object({
        type: Text,
        data: Type.Optional(Type.Object({ statuses: Type.Array(Type.Unknown(), { maxItems: 100 }) })),
      }),
    }),
  ]),
);

export const orderStatus = new WireSchema('status of an order', OrderStatus);

const FoundOrder = Type.Object({
  order: Type.Object({
    oid: Type.Integer(),
    sz: DecimalText,
    origSz: DecimalText,
    cloid: Type.Optional(Type.Union([Text, Type.Null()])),
  }),
  status: Text,
});
export type FoundOrder = Static<typeof FoundOrder>;

export const orderStatusAnswer = new WireSchema(
  'orderStatus',
  Type.Union([
    Type.Object({ status: Type.Literal('unknownOid') }),
    Type.Object({ status: Type.Literal('order'), order: FoundOrder }),
  ]),
);

const UserFill = Type.Object({
  coin: Type.Optional(Text),
  px: DecimalText,
  sz: DecimalText,
  time: Type.Integer(),
  oid: Type.Integer(),
  tid: Type.Integer(),
  /** Coins before the fill, negative when short. */
  startPosition: Type.Optional(DecimalText),
  fee: DecimalText,
  feeToken: Text,
});
export type UserFill = Static<typeof UserFill>;

export const userFill = new WireSchema('fill of userFillsByTime', UserFill, { isPrivate: true });

/** Answer with an account's open orders. Each row is read by itself: rows of other assets do not matter. */
export const openOrdersAnswer = new WireSchema(
  'openOrders',
  Type.Array(Type.Unknown(), { maxItems: 10_000 }),
);
export const openOrderRow = new WireSchema(
  'open order',
  Type.Object({
    oid: Type.Integer({ minimum: 0 }),
    cloid: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  }),
  { isPrivate: true },
);

export const accountFillsAnswer = new WireSchema('userFillsByTime', Type.Array(Type.Unknown()));
const EventFill = Type.Object({
  coin: Text,
  px: DecimalText,
  sz: DecimalText,
  side: Type.Union([Type.Literal('A'), Type.Literal('B')]),
  time: Type.Integer(),
  tid: Type.Integer(),
  dir: Type.Optional(Text),
  fee: DecimalText,
  feeToken: Text,
  liquidation: Type.Optional(Type.Union([Type.Null(), Type.Object({ liquidatedUser: Text })])),
});
export type EventFill = Static<typeof EventFill>;
export const eventFill = new WireSchema('fill of an account', EventFill, { isPrivate: true });

export const userRoleAnswer = new WireSchema(
  'userRole',
  Type.Object({ role: Text, data: Type.Optional(Type.Object({ user: Type.Optional(Text) })) }),
);

/** Answer of `extraAgents`. Each row is read by itself: an odd agent does not spoil the others. */
export const extraAgentsAnswer = new WireSchema('extraAgents', Type.Array(Type.Unknown()));
export const agentRow = new WireSchema(
  'API wallet',
  Type.Object({ address: Text, validUntil: Type.Number() }),
  { isPrivate: true },
);
