import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleFlight } from './single-flight.ts';

test('work of one key is shared while it runs, and begins again after it', async () => {
  const flights = new SingleFlight<string, number>();
  const first = Promise.withResolvers<number>();
  const shared = [flights.run('a', () => first.promise), flights.run('a', async () => 2)];
  assert.equal(await flights.run('b', async () => 3), 3, 'another key does not wait');
  first.resolve(1);
  assert.deepEqual(await Promise.all(shared), [1, 1]);
  assert.equal(await flights.run('a', async () => 4), 4);
});

test('a failure reaches all who share it, and is not remembered', async () => {
  const flights = new SingleFlight<string, number>();
  const fail = async () => Promise.reject(new RangeError('x'));
  const both = await Promise.allSettled([flights.run('a', fail), flights.run('a', async () => 1)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await flights.run('a', async () => 2), 2);
});
