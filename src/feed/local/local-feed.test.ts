import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeFeed } from '../../../test/contract/feed.ts';
import { FakeAdapter, FakeStream } from '../../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, perpState, venuePoll } from '../../../test/support/markets.ts';
import { epochMs, HOUR_MS, type VenueId, type VenuePoll } from '../../domain/index.ts';
import { findAnomalies } from '../../health/anomalies/anomalies.ts';
import type { VenueSnapshot } from '../feed.ts';
import { LocalFeed } from './local-feed.ts';

describeFeed({
  name: 'in process',
  open: async ({ live }) => ({ feed: live, settle: async () => undefined, close: async () => undefined }),
});

/** Creates a feed that the end of the test stops. It would otherwise keep the process alive. */
function createFeed(
  t: TestContext,
  adapters: FakeAdapter[],
  clock: ManualClock,
  record: (poll: VenuePoll) => Promise<void> = async () => undefined,
) {
  const recorded: VenuePoll[] = [];
  const failed: VenueId[] = [];
  const faults: unknown[] = [];
  const feed = new LocalFeed({
    adapters,
    pollMs: () => 1_000_000,
    clock: clock.read,
    random: () => 0.5,
    record: async (poll) => {
      await record(poll);
      recorded.push(poll);
    },
    onFailure: (venue) => failed.push(venue),
    onFault: (error) => faults.push(error),
  });
  t.after(() => feed.stop());
  return { feed, recorded, failed, faults };
}

/** Waits until every adapter has failed once, or all listeners have received its answer. */
async function firstPolls(feed: LocalFeed) {
  const told = new Set<string>();
  feed.onSnapshot(({ venue }) => told.add(venue));
  feed.start();
  while (feed.venues.some((venue) => !told.has(venue) && feed.health(venue).failCount === 0))
    await nextTurn();
}

test('a poll becomes the snapshot, indexed by asset in any letter case', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('hyperliquid');
  adapter.polls = [async () => venuePoll('hyperliquid', clock.read(), [perpState('kPEPE', 0.01)], 2)];
  const { feed, recorded } = createFeed(t, [adapter], clock);
  await firstPolls(feed);
  assert.equal(feed.find('HL-KPEPE')?.ref.asset, 'hl-kPEPE');
  assert.equal(feed.find('hl-none'), null);
  assert.equal(feed.find('???'), null);
  assert.equal(feed.snapshot('hyperliquid')?.emptyBooks, 2);
  assert.equal(recorded.length, 1);
  await feed.stop();
  assert.equal(adapter.closed, true);
});

test('impossible values of polls are counted', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const refused = [{ member: 'yesBid', value: 1.1995 }];
  const poll = async () => venuePoll('kalshi', clock.read(), [{ ...binaryState('A', 0.5), refused }]);
  adapter.polls = [poll];
  const { feed } = createFeed(t, [adapter], clock);
  await firstPolls(feed);
  assert.equal(feed.health('kalshi').refusedValues, 1);
});

test('a venue without a poll result has no age and is stale; 120 s is still fresh', async (t) => {
  const clock = new ManualClock();
  const kalshi = new FakeAdapter('kalshi');
  kalshi.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.4)])];
  const { feed, failed } = createFeed(t, [kalshi, new FakeAdapter('limitless')], clock);
  await firstPolls(feed);
  assert.equal(feed.ageMs('limitless'), null);
  assert.equal(feed.isStale('limitless'), true);
  assert.deepEqual(failed, ['limitless']);
  clock.advance(120_000);
  assert.equal(feed.ageMs('kalshi'), 120_000);
  assert.equal(feed.isStale('kalshi'), false);
  clock.advance(1);
  assert.equal(feed.isStale('kalshi'), true);
});

test('a restored snapshot is shown with its true age until the first poll answers', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const { feed } = createFeed(t, [adapter], clock);
  const fetchedAt = clock.read();
  clock.advance(300_000);
  feed.restore({ venue: 'kalshi', fetchedAt, markets: [binaryState('A', 0.4)], emptyBooks: 0 });
  assert.equal(feed.ageMs('kalshi'), 300_000);
  assert.equal(feed.find('kalshi-a')?.price, 0.4);
  await firstPolls(feed);
  assert.equal(feed.ageMs('kalshi'), 0);
  assert.equal(feed.find('kalshi-a')?.price, 0.6);
  feed.restore({ venue: 'kalshi', fetchedAt, markets: [], emptyBooks: 0 });
  assert.equal(feed.find('kalshi-a')?.price, 0.6);
});

test('listeners get snapshots and stream updates until they stop listening', async (t) => {
  const clock = new ManualClock();
  const stream = new FakeStream(['kalshi-a']);
  const adapter = new FakeAdapter('kalshi', stream);
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const { feed } = createFeed(t, [adapter], clock);
  const snapshots: VenueSnapshot[] = [];
  const updates: string[] = [];
  feed.onSnapshot((snapshot) => snapshots.push(snapshot));
  const stop = feed.onUpdate(({ asset }) => updates.push(asset));
  await firstPolls(feed);
  const update = {
    asset: 'kalshi-a',
    price: 0.6,
    bid: null,
    ask: null,
    venueTime: null,
    receivedAt: clock.read(),
  };
  stream.say(update);
  stop();
  stream.say(update);
  assert.equal(snapshots.length, 1);
  assert.deepEqual(updates, ['kalshi-a']);
});

test('a poll is stored before it can be read', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const stored = Promise.withResolvers<void>();
  const { feed } = createFeed(t, [adapter], clock, () => stored.promise);
  const shown: VenueSnapshot[] = [];
  feed.onSnapshot((snapshot) => shown.push(snapshot));
  feed.start();
  while (feed.health('kalshi').okCount === 0) await nextTurn();
  assert.deepEqual([feed.snapshot('kalshi'), feed.find('kalshi-a'), shown.length], [null, null, 0]);
  stored.resolve();
  while (shown.length === 0) await nextTurn();
  assert.equal(feed.find('kalshi-a')?.price, 0.6);
  assert.equal(shown.length, 1);
});

test('a poll that the store cannot write is shown all the same, counted, and is no fault of the venue', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const full = new Error('database or disk is full');
  const { feed, failed, faults } = createFeed(t, [adapter], clock, () => Promise.reject(full));
  await firstPolls(feed);
  await nextTurn();
  assert.equal(feed.find('kalshi-a')?.price, 0.6);
  assert.deepEqual([failed, faults], [[], [full]]);
  const { okCount, failCount, lastError, unstored } = feed.health('kalshi');
  assert.deepEqual([okCount, failCount, lastError], [1, 0, null]);
  assert.deepEqual(unstored, { count: 1, sinceMs: clock.read() });
  const [anomaly] = findAnomalies({ feed, silences: [], corruptBlocks: [], disk: null });
  assert.deepEqual(
    [anomaly?.code, anomaly?.severity, anomaly?.venue],
    ['store_unavailable', 'critical', 'kalshi'],
  );
});

test('a listener that throws keeps the poll neither from the store nor from others, and is ours', async (t) => {
  const clock = new ManualClock();
  const stream = new FakeStream(['kalshi-a']);
  const adapter = new FakeAdapter('kalshi', stream);
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const { feed, recorded, failed, faults } = createFeed(t, [adapter], clock);
  const received: string[] = [];
  const fault = new TypeError('cannot read properties of undefined');
  feed.onSnapshot(() => {
    throw fault;
  });
  feed.onSnapshot(({ venue }) => received.push(venue));
  feed.onUpdate(() => {
    throw fault;
  });
  feed.onUpdate(({ asset }) => received.push(asset));
  await firstPolls(feed);
  await nextTurn();
  const receivedAt = clock.read();
  stream.say({ asset: 'kalshi-a', price: 0.6, bid: null, ask: null, venueTime: null, receivedAt });
  assert.deepEqual(received, ['kalshi', 'kalshi-a']);
  assert.deepEqual([recorded.length, failed, faults], [1, [], [fault, fault]]);
  assert.equal(feed.health('kalshi').lastError, null);
});

test('others have their turn between the steps of a poll, and between those who are told of it', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const steps: string[] = [];
  const note = (step: string) => {
    steps.push(step);
    setImmediate(() => steps.push('turn'));
  };
  adapter.polls = [
    async () => {
      note('polled');
      return venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)]);
    },
  ];
  const { feed } = createFeed(t, [adapter], clock, async () => note('recorded'));
  feed.onSnapshot(() => note('told one'));
  feed.onSnapshot(() => note('told another'));
  await firstPolls(feed);
  assert.deepEqual(
    steps.filter((step, i) => step !== 'turn' || steps[i - 1] !== 'turn'),
    ['polled', 'turn', 'recorded', 'turn', 'told one', 'turn', 'told another', 'turn'],
  );
});

test('who is told late of a snapshot that another has replaced is told of the newer one alone', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.6)])];
  const { feed } = createFeed(t, [adapter], clock);
  const told: number[] = [];
  feed.onSnapshot(({ fetchedAt }) => {
    if (told.length > 0) return;
    const beforeMs = clock.read();
    const afterMs = clock.advance(-HOUR_MS);
    assert.equal(fetchedAt, beforeMs);
    told.push(fetchedAt);
    setImmediate(() => feed.noteClockStep({ stepMs: -HOUR_MS, beforeMs, afterMs }));
  });
  feed.onSnapshot(({ fetchedAt }) => told.push(fetchedAt));
  await firstPolls(feed);
  assert.deepEqual(told.slice(1), [clock.read()]);
});

test('a snapshot keeps its age when the clock is set back, and one of a later time is not restored', async (t) => {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [binaryState('A', 0.5)])];
  const { feed } = createFeed(t, [adapter, new FakeAdapter('limitless')], clock);
  await firstPolls(feed);
  const beforeMs = clock.advance(50_000);
  const afterMs = clock.advance(-HOUR_MS);
  feed.noteClockStep({ stepMs: -HOUR_MS, beforeMs, afterMs });
  assert.equal(feed.ageMs('kalshi'), 50_000);
  clock.advance(80_000);
  assert.equal(feed.isStale('kalshi'), true);
  assert.equal(feed.health('kalshi').concerns[0]?.code, 'clock_stepped');

  const fetchedAt = epochMs(clock.read() + 1);
  feed.restore({ venue: 'limitless', fetchedAt, markets: [], emptyBooks: 0 });
  assert.equal(feed.snapshot('limitless'), null);
});
