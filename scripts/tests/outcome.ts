import type { TestEvent } from 'node:test/reporters';

/** Outcome of a run of Node's runner. */
export interface Outcome {
  /** Failures: names of test files, or the module of a process that ended itself. */
  readonly failed: readonly string[];
  readonly counts: Counts;
  /** Tests that were skipped, by the reason that they give. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

/** Counts of a run, in the order and with the names of the last lines of Node's runner. */
export interface Counts {
  readonly tests: number;
  readonly suites: number;
  readonly pass: number;
  readonly fail: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
  readonly duration_ms: number;
}

/** A reporter of Node's runner that writes an {@link Outcome} as JSON. */
export default async function* writeOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failed: string[] = [];
  const skipped: Record<string, string[]> = {};
  // Node's runner counts tests alone: a file that cannot be loaded, or whose hook fails, would be no failure.
  let failedSuites = 0;
  // A process that found no file left is a test that passed to it.
  let idle = 0;
  for await (const { type, data } of events) {
    // Of several files in a process, each is a suite at the top.
    if (type === 'test:fail' && data.nesting === 0) failed.push(data.name);
    if (type === 'test:pass' && data.nesting === 0 && data.details.type !== 'suite') idle++;
    if (type === 'test:fail' && data.details.type === 'suite' && !isOfSubtests(data.details.error))
      failedSuites++;
    if ((type === 'test:pass' || type === 'test:fail') && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'no reason is given';
      skipped[reason] ??= [];
      skipped[reason].push(data.name);
    }
    if (type === 'test:summary' && data.file === undefined) {
      const { suites, cancelled, skipped: left, todo } = data.counts;
      const tests = data.counts.tests + failedSuites - idle;
      const pass = data.counts.passed - idle;
      const fail = tests - pass - cancelled - left - todo;
      const counts = {
        tests,
        suites,
        pass,
        fail,
        cancelled,
        skipped: left,
        todo,
        duration_ms: data.duration_ms,
      };
      yield JSON.stringify({ failed, counts, skipped } satisfies Outcome);
    }
  }
}

/** Whether a suite failed because a test in it did. */
export function isOfSubtests(error: Error | undefined): boolean {
  return (error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed';
}

/** Outcome of a run that ended before it reported: one failure, whatever passed. */
export const NO_OUTCOME: Outcome = {
  failed: ['the run'],
  counts: { tests: 1, suites: 0, pass: 0, fail: 1, cancelled: 0, skipped: 0, todo: 0, duration_ms: 0 },
  skipped: {},
};
