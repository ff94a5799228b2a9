import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { NODE_FLAGS } from '../../bin/runtime.js';

export interface RunningService {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts the service of a checkout as a process of its own. */
export async function startService(
  root: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const child = spawn(process.execPath, [...NODE_FLAGS, findMain(root), 'serve'], {
    env: {
      PATH: process.env.PATH,
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_LOG_LEVEL: 'error',
      CROSSTAPE_DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^crosstape ready: api (\S+) bot \S+$/.exec(line)?.[1];
    if (url !== undefined) return { process: child, url };
  }
  throw new Error('the service did not start');
}

/** Seconds for which the main thread of a process was ready and had no processor: what other programs take. */
export function waitedSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
}

/** Reads the processor time of the running threads of a process, ms. */
export function processorMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const ofTask = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
  return readdirSync(tasks).reduce((sum, task) => sum + ofTask(task), 0) / 1e6;
}

/** Reads the resident memory of a process in MB. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Finds the entry of a checkout: in earlier ones Node strips its types. */
function findMain(root: string): string {
  const main = path.join(root, 'src/main.js');
  return existsSync(main) ? main : path.join(root, 'src/main.ts');
}
