import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  coinbaseCall,
  commerceCall,
  ownDeposit,
  paidCheckout,
  paidSession,
  plainCall,
  removeMarkup,
  standardCall,
  stripeCall,
  stripeEvent,
  WEBHOOK_SECRETS,
} from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const stripe = (event: object) => stripeCall(event, BENCH_NOW);
const session = (id: string, changes: Record<string, unknown> = {}, event: object = {}) =>
  stripe(paidSession(id, changes, event));

test('thirty copies of an event at once are one credit, of every scheme', async (t) => {
  const bench = await startWebhookBench(t);
  const charge = {
    event: {
      id: 'evt_old',
      type: 'charge:confirmed',
      data: {
        id: 'ch_1',
        pricing: { local: { amount: '25.00', currency: 'USD' } },
        metadata: { crosstape_owner: 'alice' },
      },
    },
  };
  const calls = [
    session('1'),
    coinbaseCall(paidCheckout('co_1'), 'evt_new', BENCH_NOW),
    commerceCall(charge),
    standardCall(ownDeposit('own_1'), BENCH_NOW),
    plainCall(ownDeposit('own_2')),
  ];
  for (const [i, call] of calls.entries()) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => bench.deliver(call)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(answers.filter(({ body }) => body.applied === true).length, 1);
    assert.ok(answers.every(({ body }) => body.microUsd === 25 * USD && body.owner === 'alice'));
    assert.equal(await bench.readBalance('alice'), (i + 1) * 25 * USD);
  }
  await bench.requireOrder();
});

test('two events that report one payment pay once', async (t) => {
  const bench = await startWebhookBench(t);
  assert.equal((await bench.deliver(session('1'))).body.applied, true);
  const later = await bench.deliver(
    session('1', {}, { id: 'evt_other', type: 'checkout.session.async_payment_succeeded' }),
  );
  assert.deepEqual([later.body.applied, later.body.microUsd], [false, 25 * USD]);

  const charge = (id: string, type: string) =>
    commerceCall({
      event: {
        id,
        type,
        data: {
          id: 'ch_1',
          pricing: { local: { amount: '5.5', currency: 'USD' } },
          metadata: { hypo_owner: 'alice' },
        },
      },
    });
  assert.equal((await bench.deliver(charge('evt_a', 'charge:resolved'))).body.microUsd, 5.5 * USD);
  assert.equal((await bench.deliver(charge('evt_b', 'charge:confirmed'))).body.applied, false);

  const link = { eventType: 'payment_link.payment.success' };
  const checkout = (eventId: string, changes = {}) =>
    bench.deliver(coinbaseCall(paidCheckout('co_1', changes), eventId, BENCH_NOW));
  assert.equal((await checkout('evt_c', link)).body.applied, true);
  assert.equal((await checkout('evt_d')).body.applied, false);
  assert.equal(await bench.readBalance('alice'), 55.5 * USD);
  await bench.requireOrder();
});

test('an event id that comes again with another body changes nothing, and is logged', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(stripeCall(paidSession('1'), BENCH_NOW));
  const mallory = { amount_total: 900, metadata: { crosstape_owner: 'mallory' } };
  const altered = await bench.deliver(stripeCall(paidSession('1', mallory), BENCH_NOW));
  assert.deepEqual(
    [altered.body.applied, altered.body.owner, altered.body.microUsd],
    [false, 'alice', 25 * USD],
  );
  assert.equal(await bench.readBalance('mallory'), 0);
  assert.equal(bench.logged.filter((line) => line.includes('came again with another body')).length, 1);
});

test('an unpaid session is waited for, and its later success is credited', async (t) => {
  const bench = await startWebhookBench(t);
  const unpaid = await bench.deliver(session('1', { payment_status: 'unpaid' }));
  assert.deepEqual(unpaid.body, { ok: true, ignored: 'unpaid' });
  const paid = await bench.deliver(
    session('1', {}, { id: 'evt_2', type: 'checkout.session.async_payment_succeeded' }),
  );
  assert.equal(paid.body.applied, true);
});

test('what moves no money is acknowledged with its reason and leaves nothing', async (t) => {
  const bench = await startWebhookBench(t, { env: { CROSSTAPE_STRIPE_MODE: 'test' } });
  const checkout = (changes: object, eventId = 'evt_1') =>
    coinbaseCall({ ...paidCheckout('co_1'), ...changes }, eventId, BENCH_NOW);
  const rows: [reason: string, call: Parameters<typeof bench.deliver>[0]][] = [
    ['event_type', stripe(stripeEvent('evt_1', 'payment_intent.succeeded', { id: 'pi_1', amount: 2_500 }))],
    ['event_type', session('1', {}, { type: 'checkout.session.expired' })],
    ['event_type', session('1', {}, { type: 'checkout.session.async_payment_failed' })],
    ['unpaid', session('1', { payment_status: 'unpaid' })],
    ['unpaid', session('1', { payment_status: undefined })],
    ['mode_mismatch', session('1', {}, { livemode: true })],
    ['mode_mismatch', session('1', {}, { livemode: undefined })],
    ['zero_amount', session('1', { amount_total: 0 })],
    ['zero_amount', session('1', { amount_total: 0, payment_status: 'no_payment_required' })],
    ['event_type', checkout({ eventType: 'checkout.payment.failed' })],
    ['event_type', checkout({ eventType: 'checkout.payment.expired' })],
    ['event_type', checkout({ eventType: 'checkout.refund.failed' })],
    ['not_completed', checkout({ status: 'PENDING' })],
    ['not_completed', checkout({ eventType: 'checkout.refund.success', refunds: [] })],
    ['zero_amount', checkout({ settlement: { totalAmount: '0.0000009', currency: 'USDC' } })],
    ...['created', 'pending', 'delayed', 'failed'].map((type): [string, ReturnType<typeof commerceCall>] => [
      'event_type',
      commerceCall({ event: { id: 'e', type: `charge:${type}`, data: {} } }),
    ]),
    ['event_type', standardCall({ id: 'x', type: 'invoice.paid', data: {} }, BENCH_NOW)],
    ['zero_amount', standardCall(ownDeposit('x', { microUsd: 0 }), BENCH_NOW)],
    ['zero_amount', plainCall(ownDeposit('x', { microUsd: undefined, usd: '0.00' }))],
  ];
  for (const [reason, call] of rows) {
    const { status, body } = await bench.deliver(call);
    assert.deepEqual([status, body], [200, { ok: true, ignored: reason }], `${reason} ${call.body}`);
  }
  const { body } = await bench.admin('GET', '/api/account/deposits');
  assert.deepEqual(body, { ok: true, count: 0, deposits: [], nextCursor: null, truncated: false, total: 0 });
  assert.deepEqual(await bench.database.readRows('SELECT * FROM webhook_event'), []);
});

test('a signed event without what it must have is 400 and leaves nothing', async (t) => {
  const bench = await startWebhookBench(t);
  const checkout = (changes: object) =>
    coinbaseCall({ ...paidCheckout('co_1'), ...changes }, 'evt_1', BENCH_NOW);
  const raw = (body: string) => removeMarkup(body);
  const rows: [parameter: string, call: Parameters<typeof bench.deliver>[0]][] = [
    ['type', stripe({ id: 'evt_1' })],
    ['id', session('1', {}, { id: undefined })],
    ['id', session('1', {}, { id: 'x'.repeat(256) })],
    ['id', session('1', { id: null })],
    ['amount_total', session('1', { amount_total: null })],
    ['amount_total', session('1', { amount_total: 25.5 })],
    ['amount_total', session('1', { amount_total: '2500' })],
    ['amount_total', session('1', { amount_total: -1 })],
    ['currency', session('1', { currency: undefined })],
    ['currency', session('1', { currency: 'us' })],
    ['data', session('1', {}, { data: null })],
    ['object', session('1', {}, { data: {} })],
    ['amount_refunded', stripe(stripeEvent('e', 'charge.refunded', { id: 'ch_1', currency: 'usd' }))],
    ['eventType', checkout({ eventType: 7 })],
    ['totalAmount', checkout({ settlement: { totalAmount: '-25.00', currency: 'USDC' } })],
    ['totalAmount', checkout({ settlement: { totalAmount: 25, currency: 'USDC' } })],
    ['amount', checkout({ settlement: undefined, amount: '1e3' })],
    ['id', checkout({ id: undefined })],
    ['refunds', checkout({ eventType: 'checkout.refund.success' })],
    ['event', commerceCall({ id: 1 })],
    ['pricing', commerceCall({ event: { id: 'e', type: 'charge:confirmed', data: { id: 'c' } } })],
    ['data', plainCall(ownDeposit('x', { usd: '25' }))],
    ['microUsd', plainCall(ownDeposit('x', { microUsd: 1e47 }))],
    ['microUsd', plainCall(ownDeposit('x', { microUsd: Number.MAX_VALUE }))],
    ['usd', plainCall(ownDeposit('x', { microUsd: undefined, usd: '1'.repeat(41) }))],
    ['data', plainCall(ownDeposit('x', { microUsd: undefined }))],
    ['microUsd', plainCall(ownDeposit('x', { microUsd: '25' }))],
    ['microUsd', plainCall(ownDeposit('x', { microUsd: 2.5 }))],
    ['microUsd', plainCall(ownDeposit('x', { microUsd: -25 }))],
    ['usd', plainCall(ownDeposit('x', { microUsd: undefined, usd: 25 }))],
    ['id', plainCall(ownDeposit(undefined))],
    ['id', plainCall(ownDeposit('line\nbreak'))],
    ['body', raw('no json')],
    ['body', raw('[]')],
    ['body', raw('null')],
    ['body', raw('')],
    ['body', raw(`{"type":"x","__proto__":{"a":1}}`)],
    ['body', raw(`{"type":"x","\\u005f_proto__":{"a":1}}`)],
    ['body', raw(`{"type":"x","constructor":{"prototype":{}}}`)],
    ['body', raw('['.repeat(20) + ']'.repeat(20))],
  ];
  for (const [parameter, call] of rows) {
    const { status, body } = await bench.deliver(call);
    assert.deepEqual(
      [status, body.error, body.parameter],
      [400, 'validation_failed', parameter],
      `${call.body}`,
    );
  }
  assert.equal((await bench.admin('GET', '/api/account/deposits')).body.count, 0);
  assert.equal((await bench.accounts.ledger.audit({ whole: true })).transfers, 0);
});

test('bytes that are not UTF-8 are refused, also with a valid signature', async (t) => {
  const bench = await startWebhookBench(t);
  const body = Buffer.from('{"type":"deposit.confirmed","id":"\xff"}', 'latin1');
  const { status } = await bench.deliver(removeMarkup(body));
  assert.equal(status, 400);
});

test('the owner is the one that the metadata name, and unknown where they name two or none', async (t) => {
  const bench = await startWebhookBench(t);
  const rows: [metadata: unknown, owner: string | null][] = [
    [{ crosstape_owner: 'ann' }, 'ann'],
    [{ hypo_owner: 'ann' }, 'ann'],
    [{ crosstape_owner: 'ann', hypo_owner: 'ann' }, 'ann'],
    [{ crosstape_owner: 'ann', hypo_owner: 'bob' }, null],
    [{ crosstape_owner: '-ann' }, null],
    [{ crosstape_owner: 'a'.repeat(129) }, null],
    [{ crosstape_owner: 7 }, null],
    [{ crosstape_owner: '' }, null],
    [{}, null],
    [undefined, null],
    ['ann', null],
  ];
  for (const [i, [metadata, owner]] of rows.entries()) {
    const { status, body } = await bench.deliver(session(String(i), { metadata }));
    assert.equal(status, 200);
    assert.deepEqual(body.owner ?? null, owner, JSON.stringify(metadata));
    if (owner === null) assert.deepEqual(body, { ok: true, ignored: 'unattributed' });
  }
  assert.equal(await bench.readBalance('ann'), 75 * USD);
  const { body } = await bench.admin('GET', '/api/account/treasury');
  assert.equal(body.review.unattributedMicroUsd, 8 * 25 * USD);
  await bench.requireOrder();
});

test('currencies that are not counted wait without a transfer, with their own decimals', async (t) => {
  const bench = await startWebhookBench(t);
  const rows: [currency: string, minor: number, amount: string][] = [
    ['eur', 2_500, '25.00'],
    ['jpy', 2_500, '2500'],
    ['kwd', 2_500, '2.500'],
  ];
  for (const [i, [currency, amount_total]] of rows.entries()) {
    const { body } = await bench.deliver(session(String(i), { currency, amount_total }));
    assert.deepEqual(body, { ok: true, ignored: 'currency' });
  }
  const { body } = await bench.admin('GET', '/api/account/deposits?state=unattributed');
  assert.deepEqual(
    body.deposits.map((one: Record<string, unknown>) => [one.currency, one.amount, one.microUsd, one.reason]),
    rows.map(([currency, , amount]) => [currency.toUpperCase(), amount, null, 'currency']).reverse(),
  );
  for (const [i, currency] of ['USDC', 'USDT', 'USD', 'usdc'].entries()) {
    const settlement = { totalAmount: '1.0000019', currency };
    const paid = coinbaseCall(paidCheckout(`co_${i}`, { settlement }), `evt_${i}`, BENCH_NOW);
    assert.equal((await bench.deliver(paid)).body.microUsd, 1_000_001, currency);
  }
  const foreign = coinbaseCall(
    paidCheckout('co_9', { settlement: undefined, currency: 'BTC' }),
    'evt_9',
    BENCH_NOW,
  );
  assert.deepEqual((await bench.deliver(foreign)).body, { ok: true, ignored: 'currency' });
});

test('above a cap the whole deposit waits, and the answer says so each time', async (t) => {
  const bench = await startWebhookBench(t, {
    env: { CROSSTAPE_DEPOSIT_CAP_USD: '100', CROSSTAPE_DEPOSIT_DAY_CAP_USD: '150' },
  });
  const large = session('1', { amount_total: 10_001 });
  for (let i = 0; i < 2; i++) {
    assert.deepEqual((await bench.deliver(large)).body, {
      ok: true,
      provider: 'stripe',
      owner: 'alice',
      applied: false,
      microUsd: 100_010_000,
      balanceMicroUsd: 0,
      owedMicroUsd: 0,
      held: true,
    });
  }
  assert.equal((await bench.deliver(session('2', { amount_total: 10_000 }))).body.applied, true);
  const dayCap = await bench.deliver(session('3', { amount_total: 5_001 }));
  assert.deepEqual([dayCap.body.applied, dayCap.body.held], [false, true]);
  const vast = await bench.deliver(plainCall(ownDeposit('vast', { microUsd: 1e15 + 1 })));
  assert.deepEqual([vast.body.microUsd, vast.body.held, vast.body.applied], [null, true, false]);
  const beyond = await bench.deliver(
    plainCall(ownDeposit('beyond', { microUsd: undefined, usd: '1'.repeat(30) })),
  );
  assert.deepEqual([beyond.body.microUsd, beyond.body.held], [null, true]);
  assert.equal(await bench.readBalance('alice'), 100 * USD);
  const { body } = await bench.admin('GET', '/api/account/deposits?state=held&owner=alice');
  assert.deepEqual(
    body.deposits.map(({ reason }: { reason: string }) => reason),
    ['amount_out_of_range', 'amount_out_of_range', 'day_cap', 'deposit_cap'],
  );
  await bench.requireOrder();
});

test('neither the log nor the database nor an answer holds a secret, a signature or a body', async (t) => {
  const bench = await startWebhookBench(t);
  const calls = [
    session('1', { customer_email: 'sentinel@example.org' }),
    coinbaseCall(paidCheckout('co_1', { note: 'sentinel' }), 'evt_c', BENCH_NOW),
    standardCall(ownDeposit('own_1', { note: 'sentinel' }), BENCH_NOW),
    plainCall(ownDeposit('own_2', { note: 'sentinel', microUsd: 'odd' })),
  ];
  const answers: string[] = [];
  for (const call of calls) {
    answers.push(JSON.stringify((await bench.deliver(call)).body));
    const other = await bench.deliver({ ...call, body: `${call.body} ` });
    answers.push(JSON.stringify(other.body));
  }
  const tables = ['deposit', 'webhook_event', 'transfer', 'reversal_report'];
  const rows = await Promise.all(tables.map((table) => bench.database.readRows(`SELECT * FROM ${table}`)));
  const kept = JSON.stringify([bench.logged, rows, answers]);
  const macs = calls.flatMap(({ headers }) => JSON.stringify(headers).match(/[0-9a-f]{64}|v1,[^"]+/g) ?? []);
  assert.ok(macs.length >= 4);
  for (const secret of ['sentinel', ...Object.values(WEBHOOK_SECRETS).flat(), ...macs]) {
    assert.equal(kept.includes(secret), false, secret);
  }
});

test('a ledger that takes nothing is 503, and the event counts when it is sent again', async (t) => {
  const bench = await startWebhookBench(t);
  const call = session('1');
  const { database } = bench;
  const transact = database.transact.bind(database);
  const { StorageUnavailableError } = await import('../../src/storage/service-database.ts');
  (database as { transact: unknown }).transact = async () => {
    throw new StorageUnavailableError('the disk is gone');
  };
  const refused = await bench.deliver(call);
  assert.deepEqual([refused.status, refused.body.error], [503, 'ledger_unavailable']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  (database as { transact: unknown }).transact = transact;
  assert.equal((await bench.deliver(call)).body.applied, true);
});
