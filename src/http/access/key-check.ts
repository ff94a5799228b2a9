import { FailureThrottle } from '../../accounts/failure-throttle.ts';
import type { KeyRing } from '../../accounts/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys.ts';
import { MINUTE_MS } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { tooManyAttempts } from './admin-check.ts';
import { toNetwork } from './client-network.ts';
import { keyCredential } from './credentials.ts';
import type { Call } from './gate.ts';

export interface KeyCheckOptions {
  readonly keys: KeyRing;
  readonly failuresPerMin: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Finds the live key of a request. Wrong keys count against the address that sent them, never against a key. */
export class KeyCheck {
  readonly #keys: KeyRing;
  readonly #throttle: FailureThrottle;

  constructor({ keys, failuresPerMin, now }: KeyCheckOptions) {
    this.#keys = keys;
    this.#throttle = new FailureThrottle({ limit: failuresPerMin, windowMs: MINUTE_MS, now });
  }

  /**
   * @throws {ApiError} 401 `missing_api_key` without a credential, `invalid_api_key` for everything that is no live
   * key, 429 `too_many_attempts` in its place after too many of them.
   */
  require(call: Pick<Call, 'headers' | 'ip'>): KeyRecord | Promise<KeyRecord> {
    const credential = keyCredential(call.headers);
    if (credential.kind === 'none') {
      throw new ApiError(
        'missing_api_key',
        'this endpoint needs an API key: Authorization: Bearer <key> or X-API-Key: <key>',
      );
    }
    if (credential.kind === 'conflict') throw this.#refusal(call.ip);
    const known = this.#keys.peek(credential.secret);
    if (known === undefined) return this.#resolve(credential.secret, call.ip);
    if (known === null) throw this.#refusal(call.ip);
    return known;
  }

  /**
   * For what is open to all and shows the holder of a key more.
   *
   * @returns null without a credential.
   * @throws {ApiError} as `require`, for a credential that is no live key.
   */
  async find(call: Pick<Call, 'headers' | 'ip'>): Promise<KeyRecord | null> {
    return keyCredential(call.headers).kind === 'none' ? null : this.require(call);
  }

  /** As `require`, from what is known already: null when it is not known, or not good. Counts nothing. */
  peek(headers: Call['headers']): KeyRecord | null {
    const credential = keyCredential(headers);
    return credential.kind === 'secret' ? (this.#keys.peek(credential.secret) ?? null) : null;
  }

  async #resolve(secret: string, ip: string): Promise<KeyRecord> {
    const record = await this.#keys.resolve(secret);
    if (record === null) throw this.#refusal(ip);
    return record;
  }

  #refusal(ip: string): ApiError {
    const network = toNetwork(ip);
    const retryAfterS = this.#throttle.retryAfterS(network);
    if (retryAfterS !== null) return tooManyAttempts('wrong API keys', retryAfterS);
    this.#throttle.fail(network);
    return new ApiError('invalid_api_key', 'the API key is malformed, unknown, revoked or expired');
  }
}
