import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SourceComparer } from '../../src/billing/sources/source-comparer.ts';
import { prepareSourceQueries } from '../../src/billing/sources/sql/source-rows.ts';
import { StripeBalanceApi } from '../../src/billing/webhooks/providers/stripe/balance-api.ts';
import { StripeSource } from '../../src/billing/webhooks/providers/stripe/stripe-source.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/index.ts';
import { paidSession, stripeCall, stripeEvent } from '../support/provider-events.ts';
import { startWebhookBench } from '../support/webhook-bench.ts';

const SIGNAL = AbortSignal.timeout(30_000);

interface Listed {
  readonly id: string;
  readonly created: number;
  readonly [member: string]: unknown;
}

/** A service that takes webhooks, and the account at Stripe as its balance transactions show it. */
async function bench(t: TestContext) {
  const service = await startWebhookBench(t);
  const listed: Listed[] = [];
  const asked: URL[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    asked.push(url);
    const from = Number(url.searchParams.get('created[gte]'));
    const rows = listed.filter(({ created }) => created >= from);
    const begin = rows.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
    const data = rows.slice(begin, begin + 2);
    response.writeHead(state.status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(state.status === 200 ? { data, has_more: begin + 2 < rows.length } : { error: {} }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const queries = service.database.buildQueries(prepareSourceQueries);
  const source = new StripeSource({
    balance: new StripeBalanceApi({ apiKey: 'rk_test', userAgent: 'test', baseUrl }),
    queries,
    clock: service.now,
  });
  const comparer = new SourceComparer({
    listSources: async () => ({ sources: [source], silent: [] }),
    database: service.database,
    queries,
    clock: service.now,
    onProblem: () => undefined,
  });
  let numbers = 0;
  return {
    service,
    asked,
    state,
    /** Newest first, as Stripe lists them. */
    list: (category: string, amount: number, changes: Record<string, unknown> = {}) => {
      const created = Math.floor(service.now() / 1_000);
      const id = `txn_${++numbers}`;
      listed.unshift({ id, created, amount, currency: 'usd', reporting_category: category, ...changes });
    },
    deliver: (event: object) => service.deliver(stripeCall(event, service.now())),
    compare: async () => (await comparer.compare(SIGNAL))[0],
  };
}

const charge = (payment: string, changes: object = {}) => ({
  source: { object: 'charge', amount: 2_500, currency: 'usd', payment_intent: payment, ...changes },
});

test('charges, refunds and disputes are equal; fees and payouts are no difference', async (t) => {
  const { service, list, deliver, compare, asked } = await bench(t);
  await deliver(paidSession('before'));
  list('charge', 2_500, charge('pi_before'));
  service.pass(2 * HOUR_MS);
  assert.equal((await compare())?.status, 'base');
  for (const id of ['1', '2', '3']) {
    await deliver(paidSession(id));
    list('charge', 2_500, charge(`pi_${id}`));
    list('fee', -103);
  }
  await deliver(
    stripeEvent('evt_r', 'charge.refunded', {
      id: 'ch_1',
      payment_intent: 'pi_1',
      currency: 'usd',
      amount_refunded: 1_000,
    }),
  );
  list('refund', -1_000, charge('pi_1', { object: 'refund', amount: 1_000 }));
  const dispute = { id: 'dp_2', payment_intent: 'pi_2', currency: 'usd', amount: 2_500 };
  await deliver(stripeEvent('evt_d', 'charge.dispute.funds_withdrawn', dispute));
  list('dispute', -2_500, charge('pi_2', { object: 'dispute' }));
  list('payout', -4_000);
  service.pass(DAY_MS);
  const equal = await compare();
  assert.deepEqual(
    [equal?.status, equal?.figures, equal?.note],
    ['equal', { cameIn: '40', recorded: '40' }, null],
  );
  assert.equal(asked.at(-1)?.searchParams.get('expand[]'), 'data.source');
});

test('a payment that no webhook brought, and one that Stripe does not know, are differences', async (t) => {
  const { service, list, deliver, compare } = await bench(t);
  await compare();
  service.pass(2 * HOUR_MS);
  await deliver(paidSession('1'));
  list('charge', 2_500, charge('pi_1'));
  list('charge', 990, charge('pi_lost', { amount: 990 }));
  service.pass(2 * HOUR_MS);
  const lost = await compare();
  assert.deepEqual([lost?.status, lost?.difference], ['difference', '9.9']);
  await deliver(paidSession('forged'));
  service.pass(2 * HOUR_MS);
  const forged = await compare();
  assert.deepEqual([forged?.difference, forged?.figures?.recorded], ['-15.1', '50']);
  const { items } = (await service.admin('GET', '/api/account/review?kind=source_difference')).body;
  assert.deepEqual(
    items.map(({ amount, microUsd, known }: Record<string, unknown>) => [amount, microUsd, known]),
    [
      [
        '15.1',
        15_100_000,
        {
          source: 'stripe',
          title: 'Stripe',
          cameIn: '34.9',
          recorded: '50',
          leftOut: null,
          fromMs: items[0].known.fromMs,
          toMs: service.now(),
          fromPosition: items[0].known.fromPosition,
          toPosition: items[0].known.toPosition,
        },
      ],
    ],
  );
});

test('what is under way within the last hour is no difference, on either side and at the base', async (t) => {
  const { service, list, deliver, compare } = await bench(t);
  await compare();
  service.pass(3 * HOUR_MS);
  // Paid before the moment that is compared, recorded after it.
  list('charge', 2_500, charge('pi_1'));
  service.pass(HOUR_MS - 10_000);
  list('charge', 2_500, charge('pi_2'));
  await deliver(paidSession('1'));
  service.pass(20_000);
  const first = await compare();
  assert.deepEqual([first?.status, first?.figures], ['equal', { cameIn: '25', recorded: '25' }]);
  await deliver(paidSession('2'));
  await deliver(paidSession('3'));
  list('charge', 2_500, charge('pi_3'));
  assert.equal((await compare())?.status, 'equal');
  service.pass(2 * HOUR_MS);
  const second = await compare();
  assert.deepEqual([second?.status, second?.figures], ['equal', { cameIn: '50', recorded: '50' }]);
});

test('an account in another currency is compared in what customers paid', async (t) => {
  const { service, list, deliver, compare } = await bench(t);
  await compare();
  service.pass(2 * HOUR_MS);
  await deliver(paidSession('1'));
  list('charge', 2_312, { currency: 'eur', ...charge('pi_1') });
  list('charge', 1_000, { currency: 'eur', ...charge('pi_eur', { currency: 'eur', amount: 1_000 }) });
  service.pass(2 * HOUR_MS);
  const equal = await compare();
  assert.deepEqual(
    [equal?.status, equal?.figures, equal?.note],
    ['equal', { cameIn: '25', recorded: '25' }, 'transactions that are not counted: 1 in EUR'],
  );
});

test('a key without the right, and a transaction that cannot be read, are not compared', async (t) => {
  const { list, compare, state } = await bench(t);
  state.status = 403;
  const refused = await compare();
  assert.equal(refused?.status, 'not_compared');
  assert.match(String(refused?.note), /CROSSTAPE_STRIPE_API_KEY may not read balance transactions/);
  state.status = 200;
  list('charge', 12.5);
  const odd = await compare();
  assert.deepEqual(
    [odd?.status, odd?.note],
    ['not_compared', 'Stripe lists a balance transaction that cannot be read'],
  );
});
