import { hashKey } from '../../accounts/keys/api-key.ts';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys/keys.ts';
import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { LocalRateLimits } from '../../accounts/limits/local-rate-limits.ts';
import { type Feature, MIN_TIER } from '../../accounts/tiers.ts';
import type { EpochMs } from '../../domain/index.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { ApiError } from '../responses/errors.ts';
import { createAttemptsError } from './admin-check.ts';
import { toNetwork } from './client-network.ts';
import { findKeyCredential } from './credentials.ts';
import type { Call } from './gate.ts';

export interface KeyCheckOptions {
  readonly keys: KeyRing;
  /** Throttles wrong keys, by the address that sent them. */
  readonly throttle: FailureThrottle;
  /** Clock in monotonic ms. */
  readonly now: () => number;
}

/** Keys a minute that are looked up for an address with too many wrong ones, beside those that this process has met. */
const MAX_LOOKUPS_PER_MIN = 60;
/** Addresses with too many wrong keys that are remembered. */
const MAX_ADDRESSES = 10_000;

/** Finds the live key of a request. Wrong keys count against the address that sent them, never against a key. */
export class KeyCheck {
  readonly #keys: KeyRing;
  readonly #throttle: FailureThrottle;
  readonly #lookups: LocalRateLimits;

  constructor({ keys, throttle, now }: KeyCheckOptions) {
    this.#keys = keys;
    this.#throttle = throttle;
    this.#lookups = new LocalRateLimits({ now, maxKeys: MAX_ADDRESSES });
  }

  /**
   * @throws {ApiError} 401 `missing_api_key` without a credential, `invalid_api_key` for everything that is no live
   * key, 429 `too_many_attempts` in its place after too many of them.
   */
  require(call: Pick<Call, 'headers' | 'ip'> & Partial<Pick<Call, 'facts'>>): Soon<KeyRecord> {
    const credential = findKeyCredential(call.headers);
    if (credential.kind === 'none') throw createMissingKeyError(call.facts?.feature);
    if (credential.kind === 'conflict') return this.#refuse(call.ip);
    const known = this.#keys.peek(credential.secret);
    if (known === undefined) return this.#resolve(credential.secret, call.ip);
    if (known === null) return this.#refuseDead(credential.secret, call.ip);
    return known;
  }

  /**
   * For routes that are open to all callers and show the holder of a key more.
   *
   * @returns null without a credential.
   * @throws {ApiError} as `require`, for a credential that is no live key.
   */
  async find(call: Pick<Call, 'headers' | 'ip'>): Promise<KeyRecord | null> {
    return findKeyCredential(call.headers).kind === 'none' ? null : this.require(call);
  }

  /** Finds the key of a request in memory, and counts nothing. @returns null when it is not known here or not valid. */
  peek(headers: Call['headers']): KeyRecord | null {
    const credential = findKeyCredential(headers);
    return credential.kind === 'secret' ? (this.#keys.peek(credential.secret) ?? null) : null;
  }

  async #resolve(secret: string, ip: string): Promise<KeyRecord> {
    if (!this.#keys.hasMet(secret)) await this.#limitLookups(toNetwork(ip));
    const record = await this.#keys.resolve(secret);
    return record ?? this.#refuseDead(secret, ip);
  }

  /** Refuses a dead key that this process has met. The owner of a key that was rotated at once learns so for a day. */
  #refuseDead(secret: string, ip: string): Soon<never> {
    if (!this.#keys.hasMet(secret)) return this.#refuse(ip);
    return this.#keys.store.findRotation(hashKey(secret)).then(
      (rotatedAtMs) => this.#refuse(ip, rotatedAtMs),
      () => this.#refuse(ip),
    );
  }

  /** Invented keys cost the store no more than this, and a good key of the same address finds its way. */
  async #limitLookups(network: string): Promise<void> {
    const waitS = await this.#throttle.retryAfterS(network);
    if (waitS !== null && !this.#lookups.take(network, MAX_LOOKUPS_PER_MIN)) {
      throw createAttemptsError('wrong API keys', waitS);
    }
  }

  #refuse(ip: string, rotatedAtMs: EpochMs | null = null): Soon<never> {
    return after(this.#throttle.fail(toNetwork(ip)), (retryAfterS) => {
      if (retryAfterS !== null) throw createAttemptsError('wrong API keys', retryAfterS);
      throw rotatedAtMs === null
        ? new ApiError('invalid_api_key', 'the API key is malformed, unknown, revoked or expired')
        : new ApiError('invalid_api_key', 'the API key was rotated and has ended', {
            extra: { rotatedAtMs },
          });
    });
  }
}

/**
 * Makes the failure of a call without an API key.
 *
 * @param feature Feature of the endpoint, whose tier is stated; absent: any key opens it.
 */
export function createMissingKeyError(feature?: Feature): ApiError {
  const howTo = 'Authorization: Bearer <key> or X-API-Key: <key>';
  if (feature === undefined)
    return new ApiError('missing_api_key', `this endpoint needs an API key: ${howTo}`);
  const minimumTier = MIN_TIER[feature];
  const message = `this endpoint needs an API key of tier ${minimumTier} or above: ${howTo}`;
  return new ApiError('missing_api_key', message, { extra: { feature, minimumTier } });
}
