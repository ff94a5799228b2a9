import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidSession, stripeCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const DAY_MS = 86_400_000;

interface Event {
  readonly id: string;
  readonly type: string;
  /** Seconds after the bench began. */
  readonly at: number;
  readonly object: Record<string, unknown>;
}

const deliverEvent = (bench: WebhookBench, { id, type, at, object }: Event) =>
  bench.deliver(
    stripeCall(
      {
        id,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(BENCH_NOW / 1_000) + at,
        data: { object },
      },
      bench.now(),
    ),
  );
const pay = (bench: WebhookBench, id: string, changes: Record<string, unknown> = {}) =>
  bench.deliver(stripeCall(paidSession(id, changes), bench.now()));

const charge = (id: string, at: number, cents: number, changes: Record<string, unknown> = {}): Event => ({
  id,
  type: 'charge.refunded',
  at,
  object: { id: 'ch_1', amount_refunded: cents, currency: 'usd', payment_intent: 'pi_1', ...changes },
});
const refund = (id: string, type: string, at: number, status: string, cents = 2_500): Event => ({
  id,
  type,
  at,
  object: {
    id: 're_1',
    amount: cents,
    currency: 'usd',
    status,
    charge: 'ch_1',
    payment_intent: 'pi_1',
    created: Math.floor(BENCH_NOW / 1_000) + 10,
  },
});
const dispute = (
  id: string,
  what: string,
  at: number,
  cents: number,
  changes: Record<string, unknown> = {},
): Event => ({
  id,
  type: `charge.dispute.${what}`,
  at,
  object: { id: 'dp_1', amount: cents, currency: 'usd', payment_intent: 'pi_1', ...changes },
});
const listItems = async (bench: WebhookBench) => (await bench.admin('GET', '/api/account/review')).body.items;
const decide = (bench: WebhookBench, id: string, members: object = {}) =>
  bench.admin('POST', '/api/account/review', { id, action: 'apply', ...members });

test('a refund that fails after it was reported gives back, by each of its events and once', async (t) => {
  const failures = [
    refund('evt_f1', 'refund.failed', 30, 'failed'),
    refund('evt_f2', 'charge.refund.updated', 30, 'failed'),
    refund('evt_f3', 'refund.updated', 31, 'canceled'),
    charge('evt_f4', 32, 0),
  ];
  for (const failure of failures) {
    const bench = await startWebhookBench(t);
    await pay(bench, '1');
    await deliverEvent(bench, refund('evt_r0', 'refund.created', 10, 'pending'));
    assert.equal(await bench.readBalance('alice'), 0);
    await deliverEvent(bench, charge('evt_r', 10, 2_500));
    assert.equal(await bench.readBalance('alice'), 0);
    const { body } = await deliverEvent(bench, failure);
    assert.deepEqual([body.applied, body.microUsd, body.balanceMicroUsd], [true, 25 * USD, 25 * USD]);
    for (const other of failures) await deliverEvent(bench, other);
    assert.equal(await bench.readBalance('alice'), 25 * USD);
    await bench.requireOrder();
  }
});

test('a dispute that is lost after it was won takes the money again', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  await deliverEvent(bench, dispute('evt_1w', 'funds_withdrawn', 10, 2_500));
  await deliverEvent(bench, dispute('evt_2b', 'funds_reinstated', 20, 2_500));
  assert.equal(await bench.readBalance('alice'), 25 * USD);
  await deliverEvent(bench, dispute('evt_0w', 'funds_withdrawn', 30, 2_500));
  assert.equal(await bench.readBalance('alice'), 0);
  await deliverEvent(bench, dispute('evt_b', 'funds_reinstated', 15, 2_500));
  assert.equal(await bench.readBalance('alice'), 0);
  await bench.requireOrder();
});

test('a dispute in another currency moves nothing and waits with both amounts', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1', { amount_total: 10_000 });
  const { body } = await deliverEvent(
    bench,
    dispute('evt_w', 'funds_withdrawn', 10, 9_300, { currency: 'eur' }),
  );
  assert.equal(body.ignored, 'currency');
  assert.equal(await bench.readBalance('alice'), 100 * USD);
  const [item, ...others] = await listItems(bench);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [item.kind, item.owner, item.currency, item.amount, item.microUsd, item.known.depositAmount],
    ['reversal_currency', 'alice', 'EUR', '93.00', null, '100.00'],
  );
  const { body: health } = await bench.admin('GET', '/api/account/review?kind=reversal_currency');
  assert.equal(health.items.length, 1);
  assert.equal((await decide(bench, item.id)).status, 400);
  assert.equal((await decide(bench, item.id, { microUsd: 101 * USD })).status, 400);
  assert.equal((await decide(bench, item.id, { microUsd: 100 * USD, owner: 'bob' })).status, 400);
  const applied = await decide(bench, item.id, { microUsd: 98 * USD });
  assert.deepEqual([applied.body.movedMicroUsd, applied.body.balanceMicroUsd], [-98 * USD, 2 * USD]);
  assert.equal((await decide(bench, item.id, { microUsd: 98 * USD })).body.applied, false);
  // The bank decides for us: what a person took, a person gives back.
  await deliverEvent(bench, dispute('evt_b', 'funds_reinstated', 20, 9_300, { currency: 'eur' }));
  const [again] = await listItems(bench);
  assert.deepEqual([again.id, again.amount], [item.id, '0.00']);
  assert.equal((await decide(bench, item.id, { microUsd: 0 })).body.balanceMicroUsd, 100 * USD);
  await bench.requireOrder();
});

test('what lies beyond a deposit waits; a person may take it as a debt', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  await deliverEvent(bench, dispute('evt_w', 'funds_withdrawn', 10, 4_000));
  assert.equal(await bench.readBalance('alice'), 0);
  const [item] = await listItems(bench);
  assert.deepEqual([item.kind, item.microUsd, item.owner], ['reversal_excess', 15 * USD, 'alice']);
  assert.equal((await decide(bench, item.id, { microUsd: 16 * USD })).status, 400);
  const { body } = await decide(bench, item.id);
  assert.deepEqual([body.movedMicroUsd, body.owedMicroUsd], [0, 15 * USD]);
  await deliverEvent(bench, dispute('evt_b', 'funds_reinstated', 20, 4_000));
  assert.equal((await bench.admin('GET', '/api/account/ledger?owner=alice')).body.balance.owedMicroUsd, 0);
  const [again] = await listItems(bench);
  assert.deepEqual([again.id, again.microUsd], [item.id, 0]);
  await decide(bench, item.id);
  assert.equal(await bench.readBalance('alice'), 25 * USD);
  await bench.requireOrder();
});

test('a reversal whose deposit has no payment waits visibly, is applied by hand, and counts once', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1', { mode: 'subscription', payment_intent: null });
  const { body } = await deliverEvent(bench, charge('evt_r', 10, 1_000));
  assert.equal(body.ignored, 'pending_deposit');
  const [item] = await listItems(bench);
  assert.deepEqual([item.kind, item.microUsd, item.known.payment], ['reversal_waiting', 10 * USD, 'pi_1']);
  const anomalies = async () => bench.accounts.review.summarize();
  assert.equal((await anomalies()).reversal_waiting.waitedADay, 0);
  bench.pass(DAY_MS);
  assert.equal((await anomalies()).reversal_waiting.waitedADay, 1);
  assert.equal((await decide(bench, item.id)).status, 400);
  assert.equal((await decide(bench, item.id, { owner: 'alice', microUsd: 11 * USD })).status, 400);
  assert.equal((await decide(bench, item.id, { owner: 'alice' })).body.balanceMicroUsd, 15 * USD);
  // The deposit of the payment comes after all.
  await pay(bench, '9', { payment_intent: 'pi_1' });
  assert.equal(await bench.readBalance('alice'), 40 * USD);
  assert.deepEqual(await listItems(bench), []);
  await bench.requireOrder();
});

test('one forged refund without a payment takes nothing, and a person takes at most what was paid', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  const forged = { payment_intent: null, metadata: { crosstape_owner: 'alice' } };
  const { body } = await deliverEvent(bench, charge('evt_r', 10, 99_999_999_900, forged));
  assert.equal(body.ignored, 'unattributed');
  assert.equal(await bench.readBalance('alice'), 25 * USD);
  const [item] = await listItems(bench);
  assert.deepEqual([item.kind, item.owner], ['reversal_without_payment', 'alice']);
  assert.equal((await decide(bench, item.id)).status, 400);
  assert.equal((await decide(bench, item.id, { microUsd: 26 * USD })).status, 400);
  assert.equal((await decide(bench, item.id, { microUsd: 25 * USD })).body.balanceMicroUsd, 0);
  // Taken back at the provider: it comes back by hand too.
  await deliverEvent(bench, charge('evt_r2', 20, 0, forged));
  const [again] = await listItems(bench);
  assert.deepEqual([again.id, again.microUsd], [item.id, 0]);
  assert.equal((await decide(bench, item.id)).body.balanceMicroUsd, 25 * USD);
  await bench.requireOrder();
});

test('a later report that names the payment moves its object from a person to the deposit', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  await deliverEvent(bench, charge('evt_r', 10, 1_000, { payment_intent: null }));
  assert.equal((await listItems(bench)).length, 1);
  await deliverEvent(bench, charge('evt_r2', 20, 1_500));
  assert.equal(await bench.readBalance('alice'), 10 * USD);
  assert.deepEqual(await listItems(bench), []);
  await bench.requireOrder();
});

test('a session that was paid in another currency credits its converted amount', async (t) => {
  const bench = await startWebhookBench(t);
  const conversion = { amount_subtotal: 2_500, amount_total: 2_500, fx_rate: '1.08', source_currency: 'usd' };
  const { body } = await pay(bench, '1', {
    currency: 'eur',
    amount_total: 2_312,
    currency_conversion: conversion,
  });
  assert.deepEqual([body.applied, body.microUsd], [true, 25 * USD]);
  const euros = { currency: 'eur', amount_total: 2_312, payment_intent: 'pi_2', id: 'cs_2' };
  const other = await pay(bench, '2', {
    ...euros,
    currency_conversion: { ...conversion, source_currency: 'gbp' },
  });
  assert.equal(other.body.ignored, 'currency');
});
