import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createParser } from 'eventsource-parser';
import { type Book, buildKalshiAsset, buildPerpAsset, epochMs } from '../../src/domain/index.ts';
import { AssetDirectory } from '../../src/feed/asset-directory.ts';
import type { LocalFeed } from '../../src/feed/local/local-feed.ts';
import { LocalPulses } from '../../src/feed/pulses/local-pulses.ts';
import type { Pulses } from '../../src/feed/pulses/pulses.ts';
import type { ApiChanges } from './api-server.ts';
import { FakeAdapter, FakeStream } from './fake-adapter.ts';
import { binaryState, ManualClock, perpState } from './markets.ts';
import { quietFeed } from './quiet-feed.ts';
import { startBench } from './service-bench.ts';

/** A perpetual whose updates are streamed, and a binary that is refreshed by its book. */
export const STREAMED = buildPerpAsset('BTC');
export const REFRESHED = buildKalshiAsset('A');

export interface LiveBench {
  readonly url: string;
  readonly app: Awaited<ReturnType<typeof startBench>>['app'];
  readonly history: Awaited<ReturnType<typeof startBench>>['history'];
  readonly pulses: Pulses;
  readonly clock: ManualClock;
  /** Makes the stream of the venue say a price, a second later by its own clock. */
  say(price: number): void;
  /** Moves both clocks and fires the timers of that time. */
  pass(ms: number): Promise<void>;
  /** Gives the venue a new poll result with that running total of volume. */
  poll(price: number, volumeCounter: number | null): void;
  readonly bookReads: () => number;
  /** Opens a stream. @param body Sent by POST; absent: the stream is a GET. */
  open(path: string, headers?: Record<string, string>, body?: object): Promise<SseClient>;
}

/** Starts the whole server on loopback over a feed that the test moves, with timers that the test fires. */
export async function startLive(t: TestContext, changes: ApiChanges = {}): Promise<LiveBench> {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const clock = new ManualClock();
  const stream = new FakeStream([STREAMED.asset]);
  const hyperliquid = new FakeAdapter('hyperliquid', stream);
  const kalshi = new FakeAdapter('kalshi');
  const adapters = new Map([hyperliquid, kalshi].map((adapter) => [adapter.venue, adapter] as const));
  const live = quietFeed([hyperliquid, kalshi], clock.read);
  const snapshotListeners = new Set<Parameters<LocalFeed['onSnapshot']>[0]>();
  let feed = freshFeed(100, 0);

  function freshFeed(price: number, volumeCounter: number | null): LocalFeed {
    const next = quietFeed([hyperliquid, kalshi], clock.read);
    const fetchedAt = clock.read();
    const touch = { bid: price - 1, ask: price + 1, volumeCounter };
    next.restore({
      venue: 'hyperliquid',
      fetchedAt,
      markets: [perpState('BTC', price, touch)],
      emptyBooks: 0,
    });
    next.restore({ venue: 'kalshi', fetchedAt, markets: [binaryState('A', 0.4)], emptyBooks: 0 });
    return next;
  }

  const shown = Object.assign(Object.create(live), {
    onUpdate: (listener: Parameters<LocalFeed['onUpdate']>[0]) => stream.onUpdate(listener),
    onSnapshot: (listener: Parameters<LocalFeed['onSnapshot']>[0]) => {
      snapshotListeners.add(listener);
      return () => snapshotListeners.delete(listener);
    },
    find: (asset: string) => feed.find(asset),
    snapshot: (venue: 'hyperliquid' | 'kalshi') => feed.snapshot(venue),
    ageMs: (venue: 'hyperliquid' | 'kalshi') => feed.ageMs(venue),
    isStale: (venue: 'hyperliquid' | 'kalshi') => feed.isStale(venue),
  }) as LocalFeed;

  let bookReads = 0;
  const book = async (): Promise<Book> => {
    bookReads++;
    return {
      asset: REFRESHED.asset,
      bids: [{ price: 0.45, size: 10 }],
      asks: [{ price: 0.47, size: 10 }],
      venueTime: null,
      receivedAt: clock.read(),
    };
  };
  let elapsed = 0;
  const pulses = new LocalPulses({
    feed: shown,
    adapters,
    book,
    clock: clock.read,
    refreshMs: () => 5_000,
    now: () => elapsed,
  });
  const bench = await startBench(t, {
    feed: shown,
    assets: {
      resolve: (asset) => new AssetDirectory(shown, bench.history).resolve(asset),
      resolveMany: (names) => new AssetDirectory(shown, bench.history).resolveMany(names),
      resolveIn: (venue, key) => new AssetDirectory(shown, bench.history).resolveIn(venue, key),
      readNames: (names) => new AssetDirectory(shown, bench.history).readNames(names),
    },
    books: { book },
    live: pulses,
    pulses: () => pulses.stats(),
    clock: clock.read,
    now: () => elapsed,
    ...changes,
  });
  await bench.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = bench.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  t.after(() => pulses.close());

  return {
    url,
    app: bench.app,
    history: bench.history,
    pulses,
    clock,
    say: (price) =>
      stream.say({
        asset: STREAMED.asset,
        price,
        bid: price - 1,
        ask: price + 1,
        venueTime: epochMs(clock.read() - 7),
        receivedAt: clock.read(),
      }),
    async pass(ms) {
      elapsed += ms;
      clock.advance(ms);
      t.mock.timers.tick(ms);
      await turn();
    },
    poll: (price, volumeCounter) => {
      feed = freshFeed(price, volumeCounter);
      const snapshot = feed.snapshot('hyperliquid');
      if (snapshot !== null) for (const listener of snapshotListeners) listener(snapshot);
    },
    bookReads: () => bookReads,
    open: async (path, headers = {}, body) => {
      const client = await SseClient.open(`${url}${path}`, headers, body);
      t.after(() => client.close());
      return client;
    },
  };
}

/** Lets everything that is in progress on loopback happen. */
export async function turn(): Promise<void> {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
}

export interface SseBlock {
  readonly id: string | null;
  readonly event: string | null;
  readonly comment: string | null;
  readonly retry: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what an event holds
  readonly data: any;
}

/** Reads a stream block by block, as it was sent. */
export class SseClient {
  readonly response: IncomingMessage;
  readonly ended: Promise<void>;
  /** Text of everything that has arrived. */
  text = '';
  readonly #blocks: SseBlock[] = [];
  #waiting: (() => void)[] = [];
  readonly #parser = createParser({
    onEvent: ({ id = null, event = null, data }) => this.#push({ id, event, data: JSON.parse(data) }),
    onComment: (comment) => this.#push({ comment }),
    onRetry: (retry) => this.#push({ retry }),
    onError: (error) => {
      throw error;
    },
  });
  #isEnded = false;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    this.ended = new Promise((resolve) => {
      response.on('close', () => {
        this.#isEnded = true;
        this.#wake();
        resolve();
      });
      response.on('error', () => undefined);
    });
  }

  /** Opens a stream. @param body Sent by POST; absent: the stream is a GET. */
  static open(url: string, headers: Record<string, string>, body?: object): Promise<SseClient> {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const more = body === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      request(
        url,
        { method: body === undefined ? 'GET' : 'POST', headers: { ...headers, ...more }, agent: false },
        (response) => resolve(new SseClient(response)),
      )
        .on('error', reject)
        .end(sent);
    });
  }

  /** Reads the next block of any kind. */
  async next(): Promise<SseBlock> {
    for (;;) {
      const block = this.#blocks.shift();
      if (block !== undefined) return block;
      if (this.#isEnded) throw new Error('the stream has ended');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Reads the next block with data. */
  async event(): Promise<SseBlock> {
    for (;;) {
      const block = await this.next();
      if (block.data !== null) return block;
    }
  }

  /** Blocks that have arrived and were not taken. */
  pending(): readonly SseBlock[] {
    return this.#blocks.splice(0);
  }

  close(): void {
    this.response.destroy();
  }

  #take(text: string): void {
    this.text += text;
    this.#parser.feed(text);
    this.#wake();
  }

  #push(block: Partial<SseBlock>): void {
    this.#blocks.push({ id: null, event: null, comment: null, retry: null, data: null, ...block });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
