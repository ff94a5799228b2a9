import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { seeded } from './ledger-world.ts';
import { runRestoreKills } from './restore-kills.ts';

// Long form alone: `restore.test.ts` kills a restore at each of its steps.

/** Each starts several processes: a tenth of what the writer of the ledger goes through. */
const ROUNDS = Math.ceil(Number(process.env.CROSSTAPE_KILL_ROUNDS ?? 20) / 10);

test(`${ROUNDS} kills of a writer and of the restores after them end with the backup that was put back`, async (t) => {
  const place = await mkdtemp(path.join(tmpdir(), 'crosstape-restore-kills-'));
  t.after(() => rm(place, { recursive: true, force: true }));
  const { acknowledged } = await runRestoreKills(place, ROUNDS, seeded(ROUNDS));
  assert.ok(acknowledged >= ROUNDS * 3, `${acknowledged} acknowledged`);
});
