import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAges, detectStale, type StaleRow, summariseAges } from './stale-assets.ts';

const MINUTE = 60_000;

function row(staleForMs: number | null, venue: StaleRow['venue'] = 'kalshi'): StaleRow {
  return {
    kind: staleForMs === null ? 'never_recorded' : 'stale',
    venue,
    asset: `asset-${staleForMs}`,
    lastMs: null,
    lastIso: null,
    staleForMs,
    count: 0,
    bytes: 0,
  };
}

const ROWS = [0, 1, MINUTE, MINUTE + 1, 5 * MINUTE, 5 * MINUTE + 1, 90 * MINUTE, null].map((age) => row(age));

test('an asset is stale when its newest record is older than the threshold, not when it is as old', () => {
  const { stale, neverRecorded, summary } = detectStale(ROWS, 5 * MINUTE);
  assert.deepEqual(
    stale.map(({ staleForMs }) => staleForMs),
    [5 * MINUTE + 1, 90 * MINUTE],
  );
  assert.equal(neverRecorded.length, 1);
  assert.deepEqual(summary.byVenue, { kalshi: { total: 8, stale: 2, neverRecorded: 1, beyondLimit: 0 } });
});

test('a packed report gives the same counts as its rows at every threshold of whole minutes', () => {
  const rows = [...ROWS, row(7 * MINUTE, 'polymarket')];
  const ages = countAges(rows);
  for (let minutes = 1; minutes <= 100; minutes++) {
    assert.deepEqual(summariseAges(ages, minutes).summary, detectStale(rows, minutes * MINUTE).summary);
  }
});

test('a report is OK when nothing is stale and WARN otherwise', () => {
  assert.equal(summariseAges(countAges([row(0), row(null)]), 5).verdict, 'OK');
  assert.equal(summariseAges(countAges([row(6 * MINUTE)]), 5).verdict, 'WARN');
});

test('an asset below our own limit is listed as such, and is neither tracked nor stale', () => {
  const rows = [...ROWS, { ...row(90 * MINUTE), kind: 'beyond_limit' as const, asset: 'small' }];
  const { stale, beyondLimit, summary } = detectStale(rows, 5 * MINUTE);
  assert.deepEqual([stale.length, summary.totalAssets, summary.beyondLimitCount], [2, 8, 1]);
  assert.deepEqual(
    beyondLimit.map(({ asset }) => asset),
    ['small'],
  );
  assert.deepEqual(summariseAges(countAges(rows), 5).summary, summary);
  // Reports of earlier releases do not contain this count.
  assert.equal(summariseAges({ kalshi: { neverRecorded: 1, byMinutes: {} } }, 5).summary.beyondLimitCount, 0);
});
