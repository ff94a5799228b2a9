import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../domain/index.ts';
import { BOOKINGS, type PricedUse, toCharge, toRefund } from './prices.ts';

test('a refund moves what the charge moved the other way, under the same id', () => {
  for (const use of Object.keys(BOOKINGS) as PricedUse[]) {
    const charge = { use, owner: 'ann', id: 'use_1', amount: microUsd(30) };
    const { scope, refundScope, type, revenue } = BOOKINGS[use];
    const moved = { idem: 'use_1', amount: 30, ref: 'use_1' };
    assert.deepEqual(toCharge(charge), { ...moved, scope, type, src: 'owner:ann', dst: revenue });
    assert.deepEqual(toRefund(charge), {
      ...moved,
      scope: refundScope,
      type: 'refund',
      src: revenue,
      dst: 'owner:ann',
    });
  }
});
