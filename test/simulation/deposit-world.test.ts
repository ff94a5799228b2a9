import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { runDepositWorld } from './deposit-world.ts';
import { type CreateEngine, createMemoryEngine, createSqliteEngine } from './money-engine.ts';

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [112, 125];

async function countCrashes(createEngine: CreateEngine, seeds: number): Promise<number> {
  let crashes = 0;
  for (const seed of [...REGRESSIONS, ...Array.from({ length: seeds }, (_, i) => i + 1)]) {
    crashes += (await runDepositWorld(seed, createEngine)).crashes;
  }
  return crashes;
}

const SEEDS = rounds(20, 100);

test(`${SEEDS} seeds: late, doubled and disordered events over crashes credit every payment once`, async () => {
  const crashes = await countCrashes(createMemoryEngine, SEEDS);
  assert.ok(crashes > 2 * SEEDS, `${crashes} crashes`);
});

test('the same over files of SQLite that are opened again', async () => {
  const crashes = await countCrashes(createSqliteEngine, 5);
  assert.ok(crashes > 10, `${crashes} crashes`);
});
