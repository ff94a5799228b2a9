import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { describeDeposits } from '../../../../test/contract/deposits.ts';
import { openMemoryStores } from '../../../../test/support/memory/money.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';
import { epochMs, microUsd } from '../../../domain/index.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';
import { openWriter } from '../../../storage/sqlite/open.ts';
import type { Statements } from '../../../storage/statements.ts';
import { toAssetAccount } from '../../ledger/chart.ts';
import { openLedger } from '../../ledger/sql/ledger.ts';
import { prepareChainRows } from '../chains/sql/chain-rows.ts';
import { StoredDeposits } from '../stored-deposits.ts';
import { prepareDepositQueries, prepareDepositRows } from './deposit-rows.ts';

const USD = 1_000_000;

for (const engine of SQLITE_ENGINES) STORE_SUITES.deposits(engine);
describeDeposits('rows in memory', openMemoryStores);

test('a service database of the version before gets the tables of deposits and keeps its money', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-deposits-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const before = MIGRATIONS.findIndex(({ name }) => name === '0008-deposits');
  const db = openWriter(dataDir);
  migrate(db, MIGRATIONS.slice(0, before));
  db.exec(`INSERT INTO owner VALUES ('alice', zeroblob(16), 1)`);
  db.close();

  const database = await openSqliteDatabase({ dataDir });
  t.after(() => database.close());
  assert.equal(database.migrated[0], '0008-deposits');
  const clock = () => epochMs(1_700_000_000_000);
  const ledger = openLedger(database, clock);
  const limits = { perDeposit: microUsd(100 * USD), perDay: microUsd(250 * USD) };
  const deposits = new StoredDeposits({
    ledgerDatabase: ledger,
    queries: prepareDepositQueries(database.reads),
    limits,
    clock,
  });
  const arrival = {
    key: { scope: 'wh:stripe', idem: 'evt_1' },
    source: 'stripe',
    account: toAssetAccount('stripe'),
    ref: 'evt_1',
    attribution: { kind: 'owner', owner: 'alice' },
    currency: 'USD',
    amount: '25.00',
    microUsd: microUsd(25 * USD),
  } as const;
  assert.equal((await deposits.record(arrival)).balance, 25 * USD);
});

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
