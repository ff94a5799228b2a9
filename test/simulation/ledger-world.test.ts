import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { everybody, runWorld } from './ledger-world.ts';

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [];

const SEEDS = rounds(10, 50);

test(`${SEEDS} seeds: crashes at every boundary of a commit lose and double nothing`, async () => {
  let crashes = 0;
  for (const seed of [...REGRESSIONS, ...Array.from({ length: SEEDS }, (_, i) => i + 1)]) {
    crashes += (await runWorld(seed, everybody())).crashes;
  }
  assert.ok(crashes > 2 * SEEDS, `${crashes} crashes`);
});
