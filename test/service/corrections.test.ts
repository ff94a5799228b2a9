import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownDeposit, paidSession, plainCall, stripeCall, stripeEvent } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const pay = (bench: WebhookBench, id: string, changes: Record<string, unknown> = {}) =>
  bench.deliver(stripeCall(paidSession(id, changes), BENCH_NOW));
const refunded = (event: string, id: string, cents: number) =>
  stripeCall(
    stripeEvent(event, 'charge.refunded', {
      id: `ch_${id}`,
      amount_refunded: cents,
      currency: 'usd',
      payment_intent: `pi_${id}`,
    }),
    BENCH_NOW,
  );

test('a debit is the other side of a credit: once, refused above the balance, or a debt', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.admin('POST', '/api/account/credit', { owner: 'anm', usd: 25, ref: 'r' });
  const debit = (members: object) =>
    bench.admin('POST', '/api/account/debit', {
      owner: 'anm',
      usd: 20,
      ref: 'r',
      reason: 'mistyped',
      ...members,
    });
  const first = await debit({});
  assert.deepEqual(
    [
      first.status,
      first.body.applied,
      first.body.microUsd,
      first.body.balanceMicroUsd,
      first.body.owedMicroUsd,
    ],
    [200, true, 20 * USD, 5 * USD, 0],
  );
  assert.deepEqual(
    [(await debit({})).body.applied, (await debit({ usd: 21 })).body.error],
    [false, 'ref_conflict'],
  );
  assert.equal((await debit({ owner: 'ann' })).body.error, 'ref_conflict');
  const tooMuch = await debit({ ref: 's', usd: 6 });
  assert.deepEqual([tooMuch.status, tooMuch.body.error], [402, 'insufficient_balance']);
  const owing = await debit({ ref: 's', usd: 6, allowDebt: true });
  assert.deepEqual(
    [owing.body.microUsd, owing.body.balanceMicroUsd, owing.body.owedMicroUsd],
    [6 * USD, 0, USD],
  );
  assert.equal((await debit({ ref: 's', usd: 6 })).body.applied, false);
  for (const wrong of [{ reason: ' ' }, { reason: undefined }, { usd: -1 }, { microUsd: 5 }, { ref: '' }]) {
    assert.equal((await debit({ ref: 't', ...wrong })).status, 400, JSON.stringify(wrong));
  }
  assert.deepEqual((await bench.readEntries('anm')).slice(1), [
    ['admin_debit', -20 * USD, 'r'],
    ['admin_debit', -5 * USD, 's'],
  ]);
  const { debts } = (await bench.admin('GET', '/api/account/ledger?owner=anm')).body;
  assert.deepEqual([debts[0].microUsd, debts[0].reason], [USD, 'mistyped']);
  const { actions } = (await bench.admin('GET', '/api/admin/actions')).body;
  assert.deepEqual([actions.at(-2).owner, actions.at(-2).action], ['anm', 'debit']);
  await bench.requireOrder();
});

test('a credited deposit is reversed once, and its provider takes nothing twice', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  await bench.deliver(refunded('evt_r1', '1', 1_000));
  const { deposits } = (await bench.admin('GET', '/api/account/deposits')).body;
  const reverse = (id: string, members: object = { reason: 'forged' }) =>
    bench.admin('POST', '/api/account/deposits', { id, action: 'reverse', ...members });
  const [{ id }] = deposits;
  assert.deepEqual([(await reverse(id, {})).status, (await reverse('dep_none')).status], [400, 404]);
  const { body } = await reverse(id);
  assert.deepEqual([body.applied, body.deposit.state], [true, 'reversed']);
  assert.equal(await bench.readBalance('alice'), 0);
  assert.equal((await reverse(id)).body.applied, false);
  assert.deepEqual(await bench.readEntries('alice'), [
    ['deposit', 25 * USD, 'evt_1'],
    ['refund', -10 * USD, 'evt_r1'],
    ['refund', -15 * USD, `reverse:${id}:1`],
  ]);
  // The provider refunds the rest, and then all of it fails: the decision of the operator stays.
  for (const [event, cents] of [
    ['evt_r2', 2_500],
    ['evt_r3', 0],
  ] as const) {
    await bench.deliver(refunded(event, '1', cents));
    assert.equal(await bench.readBalance('alice'), 0);
  }
  const list = (state: string) => bench.admin('GET', `/api/account/deposits?state=${state}`);
  assert.deepEqual([(await list('reversed')).body.count, (await list('credited')).body.count], [1, 0]);
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.receivableMicroUsd, 0);
  await bench.requireOrder();
});

test('a spent deposit of any source is reversed as a debt; a waiting one is not', async (t) => {
  const bench = await startWebhookBench(t, { env: { CROSSTAPE_DEPOSIT_CAP_USD: '30' } });
  await bench.deliver(plainCall(ownDeposit('own_1')));
  await bench.admin('POST', '/api/account/debit', { owner: 'alice', usd: 24, ref: 'spent', reason: 'spent' });
  const [{ id }] = (await bench.admin('GET', '/api/account/deposits')).body.deposits;
  const reverse = (deposit: string) =>
    bench.admin('POST', '/api/account/deposits', { id: deposit, action: 'reverse', reason: 'forged' });
  assert.equal((await reverse(id)).body.deposit.state, 'reversed');
  assert.equal((await bench.admin('GET', '/api/account/treasury')).body.receivableMicroUsd, 24 * USD);
  await pay(bench, '2', { amount_total: 4_000 });
  const held = (await bench.admin('GET', '/api/account/deposits?state=held')).body.deposits[0].id;
  assert.equal((await reverse(held)).status, 404);
  await bench.requireOrder();
});

test('vouchers are cancelled by hash, label and time of issue; redeemed ones stay', async (t) => {
  const bench = await startWebhookBench(t);
  const { rawKey } = await bench.issue();
  const issue = async (label: string, count: number) =>
    (await bench.admin('POST', '/api/account/vouchers', { usd: 5, label, count })).body.codes as string[];
  const cancel = (body: object) => bench.admin('DELETE', '/api/account/vouchers', body);
  const redeem = (code: string) => bench.call('POST', '/api/account/redeem', rawKey, { code });
  const leaked = await issue('leaked', 3);
  bench.pass(1_000);
  const [other] = await issue('other', 1);
  bench.pass(1_000);
  const [late] = await issue('late', 1);
  await redeem(leaked[0]!);

  const { body } = await cancel({ label: 'leaked' });
  assert.deepEqual(body, { ok: true, cancelled: 2, microUsd: 10 * USD, redeemedAlready: 1, applied: true });
  assert.equal((await redeem(leaked[1]!)).body.error, 'invalid_code');
  const again = (await cancel({ label: 'leaked' })).body;
  assert.deepEqual([again.cancelled, again.applied, again.redeemedAlready], [0, false, 1]);
  assert.deepEqual((await cancel({ label: 'nobody' })).body.cancelled, 0);

  const { vouchers } = (await bench.admin('GET', '/api/account/vouchers')).body;
  const find = (label: string) => vouchers.find((one: { label: string }) => one.label === label);
  assert.equal((await cancel({ hash: find('other').hash })).body.cancelled, 1);
  assert.equal((await cancel({ hash: 'a'.repeat(64) })).body.error, 'invalid_code');
  assert.equal((await redeem(other as string)).status, 404);
  const issued = find('late').createdAt;
  const span = { issuedFromMs: issued, issuedToMs: issued };
  assert.equal((await cancel(span)).body.cancelled, 1);
  assert.equal((await redeem(late as string)).status, 404);
  for (const wrong of [
    {},
    { hash: 'x' },
    { label: 'a', hash: 'a'.repeat(64) },
    { issuedFromMs: 5 },
    { issuedFromMs: 5, issuedToMs: 4 },
    { issuedFromMs: 5, issuedToMs: 9e15 },
  ]) {
    assert.equal((await cancel(wrong)).status, 400, JSON.stringify(wrong));
  }
  const metrics = await bench.app.inject({ url: '/metrics', headers: { host: 'localhost:8080' } });
  assert.match(metrics.body, /^crosstape_vouchers_open 0$/m);
  await bench.requireOrder();
});

test('after a theft two commands make the owner whole: the bot goes on with a new key', async (t) => {
  const bench = await startWebhookBench(t);
  const { rawKey, record } = await bench.issue({ owner: 'alice', tier: 'pro', label: 'mine' });
  const { botId } = record;
  const stolen = await bench.call('POST', '/api/account/keys/rotate', rawKey, {});
  const told = await bench.call('GET', '/api/account/balance', rawKey);
  assert.deepEqual(
    [told.status, told.body.error, told.body.rotatedAtMs],
    [401, 'invalid_api_key', bench.now()],
  );
  const reissue = (members: object = {}) => bench.admin('POST', '/api/account/keys', { botId, ...members });
  const live = await reissue();
  assert.equal(live.status, 400);
  assert.match(live.body.message, /revoke --bot first/);
  await bench.admin('DELETE', '/api/account/keys', { botId });
  assert.deepEqual(
    [
      (await reissue({ owner: 'bob' })).status,
      (await reissue({ tier: 'enterprise' })).status,
      (await reissue({ botId: 'bot_V1StGXR8Z5jdHi6B' })).status,
    ],
    [400, 400, 404],
  );
  const { body } = await reissue({ owner: 'alice', tier: 'pro' });
  assert.deepEqual([body.record.botId, body.record.owner, body.record.tier], [botId, 'alice', 'pro']);
  const balance = (key: string) => bench.call('GET', '/api/account/balance', key);
  assert.equal((await balance(body.rawKey)).status, 200);
  assert.deepEqual([(await balance(stolen.body.rawKey)).status, (await balance(rawKey)).status], [401, 401]);
  bench.pass(24 * 3_600_000 + 1);
  assert.equal('rotatedAtMs' in (await balance(rawKey)).body, false);
  assert.equal((await bench.admin('POST', '/api/account/keys', { owner: 'alice' })).status, 400);
  assert.equal((await bench.admin('POST', '/api/account/keys', { tier: 'pro' })).status, 400);
});

test('a key cannot end beyond all dates, and a stored one ends no list', async (t) => {
  const bench = await startWebhookBench(t);
  const issue = (expiresAt: number) =>
    bench.admin('POST', '/api/account/keys', { owner: 'alice', tier: 'pro', expiresAt });
  assert.deepEqual(
    [
      (await issue(Number.MAX_SAFE_INTEGER)).status,
      (await issue(8.64e15)).status,
      (await issue(1e14)).status,
    ],
    [400, 400, 200],
  );
  const voucher = (expiresAt: number) => bench.admin('POST', '/api/account/vouchers', { usd: 1, expiresAt });
  assert.deepEqual([(await voucher(8.64e15)).status, (await voucher(1e14)).status], [400, 200]);
});
