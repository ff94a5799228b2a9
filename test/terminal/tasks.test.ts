import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import type { GetGapsAnswer, GetLinksAnswer, GetMoversAnswer } from '../../client/src/index.ts';
import { allVenuesPolled, eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

/** What a newcomer tries first, with the clicks that it takes. `test/terminal/keys.test.ts` stops a bot by one key. */
describe('the first tasks of a newcomer', { skip: SKIPPED }, () => {
  const stand = terminalStand();
  const ask = async <T>(path: string) => (await stand.service.get(path)).body as unknown as T;

  before(async () => {
    // A restart leaves a hole in every record.
    await stand.service.stop();
    stand.service.pass(60_000);
    await stand.service.start();
    await allVenuesPolled(stand.service);
    // Of a perpetual, the venue says what it was a day ago.
    await eventually(
      async () => (await ask<GetMoversAnswer>('/api/movers')).gainers.length > 0,
      'a mover is known',
    );
  });

  /** A page on which clicks of a hand are counted. */
  const visit = async (t: TestContext, to: string, drawn: string) => {
    const { page } = await stand.blank(t, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.addInitScript(
      'addEventListener("click", () => { window.clicks = (window.clicks ?? 0) + 1; }, true)',
    );
    await page.goto(stand.service.app.apiUrl + to);
    await page.waitForSelector(drawn);
    return { page, clicks: () => page.evaluate<number>('window.clicks ?? 0') };
  };

  test('the asset that moved most: one click', async (t) => {
    const { page, clicks } = await visit(t, '/', 'ct-tape-lane svg rect');
    await page.getByRole('link', { name: 'Movers' }).click();
    await page.waitForSelector('section[aria-labelledby=panel-fell-most] tbody tr');
    const { gainers, losers } = await ask<GetMoversAnswer>('/api/movers?topN=25');
    const moved = [...gainers, ...losers].sort((a, b) => Math.abs(b.changeFrac) - Math.abs(a.changeFrac));
    const firsts = await page
      .locator('.panel tbody tr:first-child a')
      .evaluateAll((links) =>
        links.map((link) => decodeURIComponent((link.getAttribute('href') ?? '').split('/')[2] ?? '')),
      );
    assert.ok(firsts.includes(moved[0]?.asset ?? ''), `${firsts} shows ${moved[0]?.asset}`);
    assert.equal(await clicks(), 1);
  });

  test('why it moved against its other venue: two clicks from the list of pairs', async (t) => {
    await eventually(
      async () => (await ask<GetLinksAnswer>('/api/links')).links.some(({ relation }) => relation === 'same'),
      'a pair is linked',
    );
    const { page, clicks } = await visit(t, '/disagreement', '#panel-pairs');
    const pairs = page.locator('.panel', { has: page.locator('#panel-pairs') });
    await pairs.locator('tbody tr a').first().click();
    await page.waitForSelector('ct-chart-host canvas');
    const elsewhere = page.locator('.panel', { hasText: 'Elsewhere' });
    await elsewhere.locator('tbody tr').nth(1).waitFor();
    // Both prices side by side, the relation, and what differs in how they settle.
    assert.match(await elsewhere.innerText(), /this one[\s\S]*%[\s\S]*(the same|the opposite) question/);
    await page.getByRole('button', { name: 'linked', exact: true }).click();
    await page.waitForSelector('.readout .line-1 a');
    assert.equal(await clicks(), 2);
  });

  test('the last hole in its record: one click, and it is in view with its reason', async (t) => {
    const { page, clicks } = await visit(t, '/asset/hl-BTC', 'ct-chart-host canvas');
    let gap: GetGapsAnswer['gaps'][number] | undefined;
    await eventually(async () => {
      [gap] = (await ask<GetGapsAnswer>('/api/gaps?asset=hl-BTC&limit=1')).gaps;
      return gap?.toMs != null;
    }, 'the last hole has ended');
    assert.ok(gap !== undefined && gap.toMs !== null);
    await page.getByRole('button', { name: /last hole/ }).click();
    await until(page, `new URLSearchParams(location.search).has('from')`);
    const view = new URL(page.url()).searchParams;
    assert.ok(Date.parse(view.get('from') ?? '') < gap.fromMs && Date.parse(view.get('to') ?? '') > gap.toMs);
    const title = await page.getByRole('button', { name: /last hole/ }).getAttribute('title');
    assert.ok(title?.startsWith(gap.reason), `${title} begins with ${gap.reason}`);
    assert.equal(await clicks(), 1);
  });

  test('a call that gives a figure again: one click', async (t) => {
    const { page, clicks } = await visit(t, '/asset/hl-BTC', '#panel-carry');
    const carry = page.locator('.panel', { has: page.locator('#panel-carry') });
    await carry.locator('tbody tr').first().waitFor();
    const hourly = (await carry.locator('tbody tr').first().locator('td.num').first().innerText()).replace(
      '−',
      '-',
    );
    await carry.getByRole('button', { name: 'curl' }).click();
    await page.getByText('copied: request').waitFor();
    assert.equal(await clicks(), 1);
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, url = ''] = /^curl -s '([^']+)'$/.exec(command) ?? [];
    assert.ok(url.startsWith(stand.service.app.apiUrl), command);
    const { carry: found } = (await (await fetch(url)).json()) as {
      carry: { longSide: { hourlyFrac: number } };
    };
    assert.equal((found.longSide.hourlyFrac * 100).toFixed(5), hourly);
  });

  for (const [to, drawn, range] of [
    ['/?range=1h', 'ct-tape-lane svg rect', 'to'],
    ['/asset/hl-BTC?range=1h', 'ct-chart-host canvas', 'from'],
  ] as const) {
    test(`a link copied from ${to} means the same times tomorrow`, async (t) => {
      const { page } = await visit(t, to, drawn);
      await page.getByRole('button', { name: 'copy link' }).click();
      await page.getByText('copied: link').waitFor();
      const link = new URL(await page.evaluate<string>('navigator.clipboard.readText()'));
      const ends = Date.parse(link.searchParams.get('to') ?? '');
      assert.ok(Math.abs(ends - stand.service.now()) < 5 * 60_000, String(link));
      assert.ok(link.searchParams.has(range));
      const other = await page.context().newPage();
      const asked: string[] = [];
      other.on('request', (request) => {
        if (request.url().includes('/aggregate')) asked.push(request.url());
      });
      await other.goto(String(link));
      await other.waitForSelector(drawn);
      const starts = asked.map((url) => Number(new URL(url).searchParams.get('fromMs')));
      for (const start of starts) assert.ok(start < ends && start > ends - 3 * 3_600_000, String(asked));
    });
  }
});
