import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { spec, type TestEvent } from 'node:test/reporters';
import { isOfSubtests } from './outcome.ts';

/** Plan of a run, as JSON in the file that CROSSTAPE_TEST_PLAN names. */
export interface Plan {
  /** Expected seconds of each file. */
  readonly files: Readonly<Record<string, number>>;
  /** Number of processes that run at a time. */
  readonly processes: number;
}

/**
 * A reporter of Node's runner: a line as each file ends, with what is left; each failure as it happens in a line, and whole
 * at the end. What tests print is printed.
 */
export default async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const plan = JSON.parse(readFileSync(process.env.CROSSTAPE_TEST_PLAN as string, 'utf8')) as Plan;
  const left = new TimeLeft(plan);
  const total = Object.keys(plan.files).length;
  const failures = spec();
  const tests = new Map<string, number>();
  let last = '';
  failures.on('data', (text) => {
    last = String(text);
  });
  let ended = 0;
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    // Node's runner tells it of a test that caused something after its end; the counts follow at the end of the run.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) yield `ℹ ${data.message}\n`;
    if (type === 'test:fail' || (type === 'test:summary' && data.file === undefined)) {
      if (!failures.write(event)) await once(failures, 'drain');
    }
    if (type !== 'test:complete') continue;
    // Its types do not know yet that events name the module of their process.
    const process = String((data as { entryFile?: string }).entryFile);
    if (data.nesting === 0 && data.name in plan.files) {
      ended += 1;
      const mark = data.details.passed ? '✔' : '✖';
      const count = tests.get(process) ?? 0;
      tests.set(process, 0);
      const seconds = (data.details.duration_ms / 1_000).toFixed(1);
      const place = `${String(ended).padStart(String(total).length)}/${total}`;
      yield `${mark} ${place} ${data.name} (${count} ${count === 1 ? 'test' : 'tests'}, ${seconds} s)${left.tell(data.name)}\n`;
    } else {
      if (data.details.type !== 'suite') tests.set(process, (tests.get(process) ?? 0) + 1);
      if (!data.details.passed && !isOfSubtests(data.details.error)) yield `    ✖ ${data.name}\n`;
    }
  }
  yield last;
}

/**
 * Estimate of the remaining time: expected seconds of the remaining files, at the pace of the files that have ended.
 */
class TimeLeft {
  readonly #startedAt = performance.now();
  readonly #plan: Plan;
  readonly #totalS: number;
  #endedS = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#totalS = Object.values(plan.files).reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Formats the remaining time for the end of a line; empty before there is a pace. */
  tell(ended: string): string {
    this.#endedS += this.#plan.files[ended] ?? 0;
    const elapsedS = (performance.now() - this.#startedAt) / 1_000;
    const share = this.#endedS / this.#totalS;
    if (share < 0.05 || share === 1) return '';
    const leftS = Math.round((elapsedS * (1 - share)) / share);
    return `, about ${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')} left`;
  }
}
