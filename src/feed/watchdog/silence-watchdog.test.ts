import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter, FakeStream } from '../../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, venuePoll } from '../../../test/support/markets.ts';
import { quietFeed } from '../../../test/support/quiet-feed.ts';
import type { BinaryState, Gap } from '../../domain/index.ts';
import { buildSnapshot } from '../snapshot.ts';
import { SilenceWatchdog } from './silence-watchdog.ts';

/** Creates a feed of one streamed market, which the test polls. */
function watchedMarket() {
  const clock = new ManualClock();
  const stream = new FakeStream(['kalshi-a']);
  const adapter = new FakeAdapter('kalshi', stream);
  const gaps: Gap[] = [];
  const feed = quietFeed([adapter], clock.read);
  const snapshots: ((markets: readonly BinaryState[]) => void)[] = [];
  const watchdog = new SilenceWatchdog({
    feed: Object.assign(Object.create(feed), {
      onSnapshot: (listener: Parameters<typeof feed.onSnapshot>[0]) => {
        snapshots.push((markets) => {
          const poll = venuePoll('kalshi', clock.read(), markets);
          listener(buildSnapshot({ ...poll, fetchedAt: poll.receivedAt, restored: false }));
        });
        return () => undefined;
      },
      onUpdate: (listener: Parameters<typeof feed.onUpdate>[0]) => stream.onUpdate(listener),
    }),
    adapters: new Map([['kalshi', adapter]]),
    intervalMs: () => 30_000,
    clock: clock.read,
    putGap: async (gap) => {
      gaps.push(gap);
    },
    onError: assert.ifError,
  });
  watchdog.start();
  const poll = (price: number) => snapshots.at(-1)?.([binaryState('A', price)]);
  const pollNothing = () => snapshots.at(-1)?.([]);
  const say = (price: number) => {
    const { bid, ask } = binaryState('A', price);
    stream.say({ asset: 'kalshi-a', price, bid, ask, venueTime: null, receivedAt: clock.read() });
  };
  return { clock, stream, watchdog, gaps, poll, pollNothing, say, end: () => watchdog.stop() };
}

/** Advances the clock by this many seconds, with a check of the watchdog after each. */
function pass(seconds: number, { clock, watchdog }: ReturnType<typeof watchedMarket>) {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    watchdog.check();
  }
}

/** Creates a market whose stream reported 0.4 and then nothing, while the poll saw 0.5. */
function silentMarket() {
  const market = watchedMarket();
  market.poll(0.4);
  market.say(0.4);
  pass(30, market);
  market.poll(0.5);
  return market;
}

test('a stream that two polls contradict is restarted at the second one', () => {
  const market = silentMarket();
  const { stream, watchdog, gaps, poll, end } = market;
  pass(29, market);
  assert.deepEqual(stream.restarted, []);
  pass(1, market);
  poll(0.5);
  pass(1, market);
  assert.deepEqual(stream.restarted, ['kalshi-a']);
  const [silence] = watchdog.stats().ongoing;
  assert.equal((silence?.detectedAt ?? 0) - (silence?.movedAt ?? 0), 31_000);
  assert.equal(gaps[0]?.storeKey, 'a');
  assert.equal(gaps[0]?.toMs, null);
  end();
});

test('a second poll that comes at once waits for the five seconds of an update on its way', () => {
  const market = silentMarket();
  const { stream, poll, end } = market;
  pass(1, market);
  poll(0.5);
  pass(3, market);
  assert.deepEqual(stream.restarted, []);
  pass(1, market);
  assert.deepEqual(stream.restarted, ['kalshi-a']);
  end();
});

test('a second poll that does not come is waited for one interval and five seconds', () => {
  const market = silentMarket();
  pass(34, market);
  assert.deepEqual(market.stream.restarted, []);
  pass(1, market);
  assert.deepEqual(market.stream.restarted, ['kalshi-a']);
  market.end();
});

test('movement right after an update is seen: the update does not vouch for what came later', () => {
  const market = watchedMarket();
  market.poll(0.4);
  pass(10, market);
  market.say(0.41);
  pass(20, market);
  market.poll(0.5);
  pass(30, market);
  market.poll(0.5);
  pass(1, market);
  assert.deepEqual(market.stream.restarted, ['kalshi-a']);
  market.end();
});

test('the gap starts with the last word of the stream and ends with its next one', () => {
  const market = silentMarket();
  const { clock, watchdog, gaps, poll, say, end } = market;
  const lastWord = clock.read() - 30_000;
  poll(0.5);
  pass(5, market);
  clock.advance(700);
  say(0.5);
  const [silence] = watchdog.stats().ended;
  assert.equal((silence?.recoveredAt ?? 0) - (silence?.detectedAt ?? 0), 700);
  assert.deepEqual(watchdog.stats().ongoing, []);
  assert.deepEqual(watchdog.stats().perVenue.get('kalshi'), { detected: 1, recovered: 1 });
  assert.deepEqual(
    gaps.map(({ fromMs, toMs }) => [fromMs, toMs]),
    [
      [lastWord, null],
      [lastWord, clock.read()],
    ],
  );
  end();
});

test('a stream that sent the new price before the poll did is not silent', () => {
  const market = watchedMarket();
  market.poll(0.4);
  pass(1, market);
  market.say(0.5);
  // The venue's list lags its stream by more than a whole interval.
  for (const price of [0.4, 0.5, 0.5]) {
    pass(30, market);
    market.poll(price);
  }
  pass(60, market);
  assert.deepEqual(market.stream.restarted, []);
  market.end();
});

test('a list that lags behind two changes raises no alarm: its next poll result agrees', () => {
  const market = watchedMarket();
  market.poll(0.4);
  pass(1, market);
  market.say(0.45);
  pass(1, market);
  market.say(0.5);
  for (const price of [0.4, 0.45, 0.5]) {
    pass(20, market);
    market.poll(price);
  }
  pass(60, market);
  assert.deepEqual(market.stream.restarted, []);
  market.end();
});

test('a poll that shows what the stream replaced a moment ago needs a second poll to count', () => {
  const market = watchedMarket();
  market.poll(0.4);
  market.say(0.5);
  pass(1, market);
  market.say(0.4);
  market.poll(0.5);
  pass(300, market);
  assert.deepEqual(market.stream.restarted, []);
  market.poll(0.5);
  pass(1, market);
  assert.deepEqual(market.stream.restarted, ['kalshi-a']);
  market.end();
});

test('a price that came and went while the stream was quiet counts: the stream sent neither', () => {
  const market = silentMarket();
  pass(30, market);
  market.poll(0.4);
  pass(4, market);
  assert.deepEqual(market.stream.restarted, []);
  pass(1, market);
  assert.deepEqual(market.stream.restarted, ['kalshi-a']);
  market.end();
});

test('once a poll agreed with the stream, an older price is no lag', () => {
  const market = watchedMarket();
  market.poll(0.4);
  market.say(0.5);
  pass(1, market);
  market.say(0.4);
  market.poll(0.4);
  pass(1, market);
  market.poll(0.5);
  pass(35, market);
  assert.deepEqual(market.stream.restarted, ['kalshi-a']);
  market.end();
});

test('an update within the grace clears the candidate', () => {
  const market = silentMarket();
  pass(2, market);
  market.say(0.5);
  pass(60, market);
  assert.deepEqual(market.stream.restarted, []);
  market.end();
});

test('a market that does not move may be quiet for as long as it likes', () => {
  const market = watchedMarket();
  for (let i = 0; i < 50; i++) {
    market.poll(0.4);
    pass(30, market);
  }
  assert.deepEqual(market.stream.restarted, []);
  market.end();
});

test('a stream whose connection is down is not silent: it reconnects on its own', () => {
  const market = silentMarket();
  market.stream.carried.clear();
  market.poll(0.5);
  pass(60, market);
  assert.deepEqual(market.stream.restarted, []);
  market.end();
});

test('a second restart follows three seconds later; further ones need further movement', () => {
  const market = silentMarket();
  const { stream, poll, end } = market;
  poll(0.5);
  pass(8, market);
  assert.equal(stream.restarted.length, 2);
  pass(300, market);
  assert.equal(stream.restarted.length, 2);
  poll(0.6);
  pass(1, market);
  assert.equal(stream.restarted.length, 3);
  poll(0.7);
  pass(29, market);
  assert.equal(stream.restarted.length, 3);
  pass(1, market);
  assert.equal(stream.restarted.length, 4);
  end();
});

test('a silence ends with its market, and with the service', async () => {
  const gone = silentMarket();
  gone.poll(0.5);
  pass(5, gone);
  gone.pollNothing();
  assert.deepEqual(gone.watchdog.stats().ongoing, []);
  assert.equal(gone.watchdog.stats().ended[0]?.recoveredAt, null);
  assert.equal(gone.gaps.at(-1)?.toMs, gone.clock.read());
  await gone.end();

  const stopped = silentMarket();
  stopped.poll(0.5);
  pass(5, stopped);
  await stopped.end();
  assert.equal(stopped.gaps.length, 2);
  assert.equal(stopped.gaps[1]?.toMs, stopped.clock.read());
});
