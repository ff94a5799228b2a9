import { appendFileSync, readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { WatchdogOptions } from './watchdog.ts';

export interface GroupOptions {
  readonly files: readonly { readonly name: string; readonly url: string }[];
  /** How long one file may take. */
  readonly limitMs: number;
  /** Where a line names the file that took longer. */
  readonly hungFile: string;
  /** Where a line of JSON with its {@link FileTime} is added after each file; null: nowhere. */
  readonly timesFile: string | null;
}

export interface FileTime {
  readonly name: string;
  readonly wallMs: number;
  /** User and system time of this process, and where /proc shows it of its children that have ended. */
  readonly processorMs: number;
}

/** In which Linux states the times of processes: a hundredth of a second on every machine. */
const PROC_TICK_MS = 10;

/** Runs test files one after the other in this process, each as a suite of its name. */
export async function runFiles({ files, limitMs, hungFile, timesFile }: GroupOptions): Promise<void> {
  const workerData: WatchdogOptions = { limitMs, hungFile };
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), { workerData });
  watchdog.unref();
  // What waits for a timer that keeps no process alive may wait, as there is more to come.
  const alive = setInterval(() => undefined, 60_000);
  let startedAt = 0;
  let usedMs = 0;
  for (const { name, url } of files) {
    watchdog.postMessage(name);
    await describe(name, async () => {
      await import(url);
    });
    const [endedAt, usedAfterMs] = [performance.now(), readProcessorMs()];
    if (timesFile !== null) {
      const time: FileTime = { name, wallMs: endedAt - startedAt, processorMs: usedAfterMs - usedMs };
      appendFileSync(timesFile, `${JSON.stringify(time)}\n`);
    }
    [startedAt, usedMs] = [endedAt, usedAfterMs];
  }
  clearInterval(alive);
  watchdog.postMessage(`something that is still open after ${files.map(({ name }) => name).join(', ')}`);
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + readChildrenMs();
}

function readChildrenMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // proc_pid_stat(5): fields 16 and 17 are those of children; the second field is a name that may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * PROC_TICK_MS;
  } catch {
    return 0;
  }
}
