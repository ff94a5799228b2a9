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
  assert.match(forget.err, /live_execution_disabled: positions are adopted and forgotten in live mode/);
  assert.equal((await run(['adopt', 'nasdaq', 'hl-BTC'])).code, 2);
  assert.equal((await run(['pnl'], '')).code, 2);
  assert.equal((await run(['pnl'], 'wrong')).code, 1);
});
