import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type VenueTrade } from '../../domain/index.ts';
import { KnownTrades } from './known-trades.ts';

const NOW = 1_795_867_200_000;
const MINUTE = 60_000;

type Parts = Pick<VenueTrade, 'id' | 'price' | 'size' | 'side'>;

function print(id: string | null, size = 10, side: VenueTrade['side'] = 'buy', price = 0.5): Parts {
  return { id, price, size, side };
}

function take(known: KnownTrades, parts: Parts, atMs = NOW) {
  return known.admit({ ...parts, venueTime: epochMs(NOW) }, atMs);
}

test('a print that equals one of the last ten minutes is a repetition', () => {
  const known = new KnownTrades('transaction');
  assert.equal(take(known, print('0xa:no')), '0xa:no');
  assert.equal(take(known, print('0xa:no'), NOW + 10 * MINUTE), undefined);
  assert.equal(take(known, print('0xa:no'), NOW + 10 * MINUTE + 1), '0xa:no');
});

test('trades of one transaction and token are numbered in the order of being stored', () => {
  const known = new KnownTrades('transaction');
  assert.equal(take(known, print('0xa:no', 10)), '0xa:no');
  assert.equal(take(known, print('0xa:no', 11), NOW + 8 * MINUTE), '0xa:no:2');
  assert.equal(take(known, print('0xa:yes', 10), NOW + 8 * MINUTE), '0xa:yes');
  assert.equal(
    take(known, print('0xa:no', 12), NOW + 15 * MINUTE),
    '0xa:no:3',
    'the first is forgotten, its number is not',
  );
  assert.equal(take(known, print('0xa:no', 12, 'sell'), NOW + 15 * MINUTE), '0xa:no:4');
});

test('equal trades without an id are all kept', () => {
  const known = new KnownTrades('transaction');
  assert.equal(take(known, print(null)), null);
  assert.equal(take(known, print(null)), null);
});

test('where an id names a trade, it alone says what came before', () => {
  const known = new KnownTrades('trade');
  assert.equal(take(known, print('17:4', 1)), '17:4');
  assert.equal(take(known, print('17:4', 2)), undefined);
  assert.equal(take(known, print('17:5', 1)), '17:5');
});

test('trades of the store are known after a start', () => {
  const known = new KnownTrades('transaction');
  known.remember({ ...print('0xa:no', 10), venueTime: epochMs(NOW) }, NOW);
  known.remember({ ...print('0xa:no:2', 11), venueTime: epochMs(NOW) }, NOW);
  assert.equal(take(known, print('0xa:no', 11)), undefined);
  assert.equal(take(known, print('0xa:no', 12)), '0xa:no:3');
  assert.equal(known.size, 3);
});
