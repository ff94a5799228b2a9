import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { ManualClock } from '../../test/support/markets.ts';
import { type Book, kalshiAsset, UpstreamError } from '../domain/index.ts';
import { LiveBooks } from './live-books.ts';

const ref = kalshiAsset('A');

function books() {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const put = () => {
    const book: Book = { asset: ref.asset, bids: [], asks: [], venueTime: null, receivedAt: clock.read() };
    adapter.books.set(ref.asset, book);
    return book;
  };
  return {
    clock,
    adapter,
    put,
    live: new LiveBooks({ adapters: new Map([['kalshi', adapter]]), clock: clock.read }),
  };
}

test('one upstream call serves everyone who asks within a second', async () => {
  const { clock, adapter, put, live } = books();
  const book = put();
  assert.deepEqual(await Promise.all([live.book(ref), live.book(ref)]), [book, book]);
  clock.advance(999);
  await live.book(ref);
  assert.equal(adapter.calls.book, 1);
  clock.advance(1);
  put();
  await live.book(ref);
  assert.equal(adapter.calls.book, 2);
});

test('a book that cannot be read is an error, never an old book', async () => {
  const { clock, adapter, put, live } = books();
  const book = put();
  await live.book(ref);
  adapter.books.clear();
  clock.advance(1_000);
  await assert.rejects(live.book(ref), UpstreamError);
  assert.deepEqual(live.newest(ref.asset), book, 'who wants the newest known one asks for that');
});
