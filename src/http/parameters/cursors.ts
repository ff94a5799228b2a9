import { CursorError } from '../../history/contract/cursor.ts';
import { type ApiError, refuseParameter } from '../responses/errors.ts';

/** Creates the error for a `cursor` that this endpoint did not issue. */
export function createCursorError(cause?: unknown): ApiError {
  return refuseParameter('cursor', 'cursor is not valid for this endpoint; start without one', cause);
}

/**
 * Decodes a cursor to its position.
 *
 * @throws {ApiError} `validation_failed` when the cursor cannot be decoded.
 */
export function checkCursor<Position>(cursor: string, decode: (cursor: string) => Position): Position {
  try {
    return decode(cursor);
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Reads a page from the store.
 *
 * @throws {ApiError} `validation_failed` when the store cannot decode the cursor of the request.
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
