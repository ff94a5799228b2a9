import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from './pages.ts';

test('pages are read one after another until the last says so', async () => {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { cursor?: string }) => {
    asked.push(cursor);
    return { nextCursor: asked.length < 3 ? `c${asked.length}` : null, page: asked.length };
  };
  const seen: number[] = [];
  for await (const { page } of pages(read)) seen.push(page);
  assert.deepEqual(
    [seen, asked],
    [
      [1, 2, 3],
      [undefined, 'c1', 'c2'],
    ],
  );
});

test('a loop that ends early reads no further page', async () => {
  let reads = 0;
  for await (const _ of pages(async () => ({ nextCursor: `c${++reads}` }))) break;
  assert.equal(reads, 1);
});
