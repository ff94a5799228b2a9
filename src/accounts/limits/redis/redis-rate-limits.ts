import { type Redis, RedisUnavailableError } from '../../../storage/redis/redis.ts';
import { LocalRateLimits } from '../local-rate-limits.ts';
import type { RateLimits, RateStanding } from '../rate-limits.ts';
import { type RateAnswer, RateBatcher, type SharedQuota } from './rate-batcher.ts';
import { RateScripts, VERDICT } from './rate-scripts.ts';

export interface RedisRateLimitsOptions {
  readonly redis: Redis;
  /** Tells these limits from others. */
  readonly name: string;
  /** Monotonic ms, for counts while the server is away. */
  readonly now: () => number;
  /** Processes that share the limits, as far as they were seen. */
  readonly processes: () => number;
  readonly scripts?: RateScripts;
}

/**
 * Counts in Redis, for all processes and on the server's clock. While it is away each process counts for itself, up to
 * its share of the limit and of the rest that the server last reported; its requests count in Redis as soon as that is
 * back.
 */
export class RedisRateLimits implements RateLimits {
  readonly #options: RedisRateLimitsOptions;
  readonly #scripts: RateScripts;
  readonly #batcher: RateBatcher;
  readonly #prefix: string;
  /** Counts of this process while the server is away. */
  readonly alone: LocalRateLimits;
  /** Requests of all processes, as the server last reported. */
  readonly #seen: LocalRateLimits;
  /** Requests that the server granted to this process in advance. */
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
   * How many requests of a key this process may allow while the server is away. It is the smaller of two bounds. The
   * first is the process's share of the limit minus the requests it has allowed in this window: processes that stay
   * within it do not pass the limit together. The second is its share of the rest that the server last reported: other
   * processes may have used more than their shares. Both grow as requests leave the window.
   */
  share(key: string, limit: number): number {
    const ofLimit = this.part(limit) - this.#own.used(key);
    return Math.max(0, Math.min(ofLimit, this.part(limit - this.#seen.used(key))));
  }

  /** One process's share of the remaining rate. */
  part(left: number): number {
    return splitLimit(left, this.#options.processes());
  }

  /**
   * Asks the server; the caller passes its answer to `note`.
   *
   * @param cost Requests to take; 0: none, for the standing.
   * @throws {RedisUnavailableError}
   */
  ask(key: string, cost: 0 | 1, limit: number, quota: SharedQuota | null): Promise<RateAnswer> {
    return this.#batcher.send({ key: this.#key(key), cost, rate: limit, quota });
  }

  /** Remembers the server's answer, for the time without it. */
  note(key: string, cost: 0 | 1, limit: number, { verdict, standing }: RateAnswer): void {
    this.#seen.raise(key, limit - standing.remaining);
    if (cost === 1 && verdict === VERDICT.taken) this.#own.take(key, Number.POSITIVE_INFINITY);
  }

  async #askAndNote(key: string, cost: 0 | 1, limit: number): Promise<RateAnswer> {
    const answer = await this.ask(key, cost, limit, null);
    this.note(key, cost, limit, answer);
    return answer;
  }

  /** @throws {RedisUnavailableError} */
  async askToGiveBack(key: string, quotaKey?: string): Promise<void> {
    const keys = [this.#key(key), ...(quotaKey === undefined ? [] : [quotaKey])];
    await this.#options.redis.ask((client) => this.#scripts.giveBack.run(client, keys, []));
    this.#own.giveBack(key);
  }

  /** @throws {RedisUnavailableError} */
  async askToGiveBackQuota(quotaKey: string): Promise<void> {
    await this.#options.redis.ask((client) => this.#scripts.giveBackQuota.run(client, [quotaKey], []));
  }

  /** Sends counts that this process took alone. Redis answers in order, so later commands see these counts. */
  #merge(): void {
    for (const [key, buckets] of this.alone.drain()) {
      const args = buckets.flatMap(({ age, count }) => [age, count]);
      const own = buckets.reduce((sum, { count }) => sum + count, 0);
      // Requests that other processes counted alone are not in Redis yet.
      this.#seen.raise(key, this.#seen.used(key) + own * this.#options.processes());
      this.#own.raise(key, this.#own.used(key) + own);
      const merging = this.#options.redis.ask((client) =>
        this.#scripts.merge.runWhole(client, [this.#key(key)], args),
      );
      // Lost again, and perhaps counted: they are counted once more at the next return rather than not at all.
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

/** One process's share of the remaining requests; at least one while any are left. */
export function splitLimit(left: number, processes: number): number {
  return left <= 0 ? 0 : Math.max(1, Math.floor(left / Math.max(1, processes)));
}

/**
 * Works as `askOrCountAlone`, for limits that processes share: after a loss this process goes on alone until the others
 * have returned to the server as well. A process that returned first would use up the requests that they permit
 * meanwhile.
 */
export async function askWhenSteady<T>(
  redis: Redis,
  there: () => Promise<T>,
  here: () => T | Promise<T>,
): Promise<T> {
  return redis.isSteady ? askOrCountAlone(there, here) : here();
}

/** The server's answer, or this process's own while the server is away. */
export async function askOrCountAlone<T>(there: () => Promise<T>, here: () => T | Promise<T>): Promise<T> {
  try {
    return await there();
  } catch (error) {
    if (!(error instanceof RedisUnavailableError)) throw error;
    return here();
  }
}
