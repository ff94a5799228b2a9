import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '../../domain/index.ts';
import { PendingCalls } from '../../scheduling/pending-calls.ts';
import {
  type ChangeableSearch,
  type MarketChanges,
  type SearchAnswer,
  SearchBusyError,
  type SearchRequest,
} from '../../search/market-search.ts';
import type { SearchQuery } from '../../search/searcher.ts';
import type { SearchMessage, SearchReply, SearchThreadData } from './search-thread.ts';

/** Heap limit of the thread. The tables of SQLite do not count. */
const MAX_OLD_SPACE_MB = 256;

/** Maximum number of searches without an answer, a few seconds of work. Callers of more would have given up before it. */
const MAX_WAITING = 200;

/** Time after which a thread that was started again reads the ended markets. */
const WALK_AGAIN_AFTER_MS = 30 * SECOND_MS;

/** Searches in a thread, which starts at its first message and again after it has ended. */
export class ThreadSearch implements ChangeableSearch {
  generation = 0;
  readonly #data: SearchThreadData;
  readonly #onProblem: (message: string) => void;
  readonly #calls = new PendingCalls<SearchAnswer | readonly string[]>();
  #worker: Worker | null = null;
  #walks = false;
  #closed = false;

  constructor(data: SearchThreadData, onProblem: (message: string) => void) {
    this.#data = data;
    this.#onProblem = onProblem;
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return this.#call((call) => ({ kind: 'search', call, request })) as Promise<SearchAnswer>;
  }

  rank(query: SearchQuery): Promise<readonly string[]> {
    return this.#call((call) => ({ kind: 'rank', call, query })) as Promise<readonly string[]>;
  }

  change(changes: MarketChanges): void {
    this.#post({ kind: 'change', changes });
  }

  /** Reads the ended markets from the register, now and daily. Callers have told all listed markets. */
  walk(): void {
    this.#walks = true;
    this.#postWalk();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #postWalk(): void {
    if (!this.#closed) this.#post({ kind: 'walk' });
  }

  #call(toMessage: (call: number) => SearchMessage): Promise<SearchAnswer | readonly string[]> {
    if (this.#calls.size >= MAX_WAITING)
      return Promise.reject(new SearchBusyError(`${MAX_WAITING} searches wait already`));
    const { id, result } = this.#calls.add();
    this.#post(toMessage(id));
    return result;
  }

  #post(message: SearchMessage): void {
    if (this.#closed) {
      this.#calls.rejectAll(new Error('the search is closed'));
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      name: 'search',
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
    });
    worker.unref();
    worker.on('message', (reply: SearchReply) => {
      if ('problem' in reply) this.#onProblem(reply.problem);
      else if ('failure' in reply) this.#calls.reject(reply.call, new Error(reply.failure));
      else this.#calls.resolve(reply.call, reply.result);
    });
    worker.on('error', (error: Error) => this.#onProblem(`its thread failed: ${error.message}`));
    worker.once('exit', () => {
      this.#worker = null;
      this.generation++;
      this.#calls.rejectAll(new SearchBusyError('the thread of the search has ended'));
    });
    // A thread that was started again is told what venues list by the message for which it starts.
    if (this.#walks) setTimeout(() => this.#postWalk(), WALK_AGAIN_AFTER_MS).unref();
    return worker;
  }
}
