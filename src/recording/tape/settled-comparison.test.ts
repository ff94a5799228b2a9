import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type VenueTrade } from '../../domain/index.ts';
import { compareSettled } from './settled-comparison.ts';

const NOW = 1_795_867_200_000;

type Parts = Pick<VenueTrade, 'id' | 'price' | 'size' | 'side'>;

function print(id: string | null, size = 10, side: VenueTrade['side'] = 'buy', price = 0.5): Parts {
  return { id, price, size, side };
}

function listed(
  id: string | null,
  size: number,
  side: VenueTrade['side'] = 'buy',
  secondsLater = 3,
): VenueTrade & { readonly venueTime: number } {
  const venueTime = epochMs(NOW + secondsLater * 1_000);
  return {
    ...print(id, size, side),
    asset: 'pm-a',
    sideSource: 'venue',
    venueTime,
    receivedAt: null,
    source: 'backfill',
    isBlock: false,
  };
}

function stored(id: string | null, size: number, side: VenueTrade['side'] = 'buy', t = NOW) {
  return { id, size, side, t };
}

test('rows of the list that no stored trade accounts for are added, equal ones all of them', () => {
  const { added } = compareSettled(
    [stored('0xa:yes', 10)],
    [listed('0xa:yes', 10), listed('0xa:yes', 5), listed('0xa:yes', 5), listed('0xb:no', 7)],
  );
  assert.deepEqual(
    added.map(({ id, size }) => [id, size]),
    [
      ['0xa:yes:2', 5],
      ['0xa:yes:3', 5],
      ['0xb:no', 7],
    ],
  );
});

test('a print that is listed as several fills is not doubled', () => {
  const fills = [listed('0xa:yes', 6.25), listed('0xa:yes', 3.749999)];
  assert.deepEqual(compareSettled([stored('0xa:yes', 10)], fills).added, []);
});

test('a side of its own is compared for itself, and a stored trade without one counts for either', () => {
  const rows = [listed('0xa:yes', 10, 'buy'), listed('0xa:yes', 4, 'sell')];
  assert.deepEqual(
    compareSettled([stored('0xa:yes', 10)], rows).added.map(({ side, size }) => [side, size]),
    [['sell', 4]],
  );
  assert.deepEqual(compareSettled([stored('0xa:yes', 14, null)], rows).added, []);
});

test('a stored trade without an id is a listed row of its side and size within two hours', () => {
  const row = listed('0xa:yes', 10);
  assert.deepEqual(compareSettled([stored(null, 10.0000005)], [row]).added, []);
  assert.equal(compareSettled([stored(null, 10, 'sell')], [row]).added.length, 1);
  assert.equal(compareSettled([stored(null, 10, 'buy', NOW + 4_000)], [row]).added.length, 1);
  assert.equal(
    compareSettled([stored(null, 10), stored(null, 11)], [row, listed('0xb:yes', 10)]).added.length,
    1,
  );
});

test('a print that the list does not have is missing once the list has a later one', () => {
  const prints = [
    stored('0xa:yes', 10),
    stored('0xb:no', 3, 'sell', NOW + 500),
    stored('0xc:no', 3, 'buy', NOW + 9_000),
  ];
  const { missing } = compareSettled(prints, [listed('0xa:yes', 10), listed('0xd:no', 1, 'buy', 5)]);
  assert.deepEqual(
    missing.map(({ id, isPassed }) => [id, isPassed]),
    [
      ['0xb:no', true],
      ['0xc:no', false],
    ],
  );
});
