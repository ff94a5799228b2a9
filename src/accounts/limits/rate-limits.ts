import type { Soon } from '../../scheduling/soon.ts';

/** Number of requests that a key may still make, and when it may make more. */
export interface RateStanding {
  readonly remaining: number;
  /** Whole seconds until the oldest counted requests leave the window; 0 if none are counted. */
  readonly secondsUntilMore: number;
}

/** Limits on requests within a sliding window, by key: a bot, an owner, an address. */
export interface RateLimits {
  /** Counts one request if the limit allows it. @returns Whether it does. */
  take(key: string, limit: number): Soon<boolean>;
  /** Takes back the newest request of a key, because the request was rejected afterwards. */
  giveBack(key: string): Soon<void>;
  readStanding(key: string, limit: number): Soon<RateStanding>;
}
