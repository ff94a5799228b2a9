import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runKillRounds } from './kill-rounds.ts';

test('a killed writer loses no acknowledged observation, stores none twice, and leaves no lock', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-kill-'));
  try {
    // Rounds of few and of many batches: before and after the first blocks are sealed.
    const lengths = [0.01, 0.9, 0.99, 0.97];
    const report = await runKillRounds(dataDir, lengths.length, () => lengths.shift()!);
    assert.ok(report.acknowledged > 0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
