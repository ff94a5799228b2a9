import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-panel-offers';
/** Viewport so high that every panel is in view: panels out of view are neither requested nor drawn. */
const ALL_IN_SIGHT = { width: 1440, height: 5_000 };

/** Forms that request data on submission, and have no data of their own. */
const FORMS = ['Redeem a voucher'];

describe('what each panel offers', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN },
  });
  let key = '';

  const issue = async (tier: string) => {
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tier, owner: `owner_${tier}` }),
    });
    return ((await response.json()) as { rawKey: string }).rawKey;
  };

  before(async () => {
    key = await issue('pro');
  });

  const visit = async (t: Parameters<typeof stand.blank>[0], to: string, as: string | null) => {
    const { page, faults } = await stand.blank(t, {
      viewport: ALL_IN_SIGHT,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    if (as !== null)
      await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(as)})`);
    await page.goto(stand.service.app.apiUrl + to);
    if (to === '/admin') {
      await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await page.getByRole('button', { name: 'use it' }).click();
    }
    await page.locator('.panel').first().waitFor();
    await until(page, `document.querySelector('.panel .state.loading') === null`, 60_000);
    return { page, faults };
  };

  const PAGES = [
    '/',
    '/markets',
    '/watch#name=Majors&assets=hl-BTC,hl-ETH',
    '/asset/hl-BTC',
    '/event/asset/hl-BTC',
    '/disagreement',
    '/movers',
    '/funding',
    '/correlations',
    '/calibration',
    '/settled',
    '/account',
    '/bot',
    '/admin',
  ];

  for (const to of PAGES) {
    test(`${to}: every panel has its request as Python, TypeScript and curl beside each other, and its list as CSV, and figures that are copied are plain ASCII`, async (t) => {
      const { page } = await visit(t, to, key);
      const panels = page.locator('section.panel');
      const titles = (await panels.locator('h2').allInnerTexts()).filter((title) => !FORMS.includes(title));
      assert.ok(titles.length > 0);
      for (const title of titles) {
        const panel = panels.filter({ has: page.getByRole('heading', { name: title, exact: true }) }).first();
        // A panel that has nothing to ask for yet says so, and has no request.
        const code = panel.getByRole('button', { name: 'code', exact: true });
        const waiting = panel.locator('.state.waiting');
        // Depth over time goes when it turns out that no book is recorded.
        await Promise.race([code.or(waiting).first().waitFor(), panel.waitFor({ state: 'detached' })]);
        if ((await panel.count()) === 0 || (await waiting.count()) > 0) continue;
        // Rows that come while the sheet is open are not in it.
        const hasRows = (await panel.locator('ct-table .row, table.plain tbody tr').count()) > 0;
        await code.click();
        const sheet = page.getByRole('dialog');
        await sheet.locator('pre').first().waitFor();
        const headings = await sheet.getByRole('heading', { level: 3 }).allInnerTexts();
        assert.deepEqual(headings, ['Python', 'TypeScript', 'curl'], title);
        const texts = await sheet.locator('pre').allInnerTexts();
        for (const text of texts) assert.match(text, /http:\/\/127\.0\.0\.1:\d+/, title);
        // Every panel asks what the document names, so that our clients have a method for it.
        const [python = '', typescript = ''] = texts;
        assert.match(python, /^# pip install [\s\S]*\bclient\.[a-z_]+\(/, title);
        assert.match(typescript, /^\/\/ npm install [\s\S]*\bclient\.[a-zA-Z]+\(/, title);
        assert.equal(texts.join('').includes(key), false, title);
        if (hasRows) {
          assert.equal(await sheet.getByRole('button', { name: 'download CSV' }).count(), 1, `${title}: CSV`);
        }
        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
      }
      const copied = await copyFigures(page);
      assert.ok(!copied.includes(''), 'what is selected is copied');
      const strange = copied.filter((text) =>
        [...text.matchAll(/[▲▼]\s*[+-]?\d|[^\sA-Za-z]*\d[^\sA-Za-z]*/g)].some(([figure]) =>
          // A price in cents has its sign, what is cut its dots.
          /[^\x20-\x7e¢…]/.test(figure),
        ),
      );
      assert.deepEqual(strange, []);
    });
  }

  test('a panel that is locked names the tier and the way to it, and gives what is free', async (t) => {
    const rows = [
      [401, 'missing_api_key', {}, /^Locked: needs a key\.[\s\S]*which tier opens what/],
      [401, 'missing_api_key', { minimumTier: 'pro' }, /^Locked: needs a key of tier pro or above\./],
      [
        402,
        'tier_required',
        { feature: 'stats', minimumTier: 'enterprise' },
        /^Locked: needs a key of tier enterprise or above\.[\s\S]*which tier opens what/,
      ],
      [402, 'insufficient_balance', {}, /See the balance, redeem a voucher or deposit/],
      [403, 'venue_not_entitled', {}, /^Locked: needs a key for this venue\./],
    ] as const;
    const { page } = await stand.blank(t, { viewport: ALL_IN_SIGHT });
    for (const [status, error, more, says] of rows) {
      await page.unroute(/\/stats\?/);
      const json = { ok: false, error, message: 'as the service says', requestId: 'req-1', ...more };
      await page.route(/\/stats\?/, (route) => route.fulfill({ status, json }));
      await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
      const locked = page.locator('.state.locked').first();
      await locked.getByText('Free of charge').waitFor();
      assert.match(await locked.innerText(), says);
      assert.ok((await locked.locator('button, a').count()) > 0, error);
    }
  });
});

const FIGURES = '.num, dd, .figure b, .answer, .readout';

/** Copies every figure of a page to the clipboard. `newcomer.test.ts` shows that keys copy the same. */
const copyFigures = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(FIGURES)})]
    .filter((figure) => figure.checkVisibility())
    .flatMap((figure) => {
      getSelection().selectAllChildren(figure);
      const selected = getSelection().toString();
      if (selected === '') return [];
      const clipboardData = new DataTransfer();
      const copy = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      // What nobody changes is copied as it is.
      return [figure.dispatchEvent(copy) ? selected : clipboardData.getData('text/plain')];
    })`);
