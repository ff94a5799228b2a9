import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

export const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');

const MAX_RUN_MS = 90_000;

export interface CommandOutcome {
  /** Null: killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs one command as a process of its own, with no other settings than the given ones.
 *
 * @param enough Characters of its output after which nobody reads on.
 */
export async function runCommand(
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
  enough = Number.POSITIVE_INFINITY,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_RUN_MS,
    killSignal: 'SIGKILL',
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += String(chunk);
    if (said.out.length >= enough) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk) => {
    said.err += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** An empty data directory that goes with the test. */
export async function emptyDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-command-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
