import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { type AssetRef, type Book, buildKalshiAsset, epochMs, UpstreamError } from '../domain/index.ts';
import { createBookRead } from './book-read.ts';

const refs = Array.from({ length: 7 }, (_, i) => buildKalshiAsset(`A${i}`));
const toBook = ({ asset }: AssetRef): Book => ({
  asset,
  bids: [],
  asks: [],
  venueTime: null,
  receivedAt: epochMs(1),
});

/** A venue that answers for three markets in one call. */
function openVenue() {
  const adapter = new FakeAdapter('kalshi');
  const calls: string[][] = [];
  const venue = {
    now: 0,
    missing: new Set<string>(),
    failure: null as Error | null,
  };
  const bookBatches = {
    max: 3,
    callsPerMinute: 60,
    read: async (wanted: readonly AssetRef[]) => {
      calls.push(wanted.map(({ storeKey }) => storeKey));
      if (venue.failure !== null) throw venue.failure;
      return new Map(
        wanted.filter(({ asset }) => !venue.missing.has(asset)).map((ref) => [ref.asset, toBook(ref)]),
      );
    },
  };
  for (const ref of refs) adapter.books.set(ref.asset, toBook(ref));
  const read = createBookRead(
    new Map([['kalshi', Object.assign(adapter, { bookBatches })]]),
    () => venue.now,
  );
  return { venue, adapter, calls, read };
}

test('books that are read in the same turn are one call for as many markets as the venue answers for', async () => {
  const { adapter, calls, read } = openVenue();
  const books = await Promise.all(refs.map(read));
  assert.deepEqual(
    books.map(({ asset }) => asset),
    refs.map(({ asset }) => asset),
  );
  assert.deepEqual(calls, [
    ['a0', 'a1', 'a2'],
    ['a3', 'a4', 'a5'],
  ]);
  assert.equal(adapter.calls.book, 1, 'the last one alone');
  await read(refs[0]!);
  assert.deepEqual([calls.length, adapter.calls.book], [2, 2]);
});

test('a book that is missing from an answer is read alone, and fails alone', async () => {
  const { venue, adapter, read } = openVenue();
  const [one, two, gone] = refs;
  venue.missing = new Set([two!.asset, gone!.asset]);
  adapter.books.delete(gone!.asset);
  const [first, second, third] = await Promise.allSettled([one!, two!, gone!].map(read));
  assert.deepEqual([first?.status, second?.status, third?.status], ['fulfilled', 'fulfilled', 'rejected']);
  assert.equal(adapter.calls.book, 2);
});

test('a venue that cannot be reached fails every read of the turn, without a call for each', async () => {
  const { venue, adapter, read } = openVenue();
  venue.failure = new UpstreamError('timeout', 'no answer in time');
  const reads = await Promise.allSettled(refs.slice(0, 3).map(read));
  assert.ok(reads.every(({ status }) => status === 'rejected'));
  assert.equal(adapter.calls.book, 0);
});

test('a venue that refuses to answer for several is asked for one at a time, and ten minutes later again', async () => {
  const { venue, adapter, calls, read } = openVenue();
  venue.failure = new UpstreamError('refused', 'HTTP 401');
  const few = refs.slice(0, 3);
  await Promise.all(few.map(read));
  await Promise.all(few.map(read));
  assert.deepEqual([calls.length, adapter.calls.book], [1, 6]);
  venue.now = 600_000;
  venue.failure = null;
  await Promise.all(few.map(read));
  assert.deepEqual([calls.length, adapter.calls.book], [2, 6]);
});

test('a venue that is not recorded has no books', async () => {
  await assert.rejects(createBookRead(new Map())(refs[0]!), { failure: 'refused' });
});
