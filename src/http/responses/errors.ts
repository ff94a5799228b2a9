import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import { API_VERSION } from '../../m2m/versions.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';

/**
 * All failures that a client can see, ordered by status, with the situation in which each is sent. `docs/errors.md` has
 * the same list.
 */
export const ERRORS = {
  validation_failed: [
    400,
    'A parameter or body member is missing, of the wrong type, given twice or outside its limits.',
  ],
  ref_conflict: [400, 'The reference was used before with another owner or amount.'],

  missing_api_key: [401, 'The endpoint needs an API key and none was sent.'],
  invalid_api_key: [401, 'The API key is malformed, unknown, revoked or expired.'],
  admin_unauthorized: [401, 'The admin token is missing or wrong.'],
  bad_snapshot_token: [401, 'X-Snapshot-Token is missing or wrong.'],
  bad_signature: [401, 'The signature of the webhook does not match its body.'],

  tier_required: [402, 'The tier of the API key does not include this endpoint.'],
  insufficient_balance: [402, 'The prepaid balance does not cover the price.'],

  source_withheld: [403, "The source's values are not shown to API keys."],
  venue_not_entitled: [403, 'The API key is not entitled to this venue.'],
  foreign_origin: [403, 'A web page of another origin, or a foreign host name, may not use this endpoint.'],

  not_found: [404, 'No endpoint has this path.'],
  asset_not_found: [404, 'No venue lists the asset and it has no records.'],
  venue_not_found: [404, 'The path names no known venue.'],
  file_not_found: [404, 'The tree has no such file.'],
  not_perpetual: [404, 'The endpoint serves perpetuals only.'],
  bot_not_found: [404, 'No key belongs to this bot.'],
  order_not_found: [
    404,
    'The bot has no order with this id; for the operator: no order with this id can be closed.',
  ],
  credential_not_found: [404, 'The owner has no damaged credential for the venue.'],
  deposit_not_found: [404, 'No deposit with this id is in review, or was paid out.'],
  vault_key_not_found: [404, 'No stored credential is under this key of the vault.'],
  review_item_not_found: [404, 'No item of the review has this id.'],
  alert_endpoint_not_found: [404, 'No endpoint of alerts has this id.'],
  delivery_not_found: [404, 'No delivery with this id has ended as undeliverable.'],
  invalid_code: [404, 'The voucher is unknown or already redeemed.'],
  unknown_provider: [404, 'The webhook path names no known provider.'],

  method_not_allowed: [405, 'The path exists, for other methods; see the Allow header.'],

  request_timeout: [408, 'The request did not arrive completely in time.'],

  order_open: [409, 'An order in the market is on its way.'],
  account_unread: [409, 'The account, or a price of the market, cannot be read now.'],
  vault_key_in_use: [
    409,
    'A running process uses another key of the credential vault; restart it with both keys first.',
  ],

  code_expired: [410, 'The voucher has expired.'],

  precondition_failed: [412, 'The file is not the one that If-Match names.'],

  payload_too_large: [413, 'The body is larger than the endpoint accepts.'],

  uri_too_long: [414, 'A path parameter is too long.'],

  unsupported_media_type: [415, 'The body is not of a content type that the endpoint accepts.'],

  range_not_satisfiable: [416, 'Range names bytes that the file does not have.'],

  expectation_failed: [417, 'The Expect header is not 100-continue.'],

  kill_switch: [423, 'Trading is halted by a kill switch.'],

  rate_limited: [429, 'The API key has used up its requests of this minute.'],
  quota_exceeded: [429, 'The API key has used up its requests of this month.'],
  too_many_attempts: [429, 'Too many failed attempts; wait before the next.'],
  too_many_streams: [429, 'The caller holds as many streams as allowed.'],

  headers_too_large: [431, 'The request header fields are larger than accepted.'],

  internal: [500, 'The service failed; its log has the reason under the request id.'],

  warming_up: [503, 'The venue has not answered since the start, and the asset has no records.'],
  upstream_unavailable: [503, 'A venue or chain node did not answer, or its answer could not be read.'],
  handler_timeout: [503, 'The answer took longer than the time limit of the service.'],
  preparing: [503, 'The file is being made; retry after Retry-After.'],
  overloaded: [503, 'The queue of heavy work is full; retry after Retry-After.'],
  not_ready: [503, 'The process does not accept requests yet; `reasons` says why.'],
  shutting_down: [503, 'The process is stopping; retry.'],
  stream_capacity: [503, 'The service holds as many streams as it can.'],
  streams_interrupted: [503, 'Live prices do not reach this process; retry after Retry-After.'],
  feed_down: [503, 'No poller runs, or every poll since the start failed.'],
  snapshotter_down: [503, 'The snapshot file is missing or older than 30 minutes.'],
  provider_not_configured: [503, 'The webhook provider has no secret configured.'],
  vault_not_configured: [503, 'The credential vault is not configured.'],
  deposits_not_configured: [503, 'Deposit addresses are not configured.'],
  live_execution_disabled: [503, 'Live trades need live execution and the credential vault.'],
  store_unavailable: [
    503,
    'The history server does not answer, or this process has no tape; retry after Retry-After.',
  ],
  ledger_unavailable: [
    503,
    'The ledger or the accounts are unavailable: a disk or server failed, or an audit closed them.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes that a client can receive, in the order of the table. */
export const SENT_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Error: a failure that is sent to the client. The message is one sentence that names the parameter and the limit. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  /** Further header fields, for example `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the body besides `error`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly extra?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
      /** Status that replaces the usual one of the code. */
      readonly status?: number;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.statusCode = details.status ?? ERRORS[code][0];
    this.headers = details.headers ?? {};
    this.extra = details.extra ?? {};
  }
}

/**
 * Creates the error for one parameter or body member. @param message One sentence with its name and the allowed values.
 */
export function refuseParameter(parameter: string, message: string, cause?: unknown): ApiError {
  return new ApiError('validation_failed', message, { extra: { parameter }, cause });
}

/**
 * Formats the body of a failure.
 *
 * @param url Requested URL. Failures below `/api/m2m/` contain `apiVersion`, as the responses there do.
 */
export function writeErrorBody(error: ApiError, requestId: string, url = ''): string {
  return JSON.stringify({
    ok: false,
    error: error.code,
    message: error.message,
    requestId,
    ...(isVersioned(url) ? { apiVersion: API_VERSION } : {}),
    ...error.extra,
  });
}

/** Whether responses to a URL, or of a route's template, contain `apiVersion`. */
function isVersioned(url: string): boolean {
  return url.startsWith('/api/m2m/');
}

/** Codes of this service by those of the framework. */
const FRAMEWORK_CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'the body is larger than this endpoint accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'the body must be application/json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['validation_failed', 'the body is empty; it must be JSON'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['validation_failed', 'the body is not JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'Content-Length differs from the size of the body',
  ],
  FST_ERR_BAD_URL: ['validation_failed', 'the path holds a percent sign that encodes nothing'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'a path parameter is too long'],
  FST_ERR_HANDLER_TIMEOUT: ['handler_timeout', 'the answer took too long'],
};

const STATUS_CODES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['validation_failed', 'the request could not be read'],
  404: ['not_found', 'no endpoint has this path'],
  408: ['request_timeout', 'the request did not arrive in time'],
  413: ['payload_too_large', 'the body is larger than this endpoint accepts'],
  414: ['uri_too_long', 'a path parameter is too long'],
  415: ['unsupported_media_type', 'the body must be application/json'],
};

/** Seconds for `Retry-After` while accounts, ledger or history are not available. */
export const UNAVAILABLE_RETRY_AFTER_S = 5;

/**
 * Converts anything that was thrown to a failure of the table. Unexpected errors become `internal`, without details.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HistoryUnavailableError) {
    const message = 'the server that keeps the history gives no answer; try again';
    return new ApiError('store_unavailable', message, {
      headers: { 'retry-after': String(UNAVAILABLE_RETRY_AFTER_S) },
      cause: error,
    });
  }
  if (error instanceof StorageUnavailableError) {
    const message = 'the service database cannot be reached at the moment; try again';
    return new ApiError('ledger_unavailable', message, {
      headers: { 'retry-after': String(UNAVAILABLE_RETRY_AFTER_S) },
      cause: error,
    });
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known =
    (typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined) ??
    (typeof statusCode === 'number' ? STATUS_CODES[statusCode] : undefined);
  if (known !== undefined) return new ApiError(known[0], known[1], { cause: error });
  return new ApiError('internal', 'the service failed; the request id finds the reason in its log', {
    cause: error,
  });
}
