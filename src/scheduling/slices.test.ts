import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { mapInSlices } from './slices.ts';

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
    // A millisecond of work each.
    const until = performance.now() + 1;
    while (performance.now() < until);
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
