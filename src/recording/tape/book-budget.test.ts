import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BudgetedMarket, chooseBooks, decideClasses } from './book-budget.ts';
import { ChangeCounts } from './change-counts.ts';

const MINUTE = 60_000;

function market(
  asset: string,
  volume24hUsd: number | null,
  changes: number,
  isSampled = false,
): BudgetedMarket {
  return { asset, volume24hUsd, changes, isSampled };
}

// Bytes per day of each market: 1,000 × 144 × 4.
const NEED = 576_000;

test('markets get every change while all of them fit into 80 % of the budget, the largest first', () => {
  const markets = [
    market('b', 5, 1_000),
    market('a', 5, 1_000),
    market('c', 9, 1_000),
    market('d', null, 1_000),
  ];
  const budget = { budgetBytes: (3 * NEED) / 0.8, usedBytes: 0, bytesPerChange: null };
  assert.deepEqual([...decideClasses(markets, budget).sampled], ['d']);
  const less = { ...budget, budgetBytes: budget.budgetBytes - 1 };
  assert.deepEqual([...decideClasses(markets, less).sampled], ['b', 'd'], 'equal volumes go by id');
});

test('all from the first that does not fit on are sampled, also small ones that would', () => {
  const markets = [market('a', 9, 100), market('b', 8, 9_000), market('c', 7, 1)];
  const budget = { budgetBytes: NEED, usedBytes: 0, bytesPerChange: null };
  assert.deepEqual([...decideClasses(markets, budget).sampled], ['b', 'c']);
});

test('a sampled market comes back within 70 % of the budget', () => {
  const budget = { budgetBytes: NEED / 0.75, usedBytes: 0, bytesPerChange: null };
  assert.deepEqual([...decideClasses([market('a', 1, 1_000)], budget).sampled], []);
  assert.deepEqual([...decideClasses([market('a', 1, 1_000, true)], budget).sampled], ['a']);
  const more = { ...budget, budgetBytes: NEED / 0.7 };
  assert.deepEqual([...decideClasses([market('a', 1, 1_000, true)], more).sampled], []);
});

test('all are sampled once the bytes of the day are used up', () => {
  const budget = { budgetBytes: 1_000_000_000, usedBytes: 1_000_000_000, bytesPerChange: null };
  assert.deepEqual([...decideClasses([market('a', 1, 0)], budget).sampled], ['a']);
});

test('the need follows the bytes of a change, and names the budget that thins nothing', () => {
  const budget = { budgetBytes: 1_000_000, usedBytes: 0, bytesPerChange: 8 };
  const { neededBytes, fullMb, sampled } = decideClasses([market('a', 1, 1_000)], budget);
  assert.equal(neededBytes, 2 * NEED);
  assert.deepEqual([...sampled], ['a']);
  assert.equal(fullMb, 2);
  const full = decideClasses([market('a', 1, 1_000, true)], { ...budget, budgetBytes: fullMb * 1_000_000 });
  assert.deepEqual([...full.sampled], []);
});

test('200 changes a second do not fit into 1 MB a day', () => {
  const markets = Array.from({ length: 10 }, (_, i) => market(`m${i}`, i, 12_000));
  const { sampled } = decideClasses(markets, { budgetBytes: 1_000_000, usedBytes: 0, bytesPerChange: null });
  assert.equal(sampled.size, 10);
});

test('the largest markets are recorded where there are too many', () => {
  const markets = [market('a', 1, 0), market('b', 3, 0), market('c', 2, 0), market('d', null, 0)];
  assert.deepEqual([...chooseBooks(markets, 2)], ['b', 'c']);
  assert.equal(chooseBooks(markets).size, 4);
});

test('changes are counted over the running minute and the ten before it', () => {
  const counts = new ChangeCounts(0);
  counts.add(3, 5);
  counts.add(5_000, 1);
  counts.advance(10 * MINUTE);
  counts.add(3, 2);
  assert.deepEqual([counts.get(3), counts.get(5_000), counts.get(4)], [7, 1, 0]);
  counts.advance(11 * MINUTE);
  assert.deepEqual([counts.get(3), counts.get(5_000)], [2, 0]);
  counts.advance(5 * MINUTE);
  counts.add(3, 1);
  counts.advance(60 * MINUTE);
  assert.equal(counts.get(3), 0);
});
