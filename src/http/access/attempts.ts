import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { ApiError } from '../responses/errors.ts';

/** A throttle, and the caller as whom it counts an attempt. */
export interface CountedCaller {
  readonly throttle: FailureThrottle;
  readonly caller: string;
}

export interface LimitedAttempt<Result> {
  readonly callers: readonly CountedCaller[];
  /** Name of the failed attempts in the refusal: `wrong codes`. */
  readonly failures: string;
  hasFailed(result: Result): boolean;
}

/**
 * Runs an attempt that callers could use to guess something. A failed one counts for each of the callers, an error of
 * this service for none.
 *
 * @throws {ApiError} 429 when one of the callers has failed too often; the attempt is not run.
 */
export async function limitAttempt<Result>(
  { callers, failures, hasFailed }: LimitedAttempt<Result>,
  run: () => Promise<Result>,
): Promise<Result> {
  const attempts = await Promise.all(callers.map(({ throttle, caller }) => throttle.begin(caller)));
  const forgive = () => Promise.all(attempts.map((attempt) => attempt.forgive()));
  const waitS = Math.max(...attempts.map((attempt) => attempt.waitS ?? 0));
  if (waitS > 0) {
    await forgive();
    throw createAttemptsError(failures, waitS);
  }
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    await forgive();
    throw error;
  }
  if (hasFailed(result)) await Promise.all(attempts.map((attempt) => attempt.fail()));
  else await forgive();
  return result;
}

/** Creates the error 429 with the time to wait. */
export function createAttemptsError(what: string, retryAfterS: number): ApiError {
  return new ApiError('too_many_attempts', `too many ${what}; try again in ${retryAfterS} s`, {
    headers: { 'retry-after': String(retryAfterS) },
  });
}
