import { Type } from 'typebox';
import { Validator } from '../../validator.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';

const Null = Type.Null();
const Time = Type.Integer();

/** Schema of a mark of a reference price: it accepts only what the table of marks may contain. */
export const MARK = Type.Object(
  {
    key: Type.String({ pattern: '^[a-z0-9]+-[a-z0-9._:-]+$', maxLength: 200 }),
    t: Time,
    /** Decimal number without sign, exponent or leading zeros. */
    text: Type.Union([Type.String({ pattern: '^(?:0|[1-9]\\d*)(?:\\.\\d+)?$', maxLength: 200 }), Null]),
    receivedAt: Time,
    relay: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
    count: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Null]),
  },
  { additionalProperties: false },
);

const validator = new Validator(MARK);

/** Whether a row of a tree is a valid mark of a reference price. */
export function isMark(value: unknown): value is ImportedMark {
  return validator.accepts(value);
}
