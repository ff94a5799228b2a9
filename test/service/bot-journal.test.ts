import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBotBench } from '../support/bot-bench.ts';

test('orders and days of a bot in pages and as CSV, to its own key alone', async (t) => {
  const { app, call, trade, issue, rawKey } = await startBotBench(t);
  for (const clientOrderId of ['one', 'two', '=three'].map((id) => id.replace('=', ':'))) {
    assert.equal((await trade({ clientOrderId })).body.outcome.status, 'filled');
  }
  const first = await call('GET', '/api/bot/orders?limit=2&asset=hl-btc&state=filled');
  assert.deepEqual(
    [first.status, first.headers['cache-control'], first.body.total, first.body.truncated],
    [200, 'no-store', 3, true],
  );
  const rest = await call('GET', `/api/bot/orders?limit=2&cursor=${first.body.nextCursor}`);
  assert.deepEqual([rest.body.orders.length, rest.body.truncated, rest.body.nextCursor], [1, false, null]);
  const ids = [...first.body.orders, ...rest.body.orders].map(({ clientOrderId }) => clientOrderId);
  assert.deepEqual(ids.sort(), [':three', 'one', 'two']);

  const days = (await call('GET', '/api/bot/pnl')).body;
  assert.deepEqual([days.days.length, days.total, days.truncated, days.nextCursor], [1, 1, false, null]);
  const [{ orders, fills, volumeUsd, accessFeesUsd, realizedUsd, netUsd }] = days.days;
  assert.deepEqual(
    [orders, fills, volumeUsd, accessFeesUsd, realizedUsd, netUsd],
    [3, 3, 36, 0.03, 0, -0.03],
  );

  const csv = (path: string) =>
    app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${rawKey}` } });
  const page = await csv('/api/bot/orders.csv?limit=2&state=filled');
  assert.match(String(page.headers['content-type']), /^text\/csv/);
  assert.equal(page.headers['x-truncated'], 'true');
  const cursor = String(page.headers['x-next-cursor']);
  assert.equal(page.headers.link, `<?limit=2&state=filled&cursor=${cursor}>; rel="next"`);
  const last = await csv(`/api/bot/orders.csv?limit=2&state=filled&cursor=${cursor}`);
  assert.equal(last.headers['x-truncated'], 'false');
  assert.equal(last.body.trim().split('\r\n').length, 2);
  assert.match((await csv('/api/bot/pnl.csv')).body, /^day,startMs,orders,.*netUsd\r\n\d{4}-\d\d-\d\d,/);

  const { rawKey: other } = await issue('owner_2');
  const foreign = await call('GET', `/api/bot/orders?cursor=${cursor}`, undefined, other);
  assert.deepEqual([foreign.body.orders, foreign.body.total], [[], 0]);
  assert.deepEqual((await call('GET', '/api/bot/pnl', undefined, other)).body.days, []);
  assert.equal((await call('GET', '/api/bot/orders', undefined, null)).status, 401);
});

test('what no page can be made of is 400 and names its parameter', async (t) => {
  const { call } = await startBotBench(t);
  const queries = {
    cursor: ['orders?cursor=x', 'pnl?cursor=x', 'orders.csv?cursor=WyJib3QtZGF5IiwxXQ'],
    state: ['orders?state=lost'],
    asset: ['orders?asset=BTC', 'orders?asset='],
    from: ['orders?from=1763700000001&to=1763700000000', 'pnl?from=x', 'pnl.csv?from=-1'],
    limit: ['orders?limit=0', 'pnl?limit=367', 'orders.csv?limit=1001'],
  };
  for (const [name, paths] of Object.entries(queries)) {
    for (const path of paths) {
      const { status, body } = await call('GET', `/api/bot/${path}`);
      assert.equal(status, 400, path);
      assert.match(body.message, new RegExp(name), path);
    }
  }
});

test('funding is not known of a bot that ever held a perpetual, and is nothing of others', async (t) => {
  const { call, trade, issue } = await startBotBench(t);
  const read = async (key?: string) => (await call('GET', '/api/bot/status', undefined, key)).body.equity;
  assert.equal((await read()).fundingUsd, 0);
  await trade();
  assert.equal((await read()).fundingUsd, null);
  const closed = await call('POST', '/api/bot/trade', {
    venue: 'hyperliquid',
    asset: 'hl-btc',
    close: true,
    markPrice: 87_250,
  });
  assert.equal(closed.body.outcome.status, 'filled');
  const equity = await read();
  assert.deepEqual([equity.fundingUsd, equity.unrealizedUsd], [null, 0]);
  assert.equal(typeof equity.totalUsd, 'number');

  // Another bot of the owner, which trades a binary alone.
  const { rawKey } = await issue('owner_1');
  const binary = { venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 0.4, sizeUsd: 12 };
  assert.equal((await trade(binary, rawKey)).body.outcome.status, 'filled');
  assert.equal((await trade({ ...binary, side: 'sell' }, rawKey)).body.outcome.status, 'filled');
  assert.equal((await read(rawKey)).fundingUsd, 0);
});
