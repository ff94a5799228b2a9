import type { Job } from './jobs/index.ts';

export interface HeavyAnswerOptions {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the work is so short that sending it to a thread would take longer. */
  readonly isLight?: boolean;
  /** Seconds for which this answer may be cached, instead of those of its route. */
  readonly cacheSeconds?: number;
}

/** An answer that is made off the event loop. Handlers return it. */
export class HeavyAnswer {
  readonly job: Job | (() => Job);
  readonly options: HeavyAnswerOptions;

  /**
   * Keeps the job until the work begins.
   *
   * @param job Job, or a function that creates it when the work begins, so that no large input waits in the queue.
   */
  constructor(job: Job | (() => Job), options: HeavyAnswerOptions = {}) {
    this.job = job;
    this.options = options;
  }
}
