import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { runCorrectionKills } from './correction-kills.ts';
import { seeded } from './ledger-world.ts';

const ROUNDS = rounds(2, 16);

test(`${ROUNDS} kills of debits, reversals, decisions, cancelled codes and keys lose and double nothing`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-corrections-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await runCorrectionKills(dataDir, ROUNDS, seeded(ROUNDS));
  assert.ok(acknowledged > ROUNDS * 5, `${acknowledged} acknowledged`);
});
