import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { post } from '../../src/billing/ledger/operations/ledger-operations.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { operation } from '../../src/storage/operation.ts';
import { procedureModule } from '../../src/storage/procedure.ts';
import { type OpenServiceDatabase, StorageUnavailableError } from '../../src/storage/service-database.ts';
import type { Statements } from '../../src/storage/statements.ts';
import { openCountingProxy } from './counting-proxy.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const NOW = epochMs(1_763_700_000_000);
/** Whatever decides about money has its answer by then. */
const MAX_ANSWER_MS = 6_000;

function credit(database: OpenServiceDatabase, owner: string, amount: number, idem: string) {
  const posting = {
    scope: 'test.credit',
    idem,
    type: 'admin_credit' as const,
    src: 'adjust:admin' as const,
    dst: `owner:${owner}` as const,
    amount: microUsd(amount),
    ref: null,
  };
  return database.transact(post, { posting, now: NOW });
}

function debit(database: OpenServiceDatabase, owner: string, amount: number, idem: string) {
  const posting = {
    scope: 'test.debit',
    idem,
    type: 'stream_fee' as const,
    src: `owner:${owner}` as const,
    dst: 'revenue:stream' as const,
    amount: microUsd(amount),
    ref: null,
  };
  return database.transact(post, { posting, now: NOW });
}

const fail = operation('test.fail', (rows: Statements, { after }: { readonly after: boolean }): null => {
  if (after) rows.get('INSERT INTO stale_report (ts, ages) VALUES (?, ?)').run(1, '{}');
  throw new RangeError('a rule refused');
});
const report = operation('test.report', (rows: Statements, ts: number): number => {
  rows.get('INSERT INTO stale_report (ts, ages) VALUES (?, ?)').run(ts, '{}');
  return Number(rows.get('SELECT COUNT(*) AS count FROM stale_report').get()?.count);
});
const readTooLarge = operation('test.tooLarge', (rows: Statements, _: null): number =>
  Number(rows.get('SELECT 9007199254740993 AS n').get()?.n),
);
/** Asks nothing: what it writes is sent with the commit. */
const write = operation('test.write', (rows: Statements, ts: number): null => {
  rows.get('INSERT INTO stale_report (ts, ages) VALUES (?, ?)').run(ts, '{}');
  return null;
});
const TEST_PROCEDURES = procedureModule(import.meta.url, [fail, report, readTooLarge, write]);

const countReports = (database: OpenServiceDatabase) =>
  database
    .buildQueries((statements) => ({
      count: async () => Number(statements.get('SELECT COUNT(*) AS count FROM stale_report').get()?.count),
    }))
    .count();

for (const engine of listEngines()) {
  test(`${engine.name}: a group of 64 debits takes at most 7 round trips`, async (t) => {
    const proxy = await openCountingProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({ url: proxy.url });
    t.after(() => database.close());
    await credit(database, 'alice', 1_000_000, 'first');
    proxy.takeRoundTrips();
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, i) => debit(database, 'alice', 10, `debit ${i}`)),
    );
    const roundTrips = proxy.takeRoundTrips();
    assert.ok(outcomes.every(({ status }) => status === 'posted'));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'posted' && outcome.transfer.id),
      Array.from({ length: 64 }, (_, i) => i + 2),
      'one chain in the order of arrival',
    );
    assert.ok(roundTrips <= 7, `${roundTrips} round trips`);
  });

  test(`${engine.name}: groups far from the server are as small as their time allows`, async (t) => {
    const proxy = await openFaultyProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({ url: proxy.url, procedures: [...PROCEDURES, TEST_PROCEDURES] });
    t.after(() => database.close());
    // Each call asks something: a group of 64 takes longer than its callers may wait.
    proxy.delayAnswers(100);
    let stored = 0;
    let unknown = 0;
    for (let round = 0; round < 2; round += 1) {
      const from = performance.now();
      const calls = Array.from({ length: 64 }, (_, i) => database.transact(report, round * 64 + i));
      const settled = await Promise.allSettled(calls);
      const tookMs = performance.now() - from;
      assert.ok(tookMs < MAX_ANSWER_MS, `${tookMs} ms`);
      for (const one of settled) {
        if (one.status === 'fulfilled') stored += 1;
        else if (/unknown/.test(one.reason.message)) unknown += 1;
      }
    }
    assert.ok(stored >= 8, `${stored} of 128`);
    proxy.delayAnswers(0);
    const found = await countReports(database);
    assert.ok(found >= stored && found <= stored + unknown, `${found} reports, ${stored} acknowledged`);
  });

  test(`${engine.name}: a call behind a slow group that succeeds is answered in time, and refused only if it was never sent`, async (t) => {
    const proxy = await openFaultyProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({ url: proxy.url, procedures: [...PROCEDURES, TEST_PROCEDURES] });
    t.after(() => database.close());
    await database.transact(write, 0);
    proxy.delayAnswers(600);
    // Eight answers: longer than a call may wait, and shorter than it may take.
    const slow = Array.from({ length: 7 }, (_, i) => database.transact(report, i + 1));
    await nextTurn();
    const from = performance.now();
    await assert.rejects(database.transact(write, 100), StorageUnavailableError);
    const waitedMs = performance.now() - from;
    assert.ok(waitedMs < MAX_ANSWER_MS, `${waitedMs} ms`);
    await Promise.all(slow);
    proxy.delayAnswers(0);
    await database.transact(write, 101);
    assert.equal(await countReports(database), 9);
  });

  test(`${engine.name}: a call that fails fails alone, wherever it stands in its group`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url, procedures: [...PROCEDURES, TEST_PROCEDURES] });
    t.after(() => database.close());
    await credit(database, 'alice', 100, 'first');
    const outcomes = await Promise.allSettled([
      database.transact(fail, { after: false }),
      debit(database, 'alice', 60, 'one'),
      database.transact(fail, { after: true }),
      debit(database, 'alice', 60, 'two'),
      database.transact(report, 5),
      database.transact(report, 5),
      debit(database, 'alice', 40, 'three'),
    ]);
    assert.deepEqual(
      outcomes.map((outcome) =>
        outcome.status === 'fulfilled'
          ? ((outcome.value as { status?: string }).status ?? outcome.value)
          : outcome.reason.name,
      ),
      ['RangeError', 'posted', 'RangeError', 'insufficient', 1, 'error', 'posted'],
    );
    assert.equal(await countReports(database), 1);
  });

  test(`${engine.name}: a number that cannot be read exactly, and an argument that is none, fail their call alone`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url, procedures: [...PROCEDURES, TEST_PROCEDURES] });
    t.after(() => database.close());
    await credit(database, 'alice', 100, 'first');
    const told = await Promise.allSettled([
      database.transact(readTooLarge, null),
      debit(database, 'alice', 10, 'one'),
      // Rows of a group are planned from its arguments: this one has none.
      database.transact(post, {} as never),
      debit(database, 'alice', 10, 'two'),
    ]);
    assert.deepEqual(
      told.map((one) =>
        one.status === 'fulfilled' ? (one.value as { status: string }).status : one.reason.name,
      ),
      ['RangeError', 'posted', 'TypeError', 'posted'],
    );
  });

  test(`${engine.name}: a connection that died while nothing was asked of it is replaced before anything is stored`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url, procedures: [...PROCEDURES, TEST_PROCEDURES] });
    t.after(() => database.close());
    for (let ts = 0; ts < 5; ts += 1) {
      await engine.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
      );
      await database.transact(write, ts);
    }
    assert.equal(await countReports(database), 5);
  });

  test(`${engine.name}: a lost connection is replaced, and nothing is stored twice`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url });
    t.after(() => database.close());
    await credit(database, 'alice', 1_000_000, 'first');
    for (let round = 0; round < 5; round += 1) {
      const debits = Array.from({ length: 100 }, (_, i) =>
        debit(database, 'alice', 10, `${round}:${i}`).then(
          ({ status }) => status,
          (error) => {
            assert.ok(error instanceof StorageUnavailableError);
            return 'unknown';
          },
        ),
      );
      await engine.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
      );
      await Promise.all(debits);
      // Who does not know asks again with the same key.
      const again = await Promise.all(
        Array.from({ length: 100 }, (_, i) => debit(database, 'alice', 10, `${round}:${i}`)),
      );
      assert.ok(again.every(({ status }) => status === 'duplicate' || status === 'posted'));
    }
    const [row] = await database
      .buildQueries((statements) => ({
        list: async () => statements.get("SELECT balance, seq FROM account WHERE id = 'owner:alice'").all(),
      }))
      .list();
    assert.deepEqual({ ...row }, { balance: 1_000_000 - 5 * 100 * 10, seq: 501 });
  });

  test(`${engine.name}: two processes write one chain without gaps, and a reader who follows numbers misses none`, async (t) => {
    const url = await engine.createDatabase(t);
    const [one, two] = await Promise.all([openTestPostgres({ url }), openTestPostgres({ url })]);
    t.after(() => Promise.all([one.close(), two.close()]));
    await credit(one, 'alice', 1_000_000, 'first');
    const queries = one.buildQueries((statements) => ({
      after: async (id: number) =>
        statements
          .get('SELECT id FROM transfer WHERE id > ? ORDER BY id')
          .all(id)
          .map((row) => Number(row.id)),
    }));
    let isWriting = true;
    const seen: number[] = [];
    const follow = async () => {
      for (let last = 0; ; ) {
        const wasWriting = isWriting;
        const found = await queries.after(last);
        seen.push(...found);
        last = found.at(-1) ?? last;
        if (!wasWriting) return;
      }
    };
    const following = follow();
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        [one, two].flatMap((database, who) =>
          Array.from({ length: 20 }, (_, i) => debit(database, 'alice', 1, `${who}:${round}:${i}`)),
        ),
      );
    }
    isWriting = false;
    await following;
    assert.deepEqual(
      seen,
      Array.from({ length: 801 }, (_, i) => i + 1),
    );
  });
}
