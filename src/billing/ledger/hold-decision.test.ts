import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, MAX_OPERATION_MICRO_USD, microUsd } from '../../domain/index.ts';
import type { AccountState } from './account-state.ts';
import { decideCapture, decideHold, decideHoldRelease } from './hold-decision.ts';
import type { Capture, Hold, HoldState } from './ledger.ts';

const KEY = { scope: 'trade.hold', idem: 'o-1' };
const REQUEST = { ...KEY, owner: 'ann', amount: microUsd(30), expiresAt: epochMs(2) };
const CAPTURE: Capture = {
  hold: KEY,
  amount: microUsd(30),
  type: 'trade_fee',
  dst: 'revenue:trade_fee',
  scope: 'trade.capture',
  idem: 'o-1',
  ref: null,
};

function buildAccount(balance: number, held: number): AccountState {
  return { kind: 'owner', balance: microUsd(balance), held: microUsd(held), seq: 1 };
}

function buildHold(state: HoldState): Hold {
  return { ...REQUEST, id: 1, state, createdAt: epochMs(1), resolvedAt: null, transferId: null };
}

test('a hold needs free money, and a known key is answered before that', () => {
  const hold = buildHold('captured');
  const rows: [amount: number, balance: number, held: number, earlier: Hold | null, status: string][] = [
    [30, 30, 0, null, 'hold'],
    [30, 40, 11, null, 'insufficient'],
    [0, 30, 0, null, 'ceiling'],
    [MAX_OPERATION_MICRO_USD + 1, 30, 0, null, 'ceiling'],
    [30, 0, 0, hold, 'duplicate'],
    [31, 0, 0, hold, 'conflict'],
  ];
  for (const [amount, balance, held, earlier, status] of rows) {
    const request = { ...REQUEST, amount: microUsd(amount) };
    assert.equal(decideHold(request, earlier, buildAccount(balance, held)).status, status);
  }
  assert.equal(decideHold({ ...REQUEST, owner: 'ben' }, hold, buildAccount(0, 0)).status, 'conflict');
  assert.deepEqual(decideHold(REQUEST, null, buildAccount(100, 20)), {
    status: 'hold',
    account: buildAccount(100, 50),
  });
});

test('only a pending hold is released, and its money is free afterwards', () => {
  assert.deepEqual(decideHoldRelease(buildHold('pending'), buildAccount(100, 30)), {
    status: 'release',
    account: buildAccount(100, 0),
  });
  for (const state of ['captured', 'released'] as const) {
    assert.equal(decideHoldRelease(buildHold(state), buildAccount(100, 0)).status, 'already_resolved', state);
  }
});

test('a capture takes at most what is held, once', () => {
  const rows: [amount: number, state: HoldState, isKeyUsed: boolean, status: string][] = [
    [30, 'pending', false, 'capture'],
    [1, 'pending', false, 'capture'],
    [31, 'pending', false, 'above_hold'],
    [0, 'pending', false, 'above_hold'],
    [31, 'pending', true, 'above_hold'],
    [30, 'pending', true, 'conflict'],
    [31, 'captured', true, 'already_resolved'],
    [30, 'released', false, 'already_resolved'],
  ];
  for (const [amount, state, isKeyUsed, status] of rows) {
    const facts = {
      hold: buildHold(state),
      account: buildAccount(100, 30),
      earlier: isKeyUsed ? 'a transfer' : null,
    };
    const decision = decideCapture({ ...CAPTURE, amount: microUsd(amount) }, facts);
    assert.equal(decision.status, status, `${amount} ${state} ${isKeyUsed}`);
    if (decision.status === 'conflict') assert.equal(decision.earlier, 'a transfer');
    if (decision.status === 'capture') assert.deepEqual(decision.account, buildAccount(100, 0));
  }
});
