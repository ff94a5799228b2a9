import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDeposits } from '../../../../test/contract/deposits.ts';
import { openMemoryStores } from '../../../../test/support/memory/money.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';
import type { Statements } from '../../../storage/statements.ts';
import { prepareChainRows } from '../chains/sql/chain-rows.ts';
import { prepareDepositRows } from './deposit-rows.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.deposits(engine);
describeDeposits('rows in memory', openMemoryStores);

test('what a step of a chain asks of many rows at once is found by their indexes', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const asked: string[] = [];
  const statement = { get: () => undefined, all: () => [], run: () => undefined };
  const statements: Statements = {
    get: (sql) => {
      asked.push(sql);
      return statement;
    },
  };
  const deposits = prepareDepositRows(statements);
  const chains = prepareChainRows(statements);
  deposits.listOfTransactions('chain:1', ['0x1']);
  deposits.listCredited(['ann'], 0, 1);
  deposits.listPaid([{ sender: '0xa', owner: 'ann' }]);
  chains.listAddressOwners('chain:1', ['0xf']);
  chains.listForwarders(['0xf']);
  chains.listRegistered('evm', ['0xa']);
  const found = asked.map((sql) =>
    database.reader
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .flatMap((detail) => /^(?:SEARCH|SCAN) (?:deposit|wallet|paid)\w*\b.*/.exec(detail)?.[0] ?? [])
      .map((detail) => detail.replace(/^SEARCH (\w+).*?(\(.*\))$/, '$1 $2')),
  );
  assert.deepEqual(found, [
    ['deposit (scope=? AND idem>? AND idem<?)'],
    ['deposit (owner=? AND created_at>? AND created_at<?)'],
    ['paid (place=?)', 'deposit (sender=? AND owner=?)'],
    ['deposit_address (address=? AND scope=?)'],
    ['deposit_address (address=?)'],
    ['wallet (family=? AND address=?)'],
  ]);
});
