import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../domain/index.ts';
import { decideFee, type FeeDecision } from './fee-decision.ts';

test('a fee is captured at the first fill, released without one, and refunded when no fill was real', () => {
  const rows: [fee: number, charged: number, hasFill: boolean, isOver: boolean, decision: FeeDecision][] = [
    [100, 0, false, false, 'keep'],
    [100, 0, false, true, 'release'],
    [100, 0, true, false, 'capture'],
    [100, 0, true, true, 'capture'],
    [100, 100, true, false, 'keep'],
    [100, 100, true, true, 'keep'],
    [100, 100, false, false, 'refund'],
    [100, 100, false, true, 'refund'],
    [0, 0, true, true, 'keep'],
    [0, 0, false, true, 'keep'],
  ];
  for (const [fee, charged, hasFill, isOver, decision] of rows) {
    const facts = { feeMicroUsd: microUsd(fee), chargedMicroUsd: microUsd(charged), hasFill, isOver };
    assert.equal(decideFee(facts), decision, JSON.stringify(facts));
  }
});
