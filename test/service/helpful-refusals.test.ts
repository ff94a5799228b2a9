import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { startAnalytics } from '../support/analytics-bench.ts';
import { startBotBench } from '../support/bot-bench.ts';
import { BTC } from '../support/fixed-feed.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { record, startBench } from '../support/service-bench.ts';
import { startSimulatedService } from '../support/simulated-service.ts';

test('venues are read in any letter case, as assets are', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const { body } = await app.inject('/api/history/hyperliquid/perp-btc');
  assert.equal((await app.inject('/api/history/HyperLiquid/PERP-BTC')).body, body);
  const stale = (await app.inject('/api/alerts/stale?venue=KALSHI')).json();
  assert.equal(stale.ok, true);
  const { screens } = await startAnalytics(t).then(({ get }) => ({ screens: get }));
  assert.equal((await screens('/api/stats?venue=PM')).venue, 'pm');
});

test('a key of one venue reads no other one, however that is written', async (t) => {
  const { issue, call } = await startAccountBench(t);
  const { rawKey } = await issue({ venues: 'kalshi' });
  for (const venue of ['hyperliquid', 'HYPERLIQUID', 'HyperLiquid']) {
    const { status, body } = await call('GET', `/api/history/${venue}/perp-btc`, rawKey);
    assert.deepEqual([status, body.error], [403, 'venue_not_entitled'], venue);
  }
});

test('a value in another form is answered with what to send', async (t) => {
  const { app } = await startAnalytics(t);
  const rows: [url: string, says: string][] = [
    ['/api/m2m/index?kind=hl-perp', 'kind holds an item that must be one of perp, binary, pred; send perp'],
    [
      '/api/history/hyperliquid/perp-btc/aggregate?bucketMs=1m',
      'bucketMs must be a whole number; for 1m send 60000',
    ],
    ['/api/correlations?assets=hl-BTC,pm-x&window=24h', 'window must be a number; for 24h send 24'],
    ['/api/correlations?assets=hl-BTC,pm-x&window=2d', 'window must be a number; for 2d send 48'],
    ['/api/history/hyperliquid/perp-btc?limit=1m', 'limit must be a whole number'],
  ];
  for (const [url, says] of rows) {
    const response = await app.inject(url);
    assert.deepEqual([response.statusCode, response.json().message], [400, says], url);
  }
});

test('a request for * is refused by what it is', async (t) => {
  const { app } = await startBench(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(
    answer,
    /"error":"validation_failed","message":"GET needs a path that begins with \/, not \*"/,
  );
});

test('each server names the other one for a path that only that one has', async (t) => {
  const { app } = await startSimulatedService(t, { markets: 10 });
  const ask = async (url: string) => (await (await fetch(url)).json()) as { error: string; message: string };
  const ofBot = await ask(`${app.apiUrl}/api/bot/status`);
  assert.deepEqual(
    [ofBot.error, ofBot.message],
    ['not_found', `no endpoint has the path /api/bot/status here; the bot API has it, at ${app.botUrl}`],
  );
  const ofMain = await ask(`${app.botUrl}/api/feed`);
  assert.equal(ofMain.message, `no endpoint has the path /api/feed here; the main API is at ${app.apiUrl}`);
  // Pages and files of the main server too.
  assert.equal(
    (await ask(`${app.botUrl}/docs`)).message,
    `no endpoint has the path /docs here; the main API is at ${app.apiUrl}`,
  );
  assert.equal((await ask(`${app.apiUrl}/api/nope`)).message, 'no endpoint has the path /api/nope');
  const alone = await startBotBench(t);
  assert.equal((await alone.app.inject('/api/feed')).json().message, 'no endpoint has the path /api/feed');
});

test('beside the demo, export, keys and credit name its data directory', { timeout: 120_000 }, async (t) => {
  const dataDir = await emptyDirectory(t);
  const demo = path.join(dataDir, 'simulated');
  await mkdir(demo);
  const series = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' } as const;
  const history = await openSqliteHistory({ dataDir: demo });
  await history.append([{ ...series, t: epochMs(1_700_000_000_000), p: 0.25, v: null, s: 'poll' }]);
  await history.close();
  const run = (...args: string[]) => runCommand([...args, '--data-dir', dataDir]);
  const named = await run('export', 'kalshi', 'kx');
  assert.deepEqual([named.code, named.err.includes(`--data-dir ${demo}`)], [2, true], named.err);

  const key = ['keys', 'issue', '--owner', 'me', '--tier', 'pro'];
  assert.equal((await runCommand([...key, '--data-dir', demo])).code, 0);
  for (const command of [
    ['keys', 'list'],
    ['credit', '--owner', 'me', '--usd', '1', '--ref', 'one'],
  ]) {
    const empty = await emptyDirectory(t);
    await mkdir(path.join(empty, 'simulated'));
    const inDemo = path.join(empty, 'simulated');
    assert.equal((await runCommand([...key, '--data-dir', inDemo])).code, 0);
    const { err } = await runCommand([...command, '--data-dir', empty]);
    assert.ok(err.includes(`the demo keeps its own in ${inDemo}`), err);
  }

  const missing = path.join(dataDir, 'nowhere', 'out.csv');
  const unwritten = await runCommand(['export', 'kalshi', 'kx', '--data-dir', demo, '-o', missing]);
  assert.equal(unwritten.code, 2);
  assert.match(unwritten.err, /out\.csv is not written: there is no folder .*nowhere: make it first/);
});
