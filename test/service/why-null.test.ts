import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NULL_REASONS } from '../../src/domain/index.ts';
import { startAnalytics, store } from '../support/analytics-bench.ts';
import { ARGENTINA, BTC, binary, ELECTION, HIGH, ONE_OF_EACH, perp } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

const HOUR_MS = 3_600_000;

/** The member at a path such as `stats.returns.sharpe`. */
function at(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
}

/** The page of one asset, after a check that each reason is a known one and belongs to a null. */
async function explained(
  { get }: { get(url: string): Promise<Record<string, unknown>> },
  url: string,
): Promise<Record<string, string>> {
  const plain = await get(url);
  assert.ok(!('whyNull' in plain), `${url} explains without being asked`);
  const body = await get(`${url}?explain=true`);
  const whyNull = body.whyNull as Record<string, string>;
  for (const [path, reason] of Object.entries(whyNull)) {
    assert.equal(at(body, path), null, `${url}: ${path} is not null`);
    assert.ok((NULL_REASONS as readonly string[]).includes(reason), `${url}: ${reason}`);
  }
  return whyNull;
}

test('explain=true says of one asset why members are null, and only then', async (t) => {
  const bench = await startAnalytics(t);
  for (const { asset, kind } of ONE_OF_EACH) {
    const stats = await explained(bench, `/api/asset/${asset}/stats`);
    const isBinary = kind !== 'hl-perp';
    assert.equal(stats['stats.returns.sharpe'], isBinary ? 'not_applicable' : 'too_few_bars', asset);
    assert.equal(stats['stats.returns.omega'], 'too_few_bars', asset);
    assert.equal(stats['stats.horizon'], isBinary ? undefined : 'not_applicable', asset);
    assert.equal(stats['stats.tests.adf'], 'too_few_bars', asset);
    const risk = await explained(bench, `/api/asset/${asset}/risk`);
    assert.equal(risk['metrics.sharpe'], isBinary ? 'not_applicable' : 'too_few_bars', asset);
    assert.equal(risk['metrics.realizedVol'], 'too_few_bars', asset);
    assert.equal(risk.sampling, 'too_few_bars', asset);
  }
});

test('prices that do not move leave ratios without a denominator', async (t) => {
  const bench = await startAnalytics(t);
  await store(bench.history, BTC, { count: 100, stepMs: HOUR_MS, price: () => 87_000 });
  const risk = await explained(bench, `/api/asset/${BTC.asset}/risk`);
  assert.deepEqual(
    [risk['metrics.sharpe'], risk['metrics.martinRatio'], risk['metrics.realizedVol']],
    ['zero_denominator', 'zero_denominator', undefined],
  );
  const stats = await explained(bench, `/api/asset/${BTC.asset}/stats`);
  assert.equal(stats['stats.returns.sharpe'], 'zero_denominator');
  assert.equal(stats['stats.tests.kpss'], 'zero_denominator');
  // Fewer than 200 returns are too few for a tail; that 64 of them do not vary is another reason.
  assert.equal(stats['stats.risk.tailIndex'], 'too_few_bars');
  assert.equal(stats['stats.structure.hurst'], 'zero_denominator');
});

test('the page of a market says why its ticker has no price, no touch and no end', async (t) => {
  const { app, feed, pass } = await startBench(t);
  const bench = { get: async (url: string) => (await app.inject(url)).json() };
  for (const { asset } of ONE_OF_EACH) await explained(bench, `/api/asset/${asset}`);
  feed.set('kalshi', [
    binary(HIGH, { yesPrice: null, yesBid: null, closeTime: null, lastPrice: null, exclusive: null }),
  ]);
  pass(20_000);
  const whyNull = await explained(bench, `/api/asset/${HIGH.asset}`);
  assert.equal(whyNull['ticker.yesPrice'], 'no_price');
  assert.equal(whyNull['ticker.yesBid'], 'no_touch');
  assert.equal(whyNull['ticker.closeTime'], 'no_end');
  assert.equal(whyNull['ticker.exclusive'], 'not_published');
  assert.equal(whyNull.resolution, 'not_resolved');
  // It never traded, or the venue does not say: nothing is claimed.
  assert.equal(whyNull['ticker.lastPrice'], undefined);
});

test('carry says whether a rate is missing or nothing is paid', async (t) => {
  const bench = await startAnalytics(t);
  const url = `/api/asset/${BTC.asset}/carry`;
  bench.feed.set('hyperliquid', [perp(BTC, { fundingHourly: 0 }), binary(ARGENTINA)]);
  assert.equal((await explained(bench, url))['carry.longSide.daysTo1Pct'], 'zero_denominator');
  bench.pass(61_000);
  bench.feed.set('hyperliquid', [perp(BTC, { fundingHourly: null }), binary(ARGENTINA)]);
  assert.equal((await explained(bench, url)).carry, 'not_published');
});

test('each line of the index explains itself', async (t) => {
  const bench = await startAnalytics(t);
  bench.feed.set('polymarket', [{ ...binary(ELECTION), price: null }]);
  const { entries } = await bench.get('/api/m2m/index?explain=true');
  const reasons = Object.fromEntries(
    entries.map((entry: { asset: string; whyNull: unknown }) => [entry.asset, entry.whyNull]),
  );
  assert.deepEqual(reasons[BTC.asset], {
    yesMeans: 'not_applicable',
    noMeans: 'not_applicable',
    basisPts: 'not_applicable',
    change24hPts: 'not_applicable',
    endDate: 'not_applicable',
  });
  assert.deepEqual(reasons[ELECTION.asset], {
    yesMeans: 'not_applicable',
    noMeans: 'not_published',
    lastPrice: 'no_price',
    fairPrice: 'no_consensus',
    basisBps: 'no_price',
    basisPts: 'no_price',
    change24hPct: 'no_price',
    change24hPts: 'no_price',
    change24hSource: 'no_price',
  });
  const [plain] = (await bench.get('/api/m2m/index')).entries;
  assert.ok(!('whyNull' in plain));
});
