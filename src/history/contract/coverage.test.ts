import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type Gap, latestTime } from '../../domain/index.ts';
import { describeCoverage, readCoverage } from './coverage.ts';

const NOW = epochMs(10_000_000);
const entry = (firstMs: number, lastMs: number) => ({ firstMs: epochMs(firstMs), lastMs: epochMs(lastMs) });
const gap = (fromMs: number, toMs: number | null): Gap => ({
  venue: 'kalshi',
  storeKey: null,
  fromMs: epochMs(fromMs),
  toMs: toMs === null ? null : epochMs(toMs),
  reason: 'HTTP 500',
});

test('a window says which part of it is recorded, and why the rest is not', () => {
  const live = entry(1_000_000, NOW - 5_000);
  const rows: [
    name: string,
    inputs: { from?: number; to?: number; entry: ReturnType<typeof entry> | null; gaps?: Gap[] },
    state: string,
    frac: number,
    notRecorded: [number, number, string][],
  ][] = [
    ['nothing', { entry: null }, 'never', 0, []],
    ['all there is', { entry: live }, 'full', 1, []],
    ['within', { entry: live, from: 2_000_000, to: 2_999_999 }, 'full', 1, []],
    [
      'before it began',
      { entry: live, from: 0, to: 999_999 },
      'before',
      0,
      [[0, 999_999, 'before recording began']],
    ],
    [
      'across the beginning',
      { entry: live, from: 500_000, to: 1_499_999 },
      'partial',
      0.5,
      [[500_000, 999_999, 'before recording began']],
    ],
    [
      'a gap',
      { entry: live, from: 2_000_000, to: 2_999_999, gaps: [gap(2_249_999, 2_500_000)] },
      'partial',
      0.75,
      [[2_250_000, 2_499_999, 'HTTP 500']],
    ],
    [
      'gaps that overlap count once',
      {
        entry: live,
        from: 2_000_000,
        to: 2_999_999,
        gaps: [gap(2_249_999, 2_500_000), gap(2_249_999, 2_500_000)],
      },
      'partial',
      0.75,
      [
        [2_250_000, 2_499_999, 'HTTP 500'],
        [2_250_000, 2_499_999, 'HTTP 500'],
      ],
    ],
    [
      'a gap that lasts',
      { entry: live, from: NOW - 999_999, gaps: [gap(NOW - 500_000, null)] },
      'partial',
      0.5,
      [[NOW - 499_999, NOW, 'HTTP 500']],
    ],
    [
      'a market that left',
      { entry: entry(1_000_000, 9_000_000), from: 9_000_001 },
      'partial',
      0,
      [[9_000_001, NOW, 'nothing was recorded since']],
    ],
    ['the future', { entry: live, from: NOW + 5 }, 'full', 1, []],
  ];
  for (const [name, { from, to, entry: known, gaps = [] }, state, frac, expected] of rows) {
    const window = {
      ...(from === undefined ? {} : { fromMs: epochMs(from) }),
      ...(to === undefined ? {} : { toMs: epochMs(to) }),
    };
    const found = describeCoverage({ window, entry: known, gaps, now: NOW });
    assert.deepEqual(
      [
        found.state,
        Math.round(found.recordedFrac * 1e4) / 1e4,
        found.notRecorded.map((part) => Object.values(part)),
      ],
      [state, frac, expected],
      name,
    );
  }
});

test('records of a clock that was ahead are not the newest, and hide no absence', async () => {
  const last = epochMs(NOW - 600_000);
  const history = {
    findWithGaps: async () => ({ entry: { ...ENTRY, lastMs: epochMs(NOW + 3_600_000) }, gaps: [] }),
    findLast: async (_key: unknown, atOrBefore?: number) => {
      assert.equal(atOrBefore, latestTime(NOW));
      return { t: last, p: 0.5, v: null, s: null };
    },
  };
  const coverage = await readCoverage(history, { venue: 'kalshi', storeKey: 'a' }, {}, NOW);
  assert.equal(coverage.recordedToMs, last);
  assert.deepEqual(
    coverage.notRecorded.map(({ fromMs, toMs }) => [fromMs, toMs]),
    [[last + 1, NOW]],
  );
});

const ENTRY = {
  venue: 'kalshi' as const,
  storeKey: 'a',
  asset: 'kalshi-a',
  bytes: 100,
  count: 9,
  countIsEstimate: false,
  firstMs: epochMs(1_000_000),
};
