import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { LOCK_FILE } from '../../src/history/tree/directory.ts';
import type { TreeSelection } from '../../src/history/tree/manifest.ts';
import { mirrorTree, type RemoteTree } from '../../src/history/tree/mirror-tree.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { writeTree } from '../../src/history/tree/write-tree.ts';
import { DataDirLockedError } from '../../src/storage/service-database.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { FIRST_DAY, fillTree } from '../support/tree-bench.ts';

const WHOLE = { fromMs: null, toMs: null };
const SELECTION: TreeSelection = {
  venues: null,
  assets: null,
  tables: [...TREE_TABLES],
  format: 'parquet',
  compression: 'zstd',
};

/** A data directory with three closed days, and the name of a tree that is not there yet. */
async function startHistory(t: TestContext): Promise<{ dataDir: string; directory: string }> {
  const dataDir = await emptyDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  await fillTree(history);
  await history.close();
  return { dataDir, directory: path.join(await emptyDirectory(t), 'tree') };
}

const inUse = (directory: string) => (error: Error) => {
  assert.ok(error instanceof DataDirLockedError);
  assert.equal(
    error.message,
    `the tree ${directory} is in use by another process: stop that one, or choose another directory`,
  );
  return true;
};

const parts = (directory: string) =>
  readdirSync(path.join(directory, 'observations'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort();

test('an export beside another into the same directory is refused, and the first one ends as if alone', async (t) => {
  const { dataDir, directory } = await startHistory(t);
  const clock = () => epochMs(FIRST_DAY + 4 * 86_400_000);
  const write = async (onProgress?: () => void) => {
    const source = openTreeSource(dataDir, { clock });
    const options = { directory, selection: SELECTION, window: WHOLE, simulated: false, lock: lockDirectory };
    try {
      return await writeTree(source, onProgress === undefined ? options : { ...options, onProgress });
    } finally {
      source.close();
    }
  };
  const beside: Promise<unknown>[] = [];
  const { manifest } = await write(() => {
    if (beside.length === 0) beside.push(assert.rejects(write(), inUse(directory)));
  });
  assert.equal(beside.length, 1);
  await Promise.all(beside);
  assert.equal(manifest.parts.filter(({ table }) => table === 'observations').length, 8);
  assert.equal(parts(directory).length, 8);
  assert.equal((await write()).made, 0);
});

test('a mirror beside an export is refused too', async (t) => {
  const { dataDir, directory } = await startHistory(t);
  const source = openTreeSource(dataDir, { clock: () => epochMs(FIRST_DAY + 4 * 86_400_000) });
  t.after(() => source.close());
  const options = { directory, selection: SELECTION, window: WHOLE, simulated: false, lock: lockDirectory };
  const { manifest } = await writeTree(source, options);
  const remote: RemoteTree = {
    readManifest: async () => manifest,
    fetch: () => assert.fail('nothing is fetched into a directory that is in use'),
  };
  const held = await holdLock(t, directory);
  await assert.rejects(
    mirrorTree(remote, { directory, window: WHOLE, lock: lockDirectory }),
    inUse(directory),
  );
  await kill(held);
  assert.equal((await mirrorTree(remote, { directory, window: WHOLE, lock: lockDirectory })).fetched, 0);
});

test('the command ends with code 3 while another process writes the tree, and a killed one keeps no other out', async (t) => {
  const { dataDir, directory } = await startHistory(t);
  const exportTree = () => runCommand(['export', '--all', '--data-dir', dataDir, '-o', directory]);
  const held = await holdLock(t, directory);
  const refused = await exportTree();
  assert.deepEqual([refused.code, /is in use by another process/.test(refused.err)], [3, true], refused.err);
  assert.deepEqual(readdirSync(directory), [LOCK_FILE]);

  // What only reads the tree is not kept out.
  const planned = await runCommand(['export', '--all', '--data-dir', dataDir, '-o', directory, '--dry-run']);
  assert.deepEqual([planned.code, /8 days to make/.test(planned.out)], [0, true], planned.err);

  await kill(held);
  const done = await exportTree();
  assert.equal(done.code, 0, done.err);
  assert.equal(parts(directory).length, 8);
  assert.equal(statSync(path.join(directory, LOCK_FILE)).size, 0);
});

test('a directory of something else gets no lock file', async (t) => {
  const { dataDir } = await startHistory(t);
  const { code, err } = await runCommand([
    'export',
    '--all',
    '--data-dir',
    dataDir,
    '-o',
    import.meta.dirname,
  ]);
  assert.deepEqual([code, /no tree of a history/.test(err)], [2, true], err);
  assert.ok(!existsSync(path.join(import.meta.dirname, LOCK_FILE)));
});

/** A process that begins a run in the directory and comes no further. */
async function holdLock(t: TestContext, directory: string): Promise<ChildProcess> {
  const source = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, '../../src', file));
  const manifest = path.join(directory, 'manifest.json');
  const store = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).store : '0'.repeat(32);
  const code = `
    const { whileLocked } = await import(${source('history/tree/tree-lock.ts')});
    const { lockDirectory: lock } = await import(${source('storage/sqlite/directory-lock.ts')});
    const tree = { store: ${JSON.stringify(store)}, lock, check: () => undefined };
    await whileLocked(${JSON.stringify(directory)}, tree, () => {
      process.stdout.write('locked');
      // The timer keeps the promise, and that the lock: what nothing can resolve is collected, and closes its file.
      return new Promise((resolve) => setInterval(() => undefined, 1_000, resolve));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => kill(child));
  const ended = once(child, 'exit').then(([code]) => assert.fail(`it ended with ${code}`));
  await Promise.race([once(child.stdout!, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
