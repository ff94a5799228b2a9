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
