import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneOf } from './tape-model.ts';

const lane = { fromMs: 0, bucketMs: 60_000, cells: 4, nowMs: 210_000, intervalMs: 5_000, gaps: [] };

test('a cell is as high as what was written of what was due, up to now', () => {
  const { cells } = laneOf({
    ...lane,
    recordedFromMs: 0,
    buckets: [
      { t: 0, count: 12 },
      { t: 60_000, count: 3 },
      { t: 180_000, count: 6 },
    ],
  });
  assert.deepEqual(
    cells.map(({ records, due, share }) => [records, due, share]),
    [
      [12, 12, 1],
      [3, 12, 3 / 11],
      [0, 12, 0],
      [6, 6, 1],
    ],
  );
});

test('before the first record nothing is due and nothing is drawn', () => {
  const { cells } = laneOf({ ...lane, recordedFromMs: 90_000, buckets: [{ t: 60_000, count: 6 }] });
  assert.deepEqual(
    cells.map(({ share }) => share),
    [null, 1, 0, 0],
  );
  assert.deepEqual(
    laneOf({ ...lane, recordedFromMs: null, buckets: [] }).cells.map(({ share }) => share),
    [null, null, null, null],
  );
});

test('cells narrower than a few polls are judged together', () => {
  const buckets = [0, 2, 4, 6].map((index) => ({ t: index * 30_000, count: 1 }));
  const { cells } = laneOf({
    ...lane,
    bucketMs: 30_000,
    cells: 8,
    nowMs: 240_000,
    intervalMs: 60_000,
    recordedFromMs: 0,
    buckets,
  });
  assert.deepEqual(
    cells.map(({ share }) => share),
    Array(8).fill(1),
  );
});

test('a gap is cut to the window, and one that lasts ends now', () => {
  const { gaps } = laneOf({
    ...lane,
    recordedFromMs: 0,
    buckets: [],
    gaps: [
      { fromMs: -50_000, toMs: 10_000, reason: 'a' },
      { fromMs: 100_000, toMs: null, reason: 'b' },
      { fromMs: -90_000, toMs: -80_000, reason: 'c' },
    ],
  });
  assert.deepEqual(gaps, [
    { fromMs: 0, toMs: 10_000, isOpen: false, reason: 'a' },
    { fromMs: 100_000, toMs: 210_000, isOpen: true, reason: 'b' },
  ]);
});
