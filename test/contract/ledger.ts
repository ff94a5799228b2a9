import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  ADJUST_ADMIN,
  assetAccount,
  ownerAccount,
  REVENUE_STREAM,
  REVENUE_TRADE_FEE,
} from '../../src/billing/chart.ts';
import type {
  Capture,
  ClawBack,
  DepositPosting,
  EntryPage,
  HoldRequest,
  Ledger,
  LedgerEntry,
  Posting,
} from '../../src/billing/ledger.ts';
import {
  type Clock,
  type EpochMs,
  epochMs,
  MAX_OPERATION_MICRO_USD,
  microUsd,
} from '../../src/domain/index.ts';
import type { ServiceDatabase } from '../../src/storage/service-database.ts';
import { alterBalance } from '../support/altered-balances.ts';
import { type SteppedLedger, withSteps } from '../support/ledger-steps.ts';

export interface LedgerParts {
  /** Has the procedures of `altered-balances.ts`. */
  readonly database: ServiceDatabase;
  /** A ledger over the database; another one stands for another process. */
  openLedger(): Ledger & ServiceDatabase;
}

export interface LedgerBench extends LedgerParts {
  /** Closes and opens the same database again, as a restart does. */
  reopen(): Promise<LedgerParts>;
}

export type OpenLedger = (t: TestContext, clock: Clock) => Promise<LedgerBench>;

const START = epochMs(1_763_700_000_000);
const STRIPE = assetAccount('stripe');

/** What every engine of the ledger does. */
export function describeLedger(engine: string, open: OpenLedger): void {
  const check = (name: string, body: (ledger: SteppedLedger, bench: Bench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      let now: EpochMs = START;
      const { reopen, ...parts } = await open(t, () => now);
      let current: LedgerParts = parts;
      const openStepped = () => withSteps(current.openLedger(), () => now);
      let ledger = openStepped();
      const bench: Bench = {
        openAnother: openStepped,
        alter: async (account, by) => {
          await current.database.transact(alterBalance, { account, by });
        },
        setTime: (ms) => {
          now = epochMs(ms);
        },
        reopen: async () => {
          current = await reopen();
          ledger = openStepped();
          return ledger;
        },
      };
      await body(ledger, bench);
      const report = await ledger.audit({ whole: true });
      assert.deepEqual(report.findings, []);
    });

  check('a posting moves one amount and answers with both balances', async (ledger) => {
    const outcome = await ledger.post(credit('alice', 5_000_000, 'ref-1'));
    assert.ok(outcome.status === 'posted');
    assert.deepEqual(outcome.balances, { src: -5_000_000, dst: 5_000_000 });
    assert.deepEqual(await ledger.balance('alice'), {
      microUsd: 5_000_000,
      heldMicroUsd: 0,
    });
    assert.deepEqual(await ledger.balance('nobody'), { microUsd: 0, heldMicroUsd: 0 });
  });

  check('the same key again moves nothing and says what was posted', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    await ledger.post(charge('alice', 30, 'c-1'));
    const again = await ledger.post(credit('alice', 100, 'ref-1'));
    assert.ok(again.status === 'duplicate');
    assert.equal(again.transfer.amount, 100);
    assert.equal(again.balances.dst, 70);
  });

  check('the same key for another amount, owner or type is a conflict', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    for (const other of [
      credit('alice', 101, 'ref-1'),
      credit('bob', 100, 'ref-1'),
      { ...credit('alice', 100, 'ref-1'), type: 'deposit' as const },
    ]) {
      const outcome = await ledger.post(other);
      assert.ok(outcome.status === 'conflict');
      assert.equal(outcome.transfer.dst, ownerAccount('alice'));
    }
    assert.equal((await ledger.balance('alice')).microUsd, 100);
    assert.equal((await ledger.balance('bob')).microUsd, 0);
  });

  check('a posting that names its request is a duplicate whichever way it went', async (ledger) => {
    const request = ['bob', 100, 'USD', 'deposit'];
    const held = await ledger.post({
      ...charge('bob', 100, 'evt_1'),
      scope: 'wh:stripe',
      type: 'held',
      src: STRIPE,
      dst: 'review:held',
      request,
    });
    assert.equal(held.status, 'posted');
    const again = await ledger.post({
      ...charge('bob', 100, 'evt_1'),
      scope: 'wh:stripe',
      type: 'deposit',
      src: STRIPE,
      dst: ownerAccount('bob'),
      request,
    });
    assert.ok(again.status === 'duplicate');
    assert.equal(again.transfer.dst, 'review:held');
    assert.equal((await ledger.float()).heldForReviewMicroUsd, 100);
  });

  check('an owner cannot give what is not there', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref-1'));
    const outcome = await ledger.post(charge('alice', 101, 'c-1'));
    assert.deepEqual(outcome, { status: 'insufficient', balance: 100, available: 100 });
    assert.equal((await ledger.post(charge('alice', 100, 'c-1'))).status, 'posted');
    assert.equal((await ledger.post(charge('alice', 1, 'c-2'))).status, 'insufficient');
  });

  check('accounts of review and revenue cannot go below zero either', async (ledger) => {
    const outcome = await ledger.post({
      scope: 'review.release',
      idem: 'd-1',
      type: 'release',
      src: 'review:held',
      dst: ownerAccount('alice'),
      amount: microUsd(1),
      ref: null,
    });
    assert.equal(outcome.status, 'insufficient');
  });

  check('amounts are whole, positive and within the ceiling', async (ledger) => {
    for (const amount of [0, -1, 0.5, MAX_OPERATION_MICRO_USD + 1, Number.NaN]) {
      const outcome = await ledger.post(credit('alice', amount, `ref-${amount}`));
      assert.equal(outcome.status, 'ceiling', String(amount));
    }
    for (let i = 0; i < 9; i++) await ledger.post(credit(`o${i}`, MAX_OPERATION_MICRO_USD, `big-${i}`));
    assert.equal((await ledger.post(credit('alice', 10_000_000_000_000, 'last'))).status, 'ceiling');
    assert.equal((await ledger.post(credit('alice', 7_199_254_740_991, 'last'))).status, 'posted');
    assert.equal((await ledger.float()).totalMicroUsd, Number.MAX_SAFE_INTEGER);
    assert.equal((await ledger.post(credit('bob', 1, 'one more'))).status, 'ceiling');
  });

  check('fifty equal postings at once are one posting', async (ledger) => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => ledger.post(credit('alice', 7, 'the-ref'))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'posted').length, 1);
    assert.equal(outcomes.filter(({ status }) => status === 'duplicate').length, 49);
    assert.equal((await ledger.balance('alice')).microUsd, 7);
  });

  check('thirty charges at once on money for three are three charges', async (ledger) => {
    await ledger.post(credit('alice', 30, 'ref'));
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ledger.post(charge('alice', 10, `c-${i}`))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'posted').length, 3);
    assert.equal((await ledger.balance('alice')).microUsd, 0);
  });

  check('a hold counts against what is free and not against the balance', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    const outcome = await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.ok(outcome.status === 'held');
    assert.deepEqual([outcome.balance, outcome.available], [100, 40]);
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 100, heldMicroUsd: 60 });
    assert.equal((await ledger.hold(buildHold('alice', 41, 'o-2'))).status, 'insufficient');
    assert.equal((await ledger.post(charge('alice', 41, 'c-1'))).status, 'insufficient');
    assert.equal((await ledger.post(charge('alice', 40, 'c-1'))).status, 'posted');
  });

  check('a hold is placed once, and another under its key is a conflict', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.equal((await ledger.hold(buildHold('alice', 60, 'o-1'))).status, 'duplicate');
    assert.equal((await ledger.hold(buildHold('alice', 10, 'o-1'))).status, 'conflict');
    assert.equal((await ledger.hold(buildHold('alice', 0, 'o-9'))).status, 'ceiling');
    assert.equal((await ledger.balance('alice')).heldMicroUsd, 60);
  });

  check('a capture charges up to the hold once and frees the rest', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.equal((await ledger.capture(buildCapture('o-1', 61))).status, 'above_hold');
    const outcome = await ledger.capture(buildCapture('o-1', 50));
    assert.ok(outcome.status === 'captured');
    assert.equal(outcome.balance, 50);
    assert.equal(outcome.hold.transferId, outcome.transfer.id);
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 50, heldMicroUsd: 0 });
    assert.equal((await ledger.capture(buildCapture('o-1', 50))).status, 'already_resolved');
    assert.equal((await ledger.release(toKey('o-1'))).status, 'already_resolved');
    assert.equal((await ledger.capture(buildCapture('o-404', 1))).status, 'unknown_hold');
  });

  check('a capture under the key of another transfer takes nothing', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 10, 'o-2'));
    await ledger.capture(buildCapture('o-1', 60));
    const outcome = await ledger.capture({ ...buildCapture('o-2', 10), idem: 'o-1' });
    assert.equal(outcome.status, 'conflict');
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 40, heldMicroUsd: 10 });
  });

  check('a release frees everything, once', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 40, 'o-2'));
    const released = await ledger.release(toKey('o-1'));
    assert.ok(released.status === 'released');
    assert.equal(released.available, 60);
    assert.equal(released.hold.state, 'released');
    assert.equal((await ledger.capture(buildCapture('o-1', 1))).status, 'already_resolved');
    assert.equal((await ledger.release(toKey('o-3'))).status, 'unknown_hold');
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 100, heldMicroUsd: 40 });
  });

  check('overdue holds are listed oldest first, and an extended one no more', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold({ ...buildHold('alice', 1, 'late'), expiresAt: epochMs(START + 2_000) });
    await ledger.hold({ ...buildHold('alice', 1, 'later'), expiresAt: epochMs(START + 3_000) });
    await ledger.hold({ ...buildHold('alice', 1, 'first'), expiresAt: epochMs(START + 1_000) });
    const overdue = async (ms: number) =>
      (await ledger.overdueHolds(epochMs(START + ms), 10)).map(({ idem }) => idem);
    assert.deepEqual(await overdue(1_000), []);
    assert.deepEqual(await overdue(3_001), ['first', 'late', 'later']);
    assert.equal(await ledger.extend(toKey('late'), epochMs(START + 9_000)), 'extended');
    assert.deepEqual(await overdue(3_001), ['first', 'later']);
    assert.equal(await ledger.extend(toKey('none'), START), 'unknown_hold');
    await ledger.release(toKey('first'));
    assert.equal(await ledger.extend(toKey('first'), START), 'already_resolved');
    assert.equal((await ledger.findHold(toKey('first')))?.state, 'released');
    assert.equal(await ledger.findHold(toKey('none')), null);
  });

  check('a refund takes what is free; the rest is owed and repaid from the next deposits', async (ledger) => {
    await ledger.deposit(buildDeposit('alice', 100, 'evt_1'));
    await ledger.post(charge('alice', 70, 'c-1'));
    const back = await ledger.clawBack(buildRefund('alice', 100, 'evt_2'));
    assert.deepEqual(back, { status: 'posted', taken: 30, owed: 70, balance: 0 });
    assert.equal(await ledger.owed('alice'), 70);
    assert.deepEqual(await ledger.clawBack(buildRefund('alice', 100, 'evt_2')), {
      status: 'duplicate',
      taken: 30,
      balance: 0,
    });
    assert.equal((await ledger.clawBack(buildRefund('alice', 99, 'evt_2'))).status, 'conflict');

    const first = await ledger.deposit(buildDeposit('alice', 50, 'evt_3'));
    assert.ok(first.status === 'posted');
    assert.deepEqual([first.balance, await ledger.owed('alice')], [0, 20]);
    const second = await ledger.deposit(buildDeposit('alice', 50, 'evt_4'));
    assert.ok(second.status === 'posted');
    assert.deepEqual([second.balance, await ledger.owed('alice')], [30, 0]);
    const again = await ledger.deposit(buildDeposit('alice', 50, 'evt_4'));
    assert.ok(again.status === 'duplicate');
    assert.equal(again.balance, 30);

    const page = await ledger.entries('alice', { limit: 100 });
    assert.deepEqual(
      page?.entries.map(({ type, microUsd: change, ref }) => [type, change, ref]),
      [
        ['deposit', 100, 'evt_1'],
        ['stream_fee', -70, 'c-1'],
        ['refund', -30, 'evt_2'],
        ['deposit', 50, 'evt_3'],
        ['refund', -50, 'evt_2'],
        ['deposit', 50, 'evt_4'],
        ['refund', -20, 'evt_2'],
      ],
    );
  });

  check('several debts are repaid in the order in which they were made', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 10, 'evt_a'));
    await ledger.clawBack(buildRefund('alice', 20, 'evt_b'));
    await ledger.clawBack(buildRefund('bob', 5, 'evt_c'));
    await ledger.deposit(buildDeposit('alice', 15, 'evt_d'));
    assert.equal(await ledger.owed('alice'), 15);
    assert.equal(await ledger.owed('bob'), 5);
    await ledger.deposit(buildDeposit('alice', 100, 'evt_e'));
    const page = await ledger.entries('alice', { limit: 100 });
    assert.deepEqual(
      page?.entries.map(({ microUsd: change, ref }) => [change, ref]),
      [
        [15, 'evt_d'],
        [-10, 'evt_a'],
        [-5, 'evt_b'],
        [100, 'evt_e'],
        [-15, 'evt_b'],
      ],
    );
    assert.equal((await ledger.float()).receivableMicroUsd, 5);
  });

  check('every entry that raises a balance repays what is owed, as an entry of its own', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 30, 'evt_a'));
    const credited = await ledger.post(credit('alice', 12, 'r-1'));
    assert.ok(credited.status === 'posted');
    assert.deepEqual([credited.owed, credited.balances.dst], [18, 0]);
    await ledger.post({ ...charge('bob', 5, 'fee'), src: STRIPE, dst: REVENUE_TRADE_FEE });
    const back = await ledger.post({
      scope: 'trade.refund',
      idem: 'fee',
      type: 'refund',
      src: REVENUE_TRADE_FEE,
      dst: ownerAccount('alice'),
      amount: microUsd(5),
      ref: 'fee',
    });
    assert.ok(back.status === 'posted');
    assert.deepEqual([back.owed, back.balances], [13, { src: 0, dst: 0 }]);
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 0, heldMicroUsd: 0 });
    assert.equal(await ledger.owed('alice'), 13);
    const page = await ledger.entries('alice', { limit: 10 });
    assert.deepEqual(
      page?.entries.map(({ type, microUsd: change, ref }) => [type, change, ref]),
      [
        ['admin_credit', 12, 'r-1'],
        ['refund', -12, 'evt_a'],
        ['refund', 5, 'fee'],
        ['refund', -5, 'evt_a'],
      ],
    );
  });

  check('what a hold frees repays what is owed', async (ledger) => {
    await ledger.deposit(buildDeposit('alice', 100, 'evt_1'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 40, 'o-2'));
    await ledger.clawBack(buildRefund('alice', 90, 'evt_2'));
    const captured = await ledger.capture(buildCapture('o-1', 10));
    assert.ok(captured.status === 'captured');
    assert.equal(captured.balance, 40);
    assert.equal(await ledger.owed('alice'), 40);
    const released = await ledger.release(toKey('o-2'));
    assert.ok(released.status === 'released');
    assert.equal(released.available, 0);
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 0, heldMicroUsd: 0 });
    assert.equal(await ledger.owed('alice'), 0);
  });

  check('a debt is given up in whole or in part, once by each name', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 30, 'evt_a'));
    await ledger.clawBack(buildRefund('bob', 50, 'evt_b'));
    await ledger.clawBack(buildRefund('cat', 20, 'evt_c'));
    await ledger.post(credit('cat', 20, 'r-1'));
    const writeOff = (amount: number, ref: string, owner = 'alice') =>
      ledger.writeOff({ owner, amount: microUsd(amount), ref });
    assert.deepEqual(await ledger.debtors(10), [
      { owner: 'bob', owedMicroUsd: 50, microUsd: 0, heldMicroUsd: 0 },
      { owner: 'alice', owedMicroUsd: 30, microUsd: 0, heldMicroUsd: 0 },
    ]);
    assert.deepEqual(await writeOff(31, 'writeoff:a'), { status: 'above_debt', owed: 30 });
    assert.deepEqual(await writeOff(10, 'writeoff:a'), { status: 'posted', owed: 20 });
    assert.deepEqual(await writeOff(10, 'writeoff:a'), { status: 'duplicate', owed: 20 });
    assert.deepEqual(await writeOff(11, 'writeoff:a'), { status: 'conflict' });
    assert.deepEqual(await writeOff(10, 'writeoff:a', 'bob'), { status: 'conflict' });
    assert.deepEqual(await writeOff(20, 'writeoff:b'), { status: 'posted', owed: 0 });
    assert.deepEqual(
      (await ledger.debtors(10)).map(({ owner }) => owner),
      ['bob'],
    );
    await ledger.post(credit('alice', 7, 'r-2'));
    assert.deepEqual(await ledger.balance('alice'), { microUsd: 7, heldMicroUsd: 0 });
    assert.equal(await ledger.repayDebts(), 0);
  });

  check('what is kept beside a refund stands with both its parts', async (ledger) => {
    await ledger.deposit(buildDeposit('alice', 60, 'evt_1'));
    await ledger.clawBack({ ...buildRefund('alice', 100, 'evt_2'), meta: { payment: 'pi_1' } });
    const taken = await ledger.find({ scope: 'wh:stripe', idem: 'evt_2' });
    const owed = await ledger.find({ scope: 'wh:stripe:owed', idem: 'evt_2' });
    assert.deepEqual([taken?.amount, taken?.meta], [60, { payment: 'pi_1' }]);
    assert.deepEqual([owed?.amount, owed?.meta], [40, { payment: 'pi_1' }]);
  });

  check('what is held cannot be clawed back; it is owed', async (ledger) => {
    await ledger.deposit(buildDeposit('alice', 100, 'evt_1'));
    await ledger.hold(buildHold('alice', 80, 'o-1'));
    const back = await ledger.clawBack(buildRefund('alice', 100, 'evt_2'));
    assert.deepEqual(back, { status: 'posted', taken: 20, owed: 80, balance: 80 });
  });

  check('a deposit or refund beyond what can be counted is refused whole', async (ledger) => {
    assert.equal((await ledger.deposit(buildDeposit('alice', 0, 'evt_0'))).status, 'ceiling');
    for (let i = 0; i < 9; i++) await ledger.post(credit(`o${i}`, MAX_OPERATION_MICRO_USD, `big-${i}`));
    const back = await ledger.clawBack(buildRefund('alice', 8_000_000_000_000, 'evt_1'));
    assert.equal(back.status, 'ceiling');
    assert.equal(await ledger.owed('alice'), 0);
  });

  check('entries come oldest first in pages that neither overlap nor skip', async (ledger) => {
    await ledger.post(credit('alice', 1_000, 'ref'));
    for (let i = 1; i <= 9; i++) await ledger.post(charge('alice', i, `c-${i}`));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page: EntryPage | null = await ledger.entries('alice', { limit: 4, cursor });
      assert.ok(page !== null);
      for (const [i, entry] of page.entries.entries()) {
        const before: LedgerEntry | undefined = page.entries[i - 1];
        if (before !== undefined) assert.equal(entry.balanceAfter, before.balanceAfter + entry.microUsd);
      }
      seen.unshift(...page.entries.map(({ microUsd: change }) => change));
      assert.equal(page.truncated, page.nextCursor !== null);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, [1_000, -1, -2, -3, -4, -5, -6, -7, -8, -9]);
    for (const bad of ['', 'x', 's', 's!', `s${'z'.repeat(12)}`, 's-1', 'szzzzzzzzzzz']) {
      assert.equal(await ledger.entries('alice', { limit: 4, cursor: bad }), null, bad);
    }
  });

  check('the newest entry ends at the balance', async (ledger) => {
    await ledger.post(credit('alice', 1_000, 'ref'));
    await ledger.post(charge('alice', 5, 'c-1'));
    const page = await ledger.entries('alice', { limit: 1 });
    assert.equal(page?.entries[0]?.balanceAfter, (await ledger.balance('alice')).microUsd);
    assert.deepEqual(await ledger.entries('nobody', { limit: 5 }), {
      entries: [],
      truncated: false,
      nextCursor: null,
    });
  });

  check('times never go backwards, no matter what the clock does', async (ledger, { setTime }) => {
    await ledger.post(credit('alice', 10, 'r-1'));
    setTime(START - 3_600_000);
    await ledger.post(credit('alice', 10, 'r-2'));
    setTime(START + 5);
    await ledger.post(credit('alice', 10, 'r-3'));
    const page = await ledger.entries('alice', { limit: 10 });
    assert.deepEqual(
      page?.entries.map(({ ts }) => ts - START),
      [0, 0, 5],
    );
  });

  check('the float is what owners hold, with what waits beside it', async (ledger) => {
    await ledger.post(credit('alice', 10, 'r-1'));
    await ledger.post(credit('bob', 5, 'r-2'));
    await ledger.post(charge('bob', 5, 'c-1'));
    await ledger.post({
      ...charge('x', 9, 'evt'),
      scope: 'wh:stripe',
      type: 'held',
      src: STRIPE,
      dst: 'review:unattributed',
    });
    assert.deepEqual(await ledger.float(), {
      totalMicroUsd: 10,
      accounts: 2,
      nonZeroAccounts: 1,
      heldForReviewMicroUsd: 0,
      unattributedMicroUsd: 9,
      receivableMicroUsd: 0,
    });
  });

  check('a transfer is found by its key, with what was kept beside it', async (ledger) => {
    await ledger.post({ ...credit('alice', 10, 'r-1'), meta: { by: 'console' } });
    const found = await ledger.find({ scope: 'admin.credit', idem: 'r-1' });
    assert.deepEqual(found?.meta, { by: 'console' });
    assert.equal(await ledger.find({ scope: 'admin.credit', idem: 'r-2' }), null);
  });

  check('everything is there after a restart, and keys are still used', async (ledger, { reopen }) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    const reopened = await reopen();
    assert.deepEqual(await reopened.balance('alice'), { microUsd: 100, heldMicroUsd: 60 });
    assert.equal((await reopened.post(credit('alice', 100, 'ref'))).status, 'duplicate');
    assert.equal((await reopened.capture(buildCapture('o-1', 60))).status, 'captured');
    assert.deepEqual((await reopened.audit({ whole: true })).findings, []);
  });

  check('an audit reads everything, or what came since the last clean one', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    const whole = await ledger.audit({ whole: false });
    assert.deepEqual([whole.whole, whole.transfers, whole.accounts], [true, 1, 2]);
    await ledger.post(charge('alice', 1, 'c-1'));
    await ledger.post(charge('alice', 1, 'c-2'));
    const rest = await ledger.audit({ whole: false });
    assert.deepEqual([rest.whole, rest.transfers, rest.lastTransfer], [false, 2, 3]);
    assert.notEqual(rest.lastHash, whole.lastHash);
    assert.equal(await ledger.closedBecause(), null);
  });

  check(
    'a finding closes the ledger for every writer until a whole audit is clean',
    async (ledger, bench) => {
      await ledger.post(credit('alice', 100, 'a'));
      await ledger.post(credit('bob', 100, 'b'));
      await ledger.hold(buildHold('alice', 10, 'o-1'));
      await ledger.hold(buildHold('alice', 10, 'o-2'));
      await ledger.audit({ whole: true });
      const writes: ((writer: SteppedLedger) => Promise<unknown>)[] = [
        (writer) => writer.post(credit('carol', 1, 'c')),
        (writer) => writer.clawBack(buildRefund('alice', 500, 'evt')),
        (writer) => writer.hold(buildHold('alice', 1, 'o-3')),
        (writer) => writer.capture(buildCapture('o-1', 1)),
        (writer) => writer.release(toKey('o-1')),
        (writer) => writer.extend(toKey('o-2'), epochMs(START + 90_000)),
      ];
      // Each has seen it open.
      const others = await Promise.all(
        writes.map(async () => {
          const other = bench.openAnother();
          assert.equal(await other.closedBecause(), null);
          return other;
        }),
      );
      const alter = async (by: number) => {
        await bench.alter('owner:alice', by);
        await bench.alter('owner:bob', 0 - by);
      };
      await alter(5);
      const { findings } = await ledger.audit({ whole: true });
      assert.deepEqual(
        findings.map(({ invariant }) => invariant),
        ['replay', 'replay'],
      );
      const reason = 'owner:alice has 105 and its newest transfer left 100';
      const requireClosed = async (write: (typeof writes)[number], writer: SteppedLedger) => {
        const message = `the ledger is closed: ${reason}`;
        await assert.rejects(write(writer), { name: 'LedgerUnavailableError', message });
        assert.equal(await writer.closedBecause(), reason);
        assert.deepEqual(await writer.balance('alice'), { microUsd: 105, heldMicroUsd: 20 });
      };
      for (const [i, write] of writes.entries()) {
        await requireClosed(write, ledger);
        await requireClosed(write, others[i] as SteppedLedger);
      }
      const reopened = await bench.reopen();
      for (const write of writes) await requireClosed(write, reopened);

      await alter(-5);
      const last = bench.openAnother();
      assert.deepEqual((await last.audit({ whole: false })).findings, []);
      assert.equal(await last.closedBecause(), reason);
      const { whole, findings: none } = await last.auditAtStart();
      assert.deepEqual([whole, none, await last.closedBecause()], [true, [], null]);
      assert.equal((await bench.openAnother().post(credit('carol', 1, 'c'))).status, 'posted');
      assert.equal((await last.release(toKey('o-1'))).status, 'released');
    },
  );

  check('an audit after another reads the transfers and accounts since then', async (ledger) => {
    for (let i = 0; i < 250; i++) await ledger.post(credit(`owner-${i}`, 1, `r-${i}`));
    const first = await ledger.audit({ whole: true });
    assert.deepEqual([first.transfers, first.accounts, first.findings], [250, 251, []]);
    for (let i = 0; i < 230; i++) await ledger.post(credit(`owner-${i}`, 1, `s-${i}`));
    const rest = await ledger.audit({ whole: false });
    assert.deepEqual([rest.whole, rest.transfers, rest.accounts, rest.findings], [false, 230, 251, []]);
  });
}

interface Bench {
  openAnother(): SteppedLedger;
  /** Changes the balance of an account without a transfer. */
  alter(account: string, by: number): Promise<void>;
  setTime(ms: number): void;
  reopen(): Promise<SteppedLedger>;
}

const toAmount = (amount: number) => amount as Posting['amount'];

function credit(owner: string, amount: number, ref: string): Posting {
  const dst = ownerAccount(owner);
  return {
    scope: 'admin.credit',
    idem: ref,
    type: 'admin_credit',
    src: ADJUST_ADMIN,
    dst,
    amount: toAmount(amount),
    ref,
  };
}

function charge(owner: string, amount: number, id: string): Posting {
  return {
    scope: 'stream',
    idem: id,
    type: 'stream_fee',
    src: ownerAccount(owner),
    dst: REVENUE_STREAM,
    amount: toAmount(amount),
    ref: id,
  };
}

function buildDeposit(owner: string, amount: number, event: string): DepositPosting {
  return {
    scope: 'wh:stripe',
    idem: event,
    type: 'deposit',
    owner,
    src: STRIPE,
    amount: toAmount(amount),
    ref: event,
  };
}

function buildRefund(owner: string, amount: number, event: string): ClawBack {
  return { scope: 'wh:stripe', idem: event, owner, asset: STRIPE, amount: toAmount(amount), ref: event };
}

const toKey = (order: string) => ({ scope: 'trade:bot-1', idem: order });

function buildHold(owner: string, amount: number, order: string): HoldRequest {
  return { ...toKey(order), owner, amount: toAmount(amount), expiresAt: epochMs(START + 60_000) };
}

function buildCapture(order: string, amount: number): Capture {
  return {
    hold: toKey(order),
    amount: toAmount(amount),
    type: 'trade_fee',
    dst: REVENUE_TRADE_FEE,
    scope: 'trade.capture',
    idem: order,
    ref: order,
  };
}
