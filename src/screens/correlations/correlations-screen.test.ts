import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type CorrelationOptions, correlations, priceGrid } from '../../analytics/index.ts';
import {
  type AssetRef,
  buildPerpAsset,
  buildPolymarketAsset,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
} from '../../domain/index.ts';
import type { Columns, HistoryStore } from '../../history/contract/history-store.ts';
import { openSqliteHistory } from '../../history/sqlite/index.ts';
import { Slices } from '../../scheduling/slices.ts';
import { answerCorrelations } from './correlations-screen.ts';
import { readGridRecords } from './grid-records.ts';

const NOW = epochMs(Date.UTC(2026, 10, 21, 12, 3, 20));

async function openStore(t: TestContext): Promise<HistoryStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-correlations-'));
  const history = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return history;
}

function toColumns(records: readonly (readonly [t: number, p: number])[]): Columns {
  return {
    length: records.length,
    t: Float64Array.from(records, ([t]) => t),
    p: Float64Array.from(records, ([, p]) => p),
    v: new Float64Array(records.length).fill(Number.NaN),
    s: new Uint8Array(records.length),
  };
}

async function store(history: HistoryStore, ref: AssetRef, columns: Columns): Promise<void> {
  const batch = Array.from({ length: columns.length }, (_, i) => ({
    ...ref,
    t: epochMs(columns.t[i]!),
    p: columns.p[i]!,
    v: null,
    s: null,
  }));
  await history.append(batch);
}

/** Computes the correlations as defined, from all records and not only from those that a grid can use. */
function fromAllRecords(refs: readonly AssetRef[], all: readonly Columns[], options: CorrelationOptions) {
  return correlations(
    refs.map(({ asset }, i) => ({ asset, columns: all[i]! })),
    options,
  );
}

test('records of the store give the same correlations as all records do', async (t) => {
  const history = await openStore(t);
  let series = 0;
  const minutes = fc.integer({ min: -14 * 60, max: 5 });
  // A record lies exactly on a grid point, one millisecond away from it, or anywhere.
  const offset = fc.oneof(fc.constantFrom(0, 1, -1, MINUTE_MS, 5 * MINUTE_MS), fc.integer({ max: 300_000 }));
  const price = fc.oneof(fc.constantFrom(0, 1, 0.5), fc.double({ min: 0.01, max: 100, noNaN: true }));
  const record = fc.tuple(minutes, offset, price);
  const records = fc.array(record, { maxLength: 400 });

  await fc.assert(
    fc.asyncProperty(
      fc.array(records, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(1, 6, 12.5, 24),
      async (lists, windowHours) => {
        const all = lists.map((list) =>
          toColumns(
            list
              .map(([minute, ms, p]) => [Math.floor(NOW / MINUTE_MS + minute) * MINUTE_MS + ms, p] as const)
              .sort(([a], [b]) => a - b),
          ),
        );
        const refs = all.map(() => buildPolymarketAsset(`series-${series++}`));
        for (const [i, ref] of refs.entries()) await store(history, ref, all[i]!);
        const options = { nowMs: NOW, windowHours };
        assert.deepEqual(
          await answerCorrelations(history, refs, options),
          fromAllRecords(refs, all, options),
        );
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

test('a record on a point counts for it, one that is twelve bars old does not', async (t) => {
  const history = await openStore(t);
  const bar = 5 * MINUTE_MS;
  const grid = priceGrid({ nowMs: NOW, windowMs: 24 * HOUR_MS });
  const tooOld = buildPerpAsset('OLD');
  const onPoint = buildPerpAsset('NEW');
  await store(history, tooOld, toColumns([[grid.fromMs - 12 * bar, 100]]));
  await store(history, onPoint, toColumns([[grid.fromMs - 12 * bar + 1, 100]]));
  const countBars = async (ref: AssetRef) => {
    const { barsPerAsset } = await answerCorrelations(history, [ref, tooOld], {
      nowMs: NOW,
      windowHours: 24,
    });
    return barsPerAsset[ref.asset];
  };
  assert.deepEqual([await countBars(tooOld), await countBars(onPoint)], [0, 1]);

  const last = buildPerpAsset('LAST');
  await store(
    history,
    last,
    toColumns([
      [grid.fromMs + 288 * bar, 100],
      [grid.fromMs + 288 * bar + 1, 101],
    ]),
  );
  const [kept] = await readGridRecords(history, [last], { grid, slices: new Slices() });
  assert.deepEqual([[...kept!.t], [...kept!.p]], [[grid.fromMs + 288 * bar], [100]]);
});

test('a series longer than one page is read page by page, and one record a bar is kept', async (t) => {
  const history = await openStore(t);
  const ref = buildPerpAsset('BTC');
  const grid = priceGrid({ nowMs: NOW, windowMs: 720 * HOUR_MS });
  const stepMs = 20_000;
  const count = Math.floor((720 * HOUR_MS) / stepMs);
  assert.ok(count > 2 * 50_000);
  const t0 = grid.fromMs;
  const all = toColumns(Array.from({ length: count }, (_, i) => [t0 + i * stepMs, 100 + (i % 997)] as const));
  await history.insert(ref, all);

  const [kept] = await readGridRecords(history, [ref], { grid, slices: new Slices() });
  // The first record lies on the first grid point, and each of the next 720 hours ends with a record.
  assert.equal(kept?.t.length, 721);
  const options = { nowMs: NOW, windowHours: 720 };
  assert.deepEqual(await answerCorrelations(history, [ref], options), fromAllRecords([ref], [all], options));
});
