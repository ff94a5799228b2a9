import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { CallPurpose, VenueCall } from '../calls/call-budget.ts';
import type { HttpResult, VenueHttp, VenueRequest } from '../calls/venue-http.ts';
import { readJson } from '../live/venue-read.ts';
import { type ApiToken, signTokenHeaders } from './signing.ts';

type UnsignedRequest = Omit<VenueRequest, 'headers' | 'call' | 'hasTurn'>;

/** Makes the signed calls of one account, for one operation. */
export class PrivateApi {
  readonly #http: VenueHttp;
  readonly #token: ApiToken;
  readonly #call: VenueCall;

  constructor(http: VenueHttp, token: ApiToken, purpose: CallPurpose) {
    this.#http = http;
    this.#token = token;
    this.#call = { purpose, account: token.id };
  }

  /** Waits for a turn within the venue's limits, and reads. @throws {VenueReadError} */
  read<Schema extends TSchema>(request: UnsignedRequest, wire: WireSchema<Schema>): Promise<Static<Schema>> {
    return readJson(this.#http, this.#signed(request), wire);
  }

  /** Reads at once; the caller has taken the turn. @throws {VenueReadError} */
  readNow<Schema extends TSchema>(
    request: UnsignedRequest,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    return readJson(this.#http, { ...this.#signed(request), hasTurn: true }, wire);
  }

  request(request: UnsignedRequest): Promise<HttpResult> {
    return this.#http.request(this.#signed(request));
  }

  /** Waits for the token's next turn. @throws {CallBudgetError} */
  takeTurn(): Promise<void> {
    return this.#http.takeTurn(this.#call);
  }

  /** Sends at once; the caller has taken the turn. */
  sendNow(request: UnsignedRequest): Promise<HttpResult> {
    return this.#http.request({ ...this.#signed(request), hasTurn: true });
  }

  #signed(request: UnsignedRequest): VenueRequest {
    const { method, path, body } = request;
    // The signed path begins at the venue's routes, so it does not contain the simulator's base path.
    const signed = { method, path, ...(body === undefined ? {} : { body }) };
    const headers = (now: number) => signTokenHeaders(this.#token, signed, new Date(now).toISOString());
    return { ...request, call: this.#call, headers };
  }
}
