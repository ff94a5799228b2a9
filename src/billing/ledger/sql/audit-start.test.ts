import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { giveCredit } from '../../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { epochMs } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { writeAuditMark } from '../audit/audit-mark.ts';
import { LedgerUnavailableError } from '../ledger.ts';
import { openLedger } from './ledger.ts';

const START = 1_763_700_000_000;
const DAY = 86_400_000;

/** Opens a ledger in a file, and opens it again as a restart does. */
async function restarts(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-start-'));
  let database: SqliteServiceDatabase | null = null;
  const clock = { now: START };
  const close = async () => {
    await database?.close();
    database = null;
  };
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = async () => {
    await close();
    database = await openSqliteDatabase({ dataDir });
    return openLedger(database, () => epochMs(clock.now));
  };
  /** Changes the file without going through the ledger. */
  const harm = async (sql: string) => {
    await close();
    const open = await openSqliteDatabase({ dataDir });
    open.reader.exec('PRAGMA query_only = OFF');
    open.reader.exec(sql);
    await open.close();
  };
  return { dataDir, clock, start, close, harm };
}

const ALTERED = `UPDATE account SET balance = balance + 5 WHERE id = 'owner:ann';
  UPDATE account SET balance = balance - 5 WHERE id = 'owner:ben'`;
const MENDED = `UPDATE account SET balance = balance - 5 WHERE id = 'owner:ann';
  UPDATE account SET balance = balance + 5 WHERE id = 'owner:ben'`;

test('balances that were altered without a transfer do not pass a start', async (t) => {
  const { start, harm } = await restarts(t);
  const first = await start();
  await giveCredit(first, 'ann', 100, 'a');
  await giveCredit(first, 'ben', 100, 'b');
  assert.deepEqual((await first.auditAtStart()).findings, []);
  await harm(ALTERED);
  const second = await start();
  // No transfer was added since the last audit, and the sum is still 0.
  assert.deepEqual((await second.audit({ whole: false })).findings, []);
  const { findings, whole } = await second.auditAtStart();
  assert.deepEqual([findings.map(({ invariant }) => invariant), whole], [['replay', 'replay'], false]);
  assert.match((await second.findClosure()) ?? '', /owner:ann has 105 and its newest transfer left 100/);
});

test('a closed ledger stays closed over restarts and partial audits until a whole one is clean', async (t) => {
  const { start, harm } = await restarts(t);
  const first = await start();
  await giveCredit(first, 'ann', 100, 'a');
  await giveCredit(first, 'ben', 100, 'b');
  await first.audit({ whole: true });
  await harm(ALTERED);
  const second = await start();
  await second.audit({ whole: true });
  const reason = await second.findClosure();
  assert.match(reason ?? '', /owner:ann has 105/);
  await second.audit({ whole: false });
  assert.equal(await second.findClosure(), reason);

  await harm(MENDED);
  const third = await start();
  assert.equal(await third.findClosure(), reason);
  await assert.rejects(giveCredit(third, 'ann', 1, 'c'), LedgerUnavailableError);
  assert.deepEqual((await third.audit({ whole: false })).findings, []);
  assert.equal(await third.findClosure(), reason);
  const { whole, findings } = await third.auditAtStart();
  assert.deepEqual([whole, findings, await third.findClosure()], [true, [], null]);
  await giveCredit(third, 'ann', 1, 'c');
  const fourth = await start();
  assert.equal(await fourth.findClosure(), null);
});

test('a start audits everything once a day, and when the file is not what was audited last', async (t) => {
  const { dataDir, clock, start, close } = await restarts(t);
  const wasWhole = async () => (await (await start()).auditAtStart()).whole;
  const first = await start();
  await giveCredit(first, 'ann', 100, 'a');
  assert.equal((await first.auditAtStart()).whole, true, 'the first one');
  assert.equal(await wasWhole(), false);
  clock.now += DAY + 1;
  assert.equal(await wasWhole(), true, 'a day later');
  assert.equal(await wasWhole(), false);

  await close();
  const backup = path.join(dataDir, 'backup');
  await cp(path.join(dataDir, 'service.sqlite'), backup);
  const second = await start();
  await giveCredit(second, 'ann', 100, 'b');
  await second.audit({ whole: false });
  await close();
  await cp(backup, path.join(dataDir, 'service.sqlite'));
  assert.equal(await wasWhole(), true, 'a restored file');

  await rm(path.join(dataDir, 'ledger-audit.mark'));
  assert.equal(await wasWhole(), true, 'in another directory');
});

test('an empty ledger has a mark too, and one that cannot be written stops nothing', async (t) => {
  const { dataDir, start, clock } = await restarts(t);
  await (await start()).auditAtStart();
  const second = await start();
  assert.deepEqual((await second.auditAtStart()).whole, false);
  writeAuditMark(
    path.join(dataDir, 'missing'),
    { lastTransfer: 1, lastHash: new Uint8Array(32) },
    epochMs(clock.now),
  );
});

test('a reason that cannot be stored holds in memory, and is found again', async (t) => {
  let fails = false;
  const database = await openSqliteDatabase({
    faults: {
      beforeCommit: () => {
        if (fails) throw new Error('no room');
      },
    },
  });
  t.after(() => database.close());
  const ledger = openLedger(database, () => epochMs(START));
  await giveCredit(ledger, 'ann', 100, 'a');
  await giveCredit(ledger, 'ben', 100, 'b');
  await ledger.auditAtStart();
  database.reader.exec(ALTERED);
  fails = true;
  await ledger.auditAtStart();
  assert.match((await ledger.findClosure()) ?? '', /owner:ann has 105/);
  fails = false;
  const next = openLedger(database, () => epochMs(START));
  assert.equal(await next.findClosure(), null);
  await next.auditAtStart();
  assert.match((await next.findClosure()) ?? '', /owner:ann has 105/);
  await next.audit({ whole: true });
  const last = openLedger(database, () => epochMs(START));
  assert.match((await last.findClosure()) ?? '', /owner:ann has 105/);
});
