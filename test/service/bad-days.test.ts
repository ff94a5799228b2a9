import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { openVault } from '../../src/app/bot/vault.ts';
import { wallClock } from '../../src/domain/index.ts';
import { findFirstKeyId } from '../../src/vault/key-encryption-key.ts';
import { auditDirectory, credit, makeDataDir } from '../support/backup-bench.ts';
import { skipShort } from '../support/long-tests.ts';
import { type OperatorShell, openOperatorShell } from '../support/operator-shell.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { openTestDatabase } from '../support/service-database.ts';
import { readShellBlocks } from '../support/shell-blocks.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/bad-days.md');
const TIMEOUT = { timeout: 240_000 };
/** Drills of many commands and several starts of the service, whose steps have tests of their own beside them. */
const LONG = { ...TIMEOUT, skip: skipShort };

/** The last commit before backups had a manifest. */
const OLD_COMMIT = 'b9d3608f';

interface Machine extends OperatorShell {
  readonly dataDir: string;
  readonly backups: string;
  readonly newDataDir: string;
}

/** A machine with a service's data, of which the money and records are simulated. */
async function makeMachine(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const dataDir = await makeDataDir(t);
  writeFileSync(path.join(dataDir, 'data-kind'), 'simulated\n');
  const place = await emptyDirectory(t);
  const [backups, newDataDir] = [path.join(place, 'backups'), path.join(place, 'new')];
  const shell = await openOperatorShell(t, {
    CROSSTAPE_DATA_DIR: dataDir,
    BACKUPS: backups,
    NEW_DATA_DIR: newDataDir,
    ...settings,
  });
  return { ...shell, dataDir, backups, newDataDir };
}

/** The one block of a section. */
function readBlock(title: string): string {
  const [block, ...more] = readShellBlocks(PAGE, title);
  assert.deepEqual(more, []);
  return block ?? assert.fail(`no block in "${title}"`);
}

const findAsides = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));

test(
  'drill: a service that was killed and whose data is damaged is restored, and serves',
  LONG,
  async (t) => {
    const { run, dataDir } = await makeMachine(t);
    await run('systemctl start crosstape');
    await run(readBlock('Be ready'));
    await run('systemctl kill crosstape');
    writeFileSync(path.join(dataDir, 'service.sqlite'), Buffer.alloc(4_096, 1));
    const out = await run(readBlock('The data is damaged: put a backup back'));
    assert.match(out, /restored into .*: start the service\nin order: /);
    assert.equal(findAsides(dataDir).length, 1);
    await run('systemctl stop crosstape');
    assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
  },
);

test('drill: a machine that is lost is restored onto an empty directory', TIMEOUT, async (t) => {
  const { run, newDataDir } = await makeMachine(t);
  await run(readBlock('Be ready'));
  const out = await run(readBlock('The machine is lost'));
  assert.match(out, /1 series and 1 records read\nin order: .* 1 transfers/);
  assert.deepEqual(await auditDirectory(newDataDir), { ok: true, transfers: 1 });
});

test('drill: payments after the backup are named, and given again once', TIMEOUT, async (t) => {
  const { run, dataDir } = await makeMachine(t);
  await run(readBlock('Be ready'));
  await credit(dataDir, 'ann', 7, 'invoice-12');
  const out = await run(readBlock('Payments came after the backup'));
  assert.match(out, /transfers: 1 lost.*admin_credit 7 USD adjust:admin -> owner:ann ref invoice-12/s);
  assert.match(out, /credited: 7 USD to ann; balance 12 USD/);
  await run('systemctl stop crosstape');
  await run('crosstape credit --owner ann --usd 7 --ref invoice-12');
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 2 });
});

test('drill: data of an earlier version is backed up, upgraded, and put back', LONG, async (t) => {
  const machine = await makeMachine(t);
  const old = await emptyDirectory(t);
  const archive = spawnSync('git', ['archive', OLD_COMMIT, 'src', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (archive.status !== 0) return t.skip(`commit ${OLD_COMMIT} is not in this clone: fetch its history`);
  execFileSync('tar', ['-x', '-C', old], { input: archive.stdout });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(old, 'node_modules'));
  const { run, dataDir, backups } = machine;
  for (const name of readdirSync(dataDir)) rmSync(path.join(dataDir, name), { recursive: true });
  const before = `"${process.execPath}" --disable-warning=ExperimentalWarning "${path.join(old, 'src', 'main.ts')}"`;
  await run(`${before} keys issue --owner ann --tier pro && ${before} credit --owner ann --usd 5 --ref first
    printf 't,p,v,s\\r\\n1700000000000,0.25,,poll\\r\\n' >rows.csv
    ${before} import kalshi kx rows.csv --new
    ${before} backup "$BACKUPS/by-hand"`);
  mkdirSync(backups, { recursive: true });
  await run(readBlock('An upgrade went wrong'));
  // The first call of this version upgrades the accounts.
  await run('crosstape keys list && crosstape credit --owner ann --usd 1 --ref second');
  for (const copy of ['before-upgrade', 'by-hand']) {
    const out = await run(`crosstape restore "$BACKUPS/${copy}"`);
    assert.match(out, /transfers: 1 lost|restored into/);
    assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
  }
});

test('drill: a full disk is given room', TIMEOUT, async (t) => {
  const { run, dataDir } = await makeMachine(t);
  mkdirSync(path.join(dataDir, 'export'));
  mkdirSync(path.join(dataDir, 'before-restore-20261128T000000Z'));
  await run(readBlock('The disk is full'));
  assert.equal(existsSync(path.join(dataDir, 'export')), false);
  assert.deepEqual(findAsides(dataDir), []);
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
});

test('drill: a lost key of the vault is brought back, or its credentials are given up', LONG, async (t) => {
  const key = path.join(await emptyDirectory(t), 'vault.key');
  const [old, fresh] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
  const lost = findFirstKeyId(old) ?? '';
  const { run, dataDir } = await makeMachine(t, { CROSSTAPE_VAULT_KEK_FILE: key, LOST_KEY: lost });
  writeFileSync(key, old, { mode: 0o600 });
  const database = await openTestDatabase({ dataDir });
  const user = { process: 'service', lifecycle: new AsyncDisposableStack() };
  const vault = await openVault({ vaultKeys: old }, database, wallClock, pino({ level: 'silent' }), user);
  await vault.put({ owner: 'ann', venue: 'kalshi' }, 'apiKey', { keyId: 'sealed' });
  await database.close();
  const rotate = readBlock('A key of the vault is lost');
  const [gone = ''] = readShellBlocks(PAGE, 'A key of the vault is lost', 'gone');

  assert.match(await run(rotate), /0 credentials moved/);
  writeFileSync(key, fresh);
  await assert.rejects(
    run(rotate),
    new RegExp(`vault_not_configured: .*the records are under key ${lost}, which is not configured`),
  );
  writeFileSync(key, old);
  assert.match(await run(rotate), /0 credentials moved/);
  writeFileSync(key, fresh);
  const out = await run(gone);
  assert.match(
    out,
    /\nann kalshi\n1 credentials removed; key \w{8} is not needed any more\n0 credentials moved; all are under key/,
  );
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
});
