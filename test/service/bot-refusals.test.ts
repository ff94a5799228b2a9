import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TRADING_VENUES } from '../../src/bot/execution/index.ts';
import { startBotBench } from '../support/bot-bench.ts';
import { startExecutionStand } from '../support/execution-stand.ts';

const stand = await startExecutionStand();
after(() => stand.simulator.close());

for (const venue of TRADING_VENUES) {
  test(`a trade that ${venue}, or our own queue before it, has no room for says after how many seconds to come again`, async (t) => {
    const { urls, faults } = stand.simulator;
    const bench = await startBotBench(t, {
      vaultKeys: Buffer.alloc(32, 7).toString('base64'),
      env: {
        CROSSTAPE_BOT_EXEC_MODE: 'live',
        CROSSTAPE_BOT_LIVE_EXECUTION: 'on',
        CROSSTAPE_HYPERLIQUID_TRADE_URL: urls.hyperliquid,
        CROSSTAPE_POLYMARKET_TRADE_URL: urls.polymarketClob,
        CROSSTAPE_POLYMARKET_GAMMA_URL: urls.polymarketGamma,
        CROSSTAPE_KALSHI_TRADE_URL: urls.kalshi,
        CROSSTAPE_LIMITLESS_TRADE_URL: urls.limitless,
      },
    });
    const kind = venue === 'kalshi' ? 'apiKey' : 'wallet';
    const stored = await bench.call('POST', '/api/bot/credentials', {
      venue,
      kind,
      secret: stand.secrets[venue],
    });
    assert.equal(stored.status, 200, JSON.stringify(stored.body));
    faults.set({ kind: 'status', status: 429, retryAfterSeconds: 30, venue });
    t.after(() => faults.clearAll());
    const { ref, markPrice } = stand.ticket(venue, 'x');
    for (const what of ['by the venue', 'by our own queue']) {
      const { status, body } = await bench.trade({ venue, asset: ref.asset, markPrice });
      const { outcome } = body;
      assert.deepEqual(
        [status, outcome.status, outcome.reason],
        [200, 'rejected', 'rate_limited'],
        JSON.stringify(body),
      );
      assert.ok(outcome.retryAfterSeconds >= 1 && outcome.retryAfterSeconds <= 60, what);
      assert.equal(outcome.chargedMicroUsd, 0);
      assert.equal(/to keep its limits/.test(outcome.order.message), what === 'by our own queue', what);
    }
  });
}
