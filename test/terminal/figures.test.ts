import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { GetMoversAnswer } from '../../client/src/index.ts';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

/** Between polls: nothing moves while pages are compared. */
const STILL_MS = 600_000;

describe('figures of one market', { skip: SKIPPED }, () => {
  const stand = terminalStand({ pollMs: STILL_MS });

  const findMovers = async (): Promise<GetMoversAnswer['gainers']> => {
    let found: GetMoversAnswer['gainers'] = [];
    await eventually(
      async () => {
        const movers = (await stand.service.get('/api/movers?topN=100')).body as unknown as GetMoversAnswer;
        found = [...movers.gainers, ...movers.losers];
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

  /** Price and change of a market as a page writes them. */
  const readEverywhere = async (page: Page, asset: string, name: string) => {
    const base = stand.service.app.apiUrl;
    const id = encodeURIComponent(asset);
    const cells = (selector: string) =>
      page
        .locator(selector, { has: page.locator(`a[href="/asset/${id}"]`) })
        .first()
        .locator('.num')
        .allInnerTexts();
    await page.goto(`${base}/markets?q=${encodeURIComponent(name)}`);
    await until(
      page,
      `[...document.querySelectorAll('ct-table .row')].some((row) => /[▲▼]|  0/.test(row.innerText))`,
    );
    await page.waitForSelector(`ct-table a[href="/asset/${id}"]`);
    const [marketPrice, marketChange] = await cells('ct-table .row');
    await page.goto(`${base}/movers?rows=50`);
    await page.waitForSelector(`ct-table a[href="/asset/${id}"]`);
    const [moverPrice, moverChange] = await cells('ct-table .row');
    await page.goto(`${base}/asset/${id}`);
    await page.waitForSelector('.figure.price .big');
    await until(page, `!document.querySelector('.figures').innerText.includes('loading')`);
    const facts = await page.locator('.asset-head .figure').allInnerTexts();
    const change24h = facts.find((fact) => fact.startsWith('24 h'))?.split('\n')[1];
    const assetPrice = await page.locator('.figure.price .big').innerText();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(asset);
    await page.locator('[role=option] .market-facts').first().waitFor();
    const option = await page.locator('[role=option]').first().locator('.market-facts > *').allInnerTexts();
    return {
      prices: { markets: marketPrice, movers: moverPrice, asset: assetPrice, palette: option[1] },
      changes: { markets: marketChange, movers: moverChange, asset: change24h, palette: option[2] },
    };
  };

  const visitor = async (t: TestContext) => {
    const { page } = await stand.blank(t);
    // Streams are of the next moment; what is compared is of the same.
    await page.route(/\/stream(-signal|-flow)?$/, (route) => route.abort());
    return page;
  };

  for (const [kinds, pattern] of [
    [['pm', 'kalshi', 'limitless'], /^[▲▼] [+−]\d+\.\d{1,2} pp$/],
    [['hl-perp'], /^[▲▼] [+−]\d+\.\d\d %$/],
  ] as const) {
    test(`of ${kinds[0]} are the same on every page, in the unit of their class`, async (t) => {
      const mover = (await findMovers())
        .filter(({ kind }) => kinds.includes(kind as never))
        .toSorted((a, b) => Math.abs(b.changeFrac) - Math.abs(a.changeFrac))[0];
      assert.ok(mover !== undefined);
      const { prices, changes } = await readEverywhere(await visitor(t), mover.asset, mover.name);
      const same = (texts: Readonly<Record<string, string | undefined>>) =>
        assert.equal(
          new Set(Object.values(texts).map((text) => text?.trim())).size,
          1,
          JSON.stringify({ mover, texts }),
        );
      same(prices);
      same(changes);
      assert.match(changes.markets?.trim() ?? '', pattern);
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
