import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.ts';

/** Creates a task with mocked timers, and collects its errors in a list. */
function taskOn(t: TestContext, options: Omit<PeriodicTaskOptions, 'onError'>) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const errors: unknown[] = [];
  const task = new PeriodicTask({ ...options, onError: (error) => errors.push(error) });
  return { task, errors, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('runs at each interval until it is stopped', async (t) => {
  let runs = 0;
  const { task, pass } = taskOn(t, { everyMs: 100, run: () => void runs++ });
  task.start();
  for (const expected of [1, 2, 3]) {
    pass(100);
    await turn();
    assert.equal(runs, expected);
  }
  await task.stop();
  pass(1_000);
  assert.equal(runs, 3);
});

test('a run that takes long is not overlapped, and stop waits for it', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  let isDone = false;
  const run = async () => {
    started++;
    await promise;
    isDone = true;
  };
  const { task, pass } = taskOn(t, { everyMs: 10, firstAfterMs: 1, run });
  task.start();
  pass(1);
  pass(50);
  assert.equal(started, 1);
  const stopped = task.stop();
  assert.equal(isDone, false);
  resolve();
  await stopped;
  assert.equal(isDone, true);
});

test('an error is reported and the next run is due as ever', async (t) => {
  let runs = 0;
  const run = () => {
    runs++;
    throw new Error(`run ${runs}`);
  };
  const { task, errors, pass } = taskOn(t, { everyMs: 10, run });
  task.start();
  pass(10);
  await turn();
  pass(10);
  await turn();
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    ['run 1', 'run 2'],
  );
  await task.stop();
});
