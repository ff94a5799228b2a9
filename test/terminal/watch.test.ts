import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, OVERLAPPING, SMALL_TARGETS } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const STORED_AS = 'crosstape.watch';
const HOSTILE = '<img src=x onerror="window.hit=1"> Lions';
const ROWS = 'document.querySelectorAll("ct-table .row")';
const isStreamCall = (url: string) => new URL(url).pathname === '/api/stream';

describe('watch lists', { skip: SKIPPED }, () => {
  const stand = terminalStand({ pollMs: 4_000 });

  /** Opens a page of a browser that keeps these lists. */
  const visit = async (t: TestContext, to: string, drawn: string, stored: string | null = null) => {
    const opened = await stand.blank(t, { permissions: ['clipboard-read', 'clipboard-write'] });
    if (stored !== null)
      await opened.page.addInitScript(
        `localStorage.getItem('${STORED_AS}') ?? localStorage.setItem('${STORED_AS}', ${JSON.stringify(stored)})`,
      );
    await opened.page.goto(stand.service.app.apiUrl + to);
    await opened.page.waitForSelector(drawn, { timeout: 60_000 });
    return opened;
  };
  const list = (assets: readonly string[], name = 'Majors', id = 'majors') => ({ id, name, assets });
  const stored = (...lists: readonly ReturnType<typeof list>[]) =>
    JSON.stringify({ lists, current: lists[0]?.id ?? null });
  const readLists = async (page: Page) =>
    (
      JSON.parse(await page.evaluate<string>(`localStorage.getItem('${STORED_AS}') ?? '{"lists":[]}'`)) as {
        lists: { name: string; assets: string[] }[];
      }
    ).lists;

  test('a list is made by keys in Markets, live on its page over one stream, and filters Markets', async (t) => {
    const { page, faults } = await visit(t, '/markets', 'ct-table .row .star');
    await page.waitForSelector('.live-word:has-text("● live")', { timeout: 60_000 });
    for (const row of [0, 1, 2]) {
      await page.locator(`ct-table .row[data-index="${row}"]`).focus();
      await page.keyboard.press('w');
      await until(page, `document.querySelectorAll('.star[aria-pressed=true]').length === ${row + 1}`);
    }
    await page.keyboard.press('w');
    await until(page, `document.querySelectorAll('.star[aria-pressed=true]').length === 2`);
    await page.getByRole('button', { name: 'undo' }).click();
    await until(page, `document.querySelectorAll('.star[aria-pressed=true]').length === 3`);
    const [kept] = await readLists(page);
    assert.equal(kept?.assets.length, 3);

    const streams: string[] = [];
    page.on('request', (request) => {
      if (isStreamCall(request.url())) streams.push(request.postData() ?? '');
    });
    const ended: string[] = [];
    page.on('requestfailed', (request) => {
      if (isStreamCall(request.url())) ended.push(request.url());
    });
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await until(page, `location.pathname === '/watch' && ${ROWS}.length === 3`);
    await page.waitForSelector('.live-word:has-text("● live")', { timeout: 60_000 });
    assert.equal(ended.length, 1, 'the stream of Markets ended with its page');
    assert.deepEqual(
      streams.map((body) => JSON.parse(body).assets.toSorted()),
      [kept?.assets.toSorted()],
    );
    const cells = `[...document.querySelectorAll('ct-table .row .num')].map((cell) => cell.innerText).join()`;
    const before = await page.evaluate(cells);
    await until(page, `${cells} !== ${JSON.stringify(before)}`);

    await page.locator('nav.menu').getByRole('link', { name: 'Markets' }).click();
    await until(page, `${ROWS}.length > 10`);
    await page.getByLabel('watch list', { exact: true }).selectOption({ label: 'in Watch list' });
    await until(page, `${ROWS}.length === 3 && location.search.includes('watch=')`);
    assert.deepEqual(faults, []);
  });

  test('an asset is put in from its own page and from the palette, and found by its name', async (t) => {
    const { page, faults } = await visit(t, '/asset/hl-BTC', '.asset-head .star');
    await page.locator('.asset-head .star').click();
    await until(page, `document.querySelector('.asset-head .star').ariaPressed === 'true'`);
    await page.keyboard.press('w');
    await until(page, `document.querySelector('.asset-head .star').ariaPressed === 'false'`);
    await page.keyboard.press('w');
    await page.keyboard.press('Control+k');
    await until(page, `document.activeElement?.matches('dialog input')`);
    await page.keyboard.type('hl-ETH');
    await page.waitForSelector('dialog .market');
    await until(page, `document.querySelector('dialog [aria-selected=true] .market') !== null`);
    await page.keyboard.press('Shift+Enter');
    await page.waitForSelector('.notice:has-text("is in Watch list")');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    const field = page.getByLabel('add a market by its name');
    await field.fill('hl-SOL');
    await until(page, `document.querySelectorAll('#watch-found option').length > 0`);
    await field.press('Enter');
    await until(page, `${ROWS}.length === 3`);
    assert.deepEqual((await readLists(page))[0]?.assets, ['hl-BTC', 'hl-ETH', 'hl-SOL']);
    assert.deepEqual(faults, []);
  });

  test('an address shows its list to others, who keep it beside their own or not at all', async (t) => {
    const mine = list(['hl-SOL'], HOSTILE, 'mine');
    const { page } = await visit(
      t,
      `/watch?list=theirs&columns=last,funding#name=${encodeURIComponent(HOSTILE)}&assets=hl-btc,pm-no-such-market,hl-ETH,%3Cb%3E`,
      'ct-table .row',
      stored(mine),
    );
    await until(page, `${ROWS}.length === 3`);
    await untilText(page, 'ct-table', /pm-no-such-market ?not listed/);
    const titles = await page.locator('ct-table [role=columnheader]').allInnerTexts();
    assert.deepEqual(
      titles.map((title) => title.trim().replace(/\s+/g, ' ')),
      ['Market', 'Last', 'Funding %'],
    );
    assert.equal(await page.locator('h1').innerText(), HOSTILE);
    assert.deepEqual(await readLists(page), [mine]);
    await page.locator('a.skip').focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.id === 'main'`);
    assert.equal(await page.locator('h1').innerText(), HOSTILE, 'the way to the page leaves the list');
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'keep this list' }).click();
    await untilText(page, 'h1', /Lions 2$/);
    assert.deepEqual(
      (await readLists(page)).map(({ name, assets }) => [name, assets]),
      [
        [HOSTILE, ['hl-SOL']],
        [`${HOSTILE} 2`, ['hl-btc', 'pm-no-such-market', 'hl-ETH']],
      ],
    );
    assert.equal(await page.evaluate('window.hit'), undefined);

    await page.getByRole('button', { name: 'copy link', exact: true }).click();
    await page.getByText(/^copied: /).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const { page: other } = await stand.blank(t);
    await other.goto(link);
    await until(other, `${ROWS}.length === 3 && document.querySelector('h1').innerText.endsWith('Lions 2')`);
    assert.deepEqual(await readLists(other), []);
  });

  test('a list is renamed, made and deleted, and a deleted one is brought back', async (t) => {
    const { page, faults } = await visit(t, '/watch', 'ct-table .row', stored(list(['hl-BTC', 'hl-ETH'])));
    await page.getByRole('button', { name: 'rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Largest');
    await page.keyboard.press('Enter');
    await untilText(page, 'h1', /^Largest$/);
    await until(page, `location.hash.startsWith('#name=Largest&')`);
    await page.getByRole('button', { name: 'new list' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Rates');
    await page.keyboard.press('Enter');
    await untilText(page, 'h1', /^Rates$/);
    const second = await page.context().newPage();
    await second.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    await second.locator('.asset-head .star').click();
    await second.getByRole('checkbox', { name: /^Rates/ }).check();
    await untilText(page, 'ct-table', /BTC/);
    await page.getByRole('link', { name: /^Largest/ }).click();
    await untilText(page, 'h1', /^Largest$/);
    await page.getByRole('button', { name: 'delete' }).click();
    await page.getByRole('button', { name: 'keep this list' }).waitFor();
    assert.deepEqual(
      (await readLists(page)).map(({ name }) => name),
      ['Rates'],
    );
    await page.getByRole('button', { name: 'undo' }).click();
    await page.getByRole('button', { name: 'delete' }).waitFor();
    assert.deepEqual(
      (await readLists(page)).map(({ name }) => name),
      ['Rates', 'Largest'],
    );
    assert.deepEqual(faults, []);
  });

  test('where there are several lists the star lets the viewer choose, also a new one', async (t) => {
    const { page, faults } = await visit(
      t,
      '/asset/hl-BTC',
      '.asset-head .star',
      stored(list(['hl-ETH', 'hl-BTC']), list([], HOSTILE, 'rates')),
    );
    const star = page.locator('.asset-head .star');
    assert.equal(await star.getAttribute('aria-pressed'), 'true');
    assert.equal(await star.getAttribute('title'), 'in Majors: choose its watch lists (w)');
    await star.click();
    await until(page, `document.activeElement?.matches('dialog input[type=checkbox]')`);
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('checkbox', { name: /Lions/ }).check();
    await page.getByRole('checkbox', { name: /^Majors/ }).uncheck();
    assert.deepEqual(
      (await readLists(page)).map(({ assets }) => assets),
      [['hl-ETH'], ['hl-BTC']],
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('w');
    await page.getByRole('dialog').getByRole('button', { name: 'new list' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Third');
    await page.keyboard.press('Enter');
    await until(page, `document.querySelector('.asset-head .star').title.includes('Lions, Third')`);
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(faults, []);
  });

  test('markets of a list and the lists are put into the order of the viewer, by keys too', async (t) => {
    const { page, faults } = await visit(
      t,
      '/watch?sort=last',
      'ct-table .row',
      stored(list(['hl-BTC', 'hl-ETH', 'hl-SOL']), list([], 'Rates', 'rates')),
    );
    await page.getByRole('button', { name: 'reorder', exact: true }).click();
    await page.getByRole('button', { name: 'move SOL up' }).focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement?.ariaLabel === 'move SOL up'`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.deepEqual((await readLists(page))[0]?.assets, ['hl-SOL', 'hl-BTC', 'hl-ETH']);
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'move ETH to the top' }).click();
    await page.getByRole('button', { name: 'done' }).click();
    await until(
      page,
      `[...${ROWS}].map((row) => row.querySelector('.market').innerText.trim()).join() === 'ETH,SOL,BTC'`,
    );
    assert.equal(new URL(page.url()).searchParams.get('sort'), null);
    assert.match(page.url(), /assets=hl-ETH,hl-SOL,hl-BTC/);
    await page.getByRole('button', { name: 'reorder lists' }).click();
    await page.getByRole('button', { name: 'move Rates up' }).click();
    await page.getByRole('button', { name: 'done' }).click();
    assert.deepEqual(
      (await readLists(page)).map(({ name }) => name),
      ['Rates', 'Majors'],
    );
    assert.match(await page.locator('.watch-lists a').first().innerText(), /^Rates/);
    assert.deepEqual(faults, []);
  });

  test('on a phone columns can be chosen, and a link brings them', async (t) => {
    const { page } = await stand.blank(t, { viewport: { width: 390, height: 844 } });
    const titles = async () =>
      (await page.locator('ct-table [role=columnheader]').allInnerTexts()).map((title) =>
        title.trim().replace(/\s+/g, ' '),
      );
    await page.goto(`${stand.service.app.apiUrl}/watch?columns=last,funding#name=Two&assets=hl-BTC,hl-ETH`);
    await page.waitForSelector('ct-table .row');
    assert.deepEqual(await titles(), ['Market', 'Last', 'Funding %']);
    await page.goto(`${stand.service.app.apiUrl}/watch#name=Two&assets=hl-BTC,hl-ETH`);
    await page.waitForSelector('ct-table .row');
    const usual = await titles();
    await page.getByRole('button', { name: 'columns' }).click();
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
    await page.getByRole('checkbox', { name: 'Funding' }).check();
    await page.getByRole('button', { name: 'done' }).click();
    assert.deepEqual((await titles()).toSorted(), [...usual, 'Funding %'].toSorted());
    await until(page, 'document.documentElement.scrollWidth <= 390');
  });

  test('two tabs with a list each leave the choice to the one that was opened last', async (t) => {
    const lists = stored(list(['hl-BTC']), list(['hl-ETH'], 'Rates', 'rates'));
    const { page } = await visit(t, '/watch?list=majors', 'ct-table .row', lists);
    const second = await page.context().newPage();
    await second.goto(`${stand.service.app.apiUrl}/watch?list=rates`);
    await untilText(second, 'h1', /^Rates$/);
    await until(second, `JSON.parse(localStorage.getItem('${STORED_AS}')).current === 'rates'`);
    const heard = await Promise.all(
      [page, second].map((tab) =>
        tab.evaluate<number>(`new Promise((resolve) => {
          let heard = 0;
          addEventListener('storage', () => heard++);
          setTimeout(() => resolve(heard), 1_000);
        })`),
      ),
    );
    assert.deepEqual(heard, [0, 0], 'neither answers the other');
    assert.equal(await page.locator('h1').innerText(), 'Majors');
  });

  test('a market of a venue that was not read yet is not said to have ended', async (t) => {
    const { page } = await stand.blank(t);
    const quotes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/quote?')) quotes.push(request.url());
    });
    await page.route(/\/api\/feed\?|\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), kalshi: null } });
    });
    await page.goto(
      `${stand.service.app.apiUrl}/watch#name=Two&assets=hl-BTC,kalshi-no-such-market,pm-no-such-market`,
    );
    await untilText(page, 'ct-table', /kalshi-no-such-market ?its venue was not read yet/);
    await untilText(page, 'ct-table', /pm-no-such-market ?not listed/);
    assert.deepEqual(
      quotes.filter((url) => url.includes('kalshi-')),
      [],
      'its name is not asked for',
    );
  });

  test('a stream that breaks says so, and is live again on its own', async (t) => {
    const { page } = await stand.blank(t);
    let isBroken = true;
    await page.route(/\/api\/stream$/, (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(`${stand.service.app.apiUrl}/watch#name=Two&assets=hl-BTC,hl-ETH`);
    await untilText(page, '.live-word', /not live: reconnecting/);
    assert.equal(await page.locator('ct-table .row').count(), 2, 'prices are polled meanwhile');
    isBroken = false;
    await untilText(page, '.live-word', /● live/, 60_000);
  });

  for (const [what, content] of [
    ['cut short', '{"lists":[{"id":"maj'],
    ['foreign', '[[1,{"lists":null}],"x"]'],
    ['huge', `{"lists":[{"id":"majors","name":"${'n'.repeat(3_000_000)}","assets":[]}]}`],
  ] as const) {
    test(`stored content that is ${what} breaks no page`, async (t) => {
      const { page, faults } = await visit(t, '/watch', 'input[aria-label^="add a market"]', content);
      assert.equal(await page.locator('h1').innerText(), 'Watch lists');
      await page.goto(`${stand.service.app.apiUrl}/markets`);
      await page.waitForSelector('ct-table .row .star');
      await page.locator('ct-table .row .star').first().click();
      await page.waitForSelector('.star[aria-pressed=true]');
      assert.deepEqual(
        (await readLists(page)).map(({ assets }) => assets.length),
        [1],
      );
      assert.deepEqual(faults, []);
    });
  }

  test('columns of Markets go with a copied link', async (t) => {
    const { page } = await visit(t, '/markets', 'ct-table .row');
    await page.getByRole('button', { name: 'columns' }).click();
    await page.getByRole('checkbox', { name: 'Fair' }).uncheck();
    await page.getByRole('button', { name: 'done' }).click();
    await page.getByRole('button', { name: 'copy live link' }).click();
    await page.getByText(/^copied: /).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const { page: other } = await stand.blank(t);
    await other.goto(link);
    await other.waitForSelector('ct-table .row');
    assert.equal(await other.getByRole('columnheader', { name: 'Fair' }).count(), 0);
    assert.equal(await other.getByRole('columnheader', { name: 'Basis' }).count(), 1);
  });

  test('at each width, in both themes, without a barrier, with titles of any length', async (t) => {
    const { page, faults } = await stand.blank(t);
    await page.addInitScript(
      `localStorage.setItem('${STORED_AS}', ${JSON.stringify(stored(list(['hl-BTC', 'hl-ETH'], 'x'.repeat(60)), list([], 'Rates', 'rates')))})`,
    );
    await page.route(/\/api\/feed\?|\/api\/feed$/, async (route) => {
      const response = await route.fetch();
      const feed = await response.json();
      for (const perp of feed.hyperliquid?.perps ?? []) perp.coin = `${'long '.repeat(100)}${perp.coin}`;
      await route.fulfill({ response, json: feed });
    });
    for (const width of [360, 390, 600, 768, 1_024, 1_440, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${stand.service.app.apiUrl}/watch`);
      await page.waitForSelector('ct-table .row .star');
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
      if (width < 760) {
        assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
        assert.deepEqual(await page.evaluate(OVERLAPPING), []);
      }
      for (const colorScheme of width === 390 || width === 1_440 ? (['dark', 'light'] as const) : []) {
        await page.emulateMedia({ colorScheme });
        await until(page, `document.documentElement.dataset.theme === '${colorScheme}'`);
        assert.deepEqual(await axeFindings(page), [], `${width} px, ${colorScheme}`);
      }
    }
    assert.deepEqual(faults, []);
  });
});

describe('watch lists where live prices are paid for', { skip: SKIPPED }, () => {
  const stand = terminalStand({ config: { accounts: { paidGating: true } } });
  test('without a key prices are polled, and the page says why', async (t) => {
    const { page } = await stand.visit(t, '/markets', 'ct-table .row .star');
    await page.locator('ct-table .row .star').first().click();
    await untilText(page, '.live-word', /polled, not live: this endpoint needs an API key of tier pro/);
    await page.goto(`${stand.service.app.apiUrl}/watch`);
    await page.waitForSelector('ct-table .row');
    await untilText(page, '.live-word', /polled, not live/);
    assert.match(await page.locator('ct-table .row').innerText(), /\d/);
  });
});
