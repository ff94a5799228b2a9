import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeWayBack } from '../../src/cli/way-back.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';
import { SCHEMA_VERSION } from '../../src/storage/sqlite/migrations/index.ts';
import { openWriter, readPragma, SERVICE_FILE } from '../../src/storage/sqlite/open.ts';
import { emptyDirectory, startCommand } from '../support/run-command.ts';

/** Makes a table, so that it cannot be taken twice. */
const STEP = '0026-review-items';

test('a start that cannot upgrade the data names the step and the way back, and leaves the data as they were', async (t) => {
  const dataDir = await emptyDirectory(t);
  const file = path.join(dataDir, SERVICE_FILE);
  const db = openWriter(dataDir);
  migrate(db);
  // The table of the step is there already.
  const at = Number(STEP.slice(0, 4)) - 1;
  db.exec(`PRAGMA user_version = ${at}`);
  db.close();

  const place = ['--data-dir', dataDir, '--port', '0', '--bot-port', '0'];
  const { code, err } = await startCommand(['serve', '--simulate', ...place]);
  assert.equal(code, 1, err);
  assert.match(
    err,
    new RegExp(
      `^crosstape: upgrading the service database failed at the step "${STEP}" \\(26 of ${SCHEMA_VERSION}\\): table .* already exists$`,
      'm',
    ),
  );
  assert.match(err, /^crosstape: to go back: git checkout \S.*, then bin\/crosstape restore <backup /m);
  const after = new DatabaseSync(file, { readOnly: true });
  t.after(() => after.close());
  assert.equal(readPragma(after, 'user_version'), at);
});

test('the way back leads to the commit that was checked out before', async (t) => {
  const root = await emptyDirectory(t);
  assert.match(describeWayBack(false, root), /git checkout <commit before>, then bin\/crosstape restore </);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  await writeFile(path.join(root, 'a'), '1');
  git('add', 'a');
  git('commit', '--quiet', '-m', 'one');
  const before = git('rev-parse', '--short', 'HEAD').trim();
  git('commit', '--quiet', '--allow-empty', '-m', 'two');
  assert.match(describeWayBack(false, root), new RegExp(`git checkout ${before}, then`));
});
