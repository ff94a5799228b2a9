import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HOUR_MS } from '../../domain/index.ts';
import { computePack, type PackTask } from './pack-task.ts';
import { PackThread } from './pack-thread.ts';

function task(seed: number, bars = 100): PackTask {
  return {
    basis: 'log',
    t: Float64Array.from({ length: bars }, (_, i) => i * HOUR_MS),
    p: Float64Array.from({ length: bars }, (_, i) => 100 + Math.sin(i * seed)),
    end: null,
  };
}

function open(t: TestContext): PackThread {
  const thread = new PackThread();
  t.after(() => thread.close());
  return thread;
}

test('the thread gives the packs that the same function gives here, each to its own request', async (t) => {
  const thread = open(t);
  const tasks = [1, 2, 3].map((seed) => task(seed));
  const packs = await Promise.all(tasks.map((one) => thread.compute(one)));
  assert.deepEqual(packs, tasks.map(computePack));
});

test('columns that share one buffer stay readable here', async (t) => {
  const thread = open(t);
  const shared = new Float64Array(20).fill(1);
  await thread.compute({ basis: 'diff', t: shared.subarray(0, 10), p: shared.subarray(10), end: null });
  assert.equal(shared[19], 1);
});

test('a request that cannot be answered fails alone', async (t) => {
  const thread = open(t);
  // A bigint time cannot be combined with numbers, so the computation throws.
  const end = { price: null, nowMs: 0, closeTime: 1n, endDate: null } as unknown as PackTask['end'];
  const failed = thread.compute({ ...task(1), basis: 'diff', end });
  const answered = thread.compute(task(2));
  await assert.rejects(failed, /could not be computed/);
  assert.equal((await answered).n, 99);
});

test('a closed thread refuses requests, and those in progress fail', async () => {
  const thread = new PackThread();
  const asked = thread.compute(task(1));
  await Promise.all([assert.rejects(asked, /ended/), thread.close()]);
  await assert.rejects(thread.compute(task(1)), /closed/);
});
