import { Worker } from 'node:worker_threads';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import type { CallResult } from '../call-result.ts';
import type { ProcedureCall, ProcedureModule } from '../procedure.ts';
import { StorageUnavailableError } from '../service-database.ts';
import type { CachedRowsModule } from './cached-rows.ts';
import type { ThreadData, ThreadMessage } from './writer-thread.ts';

/** Events of the link to a writing connection. */
export interface WriterEvents {
  deliver(group: number, results: readonly CallResult[]): void;
  /** Reports that the writer has ended. Its calls may or may not be stored, and it accepts no more. */
  fail(error: StorageUnavailableError): void;
  /** Reports that there is a writer again. */
  recover(): void;
}

/** Link through which groups reach the writing connection. */
export interface WriterLink {
  connect(events: WriterEvents): void;
  send(group: number, calls: readonly ProcedureCall[]): void;
  close(): Promise<void>;
}

export interface ThreadLinkOptions {
  readonly dataDir: string;
  readonly procedures: readonly ProcedureModule[];
  readonly cachedRows: CachedRowsModule | null;
}

/** Delays before a thread that ended is started again. They grow while threads end without having done work. */
const RESTART: Backoff = { firstMs: 100, maxMs: 5_000 };

/**
 * Opens the writing connection in a separate thread. A thread that ends unexpectedly (memory, a failure of the file
 * system) is replaced: SQLite rolls back its open transaction, so that the next one begins with a valid file.
 *
 * @throws {StorageUnavailableError} when the first thread does not start.
 */
export async function openThreadLink(options: ThreadLinkOptions): Promise<WriterLink> {
  const link = new ThreadLink(options);
  await link.start();
  return link;
}

class ThreadLink implements WriterLink {
  readonly #options: ThreadLinkOptions;
  #worker: Worker | null = null;
  #events: WriterEvents | null = null;
  #isClosing = false;
  /** Number of consecutive threads that ended without having done work. */
  #failures = 0;
  #restart: NodeJS.Timeout | null = null;
  #closed = Promise.withResolvers<void>();

  constructor(options: ThreadLinkOptions) {
    this.#options = options;
  }

  /** Starts a thread. Resolves when it has opened the file. */
  start(): Promise<void> {
    const { dataDir, procedures, cachedRows } = this.#options;
    const workerData: ThreadData = {
      dataDir,
      procedures: procedures.map(({ url }) => url),
      cachedRows: cachedRows?.url ?? null,
    };
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData });
    const ready = Promise.withResolvers<void>();
    let failure = new StorageUnavailableError('the writing thread ended');
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ready') {
        this.#worker = worker;
        if (this.#isClosing) worker.postMessage(null);
        ready.resolve();
      } else {
        // The thread has done work, so that its end would be a new failure.
        this.#failures = 0;
        this.#events?.deliver(message.group, message.results);
      }
    });
    worker.on('error', (error) => {
      failure = new StorageUnavailableError(`the writing thread ended: ${error.message}`, { cause: error });
    });
    worker.on('exit', () => {
      ready.reject(failure);
      this.#onExit(failure);
    });
    return ready.promise;
  }

  connect(events: WriterEvents): void {
    this.#events = events;
  }

  send(group: number, calls: readonly ProcedureCall[]): void {
    this.#worker?.postMessage({ group, calls });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    if (this.#worker === null) return;
    this.#worker.postMessage(null);
    await this.#closed.promise;
  }

  #onExit(failure: StorageUnavailableError): void {
    const wasRunning = this.#worker !== null;
    this.#worker = null;
    if (this.#isClosing) this.#closed.resolve();
    if (this.#isClosing || this.#events === null) return;
    if (wasRunning) this.#events.fail(failure);
    const delayMs = computeDoubledMs(RESTART, this.#failures++);
    this.#restart = setTimeout(() => {
      this.start().then(
        () => this.#events?.recover(),
        () => undefined,
      );
    }, delayMs);
  }
}
