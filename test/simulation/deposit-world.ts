import assert from 'node:assert/strict';
import type { Deposit } from '../../src/billing/deposits/deposit.ts';
import { REVENUE_STREAM } from '../../src/billing/ledger/chart.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { WebhookReceiver } from '../../src/billing/webhooks/receiver.ts';
import { toHeaders } from '../../src/billing/webhooks/signed-request.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { parseSignedJson } from '../../src/http/server/bodies.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import { WEBHOOK_SECRETS } from '../support/provider-events.ts';
import { computeNet, type Delivery, SimulatedProvider, toCall } from './deposit-provider.ts';
import { pick, seeded } from './ledger-world.ts';
import type { CreateEngine } from './money-engine.ts';

export interface DepositWorldReport {
  readonly deliveries: number;
  readonly crashes: number;
}

const OWNERS = ['ann', 'ben', 'cat'];
const LIMITS = { perDeposit: microUsd(30_000_000), perDay: microUsd(1e15) };

/** Something that is tried until it is answered. The same again is the same thing. */
type Act = () => Promise<void>;

/**
 * Runs one seed: payments, refunds and disputes happen at a provider, whose events come late, twice and out of order;
 * owners spend; the operator releases and returns what waits; the clock jumps; the process ends at the boundaries of
 * commits. When everything was answered, what each owner has is what the provider has of their payments.
 *
 * @throws {Error} which names the seed.
 */
export async function runDepositWorld(
  seed: number,
  createEngine: CreateEngine,
  rounds = 14,
): Promise<DepositWorldReport> {
  const random = seeded(seed);
  const provider = new SimulatedProvider(random, OWNERS);
  const spent = new Map<string, number>();
  const report = { deliveries: 0, crashes: 0 };
  let now = 1_763_700_000_000;
  let crash: 'before' | 'after' | null = null;
  const end = (when: typeof crash) => {
    if (crash === when) throw new Error(`the process ends ${when} a commit`);
  };
  const faults = { beforeCommit: () => end('before'), afterCommit: () => end('after') };
  const clock = () => epochMs(now);
  const engine = createEngine({ clock, rules: { limits: LIMITS }, faults });
  let life = await open();

  try {
    for (let round = 0; round < rounds; round++) {
      now += Math.floor((random() - 0.2) * 7_200_000);
      for (let i = 0; i < 3; i++) provider.happen();
      const acts = Array.from({ length: 1 + Math.floor(random() * 6) }, nextAct);
      const dice = random();
      crash = dice < 0.25 ? 'before' : dice < 0.5 ? 'after' : null;
      await Promise.all(acts.map(attempt));
      if (crash === null) continue;
      crash = null;
      report.crashes++;
      await life.end();
      life = await open();
      await Promise.all(acts.map(attempt));
    }
    const all = [...provider.deliveries].sort(() => random() - 0.5);
    await Promise.all(all.map((delivery) => deliver(delivery)()));
    await compare();
    return report;
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await life.end();
    engine.remove();
  }

  async function open() {
    const begun = await engine.begin();
    const webhooks = new WebhookReceiver({
      events: begun.stores.events,
      secrets: WEBHOOK_SECRETS,
      modes: { stripe: 'test' },
      clock,
      parseJson: parseSignedJson,
      onAltered: () => assert.fail('no event of the provider changes'),
    });
    return { ...begun, ...begun.stores, webhooks };
  }

  /** Attempts an act. A process that has ended does not answer, and the act is repeated in the next life. */
  async function attempt(act: Act): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (crash === null || !(error instanceof LedgerUnavailableError)) throw error;
    }
  }

  function nextAct(): Act {
    const dice = random();
    const delivery = dice < 0.75 ? provider.next() : null;
    if (delivery !== null) return deliver(delivery);
    return dice < 0.88 ? spend() : review(random());
  }

  function deliver(delivery: Delivery): Act {
    return async () => {
      report.deliveries++;
      const { headers, body } = toCall(delivery, now);
      const outcome = await life.webhooks.receive('stripe', {
        headers: toHeaders(Object.entries(headers).flat()),
        body: Buffer.from(body),
      });
      assert.ok(outcome.status === 'money' || outcome.status === 'ignored', outcome.status);
      delivery.isAnswered = true;
    };
  }

  function spend(): Act {
    const [owner, id] = [pick(OWNERS, random), `spend-${random()}`];
    const amount = microUsd(1 + Math.floor(random() * 20_000_000));
    let isCounted = false;
    return async () => {
      const { status } = await life.ledger.post({
        scope: 'stream',
        idem: id,
        type: 'stream_fee',
        src: `owner:${owner}`,
        dst: REVENUE_STREAM,
        amount,
        ref: id,
      });
      if (isCounted || (status !== 'posted' && status !== 'duplicate')) return;
      isCounted = true;
      spent.set(owner, (spent.get(owner) ?? 0) + amount);
    };
  }

  /** Releases or returns one of the waiting deposits. */
  function review(dice: number): Act {
    let chosen: Deposit | undefined;
    return async () => {
      const states = ['held', 'unattributed'] as const;
      const pages = await Promise.all(states.map((state) => life.deposits.list({ state, limit: 100 })));
      chosen ??= pages.flatMap((page) => page?.deposits ?? [])[0];
      if (chosen === undefined) return;
      const { id, owner, microUsd: amount } = chosen;
      assert.ok(amount !== null);
      if (dice < 0.4) await life.returnDeposit(id);
      else await life.release({ id, owner: owner ?? 'ann', amount });
    };
  }

  async function compare(): Promise<void> {
    const { findings } = await life.ledger.audit({ whole: true });
    assert.deepEqual(findings, []);
    const { deposits = [] } = (await life.deposits.list({ limit: 1_000 })) ?? {};
    assert.equal(deposits.length, provider.payments.length, 'every payment is one deposit');
    const expected = new Map(OWNERS.map((owner) => [owner, 0 - (spent.get(owner) ?? 0)]));
    // Whoever was paid a deposit after the operator returned a part of it has what the operator says went outside
    // less, and refunds of that time took nothing: what is left cannot be said from the payments alone.
    const unclear = new Set<string>();
    let waiting = 0;
    let returned = 0;
    const paymentIds = new Map(life.listDeposits().map(({ id, paymentId }) => [id, paymentId]));
    for (const deposit of deposits) {
      const payment = provider.payments.find(({ id }) => `pi_${id}` === paymentIds.get(deposit.id));
      assert.ok(payment !== undefined);
      const { state, owner } = deposit;
      const isPaidOut = state === 'credited' || state === 'released';
      const hasReturned = (await readReturned(deposit.id)) > 0;
      if (isPaidOut && hasReturned) unclear.add(owner as string);
      if (isPaidOut)
        expected.set(owner as string, (expected.get(owner as string) ?? 0) + computeNet(payment));
      else if (hasReturned) returned++;
      else waiting += computeNet(payment);
    }
    for (const [owner, worth] of expected) {
      if (unclear.has(owner)) continue;
      const { microUsd: balance } = await life.ledger.readBalance(owner);
      assert.equal(
        balance - (await life.ledger.readOwed(owner)),
        worth,
        `${owner}: what is left of the payments`,
      );
    }
    const float = await life.ledger.readFloat();
    if (returned === 0) {
      assert.equal(float.heldForReviewMicroUsd + float.unattributedMicroUsd, waiting, 'what waits');
    }
    const pending = life.listReports().filter(({ moved }) => moved === null);
    assert.deepEqual(pending, [], 'nothing waits for a deposit that has arrived');
  }

  /** Reads the amount that the operator returned of a deposit. */
  async function readReturned(id: string): Promise<number> {
    return (await ledgerSteps(life.ledger).find({ scope: 'review.return', idem: id }))?.amount ?? 0;
  }
}
