import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { epochMs } from '../../domain/index.ts';
import type { MergedPosition } from '../contract/cursor.ts';
import type { ForwardOptions } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import { formatMergedLines } from '../formats/merged-rows.ts';
import { ColumnBuilder, viewColumns } from './columns.ts';
import { type MergedSource, readMerged } from './merged-records.ts';

const source = (asset: string): MergedSource => ({ venue: 'kalshi', storeKey: asset, asset });

/** Creates a store whose records have their index within the series as their price. */
function createStore(times: ReadonlyMap<string, readonly number[]>) {
  return {
    async readForward(
      { storeKey }: SeriesKey,
      { fromMs = epochMs(0), toMs = epochMs(1e15), limit, after }: ForwardOptions,
    ) {
      const t = times.get(storeKey)!;
      const behind = after === undefined ? 0 : t.filter((one) => one < after.t).length + after.rank;
      const from = Math.max(behind, t.filter((one) => one < fromMs).length);
      const end = t.filter((one) => one <= toMs).length;
      const to = Math.max(from, Math.min(from + limit, end));
      const columns = new ColumnBuilder();
      for (let i = from; i < to; i++) columns.push(t[i]!, i, Number.NaN, 1);
      const rank = to === 0 ? 0 : t.slice(0, to).filter((one) => one === t[to - 1]).length;
      return {
        columns: viewColumns(columns, 0, columns.length),
        next: to < end ? { t: t[to - 1]!, rank } : null,
      };
    },
  };
}

test('pages of any size hold each record of the window once, by time, asset and arrival', async () => {
  const series = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(series, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 700 }),
      fc.option(fc.integer({ min: 0, max: 12 })),
      async (all, limit, toMs) => {
        const times = new Map(all.map((t, i) => [`a${i}`, t.sort((a, b) => a - b)]));
        const sources = [...times.keys()].map(source);
        const expected = [...times.values()]
          .flatMap((t, asset) => t.map((time, i) => [time, asset, i] as const))
          .filter(([time]) => toMs === null || time <= toMs)
          .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
        const read: (readonly number[])[] = [];
        let after: MergedPosition | null | undefined;
        while (after !== null) {
          const { columns, next } = await readMerged(createStore(times), sources, {
            limit,
            ...(toMs === null ? {} : { toMs: epochMs(toMs) }),
            ...(after === undefined ? {} : { after }),
          });
          for (let i = 0; i < columns.length; i++) {
            read.push([columns.t[i]!, columns.asset[i]!, columns.p[i]!]);
          }
          assert.ok(next === null || columns.length === limit);
          after = next;
        }
        assert.deepEqual(read, expected);
      },
    ),
    { numRuns: 100 },
  );
});

test('lines name the asset of each record', () => {
  const records = new ColumnBuilder();
  records.push(1_763_700_000_000, 0.5, 2, 1);
  records.push(1_763_700_000_000, 0.25, Number.NaN, 0);
  const merged = { ...viewColumns(records, 0, 2), asset: Uint8Array.of(1, 0) };
  assert.equal(
    formatMergedLines(merged, ['kalshi-A', 'hl-"B"']).toString(),
    '{"asset":"hl-\\"B\\"","t":1763700000000,"p":0.5,"v":2,"s":"poll"}\n' +
      '{"asset":"kalshi-A","t":1763700000000,"p":0.25}\n',
  );
  assert.equal(formatMergedLines({ ...merged, length: 0 }, []).length, 0);
});
