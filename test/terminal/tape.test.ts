import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type {
  GetBookAtAnswer,
  GetBookDepthAnswer,
  GetTradesAnswer,
  TapeTrade,
} from '../../client/src/index.ts';
import { eventually } from '../support/simulated-service.ts';
import { axeFindings } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const CANVAS = 'ct-chart-host canvas';
const BOOK = '.panel:has(#panel-book)';
const TRADES = '.panel:has(#panel-trades)';
const MINUTE_MS = 60_000;

const iso = (ms: number) => new Date(ms).toISOString();

describe('recorded books and trades on the page of an asset', { skip: SKIPPED }, () => {
  const stand = terminalStand({ pollMs: 4_000 });
  let asset = '';

  /** Reads the book before all moments that the tests point at, the earliest of which is 7 s before now. */
  const readMoment = async (): Promise<GetBookAtAnswer> => {
    const answer = await stand.service.get(`/api/book/${asset}/at?t=${stand.service.now() - 8_000}`);
    return answer.body as unknown as GetBookAtAnswer;
  };

  before(async () => {
    const feed = (await stand.service.get('/api/feed?top=1')).body as {
      polymarket: { markets: { asset: string }[] };
    };
    asset = feed.polymarket.markets[0]?.asset ?? '';
    await eventually(async () => (await readMoment()).bids !== null, 'the book is recorded', 60_000);
  });

  /** Opens the page with two minutes around now in its chart. */
  const visit = async (t: TestContext, query = '', change?: (page: Page) => Promise<unknown>) => {
    const { page, faults } = await stand.blank(t);
    await change?.(page);
    const now = stand.service.now();
    const window = `from=${iso(now - MINUTE_MS)}&to=${iso(now + MINUTE_MS)}`;
    await page.goto(`${stand.service.app.apiUrl}/asset/${asset}?show=none&${window}${query}`);
    await page.waitForSelector(CANVAS);
    await page.locator(`${BOOK} .asof`).first().waitFor();
    return { page, faults };
  };

  /** Moves the pointer over the chart. @param share 0 left edge, 1 right edge. */
  const point = async (page: Page, share: number) => {
    const over = page.locator('ct-chart-host .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + box.width * share, box.y + 40);
  };

  const ladderTouch = (page: Page) =>
    page.evaluate<string[]>(
      `['ask', 'bid'].map((side) => [...document.querySelectorAll('.ladder tr.' + side)].at(side === 'ask' ? -1 : 0).cells[0].innerText.trim())`,
    );

  test('the cursor of the chart shows the book as it stood at its moment, and without it the book is live', async (t) => {
    const { page, faults } = await visit(t);
    await untilText(page, `${BOOK} .asof`, /^live/);
    const answered = page.waitForResponse((response) => /\/at\?t=\d+/.test(response.url()));
    // A little before now: left of the middle.
    await point(page, 0.47);
    const book = (await (await answered).json()) as GetBookAtAnswer;
    assert.ok(book.bids !== null && book.asks !== null, JSON.stringify(book.coverage));
    await untilText(page, `${BOOK} .asof`, new RegExp(`${iso(book.t).slice(11, 23)} last change`));
    const percent = (price = 0) => `${(price * 100).toFixed(1)} %`;
    assert.deepEqual(await ladderTouch(page), [percent(book.asks[0]?.price), percent(book.bids[0]?.price)]);
    await untilText(page, '.readout', /book at \d\d:\d\d:\d\d [\d.]+ % to [\d.]+ %/);
    await page.mouse.move(2, 2);
    await untilText(page, `${BOOK} .asof`, /^live/);
    assert.deepEqual(faults, []);
  });

  test('a cursor that goes on asks for the place where it rests alone, and lets go of what it asked for', async (t) => {
    // Answers wait until the first request was cancelled, however slow the machine is.
    const mayAnswer = Promise.withResolvers<void>();
    const { page } = await visit(t, '', (each) =>
      each.route(/\/at\?t=/, async (route) => {
        await mayAnswer.promise;
        await route.continue().catch(() => undefined);
      }),
    );
    const asked: string[] = [];
    const left: string[] = [];
    page.on('request', (request) => request.url().includes('/at?t=') && asked.push(request.url()));
    page.on('requestfailed', (request) => request.url().includes('/at?t=') && left.push(request.url()));
    // In one go: a machine that is slow would let the cursor rest on its way.
    await page.evaluate(`(() => {
      const over = document.querySelector('ct-chart-host .u-over');
      const { left, top, width } = over.getBoundingClientRect();
      for (let share = 0.2; share < 0.4; share += 0.02) {
        const at = { clientX: left + width * share, clientY: top + 40, movementX: 5, bubbles: true };
        over.dispatchEvent(new MouseEvent('mousemove', at));
      }
    })()`);
    await eventually(() => asked.length > 0, 'the cursor rests');
    assert.equal(asked.length, 1);
    await point(page, 0.45);
    await eventually(() => asked.length === 2 && left.length === 1, 'the first request is cancelled');
    assert.deepEqual(left, asked.slice(0, 1));
    mayAnswer.resolve();
    await untilText(page, `${BOOK} .asof`, /^\d\d:/);
  });

  test('a press keeps the moment in the address, p lets go of it and keeps it, keys move it', async (t) => {
    const { page, faults } = await visit(t);
    await point(page, 0.45);
    await page.mouse.down();
    await page.mouse.up();
    await until(page, `new URLSearchParams(location.search).has('at')`);
    const kept = String(await page.evaluate(`new URLSearchParams(location.search).get('at')`));
    await page.mouse.move(2, 2);
    const time = new RegExp(`^${kept.slice(11, 23)}`);
    await untilText(page, `${BOOK} .asof`, time);
    await page.reload();
    await untilText(page, `${BOOK} .asof`, time);
    await page.getByRole('button', { name: 'back to live' }).click();
    await untilText(page, `${BOOK} .asof`, /^live/);
    assert.ok(!page.url().includes('at='));
    await page.locator('ct-chart-host').focus();
    await until(page, `/^\\d/.test(document.querySelector('.readout')?.innerText ?? '')`);
    await page.keyboard.press('ArrowLeft');
    await untilText(page, `${BOOK} .asof`, /^\d\d:\d\d:\d\d\.\d{3}/);
    await untilText(page, '.foot .hidden', /, book /);
    await page.keyboard.press('p');
    await until(page, `new URLSearchParams(location.search).has('at')`);
    await page.keyboard.press('p');
    await until(page, `!new URLSearchParams(location.search).has('at')`);
    assert.deepEqual(faults, []);
  });

  test('keys that leave the view take it along: the bar before the recorded ones is in the middle', async (t) => {
    const { page, faults } = await visit(t);
    await page.locator('ct-chart-host').focus();
    await until(page, `/^\\d/.test(document.querySelector('.readout')?.innerText ?? '')`);
    const from = `Date.parse(new URLSearchParams(location.search).get('from'))`;
    const before = Number(await page.evaluate(from));
    // At most three bars of a minute are in the view; what was filled in from candles is half an hour before them.
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowLeft');
    await until(page, `${from} < ${before - 10 * MINUTE_MS}`);
    await untilText(page, '.readout', /filled in/);
    const middle = `(() => {
      const over = document.querySelector('ct-chart-host .u-over').getBoundingClientRect();
      const at = document.querySelector('ct-chart-host .u-cursor-x').getBoundingClientRect();
      return Math.abs((at.left - over.left) / over.width - 0.5) < 0.3;
    })()`;
    await until(page, middle);
    assert.deepEqual(faults, []);
  });

  test('a stream that is cut leaves a hole: in the lane, at the cursor and among the trades, with its reason', async (t) => {
    stand.service.simulator.faults.set({ kind: 'cut', venue: 'polymarket' });
    const readHoles = async () => {
      const { body } = await stand.service.get(`/api/book/${asset}/changes?limit=1`);
      const { notRecorded } = (body as unknown as GetTradesAnswer).coverage;
      return notRecorded.filter(({ reason }) => reason === 'connection');
    };
    await eventually(
      async () => (await readHoles()).length > 0 && (await readMoment()).bids !== null,
      'a break',
      60_000,
    );
    const [hole] = await readHoles();
    assert.ok(hole !== undefined);
    const middle = Math.floor((hole.fromMs + hole.toMs) / 2);
    const { page, faults } = await visit(t, `&at=${iso(middle)}`);
    await untilText(page, `${BOOK} .asof`, /not known from .*: connection lost/);
    await untilText(page, `${BOOK} .middle`, /^$/);
    await untilText(page, '.tape-said', /book: ▲ .*connection lost/);
    const title = String(await page.evaluate(`document.querySelector('.tape-lane .hole title').textContent`));
    assert.match(title, /^book not known from \d\d:\d\d:\d\d.*: connection lost$/);
    await page.locator('ct-near').first().scrollIntoViewIfNeeded();
    await untilText(page, TRADES, /no trades known from \d\d:\d\d:\d\d.*: connection lost/);
    // A press on the words shows the hole in the middle of the chart.
    await page.locator('.tape-said button').first().click();
    await until(page, `Date.parse(new URLSearchParams(location.search).get('to')) - ${hole.toMs} < 120000`);
    await page.locator(CANVAS).scrollIntoViewIfNeeded();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await until(page, `document.documentElement.dataset.theme === '${colorScheme}'`);
      assert.deepEqual(await axeFindings(page), []);
    }
    for (const width of [360, 390, 768, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
    }
    assert.deepEqual(faults, []);
  });

  test('recorded books that are locked are said once, beside the live book', async (t) => {
    let asked = 0;
    const { page } = await visit(t, '', (each) =>
      each.route(/\/at\?t=/, (route) => {
        asked++;
        const json = {
          ok: false,
          error: 'tier_required',
          message: 'needs pro',
          requestId: 'r-1',
          minimumTier: 'pro',
        };
        return route.fulfill({ status: 402, json });
      }),
    );
    await point(page, 0.4);
    await untilText(page, `${BOOK} .locked`, /Locked: needs a key of tier pro or above/);
    for (const share of [0.2, 0.3, 0.45]) {
      await point(page, share);
      await page.waitForTimeout(200);
    }
    assert.equal(asked, 1);
    assert.equal(await page.locator(`${BOOK} .locked`).count(), 1);
    await untilText(page, `${BOOK} .asof`, /^live/);
    assert.match((await ladderTouch(page)).join(), /%.*%/);
  });

  test('a moment that cannot be answered is said with its code, and the book of before keeps its own moment', async (t) => {
    const { page } = await visit(t, '', (each) =>
      each.route(/\/at\?t=/, (route) =>
        route.fulfill({
          status: 503,
          json: {
            ok: false,
            error: 'store_unavailable',
            message: 'this process has no tape',
            requestId: 'r-2',
          },
        }),
      ),
    );
    await point(page, 0.4);
    await untilText(page, `${BOOK} .failed`, /store_unavailable this process has no tape/);
    await untilText(page, `${BOOK} .asof`, /^live/);
    await page.mouse.move(2, 2);
    await until(page, `document.querySelector('${BOOK} .failed') === null`);
  });

  test('lost changes, sampled times and venues without books are said in words', async (t) => {
    const changed = (change: (book: GetBookAtAnswer) => object) => (each: Page) =>
      each.route(/\/at\?t=/, async (route) => {
        const response = await route.fetch();
        const book = (await response.json()) as GetBookAtAnswer;
        await route.fulfill({ response, json: { ...book, ...change(book) } });
      });
    const { page } = await visit(
      t,
      `&at=${iso(stand.service.now() - 2_000)}`,
      changed(({ t: at, coverage }) => ({
        everyMs: MINUTE_MS,
        depth: 20,
        coverage: { ...coverage, resyncs: [{ fromMs: at - 90_000, toMs: at + 30_000, changes: 3 }] },
      })),
    );
    await untilText(
      page,
      `${BOOK} .asof`,
      /recorded every 1 min, last at .*the venue sends 20 levels a side ▲ changes were lost from \S+ to \S+: up to 3 levels may be wrong/,
    );
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC?at=${iso(stand.service.now() - 5_000)}`);
    await untilText(
      page,
      `${BOOK} .asof`,
      /what is read of Hyperliquid does not carry the book of this market/,
    );
    await untilText(page, '.tape-said', /book: not recorded/);
  });

  test('the live book of a venue whose books are not recorded promises no moment, and shows the whole size of an order', async (t) => {
    const { page } = await stand.visit(t, '/asset/hl-BTC', `${BOOK} .asof`);
    await untilText(page, `${BOOK} .asof`, /^live .*what is read of Hyperliquid does not carry the book/);
    await untilText(page, '.foot', /Wheel zooms, dragging pans, double click goes back/);
    const width = await page.getByLabel('size of an order in USD').boundingBox();
    assert.ok((width?.width ?? 0) >= 90, `six digits and the arrows fit: ${width?.width}`);
  });

  test('spread and depth of a book that is not recorded are at no moment there', async (t) => {
    const { page } = await stand.blank(t, { viewport: { width: 1_440, height: 3_000 } });
    await page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector('#panel-spread-and-depth') !== null) window.seenDepth = true;
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    await untilText(page, '.tape-said', /book: not recorded/);
    await page.locator('section[aria-labelledby^=panel-returns]').waitFor();
    assert.equal(await page.evaluate('window.seenDepth === true'), false);
  });

  test('spread and depth are drawn over the time of the chart once they are scrolled to, as the answer has them', async (t) => {
    const asked: string[] = [];
    const { page, faults } = await visit(t, '', async (each) => {
      await each.setViewportSize({ width: 1_440, height: 600 });
      each.on('request', (request) => request.url().includes('/depth?') && asked.push(request.url()));
    });
    await page.locator('.tape-said').waitFor();
    assert.deepEqual(asked, []);
    await page.locator('ct-near').last().scrollIntoViewIfNeeded();
    await page.waitForSelector('.depth-time .mean', { state: 'attached' });
    const { buckets } = (await (await fetch(asked.at(-1) ?? '')).json()) as GetBookDepthAnswer;
    const columns = await page.locator('.depth-time .mean').count();
    assert.ok(columns > 0 && columns <= buckets.length + 1, `${columns} of ${buckets.length}`);
    const title = String(await page.evaluate(`document.querySelector('.depth-time g title').textContent`));
    assert.match(title, /USD of bids, .* USD of asks within 5 ¢ of the mid, in \d+ seconds/);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
  });

  const trade = (t: number, more: Partial<TapeTrade> = {}): TapeTrade => ({
    t,
    venueT: t,
    price: 0.25,
    size: 400,
    side: 'buy',
    sideSource: 'venue',
    id: `trade-${t}`,
    settled: null,
    source: 'stream',
    isBlock: false,
    ...more,
  });

  test('trades have their stated side, marks and holes; older ones follow, and newer ones do not move a reader', async (t) => {
    const now = stand.service.now();
    const hostile = '<img src=x onerror="window.hit=1">';
    const first: TapeTrade[] = [
      trade(now - 1_000),
      trade(now - 2_000, { side: 'sell', isBlock: true }),
      trade(now - 3_000, { side: null, sideSource: null, id: hostile.repeat(14) }),
      trade(now - 4_000, { settled: false }),
      trade(now - 5_000, { source: 'backfill', price: 0.0004, size: 1e15 }),
      ...Array.from({ length: 95 }, (_, index) => trade(now - 20_000 - index)),
    ];
    let newest = first;
    const pages: string[] = [];
    const { page, faults } = await stand.blank(t);
    await page.route(/\/api\/trades\//, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as GetTradesAnswer;
      const url = new URL(route.request().url());
      const isOlder = url.searchParams.has('cursor');
      if (isOlder) pages.push(url.searchParams.get('cursor') ?? '');
      const trades = isOlder ? [trade(now - 60_000, { size: 77 })] : newest;
      const notRecorded = [
        { fromMs: now - 10_000, toMs: now - 8_000, reason: 'connection' },
        { fromMs: now - 500, toMs: now, reason: 'pending' },
      ];
      const coverage = { ...answer.coverage, state: 'partial', notRecorded };
      const nextCursor = isOlder ? null : 'the-next-page';
      const json = { ...answer, count: trades.length, trades, truncated: !isOlder, nextCursor, coverage };
      await route.fulfill({ status: 200, json });
    });
    await page.goto(`${stand.service.app.apiUrl}/asset/${asset}?show=none`);
    await page.locator('ct-near').first().scrollIntoViewIfNeeded();
    const rows = page.locator(`${TRADES} ct-table .row`);
    await rows.first().waitFor();
    const texts = async () => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    const shown = await texts();
    assert.match(shown[0] ?? '', /▲ buy 25\.0 % 400 100$/);
    assert.match(shown[1] ?? '', /▼ sell block/);
    assert.match(shown[2] ?? '', /not stated/);
    assert.match(shown[3] ?? '', /never settled/);
    assert.match(shown[4] ?? '', /read later 0\.04 %/);
    assert.match(shown[5] ?? '', /▲ no trades known from \S+ to \S+: connection lost$/);
    assert.equal(await page.evaluate(() => (globalThis as { hit?: number }).hit), undefined);
    await untilText(page, `${TRADES} .trades-foot`, /those after \S+ are not read yet/);
    assert.deepEqual(await axeFindings(page), []);

    await page.getByRole('button', { name: 'older trades' }).click();
    await until(page, `document.querySelector('${TRADES} [aria-rowcount="103"]') !== null`);
    assert.deepEqual(pages, ['the-next-page']);
    newest = [trade(now, { size: 999 }), ...first.slice(0, 99)];
    await untilText(page, `${TRADES} .trades-foot`, /back to the newest: 1 newer/);
    assert.match((await texts())[0] ?? '', /▲ buy 25\.0 % 400 100$/);
    await page.getByRole('button', { name: /back to the newest/ }).click();
    await until(page, `/999/.test(document.querySelector('${TRADES} ct-table .row').innerText)`);
    assert.deepEqual(faults, []);
  });
});
