import { Worker } from 'node:worker_threads';
import type { FlatStats } from '../../analytics/index.ts';
import type { PackTask } from './pack-task.ts';

/** What the thread is asked. */
export interface PackQuestion {
  readonly id: number;
  readonly task: PackTask;
}

/** What it says. */
export type PackAnswer =
  | { readonly id: number; readonly stats: FlatStats }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  readonly resolve: (stats: FlatStats) => void;
  readonly reject: (error: Error) => void;
}

/** A pack takes milliseconds; a thread that is silent for this long is hung. */
const ANSWER_WITHIN_MS = 10_000;

/** Computes packs in one long-lived thread, which begins with the first question. A thread that fails is replaced at the next question. */
export class PackThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #silence: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;

  /** @throws when the thread dies, hangs, or cannot compute the pack. */
  compute(task: PackTask): Promise<FlatStats> {
    if (this.#closed) return Promise.reject(new Error('the statistics thread is closed'));
    this.#worker ??= this.#startWorker();
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<FlatStats>();
    this.#waiting.set(id, { resolve, reject });
    this.#watch();
    // Columns of the store may share a buffer; copies of a few kilobytes can be handed over.
    const [t, p] = [task.t.slice(), task.p.slice()];
    const question: PackQuestion = { id, task: { ...task, t, p } };
    this.#worker.postMessage(question, [t.buffer, p.buffer]);
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { name: 'statistics' });
    worker.unref();
    worker.on('message', (answer: PackAnswer) => this.#take(answer));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the statistics thread ended')));
    return worker;
  }

  #take(answer: PackAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#watch();
    if ('stats' in answer) waiting?.resolve(answer.stats);
    else waiting?.reject(new Error(`the pack could not be computed: ${answer.problem}`));
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#watch();
  }

  /** Counts the silence anew: it ends with every answer. Only a thread at work is a reason to live on. */
  #watch(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
    const worker = this.#worker;
    if (worker === null) return;
    if (this.#waiting.size === 0) {
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
