import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../domain/index.ts';
import { type DepositReleaseDecision, decideDepositRelease, decideDepositReturn } from './review-decision.ts';
import type { DepositRow } from './rows.ts';

const HELD = { state: 'held', owner: 'ann', microUsd: 100, takenBack: 30 } as DepositRow;
const RELEASE = { id: 'dep_1', owner: 'ann', amount: microUsd(70) };

test('only all that is left of a deposit in review is released, to its owner', () => {
  const rows: [
    row: DepositRow | null,
    change: Partial<typeof RELEASE>,
    status: DepositReleaseDecision['status'],
  ][] = [
    [HELD, {}, 'release'],
    [HELD, { amount: microUsd(100) }, 'conflict'],
    [HELD, { owner: 'ben' }, 'conflict'],
    [{ ...HELD, state: 'unattributed', owner: null }, { owner: 'ben' }, 'release'],
    [{ ...HELD, state: 'released' }, {}, 'duplicate'],
    [{ ...HELD, state: 'released' }, { owner: 'ben' }, 'conflict'],
    [{ ...HELD, microUsd: null }, {}, 'conflict'],
    [{ ...HELD, state: 'credited' }, {}, 'deposit_not_found'],
    [{ ...HELD, state: 'returned' }, {}, 'deposit_not_found'],
    [null, {}, 'deposit_not_found'],
  ];
  for (const [row, change, status] of rows) {
    assert.equal(decideDepositRelease(row, { ...RELEASE, ...change }).status, status);
  }
});

test('what is left of a deposit in review goes back outside, once', () => {
  const rows: [row: DepositRow | null, expected: { status: string; amount?: number }][] = [
    [HELD, { status: 'return', amount: 70 }],
    [
      { ...HELD, state: 'unattributed', owner: null },
      { status: 'return', amount: 70 },
    ],
    [
      { ...HELD, takenBack: 100 },
      { status: 'return', amount: 0 },
    ],
    [
      { ...HELD, microUsd: null },
      { status: 'return', amount: 0 },
    ],
    [{ ...HELD, state: 'returned' }, { status: 'duplicate' }],
    [{ ...HELD, state: 'released' }, { status: 'deposit_not_found' }],
    [{ ...HELD, state: 'credited' }, { status: 'deposit_not_found' }],
    [null, { status: 'deposit_not_found' }],
  ];
  for (const [row, { status, amount }] of rows) {
    const decision = decideDepositReturn(row);
    assert.equal(decision.status, status);
    if (decision.status === 'return') assert.equal(decision.amount, amount);
  }
});
