import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { GetMoversAnswer } from '../../client/src/index.ts';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { PAGES, terminalStand, until } from './stand.ts';

/** Meaning of columns and figures of the pages. */
const FIGURES: Readonly<Record<string, string>> = {
  Last: 'price',
  price: 'price',
  Yes: 'price',
  'Mark, USD': 'price',
  '24 h': 'change',
  Bid: 'bid',
  Ask: 'ask',
  Spread: 'spread',
  'Volume USD': 'volume',
  Fair: 'fair',
  'Fair, oracle': 'fair',
  'Fair, consensus': 'fair',
  'Fair, none': 'fair',
  Basis: 'basis',
};

/** Titles and texts of all cells in rows about a market, and of the figures above its own page. */
const readFigures = (address: string) => `(() => {
  const found = [];
  for (const table of document.querySelectorAll('ct-table')) {
    const titles = [...table.querySelectorAll('[role=columnheader]')].map((head) => head.innerText.replace(/[▴▾]/g, '').trim());
    for (const row of table.querySelectorAll('.row')) {
      if (row.querySelector('.name a')?.getAttribute('href') !== '${address}') continue;
      [...row.children].forEach((cell, index) => found.push([titles[index], cell.innerText.trim()]));
      // Of a pair the name is the first market's, and the first touch with it.
      const [bid, ask] = (row.children[titles.indexOf('Bid / ask')]?.innerText ?? '').split(' / ');
      if (ask !== undefined) found.push(['Bid', bid.trim(), 'touch'], ['Ask', ask.trim(), 'touch']);
    }
  }
  if (location.pathname === '${address}') {
    for (const figure of document.querySelectorAll('.asset-head .figure')) {
      const text = figure.querySelector('.big, b')?.innerText ?? '';
      found.push([figure.querySelector('.label').innerText.trim(), text.trim()]);
    }
    const own = document.querySelector('#panel-elsewhere')?.closest('.panel').querySelectorAll('tbody tr:first-child td.num') ?? [];
    ['Last', 'Bid', 'Ask'].forEach((title, index) => found.push([title, own[index]?.innerText.trim() ?? '', 'elsewhere']));
  }
  return found;
})()`;

/** Markets that are read until the pages say the same of one. */
const MAX_READ = 6;

/** Interval of polls, ms: so long that nothing changes while pages are compared. */
const STILL_MS = 600_000;

describe('figures of one market', { skip: SKIPPED }, () => {
  const stand = terminalStand({ pollMs: STILL_MS });

  // As many as the page of movers lists.
  const findMovers = async (): Promise<GetMoversAnswer['gainers']> => {
    let found: GetMoversAnswer['gainers'] = [];
    await eventually(
      async () => {
        const [ofShare, ofPoints] = await Promise.all(
          ['kind=hl-perp', 'by=pts'].map(
            async (query) =>
              (await stand.service.get(`/api/movers?topN=50&${query}`)).body as unknown as GetMoversAnswer,
          ),
        );
        found = [ofShare, ofPoints].flatMap((movers) => [
          ...(movers?.gainers ?? []),
          ...(movers?.losers ?? []),
        ]);
        return (
          found.some(({ kind }) => kind === 'pm' || kind === 'kalshi') &&
          found.some(({ kind }) => kind === 'hl-perp')
        );
      },
      'a probability and a perpetual have moved',
      90_000,
    );
    return found;
  };

  /** Reads the figures of one market on every page, by kind and then by page. */
  const readEverywhere = async (page: Page, asset: string, name: string) => {
    const base = stand.service.app.apiUrl;
    const id = encodeURIComponent(asset);
    const found = new Map<string, Map<string, string>>();
    const read = async (to: string) => {
      const figures = await page.evaluate<[string, string, string?][]>(readFigures(`/asset/${id}`));
      for (const [title, text, place = ''] of figures) {
        const what = FIGURES[title] ?? null;
        if (what === null || text === '') continue;
        found.set(what, (found.get(what) ?? new Map()).set(`${to} ${place}`, text));
      }
    };
    const words = encodeURIComponent(name);
    for (const [to, drawn] of [
      ...PAGES,
      [`/markets?q=${words}`, `ct-table a[href="/asset/${id}"]`],
      [`/markets?group=event&q=${words}`, `ct-table a[href="/asset/${id}"]`],
      ['/movers?rows=50&dust=shown', `ct-table a[href="/asset/${id}"]`],
      [`/event/asset/${id}`, `ct-table a[href="/asset/${id}"]`],
      [`/asset/${id}`, '.figure.price .big'],
    ] as const) {
      await page.goto(base + to);
      await page.waitForSelector(drawn);
      // Index and links come behind the rows.
      await until(page, `document.querySelector('.state.loading') === null`);
      if (to.startsWith('/markets?'))
        await until(
          page,
          `[...document.querySelectorAll('ct-table .row')].some((row) => /[▲▼]/.test(row.innerText))`,
        );
      await read(to);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(asset);
    await page.locator('[role=option] .market-facts').first().waitFor();
    const option = await page.locator('[role=option]').first().locator('.market-facts > *').allInnerTexts();
    found.get('price')?.set('palette', option[1]?.trim() ?? '');
    found.get('change')?.set('palette', option[2]?.trim() ?? '');
    return found;
  };

  const visitor = async (t: TestContext) => {
    const { page } = await stand.blank(t);
    // Streams are of the next moment; what is compared is of the same.
    await page.route(/\/stream(-signal|-flow)?$/, (route) => route.abort());
    return page;
  };

  for (const [kinds, pattern] of [
    [['pm', 'kalshi', 'limitless'], /^[▲▼] [+−]\d+\.\d{1,2} pp(?:\sv)?$/],
    [['hl-perp'], /^[▲▼] [+−]\d+\.\d\d %$/],
  ] as const) {
    test(`of ${kinds[0]} are the same on every page, in the unit of their class`, async (t) => {
      const movers = (await findMovers())
        .filter(({ kind }) => kinds.includes(kind as never))
        .toSorted((a, b) => Math.abs(b.changeFrac) - Math.abs(a.changeFrac));
      let mover = movers[0];
      assert.ok(mover !== undefined);
      const page = await visitor(t);
      // Impact prices of perpetuals are named so, and are no touch.
      const isCompared = (what: string) =>
        mover?.kind !== 'hl-perp' || !['bid', 'ask', 'spread'].includes(what);
      let found = await readEverywhere(page, mover.asset, mover.name);
      // A price that moved between two pages is none that the pages say differently: every market would show that. The
      // largest movers are those that move now, so another one is read each time.
      for (const next of [...movers.slice(1, MAX_READ), mover]) {
        if ([...found].every(([what, texts]) => !isCompared(what) || new Set(texts.values()).size === 1))
          break;
        mover = next;
        found = await readEverywhere(page, mover.asset, mover.name);
      }
      for (const [what, texts] of found) {
        if (!isCompared(what)) continue;
        const said: string = JSON.stringify({ asset: mover.asset, what, texts: [...texts] });
        assert.equal(new Set(texts.values()).size, 1, said);
      }
      for (const [what, pages] of [
        ['price', 6],
        ['change', 6],
        ['volume', 2],
        ['fair', 2],
        ['basis', 2],
      ] as const) {
        const texts = found.get(what) ?? new Map();
        assert.ok(texts.size >= pages, `${what} stands on ${[...texts.keys()]}`);
      }
      assert.match(found.get('change')?.get('palette') ?? '', pattern);
    });
  }

  test('of probabilities are in cents where that is chosen, and of perpetuals are not', async (t) => {
    const page = await visitor(t);
    await page.goto(`${stand.service.app.apiUrl}/markets?class=binary`);
    await page.waitForSelector('ct-table .row');
    await page.getByRole('button', { name: 'settings' }).click();
    await page.getByRole('button', { name: /¢/ }).click();
    await page.getByRole('button', { name: 'done' }).click();
    const figures = async () => (await page.locator('ct-table .row .num').allInnerTexts()).join(' ');
    await until(page, `document.querySelector('ct-table .row').innerText.includes('¢')`);
    assert.doesNotMatch(await figures(), /%|pp|bps/);
    await page.goto(`${stand.service.app.apiUrl}/markets?class=perp`);
    await page.waitForSelector('ct-table .row');
    assert.doesNotMatch(await figures(), /¢|pp/);
  });
});
