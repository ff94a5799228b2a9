import type { VenueCall } from './call-purpose.ts';

/** One published limit of a venue, or the part of it that this service uses. */
export interface CallLimit {
  /** Calls that are counted together: all of this address, or those of one account. */
  readonly scope: 'address' | 'account';
  readonly limit: number;
  readonly windowMs: number;
  /** Weight of a call in this limit; 0: it does not count. */
  readonly getCost: (call: VenueCall) => number;
}

/** Limits of a venue for calls of trading. */
export interface CallLimits {
  readonly limits: readonly CallLimit[];
  /** Whether a refusal for too many calls (429) is about the account or the address. */
  readonly refuses: 'address' | 'account';
  /** First pause in ms after a refusal that states none; each further refusal doubles it. */
  readonly pauseMs: number;
  /**
   * Number of calls of one account that may be in progress together; absent: any number. Reads leave one for orders and
   * cancels.
   */
  readonly maxConcurrent?: number;
  /** Number of calls without an account that may be in progress together; absent: any number. */
  readonly maxConcurrentUnnamed?: number;
  /**
   * Total cost of credential checks for the address, for any number of credentials; absent: their share of each
   * limit.
   */
  readonly checks?: { readonly limit: number; readonly windowMs: number };
}

/** Limits under which nothing is counted, and refusals stop nothing. */
export const NO_LIMITS: CallLimits = { limits: [], refuses: 'account', pauseMs: 0 };

/** A call that was kept back: it never reached the venue. */
export class CallBudgetExceeded extends Error {
  /** Time in ms until the call would fit. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = 'CallBudgetExceeded';
    this.retryAfterMs = retryAfterMs;
  }
}
