import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

type Fill = Readonly<Record<string, unknown>>;

/** Answers for the service how far each fill is, and notes what was asked for. */
async function playFills(page: Page, tell: (asset: string) => Fill) {
  const asked: string[][] = [];
  await page.route('**/api/backfill', async (route) => {
    const { assets } = route.request().postDataJSON() as { assets: string[] };
    asked.push(assets);
    const fills = assets.map((asset) => ({ asset, reason: null, retryAtMs: null, ...tell(asset) }));
    await route.fulfill({ json: { ok: true, now: Date.now(), days: 30, fills } });
  });
  return asked;
}

describe('pages ask for the past of what they show, and say that it is on its way', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  test('Markets asks for the rows in view once, says how many come, and draws the lines when they are there', async (t) => {
    const { page } = await stand.blank(t);
    let isThere = false;
    const asked = await playFills(page, () => ({ state: isThere ? 'filled' : 'queued' }));
    let lines = 0;
    await page.route('**/api/sparklines**', (route) => {
      lines += 1;
      return route.continue();
    });
    await page.goto(`${stand.service.app.apiUrl}/markets`);
    await untilText(page, 'section.panel', /\d+ of \d+; the past of \d+ is on the way/);
    const first = asked.flat();
    assert.ok(first.length > 5 && new Set(first).size === first.length, `${first.length} assets`);
    await until(
      page,
      `[...document.querySelectorAll('.line-24h')].some(({ title }) => title.endsWith('; its past is on the way'))`,
    );

    const before = lines;
    isThere = true;
    await untilText(page, 'section.panel', /\d+ of \d+(?!; the past)/);
    await eventually(async () => lines > before, 'the lines are asked for again', 30_000);
    const done = asked.flat().length;
    await page.waitForTimeout(3_000);
    assert.equal(asked.flat().length, done, 'what is there is not asked for again');
  });

  test('the chart of a market of which minutes are all there is begins with an hour, and with a day once there is more', async (t) => {
    const { page } = await stand.blank(t);
    let isThere = false;
    let isLate = false;
    await playFills(page, () =>
      isThere ? { state: 'filled' } : { state: 'not_offered', reason: 'not_listed' },
    );
    await page.route('**/aggregate?**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { bucketMs: number; buckets: { t: number }[] };
      const own = body.buckets.filter(({ t }) => t > stand.service.now() - 5 * 60_000);
      const t = Math.floor((stand.service.now() - 20 * 3_600_000) / body.bucketMs) * body.bucketMs;
      const buckets = isThere && !isLate ? [{ ...own.at(-1), t }, ...own] : own;
      isLate = false;
      await route.fulfill({ response, json: { ...body, buckets } });
    });
    const history = 'section[aria-labelledby=panel-history]';
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    const pressed = `[...document.querySelectorAll('${history} [aria-label=range] [aria-pressed=true]')].map((each) => each.innerText).join()`;
    await until(page, `${pressed} === '1h'`);
    assert.equal(await page.evaluate('location.search'), '');
    await page.getByRole('button', { name: '7d', exact: true }).click();
    await until(page, `${pressed} === '7d'`);

    // The past came between the answer of the chart and the one that says that it is there.
    let answers = 0;
    isThere = true;
    isLate = true;
    page.on('response', (response) => response.url().includes('/hl-BTC/aggregate') && answers++);
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    await eventually(async () => answers > 1, 'the bars are read again');
    await untilText(page, `${history} .foot`, /\d bars of/);
    await page.waitForTimeout(1_000);
    assert.equal(await page.evaluate(pressed), '1d');
  });

  test('the page of an asset, of correlations and of an event say it too, and a refusal says nothing', async (t) => {
    const { page } = await stand.blank(t);
    await playFills(page, (asset) =>
      asset.startsWith('hl-') ? { state: 'running' } : { state: 'not_offered', reason: 'not_listed' },
    );
    await page.goto(`${stand.service.app.apiUrl}/asset/hl-BTC`);
    await untilText(page, 'section[aria-labelledby=panel-history] .foot', /its past is on the way/);
    await page.goto(`${stand.service.app.apiUrl}/correlations`);
    await untilText(
      page,
      'main',
      /Hours before recording began are read from the venues: the past of \d+ is on the way/,
    );
    await page.goto(`${stand.service.app.apiUrl}/event/asset/hl-BTC`);
    await untilText(
      page,
      'main',
      /Hours before recording began are read from the venue: its past is on the way/,
    );
    await page.goto(`${stand.service.app.apiUrl}/movers?kind=pm`);
    await untilText(page, 'main', /markets have a change/);
    assert.doesNotMatch(await page.locator('main').innerText(), /on the way/);
  });
});
