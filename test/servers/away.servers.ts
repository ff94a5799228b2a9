import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { microUsd, wallClock } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { giveCredit } from '../support/credit.ts';
import { startGatedProcess } from '../support/gated-process.ts';
import { openStores } from '../support/money-stores.ts';
import { eventually } from '../support/simulated-service.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';

/** Maximum time of an answer about money, with an allowance for a machine under load, ms. */
const MAX_ANSWER_MS = 6_000 + 2_000;

async function time<T>(
  work: Promise<T>,
): Promise<{ readonly result: PromiseSettledResult<T>; readonly ms: number }> {
  const from = performance.now();
  const [result] = await Promise.allSettled([work]);
  return { result, ms: performance.now() - from };
}

function readRefusal({ result, ms }: Awaited<ReturnType<typeof time>>): string {
  assert.equal(result.status, 'rejected');
  assert.ok(ms < MAX_ANSWER_MS, `refused after ${ms} ms`);
  const error = result.reason as Error;
  const reason = error instanceof StorageUnavailableError ? error : error.cause;
  assert.ok(reason instanceof StorageUnavailableError, error.stack);
  return reason.message;
}

for (const engine of listEngines()) {
  test(`${engine.name}: a stranger who holds the lock ends the wait of all writers, and is named`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 1_000_000, 'first');
    const stranger = new pg.Client({ connectionString: url, application_name: 'forgotten psql' });
    await stranger.connect();
    stranger.on('error', () => undefined);
    await stranger.query('BEGIN; SELECT 1 FROM ledger_head FOR UPDATE');
    const { rows } = await stranger.query('SELECT pg_backend_pid() AS pid');

    const waiting = [time(giveCredit(ledger, 'alice', 1, 'one'))];
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // It comes while the one before it waits, and would wait as long once more.
    waiting.push(time(giveCredit(ledger, 'alice', 1, 'two')));
    for (const outcome of await Promise.all(waiting)) assert.match(readRefusal(outcome), /lock timeout/);
    assert.equal(
      database.failures[0]?.lockHolder,
      `process ${rows[0].pid} of the server (user crosstape, forgotten psql)`,
    );
    await stranger.end();
    await giveCredit(ledger, 'alice', 1, 'one');
    assert.equal((await ledger.readBalance('alice')).microUsd, 1_000_001);
  });

  test(`${engine.name}: a commit whose answer is lost is stored once, also when it is asked again`, async (t) => {
    const proxy = await openFaultyProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({ url: proxy.url });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    for (let round = 0; round < 5; round += 1) {
      proxy.loseNextCommit();
      const lost = await time(giveCredit(ledger, 'alice', 100, `round ${round}`));
      assert.match(readRefusal(lost), /it is unknown whether this was stored/);
      const { reason } = lost.result as PromiseRejectedResult;
      assert.ok(reason instanceof LedgerUnavailableError && reason.isUnknown);
      await giveCredit(ledger, 'alice', 100, `round ${round}`);
      assert.equal((await ledger.readBalance('alice')).microUsd, 100 * (round + 1));
    }
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });

  test(`${engine.name}: a voucher whose commit lost its answer is redeemed for who asked, once`, async (t) => {
    const proxy = await openFaultyProxy(new URL(await engine.createDatabase(t)));
    t.after(() => proxy.close());
    const database = await openTestPostgres({ url: proxy.url });
    t.after(() => database.close());
    const { ledger, vouchers } = openStores(database, wallClock);
    const request = { microUsd: microUsd(100), count: 5, label: null, expiresAt: null };
    for (const [i, code] of (await vouchers.issue(request)).entries()) {
      proxy.loseNextCommit();
      const answer = { status: 'redeemed', microUsd: 100, balance: 100 * (i + 1) };
      assert.deepEqual(await vouchers.redeem(code, 'alice'), answer);
      assert.deepEqual(await vouchers.redeem(code, 'alice'), { status: 'invalid_code' });
    }
    assert.equal((await ledger.readBalance('alice')).microUsd, 500);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });

  test(`${engine.name}: a server that answers after 30 s, or never again, holds no call longer than 6 s`, async (t) => {
    const target = new URL(await engine.createDatabase(t));
    const outlast = async (fault: 'late' | 'silent') => {
      const proxy = await openFaultyProxy(target);
      t.after(() => proxy.close());
      const database = await openTestPostgres({ url: proxy.url });
      const ledger = openLedger(database, wallClock);
      await giveCredit(ledger, 'alice', 100, `before ${fault}`);
      if (fault === 'late') proxy.delayAnswers(30_000);
      else proxy.freeze();
      const asked = [
        time(giveCredit(ledger, 'alice', 1, `while ${fault}`)),
        time(ledger.readBalance('alice')),
      ];
      for (const outcome of await Promise.all(asked)) readRefusal(outcome);
      proxy.close();
      await database.close();
    };
    await Promise.all([outlast('late'), outlast('silent')]);
  });
}

const [programs] = findPostgres();

test('a service whose server is gone serves what it knows, says so, and comes back by itself', {
  skip: programs === undefined,
}, async (t) => {
  const password = 'a-word-that-nobody-may-see';
  const server = await PostgresServer.start(programs as NonNullable<typeof programs>, { password });
  t.after(() => server.stop());
  const { apiUrl, issue, get, calls, service } = await startGatedProcess(t, {
    CROSSTAPE_DATABASE_URL: server.url('postgres'),
    CROSSTAPE_LOG_LEVEL: 'trace',
  });
  const rawKey = await issue();
  const ask = async (url: string, key: string) => {
    const from = performance.now();
    const response = await fetch(apiUrl + url, { headers: { authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { error?: string };
    return { status: response.status, error: body.error, ms: performance.now() - from };
  };
  const premium = '/api/m2m/hl-BTC/bundle';
  assert.equal((await ask(premium, rawKey)).status, 200);
  const unseen = await issue({ owner: 'bob' });
  const anomalies = async () =>
    ((await get('/api/health/anomalies')).body.anomalies as { code: string }[]).map(({ code }) => code);

  server.killNow();
  // Longer than a record is believed without looking again.
  const until = performance.now() + 7_000;
  while (performance.now() < until) {
    assert.equal((await ask(premium, rawKey)).status, 200, 'a key that was just used');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const refused = await ask(premium, unseen);
  assert.deepEqual([refused.status, refused.error], [503, 'ledger_unavailable']);
  assert.ok(refused.ms < 3_000, `${refused.ms} ms`);
  assert.equal((await get('/api/book/hl-BTC')).status, 200);
  await eventually(async () => (await anomalies()).includes('database_unavailable'), 'the anomaly', 10_000);
  assert.equal((await calls.credit('alice', 5, 'while away')).status, 503);

  await server.restart();
  await eventually(async () => (await ask(premium, unseen)).status === 200, 'keys are found again', 10_000);
  await eventually(async () => !(await anomalies()).includes('database_unavailable'), 'no anomaly', 10_000);
  assert.ok(service.said().length > 0);
  assert.equal(service.said().includes(password), false, 'its log holds the password of the server');
});
