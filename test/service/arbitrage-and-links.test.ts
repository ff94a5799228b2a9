import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildKalshiAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  NO_NAMES,
  NO_TERMS,
} from '../../src/domain/index.ts';
import { buildBook, plain, startAnalytics } from '../support/analytics-bench.ts';
import { BTC, binary, NOW, perp } from '../support/fixed-feed.ts';

const _ETH = buildPerpAsset('ETH');
const _SOL = buildPerpAsset('SOL');
/** One record in the middle of each hour. */
const _HOURLY = { stepMs: HOUR_MS, endMs: NOW - HOUR_MS / 2 };

/** The same question on two venues, cheap enough to buy both sides, at the prices given. */
function sameQuestion(
  feed: Awaited<ReturnType<typeof startAnalytics>>['feed'],
  yesAsk: number,
  noAsk: number,
) {
  const title = 'Will Bitcoin be above $100,000 on December 31, 2026?';
  const shared = {
    title,
    eventTitle: title,
    closeTime: epochMs(NOW + 40 * DAY_MS),
    endDate: epochMs(NOW + 40 * DAY_MS),
    exclusive: null,
  };
  const A = buildPolymarketAsset('btc-above-100k-dec-31');
  const B = buildKalshiAsset('KXBTC-26DEC31-T100000');
  const terms = { ...NO_TERMS, settlementSource: 'Coinbase BTC/USD' };
  const yes = binary(A, {
    ...shared,
    eventKey: 'a',
    category: 'Crypto',
    yesAsk,
    yesBid: yesAsk - 0.02,
    noAsk: 1.02 - yesAsk,
  });
  const no = binary(B, { ...shared, eventKey: 'b', yesBid: 1 - noAsk, yesAsk: 1.02 - noAsk, noAsk });
  feed.set('polymarket', [{ ...yes, terms }]);
  feed.set('kalshi', [{ ...no, terms }]);
  return { A, B };
}

test('arbitrage shows gross figures, and the net of books and fees beside them', async (t) => {
  const { get, feed, screens, books } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const linked = screens.links.findLinkBetween(A.asset, B.asset);
  assert.equal(linked?.relation, 'same', JSON.stringify(screens.links.listRefused()));

  const body = await get('/api/arb/sim?capital=950');
  assert.deepEqual(body.params, { capital: 950, maxSpread: 0.5, minLegs: 2, topN: 10 });
  assert.deepEqual(body.snapshotAges, {
    hyperliquid: 2_000,
    polymarket: 2_000,
    kalshi: 2_000,
    limitless: 2_000,
  });
  const { summary, selected } = body;
  assert.deepEqual([summary.opportunitiesConsidered, summary.opportunitiesSelected], [1, 1]);
  const [item] = selected;
  assert.deepEqual(
    item.legs.map(({ venue, asset, side, price }: Record<string, unknown>) => [venue, asset, side, price]),
    [
      ['polymarket', A.asset, 'yes', 0.4],
      ['kalshi', B.asset, 'no', 0.55],
    ],
  );
  assert.ok(Math.abs(item.expectedProfitUsd - 50) < 1e-9);
  assert.ok(Math.abs(summary.venueExposure.polymarket + summary.venueExposure.kalshi - 950) < 1e-9);
  // No book can be read yet: the gross figures stay, and the reason is reported.
  assert.deepEqual(
    [item.best, item.net, item.netReason],
    [null, null, `The book of ${A.asset} could not be read.`],
  );

  books.set(
    A.asset,
    buildBook(
      A.asset,
      [],
      [
        [0.4, 600],
        [0.42, 5_000],
      ],
    ),
  );
  books.set(B.asset, buildBook(B.asset, [[0.45, 5_000]], []));
  const [walked] = (await get('/api/arb/sim?capital=950&topN=9')).selected;
  const { net } = walked;
  assert.deepEqual(
    [walked.netReason, Math.round(net.contracts), net.filledFrac, net.lockUpDays],
    [null, 1_000, 1, 40],
  );
  // 600 contracts at 0.40 and 400 at 0.42, and 1,000 of No at 0.55.
  assert.ok(Math.abs(net.costUsd - (240 + 168 + 550)) < 1e-9);
  assert.ok(net.feesUsd > 0);
  assert.ok(Math.abs(net.profitUsd - (net.contracts - net.costUsd - net.feesUsd)) < 1e-9);

  const { best } = walked;
  assert.deepEqual([Object.keys(best).sort(), 'profitBySize' in walked], [BEST_MEMBERS, false]);
  assert.ok(Math.abs(best.profitUsd - (best.contracts - best.costUsd)) < 1e-9);
  assert.ok(best.profitUsd >= net.profitUsd && best.marginalEdgeFrac > 0);
  assert.ok(Math.abs(best.annualisedFrac - ((best.profitUsd / best.costUsd) * 365) / 40) < 1e-9);
  // The capital decides what is split, and not what can be earned.
  for (const capital of [1, 1e9]) {
    const [other] = (await get(`/api/arb/sim?capital=${capital}&topN=9&sizes=true`)).selected;
    assert.deepEqual(other.best, best, `${capital}`);
    const sizes: { contracts: number; profitUsd: number }[] = other.profitBySize;
    assert.deepEqual(sizes.at(-1)?.contracts, 5_000, 'the book ends');
    const most = sizes.reduce((one, two) => (two.profitUsd > one.profitUsd ? two : one));
    assert.equal(most.contracts, best.contracts);
    assert.ok(Math.abs(most.profitUsd - best.profitUsd) < 1e-3, 'fees are rounded in best alone');
  }
});

const BEST_MEMBERS = ['annualisedFrac', 'contracts', 'costUsd', 'marginalEdgeFrac', 'profitUsd'];

test('own fees go before the published ones, and the answer says which were assumed', async (t) => {
  const { get, feed, screens, books } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  books.set(A.asset, buildBook(A.asset, [], [[0.4, 5_000]]));
  books.set(B.asset, buildBook(B.asset, [[0.45, 5_000]], []));
  const ask = async (query: string) => (await get(`/api/arb/sim?capital=950${query}`)) as Simulated;

  const published = await ask('');
  const { basis, bps, says } = published.feesAssumed.kalshi;
  assert.deepEqual([basis, bps], ['published', null]);
  assert.match(says, /^contracts × 0\.07 × p × \(1 - p\).* \(Kalshi fee schedule .*, 20\d\d-\d\d\)$/);
  assert.match(published.feesAssumed.limitless.says, /not known/);
  assert.ok((published.selected[0]?.net.feesUsd ?? 0) > 0);

  // 1,000 contracts: 400 USD at one venue, 550 at the other.
  const own = await ask('&feeBps.polymarket=100&feeBps.kalshi=-100');
  assert.deepEqual(
    own.selected[0]?.net.legs.map(({ feeUsd, feeAsOf }) => [Math.round(feeUsd * 1e6) / 1e6, feeAsOf]),
    [
      [4, 'asked'],
      [-5.5, 'asked'],
    ],
  );
  assert.deepEqual(own.feesAssumed.kalshi, {
    basis: 'asked',
    bps: -100,
    says: '-100 bps of what an order costs, as asked',
  });
  assert.equal(own.feesAssumed.limitless.basis, 'published');
  assert.deepEqual([own.summary.opportunitiesPaying, own.summary.opportunitiesWithoutNet], [1, 0]);
  assert.ok(Math.abs(own.summary.payingProfitUsd - 51.5) < 1e-9);

  const dear = await ask('&feeBps.polymarket=1000&feeBps.kalshi=1000');
  assert.deepEqual([dear.summary.opportunitiesPaying, dear.summary.payingProfitUsd], [0, 0]);
  assert.equal(dear.selected.length, 1, 'a loss is shown');

  books.delete(B.asset);
  const unread = await ask('&topN=3');
  assert.deepEqual(
    [unread.summary.opportunitiesPaying, unread.summary.opportunitiesWithoutNet],
    [0, 1],
    'without a book there is no net',
  );
});

interface Simulated {
  readonly summary: Record<'opportunitiesPaying' | 'opportunitiesWithoutNet' | 'payingProfitUsd', number>;
  readonly feesAssumed: Record<'kalshi' | 'limitless', { basis: string; bps: number | null; says: string }>;
  readonly selected: readonly {
    readonly net: { feesUsd: number; legs: readonly { feeUsd: number; feeAsOf: string }[] };
  }[];
}

test('a perpetual against its oracle needs minLegs=1, and maxSpread bounds what is believed', async (t) => {
  const { get, feed } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(BTC, { markPx: 101, oraclePx: 100 })]);
  assert.equal((await get('/api/arb/sim?capital=100')).summary.opportunitiesConsidered, 0);
  const one = await get('/api/arb/sim?capital=100&minLegs=1');
  assert.deepEqual([one.selected[0].type, one.selected[0].net], ['perp-basis', null]);
  assert.ok(Math.abs(one.selected[0].spread - 0.01) < 1e-12);
  const narrow = await get('/api/arb/sim?capital=100&minLegs=1&maxSpread=0.009');
  assert.deepEqual(
    [narrow.selected, narrow.summary.capitalDeployed, narrow.summary.avgSpread],
    [[], 0, null],
  );
});

test('stale legs are left out of arbitrage', async (t) => {
  const { get, feed } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(BTC, { markPx: 101, oraclePx: 100 })], epochMs(NOW - 121_000));
  assert.equal((await get('/api/arb/sim?capital=100&minLegs=1')).summary.opportunitiesConsidered, 0);
});

test('links are listed with their reasons, refused pairs on request, and of one asset', async (t) => {
  const { get, feed, screens } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const body = await get('/api/links');
  assert.deepEqual(
    [body.count, body.links, 'refused' in body],
    [
      body.links.length,
      plain(
        screens.links.listLinks().map((one) => ({
          ...one,
          sides: { a: NO_NAMES, b: NO_NAMES },
          state: 'active',
          dispute: null,
          difference: screens.links.findDifference(one),
        })),
      ),
      false,
    ],
  );
  assert.deepEqual([body.total, body.nextCursor], [body.count, null]);
  const link = body.links.find(({ a, b }: { a: string; b: string }) => a === B.asset && b === A.asset);
  assert.deepEqual([link.relation, link.source], ['same', 'matched']);
  assert.ok(link.reasons.length > 0);

  const more = await get('/api/links?refused=true');
  assert.deepEqual(more.refused, plain(screens.links.listRefused()));
  const own = await get(`/api/links?asset=${A.asset.toUpperCase()}&refused=1`);
  assert.ok(own.links.length > 0);
  assert.ok(own.links.every(({ a, b }: { a: string; b: string }) => [a, b].includes(A.asset)));
});

test('links come in pages and by state, and a pair can be explained', async (t) => {
  const { app, get, feed, screens } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const all = await get('/api/links');
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/api/links?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.ok(page.links.length <= 1);
    assert.equal(page.total, all.total);
    paged.push(...page.links);
    cursor = page.nextCursor;
  }
  assert.deepEqual(paged, all.links);
  assert.deepEqual((await get('/api/links?state=active')).links, all.links);
  assert.deepEqual((await get('/api/links?state=disputed')).links, []);
  const refused = await get('/api/links?state=refused');
  assert.deepEqual([refused.links, refused.refused], [[], plain(screens.links.listRefused())]);

  const explained = await get(`/api/links/explain?a=${A.asset}&b=${B.asset}`);
  assert.deepEqual(
    [explained.matched, explained.link.relation, explained.link.state],
    ['same', 'same', 'active'],
  );
  assert.deepEqual([explained.a.asset, explained.b.asset], [A.asset, B.asset]);
  assert.ok(explained.a.words.length > 0);
  const unknown = await app.inject('/api/links/explain?a=pm-nothing&b=kalshi-nothing');
  assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
});

test('links are sorted by difference in pages, those without a price last', async (t) => {
  const { get, feed, screens } = await startAnalytics(t);
  sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const all = await get('/api/links?sort=difference');
  const widths = all.links.map(
    ({ difference }: { difference: { beyondSpreads: number } | null }) => difference?.beyondSpreads ?? -2,
  );
  assert.ok(widths.length > 0 && widths[0] > -2);
  assert.deepEqual(
    widths,
    [...widths].sort((x, y) => y - x),
  );
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/api/links?sort=difference&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...page.links);
    cursor = page.nextCursor;
  }
  assert.deepEqual(paged, all.links);
});
