import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { examineServerDatabase } from '../../src/app/stores/examine-database.ts';
import { openConfiguredDatabase } from '../../src/app/stores/service-database.ts';
import { ConfigError } from '../../src/config/config.ts';
import { TIMEOUTS } from '../../src/storage/postgres/connection.ts';
import { DataDirLockedError } from '../../src/storage/service-database.ts';
import { UpgradeError } from '../../src/storage/upgrade-error.ts';
import { emptyDirectory, runCommand, startCommand } from '../support/run-command.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { listEngines, type PostgresEngine } from './postgres-engine.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';

/** Opens the database as a service does, and leaves it at once. */
async function start(t: TestContext, url: string, dataDir?: string): Promise<readonly string[]> {
  const lifecycle = new AsyncDisposableStack();
  const warnings: string[] = [];
  try {
    await openConfiguredDatabase(
      {
        dataDir: dataDir ?? (await emptyDirectory(t)),
        url,
        user: 'all',
        onWarning: (warning) => warnings.push(warning),
      },
      lifecycle,
    );
  } finally {
    await lifecycle.disposeAsync();
  }
  return warnings;
}

/** Finds the refusal of a start: one problem of one line, for exit code 2. */
async function findRefusal(t: TestContext, url: string): Promise<string> {
  const error = await start(t, url).then(
    () => assert.fail('it started'),
    (reason) => reason,
  );
  assert.ok(error instanceof ConfigError, String(error?.stack));
  assert.equal(error.problems.length, 1);
  const [problem = ''] = error.problems;
  assert.doesNotMatch(problem, /\n/);
  return problem;
}

const findName = (url: string) => new URL(url).pathname.slice(1);

/** Databases that hold the schema, each made unusable by statements on it. */
const UNUSABLE: readonly {
  readonly what: string;
  readonly sql: (name: string) => readonly string[];
  readonly says: RegExp;
}[] = [
  {
    what: 'a server of version 12',
    sql: (name) => [
      'CREATE SCHEMA old',
      `CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
         $$SELECT CASE name WHEN 'server_version_num' THEN '120022' WHEN 'server_version' THEN '12.22' ELSE pg_catalog.current_setting(name) END$$`,
      `ALTER DATABASE ${name} SET search_path = old, pg_catalog, public`,
    ],
    says: /PostgreSQL 12\.22 is too old: 14 or newer is needed/,
  },
  {
    what: 'a database that takes no writes',
    sql: (name) => [`ALTER DATABASE ${name} SET default_transaction_read_only = on`],
    says: /read only \(a replica\?\)/,
  },
  {
    what: 'a schema of a newer version',
    sql: () => ["INSERT INTO schema_version (version, name) VALUES (9999, 'later')"],
    says: /has schema 9999 and this version knows \d+: use the newer version/,
  },
  {
    what: 'a copy that was not finished',
    sql: () => ['UPDATE installation SET unfinished_since = 1'],
    says: /a copy into the database was not finished/,
  },
  {
    what: 'tables of something else with a table of versions among them',
    sql: () => ['DROP TABLE ledger_head'],
    says: /holds tables of something else/,
  },
];

/** Databases without the schema. */
const FOREIGN: readonly { readonly what: string; readonly sql: readonly string[]; readonly says: RegExp }[] =
  [
    {
      what: 'a table of something else',
      sql: ['CREATE TABLE visitor (id bigint)'],
      says: /holds tables of something else/,
    },
    {
      what: 'a view of something else',
      sql: ['CREATE VIEW visitor AS SELECT 1 AS id'],
      says: /holds tables of something else/,
    },
    {
      what: 'the versions of another tool',
      sql: ['CREATE TABLE schema_version (installed_rank bigint, version text)'],
      says: /holds tables of something else/,
    },
    { what: 'no schema to write to', sql: ['DROP SCHEMA public'], says: /refused the schema|no schema/ },
  ];

async function createEmpty(engine: PostgresEngine, t: TestContext, options = ''): Promise<string> {
  const name = `${findName(await engine.createDatabase(t))}_empty`;
  await engine.run(`CREATE DATABASE ${name} ${options}`);
  t.after(() => engine.run(`DROP DATABASE ${name} WITH (FORCE)`));
  return engine.describeUrl(name);
}

for (const engine of listEngines()) {
  test(`${engine.name}: a start is refused with one line where the database cannot be used`, async (t) => {
    for (const { what, sql, says } of UNUSABLE) {
      const url = await engine.createDatabase(t);
      for (const statement of sql(findName(url))) await engine.run(statement, url);
      assert.match(await findRefusal(t, url), says, what);
    }
    for (const { what, sql, says } of FOREIGN) {
      const url = await createEmpty(engine, t);
      for (const statement of sql) await engine.run(statement, url);
      assert.match(await findRefusal(t, url), says, what);
    }
    const latin = await createEmpty(engine, t, "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    assert.match(await findRefusal(t, latin), /has the encoding LATIN1: UTF8 is needed/);
    assert.match(await findRefusal(t, engine.describeUrl('nowhere')), /database "nowhere" does not exist/);
    const stranger = new URL(await engine.createDatabase(t));
    stranger.username = 'stranger';
    assert.match(await findRefusal(t, stranger.href), /role "stranger" does not exist/);
  });

  test(`${engine.name}: a user without a right is told which`, async (t) => {
    const url = new URL(await engine.createDatabase(t));
    const user = `${findName(url.href)}_user`;
    await engine.run(`CREATE ROLE ${user} LOGIN`);
    // Its rights have gone with the database by then.
    t.after(() => engine.run(`DROP ROLE ${user}`));
    await engine.run(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user};
       REVOKE UPDATE, DELETE ON transfer FROM ${user}`,
      url.href,
    );
    const asUser = new URL(url);
    asUser.username = user;
    // Nothing of a posted transfer ever changes.
    await start(t, asUser.href);
    await engine.run(`REVOKE INSERT ON hold FROM ${user}`, url.href);
    assert.match(await findRefusal(t, asUser.href), /no right to INSERT on the table hold$/);
    await engine.run(`REVOKE SELECT ON vault_record, api_key FROM ${user}`, url.href);
    assert.match(
      await findRefusal(t, asUser.href),
      /SELECT on the table api_key, and rights on 2 other tables/,
    );
    await engine.run(`REVOKE CONNECT ON DATABASE ${findName(url.href)} FROM PUBLIC`);
    assert.match(await findRefusal(t, asUser.href), /permission denied for database/);
  });

  test(`${engine.name}: doctor says what a start would find, and changes nothing`, async (t) => {
    const examine = (url: string, kind: string | null = null) => examineServerDatabase(url, kind);
    const empty = await createEmpty(engine, t);
    assert.match((await examine(empty)).summary ?? '', /an empty database: the first start makes its tables/);
    assert.match((await examine(empty)).summary ?? '', /an empty database/, 'nothing was made');
    const url = await engine.createDatabase(t);
    await engine.run("UPDATE installation SET kind = 'simulated'", url);
    const found = await examine(url, 'real');
    assert.match(found.summary ?? '', /^PostgreSQL \d+.*, schema \d+, \d+ [kM]B in all$/);
    assert.deepEqual(found.problems, ['the database holds simulated data, and the data directory real ones']);
    assert.match(found.warnings.join(), /fsync is off/);
    assert.deepEqual((await examine(url, 'simulated')).problems, []);
    await engine.run('CREATE TABLE visitor (id bigint)', empty);
    assert.match((await examine(empty)).problems.join(), /tables of something else/);

    const { out } = await runCommand(['doctor', '--simulate'], {
      CROSSTAPE_DATABASE_URL: url,
      CROSSTAPE_DATA_DIR: await emptyDirectory(t),
    });
    assert.match(out, /database: PostgreSQL \d+/);
    assert.match(out, /database: fsync is off/);
  });

  test(`${engine.name}: settings that can lose acknowledged money are named at a start`, async (t) => {
    const warnings = await start(t, await engine.createDatabase(t));
    // The servers of these tests sync nothing.
    assert.match(warnings.join('\n'), /fsync is off.*\nfull_page_writes is off/s);
    assert.match(warnings.join('\n'), /idle_in_transaction_session_timeout = '1s'/);
  });

  test(`${engine.name}: a step of the schema that fails is named with the way back, and leaves nothing`, async (t) => {
    const url = await engine.createDatabase(t);
    // The newest step meets what it has made already.
    await engine.run(
      'DELETE FROM schema_version WHERE version = (SELECT MAX(version) FROM schema_version)',
      url,
    );
    const count = () => engine.run('SELECT COUNT(*) FROM schema_version', url);
    const before = await count();
    await assert.rejects(start(t, url), UpgradeError);
    const { code, err } = await startCommand(['serve', '--simulate', '--port', '0', '--bot-port', '0'], {
      CROSSTAPE_DATABASE_URL: url,
      CROSSTAPE_DATA_DIR: await emptyDirectory(t),
    });
    assert.equal(code, 1, err);
    assert.match(
      err,
      /^crosstape: upgrading the service database failed at the step "[^"]+" \(\d+ of \d+\): \S/m,
    );
    assert.match(err, /git checkout (?:\w+|<commit before>), then .*crosstape restore .*, then pg_restore/);
    assert.deepEqual(await count(), before);
  });

  test(`${engine.name}: a second service on one database is refused with exit code 3, before it changes anything`, async (t) => {
    const url = await createEmpty(engine, t);
    const first = new AsyncDisposableStack();
    t.after(() => first.disposeAsync());
    await openConfiguredDatabase({ dataDir: await emptyDirectory(t), url, user: 'all' }, first);
    // What an older version would say of its schema, and a newer one would change.
    await engine.run('DELETE FROM schema_version WHERE version > 1', url);
    await assert.rejects(start(t, url), (error) => error instanceof DataDirLockedError);
    const { code, err } = await startCommand(['serve', '--simulate', '--port', '0', '--bot-port', '0'], {
      CROSSTAPE_DATABASE_URL: url,
      CROSSTAPE_DATA_DIR: await emptyDirectory(t),
    });
    assert.equal(code, 3, err);
    assert.match(err, /another process is the feed of the database of CROSSTAPE_DATABASE_URL/);
  });
}

const [programs] = findPostgres();

test('a replica is refused at once', { skip: programs === undefined }, async (t) => {
  const replica = await PostgresServer.start(programs as NonNullable<typeof programs>, { isReplica: true });
  t.after(() => replica.stop());
  const from = performance.now();
  assert.match(await findRefusal(t, replica.url('postgres')), /read only \(a replica\?\)/);
  assert.ok(performance.now() - from < 5_000, 'it is not waited for');
});

test('a server that gives a connection later than a running service waits for is started on', async (t) => {
  const [engine] = listEngines();
  const slow = await openFaultyProxy(new URL(await (engine as PostgresEngine).createDatabase(t)));
  t.after(() => slow.close());
  slow.delayConnections(TIMEOUTS.connectMs + 200);
  await using lifecycle = new AsyncDisposableStack();
  const database = await openConfiguredDatabase(
    { dataDir: await emptyDirectory(t), url: slow.url, user: 'all' },
    lifecycle,
  );
  assert.match(await database.readTag(), /^[0-9a-f]{32}$/);
  const { count } = database.buildQueries((statements) => ({
    count: async () => statements.get('SELECT COUNT(*) AS keys FROM api_key').get(),
  }));
  assert.deepEqual(await count(), { keys: 0 });
});

test('a server that is missing, silent or slow is waited for 10 s, and then named with exit code 2', async (t) => {
  const silent = createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const port = (silent.address() as AddressInfo).port;
  const [engine] = listEngines();
  const slow = await openFaultyProxy(new URL(await (engine as PostgresEngine).createDatabase(t)));
  t.after(() => slow.close());
  // Longer than a connection may take.
  slow.delayAnswers(30_000);
  const password = 'a-word-that-nobody-may-see';
  const places = [
    `postgres://crosstape:${password}@127.0.0.1:1/crosstape`,
    `postgres://crosstape:${password}@127.0.0.1:${port}/crosstape`,
    slow.url,
  ];
  const from = performance.now();
  const outcomes = await Promise.all(
    places.map(async (url) =>
      startCommand(['serve', '--port', '0', '--bot-port', '0'], {
        CROSSTAPE_DATABASE_URL: url,
        CROSSTAPE_DATA_DIR: await emptyDirectory(t),
        CROSSTAPE_LOG_LEVEL: 'trace',
      }),
    ),
  );
  const waitedMs = performance.now() - from;
  for (const { code, out, err } of outcomes) {
    assert.equal(code, 2, err);
    const said = err.split('\n').filter((line) => line.includes('CROSSTAPE_DATABASE_URL'));
    assert.equal(said.length, 1, err);
    assert.match(said[0] ?? '', /PostgreSQL gave no connection within 10 s: /);
    assert.doesNotMatch(out + err, new RegExp(password));
  }
  assert.ok(waitedMs >= 9_000, `${waitedMs} ms`);
});
