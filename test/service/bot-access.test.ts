import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { REVIEW_KINDS } from '../../src/billing/review/review-item.ts';
import { epochMs } from '../../src/domain/index.ts';
import { testAccounts } from '../support/account-bench.ts';
import { startBotBench, TRADE } from '../support/bot-bench.ts';

test('bodies are strict: each wrong one is 400 with its member', async (t) => {
  const { call } = await startBotBench(t);
  const rows: [url: string, body: object][] = [
    ['/api/bot/trade', { ...TRADE, venue: 'nyse' }],
    ['/api/bot/trade', { ...TRADE, side: 'hold' }],
    ['/api/bot/trade', { ...TRADE, sizeUsd: 0 }],
    ['/api/bot/trade', { ...TRADE, sizeUsd: '12' }],
    ['/api/bot/trade', { ...TRADE, sizeUsd: undefined }],
    ['/api/bot/trade', { ...TRADE, side: undefined }],
    ['/api/bot/trade', { ...TRADE, sizeShares: 1 }],
    ['/api/bot/trade', { ...TRADE, sizeUsd: undefined, sizeShares: 0 }],
    ['/api/bot/trade', { ...TRADE, close: true }],
    ['/api/bot/trade', { ...TRADE, side: undefined, close: true }],
    ['/api/bot/trade', { ...TRADE, side: undefined, sizeUsd: undefined, close: true, sizeShares: 1 }],
    ['/api/bot/trade', { ...TRADE, side: undefined, sizeUsd: undefined, close: false }],
    ['/api/bot/trade', { venue: TRADE.venue, asset: TRADE.asset, close: true }],
    ['/api/bot/trade', { ...TRADE, markPrice: -1 }],
    ['/api/bot/trade', { ...TRADE, clientOrderId: 'with space' }],
    ['/api/bot/trade', { ...TRADE, feeMicroUsd: 0 }],
    ['/api/bot/trade', { ...TRADE, venue: 'kalshi' }],
    ['/api/bot/trade', { ...TRADE, venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 1 }],
    ['/api/bot/control', { feeMicroUsd: 1 }],
    ['/api/bot/control', { minConfidence: 1.1 }],
    ['/api/bot/control', { tradeSizeUsd: 0 }],
    ['/api/bot/control', { venues: ['nyse'] }],
    ['/api/bot/control', { assets: Array.from({ length: 201 }, () => 'hl-BTC') }],
    ['/api/bot/control', { assets: ['not an asset'] }],
    ['/api/bot/credentials', { venue: 'kalshi', kind: 'cookie', secret: {} }],
    ['/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { nested: {} } }],
    ['/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { long: 'x'.repeat(9_000) } }],
  ];
  for (const [url, body] of rows) {
    const answer = await call('POST', url, body);
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'validation_failed'],
      JSON.stringify(body).slice(0, 120),
    );
  }
});

test('a trade of an asset that no venue lists is rejected with what its name may mean', async (t) => {
  const { call } = await startBotBench(t);
  const { status, body } = await call('POST', '/api/bot/trade', { ...TRADE, asset: 'hl-BTCUSDT' });
  const { reason, chargedMicroUsd, suggestions } = body.outcome;
  assert.deepEqual([status, reason, chargedMicroUsd, suggestions[0]], [200, 'unknown_asset', 0, 'hl-BTC']);
  assert.ok(suggestions.length <= 3);
});

test('control changes what it names and keeps the rest', async (t) => {
  const { call } = await startBotBench(t);
  await call('POST', '/api/bot/control', { venues: ['kalshi'], assets: ['HL-btc'], minConfidence: 0.8 });
  const { body } = await call('POST', '/api/bot/control', { tradeSizeUsd: 20 });
  assert.deepEqual(body, {
    ok: true,
    killed: false,
    halt: 'none',
    closing: null,
    stopped: null,
    config: {
      maxExposureUsd: null,
      maxAssetUsd: null,
      maxOpenPositions: null,
      maxOrdersPerMin: 30,
      maxDailyLossUsd: null,
      cooldownMs: null,
      stopLossPct: null,
      takeProfitPct: null,
      maxHoldMs: null,
      closeBeforeEndMs: null,
      maxSpreadPct: null,
      onNeutral: 'hold',
      startPaused: false,
      paperBalanceUsd: 10_000,
      enabled: false,
      venues: ['kalshi'],
      assets: ['hl-BTC'],
      minConfidence: 0.8,
      tradeSizeUsd: 20,
      maxStaleMs: 120_000,
      feeMicroUsd: 10_000,
    },
  });
});

test('without a key status states the system part, the rest is 401; a wrong key is 401 everywhere', async (t) => {
  const { call } = await startBotBench(t);
  const { body } = await call('GET', '/api/bot/status', undefined, null);
  assert.deepEqual(body, {
    ok: true,
    authenticated: false,
    system: {
      execMode: 'mock',
      globalKill: false,
      globalHalt: 'none',
      engineLoop: false,
      vaultEnabled: false,
    },
  });
  for (const [method, url] of [
    ['POST', '/api/bot/trade'],
    ['POST', '/api/bot/control'],
    ['GET', '/api/bot/credentials'],
  ] as const) {
    assert.equal(
      (await call(method, url, method === 'POST' ? {} : undefined, null)).body.error,
      'missing_api_key',
    );
    assert.equal(
      (await call(method, url, method === 'POST' ? {} : undefined, 'ct_test_x')).body.error,
      'invalid_api_key',
    );
  }
  assert.equal((await call('GET', '/api/bot/status', undefined, 'ct_test_x')).status, 401);
});

test('credentials are kept sealed, listed without content, one per venue; without a key of the vault 503', async (t) => {
  const kek = Buffer.alloc(32, 7).toString('base64');
  const { call } = await startBotBench(t, { vaultKeys: kek });
  const put = { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'sentinel-key-id' } };
  const stored = await call('POST', '/api/bot/credentials', put);
  assert.deepEqual(
    stored.body.connected.map(({ venue, kind }: { venue: string; kind: string }) => [venue, kind]),
    [['kalshi', 'apiKey']],
  );
  await call('POST', '/api/bot/credentials', { ...put, kind: 'wallet' });
  const { body } = await call('GET', '/api/bot/credentials');
  assert.deepEqual([body.vaultEnabled, body.connected.length, body.connected[0].kind], [true, 1, 'wallet']);
  assert.equal(JSON.stringify(body).includes('sentinel'), false);
  for (let i = 0; i < 2; i++) {
    assert.deepEqual((await call('DELETE', '/api/bot/credentials', { venue: 'kalshi' })).body.connected, []);
  }

  const closed = await startBotBench(t);
  const refused = await closed.call('POST', '/api/bot/credentials', put);
  assert.deepEqual([refused.status, refused.body.error], [503, 'vault_not_configured']);
});

test('a credential is usable only after it was opened, and those that were not at the start wait in the review', async (t) => {
  const kek = Buffer.alloc(32, 7).toString('base64');
  const other = Buffer.alloc(32, 8).toString('base64');
  const { accounts, database } = await testAccounts(t, {
    clock: () => epochMs(1_763_700_000_000),
    now: () => 0,
  });
  const over = { accounts, database };
  const { privateKey } = generateKeyPairSync('ed25519');
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const secret = { keyId: '0f8fad5b-d9cb-469f-a165-70867728950e', privateKeyPem };
  const put = (venue: string) => ({ venue, kind: 'apiKey', secret });
  const { call, rawKey } = await startBotBench(t, { vaultKeys: kek, over });
  for (const venue of ['kalshi', 'limitless']) await call('POST', '/api/bot/credentials', put(venue));
  const list = async () => {
    const { body } = await call('GET', '/api/bot/credentials');
    return body.connected.map(({ venue, usable, problem }: Record<string, unknown>) => [
      venue,
      usable,
      problem,
    ]);
  };
  const verdicts = await list();
  assert.deepEqual(verdicts[0], ['kalshi', true, null]);
  const waiting = async () => {
    const summaries = await accounts.review.summarize();
    return REVIEW_KINDS.map((kind) => [kind, summaries[kind].count]).filter(([, count]) => count !== 0);
  };
  assert.deepEqual(await waiting(), []);

  await database.changeRows("UPDATE vault_record SET box = ? WHERE venue = 'kalshi'", new Uint8Array(60));
  assert.deepEqual(await list(), [['kalshi', false, 'it does not open: store it again'], verdicts[1]]);
  await startBotBench(t, { vaultKeys: kek, over });
  assert.deepEqual(await waiting(), [['vault_unreadable', 1]]);
  const closed = await startBotBench(t, { vaultKeys: other, over });
  assert.deepEqual(await waiting(), [['vault_unreadable', 2]]);
  const { body } = await closed.call('GET', '/api/bot/credentials', undefined, rawKey);
  assert.deepEqual(
    body.connected.map(({ usable }: { usable: boolean }) => usable),
    [false, false],
  );
  const again = await startBotBench(t, { vaultKeys: kek, over });
  assert.deepEqual(await waiting(), [['vault_unreadable', 1]]);
  await again.call('POST', '/api/bot/credentials', put('kalshi'), rawKey);
  assert.deepEqual(await waiting(), []);
});

test("no bot sees or changes another's: orders, credentials, settings", async (t) => {
  const kek = Buffer.alloc(32, 7).toString('base64');
  const { call, trade, issue } = await startBotBench(t, { vaultKeys: kek });
  const { rawKey: other } = await issue('owner_2');
  await trade({ clientOrderId: 'one' });
  await call('POST', '/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'x' } });
  await call('POST', '/api/bot/control', { kill: true });
  const { body } = await call('GET', '/api/bot/status', undefined, other);
  assert.deepEqual(
    [body.recentOrders, body.connectedVenues, body.killed, body.balanceMicroUsd],
    [[], [], false, 0],
  );
});

test('keyed calls have a rate of their own, and the kill switch is always reached', async (t) => {
  const { call, pass } = await startBotBench(t, { env: { CROSSTAPE_BOT_RATE_PER_MIN: '3' } });
  for (let i = 0; i < 3; i++) assert.equal((await call('POST', '/api/bot/control', {})).status, 200);
  const refused = await call('GET', '/api/bot/credentials');
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await call('POST', '/api/bot/control', { kill: true })).status, 200);
  pass(61_000);
  assert.equal((await call('GET', '/api/bot/credentials')).status, 200);
});

test('status with a key is rated as every keyed call, without one it is not', async (t) => {
  const { call } = await startBotBench(t, { env: { CROSSTAPE_BOT_RATE_PER_MIN: '2' } });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await call('GET', '/api/bot/status')).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await call('GET', '/api/bot/status', undefined, null)).status, 200);
});

test('a key trades, connects and steers only on the venues that it was issued for, regardless of its tier', async (t) => {
  const kek = Buffer.alloc(32, 7).toString('base64');
  const { call, trade, issue } = await startBotBench(t, { vaultKeys: kek });
  const { rawKey: key } = await issue('owner_1', { venues: ['hyperliquid'], tier: 'free' });
  const rows: [url: string, body: object][] = [
    ['/api/bot/trade', { ...TRADE, venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 0.5 }],
    ['/api/bot/control', { venues: ['hyperliquid', 'kalshi'] }],
    ['/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'x' } }],
  ];
  for (const [url, body] of rows) {
    const refused = await call('POST', url, body, key);
    assert.deepEqual([refused.status, refused.body.error], [403, 'venue_not_entitled'], url);
  }
  // What a key may not store it may not remove: a leaked one cuts nobody's other venues off.
  await call('POST', '/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'x' } });
  const kept = await call('DELETE', '/api/bot/credentials', { venue: 'kalshi' }, key);
  assert.deepEqual([kept.status, kept.body.error], [403, 'venue_not_entitled']);
  assert.equal((await call('GET', '/api/bot/credentials')).body.connected.length, 1);
  assert.equal(
    (await call('DELETE', '/api/bot/credentials', { venue: 'hyperliquid' }, key)).status,
    200,
    'and one that it may store',
  );
  assert.equal((await trade({}, key)).body.outcome.status, 'filled');
});

test('what belongs to a holder is read by pages of the other address alone; leaderboard and tape by all', async (t) => {
  const { app } = await startBotBench(t, { other: { publicUrl: null, port: () => 8080 } });
  const allowed = async (url: string, origin: string, method: 'GET' | 'POST' | 'OPTIONS' = 'GET') => {
    const { headers } = await app.inject({ method, url, headers: { origin, host: 'localhost:8081' } });
    return [headers['access-control-allow-origin'], headers.vary] as const;
  };
  const [near, far] = ['http://localhost:8080', 'https://example.org'];
  for (const url of ['/api/bot/status', '/api/bot/credentials']) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const [origin, vary] = await allowed(url, near, method);
      assert.deepEqual([origin, String(vary).includes('Origin')], [near, true], `${method} ${url}`);
      assert.equal((await allowed(url, far, method))[0], undefined, `${method} ${url}`);
    }
  }
  // Also a refusal: without its body the page could not say why.
  assert.deepEqual(await allowed('/api/bot/trade', near, 'POST'), [near, 'Origin']);
  for (const url of ['/api/bot/leaderboard']) assert.deepEqual((await allowed(url, far))[0], '*');
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/bot/credentials',
    headers: { origin: near, host: 'localhost:8081', 'access-control-request-method': 'DELETE' },
  });
  assert.match(String(preflight.headers['access-control-allow-methods']), /DELETE/);
  assert.match(String(preflight.headers['access-control-allow-headers']), /authorization/);
});

test('who calls is asked before what: 401 for a wrong body too; other methods and bodies are refused in our shape', async (t) => {
  const { call, app, rawKey } = await startBotBench(t);
  assert.equal((await call('POST', '/api/bot/trade', { nonsense: 1 }, null)).status, 401);
  const rows: [method: 'GET' | 'POST', url: string, type: string, payload: string, status: number][] = [
    ['GET', '/api/bot/trade', 'application/json', '', 405],
    ['GET', '/api/bot/nothing', 'application/json', '', 404],
    ['POST', '/api/bot/control', 'text/plain', 'kill', 415],
    ['POST', '/api/bot/control', 'application/json', '{', 400],
    ['POST', '/api/bot/control', 'application/json', `{"kill":true,"pad":"${'x'.repeat(17_000)}"}`, 413],
  ];
  for (const [method, url, type, payload, status] of rows) {
    const answer = await app.inject({
      method,
      url,
      headers: { 'content-type': type, authorization: `Bearer ${rawKey}` },
      payload,
    });
    assert.equal(answer.statusCode, status, `${method} ${url}`);
    assert.equal(answer.json().ok, false);
  }
});
