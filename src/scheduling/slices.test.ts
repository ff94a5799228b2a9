import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { mapInSlices, SliceQueue } from './slices.ts';

/** Works for one millisecond. */
function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

test('everything is mapped in order, and others get their turn meanwhile', async () => {
  const items = Array.from({ length: 60 }, (_, index) => index);
  let turns = 0;
  let isMapping = true;
  const others = (async () => {
    while (isMapping) {
      await turn();
      turns++;
    }
  })();
  const mapped = await mapInSlices(items, (item) => {
    work();
    return item * 2;
  });
  isMapping = false;
  await others;
  assert.deepEqual(
    mapped,
    items.map((item) => item * 2),
  );
  assert.ok(turns >= 5, `${turns} turns`);
});

test('a short list takes one slice, an empty one none', async () => {
  assert.deepEqual(await mapInSlices([1, 2], String), ['1', '2']);
  assert.deepEqual(await mapInSlices(new Set<number>(), String), []);
});

test('work is done in order, and others get their turn meanwhile', async () => {
  const queue = new SliceQueue();
  const done: number[] = [];
  let others = 0;
  let isWorking = true;
  const other = (async () => {
    while (isWorking) {
      await turn();
      others++;
    }
  })();
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      queue.do(() => {
        work();
        done.push(i);
      }),
    ),
  );
  isWorking = false;
  await other;
  assert.deepEqual(
    done,
    Array.from({ length: 40 }, (_, i) => i),
  );
  assert.ok(others >= 8, `${others} turns of others`);
});

test('what work returns or throws reaches who handed it in, and the rest continues', async () => {
  const queue = new SliceQueue();
  const failing = queue.do(() => {
    throw new Error('broken');
  });
  const next = queue.do(() => 7);
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 7);
});

test('a long job gives way to others, and jobs share their slices', async () => {
  let now = 0;
  const slices = new SliceQueue(() => now);
  const steps: string[] = [];
  function* job(name: string, count: number): Generator<void> {
    for (let i = 0; i < count; i++) {
      steps.push(name);
      now += 1;
      yield;
    }
  }
  slices.run(job('long', 1_000));
  slices.run(job('short', 1));
  await turn();
  assert.ok(steps.length < 1_000, 'the first turn ends before the long job does');
  await turn();
  assert.ok(steps.indexOf('short') < 200, 'the short job does not wait for the end of the long one');
  for (let i = 0; i < 100; i++) await turn();
  assert.equal(steps.length, 1_001);
});
