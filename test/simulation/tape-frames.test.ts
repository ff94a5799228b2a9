// One file: one set of odd numbers and orders, put to the adapter of every venue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import {
  type BookEvent,
  epochMs,
  findAssetRef,
  type PriceLevel,
  type VenueTrade,
} from '../../src/domain/index.ts';
import { VenueTrades } from '../../src/venues/hyperliquid/venue-trades.ts';
import type { WireTrade } from '../../src/venues/hyperliquid/wire.ts';
import type { KalshiClient } from '../../src/venues/kalshi/client.ts';
import { KalshiTrades } from '../../src/venues/kalshi/trades.ts';
import { BookTape } from '../../src/venues/limitless/stream/book-tape.ts';
import { identify, normaliseMarket } from '../../src/venues/polymarket/normalise.ts';
import { MarketStream } from '../../src/venues/polymarket/stream/stream.ts';
import { loopbackVenue } from '../support/loopback-venues/polymarket.ts';
import { describedMarket } from '../support/polymarket-fixtures.ts';
import { ListingIntake } from '../support/strict-intake.ts';

const RUNS = Number(process.env.CROSSTAPE_PROPERTY_RUNS ?? 40);
const NOW = 1_793_491_200_000;
const [YES, NO] = ['70001', '80001'];
const TOO_LARGE = 2 ** 50;

/** Numbers that no book and no trade may get, as text and as they are. */
const ODD_SIZES = ['NaN', '-1', '1e30', 'Infinity', '', 'many', '1e16'] as const;
const ODD_PRICES = ['NaN', '0', '1', '1.2', '-0.1', '1e30', ''] as const;
const ODDS = fc.oneof(
  fc.constantFrom(...ODD_SIZES).map((size) => ({ price: '0.42', size })),
  fc.constantFrom(...ODD_PRICES).map((price) => ({ price, size: '5' })),
);
/** Prices on a tick, few enough that frames alter the same levels, and off any. */
const PRICE = fc.oneof(
  fc.integer({ min: 46, max: 54 }).map((cents) => String(cents / 100)),
  fc.constantFrom('0.4567', '0.123456', '0.0001'),
);
const SIZE = fc.oneof(fc.integer({ min: 0, max: 500 }).map(String), fc.constantFrom('0', '-0', '999999999'));
const SIDE = fc.constantFrom('BUY' as const, 'SELL' as const);

interface Change {
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly size: string;
}

/** How a frame is delivered: as it is, twice, behind the next one, not at all, or another one before it. */
const DELIVERY = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'right' as const }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { kind: 'twice' as const },
      { kind: 'behind' as const },
      { kind: 'late' as const },
      { kind: 'dropped' as const },
      { kind: 'cut' as const },
      { kind: 'whole' as const },
      { kind: 'yesterday' as const },
    ),
  },
  { weight: 1, arbitrary: ODDS.map((odd) => ({ kind: 'odd' as const, odd })) },
);
const FRAMES = fc.array(
  fc.record({
    changes: fc.array(fc.record({ side: SIDE, price: PRICE, size: SIZE }), { minLength: 1, maxLength: 4 }),
    delivery: DELIVERY,
  }),
  { minLength: 1, maxLength: 25 },
);

type Sides = Record<'bid' | 'ask', Map<number, number>>;

const toSides = (): Sides => ({ bid: new Map(), ask: new Map() });

/** Books as the events of an adapter make them; every event is one that may follow the one before it. */
class Claimed {
  book: Sides | null = null;

  add(event: BookEvent): void {
    if (event.kind === 'break') {
      assert.ok(this.book !== null, 'a break of a book that is not known');
      this.book = null;
      return;
    }
    if (event.kind === 'whole') {
      this.book = toSides();
      for (const side of ['bid', 'ask'] as const) {
        const levels: readonly PriceLevel[] = side === 'bid' ? event.bids : event.asks;
        for (const level of levels) this.#set(side, level);
        const prices = levels.map(({ price }) => price);
        assert.deepEqual(
          prices,
          prices.toSorted((a, b) => (side === 'bid' ? b - a : a - b)),
        );
      }
      return;
    }
    assert.ok(this.book !== null, 'a change of a book that is not known');
    for (const change of event.changes) this.#set(change.side, change);
  }

  #set(side: 'bid' | 'ask', { price, size }: { readonly price: number; readonly size: number }): void {
    assert.ok(price > 0 && price < 1, `a price of ${price}`);
    assert.ok(size >= 0 && size < TOO_LARGE && !Object.is(size, -0), `a size of ${size}`);
    if (size === 0) this.book?.[side].delete(price);
    else this.book?.[side].set(price, size);
  }

  levels() {
    return this.book === null ? null : toLevels(this.book);
  }
}

function toLevels({ bid, ask }: Sides) {
  const sort = (side: Map<number, number>) => [...side].sort(([a], [b]) => a - b);
  return { bids: sort(bid), asks: sort(ask) };
}

/** A venue of one market, whose book is the truth. */
class TrueVenue {
  readonly book = toSides();
  time = NOW;

  apply(changes: readonly Change[]): object {
    this.time += 10;
    for (const { side, price, size } of changes) {
      const levels = this.book[side === 'BUY' ? 'bid' : 'ask'];
      if (Number(size) > 0) levels.set(Number(price), Number(size));
      else levels.delete(Number(price));
    }
    return this.frame(changes);
  }

  frame(changes: readonly Change[], time = this.time): object {
    const rows = changes.map((change) => ({ asset_id: YES, hash: 'x', ...change }));
    return { event_type: 'price_change', market: '0x1', timestamp: String(time), price_changes: rows };
  }

  whole(): object {
    const list = (side: Map<number, number>) =>
      [...side].map(([price, size]) => ({ price: String(price), size: String(size) }));
    const { bid, ask } = this.book;
    const facts = { event_type: 'book', market: '0x1', asset_id: YES, hash: 'x' };
    return { ...facts, timestamp: String(this.time), bids: list(bid), asks: list(ask) };
  }
}

test('whatever frames Polymarket sends, nothing throws, and a book that is claimed is the one that they made', async (t) => {
  let socketOf: { send(text: string): void } | null = null;
  let venue = new TrueVenue();
  const server = await loopbackVenue(
    t,
    () => null,
    (frame, socket) => {
      const { assets_ids: tokens, operation } = JSON.parse(frame) as {
        assets_ids: string[];
        operation?: string;
      };
      if (operation === 'unsubscribe' || !tokens.includes(YES)) return;
      socketOf = socket;
      socket.send(JSON.stringify([venue.whole()]));
    },
  );
  let subscribed = 0;
  await fc.assert(
    fc.asyncProperty(FRAMES, async (frames) => {
      venue = new TrueVenue();
      const clock = () => epochMs(venue.time + 50);
      const stream = new MarketStream({
        wsUrl: server.wsUrl,
        clock,
        random: () => 0,
        intake: new ListingIntake(),
      });
      const claimed = new Claimed();
      let marks = 0;
      stream.onBook((event) => claimed.add(event));
      stream.onTrade(({ size }) => {
        if (size === 77) marks++;
      });
      stream.start();
      const row = describedMarket({ id: '1', slug: 'm-1', clobTokenIds: [YES, NO] });
      const identity = identify(row);
      assert.ok(identity !== null);
      stream.track([normaliseMarket(row, identity, epochMs(NOW))]);
      const until = async (holds: () => boolean, what: string) => {
        for (const deadline = performance.now() + 20_000; !holds(); await pause(1))
          assert.ok(performance.now() < deadline, what);
      };
      await until(() => claimed.book !== null, 'the book');
      subscribed++;
      const send = (frame: object | string) =>
        socketOf?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      let held: object[] = [];
      let late: { readonly frame: object; left: number } | null = null;
      let isLost = false;
      for (const { changes, delivery } of frames) {
        const frame = venue.apply(changes);
        const behind = held;
        held = [];
        if (delivery.kind === 'behind') held.push(frame);
        else if (delivery.kind === 'dropped') isLost = true;
        else if (delivery.kind === 'cut') send(JSON.stringify(frame).slice(0, -8));
        else if (delivery.kind === 'odd') send(venue.frame([...changes, { side: 'BUY', ...delivery.odd }]));
        else send(frame);
        if (delivery.kind === 'twice') send(frame);
        if (delivery.kind === 'late') late = { frame, left: 3 };
        if (delivery.kind === 'whole') {
          send(venue.whole());
          isLost = false;
        }
        if (delivery.kind === 'yesterday') send(venue.frame(changes, NOW - 86_400_000));
        for (const one of behind) send(one);
        if (late !== null && --late.left === 0) send(late.frame);
      }
      for (const frame of held) send(frame);
      // A frame that was lost shows by the next whole book.
      if (isLost) send(venue.whole());
      const mark = { event_type: 'last_trade_price', asset_id: YES, price: '0.5', size: '77', side: 'BUY' };
      send({ ...mark, timestamp: String(venue.time), transaction_hash: '0x1', market: '0x1' });
      await until(() => marks === 1, 'the last frame');
      const levels = claimed.levels();
      if (levels !== null) assert.deepEqual(levels, toLevels(venue.book));
      await stream.stop();
    }),
    { numRuns: RUNS },
  );
  assert.ok(subscribed >= RUNS);
});

test('whatever books Limitless sends, each is claimed as it came, or breaks', () => {
  const level = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({ price: PRICE.map(Number), size: SIZE.map((size) => Number(size) * 1e6) }),
    },
    {
      weight: 1, // Sizes are millionths here: 1e16 of them are a size.
      arbitrary: ODDS.map(({ price, size }) => ({ price, size: size === '1e16' ? '1e30' : size })),
    },
  );
  const book = fc.record({
    bids: fc.array(level, { maxLength: 8 }),
    asks: fc.array(level, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(fc.array(book, { maxLength: 12 }), (books) => {
      const tape = new BookTape(new ListingIntake());
      const claimed = new Claimed();
      tape.listeners.books.add((event) => claimed.add(event));
      for (const [i, one] of books.entries()) {
        const facts = { receivedAt: epochMs(NOW + i), venueTime: epochMs(NOW + i), seq: i };
        tape.add('m-1', one as Parameters<BookTape['add']>[1], facts);
        const isOdd = [...one.bids, ...one.asks].some(
          ({ price, size }) => typeof price === 'string' || typeof size === 'string',
        );
        if (isOdd) {
          assert.equal(claimed.levels(), null);
          continue;
        }
        const truth = toSides();
        for (const [side, levels] of [
          ['bid', one.bids],
          ['ask', one.asks],
        ] as const)
          for (const { price, size } of levels)
            if (Number(size) > 0) truth[side].set(Number(price), Number(size) / 1e6);
            else truth[side].delete(Number(price));
        assert.deepEqual(claimed.levels(), toLevels(truth));
      }
    }),
    { numRuns: 5 * RUNS },
  );
});

/** A trade as a test states it: what is recorded of it is known. */
const TRADE = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  stated: fc.oneof(
    { weight: 4, arbitrary: fc.record({ price: PRICE, size: fc.constantFrom('1', '2.5', '1000000') }) },
    { weight: 1, arbitrary: ODDS },
    { weight: 1, arbitrary: fc.constant({ price: '0.5', size: '0' }) },
  ),
  side: fc.constantFrom('first', 'second', 'unknown'),
});

/** Whether each trade is one that can be stored, with the side that was stated or none. */
function requireSound(trades: readonly VenueTrade[], sides: ReadonlyMap<string, string>): void {
  for (const { price, size, side, sideSource, id } of trades) {
    assert.ok(price > 0 && price < 1 && size > 0 && size < TOO_LARGE, `${price} ${size}`);
    assert.equal(side, sides.get(String(id)));
    assert.equal(sideSource, side === null ? null : 'venue');
  }
}

test('whatever trades Hyperliquid prints, each is recorded once with its stated side, or counted', () => {
  const asset = 'hl-outcome-7';
  fc.assert(
    fc.property(fc.array(TRADE, { maxLength: 40 }), (stated) => {
      const trades = new VenueTrades(new ListingIntake());
      const found: VenueTrade[] = [];
      trades.trades.add((trade) => found.push(trade));
      trades.want(new Map([['#70', asset]]), [], null);
      const sides = new Map<string, string | null>();
      const rows = stated.map(({ id, stated: { price, size }, side }): WireTrade => {
        const time = NOW + id;
        const known = { first: 'B', second: 'A', unknown: 'X' }[side]!;
        const taken = { first: 'buy', second: 'sell', unknown: null }[side]!;
        const key = `${time}:${id}`;
        if (!sides.has(key)) sides.set(key, taken);
        return { coin: '#70', px: price, sz: size, side: known, time, tid: id } as WireTrade;
      });
      trades.read(rows, epochMs(NOW + 100));
      trades.read(rows.toReversed(), epochMs(NOW + 200));
      requireSound(found, sides as ReadonlyMap<string, string>);
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length, 'none twice');
    }),
    { numRuns: 5 * RUNS },
  );
});

test('whatever rows Kalshi lists, each trade is recorded with its stated side, or counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(TRADE, { maxLength: 40 }), async (stated) => {
      const intake = new ListingIntake();
      const rows = stated.map(({ id, stated: { price, size }, side }) => ({
        trade_id: `t-${id}-${side}`,
        ticker: 'KXTEST-26',
        yes_price_dollars: price,
        count_fp: size,
        taker_book_side: { first: 'bid', second: 'ask', unknown: 'middle' }[side],
        created_time: new Date(NOW - id * 100).toISOString(),
      }));
      const client = { intake, readTrades: async () => ({ rows, isCut: false }) };
      const asking = { signal: AbortSignal.timeout(5_000), priority: 'poll' as const };
      const kalshi = new KalshiTrades(client as never as KalshiClient, () => epochMs(NOW));
      const { trades } = await kalshi.poll(asking);
      const sides = new Map(
        stated.map(({ id, side }) => [
          `t-${id}-${side}`,
          { first: 'buy', second: 'sell', unknown: null }[side],
        ]),
      );
      requireSound(trades, sides as ReadonlyMap<string, string>);
      const again = await kalshi.poll(asking);
      assert.deepEqual(again.trades, [], 'no trade of the poll before');
      for (const { asset } of trades) assert.equal(findAssetRef(asset)?.venue, 'kalshi');
    }),
    { numRuns: 5 * RUNS },
  );
});
