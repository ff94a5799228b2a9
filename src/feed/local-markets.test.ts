import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMarketReader } from '../../test/contract/market-reader.ts';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { ManualClock } from '../../test/support/markets.ts';
import { type AssetRef, buildKalshiAsset, epochMs, HOUR_MS, UpstreamError } from '../domain/index.ts';
import type { TimeWindow } from '../venues/venue-adapter.ts';
import { LocalMarkets, type LocalMarketsOptions } from './local-markets.ts';

const ref = buildKalshiAsset('A');
const candle = {
  t: epochMs(Date.UTC(2026, 9, 10)),
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: null,
  trades: null,
};

const INTERVAL_MS = 30_000;

describeMarketReader({ name: 'of this process', open: async (_, { reads }) => reads });

/** Builds a store with the given number of records in each hour, all at one price. */
function createStore(counts: ReadonlyMap<number, number>): LocalMarketsOptions['history'] {
  return {
    aggregate: async () => {
      const hours = [...counts.keys()].sort((a, b) => a - b);
      const column = (value: number) => new Float64Array(hours.length).fill(value);
      return {
        length: hours.length,
        t: Float64Array.from(hours),
        open: column(0.4),
        high: column(0.6),
        low: column(0.3),
        close: column(0.5),
        count: Float64Array.from(hours, (hour) => counts.get(hour)!),
        volume: column(Number.NaN),
        vwap: column(Number.NaN),
        truncated: false,
      };
    },
  };
}

function reads(counts: ReadonlyMap<number, number> = new Map()) {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const markets = new LocalMarkets({
    adapters: new Map([['kalshi', adapter]]),
    history: createStore(counts),
    intervalMs: () => INTERVAL_MS,
    clock: clock.read,
  });
  return { clock, adapter, markets };
}

test('one upstream call a minute serves all who ask for candles', async () => {
  const { clock, adapter, markets } = reads();
  adapter.candlesByAsset.set(ref.asset, [candle]);
  await Promise.all([markets.readCandles(ref), markets.readCandles(ref)]);
  clock.advance(59_999);
  await markets.readCandles(ref);
  assert.equal(adapter.calls.candles, 1);
  clock.advance(1);
  await markets.readCandles(ref);
  assert.equal(adapter.calls.candles, 2);
});

test('while the venue cannot be asked, candles of the last hour still serve, and older ones do not', async () => {
  const { clock, adapter, markets } = reads();
  adapter.candlesByAsset.set(ref.asset, [candle]);
  await markets.readCandles(ref);
  adapter.candlesByAsset.clear();
  clock.advance(HOUR_MS);
  assert.deepEqual(await markets.readCandles(ref), [candle]);
  clock.advance(HOUR_MS);
  await assert.rejects(markets.readCandles(ref), UpstreamError);
});

test('a venue that this process does not record is refused', async () => {
  const { clock } = reads();
  const markets = new LocalMarkets({
    adapters: new Map(),
    history: createStore(new Map()),
    intervalMs: () => INTERVAL_MS,
    clock: clock.read,
  });
  await assert.rejects(markets.readCandles(ref), /not recorded/);
});

test('hours that were recorded come from the store, and the others alone are requested from the venue', async () => {
  const clock = new ManualClock();
  const thisHour = Math.floor(clock.read() / HOUR_MS) * HOUR_MS;
  const hours = (from: number, to: number, count: number) =>
    Array.from({ length: to - from }, (_, i) => [thisHour - (from + i) * HOUR_MS, count] as const);
  // Ten days recorded in full, one hour of them partially, and back-filled closes before.
  const counts = new Map([...hours(0, 240, 120), ...hours(240, 700, 1)]);
  counts.set(thisHour - 5 * HOUR_MS, 20);
  const { adapter, markets } = reads(counts);
  const windows: { fromMs: number; toMs: number }[] = [];
  adapter.readCandles = async (_ref: AssetRef, window?: TimeWindow) => {
    assert.ok(window);
    windows.push(window);
    return [candle, { ...candle, t: epochMs(thisHour - 5 * HOUR_MS) }, { ...candle, t: epochMs(thisHour) }];
  };
  const answered = await markets.readCandles(ref);
  assert.equal(windows.length, 1);
  assert.equal(answered.length, 241, 'the recorded hours and the two of the venue that they lack');
  const at = (t: number) => answered.find((each) => each.t === t);
  assert.deepEqual([at(thisHour)?.high, at(thisHour - 5 * HOUR_MS)?.high, at(candle.t)?.high], [0.6, 1, 1]);
});

test('with thirty days recorded the venue is not asked', async () => {
  const clock = new ManualClock();
  const counts = new Map<number, number>();
  for (let hour = 0; hour <= 720; hour++) counts.set(clock.read() - hour * HOUR_MS, 120);
  const { adapter, markets } = reads(counts);
  assert.equal((await markets.readCandles(ref)).length, 721);
  assert.equal(adapter.calls.candles, 0);
});

test('funding is requested again when a new hour was settled', async () => {
  const { clock, adapter, markets } = reads();
  let asked = 0;
  adapter.readFunding = async () => {
    asked++;
    return [];
  };
  clock.advance(10 * 60_000);
  await markets.readFunding(ref);
  clock.advance(45 * 60_000);
  await markets.readFunding(ref);
  assert.equal(asked, 1);
  clock.advance(10 * 60_000);
  await markets.readFunding(ref);
  assert.equal(asked, 2);
});

test('pages and back-fill share the hours that have ended', async () => {
  const { clock, adapter, markets } = reads();
  const ended = Math.floor(clock.read() / HOUR_MS) * HOUR_MS;
  adapter.candlesByAsset.set(ref.asset, [candle, { ...candle, t: epochMs(ended) }]);
  await markets.readCandles(ref);
  const window = { fromMs: epochMs(ended - 20 * 24 * HOUR_MS), toMs: epochMs(ended - 1) };
  const signal = new AbortController().signal;
  assert.deepEqual(await markets.readVenueCandles(ref, { ...window, fromMs: candle.t }, signal, 'backfill'), [
    candle,
  ]);
  assert.equal(adapter.calls.candles, 1);
  await markets.readVenueCandles(ref, { ...window, fromMs: epochMs(0) }, signal, 'backfill');
  assert.equal(adapter.calls.candles, 2, 'older hours than those known are asked for');
});

test('funding of a month is read once, and later only what was paid since', async () => {
  const { clock, adapter, markets } = reads();
  const asked: TimeWindow[] = [];
  const readFunding = async (_: AssetRef, window: TimeWindow) => {
    asked.push(window);
    const paid = [];
    for (let t = Math.ceil(window.fromMs / HOUR_MS) * HOUR_MS; t <= window.toMs; t += HOUR_MS)
      paid.push({ t: epochMs(t), rate: 1e-5 });
    return paid;
  };
  // The fake takes no window.
  Object.assign(adapter, { readFunding });
  const month = await markets.readFunding(ref);
  assert.equal(month.length, 720 + (clock.read() % HOUR_MS === 0 ? 1 : 0));
  clock.advance(3 * HOUR_MS);
  const next = await markets.readFunding(ref);
  assert.equal(next.length, month.length, 'what is older than a month is left out');
  assert.deepEqual(
    next.map(({ t }) => t),
    month.map(({ t }) => t + 3 * HOUR_MS),
  );
  assert.equal(asked[1]?.fromMs, month.at(-1)!.t + HOUR_MS);
});
