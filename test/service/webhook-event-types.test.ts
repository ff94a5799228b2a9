import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { IGNORED_REASONS } from '../../src/billing/webhooks/provider-event.ts';
import { readStripeEvent } from '../../src/billing/webhooks/providers/stripe/event.ts';
import {
  coinbaseCall,
  commerceCall,
  ownDeposit,
  paidCheckout,
  paidSession,
  plainCall,
  stripeCall,
  stripeEvent,
} from '../support/provider-events.ts';
import { startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/deposits.md'), 'utf8');

/** Types that the package of Stripe declares for webhooks. */
function listStripeTypes(): readonly string[] {
  const declared = path.join(ROOT, 'node_modules/stripe/esm/resources/WebhookEndpoints.d.ts');
  const found = readFileSync(declared, 'utf8').matchAll(/'([a-z0-9_]+(?:\.[a-z0-9_]+)+)'/g);
  return [...new Set(Array.from(found, ([, type]) => type as string))].sort();
}

/** Types of a provider that the page lists as without money; `*` stands for the rest of one. */
function listDocumented(provider: string): readonly string[] {
  const table = PAGE.split(`| ${provider} | Why it moves no money here |\n`)[1]?.split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(1)
    .flatMap((row) =>
      Array.from(row.split('|')[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, type]) => type as string),
    );
}

const fits = (type: string, pattern: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** An object that has a member for whatever an event could report. */
const buildObject = (id: string, changes: object = {}) => ({
  id: `obj_${id}`,
  payment_intent: `pi_${id}`,
  charge: `ch_${id}`,
  currency: 'usd',
  status: 'succeeded',
  amount: 2_500,
  amount_total: 2_500,
  amount_refunded: 2_500,
  payment_status: 'paid',
  created: 1_763_700_000,
  metadata: { crosstape_owner: 'alice' },
  ...changes,
});

/** Whether an answer says that money moved. */
const isMoney = ({ applied, held }: { applied?: boolean; held?: boolean }) =>
  applied === true || held === true;

async function countItems(bench: WebhookBench): Promise<number> {
  const { counts } = (await bench.admin('GET', '/api/account/review')).body;
  return Object.values(counts as Record<string, { count: number }>).reduce(
    (sum, { count }) => sum + count,
    0,
  );
}

test('each type that Stripe knows moves money, waits for a person, or is documented as without money', async (t) => {
  const bench = await startWebhookBench(t);
  const deliver = async (event: object) => (await bench.deliver(stripeCall(event, bench.now()))).body;
  const types = listStripeTypes();
  assert.ok(types.length > 200, `${types.length} types are declared`);
  const documented = listDocumented('Stripe');
  const moving: string[] = [];
  for (const type of types) {
    const id = type.replaceAll('.', '_');
    const { kind } = readStripeEvent(stripeEvent(`evt_${id}`, type, buildObject(id)), { mode: null });
    const isDocumented = documented.some((pattern) => fits(type, pattern));
    assert.equal(isDocumented, kind === 'ignored' || kind === 'noted', `${type} is ${kind}`);
    if (kind === 'ignored' || kind === 'noted') continue;
    moving.push(type);
    // Beside its deposit, alone, and in a currency that is not counted.
    await deliver(paidSession(`of_${id}`));
    const variants = [
      buildObject(`of_${id}`, { id: `of_${id}` }),
      buildObject(`alone_${id}`),
      buildObject(`eur_${id}`, { currency: 'eur' }),
      buildObject(`nobody_${id}`, { metadata: {}, payment_intent: null }),
    ];
    for (const [i, object] of variants.entries()) {
      const before = await countItems(bench);
      const body = await deliver(stripeEvent(`evt_${id}_${i}`, type, object));
      assert.ok(isMoney(body) || (await countItems(bench)) > before, `${type}: ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(moving, [
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.refund.updated',
    'charge.refunded',
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'refund.created',
    'refund.failed',
    'refund.updated',
  ]);
  for (const pattern of documented) {
    assert.ok(
      types.some((type) => fits(type, pattern)),
      `${pattern} is no type of Stripe`,
    );
  }
  await bench.requireOrder();
});

test('each type of Coinbase and of own systems does so too', async (t) => {
  const bench = await startWebhookBench(t);
  const documented = listDocumented('Coinbase');
  const refund = { refunds: [{ id: 'ref_1', amount: '5.00', status: 'COMPLETED' }] };
  const business: [type: string, body: object][] = [
    ['checkout.payment.success', paidCheckout('a')],
    ['payment_link.payment.success', paidCheckout('b')],
    ['checkout.refund.success', paidCheckout('a', refund)],
    ...['checkout.payment.failed', 'checkout.payment.expired', 'checkout.refund.failed'].map(
      (type): [string, object] => [type, paidCheckout('c')],
    ),
    ...['payment_link.payment.failed', 'payment_link.payment.expired'].map((type): [string, object] => [
      type,
      paidCheckout('d'),
    ]),
  ];
  for (const [i, [type, body]] of business.entries()) {
    const call = coinbaseCall({ ...body, eventType: type }, `evt_${i}`, bench.now());
    await requireTrace(type, (await bench.deliver(call)).body);
  }
  const kinds = ['confirmed', 'resolved', 'created', 'pending', 'delayed', 'failed'];
  for (const kind of kinds) {
    const data = { id: `ch_${kind}`, metadata: { crosstape_owner: 'alice' } };
    const pricing = { local: { amount: '25.00', currency: 'USD' } };
    const event = { id: `cc_${kind}`, type: `charge:${kind}`, data: { ...data, pricing } };
    await requireTrace(event.type, (await bench.deliver(commerceCall({ id: 1, event }))).body);
  }
  const { body } = await bench.deliver(plainCall({ ...ownDeposit('other'), type: 'deposit.seen' }));
  assert.equal(body.ignored, 'event_type');

  async function requireTrace(type: string, answer: { ignored?: string; applied?: boolean }) {
    const isDocumented = documented.includes(type);
    assert.equal(answer.ignored === 'event_type', isDocumented, `${type}: ${JSON.stringify(answer)}`);
    if (!isDocumented) assert.ok(isMoney(answer), `${type}: ${JSON.stringify(answer)}`);
  }
});

test('every reason for which an event is ignored is documented', () => {
  for (const reason of IGNORED_REASONS) assert.ok(PAGE.includes(`| \`${reason}\` |`), reason);
});
