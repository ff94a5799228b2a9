import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type AssetUpdate,
  buildKalshiAsset,
  type Clock,
  FACTS,
  type MarketState,
  type VenuePoll,
} from '../../src/domain/index.ts';
import type { Feed, VenueSnapshot } from '../../src/feed/feed.ts';
import { LocalFeed } from '../../src/feed/local/local-feed.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';
import { FakeAdapter, FakeStream } from '../support/fake-adapter.ts';
import { binaryState, ManualClock, perpState, venuePoll } from '../support/markets.ts';

/** Parts that an engine answers from: a feed of this process that polls fake venues. */
export interface FeedParts {
  readonly live: LocalFeed;
  readonly adapters: readonly VenueAdapter[];
  readonly clock: Clock;
}

export interface RunningFeed {
  readonly feed: Feed;
  /** Waits until all that the venues said can be read. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface FeedEngine {
  readonly name: string;
  open(parts: FeedParts): Promise<RunningFeed>;
}

const asset = buildKalshiAsset('A').asset;

/** Removes what is remembered of a market beside its members. */
const toMembers = ({ [FACTS]: _, ...members }: MarketState) => members;

async function createBench(t: TestContext, engine: FeedEngine) {
  const clock = new ManualClock();
  const stream = new FakeStream([asset]);
  const kalshi = new FakeAdapter('kalshi', stream);
  // Each poll waits until the test says how it ends.
  const asked: ((poll: Promise<VenuePoll>) => void)[] = [];
  kalshi.polls = [() => new Promise((resolve) => asked.push(resolve))];
  const adapters = [new FakeAdapter('hyperliquid'), kalshi];
  const live = new LocalFeed({
    adapters,
    pollMs: (venue) => (venue === 'kalshi' ? 1 : 100_000_000),
    clock: clock.read,
    random: () => 0.5,
    record: async () => undefined,
    onFailure: () => undefined,
    onFault: () => undefined,
  });
  const { feed, settle, close } = await engine.open({ live, adapters, clock: clock.read });
  live.start();
  t.after(async () => {
    for (const end of asked) end(Promise.reject(new Error('the test is over')));
    await live.stop();
    await close();
  });
  const answer = async (poll: Promise<VenuePoll>) => {
    while (asked.length === 0) await new Promise(setImmediate);
    asked.shift()?.(poll);
    while (asked.length === 0) await new Promise(setImmediate);
    await settle();
  };
  return {
    feed,
    live,
    clock,
    stream,
    settle,
    poll: (...markets: readonly MarketState[]) =>
      answer(Promise.resolve(venuePoll('kalshi', clock.advance(1_000), markets))),
    fail: () => answer(Promise.reject(new Error('unreadable'))),
  };
}

/** Defines the tests that every engine of the feed passes. */
export function describeFeed(engine: FeedEngine): void {
  const check = (name: string, body: (t: TestContext) => Promise<void>) =>
    test(`${engine.name}: ${name}`, body);

  check('before the first poll nothing is listed, and health says so', async (t) => {
    const { feed, settle } = await createBench(t, engine);
    await settle();
    assert.deepEqual(feed.venues, ['hyperliquid', 'kalshi']);
    assert.equal(feed.snapshot('kalshi'), null);
    assert.equal(feed.ageMs('kalshi'), null);
    assert.equal(feed.isStale('kalshi'), true);
    assert.equal(feed.find(asset), null);
    const { hasSnapshot, okCount, lastFetchedAt, ageMs } = feed.health('kalshi');
    assert.deepEqual(
      { hasSnapshot, okCount, lastFetchedAt, ageMs },
      {
        hasSnapshot: false,
        okCount: 0,
        lastFetchedAt: null,
        ageMs: null,
      },
    );
    assert.throws(() => feed.health('polymarket'), RangeError);
  });

  check('a poll is shown whole, and found by any letter case', async (t) => {
    const { feed, poll, clock } = await createBench(t, engine);
    const impossible = binaryState('C', null, { refused: [{ member: 'yesPrice', value: 1.2 }] });
    const markets = [binaryState('A', 0.4, { volumeCounter: 12 }), binaryState('B', 0.5), impossible];
    await poll(...markets);
    const snapshot = feed.snapshot('kalshi') as VenueSnapshot;
    assert.equal(snapshot.fetchedAt, clock.read());
    assert.equal(snapshot.restored, false);
    assert.deepEqual(snapshot.markets.map(toMembers), markets.map(toMembers));
    assert.deepEqual(
      [...snapshot.byAsset.keys()],
      markets.map(({ ref }) => ref.asset),
    );
    assert.deepEqual(
      snapshot.binaries,
      markets.map(({ ticker }) => ticker),
    );
    assert.deepEqual(snapshot.perps, []);
    assert.equal(snapshot.refused.count, 1);
    assert.equal(feed.snapshot('kalshi'), snapshot, 'a reference, not a copy');
    assert.ok(Object.isFrozen(snapshot));
    assert.equal(feed.find(asset.toUpperCase()), snapshot.markets[0]);
    assert.equal(feed.find('kalshi-none'), null);
    assert.equal(feed.find(perpState('BTC', 1).ref.asset), null);
  });

  check('every new snapshot reaches each listener once, until it stops', async (t) => {
    const { feed, poll, settle } = await createBench(t, engine);
    const seen: (number | null)[] = [];
    feed.onSnapshot(() => {
      throw new Error('ours');
    });
    const stop = feed.onSnapshot(({ byAsset }) => seen.push(byAsset.get(asset)?.price ?? null));
    await poll(binaryState('A', 0.4));
    await settle();
    await poll(binaryState('A', 0.41));
    await poll();
    assert.deepEqual(seen, [0.4, 0.41, null]);
    stop();
    await poll(binaryState('A', 0.42));
    assert.equal(seen.length, 3);
  });

  check('the age of a snapshot grows, and past 120 s it is stale', async (t) => {
    const { feed, poll, clock } = await createBench(t, engine);
    await poll(binaryState('A', 0.4));
    assert.deepEqual([feed.ageMs('kalshi'), feed.isStale('kalshi')], [0, false]);
    clock.advance(120_000);
    assert.deepEqual([feed.ageMs('kalshi'), feed.isStale('kalshi')], [120_000, false]);
    clock.advance(1);
    assert.deepEqual([feed.ageMs('kalshi'), feed.isStale('kalshi')], [120_001, true]);
    assert.equal(feed.health('kalshi').ageMs, 120_001);
  });

  check('polls that fail leave the snapshot, and health counts them', async (t) => {
    const { feed, live, poll, fail } = await createBench(t, engine);
    await poll(binaryState('A', 0.4));
    const snapshot = feed.snapshot('kalshi');
    await fail();
    assert.equal(feed.snapshot('kalshi'), snapshot);
    const health = feed.health('kalshi');
    assert.deepEqual([health.okCount, health.failCount, health.running], [1, 1, true]);
    assert.match(health.lastError ?? '', /unreadable/);
    assert.deepEqual(health, live.health('kalshi'));
  });

  check('what a stream pushes reaches each listener, until it stops', async (t) => {
    const { feed, poll, stream, clock, settle } = await createBench(t, engine);
    await poll(binaryState('A', 0.4));
    const seen: AssetUpdate[] = [];
    const stop = feed.onUpdate((update) => seen.push(update));
    const update = {
      asset,
      price: 0.45,
      bid: 0.44,
      ask: 0.46,
      venueTime: clock.read(),
      receivedAt: clock.read(),
    };
    stream.say(update);
    await settle();
    assert.deepEqual(seen, [update]);
    stop();
    stream.say({ ...update, price: 0.46 });
    await settle();
    assert.equal(seen.length, 1);
  });
}
