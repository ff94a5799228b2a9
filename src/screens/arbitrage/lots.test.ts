import assert from 'node:assert/strict';
import test from 'node:test';
import { findCommonLot, floorToLot } from './lots.ts';

test('a common lot is a multiple of each', () => {
  const rows: [lots: number[], expected: number][] = [
    [[0.01, 0.01], 0.01],
    [[0.01, 1], 1],
    [[0.001, 0.01, 1], 1],
    [[0.3, 0.2], 0.6],
  ];
  for (const [lots, expected] of rows) assert.equal(findCommonLot(lots), expected, String(lots));
});

test('a size is cut down to its lot, and rounding costs none', () => {
  const rows: [size: number, lot: number, expected: number][] = [
    [1063.829787234, 0.01, 1063.82],
    [0.29 + 0.01, 0.01, 0.3],
    [0.1 + 0.2, 0.1, 0.3],
    [9.99, 1, 9],
    [0.99, 1, 0],
    [1.0005, 0.001, 1],
    [4_503_599_627, 1, 4_503_599_627],
  ];
  for (const [size, lot, expected] of rows)
    assert.equal(floorToLot(size, lot), expected, `${size} of ${lot}`);
});
