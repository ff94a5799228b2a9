import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { axeFindings } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-day-pictures';

describe('pictures', { skip: SKIPPED }, () => {
  const stand = terminalStand({ env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } });
  let key = '';

  const send = async (path: string, body: unknown) => {
    const response = await fetch(stand.service.app.apiUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
    return (await response.json()) as { readonly rawKey: string };
  };

  before(async () => {
    key = (await send('/api/account/keys', { tier: 'pro', owner: 'owner_1' })).rawKey;
    await send('/api/account/credit', { owner: 'owner_1', usd: 25, ref: 'welcome' });
  });

  test('the account shows requests and balance of each day, as many as the address asks for', async (t) => {
    const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 1_600 } });
    await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await page.goto(`${stand.service.app.apiUrl}/account`, { waitUntil: 'commit' });
    const balance = page.getByRole('region', { name: 'Balance by day' });
    await balance.getByRole('img', { name: /balance by day, .* last 25\.000000/ }).waitFor();
    assert.equal(await balance.locator('.day-bars g').count(), 30);
    const today = new Date().toISOString().slice(0, 10);
    assert.equal(await balance.locator('.day-bars g title').last().textContent(), `${today}: 25.000000 USD`);
    await balance.getByRole('button', { name: '90 d' }).click();
    await until(
      page,
      `document.querySelectorAll('[aria-labelledby=panel-balance-by-day] .day-bars g').length === 90`,
    );
    assert.match(page.url(), /days=90/);
    // Without billing and gating nothing is counted, and the picture says so.
    await page.getByText('none was made yet').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
  });

  test('an asset shows the drawdown under its price, and returns with value at risk and shortfall', async (t) => {
    const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 600 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC?range=30d&bar=1h`, { waitUntil: 'commit' });
    await page.getByRole('img', { name: /^Drawdown in view: / }).waitFor();
    assert.equal(
      asked.some((url) => url.includes('/returns.ts')),
      false,
      'code below the view is not loaded',
    );
    await page.locator('ct-near').last().scrollIntoViewIfNeeded();
    const returns = page.getByRole('region', { name: 'Returns of an hour' });
    await returns
      .getByRole('img', { name: /returns of an hour: one hour in twenty lost more than/ })
      .waitFor();
    const drawn = await returns.locator('rect title').allTextContents();
    const counted = drawn.reduce((sum, words) => sum + Number(/: (\d+) hours/.exec(words)?.[1]), 0);
    assert.match(await returns.locator('.stands').innerText(), new RegExp(`^${counted} returns of an hour`));
    assert.ok(
      (await returns.locator('rect.tail').count()) > 0,
      'what lies beyond the value at risk is marked',
    );
    // The hours before recording are there now; the chart asks for them when it is in view again.
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('img', { name: /^Drawdown in view: at most ▼ / }).waitFor({ timeout: 60_000 });
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
  });

  test('the chart of an asset has the trades of the own bot, and none without a key', async (t) => {
    const { app } = stand.service;
    const quote = await fetch(`${app.apiUrl}/api/m2m/hl-ETH/quote`);
    const { price } = (await quote.json()) as { readonly price: { readonly last: number } };
    const order = {
      venue: 'hyperliquid',
      asset: 'hl-ETH',
      side: 'buy',
      sizeUsd: 30,
      markPrice: price.last * 1.001,
    };
    const traded = await fetch(`${app.botUrl}/api/bot/trade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    assert.equal(traded.status, 200, await traded.text());
    const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 900 } });
    const open = () => page.goto(`${app.apiUrl}/asset/hl-ETH?range=1h`, { waitUntil: 'commit' });
    await open();
    await page.locator('[data-overlay=fair]').waitFor();
    assert.equal(await page.getByRole('button', { name: 'my fills' }).count(), 0);
    await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await open();
    await page.locator('[data-overlay=fills]').getByText('1 bought').waitFor();
    await page.getByRole('button', { name: 'my fills' }).click();
    await page.locator('[data-overlay=fills]').waitFor({ state: 'detached' });
    assert.match(page.url(), /show=fair/);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
  });

  test('the operator sees revenue by day, and corrections apart from it', async (t) => {
    const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 1_600 } });
    await page.goto(`${stand.service.app.apiUrl}/admin`, { waitUntil: 'commit' });
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'use it' }).click();
    const revenue = page.getByRole('region', { name: 'Revenue by day' });
    await revenue.getByRole('img', { name: /revenue by day/ }).waitFor();
    await revenue.getByText('credited by hand, no revenue').waitFor();
    assert.equal(await revenue.locator('.day-bars g').count(), 30);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
  });
});
