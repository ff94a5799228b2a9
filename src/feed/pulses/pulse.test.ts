import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AssetRef, type Book, buildBinaryAsset, epochMs } from '../../domain/index.ts';
import { toBookPulse } from './pulse.ts';

const REF: AssetRef = buildBinaryAsset('kalshi', 'KXTEST');

function book(bid: number, ask: number): Book {
  const time = epochMs(1_000);
  return {
    asset: REF.asset,
    bids: [{ price: bid, size: 1 }],
    asks: [{ price: ask, size: 1 }],
    venueTime: time,
    receivedAt: time,
  };
}

test('the pulse of a book has the mid that the recorder takes, at a spread of exactly 0.10', () => {
  assert.equal(toBookPulse(REF, book(0.45, 0.55), null).price, 0.5);
});

test('the pulse of a crossed book has no mid', () => {
  assert.equal(toBookPulse(REF, book(0.55, 0.45), null).price, null);
});
