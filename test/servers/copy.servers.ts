import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { copyFromServer, copyToServer } from '../../src/app/copy-database.ts';
import { PROCEDURES } from '../../src/app/service-database.ts';
import { openLedger } from '../../src/billing/sqlite/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { SERVICE_FILE } from '../../src/storage/sqlite/open.ts';
import { openServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { giveCredit } from '../support/credit.ts';
import { listEngines, openTestPostgres, type PostgresEngine } from './postgres-engine.ts';

function makeDirectory(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-copy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory with money in it. */
async function fillDirectory(t: TestContext): Promise<string> {
  const dataDir = makeDirectory(t);
  const database = await openServiceDatabase({ dataDir, procedures: PROCEDURES });
  const ledger = openLedger(database, wallClock);
  for (let i = 0; i < 20; i += 1) await giveCredit(ledger, `owner-${i % 3}`, 1_000_000 + i, `ref ${i} é 😀`);
  await database.close();
  return dataDir;
}

/** Money can be posted, and the whole ledger is in order. */
async function requireWorks(database: OpenServiceDatabase): Promise<void> {
  const ledger = openLedger(database, wallClock);
  await giveCredit(ledger, 'owner-1', 5, 'after');
  const { findings, transfers } = await ledger.audit({ whole: true });
  assert.deepEqual({ findings, transfers }, { findings: [], transfers: 21 });
}

const copy = (options: { dataDir: string; url: string; again?: boolean }) => ({
  again: false,
  onTable: () => undefined,
  ...options,
});

const createEmpty = async (engine: PostgresEngine, t: TestContext) => engine.createDatabase(t);

for (const engine of listEngines()) {
  test(`${engine.name}: a copy there and back is the same money`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await createEmpty(engine, t)];
    const there = await copyToServer(copy({ dataDir, url }));
    assert.equal(there.audit.transfers, 20);
    const back = makeDirectory(t);
    const { tables, audit } = await copyFromServer(copy({ dataDir: back, url }));
    assert.deepEqual(tables, there.tables);
    assert.equal(audit.lastHash, there.audit.lastHash);

    const server = await openTestPostgres({ url });
    t.after(() => server.close());
    await requireWorks(server);
    const file = await openServiceDatabase({ dataDir: back, procedures: PROCEDURES });
    t.after(() => file.close());
    await requireWorks(file);
  });

  test(`${engine.name}: nothing is copied over something, and an unfinished copy is used by nobody`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await createEmpty(engine, t)];
    await copyToServer(copy({ dataDir, url }));
    await assert.rejects(copyToServer(copy({ dataDir, url })), /holds accounts or money already/);
    await assert.rejects(
      copyToServer(copy({ dataDir, url, again: true })),
      /holds accounts or money already/,
    );
    await assert.rejects(copyFromServer(copy({ dataDir, url })), /has a service database already/);

    await engine.run('UPDATE installation SET unfinished_since = 1', url);
    await assert.rejects(openTestPostgres({ url }), /was not finished/);
    await assert.rejects(copyToServer(copy({ dataDir, url })), /--again/);
    await assert.rejects(copyFromServer(copy({ dataDir: makeDirectory(t), url })), /it is no source/);
    assert.equal((await copyToServer(copy({ dataDir, url, again: true }))).audit.transfers, 20);
    await (await openTestPostgres({ url })).close();
  });

  test(`${engine.name}: a broken ledger is not copied back as a sound one`, async (t) => {
    const [dataDir, url] = [await fillDirectory(t), await createEmpty(engine, t)];
    await copyToServer(copy({ dataDir, url }));
    await engine.run("UPDATE account SET balance = balance + 1 WHERE id = 'owner:owner-1'", url);
    const back = makeDirectory(t);
    await assert.rejects(copyFromServer(copy({ dataDir: back, url })), /ledger of the source is broken/);
    assert.equal(existsSync(path.join(back, SERVICE_FILE)), false);
  });
}
