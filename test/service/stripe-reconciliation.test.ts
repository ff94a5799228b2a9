import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { StripeEventsApi } from '../../src/billing/webhooks/providers/stripe/events-api.ts';
import {
  MAX_WINDOW_MS,
  StripeReconciler,
} from '../../src/billing/webhooks/providers/stripe/reconciliation.ts';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, UpstreamError } from '../../src/domain/index.ts';
import { paidSession, stripeCall, stripeEvent } from '../support/provider-events.ts';
import { startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;

/** Events of a provider that can be listed, whether or not their webhook was delivered. */
async function bench(t: TestContext, mode: 'test' | null = 'test') {
  const service = await startWebhookBench(t);
  const listed: object[] = [];
  const happen = (event: object) => {
    const stamped = { ...event, created: Math.floor(service.now() / 1_000) };
    listed.unshift(stamped);
    return stamped;
  };
  const reconciler = new StripeReconciler({
    events: {
      async *listSince(from: EpochMs) {
        for (const event of listed as { created: number }[])
          if (event.created * 1_000 >= from - 1_000) yield event;
      },
    },
    take: (event) => service.accounts.webhooks.receiveListed('stripe', event),
    deposits: service.accounts.deposits,
    mode,
    clock: service.now,
  });
  return {
    service,
    listed,
    happen,
    deliver: (event: object) => service.deliver(stripeCall(event, service.now())),
    run: (windowMs = MAX_WINDOW_MS) => reconciler.run(windowMs, new AbortController().signal),
  };
}

const balances = (service: WebhookBench) => service.readBalance('alice');

test('payments, refunds and disputes whose webhooks were lost are taken once', async (t) => {
  const { service, happen, deliver, run } = await bench(t);
  await deliver(happen(paidSession('1')));
  service.pass(DAY_MS);
  const lost = happen(paidSession('2'));
  happen(
    stripeEvent('evt_r', 'charge.refunded', {
      id: 'ch_2',
      amount_refunded: 500,
      currency: 'usd',
      payment_intent: 'pi_2',
    }),
  );
  service.pass(HOUR_MS);
  assert.deepEqual(await run(), {
    events: 3,
    taken: 2,
    malformed: [],
    unconfirmed: [],
    compared: 0,
    value: { compared: 0, confirmed: 0 },
    oldestUnconfirmedAt: null,
  });
  assert.equal(await balances(service), 45 * USD);
  assert.deepEqual((await run()).taken, 0);
  // Its webhook comes after all, days late.
  const late = await deliver(lost);
  assert.deepEqual([late.body.applied, late.body.balanceMicroUsd], [false, 45 * USD]);
  assert.equal(service.logged.filter((line) => line.includes('another body')).length, 0);
  await service.requireOrder();
});

test('what is still in progress, and what was before the first deposit, is left alone', async (t) => {
  const { service, happen, deliver, run } = await bench(t);
  happen(paidSession('0'));
  service.pass(DAY_MS);
  assert.deepEqual((await run()).events, 0, 'nothing was ever delivered');
  await deliver(happen(paidSession('1')));
  service.pass(HOUR_MS);
  happen(paidSession('2'));
  service.pass(60_000);
  assert.equal((await run()).taken, 0);
  service.pass(120_000);
  assert.equal((await run(HOUR_MS)).taken, 1);
  assert.equal(await balances(service), 50 * USD);
});

test('a deposit that the provider knows nothing of is named, once it can be compared', async (t) => {
  const { service, happen, deliver, run } = await bench(t);
  await deliver(happen(paidSession('1')));
  service.pass(4 * DAY_MS);
  await deliver(happen(paidSession('2')));
  await deliver(paidSession('forged'));
  service.pass(HOUR_MS);
  const { unconfirmed, compared, value, oldestUnconfirmedAt } = await run();
  const { deposits } = (await service.admin('GET', '/api/account/deposits')).body;
  assert.deepEqual(unconfirmed, [deposits[0].id]);
  assert.equal(deposits[0].eventId, 'evt_forged');
  assert.equal(compared, 2);
  assert.deepEqual(value, { compared: 50 * USD, confirmed: 25 * USD });
  assert.equal(oldestUnconfirmedAt, deposits[0].createdAt);
});

test('without a configured mode nothing is compared backwards, since a key lists one mode alone', async (t) => {
  const { service, deliver, run } = await bench(t, null);
  await deliver(paidSession('1'));
  service.pass(5 * DAY_MS);
  await deliver(paidSession('2'));
  service.pass(HOUR_MS);
  assert.deepEqual((await run()).unconfirmed, []);
});

test('an event that cannot be read is named and stops nothing', async (t) => {
  const { service, happen, deliver, run } = await bench(t);
  await deliver(happen(paidSession('1')));
  service.pass(HOUR_MS);
  happen(paidSession('2'));
  happen(paidSession('odd', { amount_total: 'much' }));
  service.pass(HOUR_MS);
  const { malformed, taken } = await run();
  assert.deepEqual([malformed, taken], [['evt_odd'], 1]);
});

test('events are read page by page with the key, and a refusal never quotes it', async (t) => {
  const asked: URL[] = [];
  let isRefusing = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    asked.push(url);
    response.setHeader('content-type', 'application/json');
    if (isRefusing || request.headers.authorization !== 'Bearer rk_test_sentinel') {
      response.statusCode = 401;
      response.end('{"error":{"message":"Invalid API Key provided: rk_test_sentinel"}}');
      return;
    }
    const after = url.searchParams.get('starting_after');
    const ids = after === null ? ['evt_4', 'evt_3'] : ['evt_2', 'evt_1'];
    const data = ids.map((id) => ({ ...paidSession(id), id }));
    response.end(JSON.stringify({ object: 'list', data, has_more: after === null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const api = new StripeEventsApi({
    apiKey: 'rk_test_sentinel',
    userAgent: 'test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const read = async () => {
    const ids: unknown[] = [];
    for await (const event of api.listSince(epochMs(1_760_000_000_000), new AbortController().signal))
      ids.push(event.id);
    return ids;
  };
  assert.deepEqual(await read(), ['evt_4', 'evt_3', 'evt_2', 'evt_1']);
  assert.deepEqual(
    asked.map(({ pathname, searchParams }) => [
      pathname,
      searchParams.get('created[gte]'),
      searchParams.get('starting_after'),
      searchParams.getAll('types[]').length,
    ]),
    [
      ['/v1/events', '1760000000', null, 9],
      ['/v1/events', '1760000000', 'evt_3', 9],
    ],
  );
  isRefusing = true;
  await assert.rejects(read(), (error: Error) => {
    assert.ok(error instanceof UpstreamError);
    assert.doesNotMatch(`${error.message} ${error.stack}`, /sentinel/);
    return true;
  });
});
