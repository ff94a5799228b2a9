import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { FixedFeed, NOW } from '../../../test/support/fixed-feed.ts';
import { epochMs } from '../../domain/index.ts';
import { addFeedMetrics } from './feed-metrics.ts';
import { Gauges } from './gauges.ts';

test('refused messages are counted by venue, kind and member of our schema', async () => {
  const feed = new FixedFeed();
  const registry = new Registry();
  const evidence = { endpoint: 'GET /markets', row: 'KX', member: '/close_time', value: 'soon' };
  const refused = (member: string, count: number) => ({
    kind: 'kalshi market',
    member,
    count,
    sinceMs: NOW,
    lastMs: NOW,
    at: { ...evidence, member },
  });
  const { health } = feed;
  feed.health = (venue) => {
    const found = health.call(feed, venue);
    if (venue !== 'kalshi') return found;
    return { ...found, wire: { ...found.wire, refused: [refused('/close_time', 3), refused('/ticker', 1)] } };
  };
  addFeedMetrics(new Gauges(registry), feed, () => epochMs(NOW));
  const text = await registry.metrics();
  const lines = text.split('\n').filter((line) => line.startsWith('crosstape_feed_refused_total{'));
  assert.deepEqual(lines.sort(), [
    'crosstape_feed_refused_total{venue="kalshi",kind="kalshi market",member="/close_time"} 3',
    'crosstape_feed_refused_total{venue="kalshi",kind="kalshi market",member="/ticker"} 1',
  ]);
});
