import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { epochMs, NO_TERMS, type Observation } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns.ts';
import type { HistoryStore, SeriesKey } from '../../src/history/history-store.ts';
import type { ImportBatches } from '../../src/history/import-batches.ts';
import type { RegisteredMarket } from '../../src/history/market-register.ts';

type BatchStore = HistoryStore & ImportBatches;
type Named = SeriesKey & { readonly asset: string };

/** What an engine brings to be tested. */
export interface BatchEngine {
  readonly name: string;
  /** A new, empty store; the suite closes it. */
  open(): Promise<BatchStore>;
  reopen(store: BatchStore): Promise<BatchStore>;
}

const SHA = 'a'.repeat(64);

/** Runs the promises of `ImportBatches` against one engine. */
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

    const importRows = async (series: Named, rows: readonly Observation[]): Promise<string> => {
      const batch = await store.openBatch({ fileSha256: SHA, asset: series.asset });
      await batch.insert(series, toColumns(rows));
      await batch.end();
      return batch.id;
    };

    const appendRows = (series: Named, rows: readonly Observation[]) =>
      store.append(rows.map((row) => ({ ...series, ...row })));

    test('a batch says what it is', async () => {
      const series = fresh();
      await store.insert(series, toColumns([row(1, 0.5)]));
      const id = await importRows(series, [row(1, 0.5), row(2, 0.5)]);
      assert.match(id, /^\d{8}-\d{4}-[\da-f]{4}$/);
      const batch = (await store.batches()).find((one) => one.id === id);
      assert.deepEqual(
        [batch?.state, batch?.records, batch?.stored, batch?.skipped, batch?.asset, batch?.withdrawnAt],
        ['in-force', 2, 1, 1, series.asset, null],
      );
    });

    test('many short series are one call, beside a long one and one that is known, undone and redone with all of them', async () => {
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
      const listed = (await store.batches()).find(({ id }) => id === batch.id);
      assert.deepEqual([listed?.records, listed?.stored, listed?.asset], [6_603, 6_602, null]);
      await store.undoBatch(batch.id);
      assert.deepEqual(await countAll(), before);
      await store.redoBatch(batch.id);
      assert.deepEqual(await countAll(), after);
    });

    test('undo and redo give back what was read before and after, and say when there is nothing to do', async () => {
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
      assert.deepEqual(await store.redoBatch(id), { isChanged: true, records: 9_000 });
      assert.deepEqual(await readAll(store, series), after);
      assert.deepEqual(await store.redoBatch(id), { isChanged: false, records: 0 });
      await assert.rejects(store.undoBatch('20260101-0000-0000'), { name: 'UnknownBatchError' });
      store = await engine.reopen(store);
      assert.deepEqual(await readAll(store, series), after);
    });

    test('a series that a batch brought is gone when it is undone, and its gap with it', async () => {
      const series = fresh();
      const batch = await store.openBatch({ fileSha256: SHA, asset: series.asset });
      await batch.insert(series, toColumns([row(5, 0.5), row(6, 0.5)]));
      const gap = { venue: 'kalshi', storeKey: series.storeKey, reason: 'x' } as const;
      await batch.putGap({ ...gap, fromMs: epochMs(6), toMs: epochMs(9) });
      await batch.end();
      const { series: count } = await store.stats();
      await store.undoBatch(batch.id);
      assert.equal(await store.find(series), null);
      assert.equal((await store.stats()).series, count - 1);
      assert.deepEqual(await store.gaps('kalshi', {}, series.storeKey), []);
      store = await engine.reopen(store);
      assert.equal(await store.find(series), null);
      await store.redoBatch(batch.id);
      assert.equal((await store.find(series))?.count, 2);
      assert.equal((await store.stats()).series, count);
      assert.equal((await store.gaps('kalshi', {}, series.storeKey)).length, 1);
    });

    test('markets and rules of a batch go and come back with it, and what they said before', async () => {
      const known = buildMarket(fresh(), { title: 'Ours', changedAt: epochMs(5), seenFrom: epochMs(5) });
      const unseen = Array.from({ length: 70 }, (_, i) => buildMarket(fresh(), { title: `Market ${i}` }));
      await store.putMarkets([{ ...known, rules: 'ours' }]);
      const before = await store.market(known);
      const batch = await store.openBatch({ fileSha256: SHA, asset: null });
      await batch.putRules(['theirs']);
      const { rules } = await store.rulesPage({ limit: 1_000 });
      const rulesHash = rules.find(({ text }) => text === 'theirs')!.hash;
      const theirs = [...unseen, { ...known, title: 'Theirs', changedAt: epochMs(9), seenFrom: epochMs(7) }];
      await batch.putMarkets(theirs.map((market) => ({ ...market, rulesHash })));
      await batch.end();
      const after = await store.market(known);
      assert.deepEqual(
        [after?.title, after?.seenFrom, after?.changedAt, after?.rulesHash],
        ['Theirs', 5, 9, rulesHash],
      );
      assert.deepEqual(await store.market(unseen[69]!), { ...unseen[69]!, rulesHash });

      await store.undoBatch(batch.id);
      assert.deepEqual(await store.market(known), before);
      for (const market of unseen) assert.equal(await store.market(market), null);
      assert.equal(await store.rules(rulesHash), 'theirs');
      store = await engine.reopen(store);
      await store.redoBatch(batch.id);
      assert.deepEqual(await store.market(known), after);
      assert.deepEqual(await store.market(unseen[3]!), { ...unseen[3]!, rulesHash });

      // What a market has said since is not taken back.
      await store.putMarkets([{ ...known, title: 'Newer', changedAt: epochMs(20), rules: null }]);
      await store.undoBatch(batch.id);
      assert.equal((await store.market(known))?.title, 'Newer');
    });

    test('a row that another batch in force holds stays, and so does one that was there before', async () => {
      const series = fresh();
      await store.insert(series, toColumns([row(1, 0.1)]));
      const first = await importRows(series, [row(1, 0.1), row(2, 0.2), row(3, 0.3)]);
      const second = await importRows(series, [row(2, 0.2), row(3, 0.3), row(3, 0.3), row(4, 0.4)]);
      const times = async () => (await readAll(store, series)).map(([t]) => t);
      await store.undoBatch(first);
      assert.deepEqual(await times(), [1, 2, 3, 3, 4]);
      await store.undoBatch(second);
      assert.deepEqual(await times(), [1]);
      await store.redoBatch(first);
      assert.deepEqual(await times(), [1, 2, 3]);
    });

    test('a second batch waits for the one that is open', async () => {
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

    test('any order of imports, appended records and undone batches, with equal times', async () => {
      const rows = fc.array(fc.tuple(fc.nat(6), fc.nat(2)), { minLength: 1, maxLength: 8 });
      const steps = fc.array(fc.tuple(fc.constantFrom('append', 'insert', 'import'), rows), {
        minLength: 2,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(), async (taken, pick) => {
          const series = fresh();
          const ids: string[] = [];
          for (const [what, some] of taken) {
            const records = some.map(([t, p]) => row(t + 100, p / 10));
            if (what === 'append') await appendRows(series, records);
            else if (what === 'insert') {
              // What a batch holds already is skipped by a back-fill, and not counted as its own.
              await store.insert(series, toColumns(records.map((one) => ({ ...one, s: 'backfill' }))));
            } else ids.push(await importRows(series, records));
          }
          const all = await readAll(store, series);
          const id = ids[pick % Math.max(1, ids.length)];
          if (id === undefined) return;
          await store.undoBatch(id);
          await store.redoBatch(id);
          assert.deepEqual(await readAll(store, series), all);
          const reversed = [...ids].reverse();
          for (const one of reversed) await store.undoBatch(one);
          for (const one of ids) await store.redoBatch(one);
          assert.deepEqual(await readAll(store, series), all);
        }),
        { numRuns: 40 },
      );
    });
  });
}

function buildMarket(series: Named, members: Partial<RegisteredMarket>): RegisteredMarket {
  return {
    ...series,
    kind: 'kalshi',
    ...{ title: 'Will it be?', eventKey: null, event: null, category: null, outcomes: ['Yes', 'No'] },
    ...{ terms: NO_TERMS, closesAt: null, endsAt: null, nativeIds: {}, url: null, rulesHash: null },
    ...{ seenFrom: epochMs(1), changedAt: epochMs(2) },
    ...members,
  };
}

function row(t: number, p: number): Observation {
  return { t: epochMs(t), p, v: null, s: 'poll' };
}

async function readAll(store: HistoryStore, series: SeriesKey): Promise<number[][]> {
  const { columns } = await store.read(series, { limit: 100_000 });
  return Array.from({ length: columns.length }, (_, i) => [columns.t[i]!, columns.p[i]!, columns.s[i]!]);
}
