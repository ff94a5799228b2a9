import { Type } from 'typebox';
import { MAX_EPOCH_MS, readTimeText } from '../../domain/index.ts';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';

/** Form of a label: up to 100 characters without control characters. */
const LABEL_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
export const labelMember = () =>
  Type.Optional(
    s.nullable(
      s.text('Note by the operator.', 'research', { maxLength: 100, pattern: LABEL_PATTERN }),
      'there is no note',
    ),
  );
export const expiresAtMember = (what: string) =>
  Type.Optional(
    s.nullable(
      s.int(`When ${what} expires. Epoch milliseconds.`, 1_763_700_000_000, { maximum: MAX_EPOCH_MS }),
      'it never does',
    ),
  );

export const listLimit = () =>
  s.sharedParam(
    'Rows',
    s.int('Maximum number of rows.', 1_000, { default: 1_000, minimum: 1, maximum: 10_000 }),
  );

/** Builds the schema member for the reason of an operator's action, which is stored with the action. */
export const reasonMember = () =>
  s.text('Reason, which is kept with the action.', 'the amount was mistyped', {
    minLength: 1,
    maxLength: 500,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  });

/** Builds the schema of the page size of a list with cursors. */
export const pageLimit = () =>
  s.sharedParam(
    'PageRows',
    s.int('Maximum number of rows on the page.', 100, { default: 100, minimum: 1, maximum: 1_000 }),
  );

/** Requires a time in the future. @throws {ApiError} 400 when the time has passed, or the number has another unit. */
export function requireFuture(expiresAt: number | null, now: number): void {
  if (expiresAt === null) return;
  const read = readTimeText(String(expiresAt));
  if ('problem' in read) throw refuseParameter('expiresAt', `expiresAt ${read.problem}`);
  if (expiresAt <= now) throw refuseParameter('expiresAt', 'expiresAt lies in the past');
}
