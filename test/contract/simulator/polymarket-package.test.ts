import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createPublicClient,
  forkEnvironmentConfig,
  PriceHistoryInterval,
  type PublicClient,
} from '@polymarket/client';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';
import { getIds } from '../../../simulator/polymarket/shapes.ts';
import { isOpen } from '../../../simulator/world/world.ts';

/** This package checks every answer and every frame against schemas of its own, and throws where one differs. */
let simulator: Simulator;
let client: PublicClient;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
  const { urls } = simulator;
  const environment = forkEnvironmentConfig({
    name: 'simulator',
    gamma: { rest: urls.polymarketGamma },
    clob: { rest: urls.polymarketClob, market: { ws: `${urls.polymarketWs}/ws/market` } },
    data: { rest: urls.polymarketData },
  });
  client = createPublicClient({ environment });
});
after(() => simulator.close());

function busyMarket(ended = false) {
  const now = simulator.now();
  const found = simulator.world
    .universe(now)
    .byVenue.polymarket.find((listing) =>
      ended ? now >= listing.event.settleAt : isOpen(listing, now) && listing.event.kind === 'updown',
    );
  assert.ok(found);
  return { listing: found, tokens: getIds(found).tokens };
}

test('@polymarket/client lists open markets page by page', async () => {
  const slugs = new Set<string>();
  let pages = 0;
  for await (const { items } of client.listMarkets({ closed: false, pageSize: 50 })) {
    for (const { slug } of items) slugs.add(slug ?? '');
    pages++;
  }
  assert.ok(pages >= 2);
  assert.ok(slugs.size >= 70, `${slugs.size} markets`);
});

test('@polymarket/client lists closed markets, and events with their markets', async () => {
  const closed = await client.listMarkets({ closed: true, pageSize: 20 }).firstPage();
  assert.ok(closed.items.length > 0);
  const events = await client.listEvents({ closed: false, pageSize: 20 }).firstPage();
  assert.ok(events.items.length > 5);
  assert.ok(events.items.some(({ markets }) => (markets?.length ?? 0) > 2));
});

test('@polymarket/client finds one market by slug and by id, one event by slug, and a search', async () => {
  const { listing } = busyMarket();
  const bySlug = await client.fetchMarket({ slug: listing.name });
  assert.equal(bySlug.slug, listing.name);
  assert.equal((await client.fetchMarket({ id: bySlug.id })).slug, listing.name);
  const { items } = await client.listEvents({ closed: false, pageSize: 5 }).firstPage();
  const slug = items[0]?.slug ?? '';
  assert.equal((await client.fetchEvent({ slug })).slug, slug);
  const found = await client.search({ q: 'bitcoin', pageSize: 5 }).firstPage();
  assert.ok((found.items.events?.length ?? 0) > 0);
  await assert.rejects(client.fetchMarket({ slug: 'no-such-market' }));
});

test('@polymarket/client reads books, midpoints, spreads, prices and last trades', async () => {
  const { tokens } = busyMarket();
  const [tokenId, other] = tokens;
  const book = await client.fetchOrderBook({ tokenId });
  assert.ok(book.bids.length + book.asks.length > 0);
  assert.equal((await client.fetchOrderBooks([{ tokenId }, { tokenId: other }])).length, 2);
  const mid = Number(await client.fetchMidpoint({ tokenId }));
  assert.ok(mid > 0 && mid < 1);
  assert.ok(Number(await client.fetchSpread({ tokenId })) > 0);
  assert.equal(Object.keys(await client.fetchMidpoints([{ tokenId }, { tokenId: other }])).length, 2);
  assert.ok((await client.fetchLastTradePrice({ tokenId })) !== null);
  await assert.rejects(client.fetchOrderBook({ tokenId: '12345' }));
});

test('@polymarket/client reads price history, trades and open interest', async () => {
  const now = simulator.now();
  const old = simulator.world
    .universe(now)
    .byVenue.polymarket.find(
      (one) => isOpen(one, now) && one.shape === 'both' && one.event.kind === 'exclusive',
    );
  assert.ok(old);
  const { conditionId, tokens } = getIds(old);
  const points = await client.fetchPriceHistory({
    tokenId: tokens[0],
    interval: PriceHistoryInterval.ONE_DAY,
  });
  assert.ok(points.length >= 20, `${points.length} points`);
  const trades = await client.listTrades({ market: [conditionId], pageSize: 10 }).firstPage();
  assert.ok(trades.items.length > 0);
  assert.ok((await client.listOpenInterest({ market: [conditionId] })).length > 0);
});

test('@polymarket/client receives books, price changes and trades of the market stream', {
  timeout: 20_000,
}, async () => {
  const now = simulator.now();
  const tokenIds = simulator.world
    .universe(now)
    .byVenue.polymarket.filter((one) => isOpen(one, now) && one.shape === 'both')
    .slice(0, 40)
    .map((one) => getIds(one).tokens[0]);
  const handle = await client.subscribe([{ topic: 'market', tokenIds, customFeatureEnabled: true }]);
  const wanted = new Set(['book', 'price_change', 'best_bid_ask', 'last_trade_price']);
  for await (const { type } of handle) {
    wanted.delete(type);
    if (wanted.size === 0) break;
  }
  await handle.close();
  assert.equal(wanted.size, 0);
});
