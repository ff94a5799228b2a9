import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hold } from '../../billing/ledger/ledger.ts';
import { DAY_MS, epochMs } from '../../domain/index.ts';
import { decideClose } from './close-decision.ts';
import type { BotOrder } from './order.ts';

const SENT = 1_000;
const ORDER = { state: 'submitted', reason: null, submittedAt: SENT, updatedAt: SENT } as BotOrder;
const HOLD = { state: 'pending', expiresAt: SENT + 2 * DAY_MS } as Hold;

test('an order is closed a day after it was sent and when its hold has expired', () => {
  const rows: [change: Partial<BotOrder>, hold: Hold | null, closableFrom: number][] = [
    [{}, null, SENT + DAY_MS],
    [{}, HOLD, SENT + 2 * DAY_MS],
    [{ state: 'resting', updatedAt: epochMs(SENT + 5) }, null, SENT + 5 + DAY_MS],
    [{ state: 'resting', reason: 'unconfirmed', updatedAt: epochMs(SENT + 5) }, null, SENT + DAY_MS],
  ];
  for (const [change, hold, closableFrom] of rows) {
    const order = { ...ORDER, ...change };
    assert.deepEqual(decideClose(order, hold, epochMs(closableFrom - 1)), {
      status: 'too_soon',
      closableFrom,
    });
    assert.deepEqual(decideClose(order, hold, epochMs(closableFrom)), { status: 'close' });
  }
});

test('an order that was never sent is left to the service', () => {
  const order = { ...ORDER, state: 'reserved', submittedAt: null } as const;
  assert.deepEqual(decideClose(order, null, epochMs(SENT + 9 * DAY_MS)), { status: 'never_sent' });
});
