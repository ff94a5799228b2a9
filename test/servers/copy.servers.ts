import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  copyFromServer,
  copyToServer,
  type FileCopyOptions,
  type ServerCopyOptions,
} from '../../src/app/stores/copy-database.ts';
import { LOCK_FILE, PROCEDURES } from '../../src/app/stores/service-database.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { connect } from '../../src/storage/postgres/connection.ts';
import { lockWork } from '../../src/storage/postgres/session-lock.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { SERVICE_FILE } from '../../src/storage/sqlite/open.ts';
import { openServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { giveCredit } from '../support/credit.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

function makeDirectory(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-copy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Fills a data directory with money. */
async function fillDirectory(t: TestContext): Promise<string> {
  const dataDir = makeDirectory(t);
  const database = await openServiceDatabase({ dataDir, procedures: PROCEDURES });
  const ledger = openLedger(database, wallClock);
  for (let i = 0; i < 20; i += 1) await giveCredit(ledger, `owner-${i % 3}`, 1_000_000 + i, `ref ${i} é 😀`);
  await database.close();
  return dataDir;
}

/** Asserts that money can be posted and that the whole ledger is in order. */
async function requireWorks(database: OpenServiceDatabase): Promise<void> {
  const ledger = openLedger(database, wallClock);
  await giveCredit(ledger, 'owner-1', 5, 'after');
  const { findings, transfers } = await ledger.audit({ whole: true });
  assert.deepEqual({ findings, transfers }, { findings: [], transfers: 21 });
}

const onTable = () => undefined;

const copyTo = (options: Pick<ServerCopyOptions, 'dataDir' | 'url'> & Partial<ServerCopyOptions>) =>
  copyToServer({ kind: null, again: false, onTable, ...options });

/** Resolves with what the directory was marked as, too. */
async function copyFrom(options: Pick<FileCopyOptions, 'dataDir' | 'url'>) {
  const marks: string[] = [];
  const report = await copyFromServer({
    ...options,
    onTable,
    markAs: async (kind) => {
      marks.push(kind);
    },
  });
  return { ...report, marks };
}

for (const engine of listEngines()) {
  test(`${engine.name}: a copy there and back is the same money`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    const there = await copyTo({ dataDir, url });
    assert.equal(there.audit.transfers, 20);
    const back = makeDirectory(t);
    const { tables, audit } = await copyFrom({ dataDir: back, url });
    assert.deepEqual(tables, there.tables);
    assert.equal(audit.lastHash, there.audit.lastHash);

    const server = await openTestPostgres({ url });
    t.after(() => server.close());
    await requireWorks(server);
    const file = await openServiceDatabase({ dataDir: back, procedures: PROCEDURES });
    t.after(() => file.close());
    await requireWorks(file);
  });

  test(`${engine.name}: nothing is copied over something, and an unfinished copy is never used`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    await copyTo({ dataDir, url });
    await assert.rejects(copyTo({ dataDir, url }), /holds accounts or money already/);
    await assert.rejects(copyTo({ dataDir, url, again: true }), /holds accounts or money already/);
    await assert.rejects(copyFrom({ dataDir, url }), /has a service database already/);

    await engine.run('UPDATE installation SET unfinished_since = 1', url);
    await assert.rejects(openTestPostgres({ url }), /was not finished/);
    await assert.rejects(copyTo({ dataDir, url }), /--again/);
    await assert.rejects(copyFrom({ dataDir: makeDirectory(t), url }), /name another source/);
    assert.equal((await copyTo({ dataDir, url, again: true })).audit.transfers, 20);
    await (await openTestPostgres({ url })).close();
  });

  test(`${engine.name}: a refusal leaves an empty database empty, in both directions`, async (t) => {
    const url = await engine.createDatabase(t);
    await engine.run('DROP SCHEMA public CASCADE', url);
    await engine.run('CREATE SCHEMA public', url);
    const countTables = async () => {
      const client = await connect(url);
      try {
        const sql = 'SELECT COUNT(*) AS n FROM pg_class WHERE relnamespace = current_schema()::regnamespace';
        return Number((await client.query(sql)).rows[0]?.n);
      } finally {
        await client.end();
      }
    };
    assert.equal(await countTables(), 0);
    const dataDir = await fillDirectory(t);
    const beside = lockDirectory(dataDir, LOCK_FILE);
    await assert.rejects(copyTo({ dataDir, url }), { name: 'DataDirLockedError' });
    beside.release();
    await assert.rejects(copyTo({ dataDir: makeDirectory(t), url }), /does not exist/);
    const broken = await fillDirectory(t);
    const db = new DatabaseSync(path.join(broken, SERVICE_FILE));
    db.exec("UPDATE account SET balance = balance + 1 WHERE id = 'owner:owner-1'");
    db.close();
    await assert.rejects(copyTo({ dataDir: broken, url }), /the ledger of the source is broken/);
    await assert.rejects(copyFrom({ dataDir, url }), /has a service database already/);
    await assert.rejects(copyFrom({ dataDir: makeDirectory(t), url }), /holds nothing of this service/);
    assert.equal(await countTables(), 0);
    assert.equal((await copyTo({ dataDir, url })).audit.transfers, 20);
  });

  test(`${engine.name}: a broken ledger is not copied back as a sound one`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    await copyTo({ dataDir, url });
    await engine.run("UPDATE account SET balance = balance + 1 WHERE id = 'owner:owner-1'", url);
    const back = makeDirectory(t);
    await assert.rejects(copyFrom({ dataDir: back, url }), /ledger of the source is broken/);
    assert.equal(existsSync(path.join(back, SERVICE_FILE)), false);
  });

  test(`${engine.name}: simulated money does not become real by a copy, nor real money simulated`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    await copyTo({ dataDir, url, kind: 'simulated' });
    await assert.rejects(openTestPostgres({ url, kind: 'real' }), /holds simulated data/);
    await (await openTestPostgres({ url, kind: 'simulated' })).close();
    assert.deepEqual((await copyFrom({ dataDir: makeDirectory(t), url })).marks, ['simulated']);

    const claimed = await engine.createDatabase(t);
    await (await openTestPostgres({ url: claimed, kind: 'real' })).close();
    await assert.rejects(
      copyTo({ dataDir, url: claimed, kind: 'simulated' }),
      /the database is for real data/,
    );
    await copyTo({ dataDir, url: claimed, kind: 'real' });
  });

  test(`${engine.name}: a copy that dies midway is never used, and is begun again`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    const dies = () => {
      throw new Error('the process dies');
    };
    await assert.rejects(copyTo({ dataDir, url, onTable: dies }), /the process dies/);
    await assert.rejects(openTestPostgres({ url }), /was not finished/);
    // Nothing of it was stored: there is nothing to remove first.
    assert.equal((await copyTo({ dataDir, url })).audit.transfers, 20);

    const back = makeDirectory(t);
    // What a kill leaves in the directory.
    mkdirSync(path.join(back, 'service-copy-left'));
    const broken = { dataDir: back, url, markAs: async () => undefined, onTable: dies };
    await assert.rejects(copyFromServer(broken), /the process dies/);
    assert.equal((await copyFrom({ dataDir: back, url })).audit.transfers, 20);
    assert.deepEqual(
      readdirSync(back).filter((name) => name.startsWith('service-copy')),
      [],
    );
  });

  test(`${engine.name}: a copy is refused while any process of a service has the database`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    const bot = await lockWork(url, 'bot', () => undefined);
    await assert.rejects(copyTo({ dataDir, url }), { name: 'DataDirLockedError' });
    await bot.release();
    const say = (seen: string) =>
      engine.run(
        `INSERT INTO role_status (id, role, version, status, seen_at)
         VALUES ('api@here:8080', 'api', '1', '{}', ${seen}) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        url,
      );
    await say('clock_timestamp()');
    await assert.rejects(copyTo({ dataDir, url }), /the process api@here:8080 used the database/);
    await say("clock_timestamp() - interval '21 s'");
    assert.equal((await copyTo({ dataDir, url })).audit.transfers, 20);
  });

  test(`${engine.name}: a copy is not cut short by the limits of the user's sessions`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await engine.createDatabase(t)];
    const name = new URL(url).pathname.slice(1);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await engine.run(`ALTER DATABASE ${name} SET ${limit} = '300ms'`);
    let tables = 0;
    // More than the limit between two statements.
    const slow = () => {
      if (tables++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    };
    const { audit } = await copyTo({ dataDir, url, onTable: slow });
    assert.equal(audit.transfers, 20);
  });
}
