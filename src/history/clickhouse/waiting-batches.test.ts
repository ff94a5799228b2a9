import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HistoryUnavailableError } from '../contract/unavailable.ts';
import { WaitingBatches } from './waiting-batches.ts';

const away = async () => {
  throw new HistoryUnavailableError('away');
};

test('what waits behind another batch counts too, and no more is taken than the limit', async () => {
  const waiting = new WaitingBatches({ fence: () => 1 }, { maxMs: 60_000, maxBytes: 100 });
  const isBack = Promise.withResolvers<void>();
  const stored: number[] = [];
  const store = (i: number) =>
    waiting.store(['kalshi'], 40, async () => {
      await isBack.promise;
      stored.push(i);
    });
  const both = [store(1), store(2)];
  assert.equal(waiting.bytes, 80);
  await assert.rejects(store(3), HistoryUnavailableError);
  isBack.resolve();
  await Promise.all(both);
  assert.deepEqual([stored, waiting.bytes], [[1, 2], 0]);
});

test('batches that came together have waited for too long together', async () => {
  const waiting = new WaitingBatches({ fence: () => 1 }, { maxMs: 300, maxBytes: 100 });
  const startedAt = performance.now();
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => waiting.store(['kalshi'], 1, away)));
  assert.ok(results.every(({ status }) => status === 'rejected'));
  assert.ok(performance.now() - startedAt < 900);
});

test('what came under one fence is not stored under another, also when none is known in between', async () => {
  let fence: number | null = 1;
  const waiting = new WaitingBatches({ fence: () => fence }, { maxMs: 60_000, maxBytes: 100 });
  const first = Promise.withResolvers<void>();
  const before = waiting.store(['kalshi'], 1, () => first.promise);
  const behind = waiting.store(['kalshi'], 1, async () => assert.fail('another process has recorded'));
  await new Promise(setImmediate);
  fence = null;
  const unknown = waiting.store(['kalshi'], 1, async () => assert.fail('another process has recorded'));
  fence = 3;
  first.resolve();
  await Promise.all([
    before,
    assert.rejects(behind, { name: 'NotLeaderError' }),
    assert.rejects(unknown, { name: 'NotLeaderError' }),
  ]);
  await waiting.store(['kalshi'], 1, async (fences) => assert.deepEqual(fences, [3]));
});

test('a stop waits for what is stored at once, and tries a server that is away only once', async () => {
  const waiting = new WaitingBatches({ fence: () => 1 }, { maxMs: 60_000, maxBytes: 100 });
  let stored = 0;
  const works = [1, 2].map(() => waiting.store(['kalshi'], 1, async () => void stored++));
  await waiting.stop();
  assert.equal(stored, 2);
  let tries = 0;
  const fails = [1, 2].map(() =>
    waiting.store(['kalshi'], 1, async () => {
      tries++;
      await away();
    }),
  );
  for (const result of await Promise.allSettled(fails)) assert.equal(result.status, 'rejected');
  assert.equal(tries, 1);
  await Promise.all(works);
});
