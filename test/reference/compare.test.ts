import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeafCounter } from './compare.ts';

const tolerance = { rel: 1e-9, abs: 0 };

test('a number within the tolerance agrees, one outside does not', () => {
  const counter = new LeafCounter();
  counter.values('x', { a: [1 + 1e-10] }, { a: [1] }, tolerance);
  assert.throws(() => counter.values('x', { a: [1 + 1e-8] }, { a: [1] }, tolerance), /x\.a\[0\]/);
});

test('null agrees with null only', () => {
  const counter = new LeafCounter();
  counter.values('x', null, null, tolerance);
  assert.throws(() => counter.values('x', 0, null, tolerance));
  assert.throws(() => counter.values('x', null, 0, tolerance));
  assert.throws(() => counter.values('x', Number.NaN, 1, tolerance));
});

test('a missing member and a longer list do not agree', () => {
  const counter = new LeafCounter();
  assert.throws(() => counter.values('x', {}, { a: null }, tolerance), /missing/);
  assert.throws(() => counter.values('x', [1, 2], [1], tolerance), /length/);
});

test('every leaf is counted, nested or not', () => {
  const counter = new LeafCounter();
  const leaf = (value: number | null) => ({ value, tool: 'hand', tolerance: 'exact' });
  counter.leaves('x', { a: 1, b: [null, { c: 2 }] }, { a: leaf(1), b: [leaf(null), { c: leaf(2) }] });
  assert.strictEqual(counter.compared, 3);
});
