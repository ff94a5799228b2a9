/** A process that shares limits with others, and does what its parent says. */
import { setTimeout as pause } from 'node:timers/promises';
import { openLimits } from '../../src/app/accounts/limits.ts';
import { wallClock } from '../../src/domain/index.ts';
import { PeriodicTask } from '../../src/scheduling/periodic-task.ts';
import { openRedis } from '../../src/storage/redis/redis.ts';
import { openTestPostgres } from '../servers/postgres-engine.ts';
import type { LimitAnswer, LimitOrder } from './limit-rounds.ts';

const [databaseUrl = '', redisUrl = '', answerMs = ''] = process.argv.slice(2);
const lifecycle = new AsyncDisposableStack();
const database = await openTestPostgres({ url: databaseUrl });
lifecycle.adopt(database, (open) => open.close());
const redis =
  redisUrl === ''
    ? null
    : await openRedis({ url: redisUrl, tag: await database.readTag(), answerMs: Number(answerMs) });
if (redis !== null) lifecycle.defer(() => redis.close());
let losses = 0;
redis?.onChange((isUp) => {
  if (!isUp) losses++;
});
const limits = await openLimits(
  { database, clock: wallClock, now: () => performance.now(), redis, processes: () => 3 },
  lifecycle,
);
const requests = limits.createRequestLimits('api:key');
const flushing = new PeriodicTask({
  everyMs: 1_000,
  run: () => limits.usage.flush(),
  onError: () => undefined,
});
flushing.start();
/** Times at which requests were taken, epoch ms. */
const takenAt: number[] = [];

async function take(botId: string, ratePerMin: number, monthlyQuota: number | null): Promise<boolean> {
  const tier = { ratePerMin, monthlyQuota, maxConcurrentStreams: 0 };
  const { refusedBy } = await requests.take({ botId, endpoint: '/api/stats', venue: null }, tier);
  if (refusedBy === null) takenAt.push(Date.now());
  return refusedBy === null;
}

async function countTrue(attempts: readonly (boolean | Promise<boolean>)[]): Promise<number> {
  return (await Promise.all(attempts)).filter(Boolean).length;
}

/** Leaves the event loop to others for one round only, four times. */
async function beBusy(ms: number): Promise<void> {
  for (let round = 0; ms > 0 && round < 4; round++) {
    const until = performance.now() + ms;
    while (performance.now() < until);
    await new Promise(setImmediate);
  }
}

async function obey(order: LimitOrder): Promise<LimitAnswer> {
  switch (order.kind) {
    case 'requests': {
      const { botId, attempts, ratePerMin, monthlyQuota, busyMs } = order;
      const all = Array.from({ length: attempts }, () => take(botId, ratePerMin, monthlyQuota));
      await beBusy(busyMs);
      return { taken: await countTrue(all) };
    }
    case 'slots': {
      const { botId, attempts, limit, busyMs } = order;
      const all = Array.from(
        { length: attempts },
        async () => (await limits.slots.take(botId, limit)) !== null,
      );
      await beBusy(busyMs);
      return { taken: await countTrue(all) };
    }
    case 'drip': {
      const { botId, forMs, monthlyQuota } = order;
      const before = takenAt.length;
      const end = performance.now() + forMs;
      const caller = async () => {
        while (performance.now() < end) {
          await take(botId, 1_000_000_000, monthlyQuota);
          await pause(1);
        }
      };
      await Promise.all(Array.from({ length: order.callers }, caller));
      return { taken: takenAt.length - before };
    }
    case 'times':
      return { taken: takenAt.length, times: takenAt, losses };
  }
}

process.on('message', async (order: LimitOrder) => {
  process.send?.(await obey(order));
});
process.on('disconnect', async () => {
  await flushing.stop();
  await lifecycle.disposeAsync();
});
process.send?.({ taken: 0 } satisfies LimitAnswer);
