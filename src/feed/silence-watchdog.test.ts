import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter, FakeStream } from '../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, venuePoll } from '../../test/support/markets.ts';
import type { Gap } from '../domain/index.ts';
import { LiveFeed } from './live-feed.ts';
import { SilenceWatchdog } from './silence-watchdog.ts';

/** A feed of one streamed market, polled by hand. */
function watchedMarket() {
  const clock = new ManualClock();
  const stream = new FakeStream(['kalshi-a']);
  const adapter = new FakeAdapter('kalshi', stream);
  const gaps: Gap[] = [];
  const feed = new LiveFeed({
    adapters: [adapter],
    pollMs: () => 30_000,
    clock: clock.read,
    random: () => 0.5,
    onPoll: async () => undefined,
    onFailure: () => undefined,
  });
  const snapshots: ((price: number) => void)[] = [];
  const watchdog = new SilenceWatchdog({
    feed: Object.assign(Object.create(feed), {
      onSnapshot: (listener: Parameters<typeof feed.onSnapshot>[0]) => {
        snapshots.push((price) => {
          const poll = venuePoll('kalshi', clock.read(), [binaryState('A', price)]);
          listener({
            ...poll,
            fetchedAt: poll.receivedAt,
            byAsset: new Map(poll.markets.map((market) => [market.ref.asset, market])),
            perps: [],
            binaries: [],
            restored: false,
          });
        });
        return () => undefined;
      },
      onUpdate: (listener: Parameters<typeof feed.onUpdate>[0]) => stream.onUpdate(listener),
    }),
    adapters: new Map([['kalshi', adapter]]),
    clock: clock.read,
    putGap: async (gap) => {
      gaps.push(gap);
    },
    onError: assert.ifError,
  });
  watchdog.start();
  const poll = (price: number) => snapshots.at(-1)?.(price);
  const say = (price: number) => {
    const { bid, ask } = binaryState('A', price);
    stream.say({ asset: 'kalshi-a', price, bid, ask, venueTime: null, receivedAt: clock.read() });
  };
  return { clock, stream, watchdog, gaps, poll, say, end: () => watchdog.stop() };
}

test('a stream that stays quiet while the poll sees the price move is restarted five seconds later', () => {
  const { clock, stream, watchdog, gaps, poll, say, end } = watchedMarket();
  say(0.4);
  clock.advance(1_000);
  poll(0.4);
  clock.advance(30_000);
  poll(0.5);
  clock.advance(4_000);
  watchdog.check();
  assert.deepEqual(stream.restarted, []);
  clock.advance(1_000);
  watchdog.check();
  assert.deepEqual(stream.restarted, ['kalshi-a']);
  assert.deepEqual(watchdog.stats().detectMs, [5_000]);
  assert.equal(gaps[0]?.storeKey, 'a');
  assert.equal(gaps[0]?.toMs, null);
  end();
});

test('the first update after the restart ends the silence and closes its gap', () => {
  const { clock, watchdog, gaps, poll, say, end } = watchedMarket();
  say(0.4);
  poll(0.4);
  clock.advance(30_000);
  poll(0.5);
  clock.advance(5_000);
  watchdog.check();
  clock.advance(700);
  say(0.5);
  assert.deepEqual(watchdog.stats().recoverMs, [700]);
  assert.deepEqual(watchdog.stats().ongoing, []);
  assert.equal(gaps.at(-1)?.toMs, clock.read());
  assert.equal(gaps.at(-1)?.fromMs, gaps[0]?.fromMs);
  end();
});

test('a stream that told the new price before the poll did is not silent', () => {
  const { clock, stream, watchdog, poll, say, end } = watchedMarket();
  poll(0.4);
  clock.advance(1_000);
  say(0.5);
  // The venue's list lags its stream by more than a whole interval.
  clock.advance(29_000);
  poll(0.4);
  clock.advance(30_000);
  poll(0.5);
  clock.advance(10_000);
  watchdog.check();
  assert.deepEqual(stream.restarted, []);
  end();
});

test('an update that arrives within the grace clears the suspicion', () => {
  const { clock, stream, watchdog, poll, say, end } = watchedMarket();
  poll(0.4);
  clock.advance(30_000);
  poll(0.5);
  clock.advance(2_000);
  say(0.5);
  clock.advance(10_000);
  watchdog.check();
  assert.deepEqual(stream.restarted, []);
  end();
});

test('a market that does not move may be quiet for as long as it likes', () => {
  const { clock, stream, watchdog, poll, end } = watchedMarket();
  for (let i = 0; i < 50; i++) {
    poll(0.4);
    clock.advance(30_000);
    watchdog.check();
  }
  assert.deepEqual(stream.restarted, []);
  end();
});

test('a subscription that stays quiet is renewed again, each time after a longer wait', () => {
  const { clock, stream, watchdog, poll, end } = watchedMarket();
  poll(0.4);
  clock.advance(30_000);
  poll(0.5);
  for (let second = 0; second < 100; second++) {
    clock.advance(1_000);
    watchdog.check();
  }
  // At 5, 15, 35 and 75 seconds.
  assert.equal(stream.restarted.length, 4);
  assert.equal(watchdog.stats().ongoing[0]?.restarts, 4);
  end();
});
