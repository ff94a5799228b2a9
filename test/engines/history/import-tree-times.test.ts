import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importTreeDirectory } from '../../../src/cli/data/import-tree.ts';
import { DAY_MS, epochMs } from '../../../src/domain/index.ts';
import { ColumnBuilder } from '../../../src/history/columns/columns.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { writeTree } from '../../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../../src/storage/sqlite/directory-lock.ts';

const FIRST_DAY = Date.UTC(2026, 10, 18);
const NOW = epochMs(FIRST_DAY + 2 * DAY_MS);
const RAIN = { venue: 'kalshi', storeKey: 'kxrain-1', asset: 'kalshi-kxrain-1' } as const;
const ROWS = 120_000;

const root = mkdtempSync(join(tmpdir(), 'crosstape-import-times-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** Imports a tree of one series into an empty directory. @returns The processor time, ms. */
async function importSeries(name: string, toTime: (i: number) => number): Promise<number> {
  const [from, tree, into] = ['from', 'tree', 'into'].map((part) => join(root, `${name}-${part}`));
  const history = await openSqliteHistory({ dataDir: from!, clock: () => NOW });
  const rows = new ColumnBuilder(ROWS);
  for (let i = 0; i < ROWS; i++) rows.push(FIRST_DAY + toTime(i), (i % 1_000) / 1_000, Number.NaN, 1);
  await history.insert(RAIN, rows);
  await history.close();
  const source = openTreeSource(from!, { clock: () => NOW });
  await writeTree(source, {
    lock: lockDirectory,
    directory: tree!,
    simulated: false,
    window: { fromMs: null, toMs: null },
    selection: {
      venues: null,
      assets: null,
      tables: ['observations'],
      format: 'parquet',
      compression: 'zstd',
    },
  });
  source.close();
  const before = process.cpuUsage();
  await importTreeDirectory(tree!, { dataDir: into! }, { write: () => true }, () => NOW);
  const { user, system } = process.cpuUsage(before);
  const imported = await openSqliteHistory({ dataDir: into!, clock: () => NOW });
  const { columns } = await imported.read(RAIN, { limit: ROWS + 1 });
  assert.equal(columns.length, ROWS);
  assert.deepEqual(columns.t, rows.t);
  assert.deepEqual(columns.p, rows.p);
  await imported.close();
  return (user + system) / 1_000;
}

test('more rows of one time than are stored at once come in their order, and cost as much as others do', async () => {
  await importSeries('warm', (i) => i * 500);
  const [spread, equal] = [
    await importSeries('spread', (i) => i * 500),
    await importSeries('equal', (i) => (i < 1_000 ? i : 1_000)),
  ];
  // A look back over all of them for each row takes more than ten times as long.
  assert.ok(equal < 4 * spread, `${equal.toFixed(0)} ms for equal times, ${spread.toFixed(0)} for others`);
});
