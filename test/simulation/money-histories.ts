import assert from 'node:assert/strict';
import type { Deposit } from '../../src/billing/deposits/deposit.ts';
import { REVENUE_STREAM } from '../../src/billing/ledger/chart.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { WebhookReceiver } from '../../src/billing/webhooks/receiver.ts';
import { toHeaders } from '../../src/billing/webhooks/signed-request.ts';
import { type Clock, epochMs, HOUR_MS, type MicroUsd, microUsd } from '../../src/domain/index.ts';
import { parseSignedJson } from '../../src/http/server/bodies.ts';
import type { CommitFaults } from '../../src/storage/call-result.ts';
import type { MoneyRules, MoneyStores } from '../support/money-stores.ts';
import { WEBHOOK_SECRETS } from '../support/provider-events.ts';
import { drawPayment, type ExpectedItem, HISTORY_OWNERS, type HistoryEvent } from './history-payments.ts';
import { pick, seeded } from './ledger-world.ts';

/** A database with the money of one history. */
export interface HistoryDatabase {
  readonly stores: MoneyStores;
  /** Sums the balances of all accounts, the owners' included. */
  sumBalances(): Promise<number>;
  /** Backs up the current state, with which {@link HistoryEngine.open} begins. */
  backup(): Promise<unknown>;
  /** Stores of a process that starts on the same database. */
  restart(): Promise<MoneyStores>;
  close(): Promise<void>;
}

export interface HistoryEngine {
  /** Opens a database. @param from A backup; null: nothing was stored yet. */
  open(settings: HistorySettings, from: unknown): Promise<HistoryDatabase>;
}

export interface HistorySettings {
  readonly clock: Clock;
  readonly rules: Partial<MoneyRules>;
  readonly faults: CommitFaults;
}

export interface HistoryReport {
  readonly deliveries: number;
  readonly restarts: number;
  readonly restores: number;
}

const START = 1_763_800_000_000;
const CAP = 30_000_000;
const RULES: Partial<MoneyRules> = { limits: { perDeposit: microUsd(CAP), perDay: microUsd(1e15) } };
const BY = { address: 'test', action: 'test', target: null, detail: null };
/** Reasons for which an event is answered and leaves nothing: it has no money. */
const WITHOUT_MONEY = ['event_type', 'unpaid', 'not_completed', 'mode_mismatch', 'zero_amount'];

/** Act of an owner or the operator, with the change of the owner's worth. */
interface Doing {
  readonly owner: string;
  readonly run: () => Promise<number | null>;
  /** Whether the step is repeated after a restore, as the operator's page says. */
  readonly isRepeated: boolean;
  /** Micro-USD; null: it was refused, or not done yet. */
  worth: number | null;
}

/**
 * Runs one seed: payments of three providers with refunds that fail, disputes that turn, currencies that do not count;
 * their events come late, twice and out of order, owners spend, the operator credits, debits, releases and reverses,
 * the process ends at the boundaries of commits, and the database goes back to a backup. In the end everything was
 * delivered, and the service must have what the books of the providers say.
 *
 * @throws {Error} which names the seed.
 */
export async function runHistory(seed: number, engine: HistoryEngine): Promise<HistoryReport> {
  const random = seeded(seed);
  const payments = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) =>
    drawPayment(random, `p${i}`),
  );
  const events = payments.flatMap((payment) => payment.events);
  const report = { deliveries: 0, restarts: 0, restores: 0 };
  let doings: Doing[] = [];
  /** Whom the operator paid a deposit that waited, and which deposits were reversed, by payment. */
  let released = new Set<string>();
  let reversed = new Set<string>();
  let now = START;
  let crash: 'before' | 'after' | null = null;
  const end = (when: typeof crash) => {
    if (crash === when) throw new Error(`the process ends ${when} a commit`);
  };
  const settings = {
    clock: () => epochMs(now),
    rules: RULES,
    faults: { beforeCommit: () => end('before'), afterCommit: () => end('after') },
  };
  let life = await open(null);
  let backup: { readonly data: unknown; readonly undo: () => void } | null = null;

  try {
    const steps = 4 + Math.floor(random() * 8);
    for (let step = 0; step < steps; step++) {
      now += Math.floor((random() - 0.2) * HOUR_MS);
      const acts = Array.from({ length: 1 + Math.floor(random() * 3) }, nextAct);
      const dice = random();
      crash = dice < 0.12 ? 'before' : dice < 0.24 ? 'after' : null;
      await attemptAll(acts);
      if (crash !== null) {
        crash = null;
        await restart();
        await attemptAll(acts);
      }
      if (random() < 0.1) backup = await makeBackup();
      if (backup !== null && random() < 0.06) await restore(backup);
    }
    await deliverAll();
    await compare();
    const before = await readEnd();
    for (const event of events) event.isAnswered = false;
    await deliverAll();
    assert.deepEqual(await readEnd(), before, 'what comes again changes nothing');
    return report;
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await life.database.close();
  }

  async function open(from: unknown) {
    const database = await engine.open(settings, from);
    return join(database, database.stores);
  }

  function join(database: HistoryDatabase, stores: MoneyStores) {
    const webhooks = new WebhookReceiver({
      events: stores.events,
      secrets: WEBHOOK_SECRETS,
      modes: { stripe: 'test' },
      clock: settings.clock,
      parseJson: parseSignedJson,
      onAltered: () => assert.fail('no event changes'),
    });
    return { database, webhooks, ...stores };
  }

  async function restart(): Promise<void> {
    report.restarts++;
    life = join(life.database, await life.database.restart());
  }

  async function makeBackup() {
    const data = await life.database.backup();
    const worths = new Map(doings.map((doing) => [doing, doing.worth]));
    const [known, paid, taken] = [doings, new Set(released), new Set(reversed)];
    const undo = () => {
      for (const doing of doings) doing.worth = worths.get(doing) ?? null;
      const since = doings.filter((doing) => !known.includes(doing) || worths.get(doing) === null);
      doings = [...new Set([...known, ...since.filter(({ isRepeated }) => isRepeated)])];
      [released, reversed] = [new Set(paid), new Set(taken)];
    };
    return { data, undo };
  }

  /**
   * Restores a backup. Then the operator gives the same credits and debits again, and the providers send everything
   * again.
   */
  async function restore({
    data,
    undo,
  }: {
    readonly data: unknown;
    readonly undo: () => void;
  }): Promise<void> {
    report.restores++;
    await life.database.close();
    life = await open(data);
    undo();
    for (const event of events) event.isAnswered = false;
    for (const doing of doings) if (doing.worth === null && doing.isRepeated) await perform(doing)();
  }

  async function attemptAll(acts: readonly (() => Promise<void>)[]): Promise<void> {
    await Promise.all(
      acts.map(async (act) => {
        try {
          await act();
        } catch (error) {
          if (crash === null || !(error instanceof LedgerUnavailableError)) throw error;
        }
      }),
    );
  }

  function nextAct(): () => Promise<void> {
    const dice = random();
    const sendable = events.filter(canBeSent);
    if (dice < 0.68 && sendable.length > 0) {
      const waiting = sendable.filter(({ isAnswered }) => !isAnswered);
      return deliver(pick(random() < 0.2 || waiting.length === 0 ? sendable : waiting, random));
    }
    const owner = pick(HISTORY_OWNERS, random);
    const id = `act-${doings.length}-${Math.floor(random() * 1e9)}`;
    const amount = microUsd(1 + Math.floor(random() * 15_000_000));
    if (dice < 0.76) return perform(begin({ owner, isRepeated: false, run: () => spend(owner, id, amount) }));
    if (dice < 0.82) return perform(begin({ owner, isRepeated: true, run: () => credit(owner, id, amount) }));
    if (dice < 0.88) {
      const allowDebt = random() < 0.5;
      const run = () => debit(owner, id, { amount, allowDebt });
      return perform(begin({ owner, isRepeated: true, run }));
    }
    return dice < 0.95 ? release() : reverse(random());
  }

  function begin(doing: Omit<Doing, 'worth'>): Doing {
    const begun = { ...doing, worth: null };
    doings.push(begun);
    return begun;
  }

  function perform(doing: Doing): () => Promise<void> {
    return async () => {
      doing.worth = await doing.run();
    };
  }

  async function spend(owner: string, id: string, amount: MicroUsd): Promise<number | null> {
    const { status } = await life.ledger.post({
      scope: 'stream',
      idem: id,
      type: 'stream_fee',
      src: `owner:${owner}`,
      dst: REVENUE_STREAM,
      amount,
      ref: id,
    });
    return status === 'posted' || status === 'duplicate' ? 0 - amount : null;
  }

  async function credit(owner: string, ref: string, amount: MicroUsd): Promise<number | null> {
    const { status } = await life.operator.credit({ owner, amount, ref }, BY);
    assert.ok(status === 'posted' || status === 'duplicate', status);
    return amount;
  }

  async function debit(
    owner: string,
    ref: string,
    { amount, allowDebt }: { readonly amount: MicroUsd; readonly allowDebt: boolean },
  ): Promise<number | null> {
    const { status } = await life.operator.debit({ owner, amount, ref, reason: 'test', allowDebt }, BY);
    assert.ok(status === 'posted' || status === 'duplicate' || status === 'insufficient', status);
    return status === 'insufficient' ? null : 0 - amount;
  }

  function canBeSent({ after }: HistoryEvent): boolean {
    return after === undefined || after.isAnswered;
  }

  function deliver(event: HistoryEvent): () => Promise<void> {
    return async () => {
      report.deliveries++;
      const { provider, headers, body } = event.sign(now);
      const outcome = await life.webhooks.receive(provider, {
        headers: toHeaders(Object.entries(headers).flat()),
        body: Buffer.from(body),
      });
      const isConflict = event.after !== undefined;
      assert.ok(isConflict === (outcome.status === 'conflict'), outcome.status);
      assert.ok(['money', 'ignored', 'conflict'].includes(outcome.status), outcome.status);
      if (event.isEmpty) {
        assert.ok(outcome.status === 'ignored' && WITHOUT_MONEY.includes(outcome.reason), outcome.status);
      } else if (outcome.status === 'ignored') {
        // A refund that failed before its creation was reported takes nothing.
        assert.ok(
          !['event_type', 'unpaid', 'not_completed', 'mode_mismatch'].includes(outcome.reason),
          outcome.reason,
        );
      }
      event.isAnswered = true;
    };
  }

  async function deliverAll(): Promise<void> {
    for (;;) {
      const waiting = events.filter((event) => !event.isAnswered && canBeSent(event));
      if (waiting.length === 0) return;
      for (const event of waiting.sort(() => random() - 0.5)) await deliver(event)();
    }
  }

  async function listDeposits(): Promise<readonly Deposit[]> {
    return (await life.deposits.list({ limit: 1_000 }))?.deposits ?? [];
  }

  /** Pays out the first waiting deposit that is found. */
  function release(): () => Promise<void> {
    let chosen: Deposit | undefined;
    return async () => {
      chosen ??= (await listDeposits()).find(
        ({ state, microUsd: amount, returnableMicroUsd }) =>
          (state === 'held' || state === 'unattributed') && amount !== null && returnableMicroUsd > 0,
      );
      if (chosen === undefined) return;
      const { id, owner, returnableMicroUsd } = chosen;
      const amount = microUsd(returnableMicroUsd);
      const { status } = await life.release({ id, owner: owner ?? 'ann', amount });
      if (status === 'released' || status === 'duplicate') released.add(findPayment(chosen));
    };
  }

  function reverse(dice: number): () => Promise<void> {
    let chosen: Deposit | undefined;
    return async () => {
      const paid = (await listDeposits()).filter(({ state }) => state === 'credited' || state === 'released');
      chosen ??= paid[Math.floor(dice * paid.length)];
      if (chosen === undefined) return;
      const { status } = await life.operator.reverseDeposit(chosen.id, BY);
      if (status === 'reversed' || status === 'duplicate') reversed.add(findPayment(chosen));
    };
  }

  /** Finds the payment of a deposit: ids of its events contain that of the payment. */
  function findPayment({ eventId }: Deposit): string {
    const found = payments.find(({ id }) => new RegExp(`(^|[_-])${id}($|_)`).test(eventId ?? ''));
    assert.ok(found !== undefined, String(eventId));
    return found.id;
  }

  async function readEnd() {
    const page = await life.review.list({ limit: 1_000 });
    const items = (page?.items ?? []).map(({ kind, amount, microUsd: counted }) =>
      toLine({
        kind,
        amount: Number(amount),
        microUsd: counted,
      }),
    );
    const owners = await Promise.all(
      HISTORY_OWNERS.map(async (owner) => {
        const [{ microUsd: balance }, owed] = await Promise.all([
          life.ledger.readBalance(owner),
          life.ledger.readOwed(owner),
        ]);
        assert.ok(balance === 0 || owed === 0 || balance > 0, 'no balance is below zero');
        return `${owner}: ${balance - owed}`;
      }),
    );
    const float = await life.ledger.readFloat();
    return { owners, items: items.sort(), waiting: float.heldForReviewMicroUsd + float.unattributedMicroUsd };
  }

  async function compare(): Promise<void> {
    const { findings } = await life.ledger.audit({ whole: true });
    assert.deepEqual(findings, []);
    assert.equal(await life.database.sumBalances(), 0, 'all accounts add up to 0');
    assert.deepEqual(await readEnd(), computeEnd());
  }

  /** Computes the expected end from the books of the providers and the acts. */
  function computeEnd() {
    const worth = new Map(HISTORY_OWNERS.map((owner) => [owner, 0]));
    const add = (owner: string, amount: number) => worth.set(owner, (worth.get(owner) ?? 0) + amount);
    for (const { owner, worth: amount } of doings) add(owner, amount ?? 0);
    const items: ExpectedItem[] = payments.flatMap(({ loose }) => loose);
    let waiting = 0;
    for (const { id, micro, uncounted, owner, reversed: taken } of payments) {
      if (uncounted !== null && taken / 1_000_000 < uncounted)
        items.push({ kind: 'unattributed', amount: uncounted, microUsd: null });
      if (micro === null) continue;
      const left = Math.max(0, micro - taken);
      const isPaid = (owner !== null && micro <= CAP) || released.has(id);
      if (isPaid) {
        add(owner ?? 'ann', reversed.has(id) ? 0 : left);
        continue;
      }
      waiting += left;
      const kind = owner === null ? 'unattributed' : 'held';
      if (left > 0) items.push({ kind, amount: micro / 1_000_000, microUsd: left });
    }
    const owners = [...worth].map(([owner, amount]) => `${owner}: ${amount}`);
    return { owners, items: items.map(toLine).sort(), waiting };
  }
}

function toLine({ kind, amount, microUsd: counted }: ExpectedItem): string {
  return `${kind} ${amount} ${counted}`;
}
