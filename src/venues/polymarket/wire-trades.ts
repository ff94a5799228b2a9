import { type Static, Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';
import { Maybe } from './wire.ts';

const Quantity = Type.Union([Type.Number(), Type.String()]);

const ListedTradeSchema = Type.Object({
  token_id: Type.String(),
  /** Side of the taker, in terms of the token. */
  side: Type.Optional(Type.Unknown()),
  price: Quantity,
  size: Quantity,
  /** Time of the block, in seconds. */
  timestamp: Type.Number(),
  transaction_hash: Type.Optional(Type.Unknown()),
});
export type ListedTrade = Static<typeof ListedTradeSchema>;
/** Row of the data API's list of trades. Rows are checked one by one. */
export const listedTrade = new WireSchema('data trade', ListedTradeSchema, { endpoint: 'data /v2/trades' });

export const tradesPage = new WireSchema(
  'data /v2/trades',
  Type.Object({
    data: Maybe(Type.Array(Type.Unknown(), { maxItems: 10_000 })),
    pagination: Maybe(Type.Object({ next_cursor: Maybe(Type.String()), has_more: Maybe(Type.Boolean()) })),
  }),
);
