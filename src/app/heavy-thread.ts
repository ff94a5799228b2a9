import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnlyHistory } from '../history/sqlite/index.ts';
import { hostInThread } from '../http/heavy/thread-host.ts';

/** What a thread for heavy work needs to begin. */
export interface HeavyThreadData {
  readonly dataDir: string;
}

/** Runs in a thread of its own: reads the store beside its writer. */
if (parentPort !== null) {
  const { dataDir } = workerData as HeavyThreadData;
  hostInThread(parentPort, await openReadOnlyHistory({ dataDir }));
}
