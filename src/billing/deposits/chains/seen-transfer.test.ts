import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTransferValue } from './seen-transfer.ts';

test('units of a token are worth micro-USD, rounded down, and keep their exact text', () => {
  const rows: [units: bigint, decimals: number, amount: string, microUsd: number | null][] = [
    [1n, 6, '0.000001', 1],
    [1_500_000n, 6, '1.5', 1_500_000],
    [100n, 2, '1', 1_000_000],
    [7n, 0, '7', 7_000_000],
    [1_999_999_999_999n, 18, '0.000001999999999999', 1],
    [999_999_999_999n, 18, '0.000000999999999999', 0],
    [10n ** 15n, 6, '1000000000', 10 ** 15],
    [10n ** 15n + 1n, 6, '1000000000.000001', null],
    [2n ** 256n - 1n, 6, `${(2n ** 256n - 1n) / 1_000_000n}.639935`, null],
  ];
  for (const [units, decimals, amount, microUsd] of rows) {
    assert.deepEqual(
      computeTransferValue(units, { decimals }),
      { amount, microUsd },
      `${units} of ${decimals}`,
    );
  }
});
