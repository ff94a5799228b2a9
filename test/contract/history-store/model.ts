import assert from 'node:assert/strict';
import fc from 'fast-check';
import { epochMs, type Observation, type ObservationSource } from '../../../src/domain/index.ts';
import { toBuckets } from '../../../src/history/columns/buckets.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import type {
  ForwardPage,
  HistoryStore,
  RecordPosition,
} from '../../../src/history/contract/history-store.ts';
import { append, type Named, record, rows, toKey } from './rows.ts';

export interface Stored extends Observation {
  readonly isInserted: boolean;
}

type Step =
  | { readonly kind: 'append' | 'insert'; readonly records: readonly Observation[] }
  | { readonly kind: 'compare' };

const observation = fc.record({
  t: fc.integer({ min: 0, max: 4_000 }).map(epochMs),
  p: fc.oneof(
    fc.integer({ min: 0, max: 1_000 }).map((tick) => tick / 1_000),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  v: fc.option(fc.integer({ min: 0, max: 9 })),
  s: fc.constantFrom<ObservationSource | null>('poll', 'import', null),
});

/** Few records of any kind, or so large that blocks are sealed and divided. */
const records = fc.oneof(
  fc.array(observation, { maxLength: 12 }),
  fc
    .record({ from: fc.integer({ min: 0, max: 3_000 }), count: fc.integer({ min: 200, max: 3_000 }) })
    .map(({ from, count }) =>
      Array.from({ length: count }, (_, i) => record(from + (i >> 1), (i % 37) / 100, i % 5)),
    ),
);

/** One step of a random history. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('append' as const, 'insert' as const), records }),
  fc.constant({ kind: 'compare' as const }),
);

/** Takes a step in the store and in the model of it. */
export async function play(store: HistoryStore, series: Named, model: Stored[], one: Step) {
  if (one.kind === 'compare') return compare(store, series, model);
  if (one.kind === 'append') {
    await append(store, series, one.records);
    model.push(...one.records.map((entry) => ({ ...entry, isInserted: false })));
  } else {
    const counts = new Map<string, number>();
    for (const entry of model) {
      if (entry.isInserted) counts.set(toKey(entry), (counts.get(toKey(entry)) ?? 0) + 1);
    }
    const expected = one.records.filter((entry) => {
      const count = counts.get(toKey(entry)) ?? 0;
      counts.set(toKey(entry), count - 1);
      return count <= 0;
    });
    const result = await store.insert(series, toColumns(one.records));
    assert.deepEqual(result, { stored: expected.length, skipped: one.records.length - expected.length });
    model.push(...expected.map((entry) => ({ ...entry, isInserted: true })));
  }
  // Array.prototype.sort keeps the order of arrival among equal times.
  model.sort((a, b) => a.t - b.t);
}

/** Pages of an odd size, the summary, single records and buckets all say what the model says. */
export async function compare(store: HistoryStore, series: Named, model: readonly Stored[]) {
  const expected = model.map(({ t, p, v, s }) => ({ t, p, v, s }));
  const read: Observation[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.read(series, { limit: 701, ...(cursor === null ? {} : { cursor }) });
    read.unshift(...rows(page.columns));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(read, expected);
  const scanned: Observation[] = [];
  for await (const page of store.scan(series, { pageRecords: 701 })) scanned.push(...rows(page));
  assert.deepEqual(scanned, expected);
  const forward: Observation[] = [];
  for (let after: RecordPosition | null | undefined; after !== null; ) {
    const options = { limit: 701, ...(after === undefined ? {} : { after }) };
    const { columns, next }: ForwardPage = await store.readForward(series, options);
    forward.push(...rows(columns));
    after = next;
  }
  assert.deepEqual(forward, expected);

  const entry = await store.find(series);
  assert.equal(entry?.count ?? 0, model.length);
  if (model.length > 0) {
    assert.deepEqual([entry?.firstMs, entry?.lastMs], [model[0]!.t, model.at(-1)!.t]);
    assert.deepEqual(
      await store.findLast(series, epochMs(1_500)),
      expected.findLast(({ t }) => t <= 1_500) ?? null,
    );
  }
  for (const window of [{}, { fromMs: epochMs(777), toMs: epochMs(2_345) }]) {
    const inside = toColumns(
      expected.filter(({ t }) => t >= (window.fromMs ?? 0) && t <= (window.toMs ?? Number.MAX_SAFE_INTEGER)),
    );
    for (const bucketMs of [1, 420, 1_000, 3_600_000, 7 * 86_400_000]) {
      assertSameBuckets(await store.aggregate(series, { ...window, bucketMs }), toBuckets(inside, bucketMs));
    }
    assert.deepEqual((await store.read(series, { ...window, limit: 100_000 })).columns.length, inside.length);
  }
}

type Aggregate = Awaited<ReturnType<HistoryStore['aggregate']>>;

/** Sums may differ by rounding, since stretches are summed apart; everything else is equal. */
function assertSameBuckets(actual: Aggregate, expected: Aggregate): void {
  for (const column of ['t', 'open', 'high', 'low', 'close', 'count'] as const) {
    assert.deepEqual([...actual[column]], [...expected[column]], column);
  }
  for (const column of ['volume', 'vwap'] as const) {
    for (let i = 0; i < expected.length; i++) {
      const a = actual[column][i]!;
      const b = expected[column][i]!;
      const isSame = Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, computeScale(expected, i));
      assert.ok(isSame, `${column} ${i}: ${a} is not ${b}`);
    }
  }
}

function computeScale(buckets: Aggregate, i: number): number {
  return Math.max(Math.abs(buckets.high[i]!), Math.abs(buckets.low[i]!), buckets.volume[i] || 0);
}
