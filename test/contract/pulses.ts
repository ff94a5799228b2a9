import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Book, buildKalshiAsset, type MarketState } from '../../src/domain/index.ts';
import type { LocalFeed } from '../../src/feed/local/local-feed.ts';
import type { LocalPulsesOptions } from '../../src/feed/pulses/local-pulses.ts';
import type { NumberedPulse, Pulses } from '../../src/feed/pulses/pulses.ts';
import { buildSnapshot } from '../../src/feed/snapshot.ts';
import { FakeAdapter, FakeStream } from '../support/fake-adapter.ts';
import { binaryState, ManualClock, venuePoll } from '../support/markets.ts';
import { quietFeed } from '../support/quiet-feed.ts';

const ref = buildKalshiAsset('A');

/** Options of every engine of pulses; `now` is monotonic, and `say` below moves it. */
export type PulseParts = Required<
  Pick<LocalPulsesOptions, 'feed' | 'adapters' | 'book' | 'clock' | 'refreshMs' | 'now' | 'onFault'>
>;

/** An engine that runs. */
export interface RunningPulses {
  readonly pulses: Pulses;
  /** Waits until what was said has reached those who listen. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface PulseEngine {
  readonly name: string;
  /** Timers that tests move; an engine that talks to a server needs some for itself. */
  readonly timers: readonly ('setTimeout' | 'setInterval')[];
  open(parts: PulseParts): Promise<RunningPulses>;
}

async function createBench(t: TestContext, engine: PulseEngine, { streamed }: { streamed: boolean }) {
  t.mock.timers.enable({ apis: [...engine.timers] });
  const clock = new ManualClock();
  const stream = new FakeStream(streamed ? [ref.asset] : []);
  const adapter = new FakeAdapter('kalshi', stream);
  const feed = quietFeed([adapter], clock.read);
  let listed: MarketState = binaryState('A', 0.4);
  feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets: [listed], emptyBooks: 0 });
  const book = async (): Promise<Book> => ({
    asset: ref.asset,
    bids: [{ price: 0.45, size: 10 }],
    asks: [{ price: 0.47, size: 10 }],
    venueTime: null,
    receivedAt: clock.read(),
  });
  let reads = 0;
  let passedMs = 0;
  let onPoll: Parameters<LocalFeed['onSnapshot']>[0] = () => undefined;
  const running = await engine.open({
    feed: Object.assign(Object.create(feed), {
      onUpdate: (listener: Parameters<LocalFeed['onUpdate']>[0]) => stream.onUpdate(listener),
      onSnapshot: (listener: Parameters<LocalFeed['onSnapshot']>[0]) => {
        onPoll = listener;
        return () => undefined;
      },
      find: (asset: string) => (asset === ref.asset ? listed : null),
      snapshot: () => feed.snapshot('kalshi'),
      health: () => feed.health('kalshi'),
    }),
    adapters: new Map([['kalshi', adapter]]),
    book: () => {
      reads++;
      return book();
    },
    clock: clock.read,
    refreshMs: () => 5_000,
    now: () => passedMs,
    onFault: () => undefined,
  });
  t.after(() => running.close());
  const { pulses, settle } = running;
  const say = (price: number) =>
    stream.say({
      asset: ref.asset,
      price,
      bid: price,
      ask: price,
      venueTime: null,
      receivedAt: clock.read(),
    });
  /** Builds a poll that states the price and no touch. */
  const poll = (price: number, volumeCounter: number | null = null) => {
    listed = binaryState('A', price, { bid: null, ask: null, volumeCounter });
    const { receivedAt: fetchedAt, ...rest } = venuePoll('kalshi', clock.read(), [listed]);
    onPoll(buildSnapshot({ ...rest, fetchedAt, restored: false }));
  };
  const pass = async (ms: number) => {
    passedMs += ms;
    t.mock.timers.tick(ms);
    await settle();
  };
  return { clock, pulses, say, poll, pass, settle, reads: () => reads, listened: () => stream.listened };
}

/** Defines the tests that every engine of the pulses passes. */
export function describePulses(engine: PulseEngine): void {
  const check = (name: string, body: (t: TestContext) => Promise<void>) =>
    test(`${engine.name}: ${name}`, body);

  check('an asset that no stream carries is refreshed once per interval, however many listen', async (t) => {
    const { pulses, reads, settle, pass } = await createBench(t, engine, { streamed: false });
    const received: NumberedPulse[][] = [[], []];
    const stops = received.map((list) => pulses.subscribe(ref, (pulse) => list.push(pulse)));
    await settle();
    assert.equal(reads(), 1);
    assert.equal(received[0]?.[0]?.pulse.price, 0.46);
    await pass(5_000);
    assert.equal(reads(), 2);
    assert.deepEqual(received[0], received[1]);
    assert.deepEqual(pulses.stats().perAsset[ref.asset]?.subscribers, 2);
    assert.deepEqual(pulses.stats().perAsset[ref.asset]?.upstreamCalls, 2);
    for (const stop of stops) stop();
    await settle();
    await pass(60_000);
    assert.equal(reads(), 2);
    assert.equal(pulses.stats().assetsPolling, 0);
  });

  check('an asset that a stream carries is never requested', async (t) => {
    const { pulses, say, reads, settle, pass } = await createBench(t, engine, { streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    await settle();
    say(0.5);
    await settle();
    await pass(20_000);
    assert.equal(reads(), 0);
    assert.deepEqual(received, [0.5]);
  });

  for (const [streamed, last] of [
    [true, [0.51, 0.5, 0.5]],
    [false, [0.51, null, null]],
  ] as const) {
    const touch = streamed ? 'keeps that of the stream' : 'has none without a stream that follows the asset';
    check(`a poll that states no touch ${touch}`, async (t) => {
      const { pulses, say, poll, pass } = await createBench(t, engine, { streamed });
      const seen: (number | null)[][] = [];
      pulses.subscribe(ref, ({ pulse }) => seen.push([pulse.price, pulse.bid, pulse.ask]));
      say(0.5);
      await pass(250);
      poll(0.51);
      await pass(250);
      assert.deepEqual(seen.at(-1), last);
    });
  }

  check('a stream learns which assets have subscribers', async (t) => {
    const { pulses, listened, settle } = await createBench(t, engine, { streamed: true });
    const stops = [pulses.subscribe(ref, () => undefined), pulses.subscribe(ref, () => undefined)];
    await settle();
    assert.deepEqual(listened(), [ref.asset]);
    stops[0]?.();
    await settle();
    assert.deepEqual(listened(), [ref.asset], 'another still listens');
    stops[1]?.();
    await settle();
    assert.deepEqual(listened(), []);
  });

  check('a listener that throws keeps the pulse from no other', async (t) => {
    const { pulses, say, settle } = await createBench(t, engine, { streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, () => {
      throw new Error('ours');
    });
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    say(0.5);
    await settle();
    assert.deepEqual(received, [0.5]);
  });

  check('pulses are at least 250 ms apart and the newest one wins', async (t) => {
    const { pulses, say, settle, pass } = await createBench(t, engine, { streamed: true });
    const received: (number | null)[] = [];
    pulses.subscribe(ref, ({ pulse }) => received.push(pulse.price));
    say(0.5);
    await settle();
    say(0.51);
    say(0.52);
    await settle();
    assert.deepEqual(received, [0.5]);
    await pass(250);
    assert.deepEqual(received, [0.5, 0.52]);
  });

  check('a pulse carries what was traded between two polls, and keeps it for those who resume', async (t) => {
    const { pulses, say, poll, settle, pass } = await createBench(t, engine, { streamed: true });
    const received: NumberedPulse[] = [];
    pulses.subscribe(ref, (pulse) => received.push(pulse));
    const steps = [() => poll(0.5, 100), () => poll(0.5, 103.5), () => say(0.51), () => poll(0.5, 10)];
    for (const step of steps) {
      step();
      await settle();
      await pass(250);
    }
    assert.deepEqual(
      received.map(({ volume }) => volume),
      [null, 3.5, null, null],
    );
    assert.deepEqual(pulses.since(ref.asset, received[0]?.id ?? ''), received.slice(1));
  });

  check('a reader resumes from the event id it has seen, or learns that it cannot', async (t) => {
    const { pulses, say, pass } = await createBench(t, engine, { streamed: true });
    const received: NumberedPulse[] = [];
    pulses.subscribe(ref, (pulse) => received.push(pulse));
    for (let i = 1; i <= 300; i++) {
      say(i / 1000);
      await pass(250);
    }
    const ids = [...new Set(received.map(({ id }) => id))];
    assert.equal(ids.length, 300);
    const tenthLast = ids.at(-10)!;
    assert.deepEqual(
      pulses.since(ref.asset, tenthLast)?.map(({ id }) => id),
      ids.slice(-9),
    );
    assert.deepEqual(pulses.at(ref.asset, tenthLast), received.at(-10)?.pulse);
    assert.deepEqual(pulses.since(ref.asset, ids.at(-1)!), []);
    assert.deepEqual(pulses.since(ref.asset, pulses.position(ref.asset) ?? ''), []);
    assert.equal(pulses.since(ref.asset, ids[0]!), null, 'older than the ring');
    for (const wrong of ['', 'x', 'other-1', `${tenthLast.split('-')[0]}-999999`, `${tenthLast}x`]) {
      assert.equal(pulses.since(ref.asset, wrong), null, wrong);
    }
  });

  check('without listeners the newest pulse is the state of the feed', async (t) => {
    const { pulses, clock } = await createBench(t, engine, { streamed: true });
    assert.equal(pulses.newest(ref.asset)?.price, 0.4);
    assert.equal(pulses.newest(ref.asset)?.receivedAt, clock.read());
    assert.equal(pulses.newest('kalshi-none'), null);
  });
}
