import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bars, joinedBars, toBars, visibleBars, withLivePrice } from './bars.ts';
import { barRequest, findWindow, MAX_BARS, panned, zoomed } from './window.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

test('bars are the smallest of which a window with its margins has at most 2,000', () => {
  for (const hours of [0.1, 1, 6, 24, 168, 720, 87_600]) {
    const window = { fromMs: NOW - hours * HOUR_MS, toMs: NOW };
    const { bucketMs, fromMs, toMs } = barRequest(window, NOW);
    assert.ok(
      ((toMs ?? NOW + hours * HOUR_MS) - fromMs) / bucketMs <= MAX_BARS + 500,
      `${hours} h: ${bucketMs}`,
    );
    assert.ok(fromMs <= window.fromMs);
    assert.equal(toMs, null, 'a window that ends now is open');
    assert.equal(fromMs % bucketMs, 0);
  }
  assert.equal(barRequest({ fromMs: NOW - HOUR_MS, toMs: NOW }, NOW).bucketMs, 10_000);
  assert.equal(barRequest({ fromMs: NOW - HOUR_MS, toMs: NOW }, NOW, 5_000).bucketMs, 30_000);
});

test('the requested bars reach to the records of the hours that were filled in beside the view', () => {
  for (const minutes of [1, 20, 60, 600]) {
    const fromMs = NOW - 100 * HOUR_MS;
    const { bucketMs, ...asked } = barRequest({ fromMs, toMs: fromMs + minutes * 60_000 }, NOW, 5_000);
    assert.ok(asked.fromMs <= fromMs - 2 * HOUR_MS);
    assert.ok((asked.toMs ?? NOW) >= fromMs + minutes * 60_000 + 2 * HOUR_MS);
    assert.ok(((asked.toMs ?? NOW) - asked.fromMs) / bucketMs < MAX_BARS + 500);
  }
});

test('small moves ask for the same, so that a chart that follows the present is not requested each second', () => {
  const requests = Array.from({ length: 60 }, (_, second) =>
    JSON.stringify(barRequest({ fromMs: NOW - HOUR_MS + second * 1_000, toMs: NOW + second * 1_000 }, NOW)),
  );
  assert.ok(new Set(requests).size <= 2);
});

test('zooming keeps the point under the pointer; panning keeps the width', () => {
  const window = { fromMs: 0, toMs: 1_000_000 };
  assert.deepEqual(zoomed(window, 0.5, 0.25), { fromMs: 125_000, toMs: 625_000 });
  assert.deepEqual(panned(window, 0.1), { fromMs: 100_000, toMs: 1_100_000 });
});

test('an address that holds no window is none', () => {
  assert.equal(findWindow('2026-11-22T00:00:00Z', null), null);
  assert.equal(findWindow('yesterday', '2026-11-22T00:00:00Z'), null);
  assert.equal(findWindow('2026-11-23T00:00:00Z', '2026-11-22T00:00:00Z'), null);
  assert.deepEqual(findWindow('2026-11-22T00:00:00Z', '2026-11-22T01:00:00Z'), {
    fromMs: Date.UTC(2026, 10, 22),
    toMs: Date.UTC(2026, 10, 22, 1),
  });
});

const BARS: Bars = {
  t: [0, 60],
  open: [1, 2],
  high: [1, 3],
  low: [1, 2],
  close: [1, 3],
  volume: [0, 4],
  isThin: [false, false],
  isFilled: [false, false],
  widthMs: 60,
};

test('a live price moves the last bar, begins the next, and never changes one before', () => {
  const moved = withLivePrice(BARS, 5, 70);
  assert.deepEqual(
    [moved.t, moved.high, moved.close, moved.open],
    [
      [0, 60],
      [1, 5],
      [1, 5],
      [1, 2],
    ],
  );
  const next = withLivePrice(BARS, 5, 130);
  assert.deepEqual(
    [next.t, next.open, next.volume],
    [
      [0, 60, 120],
      [1, 2, 5],
      [0, 4, 0],
    ],
  );
  assert.equal(withLivePrice(BARS, 5, 10), BARS);
});

test('a bar of fewer than half of the records that polls make is thin, but not while it lasts', () => {
  const bucket = { open: 1, high: 1, low: 1, close: 1 };
  const buckets = [
    { t: 0, count: 12, ...bucket },
    { t: 60_000, count: 2, ...bucket },
    { t: 120_000, count: 2, ...bucket },
  ];
  assert.deepEqual(toBars({ bucketMs: 60_000, buckets }, 5_000, 130_000).isThin, [false, true, false]);
  assert.deepEqual(toBars({ bucketMs: 60_000, buckets }, null, 500_000).isThin, [false, false, false]);
});

test('candles of the venue are bars that are filled in, whatever the polls', () => {
  const bucket = { open: 1, high: 2, low: 0, close: 1 };
  const buckets = [
    { t: 0, count: 0, filled: true, ...bucket },
    { t: 60_000, count: 12, ...bucket },
  ];
  for (const interval of [5_000, null]) {
    const { isThin, isFilled } = toBars({ bucketMs: 60_000, buckets }, interval, 500_000);
    assert.deepEqual(
      [isThin, isFilled],
      [
        [true, false],
        [true, false],
      ],
    );
  }
});

test('bars narrower than a pixel are joined, and nothing of their range is lost', () => {
  const joined = joinedBars(
    {
      ...BARS,
      t: [0, 60, 120],
      open: [1, 2, 3],
      high: [4, 9, 3],
      low: [1, 0, 3],
      close: [2, 5, 3],
      volume: [1, 2, 3],
      isThin: [true, false, true],
      isFilled: [false, false, false],
    },
    2,
  );
  assert.deepEqual(joined, {
    t: [0, 120],
    open: [1, 3],
    high: [9, 3],
    low: [0, 3],
    close: [5, 3],
    volume: [3, 3],
    isThin: [false, true],
    isFilled: [false, false],
    widthMs: 120,
  });
});

test('the bars of a window are found by their starts', () => {
  const t = [0, 10, 20, 30];
  assert.deepEqual(visibleBars(t, 5, 25), [1, 2]);
  assert.deepEqual(visibleBars(t, 0, 100), [0, 3]);
  assert.equal(visibleBars(t, 31, 40), null);
  assert.equal(visibleBars([], 0, 1), null);
});

test('a year of hours is one request where hours were chosen, and wider bars otherwise', () => {
  const year = 8_760 * HOUR_MS;
  const now = 2 * year;
  const window = { fromMs: now - year, toMs: now };
  assert.equal(barRequest(window, now, 5_000, HOUR_MS).bucketMs, HOUR_MS);
  assert.ok(barRequest(window, now, 5_000).bucketMs > HOUR_MS);
});
