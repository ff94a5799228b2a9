import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startLoopbackVenue } from '../../../../test/support/loopback-venues/limitless.ts';
import { ListingIntake } from '../../../../test/support/strict-intake.ts';
import { type BookEvent, epochMs } from '../../../domain/index.ts';
import { PriceStream } from './price-stream.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const folder = path.join(import.meta.dirname, '../../../../../shared/recordings');
const skip = existsSync(folder) ? false : 'the folder ../shared/recordings is absent';

/** Creates a stream of markets with a listener of books and a clock that the test sets. */
async function listen(t: TestContext, slugs: readonly string[] = ['m-1']) {
  const venue = await startLoopbackVenue(() => ({ status: 404, text: '' }));
  t.after(() => venue.close());
  let seconds = 0;
  const intake = new ListingIntake();
  const stream = new PriceStream({
    url: venue.wsUrl,
    userAgent: 'crosstape-test',
    clock: () => epochMs(START + seconds * 1_000),
    random: () => 0,
    intake,
    hasEnded: (slug) => slug === 'm-ended',
  });
  t.after(() => stream.stop());
  const events: BookEvent[] = [];
  stream.onBook((event) => events.push(event));
  stream.start();
  stream.setSlugs(slugs);
  await until(() => venue.subscriptions.length === 1);
  return {
    stream,
    venue,
    events,
    refused: intake.refused,
    at: (time: number) => {
      seconds = time;
    },
    push: (data: unknown) => venue.push('orderbookUpdate', data),
    kinds: () => events.map((event) => (event.kind === 'break' ? event.reason : event.kind)),
  };
}

const level = (price: unknown, size: unknown = 1_500_000) => ({ price, size, side: 'BUY' });
const frame = (bids: readonly object[], more: object = {}) => ({
  marketSlug: 'm-1',
  orderbook: { bids, asks: [level(0.6, 2_000_000), level('0.5', '2500001')] },
  version: 7,
  timestamp: '2026-11-01T00:00:00.116Z',
  ...more,
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, String(condition));
    await new Promise((next) => setTimeout(next, 2));
  }
}

test('every frame is a whole book in shares, best first, crossed and empty ones too', async (t) => {
  const { events, push } = await listen(t);
  push(frame([level(0.3), level(0.4, 0)]));
  push(frame([level(0.7)]));
  push(frame([], { orderbook: { bids: [], asks: null } }));
  await until(() => events.length === 3);
  assert.deepEqual(events[0], {
    kind: 'whole',
    asset: 'limitless-m-1',
    receivedAt: START,
    venueTime: START + 116,
    seq: 7,
    bids: [{ price: 0.3, size: 1.5 }],
    asks: [
      { price: 0.5, size: 2.500001 },
      { price: 0.6, size: 2 },
    ],
    depth: null,
  });
  assert.ok(events[1]?.kind === 'whole' && events[2]?.kind === 'whole');
  assert.deepEqual([events[1].bids[0]?.price, events[2].bids, events[2].asks], [0.7, [], []]);
});

test('a frame that cannot be recorded breaks at the one before', async (t) => {
  const { events, refused, push, at, kinds } = await listen(t);
  const odd: readonly unknown[] = [
    frame([level(0)]),
    frame([level(1)]),
    frame([level(0.3, -1)]),
    frame([level(0.3, 1e23)]),
    frame([level(0.3), level(true)]),
    frame([level('none')]),
    frame(Array.from({ length: 4_097 }, (_, i) => level((i + 1) / 10_000))),
    frame([], { orderbook: {} }),
    { marketSlug: 'm-1' },
  ];
  for (const [i, data] of odd.entries()) {
    at(10 * i);
    push(frame([level(0.3)]));
    await until(() => events.length === 2 * i + 1);
    at(10 * i + 5);
    push(data);
    push(data);
    await until(() => events.length === 2 * i + 2);
    assert.equal(kinds().at(-1), 'refused', JSON.stringify(data).slice(0, 80));
    assert.equal(events.at(-1)?.receivedAt, START + 10_000 * i);
  }
  await until(() => refused.length >= 2 * odd.length);
});

test('a late frame is none, and a lost connection ends books with its last message', async (t) => {
  const { events, push, at, venue, kinds } = await listen(t, ['m-1', 'm-2']);
  push(frame([level(0.3)]));
  await until(() => events.length === 1);
  at(3);
  push(frame([level(0.2)], { version: 6 }));
  push(frame([level(0.2)], { marketSlug: 'm-2' }));
  await until(() => events.length === 2);
  at(9);
  venue.dismiss();
  await until(() => events.length === 4);
  assert.deepEqual(kinds(), ['whole', 'whole', 'connection', 'connection']);
  assert.ok(events.slice(2).every(({ receivedAt }) => receivedAt === START + 3_000));
});

test('markets end, or lose their place', async (t) => {
  const { stream, venue, events, push, kinds } = await listen(t, ['m-1', 'm-2', 'm-ended']);
  for (const marketSlug of ['m-1', 'm-2', 'm-ended']) push(frame([level(0.3)], { marketSlug }));
  await until(() => events.length === 3);
  venue.push('marketResolved', { slug: 'm-1', resolutionDate: '2026-11-01T00:00:00Z' });
  await until(() => events.length === 4);
  stream.setSlugs([]);
  assert.deepEqual(kinds().slice(3), ['ended', 'dropped', 'ended']);
});

test('two lists in a row that show another touch than a quiet stream are its silence', async (t) => {
  const { stream, events, push, at, kinds } = await listen(t);
  const list = (bid: number, time: number) => {
    at(time);
    stream.compareListed('m-1', { bid, ask: 0.5 }, epochMs(START + time * 1_000));
  };
  push(frame([level(0.3)]));
  await until(() => events.length === 1);
  list(0.31, 10);
  list(0.31, 20);
  list(0.3, 70);
  list(0.31, 80);
  assert.deepEqual(kinds(), ['whole']);
  list(0.31, 90);
  assert.deepEqual(kinds(), ['whole', 'silence']);
  assert.equal(events[1]?.receivedAt, START);
});

test('known books are repeated, those that broke are not', async (t) => {
  const { stream, events, push, at, kinds } = await listen(t, ['m-1', 'm-2']);
  push(frame([level(0.3)]));
  push(frame([level(0.3)], { marketSlug: 'm-2' }));
  push(frame([level(2)], { marketSlug: 'm-2' }));
  await until(() => events.length === 3);
  at(5);
  stream.repeatBooks();
  assert.deepEqual(kinds(), ['whole', 'whole', 'refused', 'whole']);
  assert.deepEqual([events[3]?.asset, events[3]?.receivedAt], ['limitless-m-1', START + 5_000]);
});

test('the recorded frame of October is a book of its levels', { skip }, async (t) => {
  const name = '2026-10/limitless/ws-orderbookUpdate-2026-10.json';
  const [, data] = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as [
    string,
    { marketSlug: string },
  ];
  const { events, push } = await listen(t, [data.marketSlug]);
  push(data);
  await until(() => events.length === 1);
  const [event] = events;
  assert.ok(event?.kind === 'whole');
  assert.deepEqual(
    [event.bids[0], event.asks[0]],
    [
      { price: 0.019, size: 1_000 },
      { price: 0.052, size: 1_015 },
    ],
  );
});
