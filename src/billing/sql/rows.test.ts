import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryLedger } from '../../../test/support/memory/ledger.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { SqliteStatements } from '../../storage/sqlite/statements.ts';
import { ledgerRows, replaceLedgerRows } from './rows.ts';

test('rows that an engine keeps in memory take the place of those of its statements', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const statements = new SqliteStatements(database.reader);
  const own = ledgerRows(statements);
  assert.equal(ledgerRows(statements), own);
  const kept = createMemoryLedger([]).rows;
  replaceLedgerRows(statements, kept);
  assert.equal(ledgerRows(statements), kept);
});
