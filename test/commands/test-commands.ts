import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Beside other work a command takes many times what it takes alone: this ends what hangs. */
const LIMIT_MS = 240_000;

export interface Command {
  readonly file: string;
  readonly args?: readonly string[];
  /**
   * Output that shows that the command works; the command is then ended. Absent: the command ends on its own, with
   * success.
   */
  readonly until?: RegExp;
  /** Output of a command that cannot run here, with exit code 1. */
  readonly without?: RegExp;
}

/** Defines a test for each command, two at once as most wait: the command works, or says what it lacks. */
export function testCommands(commands: readonly Command[]): void {
  describe('commands', { concurrency: 2 }, () => {
    for (const command of commands) testCommand(command);
  });
}

function testCommand({ file, args = [], until, without }: Command): void {
  test(`${file} starts`, { timeout: LIMIT_MS + 10_000 }, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-command-'));
    // Servers of another user have their folders in it.
    chmodSync(folder, 0o711);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(ROOT, file), ...args],
      {
        cwd: folder,
        env: { ...process.env, TMPDIR: folder },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    const { promise: works, resolve } = Promise.withResolvers<string | number | null>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (until?.test(said) === true && !/\n {4}at /.test(said)) resolve('said');
      });
    }
    const closed = new Promise<number | null>((done) => child.on('close', done));
    closed.then(resolve);
    const timer = setTimeout(() => resolve('nothing in time'), LIMIT_MS);
    t.after(async () => {
      clearTimeout(timer);
      endAll(child.pid as number);
      await closed;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    });
    const outcome = await works;
    if (outcome === 1 && without?.test(said) === true) {
      t.diagnostic(`${file} says what it lacks: ${without.exec(said)?.[0]}`);
      return;
    }
    assert.equal(outcome, until === undefined ? 0 : 'said', said.slice(-1_500));
  });
}

/** Defines the test that every file of the folder is started by a command, or belongs to one that is. */
export function testFolder(folder: string, commands: readonly Command[], elsewhere: readonly string[]): void {
  test(`every file of ${folder} is started here, or belongs to one that is`, () => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
      (file) => !file.includes('node_modules') && !file.endsWith('.d.ts'),
    );
    const started = new Set([...commands.map(({ file }) => path.normalize(file)), ...elsewhere]);
    const texts = files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const);
    const alone = files.filter(
      (file) =>
        !started.has(file) &&
        !texts.some(([other, text]) => other !== file && text.includes(path.basename(file, '.ts'))),
    );
    assert.deepEqual(alone, []);
    for (const file of started) assert.ok(files.includes(file), `${file} is gone`);
  });
}

/** Ends a process with its descendants: a server that it has started is in a group of its own. */
function endAll(pid: number): void {
  // Listed first: children of a process that is gone are nobody's.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = Map.groupBy(rows, ([, parent]) => parent);
  const ended = [pid];
  for (const parent of ended) {
    for (const [child] of children.get(parent) ?? []) if (child !== undefined) ended.push(child);
  }
  for (const each of [-pid, ...ended]) endQuietly(each);
}

/**
 * Ends a process, or a group of processes, that may have ended already.
 *
 * @param pid A process, or below 0 the group of one.
 */
function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
