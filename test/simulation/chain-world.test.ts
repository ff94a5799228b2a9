import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a hundred seeds: reorganisations, nodes that fail and crashes lose and double no deposit', async () => {
  const { deposits, crashes } = await runSeeds(createMemoryEngine, 100);
  assert.ok(deposits > 1_000 && crashes > 200, `${deposits} deposits, ${crashes} crashes`);
});

test('the same over files of SQLite that are opened again', async () => {
  const { deposits, crashes } = await runSeeds(createSqliteEngine, 5);
  assert.ok(deposits > 50 && crashes > 10, `${deposits} deposits, ${crashes} crashes`);
});
