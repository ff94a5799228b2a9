import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyMaker, LongBody } from './body-maker.ts';
import { HeavyWork } from './heavy-work.ts';
import type { ThreadPool } from './thread-pool.ts';

test('a long body that is made too late for its caller is let go', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const made = Promise.withResolvers<LongBody>();
  const begun = Promise.withResolvers<void>();
  const released: number[] = [];
  const maker: Partial<BodyMaker> = {
    prepare: () => {
      begun.resolve();
      return made.promise;
    },
    release: (body) => released.push(body),
  };
  const threads = { size: 1, pick: () => maker } as unknown as ThreadPool;
  const heavy = new HeavyWork({ history: null as never, threads, maxCostHere: 0, now: () => 0 });
  const answer = heavy.run(null as never, 'identity', {
    address: '203.0.113.1',
    signal: new AbortController().signal,
  });
  await begun.promise;
  t.mock.timers.tick(15_000);
  await assert.rejects(answer, { code: 'handler_timeout' });

  made.resolve({ kind: 'long', digest: 'd', headers: {}, body: 7, heldBytes: 40_000_000 });
  await new Promise(setImmediate);
  assert.deepEqual(released, [7]);
  assert.equal(heavy.stats().heldBytes, 0);
});

test('work that takes too long keeps its turn until it ends: nothing piles up behind it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const works: PromiseWithResolvers<LongBody>[] = [];
  const maker: Partial<BodyMaker> = {
    prepare: () => {
      const work = Promise.withResolvers<LongBody>();
      works.push(work);
      return work.promise;
    },
    release: () => undefined,
  };
  const threads = { size: 1, pick: () => maker } as unknown as ThreadPool;
  const heavy = new HeavyWork({ history: null as never, threads, maxCostHere: 0, now: () => 0 });
  const caller = { address: '203.0.113.1', signal: new AbortController().signal };
  const late = heavy.run(null as never, 'identity', caller);
  const next = heavy.run(null as never, 'identity', caller);
  await new Promise(setImmediate);
  t.mock.timers.tick(15_000);
  await assert.rejects(late, { code: 'handler_timeout' });
  await new Promise(setImmediate);
  assert.equal(works.length, 1);

  works[0]?.resolve({ kind: 'long', digest: 'd', headers: {}, body: 1, heldBytes: 1 });
  await new Promise(setImmediate);
  assert.equal(works.length, 2);
  works[1]?.resolve({ kind: 'long', digest: 'd', headers: {}, body: 2, heldBytes: 1 });
  assert.equal((await next).kind, 'long');
});
