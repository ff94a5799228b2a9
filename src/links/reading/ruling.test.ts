import assert from 'node:assert/strict';
import test from 'node:test';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { createRulingReader } from './ruling.ts';

test('the day by which a question ends undecided is a day that exists', () => {
  const rows = [
    ['December 31, 2027', Date.UTC(2027, 11, 31)],
    ['Nov. 3, 2026', Date.UTC(2026, 10, 3)],
    ['November 31, 2026', null],
    ['February 29, 2027', null],
    ['February 29, 2028', Date.UTC(2028, 1, 29)],
  ] as const;
  for (const [day, expected] of rows) {
    const rules = `If no election is held by ${day}, this market will resolve to No.`;
    const read = createRulingReader(rules, null, null, getBuiltInVocabulary(), null);
    assert.equal(read().fallbackAt, expected, day);
  }
});
