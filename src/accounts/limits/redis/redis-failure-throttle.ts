import { randomUUID } from 'node:crypto';
import type { Redis } from '../../../storage/redis/redis.ts';
import { RedisScript } from '../../../storage/redis/script.ts';
import { SERVER_CLOCK, writeMillisecondClock } from '../../../storage/redis/script-clock.ts';
import type { Attempt, FailureThrottle, FailureThrottleOptions } from '../failure-throttle.ts';
import { LocalFailureThrottle } from '../local-failure-throttle.ts';
import { askOrCountAlone } from './redis-rate-limits.ts';

/** Time for which an attempt without a result counts as a failure. */
const ATTEMPT_MS = 60_000;

/**
 * Prefixes of the members of the sorted set: failures and unfinished attempts. The score is the time at which a member
 * stops counting.
 */
const FAILURE = 'f';
const ATTEMPT = 'a';

/** Scripts of a throttle. KEYS: the sorted set of a caller, with failures and unfinished attempts. */
export class ThrottleScripts {
  /** Returns the milliseconds to wait; 0: the caller may try. ARGV: limit. */
  readonly wait: RedisScript;
  /**
   * Adds a member if the caller may try. ARGV: limit, member, milliseconds for which it counts. Returns the
   * milliseconds to wait; 0: added.
   */
  readonly add: RedisScript;
  /**
   * Ends an attempt. ARGV: the attempt, then optionally the failure that replaces it and the milliseconds for which it
   * counts.
   */
  readonly end: RedisScript;

  constructor(clock = SERVER_CLOCK) {
    const now = `${writeMillisecondClock(clock)}
      redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
      local function add(member, ms)
        redis.call('ZADD', KEYS[1], now + ms, member)
        if redis.call('PTTL', KEYS[1]) < tonumber(ms) then redis.call('PEXPIRE', KEYS[1], ms) end
      end
      `;
    const wait = `
      local limit = tonumber(ARGV[1])
      local waitMs = 0
      if redis.call('ZCARD', KEYS[1]) >= limit then
        local failures, oldest = 0, 0
        local members = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
        for i = 1, #members, 2 do
          if string.sub(members[i], 1, 1) == '${FAILURE}' then
            if failures == 0 then oldest = tonumber(members[i + 1]) end
            failures = failures + 1
          end
        end
        -- An attempt in progress may turn out to be right.
        waitMs = failures < limit and 1 or math.max(1, oldest - now)
      end
      `;
    this.wait = new RedisScript(`${now}${wait} return waitMs`);
    this.add = new RedisScript(`${now}${wait}
      if waitMs == 0 then add(ARGV[2], ARGV[3]) end
      return waitMs`);
    this.end = new RedisScript(`${now}
      local wasThere = redis.call('ZREM', KEYS[1], ARGV[1])
      if wasThere == 1 and ARGV[2] then add(ARGV[2], ARGV[3]) end
      return wasThere`);
  }
}

export interface RedisThrottleOptions extends FailureThrottleOptions {
  readonly redis: Redis;
  /** Name of the throttle, part of its keys in Redis. */
  readonly name: string;
  readonly scripts?: ThrottleScripts;
}

/** Failure throttle in Redis, shared by all processes. While the server is away, each process counts for itself. */
export class RedisFailureThrottle implements FailureThrottle {
  readonly #options: RedisThrottleOptions;
  readonly #scripts: ThrottleScripts;
  readonly #alone: LocalFailureThrottle;

  constructor(options: RedisThrottleOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? new ThrottleScripts();
    this.#alone = new LocalFailureThrottle(options);
  }

  retryAfterS(key: string): Promise<number | null> {
    return askOrCountAlone(
      async () => toSeconds(await this.#ask(this.#scripts.wait, key, [this.#options.limit])),
      () => this.#alone.retryAfterS(key),
    );
  }

  fail(key: string): Promise<number | null> {
    return askOrCountAlone(
      () => this.#add(key, `${FAILURE}${randomUUID()}`, this.#options.windowMs),
      () => this.#alone.fail(key),
    );
  }

  begin(key: string): Promise<Attempt> {
    return askOrCountAlone<Attempt>(
      async () => {
        const id = randomUUID();
        const waitS = await this.#add(key, `${ATTEMPT}${id}`, ATTEMPT_MS);
        let isOver = waitS !== null;
        const end = async (args: readonly (string | number)[]) => {
          if (isOver) return;
          isOver = true;
          // If this call is lost, the attempt counts until it expires.
          await askOrCountAlone(
            async () => void (await this.#ask(this.#scripts.end, key, [`${ATTEMPT}${id}`, ...args])),
            () => undefined,
          );
        };
        return {
          waitS,
          fail: () => end([`${FAILURE}${id}`, this.#options.windowMs]),
          forgive: () => end([]),
        };
      },
      () => this.#alone.begin(key),
    );
  }

  async #add(key: string, member: string, ms: number): Promise<number | null> {
    return toSeconds(await this.#ask(this.#scripts.add, key, [this.#options.limit, member, ms]));
  }

  #ask(script: RedisScript, key: string, args: readonly (string | number)[]): Promise<unknown> {
    const { redis, name } = this.#options;
    return redis.ask((client) => script.run(client, [redis.key('fail', name, `{${key}}`)], args));
  }
}

function toSeconds(waitMs: unknown): number | null {
  return waitMs === 0 ? null : Math.ceil((waitMs as number) / 1_000);
}
