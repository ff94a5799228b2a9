import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/simulated-service.ts';
import { axeFindings, SMALL_TARGETS } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-the-bot-page';
const READING_MS = 61_000;

interface Position {
  readonly asset: string;
  readonly size: number;
  readonly difference: number | null;
  readonly mismatch: boolean;
  readonly exitPrice: number | null;
  readonly account: { readonly checkedAt: number } | null;
}

describe('the page of a bot that trades at a venue', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN, CROSSTAPE_VAULT_KEK: randomBytes(32).toString('base64') },
    config: { bot: { execMode: 'live', liveExecution: true, ratePerMin: 100_000 } },
  });
  let key = '';
  let account = '';

  const call = async (url: string, credential: string, body?: object) => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return text === '' ? {} : JSON.parse(text);
  };
  const askBot = (path: string, body?: object) => call(stand.service.app.botUrl + path, key, body);
  const askVenue = (path: string, body?: object) =>
    call(new URL(`/simulator${path}`, stand.service.simulator.urls.hyperliquid).href, '', body);
  const readPosition = async (asset: string): Promise<Position | undefined> =>
    (await askBot('/api/bot/status')).positions.find((one: Position) => one.asset === asset);
  const readPrice = async (asset: string): Promise<number> =>
    (await call(`${stand.service.app.apiUrl}/api/book/${asset}`, key)).asks[0].price;
  const buy = async (asset: string) => {
    const markPrice = (await readPrice(asset)) * 1.001;
    const order = { venue: 'hyperliquid', asset, side: 'buy', sizeUsd: 30, markPrice };
    assert.equal((await askBot('/api/bot/trade', order)).outcome.status, 'filled');
  };
  /** Waits until the account is read once more. The clock moves once for each reading, so that prices stay young. */
  const waitForReading = async () => {
    const readAt = async () => (await readPosition('hl-BTC'))?.account?.checkedAt;
    const before = await readAt();
    stand.service.pass(READING_MS);
    await eventually(async () => (await readAt()) !== before, 'the account was read');
  };
  /** Trades by hand as the owner, and waits for two readings that find it. */
  const tradeByHand = async (coin: string, coins: number) => {
    await askVenue('/accounts/change', { venue: 'hyperliquid', account, market: coin, coins });
    for (let readings = 0; readings < 3; readings++) {
      if ((await readPosition(`hl-${coin}`))?.mismatch === true) break;
      await waitForReading();
    }
    assert.equal(
      (await readPosition(`hl-${coin}`))?.mismatch,
      true,
      `the difference in ${coin} is a mismatch`,
    );
  };

  before(async () => {
    const { apiUrl } = stand.service.app;
    key = (await call(`${apiUrl}/api/account/keys`, ADMIN_TOKEN, { tier: 'pro', owner: 'owner_1' })).rawKey;
    const opened = await askVenue('/accounts', { venue: 'hyperliquid', usd: 10_000 });
    account = opened.secret.accountAddress;
    await askBot('/api/bot/credentials', {
      venue: 'hyperliquid',
      kind: opened.kind,
      secret: opened.secret,
    });
    await askBot('/api/bot/control', { maxExposureUsd: 200, maxAssetUsd: 40, stopLossPct: 25 });
    for (const asset of ['hl-BTC', 'hl-ETH', 'hl-SOL']) await buy(asset);
  });

  const visit = async (t: TestContext, width = 1440) => {
    const { page, faults } = await stand.blank(t, { viewport: { width, height: 900 } });
    await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await page.goto(`${stand.service.app.apiUrl}/bot`);
    await page.getByRole('grid', { name: 'Positions and holdings' }).waitFor();
    return { page, faults };
  };
  const row = (page: Page, name: string) =>
    page.getByRole('grid', { name: 'Positions and holdings' }).locator('.row', { hasText: name });

  test('it shows what is recorded beside what the venue holds, limits as bars, exits, and the equity', async (t) => {
    await waitForReading();
    const { page, faults } = await visit(t);
    const position = await readPosition('hl-BTC');
    await row(page, 'BTC').getByText('none').waitFor();
    assert.equal(await row(page, 'BTC').getByText(String(position?.size)).count(), 2);
    await page.getByText('A position is closed at a loss of 25.0 % of its cost.').waitFor();
    await page
      .getByRole('img', { name: /^\d+\.\d\d used, 0\.00 reserved of 200\.00$/ })
      .first()
      .waitFor();
    const equity = page.locator('.panel', { has: page.getByRole('heading', { name: 'Equity' }) });
    await equity.scrollIntoViewIfNeeded();
    await equity.getByText(/realised, after \d+\.\d\d of venue fees/).waitFor();
    await equity.getByRole('img', { name: /^equity from/ }).waitFor();
    await equity.getByText('1 day in figures').click();
    await equity.getByRole('table', { name: 'Gain by day' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a difference is named in words, and ends by adopting what the venue holds, once it was confirmed', async (t) => {
    const before = (await readPosition('hl-ETH'))?.size ?? 0;
    await tradeByHand('ETH', 0.5);
    // It is adopted at the price of now, and those of before the clock moved are old.
    await eventually(
      async () => (await readPosition('hl-ETH'))?.exitPrice !== null,
      'ETH has a price of now',
    );
    const { page, faults } = await visit(t);
    await row(page, 'ETH').getByText('■ +0.5').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'ETH: the account at Hyperliquid holds' })
      .getByText('+0.5 is not')
      .waitFor();
    await page.getByText('Nothing is opened there until you settle it').waitFor();
    await page.getByRole('button', { name: 'adopt ETH' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('"venue":"hyperliquid","asset":"hl-ETH","action":"adopt"').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await form.getByRole('button', { name: 'leave it' }).click();
    assert.equal((await readPosition('hl-ETH'))?.size, before);
    await page.getByRole('button', { name: 'adopt ETH' }).click();
    await form.getByRole('button', { name: 'adopt', exact: true }).click();
    await page.getByText(/^ETH: the record was .+, and is /).waitFor();
    await page.getByRole('button', { name: 'adopt ETH' }).waitFor({ state: 'detached' });
    assert.equal((await readPosition('hl-ETH'))?.size, Math.round((before + 0.5) * 1e6) / 1e6);
    await page.getByRole('table', { name: 'Orders' }).getByText('adopted, without an order').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a position is forgotten on a phone; a refusal is said in the words of the service', async (t) => {
    await tradeByHand('SOL', -0.1);
    const { page } = await visit(t, 390);
    await page.route(/\/api\/bot\/positions$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            headers: { 'access-control-allow-origin': new URL(page.url()).origin },
            json: { error: 'order_open', message: 'an order in this market is on its way: wait for its end' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'forget SOL' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'forget', exact: true }).click();
    await form.getByRole('alert').getByText('wait for its end (order_open)').waitFor();
    await page.unroute(/\/api\/bot\/positions$/);
    await form.getByRole('button', { name: 'forget', exact: true }).click();
    await page.getByText(/^SOL: the record was .+, and is 0$/).waitFor();
    await row(page, 'SOL').waitFor({ state: 'detached' });
    await until(page, 'document.documentElement.scrollWidth <= 390');
  });

  test('differences, limits and equity have no barrier in either theme, at every width', async (t) => {
    await tradeByHand('BTC', 0.001);
    const { page, faults } = await visit(t);
    await page.getByRole('button', { name: 'adopt BTC' }).waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await until(page, `document.documentElement.dataset.theme === '${colorScheme}'`);
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
        assert.deepEqual(await axeFindings(page), [], `${colorScheme} ${width}`);
      }
    }
    assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
    assert.deepEqual(faults, []);
  });

  test('limits and exits are set by the form; an empty field is none', async (t) => {
    const { page } = await visit(t);
    await page.getByRole('button', { name: 'change', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Loss of a day, USD').fill('15');
    await form.getByLabel('At a loss of, %').fill('');
    await form.getByLabel('Before the end of its market, h').fill('0.5');
    await form.getByText('"maxDailyLossUsd":15,"stopLossPct":null').waitFor();
    await form.getByRole('button', { name: 'save' }).click();
    await form.waitFor({ state: 'detached' });
    const { config } = await askBot('/api/bot/status');
    assert.deepEqual(
      [config.maxExposureUsd, config.maxDailyLossUsd, config.stopLossPct, config.closeBeforeEndMs],
      [200, 15, null, 1_800_000],
    );
    await page.getByText('A position is closed 30 min before the stated end of its market.').waitFor();
  });

  test('what stopped to answer ages, and says that the figures are of before', async (t) => {
    const { page } = await visit(t);
    await page.route(/\/api\/bot\/status/, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'access-control-allow-origin': new URL(page.url()).origin },
        json: { error: 'internal', message: 'the service failed', requestId: 'req-1' },
      }),
    );
    const positions = page.locator('.panel', { has: page.getByRole('heading', { name: 'Positions' }) });
    await positions.getByText('the service failed').waitFor();
    await row(page, 'BTC').waitFor();
    await page.locator('.halt-row').getByText('▲ as last seen').waitFor();
  });

  test('openings are halted and let go on, and everything is closed and then stopped, by a button each', async (t) => {
    const { page } = await visit(t);
    await page.getByRole('button', { name: 'Halt openings' }).click();
    await page.locator('.halt-row').getByText('▲ openings halted, closes go on').waitFor();
    await page.getByRole('button', { name: 'Let it open again' }).click();
    await page.getByRole('button', { name: 'Halt openings' }).waitFor();
    await page.getByRole('button', { name: 'Close all, then stop' }).click();
    await eventually(
      async () => (await askBot('/api/bot/status')).killed === true,
      'it is closed, and then stopped',
    );
    await page.locator('.halt-row').getByText('■ stopped').waitFor();
    const { results } = await askBot('/api/bot/status');
    assert.equal(results.openPositions, 0);
  });
});
