import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { runWindowRounds } from './window-rounds.ts';

const QUARTERS = rounds(3, 720);

test(`windows of ${QUARTERS} quarters of an hour, recorded through sockets, are decided as they were`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-windows-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const report = await runWindowRounds(dataDir, {
    quarters: QUARTERS,
    killEvery: rounds(2, 4),
    random: seededRandom(10_000),
  });
  t.diagnostic(JSON.stringify({ ...report, wrong: report.wrong.length }));
  assert.deepEqual(report.wrong, []);
  assert.ok(report.windows > QUARTERS * 10);
  assert.ok(report.found.contradicted! > 0);
});
