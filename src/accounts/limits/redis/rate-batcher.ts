import type { Redis } from '../../../storage/redis/redis.ts';
import type { RateStanding } from '../rate-limits.ts';
import { NO_QUOTA, NUMBERS_OF_GROUP, type RateScripts, VERDICT } from './rate-scripts.ts';

/** A monthly quota that is checked in the same call as the rate. */
export interface SharedQuota {
  readonly key: string;
  /** Maximum number of requests in the month. */
  readonly limit: number;
}

/** Counts one request of a key, or only reads the state of the key. */
export interface RateRequest {
  /** Name of the Redis key that has the buckets. */
  readonly key: string;
  /** Number of requests to count; 0: only the remaining requests are read. */
  readonly cost: 0 | 1;
  readonly rate: number;
  readonly quota: SharedQuota | null;
}

/** The server's answer to a request. */
export interface RateAnswer {
  /** Verdict of the script, one of {@link VERDICT}. */
  readonly verdict: number;
  readonly standing: RateStanding;
  /** Number of requests in the month; 0 without a quota. */
  readonly used: number;
}

/** Longest time that a request waits to be sent, ms, even if the previous call is not answered yet. */
const MAX_WAIT_MS = 2;
/** Maximum number of groups in one call: Redis serves no other client during a call. */
const MAX_GROUPS = 200;
/**
 * Maximum number of requests of one key in one call. It keeps the shares of several processes similar when many
 * requests arrive. If the server is lost in the middle, requests unknown to the other processes could exceed the limit.
 */
const MAX_OF_KEY = 16;

/** Requests of one key with the same limits. */
interface Group {
  readonly request: RateRequest;
  /** Callers that wait to take one request each. */
  readonly waiting: PromiseWithResolvers<RateAnswer>[];
  /** Callers that only read the state of the key. */
  readonly readers: PromiseWithResolvers<RateAnswer>[];
}

/**
 * Sends many requests to the server in one call: those of one round of the event loop, and those that arrive before the
 * previous call is answered. A process therefore makes about one call per round trip, and the buckets of a key are read
 * once for all its waiting requests.
 */
export class RateBatcher {
  readonly #redis: Redis;
  readonly #scripts: RateScripts;
  /** Waiting requests by key. Requests of the same key with other limits are under the whole request as JSON. */
  #groups = new Map<string, Group>();
  #isScheduled = false;
  #unanswered = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(redis: Redis, scripts: RateScripts) {
    this.#redis = redis;
    this.#scripts = scripts;
  }

  /** Sends a request with the next call. @throws {RedisUnavailableError} */
  send(request: RateRequest): Promise<RateAnswer> {
    let id = request.key;
    let group = this.#groups.get(id);
    // The limits of a key change with its tier and with the month.
    if (group !== undefined && !hasSameLimits(group.request, request)) {
      id = JSON.stringify(request);
      group = this.#groups.get(id);
    }
    if (group === undefined) {
      group = { request, waiting: [], readers: [] };
      this.#groups.set(id, group);
    }
    const waiter = Promise.withResolvers<RateAnswer>();
    (request.cost === 1 ? group.waiting : group.readers).push(waiter);
    this.#schedule();
    return waiter.promise;
  }

  /**
   * Schedules a call after the event loop has read all sockets that are readable now, so that their requests are
   * included.
   */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#unanswered === 0) this.#send();
      else this.#timer ??= setTimeout(() => this.#send(), MAX_WAIT_MS);
    });
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const groups: Group[] = [];
    const later = new Map<string, Group>();
    for (const [id, { request, waiting, readers }] of this.#groups) {
      groups.push({ request, waiting: waiting.splice(0, MAX_OF_KEY), readers: readers.splice(0) });
      if (waiting.length > 0) later.set(id, { request, waiting, readers });
    }
    this.#groups = later;
    for (let from = 0; from < groups.length; from += MAX_GROUPS) {
      void this.#call(groups.slice(from, from + MAX_GROUPS));
    }
  }

  async #call(groups: readonly Group[]): Promise<void> {
    const keys: string[] = [];
    const args: number[] = [];
    for (const { request, waiting } of groups) {
      const { key, rate, quota } = request;
      keys.push(key);
      if (quota !== null) keys.push(quota.key);
      args.push(waiting.length, rate, quota?.limit ?? NO_QUOTA);
    }
    this.#unanswered++;
    try {
      const answer = (await this.#redis.ask((client) =>
        this.#scripts.take.run(client, keys, args),
      )) as readonly number[];
      for (const [place, group] of groups.entries()) share(group, answer, place * NUMBERS_OF_GROUP);
    } catch (error) {
      for (const { waiting, readers } of groups) {
        for (const { reject } of [...waiting, ...readers]) reject(error);
      }
    } finally {
      this.#unanswered--;
      if (this.#groups.size > 0) this.#schedule();
    }
  }
}

function hasSameLimits(a: RateRequest, b: RateRequest): boolean {
  return a.rate === b.rate && a.quota?.key === b.quota?.key && a.quota?.limit === b.quota?.limit;
}

/** Distributes the answer among the requests of a group, as if each had been sent alone, in their order. */
function share({ waiting, readers }: Group, answer: readonly number[], from: number): void {
  const verdict = answer[from] ?? -1;
  const taken = answer[from + 1] ?? 0;
  const remaining = answer[from + 2] ?? 0;
  const secondsUntilMore = answer[from + 3] ?? 0;
  const used = answer[from + 4] ?? 0;
  let place = 0;
  for (const { resolve } of waiting) {
    const later = Math.max(0, taken - 1 - place);
    resolve({
      verdict: place < taken ? VERDICT.taken : verdict,
      standing: { remaining: remaining + later, secondsUntilMore },
      used: used - later,
    });
    place++;
  }
  for (const { resolve } of readers) resolve({ verdict, standing: { remaining, secondsUntilMore }, used });
}
