import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { buildKalshiAsset } from '../../src/domain/index.ts';
import { BookTouches } from '../../src/feed/book-touches.ts';
import { RedisSnapshots } from '../../src/feed/redis/redis-snapshots.ts';
import { openRedis } from '../../src/storage/redis/redis.ts';
import { describeFeed, type FeedEngine } from '../contract/feed.ts';
import { describePulses, type PulseEngine } from '../contract/pulses.ts';
import { describeSnapshots } from '../contract/snapshots.ts';
import { FakeAdapter } from '../support/fake-adapter.ts';
import { ManualClock } from '../support/markets.ts';
import { quietFeed } from '../support/quiet-feed.ts';
import { findRedis, RedisServer } from './redis-server.ts';
import { openFollowing, openPublishing } from './shared-feed.ts';

for (const program of findRedis()) {
  const server = await RedisServer.start(program);
  after(() => server.stop());

  describeFeed(sharedFeed(server));
  describePulses(sharedPulses(server));
  describeSnapshots(server.name, async (t, clock) => {
    const redis = await openRedis({ url: server.url, tag: randomUUID() });
    t.after(() => redis.close());
    return () =>
      new RedisSnapshots({
        redis,
        clock,
        fence: () => 1,
        onUnreadable: (_, error) => assert.fail(String(error)),
      });
  });
}

for (const program of findRedis()) {
  test(`${program.name}: a snapshot that cannot be read takes no other with it`, async (t) => {
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const redis = await openRedis({ url: server.url, tag: randomUUID() });
    t.after(() => redis.close());
    const clock = new ManualClock();
    const adapters = [new FakeAdapter('kalshi'), new FakeAdapter('polymarket')];
    const feed = quietFeed(adapters, clock.read);
    for (const { venue } of adapters) {
      feed.restore({ venue, fetchedAt: clock.read(), markets: [], emptyBooks: 0 });
    }
    const unreadable: string[] = [];
    const open = () =>
      new RedisSnapshots({
        redis,
        clock: clock.read,
        fence: () => 1,
        onUnreadable: (venue) => unreadable.push(venue),
      });
    await open().write(feed);
    await redis.ask((client) => client.hSet(redis.key('snap', 'kalshi'), 'body', 'no snapshot'));
    assert.deepEqual(
      (await open().load()).map(({ venue }) => venue),
      ['polymarket'],
    );
    assert.deepEqual(unreadable, ['kalshi']);
  });
}

for (const program of findRedis()) {
  test(`${program.name}: every process knows the best prices of a book that one has requested`, async (t) => {
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const clock = new ManualClock();
    const feed = quietFeed([new FakeAdapter('kalshi')], clock.read);
    const touches = new BookTouches(clock.read);
    const tag = randomUUID();
    const publishing = await openPublishing(server.url, tag, {
      feed,
      adapters: new Map(),
      clock: clock.read,
      touches,
    });
    t.after(() => publishing.close());
    const following = await openFollowing(server.url, tag, { venues: ['kalshi'], clock: clock.read });
    t.after(() => following.close());
    const ref = buildKalshiAsset('A');
    const show = async () => {
      await publishing.status.publish();
      await following.feed.look();
      return following.feed.bookTouch(ref.asset);
    };
    assert.equal(await show(), null);
    const bids = [{ price: 0.4, size: 5 }];
    const receivedAt = clock.read();
    touches.put(ref, { asset: ref.asset, bids, asks: [], venueTime: null, receivedAt });
    assert.deepEqual(await show(), { bid: 0.4, ask: null, receivedAt });
  });
}

if (findRedis().length === 0)
  test('newest state on Redis', { skip: 'no Redis or Valkey is installed here' }, () => assert.ok(true));

/** Opens a feed that publishes, and another process that follows it. */
function sharedFeed({ name, url }: RedisServer): FeedEngine {
  return {
    name,
    open: async ({ live, adapters, clock }) => {
      const tag = randomUUID();
      const byVenue = new Map(adapters.map((adapter) => [adapter.venue, adapter]));
      // A pulse is due whenever one is waiting.
      let passedMs = 0;
      const now = () => {
        passedMs += 1_000;
        return passedMs;
      };
      const publishing = await openPublishing(url, tag, { feed: live, adapters: byVenue, clock, now });
      const following = await openFollowing(url, tag, { venues: live.venues, clock });
      publishing.snapshots.start(live, (error) => assert.fail(String(error)));
      publishing.pulses.start();
      following.frames.start();
      return {
        feed: following.feed,
        settle: async () => {
          await publishing.pulses.flush();
          await publishing.snapshots.write(live);
          await publishing.status.publish();
          await following.untilTaken(publishing.appended());
          await following.feed.look();
        },
        close: async () => {
          await following.close();
          await publishing.close();
        },
      };
    },
  };
}

function sharedPulses({ name, url }: RedisServer): PulseEngine {
  return {
    name,
    timers: ['setInterval'],
    open: async ({ feed, clock, onFault, ...parts }) => {
      const tag = randomUUID();
      const publishing = await openPublishing(url, tag, { feed, clock, onFault, ...parts });
      const following = await openFollowing(url, tag, { venues: ['kalshi'], clock, feed, onFault });
      publishing.pulses.start();
      following.frames.start();
      return {
        pulses: following.pulses,
        settle: async () => {
          await following.wants.flush();
          await publishing.pulses.readWants();
          for (let i = 0; i < 20; i++) await Promise.resolve();
          // One that was on its way has not taken what was said since.
          await publishing.pulses.flush();
          await publishing.pulses.flush();
          await publishing.status.publish();
          await following.untilTaken(publishing.appended());
          await following.feed.look();
        },
        close: async () => {
          await following.close();
          await publishing.close();
        },
      };
    },
  };
}
