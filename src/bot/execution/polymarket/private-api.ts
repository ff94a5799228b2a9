import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import { isPositionId } from '../../../venues/polymarket/protocol.ts';
import type { CallPurpose, VenueCall } from '../calls/call-budget.ts';
import type { HttpResult, VenueHttp } from '../calls/venue-http.ts';
import { type BigDecimal, fromUnits } from '../live/decimal.ts';
import { readJson, VenueReadError } from '../live/venue-read.ts';
import type { PolymarketCredential } from './credential.ts';
import { type ApiKey, type ExchangeContracts, signApiKeyHeaders, signWalletHeaders } from './signing.ts';
import { apiKeyAnswer, balanceAnswer } from './wire.ts';

/** Makes the signed calls of one account, for one operation. */
export class PrivateApi {
  readonly #http: VenueHttp;
  readonly #credential: PolymarketCredential;
  readonly #apiKey: ApiKey;

  readonly #call: VenueCall;

  private constructor(http: VenueHttp, call: VenueCall, credential: PolymarketCredential, apiKey: ApiKey) {
    this.#http = http;
    this.#call = call;
    this.#credential = credential;
    this.#apiKey = apiKey;
  }

  /** Opens the calls with the stored API key, or with the key that is derived from the wallet. @throws {VenueReadError} */
  static async open(
    http: VenueHttp,
    purpose: CallPurpose,
    credential: PolymarketCredential,
    contracts: ExchangeContracts,
    signal: AbortSignal,
  ): Promise<PrivateApi> {
    const call = { purpose, account: credential.funder.toLowerCase() };
    if (credential.apiKey !== null) return new PrivateApi(http, call, credential, credential.apiKey);
    const ask = (method: 'GET' | 'POST', path: string) =>
      readJson(
        http,
        {
          method,
          path,
          call,
          headers: (now) => signWalletHeaders(credential.privateKey, contracts, Math.floor(now / 1_000)),
          signal,
        },
        apiKeyAnswer,
      );
    const derive = () => ask('GET', '/auth/derive-api-key');
    const { apiKey, secret, passphrase } = await derive().catch(async (error: unknown) => {
      // A wallet without an API key cannot derive one, so one is created; creating it again gives the same key.
      if (!isRefusal(error)) throw error;
      return ask('POST', '/auth/api-key').catch((refusal: unknown) => {
        if (!isRefusal(refusal)) throw refusal;
        return derive();
      });
    });
    return new PrivateApi(http, call, credential, { key: apiKey, secret, passphrase });
  }

  /** Name of the API key, which every order states as its `owner`. */
  get owner(): string {
    return this.#apiKey.key;
  }

  /** Reads one path. @throws {VenueReadError} */
  read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    return readJson(this.#http, this.#signed('GET', path, undefined, signal), wire);
  }

  /** Waits for an order's turn within the venue's limits. @throws {CallBudgetError} */
  takeTurn(): Promise<void> {
    return this.#http.takeTurn(this.#call);
  }

  /** Sends an order at once; the caller has taken the turn. */
  sendNow(path: string, body: string, signal: AbortSignal): Promise<HttpResult> {
    return this.#http.request({ ...this.#signed('POST', path, body, signal), hasTurn: true });
  }

  request(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    return this.#http.request(this.#signed(method, path, body, signal));
  }

  /** Reads the free shares of a token; null: the free dollars. @throws {VenueReadError} */
  async readBalance(tokenId: string | null, signal: AbortSignal): Promise<BigDecimal> {
    return (await this.readAllowances(tokenId, signal)).balance;
  }

  /**
   * Reads the free shares of a token (null: the free dollars), and the contracts that may move them.
   *
   * @throws {VenueReadError}
   */
  async readAllowances(tokenId: string | null, signal: AbortSignal): Promise<Allowances> {
    const query = new URLSearchParams({
      asset_type: chooseAssetType(tokenId),
      ...(tokenId === null ? {} : { token_id: tokenId }),
      signature_type: String(this.#credential.signatureType),
    });
    const { balance, allowances } = await this.read(`/balance-allowance?${query}`, balanceAnswer, signal);
    const approved = Object.entries(allowances ?? {}).filter(([, amount]) => /[1-9]/.test(String(amount)));
    return {
      balance: fromUnits(balance),
      approved: new Set(approved.map(([contract]) => contract.toLowerCase())),
    };
  }

  #signed(method: 'GET' | 'POST' | 'DELETE', path: string, body: string | undefined, signal: AbortSignal) {
    const signedPath = path.split('?')[0]!;
    const sent = body === undefined ? {} : { body };
    return {
      method,
      path,
      call: this.#call,
      ...sent,
      headers: (now: number) =>
        signApiKeyHeaders(
          this.#credential.keyAddress,
          this.#apiKey,
          { method, path: signedPath, ...sent },
          Math.floor(now / 1_000),
        ),
      signal,
    };
  }
}

/** Money or shares of an account at the venue, with the contracts that may move them. */
export interface Allowances {
  readonly balance: BigDecimal;
  /** Addresses of the approved contracts, in lower case. */
  readonly approved: ReadonlySet<string>;
}

/** Chooses the asset type of a balance query. Shares of Protocol V2 markets are held by a contract of their own. */
function chooseAssetType(tokenId: string | null): string {
  if (tokenId === null) return 'COLLATERAL';
  return isPositionId(tokenId) ? 'CONDITIONAL-V2' : 'CONDITIONAL';
}

/** Whether the venue refused the request itself: any 4xx except those for limits, timeouts and blocked addresses. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof VenueReadError) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && ![403, 408, 425, 429, 451].includes(error.status);
}
