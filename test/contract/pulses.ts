import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Book, kalshiAsset } from '../../src/domain/index.ts';
import type { LiveFeed } from '../../src/feed/live/live-feed.ts';
import type { LocalPulsesOptions } from '../../src/feed/pulses/local-pulses.ts';
import type { NumberedPulse, Pulses } from '../../src/feed/pulses/pulses.ts';
import { buildSnapshot } from '../../src/feed/snapshot.ts';
import { FakeAdapter, FakeStream } from '../support/fake-adapter.ts';
import { binaryState, ManualClock, venuePoll } from '../support/markets.ts';
import { quietFeed } from '../support/quiet-feed.ts';

const ref = kalshiAsset('A');

/** What every engine of pulses is built from. Without `now`, its own monotonic clock. */
export type PulseParts = Pick<LocalPulsesOptions, 'feed' | 'adapters' | 'book' | 'clock' | 'refreshMs'>;

export type OpenPulses = (parts: PulseParts) => Pulses;

function createBench(open: OpenPulses, { streamed }: { streamed: boolean }) {
  const clock = new ManualClock();
  const stream = new FakeStream(streamed ? [ref.asset] : []);
  const adapter = new FakeAdapter('kalshi', stream);
  const feed = quietFeed([adapter], clock.read);
  feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets: [binaryState('A', 0.4)], emptyBooks: 0 });
  const book = async (): Promise<Book> => ({
    asset: ref.asset,
    bids: [{ price: 0.45, size: 10 }],
    asks: [{ price: 0.47, size: 10 }],
    venueTime: null,
    receivedAt: clock.read(),
  });
  let reads = 0;
  let onPoll: Parameters<LiveFeed['onSnapshot']>[0] = () => undefined;
  const pulses = open({
    feed: Object.assign(Object.create(feed), {
      onUpdate: (listener: Parameters<LiveFeed['onUpdate']>[0]) => stream.onUpdate(listener),
      onSnapshot: (listener: Parameters<LiveFeed['onSnapshot']>[0]) => {
        onPoll = listener;
        return () => undefined;
      },
      find: (asset: string) => feed.find(asset),
      snapshot: () => feed.snapshot('kalshi'),
    }),
    adapters: new Map([['kalshi', adapter]]),
    book: () => {
      reads++;
      return book();
    },
    clock: clock.read,
    refreshMs: () => 5_000,
  });
  const say = (price: number) =>
    stream.say({
      asset: ref.asset,
      price,
      bid: price,
      ask: price,
      venueTime: null,
      receivedAt: clock.read(),
    });
  /** A poll that states the price and no touch. */
  const poll = (price: number) => {
    const state = binaryState('A', price, { bid: null, ask: null });
    const { receivedAt: fetchedAt, ...rest } = venuePoll('kalshi', clock.read(), [state]);
    onPoll(buildSnapshot({ ...rest, fetchedAt, restored: false }));
  };
  return { clock, pulses, say, poll, reads: () => reads, listened: () => stream.listened };
}

async function settle() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** What every engine of the pulses does. */
export function describePulses(engine: string, open: OpenPulses): void {
  const createPulses = (options: { streamed: boolean }) => createBench(open, options);
  const check = (name: string, body: (t: TestContext) => void | Promise<void>) =>
    test(`${engine}: ${name}`, body);

  check('an asset that no stream carries is refreshed once per interval, however many listen', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, reads } = createPulses({ streamed: false });
    const received: NumberedPulse[][] = [[], []];
    const stops = received.map((list) => pulses.subscribe(ref, (pulse) => list.push(pulse)));
    await settle();
    assert.equal(reads(), 1);
    assert.equal(received[0]?.[0]?.pulse.price, 0.46);
    t.mock.timers.tick(5_000);
    await settle();
    assert.equal(reads(), 2);
    assert.deepEqual(received[0], received[1]);
    assert.deepEqual(pulses.stats().perAsset[ref.asset]?.subscribers, 2);
    for (const stop of stops) stop();
    t.mock.timers.tick(60_000);
    await settle();
    assert.equal(reads(), 2);
    assert.equal(pulses.stats().assetsPolling, 0);
    pulses.close();
  });

  check('an asset that a stream carries is never asked for', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, say, reads } = createPulses({ streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    say(0.5);
    t.mock.timers.tick(20_000);
    await settle();
    assert.equal(reads(), 0);
    assert.deepEqual(received, [0.5]);
    pulses.close();
  });

  check('a poll that states no touch keeps that of the stream, while the stream follows the asset', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const touches = (streamed: boolean) => {
      const { pulses, say, poll } = createPulses({ streamed });
      const seen: (number | null)[][] = [];
      pulses.subscribe(ref, ({ pulse }) => seen.push([pulse.price, pulse.bid, pulse.ask]));
      say(0.5);
      t.mock.timers.tick(250);
      poll(0.51);
      t.mock.timers.tick(250);
      pulses.close();
      return seen;
    };
    assert.deepEqual(touches(true), [
      [0.5, 0.5, 0.5],
      [0.51, 0.5, 0.5],
    ]);
    assert.deepEqual(touches(false).at(-1), [0.51, null, null]);
  });

  check('a stream learns which assets somebody listens to', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, listened } = createPulses({ streamed: true });
    const stops = [pulses.subscribe(ref, () => undefined), pulses.subscribe(ref, () => undefined)];
    assert.deepEqual(listened(), [ref.asset]);
    stops[0]?.();
    assert.deepEqual(listened(), [ref.asset], 'another still listens');
    stops[1]?.();
    assert.deepEqual(listened(), []);
    pulses.close();
  });

  check('a listener that throws keeps the pulse from nobody else', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, say } = createPulses({ streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, () => {
      throw new Error('ours');
    });
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    say(0.5);
    assert.deepEqual(received, [0.5]);
    pulses.close();
  });

  check('pulses are at least 250 ms apart and the newest one wins', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, say } = createPulses({ streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    say(0.5);
    say(0.51);
    say(0.52);
    assert.deepEqual(received, [0.5]);
    t.mock.timers.tick(250);
    assert.deepEqual(received, [0.5, 0.52]);
    pulses.close();
  });

  check('a reader resumes from the event id it has seen, or learns that it cannot', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { pulses, say } = createPulses({ streamed: true });
    const received: NumberedPulse[] = [];
    pulses.subscribe(ref, (pulse) => received.push(pulse));
    for (let i = 1; i <= 300; i++) {
      say(i / 1000);
      t.mock.timers.tick(250);
    }
    const ids = [...new Set(received.map(({ id }) => id))];
    const tenthLast = ids.at(-10) as string;
    assert.deepEqual(
      pulses.since(ref.asset, tenthLast)?.map(({ id }) => id),
      ids.slice(-9),
    );
    assert.deepEqual(pulses.since(ref.asset, ids.at(-1) as string), []);
    assert.equal(pulses.since(ref.asset, ids[0] as string), null, 'older than the ring');
    for (const wrong of ['', 'x', 'other-1', `${tenthLast.split('-')[0]}-999999`, `${tenthLast}x`]) {
      assert.equal(pulses.since(ref.asset, wrong), null, wrong);
    }
    pulses.close();
  });

  check('without listeners the newest pulse is the state of the feed', () => {
    const { pulses, clock } = createPulses({ streamed: true });
    assert.equal(pulses.newest(ref.asset)?.price, 0.4);
    assert.equal(pulses.newest(ref.asset)?.receivedAt, clock.read());
    assert.equal(pulses.newest('kalshi-none'), null);
    pulses.close();
  });
}
