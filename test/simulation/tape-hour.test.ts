import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isLong, skipShort } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { runTapeHour, type TapeHourOptions } from './tape-hour.ts';

const SEED = Number(process.env.CROSSTAPE_TAPE_SEED ?? 1);
/** Seconds of the market in the long form. An hour takes longer than a file of a whole run may. */
const SECONDS = Number(process.env.CROSSTAPE_TAPE_SECONDS ?? 600);
const SHORT = { times: 1, seconds: 40, markets: 12 };
/** Connections that are lost often come back later and later, in real time. */
const LONG = { times: Math.ceil(SECONDS / 180), seconds: SECONDS, markets: 60 };

async function record(t: TestContext, options: Omit<TapeHourOptions, 'random'>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-tape-hour-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const report = await runTapeHour(dataDir, { ...options, random: seededRandom(SEED) });
  t.diagnostic(JSON.stringify({ seed: SEED, ...report, control: report.control.wrong.length }));
  return report;
}

test('connections are lost, and each book that is claimed is the one that its venue had', async (t) => {
  const { books, trades, control, breaks } = await record(t, { faults: 'cuts', ...(isLong ? LONG : SHORT) });
  assert.deepEqual(books.wrong, []);
  assert.deepEqual(trades.wrong, []);
  assert.ok((breaks.connection ?? 0) > 0 && (books.holes.connection ?? 0) > 0, 'no book was lost');
  assert.ok(books.known > books.instants / 2, `${books.known} of ${books.instants} instants are known`);
  assert.ok(books.moved > books.known / 2, `${books.moved} of ${books.known} books had moved`);
  assert.notDeepEqual(control.wrong, [], 'a tape that is told of no break claims nothing wrong');
});

test('every fault strikes, and each book that is claimed is the one that was sent', {
  skip: skipShort,
}, async (t) => {
  const { books, trades, control } = await record(t, { faults: 'every', ...LONG });
  assert.deepEqual(books.wrong, []);
  assert.deepEqual(trades.wrong, []);
  for (const reason of ['connection', 'disagrees'])
    assert.ok((books.holes[reason] ?? 0) > 0, `no time is unknown for ${reason}`);
  assert.ok(books.known > books.instants / 2, `${books.known} of ${books.instants} instants are known`);
  assert.ok(books.moved > books.known / 2, `${books.moved} of ${books.known} books had moved`);
  const unsure = books.inResync + books.inDoubt;
  assert.ok(unsure < books.known / 1_000, `${unsure} of ${books.known} books lacked a change`);
  assert.ok(trades.trades > 100, `${trades.trades} trades`);
  assert.notDeepEqual(control.wrong, []);
});
