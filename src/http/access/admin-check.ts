import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { FailureThrottle } from '../../accounts/failure-throttle.ts';
import { MINUTE_MS } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { toNetwork } from './client-network.ts';
import { adminCredential } from './credentials.ts';

export interface AdminCheckOptions {
  /** null: none is configured. */
  readonly token: string | null;
  readonly production: boolean;
  readonly failuresPerMin: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Lets the operator in: whoever knows the admin token. */
export class AdminCheck {
  readonly #digest: Buffer | null;
  readonly #production: boolean;
  readonly #throttle: FailureThrottle;

  constructor({ token, production, failuresPerMin, now }: AdminCheckOptions) {
    this.#digest = token === null ? null : computeDigest(token);
    this.#production = production;
    this.#throttle = new FailureThrottle({ limit: failuresPerMin, windowMs: MINUTE_MS, now });
  }

  /**
   * @throws {ApiError} 401 `admin_unauthorized`; 429 `too_many_attempts` after too many wrong tokens of an address,
   * no matter what it sends then.
   */
  require(headers: IncomingHttpHeaders, ip: string): void {
    const network = toNetwork(ip);
    const retryAfterS = this.#throttle.retryAfterS(network);
    if (retryAfterS !== null) throw tooManyAttempts('wrong admin tokens', retryAfterS);
    if (this.#isOperator(headers, ip)) return;
    this.#throttle.fail(network);
    throw new ApiError('admin_unauthorized', 'the admin token is missing or wrong');
  }

  #isOperator(headers: IncomingHttpHeaders, ip: string): boolean {
    const credential = adminCredential(headers);
    if (this.#digest === null) return !this.#production && isLocalTool(headers, ip);
    // Digests have one length, and their comparison reveals nothing by its time.
    return credential.kind === 'secret' && timingSafeEqual(computeDigest(credential.secret), this.#digest);
  }
}

/** 429 with the time to wait. */
export function tooManyAttempts(what: string, retryAfterS: number): ApiError {
  return new ApiError('too_many_attempts', `too many ${what}; try again in ${retryAfterS} s`, {
    headers: { 'retry-after': String(retryAfterS) },
  });
}

/**
 * Without a token, only programs on this machine are let in while developing. A browser is not one of them: a page
 * could reach this address through a name of its own.
 */
function isLocalTool({ origin, host }: IncomingHttpHeaders, ip: string): boolean {
  const isLoopback = ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
  return isLoopback && origin === undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
