import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { seeded } from './ledger-world.ts';
import { runServiceKills } from './service-kills.ts';

// Long form alone: `resilience-process.test.ts` kills a whole service, `kill-rounds.test.ts` its writers.

/** Each starts the whole service: a tenth of what the writer of the ledger goes through. */
const ROUNDS = Math.ceil(Number(process.env.CROSSTAPE_KILL_ROUNDS ?? rounds(10, 40)) / 10);

test(`${ROUNDS} kills of the whole service under load over HTTP lose and double nothing`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-service-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await runServiceKills(dataDir, ROUNDS, seeded(ROUNDS));
  assert.ok(acknowledged >= ROUNDS * 10, `${acknowledged} acknowledged`);
});
