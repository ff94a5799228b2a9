import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Configuration, EventsApi, ExchangeApi, HistoricalApi, MarketApi } from 'kalshi-typescript';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';

let simulator: Simulator;
let configuration: Configuration;
let markets: MarketApi;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
  configuration = new Configuration({ basePath: simulator.urls.kalshi });
  markets = new MarketApi(configuration);
});
after(() => simulator.close());

async function dailyLadder() {
  const series = 'KXBTCD';
  const { data } = await markets.getMarkets(100, undefined, undefined, series);
  const market = data.markets.find(({ status }) => status === 'active');
  assert.ok(market);
  return { series, market };
}

test('kalshi-typescript pages through all markets and reads one', async () => {
  const tickers = new Set<string>();
  let cursor = '';
  do {
    const { data } = await markets.getMarkets(100, cursor === '' ? undefined : cursor);
    for (const { ticker } of data.markets) tickers.add(ticker);
    cursor = data.cursor;
  } while (cursor !== '');
  assert.ok(tickers.size > 150, `${tickers.size} markets`);
  const { market } = await dailyLadder();
  const one = (await markets.getMarket(market.ticker)).data.market;
  assert.equal(one.ticker, market.ticker);
  await assert.rejects(markets.getMarket('NOSUCHMARKET'), /404/);
});

test('kalshi-typescript reads events with their markets, and series', async () => {
  const events = new EventsApi(configuration);
  const { data } = await events.getEvents(50, undefined, true);
  assert.ok(data.events.length > 5);
  assert.ok(data.events.some((event) => (event.markets?.length ?? 0) > 2));
  const ticker = data.events[0]?.event_ticker ?? '';
  assert.equal((await events.getEvent(ticker)).data.event.event_ticker, ticker);
  assert.equal((await markets.getSeries('KXBTCD')).data.series.ticker, 'KXBTCD');
  const list = (await markets.getSeriesList('Crypto')).data.series;
  assert.ok(list.length >= 3 && list.every(({ category }) => category === 'Crypto'));
});

test('kalshi-typescript reads the order book: bids of both sides, the best last', async () => {
  const { market } = await dailyLadder();
  const { yes_dollars: yes, no_dollars: no } = (await markets.getMarketOrderbook(market.ticker)).data
    .orderbook_fp;
  assert.ok(yes.length + no.length > 0);
  for (const side of [yes, no]) {
    const prices = side.map(([price]) => Number(price));
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => a - b),
    );
  }
});

test('kalshi-typescript reads candles of one market and of several', async () => {
  const { series, market } = await dailyLadder();
  const end = Math.floor(simulator.now() / 1_000);
  const { data } = await markets.getMarketCandlesticks(series, market.ticker, end - 6 * 3_600, end, 60);
  assert.ok(data.candlesticks.length >= 1 && data.candlesticks.length <= 7);
  assert.ok(data.candlesticks.every(({ yes_bid: bid }) => Number(bid.close_dollars) >= 0));
  const batch = await markets.batchGetMarketCandlesticks(market.ticker, end - 3_600, end, 1);
  assert.equal(batch.data.markets[0]?.market_ticker, market.ticker);
});

test('kalshi-typescript reads trades, newest first', async () => {
  const { data } = await markets.getTrades(50);
  assert.equal(data.trades.length, 50);
  const times = data.trades.map(({ created_time: time }) => Date.parse(time ?? ''));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  );
});

test('kalshi-typescript reads the state and schedule of the exchange, and the historical tier', async () => {
  const exchange = new ExchangeApi(configuration);
  assert.equal((await exchange.getExchangeStatus()).data.exchange_active, true);
  assert.ok((await exchange.getExchangeSchedule()).data.schedule);
  const historical = new HistoricalApi(configuration);
  assert.ok(Date.parse((await historical.getHistoricalCutoff()).data.market_settled_ts) < simulator.now());
  const settled = (await historical.getHistoricalMarkets(10)).data.markets;
  assert.ok(settled.length > 0 && settled.every(({ result }) => result === 'yes' || result === 'no'));
});
