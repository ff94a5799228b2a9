import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { ApiError } from '../responses/errors.ts';
import { createAttemptsError } from './attempts.ts';
import { toNetwork } from './client-network.ts';
import { findAdminCredential } from './credentials.ts';
import { areEqualSecrets } from './equal-secrets.ts';
import type { Call } from './gate.ts';
import { isLocalTool } from './local-tool.ts';

export interface AdminCheckOptions {
  /** Admin token; null: none is configured. */
  readonly token: string | null;
  /** Whether programs on this machine are admitted without a token while none is configured. */
  readonly openToLocalTools: boolean;
  /** Throttles wrong tokens by the address of the sender. */
  readonly throttle: FailureThrottle;
}

type AdminRequest = Pick<Call, 'headers' | 'ip' | 'httpVersion'>;

/** Admits the operator by the admin token. */
export class AdminCheck {
  readonly #token: string | null;
  readonly #openToLocalTools: boolean;
  readonly #throttle: FailureThrottle;

  constructor({ token, openToLocalTools, throttle }: AdminCheckOptions) {
    this.#token = token;
    this.#openToLocalTools = openToLocalTools;
    this.#throttle = throttle;
  }

  /**
   * Requires that a request is the operator's.
   *
   * @throws {ApiError} 401 `admin_unauthorized`; 429 `too_many_attempts` after too many wrong tokens from an address,
   * even with the right token.
   */
  require(request: AdminRequest): Soon<void> {
    const network = toNetwork(request.ip);
    const isOperator = this.#isOperator(request);
    const waitS = isOperator ? this.#throttle.retryAfterS(network) : this.#throttle.fail(network);
    return after(waitS, (retryAfterS) => {
      if (retryAfterS !== null) throw createAttemptsError('wrong admin tokens', retryAfterS);
      if (isOperator) return;
      throw new ApiError(
        'admin_unauthorized',
        this.#token === null
          ? 'no admin token is set; set CROSSTAPE_ADMIN_TOKEN_FILE or CROSSTAPE_ADMIN_TOKEN and restart the service'
          : 'the admin token is missing or wrong',
      );
    });
  }

  /** Whether a request is the operator's, on a route that also accepts API keys. */
  recognizes(request: AdminRequest): boolean {
    return this.#isOperator(request);
  }

  /** Counts a wrong key that may have been a guess of the admin token. */
  noteWrong({ ip }: Pick<AdminRequest, 'ip'>): Soon<unknown> {
    return this.#throttle.fail(toNetwork(ip));
  }

  #isOperator(request: AdminRequest): boolean {
    const credential = findAdminCredential(request.headers);
    if (this.#token === null) return this.#openToLocalTools && isLocalTool(request);
    return credential.kind === 'secret' && areEqualSecrets(credential.secret, this.#token);
  }
}
