import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../src/domain/index.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import { paidSession, stripeCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;

test('the ledger of an owner shows balance, debts, holds, deposits and entries', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(stripeCall(paidSession('1'), BENCH_NOW));
  const steps = ledgerSteps(bench.accounts.ledger);
  const money = { scope: 'wh:stripe', owner: 'alice', asset: 'asset:stripe' } as const;
  await steps.clawBack({ ...money, idem: 'evt_2', amount: microUsd(40 * USD), ref: 'evt_2' });
  await bench.admin('POST', '/api/account/credit', { owner: 'bob', usd: 5, ref: 'b' });
  await steps.hold({
    scope: 'trade.hold',
    idem: 'ord_1',
    owner: 'bob',
    amount: microUsd(2 * USD),
    expiresAt: bench.now(),
  });
  const show = (owner: string) => bench.admin('GET', `/api/account/ledger?owner=${owner}`);

  const { body: alice } = await show('alice');
  assert.deepEqual(alice.balance, { microUsd: 0, usd: 0, heldMicroUsd: 0, owedMicroUsd: 15 * USD });
  assert.deepEqual(
    alice.debts.map(({ microUsd: owed, reason }: { microUsd: number; reason: string }) => [owed, reason]),
    [[15 * USD, 'evt_2']],
  );
  assert.deepEqual(
    alice.ledger.map((entry: { type: string; microUsd: number }) => [entry.type, entry.microUsd]),
    [
      ['deposit', 25 * USD],
      ['refund', -25 * USD],
    ],
  );
  assert.deepEqual(
    alice.deposits.map(({ eventId }: { eventId: string }) => eventId),
    ['evt_1'],
  );
  const { body: bob } = await show('bob');
  assert.deepEqual(
    [bob.balance.heldMicroUsd, bob.holds[0].ref, bob.holds[0].microUsd],
    [2 * USD, 'ord_1', 2 * USD],
  );
  const { body: nobody } = await show('nobody');
  assert.deepEqual([nobody.balance.microUsd, nobody.debts, nobody.ledger], [0, [], []]);
  for (const query of ['', '?owner=!', '?owner=a&cursor=x', '?owner=a&limit=0']) {
    assert.equal((await bench.admin('GET', `/api/account/ledger${query}`)).status, 400);
  }

  const { body } = await bench.admin('GET', '/api/account/accounts');
  assert.deepEqual(body.accounts, [
    { account: 'adjust:admin', balanceMicroUsd: -5 * USD },
    { account: 'asset:stripe', balanceMicroUsd: 15 * USD },
    { account: 'receivable', balanceMicroUsd: -15 * USD },
  ]);
  assert.equal(body.ownersMicroUsd, 5 * USD);
});

test('partly repaid debts show what is open, oldest first, with since when', async (t) => {
  const bench = await startWebhookBench(t);
  const steps = ledgerSteps(bench.accounts.ledger);
  const money = { scope: 'wh:stripe', owner: 'alice', asset: 'asset:stripe' } as const;
  for (const [idem, usd] of [
    ['evt_a', 10],
    ['evt_b', 20],
  ] as const) {
    await steps.clawBack({ ...money, idem, amount: microUsd(usd * USD), ref: idem });
  }
  await bench.admin('POST', '/api/account/credit', { owner: 'alice', usd: 4, ref: 'c' });
  const { body } = await bench.admin('GET', '/api/account/ledger?owner=alice');
  assert.deepEqual(
    body.debts.map((debt: { microUsd: number; reason: string; since: number }) => [
      debt.microUsd / USD,
      debt.reason,
      Number.isSafeInteger(debt.since),
    ]),
    [
      [6, 'evt_a', true],
      [20, 'evt_b', true],
    ],
  );
});

test('actions of the operator come newest first, with who did them', async (t) => {
  const bench = await startWebhookBench(t);
  for (let i = 0; i < 3; i++) {
    await bench.admin('POST', '/api/account/credit', { owner: 'alice', usd: 1, ref: `c${i}` });
  }
  await bench.admin('POST', '/api/account/vouchers', { usd: 1, label: 'fair' });
  await bench.accounts.operator.note({ address: 'command line', action: 'x', target: null, detail: null });
  const { body: first } = await bench.admin('GET', '/api/admin/actions?limit=2');
  assert.deepEqual(
    first.actions.map(({ id, ...action }: { id: number }) => action),
    [
      { at: BENCH_NOW, action: 'x', target: null, owner: null, address: null, detail: null },
      {
        at: BENCH_NOW,
        action: 'vouchers.issue',
        target: 'fair',
        owner: null,
        address: '127.0.0.1',
        detail: '1 of 1000000',
      },
    ],
  );
  const { body: rest } = await bench.admin('GET', `/api/admin/actions?cursor=${first.nextCursor}`);
  assert.deepEqual(
    rest.actions.map(({ owner, detail }: { owner: string; detail: string }) => [owner, detail]),
    ['c2', 'c1', 'c0'].map((ref) => ['alice', `1000000 ref ${ref} posted`]),
  );
  assert.equal(rest.nextCursor, null);
  assert.equal((await bench.admin('GET', '/api/admin/actions?cursor=x')).status, 400);
});
