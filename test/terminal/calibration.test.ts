import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, FORECAST_HORIZONS } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { encodeForecastDay } from '../../src/history/forecasts/day-coding.ts';
import type { DayForecast, ResolvedMarket } from '../../src/history/forecasts/forecast-day.ts';
import { seededRandom } from '../support/random.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const DAY = Math.floor(Date.UTC(2026, 10, 20) / DAY_MS);

/** Markets whose prices are right, but for those about 0.75: they come true five points less often. */
function drawMarkets(count: number, random: () => number): ResolvedMarket[] {
  return Array.from({ length: count }, (_, i) => {
    const p = Math.round(random() * 1000) / 1000;
    const chance = p >= 0.7 && p < 0.8 ? p - 0.15 : p;
    const end = DAY * DAY_MS + i;
    return {
      venue: 'kalshi',
      asset: `kalshi-k${i}`,
      kind: 'kalshi',
      category: 'crypto',
      event: `e${i >> 1}`,
      outcome: random() < chance ? 'yes' : 'no',
      resolvedAt: end,
      forecasts: FORECAST_HORIZONS.map(({ id }): DayForecast => {
        return id === '30d' ? { leftOut: 'not_listed' } : { t: end - 10, p, end };
      }),
    };
  });
}

describe('the page of the calibration', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  test('without a closed day it says when the first one is', async (t) => {
    const { page, faults } = await stand.visit(t, '/calibration?horizon=6h', '.panel');
    await untilText(page, 'main', /no day is closed yet/);
    assert.deepEqual(faults, []);
  });

  test('a band of wrong prices is filled, final minutes have a tab of their own, and nothing scrolls sideways', async (t) => {
    const store = stand.service.app.history as HistoryStore;
    const markets = drawMarkets(6_000, seededRandom(46));
    await store.putForecastDay(DAY, encodeForecastDay({ madeBy: 'live', dropped: 0, markets }), []);
    const { page, faults } = await stand.visit(t, '/calibration', 'svg.reliability circle');
    assert.equal(await page.locator('svg.reliability circle').count(), 14);
    const fails = page.locator('svg.reliability .fails title');
    const said = (await fails.allTextContents()).filter((text) => /^7\d/.test(text));
    assert.equal(said.length, 1, 'the planted band');
    assert.match(said[0]!, /came true, .* samples of \d+ events; fails$/);
    assert.match(await page.locator('.calibration').innerText(), /Brier score 0\.\d{4} ± /);
    if (process.env.SHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SHOTS}-wide.png`, fullPage: true });
    await page.getByRole('button', { name: 'final minutes' }).click();
    await until(page, "document.querySelector('[aria-label=horizon]').innerText.includes('10 min')");
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    await until(
      page,
      "location.search.includes('horizon=1m') && document.querySelector('svg.reliability') !== null",
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, 'innerWidth === 390 && document.documentElement.scrollWidth <= 390');
    if (process.env.SHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SHOTS}-phone.png`, fullPage: true });
    assert.deepEqual(faults, []);
  });
});
