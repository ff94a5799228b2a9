import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { epochMs, HOUR_MS, type Observation } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { rounds } from '../support/long-tests.ts';
import { buildMarket, type Named, readAll, row, SHA } from './import-batches/rows.ts';
import type { BatchEngine, BatchStore } from './import-batches.ts';

/** Runs the promises of `ImportBatches` that an engine keeps whose imports can be withdrawn. */
export function testImportWithdrawals(engine: BatchEngine): void {
  describe(`withdrawn imports: ${engine.name}`, () => {
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

    const importRows = async (series: Named, rows: readonly Observation[]): Promise<string> => {
      const batch = await store.openBatch({ fileSha256: SHA, asset: series.asset });
      await batch.insert(series, toColumns(rows));
      await batch.end();
      return batch.id;
    };

    const appendRows = (series: Named, rows: readonly Observation[]) =>
      store.append(rows.map((row) => ({ ...series, ...row })));

    test('a batch of many series is undone with all of them', async () => {
      const known = fresh();
      await store.insert(known, toColumns([row(1, 0.5), row(3, 0.25)]));
      const long = fresh();
      const longRows = Array.from({ length: 6_000 }, (_, i) => row(i, (i % 90) / 100));
      const short = Array.from({ length: 300 }, () => fresh());
      const all = [
        ...short.map((series, i) => ({ series, columns: toColumns([row(i, 0.5), row(i + 1, 0.75)]) })),
        { series: known, columns: toColumns([row(1, 0.5), row(2, 0.75)]) },
        { series: long, columns: toColumns(longRows) },
        {
          series: { venue: 'limitless', storeKey: 'm1', asset: 'limitless-m1' },
          columns: toColumns([row(5, 0.5)]),
        },
      ] as const;
      const count = async ({ venue, storeKey }: Named) =>
        (await store.read({ venue, storeKey }, { limit: 10_000 })).columns.length;
      const countAll = async () => Promise.all(all.map(({ series }) => count(series)));
      const before = await countAll();
      const batch = await store.openBatch({ fileSha256: SHA, asset: null });
      assert.deepEqual(await batch.insertMany(all), { stored: 600 + 1 + 6_000 + 1, skipped: 1 });
      await batch.end();
      const after = [...short.map(() => 2), 3, 6_000, 1];
      assert.deepEqual(await countAll(), after);
      const listed = (await store.listBatches()).find(({ id }) => id === batch.id);
      assert.deepEqual([listed?.records, listed?.stored, listed?.asset], [6_603, 6_602, null]);
      await store.undoBatch(batch.id);
      assert.deepEqual(await countAll(), before);
    });

    test('an undo gives back what was read before, says when there is nothing to do, and the file can come again', async () => {
      const series = fresh();
      const recorded = Array.from({ length: 3_000 }, (_, i) => row(i * 10, 0.25));
      await appendRows(series, recorded);
      const before = await readAll(store, series);
      const rows = Array.from({ length: 9_000 }, (_, i) => row(i * 3 + 1, 0.75));
      const id = await importRows(series, rows);
      const after = await readAll(store, series);
      assert.equal(after.length, 12_000);
      assert.deepEqual(await store.undoBatch(id), { isChanged: true, records: 9_000 });
      assert.deepEqual(await readAll(store, series), before);
      assert.deepEqual(await store.undoBatch(id), { isChanged: false, records: 0 });
      store = await engine.reopen(store);
      assert.deepEqual(await readAll(store, series), before);
      const listed = (await store.listBatches()).find((batch) => batch.id === id);
      assert.deepEqual([listed?.state, listed?.records, listed?.stored], ['withdrawn', 9_000, 9_000]);
      assert.notEqual(await importRows(series, rows), id);
      assert.deepEqual(await readAll(store, series), after);
    });

    test('a series that a batch brought is gone when it is undone, and its gap with it', async () => {
      const series = fresh();
      const batch = await store.openBatch({ fileSha256: SHA, asset: series.asset });
      await batch.insert(series, toColumns([row(5, 0.5), row(6, 0.5)]));
      const gap = { venue: 'kalshi', storeKey: series.storeKey, reason: 'x' } as const;
      await batch.putGap({ ...gap, fromMs: epochMs(6), toMs: epochMs(9) });
      await batch.end();
      const { series: count } = await store.readStats();
      await store.undoBatch(batch.id);
      assert.equal(await store.find(series), null);
      assert.equal((await store.readStats()).series, count - 1);
      assert.deepEqual(await store.listGaps('kalshi', {}, series.storeKey), []);
      store = await engine.reopen(store);
      assert.equal(await store.find(series), null);
    });

    test('markets of a batch go with it, those that were known say what they said before, and rules stay', async () => {
      const known = buildMarket(fresh(), { title: 'Ours', changedAt: epochMs(5), seenFrom: epochMs(5) });
      const unseen = Array.from({ length: 70 }, (_, i) => buildMarket(fresh(), { title: `Market ${i}` }));
      await store.putMarkets([{ ...known, rules: 'ours' }]);
      const before = await store.findMarket(known);
      const batch = await store.openBatch({ fileSha256: SHA, asset: null });
      await batch.putRules(['theirs']);
      const { rules } = await store.listRules({ limit: 1_000 });
      const rulesHash = rules.find(({ text }) => text === 'theirs')!.hash;
      const theirs = [...unseen, { ...known, title: 'Theirs', changedAt: epochMs(9), seenFrom: epochMs(7) }];
      await batch.putMarkets(theirs.map((market) => ({ ...market, rulesHash })));
      await batch.end();
      const after = await store.findMarket(known);
      assert.deepEqual(
        [after?.title, after?.seenFrom, after?.changedAt, after?.rulesHash],
        ['Theirs', 5, 9, rulesHash],
      );
      assert.deepEqual(await store.findMarket(unseen[69]!), { ...unseen[69]!, rulesHash });

      await store.undoBatch(batch.id);
      assert.deepEqual(await store.findMarket(known), before);
      for (const market of unseen) assert.equal(await store.findMarket(market), null);
      assert.equal(await store.findRules(rulesHash), 'theirs');
      store = await engine.reopen(store);

      // What a market has said since is not taken back.
      const again = await store.openBatch({ fileSha256: SHA, asset: null });
      await again.putMarkets(theirs.map((market) => ({ ...market, rulesHash })));
      await again.end();
      assert.deepEqual(await store.findMarket(known), after);
      await store.putMarkets([{ ...known, title: 'Newer', changedAt: epochMs(20), rules: null }]);
      await store.undoBatch(again.id);
      assert.equal((await store.findMarket(known))?.title, 'Newer');
    });

    test('a row that another batch in force holds stays, and so does one that was there before', async () => {
      const series = fresh();
      await store.insert(series, toColumns([row(1, 0.1)]));
      const first = await importRows(series, [row(1, 0.1), row(2, 0.2), row(3, 0.3)]);
      const second = await importRows(series, [row(2, 0.2), row(3, 0.3), row(3, 0.3), row(4, 0.4)]);
      const times = async () => (await readAll(store, series)).map(([t]) => t);
      assert.deepEqual((await store.undoBatch(first)).keptBy, [{ batch: second, rows: 2 }]);
      assert.deepEqual(await times(), [1, 2, 3, 3, 4]);
      assert.equal((await store.undoBatch(second)).keptBy, undefined);
      assert.deepEqual(await times(), [1]);
    });

    test('a batch whose rows were all known takes none of another batch with it, also beside rows recorded since', async () => {
      const series = fresh();
      const rows = [row(1, 0.5), row(1, 0.5)];
      const first = await importRows(series, rows);
      await appendRows(series, [row(1, 0.5)]);
      const second = await importRows(series, rows);
      await store.undoBatch(second);
      assert.equal((await readAll(store, series)).length, 3);
      await store.undoBatch(first);
      assert.equal((await readAll(store, series)).length, 1);
    });

    test('marks of a batch go with it, but those that were recorded and those of another batch in force', async () => {
      const key = 'rti-undone';
      const marks = Array.from({ length: 2_500 }, (_, i) => ({
        key,
        t: epochMs(Math.floor(i / 2) * 60_000),
        text: `${i + 1}.5`,
        receivedAt: epochMs(i),
        relay: 'kalshi',
        count: null,
      }));
      const own = { ...marks[0]!, place: 0 };
      await store.append([], { venue: 'ref', at: epochMs(0), changed: [], marks: [own] });
      const read = async () =>
        (await store.findMarks(key, epochMs(0), marks.at(-1)!.t)).map(({ text }) => text);
      const bring = async (from: number, to: number) => {
        const batch = await store.openBatch({ fileSha256: SHA, asset: null });
        await batch.putMarks(marks.slice(from, to));
        await batch.end();
        return batch.id;
      };
      const [first, second] = [await bring(0, 2_500), await bring(1_200, 1_210)];
      assert.equal((await read()).length, 2_500);
      await store.undoBatch(first);
      const left = [own.text, ...marks.slice(1_200, 1_210).map(({ text }) => text)];
      assert.deepEqual((await read()).sort(), left.sort());
      store = await engine.reopen(store);
      await store.undoBatch(second);
      assert.deepEqual(await read(), [own.text]);
    });

    test('bars of a batch go with it, but those that a venue stated and those of another batch in force', async () => {
      const series = fresh();
      const bar = (hour: number, close = 0.5) => ({
        t: epochMs(hour * HOUR_MS),
        open: 0.4,
        high: 0.7,
        low: 0.3,
        close,
        volume: hour,
      });
      const bars = Array.from({ length: 2_500 }, (_, i) => ({ ...series, ...bar(i) }));
      await store.putBars(series, [bar(0)]);
      const read = async () => (await store.findBars(series, {})).map(({ t }) => t / HOUR_MS);
      const bring = async (from: number, to: number) => {
        const batch = await store.openBatch({ fileSha256: SHA, asset: null });
        await batch.putBars(bars.slice(from, to));
        await batch.end();
        return batch.id;
      };
      const [first, second] = [await bring(0, 2_500), await bring(1_200, 1_203)];
      // What a venue states of an hour is its own, whether it is what was imported or not.
      await store.putBars(series, [bar(7), bar(8, 0.6)]);
      await store.undoBatch(first);
      assert.deepEqual(await read(), [0, 7, 8, 1_200, 1_201, 1_202]);
      store = await engine.reopen(store);
      await store.undoBatch(second);
      assert.deepEqual(await read(), [0, 7, 8]);
    });

    test('an undo waits for the batch that is open', async () => {
      const series = fresh();
      const batch = await store.openBatch({ fileSha256: SHA, asset: null });
      let isUndone = false;
      const undone = store.undoBatch(batch.id).then(() => {
        isUndone = true;
      });
      await batch.insert(series, toColumns([row(1, 0.5)]));
      assert.equal(isUndone, false);
      await batch.end();
      await undone;
      assert.equal(await store.find(series), null);
    });

    test('an undone batch is as if it had never come, in any order of imports and appended records, with equal times', async () => {
      const rows = fc.array(fc.tuple(fc.nat(6), fc.nat(2)), { minLength: 1, maxLength: 8 });
      const steps = fc.array(fc.tuple(fc.constantFrom('append', 'insert', 'import'), rows), {
        minLength: 2,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(), async (taken, pick) => {
          /** Takes the steps but for imports that are left out. @returns The batches of the others. */
          const take = async (series: Named, isLeftOut: (place: number) => boolean) => {
            const ids: string[] = [];
            const imported = new Set<string>();
            let imports = 0;
            for (const [what, some] of taken) {
              const records = some.map(([t, p]) => row(t + 100, p / 10));
              if (what === 'append') {
                // A recorded time is that of now: no import has had such a record before.
                await appendRows(
                  series,
                  records.filter(({ t, p }) => !imported.has(`${t} ${p}`)),
                );
              } else if (what === 'insert') {
                // What a batch holds already is skipped by a back-fill, and not counted as its own.
                await store.insert(series, toColumns(records.map((one) => ({ ...one, s: 'backfill' }))));
              } else {
                for (const { t, p } of records) imported.add(`${t} ${p}`);
                if (!isLeftOut(imports++)) ids.push(await importRows(series, records));
              }
            }
            return ids;
          };
          const [series, without, bare] = [fresh(), fresh(), fresh()];
          const ids = await take(series, () => false);
          if (ids.length === 0) return;
          const place = pick % ids.length;
          await take(without, (one) => one === place);
          await take(bare, () => true);
          await store.undoBatch(ids[place]!);
          assert.deepEqual((await readAll(store, series)).sort(), (await readAll(store, without)).sort());
          for (const id of ids.reverse()) await store.undoBatch(id);
          assert.deepEqual(await readAll(store, series), await readAll(store, bare));
        }),
        {
          numRuns: rounds(20, 40),
          examples: [
            // Of two equal rows one is of an earlier batch, the other of a later one.
            [
              [
                ['import', [[4, 2]]],
                ['import', [[4, 0]]],
                [
                  'import',
                  [
                    [4, 2],
                    [4, 2],
                  ],
                ],
              ],
              1,
            ],
          ],
        },
      );
    });
  });
}
