import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveCredit } from '../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { assetAccount } from '../../billing/chart.ts';
import { BOOKINGS, type PricedUse } from '../../billing/prices.ts';
import { openLedger } from '../../billing/sqlite/ledger.ts';
import type { StoredLedger } from '../../billing/stored-ledger.ts';
import { cryptoRandom, epochMs, microUsd } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { LedgerCashier } from './ledger-cashier.ts';

async function open() {
  const database = await openSqliteDatabase();
  const ledger = openLedger(database, () => epochMs(1_763_700_000_000));
  return { database, ledger, cashier: new LedgerCashier(ledger, cryptoRandom) };
}

const readEntries = async (ledger: StoredLedger) =>
  (await ledger.entries('ann', { limit: 10 }))?.entries.map(({ type, microUsd: change }) => [type, change]);

for (const use of Object.keys(BOOKINGS) as PricedUse[]) {
  test(`a ${use} is booked as one, and so is what gives it back`, async (t) => {
    const { database, ledger, cashier } = await open();
    t.after(() => database.close());
    await giveCredit(ledger, 'ann', 100, 'gift');
    const refund = await cashier.charge('ann', use, microUsd(30));
    const { type, revenue, scope, refundScope } = BOOKINGS[use];
    assert.deepEqual((await readEntries(ledger))?.at(-1), [type, -30]);
    const row = database.reads.get('SELECT dst, scope FROM transfer ORDER BY id DESC LIMIT 1');
    assert.deepEqual({ ...row.get() }, { dst: revenue, scope });
    await refund();
    await refund();
    assert.deepEqual((await readEntries(ledger))?.at(-1), ['refund', 30]);
    const back = database.reads.get(
      'SELECT src, scope AS "refundScope" FROM transfer ORDER BY id DESC LIMIT 1',
    );
    assert.deepEqual({ ...back.get() }, { src: revenue, refundScope });
    assert.equal((await ledger.balance('ann')).microUsd, 100);
  });
}

test('a refusal says what is missing; for a debt, that it is one and how much', async (t) => {
  const { database, ledger, cashier } = await open();
  t.after(() => database.close());
  const refused = async () => {
    const error: unknown = await cashier.charge('ann', 'stream', microUsd(30)).catch((thrown) => thrown);
    assert.ok(error instanceof ApiError);
    return { status: error.statusCode, message: error.message, extra: error.extra };
  };
  assert.deepEqual(await refused(), {
    status: 402,
    message: 'the stream costs 30 micro-USD and the balance does not cover it',
    extra: { priceMicroUsd: 30, balanceMicroUsd: 0 },
  });
  await ledger.clawBack({
    scope: 'wh:stripe',
    idem: 'evt_1',
    owner: 'ann',
    amount: microUsd(50),
    asset: assetAccount('stripe'),
    ref: 'evt_1',
  });
  assert.deepEqual(await refused(), {
    status: 402,
    message: 'the account owes 50 micro-USD after a refund or dispute; deposits repay it first',
    extra: { priceMicroUsd: 30, balanceMicroUsd: 0, reason: 'owes', owedMicroUsd: 50 },
  });
});
