import Type, { type Static } from 'typebox';
import { WireSchema } from '../../../../src/upstream/client.ts';

const Level = Type.Tuple([Type.Number(), Type.Number()]);

const Market = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  title: Type.String(),
  bid: Type.Union([Type.Number(), Type.Null()]),
  ask: Type.Union([Type.Number(), Type.Null()]),
  volumeUsd: Type.Number(),
});

export type TidepoolMarket = Static<typeof Market>;

export const marketsAnswer = new WireSchema('tidepool markets', Type.Object({ markets: Type.Array(Market) }));

export const bookAnswer = new WireSchema(
  'tidepool book',
  Type.Object({ bids: Type.Array(Level), asks: Type.Array(Level) }),
);

export type TidepoolBook = { readonly bids: [number, number][]; readonly asks: [number, number][] };

const Message = { key: Type.String({ minLength: 1, maxLength: 100 }), t: Type.Number() };
const StreamFrame = Type.Union([
  Type.Object({
    kind: Type.Literal('book'),
    ...Message,
    bids: Type.Array(Level),
    asks: Type.Array(Level),
  }),
  Type.Object({
    kind: Type.Literal('change'),
    ...Message,
    side: Type.Union([Type.Literal('bid'), Type.Literal('ask')]),
    price: Type.Number(),
    size: Type.Number(),
  }),
  Type.Object({
    kind: Type.Literal('trade'),
    ...Message,
    id: Type.String(),
    side: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
    price: Type.Number(),
    size: Type.Number(),
  }),
]);
export type TidepoolFrame = Static<typeof StreamFrame>;
export const streamFrame = new WireSchema('tidepool frame', StreamFrame);
