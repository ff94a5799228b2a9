import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  computeTakenBack,
  decideReversal,
  type ReversalDecision,
  type ReversalFacts,
  type ReversalPart,
  toChangedReview,
} from './reversal-decision.ts';
import type { DepositRow, ReversalRow } from './rows.ts';

const NOW = 1_700_000_000_000;
const HELD = {
  state: 'held',
  reason: 'first_deposit',
  owner: 'ann',
  microUsd: 100,
  takenBack: 0,
} as DepositRow;
const CREDITED: DepositRow = { ...HELD, state: 'credited', reason: null };
const REFUND = { effect: 'refund', objectId: 'o', paymentId: 'pay', owner: null, amount: 40 } as ReversalRow;
const DISPUTE: ReversalRow = { ...REFUND, effect: 'dispute', owner: 'ann', amount: 60, moved: -60 };
const REINSTATEMENT: ReversalRow = { ...REFUND, effect: 'reinstatement', amount: 60 };
const NOTHING: ReversalFacts = { deposit: null, disputes: [], reinstatements: [], review: null };

test('a reversal waits for its deposit, takes from the review or from the owner, and gives back what a dispute took', () => {
  const rows: [row: ReversalRow, facts: Partial<ReversalFacts>, expected: ReversalDecision | object][] = [
    [REFUND, {}, { action: 'wait' }],
    [REFUND, { deposit: CREDITED }, { action: 'claw_back', owner: 'ann', amount: 40 }],
    [{ ...REFUND, paymentId: null, owner: 'ben' }, {}, { action: 'claw_back', owner: 'ben', amount: 40 }],
    [
      REFUND,
      { deposit: HELD, review: { returned: 0, parts: [REFUND] } },
      { action: 'change_review', deposit: HELD, change: 40 },
    ],
    [
      REFUND,
      // The operator returned 80 of 100, so that 20 are left to take.
      { deposit: { ...HELD, takenBack: 80 }, review: { returned: 80, parts: [REFUND] } },
      { action: 'change_review', change: 20 },
    ],
    [REFUND, { deposit: { ...HELD, microUsd: null } }, { action: 'change_review', change: 0 }],
    [REINSTATEMENT, { deposit: CREDITED }, { action: 'wait' }],
    [
      REINSTATEMENT,
      { deposit: CREDITED, disputes: [DISPUTE] },
      { action: 'give_back', owner: 'ann', amount: 60 },
    ],
    [
      { ...REINSTATEMENT, amount: 90 },
      { deposit: CREDITED, disputes: [DISPUTE], reinstatements: [{ ...REINSTATEMENT, amount: 50 }] },
      { action: 'give_back', owner: 'ann', amount: 10 },
    ],
    [
      { ...REINSTATEMENT, paymentId: null },
      { disputes: [DISPUTE], reinstatements: [REINSTATEMENT] },
      { action: 'give_back', owner: 'ann', amount: 0 },
    ],
  ];
  for (const [i, [row, facts, expected]] of rows.entries()) {
    const decision = decideReversal(row, { ...NOTHING, ...facts });
    assert.deepEqual({ ...decision, ...expected }, decision, `row ${i + 1}: ${JSON.stringify(decision)}`);
  }
});

test('a reversal of nobody is a fault', () => {
  assert.throws(() => decideReversal({ ...REFUND, paymentId: null }, NOTHING), /a refund has no owner/);
});

test('a deposit in review shrinks, is returned with its last part, and waits again when money comes back', () => {
  assert.deepEqual(toChangedReview(HELD, 40, NOW), { ...HELD, takenBack: 40 });
  const returned: DepositRow = { ...HELD, state: 'returned', takenBack: 100, resolvedAt: NOW };
  assert.deepEqual(toChangedReview({ ...HELD, takenBack: 40 }, 60, NOW), returned);
  assert.deepEqual(toChangedReview(returned, -60, NOW), { ...HELD, takenBack: 40, resolvedAt: null });
  const ofNobody: DepositRow = { ...returned, owner: null, reason: 'no_owner' };
  assert.equal(toChangedReview(ofNobody, -60, NOW).state, 'unattributed');
});

test('refunds add up, and a dispute that is given back takes nothing, in whatever order they arrive', () => {
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
  assert.equal(computeTakenBack(parts), 10 + 5 + 0 + 15);
  assert.equal(computeTakenBack(parts.toReversed()), 30);
});
