import { CursorError } from '../../history/cursor.ts';
import { ApiError } from '../responses/errors.ts';

/** The failure of a `cursor` that no answer has given out. */
export function refusedCursor(cause?: unknown): ApiError {
  return new ApiError('validation_failed', 'cursor must be the nextCursor of an earlier answer', {
    ...(cause === undefined ? {} : { cause }),
    extra: { parameter: 'cursor' },
  });
}

/** @throws {ApiError} `validation_failed` when the store cannot read a cursor. */
export function checkCursor(cursor: string, decode: (cursor: string) => unknown): void {
  try {
    decode(cursor);
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw refusedCursor(error);
  }
}
