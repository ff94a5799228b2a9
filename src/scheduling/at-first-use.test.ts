import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atFirstUse } from './at-first-use.ts';

test('nothing is made before it is used, and then once', () => {
  let made = 0;
  const read = atFirstUse(() => {
    made += 1;
    return null;
  });
  assert.equal(made, 0);
  assert.equal(read(), null);
  assert.equal(read(), null);
  assert.equal(made, 1);
});

test('what could not be made is tried again', () => {
  let tries = 0;
  const read = atFirstUse(() => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return 'made';
  });
  assert.throws(read, /not yet/);
  assert.equal(read(), 'made');
});
