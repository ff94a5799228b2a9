import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { isLong } from './long-tests.ts';

/** Folders that only the compiler reads. */
const TYPE_CHECKED = ['bench', 'bin', 'scripts', 'test'];
const ROOT = path.resolve(import.meta.dirname, '../..');

/** A copy of the project in which a recipe of CONTRIBUTING.md is followed, as a newcomer would. */
export class SourceCopy {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(t: TestContext): Promise<SourceCopy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-copy-'));
    const copy = new SourceCopy(folder);
    t.after(async () => {
      // What still runs in the folder would write into it while it is removed.
      await copy.#endAll();
      await rm(folder, { recursive: true, force: true });
    });
    const isNeeded = (file: string) => !/[/\\]fixtures[/\\].*\.(?!ts$|json$)\w+$/.test(file);
    await cp(path.join(ROOT, 'src'), path.join(folder, 'src'), { recursive: true, filter: isNeeded });
    for (const file of ['package.json', 'CHANGELOG.md', 'tsconfig.json']) {
      await cp(path.join(ROOT, file), path.join(folder, file));
    }
    for (const name of ['simulator', 'client', 'contracts', 'docs', 'web', ...(isLong ? TYPE_CHECKED : [])]) {
      await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    }
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    // What the compiler knows of the sources as they are, where it has checked them before.
    if (isLong)
      await cp(path.join(ROOT, '.cache'), path.join(folder, '.cache'), { recursive: true }).catch(
        () => undefined,
      );
    return copy;
  }

  /** Adds a folder of `test/support`. Its imports lead to the sources of the copy there. */
  async addFolder(from: string, to: string): Promise<void> {
    const folder = path.join(this.folder, to);
    await cp(path.join(ROOT, from), folder, { recursive: true });
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8');
      const moved = text.replaceAll(/'(?:\.\.\/)+(src\/[^']+)'/g, (_, target: string) => {
        return `'${path.relative(folder, path.join(this.folder, target))}'`;
      });
      await writeFile(file, moved);
    }
  }

  /** Reads the errors of the compiler. @param include Only of these; absent: of everything. */
  async readTypeErrors(include?: readonly string[]): Promise<string> {
    const file = path.join(this.folder, 'tsconfig.json');
    if (include !== undefined) {
      const own = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...own, include }));
    }
    const compiler = path.join(this.folder, 'node_modules', '.bin', 'tsc');
    // Packages by their names in the copy, as they are in what the compiler knows.
    // One checker at a time: a second one checks some types once more, on processors that other tests use.
    const args = ['--noEmit', '--preserveSymlinks', '--checkers', '1', '-p', this.folder];
    return readOutput(spawn(compiler, args, { cwd: this.folder }));
  }

  /** Runs a command and returns what it prints. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    return readOutput(this.#start(args, env));
  }

  /** Starts the service until the copy goes. @returns The address of its API. */
  async serve(env: Readonly<Record<string, string>>): Promise<string> {
    const child = this.#start(['serve'], env);
    const errors: string[] = [];
    child.stderr?.on('data', (part) => errors.push(String(part)));
    if (child.stdout === null) throw new Error('the service has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^crosstape ready: api (\S+)/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error(`the service did not start: ${errors.join('')}`);
  }

  #start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const main = path.join(this.folder, 'src/main.js');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
      // Compiled sources are kept by path: among the packages those of every copy would stay for good.
      env: {
        PATH: process.env.PATH,
        CROSSTAPE_REFERENCES: 'off',
        NODE_COMPILE_CACHE: path.join(this.folder, '.compiled'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async #endAll(): Promise<void> {
    for (const child of this.#running) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
  }
}

async function readOutput(child: ChildProcess): Promise<string> {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => parts.push(String(part)));
  }
  await once(child, 'close');
  return parts.join('');
}
