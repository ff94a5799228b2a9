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
  /** Whether programs on this machine are the operator as long as there is no token. */
  readonly openToLocalTools: boolean;
  readonly failuresPerMin: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Lets the operator in: whoever knows the admin token. */
export class AdminCheck {
  readonly #digest: Buffer | null;
  readonly #openToLocalTools: boolean;
  readonly #throttle: FailureThrottle;

  constructor({ token, openToLocalTools, failuresPerMin, now }: AdminCheckOptions) {
    this.#digest = token === null ? null : computeDigest(token);
    this.#openToLocalTools = openToLocalTools;
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
    throw new ApiError(
      'admin_unauthorized',
      this.#digest === null
        ? 'no admin token is set; set CROSSTAPE_ADMIN_TOKEN_FILE or CROSSTAPE_ADMIN_TOKEN and restart the service'
        : 'the admin token is missing or wrong',
    );
  }

  #isOperator(headers: IncomingHttpHeaders, ip: string): boolean {
    const credential = adminCredential(headers);
    if (this.#digest === null) return this.#openToLocalTools && isLocalTool(headers, ip);
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

/** Headers that a proxy adds to a request, and a browser to each of its own. */
const OF_PROXIES_AND_BROWSERS = /^(origin|forwarded|via|x-real-ip|x-forwarded-.+|sec-fetch-.+)$/;

/** A browser is no local tool: a page could reach this address through a name of its own. Nor is a proxy. */
function isLocalTool(headers: IncomingHttpHeaders, ip: string): boolean {
  const isLoopback = ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
  if (!isLoopback || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => OF_PROXIES_AND_BROWSERS.test(name));
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
