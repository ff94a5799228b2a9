import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../domain/index.ts';
import { findNewYorkOffset, findNewYorkOffsetAtLocal } from './new-york.ts';

/** Hours around both clock changes of 2026: 8 March and 1 November at 2 o'clock. */
const LOCAL: readonly (readonly [local: string, hours: number])[] = [
  ['2026-03-08T01:59:00Z', 5],
  ['2026-03-08T03:00:00Z', 4],
  ['2026-07-01T12:00:00Z', 4],
  ['2026-11-01T00:59:00Z', 4],
  ['2026-11-01T02:00:00Z', 5],
  ['2026-11-01T01:30:00Z', 4],
  ['2026-03-08T02:30:00Z', 4],
  ['2026-12-31T23:59:00Z', 5],
];

test('a local time of New York is four or five hours behind UTC', () => {
  for (const [local, hours] of LOCAL)
    assert.equal(findNewYorkOffsetAtLocal(Date.parse(local)), hours * HOUR_MS, local);
});

test('a moment has the offset that the clocks of New York have then', () => {
  const spring = Date.parse('2026-03-08T07:00:00Z');
  const autumn = Date.parse('2026-11-01T06:00:00Z');
  assert.deepEqual([findNewYorkOffset(spring - 1), findNewYorkOffset(spring)], [5 * HOUR_MS, 4 * HOUR_MS]);
  assert.deepEqual([findNewYorkOffset(autumn - 1), findNewYorkOffset(autumn)], [4 * HOUR_MS, 5 * HOUR_MS]);
});

test('times of other rules are read by them', () => {
  assert.equal(findNewYorkOffset(Date.parse('2006-03-20T12:00:00Z')), 5 * HOUR_MS);
  assert.equal(findNewYorkOffset(Date.parse('1883-11-17T12:00:00Z')), ((4 * 60 + 56) * 60 + 2) * 1_000);
});
