import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import { LocalFailureThrottle } from '../../accounts/limits/local-failure-throttle.ts';
import { LocalRateLimits } from '../../accounts/limits/local-rate-limits.ts';
import { LocalRequestLimits } from '../../accounts/limits/local-request-limits.ts';
import { LocalStreamSlots } from '../../accounts/limits/local-stream-slots.ts';
import type { RateLimits } from '../../accounts/limits/rate-limits.ts';
import type { RequestLimits } from '../../accounts/limits/request-limits.ts';
import type { StreamSlots } from '../../accounts/limits/stream-slots.ts';
import { UsageMeter } from '../../accounts/limits/usage-meter.ts';
import { prepareAccountQueries } from '../../accounts/sql/accounts.ts';
import { StoredUsage } from '../../accounts/stored-usage.ts';
import { type Clock, MINUTE_MS } from '../../domain/index.ts';
import type { Redis } from '../../storage/redis/redis.ts';
import type { OpenServiceDatabase } from '../../storage/service-database.ts';

/** Number of failures that a throttle allows in one window. */
export interface ThrottleLimit {
  /** Number of failures that are allowed in one window. */
  readonly limit: number;
  /** Window in ms. Default: a minute. */
  readonly windowMs?: number;
}

/** Counters of requests, streams and failures of callers. */
export interface Limits {
  /** Creates rate limits. @param name Name that separates these limits from those of other kinds: `api:account`. */
  createRates(name: string): RateLimits;
  /** Creates limits of the requests that a tier counts. @param name Name of the limits: `api:key`. */
  createRequestLimits(name: string): RequestLimits;
  /** Creates a throttle of failures. @param name Name of the limits: `redeem:owner`. */
  createThrottle(name: string, limit: ThrottleLimit): FailureThrottle;
  readonly slots: StreamSlots;
  /** Counts usage in this process and stores it with a delay. */
  readonly usage: UsageMeter;
}

export interface LimitsOptions {
  readonly database: OpenServiceDatabase;
  readonly clock: Clock;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
}

/** Creates limits that only this process counts. */
export function createLocalLimits(options: LimitsOptions): Limits {
  const { now } = options;
  const usage = createMeter(options);
  return {
    createRates: () => new LocalRateLimits({ now }),
    createRequestLimits: () => new LocalRequestLimits(new LocalRateLimits({ now }), usage),
    createThrottle: (_, { limit, windowMs = MINUTE_MS }) =>
      new LocalFailureThrottle({ limit, windowMs, now }),
    slots: new LocalStreamSlots(),
    usage,
  };
}

/**
 * Time for which a process that is no longer seen still counts: two windows of a rate, because it may be busy and still
 * admit requests.
 */
const REMEMBERED_MS = 2 * MINUTE_MS;

/** Number of processes that share limits. It is known later than the limits are needed. */
export class Sharers {
  readonly #now: () => number;
  #count: (() => number) | null = null;
  #highest = { count: 1, at: Number.NEGATIVE_INFINITY };

  /**
   * Begins while the number of processes is unknown.
   *
   * @param now Monotonic clock, in ms.
   */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the largest number of processes seen within the last two minutes; 1 before the first count. */
  count(): number {
    const seen = this.#count?.() ?? 1;
    const now = this.#now();
    if (seen >= this.#highest.count || now - this.#highest.at > REMEMBERED_MS)
      this.#highest = { count: seen, at: now };
    return this.#highest.count;
  }

  follow(count: () => number): void {
    this.#count = count;
  }
}

/** Options of limits that several processes share. */
export interface SharedLimitsOptions extends LimitsOptions {
  /** Connection to Redis; null: only this process counts. */
  readonly redis: Redis | null;
  /** Returns the number of processes that share the limits. */
  readonly processes: () => number;
}

/**
 * Opens limits that all processes of an installation share through Redis. Without Redis they are local.
 *
 * @param lifecycle Receives the end of the leases.
 */
export async function openLimits(
  { redis, processes, ...options }: SharedLimitsOptions,
  lifecycle: AsyncDisposableStack,
): Promise<Limits> {
  if (redis === null) return createLocalLimits(options);
  // The driver is loaded only when a server is configured.
  const engine = await import('../../accounts/limits/redis/engine.ts');
  const { now } = options;
  const usage = createMeter(options);
  const shared = { redis, now, processes };
  return {
    createRates: (name) => new engine.RedisRateLimits({ ...shared, name }),
    createRequestLimits: (name) => new engine.RedisRequestLimits({ ...shared, name, usage }),
    createThrottle: (name, { limit, windowMs = MINUTE_MS }) =>
      new engine.RedisFailureThrottle({ redis, now, name, limit, windowMs }),
    slots: lifecycle.adopt(new engine.RedisStreamSlots({ redis, processes }), (slots) => slots.stop()),
    usage,
  };
}

function createMeter({ database, clock }: LimitsOptions): UsageMeter {
  return new UsageMeter(new StoredUsage(database, database.buildQueries(prepareAccountQueries)), clock);
}
