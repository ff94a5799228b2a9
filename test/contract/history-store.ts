import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { epochMs, type Gap, type Observation, type VenueId } from '../../src/domain/index.ts';
import { ColumnBuilder, toColumns } from '../../src/history/columns/columns.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { GapPage, GapQuery } from '../../src/history/contract/gaps.ts';
import type { HistoryReader, HistoryStore } from '../../src/history/contract/history-store.ts';
import { encodeSource } from '../../src/history/contract/source-codes.ts';
import { rounds } from '../support/long-tests.ts';
import { compare, play, type Stored, step } from './history-store/model.ts';
import { append, record, rows } from './history-store/rows.ts';

/** Engine under test: its name and how its stores are opened. */
export interface HistoryEngine {
  readonly name: string;
  /** Opens a new, empty store; the suite closes it. */
  open(): Promise<HistoryStore>;
  /** Closes the store and opens the same data again; absent where an engine has no place of its own. */
  reopen?(store: HistoryStore): Promise<HistoryStore>;
  /** Random histories per property. */
  readonly runs?: number;
}

const SERIES = { venue: 'hyperliquid', storeKey: 'perp-kpepe', asset: 'hl-kPEPE' } as const;
const OTHER = { venue: 'polymarket', storeKey: 'will-it-rain', asset: 'pm-will-it-rain' } as const;

/** Runs the promises of `HistoryStore` against one engine. */
export function testHistoryStore(engine: HistoryEngine): void {
  describe(`history store: ${engine.name}`, () => {
    let store: HistoryStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());

    /** Creates a series that no other test has touched. */
    const fresh = () => {
      next++;
      return { venue: SERIES.venue, storeKey: `perp-x${next}`, asset: `hl-X${next}` } as const;
    };

    test('an unknown series reads as empty', async () => {
      const page = await store.read(OTHER, { limit: 10 });
      assert.deepEqual([page.columns.length, page.truncated, page.nextCursor], [0, false, null]);
      assert.equal((await store.aggregate(OTHER, { bucketMs: 1 })).length, 0);
      assert.equal(await store.findLast(OTHER), null);
      assert.equal(await store.find(OTHER), null);
    });

    test('gives back exactly what was appended, missing volume and source included', async () => {
      const series = fresh();
      const records: Observation[] = [
        record(1, 0.1 + 0.2, null, null),
        record(2, -0, 0, 'poll'),
        record(2, 5e-324, 1e300, 'trade'),
        record(3, 65048.078902260626, 0.1, 'backfill'),
        record(3, 12345678901234568, 3, 'import'),
      ];
      await append(store, series, records);
      assert.deepEqual(rows((await store.read(series, { limit: 9 })).columns), records);
    });

    test('keeps the canonical spelling of an asset', async () => {
      await append(store, SERIES, [record(10, 1)]);
      assert.equal((await store.find(SERIES))?.asset, 'hl-kPEPE');
      const { entries } = await store.listAssets({ venue: 'hyperliquid', limit: 1_000 });
      assert.ok(entries.some((entry) => entry.asset === 'hl-kPEPE'));
      assert.deepEqual(await store.listAssets({ venue: 'kalshi', limit: 1 }), {
        entries: [],
        nextCursor: null,
      });
    });

    test('states exact first and last times and counts', async () => {
      const series = fresh();
      await append(store, series, [record(50, 1), record(70, 2)]);
      await store.insert(series, toColumns([record(20, 3)]));
      const entry = await store.find(series);
      assert.deepEqual(
        [entry?.firstMs, entry?.lastMs, entry?.count, entry?.countIsEstimate],
        [20, 70, 3, false],
      );
    });

    test('orders by time, then by arrival, also when records come late', async () => {
      const series = fresh();
      await append(store, series, [record(5, 1), record(9, 2)]);
      await append(store, series, [record(5, 3)]);
      await store.insert(series, toColumns([record(9, 4), record(1, 5)]));
      const { columns } = await store.read(series, { limit: 10 });
      assert.deepEqual([...columns.p], [5, 1, 3, 2, 4]);
    });

    test('reads the newest records of a window whose ends are inclusive', async () => {
      const series = fresh();
      await append(
        store,
        series,
        Array.from({ length: 10 }, (_, i) => record(i, i)),
      );
      const page = await store.read(series, { limit: 3, fromMs: epochMs(2), toMs: epochMs(7) });
      assert.deepEqual([...page.columns.p], [5, 6, 7]);
      assert.equal(page.truncated, true);
      assert.equal(
        (await store.read(series, { limit: 6, fromMs: epochMs(2), toMs: epochMs(7) })).truncated,
        false,
      );
    });

    test('an earlier cursor stays right when records arrive in between', async () => {
      const series = fresh();
      await append(store, series, [record(1, 1), record(5, 2), record(5, 3), record(5, 4)]);
      const { nextCursor } = await store.read(series, { limit: 1 });
      await append(store, series, [record(5, 5), record(6, 6)]);
      const page = await store.read(series, { limit: 9, cursor: nextCursor ?? '' });
      assert.deepEqual([...page.columns.p], [1, 2, 3]);
    });

    test('a scan gives each record once that was there when it began, no matter what is stored meanwhile', async () => {
      const series = fresh();
      const before = Array.from({ length: 5_000 }, (_, i) => record(1_000 + (i >> 1), i));
      await append(store, series, before);
      const scanned: Observation[] = [];
      let stored = 0;
      for await (const page of store.scan(series, { pageRecords: 701 })) {
        assert.ok(page.length <= 701);
        scanned.push(...rows(page));
        // Behind the end, of the time of the end, and as late as a venue's own time may come.
        await append(store, series, [record(9_000 + stored, -1), record(3_499, -2), record(1_000, -3)]);
        await store.insert(series, toColumns([record(500 + stored, -4), record(2_000 + stored, -5)]));
        stored++;
      }
      assert.ok(stored > 5);
      assert.deepEqual(
        scanned.filter(({ p }) => p >= 0),
        before,
      );
      assert.ok(
        scanned.every(({ p }) => p >= 0 || p === -5),
        'what is behind the end, or before the position, is not read',
      );
      const window = { fromMs: epochMs(1_001), toMs: epochMs(1_002) };
      const within: Observation[] = [];
      for await (const page of store.scan(series, window)) within.push(...rows(page));
      assert.deepEqual(within, before.slice(2, 6));
      assert.deepEqual((await store.scan(OTHER).next()).done, true);
    });

    test('reads forward from a time or a position, no matter what is stored before it meanwhile', async () => {
      const series = fresh();
      await append(store, series, [record(1, 1), record(5, 2), record(5, 3), record(5, 4), record(9, 5)]);
      const window = { fromMs: epochMs(5), toMs: epochMs(9) };
      const first = await store.readForward(series, { ...window, limit: 2 });
      assert.deepEqual([[...first.columns.p], first.next], [[2, 3], { t: 5, rank: 2 }]);
      await append(store, series, [record(2, -1), record(5, 6), record(10, 7)]);
      const rest = await store.readForward(series, { ...window, limit: 9, after: first.next! });
      assert.deepEqual([[...rest.columns.p], rest.next], [[4, 6, 5], null]);
      const none = await store.readForward(series, { limit: 9, after: { t: 10, rank: 1 } });
      assert.deepEqual([none.columns.length, none.next], [0, null]);
      const late = await store.readForward(series, {
        fromMs: epochMs(9),
        limit: 9,
        after: { t: 1, rank: 0 },
      });
      assert.deepEqual([...late.columns.p], [5, 7]);
      assert.equal((await store.readForward(OTHER, { limit: 1 })).columns.length, 0);
    });

    test('refuses a cursor that it never gave', async () => {
      const series = fresh();
      await append(store, series, [record(1, 1)]);
      await assert.rejects(store.read(series, { limit: 1, cursor: 'nonsense' }), { name: 'CursorError' });
    });

    test('does not store an inserted record again, and keeps equal records of one batch', async () => {
      const series = fresh();
      const batch = toColumns([
        record(1, 1, 2, 'trade'),
        record(1, 1, 2, 'trade'),
        record(2, 1, null, 'import'),
      ]);
      assert.deepEqual(await store.insert(series, batch), { stored: 3, skipped: 0 });
      assert.deepEqual(await store.insert(series, batch), { stored: 0, skipped: 3 });
      const differing = toColumns([record(1, 1, 3, 'trade'), record(2, 1, null, 'backfill')]);
      assert.deepEqual(await store.insert(series, differing), { stored: 2, skipped: 0 });
    });

    test('an inserted record is stored beside an equal one that was appended', async () => {
      const series = fresh();
      await append(store, series, [record(1, 1, 2, 'poll')]);
      const batch = toColumns([record(1, 1, 2, 'poll')]);
      assert.deepEqual(await store.insert(series, batch), { stored: 1, skipped: 0 });
      assert.deepEqual(await store.insert(series, batch), { stored: 0, skipped: 1 });
    });

    test('finds the newest record at or before a time', async () => {
      const series = fresh();
      await append(store, series, [record(10, 1), record(20, 2), record(20, 3)]);
      assert.equal((await store.findLast(series))?.p, 3);
      assert.equal((await store.findLast(series, epochMs(19)))?.p, 1);
      assert.equal(await store.findLast(series, epochMs(9)), null);
    });

    test('refuses what is no number, and stores nothing of that batch', async () => {
      const series = fresh();
      await assert.rejects(append(store, series, [record(1, 1), record(2, Number.NaN)]), RangeError);
      await assert.rejects(
        store.insert(series, toColumns([record(1, Number.POSITIVE_INFINITY)])),
        RangeError,
      );
      assert.equal(await store.find(series), null);
    });

    test('aligns buckets to the epoch and leaves volume out where none is known', async () => {
      const series = fresh();
      await append(store, series, [record(95, 2), record(100, 4, 1), record(149, 1, 3), record(250, 7, 0)]);
      const buckets = await store.aggregate(series, { bucketMs: 100 });
      assert.deepEqual([...buckets.t], [0, 100, 200]);
      assert.deepEqual([...buckets.open], [2, 4, 7]);
      assert.deepEqual([...buckets.high], [2, 4, 7]);
      assert.deepEqual([...buckets.low], [2, 1, 7]);
      assert.deepEqual([...buckets.close], [2, 1, 7]);
      assert.deepEqual([...buckets.count], [1, 2, 1]);
      assert.deepEqual([...buckets.volume], [Number.NaN, 4, 0]);
      assert.deepEqual([...buckets.vwap], [Number.NaN, 7 / 4, Number.NaN]);
    });

    test('sends the newest 50,000 buckets of a tiny width and says that there are more', async () => {
      const series = fresh();
      const columns = new ColumnBuilder();
      for (let i = 0; i < 120_001; i++) columns.push(i * 3, i, Number.NaN, encodeSource('import'));
      await store.insert(series, columns);
      const buckets = await store.aggregate(series, { bucketMs: 1 });
      assert.deepEqual([buckets.length, buckets.truncated], [50_000, true]);
      assert.deepEqual([buckets.t[0], buckets.t[49_999]], [70_001 * 3, 360_000]);
      const few = await store.aggregate(series, { bucketMs: 1, maxBuckets: 2, toMs: epochMs(6) });
      assert.deepEqual([[...few.t], few.truncated], [[3, 6], true]);
      const cost = (bucketMs: number, enough: number) =>
        store.estimateAggregateCost(series, { bucketMs }, enough);
      assert.ok((await cost(1, 50_000)) > 50_000, 'every record is opened');
      assert.ok((await cost(3_600_000, 50_000)) < 10_000, 'bars answer');
      assert.equal(await store.estimateAggregateCost(OTHER, { bucketMs: 1 }, 1), 0);
    });

    test('lists series in pages by key, and by what a key contains and when it was last recorded', async () => {
      const prefix = `page-${next++}`;
      const keys = ['a', 'B', 'b', 'c', 'é', 'z'].map((name) => `${prefix}-${name}`);
      const series = keys.map((storeKey) => ({ venue: 'limitless', storeKey, asset: storeKey }) as const);
      for (const [i, one] of series.toReversed().entries()) await append(store, one, [record(100 + i, i)]);
      const ordered = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const read: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<HistoryStore['listAssets']>> = await store.listAssets({
          venue: 'limitless',
          limit: 2,
          q: prefix.toUpperCase(),
          ...(cursor === null ? {} : { cursor }),
        });
        assert.ok(page.entries.length <= 2);
        read.push(...page.entries.map(({ storeKey }) => storeKey));
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(read, ordered);

      const streamed: string[] = [];
      for await (const entries of store.scanAssets({ venue: 'limitless', q: prefix })) {
        streamed.push(...entries.map(({ storeKey }) => storeKey));
      }
      assert.deepEqual(streamed, ordered);
      const active = await store.listAssets({ limit: 9, q: prefix, activeSince: epochMs(104) });
      assert.deepEqual(
        active.entries.map(({ storeKey }) => storeKey),
        ordered.filter((key) => keys.indexOf(key) < 2),
      );
      assert.ok(((await store.findLastRecordedMs('limitless')) ?? 0) >= 105);
      assert.equal(await store.findLastRecordedMs('kalshi'), null);
      await assert.rejects(store.listAssets({ limit: 1, cursor: 'nonsense' }), { name: 'CursorError' });
    });

    test('reads many series in the order of the request, unknown ones included', async () => {
      const [one, two] = [fresh(), fresh()];
      await append(store, one, [record(1, 1), record(2, 2)]);
      await append(store, two, [record(1, 3)]);
      const keys = [two, OTHER, one];
      const pages = await store.readMany(keys, { limit: 1 });
      assert.deepEqual(
        pages.map(({ columns }) => [...columns.p]),
        [[3], [], [2]],
      );
      const last = await store.findLastMany(keys, epochMs(1));
      assert.deepEqual(
        last.map((found) => found?.p ?? null),
        [3, null, 1],
      );
      const buckets = await store.aggregateMany(keys, { bucketMs: 10 });
      assert.deepEqual(
        buckets.map(({ count }) => [...count]),
        [[1], [], [2]],
      );
      const entries = await store.findMany(keys);
      assert.deepEqual(
        entries.map((entry) => entry?.count ?? null),
        [1, null, 2],
      );
    });

    test('pages through the gaps of venues and their assets, newest page first', async (t) => {
      const store = await engine.open();
      t.after(() => store.close());
      const gap = (venue: VenueId, storeKey: string | null, fromMs: number, toMs: number | null): Gap => ({
        venue,
        storeKey,
        fromMs: epochMs(fromMs),
        toMs: toMs === null ? null : epochMs(toMs),
        reason: 'polls failed: timeout',
      });
      const all = [
        gap('kalshi', null, 100, 200),
        gap('kalshi', 'a', 100, 110),
        gap('limitless', 'a', 100, 900),
        gap('kalshi', 'b', 250, null),
        gap('kalshi', null, 300, 310),
      ];
      for (const one of all) await store.putGap(one);
      assert.deepEqual(await store.listGapPage({ limit: 9 }), { gaps: all, nextCursor: null });

      const paged: Gap[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: GapPage = await store.listGapPage({
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        });
        paged.unshift(...page.gaps);
        cursor = page.nextCursor;
      }
      assert.deepEqual(paged, all);

      const gapsIn = async (query: Omit<GapQuery, 'limit'>) =>
        (await store.listGapPage({ ...query, limit: 9 })).gaps;
      assert.deepEqual(await gapsIn({ venue: 'limitless' }), [all[2]]);
      assert.deepEqual(await gapsIn({ venue: 'kalshi', storeKey: 'a' }), [all[0], all[1], all[4]]);
      assert.deepEqual(await gapsIn({ fromMs: epochMs(311) }), [all[2], all[3]]);
      assert.deepEqual(await gapsIn({ fromMs: epochMs(201), toMs: epochMs(249) }), [all[2]]);
      assert.deepEqual(await gapsIn({ toMs: epochMs(99) }), []);
      await assert.rejects(store.listGapPage({ limit: 9, cursor: 'x' }), CursorError);
    });

    test('keeps gaps, closes one in place, removes one, and finds those that overlap a window', async () => {
      const gap = (storeKey: string | null, fromMs: number, toMs: number | null) => ({
        venue: 'kalshi' as const,
        storeKey,
        fromMs: epochMs(fromMs),
        toMs: toMs === null ? null : epochMs(toMs),
        reason: 'no answer',
      });
      await store.putGap(gap(null, 100, null));
      await store.putGap(gap('a', 10, 20));
      await store.putGap(gap('b', 10, 20));
      await store.putGap(gap(null, 100, 200));
      assert.deepEqual(await store.listGaps('kalshi', {}, 'a'), [gap('a', 10, 20), gap(null, 100, 200)]);
      assert.deepEqual(await store.listGaps('kalshi', { fromMs: epochMs(201) }), []);
      assert.deepEqual(await store.listGaps('kalshi', { fromMs: epochMs(200) }), [gap(null, 100, 200)]);
      assert.deepEqual(await store.listGaps('kalshi', { toMs: epochMs(9) }, 'a'), []);
      assert.deepEqual(await store.listOpenGaps('kalshi'), []);
      await store.putGap(gap(null, 300, null));
      await store.putGap(gap('b', 250, null));
      assert.deepEqual(await store.listOpenGaps('kalshi'), [gap('b', 250, null), gap(null, 300, null)]);
      assert.deepEqual(await store.listOpenGaps('limitless'), []);
      await store.removeGap(gap('b', 250, 260));
      await store.removeGap(gap('a', 11, 20));
      await store.removeGap(gap(null, 100, null));
      assert.deepEqual(await store.listOpenGaps('kalshi'), [gap(null, 300, null)]);
      assert.deepEqual(await store.listGaps('kalshi', {}, 'a'), [gap('a', 10, 20), gap(null, 300, null)]);
    });

    test('keeps resolutions, replaces one, and pages through them', async () => {
      const resolution = (storeKey: string, recordedAt: number, outcome: 'yes' | 'no') => ({
        venue: 'kalshi' as const,
        storeKey,
        asset: `kalshi-${storeKey}`,
        outcome,
        payout: outcome === 'yes' ? 1 : null,
        settledAt: null,
        source: 'kalshi:/markets/{ticker}',
        disputed: null,
        recordedAt: epochMs(recordedAt),
      });
      for (const key of ['a', 'b', 'c']) await store.putResolution(resolution(key, 5, 'yes'));
      await store.putResolution(resolution('a', 7, 'no'));
      assert.deepEqual(
        await store.findResolution({ venue: 'kalshi', storeKey: 'a' }),
        resolution('a', 7, 'no'),
      );
      const first = await store.listResolutions({ venue: 'kalshi', limit: 2 });
      assert.deepEqual(
        first.resolutions.map((entry) => entry.storeKey),
        ['b', 'c'],
      );
      const second = await store.listResolutions({ limit: 2, cursor: first.nextCursor ?? '' });
      assert.deepEqual(second, { resolutions: [resolution('a', 7, 'no')], nextCursor: null });
      assert.equal((await store.listResolutions({ venue: 'limitless', limit: 5 })).resolutions.length, 0);
    });

    test('keeps resolutions that were taken back beside the one in force', async () => {
      const key = { venue: 'kalshi' as const, storeKey: 'reopened' };
      const first = {
        ...key,
        asset: 'kalshi-reopened',
        outcome: 'yes' as const,
        payout: 1,
        settledAt: epochMs(4),
        source: 'kalshi:/markets/{ticker}',
        disputed: false,
        recordedAt: epochMs(5),
      };
      await store.putResolution(first);
      assert.deepEqual(await store.findNewestResolution(key), first);
      const takenBack = { ...first, reopenedAt: epochMs(6) };
      await store.putResolution(takenBack);
      assert.equal(await store.findResolution(key), null);
      assert.deepEqual(await store.findResolutionMany([key]), [null]);
      assert.deepEqual(await store.findNewestResolution(key), takenBack);
      assert.deepEqual(await store.listReopened(epochMs(6)), [takenBack]);
      assert.deepEqual(await store.listReopened(epochMs(7)), []);
      const next = { ...first, outcome: 'no' as const, payout: 0, recordedAt: epochMs(9) };
      const { venue: _, storeKey: __, asset: ___, ...earlier } = takenBack;
      await store.putResolution({ ...next, earlier: [earlier] });
      assert.deepEqual(await store.findResolution(key), { ...next, earlier: [earlier] });
      assert.deepEqual(await store.listReopened(epochMs(6)), []);
      const { resolutions } = await store.listResolutions({ venue: 'kalshi', limit: 50 });
      assert.deepEqual(
        resolutions.filter(({ storeKey }) => storeKey === key.storeKey),
        [{ ...next, earlier: [earlier] }],
      );
    });

    test('answers for many series, and for a series with its gaps, as for each alone', async () => {
      const key = { venue: 'kalshi' as const, storeKey: 'a' };
      const unknown = { venue: 'limitless' as const, storeKey: 'a' };
      await store.append([{ ...key, asset: 'kalshi-a', t: epochMs(10), p: 0.5, v: null, s: 'poll' }]);
      await store.putGap({ ...key, fromMs: epochMs(10), toMs: epochMs(20), reason: 'no answer' });
      const resolved = {
        ...key,
        asset: 'kalshi-a',
        outcome: 'yes' as const,
        payout: 1,
        settledAt: null,
        source: 'kalshi',
        disputed: null,
        recordedAt: epochMs(30),
      };
      await store.putResolution(resolved);
      for (const one of [key, unknown]) {
        for (const window of [{}, { fromMs: epochMs(21) }, { toMs: epochMs(15) }]) {
          assert.deepEqual(await store.findWithGaps(one, window), {
            entry: await store.find(one),
            gaps: await store.listGaps(one.venue, window, one.storeKey),
          });
        }
      }
      assert.deepEqual(await store.findResolutionMany([unknown, key, key]), [null, resolved, resolved]);
      assert.deepEqual(await store.findResolutionMany([]), []);
    });

    test('behaves like a sorted list under any order of appends, inserts and reads', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const series = fresh();
          const model: Stored[] = [];
          for (const one of steps) await play(store, series, model, one);
          if (engine.reopen !== undefined) store = await engine.reopen(store);
          await compare(store, series, model);
        }),
        { numRuns: engine.runs ?? rounds(15, 25), endOnFailure: true },
      );
    });
  });
}

/**
 * Builds a store whose reads are answered by a reader beside it, so that the suite is one of `HistoryReader` as well.
 */
export function joinHalves(writer: HistoryStore, reader: HistoryReader): HistoryStore {
  return new Proxy(writer, {
    get(target, name) {
      if (name === 'close') return () => reader.close().then(() => target.close());
      const side: HistoryReader = name in reader ? reader : target;
      const method = Reflect.get(side, name) as unknown;
      return typeof method === 'function' ? method.bind(side) : method;
    },
  });
}
