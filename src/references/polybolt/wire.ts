import { Type } from 'typebox';
import { WireSchema } from '../../upstream/wire-schema.ts';

/** Frames of Polymarket's socket with credentials, as far as they are read (docs/references/polybolt.md). */
const Time = Type.Integer({ minimum: 1, maximum: 8.64e15 });
const Name = Type.String({ minLength: 1, maxLength: 60 });
const Point = {
  timestamp: Time,
  value: Type.Number(),
  full_accuracy_value: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
};

/** Answers to messages that were sent. These frames have no version. */
export const answerFrame = new WireSchema(
  'polybolt answer',
  Type.Object({
    op: Name,
    code: Type.Optional(Name),
    channel: Type.Optional(Type.String({ maxLength: 60 })),
  }),
);

export const dataFrame = new WireSchema(
  'polybolt frame',
  Type.Object({
    v: Type.Literal(1),
    channel: Name,
    seq: Type.Integer({ minimum: 0 }),
    snapshot: Type.Optional(Type.Boolean()),
    dropped: Type.Optional(Type.Unknown()),
    payload: Type.Object({
      symbol: Name,
      source: Name,
      window_seconds: Type.Optional(Type.Integer()),
    }),
  }),
);

export const snapshotPayload = new WireSchema(
  'polybolt snapshot',
  Type.Object({ data: Type.Array(Type.Unknown(), { maxItems: 5_000 }) }),
);

export const dataPoint = new WireSchema('polybolt point', Type.Object(Point));
