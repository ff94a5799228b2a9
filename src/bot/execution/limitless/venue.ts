import {
  type AssetRef,
  type EpochMs,
  epochMs,
  findTextMember,
  MINUTE_MS,
  SECOND_MS,
} from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import type { HeldMarket } from '../account-readings.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
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
import { fromUnits, toDecimal, toDecimalText } from '../live/decimal.ts';
import { shortenText } from '../live/error-table.ts';
import { toHeldMarket } from '../live/held-market.ts';
import { signLegs } from '../live/leg.ts';
import { LiveExecution, type VenueProtocol, type WantedOrder } from '../live/live-execution.ts';
import { type OrderSender, reject } from '../live/order-sender.ts';
import { openVenueCalls, type VenueCallFacts, type VenueExecutionOptions } from '../live/venue-calls.ts';
import { buildOrder, type LimitlessLeg, type LimitlessMarket, type LimitlessOrder } from './build-order.ts';
import { type LimitlessCredential, readCredential } from './credential.ts';
import { isWrongFeeRate, LIMITLESS_ERRORS, readErrorWords } from './errors.ts';
import { LIMITLESS_LIMITS } from './limits.ts';
import { LimitlessMarkets } from './markets.ts';
import { buildOrderBody } from './order-body.ts';
import { PrivateApi } from './private-api.ts';
import { readAnswer, readStatus } from './read-answer.ts';
import { type SignedOrderFields, signOrder } from './signing.ts';
import { StatusReads } from './status-reads.ts';
import { findWalletProblem } from './wallet.ts';
import {
  apiTokenRow,
  apiTokensAnswer,
  type Profile,
  positionRow,
  positionsAnswer,
  profileAnswer,
} from './wire.ts';

/** Options of the client; `url`: `https://api.limitless.exchange` or the simulator. */
export interface LimitlessExecutionOptions extends VenueExecutionOptions {
  readonly chainId: number;
}

const CALLS: VenueCallFacts = {
  venue: 'limitless',
  published: LIMITLESS_LIMITS,
  timeProbe: { method: 'GET', path: '/markets/categories/count' },
  errors: LIMITLESS_ERRORS,
};
/** Time after signing at which the venue begins to refuse the order. */
const RECEIVE_WINDOW_MS = 10 * SECOND_MS;
/** Fee rate of a profile that states none: the default of the venue's own client. */
const DEFAULT_FEE_RATE_BPS = 300;
const MAX_PROFILES = 1_000;
const NO_TAKER = `0x${'0'.repeat(40)}`;

/** Creates the execution of orders on Limitless. */
export function createLimitlessExecution(options: LimitlessExecutionOptions): ExecutionVenue {
  return new LiveExecution(new LimitlessProtocol(options));
}

class LimitlessProtocol implements VenueProtocol<LimitlessCredential> {
  readonly venue = 'limitless';
  readonly sender: OrderSender;
  readonly readCredential = readCredential;
  readonly #chainId: number;
  readonly #http: VenueHttp;
  readonly #markets: LimitlessMarkets;
  readonly #statuses: StatusReads;
  /**
   * Profiles by token. Every order needs a profile, which rarely changes, so keeping it saves one of the token's few
   * calls.
   */
  readonly #profiles = createLastUsed<string, Promise<Profile>>(MAX_PROFILES, MINUTE_MS);

  constructor(options: LimitlessExecutionOptions) {
    const { http, sender } = openVenueCalls(options, CALLS);
    this.#chainId = options.chainId;
    this.#http = http;
    this.sender = sender;
    this.#markets = new LimitlessMarkets(http);
    this.#statuses = new StatusReads(http);
  }

  getAccount({ maker }: LimitlessCredential): string {
    return maker.toLowerCase();
  }

  async check(credential: LimitlessCredential, signal: AbortSignal): Promise<CredentialCheck> {
    const api = this.#open(credential, 'check');
    this.#profiles.delete(credential.token.id);
    const profile = await this.#readProfile(api, credential, signal);
    const problem = findWalletProblem(profile, credential);
    if (problem !== null) return rejectCredential(problem);
    const tokens = await api.read({ method: 'GET', path: '/auth/api-tokens', signal }, apiTokensAnswer);
    const rows = readAccountRows(this.#http, tokens, apiTokenRow, (row) => findTextMember(row, 'tokenId'));
    const own = rows.rows.find(({ tokenId }) => tokenId === credential.token.id);
    if (own === undefined) rows.requireRead(credential.token.id);
    const scopes = own?.scopes ?? [];
    const excess = scopes.filter((scope) => scope !== 'trading');
    if (excess.length > 0) return rejectCredential(`the token may do more than trade (${excess.join(', ')})`);
    return scopes.includes('trading') ? { status: 'usable' } : rejectCredential('the token may not trade');
  }

  async build(
    ticket: OrderTicket,
    credential: LimitlessCredential,
    signal: AbortSignal,
  ): Promise<Preparation> {
    const market = await this.#markets.find(ticket.ref.storeKey);
    if (market === null) return reject('unknown_asset', `limitless does not list ${ticket.ref.asset}`);
    if (!market.isOpen) return reject('market_closed', `${market.slug} does not trade any more`);
    if (market.isPool)
      return reject('unknown_asset', `${market.slug} trades against a pool, which takes no orders`);
    const { fee } = market;
    if (fee.kind === 'unknown') {
      const message = `${market.slug} takes its fee by the module ${shortenText(fee.name)}, which this version does not sign for`;
      return reject('not_supported', message);
    }
    const api = this.#open(credential, 'prepare');
    const profile = await this.#readProfile(api, credential, signal);
    const problem = findWalletProblem(profile, credential);
    if (problem !== null) return reject('credentials_rejected', problem);
    const built = buildOrder(ticket, market, await this.#readHeldShares(api, market.slug, signal));
    if (built.status === 'rejected') return built;

    const preparedAt = await this.#http.readSigningTime(signal);
    const sign = (leg: LimitlessLeg, part: number) =>
      this.#sign(ticket, market, built, { leg, part, preparedAt, profile }, credential);
    return { status: 'ready', legs: signLegs(built.legs, sign) };
  }

  #sign(
    ticket: OrderTicket,
    market: LimitlessMarket,
    { limitPrice }: LimitlessOrder,
    {
      leg,
      part,
      preparedAt,
      profile,
    }: {
      readonly leg: LimitlessLeg;
      readonly part: number;
      readonly preparedAt: EpochMs;
      readonly profile: Profile;
    },
    credential: LimitlessCredential,
  ): PreparedOrder {
    const account = credential.maker.toLowerCase();
    const { uuid, salt53 } = deriveIds({ ...ticket, venue: 'limitless', account, part });
    const fields: SignedOrderFields = {
      salt: salt53,
      maker: credential.maker,
      signer: credential.keyAddress,
      taker: NO_TAKER,
      tokenId: leg.tokenId,
      makerAmount: leg.makerAmount,
      takerAmount: leg.takerAmount,
      expiration: '0',
      nonce: 0,
      feeRateBps: market.fee.kind === 'profile' ? (profile.rank?.feeRateBps ?? DEFAULT_FEE_RATE_BPS) : 0,
      side: leg.side,
      signatureType: credential.signatureType,
    };
    const exchange = { chainId: this.#chainId, contract: market.exchange };
    return {
      format: 1,
      venue: 'limitless',
      account,
      storeKey: ticket.ref.storeKey,
      venueAsset: market.slug,
      side: ticket.side,
      leg: leg.leg,
      limitPrice: toDecimalText(limitPrice),
      size: toDecimalText(leg.shares),
      venueClientId: uuid,
      body: buildOrderBody(fields, leg.price, signOrder(fields, exchange, credential.privateKey), {
        orderType: 'FAK',
        marketSlug: market.slug,
        ownerId: profile.id,
        clientOrderId: uuid,
        receiveBy: { timestamp: preparedAt, recvWindow: RECEIVE_WINDOW_MS },
      }),
      details: market.fee.kind === 'collateral' ? { feeModule: market.fee.module } : {},
      preparedAt,
      expiresAt: epochMs(preparedAt + RECEIVE_WINDOW_MS),
    };
  }

  async open(order: PreparedOrder, credential: LimitlessCredential, signal: AbortSignal) {
    const api = this.#open(credential, 'order');
    await api.takeTurn();
    return async () => {
      const request = { method: 'POST', path: '/orders', body: order.body, signal } as const;
      const result = await api.sendNow(request);
      if (result.kind === 'answer' && isWrongFeeRate(readErrorWords(result.json))) {
        this.#markets.forget(order.venueAsset);
      }
      // The order may have been refused because its profile is out of date, so the next order reads the profile again.
      if (result.kind !== 'answer' || result.status >= 400) this.#profiles.delete(credential.token.id);
      return readAnswer(result, order, this.sender, this.#http.now());
    };
  }

  async find({ order, sent, purpose }: WantedOrder, { token }: LimitlessCredential): Promise<VenueOutcome> {
    const status = await this.#statuses.read(order.venueClientId, token, purpose);
    return readStatus(status, order, this.sender, sent.at);
  }

  async readHoldings(markets: readonly AssetRef[], credential: LimitlessCredential, signal: AbortSignal) {
    const path = '/portfolio/positions';
    const api = this.#open(credential, 'account');
    const { clob } = await api.read({ method: 'GET', path, signal }, positionsAnswer);
    const { rows, hides } = readAccountRows(this.#http, clob, positionRow, findPositionSlug);
    const balances = new Map(
      rows.map(({ market, tokensBalance }) => [market.slug.toLowerCase(), tokensBalance]),
    );
    const held = markets
      .filter(({ storeKey }) => balances.has(storeKey) || !hides(storeKey))
      .map(({ storeKey }): HeldMarket => {
        const { yes = 0, no = 0 } = balances.get(storeKey) ?? {};
        return toHeldMarket(storeKey, { yes: fromUnits(yes), no: fromUnits(no) });
      });
    // An account's free dollars are known on the chain only, and the venue does not state them.
    return { freeUsd: null, markets: held };
  }

  async requestCancel(
    order: PreparedOrder,
    _venueOrderId: string | null,
    credential: LimitlessCredential,
    signal: AbortSignal,
  ): Promise<void> {
    const body = JSON.stringify({ clientOrderIds: [order.venueClientId] });
    const path = '/orders/batch-cancel';
    await this.#open(credential, 'cancel').request({ method: 'POST', path, body, signal });
  }

  #open({ token }: LimitlessCredential, purpose: CallPurpose): PrivateApi {
    return new PrivateApi(this.#http, token, purpose);
  }

  #readProfile(api: PrivateApi, { token }: LimitlessCredential, signal: AbortSignal): Promise<Profile> {
    const known = this.#profiles.get(token.id);
    if (known !== undefined) return known;
    const profile = api.read({ method: 'GET', path: '/profiles/me', signal }, profileAnswer);
    this.#profiles.set(token.id, profile);
    profile.catch(() => {
      if (this.#profiles.peek(token.id) === profile) this.#profiles.delete(token.id);
    });
    return profile;
  }

  /** Reads the held shares; zero for a market in which the account never traded. */
  async #readHeldShares(api: PrivateApi, slug: string, signal: AbortSignal) {
    const { clob } = await api.read({ method: 'GET', path: '/portfolio/positions', signal }, positionsAnswer);
    const positions = readAccountRows(this.#http, clob, positionRow, findPositionSlug);
    const found = positions.rows.find(({ market }) => market.slug === slug);
    if (found === undefined) positions.requireRead(slug);
    const balance = found?.tokensBalance;
    if (balance == null) return { yes: toDecimal(0), no: toDecimal(0) };
    return { yes: fromUnits(balance.yes), no: fromUnits(balance.no) };
  }
}

/** Finds the slug of a positions row that no schema has accepted; null: none. */
function findPositionSlug(row: unknown): string | null {
  return findTextMember((row as { readonly market?: unknown } | null)?.market, 'slug');
}
