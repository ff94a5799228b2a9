import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate, calibrateCells, type ForecastCell } from '../../src/analytics/index.ts';
import { FORECAST_HORIZONS } from '../../src/domain/index.ts';
import {
  decodeDayColumns,
  decodeForecastDay,
  encodeForecastDay,
} from '../../src/history/forecasts/day-coding.ts';
import type { DayForecast, ForecastDay, ResolvedMarket } from '../../src/history/forecasts/forecast-day.ts';
import { seededRandom } from '../support/random.ts';

const DAY = Date.UTC(2026, 10, 1);

/** Days whose events reach over days and categories. */
function drawDays(seed: number, perDay: number, days: number): ForecastDay[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: days }, (_, d) => {
    const markets = Array.from({ length: perDay }, (_, i): ResolvedMarket => {
      const isPolymarket = random() < 0.3;
      const outcome = pick(['yes', 'no', 'no', 'void'] as const);
      const end = DAY + i;
      return {
        venue: isPolymarket ? 'polymarket' : 'kalshi',
        asset: `${isPolymarket ? 'pm' : 'kalshi'}-${d}-${i}`,
        kind: isPolymarket ? 'pm' : 'kalshi',
        category: pick(['crypto', 'sports', 'window', 'none']),
        event: random() < 0.3 ? null : `event ${Math.floor((random() * perDay * days) / 5)}`,
        outcome,
        resolvedAt: end + 5,
        forecasts: FORECAST_HORIZONS.map((): DayForecast => {
          if (outcome === 'void') return { leftOut: 'void' };
          if (random() < 0.3) return { leftOut: pick(['gap', 'no_price', 'not_listed']) };
          return { t: end - 10, p: pick([0, 0.0005, 0.999, 1, Math.round(random() * 1000) / 1000]), end };
        }),
      };
    });
    return { madeBy: 'live', dropped: d, markets };
  });
}

test('a day is read back as it was, and equal days give equal bytes', () => {
  const [day] = drawDays(1, 300, 1);
  const bytes = encodeForecastDay(day!);
  const read = decodeForecastDay(bytes);
  assert.deepEqual([read.madeBy, read.dropped], ['live', 0]);
  const byAsset = (a: ResolvedMarket, b: ResolvedMarket) => (a.asset < b.asset ? -1 : 1);
  assert.deepEqual(read.markets.toSorted(byAsset), day!.markets.toSorted(byAsset));
  assert.deepEqual(encodeForecastDay({ ...day!, markets: day!.markets.toReversed() }), bytes);
  const empty = { madeBy: 'history', dropped: 2, markets: [] } as const;
  assert.deepEqual(decodeForecastDay(encodeForecastDay(empty)), empty);
  assert.throws(() => decodeForecastDay(Uint8Array.of(9, 0, 0, 0, 0, 0)), RangeError);
});

test('cells of many days are those that the definition gives for the list of their samples', () => {
  const days = drawDays(2, 700, 4);
  const columns = days.map((day) => decodeDayColumns(encodeForecastDay(day)));
  const cells = calibrateCells(columns);
  assert.equal(cells.length, 2 * 5 * FORECAST_HORIZONS.length);
  for (const cell of cells) compare(cell, days);
});

function compare(cell: ForecastCell, days: readonly ForecastDay[]): void {
  const { venue, kind, category, horizon, leftOut, ...figures } = cell;
  const h = FORECAST_HORIZONS.findIndex(({ id }) => id === horizon);
  const markets = days.flatMap((day) =>
    day.markets.filter(
      (market) =>
        market.venue === venue &&
        (category === 'all' ? market.category !== 'window' : market.category === category),
    ),
  );
  const expected = calibrate(
    markets.flatMap(({ forecasts, outcome, event }) => {
      const forecast = forecasts[h]!;
      return 'p' in forecast ? [{ p: forecast.p, y: outcome === 'yes' ? 1 : 0, event }] : [];
    }),
  );
  assertClose(figures, expected, `${venue} ${category} ${horizon}`);
  const reasons = markets.flatMap(({ forecasts }) => {
    const forecast = forecasts[h]!;
    return 'leftOut' in forecast ? [forecast.leftOut] : [];
  });
  assert.equal(
    Object.values(leftOut).reduce((sum, count) => sum + count, 0),
    reasons.length,
  );
  assert.equal(leftOut.gap ?? 0, reasons.filter((reason) => reason === 'gap').length);
  assert.equal(kind, venue === 'polymarket' ? 'pm' : 'kalshi');
}

/** Figures agree to 1e-12, everything else exactly. */
function assertClose(actual: unknown, expected: unknown, where: string): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    assert.ok(
      Math.abs(actual - expected) <= 1e-12 + 1e-10 * Math.abs(expected),
      `${where}: ${actual}, not ${expected}`,
    );
  } else if (typeof expected === 'object' && expected !== null) {
    assert.deepEqual(Object.keys(actual as object).toSorted(), Object.keys(expected).toSorted(), where);
    for (const [name, value] of Object.entries(expected)) {
      assertClose((actual as Record<string, unknown>)[name], value, `${where} ${name}`);
    }
  } else assert.equal(actual, expected, where);
}
