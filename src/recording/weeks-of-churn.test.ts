import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, venuePoll } from '../../test/support/markets.ts';
import {
  type BinaryState,
  buildKalshiAsset,
  DAY_MS,
  type EpochMs,
  epochMs,
  type Gap,
  HOUR_MS,
  type MarketState,
  UpstreamError,
} from '../domain/index.ts';
import type { VenueSnapshot } from '../feed/feed.ts';
import { LocalFeed } from '../feed/local/local-feed.ts';
import { LocalPulses } from '../feed/pulses/local-pulses.ts';
import { buildSnapshot } from '../feed/snapshot.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import { PollRecorder } from './poll-recorder.ts';
import { ResolutionTracker } from './resolution-tracker.ts';

// Long form alone: `recorder.test.ts` covers gaps, and the tests of bounded maps cover what these drop.

const LONG_LIVED = 50;
const NEW_AN_HOUR = 208; // About five thousand a day.
const HOURS_A_DAY = DAY_MS / HOUR_MS;
/** Number of days. The limits are reached after four days of these markets. */
const WEEK_DAYS = 7;

/** Creates a store that only counts, so that weeks pass in a second. */
function countingStore() {
  const gaps = new Map<string, Gap>();
  const store = {
    append: async () => undefined,
    insert: async () => ({ stored: 0 }),
    putGap: async (gap: Gap) => {
      gaps.set(`${gap.storeKey} ${gap.fromMs}`, gap);
      if (gap.toMs !== null) gaps.delete(`${gap.storeKey} ${gap.fromMs}`);
    },
    async *scanAssets() {},
    findResolution: async () => null,
    findNewestResolution: async () => null,
    findResolutionMany: async (keys: readonly unknown[]) => keys.map(() => null),
    listGaps: async (): Promise<Gap[]> => [],
    listGapPage: async () => ({ gaps: [], nextCursor: null }),
  };
  return { store: store as unknown as HistoryStore, openGaps: gaps };
}

const TEMPLATE = binaryState('TEMPLATE', 0.5);
const market = (name: string, endsAt: EpochMs | null = null): BinaryState => ({
  ...TEMPLATE,
  ref: buildKalshiAsset(name),
  ticker: { ...TEMPLATE.ticker, closeTime: endsAt },
});

/** One market of each hour has no price in the second half of its life. */
function buildMarkets(hour: number, now: EpochMs): MarketState[] {
  const markets: MarketState[] = Array.from({ length: LONG_LIVED }, (_, i) => market(`LONG${i}`));
  for (const age of [0, 1]) {
    for (let i = 0; i < NEW_AN_HOUR; i++) {
      const isPriceless = age === 1 && i === 0;
      const state = market(`Q${hour - age}-${i}`, epochMs(now + (2 - age) * HOUR_MS - 1));
      markets.push(isPriceless ? { ...state, price: null } : state);
    }
  }
  return markets;
}

test('two weeks of markets that live two hours leave what is remembered as large as after one week', async () => {
  const clock = new ManualClock();
  const { store, openGaps } = countingStore();
  const recorder = new PollRecorder({ history: store, clock: clock.read, intervalMs: () => HOUR_MS / 4 });
  const adapter = new FakeAdapter('kalshi');
  // The venue never states resolutions, which is the worst case.
  adapter.readResolution = async () => {
    adapter.calls.resolution++;
    throw new UpstreamError('server', 'unwell');
  };
  const feed = new LocalFeed({
    adapters: [adapter],
    pollMs: () => HOUR_MS,
    clock: clock.read,
    random: () => 0.5,
    record: async () => undefined,
    onFailure: () => undefined,
    onFault: assert.ifError,
  });
  const listeners: ((snapshot: VenueSnapshot) => void)[] = [];
  const watched = Object.assign(Object.create(feed), {
    onSnapshot: (listener: (snapshot: VenueSnapshot) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    onUpdate: () => () => undefined,
    find: () => null,
    snapshot: () => null,
  });
  const adapters = new Map([['kalshi', adapter]] as const);
  const tracker = new ResolutionTracker({
    feed: watched,
    history: store,
    adapters,
    clock: clock.read,
    onError: assert.ifError,
  });
  tracker.start();
  const pulses = new LocalPulses({
    feed: watched,
    adapters,
    book: () => Promise.reject(new Error('none')),
    clock: clock.read,
  });

  const sizes: { series: number; waiting: number; openGaps: number; listened: number }[] = [];
  for (let hour = 1; hour <= 2 * WEEK_DAYS * HOURS_A_DAY; hour++) {
    const receivedAt = clock.advance(HOUR_MS);
    const markets = buildMarkets(hour, receivedAt);
    await recorder.record(venuePoll('kalshi', receivedAt, markets));
    const snapshot = buildSnapshot({
      venue: 'kalshi',
      fetchedAt: receivedAt,
      markets,
      emptyBooks: 0,
      restored: false,
    });
    for (const listener of listeners) listener(snapshot);
    // In each hour a reader subscribes to a market and leaves.
    pulses.subscribe(buildKalshiAsset(`Q${hour}-1`), () => undefined)();
    if (hour % HOURS_A_DAY === 0) {
      const { series } = recorder.stats();
      const listened = pulses.stats().assetsPolling;
      sizes.push({ series, waiting: tracker.stats().waiting, openGaps: openGaps.size, listened });
    }
  }
  pulses.close();
  await tracker.stop();

  const [week, fortnight] = [sizes[WEEK_DAYS - 1], sizes[2 * WEEK_DAYS - 1]];
  assert.ok(week !== undefined && fortnight !== undefined);
  assert.ok(fortnight.series <= 20_000 + 2 * LONG_LIVED + 4 * NEW_AN_HOUR, `${fortnight.series} series`);
  assert.ok(
    fortnight.series <= 1.05 * week.series,
    `${week.series} after a week, ${fortnight.series} after two`,
  );
  assert.ok(fortnight.waiting <= 20_000, `${fortnight.waiting} ends awaited`);
  assert.ok(fortnight.openGaps <= 2, `${fortnight.openGaps} gaps open`);
  assert.equal(fortnight.listened, 0);
});

test('markets that leave and never end keep their gaps open in the store, and memory does not grow with them', async () => {
  const clock = new ManualClock();
  const { store, openGaps } = countingStore();
  const recorder = new PollRecorder({ history: store, clock: clock.read, intervalMs: () => HOUR_MS / 4 });
  const sizes: number[] = [];
  for (let hour = 1; hour <= 2 * WEEK_DAYS * HOURS_A_DAY; hour++) {
    const markets = Array.from({ length: NEW_AN_HOUR }, (_, i) => market(`Q${hour}-${i}`));
    await recorder.record(venuePoll('kalshi', clock.advance(HOUR_MS), markets));
    const { series, leftOpen } = recorder.stats();
    if (hour % HOURS_A_DAY === 0) sizes.push(series + leftOpen);
  }
  const left = (2 * WEEK_DAYS * HOURS_A_DAY - 1) * NEW_AN_HOUR;
  assert.equal(openGaps.size, left);
  assert.ok((sizes.at(-1) ?? 0) <= 2 * 20_000 + 2 * NEW_AN_HOUR, `${sizes.at(-1)} remembered`);

  const first = market('Q1-0');
  const [gap] = [...openGaps.values()].filter(({ storeKey }) => storeKey === first.ref.storeKey);
  store.listGaps = async (_venue, _window, storeKey) => (storeKey === first.ref.storeKey && gap ? [gap] : []);
  await recorder.record(venuePoll('kalshi', clock.advance(HOUR_MS), [first]));
  assert.ok(
    ![...openGaps.values()].some(({ storeKey }) => storeKey === first.ref.storeKey),
    'its return ends the gap',
  );
});
