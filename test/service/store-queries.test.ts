import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAnalytics, store } from '../support/analytics-bench.ts';
import { type CountingHistory, countCalls } from '../support/counting-history.ts';
import { BTC, ONE_OF_EACH } from '../support/fixed-feed.ts';

/** Queries of records and their counts: where the store is a server, each is a query over columns. */
const MAX_QUERIES = 3;
/** Rows that are looked up by their key: what a market asks, its links, its rules, its verdict. */
const LOOKUPS = new Set(['findMarket', 'findLinkSpans', 'findRules', 'findSettled']);
const MAX_LOOKUPS = 3;

test('an answer asks for records three times at most, however many assets it is about', async (t) => {
  let counting: CountingHistory | null = null;
  const bench = await startAnalytics(t, {
    watch: (history) => {
      counting = countCalls(history);
      return counting.history;
    },
  });
  const { takeCalls } = counting as unknown as CountingHistory;
  for (const ref of ONE_OF_EACH) {
    await store(bench.history, ref, { count: 17_000, stepMs: 5_000, price: (i) => 0.25 + (i % 9) / 64 });
  }
  // Recorded, and listed by nobody.
  const gone = { ...BTC, asset: 'hl-GONE', storeKey: 'perp-gone' };
  await store(bench.history, gone, { count: 600, stepMs: 60_000, price: () => 10 });
  const all = ONE_OF_EACH.map(({ asset }) => asset);

  const urls = [
    ...all.map((asset) => `/api/asset/${asset}`),
    ...all.map((asset) => `/api/asset/${asset}/risk`),
    ...all.map((asset) => `/api/asset/${asset}/stats`),
    ...all.map((asset) => `/api/m2m/${asset}/quote`),
    `/api/asset/${BTC.asset}/flow`,
    `/api/asset/${BTC.asset}/cascades`,
    `/api/asset/${BTC.asset}/volprofile?priceStep=0.01`,
    `/api/history/${BTC.venue}/${BTC.storeKey}`,
    `/api/history/${BTC.venue}/${BTC.storeKey}/csv`,
    `/api/history/${BTC.venue}/${BTC.storeKey}/aggregate?bucketMs=3600000`,
    `/api/history/${gone.venue}/${gone.storeKey}`,
    `/api/sparklines?assets=${all.join(',')}`,
    `/api/correlations?assets=${all.join(',')}&window=24`,
    '/api/stats',
    '/api/movers',
  ];
  for (const url of urls) {
    takeCalls();
    const { statusCode, body } = await bench.app.inject(url);
    const calls = takeCalls();
    assert.equal(statusCode, 200, `${url}: ${body}`);
    checkCalls(url, calls);
  }

  takeCalls();
  const response = await bench.app.inject({
    method: 'POST',
    url: '/api/m2m/batch',
    payload: { assets: all },
  });
  assert.equal(response.statusCode, 200, response.body);
  checkCalls('the batch', takeCalls());
});

function checkCalls(what: string, calls: readonly string[]): void {
  const queries = calls.filter((call) => !LOOKUPS.has(call));
  assert.ok(queries.length <= MAX_QUERIES, `${what} asks ${calls.join(', ')}`);
  assert.ok(calls.length - queries.length <= MAX_LOOKUPS, `${what} looks up ${calls.join(', ')}`);
}
