import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { storeTransfer } from '../../src/billing/ledger/operations/store-transfer.ts';
import type { Posting } from '../../src/billing/ledger/posting.ts';
import type { LedgerRows } from '../../src/billing/ledger/rows.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { prepareLedgerRows } from '../../src/billing/ledger/sql/rows.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { operation } from '../../src/storage/operation.ts';
import { bindOperations } from '../../src/storage/procedure.ts';
import { ledgerSteps, procedures as steps } from '../support/ledger-steps.ts';
import { openCountingProxy } from './counting-proxy.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const NOW = epochMs(1_763_700_000_000);

/** Stores a credit of the operator in the form before 1.1, where debts stay owed. */
const storeAlone = operation('test.storeAlone', (rows: LedgerRows, postings: readonly Posting[]): null => {
  for (const posting of postings) storeTransfer(rows, posting, NOW);
  return null;
});
const TEST_PROCEDURES = bindOperations(import.meta.url, [storeAlone], prepareLedgerRows);

for (const engine of listEngines()) {
  test(`${engine.name}: debts of many owners, and many of one, are repaid in as many round trips as of few`, async (t) => {
    const proxy = await openCountingProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({
      url: proxy.url,
      procedures: [...PROCEDURES, steps, TEST_PROCEDURES],
    });
    t.after(() => database.close());
    const ledger = openLedger(database, () => NOW);
    const { clawBack } = ledgerSteps(ledger, () => NOW);
    const owe = (owner: string, event: number) =>
      clawBack({
        scope: 'wh:stripe',
        idem: `${owner}:${event}`,
        owner,
        amount: microUsd(10),
        asset: 'asset:stripe',
        ref: `${owner}:${event}`,
      });
    /** Stores debts a few at a time, because each reads for itself. */
    const oweAll = async (debts: readonly (readonly [owner: string, event: number])[]) => {
      for (let from = 0; from < debts.length; from += 20) {
        await Promise.all(debts.slice(from, from + 20).map((debt) => owe(...debt)));
      }
    };
    const give = (owners: readonly string[], amount: number) =>
      database.transact(
        storeAlone,
        owners.map((owner) => ({
          scope: 'admin.credit',
          idem: owner,
          type: 'admin_credit' as const,
          src: 'adjust:admin' as const,
          dst: `owner:${owner}` as const,
          amount: microUsd(amount),
          ref: owner,
        })),
      );
    const repay = async () => {
      proxy.takeRoundTrips();
      const repaid = await ledger.repayDebts();
      return { repaid, roundTrips: proxy.takeRoundTrips() };
    };
    await owe('first', 0);
    await give(['first'], 25);
    const few = await repay();
    assert.equal(few.repaid, 1);

    const owners = Array.from({ length: 150 }, (_, i) => `owner${i}`);
    await oweAll(owners.map((owner) => [owner, 0]));
    await give(owners, 25);
    const many = await repay();
    assert.equal(many.repaid, owners.length);
    assert.equal(await ledger.readOwed('owner149'), 0);
    assert.equal((await ledger.readBalance('owner149')).microUsd, 15);
    t.diagnostic(`${few.roundTrips} round trips for one owner, ${many.roundTrips} for ${owners.length}`);
    assert.equal(many.roundTrips, few.roundTrips);

    await oweAll(Array.from({ length: 300 }, (_, event) => ['ben', event]));
    await give(['ben'], 2_995);
    const deep = await repay();
    assert.deepEqual([deep.repaid, await ledger.readOwed('ben')], [1, 5]);
    t.diagnostic(`${deep.roundTrips} for 300 debts of one`);
    // Reads of 16, 128 and 1,024 debts, of which the first came with the rest.
    assert.ok(deep.roundTrips <= few.roundTrips + 2, `${deep.roundTrips} round trips`);
    const entries = (await ledger.readEntries('ben', { limit: 1 }))?.entries ?? [];
    assert.deepEqual(
      entries.map(({ microUsd: change, ref }) => [change, ref]),
      [[-5, 'ben:299']],
    );
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}
