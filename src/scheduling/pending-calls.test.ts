import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingCalls } from './pending-calls.ts';

test('a reply settles the call that it names, in any order', async () => {
  const calls = new PendingCalls<string>();
  const first = calls.add();
  const second = calls.add();

  calls.resolve(second.id, 'two');
  calls.reject(first.id, new Error('one failed'));

  assert.equal(await second.result, 'two');
  await assert.rejects(first.result, /one failed/);
  assert.equal(calls.size, 0);
});

test('when the thread ends every call fails, and a late reply changes nothing', async () => {
  const calls = new PendingCalls<string>();
  const { id, result } = calls.add();

  calls.rejectAll(new Error('the thread has ended'));
  calls.resolve(id, 'late');

  await assert.rejects(result, /the thread has ended/);
  assert.equal(calls.size, 0);
});
