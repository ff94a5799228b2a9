import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reversal } from '../../src/billing/deposits/reversal.ts';
import type { PaidObject } from '../../src/billing/webhooks/provider-event.ts';
import type { EventOutcome, StorableEvent } from '../../src/billing/webhooks/received-event.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { countInReview } from '../support/deposits-in-review.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const USD = 1_000_000;
const NOW = 1_763_700_000_000;

/** Builds a payment of whole US dollars. */
function buildPayment(eventId: string, usd: number, changes: Partial<PaidObject> = {}): StorableEvent {
  return {
    kind: 'deposit',
    eventId,
    type: 'checkout.session.completed',
    paid: {
      objectId: 'cs_1',
      paymentId: 'pi_1',
      owner: 'alice',
      currency: 'USD',
      amount: usd.toFixed(2),
      microUsd: microUsd(usd * USD),
      ...changes,
    },
  };
}

function buildReversal(
  eventId: string,
  changes: Partial<Reversal> & { readonly usd: number },
): StorableEvent {
  const { usd, ...others } = changes;
  const reversal: Reversal = {
    effect: 'refund',
    objectId: 'ch_1',
    idem: eventId,
    paymentId: 'pi_1',
    owner: null,
    total: microUsd(usd * USD),
    currency: 'USD',
    amount: usd.toFixed(2),
    ...others,
  };
  return { kind: 'reversal', eventId, type: reversal.effect, reversals: [reversal] };
}

const buildMoney = (changes: Partial<Extract<EventOutcome, { status: 'money' }>>): EventOutcome => ({
  status: 'money',
  applied: true,
  owner: 'alice',
  microUsd: 0,
  balance: microUsd(0),
  owed: microUsd(0),
  isHeld: false,
  ...changes,
});

/** Defines the tests that every engine of the provider events passes. A deposit may have 100 US dollars. */
export function describeWebhookEvents(engine: string, open: OpenMoney): void {
  type Take = (event: StorableEvent, bodyHash?: string) => ReturnType<MoneyStores['events']['process']>;
  const check = (
    name: string,
    body: (take: Take, stores: MoneyStores, reopen: () => Promise<MoneyStores>) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      const { stores, reopen } = await open(t, () => epochMs(NOW));
      const take: Take = (event, bodyHash = 'a') =>
        stores.events.process({ provider: 'stripe', event, bodyHash });
      await body(take, stores, reopen);
      const { findings } = await (await reopen()).ledger.audit({ whole: true });
      assert.deepEqual(findings, []);
    });

  check('an event counts once, also after a restart', async (take, _, reopen) => {
    const outcome = buildMoney({ microUsd: 25 * USD, balance: microUsd(25 * USD) });
    assert.deepEqual(await take(buildPayment('evt_1', 25)), { isNew: true, isAltered: false, outcome });
    const repeated = { isNew: false, isAltered: false, outcome: { ...outcome, applied: false } };
    assert.deepEqual(await take(buildPayment('evt_1', 25)), repeated);
    const { events } = await reopen();
    const event = buildPayment('evt_1', 25);
    assert.deepEqual(await events.process({ provider: 'stripe', event, bodyHash: 'a' }), repeated);
  });

  check('another body under the same id is altered, and the first one counts', async (take, { ledger }) => {
    await take(buildPayment('evt_1', 25), 'a');
    const { isAltered, isNew } = await take(buildPayment('evt_1', 90), 'b');
    assert.deepEqual([isAltered, isNew], [true, false]);
    // One that was read from the provider has no bytes to compare.
    assert.equal((await take(buildPayment('evt_1', 25), '')).isAltered, false);
    assert.equal((await ledger.readBalance('alice')).microUsd, 25 * USD);
  });

  check('two events of one payment credit once', async (take, { ledger }) => {
    await take(buildPayment('evt_1', 25));
    const { isNew, outcome } = await take(buildPayment('evt_2', 25));
    assert.equal(isNew, true);
    assert.deepEqual(
      outcome,
      buildMoney({ applied: false, microUsd: 25 * USD, balance: microUsd(25 * USD) }),
    );
    assert.equal((await ledger.readBalance('alice')).microUsd, 25 * USD);
  });

  check('an event that only reports a course is kept', async (take) => {
    const event = {
      kind: 'noted',
      eventId: 'evt_1',
      type: 'charge.dispute.created',
      objectId: 'dp_1',
    } as const;
    const outcome = { status: 'ignored', reason: 'event_type' } as const;
    assert.deepEqual(await take(event), { isNew: true, isAltered: false, outcome });
    assert.deepEqual(await take(event), { isNew: false, isAltered: false, outcome });
  });

  check('a payment without an owner, or in another currency, waits', async (take, { deposits }) => {
    const nobody = buildPayment('evt_1', 5, { owner: null, objectId: 'cs_1', paymentId: 'pi_1' });
    assert.deepEqual((await take(nobody)).outcome, { status: 'ignored', reason: 'unattributed' });
    const euros = { currency: 'EUR', microUsd: null, objectId: 'cs_2', paymentId: 'pi_2' };
    assert.deepEqual((await take(buildPayment('evt_2', 5, euros))).outcome, {
      status: 'ignored',
      reason: 'currency',
    });
    assert.deepEqual(await countInReview(deposits), { held: 0, unattributed: 2 });
  });

  check('what was held and is released answers as released', async (take, stores) => {
    const held = await take(buildPayment('evt_1', 150));
    assert.deepEqual(held.outcome, buildMoney({ applied: false, microUsd: 150 * USD, isHeld: true }));
    const [deposit] = (await stores.deposits.list({ limit: 1 }))?.deposits ?? [];
    await stores.release({ id: deposit?.id ?? '', owner: 'alice', amount: microUsd(150 * USD) });
    const { outcome } = await take(buildPayment('evt_1', 150));
    const balance = microUsd(150 * USD);
    assert.deepEqual(outcome, buildMoney({ applied: false, microUsd: 150 * USD, balance }));
  });

  check('a refund takes from the balance, and what is not there becomes a debt', async (take, { ledger }) => {
    await take(buildPayment('evt_1', 25));
    await ledger.post({
      scope: 'stream',
      idem: 's',
      type: 'stream_fee',
      src: 'owner:alice',
      dst: 'revenue:stream',
      amount: microUsd(10 * USD),
      ref: null,
    });
    const { outcome } = await take(buildReversal('evt_2', { usd: 20 }));
    assert.deepEqual(outcome, buildMoney({ microUsd: -15 * USD, owed: microUsd(5 * USD) }));
    // The provider states the sum so far: the same again takes nothing, more takes the difference.
    const { outcome: same } = await take(buildReversal('evt_3', { usd: 20 }));
    assert.deepEqual(same, buildMoney({ applied: false, microUsd: -15 * USD, owed: microUsd(5 * USD) }));
    const { outcome: more } = await take(buildReversal('evt_4', { usd: 25 }));
    assert.deepEqual(more, buildMoney({ microUsd: 0, owed: microUsd(10 * USD) }));
  });

  check('a refund that comes first waits for its payment', async (take, { ledger }) => {
    const { outcome } = await take(buildReversal('evt_1', { usd: 20 }));
    assert.deepEqual(outcome, { status: 'ignored', reason: 'pending_deposit' });
    await take(buildPayment('evt_2', 25));
    assert.equal((await ledger.readBalance('alice')).microUsd, 5 * USD);
    const { outcome: now } = await take(buildReversal('evt_1', { usd: 20 }));
    assert.deepEqual(now, buildMoney({ applied: false, microUsd: -20 * USD, balance: microUsd(5 * USD) }));
  });

  check('a dispute that is won gives back what it took', async (take, { ledger }) => {
    await take(buildPayment('evt_1', 25));
    const lost = { effect: 'dispute', objectId: 'dp_1', usd: 25 } as const;
    const won = { effect: 'reinstatement', objectId: 'dp_1', usd: 25 } as const;
    await take(buildReversal('evt_2', lost));
    assert.equal((await ledger.readBalance('alice')).microUsd, 0);
    const { outcome } = await take(buildReversal('evt_3', won));
    assert.deepEqual(outcome, buildMoney({ microUsd: 25 * USD, balance: microUsd(25 * USD) }));
  });

  check('a reinstatement that came before its dispute answers with what it gave back', async (take) => {
    await take(buildPayment('evt_1', 25));
    const won = buildReversal('evt_2', { effect: 'reinstatement', objectId: 'dp_1', usd: 25 });
    assert.deepEqual((await take(won)).outcome, { status: 'ignored', reason: 'pending_deposit' });
    await take(buildReversal('evt_3', { effect: 'dispute', objectId: 'dp_1', usd: 25 }));
    const balance = microUsd(25 * USD);
    assert.deepEqual((await take(won)).outcome, buildMoney({ applied: false, microUsd: 25 * USD, balance }));
  });

  check(
    'a reinstatement that names no payment belongs to the deposit of its dispute',
    async (take, stores) => {
      await take(buildPayment('evt_1', 150));
      const won = {
        effect: 'reinstatement',
        objectId: 'dp_1',
        usd: 50,
        paymentId: null,
        owner: 'alice',
      } as const;
      await take(buildReversal('evt_2', won));
      await take(buildReversal('evt_3', { effect: 'dispute', objectId: 'dp_1', usd: 50 }));
      assert.equal((await stores.ledger.readBalance('alice')).microUsd, 0);
      const [held] = (await stores.deposits.list({ limit: 1 }))?.deposits ?? [];
      assert.deepEqual([held?.state, held?.returnableMicroUsd], ['held', 150 * USD]);
    },
  );

  check('several refunds of one event that came first answer with their sum', async (take) => {
    const [first, second] = [
      buildReversal('evt_1', { usd: 10, objectId: 're_1', idem: 're_1' }),
      buildReversal('evt_1', { usd: 5, objectId: 're_2', idem: 're_2', paymentId: 'pi_2' }),
    ];
    assert.ok(first.kind === 'reversal' && second.kind === 'reversal');
    const third = buildReversal('evt_1', { usd: 3, objectId: 're_3', idem: 're_3' });
    assert.ok(third.kind === 'reversal');
    const refunds: StorableEvent = {
      ...first,
      reversals: [...first.reversals, ...second.reversals, ...third.reversals],
    };
    await take(refunds);
    await take(buildPayment('evt_2', 25));
    const partly = (await take(refunds)).outcome;
    assert.deepEqual(
      partly,
      buildMoney({ applied: false, microUsd: -13 * USD, balance: microUsd(12 * USD) }),
    );
    await take(buildPayment('evt_3', 25, { objectId: 'cs_2', paymentId: 'pi_2' }));
    const whole = (await take(refunds)).outcome;
    assert.deepEqual(whole, buildMoney({ applied: false, microUsd: -18 * USD, balance: microUsd(32 * USD) }));
  });

  check('a refund of a held deposit leaves the review, and a whole one ends it', async (take, stores) => {
    await take(buildPayment('evt_1', 150));
    const part = await take(buildReversal('evt_2', { usd: 50 }));
    assert.deepEqual(part.outcome, buildMoney({ applied: true, isHeld: true }));
    const [held] = (await stores.deposits.list({ limit: 1 }))?.deposits ?? [];
    assert.deepEqual([held?.state, held?.returnableMicroUsd], ['held', 100 * USD]);
    const { outcome: again } = await take(buildPayment('evt_1', 150));
    assert.deepEqual(again, buildMoney({ applied: false, microUsd: 150 * USD, isHeld: true }));
    await take(buildReversal('evt_3', { usd: 150 }));
    const [returned] = (await stores.deposits.list({ limit: 1 }))?.deposits ?? [];
    assert.deepEqual([returned?.state, returned?.refundedMicroUsd], ['returned', 150 * USD]);
    assert.equal((await stores.ledger.readFloat()).heldForReviewMicroUsd, 0);
  });

  check('a deposit that came back into the review is returned a second time', async (take, stores) => {
    await take(buildPayment('evt_1', 150));
    await take(buildReversal('evt_2', { effect: 'dispute', objectId: 'dp_1', usd: 50 }));
    const { deposits: [deposit] = [] } = (await stores.deposits.list({ limit: 1 })) ?? {};
    const id = deposit?.id ?? '';
    assert.equal((await stores.returnDeposit(id)).status, 'returned');
    await take(buildReversal('evt_3', { effect: 'reinstatement', objectId: 'dp_1', usd: 50 }));
    const again = await stores.deposits.find(id);
    assert.deepEqual([again?.state, again?.returnableMicroUsd], ['held', 50 * USD]);
    assert.equal((await stores.returnDeposit(id)).status, 'returned');
    assert.equal((await stores.deposits.find(id))?.state, 'returned');
    assert.equal((await stores.ledger.readFloat()).heldForReviewMicroUsd, 0);
  });

  const euros = { currency: 'EUR', microUsd: null } as const;
  const buildEuroReversal = (eventId: string, effect: Reversal['effect'], units: number, objectId: string) =>
    buildReversal(eventId, { effect, objectId, usd: units, total: null, currency: 'EUR' });
  const readState = async ({ deposits }: MoneyStores) =>
    (await deposits.list({ limit: 1 }))?.deposits[0]?.state;

  check(
    'a deposit in another currency is returned by its refunds, also by earlier ones',
    async (take, stores) => {
      const refund = buildEuroReversal('evt_1', 'refund', 15, 're_1');
      assert.deepEqual((await take(refund)).outcome, { status: 'ignored', reason: 'currency' });
      await take(buildPayment('evt_2', 25, euros));
      assert.equal(await readState(stores), 'unattributed');
      // Reports of one refund state its sum so far, and those of two add up.
      await take(buildEuroReversal('evt_3', 'refund', 15, 're_1'));
      await take(buildEuroReversal('evt_4', 'refund', 9.99, 're_2'));
      assert.equal(await readState(stores), 'unattributed');
      await take(buildEuroReversal('evt_5', 'refund', 10, 're_2'));
      assert.equal(await readState(stores), 'returned');
    },
  );

  check('a whole refund in another currency that comes first returns its deposit', async (take, stores) => {
    await take(buildEuroReversal('evt_1', 'refund', 25, 're_1'));
    // Reported late: the event before it stated more.
    await take(buildEuroReversal('evt_2', 'refund', 10, 're_1'));
    const { outcome } = await take(buildPayment('evt_3', 25, euros));
    assert.deepEqual(outcome, { status: 'ignored', reason: 'currency' });
    assert.equal(await readState(stores), 'returned');
  });

  check('a deposit in another currency waits again when its dispute is won', async (take, stores) => {
    const events = [
      buildPayment('evt_1', 25, euros),
      buildEuroReversal('evt_2', 'dispute', 25, 'dp_1'),
      buildEuroReversal('evt_3', 'reinstatement', 25, 'dp_1'),
    ] as const;
    await take(events[0]);
    await take(events[1]);
    assert.equal(await readState(stores), 'returned');
    await take(events[2]);
    assert.equal(await readState(stores), 'unattributed');
    const { deposits: [deposit] = [] } = (await stores.deposits.list({ limit: 1 })) ?? {};
    assert.equal(deposit?.resolvedAt, null);
    assert.equal((await stores.returnDeposit(deposit?.id ?? '')).status, 'returned');
  });

  check('a won dispute that comes before all else leaves its deposit waiting', async (take, stores) => {
    await take(buildEuroReversal('evt_1', 'reinstatement', 25, 'dp_1'));
    await take(buildEuroReversal('evt_2', 'dispute', 25, 'dp_1'));
    await take(buildPayment('evt_3', 25, euros));
    assert.equal(await readState(stores), 'unattributed');
  });

  check('a deposit that the operator returned stays so when a dispute is won', async (take, stores) => {
    await take(buildPayment('evt_1', 25, euros));
    const { deposits: [deposit] = [] } = (await stores.deposits.list({ limit: 1 })) ?? {};
    await stores.returnDeposit(deposit?.id ?? '');
    await take(buildEuroReversal('evt_2', 'dispute', 25, 'dp_1'));
    await take(buildEuroReversal('evt_3', 'reinstatement', 25, 'dp_1'));
    assert.equal(await readState(stores), 'returned');
  });

  check('a refund in another currency than its deposit returns nothing', async (take, stores) => {
    await take(buildPayment('evt_1', 25, { ...euros, currency: 'GBP' }));
    await take(buildEuroReversal('evt_2', 'refund', 25, 're_1'));
    assert.equal(await readState(stores), 'unattributed');
    await take(buildPayment('evt_3', 25, { objectId: 'cs_2', paymentId: 'pi_2' }));
    const refund = buildReversal('evt_4', { usd: 25, total: null, currency: 'EUR', paymentId: 'pi_2' });
    assert.deepEqual((await take(refund)).outcome, { status: 'ignored', reason: 'currency' });
    assert.equal(await readState(stores), 'credited');
  });
}
