import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildKalshiAsset, epochMs, type VenueId } from '../../src/domain/index.ts';
import type { NumberedPulse } from '../../src/feed/pulses/pulses.ts';
import { PublishedState } from '../../src/feed/redis/published-state.ts';
import { encodeFrame } from '../../src/feed/remote/pulse-frame.ts';
import { encodeSnapshot } from '../../src/feed/remote/snapshot-body.ts';
import type { StateSource } from '../../src/feed/remote/state-source.ts';
import { AssetTopic } from '../../src/http/sse/asset-topic.ts';
import type { StreamHub } from '../../src/http/sse/stream-hub.ts';
import type { StreamReader } from '../../src/http/sse/stream-reader.ts';
import { SliceQueue } from '../../src/scheduling/slices.ts';
import { FakeAdapter, FakeStream } from '../support/fake-adapter.ts';
import { binaryState, ManualClock } from '../support/markets.ts';
import { quietFeed } from '../support/quiet-feed.ts';
import { findRedis, type RedisProgram, RedisServer } from './redis-server.ts';
import { type Following, openFollowing, openPublishing, type Publishing } from './shared-feed.ts';

const ref = buildKalshiAsset('A');
const asset = ref.asset;
const venues: readonly VenueId[] = ['kalshi'];

interface FeedBench {
  readonly server: RedisServer;
  readonly publishing: Publishing;
  readonly tag: string;
  readonly clock: ManualClock;
  readonly say: (price: number) => void;
  /** Opens another process that answers. */
  readonly follow: (fallback?: StateSource) => Promise<Following & { readonly faults: readonly string[] }>;
}

/** Starts a process that reads one venue and publishes it, on a server of its own. */
async function startFeed(t: TestContext, program: RedisProgram): Promise<FeedBench> {
  const server = await RedisServer.start(program);
  const tag = randomUUID();
  const clock = new ManualClock();
  const stream = new FakeStream([asset]);
  const adapter = new FakeAdapter('kalshi', stream);
  const live = quietFeed([adapter], clock.read);
  live.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets: [binaryState('A', 0.4)], emptyBooks: 0 });
  live.start();
  const publishing = await openPublishing(server.url, tag, {
    feed: live,
    adapters: new Map([['kalshi', adapter]]),
    clock: clock.read,
  });
  publishing.pulses.start();
  publishing.snapshots.start(live, () => undefined);
  publishing.status.start();
  const opened: Following[] = [];
  t.after(async () => {
    for (const following of opened) await following.close();
    await publishing.close();
    await live.stop();
    await server.stop();
  });
  return {
    server,
    publishing,
    tag,
    clock,
    say: (price) =>
      stream.say({ asset, price, bid: price, ask: price, venueTime: null, receivedAt: clock.read() }),
    follow: async (fallback) => {
      const faults: string[] = [];
      const following = await openFollowing(server.url, tag, {
        venues,
        clock: clock.read,
        onFault: (error) => faults.push(String(error)),
        ...(fallback === undefined ? {} : { fallback }),
      });
      opened.push(following);
      await following.feed.start();
      following.frames.start();
      await following.frames.filled;
      return Object.assign(following, { faults });
    },
  };
}

async function until(isSo: () => boolean, what: string, limitMs = 20_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > deadline) assert.fail(`not within ${limitMs} ms: ${what}`);
    await sleep(5);
  }
}

/** A reader of a stream that may connect to one process after the other. */
class MovingReader {
  readonly prices: number[] = [];
  resyncs = 0;
  #lastId: string | null = null;
  #leave: (() => void) | null = null;
  #connection = 0;

  async connect(topic: AssetTopic, pulses: Following['pulses']): Promise<void> {
    const connection = this.#connection;
    if (this.#lastId !== null) await pulses.catchUp(asset, this.#lastId);
    const reader = { write: (text: string) => this.#take(connection, text) };
    this.#leave = topic.join(reader as unknown as StreamReader, this.#lastId);
  }

  /** Disconnects; messages that are on their way are not read. */
  disconnect(): void {
    this.#connection++;
    this.#leave?.();
  }

  #take(connection: number, text: string): void {
    if (connection !== this.#connection) return;
    const [, id = ''] = /^id: (.+)$/m.exec(text) ?? [];
    const data = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '{}');
    if (/^event: resync$/m.test(text)) this.resyncs++;
    else this.prices.push(data.price);
    if (id !== '') this.#lastId = id;
  }
}

function createTopic(pulses: Following['pulses'], clock: ManualClock): AssetTopic {
  const write = (reader: { write(text: string): void }, bytes: Buffer | string) =>
    reader.write(String(bytes));
  const hub = { slices: new SliceQueue(), write } as unknown as StreamHub;
  return new AssetTopic({ ref, pulses, hub, clock: clock.read });
}

for (const program of findRedis()) {
  const { name } = program;

  test(`${name}: a reader that moves between processes misses nothing and sees nothing twice`, async (t) => {
    const bench = await startFeed(t, program);
    const processes = await Promise.all([bench.follow(), bench.follow(), bench.follow()]);
    const topics = processes.map(({ pulses }) => createTopic(pulses, bench.clock));
    // Its listener stays, and says what there was to see.
    const all: NumberedPulse[] = [];
    processes[0]?.pulses.subscribe(ref, (pulse) => all.push(pulse));
    let said = 0;
    const saying = setInterval(() => bench.say(++said / 10_000), 20);
    t.after(() => clearInterval(saying));
    await until(() => all.length > 2, 'pulses arrive');

    const reader = new MovingReader();
    for (let move = 0; move < 30; move++) {
      const i = move % 3;
      await reader.connect(topics[i]!, (processes[i] as Following).pulses);
      await sleep(40 + ((move * 37) % 90));
      reader.disconnect();
      await sleep((move * 53) % 60);
    }
    clearInterval(saying);
    await reader.connect(topics[1]!, (processes[1] as Following).pulses);
    await sleep(600);
    reader.disconnect();

    const prices = all.map(({ pulse }) => pulse.price);
    const from = prices.indexOf(reader.prices[0]!);
    assert.equal(reader.resyncs, 0);
    assert.ok(reader.prices.length > 5, `${reader.prices.length} pulses`);
    assert.deepEqual(reader.prices, prices.slice(from));
    assert.deepEqual(
      processes[2]?.pulses.since(asset, all[0]?.id ?? ''),
      all.slice(1),
      'the same everywhere',
    );
  });

  test(`${name}: a process that starts knows the pulses of before, and ids that it cannot know are refused`, async (t) => {
    const bench = await startFeed(t, program);
    const first = await bench.follow();
    const seen: NumberedPulse[] = [];
    first.pulses.subscribe(ref, (pulse) => seen.push(pulse));
    for (let i = 1; i <= 3; i++) {
      bench.say(i / 10);
      await until(() => seen.length === i, `pulse ${i}`);
    }
    const late = await bench.follow();
    const [one, two, three] = seen as [NumberedPulse, NumberedPulse, NumberedPulse];
    assert.deepEqual(late.pulses.since(asset, one.id), [two, three]);
    const [entry = ''] = three.id.split('.');
    const [ms = ''] = entry.split('-');
    const yesterday = `${Number(ms) - 86_400_000}-0.0`;
    const ahead = `${Number(ms) + 10}-0.0`;
    for (const id of ['4f1c20a9be77-42', yesterday, ahead, `${entry}.7`, `${ms}-9.0`]) {
      await late.pulses.catchUp(asset, id);
      assert.equal(late.pulses.since(asset, id), null, id);
    }
  });

  test(`${name}: what is no frame is skipped and counted, and a missing one interrupts the streams`, async (t) => {
    const bench = await startFeed(t, program);
    const { redis } = bench.publishing;
    const following = await bench.follow();
    const seen: NumberedPulse[] = [];
    const interruptions: boolean[] = [];
    following.pulses.subscribe(ref, (pulse) => seen.push(pulse));
    following.pulses.connection.onInterruption((isInterrupted) => interruptions.push(isInterrupted));
    const add = (bytes: Buffer) =>
      redis.ask((client) => client.xAdd(redis.key('p', 'kalshi'), '*', { frame: bytes }));
    const frame = (seq: number, price: number, fence = 5, run = 'other') => {
      const at = epochMs(1_700_000_000_000 + seq);
      const pulse = {
        asset,
        price,
        bid: null,
        ask: null,
        change24hPct: null,
        venueTime: null,
        receivedAt: at,
      };
      const one = { pulse, volume: null, source: 'poll', isStreamed: false } as const;
      return encodeFrame({ fence, run, seq }, [one]);
    };
    await bench.publishing.pulses.stop();
    await add(frame(0, 0.1));
    for (const wrong of ['', 'no zstd', JSON.stringify({ version: 1 })]) await add(Buffer.from(wrong));
    await add(frame(0, 0.9, 4));
    await add(frame(1, 0.2));
    await until(() => seen.length === 2, 'two frames');
    assert.deepEqual(following.frames.ignored, { skipped: 3, outdated: 1 });
    assert.deepEqual(interruptions, []);
    await add(frame(3, 0.4));
    await until(() => seen.length === 3, 'the frame after the gap');
    assert.deepEqual(interruptions, [true, false]);
    const [before, , behind] = seen;
    assert.equal(
      following.pulses.since(asset, before?.id ?? ''),
      null,
      'it cannot be told what the gap held',
    );
    assert.deepEqual(following.pulses.since(asset, behind?.id ?? ''), []);
    await add(frame(0, 0.5, 6, 'the next'));
    await until(() => seen.length === 4, 'the first frame of a new run');
    assert.deepEqual(interruptions, [true, false]);
    await add(frame(2, 0.6, 7, 'one that could not publish at first'));
    await until(() => seen.length === 5, 'the third frame of a new run');
    assert.deepEqual(interruptions, [true, false, true, false]);
  });

  test(`${name}: a server that is killed and comes back interrupts streams; prices come from the port meanwhile`, async (t) => {
    const bench = await startFeed(t, program);
    const markets = [binaryState('A', 0.77)];
    const fallback: StateSource = {
      readHeads: async () =>
        new Map([['kalshi', { fence: 1, version: 1, fetchedAt: 7, status: null, statusAgeMs: 0 }]]),
      readBody: async () =>
        encodeSnapshot({ venue: 'kalshi', fetchedAt: epochMs(7), markets, emptyBooks: 0, restored: false }),
    };
    const following = await bench.follow(fallback);
    await until(() => following.feed.find(asset)?.price === 0.4, 'the snapshot of the server');
    assert.equal(following.pulses.connection.isInterrupted, false);
    await bench.server.kill();
    await until(() => following.pulses.connection.isInterrupted, 'streams are interrupted');
    await until(() => following.feed.find(asset)?.price === 0.77, 'the snapshot of the port');
    await bench.server.restart();
    await until(() => !following.pulses.connection.isInterrupted, 'streams go on');
    await until(() => following.feed.find(asset)?.price === 0.4, 'the snapshot of the server');
    const seen: NumberedPulse[] = [];
    following.pulses.subscribe(ref, (pulse) => seen.push(pulse));
    await until(() => bench.publishing.redis.isUp, 'the feed is connected');
    bench.say(0.5);
    await until(() => seen.length > 0, 'pulses flow again');
  });

  test(`${name}: a server that was emptied has the snapshot again within seconds`, async (t) => {
    const bench = await startFeed(t, program);
    await bench.follow();
    await bench.server.run('FLUSHALL');
    const fresh = await bench.follow();
    await until(() => fresh.feed.find(asset)?.price === 0.4, 'the snapshot was written again');
  });

  test(`${name}: a process may start before the feed, and outlives it`, async (t) => {
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const clock = new ManualClock();
    const tag = randomUUID();
    let passedMs = 0;
    const now = () => performance.now() + passedMs;
    const following = await openFollowing(server.url, tag, { venues, clock: clock.read, now });
    t.after(() => following.close());
    await following.feed.start();
    assert.equal(following.feed.snapshot('kalshi'), null);
    const { running, lastError } = following.feed.health('kalshi');
    assert.deepEqual({ running, lastError }, { running: false, lastError: 'no process reads the venue yet' });
    assert.equal(following.feed.leaders().size, 0);

    const live = quietFeed([new FakeAdapter('kalshi')], clock.read);
    live.restore({
      venue: 'kalshi',
      fetchedAt: clock.read(),
      markets: [binaryState('A', 0.4)],
      emptyBooks: 0,
    });
    live.start();
    t.after(() => live.stop());
    const publishing = await openPublishing(server.url, tag, {
      feed: live,
      adapters: new Map(),
      clock: clock.read,
      fence: 3,
    });
    publishing.snapshots.start(live, () => undefined);
    publishing.status.start();
    await until(() => following.feed.snapshot('kalshi') !== null, 'the first snapshot');
    await until(() => following.feed.health('kalshi').running, 'the feed runs');
    assert.deepEqual(following.feed.leaders().get('kalshi')?.fence, 3);
    assert.equal(
      await server.run('GET', publishing.redis.key('leader', 'kalshi')),
      '{"url":"http://127.0.0.1:1","fence":3}',
    );

    await publishing.close();
    clock.advance(130_000);
    passedMs = 12_000;
    await until(() => !following.feed.health('kalshi').running, 'silence is noticed');
    assert.equal(following.feed.ageMs('kalshi'), 130_000);
    assert.ok(following.feed.isStale('kalshi'));
    assert.match(following.feed.health('kalshi').lastError ?? '', /has said nothing for 1\d s/);
  });

  test(`${name}: a replaced feed is not listened to, and a format that is not known is named`, async (t) => {
    const bench = await startFeed(t, program);
    const following = await bench.follow();
    const state = new PublishedState(bench.publishing.redis);
    const put = async (fence: number, version: number, price: number, at: number) => {
      const markets = [binaryState('A', price)];
      const poll = {
        venue: 'kalshi',
        fetchedAt: epochMs(at),
        markets,
        emptyBooks: 0,
        restored: false,
      } as const;
      await state.putBody('kalshi', { fence, version, fetchedAt: at, body: await encodeSnapshot(poll) });
    };
    await put(2, 1, 0.61, 1_000);
    await until(() => following.feed.find(asset)?.price === 0.61, 'the snapshot of the successor');
    await assert.rejects(put(1, 1, 0.62, 2_000), /another process publishes kalshi/);
    await put(2, 2, 0.63, 3_000);
    await until(
      () => /version 2/.test(following.feed.health('kalshi').lastError ?? ''),
      'the version is named',
    );
    assert.equal(following.feed.find(asset)?.price, 0.61);
    await put(2, 1, 0.64, 4_000);
    await until(() => following.feed.find(asset)?.price === 0.64, 'a known version is shown again');
    assert.equal(following.faults.filter((fault) => fault.includes('version 2')).length, 1);
  });
}
