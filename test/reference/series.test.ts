import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasGoldens, namesIn, SHARED_GOLDENS } from './golden-files.ts';
import { compareSeries } from './series-goldens.ts';

const skip = hasGoldens(SHARED_GOLDENS)
  ? false
  : 'the reference values are not beside the project: they are in a folder `shared` beside the checkout';

test('every leaf of every reference series agrees', { skip }, (t) => {
  let compared = 0;
  for (const name of namesIn(SHARED_GOLDENS, 'expected/series'))
    compared += compareSeries(SHARED_GOLDENS, name);

  t.diagnostic(`compared ${compared} leaves of the reference series`);
  assert.strictEqual(compared, 3472);
});
