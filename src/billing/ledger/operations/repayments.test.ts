import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerSteps } from '../../../../test/support/ledger-steps.ts';
import { createMemoryLedger } from '../../../../test/support/memory/ledger.ts';
import { MemoryDatabase, type UndoLog } from '../../../../test/support/memory/memory-database.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { epochMs, microUsd, NO_MONEY } from '../../../domain/index.ts';
import { SqliteStatements } from '../../../storage/sqlite/statements.ts';
import { ADJUST_ADMIN, toAssetAccount, toOwnerAccount } from '../chart.ts';
import { openLedger } from '../sql/ledger.ts';
import { prepareLedgerRows } from '../sql/rows.ts';
import { repayDebts } from './repayments.ts';
import { storeTransfer } from './store-transfer.ts';

const NOW = epochMs(1_763_700_000_000);

test('debts beside which an older version left money are repaid, once', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  const refund = { scope: 'wh:stripe', idem: 'evt_1', owner: 'ann', amount: microUsd(30), ref: 'evt_1' };
  await ledgerSteps(ledger).clawBack({ ...refund, asset: toAssetAccount('stripe') });
  await ledgerSteps(ledger).clawBack({
    ...refund,
    idem: 'evt_2',
    owner: 'ben',
    asset: toAssetAccount('stripe'),
  });
  // A credit of the operator as versions before 1.1 stored it.
  const credit = {
    scope: 'admin.credit',
    idem: 'r-1',
    type: 'admin_credit',
    src: 'adjust:admin',
    dst: 'owner:ann',
    amount: microUsd(50),
    ref: 'r-1',
  } as const;
  storeTransfer(prepareLedgerRows(new SqliteStatements(database.reader)), credit, NOW);
  assert.equal((await ledger.readBalance('ann')).microUsd, 50);
  assert.equal(await ledger.repayDebts(), 1);
  assert.equal((await ledger.readBalance('ann')).microUsd, 20);
  assert.equal(await ledger.readOwed('ann'), 0);
  assert.equal(await ledger.repayDebts(), 0);
  assert.equal(await ledger.readOwed('ben'), 30);
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
});

test('of many debts the oldest that is open is repaid first, and those that are repaid stay so', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  const take = (i: number) =>
    ledgerSteps(ledger).clawBack({
      scope: 'wh:stripe',
      idem: `evt_${i}`,
      owner: 'ann',
      amount: microUsd(10),
      ref: `evt_${i}`,
      asset: toAssetAccount('stripe'),
    });
  const credit = (idem: string, amount: number) =>
    ledger.post({
      scope: 'admin.credit',
      idem,
      type: 'admin_credit',
      src: 'adjust:admin',
      dst: 'owner:ann',
      amount: microUsd(amount),
      ref: null,
    });
  const listRepaid = async () =>
    ((await ledger.readEntries('ann', { limit: 100 }))?.entries ?? [])
      .filter(({ type }) => type === 'refund')
      .map(({ ref, microUsd }) => `${ref} ${microUsd}`);
  for (let i = 0; i < 40; i++) await take(i);
  await credit('c-1', 15);
  assert.deepEqual(await listRepaid(), ['evt_0 -10', 'evt_1 -5']);
  await credit('c-2', 6);
  assert.deepEqual((await listRepaid()).slice(2), ['evt_1 -5', 'evt_2 -1']);
  await credit('c-3', 1_000);
  const rest = (await listRepaid()).slice(4);
  assert.deepEqual(rest.slice(0, 2), ['evt_2 -9', 'evt_3 -10']);
  assert.equal(rest.at(-1), 'evt_39 -10');
  assert.deepEqual(await ledger.readBalance('ann'), { microUsd: 621, heldMicroUsd: 0 });
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
});

test('an account that owes more than its transfers made stops no deposit', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const rows = prepareLedgerRows(new SqliteStatements(database.reader));
  rows.putAccount('receivable:ann', { kind: 'adjust', balance: microUsd(-10), held: NO_MONEY, seq: 0 });
  assert.deepEqual(repayDebts(rows, 'ann', NOW), { repaid: 0, owed: 10 });
});

test('debts of more owners than one call takes are repaid, each once', async () => {
  const undo: UndoLog = [];
  const memory = createMemoryLedger(undo);
  const ledger = memory.open(new MemoryDatabase(memory.rows, undo), () => NOW);
  const owners = Array.from({ length: 203 }, (_, i) => `owner-${i}`);
  for (const owner of owners) {
    const refund = { scope: 'wh:stripe', idem: owner, owner, amount: microUsd(30), ref: null };
    await ledgerSteps(ledger).clawBack({ ...refund, asset: toAssetAccount('stripe') });
    const credit = { scope: 'admin.credit', idem: owner, type: 'admin_credit', src: ADJUST_ADMIN } as const;
    storeTransfer(
      memory.rows,
      { ...credit, dst: toOwnerAccount(owner), amount: microUsd(50), ref: null },
      NOW,
    );
  }
  assert.equal(await ledger.repayDebts(), 203);
  assert.equal(await ledger.repayDebts(), 0);
  assert.deepEqual(await ledger.listDebtors(1), []);
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
});
