import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { runChainWorld } from './chain-world.ts';
import { type CreateEngine, createMemoryEngine, createSqliteEngine } from './money-engine.ts';

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [];

async function runSeeds(createEngine: CreateEngine, count: number) {
  let [deposits, crashes] = [0, 0];
  for (const seed of [...REGRESSIONS, ...Array.from({ length: count }, (_, i) => i + 1)]) {
    const report = await runChainWorld(seed, createEngine);
    deposits += report.deposits;
    crashes += report.crashes;
  }
  return { deposits, crashes };
}

const SEEDS = rounds(20, 100);

test(`${SEEDS} seeds: reorganisations, nodes that fail and crashes lose and double no deposit`, async () => {
  const { deposits, crashes } = await runSeeds(createMemoryEngine, SEEDS);
  assert.ok(deposits > 10 * SEEDS && crashes > 2 * SEEDS, `${deposits} deposits, ${crashes} crashes`);
});

test('the same over files of SQLite that are opened again', async () => {
  const { deposits, crashes } = await runSeeds(createSqliteEngine, 5);
  assert.ok(deposits > 50 && crashes > 10, `${deposits} deposits, ${crashes} crashes`);
});
