import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SharedReads } from './shared-reads.ts';

function createReads(max = 10) {
  let now = 1_000;
  const reads = new SharedReads<number>({
    max,
    freshMs: 1_000,
    usableMs: 10_000,
    mayStandInFor: (error) => !(error instanceof RangeError),
    now: () => now,
  });
  let asked = 0;
  return {
    reads,
    asked: () => asked,
    answer: (value: number | Error) => async () => {
      asked++;
      await Promise.resolve();
      if (value instanceof Error) throw value;
      return value;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('one read serves all who ask meanwhile, and its value all who ask while it is fresh', async () => {
  const { reads, asked, answer, pass } = createReads();
  assert.deepEqual(
    await Promise.all([reads.get('a', answer(1)), reads.get('a', answer(2)), reads.get('b', answer(3))]),
    [1, 1, 3],
  );
  pass(999);
  assert.equal(await reads.get('a', answer(4)), 1);
  assert.equal(await reads.get('a', answer(5), 500), 5, 'who needs it fresher reads it');
  pass(1_000);
  assert.equal(await reads.get('a', answer(6)), 6);
  assert.equal(asked(), 4);
});

test('while an older value is known, those who ask meanwhile still share one new read', async () => {
  const { reads, asked, answer, pass } = createReads();
  await reads.get('a', answer(1));
  pass(5_000);
  assert.deepEqual(await Promise.all([reads.get('a', answer(2)), reads.get('a', answer(3))]), [2, 2]);
  assert.equal(asked(), 2);
});

test('an older value stands in for a failure, not for long, and keeps it from being repeated at once', async () => {
  const { reads, asked, answer, pass } = createReads();
  await reads.get('a', answer(1));
  pass(9_500);
  assert.equal(await reads.get('a', answer(new Error('down'))), 1);
  assert.equal(await reads.get('a', answer(new Error('down'))), 1);
  assert.equal(asked(), 2);
  pass(1_000);
  await assert.rejects(reads.get('a', answer(new Error('down'))), /down/);
  assert.equal(reads.newest('a'), 1);
  assert.equal(await reads.get('a', answer(2)), 2);
});

test('nothing stands in for a failure that says the value is wrong', async () => {
  const { reads, answer, pass } = createReads();
  await reads.get('a', answer(1));
  pass(1_000);
  await assert.rejects(reads.get('a', answer(new RangeError('gone'))), RangeError);
});

test('a failure reaches everyone who waits and is not remembered', async () => {
  const { reads, answer } = createReads();
  const both = await Promise.allSettled([reads.get('a', answer(new Error('x'))), reads.get('a', answer(1))]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await reads.get('a', answer(2)), 2);
});

test('what is remembered is bounded, and a read continues for those who wait when its key is pushed out', async () => {
  const { reads, answer } = createReads(2);
  const { promise, resolve } = Promise.withResolvers<number>();
  const slow = reads.get('slow', () => promise);
  await Promise.all(['a', 'b', 'c'].map((key, i) => reads.get(key, answer(i))));
  resolve(7);
  assert.equal(await slow, 7);
  assert.deepEqual(['a', 'b', 'c'].filter((key) => reads.newest(key) !== null).length <= 2, true);
});

test('a large value is let go when nobody asks', async () => {
  const reads = new SharedReads<number>({ max: 10, freshMs: 1_000, heldMs: 1, now: () => 0 });
  await reads.get('a', async () => 1);
  while (reads.newest('a') !== null) await setImmediate();
  assert.equal(await reads.get('a', async () => 2), 2);
});

test('a value that was read before the clock was set back serves nobody, and stands in for no read', async () => {
  const { reads, answer, pass } = createReads();
  await reads.get('a', answer(1));
  pass(-500);
  assert.equal(await reads.get('a', answer(2)), 2);
  pass(-500);
  await assert.rejects(reads.get('a', answer(new Error('away'))));
});
