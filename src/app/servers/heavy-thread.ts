import { parentPort, workerData } from 'node:worker_threads';
import { hostInThread } from '../../http/heavy/thread-host.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';
import { openTapeReader } from '../stores/tape.ts';

/** In a thread, reads the store while the writer runs, and computes answers. */
if (parentPort !== null) {
  const place = workerData as HistoryPlace;
  hostInThread(parentPort, { history: await openHistoryReader(place), tape: openTapeReader(place) });
}
