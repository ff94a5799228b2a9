import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryLedger } from '../../../../test/support/memory/ledger.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { microUsd } from '../../../domain/index.ts';
import { SqliteStatements } from '../../../storage/sqlite/statements.ts';
import { prepareLedgerRows, replaceLedgerRows } from './rows.ts';

test('rows that an engine keeps in memory take the place of those of its statements', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const statements = new SqliteStatements(database.reader);
  const own = prepareLedgerRows(statements);
  assert.equal(prepareLedgerRows(statements), own);
  const kept = createMemoryLedger([]).rows;
  replaceLedgerRows(statements, kept);
  assert.equal(prepareLedgerRows(statements), kept);
});

test('an account that is put has the newest state, whether it had a row or not', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const rows = prepareLedgerRows(new SqliteStatements(database.reader));
  assert.equal(rows.findAccount('owner:ann'), null);
  for (const [balance, held, seq] of [
    [microUsd(5), microUsd(0), 1],
    [microUsd(3), microUsd(2), 2],
  ] as const) {
    rows.putAccount('owner:ann', { kind: 'owner', balance, held, seq });
    assert.deepEqual({ ...rows.findAccount('owner:ann') }, { kind: 'owner', balance, held, seq });
  }
});
