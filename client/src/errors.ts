import type { ApiErrorCode } from './generated/types.ts';

/** Failures before an answer of the service is there, or with an answer that is not the service's. */
export type LocalErrorCode =
  /** The service could not be reached, or the connection broke. */
  | 'network'
  /** No complete answer within `timeoutMs`. */
  | 'timeout'
  /** The answer is not of the documented form; something between may have written it. */
  | 'unreadable_answer'
  /** A stream sent nothing, not even a heartbeat, for `silenceMs`. */
  | 'stream_silent'
  /** The service ended a stream. */
  | 'stream_ended';

/** A code of this version's error table, one of the client's own, or one that a newer service sends. */
export type ErrorCode = ApiErrorCode | LocalErrorCode | (string & {});

export interface ErrorDetails {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
  readonly requestId?: string | null;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Error of every call that failed, except the reason of an abort by the caller. */
export class CrosstapeError extends Error {
  readonly code: ErrorCode;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Time to wait before the next try, in ms, as the service states it; null when it states none. */
  readonly retryAfterMs: number | null;
  /** Finds the request in the log of the service; null when there was no answer. */
  readonly requestId: string | null;
  /** The parameter at fault, where the service names one. */
  readonly parameter: string | null;
  /** The whole body: some failures carry more, for example `feed_down` what the endpoint answers otherwise. */
  readonly body: unknown;

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'CrosstapeError';
    this.code = details.code;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.requestId = details.requestId ?? null;
    this.body = details.body ?? null;
    const { parameter } = (isRecord(this.body) ? this.body : {}) as { parameter?: unknown };
    this.parameter = typeof parameter === 'string' ? parameter : null;
  }

  /** Whether the same request may well work a moment later. */
  get isRetryable(): boolean {
    if (LASTING.has(this.code)) return false;
    if (this.status === null) return this.code !== 'unreadable_answer';
    return PASSING_STATUS.has(this.status);
  }
}

/** Failures with a status that passes elsewhere, but which waiting a moment does not end. */
const LASTING: ReadonlySet<string> = new Set([
  'quota_exceeded',
  'feed_down',
  'snapshotter_down',
  'provider_not_configured',
  'vault_not_configured',
  'deposits_not_configured',
  'live_execution_disabled',
]);

const PASSING_STATUS: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Reads the failure out of an answer that is no success. */
export async function readError(response: Response): Promise<CrosstapeError> {
  const text = await response.text();
  const body = findObject(text);
  const answered = isRecord(body) ? body : {};
  const isOurs = typeof answered.error === 'string';
  return new CrosstapeError({
    code: isOurs ? (answered.error as string) : 'unreadable_answer',
    message:
      typeof answered.message === 'string'
        ? answered.message
        : `HTTP ${response.status} without an error body`,
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    requestId:
      typeof answered.requestId === 'string' ? answered.requestId : response.headers.get('x-request-id'),
    body: body ?? text,
  });
}

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isFinite(at) ? Math.max(0, at - Date.now()) : null;
}

function findObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Parsing fails for text that is no JSON alone.
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
