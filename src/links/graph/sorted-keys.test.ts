import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SortedKeys } from './sorted-keys.ts';

const NO_PAUSES = { isDue: () => false, pause: () => Promise.resolve() };

test('no matter what comes and goes, the order is that of a sorted set', async () => {
  const step = fc.tuple(fc.constantFrom('add', 'delete'), fc.integer({ min: 0, max: 30 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step)), async (rounds) => {
      const keys = new SortedKeys();
      const model = new Set<string>();
      for (const round of rounds) {
        for (const [what, number] of round) {
          keys[what as 'add'](`k${number}`);
          model[what as 'add'](`k${number}`);
        }
        await keys.settle(NO_PAUSES);
        assert.deepEqual(keys.order, [...model].sort());
      }
    }),
  );
});

test('many keys are sorted in slices, and keys that come meanwhile wait for the next time', async () => {
  const keys = new SortedKeys();
  const names = Array.from({ length: 5_000 }, (_, i) => `key-${(i * 7_919) % 5_000}`);
  for (const name of names) keys.add(name);
  let turns = 0;
  await keys.settle({
    isDue: () => true,
    pause: async () => {
      turns++;
      assert.deepEqual(keys.order, []);
      keys.add('late');
    },
  });
  assert.deepEqual(keys.order, [...names].sort());
  assert.ok(turns > 50);
  await keys.settle(NO_PAUSES);
  assert.deepEqual(keys.order, [...names, 'late'].sort());
});
