import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, FORECAST_HORIZONS } from '../../src/domain/index.ts';
import { encodeForecastDay } from '../../src/history/forecasts/day-coding.ts';
import type { DayForecast, ForecastDay, ResolvedMarket } from '../../src/history/forecasts/forecast-day.ts';
import { startBench } from '../support/service-bench.ts';

const DAY = Date.UTC(2026, 10, 20) / DAY_MS;

/** A day of markets that were all priced at 0.3 an hour before their end, of which the first `yes` came true. */
function dayOf(count: number, yes: number, members: Partial<ResolvedMarket> = {}): ForecastDay {
  const markets = Array.from({ length: count }, (_, i): ResolvedMarket => {
    const end = DAY * DAY_MS + i * 1_000;
    return {
      venue: 'kalshi',
      asset: `kalshi-m${i}`,
      kind: 'kalshi',
      category: 'crypto',
      event: i % 10 === 0 ? null : `e${i % 50}`,
      outcome: i < yes ? 'yes' : 'no',
      resolvedAt: end + 5,
      forecasts: FORECAST_HORIZONS.map(({ id }): DayForecast => {
        if (id === '1h') return { t: end - 3_600_010, p: 0.3, end };
        return { leftOut: id === '1m' ? 'gap' : 'not_listed' };
      }),
      ...members,
    };
  });
  return { madeBy: 'live', dropped: 2, markets };
}

test('without a closed day there are no cells', async (t) => {
  const { app } = await startBench(t);
  const answer = await app.inject('/api/calibration');
  assert.match(answer.headers['cache-control'] ?? '', /s-maxage=3600/);
  const end = { count: 0, cells: [], leftOut: {} };
  assert.deepEqual(answer.json(), { ok: true, definitions: 21, days: 365, throughDay: null, ...end });
});

test('cells of the closed days, the largest first, with every band where it is asked for', async (t) => {
  const { app, history } = await startBench(t);
  await history.putForecastDay(DAY, encodeForecastDay(dayOf(200, 60)), []);
  const few = dayOf(30, 3, { venue: 'polymarket', kind: 'pm', category: 'window', event: 'one' });
  await history.putForecastDay(DAY + 1, encodeForecastDay(few), []);
  const { cells, leftOut, ...rest } = (await app.inject('/api/calibration?horizon=1h&bands=true')).json();
  assert.deepEqual(rest, { ok: true, definitions: 21, days: 365, throughDay: '2026-11-21', count: 3 });
  assert.deepEqual(leftOut, {});
  assert.deepEqual(
    cells.map(({ venue, category, n, enough }: Record<string, unknown>) => [venue, category, n, enough]),
    [
      ['kalshi', 'all', 200, true],
      ['kalshi', 'crypto', 200, true],
      ['polymarket', 'window', 30, false],
    ],
  );
  const [all, , window] = cells;
  assert.deepEqual([all.isFinal, all.yes, all.clusters, all.share, all.clipped], [false, 60, 65, 0.3, 0]);
  assert.ok(Math.abs(all.meanPrice - 0.3) < 1e-12);
  assert.ok(Math.abs(all.brier - 0.21) < 1e-12 && Math.abs(all.reliability) < 1e-12);
  assert.deepEqual(
    [window.n, window.yes, window.clusters, window.share, window.skill],
    [30, 3, 1, null, null],
  );
  assert.equal(window.whyNull.cell, 'too_few_samples');
  assert.equal(all.bands.length, 14);
  assert.deepEqual(
    [all.bands[5].low, all.bands[5].high, all.bands[5].n, all.bands[5].holds],
    [0.3, 0.4, 200, true],
  );
  const empty = { index: 4, low: 0.2, high: 0.3, n: 0, yes: 0, clusters: 0, enough: false };
  const nothing = {
    meanPrice: null,
    share: null,
    effective: null,
    shareLow: null,
    shareHigh: null,
    holds: null,
  };
  assert.deepEqual(all.bands[4], { ...empty, ...nothing });
  assert.equal(all.whyNull['bands.4'], 'too_few_samples');
  assert.equal(all.whyNull.cell, undefined);

  const whole = (await app.inject('/api/calibration?days=1')).json();
  assert.deepEqual(whole.leftOut, { gap: 30, not_listed: 180, never_resolved: 2 });
  assert.ok(
    whole.cells.every(
      ({ bands, category }: Record<string, unknown>) => bands === undefined && category === 'window',
    ),
  );
  const some = (await app.inject('/api/calibration?venue=kalshi&category=all&horizon=1m')).json();
  assert.deepEqual(
    [some.count, some.cells[0].n, some.cells[0].leftOut, some.leftOut],
    [1, 0, { gap: 200 }, { gap: 200 }],
  );
  assert.equal((await app.inject('/api/calibration?limit=1')).json().count, 1);
});

test('a day that is closed meanwhile is in the next answer', async (t) => {
  const { app, history, pass } = await startBench(t);
  await history.putForecastDay(DAY, encodeForecastDay(dayOf(200, 60)), []);
  const read = async () => (await app.inject('/api/calibration?horizon=1h&category=all')).json();
  assert.equal((await read()).cells[0].n, 200);
  await history.putForecastDay(DAY + 1, encodeForecastDay(dayOf(100, 20)), []);
  pass(3_600_001);
  const { cells, throughDay } = await read();
  assert.deepEqual([cells[0].n, cells[0].yes, throughDay], [300, 80, '2026-11-21']);
});

test('the samples of one cell come page by page, by end and asset', async (t) => {
  const { app, history } = await startBench(t);
  await history.putForecastDay(DAY, encodeForecastDay(dayOf(40, 10)), []);
  const cell = 'venue=kalshi&kind=kalshi&category=crypto&horizon=1h';
  const read = async (query: string) => (await app.inject(`/api/calibration/samples?${cell}${query}`)).json();
  const whole = await read('');
  assert.deepEqual([whole.ok, whole.count, whole.nextCursor, whole.truncated], [true, 40, null, false]);
  const end = DAY * DAY_MS + 1_000;
  assert.deepEqual(whole.samples[1], {
    asset: 'kalshi-m1',
    t: end - 3_600_010,
    p: 0.3,
    y: 1,
    end,
    event: 'e1',
    resolvedAt: end + 5,
  });
  assert.equal(whole.samples[0].event, null);
  const first = await read('&limit=25');
  const second = await read(`&limit=25&cursor=${first.nextCursor}`);
  assert.deepEqual([first.truncated, second.truncated, second.nextCursor], [true, false, null]);
  assert.deepEqual([...first.samples, ...second.samples], whole.samples);
  assert.equal((await read('&band=5')).count, 40);
  assert.equal((await read('&band=4')).count, 0);
  assert.deepEqual(
    (await app.inject(`/api/calibration/samples?${cell.replace('crypto', 'all')}`)).json(),
    whole,
  );
  assert.equal((await read('&horizon=1m')).ok, false, 'a parameter that stands twice');
});

test('a wrong parameter is refused by its name', async (t) => {
  const { app } = await startBench(t);
  const cell = 'venue=kalshi&kind=kalshi&category=crypto&horizon=1h';
  for (const [url, parameter] of [
    ['/api/calibration?venue=nowhere', 'venue'],
    ['/api/calibration?kind=nothing', 'kind'],
    ['/api/calibration?horizon=2h', 'horizon'],
    ['/api/calibration?days=0', 'days'],
    ['/api/calibration?days=3651', 'days'],
    ['/api/calibration?limit=0', 'limit'],
    ['/api/calibration/samples?venue=kalshi&kind=kalshi&category=crypto', 'horizon'],
    [`/api/calibration/samples?${cell}&band=14`, 'band'],
    [`/api/calibration/samples?${cell}&cursor=x`, 'cursor'],
  ] as const) {
    const { statusCode, body } = await app.inject(url);
    const { error, parameter: named } = JSON.parse(body);
    assert.deepEqual([statusCode, error, named], [400, 'validation_failed', parameter], url);
  }
});
