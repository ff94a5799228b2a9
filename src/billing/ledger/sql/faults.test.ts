import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ledgerSteps } from '../../../../test/support/ledger-steps.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { epochMs, MAX_OPERATION_MICRO_USD, microUsd } from '../../../domain/index.ts';
import { procedure } from '../../../storage/procedure.ts';
import { StorageUnavailableError } from '../../../storage/service-database.ts';
import { openReader } from '../../../storage/sqlite/open.ts';
import { prepareVoucherQueries } from '../../vouchers/sql/voucher-rows.ts';
import { Vouchers } from '../../vouchers/vouchers.ts';
import { LedgerUnavailableError } from '../ledger.ts';
import { setClosure } from '../operations/ledger-operations.ts';
import { StoredLedger } from '../stored-ledger.ts';
import { auditSource, auditWhole } from './audit-queries.ts';
import { openLedger, prepareLedgerQueries } from './ledger.ts';

const NOW = epochMs(1_763_700_000_000);
const credit = (owner: string, idem: string, value = 100) =>
  ({
    scope: 'admin.credit',
    idem,
    type: 'admin_credit',
    src: 'adjust:admin',
    dst: `owner:${owner}`,
    amount: microUsd(value),
    ref: idem,
  }) as const;

test('an audit of a file reads page after page, from the first row or from the last audit', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-audit-'));
  const database = await openSqliteDatabase({ dataDir });
  t.after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ledger = openLedger(database, () => NOW);
  await Promise.all(Array.from({ length: 450 }, (_, i) => ledger.post(credit(`owner-${i}`, `r-${i}`))));
  const whole = await ledger.audit({ whole: true });
  assert.deepEqual([whole.transfers, whole.accounts, whole.findings], [450, 451, []]);
  await Promise.all(Array.from({ length: 430 }, (_, i) => ledger.post(credit(`owner-${i}`, `s-${i}`))));
  const rest = await ledger.audit({ whole: false });
  assert.deepEqual([rest.transfers, rest.findings], [430, []]);
  const reader = openReader(dataDir);
  assert.equal((await auditWhole(reader)).transfers, 880);
  assert.deepEqual((await auditWhole(reader, dataDir)).findings, [], 'its past fits');
  reader.close();
});

test('a ledger that was closed before its first transfer takes none', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  await database.transact(setClosure, { reason: 'its past does not fit', now: NOW });
  const ledger = openLedger(database, () => NOW);
  await assert.rejects(ledger.post(credit('alice', 'r-1')), /its past does not fit/);
  await database.transact(setClosure, { reason: null, now: NOW });
  assert.equal((await openLedger(database, () => NOW).post(credit('alice', 'r-1'))).status, 'posted');
});

test('a write that the disk refuses is unavailable; a mistake in a procedure stays what it is', async (t) => {
  let fails = false;
  const database = await openSqliteDatabase({
    faults: {
      beforeCommit: () => {
        if (fails) throw new Error('no room');
      },
    },
  });
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  fails = true;
  await assert.rejects(ledger.post(credit('ann', 'r')), LedgerUnavailableError);
  // The audit itself only reads, so a failure to store its result is no finding.
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  fails = false;
  const unknown = procedure('nobody.knows', () => null);
  await assert.rejects(
    ledger.transact(unknown, null),
    (error: Error) => !(error instanceof LedgerUnavailableError),
  );
  assert.equal((await ledger.post(credit('ann', 'r'))).status, 'posted');
});

test('a mistake while an audit is stored is thrown, and what the audit found closes the ledger all the same', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  await openLedger(database, () => NOW).post(credit('ann', 'r'));
  const mistake = new RangeError('a mistake');
  const ledger = new StoredLedger({
    database: { transact: () => Promise.reject(mistake) },
    queries: database.buildQueries(prepareLedgerQueries),
    audits: auditSource(database),
    clock: () => NOW,
  });
  await assert.rejects(ledger.audit({ whole: true }), mistake);
  assert.equal(await ledger.findClosure(), null);
  database.reader.exec("UPDATE account SET balance = 5 WHERE id = 'owner:ann'");
  await assert.rejects(ledger.audit({ whole: true }), mistake);
  assert.match((await ledger.findClosure()) ?? '', /owner:ann/);
});

test('a database that does not say whether the ledger is open is unavailable, and is asked again', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const queries = database.buildQueries(prepareLedgerQueries);
  let isAway = true;
  const findClosure = async () => {
    if (isAway) throw new StorageUnavailableError('the server is away');
    return queries.findClosure();
  };
  const audits = auditSource(database);
  const ledger = new StoredLedger({
    database,
    audits,
    clock: () => NOW,
    queries: { ...queries, findClosure },
  });
  await assert.rejects(ledger.post(credit('ann', 'r')), LedgerUnavailableError);
  isAway = false;
  assert.equal((await ledger.post(credit('ann', 'r'))).status, 'posted');
});

test('a ledger that contradicts itself stores nothing of the operation that would show it', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  await ledger.post(credit('ann', 'r'));
  await ledgerSteps(ledger).hold({
    scope: 'trade',
    idem: 'o',
    owner: 'ann',
    amount: microUsd(10),
    expiresAt: NOW,
  });
  database.reader.exec(
    "PRAGMA ignore_check_constraints = ON; UPDATE account SET balance = 5 WHERE id = 'owner:ann'",
  );
  const capture = ledgerSteps(ledger).capture({
    hold: { scope: 'trade', idem: 'o' },
    amount: microUsd(10),
    type: 'trade_fee',
    dst: 'revenue:trade_fee',
    scope: 'trade.capture',
    idem: 'o',
    ref: null,
  });
  await assert.rejects(capture, /: insufficient/);
  assert.equal((await ledger.findHold({ scope: 'trade', idem: 'o' }))?.state, 'pending');

  // The key of the repayment is already used, so the table of transfers rejects the repayment and the whole deposit is
  // rolled back.
  const asset = 'asset:stripe' as const;
  await ledgerSteps(ledger).clawBack({
    scope: 'wh',
    idem: 'e1',
    owner: 'ben',
    amount: microUsd(5),
    asset,
    ref: 'e1',
  });
  const { id = 0 } = (await ledgerSteps(ledger).find({ scope: 'wh:owed', idem: 'e1' })) ?? {};
  await ledger.post({ ...credit('cat', `${id + 2}:${id}`), scope: 'receivable.repay' });
  const deposit = {
    scope: 'wh',
    idem: 'e2',
    type: 'deposit',
    src: asset,
    dst: 'owner:ben',
    amount: microUsd(9),
    ref: null,
  } as const;
  await assert.rejects(ledger.post(deposit), /UNIQUE constraint failed: transfer\.scope, transfer\.idem/);
  assert.equal((await ledger.readBalance('ben')).microUsd, 0);
});

test('vouchers are issued together, redeemed once with their credit, and expire', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  let now = NOW;
  const ledger = openLedger(database, () => now);
  let byte = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => byte++ * 37);
  const vouchers = new Vouchers({
    ledgerDatabase: ledger,
    queries: database.buildQueries(prepareVoucherQueries),
    prefix: 'TAPE',
    clock: () => now,
    random,
  });
  const request = { microUsd: microUsd(500), count: 2, label: null, expiresAt: epochMs(NOW + 10) };
  const [first = '', second = ''] = await vouchers.issue(request);
  assert.deepEqual(await vouchers.redeem(first, 'ann'), { status: 'redeemed', microUsd: 500, balance: 500 });
  assert.equal((await vouchers.redeem(first, 'ben')).status, 'invalid_code');
  now = epochMs(NOW + 10);
  assert.equal((await vouchers.redeem(second, 'ann')).status, 'expired');
  assert.equal((await vouchers.redeem(first, 'ann')).status, 'invalid_code');
  const [full = ''] = await vouchers.issue({ ...request, count: 1, expiresAt: null });
  for (let i = 0; i < 9; i++) await ledger.post(credit(`o${i}`, `big-${i}`, MAX_OPERATION_MICRO_USD));
  await ledger.post(credit('last', 'rest', 7_199_254_740_491));
  assert.equal((await vouchers.redeem(full, 'ann')).status, 'ceiling');
  assert.equal((await vouchers.list(1)).truncated, true);
  assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
});

test('a voucher whose credit is there although it was never redeemed pays nothing', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  let byte = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => byte++ * 41);
  const vouchers = new Vouchers({
    ledgerDatabase: ledger,
    queries: database.buildQueries(prepareVoucherQueries),
    prefix: 'TAPE',
    clock: () => NOW,
    random,
  });
  const [code = ''] = await vouchers.issue({ microUsd: microUsd(5), count: 1, label: null, expiresAt: null });
  const [voucher] = (await vouchers.list(1)).vouchers;
  await ledger.post({ ...credit('ann', voucher?.hash ?? ''), scope: 'voucher' });
  await assert.rejects(vouchers.redeem(code, 'ann'), /: conflict/);
});
