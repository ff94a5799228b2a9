import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingAnomalies } from './trading-anomalies.ts';

test('each venue that turns away all orders is an anomaly of its own, and no other is', () => {
  const found = tradingAnomalies({ blockedVenues: ['kalshi', 'polymarket'], refusedCredentials: [] });
  assert.deepEqual(
    found.map(({ severity, code, venue }) => [severity, code, venue]),
    [
      ['warning', 'venue_blocked', 'kalshi'],
      ['warning', 'venue_blocked', 'polymarket'],
    ],
  );
  assert.deepEqual(tradingAnomalies({ blockedVenues: [], refusedCredentials: [] }), []);
});

test('credentials that a venue refuses are one anomaly of that venue, with their count', () => {
  const found = tradingAnomalies({ blockedVenues: [], refusedCredentials: [{ venue: 'kalshi', count: 3 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['info', 'credentials_refused', 'kalshi', 3]],
  );
});
