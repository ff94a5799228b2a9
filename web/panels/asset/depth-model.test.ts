import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DepthBucket, depthRequest, drawDepth, MAX_DEPTH_MS } from './depth-model.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-30T12:00:30Z');

test('buckets are the smallest of which a window has at most 150, and small moves ask for the same', () => {
  const hour = depthRequest({ fromMs: NOW - HOUR_MS, toMs: NOW + 72_000 }, NOW);
  assert.equal(hour?.bucketMs, 30_000);
  assert.equal(hour?.toMs, null);
  assert.ok(hour !== null && hour.fromMs <= NOW - HOUR_MS && hour.fromMs % 30_000 === 0);
  assert.deepEqual(depthRequest({ fromMs: NOW - HOUR_MS + 2_000, toMs: NOW + 74_000 }, NOW + 2_000), hour);
  const past = depthRequest({ fromMs: NOW - 3 * HOUR_MS, toMs: NOW - 2 * HOUR_MS }, NOW);
  assert.ok(past?.toMs != null && past.toMs >= NOW - 2 * HOUR_MS);
});

test('a window that is longer than a week is not asked for, and one of a week is no longer than that', () => {
  assert.equal(depthRequest({ fromMs: NOW - MAX_DEPTH_MS - 1, toMs: NOW }, NOW), null);
  const week = depthRequest({ fromMs: NOW - MAX_DEPTH_MS, toMs: NOW }, NOW);
  assert.ok(week !== null && NOW - week.fromMs <= MAX_DEPTH_MS);
});

const bucket = (t: number, mean: number, bid: number, ask: number): DepthBucket => ({
  t,
  seconds: 60,
  spread: { min: mean / 2, mean, max: mean },
  bidUsd: [0, bid],
  askUsd: [0, ask],
  imbalance: [null, 0],
});

test('columns are as wide as their time, on one scale for both sides, and none is out of view', () => {
  const buckets = [bucket(0, 0.02, 500, 250), bucket(60, 0.04, 1_000, 0), bucket(300, 0.01, 1, 1)];
  const drawn = drawDepth(buckets, 60, { fromMs: 30, toMs: 150 }, 1);
  assert.equal(drawn.mostUsd, 1_000);
  assert.deepEqual(
    drawn.columns.map(({ left, wide, bid, ask, spread }) => [left, wide, bid, ask, spread.mean]),
    [
      [0, 25, 50, 25, 50],
      [25, 50, 100, 0, 100],
    ],
  );
  // Crossed for a while, and nothing rests near the mid.
  const odd = drawDepth([bucket(30, -0.02, 0, 0)], 60, { fromMs: 0, toMs: 120 }, 1);
  assert.deepEqual(
    [odd.mostUsd, odd.mostSpread, odd.columns[0]?.spread.mean, odd.columns[0]?.bid],
    [0, 0, 0, 0],
  );
});
