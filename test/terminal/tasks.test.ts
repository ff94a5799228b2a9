import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type {
  GetAssetRiskAnswer,
  GetFundingDaysAnswer,
  GetGapsAnswer,
  GetLinksAnswer,
  GetMoversAnswer,
  Link,
  SimulateArbitrageAnswer,
} from '../../client/src/index.ts';
import { allVenuesPolled, eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CASCADE = { bars: 3, peakPrice: 80_000, troughPrice: 78_000, drawdownFrac: 0.025 };
const NAMES: Readonly<Record<string, string>> = {
  fair: 'fair value now',
  links: 'linked',
  cascades: 'cascades',
  profile: 'volume profile',
  flow: 'flow',
};

/** Reads the drawing of the chart, once it stays the same. */
async function readPicture(page: Page): Promise<string> {
  const read = () => page.evaluate<string>(`document.querySelector('ct-chart-host canvas').toDataURL()`);
  let before = '';
  let picture = await read();
  while (picture !== before) {
    await page.waitForTimeout(300);
    before = picture;
    picture = await read();
  }
  return picture;
}

/** First tasks of a newcomer, with their number of clicks. `test/terminal/keys.test.ts` stops a bot by one key. */
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

  const findLinked = async () => {
    let pair: Link | undefined;
    await eventually(
      async () => {
        const { links } = await ask<GetLinksAnswer>('/api/links');
        pair = links.find(({ relation }) => relation === 'same');
        return pair !== undefined;
      },
      'a pair is linked',
      90_000,
    );
    return pair;
  };

  /** Opens a page on which clicks of a hand are counted. */
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
    const { page, clicks } = await visit(t, '/', 'ct-recording-lane svg rect');
    await page.getByRole('link', { name: 'Movers' }).click();
    await page.waitForSelector('section[aria-labelledby$=perpetuals-that-fell-most] .row');
    // Page and test ask one after the other, and another may have moved most between.
    await eventually(async () => {
      const { gainers, losers } = await ask<GetMoversAnswer>(
        '/api/movers?topN=25&kind=hl-perp&minVolumeUsd=1000',
      );
      const moved = [...gainers, ...losers].sort((a, b) => Math.abs(b.changeFrac) - Math.abs(a.changeFrac));
      const firsts = await page
        .locator('.panel .row[aria-rowindex="2"] a')
        .evaluateAll((links) =>
          links.map((link) => decodeURIComponent((link.getAttribute('href') ?? '').split('/')[2] ?? '')),
        );
      return firsts.includes(moved[0]?.asset ?? '');
    }, 'the first of a list is the asset that moved most');
    assert.equal(await clicks(), 1);
  });

  test('why it moved against its other venue: two clicks from the list of pairs', async (t) => {
    await findLinked();
    const { page, clicks } = await visit(t, '/disagreement', '#panel-pairs');
    const pairs = page.locator('.panel', { has: page.locator('#panel-pairs') });
    await pairs.locator('.row a').first().click();
    await page.waitForSelector('ct-chart-host canvas');
    const elsewhere = page.locator('.panel', { hasText: 'Elsewhere' });
    await elsewhere.locator('tbody tr').nth(1).waitFor();
    // Both prices side by side, the relation, and what differs in how they settle.
    const says = /this one[\s\S]*%[\s\S]*(the same|the opposite) question/;
    await eventually(async () => says.test(await elsewhere.innerText()), `elsewhere says ${says}`);
    // By its title, as the venue asks the question; it is asked for once it is in view.
    await elsewhere.scrollIntoViewIfNeeded();
    const other = elsewhere.locator('tbody a').first();
    await eventually(async () => {
      const [name, id] = [await other.innerText(), await other.getAttribute('title')];
      return name.trim() !== id && name.includes(' ');
    }, 'a linked market has its title');
    await page.getByRole('button', { name: 'linked', exact: true }).click();
    await page.waitForSelector('.readout .line-1 a');
    assert.equal(await clicks(), 2);
  });

  test('where venues disagree after my fees: one click, the answer without scrolling, fees in the address', async (t) => {
    const simulated = async () =>
      (await ask<SimulateArbitrageAnswer>('/api/arb/sim?capital=10000&topN=25')).summary;
    await eventually(
      async () => (await simulated()).opportunitiesSelected > 0,
      'an opportunity is known',
      90_000,
    );
    const { page, clicks } = await visit(t, '/', 'ct-recording-lane svg rect');
    await page.getByRole('link', { name: 'Disagreement' }).click();
    await page.locator('.answer').waitFor();
    assert.equal(await clicks(), 1);
    await untilText(page, '.answer', /^\d+ of \d+ pay after fees/);
    const box = await page.locator('.answer').boundingBox();
    assert.ok(box !== null && box.y + box.height < (page.viewportSize()?.height ?? 0), 'above the fold');

    // Own fees stand in the address and in the call, and the answer names them.
    await page.getByLabel('Limitless bps').fill('25');
    await page.getByLabel('Limitless bps').press('Enter');
    await page.getByText('25 bps of what an order costs, as asked').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('feeBps.limitless'), '25');
    await page.getByLabel('Limitless bps').fill('5000');
    await page.getByLabel('Limitless bps').press('Enter');
    await page.getByText('5000 is not between -100 and 1000 bps').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('feeBps.limitless'), '25');

    // By what is earned in a year, most first; those without a year last.
    const years = await page.evaluate<string[]>(
      `[...document.querySelectorAll('ct-table')][0].innerText.includes('Why it is not known') ? [] :
        [...document.querySelectorAll('ct-table')[0].querySelectorAll('.row')].map((row) => row.children[2].innerText)`,
    );
    const figures = years.map((text) =>
      text === '–' ? Number.NEGATIVE_INFINITY : Number(text.replace('−', '-').replaceAll('\u2009', '')),
    );
    assert.deepEqual(
      figures,
      figures.toSorted((a, b) => b - a),
    );

    // A row opens to both books and both texts of rules, by the keyboard as well.
    await page.locator('ct-table .row.opens').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.compared section').nth(1).waitFor();
    await page.locator('.pictures figure').first().waitFor();
    assert.ok((await page.locator('.compared .curl').count()) >= 2);
  });

  test('how risky it is: two actions from the first page, three figures below the chart', async (t) => {
    await eventually(
      async () => (await ask<GetAssetRiskAnswer>('/api/asset/hl-BTC/risk')).source === 'store',
      'the hours of the last days are filled in',
      90_000,
    );
    const { page, clicks } = await visit(t, '/', 'ct-recording-lane svg rect');
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page
      .locator('ct-table .row', { has: page.locator('a[href="/asset/hl-BTC"]') })
      .locator('.num')
      .first()
      .click();
    const figures = page.locator('.risk-figures');
    await figures.waitFor();
    assert.equal(await clicks(), 2);
    assert.match(
      (await figures.innerText()).replaceAll(/\s+/g, ' '),
      /volatility of .+ [\d.]+ % deepest fall [\d.]+ % one .+ in twenty loses more than [\d.]+ % From \d+ (returns|usable prices)/,
    );
    // The rest is there, folded, and no figure of risk stands among the statistics again.
    await page.getByText(/all \d+ figures of risk/).press('Enter');
    await page.getByRole('cell', { name: 'ulcer index', exact: true }).waitFor();
  });

  test('a probability moves in points, and has no figure of a year', async (t) => {
    const { polymarket } = (await stand.service.get('/api/feed?top=1')).body as {
      polymarket: { markets: { asset: string }[] };
    };
    const { page } = await visit(t, `/asset/${polymarket.markets[0]!.asset}`, '.risk-figures, .state.never');
    const figures = page.locator('.risk-figures');
    await figures.waitFor();
    const text = (await figures.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /^volatility of (a|an) .+ [\d.]+ pp deepest fall [\d.]+ pp one .+ loses more than (?:[\d.]+ pp|–)/,
      'a market that has not moved has no such loss',
    );
    assert.doesNotMatch(text, /%|year/);
    await page.getByText(/all \d+ figures of risk/).press('Enter');
    await page.getByRole('cell', { name: 'ulcer index', exact: true }).waitFor();
    assert.equal(await page.getByRole('cell', { name: /of a year/ }).count(), 0);
  });

  test('when a market ends, or that its end has passed', async (t) => {
    const feed = await ask<{ kalshi: { markets: { asset: string }[] } }>('/api/feed?top=1');
    const { page } = await stand.blank(t);
    let endsAtMs = stand.service.now() + 3 * HOUR_MS;
    await page.route('**/quote?market=true', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { market: object };
      await route.fulfill({ response, json: { ...body, market: { ...body.market, endsAtMs } } });
    });
    await page.goto(`${stand.service.app.apiUrl}/asset/${feed.kalshi.markets[0]?.asset}`);
    await untilText(page, 'main', /Ends in (2 h 59 min|3 h)/);
    endsAtMs = stand.service.now() - 2 * DAY_MS;
    await page.reload();
    await untilText(page, 'main', /End was (1 d 23 h|2 d) ago/);
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

  test('which perpetual cost its longs most: one click for the order, the figure in its row', async (t) => {
    let answer: GetFundingDaysAnswer | null = null;
    await eventually(
      async () => {
        answer = await ask<GetFundingDaysAnswer>('/api/funding?days=30&limit=10');
        return answer.rows.length - answer.waiting > 1;
      },
      'payments of two are read',
      60_000,
    );
    assert.ok(answer !== null);
    const { rows } = answer as GetFundingDaysAnswer;
    const { page } = await stand.blank(t);
    // Others come meanwhile, and would change the order.
    await page.route(/\/api\/funding\?/, (route) => route.fulfill({ json: answer }));
    await page.goto(`${stand.service.app.apiUrl}/funding?rows=10`);
    await page.waitForSelector('table.funding-days td.sum b');
    await page.getByRole('button', { name: 'longs paid most' }).click();
    const [most] = rows
      .filter(({ sumFrac }) => sumFrac !== null)
      .toSorted((a, b) => (b.sumFrac ?? 0) - (a.sumFrac ?? 0));
    const first = page.locator('table.funding-days tbody tr').first();
    assert.equal(await first.locator('th').innerText(), most?.coin);
    const percent = ((most?.sumFrac ?? 0) * 100).toFixed(2).replace('-', '');
    assert.match(await first.locator('td.sum').innerText(), new RegExp(`^[+−]?${percent}$`));
    // Figure, sign and words beside the colour; every row has all days.
    assert.equal(await first.locator('td').count(), 31);
    const title = await first.locator('td').nth(3).getAttribute('title');
    assert.match(title ?? '', /^.+, \d{4}-\d{2}-\d{2}: (longs|shorts|nobody) paid.*, 24 payments$/);
  });

  test('a call that gives a figure again: one click', async (t) => {
    const { page, clicks } = await visit(t, '/asset/hl-BTC', '#panel-carry');
    const carry = page.locator('.panel', { has: page.locator('#panel-carry') });
    await carry.locator('tbody tr').first().waitFor();
    const hourly = async () =>
      (await carry.locator('tbody tr').first().locator('td.num').first().innerText()).replace('−', '-');
    await carry.getByRole('button', { name: 'curl' }).click();
    await page.getByText('copied: request').waitFor();
    assert.equal(await clicks(), 1);
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, url = ''] = /^curl -s '([^']+)'$/.exec(command) ?? [];
    assert.ok(url.startsWith(stand.service.app.apiUrl), command);
    // The rate moves: the page shows it at its next answer.
    await eventually(async () => {
      const { carry: found } = (await (await fetch(url)).json()) as {
        carry: { longSide: { hourlyFrac: number } };
      };
      return (found.longSide.hourlyFrac * 100).toFixed(5) === (await hourly());
    }, 'the command gives what the page shows');
  });

  for (const [to, drawn, range] of [
    ['/?range=1h', 'ct-recording-lane svg rect', 'to'],
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
      // An hour in view, and two before it in which what was filled in may have its record.
      for (const start of starts) assert.ok(start < ends && start > ends - 4 * 3_600_000, String(asked));
    });
  }

  test('a page that the API gives of the present alone offers a live link, with its filters', async (t) => {
    const { page } = await visit(t, '/movers?rows=10', '.panel .row');
    await page.getByRole('button', { name: 'copy live link' }).click();
    await page.getByText('copied: live link').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
    assert.equal(await page.getByRole('button', { name: 'copy link', exact: true }).count(), 0);
  });

  test('what lies over a chart: one click each, drawn with its value in the legend and gone without a trace at the next', async (t) => {
    const now = stand.service.now();
    const iso = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString();
    // A window of the past: nothing in it moves on its own.
    const window = `from=${iso(20)}&to=${iso(1)}`;
    const link = await findLinked();
    const charts = [
      { asset: 'hl-BTC', overlays: ['fair', 'cascades', 'profile', 'flow'] },
      { asset: link?.a, overlays: ['links'] },
    ];
    const { page, faults } = await stand.blank(t);
    await page.route(/\/cascades\?/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const start = now - 10 * DAY_MS;
      // Within minutes prices of an hour show none.
      const cascade = { ...CASCADE, tStart: start, tEnd: start + HOUR_MS };
      await route.fulfill({ response, json: { ...body, cascades: [cascade] } });
    });
    for (const { asset, overlays } of charts) {
      await page.goto(`${stand.service.app.apiUrl}/asset/${asset}?${window}&show=none`);
      await page.waitForSelector('ct-chart-host canvas');
      // The lamps know how often a venue is polled, by which the chart chooses its bars.
      await untilText(page, '.lamps', /recording \d/);
      await untilText(page, '.foot', /% recorded/);
      const without = await readPicture(page);
      assert.equal(await page.locator('[data-overlay]').count(), 0);
      for (const name of overlays) {
        const button = page.getByRole('button', { name: NAMES[name] ?? name, exact: true });
        await button.click();
        // The name of a linked market may have digits as well.
        await untilText(page, `[data-overlay=${name}]`, name === 'links' ? /\d %/ : /\d/);
        await eventually(async () => (await readPicture(page)) !== without, `${name} is drawn`);
        await button.click();
        await until(page, `document.querySelector('[data-overlay]') === null`);
        await eventually(async () => (await readPicture(page)) === without, `${name} is gone`);
      }
    }
    assert.deepEqual(faults, []);
  });
});
