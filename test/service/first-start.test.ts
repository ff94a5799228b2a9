import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../../bin/runtime.js';

interface NodeBinary {
  readonly PACKAGES: Readonly<Record<string, { name: string; version: string; bytes: number }>>;
}

const run = promisify(execFile);
const NODE = `node-${process.platform}-${process.arch}`;
const VERSION = '2.0.0';
const MANIFEST = {
  dependencies: { a: VERSION },
  devDependencies: { tool: VERSION },
  optionalDependencies: { [NODE]: VERSION, 'test-only': VERSION },
};
/** Line of an npm that is set to another registry. */
const REGISTRY = 'if [ "$1 $3" = "config registry" ]; then echo http://registry.test/; exit 0; fi';
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
const ALL = 'ci --ignore-scripts --loglevel=warn --no-progress';
const RUNNING = `${ALL} --omit=dev`;
const ON_OLD_NODE = "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })";

/** As "npm ci" does: what an earlier call installed goes first, and a record of what is there is written last. */
const NPM = `
const fs = require('node:fs');
const { packages } = JSON.parse(fs.readFileSync('package-lock.json'));
fs.rmSync('node_modules', { recursive: true, force: true });
const installed = Object.entries(packages).filter(
  ([place, { dev }]) => place !== '' && !(dev && process.argv.includes('--omit=dev')),
);
for (const [place] of installed) {
  fs.mkdirSync(place + '/bin', { recursive: true });
  fs.writeFileSync(place + '/package.json', '{}');
  if (place === 'node_modules/${NODE}') fs.writeFileSync(place + '/bin/node', '#!/bin/sh\\necho 42\\n', { mode: 0o755 });
}
fs.writeFileSync('node_modules/content', 'new\\n');
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
`;

/** A checkout with the launcher alone, and an npm that notes how it was called and with which optional packages. */
async function checkout(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'crosstape-first-start-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const modules = path.join(root, 'node_modules');
  for (const folder of ['node_modules', 'npm', '.packages']) await mkdir(path.join(root, folder));
  await cp(path.resolve(import.meta.dirname, '../../bin'), path.join(root, 'bin'), { recursive: true });
  await writeFile(path.join(root, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(path.join(root, 'package-lock.json'), LOCK);
  await writeFile(path.join(root, '.npmrc'), '');
  const calls = path.join(root, 'calls');
  const optional = path.join(root, 'optional');
  await writeFile(calls, '');
  await writeFile(path.join(root, 'npm', 'ci.js'), NPM);
  const npm = async (...lines: readonly string[]) => {
    const script = [
      '#!/bin/sh',
      REGISTRY,
      '[ "$1" = ci ] || exit 1',
      `echo "$@" >> '${calls}'`,
      ...lines,
    ].join('\n');
    await writeFile(path.join(root, 'npm', 'npm'), `${script}\n`, { mode: 0o755 });
  };
  const packages = `const { dependencies, optionalDependencies } = require('./package.json')`;
  const install = [
    `node -p "${packages}; Object.keys({ ...dependencies, ...optionalDependencies })" > '${optional}'`,
    'sleep 0.3',
    `node '${path.join(root, 'npm', 'ci.js')}' "$@"`,
  ];
  await npm(...install);
  return {
    root,
    /** Other lines of the npm that is called. */
    npm,
    /** Lines of an npm that installs. */
    install,
    /** @param before What the starting process does first. */
    start: (before = '', which: 'installWhatRuns' | 'installEverything' = 'installWhatRuns') => {
      const code = `process.execPath = '/opt/node/bin/node';${before};const l = require('${root}/bin/runtime.js'); l.${which}().catch(l.end)`;
      return run(process.execPath, ['-e', code], {
        env: { PATH: `${path.join(root, 'npm')}:${process.env.PATH}` },
      });
    },
    installations: async () => (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== ''),
    /** Names of the packages that the last installation asked for. */
    wantedPackages: async () => readFile(optional, 'utf8'),
    /** Puts packages into node_modules as "npm ci" by hand does. */
    installed: async (packages: object) => {
      for (const place of Object.keys(packages)) {
        await mkdir(path.join(root, place), { recursive: true });
        await writeFile(path.join(root, place, 'package.json'), '{}');
      }
      await writeFile(path.join(modules, '.package-lock.json'), JSON.stringify({ packages }));
    },
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
  const { start, wantedPackages, root } = await checkout(t);
  await start();
  assert.equal(await wantedPackages(), "[ 'a' ]\n");
  await start('', 'installEverything');
  assert.equal(await wantedPackages(), "[ 'a', 'test-only' ]\n");
  await rm(path.join(root, 'node_modules'));
  await rm(path.join(root, '.packages'), { recursive: true });
  await start(ON_OLD_NODE);
  assert.equal(await wantedPackages(), `[ 'a', '${NODE}' ]\n`);
});

test('a Node among packages is never the one that the user installed', { skip }, async (t) => {
  const { start, wantedPackages, installations, root } = await checkout(t);
  await start(ON_OLD_NODE);
  // npm puts its folder of commands first in the path, so that the next start runs on the Node of the packages.
  const onPackage = `process.execPath = '${root}/node_modules/${NODE}/bin/node'`;
  await start(onPackage);
  assert.equal((await installations()).length, 1);
  await start(onPackage, 'installEverything');
  assert.equal(await wantedPackages(), `[ 'a', '${NODE}', 'test-only' ]\n`);
  await writeFile(path.join(root, 'package-lock.json'), LOCK.replaceAll(VERSION, '2.0.1'));
  await start(onPackage);
  assert.equal(await wantedPackages(), `[ 'a', '${NODE}', 'test-only' ]\n`);
  await start(ON_OLD_NODE);
  assert.equal((await installations()).length, 3);
});

test('a Node that was brought along stays for the next user of the checkout', { skip }, async (t) => {
  const { start, wantedPackages, root } = await checkout(t);
  await start(ON_OLD_NODE);
  await writeFile(path.join(root, 'package-lock.json'), LOCK.replaceAll(VERSION, '2.0.1'));
  await start();
  assert.equal(await wantedPackages(), `[ 'a', '${NODE}' ]\n`);
});

test('a Node that was cut off is not run, and the next start installs it again', { skip }, async (t) => {
  const { root, npm, install, start, installations } = await checkout(t);
  const binary = `node_modules/${NODE}/bin/node`;
  for (const [cutOff, fault] of [
    [
      `printf '\\177ELF' > ${binary}`,
      /^crosstape: installing packages failed: the Node that was installed does not (start|run): /m,
    ],
    [
      `printf '#!/bin/sh\\nkill -SEGV $$' > ${binary}`,
      /the Node that was installed does not run: it ended with SIGSEGV$/m,
    ],
    [`rm ${binary}`, /the Node that was installed is missing$/m],
  ] as const) {
    await npm(...install, cutOff);
    await assert.rejects(start(ON_OLD_NODE), (error: Error & { stderr?: string }) => {
      assert.match(error.stderr ?? '', fault);
      return true;
    });
    assert.deepEqual(await readdir(path.join(root, '.packages')), []);
  }
  await npm(...install);
  await start(ON_OLD_NODE);
  assert.equal((await installations()).length, 4);
  // A file that was cut off later is noticed as well.
  await writeFile(path.join(root, binary), '');
  await start(ON_OLD_NODE);
  assert.equal((await installations()).length, 5);
});

test('files that npm could not write are a failure, which npm itself does not report', {
  skip,
}, async (t) => {
  const { root, npm, install, start, installations, content } = await checkout(t);
  await npm(...install);
  await start();
  await writeFile(path.join(root, 'node_modules', 'content'), 'earlier\n');
  await writeFile(path.join(root, 'package-lock.json'), LOCK.replaceAll(VERSION, '2.0.1'));
  await npm(
    ...install,
    'echo "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write" >&2',
    // Killed before it has ended.
    'exec sleep 60',
  );
  await assert.rejects(start(), (error: Error & { stderr?: string }) => {
    const lines = (error.stderr ?? '').split('\n');
    assert.equal(lines[1], `crosstape: installing packages failed: no room in ${root}`);
    assert.match(String(lines[2]), /the packages of before are in place, .*: git checkout /);
    assert.match(String(lines[3]), /: bin\/crosstape restore /);
    return true;
  });
  assert.equal(await content(), 'earlier\n');
  await npm(...install);
  await start();
  assert.equal(await content(), 'new\n');
  assert.equal((await installations()).length, 3);
});

test('packages of which a folder is gone are installed again', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  await start();
  await rm(path.join(root, 'node_modules', 'a'), { recursive: true });
  await start();
  assert.equal((await installations()).length, 2);
});

test('an installation that fails leaves the packages that were there', { skip }, async (t) => {
  const { root, npm, start, installed, content } = await checkout(t);
  await installed({});
  await writeFile(path.join(root, 'node_modules', 'content'), 'earlier\n');
  await npm('mkdir node_modules', 'echo "npm error code ENOTFOUND" >&2', 'exit 7');
  await assert.rejects(start(), (error: Error & { code?: number; stderr?: string }) => {
    assert.match(error.stderr ?? '', /^npm error code ENOTFOUND\n/m);
    return error.code === 7;
  });
  assert.equal(await content(), 'earlier\n');
  assert.deepEqual(await readdir(path.join(root, '.packages')), []);
});

test('a registry with other addresses than the usual ones is asked for them', { skip }, async (t) => {
  const { root, npm, install, start, installations } = await checkout(t);
  await writeFile(
    path.join(root, 'package-lock.json'),
    LOCK.replace('"version"', '"integrity":"sha512-a","version"'),
  );
  const refuse = `if grep -q 'registry.test/a/-/a-${VERSION}.tgz' package-lock.json; then echo "npm error code E404" >&2; exit 1; fi`;
  await npm(refuse, ...install);
  await start();
  assert.deepEqual(await installations(), [RUNNING, RUNNING]);
});

test('what runs keeps its packages, and the version of before stays for the way back', {
  skip,
}, async (t) => {
  const { root, start, installations } = await checkout(t);
  const modules = path.join(root, 'node_modules');
  const toLock = (version: string) => LOCK.replaceAll(VERSION, version);
  const installations3: string[] = [];
  for (const version of ['2.0.0', '2.0.1', '2.0.2']) {
    await writeFile(path.join(root, 'package-lock.json'), toLock(version));
    await start();
    installations3.push(path.dirname(await realpath(modules)));
    if (version !== '2.0.0') continue;
    const [folder] = installations3;
    await mkdir(path.join(String(folder), 'in-use'));
    await writeFile(path.join(String(folder), 'in-use', '1'), `${process.pid}`);
  }
  assert.deepEqual(
    (await readdir(path.join(root, '.packages'))).sort(),
    installations3.map((folder) => path.basename(folder)),
  );
  await writeFile(path.join(root, 'package-lock.json'), toLock('2.0.1'));
  await start();
  assert.equal(path.dirname(await realpath(modules)), installations3[1]);
  assert.equal((await installations()).length, 3);
});

test('packages that npm installed by hand are moved beside the others, where they stay while they run', {
  skip,
}, async (t) => {
  const { root, start, installed, installations } = await checkout(t);
  const modules = path.join(root, 'node_modules');
  await installed(WHAT_RUNS);
  await start();
  const byHand = await realpath(modules);
  assert.equal(path.dirname(path.dirname(byHand)), await realpath(path.join(root, '.packages')));
  const beside = await readdir(path.dirname(byHand));
  assert.ok(beside.includes('package.json') && beside.includes('package-lock.json'), beside.join());
  await writeFile(path.join(root, 'package-lock.json'), LOCK.replaceAll(VERSION, '2.0.1'));
  await start();
  assert.notEqual(await realpath(modules), byHand);
  assert.ok((await readdir(byHand)).includes('a'));
  assert.deepEqual(await installations(), [RUNNING]);
});

test('an installation that was killed does not hold up the next start', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  // No process has this number on any platform.
  await writeFile(path.join(root, '.packages', 'installing'), String(2 ** 30));
  await start();
  assert.equal((await installations()).length, 1);
});

test('many starts that find what a killed one left behind install once', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  for (const file of ['installing', 'installing.stale']) {
    await writeFile(path.join(root, '.packages', file), String(2 ** 30));
  }
  await Promise.all(Array.from({ length: 6 }, () => start()));
  assert.equal((await installations()).length, 1);
  assert.deepEqual(
    (await readdir(path.join(root, '.packages'))).filter((name) => name.startsWith('installing')),
    [],
  );
});

test('a start with the number of the one that was killed does not wait for itself', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  await start(`require('fs').writeFileSync('${root}/.packages/installing', String(process.pid))`);
  assert.equal((await installations()).length, 1);
});

test('one that was killed before it wrote its number is not waited for', { skip }, async (t) => {
  const { root, start, installations } = await checkout(t);
  const file = path.join(root, '.packages', 'installing');
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

test('the launcher knows the Nodes that are locked, and their size', async () => {
  const { PACKAGES } = createRequire(import.meta.url)('../../bin/node-binary.js') as NodeBinary;
  const { optionalDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  for (const [platform, { name, version, bytes }] of Object.entries(PACKAGES)) {
    assert.equal(version, optionalDependencies[name], name);
    const binary = platform.startsWith('win32') ? 'node.exe' : 'node';
    const installed = await stat(path.join(ROOT, 'node_modules', name, 'bin', binary)).catch(() => null);
    if (installed !== null) assert.equal(installed.size, bytes, name);
  }
});
