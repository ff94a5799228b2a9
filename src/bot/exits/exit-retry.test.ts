import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, MINUTE_MS } from '../../domain/index.ts';
import { decideRetry } from './exit-retry.ts';

const NOW = epochMs(1_780_000_000_000);

/** Lists the minutes until each try, when every try ends for one of these reasons. */
function listWaits(reasons: readonly string[]): number[] {
  let before: ReturnType<typeof decideRetry> | null = null;
  return reasons.map((reason) => {
    before = decideRetry(reason, before, NOW);
    return (before.nextAt - NOW) / MINUTE_MS;
  });
}

test('an exit that is refused waits longer and longer, up to an hour', () => {
  assert.deepEqual(listWaits(Array(8).fill('below_minimum')), [1, 2, 4, 8, 16, 32, 60, 60]);
});

test('while the venue is away an exit waits five minutes at most, so that stops hold soon after', () => {
  assert.deepEqual(listWaits(Array(6).fill('venue_unavailable')), [1, 2, 4, 5, 5, 5]);
  assert.deepEqual(listWaits(['venue_unavailable', 'stale_data']), [1, 2]);
});

test('a refusal after an outage is counted from its first one', () => {
  const away = Array(6).fill('venue_unavailable');
  assert.deepEqual(listWaits([...away, 'below_minimum', 'below_minimum']).slice(-2), [1, 2]);
  assert.deepEqual(listWaits([...Array(7).fill('below_minimum'), 'venue_unavailable']).at(-1), 1);
});
