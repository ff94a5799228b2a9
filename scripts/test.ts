import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, constants, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { FileTime, GroupOptions } from './tests/group.ts';

/**
 * Runs test files with Node's runner, several to a process: most files take less time than the start of a process and
 * the loading of what they import. In the output each file is a suite. A file is loaded once the one before it has
 * ended, and one that says OWN_PROCESS keeps a process to itself. Their temporary files are in memory where there is
 * room, unless TMPDIR names a folder.
 *
 * Usage: node bin/with-node24 scripts/test.ts [--order N] [--processes N] [--limit S] [--times] [--again] GLOB...
 *   --order N        files in a random order that N repeats: shows what one file leaves behind for another
 *   --processes N    how many run at once; two more than there are processors, as some tests wait
 *   --limit S        seconds after which a file is named and its process killed; default 300
 *   --times          a table of what each file took, at the end
 *   --again          files that failed are run once more, one after the other, unless one of them draws at random: another
 *                    draw proves nothing about the first. What passes then is named by UNSTEADY: at the end, and fails
 *                    the run with CROSSTAPE_REQUIRE_STEADY=1
 */
const { values, positionals } = parseArgs({
  options: {
    order: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism() + 2) },
    limit: { type: 'string', default: '300' },
    times: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** A comment in a test file that starts with these words, followed by the reason. */
const OWN_PROCESS = '// A process of its own: ';

/** Stripped and compiled sources are kept where the service keeps them: processes load much the same ones. */
const COMPILED = resolve(import.meta.dirname, '../node_modules/.cache/compiled');

/** The file system in memory that Linux brings along. Every commit of a store waits for the disk on any other. */
const IN_MEMORY = '/dev/shm';

/** Free in it, and twice as much in all: the files of a run take up to 1 GiB at a time, and its processes need the rest. */
const MIN_IN_MEMORY = 4 * 2 ** 30;

const SIMULATIONS = /^test[/\\]simulation[/\\]/;

interface Folder {
  readonly path: RegExp;
  readonly filesPerProcess: number;
}

/**
 * What waits and takes longest begins first, so that nothing long is left when the rest has ended. A process keeps
 * what its tests have built until it ends: whole servers fill it sooner than modules.
 */
const FOLDERS: readonly Folder[] = [
  { path: /^test[/\\]terminal[/\\]/, filesPerProcess: 2 },
  { path: /^test[/\\]servers[/\\]/, filesPerProcess: 1 },
  { path: SIMULATIONS, filesPerProcess: 4 },
  { path: /^test[/\\]service[/\\]/, filesPerProcess: 9 },
  { path: /^/, filesPerProcess: 25 },
];

const files = globSync(positionals).sort();
if (files.length === 0) {
  console.error(`no test file matches ${positionals.join(' ')}`);
  process.exit(1);
}

const isInMemory = hasMemory();
const folder = mkdtempSync(join(isInMemory ? IN_MEMORY : tmpdir(), 'crosstape-tests-'));
// Tests begin programs as other users, who look for their files in it.
chmodSync(folder, 0o1777);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const timesFile = join(folder, 'times');
const hungFile = join(folder, 'hung');
const failedFile = join(folder, 'failed');
let runner: ChildProcess | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner?.kill(signal));

const groups = groupFiles(values.order === undefined ? files : shuffle(files, Number(values.order)));
let { code, failed } = await runGroups(groups, values.processes);
const unsteady =
  values.again && failed.every((name) => files.includes(name) && !drawsAtRandom(name)) ? failed : [];
if (unsteady.length > 0 && !existsSync(hungFile)) {
  console.log(`\nonce more, alone: ${unsteady.join(', ')}`);
  ({ code } = await runGroups(
    unsteady.map((file) => [file]),
    '1',
  ));
}
if (values.times && existsSync(timesFile)) printTimes();
// Once more, where it is found: Node's runner knows only the module of the group.
if (existsSync(hungFile)) console.error(`\n${readFileSync(hungFile, 'utf8').trimEnd()}`);
if (code === 0 && unsteady.length > 0) {
  for (const file of unsteady)
    console.error(`UNSTEADY: ${file} failed, and passed when it was run once more`);
  code = process.env.CROSSTAPE_REQUIRE_STEADY === '1' ? 1 : 0;
}
process.exit(code);

/** Whether a file has properties or rounds of random steps. */
function drawsAtRandom(file: string): boolean {
  return SIMULATIONS.test(file) || readFileSync(file, 'utf8').includes("from 'fast-check'");
}

/** @returns The exit code of Node's runner, and what failed: test files, or the module of a group that ended itself. */
async function runGroups(
  run: readonly (readonly string[])[],
  processes: string,
): Promise<{ code: number; failed: readonly string[] }> {
  rmSync(failedFile, { force: true });
  const reporters = [
    ['spec', 'stdout'],
    [pathToFileURL(join(import.meta.dirname, 'tests/failed-files.ts')).href, failedFile],
  ].flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`]);
  const options = [`--test-concurrency=${processes}`, ...reporters];
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
    ...(isInMemory ? { TMPDIR: folder } : {}),
  };
  const started = spawn(
    process.execPath,
    [...process.execArgv, '--test', ...options, ...run.map(writeGroup)],
    { stdio: 'inherit', env },
  );
  runner = started;
  const exitCode = await new Promise<number>((resolve) => {
    started.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  const names = existsSync(failedFile) ? readFileSync(failedFile, 'utf8').split('\n') : [];
  return { code: exitCode, failed: names.filter((name) => name !== '') };
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
    return false;
  }
}

function groupFiles(inOrder: readonly string[]): readonly (readonly string[])[] {
  const groups: (readonly string[])[] = [];
  let left = inOrder;
  for (const { path, filesPerProcess } of FOLDERS) {
    const here = left.filter((file) => path.test(file));
    left = left.filter((file) => !path.test(file));
    const alone = here.filter((file) => readFileSync(file, 'utf8').includes(OWN_PROCESS));
    const shared = here.filter((file) => !alone.includes(file));
    const count = Math.ceil(shared.length / filesPerProcess);
    // Neighbours in a folder take about the same time, so they are dealt to different groups.
    const dealt = Array.from({ length: count }, (_, first) => shared.filter((_, at) => at % count === first));
    groups.push(...alone.map((file) => [file]), ...dealt);
  }
  return groups;
}

/** @returns The path of a module that runs these files. Node's runner takes modules in the order of their names. */
function writeGroup(group: readonly string[], index: number): string {
  const path = join(folder, `group-${String(index + 1).padStart(3, '0')}.mjs`);
  const options: GroupOptions = {
    files: group.map((name) => ({ name, url: pathToFileURL(resolve(name)).href })),
    limitMs: Number(values.limit) * 1_000,
    hungFile,
    timesFile: values.times ? timesFile : null,
  };
  const runFiles = pathToFileURL(join(import.meta.dirname, 'tests/group.ts')).href;
  const lines = [
    `import { runFiles } from ${JSON.stringify(runFiles)};`,
    `await runFiles(${JSON.stringify(options)});`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function printTimes(): void {
  const times = readFileSync(timesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FileTime)
    .sort((a, b) => b.processorMs - a.processorMs);
  const cell = (ms: number) => (ms / 1_000).toFixed(1).padStart(9);
  const total = times.reduce((sum, { processorMs }) => sum + processorMs, 0);
  console.log('\n  seconds processor');
  for (const { name, wallMs, processorMs } of times)
    console.log(`${cell(wallMs)} ${cell(processorMs)}  ${name}`);
  console.log(`${' '.repeat(9)} ${cell(total)}  ${times.length} files`);
}

/** Fisher and Yates, with a generator of 32 bits (mulberry32) so that a seed gives the same order again. */
function shuffle(inOrder: readonly string[], seed: number): readonly string[] {
  const shuffled = [...inOrder];
  let state = seed;
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const other = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as string, shuffled[at] as string];
  }
  return shuffled;
}
