import type { Static, TSchema } from 'typebox';
import { type AssetRef, findTextMember, MINUTE_MS } from '../../../domain/index.ts';
import type { WireSchema } from '../../../upstream/client.ts';
import type { EventQuery } from '../account-readings.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp, VenueRequest } from '../calls/venue-http.ts';
import type {
  CredentialCheck,
  ExecutionVenue,
  OrderTicket,
  Preparation,
  PreparedOrder,
  VenueOutcome,
} from '../execution-venue.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { deriveIds } from '../live/client-order-id.ts';
import { rejectCredential } from '../live/credential-form.ts';
import { max, toDecimal, toDecimalText } from '../live/decimal.ts';
import type { SellableShares } from '../live/leg.ts';
import { LiveExecution, type VenueProtocol, type WantedOrder } from '../live/live-execution.ts';
import { NOT_FOUND_IS_FINAL_MS, type OrderSender, reject } from '../live/order-sender.ts';
import { openVenueCalls, type VenueCallFacts, type VenueExecutionOptions } from '../live/venue-calls.ts';
import { readJson } from '../live/venue-read.ts';
import { buildOrder } from './build-order.ts';
import { type KalshiCredential, readCredential } from './credential.ts';
import { KALSHI_ERRORS } from './errors.ts';
import { findTicker, type ReadPath, readEvents, readHoldings } from './holdings.ts';
import { KALSHI_LIMITS } from './limits.ts';
import { KalshiMarkets } from './markets.ts';
import { readOpenOrders } from './open-orders.ts';
import { readAnswer, readOrder } from './read-answer.ts';
import { describeShards } from './shards.ts';
import { signHeaders } from './signing.ts';
import {
  apiKeyRow,
  apiKeysAnswer,
  balanceAnswer,
  type KalshiOrder,
  orderRow,
  ordersPage,
  positionRow,
  positionsPage,
} from './wire.ts';

const CALLS: VenueCallFacts = {
  venue: 'kalshi',
  published: KALSHI_LIMITS,
  timeProbe: { method: 'GET', path: '/exchange/status' },
  errors: KALSHI_ERRORS,
  // Without this field the venue chooses the language of its texts.
  headers: { 'accept-language': 'en' },
};
const ORDERS_PATH = '/portfolio/events/orders';
/** Time before the sending of an order from which the venue's orders are searched for it, because clocks differ. */
const SEARCH_FROM_MS = MINUTE_MS;
const MAX_SEARCHED_PAGES = 10;
/** Rights that trading needs; a key must have no others. */
const TRADING_SCOPES = new Set(['read', 'read::portfolio_balance', 'write::trade']);

/** Creates the execution of orders on Kalshi. */
export function createKalshiExecution(options: VenueExecutionOptions): ExecutionVenue {
  return new LiveExecution(new KalshiProtocol(options));
}

class KalshiProtocol implements VenueProtocol<KalshiCredential> {
  readonly venue = 'kalshi';
  readonly sender: OrderSender;
  readonly readCredential = readCredential;
  readonly #http: VenueHttp;
  readonly #markets = new KalshiMarkets();

  constructor(options: VenueExecutionOptions) {
    const { http, sender } = openVenueCalls(options, CALLS);
    this.#http = http;
    this.sender = sender;
  }

  getAccount({ keyId }: KalshiCredential): string {
    return keyId;
  }

  async check(credential: KalshiCredential, signal: AbortSignal): Promise<CredentialCheck> {
    const balance = await this.#read('check', credential, '/portfolio/balance', balanceAnswer, signal);
    const { api_keys } = await this.#read('check', credential, '/api_keys', apiKeysAnswer, signal);
    const keys = readAccountRows(this.#http, api_keys, apiKeyRow, (row) => findTextMember(row, 'api_key_id'));
    const own = keys.rows.find(({ api_key_id }) => api_key_id === credential.keyId);
    if (own === undefined) keys.requireRead(credential.keyId);
    const scopes = own?.scopes;
    // A key without a list of rights (scopes) has all of them.
    const excess = (scopes ?? ['read', 'write']).filter((scope) => !TRADING_SCOPES.has(scope));
    if (excess.length > 0) {
      return rejectCredential(
        `the key may do more than trade (${excess.join(', ')}): give it read and write::trade`,
      );
    }
    return scopes?.includes('write::trade')
      ? { status: 'usable', ...describeShards(balance, this.#http) }
      : rejectCredential('the key may not trade');
  }

  async build(ticket: OrderTicket, credential: KalshiCredential, signal: AbortSignal): Promise<Preparation> {
    const market = await this.#markets.find(ticket.ref.storeKey, {
      account: credential.keyId,
      read: (path, wire, shared) => this.#read('prepare', credential, path, wire, shared),
    });
    if (market === null) return reject('unknown_asset', `kalshi does not list ${ticket.ref.asset}`);
    if (!market.isOpen) return reject('market_closed', `${market.ticker} does not trade now`);
    const held = await this.#readHeldShares(credential, market.ticker, signal);
    const built = buildOrder(ticket, market, held);
    if (built.status === 'rejected') return built;

    const { uuid } = deriveIds({ ...ticket, venue: 'kalshi', account: credential.keyId });
    const order: PreparedOrder = {
      format: 1,
      venue: 'kalshi',
      account: credential.keyId,
      storeKey: ticket.ref.storeKey,
      venueAsset: market.ticker,
      side: ticket.side,
      leg: built.leg,
      limitPrice: built.limitPrice,
      size: toDecimal(built.count).toFixed(),
      venueClientId: uuid,
      body: JSON.stringify({
        ticker: market.ticker,
        client_order_id: uuid,
        side: built.side,
        count: built.count,
        price: built.price,
        time_in_force: 'immediate_or_cancel',
        self_trade_prevention_type: 'taker_at_cross',
        ...(built.isReduceOnly ? { reduce_only: true } : {}),
        ...(credential.subaccount === null ? {} : { subaccount: credential.subaccount }),
      }),
      // Number of held shares, which a fill sells before it buys the other side.
      details: { held: toDecimalText(ticket.side === 'sell' ? held.yes : held.no) },
      preparedAt: await this.#http.readSigningTime(signal),
      expiresAt: null,
    };
    return { status: 'ready', legs: [order] };
  }

  async open(order: PreparedOrder, credential: KalshiCredential, signal: AbortSignal) {
    const { body } = order;
    const call = { purpose: 'order', account: credential.keyId } as const;
    await this.#http.takeTurn(call);
    return async () => {
      const unsigned = { method: 'POST', path: ORDERS_PATH, body, call, hasTurn: true, signal } as const;
      const request = this.#signed(credential, unsigned);
      const result = await this.#http.request(request);
      return readAnswer(result, order, this.sender, this.#http.now());
    };
  }

  async find(wanted: WantedOrder, credential: KalshiCredential, signal: AbortSignal): Promise<VenueOutcome> {
    const { order, sent } = wanted;
    const found = await this.#findOrder(wanted, credential, signal);
    if (found === null) return this.sender.toNotFound(sent.at + NOT_FOUND_IS_FINAL_MS);
    return readOrder(found, order);
  }

  readHoldings(markets: readonly AssetRef[], credential: KalshiCredential, signal: AbortSignal) {
    return readHoldings(markets, this.#createReader(credential, signal), this.#http);
  }

  readOpenOrders(_markets: readonly AssetRef[], credential: KalshiCredential, signal: AbortSignal) {
    return readOpenOrders(this.#createReader(credential, signal), this.#http);
  }

  readEvents(query: EventQuery, credential: KalshiCredential, signal: AbortSignal) {
    return readEvents(query, this.#createReader(credential, signal), this.#http);
  }

  async requestCancel(
    order: PreparedOrder,
    venueOrderId: string | null,
    credential: KalshiCredential,
    signal: AbortSignal,
  ): Promise<void> {
    if (venueOrderId === null) return;
    const query = new URLSearchParams({ market_ticker: order.venueAsset });
    const path = `${ORDERS_PATH}/${encodeURIComponent(venueOrderId)}?${query}`;
    const call = { purpose: 'cancel', account: credential.keyId } as const;
    await this.#http.request(this.#signed(credential, { method: 'DELETE', path, call, signal }));
  }

  #createReader(credential: KalshiCredential, signal: AbortSignal): ReadPath {
    const { subaccount } = credential;
    const ofSubaccount = subaccount === null ? '' : `subaccount=${subaccount}`;
    return (path, wire) => {
      const separator = path.includes('?') ? '&' : '?';
      const full = ofSubaccount === '' ? path : `${path}${separator}${ofSubaccount}`;
      return this.#read('account', credential, full, wire, signal);
    };
  }

  /** Reads the held shares from the venue's one signed number: below zero it counts No contracts. */
  async #readHeldShares(
    credential: KalshiCredential,
    ticker: string,
    signal: AbortSignal,
  ): Promise<SellableShares> {
    const query = new URLSearchParams({
      ticker,
      ...(credential.subaccount === null ? {} : { subaccount: String(credential.subaccount) }),
    });
    const path = `/portfolio/positions?${query}`;
    const { market_positions } = await this.#read('prepare', credential, path, positionsPage, signal);
    const positions = readAccountRows(this.#http, market_positions, positionRow, findTicker);
    const found = positions.rows.find((one) => one.ticker === ticker);
    if (found === undefined) positions.requireRead(ticker);
    const position = toDecimal(found?.position_fp ?? '0');
    return { yes: max(position, toDecimal(0)), no: max(position.neg(), toDecimal(0)) };
  }

  /** Finds an order among the newest of its market, since the venue has no filter by client order id. */
  async #findOrder(
    { order, sent, purpose }: WantedOrder,
    credential: KalshiCredential,
    signal: AbortSignal,
  ): Promise<KalshiOrder | null> {
    let from = '';
    for (let page = 0; page < MAX_SEARCHED_PAGES; page++) {
      const query = new URLSearchParams({
        ticker: order.venueAsset,
        min_ts: String(Math.floor((Math.min(sent.at, order.preparedAt) - SEARCH_FROM_MS) / 1_000)),
        limit: '200',
        ...(credential.subaccount === null ? {} : { subaccount: String(credential.subaccount) }),
        ...(from === '' ? {} : { cursor: from }),
      });
      const path = `/portfolio/orders?${query}`;
      const { orders, cursor } = await this.#read(purpose, credential, path, ordersPage, signal);
      const rows = readAccountRows(this.#http, orders, orderRow, (row) =>
        findTextMember(row, 'client_order_id'),
      );
      const found = rows.rows.find(({ client_order_id }) => client_order_id === order.venueClientId);
      if (found !== undefined) return found;
      // The order may be in an unreadable row, so it does not count as absent.
      rows.requireRead(order.venueClientId);
      const next = cursor ?? '';
      if (next === '') return null;
      from = next;
    }
    return null;
  }

  #read<Schema extends TSchema>(
    purpose: CallPurpose,
    credential: KalshiCredential,
    path: string,
    wire: WireSchema<Schema>,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const call = { purpose, account: credential.keyId };
    return readJson(this.#http, this.#signed(credential, { method: 'GET', path, call, signal }), wire);
  }

  #signed({ keyId, privateKey }: KalshiCredential, request: Omit<VenueRequest, 'headers'>): VenueRequest {
    const { method, path } = request;
    const signed = { method, path: `${this.#http.basePath}${path}` };
    return {
      ...request,
      headers: (now) => signHeaders({ id: keyId, privateKey }, signed, Math.floor(now)),
    };
  }
}
