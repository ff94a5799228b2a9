import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runKillRounds } from './kill-rounds.ts';

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
