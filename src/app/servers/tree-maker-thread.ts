import { Worker } from 'node:worker_threads';
import type { TreePart } from '../../history/tree/manifest.ts';
import type {
  DayRequest,
  KnownTree,
  MadeDay,
  ServedPlan,
  TableRequest,
  TreeMaker,
} from '../../history/tree/served/tree-maker.ts';
import { PendingCalls } from '../../scheduling/pending-calls.ts';
import type { TreeReply, TreeRequest } from './tree-thread.ts';

/**
 * Heap limit of the thread. A thread beyond it ends and is started again, and its callers get a failure. Columns do not
 * count.
 */
const MAX_OLD_SPACE_MB = 192;

/** Creates files of a tree in a thread, which starts at first use and again after it has ended. */
export class ThreadTreeMaker implements TreeMaker {
  readonly #dataDir: string;
  readonly #calls = new PendingCalls<unknown>();
  #worker: Worker | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  plan(input: KnownTree): Promise<ServedPlan> {
    return this.#call({ method: 'plan', input }) as Promise<ServedPlan>;
  }

  makeDay(input: DayRequest): Promise<MadeDay> {
    return this.#call({ method: 'makeDay', input }) as Promise<MadeDay>;
  }

  makeTable(input: TableRequest): Promise<TreePart> {
    return this.#call({ method: 'makeTable', input }) as Promise<TreePart>;
  }

  /** Aborts the file in progress. It is created again when it is requested. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #call(request: Pick<TreeRequest, 'method' | 'input'>): Promise<unknown> {
    this.#worker ??= this.#start();
    const { id: call, result } = this.#calls.add();
    this.#worker.postMessage({ ...request, call } as TreeRequest);
    return result;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./tree-thread.ts', import.meta.url), {
      name: 'tree',
      workerData: { dataDir: this.#dataDir },
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
    });
    worker.unref();
    let reason: Error | null = null;
    worker.on('message', (reply: TreeReply) => {
      if ('failure' in reply) this.#calls.reject(reply.call, new Error(reply.failure));
      else this.#calls.resolve(reply.call, reply.result);
    });
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.once('exit', () => {
      this.#worker = null;
      this.#calls.rejectAll(
        new Error('the thread that makes files of the tree has ended', { cause: reason }),
      );
    });
    return worker;
  }
}
