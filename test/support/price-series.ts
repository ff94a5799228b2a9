import assert from 'node:assert/strict';
import { prepareSeries, type Series } from '../../src/analytics/series/series.ts';
import { HOUR_MS } from '../../src/domain/index.ts';
import { columnsFrom } from './property-inputs.ts';

/** Builds a series of one bar an hour. */
export function hourlySeries(prices: readonly number[], basis: 'log' | 'diff' = 'log'): Series {
  return prepareSeries(columnsFrom(prices.map((p, i) => ({ t: i * HOUR_MS, p }))), basis);
}

/** Probabilities at which the given returns are made, the first at 0.5. */
export function seriesFromReturns(returns: readonly number[], start = 0.5): Series {
  let price = start;
  return hourlySeries([start, ...returns.map((move) => (price += move))], 'diff');
}

/** Asserts equality up to rounding: a relative difference of 1e-9 by default. null equals null alone. */
export function assertClose(
  actual: number | null | undefined,
  expected: number | null,
  { message = '', relative = 1e-9 }: { readonly message?: string; readonly relative?: number } = {},
): void {
  const isClose =
    typeof actual === 'number' && expected !== null
      ? Math.abs(actual - expected) <= 1e-13 + relative * Math.abs(expected)
      : actual === expected;
  assert.ok(isClose, `${message} is ${actual}, expected ${expected}`);
}
