import assert from 'node:assert/strict';
import { toOwnerAccount } from '../../../src/billing/ledger/chart.ts';
import { MAX_OPERATION_MICRO_USD, microUsd } from '../../../src/domain/index.ts';
import { type Check, charge, credit, STRIPE } from './bench.ts';

/** Postings: idempotency, balances and limits. */
export function checkPostings(check: Check): void {
  check('a posting moves one amount and answers with both balances', async (ledger) => {
    const outcome = await ledger.post(credit('alice', 5_000_000, 'ref-1'));
    assert.ok(outcome.status === 'posted');
    assert.deepEqual(outcome.balances, { src: -5_000_000, dst: 5_000_000 });
    assert.deepEqual(await ledger.readBalance('alice'), {
      microUsd: 5_000_000,
      heldMicroUsd: 0,
    });
    assert.deepEqual(await ledger.readBalance('nobody'), { microUsd: 0, heldMicroUsd: 0 });
  });

  check('the same key again moves nothing and says what was posted', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    await ledger.post(charge('alice', 30, 'c-1'));
    const again = await ledger.post(credit('alice', 100, 'ref-1'));
    assert.ok(again.status === 'duplicate');
    assert.equal(again.transfer.amount, 100);
    assert.equal(again.balances.dst, 70);
  });

  check('the same key for another amount, owner or type is a conflict', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    for (const other of [
      credit('alice', 101, 'ref-1'),
      credit('bob', 100, 'ref-1'),
      { ...credit('alice', 100, 'ref-1'), type: 'deposit' as const },
    ]) {
      const outcome = await ledger.post(other);
      assert.ok(outcome.status === 'conflict');
      assert.equal(outcome.transfer.dst, toOwnerAccount('alice'));
    }
    assert.equal((await ledger.readBalance('alice')).microUsd, 100);
    assert.equal((await ledger.readBalance('bob')).microUsd, 0);
  });

  check('a posting that names its request is a duplicate whichever way it went', async (ledger) => {
    const request = ['bob', 100, 'USD', 'deposit'];
    const held = await ledger.post({
      ...charge('bob', 100, 'evt_1'),
      scope: 'wh:stripe',
      type: 'held',
      src: STRIPE,
      dst: 'review:held',
      request,
    });
    assert.equal(held.status, 'posted');
    const again = await ledger.post({
      ...charge('bob', 100, 'evt_1'),
      scope: 'wh:stripe',
      type: 'deposit',
      src: STRIPE,
      dst: toOwnerAccount('bob'),
      request,
    });
    assert.ok(again.status === 'duplicate');
    assert.equal(again.transfer.dst, 'review:held');
    assert.equal((await ledger.readFloat()).heldForReviewMicroUsd, 100);
  });

  check('an owner cannot give what is not there', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    const outcome = await ledger.post(charge('alice', 101, 'c-1'));
    assert.deepEqual(outcome, { status: 'insufficient', balance: 100, available: 100 });
    assert.equal((await ledger.post(charge('alice', 100, 'c-1'))).status, 'posted');
    assert.equal((await ledger.post(charge('alice', 1, 'c-2'))).status, 'insufficient');
  });

  check('accounts of review and revenue cannot go below zero either', async (ledger) => {
    const outcome = await ledger.post({
      scope: 'review.release',
      idem: 'd-1',
      type: 'release',
      src: 'review:held',
      dst: toOwnerAccount('alice'),
      amount: microUsd(1),
      ref: null,
    });
    assert.equal(outcome.status, 'insufficient');
  });

  check('amounts are whole, positive and within the ceiling', async (ledger) => {
    for (const amount of [0, -1, 0.5, MAX_OPERATION_MICRO_USD + 1, Number.NaN]) {
      const outcome = await ledger.post(credit('alice', amount, `ref-${amount}`));
      assert.equal(outcome.status, 'ceiling', String(amount));
    }
    for (let i = 0; i < 9; i++) await ledger.post(credit(`o${i}`, MAX_OPERATION_MICRO_USD, `big-${i}`));
    assert.equal((await ledger.post(credit('alice', 10_000_000_000_000, 'last'))).status, 'ceiling');
    assert.equal((await ledger.post(credit('alice', 7_199_254_740_991, 'last'))).status, 'posted');
    assert.equal((await ledger.readFloat()).totalMicroUsd, Number.MAX_SAFE_INTEGER);
    assert.equal((await ledger.post(credit('bob', 1, 'one more'))).status, 'ceiling');
  });

  check('fifty equal postings at once are one posting', async (ledger) => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => ledger.post(credit('alice', 7, 'the-ref'))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'posted').length, 1);
    assert.equal(outcomes.filter(({ status }) => status === 'duplicate').length, 49);
    assert.equal((await ledger.readBalance('alice')).microUsd, 7);
  });

  check('thirty charges at once on money for three are three charges', async (ledger) => {
    await ledger.post(credit('alice', 30, 'ref'));
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ledger.post(charge('alice', 10, `c-${i}`))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'posted').length, 3);
    assert.equal((await ledger.readBalance('alice')).microUsd, 0);
  });
}
