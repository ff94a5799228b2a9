import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { procedures as alterations, alterBalance } from '../../../../test/support/altered-balances.ts';
import { openSqliteDatabase } from '../../../../test/support/service-database.ts';
import { PROCEDURES } from '../../../app/stores/service-database.ts';
import { epochMs, MAX_OPERATION_MICRO_USD, microUsd } from '../../../domain/index.ts';
import { procedure, procedureModule } from '../../../storage/procedure.ts';
import type { ServiceDatabaseOptions } from '../../../storage/sqlite/sqlite-service-database.ts';
import { setClosure } from '../operations/ledger-operations.ts';
import { openLedger } from '../sql/ledger.ts';

const NOW = epochMs(1_763_700_000_000);

/** Reads the ledger's table as a statement outside the ledger could. The service has no such statement. */
const readBalance = procedure('test.readBalance', (tx, id: string): number =>
  Number(tx.get('SELECT balance FROM account WHERE id = ?', 'ledger').get(id)?.balance),
);
const listBalances = procedure('test.listBalances', (tx, ids: readonly [string, string]): number[] =>
  tx
    .get('SELECT balance FROM account WHERE id IN (?, ?) ORDER BY id', 'ledger')
    .all(...ids)
    .map(({ balance }) => Number(balance)),
);
const giveMore = procedure('test.giveMore', (tx, id: string): null => {
  tx.get('UPDATE account SET balance = balance + 7 WHERE id = ?', 'ledger').run(id);
  return null;
});
/** Changes the ledger's table without declaring that it touches the ledger. */
const takeUnsaid = procedure('test.takeUnsaid', (tx, id: string): null => {
  tx.get('UPDATE account SET balance = balance - 7 WHERE id = ?').run(id);
  return null;
});

const procedures = [
  ...PROCEDURES,
  alterations,
  procedureModule(import.meta.url, [readBalance, listBalances, giveMore, takeUnsaid]),
];

async function open(t: TestContext, options: Partial<ServiceDatabaseOptions> = {}) {
  const database = await openSqliteDatabase({ procedures, ...options });
  t.after(() => database.close());
  const ledger = openLedger(database, () => NOW);
  const credit = (owner: string, idem: string, amount = 100) =>
    ledger.post({
      scope: 'admin.credit',
      idem,
      type: 'admin_credit',
      src: 'adjust:admin',
      dst: `owner:${owner}`,
      amount: microUsd(amount),
      ref: null,
    });
  const debit = (owner: string, idem: string, amount = 1) =>
    ledger.post({
      scope: 'stream',
      idem,
      type: 'stream_fee',
      src: `owner:${owner}`,
      dst: 'revenue:stream',
      amount: microUsd(amount),
      ref: null,
    });
  const isClean = async () => (await ledger.audit({ whole: true })).findings.length === 0;
  return { database, ledger, credit, debit, isClean };
}

test('an account is written once for a group, however many of its calls use it', async (t) => {
  const { database, credit, debit, isClean } = await open(t);
  await Promise.all([credit('ann', 'a'), credit('ben', 'b')]);
  await debit('ann', 'first');
  database.reader.exec(
    `CREATE TEMP TABLE written (id TEXT);
     CREATE TEMP TRIGGER count_written AFTER UPDATE ON account BEGIN INSERT INTO written VALUES (new.id); END;`,
  );
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) => debit(i % 2 === 0 ? 'ann' : 'ben', `d-${i}`)),
  );
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['posted']));
  assert.deepEqual(
    database.reader
      .prepare('SELECT id FROM temp.written ORDER BY id')
      .all()
      .map(({ id }) => id),
    ['owner:ann', 'owner:ben', 'revenue:stream'],
  );
  assert.equal(await isClean(), true);
});

test('calls of a group see what those before them left, and the last balances are stored', async (t) => {
  const { ledger, credit, debit, isClean } = await open(t);
  const outcomes = await Promise.all([
    debit('ann', 'too-early'),
    credit('ann', 'a', 3),
    debit('ann', 'd-1', 2),
    debit('ann', 'd-2', 2),
    debit('ann', 'd-1', 2),
    debit('ann', 'd-3', 1),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['insufficient', 'posted', 'posted', 'insufficient', 'duplicate', 'posted'],
  );
  assert.deepEqual(
    outcomes.map((outcome) => ('transfer' in outcome ? outcome.transfer.id : null)),
    [null, 1, 2, null, 2, 3],
  );
  assert.equal((await ledger.readBalance('ann')).microUsd, 0);
  assert.equal(await isClean(), true);
});

test('what is in circulation follows the credits of a group', async (t) => {
  const { credit, isClean } = await open(t);
  const outcomes = await Promise.all(
    Array.from({ length: 11 }, (_, i) => credit(`o-${i}`, `c-${i}`, MAX_OPERATION_MICRO_USD)),
  );
  const posted = outcomes.filter(({ status }) => status === 'posted').length;
  assert.equal(posted, Math.floor(Number.MAX_SAFE_INTEGER / MAX_OPERATION_MICRO_USD));
  assert.equal(outcomes.at(-1)?.status, 'ceiling');
  assert.equal(await isClean(), true);
});

test('a call that throws leaves nothing in memory, and the others of its group are stored', async (t) => {
  const { database, ledger, credit, debit, isClean } = await open(t);
  await credit('ann', 'a', 10);
  const unknownAccount = { account: 'owner:nobody', by: 1 } as const;
  const [first, failed, second] = await Promise.allSettled([
    debit('ann', 'd-1', 4),
    database.transact(alterBalance, unknownAccount),
    debit('ann', 'd-2', 5),
  ]);
  assert.deepEqual([first.status, failed.status, second.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.equal((await ledger.readBalance('ann')).microUsd, 1);
  assert.equal(await isClean(), true);
});

test('a call whose balance the schema refuses fails alone', async (t) => {
  const { database, ledger, credit, debit, isClean } = await open(t);
  await credit('ann', 'a', 10);
  const [first, refused, second] = await Promise.allSettled([
    debit('ann', 'd-1', 4),
    database.transact(alterBalance, { account: 'owner:ann', by: -7 }),
    debit('ann', 'd-2', 6),
  ]);
  assert.deepEqual([first.status, refused.status, second.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.match(String((refused as PromiseRejectedResult).reason), /CHECK constraint failed/);
  assert.equal((await ledger.readBalance('ann')).microUsd, 0);
  assert.equal(await isClean(), true);
});

test('a statement of another area finds the balances of the calls before it, and its change is found', async (t) => {
  const { database, credit, debit } = await open(t);
  await credit('ann', 'a', 10);
  const [, seen, , both, , last] = await Promise.all([
    debit('ann', 'd-1', 4),
    database.transact(readBalance, 'owner:ann'),
    debit('ann', 'd-2', 1),
    database.transact(listBalances, ['owner:ann', 'revenue:stream']),
    database.transact(giveMore, 'owner:ann'),
    debit('ann', 'd-3', 2),
  ]);
  assert.equal(seen, 6);
  assert.deepEqual(both, [5, 5]);
  assert.equal(last.status === 'posted' && last.balances.src, 10);
});

test('a ledger that a call of the group closes takes nothing of the calls behind it until it is opened', async (t) => {
  const { database, ledger, credit, debit, isClean } = await open(t);
  await credit('ann', 'a', 10);
  const close = (reason: string | null) => database.transact(setClosure, { reason, now: NOW });
  const [before, , behind, , after] = await Promise.allSettled([
    debit('ann', 'd-1'),
    close('an audit found a mistake'),
    debit('ann', 'd-2'),
    close(null),
    debit('ann', 'd-3'),
  ]);
  assert.deepEqual([before.status, behind.status, after.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.match(String((behind as PromiseRejectedResult).reason), /closed: an audit found a mistake/);
  assert.equal((await ledger.readBalance('ann')).microUsd, 8);
  assert.equal(await isClean(), true);
});

test('a group that could not be committed leaves nothing in memory', async (t) => {
  let fails = false;
  const faults = {
    beforeCommit: () => {
      if (fails) throw new Error('no room');
    },
  };
  const { ledger, credit, debit, isClean } = await open(t, { faults });
  await credit('ann', 'a', 10);
  fails = true;
  await assert.rejects(debit('ann', 'd-1', 4));
  fails = false;
  assert.equal((await debit('ann', 'd-2', 9)).status, 'posted');
  assert.equal((await ledger.readBalance('ann')).microUsd, 1);
  assert.equal(await isClean(), true);
});

test('an operation whose statement does not say that it touches the ledger is found by every suite on SQLite', async (t) => {
  const { database } = await open(t);
  await assert.rejects(database.transact(takeUnsaid, 'owner:ann'), /rows touched by: UPDATE account/);
});
