import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveCredit } from '../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { type EpochMs, epochMs, microUsd } from '../../domain/index.ts';
import { toOwnerAccount } from '../ledger/chart.ts';
import { openLedger } from '../ledger/sql/ledger.ts';
import { LastComparison } from './money-figures.ts';
import { prepareMoneyQueries } from './sql/money-figures.ts';
import { StoredMoneyFigures } from './stored-money-figures.ts';

const START = 1_763_700_000_000;
const NOTHING = { count: 0, microUsd: 0 };

test('figures of an empty ledger are zero, and posts are counted from the start of the process', async (t) => {
  let now: EpochMs = epochMs(START);
  const clock = () => now;
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, clock);
  const credit = (idem: string, amount: number) =>
    ledger.post({
      scope: 'admin.credit',
      idem,
      type: 'admin_credit',
      src: 'adjust:admin',
      dst: toOwnerAccount('alice'),
      amount: microUsd(amount),
      ref: idem,
    });
  await credit('before', 7);
  const figures = new StoredMoneyFigures(database.buildQueries(prepareMoneyQueries), clock);
  const nobody = { ...NOTHING, oldestAt: null };
  assert.deepEqual(await figures.read(), {
    posted: new Map(),
    held: nobody,
    unattributed: nobody,
    debts: NOTHING,
    openVouchers: NOTHING,
    wholeAuditAt: null,
  });
  await credit('first', 10);
  await credit('second', 20);
  await Promise.all([figures.read(), figures.read()]);
  await credit('third', 30);
  await ledger.audit({ whole: true });
  now = epochMs(START + 1);
  await ledger.audit({ whole: false });
  const { posted, wholeAuditAt } = await figures.read();
  assert.deepEqual([...posted], [['admin_credit', { count: 3, microUsd: 60 }]]);
  assert.equal(wholeAuditAt, START, 'a partial audit is none');
  assert.equal(new LastComparison().value, null);
});

test('a sum beyond what an integer can be is rounded and ends no scrape', async (t) => {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const insert = database.reader.prepare(
    'INSERT INTO voucher (hash, amount, created_at, expires_at) VALUES (?, ?, 1, ?)',
  );
  for (let i = 0; i < 20; i++) insert.run(`open ${i}`, 2 ** 62, i % 2 === 0 ? null : START + 1);
  insert.run('expired', 1, START);
  const { openVouchers } = await new StoredMoneyFigures(database.buildQueries(prepareMoneyQueries), () =>
    epochMs(START),
  ).read();
  assert.deepEqual(openVouchers, { count: 20, microUsd: 20 * 2 ** 62 });
});

test('a read that fails is counted by the next one, also the first', async (t) => {
  const clock = () => epochMs(START);
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const ledger = openLedger(database, clock);
  const queries = database.buildQueries(prepareMoneyQueries);
  const fails = [true, true, false, true, false];
  const findLastTransfer = async () => {
    if (fails.shift() === true) throw new Error('the disk is away');
    return queries.findLastTransfer();
  };
  const figures = new StoredMoneyFigures({ ...queries, findLastTransfer }, clock);
  await assert.rejects(figures.read(), /away/);
  await figures.read();
  await giveCredit(ledger, 'alice', 5, 'first');
  await assert.rejects(figures.read(), /away/);
  const { posted } = await figures.read();
  assert.deepEqual([...posted], [['admin_credit', { count: 1, microUsd: 5 }]]);
});
