import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { assertRefused, makeDataDir, succeed } from '../support/backup-bench.ts';
import { emptyDirectory } from '../support/run-command.ts';

const TIMEOUT = { timeout: 240_000 };

test(
  'a copy whose files are of something else, or of another version, is refused in the words of what it is',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const whole = path.join(await emptyDirectory(t), 'whole');
    await succeed(['backup', whole, '--data-dir', dataDir]);
    await rm(path.join(whole, 'backup.json'));
    const run = (sql: string) => (file: string) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
    };
    const text = (file: string) => writeFileSync(file, 'a text');
    const empty = (file: string) => writeFileSync(file, '');
    const half = (file: string) => truncateSync(file, readFileSync(file).length / 2);
    const anyOther = (file: string) => {
      rmSync(file);
      run('CREATE TABLE theirs (id INTEGER)')(file);
    };
    const changes: readonly [string, (file: string) => void, code: number, RegExp][] = [
      ['service.sqlite', run('PRAGMA user_version = 9999'), 2, /has schema 9999 and this version knows/],
      ['history.sqlite', run('PRAGMA user_version = 9999'), 2, /has format 9999 and this version reads/],
      ['service.sqlite', run('PRAGMA user_version = 3'), 2, /is of a version before 1\.1\.0/],
      ['history.sqlite', run('PRAGMA user_version = 1'), 2, /is of a version before 1\.1\.0/],
      ['service.sqlite', run('PRAGMA application_id = 7'), 2, /is not a database of this service/],
      ['history.sqlite', run('PRAGMA application_id = 7'), 2, /is not a history file/],
      ['service.sqlite', anyOther, 2, /is not a database of this service/],
      ['history.sqlite', anyOther, 2, /is not a database of this service/],
      ['service.sqlite', text, 2, /is not a database of this service/],
      ['history.sqlite', text, 2, /is not a history file/],
      ['service.sqlite', empty, 7, /service\.sqlite is empty/],
      ['history.sqlite', empty, 7, /history\.sqlite is empty/],
      ['service.sqlite', half, 7, /was cut short/],
      ['history.sqlite', half, 7, /was cut short/],
    ];
    for (const [file, change, code, message] of changes) {
      const copy = path.join(await emptyDirectory(t), 'copy');
      await cp(whole, copy, { recursive: true });
      change(path.join(copy, file));
      const fresh = path.join(await emptyDirectory(t), 'fresh');
      for (const to of [dataDir, fresh]) {
        await assertRefused(['restore', copy, '--data-dir', to], code, message, dataDir, copy);
      }
      assert.equal(existsSync(fresh), false);
    }
  },
);
