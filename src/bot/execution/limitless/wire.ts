import { type Static, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';

const Text = Type.String({ maxLength: 10_000 });
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const TokenId = Type.String({ pattern: '^\\d{1,80}$' });
const Units = Type.Union([Type.String({ pattern: '^\\d{1,40}$' }), Type.Integer({ minimum: 0 })]);

export const marketAnswer = new WireSchema(
  'market',
  Type.Object({
    slug: Text,
    status: Text,
    expired: Type.Optional(Type.Boolean()),
    tradeType: Type.Optional(Text),
    tokens: Type.Optional(Type.Object({ yes: TokenId, no: TokenId })),
    venue: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({
          exchange: Address,
          /**
           * Contract that takes the fee in USDC where `feeModuleType` is `COLLATERAL`. Older exchanges lack both
           * members.
           */
          feeModule: Type.Optional(Type.Union([Address, Type.Null()])),
          feeModuleType: Type.Optional(Type.Union([Text, Type.Null()])),
        }),
      ]),
    ),
    metadata: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({ fee: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) }),
      ]),
    ),
  }),
);

const Profile = Type.Object({
  id: Type.Integer(),
  account: Address,
  smartWallet: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  /**
   * Wallet that owns the profile's orders: `smartWallet`, or `eoa` (the wallet key itself), also where the member is
   * missing.
   */
  tradeWalletOption: Type.Optional(Type.Union([Type.Null(), Text])),
  rank: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ feeRateBps: Type.Integer({ minimum: 0, maximum: 10_000 }) })]),
  ),
});
export type Profile = Static<typeof Profile>;

export const profileAnswer = new WireSchema('profile', Profile);

export const apiTokensAnswer = new WireSchema('api-tokens', Type.Array(Type.Unknown(), { maxItems: 1_000 }));
export const apiTokenRow = new WireSchema(
  'API token',
  Type.Object({ tokenId: Text, scopes: Type.Array(Text, { maxItems: 100 }) }),
  { isPrivate: true },
);

export const positionsAnswer = new WireSchema(
  'positions',
  Type.Object({
    clob: Type.Array(Type.Unknown(), { maxItems: 10_000 }),
  }),
);
export const positionRow = new WireSchema(
  'position',
  Type.Object({
    market: Type.Object({ slug: Text }),
    tokensBalance: Type.Optional(Type.Union([Type.Null(), Type.Object({ yes: Units, no: Units })])),
  }),
  { isPrivate: true },
);

const Execution = Type.Object({
  matched: Type.Boolean(),
  settlementStatus: Text,
  reason: Type.Optional(Type.Union([Text, Type.Null()])),
  totalsRaw: Type.Optional(
    Type.Object({
      contractsGross: Units,
      contractsFee: Units,
      contractsNet: Units,
      usdGross: Units,
      usdFee: Units,
      usdNet: Units,
    }),
  ),
});
export type Execution = Static<typeof Execution>;

export const createdOrder = new WireSchema(
  'created order',
  Type.Object({
    order: Type.Object({
      id: Type.Union([Text, Type.Integer()]),
      clientOrderId: Type.Optional(Type.Union([Text, Type.Null()])),
    }),
    execution: Execution,
  }),
);

const StatusData = Type.Object({
  /** The order, or an object that contains it: the venue has sent both forms. */
  order: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  execution: Type.Optional(Execution),
});

const OrderStatus = Type.Object({
  status: Text,
  orderId: Type.Optional(Type.Union([Text, Type.Integer(), Type.Null()])),
  clientOrderId: Type.Optional(Type.Union([Text, Type.Null()])),
  data: Type.Optional(Type.Union([Type.Null(), StatusData])),
});
export type OrderStatus = Static<typeof OrderStatus>;

export const statusRow = new WireSchema('status of an order', OrderStatus, { isPrivate: true });
export const statusBatch = new WireSchema(
  'status of orders',
  Type.Object({ results: Type.Array(Type.Unknown(), { maxItems: 50 }) }),
);
