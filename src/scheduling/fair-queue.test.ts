import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, QueueFullError } from './fair-queue.ts';

const NEVER = new AbortController().signal;

/** Creates work that starts when its turn comes and ends when the test says so. */
function steps(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    add(caller: string, name: string, signal = NEVER) {
      return queue.run(caller, signal, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    },
    async endOne() {
      ends.shift()?.();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers take turns, and each is served in its own order', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxWaiting: 10, maxWaitingPerCaller: 10 });
  const { begun, add, endOne } = steps(queue);
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name.charAt(0), name));
  for (let i = 0; i < all.length; i++) await endOne();
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  assert.deepEqual([queue.length, queue.running], [0, 0]);
});

test('beyond the limits of one caller and of all, work is refused', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxWaiting: 3, maxWaitingPerCaller: 2 });
  const { add, endOne } = steps(queue);
  const taken = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3')];
  await assert.rejects(add('a', 'a4'), QueueFullError);
  taken.push(add('b', 'b1'));
  await assert.rejects(add('b', 'b2'), QueueFullError);
  for (let i = 0; i < 4; i++) await endOne();
  await Promise.all(taken);
});

test('work whose caller has gone is dropped, and leaves its place to others', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxWaiting: 1, maxWaitingPerCaller: 1 });
  const { begun, add, endOne } = steps(queue);
  const first = add('a', 'a1');
  const gone = new AbortController();
  const dropped = add('b', 'b1', gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(dropped, /gone/);
  const next = add('c', 'c1');
  await endOne();
  await endOne();
  await Promise.all([first, next]);
  assert.deepEqual(begun, ['a1', 'c1']);
});

test('work that fails makes room for the next', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxWaiting: 1, maxWaitingPerCaller: 1 });
  await assert.rejects(
    queue.run('a', NEVER, () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await queue.run('a', NEVER, async () => 7), 7);
});

test('a caller that may not start lets the others pass', async () => {
  const mayNot = new Set(['a']);
  const queue = new FairQueue({
    maxRunning: 2,
    maxWaiting: 9,
    maxWaitingPerCaller: 9,
    mayStart: (caller) => !mayNot.has(caller),
  });
  const { begun, add, endOne } = steps(queue);
  const all = [add('a', 'a1'), add('b', 'b1')];
  await settled();
  assert.deepEqual(begun, ['b1']);
  mayNot.clear();
  queue.startWhatMay();
  await settled();
  assert.deepEqual(begun, ['b1', 'a1']);
  await endOne();
  await endOne();
  await Promise.all(all);
});

test('work that may begin at once begins, and none while others run or wait', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxWaiting: 3, maxWaitingPerCaller: 3 });
  const { begun, add, endOne } = steps(queue);
  const first = queue.tryRun('a', async () => {
    begun.push('a1');
    await settled();
    return 1;
  });
  assert.equal(
    queue.tryRun('b', async () => 2),
    null,
  );
  const waiting = add('b', 'b1');
  assert.equal(await first, 1);
  await settled();
  assert.deepEqual(begun, ['a1', 'b1']);
  assert.equal(
    queue.tryRun('a', async () => 3),
    null,
  );
  await endOne();
  await waiting;
  assert.equal(await queue.tryRun('a', async () => 3), 3);
  assert.equal(queue.running, 0);
});
