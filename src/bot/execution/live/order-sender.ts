import { epochMs } from '../../../domain/index.ts';
import { AccountQueues } from '../calls/account-queues.ts';
import { describeClockRefusal } from '../calls/clock-refusal.ts';
import type { HttpResult, VenueHttp } from '../calls/venue-http.ts';
import type {
  ExecutionCounters,
  PreparedOrder,
  SendOptions,
  SendOutcome,
  VenueOutcome,
  VenueRejection,
} from '../execution-venue.ts';
import type { RejectReason } from '../reject-reasons.ts';
import { type ErrorRow, ErrorTable, shortenText } from './error-table.ts';

/** Time after sending at which an order that the venue does not know counts as never arrived. */
export const NOT_FOUND_IS_FINAL_MS = 30_000;
/** Minimum time to expiry with which an order is sent: with less it would expire on its way. */
const MIN_TIME_TO_EXPIRY_MS = 500;
/**
 * Longest wait of an order for its turn at a venue without expiry. After it the price is too old, and the order is not
 * sent.
 */
const MAX_AGE_MS = 30_000;
/** Default wait after a refusal for too many calls, when the venue states none. */
export const DEFAULT_RETRY_AFTER_MS = 1_000;

type Answer = Extract<HttpResult, { kind: 'answer' }>;

/**
 * Sends orders: the part that all execution clients share. It has one queue for each account, sends each order once,
 * and translates errors.
 */
export class OrderSender {
  readonly #http: VenueHttp;
  readonly #errors: ErrorTable;
  readonly #queues = new AccountQueues();
  #sent = 0;
  #unknown = 0;
  #implausible = 0;
  #lastImplausible: string | null = null;

  constructor(http: VenueHttp, rows: readonly ErrorRow[]) {
    this.#http = http;
    this.#errors = new ErrorTable(rows);
  }

  /**
   * Sends an order when it is its account's turn, unless a last check forbids it.
   *
   * @param open Prepares the sending and returns a function that sends at once, or returns a refusal for which no
   * request was sent.
   */
  async send(
    order: PreparedOrder,
    { signal, mayStillSend }: SendOptions,
    open: () => Promise<(() => Promise<VenueOutcome>) | VenueRejection>,
  ): Promise<SendOutcome> {
    const outcome = await this.#queues.run(order.account, async (): Promise<SendOutcome> => {
      const post = await open();
      if (typeof post !== 'function') return post;
      if (!(await mayStillSend())) return { status: 'not_sent', cause: 'halted' };
      // Nothing is awaited from here on, so that the checks still hold when the bytes leave.
      if (signal.aborted) return { status: 'not_sent', cause: 'expired' };
      const lastMoment =
        order.expiresAt === null ? order.preparedAt + MAX_AGE_MS : order.expiresAt - MIN_TIME_TO_EXPIRY_MS;
      if (this.#http.now() > lastMoment) return { status: 'not_sent', cause: 'expired' };
      this.#sent++;
      const result = await post();
      if (result.status === 'unknown') this.#unknown++;
      return result;
    });
    return outcome ?? { status: 'not_sent', cause: 'queue_full' };
  }

  /** Builds a rejection from a definite refusal in the venue's words. */
  toRejection(status: number, text: string, retryAfterMs?: number): VenueRejection {
    return {
      status: 'rejected',
      reason: this.#errors.toReason(status, text),
      message: shortenText(text),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  /**
   * Translates a failed request in the way that is the same for every venue; null for an answer that the venue's own
   * client must read.
   *
   * @param words Finds the venue's words in a parsed answer.
   */
  findFailure(result: HttpResult, words: (answer: Answer) => string): VenueOutcome | null {
    if (result.kind === 'lost') return { status: 'unknown', message: result.message };
    if (result.kind === 'unreached') return reject('venue_unavailable', result.message);
    if (result.kind === 'held_back') return rejectLimited(result.message, result.retryAfterMs);
    const { status, json, retryAfterMs } = result;
    const text = json === undefined ? '' : words(result);
    const late = status >= 400 && status < 500 ? this.findTimeRefusal(result, text) : null;
    if (late !== null) return late;
    const again = retryAfterMs ?? DEFAULT_RETRY_AFTER_MS;
    if (status === 429) return rejectLimited(text || 'HTTP 429', again);
    if (status === 425) return { ...reject('venue_unavailable', text || 'HTTP 425'), retryAfterMs: again };
    if (status === 451 || (status === 403 && json === undefined)) {
      return reject('venue_blocked', text || `HTTP ${status}`);
    }
    if (status === 408 || status >= 500)
      return { status: 'unknown', message: `HTTP ${status} ${shortenText(text)}` };
    if (json === undefined) {
      return status >= 400
        ? this.toRejection(status, result.text)
        : { status: 'unknown', message: 'the answer is not JSON' };
    }
    return null;
  }

  /**
   * Finds a refusal for the time of a request, for which neither order nor credential is to blame; null: the refusal
   * has another reason.
   */
  findTimeRefusal({ status, clockErrorMs }: Answer, words: string): VenueRejection | null {
    const refusal = describeClockRefusal({ status, words, clockErrorMs });
    return refusal === null ? null : reject('venue_unavailable', refusal);
  }

  /** Counts an answer that cannot be true of its order; the health check reports the count. */
  reportImplausible(what: string): void {
    this.#implausible++;
    this.#lastImplausible = what;
  }

  /** Whether an answer names another order than the sent one. An answer without an id may be about the sent one. */
  namesOtherOrder(clientId: string | null | undefined, order: PreparedOrder): boolean {
    return clientId != null && clientId.toLowerCase() !== order.venueClientId.toLowerCase();
  }

  /**
   * Counts an answer about another order, and returns `unknown`, since it tells nothing about the sent order.
   *
   * @param venueOrderId Id in the answer, by which the venue may know the sent order all the same.
   */
  reportOtherOrder(venueOrderId?: string): VenueOutcome {
    const message = "the venue's answer is about another order";
    this.reportImplausible(message);
    return { status: 'unknown', message, ...(venueOrderId === undefined ? {} : { venueOrderId }) };
  }

  /**
   * Decides the outcome of an order that the venue does not know.
   *
   * @param finalAt Time from which the order can no longer arrive.
   */
  toNotFound(finalAt: number): VenueOutcome {
    const finalInMs = finalAt - this.#http.now();
    return finalInMs <= 0
      ? reject('venue_unavailable', 'the order never reached the venue')
      : { status: 'unknown', message: 'the venue does not know the order yet', finalInMs };
  }

  getCounters(): ExecutionCounters {
    const { count, last } = this.#errors.unmapped;
    return {
      sent: this.#sent,
      unknownOutcomes: this.#unknown,
      unmappedErrors: count,
      lastUnmappedError: last,
      implausibleAnswers: this.#implausible,
      lastImplausible: this.#lastImplausible,
      refusedRows: this.#http.refusedRows,
      lastRefusedRow: this.#http.lastRefusedRow,
      blocked: this.#http.blocked,
    };
  }
}

/** Builds a rejection whose reason is already known, by this service or from the venue. */
export function reject(reason: RejectReason, message: string): VenueRejection {
  return { status: 'rejected', reason, message: shortenText(message) };
}

/**
 * Builds a rejection because the venue, or the budget that keeps its limits, accepts no order now. The message states
 * when to retry.
 */
export function rejectLimited(message: string, retryAfterMs: number): VenueRejection {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return { ...reject('rate_limited', `${message}; again after ${seconds} s`), retryAfterMs };
}

/** Builds a rejection because a match failed on its chain and so never happened. @param why The venue's words. */
export function rejectFailedOnChain(why?: string | null): VenueRejection {
  const message = why ? `the trade failed on chain: ${why}` : 'the trade failed on chain';
  return { ...reject('venue_unavailable', message), hasFailedOnChain: true };
}

/** Reads the venue's time in whole milliseconds. */
export function readVenueTime(http: VenueHttp) {
  return epochMs(http.now());
}
