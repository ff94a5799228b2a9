import type { VenueCall } from './call-purpose.ts';

/** One published limit, or our part of it. */
export interface CallLimit {
  /** The calls that are counted together: those of this address, or those of one account. */
  readonly scope: 'address' | 'account';
  readonly limit: number;
  readonly windowMs: number;
  /** Weight of a call in this limit; 0: it does not count. */
  readonly getCost: (call: VenueCall) => number;
}

/** Limits of a venue. */
export interface CallLimits {
  readonly limits: readonly CallLimit[];
  /** Account or address that a refusal for too many calls (429) is about. */
  readonly refuses: 'address' | 'account';
  /** The first pause after a refusal that names none; each further refusal doubles it. */
  readonly pauseMs: number;
  /** Calls of one account that may be in progress together; absent: any number. Reads leave one for orders and cancels. */
  readonly maxConcurrent?: number;
  /** Calls that name no account and may be in progress together; absent: any number. */
  readonly maxConcurrentUnnamed?: number;
  /**
   * Total cost of credential checks for the address, for any number of credentials; absent: their share of each
   * limit.
   */
  readonly checks?: { readonly limit: number; readonly windowMs: number };
}

/** Limits under which nothing is counted, and refusals stop nothing. */
export const NO_LIMITS: CallLimits = { limits: [], refuses: 'account', pauseMs: 0 };

/** A call that was kept back: the venue did not see it. */
export class CallBudgetExceeded extends Error {
  /** Time in ms until the call would fit. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = 'CallBudgetExceeded';
    this.retryAfterMs = retryAfterMs;
  }
}
