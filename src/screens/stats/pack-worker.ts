/** Entry point of the thread that computes statistics packs, so that the event loop is not blocked. */

import { parentPort } from 'node:worker_threads';
import { toMessage } from '../../domain/index.ts';
import { computePack } from './pack-task.ts';
import type { PackAnswer, PackRequest } from './pack-thread.ts';

parentPort?.on('message', ({ id, task }: PackRequest) => {
  parentPort?.postMessage(answer(id, task));
});

function answer(id: number, task: PackRequest['task']): PackAnswer {
  try {
    return { id, stats: computePack(task) };
  } catch (error) {
    return { id, problem: toMessage(error) };
  }
}
