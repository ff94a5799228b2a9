import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { carry } from './carry.ts';

test('an unknown funding rate has no carry', () => {
  assert.strictEqual(carry(null), null);
  assert.strictEqual(carry(Number.NaN), null);
});

test('a positive rate is paid by the long side and received by the short side', () => {
  const { longSide, shortSide, ...whole } = carry(0.0001)!;
  // 8760 hours of 0.01 %; 0.24 % a day reach 1 % after 0.01 / 0.0024 days.
  assertClose(whole.fundingAnnualizedFrac, 0.876);
  assert.ok(!whole.flat);
  assert.deepStrictEqual([longSide.role, longSide.hourlyFrac], ['pays', -0.0001]);
  assertClose(longSide.annualizedFrac, -0.876);
  assert.deepStrictEqual([shortSide.role, shortSide.hourlyFrac], ['receives', 0.0001]);
  for (const side of [longSide, shortSide]) {
    assertClose(side.daysTo1Pct, 100 / 24);
    assertClose(side.daysTo10Pct, 1000 / 24);
  }
  assert.strictEqual(carry(-0.0001)!.longSide.role, 'receives');
});

test('a rate of 0 is flat and never earns a percent', () => {
  const { flat, longSide } = carry(0)!;
  assert.ok(flat);
  assert.deepStrictEqual([longSide.role, longSide.daysTo1Pct, longSide.daysTo10Pct], ['flat', null, null]);
});
