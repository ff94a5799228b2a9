import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_OPERATION_MICRO_USD, microUsd } from '../../domain/index.ts';
import {
  type ClawBackDecision,
  computeWrittenOff,
  decideClawBack,
  decideDebit,
  decideReinstatement,
  decideRepayments,
  decideWriteOff,
} from './debt-decision.ts';
import type { EntryType } from './posting.ts';
import type { KeyUse } from './posting-decision.ts';

test('a claw-back takes what is free and makes a debt of the rest', () => {
  const rows: [amount: number, balance: number, held: number, taken: number, owed: number][] = [
    [30, 100, 0, 30, 0],
    [100, 100, 0, 100, 0],
    [100, 100, 40, 60, 40],
    [100, 0, 0, 0, 100],
  ];
  for (const [amount, balance, held, taken, owed] of rows) {
    const account = { kind: 'owner', balance: microUsd(balance), held: microUsd(held), seq: 1 } as const;
    const facts = { keyUse: { use: 'none' }, account, inCirculation: account.balance } as const;
    assert.deepEqual(decideClawBack(microUsd(amount), facts), { status: 'claw_back', taken, owed });
  }
});

test('a claw-back with a known key comes first, then amounts that cannot be counted', () => {
  const rows: [
    amount: number,
    use: KeyUse['use'],
    inCirculation: number,
    status: ClawBackDecision['status'],
  ][] = [
    [0, 'same_request', 0, 'duplicate'],
    [0, 'other_request', 0, 'conflict'],
    [0, 'none', 0, 'ceiling'],
    [MAX_OPERATION_MICRO_USD + 1, 'none', 0, 'ceiling'],
    [10, 'none', Number.MAX_SAFE_INTEGER - 5, 'claw_back'],
    [11, 'none', Number.MAX_SAFE_INTEGER - 5, 'ceiling'],
  ];
  const account = { kind: 'owner', balance: microUsd(5), held: microUsd(0), seq: 1 } as const;
  for (const [amount, use, inCirculation, status] of rows) {
    const keyUse: KeyUse<string> = use === 'none' ? { use } : { use, earlier: 'a transfer' };
    const decision = decideClawBack(microUsd(amount), {
      keyUse,
      account,
      inCirculation: microUsd(inCirculation),
    });
    assert.equal(decision.status, status);
    if (decision.status === 'conflict') assert.equal(decision.earlier, 'a transfer');
  }
});

test('a debit above the free balance is refused where no debt is allowed, after a known key and a wrong amount', () => {
  const rows: [amount: number, use: KeyUse['use'], allowDebt: boolean, status: string][] = [
    [60, 'none', false, 'claw_back'],
    [61, 'none', false, 'insufficient'],
    [61, 'none', true, 'claw_back'],
    [61, 'same_request', false, 'duplicate'],
    [61, 'other_request', false, 'conflict'],
    [0, 'none', false, 'ceiling'],
    [MAX_OPERATION_MICRO_USD + 1, 'none', false, 'ceiling'],
  ];
  const account = { kind: 'owner', balance: microUsd(100), held: microUsd(40), seq: 1 } as const;
  for (const [amount, use, allowDebt, status] of rows) {
    const keyUse: KeyUse<string> = use === 'none' ? { use } : { use, earlier: 'a transfer' };
    const decision = decideDebit(
      microUsd(amount),
      { keyUse, account, inCirculation: microUsd(100) },
      allowDebt,
    );
    assert.equal(decision.status, status, `${amount} ${use} ${allowDebt}`);
    if (decision.status === 'insufficient')
      assert.deepEqual(decision, { status, balance: 100, available: 60 });
  }
});

test('repayments go to the oldest debts, with no more than is free', () => {
  const debts = [
    { transfer: 1, ref: 'evt_1', open: 10 },
    { transfer: 4, ref: 'evt_2', open: 20 },
  ];
  const repay = (balance: number, held: number) =>
    decideRepayments(debts, { kind: 'owner', balance: microUsd(balance), held: microUsd(held), seq: 1 }).map(
      ({ debt, amount }) => [debt.transfer, amount],
    );
  assert.deepEqual(repay(5, 0), [[1, 5]]);
  assert.deepEqual(repay(40, 15), [
    [1, 10],
    [4, 15],
  ]);
  assert.deepEqual(repay(10, 10), []);
  assert.deepEqual(repay(100, 0), [
    [1, 10],
    [4, 20],
  ]);
});

test('a write-off ends at most what is owed, once', () => {
  const rows: [amount: number, use: KeyUse['use'], expected: object][] = [
    [10, 'none', { status: 'posted', owed: 20 }],
    [30, 'none', { status: 'posted', owed: 0 }],
    [31, 'none', { status: 'above_debt', owed: 30 }],
    [31, 'same_request', { status: 'duplicate', owed: 30 }],
    [31, 'other_request', { status: 'conflict' }],
  ];
  for (const [amount, use, expected] of rows) {
    assert.deepEqual(decideWriteOff(microUsd(amount), 30, { use }), expected);
  }
});

test('a write-off belongs to the oldest debts that are open', () => {
  const [repaid, written]: EntryType[] = ['refund', 'writeoff'];
  const reduce = (type: EntryType | undefined, amount: number) => ({ type: type as EntryType, amount });
  const rows: [owedAfter: number, reductions: ReturnType<typeof reduce>[], writtenOff: number][] = [
    [50, [], 0],
    [50, [reduce(repaid, 50)], 0],
    [50, [reduce(written, 50)], 50],
    [50, [reduce(repaid, 20), reduce(written, 10), reduce(repaid, 20)], 10],
    // An older debt of 30 is reduced before this one, and a newer one after it.
    [80, [reduce(written, 30)], 0],
    [80, [reduce(written, 40), reduce(repaid, 35)], 10],
    [80, [reduce(repaid, 40), reduce(written, 200)], 40],
  ];
  for (const [i, [owedAfter, reductions, writtenOff]] of rows.entries()) {
    assert.equal(computeWrittenOff({ amount: 50, owedAfter }, reductions), writtenOff, `row ${i + 1}`);
  }
});

test('what was written off is made good before the owner gets anything', () => {
  assert.deepEqual(decideReinstatement(microUsd(50), 0), { recovered: 0, given: 50 });
  assert.deepEqual(decideReinstatement(microUsd(50), 20), { recovered: 20, given: 30 });
  assert.deepEqual(decideReinstatement(microUsd(50), 70), { recovered: 50, given: 0 });
});
