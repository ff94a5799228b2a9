import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommitWatch } from './commit-watch.ts';

/** Makes a watch whose reads return these newest times one by one, on a clock that only waiting advances. */
function watchOver(commits: readonly (number | null)[]) {
  let [elapsed, looks] = [0, 0];
  const watch = new CommitWatch({
    reader: { findNewestMs: async () => commits[Math.min(looks++, commits.length - 1)] ?? null },
    now: () => elapsed,
    sleep: async (ms) => {
      elapsed += ms;
    },
  });
  return { watch, elapsed: () => elapsed, looks: () => looks };
}

test('what is on the disk is answered at once, what is not waits for its commit', async () => {
  const { watch, elapsed } = watchOver([1_000, 1_000, 1_000, 2_000]);
  assert.equal(await watch.waitFor(1_000), 1_000);
  assert.equal(elapsed(), 0);
  assert.equal(await watch.waitFor(1_001), 2_000);
  assert.equal(elapsed(), 300);
});

test('a wait ends after three seconds, and without a file at once', async () => {
  const { watch, elapsed } = watchOver([1_000]);
  assert.equal(await watch.waitFor(5_000), 1_000);
  assert.equal(elapsed(), 3_000);
  const empty = watchOver([null]);
  assert.equal(await empty.watch.waitFor(5_000), null);
  assert.equal(empty.elapsed(), 0);
});

test('many who wait share each look', async () => {
  const { watch, looks } = watchOver([1_000, 2_000]);
  const waiting = [1_500, 1_600, 2_000].map((t) => watch.waitFor(t));
  assert.deepEqual(await Promise.all(waiting), [2_000, 2_000, 2_000]);
  assert.ok(looks() <= 3, `${looks()} looks`);
});
