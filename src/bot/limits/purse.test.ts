import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openMemoryOrderStores } from '../../../test/support/memory/order-stores.ts';
import { NOW } from '../../../test/support/order-stores.ts';
import { NO_FEE, openPaperBench, PAPER_MARKET, type PaperWorld } from '../../../test/support/paper-bench.ts';
import {
  buildLimitlessAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  type PriceLevel,
} from '../../domain/index.ts';
import { computePurse } from './purse.ts';

const BOT = 'bot_1';
const BALANCE_USD = 3_000;
const clock = () => NOW;

const MARKETS = [PAPER_MARKET, buildPolymarketAsset('a-b'), buildLimitlessAsset('c-d')];
const size = fc.integer({ min: 1, max: 9_000 });
const cents = fc.integer({ min: 2, max: 96 });
/** Books whose spread is at least a cent. */
const book = fc
  .record({
    bid: cents,
    spread: fc.integer({ min: 1, max: 3 }),
    sizes: fc.array(size, { minLength: 4, maxLength: 4 }),
  })
  .map(({ bid, spread, sizes: [a = 1, b = 1, c = 1, d = 1] }) => {
    const level = (price: number, offered: number): PriceLevel => ({ price: price / 100, size: offered });
    return {
      bids: [level(bid, a), level(bid - 1, b)],
      asks: [level(bid + spread, c), level(Math.min(99, bid + spread + 1), d)].filter(
        ({ price }, i, all) => i === 0 || price !== all[0]?.price,
      ),
    };
  });
const step = fc.record({
  book,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  market: fc.constantFrom(...MARKETS),
  usd: fc.double({ min: 5, max: 4_000, noNaN: true }),
});

test('buying both sides for ever with 3,000 USD makes no more than the market paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 3, maxLength: 3 }),
      async (steps, values) => {
        const { orders, controls } = openMemoryOrderStores(clock);
        const world: PaperWorld = { book: { bids: [], asks: [] }, rate: NO_FEE };
        const { trade } = await openPaperBench(orders, { world, clock, owner: 'owner_1' });
        await controls.change(BOT, { paperBalanceUsd: BALANCE_USD });
        const readLeft = async () => {
          const realizedMicroUsd = (await orders.findScore(BOT, 'mock'))?.realizedMicroUsd ?? 0;
          const positions = await orders.listPositions(BOT, 'mock');
          return computePurse({ paperBalanceUsd: BALANCE_USD, realizedMicroUsd, positions }) / 1e6;
        };
        // Expected value: cash and shares of a trader who pays and receives the prices of the fills.
        let cash = BALANCE_USD;
        const held = new Map(MARKETS.map(({ asset }) => [asset, 0]));
        for (const [i, { book: offered, side, market, usd }] of steps.entries()) {
          world.book = offered;
          const touch = side === 'buy' ? offered.asks : offered.bids;
          const markPrice = touch[0]?.price ?? 0.5;
          const { fills } = await trade(`o${i}`, { ref: market, side, sizeUsd: usd, markPrice });
          const taken = new Map<string, number>();
          for (const { price, size: filled } of fills) {
            const signed = side === 'buy' ? Number(filled) : -Number(filled);
            cash -= signed * Number(price);
            held.set(market.asset, (held.get(market.asset) ?? 0) + signed);
            taken.set(price, (taken.get(price) ?? 0) + Number(filled));
          }
          for (const [price, sum] of taken) {
            const there = touch.find((level) => level.price === Number(price))?.size ?? 0;
            assert.ok(sum <= there + 1e-9, `${sum} of ${there} at ${price}`);
          }
          // A No share equals a Yes share sold short, with one dollar deposited.
          const short = [...held.values()].reduce((sum, shares) => sum + Math.max(0, -shares), 0);
          const left = await readLeft();
          assert.ok(left >= -0.001, `${left} USD are left`);
          assert.ok(Math.abs(left - (cash - short)) < 0.01, `${left} is not ${cash - short}`);
        }
        for (const [i, { asset, venue, storeKey }] of MARKETS.entries()) {
          cash += (held.get(asset) ?? 0) * (values[i] ?? 0);
          await orders.closePositions(venue, storeKey, values[i] ?? 0);
        }
        assert.ok(Math.abs((await readLeft()) - cash) < 0.01, 'what the markets paid, and nothing else');
      },
    ),
    { numRuns: 40 },
  );
});

test('a perpetual of either side ties up its notional, and fees leave the purse', async () => {
  const { orders, controls } = openMemoryOrderStores(clock);
  const world: PaperWorld = {
    book: { bids: [{ price: 99, size: 1_000 }], asks: [{ price: 100, size: 1_000 }] },
    rate: { kind: 'notional', rate: 0.01 },
  };
  const { trade } = await openPaperBench(orders, { world, clock, owner: 'owner_1' });
  await controls.change(BOT, { paperBalanceUsd: 1_000 });
  const ref = buildPerpAsset('SOL');
  const order = (changes: object) => ({ ref, markPrice: 100, ...changes });
  assert.equal(
    (await trade('whole', order({ sizeUsd: 1_000 }))).reason,
    'insufficient_funds',
    'the fee is 10 more',
  );
  assert.equal((await trade('long', order({ sizeUsd: 900 }))).state, 'filled');
  assert.equal((await trade('more', order({ sizeUsd: 100 }))).reason, 'insufficient_funds');
  // A sale of 12 from a long position of 9 closes 9 and opens 3.
  assert.equal(
    (await trade('flip', order({ side: 'sell', sizeUsd: 1_200, markPrice: 99.5 }))).state,
    'filled',
  );
  assert.equal(
    (await trade('short', order({ side: 'sell', sizeUsd: 900, markPrice: 99.5 }))).reason,
    'insufficient_funds',
  );
  await controls.change(BOT, { paperBalanceUsd: 0 });
  const close = await trade('close', order({ side: null, sizeUsd: null }));
  assert.equal(close.state, 'filled', 'closes need no money');
});
