import { hashKey } from '../../accounts/keys/api-key.ts';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys/keys.ts';
import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { LocalRateLimits } from '../../accounts/limits/local-rate-limits.ts';
import { type Feature, MIN_TIER } from '../../accounts/tiers.ts';
import type { EpochMs } from '../../domain/index.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { ApiError } from '../responses/errors.ts';
import { createAttemptsError } from './attempts.ts';
import { toNetwork } from './client-network.ts';
import { findKeyCredential } from './credentials.ts';
import type { Call } from './gate.ts';

export interface KeyCheckOptions {
  readonly keys: KeyRing;
  /** Throttles wrong keys by the address of the sender. */
  readonly throttle: FailureThrottle;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Maximum number of unknown keys per minute that are looked up for an address with too many wrong ones. */
const MAX_LOOKUPS_PER_MIN = 60;
/** Maximum number of remembered addresses with too many wrong keys. */
const MAX_ADDRESSES = 10_000;

/** Finds the live key of a request. A wrong key counts against the address of the sender, never against a key. */
export class KeyLookup {
  readonly #keys: KeyRing;
  readonly #throttle: FailureThrottle;
  readonly #lookups: LocalRateLimits;

  constructor({ keys, throttle, now }: KeyCheckOptions) {
    this.#keys = keys;
    this.#throttle = throttle;
    this.#lookups = new LocalRateLimits({ now, maxKeys: MAX_ADDRESSES });
  }

  /**
   * Requires a live key.
   *
   * @throws {ApiError} 401 `missing_api_key` without a credential; 401 `invalid_api_key` when the credential is not a
   * live key; 429 `too_many_attempts` instead of `invalid_api_key` after too many of them.
   */
  require(call: Pick<Call, 'headers' | 'ip'> & Partial<Pick<Call, 'facts'>>): Soon<KeyRecord> {
    const credential = findKeyCredential(call.headers);
    if (credential.kind === 'none') throw createMissingKeyError(call.facts?.feature);
    if (credential.kind === 'conflict') return this.#throwInvalid(call.ip);
    const known = this.#keys.peek(credential.secret);
    if (known === undefined) return this.#resolve(credential.secret, call.ip);
    if (known === null) return this.#throwDead(credential.secret, call.ip);
    return known;
  }

  /**
   * Finds the key of a request on a route that is open to all and shows more to the holder of a key.
   *
   * @returns null without a credential.
   * @throws {ApiError} as `require`, for a credential that is not a live key.
   */
  async find(call: Pick<Call, 'headers' | 'ip'>): Promise<KeyRecord | null> {
    return findKeyCredential(call.headers).kind === 'none' ? null : this.require(call);
  }

  /**
   * Finds the key of a request in memory, and counts nothing. @returns null when this process does not know the key, or
   * it is not live.
   */
  peek(headers: Call['headers']): KeyRecord | null {
    const credential = findKeyCredential(headers);
    return credential.kind === 'secret' ? (this.#keys.peek(credential.secret) ?? null) : null;
  }

  async #resolve(secret: string, ip: string): Promise<KeyRecord> {
    if (!this.#keys.hasMet(secret)) await this.#limitLookups(toNetwork(ip));
    const record = await this.#keys.resolve(secret);
    return record ?? this.#throwDead(secret, ip);
  }

  /** Throws for a key that is not live. For a day after a rotation without grace, the error says so. */
  #throwDead(secret: string, ip: string): Soon<never> {
    if (!this.#keys.hasMet(secret)) return this.#throwInvalid(ip);
    return this.#keys.store.findRotation(hashKey(secret)).then(
      (rotatedAtMs) => this.#throwInvalid(ip, rotatedAtMs),
      () => this.#throwInvalid(ip),
    );
  }

  /**
   * Limits lookups of unknown keys for an address with too many wrong ones. Invented keys then cost the store little,
   * and a valid key of the same address can still be found.
   */
  async #limitLookups(network: string): Promise<void> {
    const waitS = await this.#throttle.retryAfterS(network);
    if (waitS !== null && !this.#lookups.take(network, MAX_LOOKUPS_PER_MIN)) {
      throw createAttemptsError('wrong API keys', waitS);
    }
  }

  #throwInvalid(ip: string, rotatedAtMs: EpochMs | null = null): Soon<never> {
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
 * Creates the error for a call without an API key.
 *
 * @param feature Feature of the endpoint, whose tier the message states; absent: any key is sufficient.
 */
export function createMissingKeyError(feature?: Feature): ApiError {
  const howTo = 'Authorization: Bearer <key> or X-API-Key: <key>';
  if (feature === undefined)
    return new ApiError('missing_api_key', `this endpoint needs an API key: ${howTo}`);
  const minimumTier = MIN_TIER[feature];
  const message = `this endpoint needs an API key of tier ${minimumTier} or above: ${howTo}`;
  return new ApiError('missing_api_key', message, { extra: { feature, minimumTier } });
}
