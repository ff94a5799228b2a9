import { ApiError } from '../responses/errors.ts';

/** The failure of a `cursor` that no answer has given out. */
export function refusedCursor(cause?: unknown): ApiError {
  return new ApiError('validation_failed', 'cursor must be the nextCursor of an earlier answer', {
    ...(cause === undefined ? {} : { cause }),
    extra: { parameter: 'cursor' },
  });
}
