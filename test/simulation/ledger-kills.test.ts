import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { runLedgerKills } from './ledger-kills.ts';
import { seeded } from './ledger-world.ts';

const ROUNDS = Number(process.env.CROSSTAPE_KILL_ROUNDS ?? rounds(3, 40));

test(`${ROUNDS} kills of a ledger under load lose and double nothing`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await runLedgerKills(dataDir, ROUNDS, seeded(ROUNDS));
  assert.ok(acknowledged > ROUNDS * 5, `${acknowledged} acknowledged`);
});
