import { appendFileSync, closeSync, openSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { Worker } from 'node:worker_threads';
import { letHooksGo } from './let-go.ts';
import { readProcessorMs } from './process-times.ts';
import { trackTests } from './tracking.ts';
import type { WatchdogOptions, Watched } from './watchdog.ts';

export interface QueuedFile {
  readonly name: string;
  readonly url: string;
  /** Number of the file in the queue. */
  readonly place: number;
}

export interface QueueOptions {
  /** Files of the queue in the order in which they begin. */
  readonly files: readonly QueuedFile[];
  /** A folder in which a process that takes a file leaves its number. */
  readonly taken: string;
  /** Time limit of one file, ms. */
  readonly limitMs: number;
  /** Path of the file that gets a line with the name of a test file that exceeded the limit. */
  readonly hungFile: string;
  /** Path of the file that gets a line of JSON, a {@link FileTime}, after each test file. */
  readonly timesFile: string;
}

export interface FileTime {
  readonly name: string;
  readonly wallMs: number;
  /** User and system time of the file, see {@link readProcessorMs}. */
  readonly processorMs: number;
}

/** A process takes no further file when it holds more: what modules and tests keep is let go with it. */
const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;

/** Runs files of the queue one after the other in this process, each as a suite of its name, until none is left. */
export async function runFiles(options: QueueOptions): Promise<void> {
  const { limitMs, hungFile, timesFile } = options;
  const next = takeFile(options);
  let file = next();
  if (file === null) return;
  const workerData: WatchdogOptions = { hungFile };
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), { workerData });
  watchdog.unref();
  const watch = (watched: Watched) => watchdog.postMessage(watched);
  before(letHooksGo);
  /** Errors that the file threw while none of its tests ran. */
  let stray: unknown[] = [];
  const runner = process.ppid;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      // The runner was killed, and each result that is written to it fails.
      if (process.ppid !== runner) process.exit(1);
      stray.push(error);
    });
  // What waits for a timer that keeps no process alive may wait, as there is more to come.
  const alive = setInterval(() => undefined, 60_000);
  let startedAt = 0;
  let usedMs = 0;
  const names: string[] = [];
  while (file !== null) {
    const { name, url } = file;
    names.push(name);
    watch({ name, limitMs });
    trackTests(true);
    await describe(name, async () => {
      after(() => {
        const [first] = stray;
        stray = [];
        if (first !== undefined) throw first;
      });
      try {
        await import(url);
      } finally {
        trackTests(false);
      }
    });
    const [endedAt, usedAfterMs] = [performance.now(), readProcessorMs()];
    const time: FileTime = { name, wallMs: endedAt - startedAt, processorMs: usedAfterMs - usedMs };
    appendFileSync(timesFile, `${JSON.stringify(time)}\n`);
    [startedAt, usedMs] = [endedAt, usedAfterMs];
    // Otherwise written at the end of the process: in a fresh clone each one would compile what the others have.
    if (names.length <= FLUSHED) flushCompileCache();
    file = process.memoryUsage.rss() > MAX_RESIDENT_BYTES ? null : next();
  }
  clearInterval(alive);
  watch({
    name: `something that is still open after ${names.slice(-LISTED).join(', ')}`,
    limitMs: Math.min(limitMs, MAX_END_MS),
  });
}

/** Number of files after which a process has loaded most of its modules. */
const FLUSHED = 5;

/** Maximum time from the last file of a process to the end of the process, ms. */
const MAX_END_MS = 60_000;

/** Number of files before an open handle that are named: one of the last is the likely cause. */
const LISTED = 40;

/** Creates a function that takes the next file which no process has taken; null: there is none. */
function takeFile({ files, taken }: QueueOptions): () => QueuedFile | null {
  let at = 0;
  return () => {
    while (at < files.length) {
      const file = files[at++]!;
      if (claim(path.join(taken, String(file.place)))) return file;
    }
    return null;
  };
}

/** Whether this process is the first that makes the file. */
function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
