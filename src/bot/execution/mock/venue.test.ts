import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeExecutionVenue } from '../../../../test/contract/execution-venue.ts';
import {
  type AssetKind,
  type AssetRef,
  type Book,
  buildKalshiAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  epochMs,
  type TakerRate,
  type VenueId,
} from '../../../domain/index.ts';
import type { OrderTicket, PreparedOrder } from '../execution-venue.ts';
import type { PaperSide, PaperTaking, TakenLevel } from '../paper-taking.ts';
import { findTerms } from './terms.ts';
import { createMockExecution, type MockMarkets } from './venue.ts';

const NOW = epochMs(1_780_000_000_000);
const signal = new AbortController().signal;
/** Allows every order: the bot is not halted. */
const mayStillSend = async () => true;
const TICKET: OrderTicket = {
  botId: 'bot',
  clientOrderId: 'one',
  ref: buildKalshiAsset('T-1'),
  side: 'buy',
  sizeUsd: 10,
  markPrice: 0.5,
  maxSlippageBps: 100,
};
const MARKET = { name: 'T-1', isOpen: true, price: null };
const BOOK: Book = {
  asset: 'kalshi-t-1',
  bids: [
    { price: 0.5, size: 4 },
    { price: 0.49, size: 4 },
    { price: 0.48, size: 100 },
  ],
  asks: [
    { price: 0.5, size: 4 },
    { price: 0.51, size: 4 },
    { price: 0.52, size: 100 },
  ],
  venueTime: null,
  receivedAt: NOW,
};

const KALSHI: TakerRate = { kind: 'variance', rate: 0.07, roundedUpToUsd: 0.0001 };

interface MockOptions extends Partial<MockMarkets> {
  readonly venue?: VenueId;
  readonly listTaken?: (side: PaperSide) => Promise<readonly TakenLevel[]>;
}

function mock(fillRule: 'mark' | 'book', options: MockOptions = {}) {
  const { venue = 'kalshi', listTaken = async () => [], ...markets } = options;
  return createMockExecution({
    venue,
    fillRule,
    clock: () => NOW,
    listTaken,
    markets: { find: () => MARKET, book: async () => BOOK, findRate: () => KALSHI, ...markets },
  });
}

async function prepared(venue: ReturnType<typeof mock>, ticket = TICKET): Promise<PreparedOrder> {
  const preparation = await venue.prepare(ticket, {}, signal);
  assert.equal(preparation.status, 'ready', JSON.stringify(preparation));
  return preparation.status === 'ready' ? preparation.legs[0] : assert.fail();
}

async function listFills(venue: ReturnType<typeof mock>, ticket = TICKET) {
  const outcome = await venue.send(await prepared(venue, ticket), {}, { signal, mayStillSend });
  return outcome.status === 'filled'
    ? outcome.fills.map(({ price, size }) => `${size} at ${price}`)
    : outcome.status;
}

for (const fillRule of ['mark', 'book'] as const) {
  const listed = (ref: AssetRef) => (ref.storeKey === TICKET.ref.storeKey ? MARKET : null);
  const venue = mock(fillRule, { find: listed });
  describeExecutionVenue(`mock, by ${fillRule}`, () => ({
    venue,
    secret: {},
    ticket: (clientOrderId) => ({ ...TICKET, clientOrderId }),
    unlisted: (clientOrderId) => ({ ...TICKET, clientOrderId, ref: buildKalshiAsset('T-2') }),
  }));
}

test('mark: one fill of the whole size at the mark price, worth exactly what was asked', async () => {
  const outcome = await mock('mark').send(await prepared(mock('mark')), {}, { signal, mayStillSend });
  assert.deepEqual(outcome.status === 'filled' && outcome.fills, [
    { fillId: '0', t: NOW, price: '0.5', size: '20', notionalMicroUsd: 10_000_000, venueFeeMicroUsd: 0 },
  ]);
  const odd = await mock('mark').send(
    await prepared(mock('mark'), { ...TICKET, markPrice: 0.3 }),
    {},
    { signal, mayStillSend },
  );
  assert.deepEqual(odd.status === 'filled' && [odd.fills[0]?.size, odd.fills[0]?.notionalMicroUsd], [
    '33.333333333333',
    10_000_000,
  ]);
});

test('book: walks the levels up to the limit price and drops the rest', async () => {
  assert.deepEqual(await listFills(mock('book')), ['4 at 0.5', '4 at 0.51']);
  assert.deepEqual(await listFills(mock('book'), { ...TICKET, side: 'sell' }), ['4 at 0.5', '4 at 0.49']);
  assert.deepEqual(await listFills(mock('book'), { ...TICKET, maxSlippageBps: 600 }), [
    '4 at 0.5',
    '4 at 0.51',
    // 10 USD at the worst price of 0.53 buy 18.867924 shares.
    '10.86 at 0.52',
  ]);
});

test('book: what is stored with an order is the levels that it can reach, however deep the book is', async () => {
  const asks = Array.from({ length: 500 }, (_, i) => ({ price: 0.5 + i / 100_000, size: 4 }));
  const venue = mock('book', { book: async () => ({ ...BOOK, asks }) });
  const wide = { ...TICKET, maxSlippageBps: 200 };
  const order = await prepared(venue, wide);
  assert.equal(JSON.parse(order.body).levels.length, 5);
  assert.ok(order.body.length < 500, order.body);
  const outcome = await venue.send(order, {}, { signal, mayStillSend });
  const sizes = outcome.status === 'filled' ? outcome.fills.map(({ size }) => Number(size)) : [];
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    // 10 USD at the limit price of 0.51 buy 19.6 shares.
    19.6,
  );
  const sell = JSON.parse((await prepared(venue, { ...wide, side: 'sell' })).body);
  assert.deepEqual(sell.levels, BOOK.bids.slice(0, 2));
});

test('book: the fee is what the venue publishes, or nothing is said of it', async () => {
  const listFees = async (rate: TakerRate, maxSlippageBps = 600) => {
    const venue = mock('book', { findRate: () => rate });
    const order = await prepared(venue, { ...TICKET, maxSlippageBps });
    // The stored fee rate counts, whatever the venue publishes afterwards.
    const outcome = await mock('book').send(order, {}, { signal, mayStillSend });
    return outcome.status === 'filled' && outcome.fills.map((fill) => fill.venueFeeMicroUsd);
  };
  // Fills of 4 at 0.5, 4 at 0.51 and 10.86 at 0.52: 0.07 + 0.069972 + 0.189745 = 0.329717, rounded up to 0.3298 as one order.
  assert.deepEqual(await listFees(KALSHI), [70_000, 70_000, 189_800]);
  assert.deepEqual(
    await listFees({ kind: 'variance', rate: 0.04, roundedUpToUsd: null }),
    [40_000, 39_984, 108_426],
  );
  assert.deepEqual(await listFees({ kind: 'notional', rate: 0.01 }), [20_000, 20_400, 56_472]);
  assert.deepEqual(await listFees({ kind: 'unknown', reason: 'not published' }), [null, null, null]);
  // The fees of 0.1, 0.1 and 0.3 cents round up to one cent for the order, which the first fill pays.
  assert.deepEqual(await listFees({ kind: 'variance', rate: 0.001, roundedUpToUsd: 0.01 }), [10_000, 0, 0]);
});

test('book: an order of an earlier version is said to cost nothing that is known', async () => {
  const order = await prepared(mock('book'));
  const { rate: _, ...earlier } = JSON.parse(order.body);
  const outcome = await mock('book').send(
    { ...order, body: JSON.stringify(earlier) },
    {},
    { signal, mayStillSend },
  );
  assert.equal(outcome.status === 'filled' && outcome.fills[0]?.venueFeeMicroUsd, null);
});

test('book: nothing within the limit is no liquidity, and no book is stale data', async () => {
  assert.equal(await listFills(mock('book'), { ...TICKET, markPrice: 0.4 }), 'rejected');
  const outcome = await mock('book').send(
    await prepared(mock('book'), { ...TICKET, markPrice: 0.4 }),
    {},
    { signal, mayStillSend },
  );
  assert.equal(outcome.status === 'rejected' && outcome.reason, 'no_liquidity');
  const preparation = await mock('book', { book: async () => null }).prepare(TICKET, {}, signal);
  assert.equal(preparation.status === 'rejected' && preparation.reason, 'stale_data');
});

const IN_SHARES = { side: 'sell', sizeUsd: null } as const;

test('orders that are too small, and assets of another venue, are refused', async () => {
  const rows: [venue: VenueId, ticket: Partial<OrderTicket>, reason: string | null][] = [
    ['kalshi', { sizeUsd: 1 }, null],
    ['kalshi', { sizeUsd: 0.99 }, 'below_minimum'],
    ['hyperliquid', { ref: buildPerpAsset('BTC'), sizeUsd: 10, markPrice: 100_000 }, null],
    ['hyperliquid', { ref: buildPerpAsset('BTC'), sizeUsd: 9.99, markPrice: 100_000 }, 'below_minimum'],
    ['kalshi', { ref: buildPolymarketAsset('x') }, 'unknown_asset'],
    // 30 of the 42.857 Yes that are held are worth 0.90 USD, and nothing is left to buy.
    ['kalshi', { ...IN_SHARES, sizeShares: '30', position: '42.857', markPrice: 0.03 }, 'below_minimum'],
    ['kalshi', { ...IN_SHARES, sizeShares: '30', position: '30', markPrice: 0.03, isClose: true }, null],
    [
      'hyperliquid',
      { ...IN_SHARES, ref: buildPerpAsset('BTC'), sizeShares: '0.00014', markPrice: 70_000, isClose: true },
      null,
    ],
  ];
  for (const [venue, ticket, reason] of rows) {
    const preparation = await mock('mark', { venue }).prepare({ ...TICKET, ...ticket }, {}, signal);
    assert.equal(preparation.status === 'rejected' ? preparation.reason : null, reason);
  }
});

test('an asset of a kind that no terms are known for is refused', async () => {
  const kind = 'fifth' as AssetKind;
  const ref = { ...TICKET.ref, kind };
  const venue = mock('book');
  const preparation = await venue.prepare({ ...TICKET, ref }, {}, signal);
  assert.equal(preparation.status === 'rejected' && preparation.reason, 'unknown_asset');
  assert.equal(findTerms('constructor' as AssetKind), null);
});

test('the same stored order fills the same whenever and however often it is asked about', async () => {
  const level = fc.record({
    price: fc.integer({ min: 1, max: 99 }).map((cents) => cents / 100),
    size: fc.integer({ min: 1, max: 1_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(level, { maxLength: 20 }),
      fc.double({ min: 1, max: 500, noNaN: true }),
      async (levels, sizeUsd) => {
        const asks = levels.sort((a, b) => a.price - b.price);
        const venue = mock('book', { book: async () => ({ ...BOOK, asks }) });
        const order = JSON.parse(JSON.stringify(await prepared(venue, { ...TICKET, sizeUsd })));
        const sent = await venue.send(order, {}, { signal, mayStillSend });
        const later = mock('book', { book: async () => BOOK });
        const where = { at: NOW, venueOrderId: null };
        assert.deepEqual(await later.lookUp(order, where, {}, signal), sent);
        assert.deepEqual(await later.send(order, {}, { signal, mayStillSend }), sent);
        if (sent.status !== 'filled') return;
        const total = sent.fills.reduce((sum, { notionalMicroUsd }) => sum + notionalMicroUsd, 0);
        // The fills never cost more than was requested, apart from the rounding of each fill.
        assert.ok(total <= sizeUsd * 1e6 + sent.fills.length);
      },
    ),
  );
});

test('a market that has ended takes no order, and a price says whether it is near the newest one', async () => {
  const ended = mock('mark', { find: () => ({ ...MARKET, isOpen: false }) });
  const refused = await ended.prepare(TICKET, {}, signal);
  assert.equal(refused.status === 'rejected' && refused.reason, 'market_closed');
  const rows: [price: number | null, markPrice: number, isNear: boolean | null][] = [
    [null, 0.5, null],
    [0.5, 0.5, true],
    [0.5, 0.52, true],
    [0.5, 0.521, false],
    [0.5, 0.01, false],
  ];
  for (const [price, markPrice, isNear] of rows) {
    const venue = mock('mark', { find: () => ({ ...MARKET, price }) });
    const { details } = await prepared(venue, { ...TICKET, markPrice });
    assert.equal(details.nearMarket, isNear, `${markPrice} by ${price}`);
  }
});

/** Remembers takings in memory, as a store keeps them. */
function remember() {
  const taken = new Map<string, Map<string, TakenLevel>>();
  const key = ({ botId, storeKey, side }: PaperSide) => `${botId} ${storeKey} ${side}`;
  return {
    listTaken: async (side: PaperSide) => [...(taken.get(key(side))?.values() ?? [])],
    note: (side: PaperSide, { levels, gone }: PaperTaking) => {
      const known = taken.get(key(side)) ?? new Map<string, TakenLevel>();
      taken.set(key(side), known);
      for (const { before: _, ...level } of levels) known.set(level.price, level);
      for (const price of gone) known.delete(price);
    },
  };
}

test('book: what a bot took at a price is gone for it, until the venue offers another size there', async () => {
  let book = BOOK;
  const memory = remember();
  const venue = mock('book', { book: async () => book, listTaken: memory.listTaken });
  const buy = async (clientOrderId: string, botId = 'bot') => {
    const ticket = { ...TICKET, clientOrderId, botId, sizeUsd: 4, maxSlippageBps: 200 };
    const preparation = await venue.prepare(ticket, {}, signal);
    assert.ok(preparation.status === 'ready' && preparation.taking !== undefined);
    const { venue: id, storeKey } = ticket.ref;
    memory.note({ botId, mode: 'mock', venue: id, storeKey, side: 'buy' }, preparation.taking);
    const outcome = await venue.send(preparation.legs[0], {}, { signal, mayStillSend });
    return outcome.status === 'filled'
      ? outcome.fills.map(({ price, size }) => `${size} at ${price}`)
      : outcome.status;
  };
  // 4 USD at the worst price of 0.51 buy 7.84 shares.
  assert.deepEqual(await buy('first'), ['4 at 0.5', '3.84 at 0.51']);
  assert.deepEqual(await buy('second'), ['0.16 at 0.51']);
  assert.equal(await buy('third'), 'rejected');
  assert.deepEqual(await buy('first', 'other'), ['4 at 0.5', '3.84 at 0.51'], 'another bot has its own');
  book = { ...BOOK, asks: [{ price: 0.5, size: 6 }, ...BOOK.asks.slice(1)] };
  assert.deepEqual(
    await buy('fourth'),
    ['6 at 0.5'],
    'the new size is free, what was taken behind it is not',
  );
  book = { ...BOOK, receivedAt: epochMs(NOW - 5_000) };
  assert.equal(await buy('older'), 'rejected', 'a book of before brings nothing back');
  book = { ...BOOK, asks: BOOK.asks.slice(1) };
  assert.equal(await buy('fifth'), 'rejected');
  book = BOOK;
  assert.deepEqual(await buy('sixth'), ['4 at 0.5'], 'what left the book and came back is new');
});

test('book: a purchase at Polymarket spends its dollars, and a better price brings more shares', async () => {
  const ref = buildPolymarketAsset('a-b');
  const asks = [
    { price: 0.45, size: 8 },
    { price: 0.5, size: 100 },
  ];
  const venue = mock('book', { venue: 'polymarket', book: async () => ({ ...BOOK, asks }) });
  // 3.60 USD buy 8 shares; the other 6.40 USD buy 12.8.
  assert.deepEqual(await listFills(venue, { ...TICKET, ref }), ['8 at 0.45', '12.8 at 0.5']);
  const no = { ...TICKET, ref, side: 'sell', sizeUsd: 6, markPrice: 0.4 } as const;
  const bids = [
    { price: 0.44, size: 5 },
    { price: 0.4, size: 100 },
  ];
  const sold = mock('book', { venue: 'polymarket', book: async () => ({ ...BOOK, bids }) });
  // No costs 0.56 and 0.60: 2.80 USD buy 5 shares, and the other 3.20 USD buy 5.333333.
  assert.deepEqual(await listFills(sold, no), ['5 at 0.44', '5.333333 at 0.4']);
});

test('book: the minimum of what opens is that of the venue, in whole lots', async () => {
  const rows: [venue: VenueId, ref: AssetRef, ticket: Partial<OrderTicket>, reason: string | null][] = [
    // 10 USD at 87,000 are 0.00011 in whole lots, worth 9.57 USD.
    ['hyperliquid', buildPerpAsset('BTC'), { sizeUsd: 10, markPrice: 87_000 }, 'below_minimum'],
    ['hyperliquid', buildPerpAsset('BTC'), { sizeUsd: 11, markPrice: 87_000 }, null],
    ['polymarket', buildPolymarketAsset('a-b'), { sizeUsd: 2 }, 'below_minimum'],
    ['polymarket', buildPolymarketAsset('a-b'), { sizeUsd: 3 }, null],
    [
      'polymarket',
      buildPolymarketAsset('a-b'),
      { side: 'sell', sizeUsd: null, sizeShares: '4', position: '4', isClose: true },
      null,
    ],
  ];
  for (const [venue, ref, ticket, reason] of rows) {
    const market = { ...MARKET, lot: ref.kind === 'hl-perp' ? '0.00001' : '0.01' };
    const options = { venue, find: () => market };
    const preparation = await mock('book', options).prepare({ ...TICKET, ref, ...ticket }, {}, signal);
    const at = `${venue} ${JSON.stringify(ticket)}`;
    assert.equal(preparation.status === 'rejected' ? preparation.reason : null, reason, at);
  }
});

test('book: shares that are held are sold whatever they are worth, where the venue has no minimum of sales', async () => {
  const venue = mock('book');
  const preparation = await venue.prepare({ ...TICKET, side: 'sell', position: '1.5' }, {}, signal);
  const legs = preparation.status === 'ready' ? preparation.legs : [];
  assert.deepEqual(
    legs.map((leg) => `${leg?.leg} ${leg?.size}`),
    // The rest of the 10 USD buys No at the worst price of 0.51.
    ['yes 1.5', 'no 18.13'],
  );
});

test('book: sizes keep the lot of their venue', async () => {
  const decimals = async (venue: VenueId, ref: AssetRef, lot?: string) => {
    const market = { ...MARKET, ...(lot === undefined ? {} : { lot }) };
    const order = await prepared(mock('book', { venue, find: () => market }), {
      ...TICKET,
      ref,
      sizeUsd: 13.77,
    });
    return (order.size.split('.')[1] ?? '').length;
  };
  assert.ok((await decimals('kalshi', buildKalshiAsset('T-1'))) <= 2);
  assert.ok((await decimals('polymarket', buildPolymarketAsset('a-b'))) <= 2);
  assert.ok((await decimals('hyperliquid', buildPerpAsset('SOL'), '0.01')) <= 2);
});
