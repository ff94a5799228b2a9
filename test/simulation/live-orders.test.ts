import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLiveOrderRounds } from './live-order-rounds.ts';

test('orders survive lost requests, lost answers and a process that dies at any step', async () => {
  const { rounds, filled, rejected, neverSent, lookedUp } = await runLiveOrderRounds(60, 20_261_122);
  assert.equal(filled + rejected + neverSent, rounds);
  assert.ok(
    filled > 10 && rejected > 5 && neverSent > 5 && lookedUp > 20,
    JSON.stringify({ filled, rejected, neverSent, lookedUp }),
  );
});
