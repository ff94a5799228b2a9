import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { auditWhole } from '../../src/billing/ledger/sql/audit-queries.ts';
import { openReader } from '../../src/storage/sqlite/open.ts';
import { startGatedProcess } from '../support/gated-process.ts';
import { eventually } from '../support/simulated-service.ts';

const LIBRARY = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
].find((file) => existsSync(file));

const HOUR_MS = 3_600_000;
const RATE = 3;

/**
 * The wall clock of a real process jumps and its monotonic clock does not: an hour forward over the end of a month
 * and the expiry of a key, two hours back, and a month ahead.
 */
test('a clock that jumps resets no rate and no month, and no ledger time goes back', async (t) => {
  if (LIBRARY === undefined) {
    t.skip('libfaketime is needed: apt-get install libfaketime');
    return;
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-clock-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const timestamp = path.join(directory, 'time');
  const startedAt = Date.now();
  // Half an hour before the end of this month, wherever in it the test runs.
  const now = new Date(startedAt);
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  let ahead = 0;
  const setWall = (ms: number) => {
    ahead = ms - startedAt;
    writeFileSync(timestamp, `${ahead < 0 ? '-' : '+'}${Math.abs(ahead) / 1_000}\n`);
  };
  const early = monthEnd - HOUR_MS / 2;
  setWall(early);

  const { calls, issue, dataDir, apiUrl } = await startGatedProcess(t, {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: timestamp,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
    CROSSTAPE_TIER_PRO_RATE_PER_MIN: String(RATE),
  });
  const month = (ms: number) => new Date(ms).toISOString().slice(0, 7);
  const [thisMonth, nextMonth] = [month(early), month(monthEnd)];
  const lasting = await issue();
  const expiring = await issue({ owner: 'bob', expiresAt: early + HOUR_MS / 4 });
  const usage = async (rawKey: string) => (await calls.call('GET', '/api/account/usage', rawKey)).body;
  /** Rates stand on the monotonic clock: within a minute of the first call nothing may be left. */
  let takenAt = Number.POSITIVE_INFINITY;
  const requireLimited = async () => {
    const { body } = await calls.bundle(lasting);
    if (performance.now() - takenAt < 55_000) assert.equal(body.error, 'rate_limited');
  };
  const polls = async () => {
    const text = await (await fetch(`${apiUrl}/metrics`)).text();
    return Number(/^crosstape_feed_polls_ok_total\{venue="hyperliquid"\} (\d+)$/m.exec(text)?.[1]);
  };

  await t.test('the process runs on the clock that is set', async () => {
    const { body } = await calls.credit('alice', 100, 'before');
    assert.equal(body.applied, true);
    assert.equal((await usage(lasting)).month, thisMonth);
    assert.equal((await usage(expiring)).owner, 'bob');
    takenAt = performance.now();
    for (let i = 0; i < RATE; i++) assert.equal((await calls.bundle(lasting)).status, 200);
    await requireLimited();
  });

  await t.test(
    'an hour forward: the rate still holds, the month is the next, the key has expired',
    async () => {
      setWall(early + HOUR_MS);
      await requireLimited();
      const { month: counted, usage: used } = await usage(lasting);
      assert.deepEqual([counted, used.total], [nextMonth, 0]);
      assert.equal((await calls.call('GET', '/api/account/usage', expiring)).status, 401);
      assert.equal((await calls.credit('alice', 100, 'after')).body.applied, true);
    },
  );

  await t.test('two hours back: no rate, no quota and no month comes back', async () => {
    setWall(early - HOUR_MS);
    await requireLimited();
    const { month: counted, usage: used } = await usage(lasting);
    assert.deepEqual([counted, used.total], [nextMonth, 0]);
    // A key ends by the wall clock: before its end it opens again.
    assert.equal((await calls.call('GET', '/api/account/usage', expiring)).status, 200);
    assert.equal((await calls.credit('alice', 100, 'back')).body.applied, true);
    assert.equal((await calls.credit('alice', 100, 'before')).body.applied, false);
  });

  await t.test('times of the ledger never go back, and it audits clean', async () => {
    const { body } = await calls.call('GET', '/api/account/balance', lasting);
    const times = body.ledger.map(({ ts }: { ts: number }) => ts);
    assert.equal(times.length, 3);
    assert.deepEqual(times, times.toSorted());
    assert.equal(times[2], times[1], 'what came after the jump back has the time of what was there');
    assert.ok(times[1] - times[0] >= HOUR_MS);
    const reader = openReader(dataDir);
    assert.deepEqual((await auditWhole(reader)).findings, []);
    reader.close();
  });

  await t.test('venues are polled on, no matter what the clock says', async () => {
    setWall(early + 31 * 24 * HOUR_MS);
    const before = await polls();
    assert.ok(before > 0);
    await eventually(async () => (await polls()) > before, 'the next poll');
    await requireLimited();
  });
});
