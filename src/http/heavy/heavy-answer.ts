import type { Job } from './jobs/index.ts';

export interface HeavyAnswerOptions {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** So little that sending it to a thread would take longer than the work. */
  readonly isLight?: boolean;
}

/** Returned by a handler whose answer is made off the event loop. */
export class HeavyAnswer {
  readonly job: Job | (() => Job);
  readonly options: HeavyAnswerOptions;

  /** @param job A function is called when the work begins, so that nothing large waits for its turn. */
  constructor(job: Job | (() => Job), options: HeavyAnswerOptions = {}) {
    this.job = job;
    this.options = options;
  }
}
