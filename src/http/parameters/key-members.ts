import { Type } from 'typebox';
import { MAX_EPOCH_MS, readTimeText } from '../../domain/index.ts';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';

/** Up to 100 characters, none of them a control character. */
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

/** Why an operator does something; kept with the action. */
export const reasonMember = () =>
  s.text('Reason, which is kept with the action.', 'the amount was mistyped', {
    minLength: 1,
    maxLength: 500,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  });

/** Rows of one page of a list that goes on by cursor. */
export const pageLimit = () =>
  s.sharedParam(
    'PageRows',
    s.int('Maximum number of rows on the page.', 100, { default: 100, minimum: 1, maximum: 1_000 }),
  );

/** @throws {ApiError} 400 when the time has passed, or is a number of another unit. */
export function requireFuture(expiresAt: number | null, now: number): void {
  if (expiresAt === null) return;
  const read = readTimeText(String(expiresAt));
  if ('problem' in read) throw refuseParameter('expiresAt', `expiresAt ${read.problem}`);
  if (expiresAt <= now) throw refuseParameter('expiresAt', 'expiresAt lies in the past');
}
