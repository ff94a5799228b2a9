import assert from 'node:assert/strict';
import { ADJUST_WRITEOFF, REVENUE_TRADE_FEE, toOwnerAccount } from '../../../src/billing/ledger/chart.ts';
import { MAX_OPERATION_MICRO_USD, microUsd } from '../../../src/domain/index.ts';
import {
  buildCapture,
  buildDeposit,
  buildHold,
  buildRefund,
  buildReinstatement,
  type Check,
  charge,
  credit,
  STRIPE,
  toKey,
} from './bench.ts';

/** Refunds, what is owed after them, and how it is repaid or given up. */
export function checkDebts(check: Check): void {
  check('a refund takes what is free; the rest is owed and repaid from the next deposits', async (ledger) => {
    await ledger.post(buildDeposit('alice', 100, 'evt_1'));
    await ledger.post(charge('alice', 70, 'c-1'));
    const back = await ledger.clawBack(buildRefund('alice', 100, 'evt_2'));
    assert.deepEqual(back, { status: 'posted', taken: 30, owed: 70, balance: 0 });
    assert.equal(await ledger.readOwed('alice'), 70);
    assert.deepEqual(await ledger.clawBack(buildRefund('alice', 100, 'evt_2')), {
      status: 'duplicate',
      taken: 30,
      balance: 0,
    });
    assert.equal((await ledger.clawBack(buildRefund('alice', 99, 'evt_2'))).status, 'conflict');

    const first = await ledger.post(buildDeposit('alice', 50, 'evt_3'));
    assert.ok(first.status === 'posted');
    assert.deepEqual([first.balances.dst, await ledger.readOwed('alice')], [0, 20]);
    const second = await ledger.post(buildDeposit('alice', 50, 'evt_4'));
    assert.ok(second.status === 'posted');
    assert.deepEqual([second.balances.dst, await ledger.readOwed('alice')], [30, 0]);
    const again = await ledger.post(buildDeposit('alice', 50, 'evt_4'));
    assert.ok(again.status === 'duplicate');
    assert.equal(again.balances.dst, 30);

    const page = await ledger.readEntries('alice', { limit: 100 });
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

  check('debts that are open are listed with their reasons, the oldest first', async (ledger) => {
    assert.deepEqual(await ledger.listDebts('alice'), []);
    await ledger.clawBack(buildRefund('alice', 10, 'evt_a'));
    await ledger.clawBack({ ...buildRefund('alice', 20, 'evt_b'), meta: { reason: 'a mistyped credit' } });
    await ledger.clawBack({ ...buildRefund('alice', 5, 'evt_c'), meta: { note: 'no reason' } });
    await ledger.post(buildDeposit('alice', 12, 'evt_d'));
    const debts = await ledger.listDebts('alice');
    assert.deepEqual(
      debts.map(({ microUsd: open, reason }) => [open, reason]),
      [
        [18, 'a mistyped credit'],
        [5, 'evt_c'],
      ],
    );
  });

  check('several debts are repaid in the order in which they were made', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 10, 'evt_a'));
    await ledger.clawBack(buildRefund('alice', 20, 'evt_b'));
    await ledger.clawBack(buildRefund('bob', 5, 'evt_c'));
    await ledger.post(buildDeposit('alice', 15, 'evt_d'));
    assert.equal(await ledger.readOwed('alice'), 15);
    assert.equal(await ledger.readOwed('bob'), 5);
    await ledger.post(buildDeposit('alice', 100, 'evt_e'));
    const page = await ledger.readEntries('alice', { limit: 100 });
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
    assert.equal((await ledger.readFloat()).receivableMicroUsd, 5);
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
      dst: toOwnerAccount('alice'),
      amount: microUsd(5),
      ref: 'fee',
    });
    assert.ok(back.status === 'posted');
    assert.deepEqual([back.owed, back.balances], [13, { src: 0, dst: 0 }]);
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 0, heldMicroUsd: 0 });
    assert.equal(await ledger.readOwed('alice'), 13);
    const page = await ledger.readEntries('alice', { limit: 10 });
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
    await ledger.post(buildDeposit('alice', 100, 'evt_1'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 40, 'o-2'));
    await ledger.clawBack(buildRefund('alice', 90, 'evt_2'));
    const captured = await ledger.capture(buildCapture('o-1', 10));
    assert.ok(captured.status === 'captured');
    assert.equal(captured.balance, 40);
    assert.equal(await ledger.readOwed('alice'), 40);
    const released = await ledger.release(toKey('o-2'));
    assert.ok(released.status === 'released');
    assert.equal(released.available, 0);
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 0, heldMicroUsd: 0 });
    assert.equal(await ledger.readOwed('alice'), 0);
  });

  check('a debt is given up in whole or in part, once by each name', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 30, 'evt_a'));
    await ledger.clawBack(buildRefund('bob', 50, 'evt_b'));
    await ledger.clawBack(buildRefund('cat', 20, 'evt_c'));
    await ledger.post(credit('cat', 20, 'r-1'));
    const writeOff = (amount: number, ref: string, owner = 'alice') =>
      ledger.writeOff({ owner, amount: microUsd(amount), ref });
    assert.deepEqual(await ledger.listDebtors(10), [
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
      (await ledger.listDebtors(10)).map(({ owner }) => owner),
      ['bob'],
    );
    await ledger.post(credit('alice', 7, 'r-2'));
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 7, heldMicroUsd: 0 });
    assert.equal(await ledger.repayDebts(), 0);
  });

  check(
    'money of a dispute that was won first makes good what was written off of its debt',
    async (ledger) => {
      await ledger.post(credit('alice', 5, 'r-1'));
      await ledger.clawBack(buildRefund('alice', 30, 'evt_a'));
      await ledger.clawBack(buildRefund('alice', 50, 'evt_b'));
      await ledger.post(credit('alice', 10, 'r-2'));
      // The older debt has 15 left, so that 25 of the newer one are written off.
      await ledger.writeOff({ owner: 'alice', amount: microUsd(40), ref: 'writeoff:a' });
      assert.equal(await ledger.readOwed('alice'), 25);
      const won = (amount: number, event: string, ...earlier: string[]) =>
        ledger.reinstate(buildReinstatement('alice', amount, event, { refunds: ['evt_b'], earlier }));
      assert.deepEqual(await won(20, 'evt_c'), { recovered: 20, given: 0 });
      assert.equal(await ledger.readOwed('alice'), 25);
      assert.deepEqual(await won(30, 'evt_d', 'evt_c'), { recovered: 5, given: 25 });
      assert.equal(await ledger.readOwed('alice'), 0);
      assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 0, heldMicroUsd: 0 });
      const recovery = await ledger.find({ scope: 'wh:stripe:recovered', idem: 'evt_d' });
      assert.deepEqual([recovery?.src, recovery?.dst, recovery?.amount], [STRIPE, ADJUST_WRITEOFF, 5]);
    },
  );

  check('of a debt that was repaid, or never made, the owner gets everything back', async (ledger) => {
    await ledger.post(credit('alice', 40, 'r-1'));
    await ledger.clawBack(buildRefund('alice', 30, 'evt_a'));
    await ledger.clawBack(buildRefund('alice', 20, 'evt_b'));
    await ledger.post(credit('alice', 10, 'r-2'));
    await ledger.clawBack(buildRefund('alice', 15, 'evt_c'));
    await ledger.writeOff({ owner: 'alice', amount: microUsd(15), ref: 'writeoff:a' });
    const refunds = ['evt_a', 'evt_b'];
    assert.deepEqual(await ledger.reinstate(buildReinstatement('alice', 50, 'evt_d', { refunds })), {
      recovered: 0,
      given: 50,
    });
    assert.equal((await ledger.readBalance('alice')).microUsd, 50);
  });

  check('a debt that many entries reduced is made good as far as it was written off', async (ledger) => {
    await ledger.clawBack(buildRefund('alice', 100, 'evt_a'));
    for (let i = 0; i < 20; i++) await ledger.post(credit('alice', 2, `r-${i}`));
    for (let i = 0; i < 5; i++) {
      await ledger.writeOff({ owner: 'alice', amount: microUsd(6), ref: `writeoff:${i}` });
    }
    const won = buildReinstatement('alice', 100, 'evt_b', { refunds: ['evt_a'] });
    assert.deepEqual(await ledger.reinstate(won), { recovered: 30, given: 70 });
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 40, heldMicroUsd: 0 });
    assert.equal(await ledger.readOwed('alice'), 0);
  });

  check('the facts beside a refund are stored with both its parts', async (ledger) => {
    await ledger.post(buildDeposit('alice', 60, 'evt_1'));
    await ledger.clawBack({ ...buildRefund('alice', 100, 'evt_2'), meta: { payment: 'pi_1' } });
    const taken = await ledger.find({ scope: 'wh:stripe', idem: 'evt_2' });
    const owed = await ledger.find({ scope: 'wh:stripe:owed', idem: 'evt_2' });
    assert.deepEqual([taken?.amount, taken?.meta], [60, { payment: 'pi_1' }]);
    assert.deepEqual([owed?.amount, owed?.meta], [40, { payment: 'pi_1' }]);
  });

  check('what is held cannot be clawed back; it is owed', async (ledger) => {
    await ledger.post(buildDeposit('alice', 100, 'evt_1'));
    await ledger.hold(buildHold('alice', 80, 'o-1'));
    const back = await ledger.clawBack(buildRefund('alice', 100, 'evt_2'));
    assert.deepEqual(back, { status: 'posted', taken: 20, owed: 80, balance: 80 });
  });

  check('a deposit or refund beyond what can be counted is refused whole', async (ledger) => {
    assert.equal((await ledger.post(buildDeposit('alice', 0, 'evt_0'))).status, 'ceiling');
    for (let i = 0; i < 9; i++) await ledger.post(credit(`o${i}`, MAX_OPERATION_MICRO_USD, `big-${i}`));
    const back = await ledger.clawBack(buildRefund('alice', 8_000_000_000_000, 'evt_1'));
    assert.equal(back.status, 'ceiling');
    assert.equal(await ledger.readOwed('alice'), 0);
  });
}
