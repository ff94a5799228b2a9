import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LOCK = JSON.stringify({
  packages: { '': { version: '1.0.0' }, 'node_modules/a': { version: '2.0.0' } },
});
const INSTALLED = JSON.stringify({ packages: { 'node_modules/a': { version: '2.0.0' } } });

/** A checkout with the launcher alone, and an npm that only notes that it was called. */
async function checkout(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'crosstape-first-start-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  await mkdir(path.join(root, 'bin'));
  await mkdir(path.join(root, 'node_modules'));
  await copyFile(
    path.resolve(import.meta.dirname, '../../bin/runtime.js'),
    path.join(root, 'bin', 'runtime.js'),
  );
  await writeFile(path.join(root, 'package-lock.json'), LOCK);
  const calls = path.join(root, 'calls');
  await writeFile(calls, '');
  const npm = path.join(root, 'bin', 'npm');
  await writeFile(npm, `#!/bin/sh\necho "$@" >> '${calls}'\nsleep 0.3\n`);
  await chmod(npm, 0o755);
  return {
    root,
    /** @param before What the starting process does first. */
    start: (before = '') =>
      run(process.execPath, ['-e', `${before};require('${root}/bin/runtime.js').installWhatIsMissing()`], {
        env: { PATH: `${path.join(root, 'bin')}:${process.env.PATH}` },
      }),
    installations: async () => (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}

const skip = process.platform === 'win32' ? 'the stand-in for npm is a shell script' : false;

test('two first starts at once install once, and later ones not at all', { skip }, async (t) => {
  const { start, installations } = await checkout(t);
  await Promise.all([start(), start()]);
  await start();
  assert.deepEqual(await installations(), ['ci --ignore-scripts --loglevel=error']);
});

test('packages that npm installed before are not installed again', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  await writeFile(path.join(root, 'node_modules', '.package-lock.json'), INSTALLED);
  await start();
  assert.deepEqual(await installations(), []);
});

test('packages of another lock file are replaced', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  const other = INSTALLED.replace('2.0.0', '1.9.0');
  await writeFile(path.join(root, 'node_modules', '.package-lock.json'), other);
  await start();
  assert.equal((await installations()).length, 1);
});

test('an installation that was killed does not hold up the next start', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  // No process has this number on any platform.
  await writeFile(path.join(root, '.installing'), String(2 ** 30));
  await start();
  assert.equal((await installations()).length, 1);
});

test('many starts that find what a killed one left behind install once', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  for (const file of ['.installing', '.installing.stale']) {
    await writeFile(path.join(root, file), String(2 ** 30));
  }
  await Promise.all(Array.from({ length: 6 }, () => start()));
  assert.equal((await installations()).length, 1);
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.startsWith('.installing')),
    [],
  );
});

test('a start with the number of the one that was killed does not wait for itself', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  await start(`require('fs').writeFileSync('${root}/.installing', String(process.pid))`);
  assert.equal((await installations()).length, 1);
});

test('one that was killed before it wrote its number is not waited for', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  const file = path.join(root, '.installing');
  await writeFile(file, '');
  await utimes(file, 0, 0);
  await start();
  assert.equal((await installations()).length, 1);
});

test('a folder that cannot be written is named instead of a stack', { skip }, async (t) => {
  const { root, start } = await checkout(t);
  const readOnly =
    "require('fs').writeFileSync = () => { throw Object.assign(new Error(), { code: 'EROFS' }) }";
  await assert.rejects(start(readOnly), (error: Error & { stderr?: string }) => {
    assert.equal(
      error.stderr,
      `crosstape: packages are missing and cannot be installed here (EROFS): ${root}\n`,
    );
    return true;
  });
});
