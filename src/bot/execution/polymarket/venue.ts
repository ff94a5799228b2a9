import { type AssetRef, type EpochMs, findTextMember, MINUTE_MS } from '../../../domain/index.ts';
import type { HeldMarket } from '../account-readings.ts';
import { CallBudget, type CallPurpose } from '../calls/call-budget.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import type {
  CredentialCheck,
  ExecutionVenue,
  OrderTicket,
  Preparation,
  PreparedOrder,
  VenueOutcome,
} from '../execution-venue.ts';
import { deriveIds } from '../live/client-order-id.ts';
import { rejectCredential } from '../live/credential-form.ts';
import { fromUnits, toDecimalText } from '../live/decimal.ts';
import { toHeldMarket } from '../live/held-market.ts';
import { signLegs } from '../live/leg.ts';
import { LiveExecution, type VenueProtocol, type WantedOrder } from '../live/live-execution.ts';
import { type OrderSender, reject } from '../live/order-sender.ts';
import { openVenueCalls, type VenueCallFacts, type VenueExecutionOptions } from '../live/venue-calls.ts';
import { toVenueReadError, VenueReadError } from '../live/venue-read.ts';
import { buildOrder, type PolymarketLeg, type PolymarketOrder } from './build-order.ts';
import { type PolymarketCredential, readCredential } from './credential.ts';
import { POLYMARKET_ERRORS } from './errors.ts';
import { GAMMA_LIMITS, POLYMARKET_LIMITS } from './limits.ts';
import { type PolymarketMarket, PolymarketMarkets } from './markets.ts';
import { readOpenOrders } from './open-orders.ts';
import { buildOrderBody } from './order-body.ts';
import { PrivateApi } from './private-api.ts';
import { isAbout, readAnswer, readFound } from './read-answer.ts';
import {
  type ExchangeContracts,
  hashOrderStruct,
  type SignedOrderFields,
  signOrder,
  ZERO_BYTES32,
} from './signing.ts';
import { closedOnlyAnswer, foundOrder, type Trade, trade, tradesPage } from './wire.ts';

/** Options of the client; `url` is the exchange (CLOB): `https://clob.polymarket.com` or the simulator. */
export interface PolymarketExecutionOptions extends VenueExecutionOptions {
  /** Address of Gamma, which lists markets and their tokens. */
  readonly gammaUrl: string;
  readonly contracts: ExchangeContracts;
}

const CALLS: VenueCallFacts = {
  venue: 'polymarket',
  published: POLYMARKET_LIMITS,
  timeProbe: { method: 'GET', path: '/time' },
  errors: POLYMARKET_ERRORS,
};
/** Time before an order from which its trades are requested, because clocks differ. */
const TRADES_FROM_MS = MINUTE_MS;
const MAX_TRADE_PAGES = 5;
const LAST_CURSOR = 'LTE=';

/** Creates the execution of orders on Polymarket. */
export function createPolymarketExecution(options: PolymarketExecutionOptions): ExecutionVenue {
  return new LiveExecution(new PolymarketProtocol(options));
}

class PolymarketProtocol implements VenueProtocol<PolymarketCredential> {
  readonly venue = 'polymarket';
  readonly sender: OrderSender;
  readonly readCredential = readCredential;
  readonly #contracts: ExchangeContracts;
  readonly #http: VenueHttp;
  readonly #markets: PolymarketMarkets;

  constructor({ contracts, gammaUrl, ...options }: PolymarketExecutionOptions) {
    const { http, sender } = openVenueCalls(options, CALLS);
    this.#contracts = contracts;
    this.#http = http;
    this.sender = sender;
    const { limits = GAMMA_LIMITS, ...rest } = options;
    const gammaBudget = new CallBudget(this.venue, limits);
    this.#markets = new PolymarketMarkets(
      new VenueHttp({ ...rest, baseUrl: gammaUrl, budget: gammaBudget }),
      http,
    );
  }

  getAccount({ funder }: PolymarketCredential): string {
    return funder.toLowerCase();
  }

  async check(credential: PolymarketCredential, signal: AbortSignal): Promise<CredentialCheck> {
    const api = await this.#openApi('check', credential, signal);
    const { closed_only } = await api.read('/auth/ban-status/closed-only', closedOnlyAnswer, signal);
    if (closed_only) return rejectCredential('the account may only close positions');
    const { approved } = await api.readAllowances(null, signal);
    if (approved.has(this.#contracts.v3.toLowerCase())) return { status: 'usable' };
    return { status: 'usable', note: describeApprovals(this.#contracts.v3) };
  }

  async build(
    ticket: OrderTicket,
    credential: PolymarketCredential,
    signal: AbortSignal,
  ): Promise<Preparation> {
    const market = await this.#markets.find(ticket.ref.storeKey);
    if (market === null) return reject('unknown_asset', `polymarket does not list ${ticket.ref.asset}`);
    if (market.unsupported !== undefined)
      return reject('not_supported', `no order was signed for ${ticket.ref.asset}: ${market.unsupported}`);
    if (!market.isOpen) return reject('market_closed', `${ticket.ref.asset} takes no orders`);
    const api = await this.#openApi('prepare', credential, signal);
    const [yes, no] = await Promise.all([
      api.readBalance(market.yesToken, signal),
      api.readBalance(market.noToken, signal),
    ]);
    const built = buildOrder(ticket, market, { yes, no });
    if (built.status === 'rejected') return built;

    const preparedAt = await this.#http.readSigningTime(signal);
    const sign = (leg: PolymarketLeg, part: number) =>
      this.#sign(ticket, market, built, { leg, part, preparedAt, owner: api.owner }, credential);
    return { status: 'ready', legs: signLegs(built.legs, sign) };
  }

  #sign(
    ticket: OrderTicket,
    market: PolymarketMarket,
    { limitPrice }: PolymarketOrder,
    {
      leg,
      part,
      preparedAt,
      owner,
    }: {
      readonly leg: PolymarketLeg;
      readonly part: number;
      readonly preparedAt: EpochMs;
      readonly owner: string;
    },
    { funder, keyAddress, signatureType, privateKey }: PolymarketCredential,
  ): PreparedOrder {
    const account = funder.toLowerCase();
    const { salt53 } = deriveIds({ ...ticket, venue: 'polymarket', account, part });
    const fields: SignedOrderFields = {
      salt: String(salt53),
      maker: funder,
      signer: signatureType === 3 ? funder : keyAddress,
      tokenId: leg.tokenId,
      makerAmount: leg.makerAmount,
      takerAmount: leg.takerAmount,
      side: leg.side,
      signatureType,
      timestamp: String(preparedAt),
      metadata: ZERO_BYTES32,
      builder: ZERO_BYTES32,
    };
    const signature = signOrder(fields, this.#contracts, market.isNegRisk, privateKey);
    return {
      format: 1,
      venue: 'polymarket',
      account,
      storeKey: ticket.ref.storeKey,
      venueAsset: market.slug,
      side: ticket.side,
      leg: leg.leg,
      limitPrice: toDecimalText(limitPrice),
      size: toDecimalText(leg.shares),
      venueClientId: hashOrderStruct(fields, this.#contracts, market.isNegRisk),
      body: buildOrderBody(fields, signature, { owner, orderType: 'FAK' }),
      details: {
        tokenId: leg.tokenId,
        isSell: leg.side === 1,
        // A buy is stated in dollars, so at a better price than its limit it brings more shares.
        maxSpendUsd: leg.side === 0 ? toDecimalText(fromUnits(leg.makerAmount)) : null,
        feeRate: market.feeRate,
        feeExponent: market.feeExponent,
      },
      preparedAt,
      expiresAt: null,
    };
  }

  async open(order: PreparedOrder, credential: PolymarketCredential, signal: AbortSignal) {
    const api = await this.#openApi('order', credential, signal);
    await api.takeTurn();
    return async () => {
      const result = await api.sendNow('/order', order.body, signal);
      return readAnswer(result, order, this.sender, this.#http.now());
    };
  }

  async find(
    { order, sent, purpose }: WantedOrder,
    credential: PolymarketCredential,
    signal: AbortSignal,
  ): Promise<VenueOutcome> {
    const api = await this.#openApi(purpose, credential, signal);
    const hash = order.venueClientId;
    const namedId = sent.venueOrderId ?? hash;
    const byHash = await this.#findOrder(api, hash, signal);
    const found = byHash ?? (namedId === hash ? null : await this.#findOrder(api, namedId, signal));
    if (found !== null && !isAbout(found, order, byHash === null ? namedId : hash)) {
      return this.sender.reportOtherOrder();
    }
    const trades = await this.#readTrades(api, order, signal);
    return readFound({ found, trades, namedId, sentAt: sent.at }, order, this.sender, this.#http.now());
  }

  /** Reads holdings by two calls for each market, from the balances by which the exchange itself checks orders. */
  async readHoldings(refs: readonly AssetRef[], credential: PolymarketCredential, signal: AbortSignal) {
    const api = await this.#openApi('account', credential, signal);
    const freeUsd = toDecimalText(await api.readBalance(null, signal));
    const held: HeldMarket[] = [];
    for (const { storeKey } of refs) {
      const tokens = await this.#markets.findTokens(storeKey);
      if (tokens === null) continue;
      const yes = await api.readBalance(tokens.yesToken, signal);
      const no = await api.readBalance(tokens.noToken, signal);
      held.push(toHeldMarket(storeKey, { yes, no }));
    }
    return { freeUsd, markets: held };
  }

  async readOpenOrders(_markets: readonly AssetRef[], credential: PolymarketCredential, signal: AbortSignal) {
    return readOpenOrders(await this.#openApi('account', credential, signal), this.#http, signal);
  }

  async requestCancel(
    order: PreparedOrder,
    venueOrderId: string | null,
    credential: PolymarketCredential,
    signal: AbortSignal,
  ): Promise<void> {
    const api = await this.#openApi('cancel', credential, signal);
    const orderID = venueOrderId ?? order.venueClientId;
    await api.request('DELETE', '/order', JSON.stringify({ orderID }), signal);
  }

  #openApi(purpose: CallPurpose, credential: PolymarketCredential, signal: AbortSignal): Promise<PrivateApi> {
    return PrivateApi.open(this.#http, purpose, credential, this.#contracts, signal);
  }

  /** Finds an order by its hash; null when the venue does not know it, for example because it forgot a killed order. */
  async #findOrder(api: PrivateApi, venueOrderId: string, signal: AbortSignal) {
    const result = await api.request(
      'GET',
      `/data/order/${encodeURIComponent(venueOrderId)}`,
      undefined,
      signal,
    );
    if (result.kind !== 'answer') throw toVenueReadError(result);
    // An answer without an id contains no order. An unreadable order is not absent: its state is unknown.
    if (result.status === 404 || (result.status === 200 && findTextMember(result.json, 'id') === null))
      return null;
    if (result.status !== 200 || !foundOrder.accepts(result.json)) {
      const problem = result.status === 200 ? 'the order cannot be read' : `HTTP ${result.status}`;
      throw new VenueReadError('venue_unavailable', problem, { status: result.status });
    }
    return result.json;
  }

  /** Reads the account's trades in the order's token since the order was made, page by page. */
  async #readTrades(api: PrivateApi, order: PreparedOrder, signal: AbortSignal): Promise<Trade[]> {
    const after = Math.floor((order.preparedAt - TRADES_FROM_MS) / 1_000);
    const trades: Trade[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_TRADE_PAGES && cursor !== LAST_CURSOR; page++) {
      const query = new URLSearchParams({
        asset_id: String(order.details.tokenId),
        after: String(after),
        ...(cursor === undefined ? {} : { next_cursor: cursor }),
      });
      const { data, next_cursor } = await api.read(`/data/trades?${query}`, tradesPage, signal);
      for (const row of data) {
        if (trade.accepts(row)) {
          trades.push(row);
          continue;
        }
        this.#http.noteRefusedRow(trade.describeRefusal(row, null));
        // Without an unreadable trade of this order its fill would be too small.
        if (!isOfOther(row, order)) throw new VenueReadError('venue_unavailable', 'a trade cannot be read');
      }
      cursor = next_cursor || LAST_CURSOR;
    }
    return trades;
  }
}

/** Whether an unreadable row is known to be a trade of another order. */
function isOfOther(row: unknown, { venueClientId }: PreparedOrder): boolean {
  const taker = findTextMember(row, 'taker_order_id')?.toLowerCase();
  return taker !== undefined && taker !== venueClientId;
}

/** Contract that holds the shares of Protocol V2 markets. */
const POSITION_MANAGER = '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF';

function describeApprovals(exchange: string): string {
  return (
    `markets of Protocol V2 need approvals of their own, beside those of the two older exchanges: pUSD to ${exchange} ` +
    `for buys, and setApprovalForAll of ${POSITION_MANAGER} to ${exchange} for sells`
  );
}
