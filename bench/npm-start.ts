import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

export interface StartedService {
  /** Address of the API. */
  readonly url: string;
  /** Stops the service and waits until no process of it is left. */
  stop(): Promise<void>;
}

/** Runs `npm run SCRIPT` in a checkout as a user does. @returns The service at its ready line. @throws when it ends before. */
export async function startWithNpm(
  checkout: string,
  script: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StartedService> {
  const child = spawn('npm', ['run', script], {
    cwd: checkout,
    // A group of its own, so that what npm starts is stopped with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      HOME: process.env.HOME,
      PATH: process.env.PATH,
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_LOG_LEVEL: 'error',
      ...env,
    },
  });
  const stop = async () => {
    // npm ends before the service that it started has.
    if (child.pid !== undefined) while (signalGroup(child.pid)) await sleep(LOOK_EVERY_MS);
  };
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^crosstape ready: api (\S+)/.exec(line)?.[1];
      if (url !== undefined) return { url, stop };
    }
  } catch (error) {
    await stop();
    throw error;
  }
  await Promise.all([stop(), child.exitCode ?? once(child, 'exit')]);
  throw new Error(`npm run ${script} ended before it was ready`);
}

/** Runs a command to its end. @returns What it printed. @throws when it fails. */
export function runToEnd(
  command: string,
  args: readonly string[],
  { cwd, PATH = process.env.PATH }: { readonly cwd?: string; readonly PATH?: string } = {},
): string {
  const { stdout, status, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`, { cause: error });
  return stdout;
}

/** Signals a group of processes; returns whether it still has one. */
function signalGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGTERM');
  } catch {
    // The group has ended.
    return false;
  }
}
