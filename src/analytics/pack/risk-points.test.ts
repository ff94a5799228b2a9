import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries } from '../../../test/support/price-series.ts';
import { riskPoints } from './risk-points.ts';

test('the risk of a probability is in points, and its deepest fall is that of most points', () => {
  // As a share of its peak the fall from 2 % to 1 % is the deepest; in points it is that from 80 % to 72 %.
  const points = riskPoints(hourlySeries([0.02, 0.01, 0.8, 0.72, 0.76]), 2);
  assertClose(points.maxDrawdownPts, 8);
  // Changes of -1, 79, -8 and 4 points: mean 18.5, squares about it 380.25, 3660.25, 702.25 and 210.25.
  assertClose(points.realizedVolPts, Math.sqrt((380.25 + 3660.25 + 702.25 + 210.25) / 3));
  assert.ok(points.modifiedVar95Pts !== null && points.modifiedVar95Pts >= 0);
});

test('too few bars have no risk, and a price that stands still has no fall', () => {
  const NONE = { realizedVolPts: null, maxDrawdownPts: null, modifiedVar95Pts: null };
  assert.deepStrictEqual(riskPoints(hourlySeries([0.4, 0.5, 0.3]), 4), NONE);
  assert.deepStrictEqual(riskPoints(hourlySeries([]), 0), NONE);
  assert.deepStrictEqual(riskPoints(hourlySeries([0.4, 0.4, 0.4]), 1), {
    realizedVolPts: 0,
    maxDrawdownPts: 0,
    modifiedVar95Pts: null,
  });
  assert.strictEqual(riskPoints(hourlySeries([0.4]), 1).realizedVolPts, null);
});
