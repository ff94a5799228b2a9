import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const lane = (venue: string) =>
  `[...document.querySelectorAll('.lane')].find((lane) => lane.innerText.startsWith('${venue}'))`;
const row = (panel: string, text: string) =>
  `[...document.querySelectorAll('.panel')].find((panel) => panel.querySelector('h2').innerText === '${panel}')` +
  `?.querySelectorAll('tr, li, [role=row]').values().find((row) => row.innerText.includes('${text}'))`;

describe('what a page says when a venue fails', { skip: SKIPPED, concurrency: true }, () => {
  const stand = terminalStand({ pollMs: 2_000 });

  test('a venue whose polls fail: lamp, lane, table and prices say so, and the hole stays when it is over', async (t) => {
    const { page, faults } = await stand.visit(t, '/?range=1h', 'ct-recording-lane svg rect');
    const { simulator } = stand.service;
    const feed = (await stand.service.get('/api/feed?top=1')).body as {
      kalshi: { markets: { asset: string }[] };
    };
    const asset = `/asset/${feed.kalshi.markets[0]?.asset}`;
    const { page: priced } = await stand.visit(t, asset, 'ct-chart-host canvas');
    await untilText(page, '.lamps', /● recording 4\/4/);
    await untilText(priced, '.figures', /VENUE READ \d s ago/i);
    const set = [
      simulator.faults.set({ kind: 'status', status: 503, venue: 'kalshi' }),
      simulator.faults.set({ kind: 'silence', venue: 'kalshi' }),
    ];

    await untilText(page, '.lamps', /▲ recording 3\/4/);
    await until(page, `document.querySelector('.lamp').title === 'not recorded: kalshi'`);
    await until(page, `/■ not recorded/.test(${lane('Kalshi')}.innerText)`);
    await until(
      page,
      `[...${lane('Kalshi')}.querySelectorAll('a.gap title')].some((gap) => gap.textContent.includes('lasts'))`,
    );
    await until(page, `/■ not recorded/.test(${row('Venues', 'Kalshi')}.innerText)`);
    // Nothing else on the page says that all is well.
    await untilText(page, '.verdict', /recorded now, \d+ late: Kalshi since \d\d:\d\d/);
    await until(page, `/ 0 of \\d+ recorded/.test(${lane('Kalshi')}.innerText.replace(/\\s+/g, ' '))`);
    await until(page, `/not recorded: Kalshi since/.test(${row('Watchdog', 'Kalshi')}?.innerText)`);
    await untilText(page, '.banner', /^■ Kalshi is not recorded since \d\d:\d\d:?\d*: HTTP 503$/);
    const title = `${row('Venues', 'Kalshi')}.querySelector('[role=cell]:nth-child(2) span').title`;
    assert.match(String(await page.evaluate(title)), /503/);
    await untilText(priced, '.figures', /VENUE READ \d\d s ago/i);

    for (const id of set) simulator.faults.clear(id);
    await untilText(page, '.lamps', /● recording 4\/4/, 60_000);
    await until(page, `/▲ \\d+ holes?/.test(${lane('Kalshi')}.innerText)`);
    await untilText(priced, '.figures', /VENUE READ \d s ago/i);
    // Out of view a panel rests.
    await page.getByRole('heading', { name: 'Not recorded' }).scrollIntoViewIfNeeded();
    await until(page, `/503/.test(${row('Not recorded', 'all of Kalshi')}?.innerText)`, 60_000);
    await page.evaluate(`${row('Not recorded', 'all of Kalshi')}.click()`);
    await until(page, `location.pathname.startsWith('/asset/kalshi-') && /from=.*to=/.test(location.search)`);
    assert.deepEqual(faults, []);
  });

  test('a venue that never answered since the start: banner, lane and sentence say so', async (t) => {
    const { page } = await stand.blank(t);
    await page.route(/\/api\/feed(\/health|\?top=1$)/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const none = {
        lastFetchedAt: null,
        ageMs: null,
        lastError: 'kalshi (http://10.0.0.7:1/x): HTTP 503 {"a":1}',
      };
      if (body.health !== undefined) Object.assign(body.health.kalshi, none);
      else body.kalshi = null;
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${stand.service.app.apiUrl}/`);
    await untilText(page, '.banner', /^■ Kalshi has not answered since the start, \d\d:\d\d:?\d*: HTTP 503$/);
    await until(page, `/not recorded: no answer yet/.test(${lane('Kalshi')}.innerText)`);
    await untilText(page, '.verdict', /late: Kalshi since \d\d:\d\d/);
  });

  test('a service that is away leaves a sentence that says when it was true', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    await untilText(page, '.verdict', /recorded now/);
    await page.route(/\/api\//, (route) => route.abort());
    await untilText(page, '.verdict', /^\d+ markets, \d+ recorded when last asked, \d+ s ago\.$/, 60_000);
  });

  test('a stream that is open and says nothing turns the data lamp and is in the watchdog, until it speaks again', async (t) => {
    const { page } = await stand.visit(t, '/', 'ct-recording-lane svg rect');
    const { simulator } = stand.service;
    const id = simulator.faults.set({ kind: 'silence', venue: 'hyperliquid' });
    await untilText(page, '.lamps', /▲ data [1-9]\d* warnings?/, 60_000);
    await until(page, `${row('Watchdog', 'stream silent')} !== undefined`);
    await until(page, `/▲ \\d+ now/.test(${row('Venues', 'Hyperliquid')}.innerText)`);
    // Polls continue: nothing is lost meanwhile.
    await until(page, `/● recorded/.test(${row('Venues', 'Hyperliquid')}.innerText)`);
    simulator.faults.clear(id);
    await until(page, `${row('Watchdog', 'stream silent')} === undefined`, 60_000);
    await until(page, `!/now/.test(${row('Venues', 'Hyperliquid')}.innerText)`);
  });
});
