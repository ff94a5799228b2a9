import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const HOUR_MS = 3_600_000;
const CANVAS = 'ct-chart-host canvas';

/** Number of pixels of the chart that have the colour of a line without change, or a lighter tone of it. */
const LINE_PIXELS = `(() => {
  const canvas = document.querySelector('${CANVAS}');
  const [r, g, b] = getComputedStyle(document.documentElement).getPropertyValue('--muted').trim()
    .match(/[0-9a-f]{2}/g).map((digits) => parseInt(digits, 16));
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 100 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 30) found++;
  }
  return found;
})()`;

describe('the chart', { skip: SKIPPED }, () => {
  const stand = terminalStand();
  const countLine = (page: Page) => page.evaluate<number>(LINE_PIXELS);

  test('within an hour that was filled in, whose record lies beside the view, there is a line', async (t) => {
    const hour = Math.floor(stand.service.now() / HOUR_MS) * HOUR_MS - 30 * HOUR_MS;
    const iso = (minutes: number) => new Date(hour + minutes * 60_000).toISOString();
    const { page, faults } = await stand.blank(t);
    const visit = async () => {
      await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC?show=none&from=${iso(10)}&to=${iso(40)}`);
      await page.waitForSelector(CANVAS);
    };
    await visit();
    await untilText(page, '.foot', /100 % filled in/, 60_000);
    // Two thirds of the chart's width at least, and as thick as the line is. One record has no change.
    let drawn = 0;
    await eventually(async () => {
      drawn = await countLine(page);
      return drawn > 800;
    }, 'the line is drawn');
    await page.route(/\/aggregate/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), count: 0, buckets: [] } });
    });
    await visit();
    await page.getByText('no bar in view').waitFor();
    // Words of the axes have the same colour.
    assert.ok(drawn - (await countLine(page)) > 600);
    assert.deepEqual(faults, []);
  });

  test('markets are correlated by their names, and a refused list shows no figures of another', async (t) => {
    const { page, faults } = await stand.visit(t, '/correlations?assets=hl-BTC,hl-ETH', '#assets');
    const field = page.getByLabel('add a market by name');
    await field.pressSequentially('solana');
    await page.waitForSelector('#correlated-markets option[value="hl-SOL"]', { state: 'attached' });
    await field.press('Enter');
    await until(page, `new URLSearchParams(location.search).get('assets') === 'hl-BTC,hl-ETH,hl-SOL'`);
    await page.getByLabel('Assets').fill('hl-BTC');
    await page.getByRole('button', { name: 'show' }).click();
    await page.getByRole('alert').waitFor();
    await untilText(page, 'section.panel', /two assets at least/);
    assert.equal(await page.locator('section.panel .scroll-x').count(), 0);
    assert.deepEqual(faults, []);
  });

  test('any second market is found by its words and drawn on its own scale, until it is taken away', async (t) => {
    const { page, faults } = await stand.visit(t, '/asset/hl-BTC?range=30d&show=none', CANVAS);
    await page.getByLabel('compare with another market').pressSequentially('eth');
    await page.waitForSelector('#compare-markets option[value="hl-ETH"]', { state: 'attached' });
    await page.getByLabel('compare with another market').press('Enter');
    await until(page, `new URLSearchParams(location.search).get('vs') === 'hl-ETH'`);
    await untilText(page, '[data-overlay=vs]', /hl-ETH \d/);
    const link = page.url();
    await page.getByRole('button', { name: 'vs hl-ETH' }).click();
    await until(
      page,
      `document.querySelector('[data-overlay=vs]') === null && !location.search.includes('vs')`,
    );
    await page.goto(link.replace('hl-ETH', 'hl-NOPE'));
    await untilText(page, '[data-overlay=vs]', /asset_not_found/);
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    );
  });

  test('on the full screen the chart takes what the words leave, and comes back', async (t) => {
    const { page, faults } = await stand.visit(t, '/asset/hl-BTC?range=1d', CANVAS);
    const height = () => page.evaluate<number>(`document.querySelector('${CANVAS}').clientHeight`);
    const before = await height();
    await page.getByRole('button', { name: 'full', exact: true }).click();
    await until(page, `document.fullscreenElement?.contains(document.querySelector('${CANVAS}')) === true`);
    await eventually(async () => (await height()) > before + 100, 'the chart has grown');
    await page.keyboard.press('f');
    await until(page, `document.fullscreenElement === null`);
    await eventually(async () => (await height()) === before, 'the chart has its height again');
    assert.deepEqual(faults, []);
  });

  test('its prices are in cents where that is chosen', async (t) => {
    const { page } = await stand.blank(t);
    await page.goto(`${stand.service.app.apiUrl}/markets?class=binary`);
    await page.locator('ct-table .row a').first().click();
    await page.waitForSelector(CANVAS);
    await untilText(page, '.axis-tag.price.last', /%/);
    await page.getByRole('button', { name: 'settings' }).click();
    await page.getByRole('button', { name: /¢/ }).click();
    await page.getByRole('button', { name: 'done' }).click();
    await untilText(page, '.axis-tag.price.last', /¢/);
    await untilText(page, '.readout', /C \S+ ¢/);
  });
});
