import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { UnreadAccount } from '../account-readings.ts';
import { CallBudgetError } from '../calls/call-budget.ts';
import { describeClockRefusal } from '../calls/clock-refusal.ts';
import type { HttpResult, VenueHttp, VenueRequest } from '../calls/venue-http.ts';
import type { CredentialCheck, VenueOutcome, VenueRejection } from '../execution-venue.ts';
import type { RejectReason } from '../reject-reasons.ts';
import { shortenText } from './error-table.ts';
import { DEFAULT_RETRY_AFTER_MS, reject, rejectLimited } from './order-sender.ts';

/** Error: a read-only request to a venue has failed. The message contains no secret. */
export class VenueReadError extends Error {
  /** Reason for which an order that needs the read is rejected. */
  readonly reason: RejectReason;
  /** HTTP status; null without an answer. */
  readonly status: number | null;

  /** Time in ms before which the venue takes no further request; null: not stated. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: RejectReason,
    message: string,
    { status = null, retryAfterMs = null }: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(shortenText(message));
    this.name = 'VenueReadError';
    this.reason = reason;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Maximum number of requests while the venue refuses their time: three answers that agree prove a new skew, and the
 * fourth request is signed with it.
 */
const MAX_CLOCK_TRIES = 4;

/**
 * Sends a request, and repeats it at once while the venue refuses its time, since each answer corrects our clock of the
 * venue.
 *
 * @throws {VenueReadError} when the answer is not 2xx or does not match the schema.
 */
export async function readJson<Schema extends TSchema>(
  http: VenueHttp,
  request: VenueRequest,
  wire: WireSchema<Schema>,
): Promise<Static<Schema>> {
  let result = await http.request(request);
  let clockRefusal = findTimeRefusal(result);
  for (let tries = 1; clockRefusal !== null && tries < MAX_CLOCK_TRIES; tries++) {
    // Each further request takes a new turn.
    result = await http.request({ ...request, hasTurn: false });
    clockRefusal = findTimeRefusal(result);
  }
  if (result.kind !== 'answer') throw toVenueReadError(result);
  const { status, json, text, retryAfterMs } = result;
  if (clockRefusal !== null) throw new VenueReadError('venue_unavailable', clockRefusal, { status });
  if (status < 200 || status > 299) {
    const words = json === undefined ? `HTTP ${status}` : `HTTP ${status} ${text}`;
    throw new VenueReadError(toReason(status, json !== undefined), words, { status, retryAfterMs });
  }
  if (!wire.accepts(json)) {
    const problem = `unreadable answer: ${wire.name}${wire.findProblem(json)}`;
    throw new VenueReadError('venue_unavailable', problem, { status });
  }
  return json;
}

/** Builds the failure of a request without an answer. */
export function toVenueReadError(result: Exclude<HttpResult, { kind: 'answer' }>): VenueReadError {
  if (result.kind !== 'held_back') return new VenueReadError('venue_unavailable', result.message);
  return new VenueReadError('rate_limited', result.message, { retryAfterMs: result.retryAfterMs });
}

/** Finds the words by which an answer refuses the request's time; null: it does not. */
function findTimeRefusal(result: HttpResult): string | null {
  if (result.kind !== 'answer' || result.status < 400 || result.status > 499) return null;
  const { status, json, text, clockErrorMs } = result;
  return describeClockRefusal({ status, words: json === undefined ? '' : text, clockErrorMs });
}

function toReason(status: number, isJson: boolean): RejectReason {
  if (status === 451 || (status === 403 && !isJson)) return 'venue_blocked';
  if (status === 401 || status === 403) return 'credentials_rejected';
  if (status === 429) return 'rate_limited';
  if (status === 404) return 'unknown_asset';
  return 'venue_unavailable';
}

/** Turns a failed request of a preparation into a definite rejection, since no order was sent. */
export async function catchRejection<T>(work: () => Promise<T>): Promise<T | VenueRejection> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallBudgetError) return rejectLimited(error.message, error.retryAfterMs);
    if (!(error instanceof VenueReadError)) throw error;
    const { reason, message, retryAfterMs } = error;
    if (reason === 'rate_limited') return rejectLimited(message, retryAfterMs ?? DEFAULT_RETRY_AFTER_MS);
    return reject(reason, message);
  }
}

/** Turns a failed look-up into an unknown outcome, because the failure tells nothing about the order. */
export async function catchUnknown(work: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallBudgetError) {
      return { status: 'unknown', message: error.message, retryAfterMs: error.retryAfterMs };
    }
    if (!(error instanceof VenueReadError)) throw error;
    const { message, retryAfterMs } = error;
    return { status: 'unknown', message, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
}

/** Turns a failed check of a credential into an unknown verdict, unless the venue refused, which is a verdict. */
export async function catchFailedCheck(work: () => Promise<CredentialCheck>): Promise<CredentialCheck> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof VenueReadError)) throw error;
    const { reason, message: problem, retryAfterMs } = error;
    if (reason === 'credentials_rejected') return { status: 'unusable', problem };
    return { status: 'unknown', problem, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
}

/** Turns a failed request about an account into an unread account, whose holdings are unknown. */
export async function catchUnread<T>(work: () => Promise<T>): Promise<T | UnreadAccount> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallBudgetError) {
      return { status: 'unknown', problem: error.message, retryAfterMs: error.retryAfterMs };
    }
    if (!(error instanceof VenueReadError)) throw error;
    const { message: problem, retryAfterMs } = error;
    return { status: 'unknown', problem, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
}
