import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  allVenuesPolled,
  eventually,
  type SimulatedService,
  startSimulatedService,
} from '../support/simulated-service.ts';
import { freePort, openPage, SKIPPED, startBrowser } from './browser.ts';

const AXE = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core/package.json')), 'axe.min.js'),
  'utf8',
);

/** What each page must have drawn before it is judged. */
const PAGES: readonly (readonly [path: string, drawn: string])[] = [
  ['/', 'ct-tape-lane svg rect'],
  ['/markets', 'ct-table .row'],
  ['/asset/hl-BTC', 'ct-chart-host canvas'],
  ['/disagreement', 'h1'],
  ['/movers', 'h1'],
  ['/correlations', 'h1'],
  ['/account', 'h1'],
  ['/bot', 'h1'],
  ['/admin', 'h1'],
];

/** Violations in words, so that a failure says where to look. @param rules Default: all. */
async function axeFindings(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: unknown): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(only === null ? {} : { runOnly: only }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary ?? ''}`,
    );
  }, rules);
}

/** Waits until an expression holds on the page. The policy of the pages forbids what Playwright waits with. */
async function until(page: Page, expression: string, limitMs = 30_000): Promise<void> {
  await eventually(async () => (await page.evaluate(expression)) === true, expression, limitMs);
}

describe('the pages of the terminal', { skip: SKIPPED }, () => {
  let browser: Browser;
  let service: SimulatedService;

  const cleanups: (() => unknown)[] = [];

  before(async () => {
    browser = await startBrowser();
    const port = await freePort();
    const suite = { after: (run: () => unknown) => cleanups.push(run) } as unknown as TestContext;
    service = await startSimulatedService(suite, { config: { server: { port } } });
    await allVenuesPolled(service);
  });
  after(async () => {
    await browser.close();
    for (const run of cleanups.reverse()) await run();
  });

  const visit = async (
    t: TestContext,
    to: string,
    drawn: string,
    options: Parameters<typeof openPage>[2] = {},
  ) => {
    const opened = await openPage(t, browser, options);
    await opened.page.goto(service.app.apiUrl + to);
    await opened.page.waitForSelector(drawn, { timeout: 20_000 });
    return opened;
  };

  for (const [to, drawn] of PAGES) {
    test(`${to} draws without an error, a violation of the policy or a barrier, in both themes and on a phone`, async (t) => {
      const { page, faults } = await visit(t, to, drawn, { colorScheme: 'dark' });
      await until(page, `document.querySelector('.lamp.good') !== null`);
      assert.deepEqual(await axeFindings(page), []);
      await page.emulateMedia({ colorScheme: 'light' });
      await until(page, `document.documentElement.dataset.theme === 'light'`);
      assert.deepEqual(await axeFindings(page, ['color-contrast']), []);
      await page.setViewportSize({ width: 360, height: 740 });
      await until(page, `innerWidth === 360 && document.documentElement.scrollWidth <= 360`);
      assert.deepEqual(faults, []);
    });
  }

  test('overview says what the service says: venues, lanes, and all recorded', async (t) => {
    const { page } = await visit(t, '/', 'ct-tape-lane svg rect');
    const health = (await service.get('/api/feed/health')).body as { venues: Record<string, string> };
    const lamps = await page.locator('.lamps').innerText();
    assert.match(lamps, new RegExp(`recording ${Object.keys(health.venues).length}/4`));
    assert.match(lamps, /page live/);
    await until(page, `document.querySelectorAll('ct-tape-lane svg').length === 4`);
    assert.equal(await page.getByRole('table').first().locator('tbody tr').count(), 4);
  });

  test('a frame of the stream moves the price', async (t) => {
    const { page } = await visit(t, '/asset/hl-BTC', 'ct-chart-host canvas');
    await page.waitForSelector('text=● live', { timeout: 15_000 });
    const first = await page.locator('.big').innerText();
    await until(page, `document.querySelector('.big').innerText !== ${JSON.stringify(first)}`);
  });

  test('names from outside stay text, and numbers that are huge or missing break nothing', async (t) => {
    const { page, faults } = await openPage(t, browser);
    const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
    await page.route(/\/api\/feed\?|\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      const feed = await response.json();
      Object.assign(feed.polymarket.markets[0], {
        title: hostile,
        venueNativeUrl: 'javascript:window.hit=1',
        volume24hUsd: 1e300,
        yesPrice: null,
        yesBid: Number.MAX_SAFE_INTEGER,
      });
      await route.fulfill({ response, json: feed });
    });
    await page.goto(`${service.app.apiUrl}/markets?q=onerror`);
    await page.waitForSelector('ct-table .row');
    assert.equal(await page.locator('ct-table .row a').first().innerText(), hostile);
    assert.equal(await page.evaluate(() => (globalThis as { hit?: number }).hit), undefined);
    assert.deepEqual(faults, []);
  });

  test('a key stands in no address and no store that lasts, and is named in a command, not shown', async (t) => {
    const { page } = await visit(t, '/', 'ct-tape-lane svg rect');
    const key = 'ct_live_not-a-real-key';
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    await page.getByRole('button', { name: 'key', exact: true }).click();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'use this key' }).click();
    await page.waitForTimeout(300);
    const stores = async () =>
      String(
        await page.evaluate(
          `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])`,
        ),
      );
    assert.doesNotMatch(await stores(), /not-a-real-key/);
    assert.doesNotMatch(await page.content(), /not-a-real-key/);
    assert.deepEqual(
      seen.filter((url) => url.includes('not-a-real-key')),
      [],
    );
  });

  test('the keyboard alone opens pages, finds an asset, filters and opens a row', async (t) => {
    const { page } = await visit(t, '/', 'ct-tape-lane svg rect');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.waitForSelector('ct-table .row');
    await page.keyboard.press('/');
    await page.keyboard.type('btc');
    await until(page, `location.search.includes('q=btc')`);
    await page.keyboard.press('Tab');
    await page.locator('ct-table .row').first().focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await until(page, `location.pathname.startsWith('/asset/')`);
    await page.waitForSelector('ct-chart-host canvas');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('eth');
    await page.waitForSelector('[role=option]:has-text("hl-ETH")');
    await page.keyboard.press('Enter');
    await until(page, `location.pathname.startsWith('/asset/')`);
    await page.keyboard.press('?');
    assert.match(await page.getByRole('dialog').innerText(), /farther/);
  });

  test('what needs a key is locked with the nearest free call, and a failure names its request', async (t) => {
    const { page } = await openPage(t, browser);
    const fail = (status: number, error: string) => ({
      status,
      json: { ok: false, error, message: 'said by the service', requestId: 'req-12345' },
    });
    await page.route(/\/stats\?/, (route) => route.fulfill(fail(403, 'tier_required')));
    await page.route(/\/risk\?/, (route) => route.fulfill(fail(503, 'warming_up')));
    await page.goto(`${service.app.apiUrl}/asset/hl-BTC`);
    const locked = page.locator('.panel', { hasText: 'Statistics' }).locator('.state.locked');
    await locked.waitFor();
    assert.match(await locked.innerText(), /tier_required[\s\S]*\/api\/asset\/hl-BTC\/risk/);
    const failed = page.locator('.panel', { hasText: 'Risk' }).locator('.state.failed').first();
    assert.match(await failed.innerText(), /warming_up[\s\S]*req-12345[\s\S]*try again/);
  });

  test('a viewer whose clock is an hour wrong sees true ages', async (t) => {
    const { page } = await openPage(t, browser);
    await page.clock.install({ time: Date.now() - 3_600_000 });
    await page.goto(`${service.app.apiUrl}/`);
    await page.waitForSelector('ct-tape-lane svg rect');
    const ages = await page.locator('.panel > header ct-age').allInnerTexts();
    assert.ok(ages.length > 0);
    for (const age of ages) assert.match(age, /^\d+ s$/);
  });

  test('when the service stops every number ages, and when it is back the page goes on', async (t) => {
    const { page } = await openPage(t, browser);
    await page.clock.install();
    await page.goto(`${service.app.apiUrl}/`);
    await page.waitForSelector('ct-tape-lane svg rect');
    assert.match(await page.locator('.lamps').innerText(), /page live/);
    await service.stop();
    await page.clock.fastForward(1_300_000);
    await until(page, String.raw`/page\s+\d+ min old/.test(document.querySelector('.lamps').textContent)`);
    await until(
      page,
      `[...document.querySelectorAll('.panel')].every((panel) => panel.classList.contains('stale') || panel.querySelector('ct-age') === null)`,
    );
    assert.match(await page.locator('.lamps').innerText(), /when last asked/);
    await service.start();
    await page.clock.fastForward(61_000);
    await until(page, String.raw`/page\s+live/.test(document.querySelector('.lamps').textContent)`);
  });
});
