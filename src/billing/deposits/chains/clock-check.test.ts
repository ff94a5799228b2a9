import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClockDifference } from './clock-check.ts';

test('the clock of a chain differs when its newest block is dated ahead, or long before now', () => {
  const NOW = 1_763_700_000_000;
  const chain = { name: 'base', pollMs: 15_000 };
  const rows: [timeMs: number | null, says: RegExp | null][] = [
    [null, null],
    [NOW, null],
    [NOW + 5_000, null],
    [NOW + 5_001, /^base: the newest block is dated 5 s ahead of the clock/],
    [NOW + 120_000, /120 s ahead/],
    [NOW - 210_000, null],
    [NOW - 210_001, /210 s behind/],
  ];
  for (const [timeMs, says] of rows) {
    const found = describeClockDifference(chain, { position: 1, timeMs }, NOW);
    if (says === null) assert.equal(found, null, String(timeMs));
    else assert.match(found ?? '', says, String(timeMs));
  }
});
