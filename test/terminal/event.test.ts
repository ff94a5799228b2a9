import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BinaryTicker, GetFeedAnswer } from '../../client/src/index.ts';
import { eventually } from '../support/simulated-service.ts';
import { axeFindings } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const EVENT = 'THE-EVENT';

describe('the page of an event', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  /** Opens the feed of the service, in which Kalshi lists these outcomes of one event instead of its own markets. */
  const listing = async (
    t: TestContext,
    change: (sample: BinaryTicker, asked: number) => readonly Partial<BinaryTicker>[],
    route?: (page: Page) => Promise<unknown>,
  ) => {
    const opened = await stand.blank(t);
    await route?.(opened.page);
    await opened.page.clock.install();
    let asked = 0;
    await opened.page.route(/\/api\/feed(\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as GetFeedAnswer;
      const [sample] = body.kalshi?.markets ?? [];
      if (body.kalshi === null || sample === undefined) return route.fulfill({ response });
      const markets = change(sample, asked++).map((outcome) => ({
        ...sample,
        eventKey: EVENT,
        eventTitle: 'Who of forty?',
        exclusive: true,
        exhaustive: true,
        yesMeans: null,
        ...outcome,
      }));
      await route.fulfill({ response, json: { ...body, kalshi: { ...body.kalshi, markets } } });
    });
    await opened.page.goto(`${stand.service.app.apiUrl}/event/kalshi/${EVENT}`);
    await opened.page.waitForSelector('ct-table .row');
    return opened;
  };

  test('forty outcomes with prices of 0 and 1: every row, their sum, and no page that scrolls sideways', async (t) => {
    const { page, faults } = await listing(t, () =>
      Array.from({ length: 40 }, (_, index) => ({
        asset: `kalshi-outcome-${index}`,
        title: `Will <b>number ${index}</b> be the one of forty whose name is so long that it is cut on a phone?`,
        yesPrice: index === 7 ? 1 : 0,
        yesBid: index === 7 ? 1 : null,
        yesAsk: index === 7 ? null : 0.01,
      })),
    );
    assert.equal(await page.locator('ct-table .row').count(), 40);
    const first = page.locator('ct-table .row').first();
    assert.match(await first.innerText(), /number 7<\/b>[\s\S]*100\.0 %/);
    assert.match(await page.locator('ct-table .row').nth(1).innerText(), /\b0\.0 %/);
    assert.match(await page.locator('.answer').innerText(), /^Together 100\.0 %\. All bids –/);
    assert.match(await page.locator('.answer').innerText(), /Exactly one of them pays/);
    const ranges = page.locator('section[aria-labelledby=panel-over-time] .choices');
    assert.deepEqual(await ranges.getByRole('button').allInnerTexts(), ['1d', '7d', '30d', '1y']);
    assert.equal(await ranges.locator('[aria-pressed=true]').innerText(), '7d');
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, 'innerWidth === 390 && document.documentElement.scrollWidth <= 390');
    // The service knows nothing of names that the test made up.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    );
  });

  test('an outcome that ends while the page is open says so, and counts no more', async (t) => {
    const { page } = await listing(t, (sample, asked) => [
      { asset: sample.asset, title: 'Stays', yesPrice: 0.6 },
      ...(asked === 0 ? [{ asset: 'kalshi-ends', title: 'Ends', yesPrice: 0.4 }] : []),
    ]);
    assert.match(await page.locator('.answer').innerText(), /^Together 100\.0 %/);
    await page.clock.fastForward(31_000);
    await page.getByText('▲ not listed').waitFor();
    assert.match(await page.locator('ct-table .row.dim').innerText(), /Ends/);
    await page.getByText('Ends: no longer listed').waitFor();
  });

  const strike = (at: number, yesPrice: number | null): Partial<BinaryTicker> => ({
    asset: `kalshi-strike-${at}`,
    title: `Bitcoin at noon? $${at} or above`,
    yesMeans: `$${at} or above`,
    exclusive: false,
    yesPrice,
    yesBid: null,
    yesAsk: null,
    threshold: { test: 'above', strike: at, strikeHigh: null },
  });

  test('a ladder of strikes is in its order and an implied distribution: crossed prices are marked, and a strike without one joins its bins', async (t) => {
    const { page, faults } = await listing(t, () => [
      strike(82_000, 0.4),
      strike(80_000, 0.7),
      strike(83_000, 0.45),
      strike(81_000, null),
      strike(84_000, 0.1),
    ]);
    const names = await page.locator('ct-table .row .market').allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.replaceAll(/\s+/g, ' ')),
      [80, 81, 82, 83, 84].map((at) => `$${at}000 or above`),
    );
    const rows = page.locator('table.distribution tbody tr');
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) =>
        text.replaceAll('\u2009', ' ').replaceAll(/\s+/g, ' ').trim(),
      ),
      [
        'below 80 000 30.0 %',
        '80 000 to 82 000 30.0 %',
        '82 000 to 83 000 ▲ prices contradict the order',
        '83 000 to 84 000 35.0 %',
        '84 000 and above 10.0 %',
      ],
    );
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('table.distribution rect')].map((rect) => Number(rect.getAttribute('width')))`,
    );
    assert.equal(widths[2], 0, 'a negative bin is drawn as 0');
    assert.ok(Math.abs((widths[0] ?? 0) - (30 / 35) * 100) < 1e-6, 'nothing is normalised');
    assert.match(
      await page.locator('.foot').first().innerText(),
      /A strike without a price joined the bins beside/,
    );
    // The lower strikes include the higher: their sum would say nothing.
    assert.equal(await page.locator('.together, p.answer').count(), 0);
    assert.deepEqual(await axeFindings(page), []);
    for (const width of [360, 390, 600, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
    }
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    );
  });

  test('ranges that exclude each other are bins of their own, and their sum is a picture beside 100 %', async (t) => {
    const range = (from: number, yesPrice: number | null): Partial<BinaryTicker> => ({
      asset: `kalshi-range-${from}`,
      title: `${from} to ${from + 1}`,
      yesMeans: `${from} to ${from + 1}`,
      yesPrice,
      yesBid: null,
      yesAsk: null,
      threshold: { test: 'between', strike: from, strikeHigh: from + 1 },
    });
    const { page } = await listing(t, () => [
      range(82, 0.5),
      range(80, 0.25),
      range(84, null),
      range(86, 0.35),
    ]);
    const rows = await page.locator('table.distribution tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      ['80 to 81 25.0 %', '82 to 83 50.0 %', '84 to 85 –', '86 to 87 35.0 %'],
    );
    assert.equal(
      await page.locator('.together svg').first().getAttribute('aria-label'),
      'Kalshi: 110.0 % together',
    );
    assert.equal(await page.locator('.together line.whole').first().getAttribute('x1'), '100');
  });

  test('three hundred outcomes: all are rows, and the chart draws no more of them than can be told apart', async (t) => {
    const asked = new Set<string>();
    const { page } = await listing(
      t,
      () =>
        Array.from({ length: 300 }, (_, i) => ({
          asset: `kalshi-outcome-${i}`,
          title: i % 2 === 0 ? 'Other' : `Number ${i}`,
          yesPrice: 0.001,
        })),
      (each) =>
        each.route(/\/aggregate/, async (route) => {
          // The service knows nothing of names that the test made up: they get the past of another market.
          asked.add(new URL(route.request().url()).pathname);
          const url = route
            .request()
            .url()
            .replace(/kalshi\/kalshi-outcome-\d+/, 'hyperliquid/hl-BTC');
          await route.fulfill({ response: await route.fetch({ url }) });
        }),
    );
    await page
      .getByText('The 4 most probable outcomes in colours, the next 20 in grey; 276 more are on their pages.')
      .waitFor();
    assert.match(await page.locator('.panel .unit').first().innerText(), /^300 at Kalshi/);
    await page.locator('ct-chart-host').scrollIntoViewIfNeeded();
    await eventually(() => asked.size >= 24, 'the drawn outcomes are asked for');
    assert.equal(asked.size, 24);
  });

  test('the palette has the event above its outcomes', async (t) => {
    const { page } = await stand.visit(t, '/', '.panel');
    const findWord = async () => {
      for (const word of ['price', 'above', 'will', 'rate', 'person', 'game', 'btc']) {
        const { body } = await stand.service.get(`/api/m2m/index?q=${word}&limit=12`);
        const { entries } = body as { entries: readonly { event?: { key: string } }[] };
        const keys = entries.flatMap(({ event }) => (event === undefined ? [] : [event.key]));
        if (new Set(keys).size < keys.length) return word;
      }
      return null;
    };
    const word = await findWord();
    assert.ok(word !== null, 'two results are of one event');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill(word);
    const row = page.locator('.palette li', { hasText: 'all outcomes' }).first();
    await row.waitFor();
    await row.click();
    await until(page, `location.pathname.startsWith('/event/')`);
  });

  test('an event that is not listed is one sentence with the way on', async (t) => {
    const { page } = await stand.visit(t, '/event/kalshi/NO-SUCH-EVENT', '.state.never');
    assert.match(
      await page.locator('.state.never').innerText(),
      /No venue lists this event now[\s\S]*Markets/,
    );
  });

  test('a market leads to its event, and each outcome to its market, by keys alone', async (t) => {
    const { page } = await stand.visit(t, '/event/asset/hl-BTC', 'ct-table .row');
    await page.locator('ct-table .row').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('ct-chart-host canvas');
    assert.equal(new URL(page.url()).pathname, '/asset/hl-BTC');
    await page.getByRole('link', { name: 'side by side' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Outcomes' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/event/asset/hl-BTC');
  });
});
