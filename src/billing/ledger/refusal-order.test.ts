import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerSteps } from '../../../test/support/ledger-steps.ts';
import { openMemoryLedger } from '../../../test/support/memory/ledger.ts';
import { openMemoryVouchers } from '../../../test/support/memory/vouchers.ts';
import { epochMs, microUsd } from '../../domain/index.ts';
import { REFUSAL_ORDER } from './posting.ts';

const NOW = epochMs(1_763_700_000_000);
const USED = 'used';
const KEYS = ['fresh', 'used'] as const;
const AMOUNTS = [
  { amount: 0, isCounted: false },
  { amount: 10, isCounted: true },
  { amount: 1_000, isCounted: true },
  { amount: 1e15 + 1, isCounted: false },
];

/** Every combination of reasons to refuse, for each operation, on a ledger whose owner has 100. */
for (const operation of ['post', 'hold', 'clawBack', 'debit'] as const) {
  test(`${operation}: in every combination the first of the table refuses`, async () => {
    for (const key of KEYS) {
      for (const { amount, isCounted } of AMOUNTS) {
        const ledger = openMemoryLedger(() => NOW);
        const base = { scope: 's', ref: null };
        const src = 'owner:ann' as const;
        await ledger.post({
          ...base,
          idem: 'gift',
          type: 'deposit',
          src: 'asset:x',
          dst: src,
          amount: microUsd(100),
        });
        const ask = (idem: string, value: number) =>
          operation === 'post'
            ? ledger.post({
                ...base,
                idem,
                type: 'stream_fee',
                src,
                dst: 'revenue:stream',
                amount: microUsd(value),
              })
            : operation === 'hold'
              ? ledgerSteps(ledger).hold({
                  scope: 's',
                  idem,
                  owner: 'ann',
                  amount: microUsd(value),
                  expiresAt: NOW,
                })
              : operation === 'debit'
                ? ledgerSteps(ledger).debit({
                    owner: 'ann',
                    amount: microUsd(value),
                    ref: idem,
                    reason: 'test',
                    allowDebt: false,
                  })
                : ledgerSteps(ledger).clawBack({
                    ...base,
                    idem,
                    owner: 'ann',
                    asset: 'asset:x',
                    amount: microUsd(value),
                  });
        await ask(USED, 10);
        const isSame = amount === 10;
        const applies: Readonly<Record<string, boolean>> = {
          duplicate: key !== 'fresh' && isSame,
          conflict: key !== 'fresh' && !isSame,
          ceiling: !isCounted,
          insufficient: operation !== 'clawBack' && amount > 90,
        };
        const expected = REFUSAL_ORDER[operation].find((status) => applies[status] === true);
        const { status } = await ask(key === 'fresh' ? 'new' : USED, amount);
        const done = operation === 'hold' ? 'held' : 'posted';
        assert.equal(status, expected ?? done, `${key} ${amount}`);
        assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
      }
    }
  });
}

test('capture: in every combination the first of the table refuses', async () => {
  for (const hold of ['missing', 'resolved', 'pending']) {
    for (const amount of [10, 1_000]) {
      for (const idem of ['new', USED]) {
        const ledger = openMemoryLedger(() => NOW);
        const src = 'owner:ann' as const;
        const base = { scope: 'c', ref: null };
        await ledger.post({
          ...base,
          idem: USED,
          type: 'deposit',
          src: 'asset:x',
          dst: src,
          amount: microUsd(100),
        });
        const key = { scope: 'h', idem: 'o-1' };
        if (hold !== 'missing')
          await ledgerSteps(ledger).hold({ ...key, owner: 'ann', amount: microUsd(10), expiresAt: NOW });
        if (hold === 'resolved') await ledgerSteps(ledger).release(key);
        const { status } = await ledgerSteps(ledger).capture({
          ...base,
          hold: key,
          idem,
          type: 'trade_fee',
          dst: 'revenue:trade_fee',
          amount: microUsd(amount),
        });
        const applies: Readonly<Record<string, boolean>> = {
          unknown_hold: hold === 'missing',
          already_resolved: hold === 'resolved',
          above_hold: amount > 10,
          conflict: idem === USED,
        };
        const expected = REFUSAL_ORDER.capture.find((one) => applies[one] === true);
        assert.equal(status, expected ?? 'captured', `${hold} ${amount} ${idem}`);
      }
    }
  }
});

test('writeOff: in every combination the first of the table refuses', async () => {
  for (const ref of ['new', USED]) {
    for (const amount of [10, 20, 1_000]) {
      const ledger = openMemoryLedger(() => NOW);
      const steps = ledgerSteps(ledger);
      const debt = { scope: 's', idem: 'refund', ref: null, asset: 'asset:x' } as const;
      await steps.clawBack({ ...debt, owner: 'ann', amount: microUsd(100) });
      await steps.writeOff({ owner: 'ann', amount: microUsd(10), ref: USED });
      const { status } = await steps.writeOff({ owner: 'ann', amount: microUsd(amount), ref });
      const applies: Readonly<Record<string, boolean>> = {
        duplicate: ref === USED && amount === 10,
        conflict: ref === USED && amount !== 10,
        above_debt: amount > 90,
      };
      const expected = REFUSAL_ORDER.writeOff.find((one) => applies[one] === true);
      assert.equal(status, expected ?? 'posted', `${ref} ${amount}`);
    }
  }
});

test('redeem: in every combination the first of the table refuses', async () => {
  for (const isIssued of [true, false]) {
    for (const isExpired of [true, false]) {
      for (const amount of [0, 10]) {
        let now = NOW;
        const { vouchers } = openMemoryVouchers(() => now);
        const expiresAt = epochMs(NOW + 1);
        const [code = ''] = await vouchers.issue({
          microUsd: microUsd(amount),
          count: 1,
          label: null,
          expiresAt,
        });
        if (isExpired) now = expiresAt;
        const { status } = await vouchers.redeem(isIssued ? code : `${code}0`, 'ann');
        const applies: Readonly<Record<string, boolean>> = {
          invalid_code: !isIssued,
          expired: isExpired,
          ceiling: amount === 0,
        };
        const expected = REFUSAL_ORDER.redeem.find((one) => applies[one] === true);
        assert.equal(status, expected ?? 'redeemed', `${isIssued} ${isExpired} ${amount}`);
      }
    }
  }
});
