import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { findFreePort } from './free-port.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

/** Builds the settings that `docs/operating/postgresql.md` names, with so few connections that sessions share them. */
const settings = (target: URL, port: number) => `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = extra_float_digits, statement_timeout
`;

/** Starts PgBouncer in transaction mode in front of a database. @returns The URL by way of it. */
async function startPooler(t: TestContext, url: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-pgbouncer-'));
  const [target, port] = [new URL(url), await findFreePort()];
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings(target, port));
  // It does not run as root, and its settings are no secret here.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  const ready = Promise.withResolvers<void>();
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
    if (said.includes('process up')) ready.resolve();
  });
  child.once('exit', () => ready.reject(new Error(`pgbouncer ended: ${said}`)));
  await ready.promise;
  const pooled = new URL(url);
  pooled.port = String(port);
  return pooled.href;
}

for (const engine of listEngines()) {
  test(`${engine.name}: two services post and read through PgBouncer in transaction mode`, {
    skip: isInstalled ? false : 'PgBouncer is not installed here',
  }, async (t) => {
    const direct = await engine.createDatabase(t);
    const url = await startPooler(t, direct);
    const [one, two] = await Promise.all([openTestPostgres({ url }), openTestPostgres({ url })]);
    const ledgers = [one, two].map((database) => openLedger(database, wallClock));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        ledgers.flatMap((ledger, who) =>
          Array.from({ length: 40 }, async (_, i) => {
            await giveCredit(ledger, `owner-${i % 4}`, 100, `${who} ${round} ${i}`);
            await ledger.readBalance(`owner-${i % 4}`);
          }),
        ),
      );
    }
    for (const ledger of ledgers) {
      assert.equal((await ledger.readBalance('owner-1')).microUsd, 5 * 2 * 10 * 100);
      assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    }
    // What a transaction sets is gone with it: the next user of the connection finds the server's own settings.
    const kept = one.buildQueries((statements) => ({
      read: async () => statements.get("SELECT current_setting('lock_timeout') AS limit").get()?.limit,
    }));
    assert.equal(await kept.read(), '0');
    await Promise.all([one.close(), two.close()]);
  });
}
