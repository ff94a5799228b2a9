import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { encodeSource } from '../contract/source-codes.ts';
import { StepJudge } from './steps.ts';

/** Returns the lengths of the holes of a series with these steps. */
function judge(steps: readonly number[], source: 'poll' | 'trade' | 'import' = 'import'): number[] {
  const found = new StepJudge();
  let t = 0;
  found.add(t, encodeSource(source));
  for (const step of steps) {
    t += step;
    found.add(t, encodeSource(source));
  }
  return found.takeHoles(true).map(({ fromMs, toMs }) => toMs - fromMs);
}

const steps = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test('a step far longer than the 20 on either side is a hole, wherever it lies', () => {
  const day = 48 * HOUR_MS;
  assert.deepEqual(judge([...steps(23, HOUR_MS), day, ...steps(47, HOUR_MS)]), [day]);
  assert.deepEqual(judge([...steps(3, HOUR_MS), day]), [day], 'at the end');
  assert.deepEqual(judge([day, ...steps(3, HOUR_MS)]), [day], 'at the beginning');
  assert.deepEqual(judge([...steps(50, HOUR_MS), day, ...steps(5, HOUR_MS), day, ...steps(50, HOUR_MS)]), [
    day,
    day,
  ]);
});

test('ten times the median, and five minutes, are no hole yet', () => {
  assert.deepEqual(judge([...steps(20, HOUR_MS), 10 * HOUR_MS, ...steps(20, HOUR_MS)]), []);
  assert.deepEqual(judge([...steps(20, HOUR_MS), 10 * HOUR_MS + 1, ...steps(20, HOUR_MS)]), [
    10 * HOUR_MS + 1,
  ]);
  assert.deepEqual(judge([...steps(20, SECOND_MS), 5 * MINUTE_MS, ...steps(20, SECOND_MS)]), []);
  assert.deepEqual(judge([...steps(20, SECOND_MS), 5 * MINUTE_MS + 1, ...steps(20, SECOND_MS)]), [
    5 * MINUTE_MS + 1,
  ]);
});

test('a series that changes its pace has no hole, and neither has one of two records', () => {
  assert.deepEqual(judge([...steps(40, SECOND_MS), ...steps(40, HOUR_MS)]), []);
  assert.deepEqual(judge([...steps(40, HOUR_MS), ...steps(40, 2 * HOUR_MS)]), []);
  assert.deepEqual(judge([48 * HOUR_MS]), []);
});

test('trades are not judged: a market may rest', () => {
  assert.deepEqual(judge([...steps(20, MINUTE_MS), 48 * HOUR_MS, ...steps(20, MINUTE_MS)], 'trade'), []);
});
