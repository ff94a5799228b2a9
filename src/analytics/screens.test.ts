import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../test/support/property-inputs.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/index.ts';
import { binaryAnomalies, mergeAnomalies, venueAnomalies } from './anomalies/anomalies.ts';
import { simulateArbitrage } from './arbitrage/arbitrage.ts';
import { findNoAsk } from './arbitrage/best-orders.ts';
import { carry } from './carry/carry.ts';
import { averageRanks, pearsonMatrix } from './correlation/correlation.ts';
import { correlations } from './correlation/correlations.ts';
import { gridReadFromMs, priceGrid, pricesOnGrid } from './correlation/price-grid.ts';
import { changeFromReference, rankMovers, referencePrice } from './movers/movers.ts';

test('the grid takes the finest bar that makes at most 720 of the window', () => {
  const computeBarMs = (hours: number) => priceGrid({ nowMs: 1e12, windowMs: hours * HOUR_MS }).barMs;
  assert.deepStrictEqual(
    [12, 24, 60, 180, 360, 720, 2000].map((hours) => computeBarMs(hours) / MINUTE_MS),
    [1, 5, 5, 15, 30, 60, 240],
  );
});

test('a price is carried forward for less than twelve bars', () => {
  const grid = { barMs: 10, fromMs: 1000, points: 15 };
  assert.strictEqual(gridReadFromMs(grid), 880);
  const onGrid = pricesOnGrid({ times: Float64Array.of(1000), prices: Float64Array.of(7) }, grid);
  assert.deepStrictEqual([...onGrid.subarray(0, 12)], Array(12).fill(7));
  assert.ok(onGrid.subarray(12).every(Number.isNaN));
});

test('ties share the mean of their ranks', () => {
  assert.deepStrictEqual([...averageRanks(Float64Array.of(3, 1, 3, 3, -2))], [4, 2, 4, 4, 1]);
});

test('a series correlates fully with its multiple and inversely with its negative', () => {
  const x = Float64Array.of(1, 2, 4, 3);
  const [row] = pearsonMatrix([x, x.map((value) => 5 * value), x.map((value) => -value)]);
  for (const [i, expected] of [1, 1, -1].entries()) assert.ok(Math.abs(row![i]! - expected) < 1e-15);
});

test('assets with too few prices or without variance are dropped and named', () => {
  const nowMs = 48 * HOUR_MS;
  const every = (minutes: number, price: (i: number) => number) =>
    columnsFrom(
      Array.from({ length: (13 * 60) / minutes }, (_, i) => ({
        t: 35 * HOUR_MS + i * minutes * MINUTE_MS,
        p: price(i),
      })),
    );
  const result = correlations(
    [
      { asset: 'moving', columns: every(1, (i) => 100 + Math.sin(i)) },
      { asset: 'constant', columns: every(1, () => 100) },
      { asset: 'sparse', columns: every(60, (i) => 100 + i) },
      { asset: 'also-moving', columns: every(1, (i) => 100 + Math.cos(i)) },
    ],
    { nowMs, windowHours: 12, method: 'pearson' },
  );
  assert.deepStrictEqual(result.surviving, ['moving', 'also-moving']);
  assert.deepStrictEqual(result.dropped, [
    { asset: 'sparse', reason: 'insufficient-data' },
    { asset: 'constant', reason: 'zero-variance' },
  ]);
  assert.deepStrictEqual(result.pearson!.labels, ['moving', 'also-moving']);
  assert.strictEqual(result.spearman, null);
  assert.ok(result.barsPerAsset.sparse! < 361);
});

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

test('the price of No is the cheaper of its own ask and the other side of the Yes bid', () => {
  const leg = { venue: 'v', asset: 'a' };
  assert.strictEqual(findNoAsk({ ...leg, yesBid: 0.25, noAsk: 0.9 }), 0.75);
  assert.strictEqual(findNoAsk({ ...leg, yesBid: null, noAsk: 0.9 }), 0.9);
  assert.strictEqual(findNoAsk({ ...leg, yesBid: 1 }), null);
});

test('an incomplete or stale set is not considered', () => {
  const legs = [
    { venue: 'v', asset: 'a', outcome: 'x', yesAsk: 0.3 },
    { venue: 'w', asset: 'b', outcome: 'y', yesAsk: 0.3, isStale: true },
  ];
  const { summary } = simulateArbitrage([{ id: 's', type: 'complete-set', outcomes: ['x', 'y'], legs }], {
    capital: 1,
  });
  assert.deepStrictEqual(
    [summary.opportunitiesConsidered, summary.expectedEdgePct, summary.avgSpread],
    [0, 0, null],
  );
});

test('a basis to the oracle appears only when one leg is allowed', () => {
  const group = {
    id: 'b',
    type: 'perp-basis' as const,
    legs: [{ venue: 'v', asset: 'a', mark: 99, oracle: 100 }],
  };
  assert.strictEqual(simulateArbitrage([group], { capital: 10 }).selected.length, 0);
  const [selected] = simulateArbitrage([group], { capital: 10, minLegs: 1 }).selected;
  assert.deepStrictEqual([selected!.legs[0]!.side, selected!.spread], ['long', 0.01]);
});

test('an unknown funding rate has no carry', () => {
  assert.strictEqual(carry(null), null);
  assert.strictEqual(carry(Number.NaN), null);
});

test('a market at 0.50 is an empty book only without quotes and volume', () => {
  assert.deepStrictEqual(binaryAnomalies({ price: 0.5, bid: null, ask: null }), ['empty_book_half']);
  assert.deepStrictEqual(binaryAnomalies({ price: 0.5, bid: 0.49, ask: null }), []);
  assert.deepStrictEqual(binaryAnomalies({ price: null }), []);
});

test('anomalies of one code and venue are counted together, the critical ones first', () => {
  assert.deepStrictEqual(venueAnomalies({ ageMs: 120_001, markets: 0 }, 120_000), [
    'venue_stale',
    'venue_empty',
  ]);
  assert.deepStrictEqual(
    mergeAnomalies([
      { code: 'venue_stale', venue: 'a' },
      { code: 'non_positive_price', venue: 'a', subject: 'hl-BTC' },
      { code: 'venue_stale', venue: 'a' },
      { code: 'venue_stale', venue: 'b' },
    ]),
    [
      { code: 'non_positive_price', venue: 'a', count: 1, subjects: ['hl-BTC'], severity: 'critical' },
      { code: 'venue_stale', venue: 'a', count: 2, subjects: [], severity: 'warning' },
      { code: 'venue_stale', venue: 'b', count: 1, subjects: [], severity: 'warning' },
    ],
  );
});
