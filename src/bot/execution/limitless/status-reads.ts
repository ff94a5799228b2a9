import { isJsonObject, MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { VenueReadError } from '../live/venue-read.ts';
import { PrivateApi } from './private-api.ts';
import type { ApiToken } from './signing.ts';
import { type OrderStatus, statusBatch, statusRow } from './wire.ts';

/** Maximum number of orders in one request. */
const MAX_ORDERS = 50;
/** Timeout of a request. It does not depend on the callers, since the request serves every order that joined it. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;
/**
 * Longest time for which requests about ended orders let preparations go first. After it, one of them ranks as a
 * preparation.
 */
const MAX_GIVING_WAY_MS = MINUTE_MS;
const MAX_TOKENS = 1_000;

interface Batch {
  readonly token: ApiToken;
  readonly clientIds: string[];
  readonly rows: Promise<readonly unknown[]>;
}

/**
 * Reads the states of orders. A token has one call in 300 ms, so an order joins a request of its token that still waits
 * for its turn.
 */
export class StatusReads {
  readonly #http: VenueHttp;
  /** Requests that wait for their turn, by token and purpose. */
  readonly #waiting = new Map<string, Batch>();
  /** Times, monotonic ms, since which requests about ended orders have waited without a turn, by token. */
  readonly #givingWaySince = createLastUsed<string, number>(MAX_TOKENS);
  readonly #now: () => number;

  /** Creates a reader of states. @param now Monotonic ms. */
  constructor(http: VenueHttp, now: () => number = () => performance.now()) {
    this.#http = http;
    this.#now = now;
  }

  /**
   * Reads the state of an order.
   *
   * @throws {VenueReadError} also when the answer has no row of the order.
   * @throws {CallBudgetError}
   */
  async read(clientId: string, token: ApiToken, purpose: CallPurpose): Promise<OrderStatus> {
    const key = `${token.id} ${purpose}`;
    const waiting = this.#waiting.get(key);
    // An order with the same token but another secret needs a request of its own.
    const mayJoin = waiting?.token.secret === token.secret && waiting.clientIds.length < MAX_ORDERS;
    const batch = waiting !== undefined && mayJoin ? waiting : this.#openBatch(key, token, purpose);
    const index = batch.clientIds.push(clientId) - 1;
    const row = findRow(await batch.rows, batch.clientIds, index);
    // An order that the answer leaves out may exist and may have filled.
    if (row === undefined) throw new VenueReadError('venue_unavailable', 'the answer leaves the order out');
    if (statusRow.accepts(row)) return row;
    this.#http.noteRefusedRow(statusRow.describeRefusal(row, null));
    throw new VenueReadError('venue_unavailable', 'the state of the order cannot be read');
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

  /**
   * Chooses the purpose by which limits rank the request. Requests about ended orders rank as preparations after a long
   * wait; otherwise a token that trades without a pause would never learn whether its trades failed on chain.
   */
  #chooseRank(token: ApiToken, purpose: CallPurpose): CallPurpose {
    if (purpose !== 'fees') return purpose;
    const since = this.#givingWaySince.get(token.id) ?? this.#now();
    this.#givingWaySince.set(token.id, since);
    return this.#now() - since > MAX_GIVING_WAY_MS ? 'prepare' : purpose;
  }
}

/**
 * Finds the row of an order by the order's id, else by the stated index. An answer with one row for each order may lack
 * both: the rows are then in the order of the request. A row with the id of another order never counts.
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
