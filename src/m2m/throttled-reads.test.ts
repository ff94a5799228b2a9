import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPerpAsset, UpstreamError } from '../domain/index.ts';
import { ThrottledReads } from './throttled-reads.ts';

const [A, B, C] = [buildPerpAsset('A'), buildPerpAsset('B'), buildPerpAsset('C')];

function createReads(read: (asset: string) => Promise<number>) {
  let now = 0;
  let asked = 0;
  const reads = new ThrottledReads({
    read: ({ asset }) => {
      asked++;
      return read(asset);
    },
    keptMs: 1_000,
    maxWaitMs: 250,
    maxConcurrent: 2,
    now: () => now,
  });
  return {
    reads,
    asked: () => asked,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('an answer serves everyone for its time, and is read again after it', async () => {
  const { reads, asked, pass } = createReads(async () => 7);
  assert.deepEqual(await Promise.all([reads.get(A), reads.get(A)]), [7, 7]);
  pass(999);
  assert.equal(await reads.get(A), 7);
  assert.equal(asked(), 1);
  pass(1);
  assert.equal(await reads.get(A), 7);
  assert.equal(asked(), 2);
});

test('a venue that gives nothing is not asked again at once', async () => {
  const { reads, asked } = createReads(async () => {
    throw new UpstreamError('timeout', 'no answer');
  });
  assert.equal(await reads.get(A), null);
  assert.equal(await reads.get(A), null);
  assert.equal(asked(), 1);
});

test('an error of this service is not hidden', async () => {
  const { reads } = createReads(async () => {
    throw new RangeError('ours');
  });
  await assert.rejects(reads.get(A), RangeError);
});

test('no caller waits longer than allowed, and a later one gets the answer that arrived meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer = (_value: number) => {};
  const { reads } = createReads(() => new Promise((resolve) => (answer = resolve)));
  const waiting = reads.get(A);
  t.mock.timers.tick(250);
  assert.equal(await waiting, null);
  answer(9);
  assert.equal(await reads.get(A), 9);
});

test('no more than the limit are in progress at once; the others go without', async () => {
  const answers: ((value: number) => void)[] = [];
  const { reads, asked } = createReads(() => new Promise((resolve) => answers.push(resolve)));
  const [a, b] = [reads.get(A), reads.get(B)];
  assert.equal(await reads.get(C), null);
  assert.equal(asked(), 2);
  for (const answer of answers) answer(1);
  assert.deepEqual(await Promise.all([a, b]), [1, 1]);
  const c = reads.get(C);
  answers.at(-1)?.(3);
  assert.equal(await c, 3);
});
