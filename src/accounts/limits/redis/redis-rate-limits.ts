import { type Redis, RedisUnavailableError } from '../../../storage/redis/redis.ts';
import { LocalRateLimits } from '../local-rate-limits.ts';
import type { RateLimits, RateStanding } from '../rate-limits.ts';
import { type RateAnswer, RateBatcher, type SharedQuota } from './rate-batcher.ts';
import { RateScripts, VERDICT } from './rate-scripts.ts';

export interface RedisRateLimitsOptions {
  readonly redis: Redis;
  /** Name of the limits, part of their keys in Redis. */
  readonly name: string;
  /** Monotonic clock in ms, for counts while the server is away. */
  readonly now: () => number;
  /** Returns the number of processes that share the limits, as far as this process has seen them. */
  readonly processes: () => number;
  readonly scripts?: RateScripts;
}

/**
 * Rate limits in Redis, shared by all processes, on the clock of the server. While the server is away, each process
 * counts for itself, up to its share of the limit and of the rest that the server last reported. Its counts are added
 * to Redis as soon as the server is back.
 */
export class RedisRateLimits implements RateLimits {
  readonly #options: RedisRateLimitsOptions;
  readonly #scripts: RateScripts;
  readonly #batcher: RateBatcher;
  readonly #prefix: string;
  /** Requests that this process has counted while the server is away. */
  readonly alone: LocalRateLimits;
  /** Requests of all processes, as the server last reported them. */
  readonly #seen: LocalRateLimits;
  /** Requests of this process that the server has allowed. */
  readonly #own: LocalRateLimits;

  constructor(options: RedisRateLimitsOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? new RateScripts();
    this.#prefix = options.redis.key('rl', options.name, '');
    this.alone = new LocalRateLimits({ now: options.now });
    this.#batcher = new RateBatcher(options.redis, this.#scripts);
    this.#seen = new LocalRateLimits({ now: options.now });
    this.#own = new LocalRateLimits({ now: options.now });
    options.redis.onChange((isUp) => {
      if (isUp) this.#merge();
    });
    options.redis.onSteady(() => this.#merge());
  }

  take(key: string, limit: number): Promise<boolean> {
    return askWhenSteady(
      this.#options.redis,
      async () => (await this.#askAndNote(key, 1, limit)).verdict === VERDICT.taken,
      () => this.alone.take(key, this.share(key, limit)),
    );
  }

  giveBack(key: string): Promise<void> {
    return askWhenSteady(
      this.#options.redis,
      () => this.askToGiveBack(key),
      () => this.alone.giveBack(key),
    );
  }

  readStanding(key: string, limit: number): Promise<RateStanding> {
    return askWhenSteady(
      this.#options.redis,
      async () => (await this.#askAndNote(key, 0, limit)).standing,
      () => this.alone.readStanding(key, this.share(key, limit)),
    );
  }

  /**
   * Computes how many requests of a key this process may allow while the server is away: the smaller of two bounds. The
   * first is the process's share of the limit minus the requests it has allowed in this window. Processes that stay
   * within their shares do not exceed the limit together. The second is its share of the rest that the server last
   * reported, because other processes may have used more than their shares. Both grow as requests leave the window.
   */
  share(key: string, limit: number): number {
    const ofLimit = this.part(limit) - this.#own.used(key);
    return Math.max(0, Math.min(ofLimit, this.part(limit - this.#seen.used(key))));
  }

  /** Computes this process's share of a remaining rate. */
  part(left: number): number {
    return splitLimit(left, this.#options.processes());
  }

  /**
   * Sends a request to the server. The caller has to pass the answer to `note`.
   *
   * @param cost Number of requests to count; 0: only the remaining requests are read.
   * @throws {RedisUnavailableError}
   */
  ask(key: string, cost: 0 | 1, limit: number, quota: SharedQuota | null): Promise<RateAnswer> {
    return this.#batcher.send({ key: this.#key(key), cost, rate: limit, quota });
  }

  /** Remembers an answer of the server, for the time when the server is away. */
  note(key: string, cost: 0 | 1, limit: number, { verdict, standing }: RateAnswer): void {
    this.#seen.raise(key, limit - standing.remaining);
    if (cost === 1 && verdict === VERDICT.taken) this.#own.take(key, Number.POSITIVE_INFINITY);
  }

  async #askAndNote(key: string, cost: 0 | 1, limit: number): Promise<RateAnswer> {
    const answer = await this.ask(key, cost, limit, null);
    this.note(key, cost, limit, answer);
    return answer;
  }

  /** Takes back a request on the server. @throws {RedisUnavailableError} */
  async askToGiveBack(key: string, quotaKey?: string): Promise<void> {
    const keys = [this.#key(key), ...(quotaKey === undefined ? [] : [quotaKey])];
    await this.#options.redis.ask((client) => this.#scripts.giveBack.run(client, keys, []));
    this.#own.giveBack(key);
  }

  /** Takes back a request from the quota only. @throws {RedisUnavailableError} */
  async askToGiveBackQuota(quotaKey: string): Promise<void> {
    await this.#options.redis.ask((client) => this.#scripts.giveBackQuota.run(client, [quotaKey], []));
  }

  /**
   * Adds requests that this process has counted alone to Redis. Redis runs commands in order, so later ones see these
   * requests.
   */
  #merge(): void {
    for (const [key, buckets] of this.alone.drain()) {
      const args = buckets.flatMap(({ age, count }) => [age, count]);
      const own = buckets.reduce((sum, { count }) => sum + count, 0);
      // Other processes have probably counted as many requests alone, and not added them to Redis yet.
      this.#seen.raise(key, this.#seen.used(key) + own * this.#options.processes());
      this.#own.raise(key, this.#own.used(key) + own);
      const merging = this.#options.redis.ask((client) =>
        this.#scripts.merge.runWhole(client, [this.#key(key)], args),
      );
      // The server was lost again and may have added the requests. They are added again later: counting twice is better
      // than not at all.
      merging.catch(() => this.#keepAlone(key, own));
    }
  }

  #keepAlone(key: string, count: number): void {
    this.alone.raise(key, this.alone.used(key) + count);
    for (let i = 0; i < count; i++) this.#own.giveBack(key);
  }

  #key(key: string): string {
    return `${this.#prefix}{${key}}`;
  }
}

/** Computes one process's share of the remaining requests; at least one while any are left. */
export function splitLimit(left: number, processes: number): number {
  return left <= 0 ? 0 : Math.max(1, Math.floor(left / Math.max(1, processes)));
}

/**
 * Works as `askOrCountAlone`, for limits that processes share. After a loss, this process counts alone until the other
 * processes have returned to the server as well. Otherwise the first one to return would use up requests that the
 * others still allow on their own.
 */
export async function askWhenSteady<T>(
  redis: Redis,
  there: () => Promise<T>,
  here: () => T | Promise<T>,
): Promise<T> {
  return redis.isSteady ? askOrCountAlone(there, here) : here();
}

/** Returns the server's answer, or the result of this process while the server is away. */
export async function askOrCountAlone<T>(there: () => Promise<T>, here: () => T | Promise<T>): Promise<T> {
  try {
    return await there();
  } catch (error) {
    if (!(error instanceof RedisUnavailableError)) throw error;
    return here();
  }
}
