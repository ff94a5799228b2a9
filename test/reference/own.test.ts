import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCaseFile } from './case-goldens.ts';
import { namesIn, OWN_GOLDENS } from './golden-files.ts';
import { compareSeries } from './series-goldens.ts';

for (const name of namesIn(OWN_GOLDENS, 'expected/series')) {
  test(`the series ${name} agrees with its reference`, () => {
    assert.ok(compareSeries(OWN_GOLDENS, name) > 50);
  });
}

for (const name of namesIn(OWN_GOLDENS, 'expected')) {
  test(`the cases of ${name} agree with their reference`, () => {
    assert.ok(compareCaseFile(OWN_GOLDENS, name) > 5);
  });
}
