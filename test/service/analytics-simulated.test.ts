import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ASSET_KINDS, type AssetKind } from '../../src/domain/index.ts';
import { dereferenced } from '../support/openapi.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

// Long form alone: `analytics-assets.test.ts` and `analytics-screens.test.ts` call the same routes over fixed markets.

/** A time of day at which the largest markets of every venue have been listed for more than a day. */
const START = Date.UTC(2026, 10, 20, 16, 20);

test('analytics and screens over the simulated venues', { timeout: 120_000 }, async (t) => {
  // Kalshi is asked three times a second: polls each second would leave little to its candles.
  const config = { feed: { adapters: { kalshi: { pollMs: 15_000 } } } };
  const service = await startSimulatedService(t, { startAt: START, config });
  await allVenuesPolled(service);
  const { feed } = service.app;
  const listLargest = (kind: AssetKind) =>
    feed.venues
      .flatMap((venue) => feed.snapshot(venue)?.markets ?? [])
      .filter(({ ref, price }) => ref.kind === kind && price !== null)
      .sort((a, b) => (b.ticker.volume24hUsd ?? 0) - (a.ticker.volume24hUsd ?? 0))
      .map(({ ref }) => ref.asset);
  await eventually(() => ASSET_KINDS.every((kind) => listLargest(kind).length > 0), 'every kind is listed');

  const { body: document } = await service.get('/api/openapi.json');
  const paths = dereferenced(document as unknown as Parameters<typeof dereferenced>[0]).paths as Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: TSchema }> }> } }
  >;
  const findSchema = (path: string) => paths[path]?.get.responses['200']?.content['application/json']?.schema;
  /** The body of a success, which must be as the document describes it. */
  const get = async (path: string, url: string): Promise<ReturnType<typeof JSON.parse>> => {
    const { status, body } = await service.get(url);
    assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
    const schema = findSchema(path);
    assert.ok(schema, path);
    const [problem] = Compile(schema).Errors(body);
    assert.equal(problem, undefined, `${url}: ${problem?.instancePath} ${problem?.message}`);
    assert.deepEqual(
      Object.keys(body).filter((name) => !(name in (schema as unknown as { properties: object }).properties)),
      [],
      url,
    );
    return body;
  };

  await t.test('every analysis of an asset of every kind is as documented', async () => {
    for (const kind of ASSET_KINDS) {
      const [asset] = listLargest(kind);
      const getAnalysis = (name: string, query = '') =>
        get(`/api/asset/{asset}/${name}`, `/api/asset/${asset}/${name}${query}`);
      assert.equal((await getAnalysis('risk')).kind, kind);
      // On a busy machine a book can come later than an answer waits for it; it is kept for the next one.
      const slippage = `/api/asset/${asset}/slippage?size=50&side=buy`;
      await eventually(async () => (await service.get(slippage)).status === 200, `${asset} has a book`);
      assert.equal((await getAnalysis('slippage', '?size=50&side=buy')).result.side, 'buy');
      assert.equal((await getAnalysis('cascades')).summary.direction, 'down');
      const { summary, series } = await getAnalysis('flow');
      assert.equal(summary.bars, series.length);
      const { buckets, recordsUsed } = await getAnalysis('volprofile', '?priceStep=0.01');
      assert.equal(
        buckets.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
        recordsUsed,
      );
      const { stats, type } = await getAnalysis('stats');
      assert.deepEqual([type, stats.returns.framing], [kind, kind === 'hl-perp' ? 'annualised' : 'horizon']);
    }
    const [perp] = listLargest('hl-perp');
    const { carry, coin } = await get('/api/asset/{asset}/carry', `/api/asset/${perp}/carry`);
    assert.deepEqual([`hl-${coin}`, typeof carry.flat], [perp, 'boolean']);
    const refused = await service.get(`/api/asset/${listLargest('kalshi')[0]}/carry`);
    assert.deepEqual([refused.status, refused.body.error], [404, 'not_perpetual']);
  });

  await t.test('hours before the service was started come from the candles of the venue', async () => {
    const [asset] = listLargest('kalshi');
    const { stats } = await get('/api/asset/{asset}/stats', `/api/asset/${asset}/stats`);
    assert.ok(stats.n > 24, `${stats.n} returns`);
    const { metrics } = await get('/api/asset/{asset}/risk', `/api/asset/${asset}/risk?minBars=20`);
    assert.ok(metrics.bars > 24);
    assert.notEqual(metrics.realizedVol, null);
  });

  await t.test('movers know the change of binary markets from the store', async () => {
    // Before the clock is moved: stale prices rank among nothing.
    const { gainers, losers, totals } = await get('/api/movers', '/api/movers?kind=kalshi,hl-perp');
    const sources = new Set([...gainers, ...losers].map(({ source }: { source: string }) => source));
    // A market whose record is younger than a day has the change that its venue states.
    sources.delete('venue');
    assert.deepEqual([...sources].sort(), ['feed', 'store-delta']);
    assert.ok(totals.eligible <= totals.considered);
  });

  await t.test('the background fills the curated set, and then the statistics know it', async () => {
    // Ten may be there a moment before one of them has a day: both are waited for.
    await eventually(
      async () => {
        service.pass(25_000);
        const { coverage, results } = await get('/api/stats', '/api/stats?venue=kalshi');
        assert.equal(coverage.requested, coverage.returned + coverage.missing.length);
        assert.ok(results.every(({ stats }: { stats: { sharpe: null } }) => stats.sharpe === null));
        return coverage.returned >= 10 && results.some(({ stats }: { stats: { n: number } }) => stats.n > 24);
      },
      'ten markets of Kalshi have statistics, one of them of more than a day',
      120_000,
    );
  });

  await t.test('correlations of what is stored have a matrix', async () => {
    let names: string[] = [];
    await eventually(async () => {
      service.pass(25_000);
      const { results } = await get('/api/stats', '/api/stats?venue=kalshi');
      names = results
        .filter(({ stats }: { stats: { n: number } }) => stats.n > 500)
        .map(({ asset }: { asset: string }) => asset)
        .slice(0, 4);
      return names.length >= 2;
    }, 'two markets have three weeks of hours');
    const body = await get('/api/correlations', `/api/correlations?assets=${names.join(',')}&window=480`);
    assert.deepEqual(
      [...body.surviving, ...body.dropped.map(({ asset }: { asset: string }) => asset)].sort(),
      [...names].sort(),
    );
    const { matrix } = body.pearson;
    for (const [i, row] of matrix.entries()) {
      assert.equal(row[i], 1);
      for (const [j, value] of row.entries()) {
        assert.ok(value >= -1 && value <= 1);
        assert.equal(value, matrix[j][i]);
      }
    }
  });

  await t.test(
    'arbitrage finds the events that several venues list, with a net or the reason why not',
    async () => {
      const { count, links } = await get('/api/links', '/api/links');
      assert.equal(count, links.length);
      assert.ok(links.some(({ relation }: { relation: string }) => relation === 'same'));
      // Whether orders of several venues fit at this very moment is up to the simulated prices.
      const simulate = () => get('/api/arb/sim', '/api/arb/sim?capital=1000&topN=5');
      await eventually(
        async () => (await simulate()).summary.opportunitiesConsidered > 0,
        'several venues list an event at prices that fit',
        60_000,
      );
      const { summary, selected } = await simulate();
      for (const { net, netReason, spread } of selected) {
        assert.notEqual(net === null, netReason === null);
        assert.ok(spread > 0 && spread <= 0.5);
      }
      const exposure = Object.values<number>(summary.venueExposure).reduce((sum, usd) => sum + usd, 0);
      assert.ok(Math.abs(exposure - summary.capitalDeployed) < 1e-6);
    },
  );

  await t.test('with every venue failing a book is 503, and what is stored is served on', async () => {
    service.simulator.faults.set({ kind: 'status', status: 500, venue: 'all' });
    service.pass(25_000);
    const unread = listLargest('kalshi').at(-1);
    const { status, body } = await service.get(`/api/asset/${unread}/slippage?size=1&side=buy`);
    assert.deepEqual([status, body.error], [503, 'upstream_unavailable']);
    const { cached, returned } = await get('/api/stats', '/api/stats');
    assert.deepEqual([cached, returned > 10], [false, true]);
    const [asset] = listLargest('kalshi');
    assert.ok(
      (await get('/api/asset/{asset}/risk', `/api/asset/${asset}/risk?minBars=21`)).metrics.bars > 24,
    );
  });
});
