import { after, before } from 'node:test';
import { RateScripts } from '../../src/accounts/limits/redis/rate-scripts.ts';
import {
  RedisFailureThrottle,
  ThrottleScripts,
} from '../../src/accounts/limits/redis/redis-failure-throttle.ts';
import { RedisRateLimits } from '../../src/accounts/limits/redis/redis-rate-limits.ts';
import { RedisRequestLimits } from '../../src/accounts/limits/redis/redis-request-limits.ts';
import { RedisStreamSlots } from '../../src/accounts/limits/redis/redis-stream-slots.ts';
import { describeRates } from '../contract/rates.ts';
import { describeRequestLimits } from '../contract/request-limits.ts';
import { describeSlots } from '../contract/slots.ts';
import { describeThrottles } from '../contract/throttles.ts';
import { onTestClock, openInstallation, TEST_CLOCK } from './limits-bench.ts';
import { findRedis, RedisServer } from './redis-server.ts';

for (const program of findRedis()) {
  let server: RedisServer;
  before(async () => {
    server = await RedisServer.start(program);
  });
  after(() => server.stop());
  const options = { name: 'test', processes: () => 1, scripts: new RateScripts(TEST_CLOCK) };

  describeRates(program.name, async (t, now) => {
    const redis = await openInstallation(t, server);
    return onTestClock(new RedisRateLimits({ ...options, redis, now }), redis, now);
  });

  describeRequestLimits(program.name, async (t, usage, now) => {
    const redis = await openInstallation(t, server);
    return onTestClock(new RedisRequestLimits({ ...options, redis, now, usage }), redis, now);
  });

  describeThrottles(program.name, async (t, limits) => {
    const redis = await openInstallation(t, server);
    const scripts = new ThrottleScripts(TEST_CLOCK);
    const throttle = new RedisFailureThrottle({ ...limits, name: 'test', redis, scripts });
    return onTestClock(throttle, redis, limits.now);
  });

  describeSlots(program.name, async (t) => {
    const slots = new RedisStreamSlots({ redis: await openInstallation(t, server), processes: () => 1 });
    t.after(() => slots.stop());
    return slots;
  });
}
