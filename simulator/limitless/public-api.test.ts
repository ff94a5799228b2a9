import assert from 'node:assert/strict';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { startSimulator } from '../index.ts';
import { getPoolAddress } from './shapes.ts';

test('a pool market is found by its address, has no book, and states its price on the stream', {
  timeout: 10_000,
}, async (t) => {
  const simulator = await startSimulator({ port: 0, markets: 900 });
  t.after(() => simulator.close());
  const { limitless, limitlessWs } = simulator.urls;
  const now = simulator.now();
  const pool = simulator.world
    .universe(now)
    .byVenue.limitless.find(({ isPool, event }) => isPool && now < event.closeAt);
  assert.ok(pool);
  const address = getPoolAddress(pool);
  const market = (await (await fetch(`${limitless}/markets/${address}`)).json()) as Record<string, unknown>;
  assert.equal(market.slug, pool.name);
  assert.equal(market.tradeType, 'amm');
  assert.equal((await fetch(`${limitless}/markets/${pool.name}/orderbook`)).status, 400);

  const socket = io(`${limitlessWs}/markets`, { transports: ['websocket'], forceNew: true });
  t.after(() => socket.disconnect());
  socket.emit('subscribe_market_prices', { marketAddresses: [address] });
  const frame = await new Promise<{ marketAddress: string; updatedPrices: { yesPrice: number }[] }>(
    (resolve) => {
      socket.on('newPriceData', resolve);
    },
  );
  assert.equal(frame.marketAddress, address);
  const yes = frame.updatedPrices[0]?.yesPrice ?? 0;
  assert.ok(yes > 0 && yes < 1);
});

test('oracle candles are those of the underlying, a minute each, up to now', async (t) => {
  const simulator = await startSimulator({ port: 0 });
  t.after(() => simulator.close());
  const now = simulator.now();
  const market = simulator.world
    .universe(now)
    .byVenue.limitless.find(({ event }) => event.series === '15m-BTC' && now < event.closeAt);
  assert.ok(market);
  const answer = await fetch(`${simulator.urls.limitless}/markets/${market.name}/oracle-candles`);
  const { symbol, interval, rows } = (await answer.json()) as {
    symbol: string;
    interval: string;
    rows: { timestamp: number; high: number; low: number; close: number }[];
  };
  assert.deepEqual([symbol, interval], ['BTCUSD', '1m']);
  assert.equal(rows.length, 121);
  assert.ok(Math.abs((rows.at(-1)?.timestamp ?? 0) * 1_000 - now) < 120_000);
  const price = market.event.subject.priceAt?.(now) ?? 0;
  assert.ok(Math.abs((rows.at(-1)?.close ?? 0) / 1e18 / price - 1) < 0.01);
  assert.ok(rows.every(({ high, low, close }) => low <= close && close <= high));
});
