import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  binaryAnomalies,
  eventAnomalies,
  mergeAnomalies,
  perpAnomalies,
  venueAnomalies,
} from './anomalies.ts';

test('a market at 0.50 is an empty book only without quotes and volume', () => {
  assert.deepStrictEqual(binaryAnomalies({ price: 0.5, bid: null, ask: null }), ['empty_book_half']);
  assert.deepStrictEqual(binaryAnomalies({ price: 0.5, bid: 0.49, ask: null }), []);
  assert.deepStrictEqual(binaryAnomalies({ price: null }), []);
});

test('anomalies of one code and venue are counted together, the critical ones first', () => {
  assert.deepStrictEqual(venueAnomalies({ ageMs: 120_001, markets: 0 }, 120_000), [
    'venue_stale',
    'venue_empty',
  ]);
  assert.deepStrictEqual(
    mergeAnomalies([
      { code: 'venue_stale', venue: 'a' },
      { code: 'non_positive_price', venue: 'a', subject: 'hl-BTC' },
      { code: 'venue_stale', venue: 'a' },
      { code: 'venue_stale', venue: 'b' },
    ]),
    [
      { code: 'non_positive_price', venue: 'a', count: 1, subjects: ['hl-BTC'], severity: 'critical' },
      { code: 'venue_stale', venue: 'a', count: 2, subjects: [], severity: 'warning' },
      { code: 'venue_stale', venue: 'b', count: 1, subjects: [], severity: 'warning' },
    ],
  );
});

test('a probability outside [0, 1] and a perpetual without a price above 0 are anomalies', () => {
  assert.deepStrictEqual(
    [0, 1, 1.01, -0.01, Number.NaN].map((price) => binaryAnomalies({ price })),
    [[], [], ['probability_out_of_range'], ['probability_out_of_range'], ['probability_out_of_range']],
  );
  assert.deepStrictEqual(
    [1, 0, -1, null].map((price) => perpAnomalies(price).length),
    [0, 1, 1, 1],
  );
});

test('Yes and No may sum to 1.15, the outcomes of an event to 1.15 or 1 and 3 % for each', () => {
  // 0.6 + 0.75 = 1.35 and 0.6 + 0.5 = 1.1.
  assert.deepStrictEqual(binaryAnomalies({ price: 0.6, no: 0.75 }), ['gross_overround']);
  assert.deepStrictEqual(binaryAnomalies({ price: 0.6, no: 0.5 }), []);
  // Three outcomes may sum to 1.15, ten to 1.3.
  assert.deepStrictEqual(eventAnomalies([0.4, 0.4, 0.4]), ['gross_overround']);
  assert.deepStrictEqual(eventAnomalies(Array(10).fill(0.12)), []);
  assert.deepStrictEqual(eventAnomalies(Array(10).fill(0.14)), ['gross_overround']);
  assert.deepStrictEqual(eventAnomalies([]), []);
});

test('a venue without a snapshot is missing', () => {
  assert.deepStrictEqual(venueAnomalies(null, 1), ['venue_missing']);
  assert.deepStrictEqual(venueAnomalies({ ageMs: 1, markets: 1 }, 1), []);
});
