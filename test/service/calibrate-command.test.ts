import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { toDate } from '../../src/calibration/calibrate-days.ts';
import {
  buildKalshiAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  NO_NAMES,
  NO_TERMS,
} from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { runCommand } from '../support/run-command.ts';
import { startSimulatedService } from '../support/simulated-service.ts';

const TODAY = Math.floor(Date.now() / DAY_MS);
const DAY = TODAY - 3;
const END = epochMs(DAY * DAY_MS + 12 * HOUR_MS);
const KEY = buildKalshiAsset('KXPAST');

/** A market of another register, polled in its last two hours and resolved three days ago. */
async function addPast(history: HistoryStore): Promise<void> {
  await history.putMarkets([
    {
      ...KEY,
      title: 'Past?',
      eventKey: 'PAST',
      event: null,
      category: 'Crypto',
      settling: null,
      statedBy: null,
      outcomes: ['Yes', 'No'],
      ...NO_NAMES,
      terms: NO_TERMS,
      closesAt: END,
      endsAt: null,
      nativeIds: {},
      url: null,
      rules: null,
      seenFrom: epochMs(END - 2 * HOUR_MS),
      changedAt: epochMs(END - HOUR_MS),
    },
  ]);
  const records = Array.from({ length: 120 }, (_, i) => ({
    t: epochMs(END - 2 * HOUR_MS + i * MINUTE_MS),
    p: 0.25,
    v: null,
    s: 'poll' as const,
  }));
  await history.insert(KEY, toColumns(records));
  const { venue, storeKey, asset } = KEY;
  const said = { outcome: 'yes', payout: 1, settledAt: END, source: 'kalshi', disputed: null } as const;
  await history.putResolution({ venue, storeKey, asset, ...said, recordedAt: epochMs(END + MINUTE_MS) });
}

async function newDirectory(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-calibrate-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const MADE = `${toDate(DAY)} markets 1, samples 4
${toDate(DAY + 1)} markets 0, samples 0
${toDate(DAY + 2)} markets 0, samples 0
left out: not_listed 4
calibrate: days 3, markets 1, samples 4
`;

test('calibrate makes the days up to yesterday, leaves those that exist, and makes them anew when told to', async (t) => {
  const dataDir = await newDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  await addPast(history);
  await history.close();
  const first = await runCommand(['calibrate', '--data-dir', dataDir]);
  assert.deepEqual([first.code, first.out, first.err], [0, MADE, '']);
  const again = await runCommand(['calibrate', '--data-dir', dataDir]);
  assert.match(again.out, /exists: left as it is\n.*\n.*\ncalibrate: days 0, markets 0, samples 0\n$/);
  const anew = await runCommand(['calibrate', '--again', '--to', toDate(DAY), '--data-dir', dataDir]);
  assert.match(
    anew.out,
    /markets 1, samples 4\nleft out: not_listed 4\ncalibrate: days 1, markets 1, samples 4\n$/,
  );
});

test('a wrong use of calibrate is refused with what is right', async (t) => {
  const dataDir = await newDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  await history.close();
  const empty = await runCommand(['calibrate', '--data-dir', dataDir]);
  assert.deepEqual([empty.code, empty.out], [0, 'calibrate: days 0, markets 0, samples 0\n']);
  for (const [args, message] of [
    [['--from', 'yesterday'], /--from takes a date as 2026-11-28, not yesterday/],
    [['--to', '2026-02-30'], /--to takes a date/],
    [['--to', toDate(TODAY)], /--to must be at most \d/],
    [['--from', '2026-10-02', '--to', '2026-10-01'], /--from is after --to/],
  ] as const) {
    const { code, err } = await runCommand(['calibrate', ...args, '--data-dir', dataDir]);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, message);
  }
  const nowhere = await runCommand(['calibrate', '--data-dir', path.join(dataDir, 'nothing')]);
  assert.equal(nowhere.code, 2);
});

test('beside a service the service makes the days, and its API has them', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, { markets: 5 });
  await addPast(app.history as HistoryStore);
  const { code, out, err } = await runCommand(['calibrate', '--data-dir', dataDir]);
  assert.deepEqual([code, out, err], [0, MADE, '']);
  const answer = await fetch(`${app.apiUrl}/api/calibration?venue=kalshi&horizon=1h`);
  const { cells } = (await answer.json()) as { cells: { category: string; n: number; yes: number }[] };
  assert.deepEqual(
    cells.map(({ category, n, yes }) => [category, n, yes]),
    [
      ['all', 1, 1],
      ['crypto', 1, 1],
    ],
  );
});
