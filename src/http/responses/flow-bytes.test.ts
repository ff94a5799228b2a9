import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FlowColumns, flow, flowItem } from '../../analytics/index.ts';
import { formatFlowRows } from './flow-bytes.ts';

/** Formats the list in parts of a few rows. */
function inParts(series: FlowColumns, rowsAtOnce: number): string {
  let text = '';
  for (let from = 0; from < series.length; from += rowsAtOnce) {
    text += formatFlowRows(series, from, Math.min(from + rowsAtOnce, series.length)).toString();
  }
  return `[${text.slice(1)}]`;
}

/** Formats all rows at once. */
function plainly(columns: { t: Float64Array; p: Float64Array; v: Float64Array }): string {
  const { series } = flow(columns, { rollingWindow: 60 });
  return JSON.stringify(Array.from({ length: series.length }, (_, i) => flowItem(series, i)));
}

test('the columns become the list that one call would write', () => {
  const volume = fc.oneof(
    fc.constantFrom(Number.NaN, 0, 1, 0.1),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  );
  const record = fc.tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.constantFrom(1, 2, 2.5), volume);
  const start = fc.constantFrom(0, 1_763_699_999_000);
  fc.assert(
    fc.property(start, fc.array(record, { maxLength: 60 }), (from, records) => {
      const sorted = records.toSorted(([a], [b]) => a - b);
      const columns = {
        t: Float64Array.from(sorted, ([t]) => from + t),
        p: Float64Array.from(sorted, ([, p]) => p),
        v: Float64Array.from(sorted, ([, , v]) => v),
      };
      const { series } = flow(columns, { rollingWindow: 60 });
      assert.equal(inParts(series, 7), plainly(columns));
    }),
    { seed: 11 },
  );
});
