import { Type } from 'typebox';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';

/** Requires that a window does not end before it starts. @throws {ApiError} 400 when it does. */
export function requireOrder(from: number | undefined, to: number | undefined): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw refuseParameter('from', 'from must not be after to');
  }
}

/** Builds the schema of the query parameters for the start and end of a window. */
export const spanParams = () => ({
  from: Type.Optional(s.sharedParam('From', s.timeParam('Start, inclusive.', 1_763_600_000_000))),
  to: Type.Optional(s.sharedParam('To', s.timeParam('End, inclusive.', 1_763_700_000_000))),
});

/** Builds the schema of the query parameter `cursor` of a list of the bot. */
export const botCursorParam = () =>
  Type.Optional(
    s.sharedParam(
      'BotPage',
      s.text('`nextCursor` of the previous answer.', 'WyJib3QtZGF5IiwxXQ', { minLength: 1, maxLength: 256 }),
    ),
  );
