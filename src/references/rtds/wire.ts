import { Type } from 'typebox';
import { WireSchema } from '../../upstream/wire-schema.ts';

/** Frames of Polymarket's keyless socket, as far as they are read (docs/references/rtds.md). */
const Time = Type.Integer({ minimum: 1, maximum: 8.64e15 });
const Text = Type.String({ minLength: 1, maxLength: 60 });
const Name = Type.String({ minLength: 1, maxLength: 60 });

export const updateFrame = new WireSchema(
  'rtds update',
  Type.Object({
    topic: Name,
    type: Type.Literal('update'),
    payload: Type.Object({
      symbol: Name,
      timestamp: Time,
      value: Type.Number(),
      full_accuracy_value: Text,
      window_s: Type.Optional(Type.Integer()),
    }),
  }),
);

export const snapshotFrame = new WireSchema(
  'rtds snapshot',
  Type.Object({
    topic: Name,
    type: Type.Literal('subscribe'),
    payload: Type.Object({
      symbol: Name,
      data: Type.Array(Type.Unknown(), { maxItems: 5_000 }),
      window_s: Type.Optional(Type.Integer()),
    }),
  }),
);

export const snapshotPoint = new WireSchema(
  'rtds point',
  Type.Object({ timestamp: Time, value: Type.Number(), full_accuracy_value: Type.Optional(Text) }),
);

/** Rejection of a whole subscription. */
export const rejection = new WireSchema(
  'rtds rejection',
  Type.Object({ statusCode: Type.Integer(), body: Type.Object({ message: Type.String() }) }),
);
