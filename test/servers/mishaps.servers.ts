import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { giveCredit } from '../support/credit.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';

/** Columns of text that no statement compares by order. */
const UNSORTED = ['installation.kind', 'installation.tag', 'role_status.status', 'schema_version.name'];

/** Settings of sessions that change what is read or how a statement is understood, each as nobody expects it. */
const ODD_SETTINGS = {
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  DateStyle: "'German'",
  IntervalStyle: 'sql_standard',
  TimeZone: "'Asia/Kathmandu'",
  default_transaction_isolation: 'serializable',
  quote_all_identifiers: 'on',
  array_nulls: 'off',
};

/** Reads the server's message about a refused call. */
async function readRefusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (reason: Error) => reason,
  );
  const reason = error instanceof StorageUnavailableError ? error : error.cause;
  assert.ok(reason instanceof StorageUnavailableError, error.stack);
  return reason.message;
}

for (const engine of listEngines()) {
  test(`${engine.name}: texts are sorted by their bytes, whatever the database's own order`, async (t) => {
    const client = new pg.Client({ connectionString: await engine.createDatabase(t) });
    await client.connect();
    try {
      const { rows: order } = await client.query("SELECT 'a' < 'B' AS is_of_people");
      assert.deepEqual(order, [{ is_of_people: true }]);
      const { rows } = await client.query(
        `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
         WHERE table_schema IN ('public', 'history') AND data_type = 'text'
           AND collation_name IS DISTINCT FROM 'C' ORDER BY 1`,
      );
      assert.deepEqual(
        rows.map(({ name }) => name),
        UNSORTED,
      );
    } finally {
      await client.end();
    }
  });

  test(`${engine.name}: a database whose sessions begin with other settings is read as it was written`, async (t) => {
    const url = await engine.createDatabase(t);
    const name = new URL(url).pathname.slice(1);
    for (const [setting, value] of Object.entries(ODD_SETTINGS)) {
      await engine.run(`ALTER DATABASE ${name} SET ${setting} = ${value}`, url);
    }
    const database = await openTestPostgres({ url });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 100, 'first');
    await giveCredit(ledger, 'alice', 25, "o'clock");
    assert.equal((await ledger.readBalance('alice')).microUsd, 125);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    const { read } = database.buildQueries((statements) => ({
      read: () =>
        statements
          .get(
            "SELECT 0.1::float8 + 0.2::float8 AS decimal, '\\x5c00ff'::bytea AS bytes, NULL = NULL::text AS compared",
          )
          .get(),
    }));
    assert.deepEqual(await read(), {
      decimal: 0.1 + 0.2,
      bytes: Uint8Array.of(0x5c, 0x00, 0xff),
      compared: null,
    });
    const settings = { CROSSTAPE_DATABASE_URL: url, CROSSTAPE_DATA_DIR: await emptyDirectory(t) };
    const { code, err } = await runCommand(['ledger', 'audit'], settings);
    assert.equal(code, 0, err);
  });

  test(`${engine.name}: an amount above 2^53 fails those who read it, and nobody else`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 100, 'first');
    await giveCredit(ledger, 'bob', 100, 'second');
    const setBalance = (balance: string) =>
      engine.run(`UPDATE account SET balance = ${balance} WHERE id = 'owner:alice'`, url);
    await setBalance('9007199254740993');
    const unreadable = /the database holds 9007199254740993, which is no safe integer/;
    await assert.rejects(ledger.readBalance('alice'), unreadable);
    const told = await Promise.allSettled([
      giveCredit(ledger, 'bob', 1, 'one'),
      giveCredit(ledger, 'alice', 1, 'two'),
      giveCredit(ledger, 'bob', 1, 'three'),
    ]);
    assert.deepEqual(
      told.map((one) => (one.status === 'fulfilled' ? 'posted' : one.reason.name)),
      ['posted', 'RangeError', 'posted'],
    );
    assert.equal((await ledger.readBalance('bob')).microUsd, 102);
    // No audit calls it sound.
    await assert.rejects(ledger.audit({ whole: true }), unreadable);
    const settings = { CROSSTAPE_DATABASE_URL: url, CROSSTAPE_DATA_DIR: await emptyDirectory(t) };
    const { code, err } = await runCommand(['ledger', 'audit'], settings);
    assert.equal(code, 1, err);
    assert.match(err, unreadable);
    await setBalance('100');
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });

  test(`${engine.name}: who loses a right while the service runs is refused, and served when it is back`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url: engine.asRole(url, 'all') });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 100, 'first');
    const user = new URL(engine.asRole(url, 'all')).username;
    await engine.run(`REVOKE INSERT ON transfer FROM ${user}`, url);
    assert.match(
      await readRefusal(giveCredit(ledger, 'alice', 1, 'one')),
      /permission denied for table transfer/,
    );
    assert.equal((await ledger.readBalance('alice')).microUsd, 100);
    await engine.run(`GRANT INSERT ON transfer TO ${user}`, url);
    await giveCredit(ledger, 'alice', 1, 'one');
    assert.equal((await ledger.readBalance('alice')).microUsd, 101);
  });
}

for (const programs of findPostgres()) {
  test(`${programs.name}: a server that becomes a replica takes no writes until it is one of its own again`, async (t) => {
    await using lifecycle = new AsyncDisposableStack();
    const server = lifecycle.adopt(await PostgresServer.start(programs, { fsync: true }), (one) =>
      one.stop(),
    );
    const database = lifecycle.adopt(await openTestPostgres({ url: server.url('postgres') }), (one) =>
      one.close(),
    );
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 100, 'first');
    server.killNow();
    await server.restart({ isReplica: true });
    const refused = await readRefusal(giveCredit(ledger, 'alice', 1, 'one'));
    assert.match(refused, /during recovery|read-only/);
    assert.equal((await ledger.readBalance('alice')).microUsd, 100, 'it is read');
    server.killNow();
    await server.restart({ isReplica: false });
    await giveCredit(ledger, 'alice', 1, 'one');
    assert.equal((await ledger.readBalance('alice')).microUsd, 101);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    t.diagnostic(refused);
  });
}
