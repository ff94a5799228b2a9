import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { LINKS_MEASURED } from '../../../src/links/measured.ts';
import { HELD_OUT_FILES, measureHeldOut, wilson } from './held-out.ts';

const skip = HELD_OUT_FILES.every(existsSync)
  ? false
  : 'the labelled listings are not beside the project: they are in a folder `shared` beside the checkout';

test('what the service says of its links is what the held-out pairs show', { skip }, async () => {
  const { total } = await measureHeldOut(HELD_OUT_FILES);
  const { at, ...stated } = LINKS_MEASURED;
  assert.deepEqual(total, stated);
  assert.match(at, /^20\d\d-\d\d-\d\d$/);
});

test('the interval is that of Wilson', () => {
  // By hand: z = 1.96; 9 of 10 is (0.9 + 0.1921 - 0.2418) / 1.3841.
  assert.deepEqual(wilson(9, 10), { precision: 0.9, low: 0.5958 });
  assert.deepEqual(wilson(0, 0), { precision: null, low: 0 });
});
