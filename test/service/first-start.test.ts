import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NODE = `node-${process.platform}-${process.arch}`;
const VERSION = '2.0.0';
const MANIFEST = {
  dependencies: { a: VERSION },
  devDependencies: { tool: VERSION },
  optionalDependencies: { [NODE]: VERSION, 'test-only': VERSION },
};
const LOCK = JSON.stringify({
  packages: {
    '': MANIFEST,
    'node_modules/a': { version: VERSION },
    'node_modules/tool': { version: VERSION, dev: true },
    [`node_modules/${NODE}`]: { version: VERSION, optional: true },
    'node_modules/test-only': { version: VERSION, optional: true },
  },
});
const WHAT_RUNS = { 'node_modules/a': { version: VERSION } };
const EVERYTHING = { ...WHAT_RUNS, 'node_modules/tool': { version: VERSION, dev: true } };
const ALL = 'ci --ignore-scripts --loglevel=error';
const RUNNING = `${ALL} --omit=dev`;

/** A checkout with the launcher alone, and an npm that notes how it was called and with which optional packages. */
async function checkout(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'crosstape-first-start-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const modules = path.join(root, 'node_modules');
  for (const folder of ['bin', 'node_modules', 'npm']) await mkdir(path.join(root, folder));
  await copyFile(
    path.resolve(import.meta.dirname, '../../bin/runtime.js'),
    path.join(root, 'bin', 'runtime.js'),
  );
  await writeFile(path.join(root, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(path.join(root, 'package-lock.json'), LOCK);
  await writeFile(path.join(root, '.npmrc'), '');
  const calls = path.join(root, 'calls');
  const optional = path.join(root, 'optional');
  await writeFile(calls, '');
  const npm = path.join(root, 'npm', 'npm');
  const noteOptional = `node -p "Object.keys(require('./package.json').optionalDependencies)" > '${optional}'`;
  // As "npm ci" does: what an earlier call installed goes first.
  const install = 'rm -rf node_modules && mkdir node_modules && echo new > node_modules/content';
  await writeFile(npm, `#!/bin/sh\necho "$@" >> '${calls}'\n${noteOptional}\nsleep 0.3\n${install}\n`);
  await chmod(npm, 0o755);
  return {
    root,
    /** @param before What the starting process does first. */
    start: (before = '', which: 'installWhatRuns' | 'installEverything' = 'installWhatRuns') =>
      run(process.execPath, ['-e', `${before};require('${root}/bin/runtime.js').${which}()`], {
        env: { PATH: `${path.join(root, 'npm')}:${process.env.PATH}` },
      }),
    installations: async () => (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== ''),
    optionalPackages: async () => readFile(optional, 'utf8'),
    installed: async (packages: object) =>
      writeFile(path.join(modules, '.package-lock.json'), JSON.stringify({ packages })),
    content: async () => readFile(path.join(modules, 'content'), 'utf8').catch(() => null),
  };
}

const skip = process.platform === 'win32' ? 'the stand-in for npm is a shell script' : false;

test('two first starts at once install once, and later ones not at all', { skip }, async (t) => {
  const { start, installations } = await checkout(t);
  await Promise.all([start(), start()]);
  await start();
  assert.deepEqual(await installations(), [RUNNING]);
});

test('a start installs what runs, the first test the rest, and no later one anything', {
  skip,
}, async (t) => {
  const { start, installations } = await checkout(t);
  await start();
  await start('', 'installEverything');
  await start('', 'installEverything');
  await start();
  assert.deepEqual(await installations(), [RUNNING, ALL]);
});

test('a start and a test at once leave everything there', { skip }, async (t) => {
  const { start, installations } = await checkout(t);
  await Promise.all([start(), start('', 'installEverything')]);
  await start('', 'installEverything');
  assert.equal((await installations()).at(-1), ALL);
});

test('packages that npm installed before are not installed again', { skip }, async (t) => {
  const { start, installations, installed } = await checkout(t);
  await installed(EVERYTHING);
  await start();
  await start('', 'installEverything');
  assert.deepEqual(await installations(), []);
});

test('what runs is no reason to call everything installed', { skip }, async (t) => {
  const { start, installations, installed } = await checkout(t);
  await installed(WHAT_RUNS);
  await start();
  assert.deepEqual(await installations(), []);
  await start('', 'installEverything');
  assert.deepEqual(await installations(), [ALL]);
});

test('packages of another lock file are replaced, and tools stay where there were some', {
  skip,
}, async (t) => {
  for (const [before, expected] of [
    [WHAT_RUNS, RUNNING],
    [EVERYTHING, ALL],
  ] as const) {
    const { start, installations, installed, content } = await checkout(t);
    await installed({ ...before, 'node_modules/a': { version: '1.9.0' } });
    await start();
    assert.deepEqual(await installations(), [expected]);
    assert.equal(await content(), 'new\n');
  }
});

test('a Node is installed only where the installed one is too old, test tools only for tests', {
  skip,
}, async (t) => {
  const { start, optionalPackages, root } = await checkout(t);
  await start();
  assert.equal(await optionalPackages(), '[]\n');
  await start('', 'installEverything');
  assert.equal(await optionalPackages(), "[ 'test-only' ]\n");
  await rm(path.join(root, 'node_modules'), { recursive: true });
  // Without a binary in the package every start tries again.
  await start("Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })");
  assert.equal(await optionalPackages(), `[ '${NODE}' ]\n`);
});

test('an installation that came without its Node is made once more, and no third time', {
  skip,
}, async (t) => {
  const { root, start, installations } = await checkout(t);
  const npm = path.join(root, 'npm', 'npm');
  const withoutNode = await readFile(npm, 'utf8');
  const binary = `node_modules/${NODE}/bin`;
  const onOldNode = "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })";
  const secondTime = `[ $(wc -l < '${root}/calls') -eq 1 ] || { mkdir -p ${binary} && touch ${binary}/node; }`;
  await writeFile(npm, `${withoutNode}${secondTime}\n`);
  await start(onOldNode);
  await start(onOldNode);
  assert.deepEqual(await installations(), [RUNNING, RUNNING]);
  await rm(path.join(root, 'node_modules'), { recursive: true });
  await writeFile(npm, withoutNode);
  await start(onOldNode);
  assert.equal((await installations()).length, 4);
});

test('an installation that fails leaves the packages that were there', { skip }, async (t) => {
  const { root, start, installed, content } = await checkout(t);
  await installed({});
  await writeFile(path.join(root, 'node_modules', 'content'), 'earlier\n');
  await writeFile(path.join(root, 'npm', 'npm'), '#!/bin/sh\nmkdir node_modules\nexit 7\n');
  await assert.rejects(start(), (error: Error & { code?: number }) => error.code === 7);
  assert.equal(await content(), 'earlier\n');
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.startsWith('.installing')),
    [],
  );
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
