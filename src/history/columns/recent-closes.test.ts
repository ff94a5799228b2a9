import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { epochMs, HOUR_MS, MINUTE_MS, type ObservationSource } from '../../domain/index.ts';
import type { AggregateOptions, HistoryReader } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import { openSqliteHistory } from '../sqlite/index.ts';
import { CLOSE_COUNT, CLOSE_WIDTH_MS, findFirstClose, RecentCloses } from './recent-closes.ts';

const KEY = { venue: 'kalshi', storeKey: 'rain', asset: 'kalshi-rain' } as const;
/** Ten minutes into a half hour. */
const NOW: number = Date.UTC(2026, 10, 20, 12, 10);
const HALF_HOUR = CLOSE_WIDTH_MS;

/** Opens a store and closes over it, and notes `fromMs` of each of their queries. */
async function openNoted(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-closes-'));
  const history = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const askedFrom: number[] = [];
  const noted = {
    aggregateMany: (keys: readonly SeriesKey[], options: AggregateOptions) => {
      askedFrom.push(Number(options.fromMs));
      return history.aggregateMany(keys, options);
    },
    findMany: (keys: readonly SeriesKey[]) => history.findMany(keys),
  } as unknown as HistoryReader;
  return {
    history,
    askedFrom,
    closes: new RecentCloses(noted),
    put: (t: number, p: number, s: ObservationSource = 'poll') =>
      history.append([{ ...KEY, t: epochMs(t), p, v: null, s }]),
  };
}

const read = async (closes: RecentCloses, at: number) =>
  Array.from((await closes.read([KEY], epochMs(at)))[0]!);

test('48 half hours up to now, the last price of each, and nothing where nothing was recorded', async (t) => {
  const { put, closes } = await openNoted(t);
  const first = findFirstClose(NOW);
  assert.equal(first + CLOSE_COUNT * HALF_HOUR, Date.UTC(2026, 10, 20, 12, 30));
  await put(first - 1, 0.9);
  await put(first, 0.1);
  await put(first + HALF_HOUR - 1, 0.2);
  await put(first + 2 * HALF_HOUR, 0.3);
  await put(first + 2 * HALF_HOUR + 1, 0.35);
  await put(NOW, 0.4);
  const found = await read(closes, NOW);
  assert.equal(found.length, CLOSE_COUNT);
  assert.deepEqual(found.slice(0, 4), [0.2, Number.NaN, 0.35, Number.NaN]);
  assert.equal(found.at(-1), 0.4);
  assert.equal(found.filter(Number.isFinite).length, 3);
});

test('an hour that was filled in has its close in both halves; a half hour that was not recorded stays a hole', async (t) => {
  const { put, closes } = await openNoted(t);
  const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
  await put(hour + HOUR_MS - 1, 0.5, 'backfill');
  // This hour is recorded in its second half only.
  await put(hour + 2 * HOUR_MS - 3 * MINUTE_MS, 0.6);
  await put(hour + 2 * HOUR_MS - MINUTE_MS, 0.7);
  const at = (hour - findFirstClose(NOW)) / HALF_HOUR;
  assert.deepEqual((await read(closes, NOW)).slice(at, at + 4), [0.5, 0.5, Number.NaN, 0.7]);
});

test('asking again reads the newest half hour alone, and says what reading all of it says', async (t) => {
  const { put, closes, askedFrom, history } = await openNoted(t);
  const first: number = findFirstClose(NOW);
  for (let at = first; at <= NOW; at += 7 * MINUTE_MS) await put(at, at % 97);
  await read(closes, NOW);
  assert.deepEqual(askedFrom, [first]);

  const noon = Date.UTC(2026, 10, 20, 12);
  let at = NOW;
  for (const minutes of [1, 8, 4]) {
    await put(at + MINUTE_MS / 2, minutes);
    at += minutes * MINUTE_MS;
    assert.deepEqual(await read(closes, at), await read(new RecentCloses(history), at));
    assert.equal(askedFrom.at(-1), noon);
  }
  assert.equal(at, noon + 23 * MINUTE_MS);

  // This record is stored after its half hour has ended.
  await put(noon + HALF_HOUR - 1, 50);
  const moved = await read(closes, noon + HALF_HOUR + 1_000);
  assert.deepEqual([moved.at(-2), moved.at(-1)], [50, Number.NaN]);
  assert.deepEqual(moved, await read(new RecentCloses(history), noon + HALF_HOUR + 1_000));
});

test('what was filled into a hole shows within a quarter of an hour, and a clock that went back reads all', async (t) => {
  const { put, closes } = await openNoted(t);
  await put(findFirstClose(NOW), 0.5);
  await put(NOW, 0.4);
  const filled = findFirstClose(NOW) + 10 * HALF_HOUR;
  assert.ok(Number.isNaN((await read(closes, NOW))[10]));
  await put(filled, 0.3, 'backfill');
  assert.ok(Number.isNaN((await read(closes, NOW + MINUTE_MS))[10]));
  assert.equal((await read(closes, NOW - MINUTE_MS))[10], 0.3);
  await put(filled, 0.2, 'backfill');
  assert.equal((await read(closes, NOW + 16 * MINUTE_MS))[10], 0.2);
});

test('what was filled in before the first record shows at once, and is read as a whole once', async (t) => {
  const { put, closes, askedFrom } = await openNoted(t);
  const first: number = findFirstClose(NOW);
  const noon = Date.UTC(2026, 10, 20, 12);
  assert.ok((await read(closes, NOW)).every(Number.isNaN));
  await put(NOW, 0.4);
  await read(closes, NOW + 1);
  await put(first + 10 * HALF_HOUR, 0.3, 'backfill');
  assert.equal((await read(closes, NOW + MINUTE_MS))[10], 0.3);
  await read(closes, NOW + 2 * MINUTE_MS);
  assert.deepEqual(askedFrom, [first, first, first, noon]);
});

test('a series without a hole is not read as a whole again', async (t) => {
  const { put, closes, askedFrom } = await openNoted(t);
  const first: number = findFirstClose(NOW);
  for (let at = first; at <= NOW + HOUR_MS; at += 20 * MINUTE_MS) await put(at, 0.4);
  await read(closes, NOW);
  const found = await read(closes, NOW + 55 * MINUTE_MS);
  assert.ok(found.every(Number.isFinite));
  assert.deepEqual(askedFrom, [first, Date.UTC(2026, 10, 20, 12)]);
});
