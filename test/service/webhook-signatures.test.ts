import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  coinbaseCall,
  commerceCall,
  ownDeposit,
  type ProviderCall,
  paidCheckout,
  paidSession,
  plainCall,
  standardCall,
  stripeCall,
  WEBHOOK_SECRETS,
} from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench } from '../support/webhook-bench.ts';

/** Published with the schemes that the service takes: body, secret and signature of each. */
const VECTORS_AT = 1_760_000_000;
const VECTORS: readonly (ProviderCall & { readonly name: string; readonly eventId: string })[] = [
  {
    name: 'Stripe',
    provider: 'stripe',
    eventId: 'evt_1',
    body: '{"id":"evt_1","object":"event","type":"checkout.session.completed","livemode":false,"data":{"object":{"id":"cs_1","object":"checkout.session","amount_total":2500,"currency":"usd","payment_status":"paid","payment_intent":"pi_1","metadata":{"hypo_owner":"owner_1"}}}}',
    headers: {
      'stripe-signature': `t=${VECTORS_AT},v1=bea0f972620fdbd4557e6c8ca38c676111fe27e2300aa56ae63fdc4e11a2aee8`,
    },
  },
  {
    name: 'Coinbase Business',
    provider: 'coinbase',
    eventId: 'evt_b_1',
    body: '{"id":"69163c762331ed43dc64a6ef","amount":"25.00","currency":"USDC","network":"base","eventType":"checkout.payment.success","status":"COMPLETED","metadata":{"hypo_owner":"owner_1"},"settlement":{"totalAmount":"25.00","feeAmount":"0.25","netAmount":"24.75","currency":"USDC"},"transactionHash":"0x3a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b"}',
    headers: {
      'content-type': 'application/json',
      'x-event-id': 'evt_b_1',
      'x-event-type': 'checkout.payment.success',
      'x-hook0-signature': `t=${VECTORS_AT},h=content-type x-event-id x-event-type,v1=1c01fc5fcb10b5ea3135504d7115740e0254ca80f0e6d626d7541214fd4cb83b`,
    },
  },
  {
    name: 'Coinbase Commerce',
    provider: 'coinbase',
    eventId: '24934862-d980-46cb-9402-43c81b0cdba6',
    body: '{"id":1,"scheduled_for":"2026-01-01T00:00:00Z","attempt_number":1,"event":{"id":"24934862-d980-46cb-9402-43c81b0cdba6","type":"charge:confirmed","api_version":"2018-03-22","data":{"id":"ch_1","code":"66BEOV2A","pricing":{"local":{"amount":"25.00","currency":"USD"}},"metadata":{"hypo_owner":"owner_1"}}}}',
    headers: {
      'x-cc-webhook-signature': '0fb625f05c5c5395f0c18d5d2cb42377140e56cd3e7f2269b6253395830d640d',
    },
  },
  {
    name: 'Standard Webhooks',
    provider: 'hmac',
    eventId: 'dep_1',
    body: '{"id":"dep_1","type":"deposit.confirmed","data":{"microUsd":25000000,"metadata":{"hypo_owner":"owner_1"}}}',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(VECTORS_AT),
      'webhook-signature': 'v1,E6paxVmXMhzX8QbnrAfPw3C5HE/rrrXfWtaP/7jeoSo=',
    },
  },
];

for (const { name, eventId, ...call } of VECTORS) {
  test(`the published event of ${name} is credited once, and no byte of it may differ`, async (t) => {
    const bench = await startWebhookBench(t);
    bench.setWall(VECTORS_AT * 1_000);
    const first = await bench.deliver(call);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual(first.body, {
      ok: true,
      provider: call.provider,
      owner: 'owner_1',
      applied: true,
      microUsd: 25_000_000,
      balanceMicroUsd: 25_000_000,
      owedMicroUsd: 0,
    });
    assert.equal(first.headers['cache-control'], 'no-store');
    const again = await bench.deliver(call);
    assert.deepEqual(again.body, { ...first.body, applied: false });
    assert.deepEqual(await bench.readEntries('owner_1'), [['deposit', 25_000_000, eventId]]);

    const bytes = Buffer.from(call.body);
    for (let i = 0; i < bytes.length; i++) {
      const tampered = Buffer.from(bytes);
      tampered[i] = tampered[i]! ^ 1;
      const { status, body } = await bench.deliver({ ...call, body: tampered });
      assert.deepEqual([status, body.error], [401, 'bad_signature'], `byte ${i}`);
    }
    for (const body of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from(' ')])]) {
      assert.equal((await bench.deliver({ ...call, body })).status, 401);
    }
    assert.equal(await bench.readBalance('owner_1'), 25_000_000);
    await bench.requireOrder();
  });
}

test('the secret of today and the one before it are taken, another is not', async (t) => {
  const bench = await startWebhookBench(t, { secrets: { webhooks: { stripe: ['today', 'before'] } } });
  const call = (secret: string) => stripeCall(paidSession('1'), BENCH_NOW, secret);
  assert.equal((await bench.deliver(call('other'))).status, 401);
  assert.equal((await bench.deliver(call('before'))).body.applied, true);
  assert.equal((await bench.deliver(call('today'))).body.applied, false);
});

test('without a secret a provider is 503, and a scheme whose own secret is not set is 401', async (t) => {
  const none = await startWebhookBench(t, { secrets: { webhooks: {} } });
  const calls = [
    stripeCall(paidSession('1'), BENCH_NOW),
    coinbaseCall(paidCheckout('1'), 'evt_1', BENCH_NOW),
    commerceCall({ event: {} }),
    standardCall(ownDeposit('1'), BENCH_NOW),
    plainCall(ownDeposit('1')),
  ];
  for (const call of calls) {
    const { status, body } = await none.deliver(call);
    assert.deepEqual([status, body.error], [503, 'provider_not_configured'], call.provider);
  }
  const old = await startWebhookBench(t, {
    secrets: {
      webhooks: {
        coinbaseCommerce: WEBHOOK_SECRETS.coinbaseCommerce,
        hmacPlain: WEBHOOK_SECRETS.hmacPlain,
      },
    },
  });
  assert.equal((await old.deliver(calls[1] as ProviderCall)).status, 401);
  assert.equal((await old.deliver(calls[3] as ProviderCall)).status, 401);
  assert.equal((await old.deliver(calls[4] as ProviderCall)).status, 200);
});

test('an unknown provider is 404, aliases are the provider, other methods 405', async (t) => {
  const bench = await startWebhookBench(t);
  const call = stripeCall(paidSession('1'), BENCH_NOW);
  for (const provider of ['paypal', 'STRIPE', 'constructor', '__proto__', 'provider_c']) {
    const { status, body } = await bench.deliver(call, { provider });
    assert.deepEqual([status, body.error], [404, 'unknown_provider'], provider);
  }
  assert.equal((await bench.deliver(call, { provider: 'provider_a' })).body.provider, 'stripe');
  const coinbase = coinbaseCall(paidCheckout('1'), 'evt_1', BENCH_NOW);
  assert.equal((await bench.deliver(coinbase, { provider: 'provider_b' })).body.provider, 'coinbase');
  assert.equal((await bench.app.inject('/api/account/webhook/stripe')).statusCode, 405);
});

test('any content type is taken, and a body up to its limit', async (t) => {
  const bench = await startWebhookBench(t);
  for (const type of ['text/plain', 'application/x-odd', 'application/json; charset=utf-16', undefined]) {
    const call = stripeCall(paidSession(String(type)), BENCH_NOW);
    assert.equal((await bench.deliver(call, { headers: { 'content-type': type } })).status, 200, type);
  }
  const filler = (size: number) => plainCall({ type: 'other', filler: 'x'.repeat(size) });
  assert.equal((await bench.deliver(filler(262_144 - 30))).status, 200);
  const refused = await bench.deliver(filler(262_144));
  assert.deepEqual([refused.status, refused.body.error], [413, 'payload_too_large']);
});

test('signature headers that are missing, doubled, odd or endless are refused', async (t) => {
  const bench = await startWebhookBench(t);
  const stripe = stripeCall(paidSession('1'), BENCH_NOW);
  const good = stripe.headers['stripe-signature']!;
  const [time, v1] = good.split(',') as [string, string];
  const mac = v1.slice(3);
  const headers: (string | undefined)[] = [
    undefined,
    '',
    time,
    v1,
    `${time},v0=${mac}`,
    `${time},v1=${mac.toUpperCase()}`,
    `${time},v1=${mac.slice(1)}`,
    `${time},${time},${v1}`,
    `t=1e9,${v1}`,
    `t=-5,${v1}`,
    `t=,${v1}`,
    `${good},${'v0=a,'.repeat(12)}v0=a`,
    `${good},v0=${'a'.repeat(2_100)}`,
  ];
  for (const header of headers) {
    const { status, body } = await bench.deliver(stripe, { headers: { 'stripe-signature': header } });
    assert.deepEqual([status, body.error], [401, 'bad_signature'], header);
  }
  const wrong = `v1=${'0'.repeat(64)}`;
  for (const header of [`${time},${wrong},${v1}`, `${time},${v1},${wrong},v0=x`]) {
    assert.equal((await bench.deliver(stripe, { headers: { 'stripe-signature': header } })).status, 200);
  }

  const standard = standardCall(ownDeposit('1'), BENCH_NOW);
  const signature = standard.headers['webhook-signature']!;
  const rows: (readonly [Record<string, string | undefined>, status: number])[] = [
    [{ 'webhook-id': undefined }, 401],
    [{ 'webhook-id': 'msg.1' }, 401],
    [{ 'webhook-id': 'msg_2' }, 401],
    [{ 'webhook-timestamp': undefined }, 401],
    [{ 'webhook-timestamp': 'soon' }, 401],
    [{ 'webhook-signature': signature.replace('v1,', 'v1a,') }, 401],
    [{ 'webhook-signature': signature.replace(/=$/, '') }, 401],
    [{ 'webhook-signature': `${'v1,x '.repeat(10)}${signature}` }, 401],
    [{ 'webhook-signature': `v1a,abc v1,${'A'.repeat(43)}= ${signature}` }, 200],
  ];
  for (const [changes, status] of rows) {
    assert.equal(
      (await bench.deliver(standard, { headers: changes })).status,
      status,
      JSON.stringify(changes),
    );
  }
  const plain = plainCall(ownDeposit('2'));
  const hex = (plain.headers['x-webhook-signature'] as string).slice('sha256='.length);
  for (const header of [hex, `sha1=${hex}`, `sha256=${hex.toUpperCase()}`, undefined]) {
    assert.equal((await bench.deliver(plain, { headers: { 'x-webhook-signature': header } })).status, 401);
  }
});

test('a signature header that comes twice is refused, regardless of its values', async (t) => {
  const bench = await startWebhookBench(t);
  const { body, headers } = stripeCall(paidSession('1'), BENCH_NOW);
  const signature = headers['stripe-signature']!;
  const answer = await bench.app.inject({
    method: 'POST',
    url: '/api/account/webhook/stripe',
    payload: body,
    headers: { 'content-type': 'application/json', 'stripe-signature': [signature, signature] as never },
  });
  assert.equal(answer.statusCode, 401);
});

test('the older names of Standard Webhooks are taken, and the newer ones decide alone', async (t) => {
  const bench = await startWebhookBench(t);
  const { headers, ...call } = standardCall(ownDeposit('1'), BENCH_NOW);
  const older = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
  );
  assert.equal((await bench.deliver({ ...call, headers: older })).body.applied, true);
  const mixed = { ...older, 'webhook-signature': 'v1,wrong' };
  assert.equal((await bench.deliver({ ...call, headers: mixed })).status, 401);
});

test('Coinbase: the newer signature decides alone, must cover the event id, and v0 counts for nothing', async (t) => {
  const bench = await startWebhookBench(t);
  const call = coinbaseCall(paidCheckout('1'), 'evt_1', BENCH_NOW);
  const header = call.headers['x-hook0-signature']!;
  const cc = commerceCall(paidCheckout('1')).headers['x-cc-webhook-signature']!;
  const rows: (readonly [string, Record<string, string | undefined>])[] = [
    ['another event id', { 'x-event-id': 'evt_2' }],
    ['another event type', { 'x-event-type': 'checkout.payment.failed' }],
    ['a signed header is missing', { 'x-event-type': undefined }],
    [
      'a right v0 beside a wrong v1',
      { 'x-hook0-signature': header.replace(/v1=.*/, `v1=${'0'.repeat(64)}`) },
    ],
    ['v0 alone', { 'x-hook0-signature': header.replace(/,h=.*/, '') }],
    [
      'a right old signature beside a wrong new one',
      { 'x-hook0-signature': 'v1=no', 'x-cc-webhook-signature': cc },
    ],
    ['no header names', { 'x-hook0-signature': header.replace(/,h=[^,]*/, '') }],
    ['two v1', { 'x-hook0-signature': `${header},${header.split(',').at(-1)}` }],
  ];
  for (const [what, headers] of rows) {
    assert.equal((await bench.deliver(call, { headers })).status, 401, what);
  }
  assert.equal((await bench.deliver(call, { headers: { 'x-cc-webhook-signature': 'no' } })).status, 200);
});

test('the conformance file of Hook0 is signed and read the same way', async (t) => {
  const bench = await startWebhookBench(t, {
    secrets: { webhooks: { coinbase: ['a-subscription-secret'] } },
  });
  bench.setWall(1_800_000_000_000);
  const headers = { 'x-event-id': 'evt-1', 'x-delivery-id': 'dlv-1' };
  const v0 = 'd17d66b66fca89390c5b967c45e8928fc732db07a0aabe8167b1e98213081ffe';
  const v1 = '19a6fb8f6581715b241a93af02a58611c3b0ac7b747a8d2a5b120ee418d0c347';
  const deliver = (signature: string) =>
    bench.deliver({
      provider: 'coinbase',
      body: '{"event":"user.created"}',
      headers: { ...headers, 'x-hook0-signature': signature },
    });
  // Signed rightly, it lacks what every event of Coinbase has.
  const signed = await deliver(`t=1800000000,v0=${v0},h=x-event-id x-delivery-id,v1=${v1}`);
  assert.deepEqual([signed.status, signed.body.parameter], [400, 'eventType']);
  assert.equal((await deliver(`t=1800000000,v0=${v0}`)).status, 401);
});

test('webhooks have a rate by address and no CORS headers', async (t) => {
  const bench = await startWebhookBench(t, { env: { CROSSTAPE_WEBHOOK_RATE_PER_MIN: '3' } });
  const call = stripeCall(paidSession('1'), BENCH_NOW);
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await bench.deliver(call, { headers: { origin: 'https://example.org' } });
    assert.equal(status, 200);
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
  const refused = await bench.deliver(call);
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  bench.pass(61_000);
  assert.equal((await bench.deliver(call)).status, 200);
});

test('the document says that a webhook is signed bytes of any type', async (t) => {
  const bench = await startWebhookBench(t);
  const { paths } = (await bench.app.inject('/api/openapi.json')).json();
  const { requestBody, ...operation } = paths['/api/account/webhook/{provider}'].post;
  assert.equal(requestBody.content['*/*'].schema.format, 'binary');
  assert.equal(operation['x-access'], 'webhook');
});
