import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAssetAccount } from '../../src/billing/ledger/chart.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

/** A deposit above 100 US dollars waits. */
type Bench = MoneyStores & { reopen(): Promise<MoneyStores> };

const USD = 1_000_000;
const NOW = epochMs(1_763_700_000_000);

const dollars = (usd: number) => microUsd(usd * USD);

const by = (action: string, detail: string | null = null) => ({
  address: 'command line',
  action,
  target: 'alice',
  detail,
});

/** Defines the tests that every engine of the operator's work passes. */
export function describeOperator(engine: string, open: OpenMoney): void {
  const check = (name: string, body: (bench: Bench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      const { stores, reopen } = await open(t, () => NOW);
      await body({ ...stores, reopen });
    });
  const listDetails = async ({ listActions }: MoneyStores) =>
    (await listActions()).map(({ action, detail }) => [action, detail]);

  check('a credit is posted once for its reference, and every try is recorded', async (bench) => {
    const { operator, ledger } = bench;
    const credit = { owner: 'alice', amount: dollars(25), ref: 'inv-1' };
    assert.equal((await operator.credit(credit, by('credit', 'ref inv-1'))).status, 'posted');
    assert.equal((await operator.credit(credit, by('credit', 'ref inv-1'))).status, 'duplicate');
    const other = { ...credit, owner: 'bob' };
    assert.equal((await operator.credit(other, by('credit', null))).status, 'conflict');
    assert.equal((await ledger.readBalance('alice')).microUsd, 25 * USD);
    assert.equal((await ledger.readBalance('bob')).microUsd, 0);
    const [first] = await bench.listActions();
    assert.deepEqual(first, { at: NOW, ...by('credit', 'ref inv-1 posted') });
    assert.deepEqual(await listDetails(bench), [
      ['credit', 'ref inv-1 posted'],
      ['credit', 'ref inv-1 duplicate'],
      ['credit', 'conflict'],
    ]);
  });

  check('a debt is written off, and no more than it', async (bench) => {
    const { operator, ledger } = bench;
    await ledgerSteps(ledger).clawBack({
      scope: 'wh:stripe',
      idem: 're_1',
      owner: 'alice',
      amount: dollars(10),
      asset: toAssetAccount('stripe'),
      ref: null,
    });
    const writeOff = (usd: number, ref: string) =>
      operator.writeOff({ owner: 'alice', amount: dollars(usd), ref }, by('write-off'));
    assert.deepEqual(await writeOff(11, 'w-1'), { status: 'above_debt', owed: dollars(10) });
    assert.deepEqual(await writeOff(4, 'w-2'), { status: 'posted', owed: dollars(6) });
    assert.deepEqual(await writeOff(4, 'w-2'), { status: 'duplicate', owed: dollars(6) });
    assert.equal(await ledger.readOwed('alice'), 6 * USD);
    assert.deepEqual(await listDetails(bench), [
      ['write-off', 'above_debt'],
      ['write-off', 'posted'],
      ['write-off', 'duplicate'],
    ]);
  });

  check('a deposit that waits is paid out or returned, once', async (bench) => {
    const { operator, ledger, deposits } = bench;
    const hold = async (eventId: string) => {
      const { deposit } = await deposits.record({
        key: { scope: 'wh:stripe', idem: eventId },
        source: 'stripe',
        account: toAssetAccount('stripe'),
        ref: eventId,
        attribution: { kind: 'owner', owner: 'alice' },
        currency: 'USD',
        amount: '150.00',
        microUsd: dollars(150),
        eventId,
      });
      assert.equal(deposit.state, 'held');
      return deposit.id;
    };
    const [paid, returned] = [await hold('evt_1'), await hold('evt_2')];
    const release = (id: string, usd: number) =>
      operator.releaseDeposit({ id, owner: 'alice', amount: dollars(usd) }, by('release', id));
    assert.equal((await release(paid, 149)).status, 'conflict');
    assert.equal((await release(paid, 150)).status, 'released');
    assert.equal((await release(paid, 150)).status, 'duplicate');
    assert.equal((await release('dep_0', 150)).status, 'deposit_not_found');
    assert.equal((await operator.returnDeposit(paid, by('return'))).status, 'deposit_not_found');
    assert.equal((await operator.returnDeposit(returned, by('return', 'unused'))).status, 'returned');
    assert.equal((await operator.returnDeposit(returned, by('return'))).status, 'duplicate');
    assert.equal((await ledger.readBalance('alice')).microUsd, 150 * USD);
    assert.equal((await ledger.readFloat()).heldForReviewMicroUsd, 0);
    assert.deepEqual(await listDetails(bench), [
      ['release', `${paid} conflict`],
      ['release', `${paid} released`],
      ['release', `${paid} duplicate`],
      ['release', 'dep_0 deposit_not_found'],
      ['return', 'deposit_not_found'],
      ['return', 'returned'],
      ['return', 'duplicate'],
    ]);
  });

  check('a chain that was not read yet is not read again', async (bench) => {
    const rescan = { scope: 'chain:8453', streams: ['usdc'], from: 1_000 };
    assert.equal(await bench.operator.rescan(rescan, by('rescan')), 'not_read');
    assert.deepEqual(await listDetails(bench), [['rescan', 'from 1000: not_read']]);
  });

  check('vouchers are stored together with who issued them', async (bench) => {
    const { operator, vouchers } = bench;
    const request = { microUsd: dollars(5), count: 2, label: 'fair', expiresAt: null };
    const codes = await operator.issueVouchers(request, by('vouchers', '2 of 5000000'));
    assert.equal(codes.length, 2);
    assert.equal((await vouchers.redeem(codes[0]!, 'alice')).status, 'redeemed');
    assert.deepEqual(await listDetails(bench), [['vouchers', '2 of 5000000']]);
    const text = JSON.stringify(await bench.listActions());
    for (const code of codes) assert.equal(text.includes(code), false);
  });

  check('the kill switch and what was done survive a restart', async (bench) => {
    const { operator } = bench;
    assert.equal(await operator.readGlobalHalt(), 'none');
    await operator.setGlobalHalt('all', by('flags', 'true'));
    await operator.note(by('vault.rotate'));
    assert.equal(await operator.readGlobalHalt(), 'all');
    const reopened = await bench.reopen();
    assert.equal(await reopened.operator.readGlobalHalt(), 'all');
    await reopened.operator.setGlobalHalt('opening', by('flags', 'opening'));
    assert.equal(await reopened.operator.readGlobalHalt(), 'opening');
    assert.deepEqual(await listDetails(reopened), [
      ['flags', 'true'],
      ['vault.rotate', null],
      ['flags', 'opening'],
    ]);
  });
}
