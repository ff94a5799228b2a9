import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startBotBench } from '../support/bot-bench.ts';
import { runCommand } from '../support/run-command.ts';

test('the holder of a key sees days and reconciles positions from the command line', async (t) => {
  const { app, trade, rawKey } = await startBotBench(t);
  assert.equal((await trade()).body.outcome.status, 'filled');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const run = (args: readonly string[], key = rawKey) =>
    runCommand(['bot', ...args, '--url', url], { CROSSTAPE_API_KEY: key });
  const days = await run(['pnl']);
  assert.equal(days.code, 0);
  assert.match(days.out, /^day +orders +fills[^\n]*\n\d{4}-\d\d-\d\d +1 +1 +12 +0 /);
  const forget = await run(['forget', 'hyperliquid', 'hl-BTC']);
  assert.equal(forget.code, 1);
  assert.match(
    forget.err,
    /live_execution_disabled: positions can be adopted and forgotten in live mode alone/,
  );
  assert.equal((await run(['adopt', 'nasdaq', 'hl-BTC'])).code, 2);
  assert.equal((await run(['pnl'], '')).code, 2);
  assert.equal((await run(['pnl'], 'wrong')).code, 1);

  const csv = await run(['pnl', '--csv']);
  assert.match(csv.out, /^day,startMs,orders,[^\r\n]*\r\n\d{4}-\d\d-\d\d,\d+,1,1,12,/);
});

test('the holder of a key sees orders in pages, by state and asset, as text, JSON and CSV', async (t) => {
  const { app, trade, rawKey } = await startBotBench(t);
  for (let i = 0; i < 3; i++) assert.equal((await trade()).body.outcome.status, 'filled');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const run = (args: readonly string[], key = rawKey) =>
    runCommand(['bot', 'orders', ...args, '--url', url], { CROSSTAPE_API_KEY: key });
  const page = await run(['--limit', '2']);
  assert.equal(page.code, 0, page.err);
  assert.match(page.out, /^stored +order +venue[^\n]*\n[^\n]*hyperliquid +hl-BTC +buy +12 usd +filled +12 /);
  const [, cursor = ''] = /older orders are not shown: --cursor (\S+)\n$/.exec(page.out) ?? [];
  const rest = await run(['--cursor', cursor]);
  assert.equal(rest.out.trimEnd().split('\n').length, 2);
  assert.equal((await run(['--state', 'open'])).out.trimEnd().split('\n').length, 1);
  assert.equal(
    (await run(['--asset', 'hl-ETH', '--from', '2020-01-01'])).out.trimEnd().split('\n').length,
    1,
  );
  const json = await run(['--json']);
  assert.equal(JSON.parse(json.out).orders.length, 3);
  const csv = await run(['--csv', '--limit', '2']);
  assert.equal(csv.out.split('\r\n').length, 4);
  assert.match(csv.err, /^older orders are not shown: --cursor \S+\n$/);
  assert.equal((await run(['--state', 'lost'])).code, 2);
  assert.equal((await run(['--limit', '1001'])).code, 2);
  assert.equal((await run(['--from', '2026-02-01', '--to', '2026-01-01'])).code, 2);
  assert.equal((await run([], 'wrong')).code, 1);
  assert.equal((await run([], '')).code, 2);
  const help = await runCommand(['bot', 'orders', '--help'], {});
  assert.match(help.out, /--state <state>.*\n +list .*\n.*close /s);
  // The words below keep their own options: these ask the main API, as the operator.
  const listed = await runCommand(['bot', 'orders', 'list', '--url', url], { CROSSTAPE_API_KEY: rawKey });
  assert.match(listed.out, /^order +state +venue +asset +account/);
});

test('the holder of a key sees what the bot does and holds, its gain and its limits', async (t) => {
  const { app, trade, rawKey } = await startBotBench(t);
  assert.equal((await trade()).body.outcome.status, 'filled');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const run = (args: readonly string[]) =>
    runCommand(['bot', ...args, '--url', url], { CROSSTAPE_API_KEY: rawKey });
  const status = await run(['status']);
  assert.equal(status.code, 0, status.err);
  assert.match(status.out, /^mock: trades by calls alone\nequity /);
  assert.match(status.out, /warning: no limit of exposure/);
  assert.match(status.out, /venue +asset +ours +venue holds[^\n]*\nhyperliquid +hl-BTC +0\.\d+ +- +- /);
  assert.match(status.out, /maxOrdersPerMin +- +0 +0 +30 +30/);
  assert.equal(JSON.parse((await run(['status', '--json'])).out).halt, 'none');
});
