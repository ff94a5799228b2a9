import { type AssetRef, type EpochMs, epochMs, SECOND_MS } from '../../../domain/index.ts';
import type { EventQuery } from '../account-readings.ts';
import { CallBudgetError } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import type {
  CredentialCheck,
  ExecutionVenue,
  OrderTicket,
  Preparation,
  PreparedOrder,
  VenueFill,
  VenueOutcome,
} from '../execution-venue.ts';
import { deriveIds } from '../live/client-order-id.ts';
import { signLegs } from '../live/leg.ts';
import { LiveExecution, type VenueProtocol, type WantedOrder } from '../live/live-execution.ts';
import { type OrderSender, readVenueTime, reject, rejectLimited } from '../live/order-sender.ts';
import { openVenueCalls, type VenueCallFacts, type VenueExecutionOptions } from '../live/venue-calls.ts';
import { VenueReadError } from '../live/venue-read.ts';
import { AccountFills } from './account-fills.ts';
import { buildOrder, type HyperliquidLeg, type HyperliquidOrder } from './build-order.ts';
import { checkAgent } from './check.ts';
import { type HyperliquidCredential, readCredential } from './credential.ts';
import { HYPERLIQUID_ERRORS } from './errors.ts';
import { readFills } from './fills.ts';
import { readHolding } from './held-size.ts';
import { readEvents, readHoldings } from './holdings.ts';
import { queryInfo } from './info-query.ts';
import { ALLOWANCE_PAUSE_MS, HYPERLIQUID_LIMITS } from './limits.ts';
import { HyperliquidMarkets } from './markets.ts';
import { Nonces } from './nonces.ts';
import { readOpenOrders } from './open-orders.ts';
import { hasTraded, type OrderAnswer, readAnswer, readFilled, readOrder } from './read-answer.ts';
import { type CancelByCloidAction, type OrderAction, signAction } from './signing.ts';
import { orderStatusAnswer } from './wire.ts';

/** Options of the client; `url`: `https://api.hyperliquid.xyz`, a test network or the simulator. */
export interface HyperliquidExecutionOptions extends VenueExecutionOptions {
  /** Whether orders go to the test network, which is part of every signature. */
  readonly isTestnet: boolean;
}

/** Time after signing at which the venue begins to refuse the order. */
const LIFETIME_MS = 8 * SECOND_MS;
/** Time after an order's expiry at which an order that the venue does not know counts as never arrived. */
const SETTLING_MS = 3 * SECOND_MS;
/** Time after sending within which an order that fills at once has traded. */
const TRADED_MS = 2 * SECOND_MS;
const CALLS: VenueCallFacts = {
  venue: 'hyperliquid',
  published: HYPERLIQUID_LIMITS,
  // This query has the lowest weight.
  timeProbe: { method: 'POST', path: '/info', body: '{"type":"exchangeStatus"}' },
  errors: HYPERLIQUID_ERRORS,
};

/** Creates the execution of orders on Hyperliquid. */
export function createHyperliquidExecution(options: HyperliquidExecutionOptions): ExecutionVenue {
  return new LiveExecution(new HyperliquidProtocol(options));
}

class HyperliquidProtocol implements VenueProtocol<HyperliquidCredential> {
  readonly venue = 'hyperliquid';
  readonly sender: OrderSender;
  readonly readCredential = readCredential;
  readonly #isTestnet: boolean;
  readonly #http: VenueHttp;
  readonly #markets: HyperliquidMarkets;
  readonly #nonces = new Nonces();
  readonly #fills: AccountFills;

  constructor(options: HyperliquidExecutionOptions) {
    const { http, sender } = openVenueCalls(options, CALLS);
    this.#isTestnet = options.isTestnet;
    this.#http = http;
    this.sender = sender;
    this.#markets = new HyperliquidMarkets(http);
    this.#fills = new AccountFills(http);
  }

  getAccount({ tradingAddress }: HyperliquidCredential): string {
    return tradingAddress;
  }

  check(credential: HyperliquidCredential, signal: AbortSignal): Promise<CredentialCheck> {
    return checkAgent(this.#http, credential, signal);
  }

  async build(
    ticket: OrderTicket,
    credential: HyperliquidCredential,
    signal: AbortSignal,
  ): Promise<Preparation> {
    const market = await this.#markets.find(ticket.ref, signal);
    if (market === null) return reject('unknown_asset', `hyperliquid does not list ${ticket.ref.asset}`);
    if (!market.isOpen) return reject('market_closed', `${ticket.ref.asset} does not trade any more`);
    const built = buildOrder(
      ticket,
      market,
      await readHolding(ticket, market, {
        http: this.#http,
        user: credential.tradingAddress,
        signal,
      }),
    );
    if (built.status === 'rejected') return built;
    const preparedAt = await this.#http.readSigningTime(signal);
    const sign = (leg: HyperliquidLeg, part: number) =>
      this.#sign(ticket, built, { leg, part, preparedAt }, credential);
    return { status: 'ready', legs: signLegs(built.legs, sign) };
  }

  #sign(
    ticket: OrderTicket,
    { limitPrice }: HyperliquidOrder,
    {
      leg,
      part,
      preparedAt,
    }: { readonly leg: HyperliquidLeg; readonly part: number; readonly preparedAt: EpochMs },
    credential: HyperliquidCredential,
  ): PreparedOrder {
    const account = credential.tradingAddress;
    const { hex128: cloid } = deriveIds({ ...ticket, venue: 'hyperliquid', account, part });
    const action: OrderAction = {
      type: 'order',
      orders: [
        {
          a: leg.assetId,
          b: leg.isBuy,
          p: leg.price,
          s: leg.size,
          r: leg.isReduceOnly,
          t: { limit: { tif: 'Ioc' } },
          c: cloid,
        },
      ],
      grouping: 'na',
    };
    const expiresAt = epochMs(preparedAt + LIFETIME_MS);
    return {
      format: 1,
      venue: 'hyperliquid',
      account,
      storeKey: ticket.ref.storeKey,
      venueAsset: leg.coin,
      side: ticket.side,
      leg: leg.leg,
      limitPrice,
      size: leg.size,
      venueClientId: cloid,
      body: this.#signedBody(action, credential, expiresAt),
      details: { assetId: leg.assetId },
      preparedAt,
      expiresAt,
    };
  }

  async open(order: PreparedOrder, _credential: HyperliquidCredential, signal: AbortSignal) {
    const call = { purpose: 'order', account: order.account } as const;
    await this.#http.takeTurn(call);
    // The signature in the body is the only proof that the venue asks for, so there is no header field.
    return async () => {
      const request = {
        method: 'POST',
        path: '/exchange',
        body: order.body,
        call,
        hasTurn: true,
        signal,
      } as const;
      const result = await this.#http.request(request);
      return this.#toOutcome(readAnswer(result, order, this.sender), order, signal);
    };
  }

  async find(
    { order, sent, purpose }: WantedOrder,
    _credential: HyperliquidCredential,
    signal: AbortSignal,
  ): Promise<VenueOutcome> {
    const query = { type: 'orderStatus', user: order.account, oid: order.venueClientId };
    const ofOrder = { purpose, account: order.account };
    const answer = await queryInfo(this.#http, ofOrder, query, orderStatusAnswer, signal);
    if (answer.status === 'unknownOid') {
      return this.sender.toNotFound((order.expiresAt ?? order.preparedAt) + SETTLING_MS);
    }
    const found = answer.order;
    if (this.sender.namesOtherOrder(found.order.cloid, order)) return this.sender.reportOtherOrder();
    const fills = hasTraded(found)
      ? await this.#readFills(
          found.order.oid,
          order,
          { tradedBy: sent.at + TRADED_MS, isImpatient: purpose !== 'fees' },
          signal,
        )
      : [];
    return readOrder(found, fills, order, { sender: this.sender, now: readVenueTime(this.#http) });
  }

  readHoldings(markets: readonly AssetRef[], { tradingAddress }: HyperliquidCredential, signal: AbortSignal) {
    return readHoldings(markets, { http: this.#http, markets: this.#markets, user: tradingAddress, signal });
  }

  readOpenOrders(
    markets: readonly AssetRef[],
    { tradingAddress }: HyperliquidCredential,
    signal: AbortSignal,
  ) {
    return readOpenOrders(markets, { http: this.#http, user: tradingAddress, signal });
  }

  readEvents(query: EventQuery, { tradingAddress }: HyperliquidCredential, signal: AbortSignal) {
    return readEvents(query, { http: this.#http, markets: this.#markets, user: tradingAddress, signal });
  }

  async requestCancel(
    order: PreparedOrder,
    _venueOrderId: string | null,
    credential: HyperliquidCredential,
    signal: AbortSignal,
  ): Promise<void> {
    const action: CancelByCloidAction = {
      type: 'cancelByCloid',
      cancels: [{ asset: Number(order.details.assetId), cloid: order.venueClientId }],
    };
    const body = this.#signedBody(action, credential, epochMs(readVenueTime(this.#http) + LIFETIME_MS));
    const call = { purpose: 'cancel', account: order.account } as const;
    await this.#http.request({ method: 'POST', path: '/exchange', body, call, signal });
  }

  #signedBody(action: object, credential: HyperliquidCredential, expiresAfter: number): string {
    const nonce = this.#nonces.next(credential.agentAddress, readVenueTime(this.#http));
    const vault = credential.vaultAddress === null ? {} : { vaultAddress: credential.vaultAddress };
    const context = { nonce, isTestnet: this.#isTestnet, expiresAfter, ...vault };
    const signature = signAction(action, context, credential.agentKey);
    return JSON.stringify({ action, nonce, signature, ...vault, expiresAfter });
  }

  async #toOutcome(answer: OrderAnswer, order: PreparedOrder, signal: AbortSignal): Promise<VenueOutcome> {
    if (answer.kind === 'outcome') return answer.outcome;
    if (answer.kind === 'allowance_used_up') {
      this.#http.pauseOrders(order.account, ALLOWANCE_PAUSE_MS);
      return rejectLimited(answer.words, ALLOWANCE_PAUSE_MS);
    }
    const terms = { tradedBy: readVenueTime(this.#http), isImpatient: true };
    const fills = await this.#readFills(answer.filled.oid, order, terms, signal);
    return readFilled(answer.filled, fills, order, readVenueTime(this.#http));
  }

  /** Reads the fills of an order; null when they could not be read now: the traded quantity is known without them. */
  async #readFills(
    oid: number,
    order: PreparedOrder,
    terms: Parameters<AccountFills['read']>[1],
    signal: AbortSignal,
  ): Promise<VenueFill[] | null> {
    try {
      const { fills, unreadable } = await this.#fills.read(order, terms, signal);
      if (unreadable.has(oid) || unreadable.has(undefined)) return null;
      return readFills(
        fills.filter((row) => row.oid === oid),
        order,
      );
    } catch (error) {
      if (error instanceof VenueReadError || error instanceof CallBudgetError) return null;
      throw error;
    }
  }
}
