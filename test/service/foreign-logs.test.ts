import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  addRecord,
  assertRefused,
  auditDirectory,
  credit,
  makeDataDir,
  succeed,
} from '../support/backup-bench.ts';
import { emptyDirectory } from '../support/run-command.ts';

// Long form alone: `log-mark.test.ts` shows which log belongs to a file.

const TIMEOUT = { timeout: 240_000 };

/** Every command that opens a database of the directory. */
const COMMANDS: Readonly<Record<'service' | 'history', readonly (readonly string[])[]>> = {
  service: [
    ['serve', '--port', '0', '--bot-port', '0'],
    ['ledger', 'audit'],
    ['keys', 'list'],
    ['credit', '--owner', 'ann', '--usd', '1', '--ref', 'x'],
    ['copy', 'database', '--to', 'postgres://crosstape@127.0.0.1:1/none'],
    ['copy', 'database', '--from', 'postgres://crosstape@127.0.0.1:1/none'],
  ],
  history: [
    ['serve', '--port', '0', '--bot-port', '0'],
    ['verify'],
    ['keys', 'list'],
    ['export', 'kalshi', 'kx'],
    ['export', '--all', '-o', '/dev/null/tree'],
    ['import', '--list'],
  ],
};

/** A directory as a kill leaves it: the newest commits of both databases are in their logs. */
async function makeCrashed(t: TestContext): Promise<{ readonly crashed: string; readonly before: string }> {
  const dataDir = await makeDataDir(t);
  const place = await emptyDirectory(t);
  const [before, crashed] = [path.join(place, 'before'), path.join(place, 'crashed')];
  await cp(dataDir, before, { recursive: true });
  const held = ['service.sqlite', 'history.sqlite'].map((name) => {
    const db = new DatabaseSync(path.join(dataDir, name), { readOnly: true });
    db.exec('BEGIN');
    db.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    return db;
  });
  await credit(dataDir, 'ann', 7, 'since');
  await addRecord(dataDir, 1_700_000_001_000);
  await cp(dataDir, crashed, { recursive: true });
  for (const db of held) db.close();
  for (const name of ['service.sqlite-wal', 'history.sqlite-wal'])
    assert.ok(existsSync(path.join(crashed, name)));
  return { crashed, before };
}

test('a file plays its own log after a crash', TIMEOUT, async (t) => {
  const { crashed } = await makeCrashed(t);
  assert.deepEqual(await auditDirectory(crashed), { ok: true, transfers: 2 });
  const { out } = await succeed(['verify', '--data-dir', crashed]);
  assert.match(out, /1 series and 2 records read/);
});

for (const database of ['service', 'history'] as const) {
  test(
    `a log that is not of its ${database} file is refused by name and left as it is`,
    TIMEOUT,
    async (t) => {
      const { crashed, before } = await makeCrashed(t);
      const other = await makeDataDir(t);
      const file = `${database}.sqlite`;
      const copies = await emptyDirectory(t);
      await succeed(['backup', path.join(copies, 'backup'), '--data-dir', before]);
      const source = new DatabaseSync(path.join(before, file), { readOnly: true });
      source.exec(`VACUUM INTO '${path.join(copies, 'vacuum')}'`);
      source.close();
      const changes: readonly ((directory: string) => Promise<void>)[] = [
        (directory) => copyFile(path.join(copies, 'backup', file), path.join(directory, file)),
        (directory) => copyFile(path.join(copies, 'vacuum'), path.join(directory, file)),
        (directory) => copyFile(path.join(other, file), path.join(directory, file)),
        (directory) => writeFile(path.join(directory, file), ''),
        (directory) => rm(path.join(directory, file)),
      ];
      for (const [i, change] of changes.entries()) {
        const directory = path.join(copies, `changed-${i}`);
        await cp(crashed, directory, { recursive: true });
        await change(directory);
        const message = new RegExp(`${directory}/${file}-wal does not belong to ${file}`);
        // The first meets every command, the others those that only read.
        const commands = i === 0 ? COMMANDS[database] : COMMANDS[database].slice(1, 3);
        for (const command of commands) {
          await assertRefused([...command, '--data-dir', directory], 2, message, directory);
        }
        const target = path.join(copies, `copy-${i}`);
        await assertRefused(['backup', target, '--data-dir', directory], 2, message, directory);
        assert.equal(existsSync(target), false);
      }
    },
  );
}

test('a log beside a backup is refused by verify, backup and restore', TIMEOUT, async (t) => {
  const { crashed } = await makeCrashed(t);
  const dataDir = await makeDataDir(t);
  const copy = path.join(await emptyDirectory(t), 'copy');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  await copyFile(path.join(crashed, 'service.sqlite-wal'), path.join(copy, 'service.sqlite-wal'));
  for (const args of [
    ['verify', copy],
    ['verify', '--data-dir', copy],
    ['restore', copy, '--data-dir', dataDir],
    ['backup', copy, '--data-dir', dataDir],
  ]) {
    await assertRefused(args, 2, /service\.sqlite-wal does not belong to service\.sqlite/, copy, dataDir);
  }
});
