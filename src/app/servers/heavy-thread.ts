import { parentPort, workerData } from 'node:worker_threads';
import { hostInThread } from '../../http/heavy/thread-host.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';

/** Runs in a thread of its own: reads the store beside its writer. */
if (parentPort !== null) {
  hostInThread(parentPort, await openHistoryReader(workerData as HistoryPlace));
}
