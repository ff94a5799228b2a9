import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { ManualClock } from '../../test/support/markets.ts';
import { type Book, buildKalshiAsset, UpstreamError } from '../domain/index.ts';
import { createBookRead } from './book-read.ts';
import { LiveBooks } from './live-books.ts';

const ref = buildKalshiAsset('A');

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
    live: new LiveBooks({ read: createBookRead(new Map([['kalshi', adapter]])), clock: clock.read }),
  };
}

test('one upstream call serves everyone who asks within four seconds', async () => {
  const { clock, adapter, put, live } = books();
  const book = put();
  assert.deepEqual(await Promise.all([live.book(ref), live.book(ref)]), [book, book]);
  clock.advance(3_999);
  await live.book(ref);
  assert.equal(adapter.calls.book, 1);
  clock.advance(1);
  put();
  await live.book(ref);
  assert.equal(adapter.calls.book, 2);
});

test('a stream of prices has a book of the last second, and shares it with everyone else', async () => {
  const { clock, adapter, put, live } = books();
  put();
  await live.book(ref);
  clock.advance(1_000);
  const second = put();
  assert.equal(await live.readFreshBook(ref), second);
  assert.equal(await live.book(ref), second);
  assert.equal(adapter.calls.book, 2);
});

test('a book that cannot be read is served with its age for two minutes, and is an error after that', async () => {
  const { clock, adapter, put, live } = books();
  const book = put();
  await live.book(ref);
  adapter.books.clear();
  clock.advance(120_000);
  assert.equal(await live.book(ref), book);
  await assert.rejects(live.readFreshBook(ref), UpstreamError, 'who needs a fresh one gets none');
  clock.advance(4_000);
  await assert.rejects(live.book(ref), UpstreamError);
  assert.deepEqual(live.newest(ref.asset), book, 'who wants the newest known one asks for that');
});

test('no old book replaces one that the venue no longer has', async () => {
  const { clock, adapter, put, live } = books();
  put();
  await live.book(ref);
  adapter.readBook = async () => {
    throw new UpstreamError('not_found', 'no book');
  };
  clock.advance(4_000);
  await assert.rejects(live.book(ref), /no book/);
});

test('eight books that one caller polls every second cost two calls in four seconds and are never refused', async () => {
  const { clock, adapter, live } = books();
  let left = 0;
  adapter.readBook = async (wanted) => {
    adapter.calls.book++;
    if (left-- <= 0) throw new UpstreamError('budget_exhausted', 'used up', { retryAfterMs: 10_000 });
    return { asset: wanted.asset, bids: [], asks: [], venueTime: null, receivedAt: clock.read() };
  };
  const refs = Array.from({ length: 8 }, (_, i) => buildKalshiAsset(`B${i}`));
  let oldestMs = 0;
  for (let round = 0; round < 16; round++) {
    if (round % 8 === 0) left = 12;
    for (const each of refs) {
      const book = await live.book(each);
      oldestMs = Math.max(oldestMs, clock.read() - book.receivedAt);
    }
    clock.advance(1_000);
  }
  assert.ok(adapter.calls.book <= (8 * 16) / 4, `${adapter.calls.book} calls`);
  assert.ok(oldestMs <= 16_000, `${oldestMs} ms`);
});
