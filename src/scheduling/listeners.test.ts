import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Listeners } from './listeners.ts';

test('a listener that throws harms no other, and what it threw is reported', () => {
  const faults: unknown[] = [];
  const received: string[] = [];
  const listeners = new Listeners<string>((error) => faults.push(error));
  const fault = new Error('ours');
  listeners.add((event) => received.push(`first ${event}`));
  listeners.add(() => {
    throw fault;
  });
  listeners.add((event) => received.push(`third ${event}`));
  listeners.notify('a');
  assert.deepEqual(received, ['first a', 'third a']);
  assert.deepEqual(faults, [fault]);
});

test('a listener gets nothing after it stopped, also when the same function listens twice', () => {
  const received: string[] = [];
  const listeners = new Listeners<string>(assert.ifError);
  const listener = (event: string) => received.push(event);
  const stopFirst = listeners.add(listener);
  const stopSecond = listeners.add(listener);
  stopFirst();
  stopFirst();
  listeners.notify('a');
  stopSecond();
  listeners.notify('b');
  assert.deepEqual(received, ['a']);
  assert.equal(listeners.size, 0);
});
