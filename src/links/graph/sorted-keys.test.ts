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
        await keys.apply(NO_PAUSES);
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
  await keys.apply({
    isDue: () => true,
    pause: async () => {
      turns++;
      assert.deepEqual(keys.order, []);
      keys.add('late');
    },
  });
  assert.deepEqual(keys.order, [...names].sort());
  assert.ok(turns > 50);
  await keys.apply(NO_PAUSES);
  assert.deepEqual(keys.order, [...names, 'late'].sort());
});

test('few changes and many lead to the same order, also of keys that went and came again', async () => {
  const keys = new SortedKeys();
  const model = new Set<string>();
  const change = (what: 'add' | 'delete', number: number) => {
    keys[what](`key-${number}`);
    model[what](`key-${number}`);
  };
  for (const count of [5_000, 3, 400, 1, 70]) {
    for (let i = 0; i < count; i += 1) {
      change('add', (i * 7_919) % 6_000);
      change('delete', (i * 104_729 + count) % 6_000);
      if (i % 3 === 0) change('add', (i * 104_729 + count) % 6_000);
    }
    const before = keys.order;
    const copy = [...before];
    await keys.apply(NO_PAUSES);
    assert.deepEqual(keys.order, [...model].sort(), `${count} changes`);
    assert.deepEqual(before, copy, 'who holds the order of before is not disturbed');
  }
});
