import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flow, flowItem } from '../../analytics/index.ts';
import { flowSeriesJson } from './flow-bytes.ts';

/** All rows at once. */
function plainly(columns: { t: Float64Array; p: Float64Array; v: Float64Array }): string {
  const { series } = flow(columns, { rollingWindow: 60 });
  return JSON.stringify(Array.from({ length: series.length }, (_, i) => flowItem(series, i)));
}

test('the columns become the list that one call would write', async () => {
  const volume = fc.oneof(
    fc.constantFrom(Number.NaN, 0, 1, 0.1),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  );
  const record = fc.tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.constantFrom(1, 2, 2.5), volume);
  const start = fc.constantFrom(0, 1_763_699_999_000);
  await fc.assert(
    fc.asyncProperty(start, fc.array(record, { maxLength: 60 }), async (from, records) => {
      const sorted = records.toSorted(([a], [b]) => a - b);
      const columns = {
        t: Float64Array.from(sorted, ([t]) => from + t),
        p: Float64Array.from(sorted, ([, p]) => p),
        v: Float64Array.from(sorted, ([, , v]) => v),
      };
      const { series } = flow(columns, { rollingWindow: 60 });
      assert.equal((await flowSeriesJson(series)).toString(), plainly(columns));
    }),
    { seed: 11 },
  );
});

test('more rows than one chunk stay one list', async () => {
  const length = 10_000;
  const columns = {
    t: Float64Array.from({ length }, (_, i) => 1_763_700_000_000 + i * 777),
    p: Float64Array.from({ length }, (_, i) => 1 + (i % 7)),
    v: Float64Array.from({ length }, (_, i) => i / 8),
  };
  const { series } = flow(columns, { rollingWindow: 60 });
  assert.equal((await flowSeriesJson(series)).toString(), plainly(columns));
});
