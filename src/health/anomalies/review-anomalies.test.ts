import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { findReviewAnomalies, WAITING_KINDS, type WaitingMatters } from './review-anomalies.ts';

const NOW = 1_763_700_000_000;
const wait = (
  kind: WaitingMatters['kind'],
  count: number,
  ageMs: number,
  waitedADay = 0,
): WaitingMatters => ({
  kind,
  count,
  waitedADay,
  oldestMs: NOW - ageMs,
});

test('nothing waits: nothing is raised', () => {
  assert.deepEqual(
    findReviewAnomalies(
      WAITING_KINDS.map((kind) => ({ kind, count: 0, waitedADay: 0, oldestMs: null })),
      NOW,
    ),
    [],
  );
});

test('every kind that waits is an anomaly of its own code, with its age', () => {
  for (const kind of WAITING_KINDS) {
    const [anomaly, ...others] = findReviewAnomalies([wait(kind, 2, 3 * DAY_MS, 1)], NOW);
    assert.deepEqual(others, []);
    const isDeposit = kind === 'held' || kind === 'unattributed';
    assert.equal(anomaly?.code, isDeposit ? 'deposits_held' : kind);
    assert.equal(anomaly?.count, kind === 'reversal_waiting' ? 1 : 2);
    assert.match(anomaly?.message ?? '', /the oldest for 3 days: crosstape review list/);
  }
});

test('both kinds of deposits are one anomaly, as old as the older one', () => {
  const unattributed = wait('unattributed', 3, 12 * MINUTE_MS);
  const [anomaly] = findReviewAnomalies([wait('held', 2, 5 * HOUR_MS), unattributed], NOW);
  assert.equal(anomaly?.count, 5);
  assert.match(anomaly?.message ?? '', /for 5 h/);
  assert.match(findReviewAnomalies([unattributed], NOW)[0]?.message ?? '', /for 12 min/);
});

test('a refund that overtook its deposit is an anomaly after a day', () => {
  assert.deepEqual(findReviewAnomalies([wait('reversal_waiting', 2, HOUR_MS)], NOW), []);
});
