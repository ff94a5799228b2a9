import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { PAGES, terminalStand, until, untilText } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-bad-input';
const TITLES: readonly string[] = [
  'x'.repeat(500),
  'Will it happen before the end of the year? '.repeat(12),
  'هل سيفوز الفريق الأول ببطولة الدوري الممتاز قبل نهاية العام الجاري بفارق عشر نقاط على الأقل؟',
  '🏆🦁👩‍👩‍👧‍👦 Will the Lions 🏆 win?',
  '<img src=x onerror="window.hit=1"><script>window.hit=1</script>',
  '\u202eevil\u202c \u0000 {{constructor}} %s',
];
const TITLE_MEMBERS = new Set(['title', 'name', 'eventTitle', 'rules', 'question']);
const PRICE_MEMBERS =
  /^(yesPrice|noPrice|yesBid|yesAsk|noBid|noAsk|last|lastPrice|bid|ask|mid|price|avgPrice|exitPrice|fairValue|open|high|low|close)$/;

/** Copies an answer with the values of some members changed. */
function changed(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const next = change(name, each);
      return [name, next === each ? changed(each, change) : next];
    }),
  );
}

/** Changes every JSON answer of the API before the page gets it. */
const changeAnswers = (page: Page, change: (name: string, value: unknown) => unknown) =>
  page.route(/\/api\/(?!.*(stream|tape))/, async (route: Route) => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return route.abort();
    const isJson = (response.headers()['content-type'] ?? '').includes('json');
    if (!isJson || !response.ok()) return route.fulfill({ response });
    await route.fulfill({ response, json: changed(await response.json(), change) });
  });

describe('bad input from outside', { skip: SKIPPED }, () => {
  const stand = terminalStand({ env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } });
  let key = '';
  let binary = '';

  const send = async (url: string, body: unknown, credential: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, url);
    return (await response.json()) as Record<string, unknown>;
  };

  before(async () => {
    const { apiUrl, botUrl } = stand.service.app;
    // An owner and a label as long and strange as they may be.
    const owner = 'o'.repeat(128);
    const label = '🏆'.repeat(25);
    key = String(
      (await send(`${apiUrl}/api/account/keys`, { tier: 'pro', owner, label }, ADMIN_TOKEN)).rawKey,
    );
    const { markets } = (await stand.service.get('/api/feed?top=50')).body.kalshi as {
      markets: { asset: string; yesPrice: number | null }[];
    };
    const market = markets.find(({ yesPrice }) => yesPrice !== null && yesPrice > 0.1 && yesPrice < 0.9);
    binary = market?.asset ?? '';
    const order = { clientOrderId: 'bad-input', venue: 'kalshi', asset: binary, side: 'buy', sizeUsd: 10 };
    await send(`${botUrl}/api/bot/trade`, { ...order, markPrice: market?.yesPrice }, key);
  });

  const visit = async (page: Page, to: string, drawn: string) => {
    if (to === '/account' || to === '/bot')
      await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await page.goto(stand.service.app.apiUrl + to);
    await page.waitForSelector(drawn, { timeout: 60_000 });
    if (to === '/admin') {
      await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await page.getByRole('button', { name: 'use it' }).click();
    }
    if (to !== '/') await page.locator('.panel').first().waitFor();
    await until(page, `document.querySelector('.state.loading') === null`, 60_000);
  };

  for (const [to, drawn] of PAGES) {
    test(`${to}: titles of 500 characters, from right to left, of emoji and of markup are text in their place`, async (t) => {
      const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 3_000 } });
      let index = 0;
      await changeAnswers(page, (name, value) =>
        TITLE_MEMBERS.has(name) && typeof value === 'string' ? TITLES[index++ % TITLES.length] : value,
      );
      await visit(page, to, drawn);
      for (const width of [1_440, 390, 360]) {
        await page.setViewportSize({ width, height: 3_000 });
        await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
      }
      assert.equal(await page.evaluate('window.hit'), undefined);
      assert.equal(await page.locator('main img').count(), 0);
      assert.deepEqual(faults, []);
    });
  }

  for (const price of [0, 1]) {
    test(`a price of ${price} is ${price * 100} %, and nothing divides by it`, async (t) => {
      const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 3_000 } });
      await changeAnswers(page, (name, value) =>
        PRICE_MEMBERS.test(name) && typeof value === 'number' && value <= 1 ? price : value,
      );
      for (const to of ['/markets?class=binary', `/asset/${binary}`, `/event/asset/${binary}`, '/bot']) {
        await visit(page, to, 'main :is(h1, .panel)');
        await untilText(page, 'main', new RegExp(`\\b${price * 100}\\.0 %`));
        assert.doesNotMatch(await page.locator('main').innerText(), /NaN|Infinity|undefined|\[object/, to);
      }
      assert.deepEqual(faults, []);
    });
  }

  test('a market that ends while its page is open says so within a minute', async (t) => {
    const { page, faults } = await stand.blank(t, { viewport: { width: 1440, height: 3_000 } });
    await page.clock.install();
    let hasEnded = false;
    await page.route(/\/api\/asset\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const resolution = { outcome: 'yes', payout: 1, resolvedAt: stand.service.now(), disputed: false };
      await route.fulfill({ response, json: hasEnded ? { ...body, resolution } : body });
    });
    await visit(page, `/asset/${binary}`, 'ct-chart-host canvas');
    hasEnded = true;
    await page.clock.fastForward(60_000);
    await untilText(page, 'main', /ended yes, paid 1/i);
    assert.deepEqual(faults, []);
  });
});
