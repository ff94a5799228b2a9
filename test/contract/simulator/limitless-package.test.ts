import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HttpClient, MarketFetcher, WebSocketClient } from '@limitless-exchange/sdk';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';

let simulator: Simulator;
let fetcher: MarketFetcher;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
  fetcher = new MarketFetcher(new HttpClient({ baseURL: simulator.urls.limitless }));
});
after(() => simulator.close());

test('@limitless-exchange/sdk walks the active markets, groups among them', async () => {
  const slugs = new Set<string>();
  let total = 0;
  let groups = 0;
  for (let page = 1; page < 50; page++) {
    const { data, totalMarketsCount } = await fetcher.getActiveMarkets({ page, limit: 25 });
    if (page === 1) total = totalMarketsCount;
    for (const market of data) slugs.add(market.slug);
    groups += data.filter(({ marketType }) => marketType === 'group').length;
    if (data.length < 25) break;
  }
  assert.equal(slugs.size, total);
  assert.ok(groups > 0);
});

test('@limitless-exchange/sdk reads one market, its venue for orders and its book', async () => {
  const { data } = await fetcher.getActiveMarkets({ page: 1, limit: 25 });
  const single = data.find(({ tradeType }) => tradeType === 'clob');
  assert.ok(single);
  const market = await fetcher.getMarket(single.slug);
  assert.equal(market.slug, single.slug);
  assert.match(fetcher.getVenue(single.slug)?.exchange ?? '', /^0x/);
  let books = 0;
  for (const { slug } of data.filter(({ tradeType }) => tradeType === 'clob')) {
    const { bids, asks } = await fetcher.getOrderBook(slug);
    if (bids.length === 0 || asks.length === 0) continue;
    assert.ok(Number(bids[0]?.price) < Number(asks[0]?.price));
    books++;
  }
  assert.ok(books >= 5, `${books} books with two sides`);
  await assert.rejects(fetcher.getMarket('no-such-market'), /not found/i);
});

test('@limitless-exchange/sdk receives whole books and oracle ticks over the stream', {
  timeout: 15_000,
}, async () => {
  const { data } = await fetcher.getActiveMarkets({ page: 1, limit: 25 });
  const marketSlugs = data.filter(({ tradeType }) => tradeType === 'clob').map(({ slug }) => slug);
  const socket = new WebSocketClient({ url: simulator.urls.limitlessWs, autoReconnect: false });
  const books = new Set<string>();
  const oracles: unknown[] = [];
  try {
    await socket.connect();
    await new Promise<void>((resolve) => {
      const note = () => (books.size >= 5 && oracles.length >= 2 ? resolve() : undefined);
      socket.on('orderbookUpdate', ({ marketSlug }) => {
        books.add(marketSlug);
        note();
      });
      socket.on(
        'oraclePriceData' as never,
        ((tick: unknown) => {
          oracles.push(tick);
          note();
        }) as never,
      );
      void socket.subscribe('subscribe_market_prices', { marketSlugs });
    });
  } finally {
    await socket.disconnect();
  }
  for (const slug of books) assert.ok(marketSlugs.includes(slug));
});
