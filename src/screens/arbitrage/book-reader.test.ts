import assert from 'node:assert/strict';
import test from 'node:test';
import { type Book, buildKalshiAsset, buildPolymarketAsset, epochMs } from '../../domain/index.ts';
import { createBookReader } from './book-reader.ts';

const buildBook = (asset: string): Book => ({
  asset,
  bids: [],
  asks: [],
  venueTime: null,
  receivedAt: epochMs(0),
});
const limits = { maxBooks: 10, parallel: 2, parallelOfVenue: 2, deadlineMs: 60_000 };

test('each book is read once, however many legs ask for it', async () => {
  let reads = 0;
  const read = createBookReader(async (ref) => {
    reads += 1;
    return buildBook(ref.asset);
  }, limits);
  await Promise.all([read(buildKalshiAsset('A')), read(buildKalshiAsset('A')), read(buildKalshiAsset('B'))]);
  assert.equal(reads, 2);
});

test('no more than the allowed number are requested at once, and a failure frees its place', async () => {
  let running = 0;
  let most = 0;
  const read = createBookReader(async (ref) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (ref.storeKey === 'c1') throw new Error('down');
    return buildBook(ref.asset);
  }, limits);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => read(buildKalshiAsset(`c${n}`))),
  );
  assert.equal(most, 2);
  assert.deepEqual(results.filter(({ status }) => status === 'rejected').length, 1);
});

test('books of one venue leave room for those of another', async () => {
  const asked: string[] = [];
  const read = createBookReader(
    (ref) => {
      asked.push(ref.asset);
      return new Promise<Book>(() => undefined);
    },
    { ...limits, parallelOfVenue: 1 },
  );
  const refs = [buildKalshiAsset('A'), buildKalshiAsset('B'), buildPolymarketAsset('c')];
  for (const ref of refs) void read(ref).catch(() => undefined);
  await new Promise((next) => setImmediate(next));
  assert.deepEqual(asked, [refs[0]!.asset, refs[2]!.asset]);
});

test('the limit holds while callers come at any time', async () => {
  let running = 0;
  let most = 0;
  const read = createBookReader(
    async (ref) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 3; turn++) await Promise.resolve();
      running -= 1;
      return buildBook(ref.asset);
    },
    { ...limits, maxBooks: 100 },
  );
  const asked: Promise<Book>[] = [];
  // One request starts in each turn of the event queue, so that some start exactly when a place becomes free.
  for (let n = 0; n < 40; n++) {
    asked.push(read(buildKalshiAsset(`d${n}`)));
    await Promise.resolve();
  }
  await Promise.all(asked);
  assert.equal(most, 2);
});

test('books beyond the limit of one answer are refused', async () => {
  const read = createBookReader(async (ref) => buildBook(ref.asset), { ...limits, maxBooks: 1 });
  await read(buildKalshiAsset('a'));
  await assert.rejects(read(buildKalshiAsset('b')), /at most \d+ books/);
});

test('an answer does not wait for a book past its deadline', async () => {
  const read = createBookReader(() => new Promise<Book>(() => undefined), { ...limits, deadlineMs: 1 });
  const keepAlive = setTimeout(() => undefined, 1_000);
  await assert.rejects(read(buildKalshiAsset('a')), /took longer than/);
  clearTimeout(keepAlive);
});
