import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually } from './support/simulated-service.ts';

// Long form alone: every run of the tests goes through the runner.

const RUNNER = path.resolve(import.meta.dirname, '../scripts/test.ts');

const PASSES = `import { test } from 'node:test'; test('passes', () => undefined);`;

/** Runs test files of these texts, in the order of their names, by `scripts/test.ts`. */
async function runTests(
  t: TestContext,
  texts: Readonly<Record<string, string>>,
  args: readonly string[] | ((folder: string) => readonly string[]) = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-runner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, name), text);
  // Node's runner starts none inside another.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = typeof args === 'function' ? args(folder) : args;
  const command = [
    '--disable-warning=ExperimentalWarning',
    RUNNER,
    ...options,
    path.join(folder, '*.test.mjs'),
  ];
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, command, { env: { ...env, ...settings } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    );
  });
  return { folder, code, said };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a test that never ends, even one that is busy forever, is named and killed with what it started', async (t) => {
  const busy = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    test('busy', () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
      writeFileSync(new URL('./child', import.meta.url), String(child.pid));
      for (;;);
    });`;
  const { folder, code, said } = await runTests(t, { 'a.test.mjs': PASSES, 'b.test.mjs': busy }, [
    '--limit',
    '3',
  ]);
  assert.equal(code, 1);
  assert.ok(
    said.trimEnd().endsWith(`HUNG: ${folder}/b.test.mjs took longer than 3 s; its process was killed`),
    said,
  );
  const child = Number(await readFile(path.join(folder, 'child'), 'utf8'));
  await eventually(() => !isAlive(child), 'what the test started has ended');
});

test('tests that pass and leave open what keeps their process alive are named', async (t) => {
  const open = `import { createServer } from 'node:net'; import { test } from 'node:test';
    test('leaves a server', () => { createServer().listen(0); });`;
  const { folder, code, said } = await runTests(t, { 'a.test.mjs': open }, ['--limit', '3']);
  assert.equal(code, 1);
  assert.ok(said.includes(`HUNG: something that is still open after ${folder}/a.test.mjs took longer`), said);
});

test('a file of the long form runs in it, or where it is named, and is named where it does not', async (t) => {
  const texts = { 'a.test.mjs': PASSES, 'b.test.mjs': `// Long form alone: nowhere else\n${PASSES}` };
  const { folder, code, said } = await runTests(t, texts, [], { CROSSTAPE_LONG_TESTS: '' });
  assert.equal(code, 0, said);
  assert.match(said, /ℹ tests 1\n/);
  assert.ok(
    said.includes(`1 file runs in the long form alone (CROSSTAPE_LONG_TESTS=1): ${folder}/b.test.mjs`),
    said,
  );
  const long = await runTests(t, texts, [], { CROSSTAPE_LONG_TESTS: '1' });
  assert.match(long.said, /ℹ tests 2\n/);
  const named = await runTests(t, texts, (at) => [path.join(at, 'b.test.mjs')], { CROSSTAPE_LONG_TESTS: '' });
  assert.match(named.said, /ℹ tests 2\n/);
});

test('a failure in a process of several files, and a file that cannot be loaded, name their files', async (t) => {
  const fails = `import { test } from 'node:test'; test('fails', () => { throw new Error('wrong'); });`;
  const { folder, code, said } = await runTests(t, {
    'a.test.mjs': PASSES,
    'b.test.mjs': fails,
    'c.test.mjs': `import './nowhere.mjs';`,
    'd.test.mjs': PASSES,
  });
  assert.equal(code, 1);
  const failures = said.slice(said.indexOf('failing tests'));
  assert.match(failures, /test at \S*b\.test\.mjs:1:\d+\s+✖ fails/);
  assert.ok(failures.includes(`✖ ${folder}/c.test.mjs`), failures);
  assert.match(
    said,
    new RegExp(`✔ \\d/4 ${folder}/d\\.test\\.mjs \\(1 test, `),
    'the files after them are run',
  );
  assert.match(
    said,
    /^ℹ tests 4\nℹ suites 4\nℹ pass 2\nℹ fail 2\n/m,
    'a file that cannot be loaded is a failure',
  );
});

test('what is thrown outside of every test names its file, and a suite around tests is known while a file is loaded', async (t) => {
  const throws = `import { test } from 'node:test';
    test('goes on meanwhile', async () => {
      setTimeout(() => { throw new Error('thrown outside'); }, 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`;
  const nested = `import { describe, test } from 'node:test';
    await new Promise((resolve) => setTimeout(resolve, 1));
    describe('a suite', () => { test('inside', (t) => t.test('further inside', () => undefined)); });`;
  const files = { 'a.test.mjs': throws, 'b.test.mjs': nested, 'c.test.mjs': PASSES };
  const { folder, code, said } = await runTests(t, files, ['--processes', '1', '--order', '1']);
  assert.equal(code, 1);
  assert.match(said, /✖ \d\/3 \S+\/a\.test\.mjs \(1 test,/);
  assert.match(said, /Error: thrown outside/);
  assert.match(said, /✔ \d\/3 \S+\/b\.test\.mjs \(2 tests,/);
  assert.match(said, /✔ \d\/3 \S+\/c\.test\.mjs \(1 test,/);
  assert.match(said, /ℹ tests 5\n/);
  assert.ok(said.includes(folder));
});

test('what is skipped is listed with its reason, and the counts are the last lines, also after a second attempt', async (t) => {
  const skips = `import { test } from 'node:test';
    test('not here', { skip: 'no clock here: apt install it' }, () => undefined);
    test('nor here', { skip: 'no clock here: apt install it' }, () => undefined);`;
  const { code, said } = await runTests(
    t,
    { 'a.test.mjs': PASSES, 'b.test.mjs': PASSES_THE_SECOND_TIME, 'c.test.mjs': skips },
    ['--again'],
  );
  assert.equal(code, 0, said);
  assert.ok(said.includes('\nskipped:\n﹣ 2 tests: no clock here: apt install it\n'), said);
  const counts = ['tests 4', 'suites 3', 'pass 2', 'fail 0', 'cancelled 0', 'skipped 2', 'todo 0'];
  assert.ok(said.includes(counts.map((count) => `\nℹ ${count}`).join('')), said);
});

test('a runner that is killed is a failure, and nothing is run once more', async (t) => {
  const kills = `import { writeFileSync } from 'node:fs'; import { test } from 'node:test';
    test('kills its runner', () => {
      writeFileSync(new URL('./process', import.meta.url), String(process.pid));
      process.kill(process.ppid, 'SIGKILL');
    });`;
  const { folder, code, said } = await runTests(t, { 'a.test.mjs': kills }, ['--again']);
  assert.equal(code, 137, said);
  assert.match(said, /\nℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\n/);
  assert.ok(!said.includes('once more'), said);
  const left = Number(await readFile(path.join(folder, 'process'), 'utf8'));
  await eventually(() => !isAlive(left), 'the process of the test has ended');
});

test('files that no process is left for are named, and are a failure', async (t) => {
  const ends = `import { test } from 'node:test'; test('ends', () => process.exit(0));`;
  const texts = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${10 + i}.test.mjs`, ends]));
  const { folder, code, said } = await runTests(t, { ...texts, '99.test.mjs': PASSES }, ['--processes', '1']);
  assert.equal(code, 1, said);
  assert.match(said, new RegExp(`NOT RUN: .*${folder}/99\\.test\\.mjs`));
});

test('times are listed by file where they are requested', async (t) => {
  const { folder, code, said } = await runTests(t, { 'a.test.mjs': PASSES, 'b.test.mjs': PASSES }, [
    '--times',
  ]);
  assert.equal(code, 0);
  for (const name of ['a', 'b'])
    assert.match(said, new RegExp(`\\d\\.\\d +\\d\\.\\d  ${folder}/${name}\\.test\\.mjs`));
  assert.match(said, /\d\.\d {2}2 files/);
});

const PASSES_THE_SECOND_TIME = `import { existsSync, writeFileSync } from 'node:fs'; import { test } from 'node:test';
  const tried = new URL('./tried', import.meta.url);
  test('passes the second time', () => {
    if (existsSync(tried)) return;
    writeFileSync(tried, '');
    throw new Error('wrong');
  });`;
const FAILS = `import { test } from 'node:test'; test('fails', () => { throw new Error('wrong'); });`;
const DRAWS = `import { test } from 'node:test'; // as one with: import fc from 'fast-check'
  test('fails', () => { throw new Error('wrong'); });`;

test('a file that fails and passes when it is run once more is named as unsteady, which is a failure where that is requested', async (t) => {
  for (const [settings, expected] of [
    [{}, 0],
    [{ CROSSTAPE_REQUIRE_STEADY: '1' }, 1],
  ] as const) {
    const texts = { 'a.test.mjs': PASSES, 'b.test.mjs': PASSES_THE_SECOND_TIME };
    const { folder, code, said } = await runTests(t, texts, ['--again'], settings);
    assert.equal(code, expected, said);
    const name = `${folder}/b.test.mjs`;
    assert.ok(
      said.trimEnd().endsWith(`UNSTEADY: ${name} failed, and passed when it was run once more`),
      said,
    );
  }
});

test('what fails twice has failed, and nothing is run once more beside a failure of what draws at random', async (t) => {
  const twice = await runTests(t, { 'a.test.mjs': FAILS }, ['--again']);
  assert.equal(twice.code, 1);
  assert.ok(twice.said.includes('once more, alone'), twice.said);
  assert.ok(!twice.said.includes('UNSTEADY'), twice.said);
  const texts = { 'a.test.mjs': DRAWS, 'b.test.mjs': PASSES_THE_SECOND_TIME };
  const beside = await runTests(t, texts, ['--again']);
  assert.equal(beside.code, 1);
  assert.ok(!beside.said.includes('once more, alone'), beside.said);
});
