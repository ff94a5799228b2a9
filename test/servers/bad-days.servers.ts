import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { addRecord } from '../support/backup-bench.ts';
import { openOperatorShell } from '../support/operator-shell.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { readShellBlocks } from '../support/shell-blocks.ts';
import { listEngines } from './postgres-engine.ts';

const PAGE = path.join(import.meta.dirname, '../../docs/bad-days.md');

/** Reason why the drill cannot run on a server: pg_dump reads no server that is newer than it. */
function findReason(server: string): string | false {
  const { status, stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  if (status !== 0) return 'pg_dump is not installed: apt-get install postgresql-client';
  const [has, needs] = [stdout, server].map((text) => Number(/\d+/.exec(text)?.[0]));
  return (has ?? 0) < (needs ?? 0) ? `pg_dump ${has} does not read ${server}` : false;
}

for (const engine of listEngines()) {
  test(`${engine.name}: a backup of files and server is put back as the page prints it`, {
    skip: findReason(engine.name),
    timeout: 240_000,
  }, async (t) => {
    const place = await emptyDirectory(t);
    const url = await engine.createDatabase(t);
    const name = `bad_days_${process.pid}`;
    await engine.run(`CREATE DATABASE ${name} TEMPLATE template0`);
    t.after(() => engine.run(`DROP DATABASE ${name} WITH (FORCE)`));
    const fresh = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const dataDir = path.join(place, 'data');
    await addRecord(dataDir, 1_700_000_000_000);
    const { run } = await openOperatorShell(t, {
      CROSSTAPE_DATA_DIR: dataDir,
      CROSSTAPE_DATABASE_URL: url,
      NEW_DATABASE_URL: fresh,
      BACKUPS: place,
    });
    const credit = (usd: number, ref: string) =>
      run(`crosstape credit --owner ann --usd ${usd} --ref ${ref}`);
    await credit(5, 'first');
    const [save = '', restore = '', ...more] = readShellBlocks(PAGE, 'Accounts on PostgreSQL', 'pg');
    assert.deepEqual(more, []);
    await run(save);
    await credit(7, 'since');
    const out = await run(restore);
    assert.match(out, /1 transfers/);
    const balance = await run(
      'CROSSTAPE_DATABASE_URL=$NEW_DATABASE_URL crosstape credit --owner ann --usd 7 --ref since',
    );
    assert.match(balance, /credited: 7 USD to ann; balance 12 USD/);
    const old = await run('crosstape ledger audit');
    assert.match(old, /in order: .* 2 transfers/);
  });
}
