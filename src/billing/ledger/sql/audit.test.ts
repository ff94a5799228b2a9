import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerSteps } from '../../../../test/support/ledger-steps.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { epochMs, microUsd } from '../../../domain/index.ts';
import { LedgerUnavailableError } from '../ledger.ts';
import { openLedger } from './ledger.ts';

const NOW = epochMs(1_763_700_000_000);

/** Creates a ledger with every kind of row and damages its database with a statement. */
async function harmed(sql: string) {
  const database = await openSqliteDatabase();
  const ledger = openLedger(database, () => NOW);
  for (const owner of ['ann', 'ben']) {
    await ledger.post({
      scope: 'wh:stripe',
      idem: `evt-${owner}`,
      type: 'deposit',
      src: 'asset:stripe',
      dst: `owner:${owner}`,
      amount: microUsd(100),
      ref: null,
    });
  }
  for (const idem of ['o-1', 'o-2']) {
    await ledgerSteps(ledger).hold({
      scope: 'trade',
      idem,
      owner: 'ann',
      amount: microUsd(10),
      expiresAt: NOW,
    });
  }
  await ledgerSteps(ledger).capture({
    hold: { scope: 'trade', idem: 'o-1' },
    amount: microUsd(10),
    type: 'trade_fee',
    dst: 'revenue:trade_fee',
    scope: 'trade.capture',
    idem: 'o-1',
    ref: null,
  });
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  database.reader.exec(`PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
    DROP TRIGGER transfer_no_update; DROP TRIGGER transfer_no_delete; ${sql};
    CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer BEGIN SELECT RAISE(ABORT, 'append-only'); END;`);
  return { database, ledger };
}

const ROWS: readonly [what: string, sql: string, invariant: string][] = [
  [
    'a balance that was raised',
    "UPDATE account SET balance = balance + 5 WHERE id = 'owner:ann'",
    'sum_of_balances',
  ],
  [
    'a balance that no transfer left',
    "UPDATE account SET balance = balance + 5 WHERE id = 'owner:ann'",
    'replay',
  ],
  ['an amount that was changed', 'UPDATE transfer SET amount = 7 WHERE id = 2', 'hash_chain'],
  ['a reference that was changed', "UPDATE transfer SET ref = 'x' WHERE id = 1", 'hash_chain'],
  ['a balance after a transfer that was changed', 'UPDATE transfer SET dst_after = 7 WHERE id = 2', 'replay'],
  ['a transfer that is gone', 'DELETE FROM transfer WHERE id = 2', 'sequence'],
  ['the last transfer gone', 'DELETE FROM hold; DELETE FROM transfer WHERE id = 3', 'sequence'],
  ['a time before the one above', 'UPDATE transfer SET ts = ts - 1 WHERE id = 2', 'time_order'],
  ['a sequence with a gap', 'UPDATE transfer SET dst_seq = 5 WHERE id = 1', 'sequence'],
  ['an account that is behind', "UPDATE account SET seq = seq - 1 WHERE id = 'owner:ann'", 'sequence'],
  ['more held than pending', "UPDATE account SET held = held + 1 WHERE id = 'owner:ann'", 'holds'],
  ['a pending hold of nobody', "UPDATE hold SET owner = 'eve' WHERE state = 'pending'", 'holds'],
  ['less than is held', "UPDATE account SET held = 1000 WHERE id = 'owner:ann'", 'available'],
  ['a capture without a transfer', "UPDATE hold SET transfer_id = NULL WHERE state = 'captured'", 'captures'],
  ['a capture of a foreign transfer', "UPDATE hold SET transfer_id = 1 WHERE state = 'captured'", 'captures'],
  [
    'a transfer that captured two holds',
    `CREATE TABLE copy AS SELECT * FROM hold; DROP TABLE hold; ALTER TABLE copy RENAME TO hold;
     UPDATE hold SET state = 'captured', transfer_id = 3`,
    'captures',
  ],
  [
    'that a unique index is gone',
    'CREATE TABLE copy AS SELECT * FROM transfer; DROP TABLE transfer; ALTER TABLE copy RENAME TO transfer',
    'append_only',
  ],
  ['money that no transfer brought', "INSERT INTO account VALUES ('owner:eve', 'owner', 5, 0, 0)", 'replay'],
  [
    'an owner that counts as something else',
    "UPDATE account SET kind = 'revenue' WHERE id = 'owner:ann'",
    'float',
  ],
];

for (const [what, sql, invariant] of ROWS) {
  test(`an audit finds ${what}`, async (t) => {
    const { database, ledger } = await harmed(sql);
    t.after(() => database.close());
    const { findings } = await ledger.audit({ whole: true });
    assert.ok(
      findings.some((finding) => finding.invariant === invariant),
      JSON.stringify(findings),
    );
  });
}

test('an audit finds that nothing keeps transfers append-only any more', async (t) => {
  const { database, ledger } = await harmed('SELECT 1');
  t.after(() => database.close());
  database.reader.exec('DROP TRIGGER transfer_no_delete');
  const { findings } = await ledger.audit({ whole: false });
  assert.deepEqual(
    findings.map(({ invariant }) => invariant),
    ['append_only'],
  );
});

test('a part that starts after the last audit notices when that audit saw something else', async (t) => {
  for (const harm of [
    'UPDATE transfer SET hash = zeroblob(32) WHERE id = 3',
    'DELETE FROM hold; DELETE FROM transfer WHERE id = 3',
  ]) {
    const { database, ledger } = await harmed(harm);
    t.after(() => database.close());
    const { findings } = await ledger.audit({ whole: false });
    assert.ok(findings.some(({ message }) => message === 'transfer 3 is not what the last audit saw'));
  }
});

test('an audit of an empty ledger is a place to start from', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  for (const whole of [true, false]) {
    const { whole: wasWhole, transfers, findings } = await ledger.audit({ whole: false });
    assert.deepEqual([wasWhole, transfers, findings], [whole, 0, []]);
  }
});

test('a broken ledger posts nothing until an audit is clean, and is read all the while', async (t) => {
  const { database, ledger } = await harmed("UPDATE account SET held = held + 1 WHERE id = 'owner:ann'");
  t.after(() => database.close());
  await ledger.audit({ whole: true });
  assert.match((await ledger.findClosure()) ?? '', /owner:ann holds/);
  const key = { scope: 'trade', idem: 'o-2' };
  await assert.rejects(ledgerSteps(ledger).release(key), LedgerUnavailableError);
  assert.equal((await ledger.readBalance('ann')).microUsd, 90);
  database.reader.exec("UPDATE account SET held = held - 1 WHERE id = 'owner:ann'");
  await ledger.audit({ whole: true });
  assert.equal(await ledger.findClosure(), null);
  assert.equal((await ledgerSteps(ledger).release(key)).status, 'released');
});

test('transfers cannot be changed or deleted', async (t) => {
  const { database } = await harmed('SELECT 1');
  t.after(() => database.close());
  assert.throws(() => database.reader.exec('UPDATE transfer SET amount = 1'), /append-only/);
  assert.throws(() => database.reader.exec('DELETE FROM transfer'), /append-only/);
});
