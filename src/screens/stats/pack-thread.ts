import { Worker } from 'node:worker_threads';
import type { FlatStats } from '../../analytics/index.ts';
import { PendingCalls } from '../../scheduling/pending-calls.ts';
import type { PackTask } from './pack-task.ts';

/** Message to the thread. */
export interface PackRequest {
  readonly id: number;
  readonly task: PackTask;
}

/** Answer of the thread. */
export type PackAnswer =
  | { readonly id: number; readonly stats: FlatStats }
  | { readonly id: number; readonly problem: string };

/** Time in ms without an answer after which the thread counts as hung. One pack takes milliseconds. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Computes statistics packs in one long-lived thread, which starts at the first request. A thread that fails is
 * replaced at the next request.
 */
export class PackThread {
  readonly #calls = new PendingCalls<FlatStats>();
  #worker: Worker | null = null;
  #silence: NodeJS.Timeout | null = null;
  #closed = false;

  /** Computes one pack. @throws when the thread dies, hangs, or cannot compute the pack. */
  compute(task: PackTask): Promise<FlatStats> {
    if (this.#closed) return Promise.reject(new Error('the statistics thread is closed'));
    this.#worker ??= this.#startWorker();
    const { id, result } = this.#calls.add();
    this.#watch();
    // The columns are copied before their transfer, because columns of the store may share a buffer. A copy takes a few
    // kilobytes.
    const [t, p] = [task.t.slice(), task.p.slice()];
    const request: PackRequest = { id, task: { ...task, t, p } };
    this.#worker.postMessage(request, [t.buffer, p.buffer]);
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { name: 'statistics' });
    worker.unref();
    worker.on('message', (answer: PackAnswer) => this.#receive(answer));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the statistics thread ended')));
    return worker;
  }

  #receive(answer: PackAnswer): void {
    if ('stats' in answer) this.#calls.resolve(answer.id, answer.stats);
    else this.#calls.reject(answer.id, new Error(`the pack could not be computed: ${answer.problem}`));
    this.#watch();
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#calls.rejectAll(error);
    this.#watch();
  }

  /** Restarts the timer that detects a hung thread. The process is kept alive only while the thread is busy. */
  #watch(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
    const worker = this.#worker;
    if (worker === null) return;
    if (this.#calls.size === 0) {
      worker.unref();
      return;
    }
    worker.ref();
    this.#silence = setTimeout(() => {
      this.#lose(worker, new Error('the statistics thread does not answer'));
      worker.terminate();
    }, ANSWER_WITHIN_MS).unref();
  }
}
