import assert from 'node:assert/strict';
import test from 'node:test';
import { type Book, epochMs } from '../../domain/index.ts';
import { buyFromBook } from './depth.ts';

const book: Book = {
  asset: 'pm-a',
  bids: [
    { price: 0.4, size: 10 },
    { price: 0.3, size: 10 },
  ],
  asks: [
    { price: 0.42, size: 5 },
    { price: 0.5, size: 100 },
  ],
  venueTime: null,
  receivedAt: epochMs(0),
};

test('buying Yes walks the asks', () => {
  const fill = buyFromBook(book, 'yes', 10);
  assert.equal(fill.size, 10);
  assert.ok(Math.abs(fill.costUsd - (5 * 0.42 + 5 * 0.5)) < 1e-12);
  assert.ok(Math.abs((fill.avgPrice ?? 0) - 0.46) < 1e-12);
});

test('buying No takes the Yes bids at the other side of their price', () => {
  const fill = buyFromBook(book, 'no', 15);
  assert.equal(fill.size, 15);
  assert.ok(Math.abs(fill.costUsd - (10 * 0.6 + 5 * 0.7)) < 1e-12);
});

test('a book that is too thin fills what it holds, an empty one nothing', () => {
  assert.equal(buyFromBook(book, 'no', 50).size, 20);
  assert.deepEqual(buyFromBook({ ...book, asks: [] }, 'yes', 1), { size: 0, costUsd: 0, avgPrice: null });
});
