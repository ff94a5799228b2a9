/** Reason why a venue gave no answer that could be read. */
export type UpstreamFailure =
  | 'blocked'
  | 'rate_limited'
  | 'timeout'
  | 'network'
  | 'server'
  | 'malformed'
  | 'too_large'
  | 'not_found'
  | 'refused'
  | 'budget_exhausted'
  | 'aborted';

/** Error of a venue's answer that could not be read. The message names scheme, host and path, never a secret. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure;
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    failure: UpstreamFailure,
    message: string,
    details: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'UpstreamError';
    this.failure = failure;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}
