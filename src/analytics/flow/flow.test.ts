import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { cascades } from './cascades.ts';
import { flow, flowItem } from './flow.ts';
import { FLOW_START, flowStep } from './flow-step.ts';
import { impactLambda } from './impact-lambda.ts';
import { volumeProfile } from './volume-profile.ts';

test('an unchanged price inherits the direction before it, and there is none before the first change', () => {
  const { series } = flow(columnsFrom([5, 5, 6, 6, 5, 5].map((p, t) => ({ t, p }))), { rollingWindow: 3 });
  const sides = Array.from({ length: series.length }, (_, i) => flowItem(series, i).side);
  assert.deepStrictEqual(sides, ['unclassified', 'unclassified', 'buy', 'buy', 'sell', 'sell']);
  assert.deepStrictEqual([...series.cumulative], [0, 0, 1, 2, 1, 0]);
});

test('where any record carries volume, records without it weigh nothing', () => {
  const { summary, rollingDelta } = flow(
    columnsFrom([
      { t: 0, p: 5, v: 9 },
      { t: 1, p: 6, v: 3 },
      { t: 2, p: 7 },
      { t: 3, p: 6, v: 1 },
    ]),
    { rollingWindow: 2 },
  );
  assert.deepStrictEqual(
    [summary.buyBars, summary.buyVolume, summary.sellVolume, summary.netDelta, summary.imbalance],
    [2, 3, 1, 2, 0.5],
  );
  assert.deepStrictEqual([summary.hasRealVolume, rollingDelta, summary.impactLambda], [true, -1, null]);
});

test('closes that were filled in have no side and no weight, and change nothing of the trades between them', () => {
  const records = [
    { t: 0, p: 4, isFilled: true },
    { t: 1, p: 5, v: 1 },
    { t: 2, p: 6, v: 2 },
    { t: 3, p: 9, isFilled: true },
    { t: 4, p: 7, v: 3 },
    { t: 5, p: 6, v: 1 },
    { t: 6, p: 8, isFilled: true },
  ];
  const filled = Uint8Array.from(records, ({ isFilled }) => (isFilled ? 1 : 0));
  const { summary, series, rollingDelta } = flow({ ...columnsFrom(records), filled }, { rollingWindow: 2 });
  const trades = flow(columnsFrom(records.filter(({ isFilled }) => !isFilled)), { rollingWindow: 2 });
  assert.deepStrictEqual(summary, { ...trades.summary, bars: 7, unclassifiedBars: 4 });
  assert.strictEqual(rollingDelta, trades.rollingDelta);
  const items = Array.from({ length: series.length }, (_, i) => flowItem(series, i));
  assert.deepStrictEqual(
    items.map(({ side, weight }) => [side, weight]),
    [
      [null, 0],
      ['unclassified', 1],
      ['buy', 2],
      [null, 0],
      ['buy', 3],
      ['sell', 1],
      [null, 0],
    ],
  );
  assert.deepStrictEqual([...series.cumulative], [0, 0, 2, 2, 5, 4, 4]);
  const onlyFilled = flow(
    { ...columnsFrom(records), filled: new Uint8Array(7).fill(1) },
    { rollingWindow: 2 },
  );
  assert.deepStrictEqual(
    [onlyFilled.summary.bars, onlyFilled.summary.unclassifiedBars, onlyFilled.summary.imbalance],
    [7, 7, 0],
  );
});

test('two trades of one millisecond both count', () => {
  const records = columnsFrom([
    { t: 1, p: 5, v: 1 },
    { t: 1, p: 6, v: 1 },
  ]);
  assert.strictEqual(flow(records, { rollingWindow: 10 }).summary.bars, 2);
});

test('vpin leaves a partial last block out', () => {
  // Signs 0 + + - | - - : the first block nets 1 of 3, the rest is partial.
  const records = columnsFrom([5, 6, 7, 6, 5, 4].map((p, t) => ({ t, p })));
  assert.ok(Math.abs(flow(records, { rollingWindow: 4 }).summary.vpin - 1 / 3) < 1e-12);
  assert.ok(Math.abs(flow(records, { rollingWindow: 10 }).summary.vpin - 1 / 5) < 1e-12);
});

test('a stream skips a price that is none and keeps its state', () => {
  const { state } = flowStep(FLOW_START, { t: 0, price: 5, volume: null });
  const skipped = flowStep(state, { t: 1, price: Number.NaN, volume: 3 });
  assert.deepStrictEqual(skipped, { state, item: null });
  const next = flowStep(skipped.state, { t: 2, price: 6, volume: null });
  assert.deepStrictEqual(next.item, { t: 2, side: 'buy', weight: 1, signed: 1, cumulative: 1 });
});

test('a price on an edge belongs to the bucket above it, regardless of the rounding of the quotient', () => {
  const { buckets, pocIdx } = volumeProfile(columnsFrom([0.3, 0.3, 0.29].map((p, t) => ({ t, p }))), {
    priceStep: 0.1,
  });
  assert.deepStrictEqual(
    buckets.map(({ priceLow, priceHigh, count }) => [priceLow, priceHigh, count]),
    [
      [0.2, 0.3, 1],
      [0.3, 0.4, 2],
    ],
  );
  assert.strictEqual(pocIdx, 1);
});

test('a tiny step on a large price makes no empty buckets', () => {
  const { buckets } = volumeProfile(columnsFrom([1, 100_000].map((p, t) => ({ t, p }))), { priceStep: 1e-6 });
  assert.strictEqual(buckets.length, 2);
});

test('two slides with a recovery between them are two cascades, one long slide is one', () => {
  const options = { windowMs: 3, minDrawdownPct: 0.02, direction: 'down' as const };
  const twice = cascades(columnsFrom([100, 98, 97, 101, 98].map((p, t) => ({ t, p }))), options);
  assert.deepStrictEqual(
    twice.cascades.map(({ tStart, tEnd }) => [tStart, tEnd]),
    [
      [0, 2],
      [3, 4],
    ],
  );
  const long = cascades(columnsFrom([100, 99, 98, 97, 96, 95, 94].map((p, t) => ({ t, p }))), options);
  assert.deepStrictEqual(long.summary, {
    clustersFound: 1,
    deepestDrawdownFrac: 1 - 94 / 100,
    totalCascadeBars: 7,
    direction: 'down',
  });
});

test('a rise from a probability of 0 flags nothing', () => {
  const found = cascades(columnsFrom([0, 0.5].map((p, t) => ({ t, p }))), {
    windowMs: 10,
    minDrawdownPct: 0.01,
    direction: 'up',
    unit: 'probability',
  });
  assert.deepStrictEqual(found.cascades, []);
});

test('the impact of a trade is the least-squares slope of the price change on its signed weight', () => {
  // Signed weights 1 and -1, five of each: changes of 2 and -1 have means 1.5 apart from their centre 0.5, slope 1.5.
  const signs = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1];
  const prices = [10];
  for (const sign of signs) prices.push(prices.at(-1)! + (sign > 0 ? 2 : -1));
  const compute = (used: readonly number[]) =>
    impactLambda(
      Float64Array.from(prices.slice(0, used.length + 1)),
      Int8Array.from([0, ...used]),
      Float64Array.from([0, ...used]),
    );
  assert.ok(Math.abs(compute(signs)! - 1.5) < 1e-12);
  assert.strictEqual(compute(signs.slice(1)), null);
  assert.strictEqual(compute(Array(10).fill(1)), null);
});
