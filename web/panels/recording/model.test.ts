import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../format/time.ts';
import {
  buildLane,
  chooseRange,
  computeRecordedShare,
  computeThinShare,
  countMarkets,
  describeCoverage,
  isVenueLate,
  LANE_CELLS,
  type RecordingCell,
  recordingState,
  shortenReason,
  withWitnessed,
  witnessGap,
} from './model.ts';

const lane = { fromMs: 0, bucketMs: 60_000, cells: 4, nowMs: 210_000, intervalMs: 5_000, gaps: [] };

test('a cell is as high as what was written of what was due, up to now', () => {
  const { cells } = buildLane({
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
  const { cells } = buildLane({ ...lane, recordedFromMs: 90_000, buckets: [{ t: 60_000, count: 6 }] });
  assert.deepEqual(
    cells.map(({ share }) => share),
    [null, 1, 0, 0],
  );
  assert.deepEqual(
    buildLane({ ...lane, recordedFromMs: null, buckets: [] }).cells.map(({ share }) => share),
    [null, null, null, null],
  );
});

test('cells narrower than a few polls are judged together', () => {
  const buckets = [0, 2, 4, 6].map((index) => ({ t: index * 30_000, count: 1 }));
  const { cells } = buildLane({
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

test('thin is what was filled in afterwards; a hole and what was before the first record are neither', () => {
  const counts = [0, 12, 1, 0, 12, 12];
  const found = buildLane({
    ...lane,
    cells: 6,
    nowMs: 360_000,
    recordedFromMs: 60_000,
    buckets: counts.map((count, index) => ({ t: index * 60_000, count })),
    gaps: [{ fromMs: 180_000, toMs: 235_000, reason: 'restart' }],
  });
  assert.equal(computeThinShare(found), 1 / 4);
  assert.equal(computeThinShare({ cells: [], gaps: [] }), 0);
});

test('holes that overlap are lost once, and so is the time before the first record', () => {
  const gap = (fromMs: number, toMs: number) => ({ fromMs, toMs, isOpen: false, reason: 'restart' });
  const gaps = [gap(50, 70), gap(20, 40), gap(30, 45), gap(95, 200)];
  const time = { fromMs: 0, toMs: 100 };
  assert.equal(computeRecordedShare({ gaps }, 0, time), 0.5);
  assert.equal(computeRecordedShare({ gaps }, 25, time), 0.3);
  assert.equal(computeRecordedShare({ gaps: [] }, 0, time), 1);
  assert.equal(computeRecordedShare({ gaps: [] }, null, time), 0);
});

test('a gap is cut to the window, and one that lasts ends now', () => {
  const { gaps } = buildLane({
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

const polled = { ageMs: 900, effectiveIntervalMs: 5_000, lastError: null };
const STATES = [
  ['recorded', polled],
  ['recorded', { ...polled, ageMs: 10_000 }],
  ['failing', { ...polled, ageMs: 10_001 }],
  ['failing', { ...polled, lastError: 'HTTP 503' }],
  ['lost', { ...polled, ageMs: 15_001 }],
  ['lost', { ...polled, ageMs: 300_000, lastError: 'HTTP 503' }],
  ['lost', { ...polled, ageMs: null }],
  ['lost', undefined],
] as const;
for (const [state, poller] of STATES) {
  test(`a venue is ${state} with ${JSON.stringify(poller)}`, () => {
    assert.equal(recordingState('kalshi', poller, null), state);
  });
}

test('polls that the store refuses are not recorded', () => {
  const refused = {
    severity: 'critical',
    code: 'store_unavailable',
    venue: 'kalshi',
    message: 'polls of kalshi are shown and cannot be stored',
    count: 2,
  } as const;
  assert.equal(recordingState('kalshi', polled, { anomalies: [refused] }), 'lost');
  assert.equal(recordingState('polymarket', polled, { anomalies: [refused] }), 'recorded');
});

test('a hole that the page sees begin lasts until a poll works again', () => {
  const failed = { lastFetchedAt: 1_000, lastError: 'HTTP 503' };
  assert.equal(witnessGap(null, 'failing', failed), null);
  const begun = witnessGap(null, 'lost', failed);
  assert.deepEqual(begun, { fromMs: 1_000, toMs: null, reason: 'HTTP 503' });
  const lasting = witnessGap(begun, 'lost', { lastFetchedAt: 1_000, lastError: 'timeout' });
  assert.deepEqual(lasting, { fromMs: 1_000, toMs: null, reason: 'timeout' });
  const ended = witnessGap(lasting, 'recorded', { lastFetchedAt: 9_000, lastError: null });
  assert.deepEqual(ended, { fromMs: 1_000, toMs: 9_000, reason: 'timeout' });
  assert.deepEqual(witnessGap(ended, 'recorded', { lastFetchedAt: 12_000, lastError: null }), ended);
  const next = witnessGap(ended, 'lost', { lastFetchedAt: 20_000, lastError: null });
  assert.deepEqual(next, { fromMs: 20_000, toMs: null, reason: 'it was not polled' });
});

test('a hole that was seen stands for the stored one until that has its end', () => {
  const earlier = { fromMs: 0, toMs: 500, reason: 'restart' };
  const seen = { fromMs: 1_000, toMs: 9_000, reason: 'HTTP 503' };
  const open = { fromMs: 1_000, toMs: null, reason: 'HTTP 503' };
  assert.deepEqual(withWitnessed([earlier], null), [earlier]);
  assert.deepEqual(withWitnessed([earlier], seen), [earlier, seen]);
  assert.deepEqual(withWitnessed([earlier, open], seen), [earlier, seen]);
  assert.deepEqual(withWitnessed([earlier, { ...open, toMs: 8_990 }], seen), [
    earlier,
    { ...open, toMs: 8_990 },
  ]);
});

test('coverage tells what was recorded from what was filled in, and rounds no hole away', () => {
  // Eight minutes of an hour, the rest from the candles of the venue.
  assert.deepEqual(describeCoverage({ recorded: 1, thin: 52 / 60 }), {
    recorded: '13',
    filled: '87',
    hole: null,
  });
  assert.deepEqual(describeCoverage({ recorded: 1, thin: 0 }), { recorded: '100', filled: null, hole: null });
  assert.deepEqual(describeCoverage({ recorded: 0.9999, thin: 0 }), {
    recorded: '> 99',
    filled: null,
    hole: '< 1',
  });
  assert.deepEqual(describeCoverage({ recorded: 0, thin: 0 }), { recorded: '0', filled: null, hole: '100' });
});

test('all markets of a venue that is late are late at once, and each market is counted once', () => {
  const summary = {
    totalAssets: 632,
    staleCount: 5,
    neverRecordedCount: 22,
    byVenue: {
      kalshi: { total: 135, stale: 3, neverRecorded: 10 },
      polymarket: { total: 497, stale: 2, neverRecorded: 12 },
    },
  };
  assert.deepEqual(countMarkets(summary, []), { all: 632, recorded: 605, late: 5, never: 22 });
  assert.deepEqual(countMarkets(summary, ['kalshi']), { all: 632, recorded: 483, late: 127, never: 22 });
  assert.equal(countMarkets(summary, ['kalshi', 'polymarket']).recorded, 0);
  assert.equal(countMarkets(summary, ['limitless']).recorded, 605, 'a venue without markets');
});

test('a venue is late over two polls, or without any', () => {
  const poller = { ageMs: 10_000, effectiveIntervalMs: 5_000 };
  assert.equal(isVenueLate('failing', poller), false, 'a poll that failed is no late data yet');
  assert.equal(isVenueLate('failing', { ...poller, ageMs: 10_001 }), true);
  assert.equal(isVenueLate('recorded', { ...poller, ageMs: null }), true);
  assert.equal(isVenueLate('lost', poller), true);
});

test('the reason of a failed poll names neither the address that was asked nor the body of its answer', () => {
  assert.equal(
    shortenReason('kalshi (http://10.0.0.7:1/markets): HTTP 503 {"error":{"code":1}}'),
    'HTTP 503',
  );
  assert.equal(shortenReason('kalshi (https://a.b/c): no answer in time'), 'no answer in time');
  assert.equal(shortenReason('x (https://a.b/c): HTTP 502 <html>'), 'HTTP 502');
  assert.equal(shortenReason('the writer is gone'), 'the writer is gone');
  assert.equal(shortenReason('a'.repeat(200)).length, 81);
});

test('lanes begin with the shortest range that holds all that was recorded, at most the usual one', () => {
  const nowMs = 100 * DAY_MS;
  const bucketMs = 900_000;
  const lane = (sinceMs: number, recordedFromMs = 0) => {
    const fromMs = nowMs - LANE_CELLS * bucketMs;
    const buckets = Array.from({ length: LANE_CELLS }, (_, index) => {
      const t = fromMs + index * bucketMs;
      return t >= nowMs - sinceMs ? { t, count: 180 } : { t, filled: index % 4 === 0 };
    });
    const { cells } = buildLane({
      buckets,
      gaps: [],
      recordedFromMs,
      fromMs,
      bucketMs,
      cells: LANE_CELLS,
      nowMs,
      intervalMs: 5_000,
    });
    return cells;
  };
  const name = (...lanes: (readonly RecordingCell[])[]) => chooseRange(lanes, nowMs).name;
  assert.equal(name(lane(0)), '1h', 'only hours that were filled in');
  assert.equal(name([], lane(HOUR_MS)), '1h');
  assert.equal(name(lane(HOUR_MS), lane(5 * HOUR_MS)), '6h', 'the longest of all');
  assert.equal(name(lane(7 * HOUR_MS)), '24h');
  assert.equal(name(lane(DAY_MS)), '24h');
});
