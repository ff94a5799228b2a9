import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { TapeReader } from '../../history/tape/contract/tape-reader.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { FairQueue, QueueFullError } from '../../scheduling/fair-queue.ts';
import { SliceQueue } from '../../scheduling/slices.ts';
import type { Encoding } from '../responses/encodings.ts';
import { ApiError } from '../responses/errors.ts';
import { BodyHost } from './body-host.ts';
import type { BodyMaker, LongBody, WholeBody } from './body-maker.ts';
import { BodyMemory } from './body-memory.ts';
import { estimateCost } from './jobs/cost.ts';
import type { Job } from './jobs/index.ts';
import { SharedBody } from './shared-body.ts';
import type { ThreadPool } from './thread-pool.ts';

/** Maximum numbers of heavy jobs that may wait. */
export interface HeavyLimits {
  /** Maximum number of waiting jobs per client address. Default 64. */
  readonly perAddress: number;
  /** Maximum number of waiting jobs in all. Default 512. */
  readonly total: number;
}

export interface HeavyWorkOptions {
  /** History reader for jobs that run on the event loop: light jobs, or all jobs if there are no threads. */
  readonly history: HistoryReader;
  /** Reader of recorded books and trades, for jobs on the event loop. Absent: no job reads them. */
  readonly tape?: TapeReader | undefined;
  readonly threads?: ThreadPool | undefined;
  readonly limits?: HeavyLimits | undefined;
  /** Maximum cost of a job that runs on the event loop while there are threads, in records. Default 50,000. */
  readonly maxCostHere?: number;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** The client of a job, with a signal that aborts when the client disconnects. */
export interface HeavyCaller {
  readonly address: string;
  readonly signal: AbortSignal;
}

const LIMITS: HeavyLimits = { perAddress: 64, total: 512 };
/** Maximum time in the queue. A job that has not begun by then is refused, because its caller has probably given up. */
const MAX_WAIT_MS = 10_000;
const MAX_WORK_MS = 15_000;
const MAX_RETRY_S = 30;
/** Number of records that can be decoded while the event loop is blocked for about 3 ms. */
const MAX_COST_HERE = 50_000;

/**
 * The life of a heavy answer, from the handler that returns a `HeavyAnswer` to its readers:
 *
 * ```
 *   Job            what to read and in which form; plain data, so that it can be sent to a thread
 *    │  waits in the queue, where addresses take turns
 *    v
 *   BodyMaker      BodyHost on the event loop, or a thread of the pool with a BodyHost of its own
 *    │  prepare: reads the history and computes
 *    v
 *   PreparedBody   the data and its digest; the text is not written yet
 *    ├─ short ──> WholeBody     one buffer, encoded: sent, and kept for equal requests
 *    └─ long ───> SharedBody    held by its maker until it is released; counted as memory of its address
 *                  │  open: one for each reader
 *                  v
 *                 BodyStream    parts of 256 KiB, each made when the reader has taken the one before
 * ```
 *
 * Runs jobs that would block the event loop. Few jobs run at once, in worker threads. The others wait in a queue in
 * which addresses take turns. A cheap job that is alone runs on the event loop, with its text in short slices, because
 * a thread would have to wake up and transfer every part. The memory of long answers is limited in all and for each
 * address: no job begins while slow readers hold too much of it.
 */
export class HeavyWork {
  readonly #options: HeavyWorkOptions;
  readonly #here: BodyHost;
  readonly #queue: FairQueue;
  readonly #held: BodyMemory;
  /** Mean duration of a job in ms, for `Retry-After`. */
  #meanMs = 50;

  constructor(options: HeavyWorkOptions) {
    this.#options = options;
    this.#here = new BodyHost({ history: options.history, tape: options.tape ?? null }, new SliceQueue());
    const { perAddress, total } = options.limits ?? LIMITS;
    this.#held = new BodyMemory(() => this.#queue.startWhatMay());
    this.#queue = new FairQueue({
      maxRunning: options.threads?.size ?? 1,
      maxWaiting: total,
      maxWaitingPerCaller: perAddress,
      mayStart: (address) => this.#held.hasRoomFor(address),
    });
  }

  /** Returns the number of running and waiting jobs, and the bytes that long answers hold. */
  stats(): { readonly running: number; readonly waiting: number; readonly heldBytes: number } {
    return { running: this.#queue.running, waiting: this.#queue.length, heldBytes: this.#held.bytes };
  }

  /** Runs a job on the event loop, because sending it to a thread would take longer. */
  async runHere(
    job: Job | (() => Job),
    encoding: Encoding,
    address: string,
  ): Promise<WholeBody | SharedBody> {
    return this.#shared(this.#here, await this.#here.prepare(begin(job), encoding), address);
  }

  /**
   * Runs a job when its turn comes. @throws {ApiError} `overloaded` when too many jobs wait, or this one waited too
   * long.
   */
  async run(
    job: Job | (() => Job),
    encoding: Encoding,
    { address, signal }: HeavyCaller,
  ): Promise<WholeBody | SharedBody> {
    signal.throwIfAborted();
    const answer = Promise.withResolvers<WholeBody | SharedBody>();
    const begin = () => {
      const work = this.#runJob(job, encoding, address);
      answer.resolve(inTime(work));
      // The time limit ends the wait of the caller only. The queue's turn ends when the thread has finished.
      return work;
    };
    const atOnce = this.#queue.tryRun(address, begin);
    if (atOnce !== null) {
      atOnce.catch(answer.reject);
      return answer.promise;
    }
    const tooLong = AbortSignal.timeout(MAX_WAIT_MS);
    this.#queue.run(address, AbortSignal.any([signal, tooLong]), begin).catch(answer.reject);
    try {
      return await answer.promise;
    } catch (error) {
      if (error instanceof QueueFullError || error === tooLong.reason) throw this.#overloaded(error);
      throw error;
    }
  }

  async #runJob(
    job: Job | (() => Job),
    encoding: Encoding,
    address: string,
  ): Promise<WholeBody | SharedBody> {
    const startedAt = this.#options.now();
    // Read before the first await: otherwise two jobs that start together would both count as alone.
    const isAlone = this.#queue.running === 1 && this.#queue.length === 0 && this.#here.reading === 0;
    const begunJob = begin(job);
    const maker = await this.#chooseMaker(begunJob, isAlone);
    const prepared = await maker.prepare(begunJob, encoding);
    this.#meanMs += (this.#options.now() - startedAt - this.#meanMs) / 8;
    return this.#shared(maker, prepared, address);
  }

  async #chooseMaker(job: Job, isAlone: boolean): Promise<BodyMaker> {
    const { threads, history, maxCostHere = MAX_COST_HERE } = this.#options;
    if (threads === undefined) return this.#here;
    if (isAlone && maxCostHere > 0 && (await estimateCost(history, job, maxCostHere)) <= maxCostHere)
      return this.#here;
    return threads.pick();
  }

  #shared(maker: BodyMaker, prepared: WholeBody | LongBody, address: string): WholeBody | SharedBody {
    return prepared.kind === 'whole' ? prepared : new SharedBody(maker, prepared, this.#held, address);
  }

  #overloaded(cause: unknown): ApiError {
    const waiting = this.#queue.length * this.#meanMs;
    const seconds = Math.min(MAX_RETRY_S, Math.max(1, Math.ceil(waiting / this.#parallel / 1_000)));
    return new ApiError('overloaded', 'too many heavy requests wait for their turn; ask again later', {
      headers: { 'retry-after': String(seconds) },
      cause,
    });
  }

  get #parallel(): number {
    return this.#options.threads?.size ?? 1;
  }
}

/** Limits the time of a job. A long body that is made too late is released here, because it has no reader. */
function inTime(work: Promise<WholeBody | SharedBody>): Promise<WholeBody | SharedBody> {
  return withDeadline(work, MAX_WORK_MS, (): never => {
    work.then(
      (body) => body.kind === 'long' && body.release(),
      () => undefined,
    );
    throw new ApiError('handler_timeout', `the answer took longer than ${MAX_WORK_MS} ms`);
  });
}

function begin(job: Job | (() => Job)): Job {
  return typeof job === 'function' ? job() : job;
}
