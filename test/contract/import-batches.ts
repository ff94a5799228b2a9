import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { epochMs, HOUR_MS, type Observation } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { BatchKeptError, type ImportBatches } from '../../src/history/contract/import-batches.ts';
import { buildMarket, type Named, readAll, row, SHA } from './import-batches/rows.ts';

export type BatchStore = HistoryStore & ImportBatches;

/** Engine under test: its name and how its stores are opened. */
export interface BatchEngine {
  readonly name: string;
  /** Opens a new, empty store; the suite closes it. */
  open(): Promise<BatchStore>;
  reopen(store: BatchStore): Promise<BatchStore>;
  /** Whether batches stay for good: such an engine runs no suite of withdrawals. */
  readonly keepsImports?: boolean;
}

/** Runs the promises of `ImportBatches` that every engine keeps. */
export function testImportBatches(engine: BatchEngine): void {
  describe(`import batches: ${engine.name}`, () => {
    let store: BatchStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());

    const fresh = (): Named => {
      next++;
      return { venue: 'kalshi', storeKey: `kx${next}`, asset: `kalshi-kx${next}` };
    };

    const openBatch = (asset: string | null = null) => store.openBatch({ fileSha256: SHA, asset });
    const importRows = async (series: Named, rows: readonly Observation[]): Promise<string> => {
      const batch = await openBatch(series.asset);
      await batch.insert(series, toColumns(rows));
      await batch.end();
      return batch.id;
    };
    const find = async (id: string) => (await store.listBatches()).find((one) => one.id === id);

    test('a batch says what it is', async () => {
      const series = fresh();
      await store.insert(series, toColumns([row(1, 0.5)]));
      const batch = await openBatch(series.asset);
      assert.match(batch.id, /^\d{8}-\d{4}-[\da-f]{4}$/);
      assert.equal((await find(batch.id))?.state, 'importing');
      const rows = toColumns([row(1, 0.5), row(2, 0.5)]);
      assert.deepEqual(await batch.insert(series, rows), { stored: 1, skipped: 1 });
      await batch.end();
      const { id, at, ...said } = (await find(batch.id))!;
      assert.equal(id, batch.id);
      assert.ok(Number.isSafeInteger(at) && at > 0, String(at));
      assert.deepEqual(said, {
        fileSha256: SHA,
        asset: series.asset,
        state: 'in-force',
        records: 2,
        stored: 1,
        skipped: 1,
        withdrawnAt: null,
      });
    });

    test('batches are listed oldest first, each with a time of its own, and stay listed', async () => {
      const ids = [await importRows(fresh(), [row(1, 0.5)]), await importRows(fresh(), [row(1, 0.5)])];
      const listed = await store.listBatches();
      assert.deepEqual(
        listed.slice(-2).map(({ id }) => id),
        ids,
      );
      for (const [i, { at }] of listed.entries()) assert.ok(i === 0 || at > listed[i - 1]!.at, String(at));
      store = await engine.reopen(store);
      assert.deepEqual(await store.listBatches(), listed);
    });

    test('rows are read among what was recorded, and again they are skipped', async () => {
      const series = fresh();
      await store.append([row(10, 0.25), row(20, 0.5)].map((one) => ({ ...series, ...one })));
      const rows = [row(5, 0.75), row(15, 0.75), row(15, 0.75)];
      await importRows(series, rows);
      const times = async () => (await readAll(store, series)).map(([t]) => t);
      assert.deepEqual(await times(), [5, 10, 15, 15, 20]);
      const again = await importRows(series, rows);
      assert.deepEqual(await times(), [5, 10, 15, 15, 20]);
      const said = await find(again);
      assert.deepEqual([said?.records, said?.stored, said?.skipped], [3, 0, 3]);
    });

    test('rows that the history recorded itself are known, as often as it has them; to a back-fill they are not', async () => {
      const series = fresh();
      const recorded = [row(10, 0.25), row(10, 0.25), row(20, 0.5), { ...row(30, 0.5), v: 2 }];
      await store.append(recorded.map((one) => ({ ...series, ...one })));
      await store.insert(series, toColumns([row(15, 0.75)]));
      // Equal but for the source, the volume, the price.
      const others = [{ ...row(20, 0.5), s: 'trade' as const }, row(30, 0.5), row(10, 0.5)];
      const batch = await openBatch(series.asset);
      const rows = toColumns([...recorded, row(10, 0.25), row(15, 0.75), ...others]);
      assert.deepEqual(await batch.insert(series, rows), { stored: 4, skipped: 5 });
      await batch.end();
      const read = await readAll(store, series);
      assert.deepEqual(
        read.map(([t]) => t),
        [10, 10, 10, 10, 15, 20, 20, 30, 30],
      );
      assert.deepEqual(await find(await importRows(series, recorded)).then((said) => said?.stored), 0);
      const { stored } = await store.insert(series, toColumns([row(20, 0.5)]));
      assert.equal(stored, 1);
    });

    test('many short series are one call, beside a long one and one that is known', async () => {
      const known = fresh();
      await store.insert(known, toColumns([row(1, 0.5), row(3, 0.25)]));
      const long = fresh();
      const short = Array.from({ length: 100 }, () => fresh());
      const all = [
        ...short.map((series, i) => ({ series, columns: toColumns([row(i, 0.5), row(i + 1, 0.75)]) })),
        { series: known, columns: toColumns([row(1, 0.5), row(2, 0.75)]) },
        { series: long, columns: toColumns(Array.from({ length: 6_000 }, (_, i) => row(i, (i % 90) / 100))) },
      ];
      const batch = await openBatch();
      assert.deepEqual(await batch.insertMany(all), { stored: 200 + 1 + 6_000, skipped: 1 });
      await batch.end();
      const pages = await store.readMany(
        all.map(({ series }) => series),
        { limit: 10_000 },
      );
      assert.deepEqual(
        pages.map(({ columns }) => columns.length),
        [...short.map(() => 2), 3, 6_000],
      );
      const said = await find(batch.id);
      assert.deepEqual([said?.records, said?.stored, said?.asset], [6_202, 6_201, null]);
    });

    test('gaps, resolutions, markets and rules of a batch are read as those that were recorded', async () => {
      const series = fresh();
      const batch = await openBatch();
      const gap = { ...series, fromMs: epochMs(6), toMs: epochMs(9), reason: 'x' };
      const { asset: _, ...stored } = gap;
      await batch.putGap(stored);
      const resolution = {
        ...series,
        ...({ outcome: 'yes', payout: 1, settledAt: epochMs(9), source: 'x', disputed: null } as const),
        recordedAt: epochMs(10),
      };
      await batch.putResolution(resolution);
      await batch.putRules(['a rule']);
      const { rules } = await store.listRules({ limit: 1_000 });
      const rulesHash = rules.find(({ text }) => text === 'a rule')!.hash;
      const market = buildMarket(series, { rulesHash });
      await batch.putMarkets([market]);
      await batch.end();
      assert.deepEqual(await store.listGaps('kalshi', {}, series.storeKey), [stored]);
      assert.deepEqual(await store.findResolution(series), resolution);
      assert.deepEqual(await store.findMarket(series), market);
    });

    test('of a market that is known, the earlier first sight and the later facts stay', async () => {
      const known = buildMarket(fresh(), { title: 'Ours', changedAt: epochMs(5), seenFrom: epochMs(5) });
      await store.putMarkets([{ ...known, rules: null }]);
      const batch = await openBatch();
      await batch.putMarkets([{ ...known, title: 'Older', changedAt: epochMs(4), seenFrom: epochMs(3) }]);
      assert.deepEqual(await store.findMarket(known), { ...known, seenFrom: epochMs(3) });
      await batch.putMarkets([{ ...known, title: 'Newer', changedAt: epochMs(9), seenFrom: epochMs(7) }]);
      await batch.end();
      const later = { title: 'Newer', changedAt: epochMs(9), seenFrom: epochMs(3) };
      assert.deepEqual(await store.findMarket(known), { ...known, ...later });
    });

    test('marks of a batch are imported ones, those that are known are not counted, and pairs of equal ones are one', async () => {
      const key = `twap60-b${next++}`;
      const mark = {
        key,
        t: epochMs(60_000),
        text: '1.5',
        receivedAt: epochMs(61_000),
        relay: 'rtds',
        count: null,
      };
      const own = { ...mark, place: 0, text: '2' };
      await store.append([], { venue: 'ref', at: epochMs(61_000), changed: [], marks: [own] });
      const batch = await openBatch();
      const other = { ...mark, t: epochMs(120_000), text: null, count: 59 };
      assert.equal(await batch.putMarks([mark, { ...mark, text: '2' }, other, mark]), 2);
      assert.equal(await batch.putMarks([mark]), 0);
      assert.equal(await batch.putMarks([]), 0);
      await batch.end();
      assert.deepEqual(await store.findMarks(key, epochMs(0), epochMs(120_000)), [
        { ...mark, place: -1 },
        own,
        { ...other, place: -1 },
      ]);
    });

    test('bars of a batch are stored where the hour has none, and a venue replaces them', async () => {
      const series = fresh();
      const bar = (hour: number, close = 0.5) => ({
        t: epochMs(hour * HOUR_MS),
        open: 0.4,
        high: 0.7,
        low: 0.3,
        close,
        volume: null,
      });
      await store.putBars(series, [bar(1)]);
      const batch = await openBatch();
      const rows = [bar(1, 0.6), bar(2), bar(3)].map((one) => ({ ...series, ...one }));
      assert.equal(await batch.putBars(rows), 2);
      assert.equal(await batch.putBars(rows), 0);
      assert.equal(await batch.putBars([]), 0);
      await assert.rejects(batch.putBars([{ ...series, ...bar(4), high: 0.2 }]), RangeError);
      await batch.end();
      assert.deepEqual(await store.findBars(series, {}), [bar(1), bar(2), bar(3)]);
      await store.putBars(series, [bar(2, 0.65)]);
      assert.deepEqual(await store.findBars(series, {}), [bar(1), bar(2, 0.65), bar(3)]);
    });

    test('a second batch waits for the one that is open', async () => {
      const first = await openBatch();
      const order: string[] = [];
      const second = openBatch().then((batch) => {
        order.push('second');
        return batch;
      });
      await first.insert(fresh(), toColumns([row(1, 0.5)]));
      order.push('first');
      await first.end();
      await (await second).end();
      assert.deepEqual(order, ['first', 'second']);
    });

    test('one that is given up while it waits is not opened', async () => {
      const first = await openBatch();
      const before = await store.listBatches();
      const given = new AbortController();
      const second = store.openBatch({ fileSha256: SHA, asset: null }, given.signal);
      given.abort(new Error('given up'));
      await Promise.all([assert.rejects(second, { message: 'given up' }), first.end()]);
      assert.deepEqual(
        (await store.listBatches()).map(({ id }) => id),
        before.map(({ id }) => id),
      );
      await (await openBatch()).end();
    });

    test('an unknown batch is not undone', async () => {
      const id = '20260101-0000-0000';
      await assert.rejects(store.undoBatch(id), { name: 'UnknownBatchError' });
    });

    test('nothing is left to finish when every change has ended', async () => {
      await importRows(fresh(), [row(1, 0.5)]);
      assert.deepEqual(await store.resumeBatches(), []);
    });

    if (!engine.keepsImports) return;
    test('a batch that the engine keeps is not undone, and its rows stay', async () => {
      const series = fresh();
      const id = await importRows(series, [row(1, 0.5)]);
      const [before, rows] = [await store.listBatches(), await readAll(store, series)];
      await assert.rejects(store.undoBatch(id), BatchKeptError);
      assert.deepEqual(await store.listBatches(), before);
      assert.deepEqual(await readAll(store, series), rows);
      assert.equal(rows.length, 1);
    });
  });
}
