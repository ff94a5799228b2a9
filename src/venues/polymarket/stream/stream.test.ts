import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { type LoopbackVenue, loopbackVenue } from '../../../../test/support/loopback-venues/polymarket.ts';
import { describedMarket, fixture } from '../../../../test/support/polymarket-fixtures.ts';
import { ListingIntake, StrictIntake } from '../../../../test/support/strict-intake.ts';
import { type AssetUpdate, epochMs } from '../../../domain/index.ts';
import { Intake } from '../../../upstream/intake.ts';
import { KNOWN_SHAPES } from '../known-shapes.ts';
import { identify, normaliseMarket, type PolledMarket } from '../normalise.ts';
import { readFrame } from './frames.ts';
import { MarketStream, type MarketStreamOptions } from './stream.ts';

const now = epochMs(Date.parse('2026-11-01T00:00:00Z'));

/** Market n has the Yes token `1000n` and the No token `2000n`. */
function listed(n: number): PolledMarket {
  const market = describedMarket({ id: String(n), slug: `m-${n}`, clobTokenIds: [`1000${n}`, `2000${n}`] });
  const identity = identify(market);
  assert.ok(identity !== null);
  return normaliseMarket(market, identity, now);
}

const book = (
  token: string,
  bids = [
    ['0.30', '10'],
    ['0.40', '5'],
  ],
  asks = [
    ['0.60', '9'],
    ['0.50', '7'],
  ],
) => {
  const levels = (side: string[][]) => side.map(([price, size]) => ({ price, size }));
  const event = { market: '0x1', asset_id: token, timestamp: '1793491200000', hash: 'x', event_type: 'book' };
  return { ...event, bids: levels(bids), asks: levels(asks), tick_size: '0.01', last_trade_price: '' };
};

/** Sends the books of the requested tokens as one array, as the venue does. */
function sendBooks(frame: string, socket: WebSocket, without: ReadonlySet<string> = new Set()) {
  const { assets_ids, operation } = JSON.parse(frame) as { assets_ids: string[]; operation?: string };
  if (operation === 'unsubscribe') return;
  socket.send(JSON.stringify(assets_ids.filter((token) => !without.has(token)).map((token) => book(token))));
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`);
    await pause(5);
  }
}

function createStream(t: TestContext, venue: LoopbackVenue, options: Partial<MarketStreamOptions> = {}) {
  const intake = new ListingIntake();
  const updates: AssetUpdate[] = [];
  const stream = new MarketStream({
    wsUrl: venue.wsUrl,
    clock: () => now,
    random: () => 0,
    intake,
    ...options,
  });
  stream.onUpdate((update) => updates.push(update));
  t.after(() => stream.stop());
  const emit = (event: unknown) => {
    for (const socket of venue.sockets)
      socket.send(typeof event === 'string' ? event : JSON.stringify(event));
  };
  return { stream, updates, refused: intake.refused, emit };
}

describe('readFrame', () => {
  it('reads single events, arrays of events, and plain text as nothing', () => {
    const intake = new StrictIntake();
    const read = (text: string) => readFrame(text, { intake }).map(({ event_type }) => event_type);
    const event = fixture('ws-book.json');
    assert.deepEqual(read(JSON.stringify(event)), ['book']);
    assert.deepEqual(read(JSON.stringify([event, fixture('ws-price_change.json')])), [
      'book',
      'price_change',
    ]);
    for (const text of ['PONG', 'NO NEW ASSETS', '', '[]']) assert.deepEqual(read(text), []);
  });

  it('counts events of kinds that nobody knows, names the kind, and reads those beside them', () => {
    const intake = new Intake();
    intake.know(KNOWN_SHAPES);
    const frame = [{ event_type: 'book_v3', asset_id: '1' }, fixture('ws-book.json'), null, {}];
    assert.deepEqual(
      readFrame(JSON.stringify(frame), { intake }).map(({ event_type }) => event_type),
      ['book'],
    );
    readFrame(JSON.stringify(fixture('ws-new_market.json')), { intake });
    const unread = intake.listKinds().find(({ kind }) => kind === 'ws unread event');
    assert.deepEqual([unread?.read, unread?.refused], [1, 2]);
    assert.deepEqual(unread?.unknownMembers, ['event_type=book_v3']);
  });

  it('a frame that is not JSON is no lasting doubt once others can be read', () => {
    const intake = new Intake();
    const find = () => intake.listKinds().find(({ kind }) => kind === 'ws frame');
    readFrame('{"event_type":', { intake });
    assert.equal(find()?.refusedInRow, 1);
    readFrame(JSON.stringify(fixture('ws-book.json')), { intake });
    assert.deepEqual([find()?.refusedInRow, find()?.refused], [0, 1]);
  });

  it('reads every recorded event that we use, and leaves out new_market', () => {
    for (const type of ['best_bid_ask', 'last_trade_price', 'market_resolved', 'tick_size_change']) {
      const events = readFrame(JSON.stringify(fixture(`ws-${type}.json`)), { intake: new StrictIntake() });
      assert.deepEqual(
        events.map(({ event_type }) => event_type),
        [type],
      );
    }
    assert.deepEqual(
      readFrame(JSON.stringify(fixture('ws-new_market.json')), { intake: new StrictIntake() }),
      [],
    );
  });

  it('refuses the shape of price_change before September 2025, and what is not JSON', () => {
    const intake = new ListingIntake();
    readFrame(JSON.stringify(fixture('ws-price_change-2024.json')), { intake });
    readFrame('{"event_type":', { intake });
    assert.match(intake.refused[0] ?? '', /^ws price_change /);
    assert.equal(intake.refused[1], 'ws frame /: not JSON');
  });
});

describe('MarketStream', () => {
  it('subscribes the Yes tokens with the first-frame form, once, however often the list is sent', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates } = createStream(t, venue);
    stream.start();
    stream.track([listed(1), listed(2)]);
    await until(() => updates.length === 2, 'both books');
    stream.track([listed(2), listed(1)]);
    stream.track([listed(1), listed(2), listed(3)]);
    await until(() => updates.length === 3, 'the third book');
    assert.deepEqual(
      venue.frames.map((frame) => JSON.parse(frame)),
      [
        { assets_ids: ['10001', '10002'], type: 'market', custom_feature_enabled: true },
        { assets_ids: ['10003'], operation: 'subscribe', custom_feature_enabled: true },
      ],
    );
    stream.track([listed(3)]);
    await until(() => venue.frames.length === 3, 'unsubscribing');
    assert.deepEqual(JSON.parse(venue.frames[2] ?? ''), {
      assets_ids: ['10001', '10002'],
      operation: 'unsubscribe',
    });
    assert.equal(stream.carries('pm-m-1'), false);
    assert.equal(stream.carries('pm-m-3'), true);
  });

  it('keeps a newer book when an older one, or an older change, comes late', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    const book = (timestamp: number, bid: string, ask: string) => ({
      event_type: 'book',
      asset_id: '10001',
      timestamp: String(timestamp),
      bids: [{ price: bid, size: '5' }],
      asks: [{ price: ask, size: '5' }],
    });
    const change = (timestamp: number, size: string) => ({
      event_type: 'price_change',
      timestamp: String(timestamp),
      price_changes: [{ asset_id: '10001', side: 'BUY', price: '0.4', size, best_bid: '0.1' }],
    });
    emit(book(now + 2_000, '0.4', '0.44'));
    await until(() => updates.length === 2, 'the newer book');
    emit(book(now - 60_000, '0.1', '0.9'));
    emit(change(now - 50_000, '0'));
    emit(change(now + 3_000, '7'));
    await until(() => updates.length === 3, 'the newer change');
    assert.deepEqual(
      updates.slice(1).map(({ bid, ask, venueTime }) => [bid, ask, venueTime]),
      [
        [0.4, 0.44, now + 2_000],
        [0.4, 0.44, now + 3_000],
      ],
    );
    emit(book(now + 90_000, '0.3', '0.5'));
    emit(book(now + 4_000, '0.41', '0.43'));
    await until(() => updates.length === 5, 'a book after one whose time cannot be');
    assert.equal(updates[4]?.bid, 0.41);
  });

  it('keeps the book: best level last, totals replaced, size 0 removed, the No part not counted', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    assert.deepEqual([updates[0]?.bid, updates[0]?.ask, updates[0]?.price], [0.4, 0.5, 0.45]);
    assert.equal(updates[0]?.venueTime, 1_793_491_200_000);

    const change = (asset_id: string, side: string, price: string, size: string) => ({
      asset_id,
      side,
      price,
      size,
      hash: 'x',
    });
    const changes = (...price_changes: object[]) =>
      emit({ event_type: 'price_change', market: '0x1', timestamp: '1793491201000', price_changes });
    changes(change('10001', 'BUY', '0.42', '3'), change('20001', 'SELL', '0.58', '0'));
    await until(() => updates.length === 2, 'a better bid');
    assert.equal(updates[1]?.bid, 0.42);
    changes(change('10001', 'BUY', '0.42', '0'), change('10001', 'SELL', '0.48', '1'));
    await until(() => updates.length === 3, 'the bid gone');
    assert.deepEqual([updates[2]?.bid, updates[2]?.ask], [0.4, 0.48]);
    changes(change('10001', 'BUY', '0.10', '1'));
    await until(() => updates.length === 4, 'a change behind the touch');
    assert.deepEqual([updates[3]?.bid, updates[3]?.ask], [0.4, 0.48]);
  });

  it('prices a wide book by the last trade, and an emptied one not at all', async (t) => {
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => {
        if (frame.includes('"type"'))
          socket.send(JSON.stringify(book('10001', [['0.2', '1']], [['0.8', '1']])));
      },
    );
    const { stream, updates, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    assert.equal(updates[0]?.price, 0.05);
    emit({ event_type: 'last_trade_price', asset_id: '10001', price: '0.61', size: '1', timestamp: '' });
    await until(() => updates.length === 2, 'the trade');
    assert.equal(updates[1]?.price, 0.61);
    emit(book('10001', [['0.001', '1']], [['0.999', '1']]));
    await until(() => updates.length === 3, 'edge quotes');
    assert.deepEqual([updates[2]?.price, updates[2]?.bid], [null, 0.001]);
  });

  it('subscribes again after a lost connection and trusts no book from before', async (t) => {
    let answers = true;
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => {
        if (answers) sendBooks(frame, socket);
      },
    );
    const { stream, updates } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    assert.equal(stream.freshQuote('pm-m-1')?.bid, 0.4);
    answers = false;
    for (const socket of venue.sockets) socket.terminate();
    await until(() => venue.frames.length === 2, 'the second subscription');
    assert.equal(JSON.parse(venue.frames[1] ?? '').type, 'market');
    assert.equal(stream.freshQuote('pm-m-1'), null);
    assert.equal(stream.getStatus().reconnects, 1);
  });

  it('spreads markets over connections of 400 tokens, in frames of 100, the two of a market on one', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates } = createStream(t, venue);
    stream.onTrade(() => undefined);
    stream.start();
    stream.track(Array.from({ length: 450 }, (_, n) => listed(n)));
    await until(() => updates.length === 450, 'all books');
    const { connections, connected, subscriptions } = stream.getStatus();
    assert.deepEqual([connections, connected, subscriptions], [3, 3, 450]);
    assert.equal(venue.frames.filter((frame) => frame.includes('"type":"market"')).length, 3);
    assert.equal(venue.frames.length, 9);
    const tokens = venue.frames.map((frame) => (JSON.parse(frame) as { assets_ids: string[] }).assets_ids);
    assert.ok(tokens.every((some) => some.length === 100));
    assert.ok(tokens.flat().every((token, i, all) => i % 2 === 0 || token === `2${all[i - 1]?.slice(1)}`));
  });

  it('carries no more than the largest, and lets small changes of rank pass', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates } = createStream(t, venue, { maxAssets: 10 });
    const markets = Array.from({ length: 12 }, (_, n) => listed(n));
    stream.start();
    stream.track(markets);
    await until(() => updates.length === 10, 'the books');
    assert.deepEqual(markets.map(({ state }) => stream.carries(state.ref.asset)).lastIndexOf(true), 9);
    const swapped = [...markets.slice(0, 9), markets[10], markets[9], markets[11]] as PolledMarket[];
    stream.track(swapped);
    assert.equal(stream.carries('pm-m-9'), true);
    assert.equal(stream.carries('pm-m-10'), false);
  });

  it('asks again for books that did not come, and then knows that the market has none', async (t) => {
    const without = new Set(['10003']);
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => sendBooks(frame, socket, without),
    );
    const { stream } = createStream(t, venue, { checkAfterMs: 200 });
    stream.start();
    stream.track([listed(1), listed(2), listed(3)]);
    await until(() => !stream.carries('pm-m-3'), 'giving up');
    const about = () => venue.frames.filter((frame) => frame.includes('10003')).length;
    await until(() => about() === 4, 'two subscriptions, each given up');
    assert.equal(stream.getStatus().reconnects, 0);
    stream.track([listed(1), listed(2), listed(3)]);
    assert.equal(stream.carries('pm-m-3'), false);
    assert.equal(stream.carries('pm-m-1'), true);
  });

  it('asks soon again for the books of a venue that fell silent, also for those that never came', async (t) => {
    const silent = new Set<string>();
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => sendBooks(frame, socket, silent),
    );
    let time = now;
    const { stream, updates } = createStream(t, venue, { checkAfterMs: 100, clock: () => time });
    stream.start();
    stream.track([listed(1), listed(2)]);
    await until(() => updates.length === 2, 'the books');
    for (const token of ['10001', '10002', '10003', '10004']) silent.add(token);
    const all = [listed(1), listed(2), listed(3), listed(4)];
    stream.track(all);
    stream.restart('pm-m-1');
    stream.restart('pm-m-2');
    await until(() => stream.getStatus().subscriptions === 0, 'giving up');
    silent.clear();
    updates.length = 0;
    stream.track(all);
    assert.equal(stream.getStatus().subscriptions, 0, 'not at once');
    time = epochMs(now + 31_000);
    stream.track(all);
    await until(() => new Set(updates.map(({ asset }) => asset)).size === 4, 'all books');
  });

  it('asks soon again for one book that it had, and seldom for one that it never had', async (t) => {
    const silent = new Set(['10004']);
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => sendBooks(frame, socket, silent),
    );
    let time = now;
    const { stream, updates } = createStream(t, venue, { checkAfterMs: 100, clock: () => time });
    stream.start();
    const all = [listed(1), listed(2), listed(3), listed(4)];
    stream.track(all);
    await until(() => updates.length === 3, 'the books');
    silent.add('10003');
    stream.restart('pm-m-3');
    await until(() => !stream.carries('pm-m-3') && !stream.carries('pm-m-4'), 'giving up');
    for (const [afterMs, subscriptions] of [
      [31_000, 3],
      [601_000, 4],
    ] as const) {
      time = epochMs(now + afterMs);
      stream.track(all);
      assert.equal(stream.getStatus().subscriptions, subscriptions);
    }
  });

  it('renews a connection whose books did not come at all', async (t) => {
    let connections = 0;
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => {
        if (frame.includes('"type"')) connections++;
        if (connections > 1) sendBooks(frame, socket);
      },
    );
    const { stream, updates } = createStream(t, venue, { checkAfterMs: 200 });
    stream.start();
    stream.track([listed(1), listed(2)]);
    await until(() => updates.length === 2, 'the books');
    assert.equal(stream.getStatus().reconnects, 1);
  });

  it('renews one subscription when an asset went quiet, and the connection the second time', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates } = createStream(t, venue);
    stream.start();
    stream.track([listed(1), listed(2)]);
    await until(() => updates.length === 2, 'the books');
    stream.restart('pm-m-1');
    await until(() => updates.length === 3, 'the book again');
    assert.deepEqual(
      venue.frames.slice(1).map((frame) => JSON.parse(frame).operation),
      ['unsubscribe', 'subscribe'],
    );
    stream.restart('pm-m-1');
    await until(() => updates.length === 5, 'all books again');
    assert.equal(stream.getStatus().reconnects, 1);
  });

  it('renews a book whose touch is not the one that the venue states, three times in a row', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    const stated = {
      event_type: 'best_bid_ask',
      asset_id: '10001',
      best_bid: '0.4',
      best_ask: '0.5',
      timestamp: '1',
    };
    emit(stated);
    for (let n = 0; n < 3; n++) emit({ ...stated, best_bid: '0.45' });
    await until(() => updates.length === 2, 'the book again');
    assert.equal(venue.frames.length, 3);
  });

  it('leaves a resolved market once, however often it is announced, and heeds no other', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1), listed(2)]);
    await until(() => updates.length === 2, 'the books');
    const resolved = {
      event_type: 'market_resolved',
      market: '0x1',
      assets_ids: ['10001', '20001'],
      timestamp: '1',
    };
    emit(fixture('ws-market_resolved.json'));
    emit(resolved);
    emit(resolved);
    await until(() => !stream.carries('pm-m-1'), 'leaving');
    stream.track([listed(1), listed(2)]);
    assert.equal(stream.carries('pm-m-1'), false);
    assert.equal(stream.carries('pm-m-2'), true);
  });

  it('counts frames that cannot be read and continues', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, updates, refused, emit } = createStream(t, venue);
    stream.start();
    stream.track([listed(1)]);
    await until(() => updates.length === 1, 'the book');
    emit('NO NEW ASSETS');
    emit('{"event_type"');
    emit([{ event_type: 'book', asset_id: 1 }, book('10001')]);
    await until(() => updates.length === 2, 'the book beside the broken one');
    assert.equal(refused.length, 2);
  });
});
