import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { findAddressProblems } from '../../web/panels/shell/address-rules.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const LONG =
  'Will the upper house of Dunvale pass the budget in the second reading without an extraordinary session of its committees by November 30?';
const BAD_NAMES: readonly string[] = [
  LONG.padEnd(140, '?'),
  'x'.repeat(500),
  'هل سيفوز الفريق الأول ببطولة الدوري الممتاز قبل نهاية العام الجاري بفارق عشر نقاط على الأقل؟',
  '🏆🏆🏆 Will the Lions 🦁 win the championship game of the western conference on November 30? 🏆🏆🏆',
  '<img src=x onerror="window.hit=1"> **bold** <b>Will it</b>',
];

/**
 * Expression that lists, for every row in view, cells whose right edge is not that of their header, and cut figures.
 */
const FAULTY_CELLS = `(() => {
  const edges = (row) => [...row.children].map((cell) => cell.getBoundingClientRect().right);
  const faults = [];
  for (const table of document.querySelectorAll('ct-table')) {
    const head = edges(table.querySelector('.head'));
    for (const row of table.querySelectorAll('.row')) {
      edges(row).forEach((right, index) => {
        if (Math.abs(right - head[index]) > 0.5) faults.push(row.innerText + ': cell ' + index + ' ends at ' + right + ', its header at ' + head[index]);
        const cell = row.children[index];
        if (cell.classList.contains('num') && cell.scrollWidth > cell.clientWidth) faults.push('cut: ' + cell.innerText);
      });
    }
  }
  return faults;
})()`;

/** Expression that waits until changes are drawn. */
const TWO_FRAMES =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))';

const NAMES = { venues: [], kinds: [], nowMs: null };

describe('the table', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  const withNames = async (t: TestContext, names: readonly string[], to = '/markets') => {
    const opened = await stand.blank(t);
    await opened.page.route(/\/api\/feed\?|\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      const feed = await response.json();
      for (const [index, market] of feed.polymarket.markets.entries()) {
        market.title = names[index % names.length];
        if (index % 3 === 0) Object.assign(market, { yesPrice: 0, yesBid: null, yesAsk: 1 });
      }
      await route.fulfill({ response, json: feed });
    });
    await opened.page.goto(stand.service.app.apiUrl + to);
    await opened.page.waitForSelector('ct-table .row');
    return opened;
  };

  test('at every width each figure ends where its header ends, regardless of the titles', async (t) => {
    const { page, faults } = await withNames(t, BAD_NAMES);
    for (const width of [360, 390, 760, 1_100, 1_280, 1_440, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `innerWidth === ${width}`);
      await page.goto(`${stand.service.app.apiUrl}/markets`);
      await page.waitForSelector('ct-table .row');
      for (const sort of ['volume', 'name', 'change']) {
        // As a step of the history does it: the page stays.
        await page.evaluate(
          `history.pushState(null, '', '/markets?sort=${sort}'); dispatchEvent(new PopStateEvent('popstate'))`,
        );
        await page.evaluate(TWO_FRAMES);
        assert.deepEqual(await page.evaluate(FAULTY_CELLS), [], `${width} px by ${sort}`);
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      }
    }
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(faults, []);
  });

  test('a phone has name, price, change and age; rows are as high as a finger needs', async (t) => {
    const { page } = await withNames(t, [LONG]);
    await page.setViewportSize({ width: 390, height: 800 });
    await until(page, `document.querySelectorAll('ct-table [role=columnheader]').length === 4`);
    const titles = await page.locator('ct-table [role=columnheader]').allInnerTexts();
    assert.deepEqual(
      titles.map((title) => title.trim()),
      ['Market', 'Last', '24 h', 'Age'],
    );
    const { height } = (await page.locator('ct-table .row').first().boundingBox()) ?? { height: 0 };
    assert.ok(height >= 40, `${height} px`);
  });

  test('every column that sorts is one that the address may name', async (t) => {
    const { page } = await stand.visit(t, '/markets?class=perp', 'ct-table .row');
    const sorts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('ct-table [role=columnheader] button')].map((head) => {
        head.click();
        return new URLSearchParams(location.search).get('sort');
      })`,
    );
    assert.ok(new Set(sorts).size > 9, sorts.join(' '));
    const known = (sort: string) => findAddressProblems(new URL(`/markets?sort=${sort}`, page.url()), NAMES);
    assert.deepEqual(sorts.flatMap(known), []);
  });

  test('fifty thousand rows are drawn, sorted and scrolled to their end', async (t) => {
    const { page, faults } = await stand.blank(t);
    await page.route(/\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      const feed = await response.json();
      const [first] = feed.polymarket.markets;
      feed.polymarket.markets = Array.from({ length: 50_000 }, (_, index) => ({
        ...first,
        asset: `pm-many-${index}`,
        title: `${LONG} ${index}`,
        volume24hUsd: index,
      }));
      await route.fulfill({ response, json: feed });
    });
    await page.goto(`${stand.service.app.apiUrl}/markets?venue=polymarket`);
    await until(page, `Number(document.querySelector('ct-table [aria-rowcount]')?.ariaRowCount) > 50000`);
    assert.ok(
      (await page.locator('ct-table .row').count()) < 120,
      'rows out of view are not in the document',
    );
    await page.getByRole('columnheader', { name: 'Market' }).getByRole('button').click();
    await page.evaluate(`document.querySelector('ct-table .scroll').scrollTop = 1e9`);
    await until(
      page,
      `document.querySelector('ct-table .row:last-child').ariaRowIndex === document.querySelector('ct-table [aria-rowcount]').ariaRowCount`,
    );
    assert.deepEqual(await page.evaluate(FAULTY_CELLS), []);
    assert.deepEqual(faults, []);
  });

  test('each row in view has its line of 24 hours, with its holes; rows out of view are not requested', async (t) => {
    const { page, faults } = await stand.blank(t);
    const asked: string[][] = [];
    await page.route('**/api/sparklines?*', async (route) => {
      const assets = (new URL(route.request().url()).searchParams.get('assets') ?? '').split(',');
      asked.push(assets);
      const response = await route.fetch();
      const answer = await response.json();
      for (const line of answer.sparklines) {
        line.closes = line.closes.map((_: unknown, i: number) => (i > 9 && i < 20 ? null : 0.2 + i / 100));
      }
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${stand.service.app.apiUrl}/markets`);
    const drawn = '[...document.querySelectorAll("ct-table .row")]';
    const hasLine =
      '(row) => row.querySelector(".line-24h .line")?.getAttribute("d").split("M").length === 3';
    await until(page, `${drawn}.length > 20 && ${drawn}.every(${hasLine})`);
    const [title] = await page.locator('.line-24h').evaluateAll((lines) => lines.map(({ title }) => title));
    assert.match(title ?? '', /^24 h: from .* to .*, between .* and .*; 5 h not recorded$/);
    const rows = await page.locator('ct-table .row').count();
    const once = new Set(asked.flat());
    assert.equal(once.size, asked.flat().length, 'none is asked for twice');
    assert.ok(once.size <= 3 * rows && asked.every(({ length }) => length <= 50), `${once.size} of ${rows}`);
    await scrollTo(page, 2_400);
    await until(page, `${drawn}.every(${hasLine})`);
    assert.deepEqual(faults, []);
  });

  test('outcomes of one event are below its head by a switch, and the head leads to the event', async (t) => {
    const { page, faults } = await stand.visit(t, '/markets?class=binary', 'ct-table .row');
    assert.equal(await page.locator('ct-table .row.group').count(), 0);
    await page.getByRole('button', { name: 'by event' }).click();
    await page.waitForSelector('ct-table .row.group + .row.member + .row.member');
    assert.equal(new URL(page.url()).searchParams.get('group'), 'event');
    assert.deepEqual(await page.evaluate(FAULTY_CELLS), []);
    const head = page.locator('ct-table .row.group').first();
    const [, outcomes = ''] = /(\d+) outcomes/.exec(await head.innerText()) ?? [];
    const address = await head.locator('a').getAttribute('href');
    assert.match(address ?? '', /^\/event\/[a-z]+\/./);
    await head.click({ position: { x: 700, y: 8 } });
    await until(page, `location.pathname === new URL(${JSON.stringify(address)}, location.href).pathname`);
    await until(page, `document.querySelectorAll('ct-table .row').length === ${outcomes}`);
    await page.goBack();
    await page.waitForSelector('ct-table .row.group');
    assert.deepEqual(faults, []);
  });

  test('Back leads to the row from which a market was opened', async (t) => {
    const { page } = await stand.blank(t);
    // Figures that move would sort another market into the row.
    const answers = new Map<string, Promise<{ status: number; body: Buffer }>>();
    await page.route(/\/api\/feed(\?|$)/, async (route) => {
      const url = route.request().url();
      const first = answers.get(url) ?? readAnswer(route);
      answers.set(url, first);
      await route.fulfill({ ...(await first), contentType: 'application/json' });
    });
    await page.goto(`${stand.service.app.apiUrl}/markets`);
    await page.waitForSelector('ct-table .row');
    await scrollTo(page, 2_400);
    const row = page.locator('ct-table .row[data-index="110"]');
    const name = await row.locator('a').innerText();
    await row.locator('.num').first().click();
    await until(page, `location.pathname.startsWith('/asset/')`);
    await page.goBack();
    await until(page, `document.querySelector('ct-table .scroll')?.scrollTop === 2400`);
    assert.equal(await page.locator('ct-table .row[data-index="110"] a').innerText(), name);
    assert.equal(await page.locator('ct-table .row[tabindex="0"]').getAttribute('data-index'), '110');
  });

  test('from the filter the arrow leads into the rows, and Enter opens the first', async (t) => {
    const { page } = await stand.visit(t, '/markets', 'ct-table .row');
    const filter = page.getByRole('searchbox');
    await filter.fill('bitcoin');
    await until(page, `location.search.includes('q=bitcoin')`);
    await filter.press('ArrowDown');
    await until(page, `document.activeElement.matches('ct-table .row[data-index="0"]')`);
    await page.keyboard.press('ArrowDown');
    await until(page, `document.activeElement.matches('ct-table .row[data-index="1"]')`);
    const first = await page.locator('ct-table .row a').first().getAttribute('href');
    await filter.press('Enter');
    await until(page, `location.pathname === ${JSON.stringify(first)}`);
  });

  test('columns are chosen, and stay so when the page is loaded again', async (t) => {
    const { page } = await stand.visit(t, '/markets', 'ct-table .row');
    const header = page.getByRole('columnheader', { name: 'Fair' });
    assert.equal(await header.count(), 1);
    await page.getByRole('button', { name: 'columns' }).click();
    await page.getByRole('checkbox', { name: 'Fair' }).uncheck();
    await page.getByRole('button', { name: 'done' }).click();
    assert.equal(await header.count(), 0);
    await page.reload();
    await page.waitForSelector('ct-table .row');
    assert.equal(await header.count(), 0);
    assert.deepEqual(await page.evaluate(FAULTY_CELLS), []);
  });
});

async function readAnswer(route: Route): Promise<{ status: number; body: Buffer }> {
  const response = await route.fetch();
  return { status: response.status(), body: await response.body() };
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(`document.querySelector('ct-table .scroll').scrollTop = ${top}`);
  await page.waitForSelector(`ct-table .row[data-index="${Math.floor(top / 24)}"]`);
}
