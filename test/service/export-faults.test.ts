import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { fillTree } from '../support/tree-bench.ts';

async function startHistory(t: TestContext): Promise<string> {
  const dataDir = await emptyDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  await fillTree(history);
  await history.close();
  return dataDir;
}

const exportAll = (dataDir: string, directory: string) =>
  runCommand(['export', '--all', '--data-dir', dataDir, '-o', directory]);

test('the command ends with code 6 where records are damaged, names them, and writes the rest', async (t) => {
  const dataDir = await startHistory(t);
  const db = new DatabaseSync(path.join(dataDir, 'history.sqlite'));
  const [pack] = db.prepare('SELECT id, data FROM pack ORDER BY id').all();
  const data = pack!.data as Uint8Array;
  data[data.length - 5]! ^= 1;
  db.prepare('UPDATE pack SET data = ? WHERE id = ?').run(data, pack!.id!);
  db.close();
  const directory = path.join(await emptyDirectory(t), 'tree');
  for (let run = 0; run < 2; run++) {
    const { code, err, out } = await exportAll(dataDir, directory);
    assert.equal(code, 6, err);
    assert.match(
      err,
      /damaged records are not in the tree \(all are in manifest\.json\): \S+ from 2026-11-18T/,
    );
    assert.match(out, /files with \d+ rows/);
  }
  assert.ok(statSync(path.join(directory, 'manifest.json')).size > 0);
});

test('a full disk ends the command with code 1 and what to do; with room, the same command goes on', {
  skip: tmpfsReason(),
}, async (t) => {
  const dataDir = await startHistory(t);
  const disk = mkdtempSync(path.join(tmpdir(), 'crosstape-disk-'));
  mountDisk(disk);
  t.after(() => {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  const filler = path.join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(44 * 1024));
  const directory = path.join(disk, 'tree');
  const full = await exportAll(dataDir, directory);
  assert.deepEqual([full.code, /the disk is full: make room and repeat/.test(full.err)], [1, true], full.err);
  execFileSync('mount', ['-o', 'remount,size=1m', disk]);
  const done = await exportAll(dataDir, directory);
  assert.equal(done.code, 0, done.err);
  const unfinished = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    unfinished.filter((name) => name.endsWith('.part')),
    [],
  );
});

test('a name that leads to the data directory is refused like the directory itself', async (t) => {
  const dataDir = await startHistory(t);
  const folder = await emptyDirectory(t);
  symlinkSync(dataDir, path.join(folder, 'link'));
  mkdirSync(path.join(dataDir, 'export'));
  writeFileSync(path.join(dataDir, 'export', 'index.json'), '{}');
  for (const [directory, message] of [
    [`${dataDir}/.`, /must not go into the data directory itself/],
    [path.join(folder, 'link'), /holds files that are no tree/],
    [path.join(dataDir, 'export'), /holds files that are no tree/],
    [path.join(dataDir, 'history.sqlite'), /is a file: name a directory/],
  ] as const) {
    const { code, err } = await exportAll(dataDir, directory);
    assert.deepEqual([code, message.test(err)], [2, true], `${directory}: ${err}`);
  }
});

function mountDisk(disk: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
}

function tmpfsReason(): string | false {
  const disk = mkdtempSync(path.join(tmpdir(), 'crosstape-disk-'));
  try {
    mountDisk(disk);
    execFileSync('umount', [disk]);
    return false;
  } catch {
    return 'needs the right to mount a small disk';
  } finally {
    rmSync(disk, { recursive: true });
  }
}
