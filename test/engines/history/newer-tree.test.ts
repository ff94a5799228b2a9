import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, epochMs } from '../../../src/domain/index.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import type { SeriesKey } from '../../../src/history/contract/series.ts';
import { checkTree } from '../../../src/history/import/checked-tree.ts';
import { importTree } from '../../../src/history/import/import-tree.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { noteRestore } from '../../../src/history/sqlite/restored.ts';
import { openTreeSource } from '../../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { findUnknownFiles } from '../../../src/history/tree/directory.ts';
import { NewerTreeError } from '../../../src/history/tree/newer-tree.ts';
import { findTreeLosses, planTree } from '../../../src/history/tree/write-tree.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import {
  at,
  BTC,
  byAsset,
  contents,
  fresh,
  NOW,
  PEPE,
  readAll,
  readTree,
  record,
  short,
  toOptions,
  write,
} from '../../support/history-trees.ts';

/** Two venues over four days and a half, which is when it is now. */
async function copied(): Promise<string> {
  const dataDir = fresh('data');
  await change(dataDir, async (history) => {
    for (let i = 0; i < 18; i++) {
      const t = at(0, i * 21_600_000 + 1);
      const other = i < 15 ? [{ ...short(i % 3), ...record(t, 0.5) }] : [];
      await history.append([{ ...BTC, ...record(t, 100 + i) }, { ...PEPE, ...record(t, 1 + i) }, ...other]);
    }
    await history.putGap({ ...BTC, fromMs: at(1), toMs: at(2), reason: 'none' });
    await history.sealAll();
  });
  return dataDir;
}

/** An hour of the open day, behind what every store of these tests has. */
const hour = (n: number, series: SeriesKey & { readonly asset: string } = BTC) =>
  Array.from({ length: 6 }, (_, i) => ({ ...series, ...record(at(4, (n * 6 + i) * 600_000), n) }));

async function change(
  dataDir: string,
  work: (history: Awaited<ReturnType<typeof openSqliteHistory>>) => Promise<unknown>,
  now = NOW,
) {
  const history = await openSqliteHistory({ dataDir, clock: () => epochMs(now) });
  try {
    await work(history);
  } finally {
    await history.close();
  }
}

const append = (dataDir: string, records: ReturnType<typeof hour>, now: number = NOW) =>
  change(
    dataDir,
    async (history) => {
      for (const one of records) await history.append([one]);
    },
    epochMs(now),
  );

const importOne = (dataDir: string, day: number, p: number, now: number = NOW) =>
  change(
    dataDir,
    async (history) => {
      await history.insert(PEPE, toColumns([record(at(day, 1), p), record(at(day, 2), p)]));
    },
    epochMs(now),
  );

/** A store, its backup, and the tree of what was recorded after the backup. */
async function restored(afterBackup: (dataDir: string) => Promise<unknown>) {
  const dataDir = await copied();
  const backup = fresh('backup');
  mkdirSync(backup);
  await copyDatabase(join(dataDir, HISTORY_FILE), join(backup, HISTORY_FILE));
  const tree = fresh('tree');
  await afterBackup(dataDir);
  const { manifest } = await write(dataDir, tree);
  return { dataDir, backup, tree, manifest };
}

async function assertRefused(dataDir: string, tree: string, now: number, words: RegExp) {
  const before = contents(tree);
  await assert.rejects(write(dataDir, tree, {}, now), (error) => {
    assert.ok(error instanceof NewerTreeError, String(error));
    assert.match(error.message, words);
    return true;
  });
  const after = contents(tree);
  for (const name of ['.crosstape-progress', '.crosstape-export'])
    for (const one of [before, after]) delete one[name];
  assert.deepEqual(after, before);
}

const LATER = NOW + 3_600_000;

test('after a restore the tree of what was recorded since the backup is refused, and nothing of it is written', async () => {
  const { backup, tree } = await restored((dataDir) => append(dataDir, hour(10)));
  await assertRefused(
    backup,
    tree,
    LATER,
    /newer than this history \(it has commit \d+ .*crosstape import .*--force/,
  );
  const source = openTreeSource(backup, { clock: () => epochMs(LATER) });
  try {
    await assert.rejects(planTree(source, toOptions(tree)), NewerTreeError);
  } finally {
    source.close();
  }
});

test('a tree of a time that this history has not come to is refused', async () => {
  const { dataDir, tree } = await restored(async () => undefined);
  await assertRefused(dataDir, tree, NOW - 1, /it is as of 2026-11-22T12:00:00\.000Z and the history as of/);
});

test('a day with an insertion that this history lacks is refused, although commits are as many', async () => {
  const { backup, tree } = await restored((dataDir) => importOne(dataDir, 1, 3));
  await assertRefused(
    backup,
    tree,
    LATER,
    /date=2026-11-19\/part-0\.parquet has insertion \d+ and the history/,
  );
});

test('a history that has come further again since its restore is known by what the restore took away', async () => {
  const { backup, tree } = await restored((dataDir) => append(dataDir, hour(10)));
  noteRestore(backup, { fromMs: epochMs(NOW - 1), toMs: epochMs(NOW + 1) });
  await append(backup, [...hour(11), ...hour(10, PEPE)], LATER);
  await assertRefused(backup, tree, LATER, /a backup as of .* was put in the history's place since/);
  // A tree from before the backup is continued.
  const { backup: other, tree: old } = await restored(async () => undefined);
  noteRestore(other, { fromMs: epochMs(NOW + 1), toMs: epochMs(NOW + 2) });
  assert.equal((await write(other, old, {}, LATER)).made, 0);
});

test('a copy put back by hand that has come further is known by the rows of the day that it lacks', async () => {
  const { backup, tree } = await restored((dataDir) => append(dataDir, hour(10)));
  await append(backup, [...hour(11), ...hour(11, PEPE), ...hour(13)], LATER);
  await assertRefused(backup, tree, LATER, /the tree has 6 more rows of hyperliquid on 2026-11-22/);
  const closed = NOW + 3 * DAY_MS;
  const { backup: other, tree: old } = await restored((dataDir) =>
    append(dataDir, [{ ...short(1), ...record(at(4, 5_000), 0.5) }]),
  );
  await append(other, [...hour(11), ...hour(13)], closed);
  await assertRefused(
    other,
    old,
    closed,
    /the history has nothing of observations\/venue=kalshi\/date=2026-11-22/,
  );
});

test('an imported tree is no newer: everything is made anew, with all its rows', async () => {
  const { dataDir, backup, tree } = await restored(async (dir) => {
    await append(dir, hour(10));
    await importOne(dir, 1, 3);
  });
  const before = await readAll(dataDir);
  await importOne(backup, 2, 4, LATER);
  await change(backup, async (history) => {
    const checked = await checkTree(tree);
    const findRules = () => ({ unit: 'usd' as const, venueOpenedMs: epochMs(0), now: epochMs(LATER) });
    await importTree(checked, history, history, { findRules });
  });
  const { manifest } = await write(backup, tree, {}, LATER);
  const rows = await readTree(tree, manifest);
  for (const [asset, records] of before) {
    const found = rows.get(asset) ?? [];
    // Another import of PEPE is the history's own; what both have is there once.
    const own = asset === PEPE.asset ? 2 : 0;
    assert.equal(found.length, records.length + own, asset);
  }
  assert.deepEqual(byAsset(rows), byAsset(await readAll(backup)));
  // The new manifest is of this history: the next run has nothing to do.
  assert.equal((await write(backup, tree, {}, LATER)).made, 0);
  assert.equal(manifest.imported?.length, 1);
});

test('--force names each day with the rows that it loses and makes the tree that the history has', async () => {
  const { backup, tree } = await restored(async (dir) => {
    await append(dir, hour(10));
    await append(dir, [{ ...short(1), ...record(at(4, 5_000), 0.5) }]);
    await importOne(dir, 1, 3);
    await change(dir, (history) =>
      history.putGap({ ...BTC, fromMs: at(3), toMs: at(4), reason: 'one more' }),
    );
  });
  const source = openTreeSource(backup, { clock: () => epochMs(LATER) });
  const losses = await findTreeLosses(source, toOptions(tree));
  source.close();
  assert.deepEqual(
    losses.map(({ place, rows }) => `${place} ${rows}`),
    ['hyperliquid 2026-11-19 2', 'hyperliquid 2026-11-22 6', 'kalshi 2026-11-22 1', 'gaps 1'],
  );
  const { manifest } = await write(backup, tree, { force: true }, LATER);
  const plain = fresh('plain');
  const { manifest: own } = await write(backup, plain, {}, LATER);
  assert.deepEqual(manifest, own);
  const [forced, anew] = [contents(tree), contents(plain)];
  assert.deepEqual(forced, anew);
});

test('an import that is withdrawn may take rows and days along; a killed run of another past is not continued', async () => {
  const { dataDir, tree } = await restored((dir) =>
    change(dir, async (history) => {
      const batch = await history.openBatch({ fileSha256: 'a'.repeat(64), asset: 'pm-lone' });
      const lone = { venue: 'polymarket', storeKey: 'lone', asset: 'pm-lone' } as const;
      await batch.insert(lone, toColumns([record(at(-30), 0.5)]));
      await batch.end();
    }),
  );
  await change(dataDir, async (history) => {
    const [batch] = await history.listBatches();
    await history.undoBatch(batch!.id);
  });
  const { manifest } = await write(dataDir, tree, {}, LATER);
  assert.ok(!manifest.parts.some(({ path }) => path.includes('2026-10-19')));
  assert.ok(!existsSync(join(tree, 'observations', 'venue=polymarket')), 'an empty folder stays');

  const { dataDir: later, backup, tree: cut } = await restored((dir) => append(dir, hour(10)));
  await append(later, hour(11), LATER);
  let days = 0;
  const kill = () => {
    if (++days === 2) throw new Error('killed');
  };
  await assert.rejects(write(later, cut, { onProgress: kill }, LATER), /killed/);
  await assertRefused(backup, cut, LATER + 1, /newer/);
  const { manifest: forced } = await write(backup, cut, { force: true }, LATER + 1);
  const plain = fresh('plain');
  const { manifest: own } = await write(backup, plain, {}, LATER + 1);
  assert.deepEqual(forced, own);
});

test('a tree that was copied over without its last parts is made whole; one of two stores is refused', async () => {
  const { dataDir, tree } = await restored(async () => undefined);
  const half = fresh('half');
  cpSync(tree, half, { recursive: true, filter: (name) => !name.includes('date=2026-11-20') });
  const { manifest } = await write(dataDir, half, {}, NOW);
  assert.deepEqual(Object.keys(contents(half)), Object.keys(contents(tree)));
  writeFileSync(join(half, 'observations/venue=kalshi/date=2026-11-19/part-7.parquet'), '');
  writeFileSync(join(half, '.hidden'), '');
  writeFileSync(join(half, 'old.parquet'), '');
  assert.deepEqual(await findUnknownFiles(half, manifest), [
    'observations/venue=kalshi/date=2026-11-19/part-7.parquet',
    'old.parquet',
  ]);
  const other = await copied();
  const mixed = fresh('mixed');
  const stranger = fresh('data');
  await change(stranger, (history) => history.append(hour(10)));
  await write(stranger, mixed);
  await assert.rejects(write(other, mixed), /is the tree of another history/);
});
