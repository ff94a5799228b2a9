import type { Job } from './jobs/index.ts';

export interface HeavyAnswerOptions {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the work is so little that sending it to a thread would take longer. */
  readonly isLight?: boolean;
  /** Seconds for which this answer may be repeated, in place of those of its route. */
  readonly cacheSeconds?: number;
}

/** An answer that is made off the event loop, as a handler returns it. */
export class HeavyAnswer {
  readonly job: Job | (() => Job);
  readonly options: HeavyAnswerOptions;

  /** @param job A function is called when the work begins, so that nothing large waits for its turn. */
  constructor(job: Job | (() => Job), options: HeavyAnswerOptions = {}) {
    this.job = job;
    this.options = options;
  }
}
