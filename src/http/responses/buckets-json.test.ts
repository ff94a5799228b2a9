import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Buckets } from '../../history/contract/history-store.ts';
import { type BucketOperation, toBucketRows } from './buckets-json.ts';

const column = (...values: number[]) => Float64Array.from(values);

const BUCKETS: Buckets = {
  length: 2,
  t: column(1_763_700_000_000, 1_763_703_600_000),
  open: column(0.1, 1e-7),
  high: column(0.3, 1e21),
  low: column(0.1, 0),
  close: column(0.2, -5.25),
  count: column(3, 1),
  volume: column(1.5, Number.NaN),
  vwap: column(1 / 3, Number.NaN),
  truncated: false,
};

/** Builds the same rows as objects. */
function rows(names: readonly (keyof Buckets)[]): unknown[] {
  return [0, 1].map((i) =>
    Object.fromEntries(
      names.map((name) => {
        const value = (BUCKETS[name] as Float64Array)[i]!;
        return [name, Number.isNaN(value) ? null : value];
      }),
    ),
  );
}

const written = (operation: BucketOperation, from = 0, to = 2) =>
  `[${toBucketRows(BUCKETS, operation, from, to).toString().slice(1)}]`;

test('buckets are the JSON of their rows, with null where there is no number', () => {
  const all = ['t', 'open', 'high', 'low', 'close', 'count', 'volume', 'vwap'] as const;
  assert.equal(written('all'), JSON.stringify(rows(all)));
  assert.equal(written('ohlc'), JSON.stringify(rows(all.slice(0, 6))));
  assert.equal(written('vwap'), JSON.stringify(rows(['t', 'count', 'volume', 'vwap'])));
  assert.equal(written('ohlc', 1), JSON.stringify(rows(all.slice(0, 6)).slice(1)));
});

test('no bucket is no text', () => {
  assert.equal(toBucketRows(BUCKETS, 'all', 1, 1).length, 0);
});
