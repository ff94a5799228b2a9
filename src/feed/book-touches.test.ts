import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/markets.ts';
import { type Book, buildKalshiAsset, buildPolymarketAsset } from '../domain/index.ts';
import { BookTouches } from './book-touches.ts';

function openTouches() {
  const clock = new ManualClock();
  const touches = new BookTouches(clock.read);
  const put = (ref: ReturnType<typeof buildKalshiAsset>, bid: number) => {
    const bids = [
      { price: bid, size: 5 },
      { price: bid - 0.01, size: 9 },
    ];
    const book: Book = { asset: ref.asset, bids, asks: [], venueTime: null, receivedAt: clock.read() };
    touches.put(ref, book);
  };
  return { clock, touches, put };
}

test('the newest book of an asset is listed with its best prices, for two minutes, under its venue', () => {
  const { clock, touches, put } = openTouches();
  const ref = buildKalshiAsset('A');
  put(ref, 0.4);
  clock.advance(1_000);
  put(ref, 0.5);
  const receivedAt = clock.read();
  assert.deepEqual(touches.list('kalshi'), { [ref.asset]: { bid: 0.5, ask: null, receivedAt } });
  assert.deepEqual(touches.list('polymarket'), {});
  clock.advance(120_000);
  assert.equal(Object.keys(touches.list('kalshi')).length, 1);
  clock.advance(1);
  assert.deepEqual(touches.list('kalshi'), {});
});

test('of more than 1,000 assets of a venue the oldest books are left out', () => {
  const { touches, put } = openTouches();
  put(buildPolymarketAsset('other'), 0.1);
  for (let i = 0; i < 1_001; i++) put(buildKalshiAsset(`M${i}`), 0.2);
  const listed = Object.keys(touches.list('kalshi'));
  assert.equal(listed.length, 1_000);
  assert.ok(!listed.includes(buildKalshiAsset('M0').asset));
  assert.equal(Object.keys(touches.list('polymarket')).length, 1);
});
