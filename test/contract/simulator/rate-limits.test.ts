import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS, BEFORE_CLOSE, patience, startStage } from './venue-adapters.ts';

/**
 * Polls at the default interval: one to three simulated minutes, and never less than the venue's own window.
 * The time between two polls is skipped, the time of a poll is real. Limitless has many pages, so that its
 * first walk takes all of the adapter's budget.
 */
const ROUNDS = [
  // venue, polls, interval, markets of the world, largest share of any limit
  ['hyperliquid', 12, 5_000, 300, 0.5],
  ['polymarket', 6, 30_000, 300, 0.2],
  ['kalshi', 6, 30_000, 300, 0.5],
  ['limitless', 2, 60_000, 900, 0.7],
] as const;

for (const [venue, rounds, pollMs, markets, share] of ROUNDS) {
  test(`${rounds} polls of ${venue} at its default interval use at most ${share} of any limit`, {
    timeout: 60_000,
  }, async (t) => {
    const stage = await startStage({ runs: true, markets });
    t.after(() => stage.simulator.close());
    const adapter = ADAPTERS[venue](stage, { ownBudgets: true });
    t.after(() => adapter.close());
    stage.simulator.faults.set({ kind: 'rate_limits' });
    for (let round = 1; round <= rounds; round++) {
      await adapter.poll(patience());
      const next = BEFORE_CLOSE + round * pollMs;
      stage.advance(Math.max(0, next - stage.clock()));
    }
    const use = stage.simulator.rateLimits.use().filter((one) => one.venue === venue);
    const peak = Math.max(...use.map(({ peakFrac }) => peakFrac));
    t.diagnostic(`${venue}: at most ${(100 * peak).toFixed(1)} % of a limit`);
    assert.ok(peak > 0);
    assert.ok(peak <= share, JSON.stringify(use));
    assert.equal(adapter.getCounters().failures, 0);
  });
}

test('calls beyond a limit are refused in the words of each venue while the fault is on', async (t) => {
  const stage = await startStage();
  t.after(() => stage.simulator.close());
  const { kalshi, limitless, polymarketGamma, hyperliquid } = stage.simulator.urls;
  const fetchLast = async (count: number, url: string, init?: RequestInit) => {
    let answer = await fetch(url, init);
    for (let i = 1; i < count; i++) {
      await answer.arrayBuffer();
      answer = await fetch(url, init);
    }
    return answer;
  };
  const status = `${kalshi}/exchange/status`;
  assert.equal((await fetchLast(21, status)).status, 200);
  stage.simulator.faults.set({ kind: 'rate_limits' });
  stage.advance(60_000);

  assert.equal((await fetchLast(20, status)).status, 200);
  const tooMany = await fetch(status);
  assert.equal(tooMany.status, 429);
  assert.equal(tooMany.headers.get('retry-after'), null);
  assert.deepEqual(await tooMany.json(), { error: 'too many requests' });
  stage.advance(1_001);
  assert.equal((await fetch(status)).status, 200);

  const slow = await fetchLast(11, `${limitless}/markets/categories/count`);
  assert.equal(slow.status, 429);
  assert.equal(slow.headers.get('x-ratelimit-remaining'), '0');
  assert.ok(Number(slow.headers.get('retry-after')) >= 1);

  const query = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const heavy = query({ type: 'meta' });
  assert.equal((await fetchLast(60, `${hyperliquid}/info`, heavy)).status, 200);
  assert.equal((await fetch(`${hyperliquid}/info`, heavy)).status, 429);

  assert.equal((await fetchLast(301, `${polymarketGamma}/markets?limit=1`)).status, 429);
  assert.equal((await fetch(`${polymarketGamma}/tags`)).status, 200);
});
