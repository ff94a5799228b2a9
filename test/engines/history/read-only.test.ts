import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import type { HistoryStore } from '../../../src/history/contract/history-store.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import type { SnapshotLimits } from '../../../src/history/sqlite/long-snapshot.ts';
import { testForecasts } from '../../contract/forecasts.ts';
import { type HistoryEngine, joinHalves, testHistoryStore } from '../../contract/history-store.ts';
import { testMarketRegister } from '../../contract/market-register.ts';
import { testReferenceMarks } from '../../contract/reference-marks.ts';
import { testSettled } from '../../contract/settled.ts';
import { testSettledDays } from '../../contract/settled-days.ts';
import { testVenueBars } from '../../contract/venue-bars.ts';

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'history-reader-'));
  directories.push(directory);
  return directory;
};
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const places = new WeakMap<HistoryStore, string>();

/** Writes with one connection and reads with another, so that the contract holds beside a writer. */
async function openPair(dataDir: string, snapshotLimits: SnapshotLimits = {}): Promise<HistoryStore> {
  const writer = await openSqliteHistory({ dataDir });
  const reader = await openReadOnlyHistory({ dataDir, snapshotLimits });
  const pair = joinHalves(writer, reader);
  places.set(pair, dataDir);
  return pair;
}

const testStore = (engine: HistoryEngine) => {
  testHistoryStore(engine);
  testMarketRegister(engine);
  testForecasts(engine);
  testReferenceMarks(engine);
  testSettledDays(engine);
  testVenueBars(engine);
  testSettled(engine);
};

testStore({
  name: 'sqlite, read beside the writer',
  open: () => openPair(newDirectory()),
  reopen: async (store) => {
    await store.close();
    return openPair(places.get(store)!);
  },
});

testStore({
  name: 'sqlite, read beside the writer, a snapshot for each page of a scan',
  open: () => openPair(newDirectory(), { maxAgeMs: 0 }),
  runs: 10,
});

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;
const poll = (i: number) => ({ ...SERIES, t: epochMs(i * 1_000), p: i, v: null, s: 'poll' as const });

test('a reader sees every acknowledged record, while tails fill, are sealed, and after the writer is gone', async () => {
  const dataDir = newDirectory();
  const writer = await openSqliteHistory({ dataDir });
  const reader = await openReadOnlyHistory({ dataDir });
  for (let i = 0; i < 4_000; i++) {
    await writer.append([poll(i)]);
    if (i % 97 !== 0) continue;
    assert.equal((await reader.findLast(SERIES))?.p, i);
    assert.equal((await reader.find(SERIES))?.count, i + 1);
  }
  await writer.close();
  const { columns } = await reader.read(SERIES, { limit: 5_000 });
  assert.deepEqual(
    [...columns.p],
    Array.from({ length: 4_000 }, (_, i) => i),
  );
  await reader.close();
});

test('a reader makes nothing where there is nothing to read', async () => {
  const dataDir = newDirectory();
  await assert.rejects(openReadOnlyHistory({ dataDir }), { name: 'HistoryFormatError' });
  assert.deepEqual(readdirSync(dataDir), []);
});
