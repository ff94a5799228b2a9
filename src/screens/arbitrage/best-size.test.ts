import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeProfit, findBestLots, listProfits, type PricedLeg } from './best-size.ts';
import { computeExactFee } from './fees.ts';
import { countLots, toLotSize } from './lots.ts';

const leg = (rate: number, ...levels: readonly (readonly [price: number, size: number])[]): PricedLeg => ({
  levels: levels.map(([price, size]) => ({ price, size })),
  charge: (costUsd, size) =>
    computeExactFee({ kind: 'variance', rate, roundedUpToUsd: null }, { price: costUsd / size, size }),
});

test('lots are bought as long as one pays after its fee', () => {
  // The first contract pays 1 - 0.40 - 0.50 = 0.10 minus fees of 0.07 x 0.24 + 0.07 x 0.25 = 0.0343. The next ones pay
  // 0.04 minus at least 0.0343.
  const legs = [leg(0.07, [0.4, 10], [0.46, 20], [0.51, 50]), leg(0.07, [0.5, 100])];
  assert.equal(findBestLots(legs, 1), 30);
  assert.equal(findBestLots(legs, 0.01), 3_000);
  assert.equal(findBestLots(legs, 7), 4, '28 contracts: of the next lot five lose');
  assert.equal(findBestLots([leg(0, [0.4, 10]), leg(0, [0.5, 7.5])], 1), 7);
  assert.equal(findBestLots([leg(0, [0.4, 10]), leg(0, [0.6, 10])], 1), 0, 'nothing is left');
  assert.equal(findBestLots([leg(0, [0.4, 10]), leg(0)], 1), 0, 'an empty book');
  assert.equal(findBestLots([leg(0, [0.4, 0.9]), leg(0, [0.5, 9])], 1), 0, 'less than a lot');
});

test('a lot over two prices counts with both', () => {
  // The first 0.9 contracts gain 0.5 each and the next 0.1 lose 0.1 each. A second lot loses money.
  assert.equal(findBestLots([leg(0, [0.2, 0.9], [0.8, 5]), leg(0, [0.3, 9])], 1), 1);
});

const price = fc.integer({ min: 1, max: 70 }).map((cents) => cents / 100);
const size = fc.integer({ min: 1, max: 400 }).map((cents) => cents / 100);
const pricedLeg = fc
  .record({
    levels: fc.array(fc.tuple(price, size), { minLength: 0, maxLength: 6 }),
    rate: fc.constantFrom(0, 0.02, 0.04, 0.07, 0.3),
  })
  .map(({ levels, rate }) => leg(rate, ...levels.toSorted(([a], [b]) => a - b)));
const anyLegs = fc.array(pricedLeg, { minLength: 2, maxLength: 4 });
const anyLot = fc.constantFrom(0.01, 0.03, 0.1, 1);

function countHeld(legs: readonly PricedLeg[], lot: number): number {
  const held = legs.map(({ levels }) => levels.reduce((sum, level) => sum + level.size, 0));
  return countLots(Math.min(...held), lot);
}

test('property: no number of lots earns more, and the last lot pays', () => {
  fc.assert(
    fc.property(anyLegs, anyLot, (legs, lot) => {
      const profit = (lots: number) => computeProfit(legs, toLotSize(lots, lot)).profitUsd;
      const best = findBestLots(legs, lot);
      const held = countHeld(legs, lot);
      assert.ok(best <= held, `${best} of ${held} lots`);
      const most = Array.from({ length: held + 1 }, (_, lots) => profit(lots)).reduce((a, b) =>
        Math.max(a, b),
      );
      assert.ok(
        Math.abs(profit(best) - most) < 1e-8,
        `${best} lots leave ${profit(best)}, and ${most} can be had`,
      );
      if (best > 0) assert.ok(profit(best) > profit(best - 1), 'the last lot pays');
    }),
    { numRuns: 500 },
  );
});

test('property: profit over size has the sizes that the books hold, and that of the best among them', () => {
  fc.assert(
    fc.property(anyLegs, anyLot, (legs, lot) => {
      const points = listProfits(legs, lot, 1_000);
      const best = toLotSize(findBestLots(legs, lot), lot);
      assert.ok(best === 0 || points.some(({ contracts }) => contracts === best));
      let before = 0;
      for (const { contracts, profitUsd } of points) {
        assert.ok(contracts > before && contracts <= toLotSize(countHeld(legs, lot), lot));
        assert.ok(Math.abs(computeProfit(legs, contracts).profitUsd - profitUsd) < 1e-8);
        before = contracts;
      }
      assert.ok(listProfits(legs, lot, 3).length <= 3);
    }),
  );
});
