import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_PAGE, readPages } from './pages.ts';

/** Creates steps 1 to `count` of an account, and a record of the pages that were read. */
function createSteps(count: number) {
  const reads: [after: number, limit: number][] = [];
  const readPage = (after: number, limit: number) => {
    reads.push([after, limit]);
    const length = Math.max(0, Math.min(limit, count - after));
    return Array.from({ length }, (_, i) => ({ seq: after + i + 1 }));
  };
  return { reads, readPage };
}

test('pages grow until the rows end', () => {
  const { reads, readPage } = createSteps(200);
  const steps: number[] = [];
  readPages(0, readPage, ({ seq }) => steps.push(seq) > 0);
  assert.deepEqual(
    steps,
    Array.from({ length: 200 }, (_, i) => i + 1),
  );
  assert.deepEqual(reads, [
    [0, 16],
    [16, 128],
    [144, 1_024],
    [200, 8_192],
  ]);
});

test('what is found within the first page needs no other', () => {
  const { reads, readPage } = createSteps(200);
  readPages(100, readPage, ({ seq }) => seq < 100 + FIRST_PAGE);
  assert.deepEqual(reads, [[100, FIRST_PAGE]]);
});

test('an account without rows is read once', () => {
  const { reads, readPage } = createSteps(0);
  readPages(0, readPage, () => assert.fail('no row'));
  assert.equal(reads.length, 1);
});
