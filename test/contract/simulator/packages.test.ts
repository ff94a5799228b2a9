import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HttpTransport, InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { Configuration, EventsApi, ExchangeApi, MarketApi } from 'kalshi-typescript';
import { type Simulator, startSimulator } from '../../../src/simulator/index.ts';

let simulator: Simulator;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
});
after(() => simulator.close());

test('@nktkas/hyperliquid reads every query that is simulated', async () => {
  const info = new InfoClient({ transport: new HttpTransport({ apiUrl: simulator.urls.hyperliquid }) });
  const [meta, contexts] = await info.metaAndAssetCtxs();
  assert.equal(meta.universe.length, contexts.length);
  assert.ok(meta.universe.some(({ isDelisted }) => isDelisted === true));
  const dexes = await info.perpDexs();
  assert.equal(dexes[0], null);
  assert.ok(dexes.some((dex) => dex?.name === 'xyz'));
  const [builder] = await info.metaAndAssetCtxs({ dex: 'xyz' });
  assert.ok(builder.universe.every(({ name }) => name.startsWith('xyz:')));
  assert.ok(Number((await info.allMids()).BTC) > 0);
  const book = await info.l2Book({ coin: 'BTC' });
  assert.ok(Number(book?.levels[0][0]?.px) < Number(book?.levels[1][0]?.px));
  assert.equal(await info.l2Book({ coin: 'NOSUCHCOIN' }), null);
  const startTime = simulator.now() - 86_400_000;
  const candles = await info.candleSnapshot({ coin: 'BTC', interval: '1h', startTime });
  assert.ok(candles.length >= 24);
  assert.ok((await info.fundingHistory({ coin: 'BTC', startTime })).length >= 23);
  assert.ok((await info.recentTrades({ coin: 'BTC' })).length > 0);
  assert.ok((await info.predictedFundings()).length > 0);
  assert.ok((await info.exchangeStatus()).time > 0);
  const { outcomes } = await info.outcomeMeta();
  assert.ok(outcomes.length > 0);
});

test('@nktkas/hyperliquid hears contexts, touches and trades', { timeout: 15_000 }, async () => {
  const transport = new WebSocketTransport({ url: simulator.urls.hyperliquidWs });
  const stream = new SubscriptionClient({ transport });
  try {
    await new Promise<void>((resolve, reject) => {
      const heard = new Set<string>();
      const hear = (name: string) => {
        heard.add(name);
        if (heard.size === 3) resolve();
      };
      Promise.all([
        stream.allDexsAssetCtxs(() => hear('contexts')),
        stream.bbo({ coin: 'BTC' }, () => hear('touch')),
        stream.trades({ coin: 'BTC' }, () => hear('trades')),
      ]).catch(reject);
    });
  } finally {
    await transport.close();
  }
});

test('kalshi-typescript reads markets, events, books, candles and trades', async () => {
  const configuration = new Configuration({ basePath: simulator.urls.kalshi });
  const markets = new MarketApi(configuration);
  const { data } = await markets.getMarkets(200);
  const first = data.markets.find(({ ticker }) => !ticker.startsWith('KXMVE'));
  assert.ok(first);
  assert.equal((await markets.getMarket(first.ticker)).data.market.ticker, first.ticker);
  assert.ok((await markets.getMarketOrderbook(first.ticker)).data.orderbook_fp);
  assert.ok((await markets.getTrades(5)).data.trades.length > 0);
  const events = new EventsApi(configuration);
  assert.ok((await events.getEvents(5)).data.events.length > 0);
  assert.equal((await new ExchangeApi(configuration).getExchangeStatus()).data.exchange_active, true);
  await assert.rejects(markets.getMarket('NOSUCHMARKET'), /404/);
});

test('@limitless-exchange/sdk reads markets and books', async (t) => {
  const sdk = await import('@limitless-exchange/sdk').catch((error: unknown) => {
    t.skip(`@limitless-exchange/sdk does not import: ${String(error)}`);
    return null;
  });
  if (sdk === null) return;
  const http = new sdk.HttpClient({ baseURL: simulator.urls.limitless });
  const fetcher = new sdk.MarketFetcher(http);
  const page = await fetcher.getActiveMarkets({ page: 1, limit: 25 });
  const single = page.data.find((market) => market.marketType !== 'group');
  assert.ok(single);
  assert.equal((await fetcher.getMarket(single.slug)).slug, single.slug);
  assert.ok((await fetcher.getOrderBook(single.slug)).bids.length >= 0);
});

test('@polymarket/client reads markets, books and history', async (t) => {
  const package_ = await import('@polymarket/client').catch((error: unknown) => {
    t.skip(`@polymarket/client does not import: ${String(error)}`);
    return null;
  });
  if (package_ === null) return;
  const { urls } = simulator;
  const environment = package_.forkEnvironmentConfig({
    name: 'simulator',
    gamma: { rest: urls.polymarketGamma },
    clob: { rest: urls.polymarketClob, market: { ws: `${urls.polymarketWs}/ws/market` } },
    data: { rest: urls.polymarketData },
  });
  const client = package_.createPublicClient({ environment });
  const pages = client.listMarkets({ closed: false, pageSize: 20 });
  let count = 0;
  for await (const page of pages) {
    count += page.items.length;
    break;
  }
  assert.ok(count > 0);
});
