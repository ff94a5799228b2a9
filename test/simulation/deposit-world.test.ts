import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDepositWorld } from './deposit-world.ts';

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [112, 125];

test('fifty seeds: late, doubled and disordered events over crashes credit every payment once', async () => {
  let crashes = 0;
  for (const seed of [...REGRESSIONS, ...Array.from({ length: 50 }, (_, i) => i + 1)]) {
    crashes += (await runDepositWorld(seed)).crashes;
  }
  assert.ok(crashes > 100, `${crashes} crashes`);
});
