import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Runs test files with Node's runner, some dozen to a process: most files take less time than the start of a process and
 * the loading of what they import. In the output each file is a suite. A file is loaded once the one before it has
 * ended, and one that says OWN_PROCESS keeps a process to itself.
 *
 * Usage: node bin/with-node24 scripts/test.ts [--order N] [--processes N] GLOB...
 *   --order N        files in a random order that N repeats: shows what one file leaves behind for another
 *   --processes N    how many run at once; one more than there are processors, as some tests wait
 */
const FILES_PER_PROCESS = 25;

/** A comment in a test file that starts with these words, followed by the reason. */
const OWN_PROCESS = '// A process of its own: ';

/** Whole services, browsers and kills: beside what these take, the start of a process is nothing. */
const OWN_PROCESS_FOLDERS = /^test[/\\](service|simulation|terminal)[/\\]/;

const { values, positionals } = parseArgs({
  options: {
    order: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism() + 1) },
  },
  allowPositionals: true,
});

const files = globSync(positionals).sort();
if (files.length === 0) {
  console.error(`no test file matches ${positionals.join(' ')}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'crosstape-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const groups = group(values.order === undefined ? files : shuffle(files, Number(values.order)));
const runner = spawn(
  process.execPath,
  [...process.execArgv, '--test', `--test-concurrency=${values.processes}`, ...groups.map(write)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal));
runner.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));

/** Neighbours in a folder take about the same time, so they are dealt to different groups. */
function group(inOrder: readonly string[]): readonly (readonly string[])[] {
  const alone = inOrder.filter(
    (file) => OWN_PROCESS_FOLDERS.test(file) || readFileSync(file, 'utf8').includes(OWN_PROCESS),
  );
  const shared = inOrder.filter((file) => !alone.includes(file));
  const count = Math.ceil(shared.length / FILES_PER_PROCESS);
  const dealt = Array.from({ length: count }, (_, first) => shared.filter((_, at) => at % count === first));
  return [...alone.map((file) => [file]), ...dealt];
}

/** @returns The path of a module that runs these files, one after the other. */
function write(group: readonly string[], index: number): string {
  const path = join(folder, `group-${index + 1}.mjs`);
  const suites = group.map(
    (file) =>
      `await describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(resolve(file))}); });`,
  );
  // What waits for a timer that keeps no process alive may wait, as there is more to come.
  const lines = [
    "import { describe } from 'node:test';",
    'const alive = setInterval(() => undefined, 60_000);',
    ...suites,
    'clearInterval(alive);',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
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
