import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChainWorld } from './chain-world.ts';

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [];

test('fifty seeds: reorganisations, nodes that fail and crashes lose and double no deposit', async () => {
  let [deposits, crashes] = [0, 0];
  for (const seed of [...REGRESSIONS, ...Array.from({ length: 50 }, (_, i) => i + 1)]) {
    const report = await runChainWorld(seed);
    deposits += report.deposits;
    crashes += report.crashes;
  }
  assert.ok(deposits > 500 && crashes > 100, `${deposits} deposits, ${crashes} crashes`);
});
