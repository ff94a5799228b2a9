import type { Worker } from 'node:worker_threads';
import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import { PendingCalls } from '../../scheduling/pending-calls.ts';
import type { Encoding } from '../responses/encodings.ts';
import type { BodyMaker, BodyStream, LongBody, WholeBody } from './body-maker.ts';
import type { Job } from './jobs/index.ts';
import type { ThreadReply, ThreadRequest } from './thread-protocol.ts';
import { ThreadStream } from './thread-stream.ts';

/** Error: the worker thread ended before it had answered all calls. */
class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

type Call = Extract<ThreadRequest, { readonly call: number }>;
type WithoutCall<T> = T extends unknown ? Omit<T, 'call'> : never;

/** A worker thread for heavy work, as the main thread uses it. */
export class BodyThread implements BodyMaker {
  readonly #worker: Worker;
  readonly #calls = new PendingCalls<unknown>();
  #streams = 0;
  #end: ThreadEndedError | null = null;

  /**
   * Listens to a worker that has been started, and lets the process end without it.
   *
   * @param onEnd Called once when the thread has ended, for any reason.
   */
  constructor(worker: Worker, onEnd: (reason: Error | null) => void) {
    this.#worker = worker;
    worker.unref();
    let reason: Error | null = null;
    worker.on('message', (reply: ThreadReply) => this.#resolve(reply));
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.once('exit', () => {
      this.#end = new ThreadEndedError('the thread that prepares bodies has ended', { cause: reason });
      this.#calls.rejectAll(this.#end);
      onEnd(reason);
    });
  }

  /** Number of requests that are not answered yet. */
  get load(): number {
    return this.#calls.size;
  }

  prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody> {
    return this.#call({ kind: 'prepare', job, encoding }) as Promise<WholeBody | LongBody>;
  }

  open(body: number, encoding: Encoding): BodyStream {
    const stream = ++this.#streams;
    this.#send({ kind: 'open', body, stream, encoding });
    return new ThreadStream(
      () => this.#call({ kind: 'read', stream }) as Promise<Uint8Array | null>,
      () => this.#send({ kind: 'closeStream', stream }),
    );
  }

  release(body: number): void {
    this.#send({ kind: 'release', body });
  }

  async close(): Promise<void> {
    if (this.#end !== null) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    this.#send({ kind: 'close' });
    await ended;
  }

  #send(request: ThreadRequest): void {
    if (this.#end === null) this.#worker.postMessage(request);
  }

  #call(request: WithoutCall<Call>): Promise<unknown> {
    if (this.#end !== null) return Promise.reject(this.#end);
    const { id: call, result } = this.#calls.add();
    this.#send({ ...request, call } as Call);
    return result;
  }

  #resolve(reply: ThreadReply): void {
    if ('failure' in reply) this.#calls.reject(reply.call, toError(reply));
    else this.#calls.resolve(reply.call, reply.result);
  }
}

/**
 * Restores an error from the thread. Errors lose their class between threads, and an unavailable history server has its
 * own response.
 */
function toError({ failure, isUnavailable }: Extract<ThreadReply, { readonly failure: string }>): Error {
  return isUnavailable ? new HistoryUnavailableError(failure) : new Error(failure);
}
