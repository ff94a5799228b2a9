import { Type } from 'typebox';
import { WireSchema } from '../../upstream/wire-schema.ts';

/**
 * Frames of Kalshi's index channels, as far as they are read (docs/references/kalshi.md). No real frame was recorded.
 */
const Time = Type.Integer({ minimum: 1, maximum: 8.64e15 });
const Name = Type.String({ minLength: 1, maxLength: 80 });
const Price = Type.Union([Type.String({ minLength: 1, maxLength: 60 }), Type.Number()]);

export const kalshiFrame = new WireSchema(
  'kalshi index frame',
  Type.Object({
    type: Name,
    id: Type.Optional(Type.Integer()),
    sid: Type.Optional(Type.Integer()),
    msg: Type.Optional(Type.Unknown()),
  }),
);

export const subscribedMessage = new WireSchema(
  'kalshi index subscribed',
  Type.Object({ channel: Name, sid: Type.Integer() }),
);

export const errorMessage = new WireSchema(
  'kalshi index error',
  Type.Object({ code: Type.Integer(), msg: Type.Optional(Type.String()) }),
);

/** `data` contains the JSON of the index itself. The average that excludes its own second is not read. */
export const indexMessage = new WireSchema(
  'cfbenchmarks_value',
  Type.Object({
    index_id: Name,
    data: Type.String({ maxLength: 4_000 }),
    last_60s_windowed_average_15min: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({ value: Price, window_size: Type.Integer({ minimum: 0, maximum: 60 }) }),
      ]),
    ),
  }),
);

export const indexValue = new WireSchema(
  'index value',
  Type.Object({ id: Type.Optional(Name), time: Time, value: Price }),
);

export const pythMessage = new WireSchema(
  'pyth_value',
  Type.Object({ underlying_ticker: Name, value_usd: Price, source_ts_ms: Time }),
);
