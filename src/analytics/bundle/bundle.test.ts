import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { riskMetrics } from '../pack/risk-metrics.ts';
import { riskPoints } from '../pack/risk-points.ts';
import { prepareSample } from '../sampling/one-cadence.ts';
import { carryBlock, changeLogOdds, changePts, differencePts, spreadBps, spreadPts } from './price-block.ts';
import { riskBlock } from './risk-block.ts';
import { findFlowLean, signals, suggestedSide } from './signals.ts';
import { thinSeries } from './thin-series.ts';

function wave(records: number) {
  return columnsFrom(
    Array.from({ length: records }, (_, i) => ({ t: i * 1000, p: 0.5 + 0.1 * Math.sin(i) })),
  );
}

test('the source of risk is the sample: live, hourly, or too short for either', () => {
  const live = riskBlock(prepareSample(wave(30), 'live', 'log'));
  assert.deepStrictEqual([live.source, live.windowMs], ['store', 86_400_000]);
  assert.deepStrictEqual(live.sampling, {
    basis: 'live',
    stepMs: 1_000,
    coveredMs: 29_000,
    outagesSkipped: 0,
  });
  const hourly = riskBlock(prepareSample(wave(40), 'hourly', 'log'));
  assert.deepStrictEqual([hourly.source, hourly.windowMs], ['fallback', 168 * 3_600_000]);
  for (const none of [riskBlock(prepareSample(wave(29), 'live', 'log')), riskBlock(null)]) {
    assert.deepStrictEqual(
      [none.source, none.barsUsed, none.returnBasis, none.omega, none.periodsPerYear, none.sampling],
      ['insufficient', 0, null, null, null, null],
    );
  }
});

test('volatility and value at risk of a probability are points, its drawdowns percent of the peak', () => {
  const sample = prepareSample(wave(100), 'live', 'diff')!;
  const binary = riskBlock(sample);
  const points = riskPoints(sample.series, 30);
  assertClose(binary.modifiedVar95Pct, points.modifiedVar95Pts!);
  assertClose(binary.realizedVolAnnualizedPct, points.realizedVolPts! * Math.sqrt(binary.periodsPerYear!));
  const { peakPrice, troughPrice } = riskMetrics(sample.series);
  assertClose(binary.maxDrawdownPct, (1 - troughPrice! / peakPrice!) * 100);
  assertClose(points.maxDrawdownPts, (peakPrice! - troughPrice!) * 100);
});

test('a binary has no yearly ratios in its risk block, and fractions become percent', () => {
  const perpetual = riskBlock(prepareSample(wave(100), 'live', 'log'));
  const binary = riskBlock(prepareSample(wave(100), 'live', 'diff'));
  assert.deepStrictEqual([binary.sharpe, binary.martinRatio, binary.sterlingRatio], [null, null, null]);
  assert.notStrictEqual(perpetual.sharpe, null);
  assert.deepStrictEqual(
    [binary.sharpeSuppressedReason, riskBlock(null, 'diff').sharpeSuppressedReason],
    ['bounded-probability', 'bounded-probability'],
  );
  assert.deepStrictEqual(
    [perpetual.sharpeSuppressedReason, riskBlock(null, 'log').sharpeSuppressedReason],
    [undefined, 'insufficient-data'],
  );
  assert.strictEqual(binary.maxDrawdownPct, perpetual.maxDrawdownPct);
  assert.ok(binary.maxDrawdownPct! > 30 && binary.maxDrawdownPct! < 40);
});

const quiet = {
  riskSource: 'store',
  change24hPct: null,
  fundingAprPct: null,
  basisBps: null,
  imbalance: null,
} as const;

test('each vote gives one reason with its number, in a fixed order', () => {
  const { reasons, direction } = signals({
    ...quiet,
    change24hPct: 2.345,
    fundingAprPct: -10.95,
    basisBps: -12.3,
    imbalance: 0.25,
  });
  assert.deepStrictEqual(reasons, [
    'The price has risen by 2.35 % in 24 hours.',
    'Shorts pay longs 10.95 % a year in funding.',
    'The price is 12.3 bps below fair value.',
    'Buyers lead the traded volume with an imbalance of 0.25, by the tick rule.',
  ]);
  assert.strictEqual(direction, 'LONG');
  assert.deepStrictEqual(
    [suggestedSide('LONG'), suggestedSide('SHORT'), suggestedSide('NEUTRAL')],
    ['BUY', 'SELL', null],
  );
});

test('the vote of flow goes by the stated side where there is one, and says which it took', () => {
  const vote = (imbalance: number | null, statedImbalance?: number | null) =>
    signals({ ...quiet, imbalance, ...(statedImbalance === undefined ? {} : { statedImbalance }) });
  const bySides =
    'Sellers lead the traded volume with an imbalance of 0.4, by the sides that the venue stated.';
  assert.deepStrictEqual([vote(0.87, -0.4).score, vote(0.87, -0.4).reasons], [-0.15, [bySides]]);
  assert.deepStrictEqual(vote(null, -0.4).reasons, [bySides]);
  // The stated sides are balanced, so the tick rule is not used.
  assert.deepStrictEqual(vote(0.87, 0.1).votes, []);
  assert.deepStrictEqual(vote(0.87, null).reasons, [
    'Buyers lead the traded volume with an imbalance of 0.87, by the tick rule.',
  ]);
});

test('a stale feed and missing data are neutral with no confidence, and say why', () => {
  for (const inputs of [
    { ...quiet, change24hPct: 9, isStale: true },
    { ...quiet, riskSource: 'insufficient' as const },
  ]) {
    const { direction, confidence, reasons, votes } = signals(inputs);
    assert.deepStrictEqual([direction, confidence, reasons.length, votes.length], ['NEUTRAL', 0, 1, 0]);
  }
});

test('flow leans from an imbalance of 0.2', () => {
  assert.deepStrictEqual([0.2, -0.2, 0.19, null].map(findFlowLean), ['BID', 'ASK', null, null]);
});

test('a spread needs 0 < bid <= ask', () => {
  assert.ok(Math.abs(spreadBps(99, 101)! - 200) < 1e-9);
  assert.deepStrictEqual([spreadBps(0, 1), spreadBps(2, 1), spreadBps(null, 1)], [null, null, null]);
});

test('funding becomes a yearly percentage and names who pays', () => {
  assert.deepStrictEqual(carryBlock(-(2 ** -20)), { fundingAprPct: -876_000 / 2 ** 20, side: 'shorts_pay' });
  assert.deepStrictEqual(carryBlock(null), { fundingAprPct: null, side: 'flat' });
});

test('a thinned series holds the last price of each of 60 slices and leaves empty ones out', () => {
  const columns = columnsFrom([0, 5, 999, 30_000, 60_000].map((t, i) => ({ t, p: i + 1 })));
  assert.deepStrictEqual(thinSeries(columns, { fromMs: 0, toMs: 60_000 }), [3, 4, 5]);
  assert.strictEqual(thinSeries(wave(6000), { fromMs: 0, toMs: 6_000_000 }).length, 60);
});

test('points of a probability are hundredths of its price, and null where they would be invented', () => {
  assert.deepStrictEqual([spreadPts(0.01, 0.02), spreadPts(0.39, 0.41)], [1, 2]);
  assert.deepStrictEqual([spreadPts(null, 0.4), spreadPts(0, 0.4), spreadPts(0.5, 0.4)], [null, null, null]);
  assert.deepStrictEqual([differencePts(0.44, 0.42), differencePts(null, 0.4)], [2, null]);
  // A price of 40 % after a change of +25 % is 50 %: ten points.
  assert.deepStrictEqual([changePts(0.5, 0.25), changePts(0.5, 0)], [10, 0]);
  assert.deepStrictEqual([changePts(null, 0.1), changePts(0.5, null), changePts(0, -1)], [null, null, null]);
  // ln(0.02 / 0.98) - ln(0.01 / 0.99), and nothing at the ends.
  assertClose(changeLogOdds(0.02, 1), 0.7032995520239633);
  assertClose(changeLogOdds(0.98, -0.01 / 0.99), -0.7032995520239633);
  for (const [price, frac] of [
    [0, -1],
    [1, 0.25],
    [0.5, null],
    [null, 0.1],
    [0.9, -0.1],
  ] as const)
    assert.strictEqual(changeLogOdds(price, frac), null, `${price} ${frac}`);
});

test('the reasons of a probability speak in points, those of a perpetual in percent and bps', () => {
  const inputs = {
    riskSource: 'store' as const,
    change24hPct: 25,
    fundingAprPct: null,
    basisBps: 476,
    imbalance: null,
  };
  assert.deepStrictEqual(signals({ ...inputs, points: { change24h: 10, basis: 2 } }).reasons, [
    'The price has risen by 10 points in 24 hours.',
    'The price is 2 points above fair value.',
  ]);
  assert.deepStrictEqual(signals(inputs).reasons, [
    'The price has risen by 25 % in 24 hours.',
    'The price is 476 bps above fair value.',
  ]);
});
