import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toDeposit } from '../../src/billing/deposits/deposit-row.ts';
import { readStripeEvent } from '../../src/billing/webhooks/providers/stripe/event.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { openMemoryMoney } from '../support/memory/money.ts';
import { paidSession, stripeEvent } from '../support/provider-events.ts';

/** Cases of the property; the note in `docs/testing.md` says how it is run at length. */
const RUNS = Number(process.env.CROSSTAPE_PROPERTY_RUNS ?? 1_000);
const NOW = 1_763_700_000_000;
const CENT = 10_000;
/** Above it a deposit is held. */
const CAP_CENTS = 2_000;
const GIFT = 1_500 * CENT;

/** A payment at the provider with all that happened to it. Amounts in cents. */
interface Payment {
  readonly cents: number;
  readonly hasOwner: boolean;
  /** Parts of the payment, refunded one after another; the provider states their sum so far. */
  readonly refunds: readonly number[];
  readonly dispute: number;
  readonly isWon: boolean;
  /** Whether refunds and disputes name the owner in metadata of their own. */
  readonly namesOwner: boolean;
}

const payment: fc.Arbitrary<Payment> = fc.record({
  cents: fc.integer({ min: 100, max: 4_000 }),
  hasOwner: fc.boolean(),
  refunds: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 3 }),
  dispute: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })),
  isWon: fc.boolean(),
  namesOwner: fc.boolean(),
});

/** Everything that the provider reports of a payment, oldest first. */
function buildEvents(
  { cents, hasOwner, refunds, dispute, isWon, namesOwner }: Payment,
  name: string,
  currency = 'usd',
): object[] {
  const events: object[] = [];
  const metadata = { crosstape_owner: 'alice' };
  const add = (type: string, object: Record<string, unknown>) =>
    events.push(
      stripeEvent(`evt_${name}_${events.length}`, type, {
        currency,
        payment_intent: `pi_${name}`,
        metadata: namesOwner ? metadata : {},
        ...object,
      }),
    );
  const session = { amount_total: cents, currency, metadata: hasOwner ? metadata : {} };
  events.push(paidSession(name, session, { id: `evt_${name}_paid` }));
  const again = { id: `evt_${name}_again`, type: 'checkout.session.async_payment_succeeded' };
  events.push(paidSession(name, session, again));
  let refunded = 0;
  for (const part of refunds) {
    refunded += part;
    add('charge.refunded', { id: `ch_${name}`, amount_refunded: refunded });
  }
  if (dispute > 0) add('charge.dispute.funds_withdrawn', { id: `dp_${name}`, amount: dispute });
  if (dispute > 0 && isWon) add('charge.dispute.funds_reinstated', { id: `dp_${name}`, amount: dispute });
  return events;
}

/** What the ledger must come to: money that is left of credited payments, and what is left in the review. */
function computeEnd(payments: readonly Payment[]) {
  let worth = GIFT;
  let waiting = 0;
  for (const { cents, hasOwner, refunds, dispute, isWon } of payments) {
    const all = refunds.reduce((sum, part) => sum + part, 0) + (isWon ? 0 : dispute);
    // What lies beyond the payment waits for a person.
    const taken = Math.min(cents, all);
    if (hasOwner && cents <= CAP_CENTS) worth += (cents - taken) * CENT;
    else waiting += Math.max(0, cents - taken) * CENT;
  }
  return { balance: Math.max(0, worth), owed: Math.max(0, 0 - worth), waiting };
}

/** Each event at least once, some again, in any order. */
const inAnyOrder = (events: readonly object[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...events], { minLength: events.length }),
      fc.array(fc.constantFrom(...events), { maxLength: 3 }),
    )
    .map(([once, again]) => [...once, ...again]);

async function deliver(listed: readonly object[]) {
  const limits = { perDeposit: microUsd(CAP_CENTS * CENT), perDay: microUsd(1e15) };
  const { stores, listDeposits } = openMemoryMoney(() => epochMs(NOW), { limits });
  const { ledger, events } = stores;
  await giveCredit(ledger, 'alice', GIFT, 'gift');
  for (const one of listed) {
    const event = readStripeEvent(one as never, { mode: null });
    assert.ok(event.kind !== 'ignored');
    await events.process({ provider: 'stripe', event, bodyHash: '' });
  }
  const float = await ledger.readFloat();
  const left = listDeposits().reduce((sum, row) => sum + toDeposit(row).returnableMicroUsd, 0);
  assert.equal(left, float.heldForReviewMicroUsd + float.unattributedMicroUsd, 'deposits and review agree');
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  return {
    states: listDeposits().map(({ state }) => state),
    balance: (await ledger.readBalance('alice')).microUsd,
    owed: await ledger.readOwed('alice'),
    waiting: float.heldForReviewMicroUsd + float.unattributedMicroUsd,
  };
}

test('payments, refunds and disputes end alike in every order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 2 }).chain((payments) => {
        const events = payments.flatMap((one, i) => buildEvents(one, `p${i}`));
        return fc.record({ payments: fc.constant(payments), events: inAnyOrder(events) });
      }),
      async ({ payments, events }) => {
        const { states: _, ...end } = await deliver(events);
        assert.deepEqual(end, computeEnd(payments));
      },
    ),
    { numRuns: RUNS, seed: 20_261_123 },
  );
});

test('a payment in a currency that is not counted ends alike in every order of arrival', async () => {
  const delivered = payment.chain((one) =>
    fc.record({ payment: fc.constant(one), events: inAnyOrder(buildEvents(one, 'p', 'eur')) }),
  );
  await fc.assert(
    fc.asyncProperty(delivered, async ({ payment: { cents, refunds, dispute, isWon }, events }) => {
      const taken = refunds.reduce((sum, part) => sum + part, 0) + (isWon ? 0 : dispute);
      const { states, waiting } = await deliver(events);
      assert.deepEqual([states, waiting], [[taken >= cents ? 'returned' : 'unattributed'], 0]);
    }),
    { numRuns: RUNS, seed: 20_261_127 },
  );
});
