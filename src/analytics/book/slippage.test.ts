import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { type SlippageOptions, slippage } from './slippage.ts';

/** Mid 100; the asks are 100, 200 and 500 bps from it, the bids 100 and 300. */
const BOOK = {
  bids: [
    { price: 97, size: 2 },
    { price: 99, size: 1 },
  ],
  asks: [
    { price: 105, size: 1 },
    { price: 101, size: 1 },
    { price: 102, size: 2 },
  ],
};

/** Expected by hand: base filled, quote filled, remainder in the order's unit, average price, levels. */
const ORDERS: readonly {
  readonly order: SlippageOptions;
  readonly base: number;
  readonly quote: number;
  readonly remaining: number;
  readonly average: number;
  readonly worst: number;
  readonly levels: number;
}[] = [
  {
    order: { side: 'buy', size: 2, sizeUnit: 'base' },
    base: 2,
    quote: 101 + 102,
    remaining: 0,
    average: 101.5,
    worst: 102,
    levels: 2,
  },
  {
    // The last 51 dollars buy half a contract at 102.
    order: { side: 'buy', size: 152, sizeUnit: 'quote' },
    base: 1.5,
    quote: 152,
    remaining: 0,
    average: 152 / 1.5,
    worst: 102,
    levels: 2,
  },
  {
    order: { side: 'buy', size: 10, sizeUnit: 'base' },
    base: 4,
    quote: 101 + 2 * 102 + 105,
    remaining: 6,
    average: 102.5,
    worst: 105,
    levels: 3,
  },
  {
    order: { side: 'sell', size: 2, sizeUnit: 'base' },
    base: 2,
    quote: 99 + 97,
    remaining: 0,
    average: 98,
    worst: 97,
    levels: 2,
  },
  {
    order: { side: 'sell', size: 1000, sizeUnit: 'quote' },
    base: 3,
    quote: 99 + 2 * 97,
    remaining: 1000 - 293,
    average: 293 / 3,
    worst: 97,
    levels: 2,
  },
];

for (const { order, base, quote, remaining, average, worst, levels } of ORDERS) {
  test(`to ${order.side} ${order.size} in ${order.sizeUnit} takes ${levels} levels`, () => {
    const result = slippage(BOOK, order);
    assertClose(result.baseFilled, base);
    assertClose(result.quoteFilled, quote);
    assertClose(result.remaining, remaining);
    assertClose(result.avgPrice, average);
    assertClose(result.slippageBps, (average / 100 - 1) * 1e4);
    assertClose(result.worstFillBps, (worst / 100 - 1) * 1e4);
    assert.deepStrictEqual(
      [result.midPrice, result.topPrice, result.worstFillPrice, result.levelsConsumed, result.fullyFilled],
      [100, order.side === 'buy' ? 101 : 99, worst, levels, remaining === 0],
    );
  });
}

test('fills are grouped by their distance from the mid, a lower edge belonging to the band above it', () => {
  // Fills at 100 and 200 bps are in the tier 100 to 250, and a fill at 500 bps is in 500 to 1000.
  assert.deepStrictEqual(slippage(BOOK, { side: 'buy', size: 4, sizeUnit: 'base' }).tiers, [
    { bpsFrom: 100, bpsTo: 250, baseFilled: 3, quoteFilled: 305 },
    { bpsFrom: 500, bpsTo: 1000, baseFilled: 1, quoteFilled: 105 },
  ]);
  const far = {
    bids: BOOK.bids,
    asks: [
      { price: 101, size: 1 },
      { price: 111, size: 1 },
    ],
  };
  assert.deepStrictEqual(
    slippage(far, { side: 'buy', size: 2, sizeUnit: 'base' }).tiers.map(({ bpsFrom, bpsTo }) => [
      bpsFrom,
      bpsTo,
    ]),
    [
      [100, 250],
      [1000, null],
    ],
  );
});

test('a better price than the mid, in a crossed book, is no distance', () => {
  const crossed = { bids: [{ price: 103, size: 1 }], asks: [{ price: 97, size: 1 }] };
  const result = slippage(crossed, { side: 'buy', size: 1, sizeUnit: 'base' });
  assertClose(result.slippageBps, -300);
  assert.deepStrictEqual(result.tiers, [{ bpsFrom: 0, bpsTo: 1, baseFilled: 1, quoteFilled: 97 }]);
});

test('an empty side leaves no mid, no tiers and no figure in bps', () => {
  const order = { side: 'buy', size: 1, sizeUnit: 'base' } as const;
  const noBids = slippage({ ...BOOK, bids: [] }, order);
  assert.deepStrictEqual([noBids.midPrice, noBids.slippageBps, noBids.tiers], [null, null, []]);
  assert.deepStrictEqual([noBids.avgPrice, noBids.fullyFilled], [101, true]);

  const noAsks = slippage({ ...BOOK, asks: [] }, order);
  assert.deepStrictEqual(
    [noAsks.topPrice, noAsks.avgPrice, noAsks.worstFillPrice, noAsks.remaining, noAsks.levelsConsumed],
    [null, null, null, 1, 0],
  );
});

test('levels without a price or a size are left out', () => {
  const asks = [{ price: Number.NaN, size: 1 }, { price: 100.5, size: 0 }, ...BOOK.asks];
  const order = { side: 'buy', size: 2, sizeUnit: 'base' } as const;
  assert.deepStrictEqual(slippage({ ...BOOK, asks }, order), slippage(BOOK, order));
});
