import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { auditWhole } from '../../src/billing/ledger/sql/audit-queries.ts';
import { openReader } from '../../src/storage/sqlite/open.ts';
import { startGatedProcess } from '../support/gated-process.ts';
import { eventually } from '../support/simulated-service.ts';

const SOURCE = path.join(import.meta.dirname, '../support/disk-faults.c');

test('a slow disk delays only answers about money; a failing one refuses only those', async (t) => {
  const faults = await mkdtemp(path.join(tmpdir(), 'crosstape-disk-'));
  t.after(() => rm(faults, { recursive: true, force: true }));
  const library = path.join(faults, 'disk-faults.so');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'], { encoding: 'utf8' });
  if (process.platform !== 'linux' || compiled.status !== 0) {
    t.skip(`a library before the C library is needed: ${compiled.error?.message ?? compiled.stderr}`);
    return;
  }
  const { calls, get, issue, dataDir } = await startGatedProcess(t, {
    LD_PRELOAD: library,
    DISK_FAULTS: faults,
  });
  const rawKey = await issue();
  const leaked = await issue({ owner: 'mallory' });
  const [code] = (await calls.admin('POST', '/api/account/vouchers', { microUsd: 500, count: 1 })).body.codes;
  const balance = async () => (await calls.call('GET', '/api/account/balance', rawKey)).body.balance.microUsd;
  const [hold, fail] = [path.join(faults, 'hold'), path.join(faults, 'fail')];

  await t.test('while a sync lasts, answers about money wait for it and data routes continue', async () => {
    writeFileSync(hold, '');
    let isAnswered = false;
    const first = calls.credit('alice', 100_000, 'slow').then((answer) => {
      isAnswered = true;
      return answer;
    });
    await eventually(() => existsSync(path.join(faults, 'waiting')), 'a sync waits');
    // A caller that loses patience, and one that asks again meanwhile.
    const impatient = new AbortController();
    const abandoned = calls.credit('alice', 100_000, 'slow', impatient.signal);
    const again = calls.credit('alice', 100_000, 'slow');
    assert.equal((await calls.call('GET', '/api/account/usage', 'wrong')).status, 401);
    for (let i = 0; i < 5; i++) {
      assert.equal((await get(`/api/feed?top=${i + 1}`)).status, 200);
      assert.equal((await calls.bundle(rawKey)).status, 200);
    }
    assert.equal(await balance(), 0, 'what is not stored is not shown');
    assert.equal(isAnswered, false);
    impatient.abort();
    await assert.rejects(abandoned);
    rmSync(hold);

    assert.deepEqual([(await first).status, (await first).body.applied], [200, true]);
    assert.deepEqual([(await again).status, (await again).body.applied], [200, false]);
    assert.equal((await calls.credit('alice', 100_000, 'slow')).body.applied, false);
    assert.equal(await balance(), 100_000);
  });

  await t.test('while writes fail, money is 503 and data continues; afterwards all works again', async () => {
    writeFileSync(fail, '');
    const refused = [
      await calls.credit('alice', 2_000, 'full'),
      await calls.call('POST', '/api/account/redeem', rawKey, { code }),
      await calls.admin('POST', '/api/account/keys', { owner: 'bob', tier: 'pro' }),
      await calls.call('POST', '/api/account/keys/rotate', rawKey, {}),
      await calls.admin('POST', '/api/account/vouchers', { usd: 1, count: 2 }),
      await calls.trade(rawKey, 'full'),
    ];
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.error], [503, 'ledger_unavailable'], JSON.stringify(body));
    }
    assert.equal(await calls.stream(rawKey), 503);
    assert.equal((await get('/api/feed?top=7')).status, 200);
    assert.equal((await calls.bundle(rawKey)).status, 200);
    assert.equal(await balance(), 100_000);
    assert.equal((await calls.call('GET', '/api/account/usage', rawKey)).status, 200);
    const revoked = await calls.admin('DELETE', '/api/account/keys', { owner: 'mallory' });
    assert.deepEqual(
      [revoked.status, revoked.body.stored, revoked.body.count],
      [200, false, 1],
      JSON.stringify(revoked.body),
    );
    assert.equal((await calls.call('GET', '/api/account/usage', leaked)).status, 401);
    const { anomalies } = (await get('/api/health/anomalies')).body;
    const found = anomalies.find(({ code: name }: { code: string }) => name === 'billing_write_failed');
    assert.equal(found?.severity, 'critical', JSON.stringify(anomalies));

    rmSync(fail);
    assert.equal((await calls.credit('alice', 2_000, 'full')).body.applied, true);
    assert.equal((await calls.call('POST', '/api/account/redeem', rawKey, { code })).status, 200);
    assert.equal((await calls.call('POST', '/api/account/redeem', rawKey, { code })).status, 404);
    assert.equal(await balance(), 102_500);
    const isWritten = async () => {
      const listed = (await calls.admin('GET', '/api/account/keys?owner=mallory')).body.keys;
      return (
        listed[0].revokedAt !== null &&
        (await calls.admin('DELETE', '/api/account/keys', { owner: 'mallory' })).body.stored
      );
    };
    assert.equal(await isWritten(), true);
    assert.equal((await calls.call('GET', '/api/account/usage', leaked)).status, 401);
    const reader = openReader(dataDir);
    assert.deepEqual((await auditWhole(reader)).findings, []);
    reader.close();
  });
});
