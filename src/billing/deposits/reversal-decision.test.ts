import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import type { CountedReversal } from './reversal.ts';
import {
  decideNewPart,
  decideReversal,
  type NewPartDecision,
  type NewPartFacts,
  type ReversalDecision,
  type ReversalFacts,
  toChangedReview,
} from './reversal-decision.ts';
import type { DepositRow, ReversalRow } from './rows.ts';

const NOW = epochMs(1_700_000_000_000);
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

test('the new part of a reversal is what its total adds to the earlier parts', () => {
  const reversal = {
    ...{ effect: 'refund', objectId: 'o', idem: 'evt', paymentId: 'pay', owner: 'eve', total: 70 },
    ...{ currency: 'USD', amount: '0.00' },
  } as CountedReversal;
  const none: NewPartFacts = {
    ...{ scope: 'wh:stripe', eventId: 'evt', paymentId: 'pay', deposit: null, dispute: null, earlier: [] },
    now: NOW,
  };
  const applied: ReversalRow = { ...REFUND, owner: 'ann', moved: -40 };
  const row: ReversalRow = {
    ...REFUND,
    ...{ scope: 'wh:stripe', eventId: 'evt', idem: 'evt', owner: 'eve', amount: 70 },
    ...{ deposit: null, moved: null, fromReview: 0, createdAt: NOW },
  };
  const deposit = { ...CREDITED, id: 'dep_1' };
  const rows: [changes: Partial<CountedReversal>, facts: Partial<NewPartFacts>, expected: NewPartDecision][] =
    [
      [{}, {}, { status: 'new', row }],
      [{}, { deposit }, { status: 'new', row: { ...row, deposit: 'dep_1', owner: 'ann' } }],
      [{}, { earlier: [applied] }, { status: 'new', row: { ...row, amount: 30 } }],
      [
        {},
        { earlier: [applied, { ...applied, amount: 30, moved: 0 }] },
        { status: 'repeated', owner: 'ann', moved: -40 },
      ],
      [{}, { earlier: [{ ...applied, amount: 70, moved: null }] }, { status: 'pending' }],
      [{}, { earlier: [{ ...applied, amount: 70, owner: null }] }, { status: 'unattributed' }],
      [{ owner: null }, { dispute: DISPUTE }, { status: 'new', row: { ...row, owner: 'ann' } }],
      [{ owner: null }, { paymentId: null }, { status: 'unattributed' }],
      [{ owner: null }, {}, { status: 'new', row: { ...row, owner: null } }],
    ];
  for (const [i, [changes, facts, expected]] of rows.entries()) {
    const decision = decideNewPart({ ...reversal, ...changes }, { ...none, ...facts });
    assert.deepEqual(decision, expected, `row ${i + 1}`);
  }
});

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

test('a reversal without an owner is a fault', () => {
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
