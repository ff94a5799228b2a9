import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/service-database.ts';
import { epochMs, microUsd } from '../../domain/index.ts';
import { Statements } from '../../storage/sqlite/procedure.ts';
import { assetAccount } from '../chart.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { storeTransfer } from './transfer-rows.ts';

const NOW = epochMs(1_763_700_000_000);

test('debts beside which an older version left money are repaid, once', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const ledger = new SqliteLedger(database, () => NOW);
  const refund = { scope: 'wh:stripe', idem: 'evt_1', owner: 'ann', amount: microUsd(30), ref: 'evt_1' };
  await ledger.clawBack({ ...refund, asset: assetAccount('stripe') });
  await ledger.clawBack({ ...refund, idem: 'evt_2', owner: 'ben', asset: assetAccount('stripe') });
  // As a credit of the operator was stored before 1.1.
  const credit = {
    scope: 'admin.credit',
    idem: 'r-1',
    type: 'admin_credit',
    src: 'adjust:admin',
    dst: 'owner:ann',
    amount: microUsd(50),
    ref: 'r-1',
  } as const;
  storeTransfer(new Statements(database.reader), credit, NOW);
  assert.equal((await ledger.balance('ann')).microUsd, 50);
  assert.equal(await ledger.repayDebts(), 1);
  assert.equal((await ledger.balance('ann')).microUsd, 20);
  assert.equal(await ledger.owed('ann'), 0);
  assert.equal(await ledger.repayDebts(), 0);
  assert.equal(await ledger.owed('ben'), 30);
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
});
