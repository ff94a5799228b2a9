import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { seededRandom } from '../support/random.ts';
import { runTapeHour } from './tape-hour.ts';

/** Long form: an hour with 20 faults of each kind. */
const IS_LONG = process.env.CROSSTAPE_LONG_TESTS === '1';
const OPTIONS = IS_LONG ? { times: 20, seconds: 3_600, markets: 60 } : { times: 1, seconds: 80, markets: 12 };

test('through sockets with every fault, each book that is claimed is the one that was sent, and what is not claimed says why', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-tape-hour-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const seed = IS_LONG ? Number(process.env.CROSSTAPE_TAPE_SEED ?? 1) : 1;
  const report = await runTapeHour(dataDir, { ...OPTIONS, random: seededRandom(seed) });
  if (IS_LONG) t.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.wrong, []);
  assert.deepEqual(report.wrongTrades, []);
  for (const reason of ['connection', 'disagrees'])
    assert.ok((report.holes[reason] ?? 0) > 0, `no time is unknown for ${reason}`);
  assert.ok(report.known > report.instants / 2, `${report.known} of ${report.instants} instants are known`);
  assert.ok(report.moved > report.known / 2, `${report.moved} of ${report.known} books had moved`);
  assert.ok(report.trades > 100, `${report.trades} trades`);
});
