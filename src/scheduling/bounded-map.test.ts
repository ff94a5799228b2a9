import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('the oldest entry goes when one more than the limit comes', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['c', 3],
    ],
  );
});

test('an entry that is set again keeps its age, and takes no room of another', () => {
  const map = new BoundedMap<string | undefined, number>(2);
  map.set(undefined, 1).set('b', 2).set(undefined, 3);
  assert.deepEqual(
    [...map],
    [
      [undefined, 3],
      ['b', 2],
    ],
  );
  map.set('c', 4);
  assert.deepEqual([...map.keys()], ['b', 'c']);
});
