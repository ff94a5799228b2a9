import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { hashBook, SentBooks, shownLadder } from './sent-books.ts';
import { World } from './world.ts';

const NOON = epochMs(Date.UTC(2026, 9, 6, 12));
const world = new World({ seed: 1, markets: 60 });
const listing = world
  .universe(NOON)
  .byVenue.polymarket.find((one) => (shownLadder(one, NOON + 5_000, false).asks[0]?.price ?? 1) < 0.9);

test('the hash of a book is over its lines, bids before asks, best first', () => {
  const book = { bids: [{ price: 0.4, size: 5 }], asks: [{ price: 0.0001, size: 1_000_000 }] };
  const lines = 'b 0.4 5\na 0.0001 1000000\n';
  assert.equal(hashBook(book), createHash('sha256').update(lines).digest('hex'));
});

test('the book of a moment is that of the last frame with a time not after it, crossed while it was', () => {
  assert.ok(listing !== undefined);
  const lines: string[] = [];
  const sent = new SentBooks((line) => lines.push(line));
  assert.deepEqual(sent.find('pm-x', NOON), { venueTime: null, bids: [], asks: [] });
  sent.add('pm-x', listing, { venueTime: NOON, t: NOON, isCrossed: false });
  sent.add('pm-x', listing, { venueTime: NOON + 5_000, t: NOON + 5_000, isCrossed: true });
  assert.equal(sent.find('pm-x', NOON - 1).venueTime, null);
  assert.deepEqual(sent.find('pm-x', NOON + 4_999), {
    venueTime: NOON,
    ...shownLadder(listing, NOON, false),
  });
  const { bids, asks } = sent.find('pm-x', NOON + 5_000);
  assert.ok((bids[0]?.price ?? 0) > (asks[0]?.price ?? 1));
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [NOON, NOON + 5_000].map((venueTime) => ({
      asset: 'pm-x',
      venueTime,
      sha256: hashBook(sent.find('pm-x', venueTime)),
    })),
  );
});
