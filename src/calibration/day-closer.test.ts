import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/markets.ts';
import {
  buildKalshiAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  NO_NAMES,
  NO_TERMS,
} from '../domain/index.ts';
import { toColumns } from '../history/columns/columns.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import type { ListedMarket } from '../history/contract/market-register.ts';
import type { StoredResolution } from '../history/contract/resolutions.ts';
import { decodeForecastDay } from '../history/forecasts/day-coding.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { calibrateDays } from './calibrate-days.ts';
import { DayCloser, HistoryDayMaker } from './day-closer.ts';

const DAY = Date.UTC(2026, 10, 20) / DAY_MS;
const END = DAY * DAY_MS + 12 * HOUR_MS;

function listed(name: string, members: Partial<ListedMarket> = {}): ListedMarket {
  return {
    ...buildKalshiAsset(name),
    title: name,
    eventKey: 'EVENT',
    event: null,
    category: 'Crypto',
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: epochMs(END),
    endsAt: null,
    nativeIds: {},
    url: null,
    rules: null,
    ...members,
  };
}

function resolution(name: string, members: Partial<StoredResolution> = {}): StoredResolution {
  const { venue, storeKey, asset } = buildKalshiAsset(name);
  return {
    venue,
    storeKey,
    asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(END),
    source: 'kalshi',
    disputed: null,
    recordedAt: epochMs(END + MINUTE_MS),
    ...members,
  };
}

interface Bench {
  readonly history: HistoryStore;
  readonly clock: ManualClock;
  readonly closer: DayCloser;
}

/**
 * Creates a store with markets that were listed two days before their end and priced each minute of the last two hours.
 */
async function startBench(t: TestContext, names: readonly string[]): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'closer-'));
  const clock = new ManualClock((DAY + 1) * DAY_MS);
  const history = await openSqliteHistory({ dataDir, clock: clock.read });
  t.after(async () => {
    await history.close();
    rmSync(dataDir, { recursive: true });
  });
  await history.append([], {
    venue: 'kalshi',
    at: epochMs(END - 2 * DAY_MS),
    changed: names.map((name) => listed(name)),
  });
  for (const name of names) {
    const records = Array.from({ length: 120 }, (_, i) => ({
      t: epochMs(END - 2 * HOUR_MS + i * MINUTE_MS),
      p: 0.7,
      v: null,
      s: 'poll' as const,
    }));
    await history.insert(buildKalshiAsset(name), toColumns(records));
  }
  const closer = new DayCloser({ store: history, maker: new HistoryDayMaker(history), clock: clock.read });
  return { history, clock, closer };
}

async function readDay(history: HistoryStore, day = DAY) {
  const data = await history.findForecastDay(day);
  assert.ok(data !== null);
  return decodeForecastDay(data);
}

test('a day is closed twenty minutes after its end, with live samples, reasons, and prices that nobody sampled', async (t) => {
  const { history, clock, closer } = await startBench(t, ['A', 'B']);
  const { venue, storeKey } = buildKalshiAsset('A');
  const live = { venue, storeKey, horizon: '1h', t: epochMs(END - HOUR_MS), p: 0.65, end: epochMs(END) };
  await history.append([], { venue: 'kalshi', at: epochMs(END), changed: [], forecasts: [live] });
  await history.putResolution(resolution('A'));
  await history.putResolution(resolution('B', { outcome: 'void', payout: 0.5 }));
  clock.advance(19 * MINUTE_MS);
  await closer.closeDue();
  assert.deepEqual(await history.listForecastDays(), []);
  clock.advance(MINUTE_MS);
  await closer.closeDue();
  assert.deepEqual(await history.listForecastDays(), [DAY]);
  const { madeBy, dropped, markets } = await readDay(history);
  assert.deepEqual([madeBy, dropped, markets.length], ['live', 0, 2]);
  const [a, b] = markets;
  assert.deepEqual(
    [a?.category, a?.event, a?.outcome, a?.resolvedAt],
    ['crypto', 'EVENT', 'yes', END + MINUTE_MS],
  );
  assert.deepEqual(a?.forecasts, [
    { leftOut: 'not_listed' },
    { leftOut: 'not_listed' },
    { leftOut: 'no_price' },
    { leftOut: 'no_price' },
    { t: END - HOUR_MS, p: 0.65, end: END },
    { t: END - 10 * MINUTE_MS, p: 0.7, end: END },
    { t: END - 5 * MINUTE_MS, p: 0.7, end: END },
    { t: END - MINUTE_MS, p: 0.7, end: END },
  ]);
  assert.ok(b?.forecasts.every((one) => 'leftOut' in one && one.leftOut === 'void'));
  assert.deepEqual(await history.findForecastsMany([{ venue, storeKey }]), [[]]);
});

test('days without a resolution are closed too, once there is a first one', async (t) => {
  const { history, clock, closer } = await startBench(t, ['A']);
  clock.advance(HOUR_MS);
  await closer.closeDue();
  assert.deepEqual(await history.listForecastDays(), []);
  await history.putResolution(resolution('A'));
  await closer.closeDue();
  clock.advance(3 * DAY_MS);
  await closer.closeDue();
  assert.deepEqual(await history.listForecastDays(), [DAY, DAY + 1, DAY + 2, DAY + 3]);
  assert.deepEqual((await readDay(history, DAY + 2)).markets, []);
});

test('a resolution that is taken back and stated anew rewrites the day of the first one', async (t) => {
  const { history, clock, closer } = await startBench(t, ['A', 'B']);
  await history.putResolution(resolution('A'));
  await history.putResolution(resolution('B'));
  clock.advance(HOUR_MS);
  await closer.closeDue();
  const reopenedAt = epochMs((DAY + 1) * DAY_MS + 5 * HOUR_MS);
  await history.putResolution({ ...resolution('A'), reopenedAt });
  clock.advance(DAY_MS);
  await closer.closeDue();
  const taken = await readDay(history);
  assert.ok(taken.markets[0]?.forecasts.every((one) => 'leftOut' in one && one.leftOut === 'reopened'));
  assert.equal(taken.markets.length, 2);
  const { venue: _, storeKey: __, asset: ___, ...earlier } = resolution('A');
  const settledAt = epochMs((DAY + 2) * DAY_MS + HOUR_MS);
  const anew = { outcome: 'no', payout: 0, settledAt, recordedAt: settledAt } as const;
  await history.putResolution(resolution('A', { ...anew, earlier: [{ ...earlier, reopenedAt }] }));
  clock.advance(DAY_MS);
  await closer.closeDue();
  const [a, b] = (await readDay(history)).markets;
  assert.deepEqual([a?.outcome, a?.resolvedAt, b?.outcome], ['no', settledAt, 'yes']);
  assert.ok('t' in a!.forecasts[4]!);
  assert.deepEqual((await readDay(history, DAY + 2)).markets, []);
});

test('forecasts of markets that were never resolved are dropped after sixty days, and counted', async (t) => {
  const { history, clock, closer } = await startBench(t, ['A', 'B']);
  const { venue, storeKey } = buildKalshiAsset('B');
  const forecast = { venue, storeKey, horizon: '1h', t: epochMs(END - HOUR_MS), p: 0.5, end: epochMs(END) };
  await history.append([], { venue: 'kalshi', at: epochMs(END), changed: [], forecasts: [forecast] });
  await history.putResolution(resolution('A'));
  clock.advance(HOUR_MS);
  await closer.closeDue();
  clock.advance(61 * DAY_MS);
  await closer.closeDue();
  assert.deepEqual(await history.findForecastsMany([{ venue, storeKey }]), [[]]);
  assert.equal((await readDay(history, DAY + 61)).dropped, 1);
  assert.equal((await readDay(history, DAY + 60)).dropped, 0);
});

test('a command makes the days before, twice the same, and changes none that was closed live', async (t) => {
  const { history, clock, closer } = await startBench(t, ['A', 'B']);
  await history.putResolution(resolution('A', { recordedAt: epochMs(END + DAY_MS) }));
  await history.putResolution(resolution('B'));
  clock.advance(DAY_MS + HOUR_MS);
  await closer.closeDue();
  const live = await history.findForecastDay(DAY + 1);
  assert.ok(live !== null);
  const run = async (again: boolean) => {
    const request = { fromDay: null, toDay: DAY + 1, again, signal: new AbortController().signal };
    return Array.fromAsync(calibrateDays({ reader: history, store: history }, request));
  };
  const states = async (again: boolean) => (await run(again)).map(({ day, state }) => [day - DAY, state]);
  assert.deepEqual(await states(false), [
    [0, 'made'],
    [1, 'live'],
  ]);
  const made = await history.findForecastDay(DAY);
  assert.deepEqual(await states(false), [
    [0, 'kept'],
    [1, 'live'],
  ]);
  assert.deepEqual(await states(true), [
    [0, 'made'],
    [1, 'live'],
  ]);
  assert.deepEqual(await history.findForecastDay(DAY), made);
  assert.deepEqual(await history.findForecastDay(DAY + 1), live);
  const { madeBy, markets } = await readDay(history);
  assert.deepEqual([madeBy, markets.length, markets[0]?.asset], ['history', 1, 'kalshi-b']);
});
