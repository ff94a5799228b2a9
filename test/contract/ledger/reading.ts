import assert from 'node:assert/strict';
import type { EntryPage, LedgerEntry } from '../../../src/billing/ledger/ledger-views.ts';
import { epochMs } from '../../../src/domain/index.ts';
import type { SteppedLedger } from '../../support/ledger-steps.ts';
import {
  buildCapture,
  buildHold,
  buildRefund,
  type Check,
  charge,
  credit,
  START,
  STRIPE,
  toKey,
} from './bench.ts';

/** Entries, sums, a restart and audits. */
export function checkReading(check: Check): void {
  check('entries come oldest first in pages that neither overlap nor skip', async (ledger) => {
    await ledger.post(credit('alice', 1_000, 'ref'));
    for (let i = 1; i <= 9; i++) await ledger.post(charge('alice', i, `c-${i}`));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page: EntryPage | null = await ledger.readEntries('alice', { limit: 4, cursor });
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
      assert.equal(await ledger.readEntries('alice', { limit: 4, cursor: bad }), null, bad);
    }
  });

  check('the newest entry ends at the balance', async (ledger) => {
    await ledger.post(credit('alice', 1_000, 'ref'));
    await ledger.post(charge('alice', 5, 'c-1'));
    const page = await ledger.readEntries('alice', { limit: 1 });
    assert.equal(page?.entries[0]?.balanceAfter, (await ledger.readBalance('alice')).microUsd);
    assert.deepEqual(await ledger.readEntries('nobody', { limit: 5 }), {
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
    const page = await ledger.readEntries('alice', { limit: 10 });
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
    assert.deepEqual(await ledger.readFloat(), {
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
    assert.deepEqual(await reopened.readBalance('alice'), { microUsd: 100, heldMicroUsd: 60 });
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
    assert.equal(await ledger.findClosure(), null);
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
          assert.equal(await other.findClosure(), null);
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
        assert.equal(await writer.findClosure(), reason);
        assert.deepEqual(await writer.readBalance('alice'), { microUsd: 105, heldMicroUsd: 20 });
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
      assert.equal(await last.findClosure(), reason);
      const { whole, findings: none } = await last.auditAtStart();
      assert.deepEqual([whole, none, await last.findClosure()], [true, [], null]);
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
