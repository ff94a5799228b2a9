import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InOrder } from './in-order.ts';

test('calls run one after the other, and a failure reaches its own caller alone', async () => {
  const queue = new InOrder();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = queue.run(async () => {
    steps.push('one begins');
    await first.promise;
    steps.push('one ends');
    throw new Error('one failed');
  });
  const two = queue.run(() => {
    steps.push('two');
    return 2;
  });
  let isIdle = false;
  const idle = queue.waitUntilIdle().then(() => {
    isIdle = true;
  });
  // A later call is not waited for.
  const later = Promise.withResolvers<void>();
  const three = queue.run(() => later.promise);
  await Promise.resolve();
  assert.deepEqual([steps, isIdle], [['one begins'], false]);
  first.resolve();
  await assert.rejects(one, { message: 'one failed' });
  assert.equal(await two, 2);
  await idle;
  assert.deepEqual(steps, ['one begins', 'one ends', 'two']);
  later.resolve();
  await three;
});
