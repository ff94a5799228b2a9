import { type FailureThrottle, LocalFailureThrottle } from '../accounts/failure-throttle.ts';
import { LocalRateLimits, type RateLimits } from '../accounts/rate-limits.ts';
import { LocalRequestLimits, type RequestLimits } from '../accounts/request-limits.ts';
import { accountQueries } from '../accounts/sqlite/accounts.ts';
import { StoredUsage } from '../accounts/stored-usage.ts';
import { LocalStreamSlots, type StreamSlots } from '../accounts/stream-slots.ts';
import { UsageMeter } from '../accounts/usage-meter.ts';
import { type Clock, MINUTE_MS } from '../domain/index.ts';
import type { OpenServiceDatabase } from '../storage/service-database.ts';

/** What may be tried how often. */
export interface ThrottleLimit {
  /** Failures that are let through in a window. */
  readonly limit: number;
  /** Default: a minute. */
  readonly windowMs?: number;
}

/** What counts requests, streams and failures of callers. */
export interface Limits {
  /** @param name Tells the limits of one kind from those of others: `api:account`. */
  createRates(name: string): RateLimits;
  /** Of the requests that a tier counts. @param name As above: `api:key`. */
  createRequestLimits(name: string): RequestLimits;
  /** @param name As above: `redeem:owner`. */
  createThrottle(name: string, limit: ThrottleLimit): FailureThrottle;
  readonly slots: StreamSlots;
  /** What this process counts of the usage of all. */
  readonly usage: UsageMeter;
}

export interface LimitsOptions {
  readonly database: OpenServiceDatabase;
  readonly clock: Clock;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Limits that this process alone counts. */
export function localLimits({ database, clock, now }: LimitsOptions): Limits {
  const usage = new UsageMeter(new StoredUsage(database, database.queries(accountQueries)), clock);
  return {
    createRates: () => new LocalRateLimits({ now }),
    createRequestLimits: () => new LocalRequestLimits(new LocalRateLimits({ now }), usage),
    createThrottle: (_, { limit, windowMs = MINUTE_MS }) =>
      new LocalFailureThrottle({ limit, windowMs, now }),
    slots: new LocalStreamSlots(),
    usage,
  };
}
