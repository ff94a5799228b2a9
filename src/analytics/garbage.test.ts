import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  columnsFrom,
  garbage,
  nonFinitePaths,
  repetitiveGarbage,
} from '../../test/support/property-inputs.ts';
import {
  cascades,
  correlations,
  FLOW_START,
  fairValue,
  flow,
  flowStep,
  horizon,
  prepareSample,
  prepareSeries,
  riskBlock,
  riskReport,
  signals,
  slippage,
  statsPack,
  thinSeries,
  volumeProfile,
} from './index.ts';

const anyRecords = fc.oneof(garbage, repetitiveGarbage);

function assertFinite(answer: unknown): void {
  assert.deepStrictEqual(nonFinitePaths(answer), []);
}

for (const basis of ['log', 'diff'] as const) {
  test(`risk and statistics of any records (${basis}) are finite or null`, () => {
    fc.assert(
      fc.property(anyRecords, (columns) => {
        const series = prepareSeries(columns, basis);
        assertFinite(riskReport(series, { minBars: 0 }));
        assertFinite(riskBlock(prepareSample(columns, 'live', basis)));
        assertFinite(
          statsPack(series, { price: columns.p[0] ?? null, nowMs: 0, closeTime: null, endDate: 5 }),
        );
      }),
      { numRuns: 300 },
    );
  });
}

for (const unit of ['usd', 'probability'] as const) {
  test(`flow, profile and cascades of any records (${unit}) are finite or null`, () => {
    fc.assert(
      fc.property(anyRecords, fc.constantFrom('down' as const, 'up' as const), (columns, direction) => {
        assertFinite(flow(columns, { rollingWindow: 5, unit }));
        assertFinite(volumeProfile(columns, { priceStep: 0.1, unit }));
        assertFinite(cascades(columns, { windowMs: 60_000, minDrawdownPct: 0.01, direction, unit }));
      }),
      { numRuns: 300 },
    );
  });
}

test('correlations of any records are finite or null', () => {
  fc.assert(
    fc.property(fc.array(anyRecords, { minLength: 2, maxLength: 4 }), (assets) => {
      const inputs = assets.map((columns, i) => ({ asset: `a${i}`, columns }));
      assertFinite(correlations(inputs, { nowMs: 1_735_689_600_000 + 500_000, windowHours: 0.2 }));
    }),
  );
});

test('a thinned series has at most 60 prices, all finite', () => {
  fc.assert(
    fc.property(anyRecords, (columns) => {
      const prices = thinSeries(columns, { fromMs: 1_735_689_600_000, toMs: 1_735_689_600_000 + 500_000 });
      assertFinite(prices);
    }),
  );
});

test('any single figures give a finite signal, fair value, horizon and flow step', () => {
  const any = fc.option(fc.double());
  fc.assert(
    fc.property(any, any, any, any, (a, b, c, d) => {
      assertFinite(
        signals({ riskSource: 'store', change24hPct: a, fundingAprPct: b, basisBps: c, imbalance: d }),
      );
      assertFinite(fairValue({ unit: 'usd', last: a, oracle: b }));
      assertFinite(fairValue({ unit: 'probability', last: a, venues: [{ mid: b }, { mid: c }, { mid: d }] }));
      assertFinite(
        horizon({
          price: a,
          nowMs: 0,
          closeTime: b,
          endDate: c,
          barMs: 3_600_000,
          barDeviation: d === null ? null : Math.abs(d),
        }),
      );
      assertFinite(flowStep(FLOW_START, { t: 0, price: a ?? Number.NaN, volume: 1 }).item);
    }),
  );
});

test('levels without a finite, positive price and size are no part of a book', () => {
  const number = fc.oneof(
    fc.double({ min: -10, max: 1e9 }),
    fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY),
  );
  const levels = fc.array(fc.record({ price: number, size: number }), { maxLength: 8 });
  fc.assert(
    fc.property(levels, levels, fc.constantFrom('buy' as const, 'sell' as const), (bids, asks, side) => {
      assertFinite(slippage({ bids, asks }, { side, size: 1000, sizeUnit: 'quote' }));
      assertFinite(slippage({ bids, asks }, { side, size: 1000, sizeUnit: 'base' }));
    }),
  );
});

test('no records give null everywhere but for the counts', () => {
  const nothing = columnsFrom([]);
  const { metrics } = riskReport(prepareSeries(nothing, 'log'), { minBars: 0 });
  const { bars, returns, ...rest } = metrics;
  assert.deepStrictEqual([bars, returns], [0, 0]);
  assert.ok(Object.values(rest).every((value) => value === null));
});
