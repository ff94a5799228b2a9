import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS } from '../../domain/index.ts';
import {
  changeFromFeed,
  changeFromReference,
  changeFromVenue,
  chooseDayChange,
  priceInWindow,
  rankMovers,
  referencePrice,
} from './movers.ts';

test('the reference of a 24 h change is the last record between 30 and 24 hours ago', () => {
  const nowMs = 100 * HOUR_MS;
  const at = (hoursAgo: number, p: number) => ({ t: nowMs - hoursAgo * HOUR_MS, p });
  assert.strictEqual(referencePrice(columnsFrom([at(31, 1), at(30, 2), at(24, 3), at(23.9, 4)]), nowMs), 3);
  assert.strictEqual(referencePrice(columnsFrom([at(31, 1), at(2, 4)]), nowMs), null);
  assert.strictEqual(changeFromReference(0.5, 0), null);
  assert.strictEqual(changeFromReference(null, 0.4), null);
});

test('a change of 0 is eligible but moves neither up nor down', () => {
  const { gainers, losers, totals } = rankMovers(
    [
      { asset: 'b', changeFrac: 0.1 },
      { asset: 'a', changeFrac: 0.1 },
      { asset: 'zero', changeFrac: 0 },
      { asset: 'unknown', changeFrac: null },
      { asset: 'down', changeFrac: -0.4 },
    ],
    { topN: 10, minPriceChangePct: 0 },
  );
  assert.deepStrictEqual(
    [gainers.map(({ asset }) => asset), losers.map(({ asset }) => asset)],
    [['a', 'b'], ['down']],
  );
  assert.deepStrictEqual([totals.considered, totals.eligible], [5, 4]);
  assert.ok(Math.abs(totals.avgAbsChange! - 0.15) < 1e-15);
});

test('a change is a fraction of the reference', () => {
  // 0.5 / 0.4 - 1 and 0.3 / 0.4 - 1.
  assertClose(changeFromReference(0.5, 0.4), 0.25);
  assertClose(changeFromReference(0.3, 0.4), -0.25);
  assert.deepStrictEqual([changeFromFeed(-2.5), changeFromFeed(null)], [-0.025, null]);
});

test("a venue's change is a fraction of the price that it leads from, which lies between 0 and 1", () => {
  // 0.1 / 0.4, -0.1 / 0.6 and 0.
  assertClose(changeFromVenue(0.5, 0.1), 0.25);
  assertClose(changeFromVenue(0.5, -0.1), -1 / 6);
  assert.strictEqual(changeFromVenue(0.5, 0), 0);
  assert.strictEqual(changeFromVenue(0.5, -0.5), -0.5, 'from 1');
  const refused: [price: number | null, change: number | null][] = [
    [null, 0.1],
    [0.5, null],
    [0.5, Number.NaN],
    [Number.NaN, 0.1],
    [0.5, Number.POSITIVE_INFINITY],
    [0.5, 0.5],
    [0.5, 0.6],
    [0.5, -0.51],
    // A change that is stated in percent, or that belongs to another market.
    [0.5, 7.5],
  ];
  for (const [price, change] of refused)
    assert.strictEqual(changeFromVenue(price, change), null, `${price} ${change}`);
});

test('our own record goes before the figure of the venue', () => {
  assert.deepStrictEqual(chooseDayChange(0.5, { reference: 0.4, venueChange: -0.3 }), {
    frac: changeFromReference(0.5, 0.4),
    source: 'store-delta',
  });
  assert.deepStrictEqual(chooseDayChange(0.5, { reference: null, venueChange: 0.25 }), {
    frac: 1,
    source: 'venue',
  });
  for (const reference of [null, 0])
    assert.strictEqual(chooseDayChange(0.5, { reference, venueChange: reference }), null);
});

test('a record before the window is no reference', () => {
  assert.strictEqual(priceInWindow({ t: 10, p: 7 }, { fromMs: 10 }), 7);
  assert.strictEqual(priceInWindow({ t: 9, p: 7 }, { fromMs: 10 }), null);
  assert.strictEqual(priceInWindow(null, { fromMs: 10 }), null);
});

test('each list ends at its length, and small changes are not counted', () => {
  const rows = [0.3, 0.2, 0.01, -0.5, -0.1].map((changeFrac, i) => ({ asset: `a${i}`, changeFrac }));
  const { gainers, losers, totals } = rankMovers(rows, { topN: 1, minPriceChangePct: 0.1 });
  assert.deepStrictEqual(
    [gainers.map(({ asset }) => asset), losers.map(({ asset }) => asset)],
    [['a0'], ['a3']],
  );
  assert.deepStrictEqual([totals.considered, totals.eligible], [5, 4]);
  // (0.3 + 0.2 + 0.5 + 0.1) / 4
  assertClose(totals.avgAbsChange, 0.275);
  assert.strictEqual(rankMovers(rows, { topN: 1, minPriceChangePct: 1 }).totals.avgAbsChange, null);
});

test('another order than the share of the price, in which a row may have no place', () => {
  const rows = [
    { asset: 'long shot', changeFrac: 1, points: 1 },
    { asset: 'favourite', changeFrac: 0.1, points: 6 },
    { asset: 'none', changeFrac: 0.5, points: null },
    { asset: 'down', changeFrac: -0.2, points: -3 },
  ];
  const { gainers, losers, totals } = rankMovers(rows, {
    topN: 9,
    minPriceChangePct: 0,
    rank: ({ points }) => points,
  });
  assert.deepStrictEqual(
    [gainers.map(({ asset }) => asset), losers.map(({ asset }) => asset), totals.eligible],
    [['favourite', 'long shot'], ['down'], 3],
  );
});
