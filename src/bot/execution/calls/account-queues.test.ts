import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountQueues } from './account-queues.ts';

test('work of one account runs in its order, one at a time, and a failure does not stop the next', async () => {
  const queues = new AccountQueues();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queues.run('one', work(name))));
  assert.deepEqual(log, ['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('one account does not wait for another', async () => {
  const queues = new AccountQueues();
  const blocked = Promise.withResolvers<void>();
  const slow = queues.run('slow', () => blocked.promise);
  assert.equal(await queues.run('fast', async () => 'done'), 'done');
  blocked.resolve();
  await slow;
});

test('more than a hundred waiting orders of one account are turned away', async () => {
  const queues = new AccountQueues();
  const blocked = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 100 }, () => queues.run('one', () => blocked.promise));
  assert.equal(await queues.run('one', async () => 'too much'), null);
  blocked.resolve();
  await Promise.all(waiting);
  assert.equal(await queues.run('one', async () => 'room again'), 'room again');
});
