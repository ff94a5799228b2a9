import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, OVERLAPPING, SMALL_TARGETS } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { CODE_BUDGETS, countCode } from './loaded-code.ts';
import { PAGES, terminalStand, until, untilText } from './stand.ts';

/** Pages with rows, groups and folds open. */
const OPENED: readonly (readonly [to: string, drawn: string, open?: (page: Page) => Promise<void>])[] = [
  ['/markets?group=event&class=binary', 'ct-table .row.group'],
  ['/disagreement', '.panel:has(#panel-pairs) ct-table .row', openPair],
  ['/asset/hl-BTC?show=fair,links,cascades,profile,flow&vs=hl-ETH', '[data-overlay=vs]', unfold],
  ['/movers', 'ct-table .row'],
  ['/event/asset/hl-BTC', 'ct-table .row'],
];

async function openPair(page: Page): Promise<void> {
  await page.locator('.panel:has(#panel-pairs) ct-table .row .num').first().click();
  await page.waitForSelector('ct-table .detail');
  await unfold(page);
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate(`for (const fold of document.querySelectorAll('main details')) fold.open = true`);
}

describe('the pages of the terminal', { skip: SKIPPED }, () => {
  // Polls each second would leave books half of the three calls a second that Kalshi allows without a key.
  const stand = terminalStand({ pollMs: 4_000 });
  const { visit } = stand;

  for (const [to, drawn] of PAGES) {
    test(`${to} draws without an error, a violation of the policy or a barrier, in both themes and on a phone`, async (t) => {
      const { page, faults } = await visit(t, to, drawn, { colorScheme: 'dark' });
      await until(page, `document.querySelector('.lamp.good') !== null`);
      assert.deepEqual(await axeFindings(page), []);
      await page.emulateMedia({ colorScheme: 'light' });
      await until(page, `document.documentElement.dataset.theme === 'light'`);
      assert.deepEqual(await axeFindings(page, ['color-contrast']), []);
      await page.setViewportSize({ width: 390, height: 740 });
      await until(page, `innerWidth === 390 && document.documentElement.scrollWidth <= 390`);
      assert.deepEqual(await axeFindings(page), []);
      await page.emulateMedia({ colorScheme: 'dark' });
      await until(page, `document.documentElement.dataset.theme === 'dark'`);
      assert.deepEqual(await axeFindings(page), []);
      // The bar leaves room, and controls are as high as a finger needs.
      assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
      assert.deepEqual(await page.evaluate(OVERLAPPING), []);
      await page.setViewportSize({ width: 360, height: 740 });
      await until(page, `innerWidth === 360 && document.documentElement.scrollWidth <= 360`);
      assert.deepEqual(faults, []);
    });
  }

  for (const [to, drawn, open] of OPENED) {
    test(`${to} with what it opens has no barrier, in both themes, wide and on a phone`, async (t) => {
      const { page, faults } = await visit(t, to, drawn);
      for (const width of [1_440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await until(page, `innerWidth === ${width}`);
        // As wide as it was opened it is there.
        if (width !== 1_440) await page.goto(stand.service.app.apiUrl + to);
        await page.locator(drawn).first().waitFor();
        await open?.(page);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await until(page, `document.documentElement.dataset.theme === '${colorScheme}'`);
          assert.deepEqual(await axeFindings(page), [], `${width} px, ${colorScheme}`);
        }
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      }
      assert.deepEqual(faults, []);
    });
  }

  test('an id that no market has is requested once, and answered with three that are called like it', async (t) => {
    const { page } = await stand.blank(t);
    await page.clock.install();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(new URL(response.url()).pathname);
    });
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-bitcoinn`);
    await page.getByRole('heading', { name: 'No market has this id' }).waitFor();
    await until(page, `document.querySelectorAll('.suggestions li').length === 3`);
    // Longer than until the quote would be asked for again.
    await page.clock.fastForward(10_000);
    await page.waitForTimeout(300);
    assert.deepEqual(refused, ['/api/m2m/hl-bitcoinn/quote']);
    assert.equal(await page.locator('.panel').count(), 0);
    await page.locator('.suggestions a').first().click();
    await page.waitForSelector('ct-chart-host canvas');
  });

  for (const { what, path: to, drawn, maxFiles, maxBytes } of CODE_BUDGETS) {
    test(`a browser loads ${maxFiles === null ? '' : `at most ${maxFiles} files and `}at most ${maxBytes / 1_000} kB of code ${what}`, async () => {
      const { files, gzippedBytes } = await countCode(stand.browser, stand.service.app.apiUrl + to, drawn);
      assert.ok(
        files.length <= (maxFiles ?? Number.POSITIVE_INFINITY),
        `${files.length}: ${files.join(' ')}`,
      );
      assert.ok(gzippedBytes <= maxBytes, `${gzippedBytes} bytes`);
    });
  }

  test('overview says what the service says: venues, lanes, and all recorded', async (t) => {
    const { page } = await visit(t, '/', 'ct-recording-lane svg rect');
    const health = (await stand.service.get('/api/feed/health')).body as { venues: Record<string, string> };
    const lamps = await page.locator('.lamps').innerText();
    assert.match(lamps, new RegExp(`recording ${Object.keys(health.venues).length}/4`));
    assert.match(lamps, /page live/);
    await until(page, `document.querySelectorAll('ct-recording-lane svg').length === 4`);
    // Nothing is older than this service: a day would be empty. A range that was chosen holds.
    const range = page.getByRole('group', { name: 'range' });
    assert.equal(await range.locator('[aria-current=true]').innerText(), '1h');
    assert.equal(new URL(page.url()).search, '');
    await range.getByText('24h').click();
    await until(page, `document.querySelectorAll('ct-recording-lane svg').length === 4`);
    assert.equal(new URL(page.url()).search, '?range=24h');
    assert.equal(await range.locator('[aria-current=true]').innerText(), '24h');
    assert.equal(await page.getByRole('table', { name: 'Venues', exact: true }).locator('.row').count(), 4);
    const relays = page.getByRole('table', { name: 'Reference prices', exact: true });
    await relays.locator('.row').first().waitFor();
    assert.equal(await relays.locator('.row').count(), 3);
  });

  test('a frame of the stream moves the price', async (t) => {
    const { page } = await visit(t, '/asset/hl-BTC', 'ct-chart-host canvas');
    await page.waitForSelector('text=● live', { timeout: 15_000 });
    const first = await page.locator('.big').innerText();
    await until(page, `document.querySelector('.big').innerText !== ${JSON.stringify(first)}`);
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const isStill = reducedMotion === 'reduce';
    test(`a touch of the book that moved is ${isStill ? 'not tinted where motion is not wanted' : 'tinted'}`, async (t) => {
      const { page } = await stand.blank(t, { reducedMotion });
      await page.clock.install();
      await page.addInitScript(
        'window.tinted = []; const { animate } = Element.prototype; Element.prototype.animate = function (...steps) { window.tinted.push(this.closest("table")?.className); return animate.apply(this, steps); }',
      );
      let hasMoved = false;
      await page.route(/\/api\/book\//, async (route) => {
        const bids = [{ price: hasMoved ? 102 : 101, size: 1 }];
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), bids } });
      });
      await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
      const bid = (price: number) =>
        until(page, `document.querySelector('tr.bid')?.innerText.includes('${price}')`);
      await bid(101);
      hasMoved = true;
      await page.clock.fastForward(5_000);
      await bid(102);
      const isTinted = await page.evaluate(`tinted.some((table) => table?.includes('ladder'))`);
      assert.equal(isTinted, !isStill);
    });
  }

  test('names from outside stay text, and numbers that are huge or missing break nothing', async (t) => {
    const { page, faults } = await stand.blank(t);
    const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
    await page.route(/\/api\/feed\?|\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      const feed = await response.json();
      Object.assign(feed.polymarket.markets[0], {
        title: hostile,
        yesMeans: null,
        venueNativeUrl: 'javascript:window.hit=1',
        volume24hUsd: 1e300,
        yesPrice: null,
        yesBid: Number.MAX_SAFE_INTEGER,
      });
      await route.fulfill({ response, json: feed });
    });
    await page.goto(`${stand.service.app.apiUrl}/markets?q=onerror`);
    await page.waitForSelector('ct-table .row');
    assert.equal(await page.locator('ct-table .row a').first().innerText(), hostile);
    assert.equal(await page.evaluate(() => (globalThis as { hit?: number }).hit), undefined);
    assert.deepEqual(faults, []);
  });

  test('the keyboard alone opens pages, finds an asset, filters and opens a row', async (t) => {
    const { page } = await visit(t, '/', 'ct-recording-lane svg rect');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    // Overview has tables of its own.
    await until(
      page,
      `location.pathname === '/markets' && document.querySelector('input[type=search]') !== null`,
    );
    await page.waitForSelector('ct-table .row');
    await page.keyboard.press('/');
    await page.keyboard.type('btc');
    await until(page, `location.search.includes('q=btc')`);
    await page.evaluate('document.activeElement.blur()');
    const focused = `Number(document.activeElement?.dataset?.index ?? -1)`;
    for (const row of [0, 1]) {
      await page.keyboard.press('j');
      assert.equal(await page.evaluate(focused), row, 'the first key chooses the first row');
    }
    await page.keyboard.press('Enter');
    await until(page, `location.pathname.startsWith('/asset/')`);
    await page.waitForSelector('ct-chart-host canvas');
    const opened = new URL(page.url()).pathname;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('eth');
    await page.waitForSelector('[role=option]:first-child:has-text("ETH"):has-text("Hyperliquid")');
    await page.keyboard.press('Enter');
    await until(page, `location.pathname !== ${JSON.stringify(opened)}`);
    // The keys of a chart are known once its own page is there, not the one before.
    await untilText(page, 'main h1', /ETH/);
    await page.waitForSelector('ct-chart-host canvas');
    await page.keyboard.press('?');
    assert.match(await page.getByRole('dialog').innerText(), /farther/);
  });
});
