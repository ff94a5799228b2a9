import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { BinaryTicker, GetFeedAnswer } from '../../client/src/index.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const EVENT = 'THE-EVENT';

describe('the page of an event', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  /** The feed of the service, in which Kalshi lists these outcomes of one event instead of its own markets. */
  const listing = async (
    t: TestContext,
    change: (sample: BinaryTicker, asked: number) => readonly Partial<BinaryTicker>[],
  ) => {
    const opened = await stand.blank(t);
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
