import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, constants, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isLong } from '../test/support/long-tests.ts';
import { NO_OUTCOME, type Outcome } from './tests/outcome.ts';
import type { FileTime, QueueOptions } from './tests/queue.ts';
import type { Plan } from './tests/report.ts';
import { printCounts, printSkipped, printTimes } from './tests/summary.ts';

/**
 * Runs test files with Node's runner. A few processes take them from one queue, the longest first, each file once the one
 * before it in the process has ended: most files take less time than the start of a process and the loading of what they
 * import. A file that says OWN_PROCESS keeps a process to itself, one that says LONG runs in the long form alone, or where
 * its path is given. Prints a line a file, what was skipped and why, and the counts. Temporary files are in memory where there is room, unless TMPDIR names a folder.
 *
 * Usage: node bin/with-node24 scripts/test.ts [--order N] [--processes N] [--limit S] [--times] [--remember] [--again] GLOB...
 *   --order N        files in a random order that N repeats with --processes 1: shows what one file leaves behind for another
 *   --processes N    how many run at once; five more than there are processors, as most tests wait
 *   --only TEXT      of these the files whose path holds the text: npm test -- --only src/domain/
 *   --limit S        seconds after which a file is named and its process killed; default 300
 *   --times          a table of what each file took, at the end
 *   --remember       writes what took long into EXPECTED, by which the order and the time left are known
 *   --again          files that failed are run once more, one after the other, unless one of them draws at random: another
 *                    draw proves nothing about the first. What passes then is named by UNSTEADY: at the end, and fails
 *                    the run with CROSSTAPE_REQUIRE_STEADY=1
 */
const { values, positionals } = parseArgs({
  options: {
    order: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism() + 5) },
    limit: { type: 'string', default: '300' },
    times: { type: 'boolean', default: false },
    remember: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});

/** A comment in a test file that starts with these words, followed by the reason. */
const OWN_PROCESS = '// A process of its own: ';

/** A comment in a test file that starts with these words, followed by where `npm test` shows part of the same. */
const LONG = '// Long form alone: ';

/** Cache of stripped and compiled sources, the same as the service's: processes load much the same ones. */
const COMPILED = resolve(import.meta.dirname, '../node_modules/.cache/compiled');

/** The file system in memory that Linux brings along. Every commit of a store waits for the disk on any other. */
const IN_MEMORY = '/dev/shm';

/** Free in it, and twice as much in all: the files of a run take up to 1 GiB at a time, and its processes need the rest. */
const MIN_IN_MEMORY = 4 * 2 ** 30;

const SIMULATIONS = /^test[/\\]simulation[/\\]/;

/** Seconds of the files that take longest, as `--remember` has written them. */
const EXPECTED = join(import.meta.dirname, 'tests/long-files.json');
const LONG_S = 3;
/** Usual seconds of a file that is not listed, by its folder. */
const USUAL_S: readonly (readonly [path: RegExp, seconds: number])[] = [
  [/^test[/\\](terminal|servers)[/\\]/, 10],
  [SIMULATIONS, 5],
  [/^test[/\\]service[/\\]/, 1.9],
  [/^test[/\\]/, 1],
  [/^/, 0.2],
];

/** A process that takes no further file, as it has become large, is followed by another one. */
const SPARE_PROCESSES = 8;

const found = globSync(positionals)
  .filter((file) => file.replaceAll('\\', '/').includes(values.only))
  .sort();
const left = isLong || values.only !== '' ? [] : found.filter(isLeftOut);
const files = found.filter((file) => !left.includes(file));
if (files.length === 0) {
  console.error(`no test file matches ${[...positionals, values.only].join(' ')}`);
  process.exit(1);
}

const expected = JSON.parse(readFileSync(EXPECTED, 'utf8')) as Readonly<Record<string, number>>;
const isInMemory = hasMemory();
const folder = mkdtempSync(join(isInMemory ? IN_MEMORY : tmpdir(), 'crosstape-tests-'));
// Tests begin programs as other users, who look for their files in it.
chmodSync(folder, 0o1777);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const timesFile = join(folder, 'times');
const hungFile = join(folder, 'hung');
let runner: ChildProcess | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner?.kill(signal));

const first = await runQueue(
  values.order === undefined ? longestFirst(files) : shuffle(files, Number(values.order)),
  Number(values.processes),
);
let { code, outcome } = first;
const unsteady =
  values.again && outcome.failed.every((name) => files.includes(name) && !drawsAtRandom(name))
    ? outcome.failed
    : [];
if (unsteady.length > 0 && !existsSync(hungFile)) {
  console.log(`\nonce more, alone: ${unsteady.join(', ')}`);
  ({ code, outcome } = await runQueue(unsteady, 1));
}
const times = readTimes();
if (values.times) printTimes(times);
if (values.remember) rememberTimes(times);
printSkipped(first.outcome);
if (left.length > 0) {
  console.log(
    `\n﹣ ${left.length} ${left.length === 1 ? 'file runs' : 'files run'} in the long form alone (CROSSTAPE_LONG_TESTS=1): ${left.join(', ')}`,
  );
}
printCounts(first.outcome.counts, outcome.counts);
// Once more, where it is found: Node's runner knows only the module of the process.
if (existsSync(hungFile)) console.error(`\n${readFileSync(hungFile, 'utf8').trimEnd()}`);
if (code === 0 && unsteady.length > 0) {
  for (const file of unsteady)
    console.error(`UNSTEADY: ${file} failed, and passed when it was run once more`);
  code = process.env.CROSSTAPE_REQUIRE_STEADY === '1' ? 1 : 0;
}
process.exit(code);

/** Whether a file that no argument names is of the long form. */
function isLeftOut(file: string): boolean {
  return !positionals.includes(file) && readFileSync(file, 'utf8').includes(LONG);
}

/** Whether a file has properties or rounds of random steps. */
function drawsAtRandom(file: string): boolean {
  return SIMULATIONS.test(file) || readFileSync(file, 'utf8').includes("from 'fast-check'");
}

/** Runs the queue; returns the exit code of Node's runner, or 1 where a file was not run, and the outcome. */
async function runQueue(
  queue: readonly string[],
  processes: number,
): Promise<{ code: number; outcome: Outcome }> {
  const place = join(folder, `run-${readdirSync(folder).length}`);
  mkdirSync(place);
  const plan: Plan = {
    files: Object.fromEntries(queue.map((name) => [name, expectSeconds(name)])),
    processes,
  };
  const planFile = join(place, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const outcomeFile = join(place, 'outcome.json');
  const modules = writeModules(queue, place, processes);
  const reporters = [
    [reporter('report.ts'), 'stdout'],
    [reporter('outcome.ts'), outcomeFile],
  ].flatMap(([module, to]) => [`--test-reporter=${module}`, `--test-reporter-destination=${to}`]);
  const options = [`--test-concurrency=${processes}`, ...reporters];
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
    CROSSTAPE_TEST_PLAN: planFile,
    ...(isInMemory ? { TMPDIR: folder } : {}),
  };
  const started = spawn(process.execPath, [...process.execArgv, '--test', ...options, ...modules], {
    stdio: 'inherit',
    env,
  });
  runner = started;
  const exitCode = await new Promise<number>((resolve) => {
    started.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  const untaken = queue.filter((_, at) => !existsSync(join(place, 'taken', String(at))));
  if (untaken.length > 0) console.error(`\nNOT RUN: ${untaken.join(', ')}`);
  return {
    code: exitCode === 0 && untaken.length > 0 ? 1 : exitCode,
    outcome: readOutcome(outcomeFile),
  };
}

/** Whether temporary files are kept in memory: TMPDIR is not set, programs may lie there, and there is room. */
function hasMemory(): boolean {
  if (process.env.TMPDIR !== undefined) return false;
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const mount = mounts.find(([, place, type]) => place === IN_MEMORY && type === 'tmpfs');
    if (mount === undefined || mount[3]?.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= MIN_IN_MEMORY && freemem() >= 2 * MIN_IN_MEMORY;
  } catch {
    // Where the system does not tell, the disk is used.
    return false;
  }
}

/** Reads an outcome. A runner that was ended from outside has written nothing, or not even made the file. */
function readOutcome(file: string): Outcome {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text === '' ? NO_OUTCOME : (JSON.parse(text) as Outcome);
}

function expectSeconds(file: string): number {
  return expected[file] ?? USUAL_S.find(([path]) => path.test(file))?.[1] ?? 0;
}

function reporter(name: string): string {
  return pathToFileURL(join(import.meta.dirname, 'tests', name)).href;
}

/** Orders files by their time, longest first, so that no long one is left when the rest has ended. */
function longestFirst(inOrder: readonly string[]): readonly string[] {
  return inOrder.toSorted((a, b) => expectSeconds(b) - expectSeconds(a));
}

/**
 * Writes the modules that run these files, and returns their paths: one for each file that wants a process of its own,
 * and those that share the others. Node's runner takes modules in the order of their names.
 */
function writeModules(queue: readonly string[], place: string, processes: number): readonly string[] {
  const taken = join(place, 'taken');
  mkdirSync(taken);
  const alone = queue.filter((file) => readFileSync(file, 'utf8').includes(OWN_PROCESS));
  const own = alone.map((file, index) => writeModule(`alone-${index + 1}`, queue, place, [file]));
  if (alone.length === queue.length) return own;
  const shared = queue.filter((file) => !alone.includes(file));
  const count = Math.min(shared.length, processes + SPARE_PROCESSES);
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'));
  return [...own, ...numbers.map((number) => writeModule(`process-${number}`, queue, place, shared))];
}

/** Writes a module whose process takes these files of the queue. */
function writeModule(
  name: string,
  queue: readonly string[],
  place: string,
  chosen: readonly string[],
): string {
  const file = join(place, `${name}.mjs`);
  const options: QueueOptions = {
    files: chosen.map((name) => ({
      name,
      url: pathToFileURL(resolve(name)).href,
      place: queue.indexOf(name),
    })),
    taken: join(place, 'taken'),
    limitMs: Number(values.limit) * 1_000,
    hungFile,
    timesFile,
  };
  const find = (part: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, part)).href);
  const lines = [
    `import ${find('../src/resolution.js')};`,
    `import ${find('tests/tracking.ts')};`,
    // Not before the modules above have run.
    `const { runFiles } = await import(${find('tests/queue.ts')});`,
    `await runFiles(${JSON.stringify(options)});`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function readTimes(): readonly FileTime[] {
  if (!existsSync(timesFile)) return [];
  return readFileSync(timesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FileTime);
}

/** Files that this run did not have keep their time, unless they are gone. */
function rememberTimes(times: readonly FileTime[]): void {
  const seconds = Object.fromEntries(times.map(({ name, wallMs }) => [name, Math.round(wallMs / 1_000)]));
  const kept = Object.entries({ ...expected, ...seconds })
    .filter(([name, taken]) => taken >= LONG_S && existsSync(name))
    .sort(([, a], [, b]) => b - a);
  writeFileSync(EXPECTED, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/**
 * Shuffles by Fisher and Yates, with a generator of 32 bits (mulberry32), so that a seed gives the same order again.
 */
function shuffle(inOrder: readonly string[], seed: number): readonly string[] {
  const shuffled = [...inOrder];
  let state = seed;
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const other = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
}
