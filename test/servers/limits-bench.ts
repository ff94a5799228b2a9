import type { TestContext } from 'node:test';
import { openRedis, type Redis } from '../../src/storage/redis/redis.ts';
import type { RedisServer } from './redis-server.ts';

/** A clock that a test sets, as scripts read it: seconds and microseconds. */
export const TEST_CLOCK = "redis.call('MGET', 'clock:s', 'clock:us')";

/** Connects as an installation of its own, so that tests share a server and no keys. */
export async function openInstallation(t: TestContext, server: RedisServer): Promise<Redis> {
  // A busy machine makes the server slow.
  const redis = await openRedis({ url: server.url, tag: `test-${++installations}`, answerMs: 10_000 });
  t.after(() => redis.close());
  return redis;
}

let installations = 0;

/**
 * The same object, whose calls run on the clock of a test: the server is told it before each. Commands are answered in their
 * order.
 *
 * @param now Ms.
 */
export function onTestClock<T extends object>(target: T, redis: Redis, now: () => number): T {
  return new Proxy(target, {
    get: (object, name) => {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        const ms = now();
        const clock = {
          'clock:s': `${Math.floor(ms / 1_000)}`,
          'clock:us': `${Math.round((ms % 1_000) * 1_000)}`,
        };
        await redis.ask((client) => client.mSet(clock));
        return member.apply(object, args);
      };
    },
  });
}
