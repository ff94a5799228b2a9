import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTradingAnomalies } from './trading-anomalies.ts';

const NOTHING = {
  blockedVenues: [],
  refusedCredentials: [],
  unsettledMarkets: [],
  unconfirmedOrders: [],
  unpricedPositions: [],
  mismatchedPositions: [],
  refusedRows: [],
};

test('each venue that turns away all orders is an anomaly of its own, and no other is', () => {
  const found = findTradingAnomalies({ ...NOTHING, blockedVenues: ['kalshi', 'polymarket'] });
  assert.deepEqual(
    found.map(({ severity, code, venue }) => [severity, code, venue]),
    [
      ['warning', 'venue_blocked', 'kalshi'],
      ['warning', 'venue_blocked', 'polymarket'],
    ],
  );
  assert.deepEqual(findTradingAnomalies(NOTHING), []);
});

test('credentials that a venue refuses are one anomaly of that venue, with their count', () => {
  const found = findTradingAnomalies({ ...NOTHING, refusedCredentials: [{ venue: 'kalshi', count: 3 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['info', 'credentials_refused', 'kalshi', 3]],
  );
});

test('positions without a price are one anomaly of their venue, with their count', () => {
  const found = findTradingAnomalies({ ...NOTHING, unpricedPositions: [{ venue: 'kalshi', count: 4 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['warning', 'exit_price_missing', 'kalshi', 4]],
  );
});

test('markets whose positions cannot be closed are one anomaly of their venue, with their count', () => {
  const found = findTradingAnomalies({ ...NOTHING, unsettledMarkets: [{ venue: 'polymarket', count: 2 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['warning', 'positions_not_settled', 'polymarket', 2]],
  );
});

test('orders without a known outcome are one anomaly of their venue, with their count', () => {
  const found = findTradingAnomalies({ ...NOTHING, unconfirmedOrders: [{ venue: 'hyperliquid', count: 4 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['warning', 'orders_unconfirmed', 'hyperliquid', 4]],
  );
});

test('accounts that differ from the records are one anomaly of their venue, with their count', () => {
  const found = findTradingAnomalies({ ...NOTHING, mismatchedPositions: [{ venue: 'limitless', count: 2 }] });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [['warning', 'position_mismatch', 'limitless', 2]],
  );
});

test('rows about accounts that could not be read are an anomaly of their venue', () => {
  const refusedRows = [{ venue: 'kalshi' as const, count: 2, last: 'position /position_fp' }];
  const [found, ...others] = findTradingAnomalies({ ...NOTHING, refusedRows });
  assert.deepEqual(
    [found?.severity, found?.code, found?.venue, found?.count],
    ['warning', 'account_rows_refused', 'kalshi', 2],
  );
  assert.match(found?.message ?? '', /the newest a position \/position_fp/);
  assert.equal(others.length, 0);
});
