import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { HostedCommand, HostedOutcome } from './command-host.ts';
import { placeSettings, removePlace } from './service-data.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const MAIN = path.join(ROOT, 'src/main.js');

const MAX_RUN_MS = 90_000;

export interface CommandOutcome {
  /** Null: killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs one command as a process of its own, with no other settings than the given ones and the place of its data. What
 * signals, pipes and exit of a process are to it is tested so; other commands cost less in {@link runCommand}.
 *
 * @param enough Characters of its output after which nobody reads on.
 */
export async function startCommand(
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
  enough = Number.POSITIVE_INFINITY,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      CROSSTAPE_REFERENCES: 'off',
      ...(await placeCommand(args, settings)),
    },
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

/** Chooses the settings of a command, and the service database of the directory that they or the arguments name. */
async function placeCommand(
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const dataDir = args[args.indexOf('--data-dir') + 1 || args.length] ?? settings.CROSSTAPE_DATA_DIR;
  return dataDir === undefined ? settings : { ...(await placeSettings(dataDir)), ...settings };
}

/** The process that runs the commands of this one; null: none was asked for yet, or it has ended. */
let host: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one command, with no other settings than the given ones and the place of its data, in a process that runs those of
 * this process one after the other.
 */
export function runCommand(
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<CommandOutcome> {
  const run = last.then(async () => runHosted({ args, settings: await placeCommand(args, settings) }));
  last = run.catch(() => undefined);
  return run;
}

async function runHosted(command: HostedCommand): Promise<CommandOutcome> {
  host ??= startHost();
  const used = host;
  used.ref();
  used.channel?.ref();
  const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
  const onExit = (code: number | null) => resolve({ code, out: '', err: 'the command ended its process' });
  const timer = setTimeout(() => used.kill('SIGKILL'), MAX_RUN_MS);
  used.once('message', (outcome) => resolve(outcome as HostedOutcome)).once('exit', onExit);
  used.send(command);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    used.removeListener('exit', onExit);
    used.unref();
    used.channel?.unref();
  }
}

function startHost(): ChildProcess {
  const started = fork(path.join(import.meta.dirname, 'command-host.ts'), {
    env: {
      PATH: process.env.PATH,
      CROSSTAPE_REFERENCES: 'off',
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  started.once('exit', () => {
    host = null;
  });
  process.once('exit', () => started.kill('SIGKILL'));
  return started;
}

/** Creates an empty data directory that is removed with the test. */
export async function emptyDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-command-'));
  t.after(() => removePlace(directory));
  return directory;
}
