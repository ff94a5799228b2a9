import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { HISTORY_FILE } from '../../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { OLD_SERIES, oldRecord, writeOldFile } from '../support/format-1-file.ts';
import { killUpgrades, runKillRounds } from './kill-rounds.ts';

function directoryFor(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-kill-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test('a killed writer loses no acknowledged observation, stores none twice, and leaves no lock', async (t) => {
  // Rounds of few and of many batches: before and after the first tails are packed.
  const lengths = [0.01, 0.5, 0.6, 0.3];
  const report = await runKillRounds(directoryFor(t), lengths.length, () => lengths.shift()!);
  assert.ok(report.acknowledged > 0);
});

test('a killed upgrade continues, and nothing of the old file is lost or doubled', async (t) => {
  const dataDir = directoryFor(t);
  writeOldFile(join(dataDir, HISTORY_FILE));
  assert.ok((await killUpgrades(dataDir)) > 2);
  const history = await openSqliteHistory({ dataDir });
  for (let id = 1; id <= OLD_SERIES; id += 7) {
    const { columns } = await history.read(oldRecord(id, 0), { limit: 9 });
    assert.deepEqual([...columns.p], [oldRecord(id, 0).p, oldRecord(id, 1).p]);
  }
  await history.close();
});
