import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDistribution } from './distribution.ts';
import { orderByThreshold } from './ladder-order.ts';
import type { Outcome } from './model.ts';

type Threshold = NonNullable<Outcome['threshold']>;

const outcome = (
  asset: string,
  threshold: Threshold | null,
  last: number | null,
  changes: Partial<Outcome> = {},
) =>
  ({
    asset,
    threshold,
    last,
    bid: null,
    ask: null,
    isGone: false,
    linked: [],
    ...changes,
  }) as unknown as Outcome;
const above = (strike: number, last: number | null, changes: Partial<Outcome> = {}) =>
  outcome(`above-${strike}`, { test: 'above', strike, strikeHigh: null }, last, changes);
const below = (strike: number, last: number | null) =>
  outcome(`below-${strike}`, { test: 'below', strike, strikeHigh: null }, last);
const between = (strike: number, strikeHigh: number, last: number | null) =>
  outcome(`${strike}-${strikeHigh}`, { test: 'between', strike, strikeHigh }, last);

const binsOf = (outcomes: readonly Outcome[]) =>
  findDistribution(outcomes)?.bins.map(({ from, to, probability }) => [from, to, probability]) ?? null;

test('bins between strikes are differences of neighbouring prices, and with both open ends they are 1', () => {
  const bins = binsOf([above(100, 0.2), above(80, 0.9), above(90, 0.65)]);
  assert.deepEqual(bins, [
    [null, 80, 0.1],
    [80, 90, 0.25],
    [90, 100, 0.45],
    [100, null, 0.2],
  ]);
  assert.deepEqual(binsOf([below(80, 0.1), below(90, 0.35), below(100, 0.8)]), bins);
});

test('the middle of bid and ask counts before the recorded price; a touch that crosses is none', () => {
  const bins = binsOf([above(1, 0.9, { bid: 0.7, ask: 0.8 }), above(2, 0.5, { bid: 0.6, ask: 0.4 })]);
  assert.deepEqual(bins, [
    [null, 1, 0.25],
    [1, 2, 0.25],
    [2, null, 0.5],
  ]);
});

test('crossed strikes leave a negative bin, and nothing is normalised', () => {
  assert.deepEqual(binsOf([above(80, 0.5), above(90, 0.6), above(100, 0.1)]), [
    [null, 80, 0.5],
    [80, 90, -0.1],
    [90, 100, 0.5],
    [100, null, 0.1],
  ]);
});

test('a strike without a price joins the bins beside it, and is counted', () => {
  const outcomes = [above(80, 0.9), above(90, null), above(100, 0.2)];
  assert.deepEqual(binsOf(outcomes), [
    [null, 80, 0.1],
    [80, 100, 0.7],
    [100, null, 0.2],
  ]);
  assert.equal(findDistribution(outcomes)?.unpriced, 1);
});

test('ranges are their own bins, in order, with holes between them and without a price where they have none', () => {
  const outcomes = [
    between(84, 85, 0.3),
    above(88, 0.05),
    below(80, 0.2),
    between(80, 81, null),
    between(82, 83, 0.4),
  ];
  assert.deepEqual(binsOf(outcomes), [
    [null, 80, 0.2],
    [80, 81, null],
    [82, 83, 0.4],
    [84, 85, 0.3],
    [88, null, 0.05],
  ]);
});

test('what is no ladder has no distribution', () => {
  for (const outcomes of [
    [],
    [above(80, 0.5)],
    [above(80, 0.5), outcome('words', null, 0.5)],
    // Touched at any time, in both directions.
    [above(100, 0.3), below(60, 0.2)],
    // One strike at two dates.
    [above(100, 0.3), above(100, 0.4), above(110, 0.1)],
    [above(80, null), above(90, 0.4)],
    // A range within another.
    [between(80, 90, 0.5), between(82, 84, 0.2)],
  ])
    assert.equal(findDistribution(outcomes), null);
});

test('an outcome that is gone is no bin', () => {
  const gone = above(85, 0.7, { isGone: true });
  assert.deepEqual(binsOf([above(80, 0.9), gone, above(90, 0.65)]), [
    [null, 80, 0.1],
    [80, 90, 0.25],
    [90, null, 0.65],
  ]);
});

test('outcomes that all ask about a number are in its order, whatever they ask', () => {
  const outcomes = [above(88, 0.1), between(82, 83, 0.4), below(80, 0.2), between(80, 81, 0.3)];
  assert.deepEqual(
    orderByThreshold(outcomes)?.map(({ asset }) => asset),
    ['below-80', '80-81', '82-83', 'above-88'],
  );
  assert.equal(orderByThreshold([...outcomes, outcome('words', null, 0.1)]), null);
});

test('every sum of a ladder is 1 and every sum of ranges is that of the prices, for three hundred outcomes too', () => {
  const strikes = Array.from({ length: 300 }, (_, i) => above(i, Number(((300 - i) / 301).toFixed(4))));
  const sum = (outcomes: readonly Outcome[]) =>
    (findDistribution(outcomes)?.bins ?? []).reduce(
      (total, { probability }) => total + (probability ?? 0),
      0,
    );
  assert.ok(Math.abs(sum(strikes) - 1) < 1e-9);
  const ranges = Array.from({ length: 300 }, (_, i) => between(i, i + 1, 0.01));
  assert.ok(Math.abs(sum(ranges) - 3) < 1e-9);
});
