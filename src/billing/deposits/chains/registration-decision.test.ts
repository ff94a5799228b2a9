import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRegistration } from './registration-decision.ts';
import { MAX_WALLETS_PER_OWNER, type RegisterOutcome } from './wallets.ts';

test('a wallet belongs to one owner, and is no address of the service', () => {
  const rows: [by: string | null, isDepositAddress: boolean, count: number, outcome: RegisterOutcome][] = [
    [null, false, 0, 'registered'],
    [null, false, MAX_WALLETS_PER_OWNER - 1, 'registered'],
    [null, false, MAX_WALLETS_PER_OWNER, 'too_many'],
    [null, true, MAX_WALLETS_PER_OWNER, 'taken'],
    ['ann', true, MAX_WALLETS_PER_OWNER, 'known'],
    ['ben', false, 0, 'taken'],
  ];
  for (const [registeredBy, isDepositAddress, count, outcome] of rows) {
    assert.equal(decideRegistration('ann', { registeredBy, isDepositAddress, count }), outcome);
  }
});
