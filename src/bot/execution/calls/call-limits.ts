import type { VenueCall } from './call-purpose.ts';

/** One published limit of a venue, or the part of it that this service uses. */
export interface CallLimit {
  /** Calls that the limit counts together: all of this address, or those of one account. */
  readonly scope: 'address' | 'account';
  readonly limit: number;
  readonly windowMs: number;
  /** Computes the weight of a call in this limit; 0: the call does not count. */
  readonly getCost: (call: VenueCall) => number;
}

/** Limits of a venue for calls of trading. */
export interface CallLimits {
  readonly limits: readonly CallLimit[];
  /** Whether a refusal for too many calls (429) is about the account or the address. */
  readonly refuses: 'address' | 'account';
  /** First pause in ms after a refusal without a stated wait; each further refusal doubles it. */
  readonly pauseMs: number;
  /**
   * Number of calls of one account that may be in progress together; absent: any number. Reads use one fewer, so that
   * an order or cancel finds room.
   */
  readonly maxConcurrent?: number;
  /** Number of calls without an account that may be in progress together; absent: any number. */
  readonly maxConcurrentUnnamed?: number;
  /** Limit of the address for all credential checks together; absent: they fill their part of each other limit. */
  readonly checks?: { readonly limit: number; readonly windowMs: number };
}

/** Limits that count nothing, and under which a refusal pauses nothing. */
export const NO_LIMITS: CallLimits = { limits: [], refuses: 'account', pauseMs: 0 };

/** Error: a call was kept back and never reached the venue. */
export class CallBudgetError extends Error {
  /** Time in ms until the limits would have room for the call. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = 'CallBudgetError';
    this.retryAfterMs = retryAfterMs;
  }
}
