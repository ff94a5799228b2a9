/**
 * Imports a tree in a process of its own, for tests that kill it: `import-tree.ts DATA_DIR TREE`. Prints a line after each
 * step that is stored and goes on when it is sent a byte.
 */
import { readSync, writeSync } from 'node:fs';
import { epochMs } from '../../src/domain/index.ts';
import type { BatchOrigin, OpenBatch } from '../../src/history/contract/import-batches.ts';
import { checkTree } from '../../src/history/import/checked-tree.ts';
import { importTree } from '../../src/history/import/import-tree.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

const [dataDir = '', directory = ''] = process.argv.slice(2);
const history = await openSqliteHistory({ dataDir });

async function pauseAfter<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  writeSync(1, 'stored\n');
  readSync(0, Buffer.alloc(1));
  return result;
}

async function openBatch(origin: BatchOrigin): Promise<OpenBatch> {
  const batch = await history.openBatch(origin);
  return {
    id: batch.id,
    insert: (series, columns) => pauseAfter(batch.insert(series, columns)),
    insertMany: (all) => pauseAfter(batch.insertMany(all)),
    putGap: (gap) => batch.putGap(gap),
    putResolution: (resolution) => batch.putResolution(resolution),
    putRules: (texts) => batch.putRules(texts),
    putMarkets: (markets) => batch.putMarkets(markets),
    putMarks: (marks) => pauseAfter(batch.putMarks(marks)),
    putBars: (bars) => pauseAfter(batch.putBars(bars)),
    end: () => batch.end(),
  };
}

const findRules = () => ({
  unit: 'usd' as const,
  venueOpenedMs: epochMs(0),
  now: epochMs(Number.MAX_SAFE_INTEGER),
});
await importTree(await checkTree(directory), history, { openBatch }, { findRules });
await history.close();
