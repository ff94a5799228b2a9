import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { runReferenceKills } from './reference-kills.ts';

const KILLS = rounds(2, 50);

test(`a recorder of reference prices that is killed ${KILLS} times keeps each acknowledged value once`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-reference-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged, stored } = await runReferenceKills(dataDir, KILLS, seededRandom(50));
  t.diagnostic(`${acknowledged} values acknowledged, ${stored} stored`);
  assert.ok(acknowledged > KILLS * 100 && stored >= acknowledged);
});
