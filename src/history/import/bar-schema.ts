import { Type } from 'typebox';
import { RECORDERS } from '../../domain/index.ts';

const Text = Type.String({ minLength: 1, maxLength: 512 });

/** Schema of a bar that a command sends to the service that imports for it; the store refuses impossible ones. */
export const BAR = Type.Object(
  {
    venue: Type.Enum([...RECORDERS]),
    storeKey: Text,
    asset: Text,
    t: Type.Integer(),
    open: Type.Number(),
    high: Type.Number(),
    low: Type.Number(),
    close: Type.Number(),
    volume: Type.Union([Type.Number(), Type.Null()]),
  },
  { additionalProperties: false },
);
