import { CursorError } from '../../history/contract/cursor.ts';
import { type ApiError, refuseParameter } from '../responses/errors.ts';

/** The failure of a `cursor` that no answer has given out. */
export function createCursorError(cause?: unknown): ApiError {
  return refuseParameter('cursor', 'cursor is not valid for this endpoint; start without one', cause);
}

/**
 * The position of a cursor.
 *
 * @throws {ApiError} `validation_failed` when the store cannot read it.
 */
export function checkCursor<Position>(cursor: string, decode: (cursor: string) => Position): Position {
  try {
    return decode(cursor);
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Reads a page of the store.
 *
 * @throws {ApiError} `validation_failed` when the store cannot read the cursor that it was asked with.
 */
export async function readPage<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): unknown {
  return error instanceof CursorError ? createCursorError(error) : error;
}
