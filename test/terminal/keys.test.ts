import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-the-terminal';
const CONTROL = '**/api/bot/control';

describe('a page of a caller with a key', { skip: SKIPPED }, () => {
  const stand = terminalStand({ env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } });
  let key = '';

  const admin = async (path: string, body: unknown, method = 'POST') => {
    const response = await fetch(stand.service.app.apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Record<string, unknown>;
  };
  /** Asks the service itself, past the page. */
  const isKilled = async () => {
    const response = await fetch(`${stand.service.app.botUrl}/api/bot/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return ((await response.json()) as { killed: boolean }).killed;
  };
  const letTrade = async () => {
    await fetch(`${stand.service.app.botUrl}/api/bot/control`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"kill":false}',
    });
    assert.equal(await isKilled(), false);
  };
  const giveKey = async (page: Page, { keep = false, value = key } = {}) => {
    await page.getByRole('button', { name: 'key', exact: true }).click();
    await page.getByLabel('Key', { exact: true }).fill(value);
    if (keep) await page.getByLabel('keep until this tab closes').check();
    await page.getByRole('button', { name: 'use this key' }).click();
  };
  /** Holds the stop key until something happens, as a hand does. */
  const holdStop = async (page: Page) => {
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/bot\/control$/.test(request.url()),
    );
    await page.keyboard.down('Shift');
    await page.keyboard.down('KeyK');
    await sent;
    await page.keyboard.up('KeyK');
    await page.keyboard.up('Shift');
  };
  const stores = async (page: Page) =>
    (await page.evaluate(
      `({ local: JSON.stringify({ ...localStorage }), session: JSON.stringify({ ...sessionStorage }), cookie: document.cookie, address: location.href })`,
    )) as { local: string; session: string; cookie: string; address: string };

  before(async () => {
    const issued = await admin('/api/account/keys', { tier: 'pro', owner: 'owner_1' });
    key = String(issued.rawKey);
  });

  test('a key that is revoked under the page is said once, with the way on; no panel repeats it', async (t) => {
    const { rawKey } = await admin('/api/account/keys', { tier: 'pro', owner: 'owner_2' });
    const { page } = await stand.blank(t);
    await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(rawKey)})`);
    await page.clock.install();
    await page.goto(`${stand.service.app.apiUrl}/account`);
    await page.locator('.panel .key-figure, .panel dl').first().waitFor();
    await admin('/api/account/keys', { owner: 'owner_2' }, 'DELETE');
    await page.clock.fastForward(61_000);
    await untilText(page, '.banner', /The key is refused since/);
    await page.clock.fastForward(61_000);
    // What the clock has made late is asked for again before the page is as it stays.
    await until(
      page,
      `document.querySelectorAll('.banner').length === 1 &&
        document.querySelector('.panel .state.failed, .panel .state.locked') === null`,
    );
    // Nothing else speaks of it, and nothing is offered that needs a key.
    const texts = await page.locator('header, main').allInnerTexts();
    assert.doesNotMatch(texts.join('\n'), /invalid|unknown|rotate this key|Stop bot/);
    assert.equal(await page.getByLabel('voucher code').count(), 0);
    await page.getByRole('link', { name: 'Bot', exact: true }).click();
    await page.getByRole('heading', { name: /What has the bot done/ }).waitFor();
    const bot = await page.locator('header, main').allInnerTexts();
    assert.doesNotMatch(bot.join('\n'), /invalid|bot unknown|Stop bot/);
    await page.getByRole('button', { name: 'give another key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'use this key' }).click();
    await until(page, `document.querySelector('.banner') === null`);
  });

  test('a key is in memory alone: in no store, address, page or request line, and gone with a reload', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await giveKey(page);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    for (const text of Object.values(await stores(page))) assert.equal(text.includes(key), false);
    assert.equal((await page.content()).includes(key), false);
    assert.deepEqual(
      addresses.filter((address) => address.includes(key)),
      [],
    );
    await page.reload();
    await page.getByRole('button', { name: 'key', exact: true }).waitFor();
  });

  test('a key that is kept is in the session of its tab alone: there after a reload, unknown to another tab, forgotten on demand', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    await giveKey(page, { keep: true });
    const { local, session, cookie, address } = await stores(page);
    assert.equal(session.includes(key), true);
    for (const text of [local, cookie, address]) assert.equal(text.includes(key), false);
    await page.reload();
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();

    // What the tab of before kept is not in a new one: closing it is forgetting.
    const other = await page.context().newPage();
    await other.goto(stand.service.app.apiUrl);
    await other.getByRole('button', { name: 'key', exact: true }).waitFor();
    assert.equal((await stores(other)).session.includes(key), false);

    // The reference opens in a session of its own.
    const [docs] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Docs', exact: true }).click(),
    ]);
    await docs.waitForLoadState('domcontentloaded');
    assert.equal((await stores(docs)).session.includes(key), false);

    await page.getByRole('button', { name: 'forget key' }).click();
    assert.equal((await stores(page)).session.includes(key), false);
    await page.getByRole('button', { name: 'key', exact: true }).waitFor();
  });

  test('one key held for half a second stops the bot on any page; a tap does not', async (t) => {
    const { page } = await stand.visit(t, '/movers', 'h1');
    await giveKey(page);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    await page.keyboard.press('Shift+K');
    await page.waitForTimeout(700);
    assert.equal(await isKilled(), false);
    await holdStop(page);
    await page.getByRole('link', { name: /bot ■ stopped/ }).waitFor();
    assert.equal(await isKilled(), true);
    await letTrade();
  });

  test('a stop whose first answer is lost is sent again, and is shown as done only when the service has said so', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    await giveKey(page);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    let posts = 0;
    const shown = Promise.withResolvers<void>();
    await page.route(CONTROL, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      posts += 1;
      // The service does it, and nobody learns of it; then it does not answer at all; then it is busy.
      if (posts === 1) await route.fetch().catch(() => undefined);
      if (posts <= 2) return route.abort('connectionreset');
      // Until the page was looked at while it tries again.
      await shown.promise;
      if (posts === 3) return route.fulfill({ status: 503, json: { ok: false, error: 'overloaded' } });
      return route.continue();
    });
    await holdStop(page);
    const stop = page.locator('button.stop');
    await untilText(page, 'button.stop', /stopping, try [3-9]/);
    assert.equal(await stop.isDisabled(), true);
    shown.resolve();
    await page.getByRole('link', { name: /bot ■ stopped/ }).waitFor();
    assert.ok(posts >= 4, `${posts} tries`);
    assert.equal(await isKilled(), true);
    assert.equal(await page.getByRole('link', { name: '■ stopped, resume' }).getAttribute('href'), '/bot');
    assert.equal(await stop.count(), 0);
    await letTrade();
  });

  test('a stop that the service refuses says so, and nothing says stopped', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    await giveKey(page, { value: `${key.slice(0, -4)}AAAA` });
    await untilText(page, '.banner', /The key is refused/);
    await holdStop(page);
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /■ not stopped: .+ invalid_api_key/);
    assert.equal(await page.getByText('■ stopped').count(), 0);
    assert.equal(await isKilled(), false);
  });

  test('the bot page stops at one press, first in tab order, and continues only after a typed word', async (t) => {
    const { page } = await stand.visit(t, '/bot', 'h1');
    await giveKey(page);
    const stop = page.getByRole('button', { name: 'Stop bot' });
    await stop.waitFor();
    assert.ok(((await stop.boundingBox())?.height ?? 0) >= 64);
    await stop.click();
    await page.getByRole('link', { name: /bot ■ stopped/ }).waitFor();
    assert.equal(await isKilled(), true);
    await page.getByRole('button', { name: 'let it trade again' }).click();
    await untilText(page, '.resume', /■ type resume/);
    assert.equal(await isKilled(), true);
    await page.getByPlaceholder('type resume').fill('resume');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    assert.equal(await isKilled(), false);
  });

  test('positions are shown with average, mark and gain; the engine that is off says so', async (t) => {
    const { markets } = (await stand.service.get('/api/feed?top=50')).body.kalshi as {
      markets: { asset: string; title: string; yesPrice: number | null }[];
    };
    const market = markets.find(({ yesPrice }) => yesPrice !== null && yesPrice > 0.2 && yesPrice < 0.8);
    assert.ok(market !== undefined);
    const traded = await fetch(`${stand.service.app.botUrl}/api/bot/trade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        clientOrderId: 'positions-of-the-page',
        venue: 'kalshi',
        asset: market.asset,
        side: 'buy',
        sizeUsd: 10,
        markPrice: market.yesPrice,
      }),
    });
    assert.equal(((await traded.json()) as { outcome: { status: string } }).outcome.status, 'filled');
    const { page, faults } = await stand.visit(t, '/bot', 'h1');
    await giveKey(page);
    const positions = page.locator('.panel', { has: page.locator('#panel-positions') });
    // The mark comes with the feed.
    const row = positions.locator('.row', { hasText: /\d %[\s\S]*\d %/ });
    await row.waitFor();
    assert.match(await row.innerText(), /Kalshi[\s\S]+\d %[\s\S]+\d %[\s\S]+10\.00/);
    assert.match(await positions.locator('.answer').innerText(), /realised, .+ unrealised\s+1 open/);
    await page.getByText('The engine of this service is off').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, 'innerWidth === 390 && document.documentElement.scrollWidth <= 390');
    assert.deepEqual(faults, []);
  });

  test('settings are changed by a form that is its own curl, and a wrong one says what to do', async (t) => {
    const { page } = await stand.visit(t, '/bot', 'h1');
    await giveKey(page);
    await page.getByRole('button', { name: 'change', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Size of one order, USD').fill('25');
    await form.getByLabel('Kalshi').check();
    await form.getByLabel('Assets').fill('no such asset');
    await form.getByRole('button', { name: 'save' }).click();
    await form.getByRole('alert').waitFor();
    assert.match(await form.getByRole('alert').innerText(), /^■ .+ \(.+\)$/);
    await form.getByLabel('Assets').fill('');
    await form.getByRole('button', { name: 'save' }).click();
    await form.waitFor({ state: 'detached' });
    const response = await fetch(`${stand.service.app.botUrl}/api/bot/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { config } = (await response.json()) as { config: { tradeSizeUsd: number; venues: string[] } };
    assert.deepEqual([config.tradeSizeUsd, config.venues], [25, ['kalshi']]);
  });

  test('without a key the page says how to get one, as a command of this installation', async (t) => {
    const { page } = await stand.visit(t, '/bot', '.state.locked');
    const command = await page.locator('.command code').innerText();
    assert.equal(
      command,
      `node bin/crosstape keys issue --owner me --tier pro --url ${stand.service.app.apiUrl}`,
    );
  });

  test('a halt of the operator is shown apart from the own one', async (t) => {
    const { page } = await stand.blank(t);
    await page.clock.install();
    await page.goto(`${stand.service.app.apiUrl}/bot`);
    await giveKey(page);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    await admin('/api/admin/flags', { globalKill: true });
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: /bot ■ all trading stopped/ }).waitFor();
    await untilText(page, '.halt-row', /only the operator lets it continue/);
    await admin('/api/admin/flags', { globalKill: false });
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
  });

  test('the pages of the bot’s own address have the service’s clock, its lamps, and the stop', async (t) => {
    const { page, faults } = await stand.blank(t);
    await page.clock.install({ time: Date.now() - 3_600_000 });
    await page.goto(`${stand.service.app.botUrl}/movers`);
    await untilText(page, '.lamps', /recording 4\/4.*data.*page live/);
    await until(page, `/^\\d+ s$/.test(document.querySelector('.panel > header ct-age')?.textContent)`);
    await giveKey(page);
    await page.clock.runFor(1_000);
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    await page.getByRole('button', { name: 'Stop bot' }).click();
    await page.clock.runFor(1_000);
    await page.getByRole('link', { name: /bot ■ stopped/ }).waitFor();
    await letTrade();
    assert.deepEqual(faults, []);
  });

  test('an admin token is in memory alone and gone when the page is left', async (t) => {
    const { page } = await stand.visit(t, '/admin', '#token');
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'use it' }).click();
    await page.getByRole('button', { name: 'Stop all trading' }).waitFor();
    for (const text of Object.values(await stores(page))) assert.equal(text.includes(ADMIN_TOKEN), false);
    assert.equal((await page.content()).includes(ADMIN_TOKEN), false);
    await page.getByRole('link', { name: 'Movers' }).click();
    await page.goBack();
    await page.getByLabel('Admin token').waitFor();
  });
});
