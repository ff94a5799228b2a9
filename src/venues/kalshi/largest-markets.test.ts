import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState } from '../../../test/support/markets.ts';
import type { BinaryState } from '../../domain/index.ts';
import { selectLargest } from './largest-markets.ts';

function market(
  name: string,
  volume24hUsd: number | null,
  volume24hContracts: number | null = null,
): BinaryState {
  return binaryState(name, 0.5, { tickerOverrides: { volume24hUsd, volume24hContracts } });
}

test('markets are tracked by money, then by contracts, then by name', () => {
  const rows: [why: string, states: BinaryState[], maxMarkets: number, names: string[]][] = [
    ['by money', [market('A', 1), market('B', 3), market('C', 2)], 2, ['B', 'C']],
    ['unknown money is none', [market('A', null), market('B', 1)], 1, ['B']],
    ['by contracts', [market('A', 1, 5), market('B', 1, 7), market('C', 1)], 3, ['B', 'A', 'C']],
    ['by name', [market('C', 1), market('A', 1), market('B', 1)], 2, ['A', 'B']],
    ['fewer than the limit', [market('A', 1)], 9, ['A']],
  ];
  for (const [why, states, maxMarkets, names] of rows) {
    const largest = selectLargest(states, maxMarkets);
    assert.deepEqual(
      largest.map(({ ticker }) => ticker.venueId),
      names,
      why,
    );
  }
});
