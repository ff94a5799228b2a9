import { execFileSync } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

export interface WatchdogOptions {
  readonly hungFile: string;
}

/** Name of the work that begins, and its time limit. */
export interface Watched {
  readonly name: string;
  readonly limitMs: number;
}

/**
 * Runs beside the tests of a process. Receives the name of each file as it begins; when one takes too long, its name is
 * written to standard error, and the process is killed with all that it started. In a thread of its own, as a test may
 * keep the other one busy forever.
 */
const { hungFile } = workerData as WatchdogOptions;
let timer: NodeJS.Timeout | undefined;

parentPort?.on('message', ({ name, limitMs }: Watched) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const line = `HUNG: ${name} took longer than ${limitMs / 1_000} s; its process was killed\n`;
    writeSync(2, `\n${line}`);
    appendFileSync(hungFile, line);
    for (const pid of findDescendants(process.pid)) kill(pid);
    kill(process.pid);
  }, limitMs);
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Processes below one, none where `ps` does not say. */
function findDescendants(pid: number): number[] {
  let table: number[][];
  try {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    table = lines.map((line) => line.trim().split(/\s+/).map(Number));
  } catch {
    // The system has no `ps`.
    return [];
  }
  const found = [pid];
  for (const parent of found) {
    for (const [child = 0, of = 0] of table) if (of === parent) found.push(child);
  }
  return found.slice(1);
}
