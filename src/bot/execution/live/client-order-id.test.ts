import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveIds } from './client-order-id.ts';

const ORDER = { venue: 'kalshi', account: 'key', botId: 'bot', clientOrderId: 'one' } as const;

test('the same order always has the same ids, and any other order other ones', () => {
  assert.deepEqual(deriveIds(ORDER), deriveIds({ ...ORDER }));
  const others = [
    ORDER,
    { ...ORDER, venue: 'limitless' as const },
    { ...ORDER, account: 'other' },
    { ...ORDER, botId: 'other' },
    { ...ORDER, clientOrderId: 'two' },
  ].map((order) => deriveIds(order).uuid);
  assert.equal(new Set(others).size, others.length);
});

test('every id has the form that its venue demands', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (clientOrderId) => {
      const { hex128, uuid, salt53 } = deriveIds({ ...ORDER, clientOrderId });
      // The number is too large to be taken for an order number of the venue.
      assert.match(hex128, /^0x[89a-f][0-9a-f]{31}$/);
      assert.ok(BigInt(hex128) >= 2n ** 127n);
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(Number.isSafeInteger(salt53) && salt53 >= 0);
    }),
  );
});
