import type { Counts, Outcome } from './outcome.ts';
import type { FileTime } from './queue.ts';

/** Prints the reasons of skipped tests, each once. */
export function printSkipped({ skipped }: Outcome): void {
  const reasons = Object.entries(skipped);
  if (reasons.length === 0) return;
  console.log('\nskipped:');
  for (const [reason, names] of reasons) {
    console.log(`﹣ ${names.length} ${names.length === 1 ? 'test' : 'tests'}: ${reason}`);
  }
}

/**
 * Prints the counts in the form of the last lines of Node's runner.
 *
 * @param last Of the files that were run once more, or of all.
 */
export function printCounts(all: Counts, last: Counts): void {
  const fail = last.fail;
  const cancelled = last.cancelled;
  const pass = all.tests - fail - cancelled - all.skipped - all.todo;
  console.log('');
  for (const [name, count] of Object.entries({ ...all, pass, fail, cancelled }))
    console.log(`ℹ ${name} ${count}`);
}

/** Prints the time of each file, the most processor time first. */
export function printTimes(times: readonly FileTime[]): void {
  const cell = (ms: number) => (ms / 1_000).toFixed(1).padStart(9);
  const total = times.reduce((sum, { processorMs }) => sum + processorMs, 0);
  console.log('\n  seconds processor');
  for (const { name, wallMs, processorMs } of times.toSorted((a, b) => b.processorMs - a.processorMs))
    console.log(`${cell(wallMs)} ${cell(processorMs)}  ${name}`);
  console.log(`${' '.repeat(9)} ${cell(total)}  ${times.length} files`);
}
