import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingAnomalies } from './trading-anomalies.ts';

test('each venue that turns away all orders is an anomaly of its own, and no other is', () => {
  assert.deepEqual(tradingAnomalies({ blockedVenues: [] }), []);
  const found = tradingAnomalies({ blockedVenues: ['kalshi', 'polymarket'] });
  assert.deepEqual(
    found.map(({ severity, code, venue }) => [severity, code, venue]),
    [
      ['warning', 'venue_blocked', 'kalshi'],
      ['warning', 'venue_blocked', 'polymarket'],
    ],
  );
});
