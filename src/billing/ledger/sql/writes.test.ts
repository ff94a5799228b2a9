import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveCredit } from '../../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { epochMs } from '../../../domain/index.ts';
import { openLedger } from './ledger.ts';

test('each write that ended is counted, and no read', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => epochMs(1_763_700_000_000));
  const before = ledger.writes;
  await ledger.readBalance('ann');
  await ledger.readOwed('ann');
  assert.equal(ledger.writes, before);
  await giveCredit(ledger, 'ann', 100, 'gift');
  assert.equal(ledger.writes, before + 1);
});
