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
export declare class CrosstapeError extends Error {
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
  constructor(details: ErrorDetails);
  /** Whether the same request may well work a moment later. */
  get isRetryable(): boolean;
}
/** Reads the failure out of an answer that is no success. */
export declare function readError(response: Response): Promise<CrosstapeError>;
