import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { fairValue, isMispriced } from './fair-value.ts';

test('a consensus needs two fresh mids strictly between 0 and 1', () => {
  const venues = [{ mid: 0.4 }, { mid: 0.5, isStale: true }, { mid: 1 }, { mid: null }];
  assert.strictEqual(fairValue({ unit: 'probability', last: 0.4, venues }).source, 'none');
  assert.strictEqual(
    fairValue({ unit: 'probability', last: null, venues: [...venues, { mid: 0.6 }] }).value,
    0.5,
  );
});

test('a probability is mispriced only by half a cent or more', () => {
  const rich = fairValue({ unit: 'probability', last: 0.024, venues: [{ mid: 0.02 }, { mid: 0.02 }] });
  assert.ok(rich.basisBps! > 1900);
  const screen = { unit: 'probability' as const, minBasisBps: 50 };
  assert.ok(!isMispriced(rich, { ...screen, last: 0.024 }));
  const wide = fairValue({ unit: 'probability', last: 0.305, venues: [{ mid: 0.3 }, { mid: 0.3 }] });
  assert.ok(isMispriced(wide, { ...screen, last: 0.305 }));
});

test('an oracle is the fair value of a perpetual, with the basis in bps of it', () => {
  const { basisBps, ...rest } = fairValue({ unit: 'usd', last: 101, oracle: 100 });
  assertClose(basisBps, 100);
  assert.deepStrictEqual(rest, {
    value: 100,
    source: 'hl-oracle',
    confidence: 1,
    dispersionBps: null,
    nVenues: null,
  });
  assert.strictEqual(fairValue({ unit: 'usd', last: null, oracle: 100 }).basisBps, null);
  for (const oracle of [null, 0, -1, Number.NaN]) {
    assert.strictEqual(fairValue({ unit: 'usd', last: 101, oracle }).source, 'none');
  }
});

test('a consensus is the median, and is trusted less the fewer venues and the wider their gap', () => {
  const two = fairValue({ unit: 'probability', last: 0.4, venues: [{ mid: 0.42 }, { mid: 0.38 }] });
  assertClose(two.value, 0.4);
  assertClose(two.basisBps, 0);
  // (1 - 1/2) (1 - 0.04/0.1) and 0.04/0.4.
  assertClose(two.confidence, 0.3);
  assertClose(two.dispersionBps, 1000);

  const three = fairValue({
    unit: 'probability',
    last: 0.3,
    venues: [{ mid: 0.6 }, { mid: 0.2 }, { mid: 0.25 }],
  });
  assertClose(three.value, 0.25);
  assertClose(three.basisBps, 2000);
  // The gap is above ten cents.
  assert.deepStrictEqual([three.confidence, three.nVenues], [0, 3]);
});
