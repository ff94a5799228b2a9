import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { microUsd } from '../../domain/index.ts';
import { applyFill, FLAT, type Position, type PositionFill } from './position.ts';

const USD = 1_000_000;
const fill = (side: 'buy' | 'sell', size: string, usd: number): PositionFill => ({
  side,
  size,
  notionalMicroUsd: microUsd(Math.round(usd * USD)),
});

/** Applies fills in order, and returns size, cost in USD and the gain in USD of each closing. */
function run(...fills: PositionFill[]) {
  let position: Position = FLAT;
  const gains: number[] = [];
  for (const each of fills) {
    const change = applyFill(position, each);
    position = change.position;
    if (change.realizedMicroUsd !== null) gains.push(change.realizedMicroUsd / USD);
  }
  return { size: position.size, cost: position.costMicroUsd / USD, gains };
}

test('fills in one direction add up to an average cost', () => {
  assert.deepEqual(run(fill('buy', '10', 5), fill('buy', '30', 9)), { size: '40', cost: 14, gains: [] });
  assert.deepEqual(run(fill('sell', '2', 200)), { size: '-2', cost: 200, gains: [] });
});

test('a fill against the position realises its part', () => {
  // Of 40 bought at 0.35 on average, half are sold at 0.50.
  assert.deepEqual(run(fill('buy', '10', 5), fill('buy', '30', 9), fill('sell', '20', 10)), {
    size: '20',
    cost: 7,
    gains: [3],
  });
  // Of a short position sold at 100, half is bought back at 90.
  assert.deepEqual(run(fill('sell', '2', 200), fill('buy', '1', 90)), { size: '-1', cost: 100, gains: [10] });
});

test('a fill through zero closes all and opens the rest at its own price', () => {
  assert.deepEqual(run(fill('buy', '10', 5), fill('sell', '15', 9)), { size: '-5', cost: 3, gains: [1] });
});

test('shares that do not divide evenly lose nothing', () => {
  const { cost, gains, size } = run(
    fill('buy', '3', 1),
    fill('sell', '1', 0.5),
    fill('sell', '1', 0.5),
    fill('sell', '1', 0.5),
  );
  assert.deepEqual([size, cost], ['0', 0]);
  assert.equal(Math.round(gains.reduce((sum, gain) => sum + gain, 0) * USD), 500_000);
});

test('regardless of the fills, a flat position has no cost and the gains are what came in less what went out', () => {
  const anyFill = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    size: fc.integer({ min: 1, max: 1_000_000 }).map((n) => (n / 1_000).toString()),
    notionalMicroUsd: fc.integer({ min: 1, max: 10_000_000 }).map(microUsd),
  });
  fc.assert(
    fc.property(fc.array(anyFill, { maxLength: 30 }), (fills) => {
      let position: Position = FLAT;
      let realized = 0;
      let cash = 0;
      for (const each of fills) {
        const change = applyFill(position, each);
        position = change.position;
        realized += change.realizedMicroUsd ?? 0;
        cash += each.side === 'buy' ? -each.notionalMicroUsd : each.notionalMicroUsd;
        assert.ok(position.costMicroUsd >= 0);
        if (Number(position.size) === 0) assert.equal(position.costMicroUsd, 0);
      }
      // Cash plus the cost of the open part equals the gains: money neither appears nor disappears.
      const open = Number(position.size) >= 0 ? position.costMicroUsd : -position.costMicroUsd;
      assert.equal(cash + open, realized);
    }),
  );
});
