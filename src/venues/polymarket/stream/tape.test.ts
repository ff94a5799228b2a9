import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { type LoopbackVenue, loopbackVenue } from '../../../../test/support/loopback-venues/polymarket.ts';
import { describedMarket } from '../../../../test/support/polymarket-fixtures.ts';
import { ListingIntake } from '../../../../test/support/strict-intake.ts';
import { type BookEvent, epochMs, type TradesHeard, type VenueTrade } from '../../../domain/index.ts';
import { identify, normaliseMarket, type PolledMarket } from '../normalise.ts';
import { MarketStream, type MarketStreamOptions } from './stream.ts';

const now = epochMs(Date.parse('2026-11-01T00:00:00Z'));
const timestamp = '1793491200000';

interface Market {
  readonly slug: string;
  readonly yes: string;
  readonly no: string;
}

/** Market n has the Yes token `1000n` and the No token `2000n`. */
const market = (n: number): Market => ({ slug: `m-${n}`, yes: `1000${n}`, no: `2000${n}` });

function listed({ slug, yes, no }: Market, { bid = 0.04, ask = 0.05 } = {}): PolledMarket {
  const row = describedMarket({
    id: slug,
    slug,
    clobTokenIds: [yes, no],
    bestBid: bid,
    bestAsk: ask,
  });
  const identity = identify(row);
  assert.ok(identity !== null);
  return normaliseMarket(row, identity, now);
}

const level = (price: string, size: string) => ({ price, size });
const wholeBook = (token: string, bids = [level('0.30', '10'), level('0.40', '5')]) => ({
  market: '0x1',
  asset_id: token,
  timestamp,
  hash: 'x',
  event_type: 'book',
  bids,
  asks: [level('0.60', '9'), level('0.50', '7')],
});
const row = (token: string, side: string, price: unknown, size: unknown, touch: object = {}) => ({
  asset_id: token,
  side,
  price,
  size,
  hash: 'x',
  ...touch,
});
const changes = (...price_changes: readonly object[]) => ({
  event_type: 'price_change',
  market: '0x1',
  timestamp,
  price_changes,
});
const print = (token: string, side: string, price: string, hash: string, size = '1') => ({
  event_type: 'last_trade_price',
  market: '0x1',
  asset_id: token,
  price,
  size,
  side,
  timestamp,
  transaction_hash: hash,
});

function toTokens(frame: string): readonly string[] {
  const { assets_ids, operation } = JSON.parse(frame) as { assets_ids: string[]; operation?: string };
  return operation === 'unsubscribe' ? [] : assets_ids;
}

function sendBooks(frame: string, socket: WebSocket): void {
  const tokens = toTokens(frame);
  if (tokens.length > 0) socket.send(JSON.stringify(tokens.map((token) => wholeBook(token))));
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`);
    await pause(2);
  }
}

/** Creates a stream with listeners of the tape and a clock that advances by a millisecond with each call. */
function listen(t: TestContext, venue: LoopbackVenue, options: Partial<MarketStreamOptions> = {}) {
  let time: number = now;
  const clock = () => epochMs(time++);
  const intake = new ListingIntake();
  const stream = new MarketStream({ wsUrl: venue.wsUrl, clock, random: () => 0, intake, ...options });
  const books: BookEvent[] = [];
  const trades: VenueTrade[] = [];
  const heard: TradesHeard[] = [];
  stream.onBook((event) => books.push(event));
  stream.onTrade((trade) => trades.push(trade));
  stream.onHeard((event) => heard.push(event));
  t.after(() => stream.stop());
  const emit = (...events: readonly unknown[]) => {
    for (const event of events)
      for (const socket of venue.sockets)
        socket.send(typeof event === 'string' ? event : JSON.stringify(event));
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { stream, books, trades, heard, refused: intake.refused, emit, pass };
}

/** Kinds of the events; for breaks their reasons. */
const kinds = (events: readonly BookEvent[]) =>
  events.map((event) => (event.kind === 'break' ? event.reason : event.kind));

describe('the tape of a market stream', () => {
  it('has whole books best first, changes of the Yes token, and trades of both tokens', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, trades, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    emit(
      changes(
        row('20001', 'SELL', '0.58', '3'),
        row('10001', 'BUY', '0.42', '3'),
        row('10001', 'SELL', '0.5', '0'),
      ),
      print('20001', 'BUY', '0.58', '0xa'),
      print('10001', 'BUY', '0.6', '0xb'),
      print('20001', 'SELL', '0.585', '0xc', '2.460001'),
    );
    await until(() => trades.length === 3, 'the trades');
    const [whole, change] = books;
    assert.ok(whole?.kind === 'whole' && change?.kind === 'change');
    assert.deepEqual(whole.bids, [
      { price: 0.4, size: 5 },
      { price: 0.3, size: 10 },
    ]);
    assert.deepEqual(
      [whole.asks[0], whole.depth, whole.venueTime],
      [{ price: 0.5, size: 7 }, null, Number(timestamp)],
    );
    assert.deepEqual(change.changes, [
      { side: 'bid', price: 0.42, size: 3 },
      { side: 'ask', price: 0.5, size: 0 },
    ]);
    assert.equal(books.length, 2);
    assert.deepEqual(
      trades.map(({ asset, price, size, side, id, source }) => [asset, price, size, side, id, source]),
      [
        ['pm-m-1', 0.42, 1, 'sell', '0xa:no', 'stream'],
        ['pm-m-1', 0.6, 1, 'buy', '0xb:yes', 'stream'],
        ['pm-m-1', 0.415, 2.460001, 'buy', '0xc:no', 'stream'],
      ],
    );
  });

  it('prices no trade of a No token, and reads no book of one', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, trades, refused, emit } = listen(t, venue);
    const updates: unknown[] = [];
    stream.onUpdate((update) => updates.push(update));
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => updates.length === 1, 'the book');
    emit(
      wholeBook('20001'),
      { ...wholeBook('20001'), bids: 'of a form that is refused' },
      { event_type: 'best_bid_ask', asset_id: '20001', best_bid: '0.9', best_ask: '0.95', timestamp },
      print('20001', 'BUY', '0.9', '0xa'),
    );
    await until(() => trades.length === 1, 'the trade');
    assert.deepEqual([updates.length, books.length, refused], [1, 1, []]);
  });

  it('is without No tokens until trades have a listener, which then gets those of markets carried already', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const stream = new MarketStream({
      wsUrl: venue.wsUrl,
      clock: () => now,
      random: () => 0,
      intake: new ListingIntake(),
    });
    t.after(() => stream.stop());
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => venue.frames.length === 1, 'the subscription');
    assert.deepEqual(toTokens(venue.frames[0] ?? ''), ['10001']);
    stream.onTrade(() => undefined);
    stream.onTrade(() => undefined);
    stream.track([listed(market(1)), listed(market(2))]);
    await until(() => venue.frames.length === 3, 'the No tokens');
    assert.deepEqual(venue.frames.slice(1).map(toTokens), [['20001'], ['10002', '20002']]);
  });

  it('tells of a lost connection with the time of its last message, and begins again with a whole book', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, heard, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    emit(changes(row('10001', 'BUY', '0.42', '3')), 'PONG');
    await until(() => books.length === 2, 'the change');
    const last = stream.getStatus().lastMessageAt;
    for (const socket of venue.sockets) socket.terminate();
    await until(() => books.length === 4, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'change', 'connection', 'whole']);
    assert.ok(
      (books[2]?.receivedAt ?? 0) >= (books[1]?.receivedAt ?? 0) &&
        (books[2]?.receivedAt ?? 0) >= (last ?? 0),
    );
    await until(() => heard.length === 3, 'trades again');
    assert.deepEqual(
      heard.map((event) => (event.kind === 'end' ? event.reason : event.kind)),
      ['begin', 'connection', 'begin'],
    );
  });

  it('ends with the frame before the first of three wrong touches', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    const right = { best_bid: '0.4', best_ask: '0.5' };
    const wrong = { best_bid: '0.45', best_ask: '0.5' };
    emit(
      changes(row('10001', 'BUY', '0.1', '1', right)),
      ...['2', '3', '4'].map((size) => changes(row('10001', 'BUY', '0.1', size, wrong))),
    );
    await until(() => books.length === 7, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'change', 'change', 'change', 'change', 'disagrees', 'whole']);
    assert.equal(books[5]?.receivedAt, books[1]?.receivedAt);
  });

  it('has no change of a book before its first whole one, and goes on when the tick of a market changes', async (t) => {
    const venue = await loopbackVenue(t, () => null);
    const { stream, books, trades, refused, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => venue.sockets.size === 1 && venue.frames.length > 0, 'the subscription');
    emit(changes(row('10001', 'BUY', '0.42', '3')), print('10001', 'BUY', '0.6', '0xa'));
    await until(() => trades.length === 1, 'the print behind the change');
    assert.equal(books.length, 0);
    const tick = { event_type: 'tick_size_change', market: '0x1', asset_id: '10001', timestamp };
    emit(
      wholeBook('10001'),
      { ...tick, old_tick_size: '0.01', new_tick_size: '0.001' },
      changes(row('10001', 'BUY', '0.4123', '3')),
    );
    await until(() => books.length === 2, 'the book and its change');
    assert.ok(books[1]?.kind === 'change');
    assert.deepEqual(books[1].changes, [{ side: 'bid', price: 0.4123, size: 3 }]);
    assert.deepEqual(refused, []);
  });

  it('keeps what a later frame has set where an older one comes behind it, and takes the rest of that one', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    const at = (ms: number, ...rows: readonly object[]) => ({
      ...changes(...rows),
      timestamp: String(Number(timestamp) + ms),
    });
    const late = at(1_000, row('10001', 'BUY', '0.41', '1'), row('10001', 'SELL', '0.49', '1'));
    emit(at(2_000, row('10001', 'BUY', '0.41', '2')), late, late);
    emit(at(2_000, row('10001', 'BUY', '0.41', '3')));
    await until(() => books.length === 5, 'the changes');
    assert.deepEqual(
      books.slice(1).map((event) => event.kind === 'change' && event.changes),
      [
        [{ side: 'bid', price: 0.41, size: 2 }],
        [{ side: 'ask', price: 0.49, size: 1 }],
        [{ side: 'ask', price: 0.49, size: 1 }],
        [{ side: 'bid', price: 0.41, size: 3 }],
      ],
    );
  });

  it('does not know the book once a frame lies a minute before the others: the clock of the venue has another time', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    const at = (ms: number, size: string) => ({
      ...changes(row('10001', 'BUY', '0.41', size)),
      timestamp: String(Number(timestamp) + ms),
    });
    emit(at(1_000, '1'), at(-86_400_000, '2'));
    await until(() => books.length === 4, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'change', 'refused', 'whole']);
    assert.equal(books[2]?.receivedAt, books[1]?.receivedAt);
  });

  it('does not know the book once a frame lies behind more changes than are remembered: a later one may have set its levels', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    const at = (ms: number, ...rows: readonly object[]) => ({
      ...changes(...rows),
      timestamp: String(Number(timestamp) + ms),
    });
    const many = Array.from({ length: 256 }, (_, i) => row('10001', 'SELL', '0.49', String(i + 1)));
    // Twice as many changes as are remembered follow the first one, which is the one that matters.
    emit(at(2_000, row('10001', 'BUY', '0.41', '2')), at(2_001, ...many), at(2_002, ...many));
    emit(at(1_000, row('10001', 'BUY', '0.41', '1')));
    await until(() => books.length === 6, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'change', 'change', 'change', 'refused', 'whole']);
  });

  it('drops frames that cannot be applied, ends with the one before, and goes on with a whole book', async (t) => {
    const odd: readonly (readonly [string, readonly object[]])[] = [
      ['no number', [row('10001', 'BUY', '0.42', 'NaN')]],
      ['negative', [row('10001', 'BUY', '0.42', '-1')]],
      ['too large', [row('10001', 'BUY', '0.42', '1e16')]],
      ['far too large', [row('10001', 'BUY', '0.42', '1e30')]],
      ['price 1.2', [row('10001', 'BUY', '1.2', '1')]],
      ['price 0', [row('10001', 'BUY', '0', '1')]],
      ['a row of another form', [row('10001', 'BUY', '0.42', '1'), row('10001', 'BUY', '0.43', 1)]],
      ['too many', Array.from({ length: 8_193 }, () => row('10001', 'BUY', '0.42', '1'))],
    ];
    for (const [what, rows] of odd) {
      const venue = await loopbackVenue(t, () => null, sendBooks);
      const { stream, books, refused, emit } = listen(t, venue);
      stream.start();
      stream.track([listed(market(1))]);
      await until(() => books.length === 1, 'the book');
      emit(changes(row('10001', 'BUY', '0.41', '-0')), changes(...rows));
      await until(() => books.length === 4, what);
      assert.deepEqual(kinds(books), ['whole', 'change', 'refused', 'whole'], what);
      assert.equal(books[2]?.receivedAt, books[1]?.receivedAt, what);
      assert.equal(refused.length, 1, what);
      assert.ok(books[1]?.kind === 'change' && Object.is(books[1].changes[0]?.size, 0));
      await stream.stop();
    }
  });

  it('refuses books of too many levels, and takes crossed and empty ones', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    emit(wholeBook('10001', [level('0.7', '1')]), { ...wholeBook('10001', []), asks: [] });
    await until(() => books.length === 3, 'two books');
    const many = Array.from({ length: 4_097 }, (_, i) => level(String((i + 1) / 10_000), '1'));
    emit(wholeBook('10001', many));
    await until(() => books.length === 5, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'whole', 'whole', 'refused', 'whole']);
  });

  it('asks for the book of a market whose frames are all odd once a minute, and keeps the connection', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, trades, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1)), listed(market(2))]);
    await until(() => books.length === 2, 'the books');
    const bad = changes(row('10001', 'BUY', '0.42', '-1'));
    emit(bad);
    await until(() => books.length === 4, 'the book again');
    emit(bad, bad, changes(row('10001', 'BUY', '0.42', '1')), changes(row('10002', 'BUY', '0.42', '1')));
    emit(print('10002', 'BUY', '0.5', '0xa'));
    await until(() => trades.length === 1, 'the end');
    assert.deepEqual(kinds(books), ['whole', 'whole', 'refused', 'whole', 'refused', 'change']);
    assert.equal(stream.getStatus().reconnects, 0);
    emit(wholeBook('10001'));
    await until(() => books.length === 7, "a book of the venue's own");
  });

  it('gives a connection up for a text of which nobody knows what it was about', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1)), listed(market(2))]);
    await until(() => books.length === 2, 'the books');
    emit('{"market":"0x1","price_changes":[{"asset_id":"10001","price":"0.4');
    await until(() => books.length === 4, 'one market named');
    assert.deepEqual(kinds(books.slice(2)), ['refused', 'whole']);
    emit('[{"market":"0x1","price_cha');
    await until(() => books.length === 8, 'both books again');
    assert.deepEqual(kinds(books.slice(4)), ['refused', 'refused', 'whole', 'whole']);
  });

  it('tells markets that ended from those that lost their place', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue, { maxAssets: 4 });
    const all = [1, 2, 3, 4].map(market);
    stream.start();
    stream.track(all.map((one) => listed(one)));
    await until(() => books.length === 4, 'the books');
    emit({ event_type: 'market_resolved', market: '0x1', assets_ids: ['10001', '20001'], timestamp });
    await until(() => books.length === 5, 'the end');
    stream.track([listed(market(3)), listed(market(4))], false);
    stream.track([listed(market(4))], true);
    assert.deepEqual(
      books.slice(4).map((event) => [event.asset, event.kind === 'break' && event.reason]),
      [
        ['pm-m-1', 'ended'],
        ['pm-m-2', 'dropped'],
        ['pm-m-3', 'ended'],
      ],
    );
  });

  it('breaks where two lists in a row show another touch than a stream that says nothing', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, pass } = listen(t, venue);
    const moved = () => stream.track([listed(market(1), { bid: 0.44, ask: 0.5 })]);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    moved();
    moved();
    assert.equal(books.length, 1, 'a list that lags says nothing');
    pass(61_000);
    stream.track([listed(market(1), { bid: 0.4, ask: 0.5 })]);
    moved();
    assert.equal(books.length, 1, 'a quiet market alone is no silence');
    moved();
    await until(() => books.length === 3, 'the book again');
    assert.deepEqual(kinds(books), ['whole', 'silence', 'whole']);
    assert.equal(books[1]?.receivedAt, books[0]?.receivedAt);
    pass(61_000);
    moved();
    moved();
    assert.equal(books.length, 3, 'a list that a new book has refuted is wrong itself');
  });

  it('repeats the books that are known', async (t) => {
    const venue = await loopbackVenue(t, () => null, sendBooks);
    const { stream, books, emit } = listen(t, venue);
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    emit(changes(row('10001', 'BUY', '0.42', '3')));
    await until(() => books.length === 2, 'the change');
    stream.repeatBooks();
    assert.ok(books[2]?.kind === 'whole');
    assert.deepEqual(books[2].bids[0], { price: 0.42, size: 3 });
  });

  it('hears trades from the moment by which subscriptions have been taken, also without books', async (t) => {
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => {
        const yes = toTokens(frame).filter((token) => token.startsWith('1'));
        socket.send(JSON.stringify(yes.map((token) => wholeBook(token))));
      },
    );
    const { stream, books, heard } = listen(t, venue, { checkAfterMs: 50 });
    stream.start();
    stream.track([listed(market(1))]);
    await until(() => books.length === 1, 'the book');
    assert.equal(heard.length, 0);
    await until(() => heard.length === 1, 'the check');
    assert.deepEqual([heard[0]?.kind, heard[0]?.asset], ['begin', 'pm-m-1']);
  });
});

const file = path.join(
  import.meta.dirname,
  '../../../../../shared/recordings/series/polymarket-trades-2025.csv.gz',
);
const skip = existsSync(file) ? false : 'the folder ../shared/recordings is absent';

interface RecordedTrade {
  readonly market: Market;
  readonly token: string;
  readonly isYes: boolean;
  readonly side: string;
  readonly price: string;
  readonly size: string;
  readonly hash: string;
}

function readRecorded(): RecordedTrade[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => {
    const [, , token = '', side = '', , index, price = '', size = '', slug = '', , hash = ''] =
      line.split(',');
    const isYes = index === '0';
    return {
      market: { slug, yes: isYes ? token : '', no: isYes ? '' : token },
      token,
      isYes,
      side,
      price,
      size,
      hash,
    };
  });
}

/** Lists the 59 markets of the recording. Tokens without a trade have invented ids. */
function listMarkets(trades: readonly RecordedTrade[]): Market[] {
  const markets = new Map<string, Market>();
  for (const {
    market: { slug, yes, no },
  } of trades) {
    const known = markets.get(slug);
    markets.set(slug, { slug, yes: yes || known?.yes || '', no: no || known?.no || '' });
  }
  return [...markets.values()].map(({ slug, yes, no }, i) => ({
    slug,
    yes: yes || `7${i}`,
    no: no || `8${i}`,
  }));
}

const imbalance = (sides: readonly (string | null)[]) => {
  const count = (side: string) => sides.filter((one) => one === side).length;
  return (count('buy') - count('sell')) / (count('buy') + count('sell'));
};

describe('recorded trades on the stream', { skip }, () => {
  /** Prints every recorded trade on the connections that subscribe its token, and compares the received trades. */
  async function compare(t: TestContext, isSent: (token: string, isYes: boolean) => boolean): Promise<void> {
    const recorded = readRecorded();
    const markets = listMarkets(recorded);
    const subscribed = new Set<string>();
    const venue = await loopbackVenue(
      t,
      () => null,
      (frame, socket) => {
        for (const token of toTokens(frame)) subscribed.add(token);
        sendBooks(frame, socket);
      },
    );
    const { stream, books, trades, emit } = listen(t, venue);
    stream.start();
    stream.track(markets.map((one) => listed(one)));
    await until(() => books.length === markets.length, 'the books');
    for (const { token, isYes, side, price, size, hash } of recorded)
      if (subscribed.has(token) && isSent(token, isYes)) emit(print(token, side, price, hash, size));
    emit(print(markets[0]?.yes ?? '', 'BUY', '0.5', '0xend'));
    await until(() => trades.at(-1)?.id === '0xend:yes', 'the end');
    trades.pop();
    const truth = recorded.map(({ isYes, side }) => ((side === 'BUY') === isYes ? 'buy' : 'sell'));
    assert.equal(trades.length, recorded.length);
    assert.deepEqual(
      trades.map(({ side }) => side),
      truth,
    );
    assert.equal(imbalance(truth).toFixed(2), '-0.40');
    assert.equal((recorded.filter(({ isYes }) => !isYes).length / recorded.length).toFixed(2), '0.69');
  }

  it('are all heard, with the side of their takers: 69 of 100 were taken in No', async (t) => {
    await compare(t, () => true);
  });

  it('are not, where Yes tokens alone are subscribed: the market would lean the other way', async (t) => {
    const recorded = readRecorded();
    await assert.rejects(
      compare(t, (_token, isYes) => isYes),
      /1101|1,?101|strictly equal/,
    );
    const ofYes = recorded.filter(({ isYes }) => isYes).map(({ side }) => (side === 'BUY' ? 'buy' : 'sell'));
    assert.equal(imbalance(ofYes).toFixed(2), '0.87');
  });
});
