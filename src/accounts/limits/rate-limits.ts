import type { Soon } from '../../scheduling/soon.ts';

/** Requests left to a key. */
export interface RateStanding {
  readonly remaining: number;
  /** Whole seconds until the oldest requests leave the window; 0 without any. */
  readonly secondsUntilMore: number;
}

/** Requests of a sliding window, counted by key: a bot, an owner, an address. */
export interface RateLimits {
  /** Takes one request if the limit allows it. */
  take(key: string, limit: number): Soon<boolean>;
  /** Takes back the newest request of the key, which was refused later. */
  giveBack(key: string): Soon<void>;
  readStanding(key: string, limit: number): Soon<RateStanding>;
}
