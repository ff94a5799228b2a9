import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { giveCredit } from '../../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { acceptLedger } from '../../../app/accounts/accept-ledger.ts';
import { epochMs } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { prepareReviewQueries } from '../../review/sql/review-rows.ts';
import { LedgerUnavailableError } from '../ledger.ts';
import { openLedger } from './ledger.ts';

const START = 1_763_700_000_000;
const MARK = 'ledger-audit.mark';

/** Opens a ledger in a file, and opens it again as a restart does. */
async function restarts(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-past-'));
  let database: SqliteServiceDatabase | null = null;
  let now = START;
  const close = async () => {
    await database?.close();
    database = null;
  };
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const clock = () => epochMs(now++);
  const start = async () => {
    await close();
    const opened = await openSqliteDatabase({ dataDir });
    database = opened;
    const ledger = openLedger(opened, clock);
    await ledger.auditAtStart();
    return Object.assign(ledger, {
      accept: (kind: 'rolled_back' | 'rewritten', hash: string | null = null) =>
        acceptLedger({ ledger, database: opened, clock, by: { address: 'test' } }, { kind, hash }),
      listItems: () =>
        opened.buildQueries(prepareReviewQueries).list({ kind: null, owner: null, after: null, limit: 9 }),
    });
  };
  const file = path.join(dataDir, 'service.sqlite');
  const copyTo = async (name: string) => {
    await close();
    await cp(file, path.join(dataDir, name));
  };
  const bringBack = async (name: string) => {
    await close();
    for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await cp(path.join(dataDir, name), file);
  };
  const readMark = () => readFileSync(path.join(dataDir, MARK), 'utf8');
  return { dataDir, start, close, copyTo, bringBack, readMark };
}

test('an older ledger under a newer mark opens for reading alone, over restarts and whole audits', async (t) => {
  const { start, copyTo, bringBack, readMark } = await restarts(t);
  const first = await start();
  await giveCredit(first, 'ann', 100, 'a');
  await copyTo('older');
  const second = await start();
  await giveCredit(second, 'ann', 100, 'b');
  await giveCredit(second, 'ann', 100, 'c');
  await second.audit({ whole: true });
  await copyTo('newer');
  const mark = readMark();
  const [, hash] = mark.split(' ');

  await bringBack('older');
  for (let restart = 0; restart < 2; restart++) {
    const third = await start();
    const reason = (await third.findClosure()) ?? '';
    assert.match(reason, new RegExp(`transfer 3 with hash ${hash} was audited here on 2025-11-21T`));
    assert.match(reason, /this ledger ends with transfer 1, hash [0-9a-f]{64}/);
    await assert.rejects(giveCredit(third, 'ann', 1, 'd'), LedgerUnavailableError);
    assert.equal((await third.readBalance('ann')).microUsd, 100);
    for (const whole of [true, false]) {
      assert.equal((await third.audit({ whole })).findings[0]?.invariant, 'past');
      assert.equal(await third.findClosure(), reason);
    }
    assert.equal(readMark(), mark);
  }
  // The right file was brought back, so no acceptance is needed.
  await bringBack('newer');
  const fourth = await start();
  assert.equal(await fourth.findClosure(), null);
  assert.equal((await fourth.accept('rolled_back')).status, 'nothing_closed');
});

test('accepting a rolled-back ledger opens it once, and keeps the old mark', async (t) => {
  const { dataDir, start, copyTo, bringBack, readMark } = await restarts(t);
  await giveCredit(await start(), 'ann', 100, 'a');
  await copyTo('older');
  const second = await start();
  await giveCredit(second, 'ann', 100, 'b');
  await second.audit({ whole: false });
  const mark = readMark();
  await bringBack('older');
  const third = await start();
  assert.equal((await third.accept('rewritten', 'ab')).status, 'other_kind');
  const accepted = await third.accept('rolled_back');
  assert.deepEqual(accepted.status === 'accepted' && accepted.lastTransfer, 1);
  assert.equal((await third.accept('rolled_back')).status, 'nothing_closed');
  const [item, ...others] = await third.listItems();
  assert.deepEqual([item?.kind, item?.known.accepted, others.length], ['ledger_restored', 'rolled_back', 0]);
  assert.match(String(item?.known.difference), /this ledger ends with transfer 1/);
  const kept = readdirSync(dataDir).filter((name) => name.startsWith(`${MARK}.`));
  assert.deepEqual(
    kept.map((name) => readFileSync(path.join(dataDir, name), 'utf8')),
    [mark],
  );
  const fourth = await start();
  assert.equal(await fourth.findClosure(), null);
  await giveCredit(fourth, 'ann', 1, 'd');
  assert.deepEqual((await (await start()).audit({ whole: true })).findings, []);
});

test('a rewritten ledger needs the hash of its end', async (t) => {
  const { dataDir, start, readMark } = await restarts(t);
  await giveCredit(await start(), 'ann', 100, 'a');
  await (await start()).audit({ whole: false });
  const [transfer, , at] = readMark().trim().split(' ');
  await writeFile(path.join(dataDir, MARK), `${transfer} ${'ab'.repeat(32)} ${at}\n`);
  const ledger = await start();
  assert.match((await ledger.findClosure()) ?? '', /this ledger has hash [0-9a-f]{64} there/);
  assert.equal((await ledger.accept('rolled_back')).status, 'other_kind');
  const wrong = await ledger.accept('rewritten', 'ab'.repeat(32));
  assert.ok(wrong.status === 'other_hash');
  const accepted = await ledger.accept('rewritten', wrong.lastHash.toUpperCase());
  assert.equal(accepted.status, 'accepted');
  assert.equal(await (await start()).findClosure(), null);
});

test('a file that does not fit its own audits is rewritten, also without a mark', async (t) => {
  const { dataDir, start, close } = await restarts(t);
  const first = await start();
  await giveCredit(first, 'ann', 100, 'a');
  await first.audit({ whole: true });
  await close();
  const open = await openSqliteDatabase({ dataDir });
  open.reader.exec('PRAGMA query_only = OFF');
  open.reader.exec(`UPDATE ledger_audit SET last_hash = zeroblob(32) WHERE last_transfer = 1`);
  await open.close();
  await rm(path.join(dataDir, MARK));
  const second = await start();
  assert.match((await second.findClosure()) ?? '', /hash 0{64} was audited here/);
  assert.equal(existsSync(path.join(dataDir, MARK)), false);
  const { lastHash } = await second.auditAsItIs();
  assert.equal((await second.accept('rewritten', lastHash)).status, 'accepted');
  assert.equal(await (await start()).findClosure(), null);
});

test('a closure of another machine is accepted without its mark; a broken ledger is not accepted', async (t) => {
  const { dataDir, start, copyTo, bringBack, close } = await restarts(t);
  await giveCredit(await start(), 'ann', 100, 'a');
  await giveCredit(await start(), 'ben', 100, 'b');
  await copyTo('older');
  const second = await start();
  await giveCredit(second, 'ann', 100, 'c');
  await second.audit({ whole: true });
  await bringBack('older');
  await start();
  await close();
  await rm(path.join(dataDir, MARK));
  const open = await openSqliteDatabase({ dataDir });
  open.reader.exec('PRAGMA query_only = OFF');
  const change = (by: number) =>
    open.reader.exec(`UPDATE account SET balance = balance + ${by} WHERE id = 'owner:ann'`);
  change(5);
  await open.close();
  const third = await start();
  assert.ok((await third.findClosure())?.includes('this ledger ends with transfer 2'));
  assert.equal((await third.accept('rolled_back')).status, 'broken');
  await close();
  const again = await openSqliteDatabase({ dataDir });
  again.reader.exec('PRAGMA query_only = OFF');
  again.reader.exec(`UPDATE account SET balance = balance - 5 WHERE id = 'owner:ann'`);
  await again.close();
  assert.equal((await (await start()).accept('rolled_back')).status, 'accepted');
  assert.equal(await (await start()).findClosure(), null);
});
