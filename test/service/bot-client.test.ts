import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrosstapeClient, CrosstapeError } from '../../client/src/index.ts';
import { startSimulatedService } from '../support/simulated-service.ts';

/** Programs read the whole document before they call anything: the bot's part of it stays small. */
const MAX_BOT_BYTES = 48_000;

const BOT_PATHS = [
  '/api/bot/close-all',
  '/api/bot/control',
  '/api/bot/credentials',
  '/api/bot/leaderboard',
  '/api/bot/orders',
  '/api/bot/orders.csv',
  '/api/bot/orders/{orderId}/cancel',
  '/api/bot/pnl',
  '/api/bot/pnl.csv',
  '/api/bot/positions',
  '/api/bot/status',
  '/api/bot/tape',
  '/api/bot/trade',
];

test('one service, two addresses', async (t) => {
  const service = await startSimulatedService(t, { config: { bot: { engine: true } } });
  const { apiUrl, botUrl } = service.app;
  const { body: document } = await service.get('/api/openapi.json');

  await t.test('catalogue and document name the bot API with its address', async () => {
    const { body } = await service.get('/api');
    const endpoints = body.endpoints as { path: string; server: string }[];
    const botPaths = endpoints.filter(({ server }) => server === 'bot').map(({ path }) => path);
    assert.deepEqual([...new Set(botPaths)].toSorted(), BOT_PATHS);
    assert.equal(body.count, endpoints.length);

    const port = new URL(botUrl).port;
    const servers = document.servers as { url: string }[];
    assert.deepEqual(
      servers.map(({ url }) => url),
      ['/', `http://{host}:${port}`],
    );
    const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;
    for (const [path, methods] of Object.entries(paths)) {
      for (const operation of Object.values(methods)) {
        const isBot = BOT_PATHS.includes(path);
        assert.equal(operation['x-server'], isBot ? 'bot' : undefined, path);
        assert.deepEqual(operation.servers, isBot ? [servers[1]] : undefined, path);
      }
    }
    const tags = document.tags as { name: string }[];
    assert.ok(tags.some(({ name }) => name === 'bot'));
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const ofBot = [
      ...BOT_PATHS.map((path) => paths[path]),
      ...Object.entries(schemas).filter(([name]) => /^(Bot|Connected)/.test(name)),
    ];
    assert.ok(JSON.stringify(ofBot).length <= MAX_BOT_BYTES, `${JSON.stringify(ofBot).length}`);
  });

  await t.test('neither address answers what belongs to the other', async () => {
    assert.equal((await fetch(`${apiUrl}/api/bot/status`)).status, 404);
    assert.equal((await fetch(`${botUrl}/api/feed`)).status, 404);
  });

  await t.test('the client trades, watches the tape, halts the bot and is refused', async () => {
    const operator = await fetch(`${apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ owner: 'me', tier: 'free' }),
    });
    const { rawKey } = (await operator.json()) as { rawKey: string };
    const client = new CrosstapeClient({ baseUrl: apiUrl, botUrl, apiKey: rawKey });
    const stop = new AbortController();
    const tape = client.streamTape({ signal: stop.signal });
    const first = await tape.next();
    assert.ok(first.value?.kind === 'frame' && first.value.data.type === 'snapshot');

    const order = {
      venue: 'hyperliquid',
      asset: 'hl-BTC',
      side: 'buy',
      sizeUsd: 12,
      markPrice: 80_000,
    } as const;
    const { outcome } = await client.trade({ ...order, clientOrderId: 'one' });
    assert.equal(outcome.status, 'filled');
    const next = await tape.next();
    assert.ok(next.value?.kind === 'frame' && next.value.data.fills[0]?.venueAsset === 'BTC');
    stop.abort();

    await client.controlBot({ kill: true });
    await assert.rejects(
      client.trade({ ...order, clientOrderId: 'two' }),
      (error) => error instanceof CrosstapeError && error.code === 'kill_switch' && error.status === 423,
    );
    const { killed, recentOrders, system } = await client.getBotStatus();
    assert.deepEqual([killed, recentOrders?.length, system.engineLoop], [true, 1, true]);
    const [row] = (await client.getLeaderboard()).leaderboard;
    assert.equal(row?.tradeCount, 1);
  });
});

test('without an address of its own the bot API is expected beside the main one', async () => {
  const asked: string[] = [];
  const fetch = (async (url: string) => {
    asked.push(url);
    return Response.json({ ok: true });
  }) as unknown as typeof globalThis.fetch;
  await new CrosstapeClient({ baseUrl: 'http://10.0.0.7:9000/', fetch }).getBotStatus();
  await new CrosstapeClient({ fetch }).getBotStatus();
  await new CrosstapeClient({ botUrl: 'https://bot.example.org/', fetch }).getBotStatus();
  assert.deepEqual(asked, [
    'http://10.0.0.7:8081/api/bot/status',
    'http://127.0.0.1:8081/api/bot/status',
    'https://bot.example.org/api/bot/status',
  ]);
});
