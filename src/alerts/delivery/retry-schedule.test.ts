import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryRow } from '../rows.ts';
import { decideAfterTry, readRetryAfter, type TryResult } from './retry-schedule.ts';

const NOW = 1_763_700_000_000;
const FIRST: DeliveryRow = {
  id: 'dlv_1',
  seq: 1,
  endpoint: 'phone',
  rule: 'high',
  state: 'waiting',
  tries: 0,
  nextAt: NOW,
  status: null,
  reason: null,
  createdAt: NOW,
  endedAt: null,
};
const answered = (status: number, retryAfterMs: number | null = null): TryResult => ({
  status,
  reason: null,
  retryAfterMs,
});

/** Waits in seconds between tries that all fail alike, and the final state. */
function run(result: TryResult, random = 0.5) {
  let delivery = FIRST;
  const waits: number[] = [];
  while (delivery.state === 'waiting') {
    const after = decideAfterTry(delivery, result, { now: NOW, random });
    delivery = after.delivery;
    if (delivery.state === 'waiting') waits.push((delivery.nextAt - NOW) / 1_000);
  }
  return { waits, state: delivery.state, tries: delivery.tries };
}

test('a server that fails gets eight tries on the schedule, then the delivery is dead', () => {
  const expected = [5, 30, 120, 600, 3_600, 14_400, 43_200];
  for (const result of [
    answered(500),
    answered(302),
    { status: null, reason: 'not connected', retryAfterMs: null },
  ]) {
    assert.deepEqual(run(result), { waits: expected, state: 'dead', tries: 8 });
  }
});

test('one that waited behind others for as long as all tries take ends after three tries', () => {
  let delivery: DeliveryRow = { ...FIRST, createdAt: NOW - 18 * 3_600_000 };
  for (let i = 0; i < 3; i++) {
    assert.equal(delivery.state, 'waiting');
    delivery = decideAfterTry(delivery, answered(500), { now: NOW, random: 0.5 }).delivery;
  }
  assert.equal(delivery.state, 'dead');
});

test('waits vary by 20 % in both directions', () => {
  assert.equal(run(answered(500), 0).waits[0], 4);
  assert.equal(run(answered(500), 1).waits[0], 6);
});

test('other statuses of 400 to 499 end after three tries, and 410 switches the endpoint off at once', () => {
  assert.deepEqual(run(answered(404)), { waits: [5, 30], state: 'dead', tries: 3 });
  const gone = decideAfterTry(FIRST, answered(410), { now: NOW, random: 0.5 });
  assert.equal(gone.isGone, true);
  assert.equal(gone.delivery.state, 'dead');
});

test('an answer of 200 to 299 delivers', () => {
  for (const status of [200, 204, 299]) {
    const { delivery } = decideAfterTry(FIRST, answered(status), { now: NOW, random: 0.5 });
    assert.deepEqual([delivery.state, delivery.endedAt, delivery.status], ['delivered', NOW, status]);
  }
});

test('Retry-After makes a wait longer, never shorter, and a day at most', () => {
  assert.equal(run(answered(503, 60_000)).waits[0], 60);
  assert.equal(run(answered(503, 1)).waits[0], 5);
  assert.equal(run(answered(503, 1e12)).waits[0], 86_400);
  assert.equal(readRetryAfter('120', NOW), 120_000);
  assert.equal(readRetryAfter(new Date(NOW + 30_000).toUTCString(), NOW), 30_000);
  assert.equal(readRetryAfter('soon', NOW), null);
  assert.equal(readRetryAfter(undefined, NOW), null);
});
