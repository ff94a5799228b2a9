import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { HttpResult, VenueHttp, VenueRequest } from '../common/venue-http.ts';
import { readJson } from '../common/venue-read.ts';
import type { Pacer } from './pacer.ts';
import { type ApiToken, tokenHeaders } from './signing.ts';

/** The calls that an account makes in its own name, for the length of one operation. */
export class PrivateApi {
  readonly #http: VenueHttp;
  readonly #pacer: Pacer;
  readonly #token: ApiToken;

  constructor(http: VenueHttp, pacer: Pacer, token: ApiToken) {
    this.#http = http;
    this.#pacer = pacer;
    this.#token = token;
  }

  /** @throws {ReadFailure} */
  async read<Schema extends TSchema>(
    request: Omit<VenueRequest, 'headers'>,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    await this.waitForTurn(request.signal);
    return readJson(this.#http, this.#signed(request), wire);
  }

  /** Waits until the token may ask again. */
  waitForTurn(signal: AbortSignal): Promise<void> {
    return this.#pacer.wait(this.#token.id, signal);
  }

  /** Sends in a turn that was waited for: nothing lies between this call and the bytes. */
  sendNow(request: Omit<VenueRequest, 'headers'>): Promise<HttpResult> {
    return this.#http.request(this.#signed(request));
  }

  #signed(request: Omit<VenueRequest, 'headers'>): VenueRequest {
    const { method, path, body } = request;
    // The address below which the venue's routes begin is part of the simulator's paths, not of what is signed.
    const signed = { method, path, ...(body === undefined ? {} : { body }) };
    return { ...request, headers: (now) => tokenHeaders(this.#token, signed, new Date(now).toISOString()) };
  }
}
