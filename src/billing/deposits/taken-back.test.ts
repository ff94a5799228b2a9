import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTakenBack, type ReversalPart } from './taken-back.ts';

test('refunds add up, and a dispute that is given back takes nothing, in any order', () => {
  const part = (effect: ReversalPart['effect'], objectId: string, amount: number) => ({
    effect,
    objectId,
    amount,
  });
  const parts = [
    part('refund', 'a', 10),
    part('refund', 'b', 5),
    part('dispute', 'c', 30),
    part('reinstatement', 'c', 50),
    part('dispute', 'd', 20),
    part('reinstatement', 'd', 5),
  ];
  assert.equal(computeTakenBack(parts).toNumber(), 10 + 5 + 0 + 15);
  assert.equal(computeTakenBack(parts.toReversed()).toNumber(), 30);
});

test('amounts in units of a currency are added exactly', () => {
  const parts = [
    { effect: 'refund', objectId: 'a', amount: '0.1' },
    { effect: 'dispute', objectId: 'b', amount: '0.2' },
  ] as const;
  assert.equal(computeTakenBack(parts).toString(), '0.3');
});
