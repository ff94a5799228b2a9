import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { PAGES, terminalStand, until, untilText } from './stand.ts';

const HOUR_MS = 3_600_000;
const ADMIN_TOKEN = 'admin-token-of-the-tests-of-answers';
/** Viewport so high that every panel is in view: panels out of view are neither requested nor drawn. */
const ALL_IN_SIGHT = { viewport: { width: 1440, height: 6_000 } };
const getPanel = (page: Page, id: string) => page.locator(`section[aria-labelledby=panel-${id}]`);
const failure = (error: string) => ({
  ok: false,
  error,
  message: 'said by the service',
  requestId: 'req-12345',
});

describe('what a page says when the service refuses, stops, restarts or is of another time', {
  skip: SKIPPED,
}, () => {
  const stand = terminalStand({ pollMs: 2_000, env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } });

  test('401, 402 and 403 are a locked panel with the nearest free call', async (t) => {
    const { page } = await stand.blank(t);
    for (const [status, error, says] of [
      [401, 'missing_api_key', 'needs a key'],
      [402, 'insufficient_balance', 'the balance does not cover it'],
      [403, 'tier_required', 'needs a key'],
    ] as const) {
      await page.unroute(/\/stats\?/);
      await page.route(/\/stats\?/, (route) => route.fulfill({ status, json: failure(error) }));
      await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
      // What stands there first is one word: the rest is a module of its own.
      await untilText(
        page,
        'section[aria-labelledby=panel-statistics] .state.locked',
        new RegExp(`^Locked: ${says}.*/api/asset/hl-BTC/risk`),
      );
    }
  });

  for (const [status, error] of [
    [429, 'rate_limited'],
    [503, 'warming_up'],
  ] as const) {
    test(`${status} names its request, keeps what was there, is asked again later, and ends`, async (t) => {
      const { page } = await stand.blank(t, ALL_IN_SIGHT);
      await page.clock.install();
      let isRefused = false;
      let asked = 0;
      await page.route(/\/risk\?/, (route) => {
        asked += 1;
        const headers = { 'retry-after': '50', 'access-control-allow-origin': '*' };
        return isRefused ? route.fulfill({ status, headers, json: failure(error) }) : route.continue();
      });
      await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
      const risk = getPanel(page, 'risk');
      await risk.locator('.risk-figures, .state.never').waitFor();
      const figures = await risk.locator('table, .state.never').count();
      isRefused = true;
      await page.clock.fastForward(31_000);
      const failed = risk.locator('.state.failed');
      await failed.waitFor();
      assert.match(await failed.innerText(), new RegExp(`${error}[\\s\\S]*req-12345[\\s\\S]*try again`));
      assert.equal(await risk.locator('table, .state.never').count(), figures);
      // The service asked for 50 s: the interval of 30 s is too soon. A slow machine adds nothing to it.
      const before = asked;
      await rest(page);
      await page.clock.fastForward(31_000);
      await page.waitForTimeout(200);
      assert.equal(asked, before);
      await page.clock.resume();
      isRefused = false;
      await failed.getByRole('button', { name: 'try again' }).click();
      await failed.waitFor({ state: 'detached' });
    });
  }

  test('a verdict of DOWN comes with 503, and is what the lamp says of a page that is live', async (t) => {
    const { page } = await stand.blank(t);
    await page.route('**/api/feed/health', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const venue of Object.keys(body.venues)) {
        body.venues[venue] = 'DOWN';
        Object.assign(body.health[venue], { ageMs: null, lastFetchedAt: null, hasSnapshot: false });
      }
      await route.fulfill({ response, status: 503, json: { ...body, ok: false, verdict: 'DOWN' } });
    });
    await page.goto(stand.service.app.apiUrl);
    await untilText(page, '.lamps', /■ recording 0\/4.*● page live/);
    await page.getByText('■ not recorded').nth(3).waitFor();
  });

  test('an answer that is no JSON, or none of the shape, breaks one panel and no other', async (t) => {
    const { page, faults } = await stand.blank(t);
    await page.route(/\/carry$/, (route) => route.fulfill({ status: 200, body: '<html>a proxy</html>' }));
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    await untilText(page, 'section[aria-labelledby=panel-carry]', /unreadable_answer/);
    await getPanel(page, 'book').locator('table').first().waitFor();
    assert.deepEqual(faults, []);
  });

  test('a stream that lost frames makes the chart read again', async (t) => {
    const { page } = await stand.blank(t);
    let bars = 0;
    let streams = 0;
    page.on('request', (request) => {
      if (/hyperliquid\/hl-BTC\/aggregate/.test(request.url())) bars += 1;
    });
    await page.route('**/api/asset/hl-BTC/stream', async (route) => {
      streams += 1;
      if (streams > 1) return route.continue();
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
      const resync = 'id: gone-1\nevent: resync\ndata: {"lastEventId":"gone-0"}\n\n';
      await page.waitForSelector('ct-chart-host canvas');
      const before = bars;
      await route.fulfill({ headers, body: resync });
      await eventually(() => bars > before, 'the bars are asked for again');
    });
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    // It connects again, names what it has, and continues.
    await page.waitForSelector('text=● live', { timeout: 20_000 });
    await eventually(() => streams > 1 && bars > 1, 'the stream and its bars are there again');
    const first = await page.locator('.big').innerText();
    await until(page, `document.querySelector('.big').innerText !== ${JSON.stringify(first)}`);
  });

  test('a panel out of view asks for nothing, and is up to date when it is scrolled to', async (t) => {
    const { page } = await stand.blank(t, { viewport: { width: 1440, height: 400 } });
    await page.clock.install();
    const asked = { lamps: 0, statistics: 0 };
    page.on('request', (request) => {
      if (/\/feed\/health$/.test(request.url())) asked.lamps += 1;
      if (/\/stats\?/.test(request.url())) asked.statistics += 1;
    });
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    const statistics = getPanel(page, 'statistics');
    // Its first answer it waits for, wherever it is.
    await statistics.locator('header ct-age').waitFor();
    const passTenMinutes = async () => {
      const before = asked.lamps;
      await page.clock.fastForward(600_000);
      await eventually(() => asked.lamps > before, 'what is in view is asked for');
    };
    // What was on its way when it left off is out after the second time.
    await passTenMinutes();
    await passTenMinutes();
    const before = asked.statistics;
    await passTenMinutes();
    assert.equal(asked.statistics, before);
    await statistics.scrollIntoViewIfNeeded();
    await eventually(() => asked.statistics > before, 'it is asked for again');
    await until(page, `document.querySelector('section[aria-labelledby=panel-statistics].fresh') !== null`);
  });

  const issueKey = async (): Promise<string> => {
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tier: 'pro', owner: 'owner_1' }),
    });
    return ((await response.json()) as { rawKey: string }).rawKey;
  };

  /** Stops the clock of a page until it is asked again, because a page polls and draws, which slows all others down. */
  const rest = async (page: Page) => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
  const passTime = async (page: Page, ms: number) => {
    await page.clock.resume();
    await page.clock.fastForward(ms);
  };

  /** All pages, each with a clock that the test moves; account, bot and admin as their holders see them. Ages are right. */
  const everyPage = async (t: TestContext, getTime: (index: number) => number) => {
    const key = await issueKey();
    const opened = [];
    for (const [index, [to, drawn]] of PAGES.entries()) {
      const { page, faults } = await stand.blank(t, ALL_IN_SIGHT);
      await page.clock.install({ time: getTime(index) });
      if (to === '/account' || to === '/bot') {
        await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
      }
      await page.goto(stand.service.app.apiUrl + to, { waitUntil: 'commit', timeout: 60_000 });
      await page.waitForSelector(drawn, { timeout: 60_000 });
      if (to === '/admin') {
        await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
        await page.getByRole('button', { name: 'use it' }).click();
      }
      await untilText(page, '.lamps', /page live/);
      await page.locator('.panel > header ct-age').first().waitFor();
      const ages = await page.locator('.panel > header ct-age').allInnerTexts();
      for (const age of ages) assert.match(age, /^\d+ s$/, `${to}: ${ages}`);
      assert.equal(await page.locator('.panel.stale').count(), 0, to);
      assert.deepEqual(faults, [], to);
      await rest(page);
      opened.push({ to, page });
    }
    return opened;
  };

  test('every page shows true ages to a viewer whose clock is an hour wrong, ages when the service stops, and continues when it is back', async (t) => {
    // Ahead and behind by turns.
    const skewed = (index: number) => Date.now() + (index % 2 === 0 ? HOUR_MS : -HOUR_MS);
    const opened = await everyPage(t, skewed);
    const onEveryPage = async (run: (page: Page) => Promise<void>) => {
      for (const { to, page } of opened) {
        await run(page).catch((cause: unknown) => assert.fail(`${to}: ${cause}`));
      }
    };
    await stand.service.stop();
    await onEveryPage(async (page) => {
      await passTime(page, 1_300_000);
      await untilText(page, '.lamps', /when last asked.*page \d+ min old/);
      await until(
        page,
        `[...document.querySelectorAll('.panel')].every((panel) => panel.classList.contains('stale') || panel.querySelector('ct-age') === null)`,
      );
      // One cause, one line, with since when; panels keep what they had.
      await untilText(page, '.banner', /service does not answer since \d\d:\d\d:\d\d/i);
      assert.equal(await page.locator('.banner').count(), 1);
      assert.equal(await page.locator('.panel .state.failed').count(), 0);
      await rest(page);
    });
    await stand.service.start();
    // No call waits longer than a minute for its next try.
    await onEveryPage(async (page) => {
      await passTime(page, 61_000);
      await untilText(page, '.lamps', /page live/);
      await until(page, `document.querySelector('.panel.stale, .state.failed, .banner') === null`);
      await page.close();
    });
  });
});
