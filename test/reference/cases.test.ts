import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCaseFile } from './case-goldens.ts';
import { hasGoldens, namesIn, SHARED_GOLDENS } from './golden-files.ts';

const skip = hasGoldens(SHARED_GOLDENS)
  ? false
  : 'the reference values are not beside the project: they are in a folder `shared` beside the checkout';

/** Counts agreements of other implementations with the reference values: no reference itself. */
const NO_REFERENCE = 'crosscheck';

test('every value of every reference case agrees', { skip }, (t) => {
  let compared = 0;
  for (const name of namesIn(SHARED_GOLDENS, 'expected')) {
    if (name === NO_REFERENCE) continue;
    const ofFile = compareCaseFile(SHARED_GOLDENS, name);
    compared += ofFile;
    t.diagnostic(`${name}: ${ofFile} values`);
  }
  t.diagnostic(`compared ${compared} values of the reference cases`);
  assert.strictEqual(compared, 2167);
});
