import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  coinbaseCall,
  paidCheckout,
  paidSession,
  stripeCall,
  stripeEvent,
} from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const LOW_CAP = { CROSSTAPE_DEPOSIT_CAP_USD: '20' };

const paid = (id: string, changes: Record<string, unknown> = {}) =>
  stripeCall(paidSession(id, changes), BENCH_NOW);

/** A refund states what was refunded of the charge in all. */
const refunded = (event: string, id: string, cents: number, changes: Record<string, unknown> = {}) =>
  stripeCall(
    stripeEvent(event, 'charge.refunded', {
      id: `ch_${id}`,
      amount: 2_500,
      amount_refunded: cents,
      currency: 'usd',
      payment_intent: `pi_${id}`,
      metadata: {},
      ...changes,
    }),
    BENCH_NOW,
  );

const dispute = (
  event: string,
  type: 'funds_withdrawn' | 'funds_reinstated' | 'created' | 'updated' | 'closed',
  id: string,
  cents = 2_500,
) =>
  stripeCall(
    stripeEvent(event, `charge.dispute.${type}`, {
      id: `dp_${id}`,
      amount: cents,
      currency: 'usd',
      charge: `ch_${id}`,
      payment_intent: `pi_${id}`,
      metadata: {},
    }),
    BENCH_NOW,
  );

/** Applied, change and balance of an answer. */
async function deliver(bench: WebhookBench, call: Parameters<WebhookBench['deliver']>[0]) {
  const { status, body } = await bench.deliver(call);
  assert.equal(status, 200, JSON.stringify(body));
  return body.ignored ?? [body.applied, body.microUsd / USD, body.balanceMicroUsd / USD];
}

test('refunds take what is new of the charge, once', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1'));
  assert.deepEqual(await deliver(bench, refunded('evt_r1', '1', 1_000)), [true, -10, 15]);
  assert.deepEqual(await deliver(bench, refunded('evt_r1', '1', 1_000)), [false, -10, 15]);
  assert.deepEqual(await deliver(bench, refunded('evt_r3', '1', 2_500)), [true, -15, 0]);
  // Delivered late: the event before it reported more already.
  assert.deepEqual(await deliver(bench, refunded('evt_r2', '1', 1_800)), [false, -25, 0]);
  assert.deepEqual(await bench.readEntries('alice'), [
    ['deposit', 25 * USD, 'evt_1'],
    ['refund', -10 * USD, 'evt_r1'],
    ['refund', -15 * USD, 'evt_r3'],
  ]);
  await bench.requireOrder();
});

async function spend(bench: WebhookBench, usd: number): Promise<void> {
  const { status } = await bench.accounts.ledger.post({
    scope: 'stream',
    idem: 's1',
    type: 'stream_fee',
    src: 'owner:alice',
    dst: 'revenue:stream',
    amount: (usd * USD) as never,
    ref: 's1',
  });
  assert.equal(status, 'posted');
}

test('a refund beyond the balance is owed, and the next deposit repays it in an entry of its own', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1'));
  await spend(bench, 20);
  assert.deepEqual(await deliver(bench, refunded('evt_r', '1', 2_500)), [true, -5, 0]);
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.receivableMicroUsd, 20 * USD);
  assert.deepEqual(await deliver(bench, paid('2')), [true, 25, 5]);
  assert.deepEqual((await bench.readEntries('alice')).slice(-2), [
    ['deposit', 25 * USD, 'evt_2'],
    ['refund', -20 * USD, 'evt_r'],
  ]);
  await bench.requireOrder();
});

test('a refund before its deposit waits, and the balance of the deposit is after both', async (t) => {
  const bench = await startWebhookBench(t);
  const early = refunded('evt_r', '1', 1_000);
  assert.equal(await deliver(bench, early), 'pending_deposit');
  assert.equal(await deliver(bench, early), 'pending_deposit');
  assert.equal(await deliver(bench, refunded('evt_r2', '1', 1_500)), 'pending_deposit');
  assert.deepEqual(await deliver(bench, paid('1')), [true, 25, 10]);
  assert.deepEqual(await deliver(bench, early), [false, -10, 10]);
  assert.deepEqual(await bench.readEntries('alice'), [
    ['deposit', 25 * USD, 'evt_1'],
    ['refund', -10 * USD, 'evt_r'],
    ['refund', -5 * USD, 'evt_r2'],
  ]);
  await bench.requireOrder();
});

test('a refund waits for its payment; one that names none waits for a person, whatever its metadata say', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1', { payment_intent: null }));
  const metadata = { crosstape_owner: 'alice' };
  const unbound = { metadata, payment_intent: null };
  assert.equal(await deliver(bench, refunded('evt_r', '8', 1_000, unbound)), 'unattributed');
  // Other money of the owner is never taken for a payment that has not come, or that waits.
  assert.equal(await deliver(bench, refunded('evt_r9', '9', 1_000, { metadata })), 'pending_deposit');
  assert.equal(await bench.readBalance('alice'), 25 * USD);
  // The deposit wins over what the metadata say.
  await bench.deliver(paid('2', { metadata: { crosstape_owner: 'bob' } }));
  assert.deepEqual(await deliver(bench, refunded('evt_r2', '2', 500, { metadata })), [true, -5, 20]);
  assert.equal(await bench.readBalance('alice'), 25 * USD);
  // Nobody will ever be found for this one.
  const lost = refunded('evt_r3', '3', 500, { payment_intent: null });
  assert.equal(await deliver(bench, lost), 'unattributed');
  const { counts } = (await bench.admin('GET', '/api/account/review')).body;
  assert.equal(counts.reversal_without_payment.count, 2);
  assert.equal(counts.reversal_waiting.count, 1);
  await bench.requireOrder();
});

test('a dispute takes the money, and a decision for us brings it back', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1'));
  assert.equal(await deliver(bench, dispute('evt_c', 'created', '1')), 'event_type');
  assert.deepEqual(await deliver(bench, dispute('evt_w', 'funds_withdrawn', '1')), [true, -25, 0]);
  assert.deepEqual(await deliver(bench, dispute('evt_w2', 'funds_withdrawn', '1')), [false, -25, 0]);
  assert.equal(await deliver(bench, dispute('evt_u', 'updated', '1')), 'event_type');
  assert.deepEqual(await deliver(bench, dispute('evt_b', 'funds_reinstated', '1')), [true, 25, 25]);
  assert.deepEqual(await deliver(bench, dispute('evt_b2', 'funds_reinstated', '1')), [false, 25, 25]);
  assert.equal(await deliver(bench, dispute('evt_x', 'closed', '1')), 'event_type');
  assert.deepEqual(
    (await bench.readEntries('alice')).map(([type, amount]) => [type, amount]),
    [
      ['deposit', 25 * USD],
      ['refund', -25 * USD],
      ['refund', 25 * USD],
    ],
  );
  const kept = await bench.database.readRows(
    "SELECT type FROM webhook_event WHERE type LIKE 'charge.dispute.%' ORDER BY event_id",
  );
  assert.equal(kept.length, 7);
  await bench.requireOrder();
});

test('never more is taken than was credited, and what comes back never exceeds what the dispute took', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1'));
  await deliver(bench, refunded('evt_r', '1', 2_000));
  assert.deepEqual(await deliver(bench, dispute('evt_w', 'funds_withdrawn', '1', 2_500)), [true, -5, 0]);
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.receivableMicroUsd, 0);
  const excess = async () => (await bench.admin('GET', '/api/account/review')).body.counts.reversal_excess;
  assert.equal((await excess()).microUsd, 20 * USD);
  assert.deepEqual(await deliver(bench, dispute('evt_b', 'funds_reinstated', '1', 9_900)), [true, 5, 5]);
  assert.equal((await excess()).count, 0);
  await bench.requireOrder();
});

test('a won dispute makes good what was written off of its debt; the owner gets the rest', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1'));
  await spend(bench, 20);
  assert.deepEqual(await deliver(bench, dispute('evt_w', 'funds_withdrawn', '1')), [true, -5, 0]);
  const writeOff = { owner: 'alice', usd: 20, ref: 'writeoff:lost' };
  assert.equal((await bench.admin('POST', '/api/account/credit', writeOff)).status, 200);
  assert.deepEqual(await deliver(bench, dispute('evt_b', 'funds_reinstated', '1', 1_500)), [true, 0, 0]);
  assert.deepEqual(await deliver(bench, dispute('evt_b2', 'funds_reinstated', '1')), [true, 5, 5]);
  assert.deepEqual((await bench.readEntries('alice')).slice(-2), [
    ['refund', -5 * USD, 'evt_w'],
    ['refund', 5 * USD, 'evt_b2'],
  ]);
  await bench.requireOrder();
});

test('every order of deposit, refund, dispute and reinstatement ends at the same balance', async (t) => {
  const events = (id: string) => [
    paid(id),
    refunded(`evt_r${id}`, id, 500),
    dispute(`evt_w${id}`, 'funds_withdrawn', id, 2_000),
    dispute(`evt_b${id}`, 'funds_reinstated', id, 2_000),
  ];
  const orders = permutations([0, 1, 2, 3]);
  assert.equal(orders.length, 24);
  const bench = await startWebhookBench(t);
  for (const [i, order] of orders.entries()) {
    const calls = events(`p${i}`);
    for (const at of order) {
      const call = calls[at]!;
      await deliver(bench, call);
      await deliver(bench, call);
    }
    assert.equal(await bench.readBalance('alice'), (i + 1) * 20 * USD, `order ${order.join(' ')}`);
  }
  const { receivableMicroUsd } = await bench.accounts.ledger.readFloat();
  assert.equal(receivableMicroUsd, 0);
  await bench.requireOrder();
});

test('refunds of Coinbase count by their own id, completed ones alone', async (t) => {
  const bench = await startWebhookBench(t);
  const refund = (eventId: string, refunds: object[]) =>
    coinbaseCall(
      { ...paidCheckout('co_1', { refunds }), eventType: 'checkout.refund.success' },
      eventId,
      BENCH_NOW,
    );
  const [first, second, third] = [
    { id: 'rf_1', amount: '5.00', status: 'COMPLETED' },
    { id: 'rf_2', amount: '7.50', status: 'COMPLETED' },
    { id: 'rf_3', amount: '9.00', status: 'PENDING' },
  ];
  assert.equal(await deliver(bench, refund('evt_r0', [first as object])), 'pending_deposit');
  const deposit = coinbaseCall(paidCheckout('co_1'), 'evt_1', BENCH_NOW);
  assert.deepEqual(await deliver(bench, deposit), [true, 25, 20]);
  assert.equal(await deliver(bench, refund('evt_r1', [third as object])), 'not_completed');
  const both = refund('evt_r2', [first, second, third, second] as object[]);
  assert.deepEqual(await deliver(bench, both), [true, -7.5, 12.5]);
  assert.deepEqual(await deliver(bench, both), [false, -7.5, 12.5]);
  assert.deepEqual(await deliver(bench, refund('evt_r3', [first, second] as object[])), [false, -12.5, 12.5]);
  await bench.requireOrder();
});

test('a deposit that waits is refunded out of the review, and no balance changes', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await bench.deliver(paid('1'));
  const { body } = await bench.deliver(refunded('evt_r', '1', 1_000));
  assert.deepEqual(body, {
    ok: true,
    provider: 'stripe',
    owner: 'alice',
    applied: true,
    microUsd: 0,
    balanceMicroUsd: 0,
    owedMicroUsd: 0,
    held: true,
  });
  const listed = async () => (await bench.admin('GET', '/api/account/deposits')).body.deposits[0];
  const waiting = await listed();
  assert.deepEqual([waiting.state, waiting.microUsd, waiting.amount], ['held', 15 * USD, '25.00']);
  const release = (usd: number) =>
    bench.admin('POST', '/api/account/credit', { owner: 'alice', usd, ref: `release:${waiting.id}` });
  assert.equal((await release(25)).body.error, 'ref_conflict');
  assert.deepEqual((await release(15)).body.balanceMicroUsd, 15 * USD);
  // Released, it is refunded like any other.
  assert.deepEqual(await deliver(bench, refunded('evt_r2', '1', 2_000)), [true, -10, 5]);
  await bench.requireOrder();
});

test('a deposit that waits and is refunded as a whole is returned; a won dispute lets it wait again', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await bench.deliver(paid('1'));
  await bench.deliver(dispute('evt_w', 'funds_withdrawn', '1'));
  const listed = async () => (await bench.admin('GET', '/api/account/deposits')).body.deposits[0];
  const returned = await listed();
  assert.deepEqual([returned.state, returned.microUsd], ['returned', 25 * USD]);
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.review.heldMicroUsd, 0);
  await bench.deliver(dispute('evt_b', 'funds_reinstated', '1'));
  const again = await listed();
  assert.deepEqual([again.state, again.microUsd, again.resolvedAt], ['held', 25 * USD, null]);
  assert.equal(await bench.readBalance('alice'), 0);
  await bench.requireOrder();
});

test('a deposit that was returned and waits again after a won dispute can be returned again', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await bench.deliver(paid('1', { amount_total: 5_000 }));
  await bench.deliver(dispute('evt_w', 'funds_withdrawn', '1', 2_500));
  const listed = async () => (await bench.admin('GET', '/api/account/deposits')).body.deposits[0];
  const { id } = await listed();
  const giveBack = () => bench.admin('POST', '/api/account/deposits', { id, action: 'return' });
  assert.equal((await giveBack()).status, 200);
  await bench.deliver(dispute('evt_b', 'funds_reinstated', '1', 2_500));
  const again = await listed();
  assert.deepEqual([again.state, again.microUsd], ['held', 25 * USD]);
  assert.equal((await giveBack()).body.deposit.state, 'returned');
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.review.heldMicroUsd, 0);
  await bench.requireOrder();
});

test('the refund of a deposit that the operator has returned changes nothing', async (t) => {
  const bench = await startWebhookBench(t);
  const nobody = paid('1', { metadata: {} });
  assert.equal(await deliver(bench, nobody), 'unattributed');
  const { id } = (await bench.admin('GET', '/api/account/deposits')).body.deposits[0];
  await bench.admin('POST', '/api/account/deposits', { id, action: 'return' });
  assert.equal(await deliver(bench, refunded('evt_r', '1', 2_500)), 'unattributed');
  const float = await bench.accounts.ledger.readFloat();
  assert.deepEqual([float.unattributedMicroUsd, float.totalMicroUsd, float.receivableMicroUsd], [0, 0, 0]);
  await bench.requireOrder();
});

test('a deposit in a currency that is not counted is returned by its whole refund', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(paid('1', { currency: 'eur' }));
  const state = async () => (await bench.admin('GET', '/api/account/deposits')).body.deposits[0].state;
  assert.equal(await deliver(bench, refunded('evt_r1', '1', 1_000, { currency: 'eur' })), 'currency');
  assert.equal(await state(), 'unattributed');
  assert.equal(await deliver(bench, refunded('evt_r2', '1', 2_500, { currency: 'eur' })), 'currency');
  assert.equal(await state(), 'returned');
});

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [first, ...rest]),
  );
}

test('a debt is shown everywhere, repaid by every entry that raises the balance, and may be given up', async (t) => {
  const bench = await startWebhookBench(t);
  const { call, issue, admin } = bench;
  const { rawKey } = await issue();
  await bench.deliver(paid('1'));
  await admin('POST', '/api/account/credit', { owner: 'alice', usd: 1, ref: 'gift' });
  await call('POST', '/api/account/redeem', rawKey, { code: 'none' });
  // Spent: 20 of 26.
  await spend(bench, 20);
  const refunds = await bench.deliver(refunded('evt_r', '1', 2_500));
  assert.deepEqual([refunds.body.microUsd, refunds.body.owedMicroUsd], [-6 * USD, 19 * USD]);

  const balance = await call('GET', '/api/account/balance', rawKey);
  assert.deepEqual(balance.body.balance, { microUsd: 0, usd: 0, heldMicroUsd: 0, owedMicroUsd: 19 * USD });
  const listed = async () => (await admin('GET', '/api/account/treasury')).body;
  assert.deepEqual((await listed()).debtors, [
    { owner: 'alice', owedMicroUsd: 19 * USD, balanceMicroUsd: 0 },
  ]);

  const credit = (usd: number, ref: string) =>
    admin('POST', '/api/account/credit', { owner: 'alice', usd, ref });
  const credited = (await credit(4, 'another gift')).body;
  assert.deepEqual(
    [credited.microUsd, credited.balanceMicroUsd, credited.owedMicroUsd],
    [4 * USD, 0, 15 * USD],
  );
  const { codes } = (await admin('POST', '/api/account/vouchers', { usd: 5 })).body;
  const redeemed = (await call('POST', '/api/account/redeem', rawKey, { code: codes[0] })).body;
  assert.deepEqual([redeemed.balanceMicroUsd, redeemed.owedMicroUsd], [0, 10 * USD]);
  const { body } = await call('GET', '/api/account/balance?limit=2', rawKey);
  assert.deepEqual(
    body.ledger.map(({ type, microUsd, ref }: Record<string, unknown>) => [type, microUsd, ref]),
    [
      ['voucher', 5 * USD, null],
      ['refund', -5 * USD, 'evt_r'],
    ],
  );

  const tooMuch = await credit(11, 'writeoff:moved away');
  assert.deepEqual([tooMuch.status, tooMuch.body.error], [400, 'validation_failed']);
  assert.match(tooMuch.body.message, /alice owes 10000000 micro-USD/);
  const forgiven = (await credit(10, 'writeoff:moved away')).body;
  assert.deepEqual([forgiven.applied, forgiven.balanceMicroUsd, forgiven.owedMicroUsd], [true, 0, 0]);
  assert.equal((await credit(10, 'writeoff:moved away')).body.applied, false);
  assert.equal((await credit(9, 'writeoff:moved away')).body.error, 'ref_conflict');
  assert.deepEqual([(await listed()).debtors, (await listed()).receivableMicroUsd], [[], 0]);
  assert.equal((await credit(2, 'fresh')).body.balanceMicroUsd, 2 * USD);
  const [action] = await bench.database.readRows(
    `SELECT target, detail FROM admin_action WHERE action = 'credit.writeoff' ORDER BY id LIMIT 1 OFFSET 1`,
  );
  assert.deepEqual(action, { target: 'alice', detail: '10000000 moved away posted' });
  await bench.requireOrder();
});

test('a refund and a won dispute of a deposit that waits leave the same, whichever came first', async (t) => {
  const events = [
    refunded('evt_r', '1', 1_000),
    dispute('evt_w', 'funds_withdrawn', '1'),
    dispute('evt_b', 'funds_reinstated', '1'),
  ];
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const bench = await startWebhookBench(t, { env: LOW_CAP });
    await bench.deliver(paid('1'));
    for (const i of order) await bench.deliver(events[i]!);
    const [deposit] = (await bench.admin('GET', '/api/account/deposits')).body.deposits;
    const { state, microUsd, refundedMicroUsd, returnableMicroUsd } = deposit;
    assert.deepEqual(
      [state, microUsd, refundedMicroUsd, returnableMicroUsd],
      ['held', 15 * USD, 10 * USD, 15 * USD],
      String(order),
    );
    await bench.requireOrder();
  }
});
