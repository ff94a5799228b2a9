import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { post } from '../../src/billing/ledger/operations/ledger-operations.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { TestServer } from '../support/test-server.ts';
import { openTestPostgres } from './postgres-engine.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';

const DISK_MB = 32;
const NOBODY = 65_534;
const NOW = epochMs(1_763_700_000_000);

/** Mounts a small file system that a server can write. @returns null where this user may mount none. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
  if (mounted.status === 0) {
    chownSync(folder, NOBODY, NOBODY);
    return folder;
  }
  rmSync(folder, { recursive: true });
  return null;
}

for (const programs of findPostgres()) {
  test(`${programs.name}: on a full disk calls are refused and nothing of them is stored; with room they work again`, async (t) => {
    const disk = mountSmallDisk();
    if (disk === null) {
      t.skip('a file system of its own is needed: run as root where mount is allowed');
      return;
    }
    t.after(() => {
      spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    });
    await using lifecycle = new AsyncDisposableStack();
    const server = lifecycle.adopt(await PostgresServer.start(programs), (running) => running.stop());
    const engine = new TestServer(server.url('postgres'));
    const url = await engine.makeDatabase();
    await engine.run(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await engine.run(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TABLESPACE small`);
    const database = lifecycle.adopt(await openTestPostgres({ url }), (opened) => opened.close());
    const credit = (idem: string) =>
      database.transact(post, {
        posting: {
          scope: 'test.credit',
          idem,
          type: 'admin_credit' as const,
          src: 'adjust:admin' as const,
          dst: 'owner:alice' as const,
          amount: microUsd(1),
          ref: null,
        },
        now: NOW,
      });
    await credit('first');
    await engine.run('CREATE TABLE ballast (text text)', url);
    await assert.rejects(
      engine.run(`INSERT INTO ballast SELECT repeat('x', 1000) FROM generate_series(1, 100000)`, url),
      { code: '53100' },
    );
    // The last pages are taken by small rows, until none of a transfer fits.
    let stored = 1;
    let refusal: unknown = null;
    for (let round = 0; refusal === null; round += 1) {
      assert.ok(round < 500, 'the disk never became full');
      const settled = await Promise.allSettled(Array.from({ length: 64 }, (_, i) => credit(`${round}:${i}`)));
      for (const one of settled) {
        if (one.status === 'fulfilled') stored += 1;
        else refusal = one.reason;
      }
    }
    assert.ok(refusal instanceof StorageUnavailableError, String(refusal));
    assert.match(refusal.message, /could not extend file|No space left/);
    assert.match(database.failures[0]?.message ?? '', /could not extend file|No space left/);
    const ledger = openLedger(database, () => NOW);
    assert.equal((await ledger.readBalance('alice')).microUsd, stored, 'reads go on');

    await engine.run('DROP TABLE ballast', url);
    assert.equal((await credit('with room')).status, 'posted');
    assert.equal((await ledger.readBalance('alice')).microUsd, stored + 1);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}
