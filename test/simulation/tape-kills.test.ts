import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { runTapeKills } from './tape-kills.ts';

const ROUNDS = Number(process.env.CROSSTAPE_KILL_ROUNDS ?? rounds(4, 200));
const SEED = Number(process.env.CROSSTAPE_TAPE_SEED ?? 4);

test('a tape whose writer is killed keeps what it acknowledged, claims nothing beyond it, and says when it was not there', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-kills-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const report = await runTapeKills(dataDir, ROUNDS, seededRandom(SEED));
  t.diagnostic(JSON.stringify(report));
  assert.ok(report.acknowledged > 0);
  assert.ok(report.at.midnight > 0 && report.at.slice > 0 && report.at.plain > 0, JSON.stringify(report.at));
});
