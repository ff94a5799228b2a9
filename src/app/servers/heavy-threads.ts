import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ThreadPool } from '../../http/heavy/thread-pool.ts';
import type { HistoryPlace } from '../stores/history.ts';

/** Heap limit of a thread. A thread beyond it ends and is replaced, and its callers get a failure. */
const MAX_OLD_SPACE_MB = 128;
const MAX_YOUNG_SPACE_MB = 8;
const MAX_THREADS = 4;

/** Chooses the number of threads: the number of cores less one for the event loop. */
function threadsByCores(): number {
  return Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
}

/**
 * Creates threads that read the history. Each starts when it is needed first.
 *
 * @param options.threads Number of threads; 0: by the number of cores.
 */
export function createHeavyThreads(
  place: HistoryPlace,
  { threads, onError }: { readonly threads: number; readonly onError: (error: Error) => void },
): ThreadPool {
  const { dataDir, historyUrl, databaseUrl } = place;
  const data: HistoryPlace = { dataDir, historyUrl, databaseUrl };
  return new ThreadPool({
    threads: threads === 0 ? threadsByCores() : threads,
    startThread: () =>
      new Worker(new URL('./heavy-thread.ts', import.meta.url), {
        name: 'heavy',
        workerData: data,
        resourceLimits: {
          maxOldGenerationSizeMb: MAX_OLD_SPACE_MB,
          maxYoungGenerationSizeMb: MAX_YOUNG_SPACE_MB,
        },
      }),
    onError,
  });
}
