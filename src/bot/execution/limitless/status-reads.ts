import { isJsonObject, MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { ReadFailure } from '../live/venue-read.ts';
import { PrivateApi } from './private-api.ts';
import type { ApiToken } from './signing.ts';
import { type OrderStatus, statusBatch, statusRow } from './wire.ts';

/** Orders of one request. */
const MAX_ORDERS = 50;
/** A request serves all orders that joined it, so it ends by a time of its own. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;
/**
 * Longest time for which questions about orders of known end give way to preparations; then one request takes its turn
 * among them.
 */
const MAX_GIVING_WAY_MS = MINUTE_MS;
const MAX_TOKENS = 1_000;

interface Batch {
  readonly token: ApiToken;
  readonly clientIds: string[];
  readonly rows: Promise<readonly unknown[]>;
}

/**
 * Reads the states of orders. A token has one call in 300 ms, so that orders of one token which are asked for while a
 * request waits for its turn join that request.
 */
export class StatusReads {
  readonly #http: VenueHttp;
  /** Requests that wait for their turn, by token and purpose. */
  readonly #waiting = new Map<string, Batch>();
  /** Time since when no request about known ends of a token had a turn, monotonic ms. */
  readonly #givingWaySince = createLastUsed<string, number>(MAX_TOKENS);
  readonly #now: () => number;

  /** @param now Monotonic ms. */
  constructor(http: VenueHttp, now: () => number = () => performance.now()) {
    this.#http = http;
    this.#now = now;
  }

  /** @throws {ReadFailure} also when the answer has no row of the order. @throws {CallBudgetExceeded} */
  async read(clientId: string, token: ApiToken, purpose: CallPurpose): Promise<OrderStatus> {
    const key = `${token.id} ${purpose}`;
    const waiting = this.#waiting.get(key);
    // A token that was stored with another secret is read by a request of its own.
    const mayJoin = waiting?.token.secret === token.secret && waiting.clientIds.length < MAX_ORDERS;
    const batch = waiting !== undefined && mayJoin ? waiting : this.#openBatch(key, token, purpose);
    const index = batch.clientIds.push(clientId) - 1;
    const row = findRow(await batch.rows, batch.clientIds, index);
    // An answer that leaves an order out does not say that there is none: the order may have been filled.
    if (row === undefined) throw new ReadFailure('venue_unavailable', 'the answer leaves the order out');
    if (statusRow.accepts(row)) return row;
    this.#http.noteRefusedRow(statusRow.describeRefusal(row, null));
    throw new ReadFailure('venue_unavailable', 'the state of the order cannot be read');
  }

  #openBatch(key: string, token: ApiToken, purpose: CallPurpose): Batch {
    const clientIds: string[] = [];
    const batch: Batch = { token, clientIds, rows: this.#ask(key, token, purpose, clientIds) };
    this.#waiting.set(key, batch);
    return batch;
  }

  async #ask(
    key: string,
    token: ApiToken,
    purpose: CallPurpose,
    clientIds: readonly string[],
  ): Promise<readonly unknown[]> {
    const api = new PrivateApi(this.#http, token, this.#chooseRank(token, purpose));
    try {
      await api.takeTurn();
      if (purpose === 'fees') this.#givingWaySince.delete(token.id);
    } finally {
      if (this.#waiting.get(key)?.clientIds === clientIds) this.#waiting.delete(key);
    }
    const body = JSON.stringify({ items: clientIds.map((clientOrderId) => ({ clientOrderId })) });
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const path = '/orders/status/batch';
    const { results } = await api.readNow({ method: 'POST', path, body, signal }, statusBatch);
    return results;
  }

  /** A token that trades without a pause would never learn whether its trades failed on their chain. */
  #chooseRank(token: ApiToken, purpose: CallPurpose): CallPurpose {
    if (purpose !== 'fees') return purpose;
    const since = this.#givingWaySince.get(token.id) ?? this.#now();
    this.#givingWaySince.set(token.id, since);
    return this.#now() - since > MAX_GIVING_WAY_MS ? 'prepare' : purpose;
  }
}

/**
 * The row that names the order; else the one that states its place; else, of an answer with a row for each, the one at it.
 * A row that names another order of the request is none of this one.
 */
function findRow(rows: readonly unknown[], clientIds: readonly string[], index: number): unknown {
  const members = rows.map((row) => (isJsonObject(row) ? row : {}));
  const named = members.findIndex(({ clientOrderId }) => clientOrderId === clientIds[index]);
  if (named !== -1) return rows[named];
  const placed = members.findIndex((row, place) => {
    const isWhole = rows.length === clientIds.length;
    const at = typeof row.index === 'number' ? row.index : isWhole ? place : null;
    return at === index && !clientIds.includes(String(row.clientOrderId));
  });
  return placed === -1 ? undefined : rows[placed];
}
