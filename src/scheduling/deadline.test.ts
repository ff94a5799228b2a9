import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDeadline } from './deadline.ts';

const never = new Promise<string>(() => undefined);

test('work that is done in time gives its own result', async () => {
  assert.equal(await withDeadline(Promise.resolve('done'), 1_000, () => null), 'done');
  await assert.rejects(
    withDeadline(Promise.reject(new Error('own fault')), 1_000, () => null),
    /own fault/,
  );
});

test('late work is replaced, or refused', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const replaced = withDeadline(never, 50, () => 'instead');
  t.mock.timers.tick(50);
  assert.equal(await replaced, 'instead');
  const refused = withDeadline(never, 50, () => {
    throw new Error('too late');
  });
  t.mock.timers.tick(50);
  await assert.rejects(refused, /too late/);
});

test('a fault after the deadline is dropped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise, reject } = Promise.withResolvers<string>();
  const result = withDeadline(promise, 50, () => null);
  t.mock.timers.tick(50);
  assert.equal(await result, null);
  reject(new Error('nobody waits any more'));
});
