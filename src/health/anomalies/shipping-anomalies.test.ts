import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShippingAnomalies, type ShippingStatus } from './shipping-anomalies.ts';

const WELL: ShippingStatus = {
  outboxRows: 100,
  outboxBytes: 800,
  maxOutboxBytes: 10_000,
  shipLagMs: 900,
  isTapeUp: true,
};

const ROWS: readonly (readonly [string, Partial<ShippingStatus>, readonly string[]])[] = [
  ['all is well', {}, []],
  ['the server is away', { isTapeUp: false }, ['critical history_unavailable']],
  ['a minute late', { shipLagMs: 60_000 }, []],
  ['later', { shipLagMs: 60_001 }, ['warning outbox_growing']],
  ['four fifths full', { outboxBytes: 8_000 }, ['critical outbox_growing']],
  [
    'away for long',
    { isTapeUp: false, outboxBytes: 9_000, shipLagMs: 1e7 },
    ['critical history_unavailable', 'critical outbox_growing'],
  ],
];

for (const [name, status, expected] of ROWS) {
  test(`records on their way to their server: ${name}`, () => {
    const found = findShippingAnomalies({ ...WELL, ...status });
    assert.deepEqual(
      found.map(({ severity, code }) => `${severity} ${code}`),
      expected,
    );
  });
}
