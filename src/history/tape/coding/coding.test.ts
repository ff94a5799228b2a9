import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/random.ts';
import { decodeBooks, encodeBooks } from './book-block.ts';
import type { BookRun } from './book-run.ts';
import { ASK, BID } from './book-run.ts';
import { DamagedBlockError } from './bytes.ts';
import { decodeJournal, encodeJournal } from './journal-row.ts';
import { rowChecksum } from './row-checksum.ts';
import { decodeTrades, encodeTrades, type TradeRun } from './trade-block.ts';

const NOON = 1_795_867_200_000;

/** Examples of the format's documentation, byte by byte. */
const BOOKS = hex(`
f8 41 15 46 46 01 02 03 04 01 02 03 02 02 03 02 00 01 05 00 e8 20 85 02 02 01 04 02
02 01 03 00 03 04 05 02 03 00 07 00 0c f4 03 e4 19 d0 0f 06 01 02 02 06 84 02 09 0e
00 01 05 98 03 9d 03 0e a1 1f 00 92 5e 50 00 06 29 00 2b 0e e0 5d fe 3a a0 9c 01`);
const TRADES = hex(`
66 bf d1 3b 34 01 02 03 04 02 01 0a 01 01 00 03 02 02 01 05 01 02 01 0a 01 03 01 02 01 42 00
0a 00 a8 14 c0 0c 06 01 01 00 0c 85 02 c1 ee 6d 01 06 01 10 0e 16 80 a8 b7 a5 1f b6 c7 af a0 25 0a
08 ff 01 64 03 06 02 0a 00 2d 42 28 b5 2f fd 00 00 6d 00 00 28 a1 a1 01 a1 01 02 00 a0 c1 22 c0 02`);

const BOOK_RUNS: BookRun[] = [
  {
    market: 3,
    priceDecimals: 2,
    sizeDecimals: 2,
    whole: {
      beginMs: NOON,
      bookMs: NOON - 4_200,
      venueMs: NOON - 4_330,
      bids: { prices: Float64Array.of(41, 40), sizes: Float64Array.of(12_000, 7_550) },
      asks: { prices: Float64Array.of(43), sizes: Float64Array.of(20_000) },
    },
    times: Float64Array.of(NOON + 250, NOON + 1_900),
    venueTimes: Float64Array.of(NOON + 120, NOON + 1_775),
    counts: Uint32Array.of(1, 2),
    sides: Uint8Array.of(BID, ASK, ASK),
    prices: Float64Array.of(41, 43, 44),
    sizes: Float64Array.of(10_000, 0, 6_025),
  },
  {
    market: 7,
    priceDecimals: 3,
    sizeDecimals: 0,
    whole: null,
    times: Float64Array.of(NOON + 1_000),
    venueTimes: null,
    counts: Uint32Array.of(2),
    sides: Uint8Array.of(BID, ASK),
    prices: Float64Array.of(510, 515),
    sizes: Float64Array.of(40, 0),
  },
];

const HASH = `0x${'a1'.repeat(32)}`;
const TRADE_RUNS: TradeRun[] = [
  {
    market: 3,
    priceDecimals: 10,
    sizeDecimals: 1,
    trades: [
      {
        t: NOON + 700,
        venueTime: NOON + 700,
        receivedAt: NOON + 830,
        side: 'buy',
        isBlock: false,
        source: 'stream',
        price: 4_200_000_000,
        size: 255,
        id: `${HASH}:no`,
      },
      {
        t: NOON + 2_000,
        venueTime: NOON + 2_000,
        receivedAt: NOON + 902_000,
        side: 'sell',
        isBlock: false,
        source: 'backfill',
        price: 9_199_999_963,
        size: 100,
        id: `${HASH}:no:2`,
      },
    ],
  },
  {
    market: 7,
    priceDecimals: 1,
    sizeDecimals: 0,
    trades: [
      {
        t: NOON + 1_500,
        venueTime: null,
        receivedAt: NOON + 1_500,
        side: null,
        isBlock: true,
        source: 'poll',
        price: 5,
        size: 3,
        id: null,
      },
    ],
  },
];

test('the blocks of the example are read and written as the page prints them', () => {
  assert.deepEqual(decodeBooks(BOOKS, NOON), BOOK_RUNS);
  assert.deepEqual(Buffer.from(encodeBooks(BOOK_RUNS, NOON)), Buffer.from(BOOKS));
  assert.deepEqual(decodeTrades(TRADES, NOON + 700), TRADE_RUNS);
  assert.deepEqual(decodeTrades(encodeTrades(TRADE_RUNS, NOON + 700), NOON + 700), TRADE_RUNS);
  assert.equal(rowChecksum([1, 'polymarket', 'will-x-happen', 'pm-will-x-happen']), 214_226_616);
});

test('a row of the journal has the length of either block before it', () => {
  const row = encodeJournal({ books: BOOK_RUNS, trades: [] }, NOON);
  assert.equal(row.length, 85);
  assert.deepEqual([row[0], row.at(-1)], [0x53, 0]);
  assert.deepEqual(decodeJournal(row, NOON), { books: BOOK_RUNS, trades: [] });
  const both = { books: BOOK_RUNS, trades: TRADE_RUNS };
  assert.deepEqual(decodeJournal(encodeJournal(both, NOON), NOON), both);
});

test('what is written is read, whatever the frames', () => {
  const random = seededRandom(45);
  for (let block = 0; block < 60; block++) {
    const books = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) => drawRun(random, i * 3 + 1));
    assert.deepEqual(decodeBooks(encodeBooks(books, NOON), NOON), books);
    const trades = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) =>
      drawTrades(random, i * 5 + 2),
    );
    assert.deepEqual(decodeTrades(encodeTrades(trades, NOON), NOON), trades);
  }
});

test('ids come back letter by letter', () => {
  const ids = [
    HASH,
    `${HASH}:yes`,
    `${HASH}:no:17`,
    `${HASH}:maybe`,
    `${HASH}:yes:1`,
    `${HASH}:yes:02`,
    HASH.toUpperCase(),
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567-e89b-12d3-a456-426614174000',
    `${NOON}:12`,
    `${NOON}:12:3`,
    `${NOON}:012`,
    `${NOON}:`,
    `${NOON}:9007199254740993`,
    '',
    'ü:2',
    ':2',
    'a'.repeat(300),
    '0x',
  ];
  const trades = ids.map((id) => ({ ...TRADE_RUNS[0]!.trades[0]!, t: NOON, venueTime: NOON, id }));
  const run = { ...TRADE_RUNS[0]!, trades };
  assert.deepEqual(decodeTrades(encodeTrades([run], NOON), NOON), [run]);
});

test('no altered byte is taken for a block, and no cut one', () => {
  for (const [block, base, decode] of [
    [BOOKS, NOON, decodeBooks],
    [TRADES, NOON + 700, decodeTrades],
  ] as const) {
    for (let at = 0; at < block.length; at++) {
      for (const bit of [0x01, 0x80]) {
        const altered = Uint8Array.from(block);
        altered[at]! ^= bit;
        assert.throws(() => decode(altered, base), DamagedBlockError, `byte ${at}`);
      }
      assert.throws(() => decode(block.subarray(0, at), base), DamagedBlockError, `${at} bytes`);
    }
    assert.throws(() => decode(block, base + 1), DamagedBlockError);
    assert.throws(() => decode(Buffer.concat([block, Buffer.of(0)]), base), DamagedBlockError);
  }
});

function drawRun(random: () => number, market: number): BookRun {
  const whole = (max: number) => Math.floor(random() * max);
  const tick = [1, 5, 10, 1_000][whole(4)]!;
  const mid = tick * (1_000 + whole(100_000));
  const levels = (direction: number) => {
    const count = whole(40);
    const prices = new Float64Array(count);
    for (let i = 0; i < count; i++) prices[i] = (prices[i - 1] ?? mid) + direction * tick * (1 + whole(3));
    return { prices: prices.filter((price) => price > 0), sizes: new Float64Array(0) };
  };
  const withSizes = ({ prices }: { prices: Float64Array }) => ({
    prices,
    sizes: prices.map(() => 1 + whole(2 ** 49)),
  });
  const frames = whole(30);
  const counts = Uint32Array.from({ length: frames }, () => 1 + whole(5));
  const changes = counts.reduce((sum, count) => sum + count, 0);
  const hasWhole = frames === 0 || random() < 0.6;
  let t = NOON + whole(1_000);
  const times = Float64Array.from({ length: frames }, () => (t += whole(3_000)));
  const beginMs = NOON + whole(1_000);
  return {
    market,
    priceDecimals: whole(9),
    sizeDecimals: whole(9),
    whole: hasWhole
      ? {
          beginMs,
          bookMs: beginMs - whole(100_000),
          venueMs: random() < 0.5 ? null : NOON - whole(100_000) + 50_000,
          bids: withSizes(levels(-1)),
          asks: withSizes(levels(1)),
        }
      : null,
    times,
    venueTimes: random() < 0.5 ? null : times.map((time) => time - whole(400) + 100),
    counts,
    sides: Uint8Array.from({ length: changes }, () => whole(2)),
    prices: Float64Array.from({ length: changes }, () => mid + tick * whole(20)),
    sizes: Float64Array.from({ length: changes }, () => (random() < 0.3 ? 0 : whole(2 ** 40))),
  };
}

function drawTrades(random: () => number, market: number): TradeRun {
  const whole = (max: number) => Math.floor(random() * max);
  let t = NOON - 50_000;
  const trades = Array.from({ length: 1 + whole(30) }, () => {
    t += whole(10_000);
    return {
      t,
      venueTime: random() < 0.3 ? null : t - whole(3),
      receivedAt: random() < 0.3 ? null : t + whole(1_000_000) - 500,
      side: ([null, 'buy', 'sell'] as const)[whole(3)]!,
      isBlock: random() < 0.2,
      source: (['stream', 'poll', 'backfill'] as const)[whole(3)]!,
      price: whole(2 ** 49),
      size: whole(2 ** 49),
      id: random() < 0.5 ? null : `trade ${whole(1_000)}`,
    };
  });
  return { market, priceDecimals: whole(12), sizeDecimals: whole(8), trades };
}

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16));
}
