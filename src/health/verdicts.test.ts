import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, ELECTION, FixedFeed, HIGH, perp } from '../../test/support/fixed-feed.ts';
import { VENUES } from '../domain/index.ts';
import { judgeFeed } from './feed-verdict.ts';
import { summariseProbes } from './probe-summary.ts';
import { judgeSnapshotter } from './snapshotter.ts';

function feedOfThree(): FixedFeed {
  const feed = new FixedFeed();
  feed.set('hyperliquid', [perp()]);
  feed.set('polymarket', [binary(ELECTION)]);
  feed.set('kalshi', [binary(HIGH)]);
  return feed;
}

test('the feed is OK when the three judged venues have a snapshot, no matter what limitless does', () => {
  const { verdict, venues } = judgeFeed(feedOfThree());
  assert.equal(verdict, 'OK');
  assert.equal(venues.limitless, 'DOWN');
});

test('the feed is WARN when one of the three has none', () => {
  const feed = feedOfThree();
  feed.snapshots.delete('kalshi');
  assert.equal(judgeFeed(feed).verdict, 'WARN');
});

test('the feed is DOWN when no poller runs', () => {
  const feed = feedOfThree();
  for (const venue of VENUES) feed.pollers.set(venue, { running: false });
  assert.equal(judgeFeed(feed).verdict, 'DOWN');
});

test('the feed is DOWN when every poll since the start failed, even with restored snapshots', () => {
  const feed = feedOfThree();
  for (const venue of VENUES) feed.pollers.set(venue, { okCount: 0, failCount: 3, lastError: 'timeout' });
  assert.equal(judgeFeed(feed).verdict, 'DOWN');
});

test('a feed that has not polled yet is not DOWN', () => {
  const feed = new FixedFeed();
  for (const venue of VENUES) feed.pollers.set(venue, { okCount: 0, failCount: 0 });
  assert.equal(judgeFeed(feed).verdict, 'WARN');
});

test('a venue that fails while its snapshot is fresh is degraded, which changes no verdict', () => {
  const feed = feedOfThree();
  feed.pollers.set('kalshi', { failCount: 2, lastError: 'timeout' });
  const { verdict, degraded, anyDegraded } = judgeFeed(feed);
  assert.equal(verdict, 'OK');
  assert.deepEqual([degraded.kalshi, degraded.polymarket, anyDegraded], [true, false, true]);
});

test('the snapshot file is judged by its age', () => {
  const minute = 60_000;
  const rows: [ageMs: number | null, verdict: string][] = [
    [0, 'OK'],
    [10 * minute, 'OK'],
    [10 * minute + 1, 'WARN'],
    [30 * minute, 'WARN'],
    [30 * minute + 1, 'DOWN'],
    [null, 'DOWN'],
  ];
  for (const [ageMs, verdict] of rows) {
    const judged = judgeSnapshotter(ageMs);
    assert.equal(judged.verdict, verdict, String(ageMs));
    assert.equal(judged.reason === null, verdict === 'OK');
  }
});

test('probes together are OK, WARN or DOWN', () => {
  const probe = (status: 'healthy' | 'degraded' | 'errored', latencyMs: number) => ({ status, latencyMs });
  assert.deepEqual(summariseProbes([probe('healthy', 1), probe('degraded', 4)]), {
    healthy: 1,
    degraded: 1,
    errored: 0,
    total: 2,
    avgLatencyMs: 2.5,
    maxLatencyMs: 4,
    verdict: 'WARN',
  });
  assert.equal(summariseProbes([probe('healthy', 1)]).verdict, 'OK');
  assert.equal(summariseProbes([probe('errored', 1)]).verdict, 'DOWN');
  assert.equal(summariseProbes([]).avgLatencyMs, null);
});
