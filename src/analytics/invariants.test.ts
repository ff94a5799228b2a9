import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  columnsFrom,
  garbage,
  hourlyPrices,
  probabilities,
  ticks,
} from '../../test/support/property-inputs.ts';
import {
  cascades,
  conditionalDrawdown,
  correlations,
  drawdownAtRisk,
  expectedShortfall,
  FLOW_START,
  flow,
  flowItem,
  flowStep,
  maxDrawdown,
  normalCdf,
  normalQuantile,
  type PriceBucket,
  prepareSeries,
  riskMetrics,
  type Slippage,
  simulateArbitrage,
  slippage,
  statsPack,
  type TradeColumns,
  toBuckets,
  valueAtRisk,
  volumeProfile,
} from './index.ts';

const anySeries = fc.oneof(
  hourlyPrices.map((columns) => prepareSeries(columns, 'log')),
  probabilities.map((columns) => prepareSeries(columns, 'diff')),
);

function close(actual: number | null, expected: number | null, relative = 1e-9): void {
  if (actual === null || expected === null) {
    assert.strictEqual(actual, expected);
    return;
  }
  assert.ok(
    Math.abs(actual - expected) <= 1e-12 + relative * Math.abs(expected),
    `${actual} is not ${expected}`,
  );
}

test('expected shortfall is never below value at risk and grows with the level', () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      if (series.count < 2) return;
      for (const tail of [0.1, 0.05, 0.01]) {
        assert.ok(expectedShortfall(series, tail)! >= valueAtRisk(series, tail)! - 1e-15);
      }
      assert.ok(expectedShortfall(series, 0.05)! >= expectedShortfall(series, 0.1)! - 1e-15);
      assert.ok(expectedShortfall(series, 0.01)! >= expectedShortfall(series, 0.05)! - 1e-15);
    }),
  );
});

test('drawdown at risk <= conditional drawdown <= maximum drawdown', () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      assert.ok(drawdownAtRisk(series)! <= conditionalDrawdown(series)! + 1e-15);
      assert.ok(conditionalDrawdown(series)! <= maxDrawdown(series)! + 1e-15);
    }),
  );
});

test('shares, exponents and probabilities stay within their bounds', () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const { structure, tests } = statsPack(series);
      const { ljungBoxProfile, adf, kpss, runs, varianceRatio, jarqueBera } = tests;
      const bounded = [
        structure.hurst,
        structure.permEntropy,
        structure.permEntropyTieFrac,
        ...[...ljungBoxProfile, adf, kpss, runs, varianceRatio, jarqueBera].map(
          (result) => result?.p ?? null,
        ),
      ];
      for (const value of bounded) assert.ok(value === null || (value >= 0 && value <= 1), String(value));
    }),
  );
});

test('a price in other units changes no metric of log returns', () => {
  fc.assert(
    fc.property(hourlyPrices, fc.constantFrom(2 ** -20, 0.5, 8, 2 ** 30), (columns, unit) => {
      const { peakPrice: _peak, troughPrice: _trough, ...rest } = riskMetrics(prepareSeries(columns, 'log'));
      const scaled = riskMetrics(prepareSeries({ t: columns.t, p: columns.p.map((p) => p * unit) }, 'log'));
      for (const [name, value] of Object.entries(rest)) close(scaled[name as keyof typeof rest], value);
    }),
  );
});

test('four times the periods give four times the return and twice the deviation of a year', () => {
  fc.assert(
    fc.property(hourlyPrices, (columns) => {
      const series = prepareSeries(columns, 'log');
      const once = riskMetrics(series, 1000);
      const often = riskMetrics(series, 4000);
      close(often.annualizedReturn, once.annualizedReturn! * 4);
      close(often.annualizedVol, once.annualizedVol === null ? null : once.annualizedVol * 2);
      close(often.sharpe, once.sharpe === null ? null : once.sharpe * 2);
    }),
  );
});

test('the order of records with different times plays no part', () => {
  const shuffled = hourlyPrices.chain((columns) =>
    fc.shuffledSubarray([...columns.t.keys()], { minLength: columns.t.length }).map((order) => ({
      columns,
      shuffled: columnsFrom(order.map((i) => ({ t: columns.t[i]!, p: columns.p[i]! }))),
    })),
  );
  fc.assert(
    fc.property(shuffled, ({ columns, shuffled }) => {
      assert.deepStrictEqual(
        riskMetrics(prepareSeries(shuffled, 'log')),
        riskMetrics(prepareSeries(columns, 'log')),
      );
    }),
  );
});

test('of several records with one time the last one counts', () => {
  fc.assert(
    fc.property(hourlyPrices, fc.double({ min: 1, max: 200, noNaN: true }), (columns, other) => {
      const t = Float64Array.of(...columns.t, columns.t[0]!);
      const p = Float64Array.of(...columns.p, other);
      const replaced = Float64Array.of(other, ...columns.p.subarray(1));
      const doubled = prepareSeries({ t, p }, 'log');
      assert.deepStrictEqual([...doubled.prices], [...replaced]);
    }),
  );
});

test('vpin lies in [0, 1] and the imbalance in [-1, 1], regardless of the records', () => {
  fc.assert(
    fc.property(fc.oneof(ticks, garbage), fc.integer({ min: 1, max: 60 }), (columns, rollingWindow) => {
      const { summary, series } = flow(columns, { rollingWindow });
      assert.ok(summary.vpin >= 0 && summary.vpin <= 1);
      assert.ok(summary.imbalance >= -1 && summary.imbalance <= 1);
      assert.strictEqual(summary.buyBars + summary.sellBars + summary.unclassifiedBars, series.length);
    }),
  );
});

test('a stream of flow classifies as the whole does', () => {
  fc.assert(
    fc.property(ticks, (columns) => {
      const { series, summary } = flow(columns, { rollingWindow: 10 });
      let state = { ...FLOW_START, hasRealVolume: summary.hasRealVolume };
      for (let i = 0; i < series.length; i++) {
        const volume = Number.isNaN(columns.v[i]!) ? null : columns.v[i]!;
        const step = flowStep(state, { t: columns.t[i]!, price: columns.p[i]!, volume });
        state = step.state;
        assert.deepStrictEqual(step.item, flowItem(series, i));
      }
    }),
  );
});

test('every record is in one bucket of the volume profile and the point of control is the largest', () => {
  fc.assert(
    fc.property(ticks, fc.constantFrom(0.1, 0.25, 1, 7), (columns, priceStep) => {
      const { buckets, recordsUsed, pocIdx } = volumeProfile(columns, { priceStep });
      assert.strictEqual(
        buckets.reduce((sum, { count }) => sum + count, 0),
        recordsUsed,
      );
      assert.strictEqual(recordsUsed, columns.t.length);
      for (const [i, { volume, isPoc, priceLow }] of buckets.entries()) {
        assert.ok(volume <= buckets[pocIdx!]!.volume);
        assert.strictEqual(isPoc, i === pocIdx);
        if (i > 0) assert.ok(priceLow > buckets[i - 1]!.priceLow);
      }
    }),
  );
});

test('cascades agree with their plain definition', () => {
  fc.assert(
    fc.property(
      ticks,
      fc.integer({ min: 1, max: 60_000 }),
      fc.constantFrom(0.01, 0.03, 0.08),
      fc.constantFrom('down' as const, 'up' as const),
      (columns, windowMs, minDrawdownPct, direction) => {
        const { cascades: found, summary } = cascades(columns, { windowMs, minDrawdownPct, direction });
        const plain = plainCascades(columns, { windowMs, minDrawdownPct, direction });
        assert.deepStrictEqual(
          found.map(({ tStart, tEnd, bars }) => ({ tStart, tEnd, bars })),
          plain,
        );
        assert.strictEqual(summary.clustersFound, plain.length);
        for (const { drawdownFrac } of found) assert.ok(drawdownFrac >= minDrawdownPct);
      },
    ),
  );
});

/** Computes cascades by comparing every record with every earlier one, in quadratic time. */
function plainCascades(
  columns: TradeColumns,
  options: { windowMs: number; minDrawdownPct: number; direction: 'down' | 'up' },
) {
  const { times, prices } = prepareSeries(columns, 'log');
  const sign = options.direction === 'down' ? 1 : -1;
  const found: { start: number; end: number; last: number }[] = [];
  for (let i = 0; i < times.length; i++) {
    let extreme = i;
    for (let j = i; j >= 0 && times[j]! >= times[i]! - options.windowMs; j--) {
      if (sign * prices[j]! > sign * prices[extreme]!) extreme = j;
    }
    const move = sign * (1 - prices[i]! / prices[extreme]!);
    if (move < options.minDrawdownPct) continue;
    let current = found.at(-1);
    if (current === undefined || extreme > current.last) {
      current = { start: extreme, end: i, last: i };
      found.push(current);
    }
    current.last = i;
    if (sign * prices[i]! < sign * prices[current.end]!) current.end = i;
  }
  return found.map(({ start, end }) => ({ tStart: times[start]!, tEnd: times[end]!, bars: end - start + 1 }));
}

const levels = fc.array(
  fc.record({ price: fc.integer({ min: 1, max: 400 }), size: fc.integer({ min: 1, max: 50 }) }),
  { maxLength: 12 },
);
const books = fc.record({ bids: levels, asks: levels });
const orders = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  size: fc.double({ min: 0.1, max: 1e5, noNaN: true }),
  sizeUnit: fc.constantFrom('quote' as const, 'base' as const),
});

test('the tiers of a slippage sum to what was filled', () => {
  fc.assert(
    fc.property(books, orders, (book, order) => {
      const result = slippage(book, order);
      if (result.midPrice === null) {
        assert.deepStrictEqual([result.tiers, result.slippageBps], [[], null]);
        return;
      }
      close(sumTiers(result, 'baseFilled'), result.baseFilled);
      close(sumTiers(result, 'quoteFilled'), result.quoteFilled);
    }),
  );
});

function sumTiers({ tiers }: Slippage, member: 'baseFilled' | 'quoteFilled'): number {
  return tiers.reduce((sum, tier) => sum + tier[member], 0);
}

test('what is filled and what remains make up the order', () => {
  fc.assert(
    fc.property(books, orders, (book, order) => {
      const { baseFilled, quoteFilled, remaining } = slippage(book, order);
      const filled = order.sizeUnit === 'base' ? baseFilled : quoteFilled;
      assert.ok(Math.abs(filled + remaining - order.size) <= 2e-9 * order.size);
    }),
  );
});

test('a larger order never gets a better average price, and that lies between the top and the worst fill', () => {
  fc.assert(
    fc.property(books, orders, (book, order) => {
      const once = slippage(book, order);
      const twice = slippage(book, { ...order, size: order.size * 2 });
      if (once.avgPrice === null) return;
      const away = order.side === 'buy' ? 1 : -1;
      const slack = 1e-9 * once.avgPrice;
      assert.ok(away * (twice.avgPrice! - once.avgPrice) >= -slack);
      assert.ok(away * (once.avgPrice - once.topPrice!) >= -slack);
      assert.ok(away * (once.worstFillPrice! - once.avgPrice) >= -slack);
    }),
  );
});

test('correlation matrices are symmetric, with a diagonal of exactly 1 and values in [-1, 1]', () => {
  const nowMs = 1_735_689_600_000 + 150 * 3_600_000;
  fc.assert(
    fc.property(fc.array(hourlyPrices, { minLength: 2, maxLength: 5 }), (assets) => {
      const inputs = assets.map((columns, i) => ({ asset: `a${i}`, columns }));
      const { pearson, spearman, surviving, dropped } = correlations(inputs, { nowMs, windowHours: 150 });
      assert.strictEqual(surviving.length + dropped.length, assets.length);
      for (const { matrix } of [pearson, spearman].filter((result) => result !== null)) {
        for (let i = 0; i < matrix.length; i++) {
          assert.strictEqual(matrix[i]![i], 1);
          for (let j = 0; j < matrix.length; j++) {
            assert.strictEqual(matrix[i]![j], matrix[j]![i]);
            assert.ok(Math.abs(matrix[i]![j]!) <= 1);
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('wide buckets are the narrow ones put together, and each record is in one', () => {
  fc.assert(
    fc.property(
      ticks,
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 2, max: 9 }),
      (columns, width, times) => {
        const narrow = toBuckets(columns, width);
        const wide = toBuckets(columns, width * times);
        assert.strictEqual(
          narrow.reduce((sum, { count }) => sum + count, 0),
          columns.t.length,
        );
        assert.deepStrictEqual(wide, joined(narrow, width * times).map(withoutVwap(wide)));
      },
    ),
  );
});

function joined(buckets: readonly PriceBucket[], width: number): PriceBucket[] {
  const wide = new Map<number, PriceBucket>();
  for (const bucket of buckets) {
    const t = Math.floor(bucket.t / width) * width;
    const held = wide.get(t);
    wide.set(
      t,
      held === undefined
        ? { ...bucket, t }
        : {
            ...held,
            high: Math.max(held.high, bucket.high),
            low: Math.min(held.low, bucket.low),
            close: bucket.close,
            count: held.count + bucket.count,
            volume:
              held.volume === null && bucket.volume === null
                ? null
                : (held.volume ?? 0) + (bucket.volume ?? 0),
          },
    );
  }
  return [...wide.values()];
}

/** Removes the average price, which is not the sum of its parts and is checked against its bounds instead. */
function withoutVwap(wide: readonly PriceBucket[]) {
  return (bucket: PriceBucket, i: number): PriceBucket => {
    const vwap = wide[i]?.vwap ?? null;
    if (vwap !== null) assert.ok(vwap >= bucket.low - 1e-9 && vwap <= bucket.high + 1e-9);
    return { ...bucket, vwap };
  };
}

test('the exposures of an arbitrage portfolio sum to the capital deployed, which the capital bounds', () => {
  const price = fc.option(fc.double({ min: 0.01, max: 0.99, noNaN: true }));
  const legs = fc.array(
    fc.record({
      venue: fc.constantFrom('a', 'b', 'c'),
      asset: fc.string(),
      yesBid: price,
      yesAsk: price,
      noAsk: price,
    }),
    { maxLength: 4 },
  );
  const groups = fc
    .array(legs, { maxLength: 12 })
    .map((all) => all.map((group, i) => ({ id: `g${i}`, type: 'yes-no' as const, legs: group })));
  fc.assert(
    fc.property(groups, fc.double({ min: 1, max: 1e9, noNaN: true }), (all, capital) => {
      const { summary, selected } = simulateArbitrage(all, { capital });
      const exposure = Object.values(summary.venueExposure).reduce((sum, usd) => sum + usd, 0);
      close(exposure, summary.capitalDeployed);
      assert.ok(summary.capitalDeployed <= capital * (1 + 1e-12));
      for (const { spread, legs } of selected) {
        assert.ok(spread > 0 && spread <= 0.5);
        assert.notStrictEqual(legs[0]!.venue, legs[1]!.venue);
        close(legs[0]!.usd / legs[0]!.price, legs[1]!.usd / legs[1]!.price);
      }
    }),
  );
});

test('the normal quantile undoes the normal distribution', () => {
  fc.assert(
    fc.property(fc.double({ min: -8, max: 5, noNaN: true }), (x) => {
      assert.ok(Math.abs(normalQuantile(normalCdf(x)) - x) <= 1e-9);
    }),
  );
});
