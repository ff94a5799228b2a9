import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock, type TestContext, test } from 'node:test';
import {
  type BookEvent,
  type EpochMs,
  epochMs,
  HOUR_MS,
  type TradesHeard,
  type TradesPoll,
  VENUES,
  type VenueId,
  type VenueTrade,
} from '../../domain/index.ts';
import { BREAK, CHANGE, WHOLE } from '../../history/tape/contract/tape-frames.ts';
import { SqliteTapeReader } from '../../history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../history/tape/sqlite/sqlite-tape-writer.ts';
import type { VenueAdapter, VenueStream } from '../../venues/venue-adapter.ts';
import type { TapeBatch, TapeMessage, TapeReply } from './messages.ts';
import type { DiskLevel } from './recording-gate.ts';
import { TapeDesk } from './tape-desk.ts';
import type { BookChoice } from './tape-markets.ts';
import { TapeRecorder } from './tape-recorder.ts';
import { TradeDesk, type TradeTraits } from './trade-desk.ts';

const NOW = 1_795_867_200_000;
const MINUTE = 60_000;
const POST_MS = 100;
const A = 'pm-a';
const B = 'pm-b';
const NO_STATE = {
  waiting: 0,
  books: 0,
  sampled: 0,
  committedMs: NOW,
  bytesToday: 0,
  bytesPerChange: null,
  left: [],
};

/** A stream whose events the test sends. */
class ScriptedStream {
  readonly books = new Set<(event: BookEvent) => void>();
  readonly trades = new Set<(trade: VenueTrade) => void>();
  readonly heard = new Set<(heard: TradesHeard) => void>();
  repeats = 0;
  onRepeat: () => void = () => undefined;

  toStream(): VenueStream {
    const add =
      <Event>(listeners: Set<(event: Event) => void>) =>
      (listener: (event: Event) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
    return {
      start: () => undefined,
      stop: async () => undefined,
      onUpdate: () => () => undefined,
      onBook: add(this.books),
      onTrade: add(this.trades),
      onHeard: add(this.heard),
      repeatBooks: () => {
        this.repeats++;
        this.onRepeat();
      },
      carries: () => true,
      lastUpdateAt: () => null,
      restart: () => undefined,
      getStatus: () => ({
        connections: 1,
        connected: 1,
        subscriptions: 1,
        reconnects: 0,
        lastMessageAt: null,
      }),
    };
  }

  whole(asset: string, at: number, bid = 0.4, ask = 0.6): void {
    const bids = [{ price: bid, size: 10 }];
    const asks = [{ price: ask, size: 20 }];
    this.#send({ ...toMessage(asset, at), kind: 'whole', bids, asks, depth: null });
  }

  change(asset: string, at: number, size = 5, count = 1): void {
    const change = { side: 'bid' as const, price: 0.4, size };
    this.#send({ ...toMessage(asset, at), kind: 'change', changes: new Array(count).fill(change) });
  }

  lose(asset: string, at: number): void {
    this.#send({ ...toMessage(asset, at), kind: 'break', reason: 'connection' });
  }

  trade(asset: string, at: number, id: string | null = `0x${at}:yes`): void {
    for (const tell of this.trades) tell(print(asset, at, id));
  }

  hear(heard: TradesHeard): void {
    for (const tell of this.heard) tell(heard);
  }

  #send(event: BookEvent): void {
    for (const tell of this.books) tell(event);
  }
}

function toMessage(asset: string, at: number) {
  return { asset, receivedAt: epochMs(at), venueTime: epochMs(at - 5), seq: null };
}

function print(asset: string, at: number, id: string | null): VenueTrade {
  return {
    asset,
    price: 0.5,
    size: 3,
    side: 'buy',
    sideSource: 'venue',
    id,
    venueTime: epochMs(at),
    receivedAt: epochMs(at),
    source: 'stream',
    isBlock: false,
  };
}

interface BenchOptions {
  readonly books?: BookChoice;
  readonly budgetBytes?: number;
  readonly listed?: { readonly includes: (asset: string) => boolean };
  /** Returns the traded volume of 24 hours of a listed asset. Default: 9 for A, 1 for others. */
  readonly volume?: (asset: string) => number;
  readonly polls?: () => Promise<TradesPoll>;
  readonly reads?: Pick<VenueAdapter, 'readTrades' | 'readVenueTrades'>;
  readonly onMessage?: (message: TapeMessage, reply: (reply: TapeReply) => void) => void;
}

/** Opens a recorder with a clock and a thread that the test controls. */
function open(t: TestContext, options: BenchOptions = {}) {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: NOW });
  t.after(() => mock.timers.reset());
  const stream = new ScriptedStream();
  const adapter = {
    venue: 'polymarket',
    stream: stream.toStream(),
    ...(options.polls === undefined ? {} : { pollTrades: options.polls }),
    ...options.reads,
  } as unknown as VenueAdapter;
  const batches: TapeBatch[] = [];
  const threads: { reply: (reply: TapeReply) => void; end: (reason: string) => void }[] = [];
  const clock = { offset: 0, isListed: true };
  const disk: { level: DiskLevel } = { level: null };
  const messages: string[] = [];
  const { listed = [A, B], volume = (asset) => (asset === A ? 9 : 1) } = options;
  const recorder = new TapeRecorder({
    settings: {
      books: options.books ?? 'all',
      budgetBytes: options.budgetBytes ?? 500_000_000,
      trades: true,
    },
    adapters: [adapter],
    feed: {
      venues: ['polymarket'],
      snapshot: (() => (clock.isListed ? {} : null)) as never,
      find: ((asset: string) =>
        listed.includes(asset) ? { ticker: { volume24hUsd: volume(asset) } } : null) as never,
    },
    sendsChanges: () => true,
    listsSettled: () => true,
    clock: () => epochMs(Date.now() + clock.offset),
    startThread: ({ onReply, onEnd }) => {
      threads.push({ reply: onReply, end: onEnd });
      return {
        post: (message) => {
          if (message.kind === 'batch') batches.push(message);
          options.onMessage?.(message, onReply);
          if (message.kind === 'stop') onReply({ kind: 'stopped' });
        },
        terminate: async () => undefined,
      };
    },
    judgeDisk: async () => disk.level,
    log: {
      info: (_, message) => messages.push(message),
      warn: (_, message) => messages.push(message),
    },
  });
  recorder.start();
  t.after(() => recorder.stop());
  /** Advances the clock, with the ticks of the recorder. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= POST_MS) {
      mock.timers.tick(Math.min(left, POST_MS));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const take = () => batches.splice(0);
  const report = (more: object) =>
    threads.at(-1)?.reply({
      kind: 'report',
      state: NO_STATE,
      handled: 0,
      failure: null,
      refused: [],
      forgotten: [],
      unknown: 0,
      resyncChanges: 0,
      trades: {},
      volumes: [],
      ...more,
    });
  return { recorder, stream, take, pass, report, threads, disk, clock, messages };
}

test('events come as columns each tenth of a second, markets with them once', async (t) => {
  const { stream, take, pass } = open(t);
  stream.whole(A, NOW + 1);
  stream.change(A, NOW + 2, 0);
  stream.trade(A, NOW + 3);
  await pass(100);
  const [batch] = take();
  assert.deepEqual(batch?.markets, [
    { number: 0, asset: A, venue: 'polymarket', storeKey: 'a', sendsChanges: true, isBinary: true },
  ]);
  const { frames } = batch;
  assert.deepEqual([...(frames?.kinds ?? [])], [WHOLE, CHANGE]);
  assert.deepEqual([...(frames?.counts ?? [])], [2, 1]);
  assert.deepEqual([...(frames?.times ?? [])], [NOW + 1, NOW + 2]);
  assert.deepEqual([...(frames?.venueTimes ?? [])], [NOW - 4, NOW - 3]);
  assert.deepEqual([...(frames?.sides ?? [])], [0, 1, 0]);
  assert.deepEqual([...(frames?.prices ?? [])], [0.4, 0.6, 0.4]);
  assert.deepEqual([...(frames?.sizes ?? [])], [10, 20, 0]);
  assert.equal(batch.trades[0]?.market, 0);
  assert.equal(batch.atMs, NOW + 100);
  stream.change(A, NOW + 150);
  await pass(100);
  const [next] = take();
  assert.deepEqual(next?.markets, []);
  assert.equal(next?.frames?.kinds.length, 1);
});

test('a market that ended and is listed no more is forgotten after hours, and its number goes to another one', async (t) => {
  const { stream, take, pass, report, clock } = open(t);
  stream.whole(A, NOW + 1);
  stream.whole('pm-window', NOW + 1);
  stream.lose('pm-window', NOW + 2);
  await pass(100);
  const forgotten = () => take().flatMap((batch) => batch.forgotten);
  for (const hours of [6, 12]) {
    assert.deepEqual(forgotten(), []);
    clock.offset = hours * HOUR_MS;
    await pass(100);
  }
  assert.deepEqual(forgotten(), [1]);
  stream.whole('pm-next', NOW + 3);
  await pass(100);
  assert.deepEqual(
    take().flatMap(({ markets }) => markets.map(({ number }) => number)),
    [2],
  );
  report({ forgotten: [1] });
  stream.whole('pm-third', NOW + 4);
  await pass(100);
  assert.deepEqual(
    take().flatMap(({ markets }) => markets.map(({ asset, number }) => [asset, number])),
    [['pm-third', 1]],
  );
});

test('a break ends the book, and nothing is sent before the next whole one', async (t) => {
  const { recorder, stream, take, pass } = open(t);
  stream.whole(A, NOW + 1);
  stream.lose(A, NOW + 2);
  stream.lose(A, NOW + 2);
  stream.change(A, NOW + 3);
  await pass(100);
  const [batch] = take();
  assert.deepEqual([...(batch?.frames?.kinds ?? [])], [WHOLE, BREAK]);
  assert.equal(batch?.frames?.times[1], NOW + 2);
  const { books, breaks, venues, changes } = await recorder.read();
  assert.deepEqual([books, breaks.connection, venues.polymarket?.breaks.connection], [0, 1, 1]);
  assert.equal(changes, 1, 'also those that are not stored');
});

test('books that are not chosen are not recorded, trades are', async (t) => {
  const { recorder, stream, take, pass } = open(t, { books: new Set([A, 'pm-nobody']) });
  stream.whole(A, NOW + 1);
  stream.whole(B, NOW + 2);
  stream.trade(B, NOW + 3);
  await pass(100);
  const [batch] = take();
  assert.equal(batch?.frames?.kinds.length, 1);
  assert.equal(batch?.trades.length, 1);
  const { books, notRecorded, unknown } = await recorder.read();
  assert.deepEqual([books, notRecorded, unknown], [1, 1, ['pm-nobody']]);
});

test('of 20,001 books the smallest by volume is not recorded, says so, and comes back when it grows', async (t) => {
  const volumes = new Map(Array.from({ length: 20_001 }, (_, i) => [`pm-m${i}`, i + 2]));
  const small = 'pm-m7';
  volumes.set(small, 1);
  const { recorder, stream, take, pass } = open(t, {
    listed: { includes: () => true },
    volume: (asset) => volumes.get(asset) ?? 1e9,
  });
  const sendBooks = () => {
    for (const asset of volumes.keys()) stream.whole(asset, NOW + 1);
  };
  stream.onRepeat = sendBooks;
  // These trades are of markets without a book, which are not counted.
  for (let i = 0; i < 10; i++) stream.trade(`pm-traded-${i}`, NOW);
  sendBooks();
  await pass(POST_MS);
  assert.equal(recorder.isLeftOut(small), true, 'at once, as after a start');
  await pass(POST_MS);
  const kinds = take().flatMap(({ frames }) => [...(frames?.kinds ?? [])]);
  assert.deepEqual([kinds.length, kinds.at(-1)], [20_002, BREAK]);
  const { books, notRecorded } = await recorder.read();
  assert.deepEqual([books, notRecorded], [20_000, 1]);
  assert.deepEqual(
    [...volumes.keys()].filter((asset) => recorder.isLeftOut(asset)),
    [small],
  );
  volumes.set(small, 1_000_000);
  await pass(5 * MINUTE);
  assert.equal(recorder.isLeftOut(small), false);
  assert.equal(recorder.isLeftOut('pm-m0'), true, 'now the smallest');
  assert.equal(recorder.isLeftOut('pm-unheard-of'), false);
});

test('too many changes that are not on the disk break all books until there are few', async (t) => {
  const { recorder, stream, take, pass, report } = open(t);
  stream.whole(A, NOW + 1);
  for (let i = 0; i < 200; i++) stream.change(A, NOW + 2, 5, 5_001);
  await pass(100);
  const [batch] = take();
  assert.deepEqual(batch?.breakAll, { reason: 'overload', toMs: NOW + 100 });
  assert.equal((await recorder.read()).breaks.overload, 1);
  stream.change(A, NOW + 150);
  stream.whole(A, NOW + 151);
  await pass(100);
  assert.equal(take()[0]?.frames, null, 'what comes meanwhile is dropped');
  stream.onRepeat = () => stream.whole(A, NOW + 300);
  report({ handled: 900_200 });
  await pass(100);
  assert.equal(stream.repeats, 0);
  report({ handled: 1_000_000 });
  await pass(100);
  assert.equal(stream.repeats, 1);
  assert.deepEqual([...(take().at(-1)?.frames?.kinds ?? [])], [WHOLE]);
});

test('commits that the disk refuses break with the last one', async (t) => {
  const { recorder, stream, take, pass, report } = open(t);
  stream.whole(A, NOW + 1);
  report({ failure: 'database or disk is full' });
  const { anomalies } = await recorder.read();
  assert.deepEqual(
    anomalies.map(({ code, severity }) => [code, severity]),
    [['tape_stopped', 'critical']],
  );
  for (let i = 0; i < 200; i++) stream.change(A, NOW + 2, 5, 5_001);
  await pass(100);
  assert.deepEqual(take()[0]?.breakAll, { reason: 'disk', toMs: null });
});

test('books stop at the warning of the disk, trades at critical, and both go on after it', async (t) => {
  const { recorder, stream, take, pass, disk, report } = open(t);
  report({ state: { ...NO_STATE, committedMs: NOW + 5_000 } });
  stream.whole(A, NOW + 1);
  stream.hear({ kind: 'begin', asset: A, at: epochMs(NOW) });
  disk.level = 'warning';
  await pass(10_100);
  assert.deepEqual(
    take().flatMap(({ breakAll }) => breakAll ?? []),
    [{ reason: 'disk', toMs: null }],
  );
  stream.change(A, NOW + 10_150);
  stream.trade(A, NOW + 10_150);
  await pass(100);
  const [batch] = take();
  assert.deepEqual([batch?.frames, batch?.trades.length], [null, 1]);
  disk.level = 'critical';
  await pass(10_000);
  stream.trade(A, NOW + 20_300);
  await pass(100);
  const later = take();
  const key = { venue: 'polymarket', market: 0 };
  assert.equal(later.flatMap(({ trades }) => trades).length, 0);
  assert.deepEqual(
    later.flatMap(({ heard }) => heard),
    [{ kind: 'end', key, toMs: NOW + 5_000, reason: 'disk' }],
  );
  assert.equal((await recorder.read()).anomalies[0]?.code, 'tape_stopped');
  disk.level = null;
  stream.onRepeat = () => stream.whole(A, NOW + 30_000);
  await pass(10_200);
  const last = take();
  assert.equal(last.flatMap(({ heard }) => heard)[0]?.kind, 'begin');
  assert.equal(last.filter(({ frames }) => frames !== null).length, 1);
  assert.deepEqual((await recorder.read()).anomalies, []);
});

test('a thread that dies ends all books, and another one goes on', async (t) => {
  const { recorder, stream, take, pass, threads } = open(t);
  stream.whole(A, NOW + 1);
  stream.hear({ kind: 'begin', asset: A, at: epochMs(NOW) });
  await pass(100);
  take();
  stream.onRepeat = () => stream.whole(A, Date.now());
  threads[0]?.end('out of memory');
  const { books, breaks, anomalies } = await recorder.read();
  assert.deepEqual([books, breaks.restart, anomalies[0]?.code], [0, 1, 'tape_stopped']);
  stream.change(A, NOW + 200);
  stream.trade(A, NOW + 200);
  await pass(1_200);
  assert.equal(threads.length, 2);
  const [first] = take();
  assert.equal(first?.markets.length, 1, 'markets are named again');
  assert.deepEqual([...(first?.frames?.kinds ?? [])], [WHOLE]);
  assert.equal(first?.trades.length, 1);
  assert.deepEqual(first?.heard, [
    { kind: 'begin', key: { venue: 'polymarket', market: 0 }, fromMs: NOW + 1_100, polledToMs: null },
  ]);
  assert.equal((await recorder.read()).books, 1);
});

test('a thread that dies before its first commit begins again later each time', async (t) => {
  const { pass, threads, report } = open(t);
  threads[0]?.end('another process writes the tape');
  await pass(1_000);
  assert.equal(threads.length, 2);
  threads[1]?.end('another process writes the tape');
  await pass(1_900);
  assert.equal(threads.length, 2);
  await pass(200);
  assert.equal(threads.length, 3);
  report({});
  threads[2]?.end('out of memory');
  await pass(1_000);
  assert.equal(threads.length, 4);
});

test('a clock that is set back breaks all books, which are sent again', async (t) => {
  const { recorder, stream, take, pass, clock } = open(t);
  stream.whole(A, NOW + 1);
  await pass(5_000);
  take();
  stream.onRepeat = () => stream.whole(A, Date.now());
  clock.offset = -4_000;
  await pass(100);
  assert.deepEqual([...(take()[0]?.frames?.kinds ?? [])], [WHOLE]);
  assert.equal((await recorder.read()).breaks.clock, 1);
});

test('the budget thins the smallest within 15 minutes of a start, and brings them back', async (t) => {
  const { recorder, stream, take, pass, messages } = open(t, { budgetBytes: 1_000_000 });
  stream.whole(A, NOW);
  stream.whole(B, NOW);
  for (let minute = 0; minute < 15; minute++) {
    stream.change(A, NOW + minute * MINUTE, 5, 100);
    stream.change(B, NOW + minute * MINUTE, 5, 1_000);
    await pass(MINUTE);
  }
  assert.deepEqual(
    take().flatMap(({ classes }) => classes),
    [{ market: 1, everyMs: 60_000 }],
  );
  const { books, sampled, fullMb } = await recorder.read();
  assert.deepEqual([books, sampled], [2, 1]);
  assert.equal(fullMb, Math.ceil((11_000 * 144 * 4) / 0.7 / 1_000_000));
  assert.ok(messages.some((message) => message.includes(`CROSSTAPE_BOOK_MB_PER_DAY=${fullMb}`)));
  await pass(15 * MINUTE);
  assert.deepEqual(
    take().flatMap(({ classes }) => classes),
    [{ market: 1, everyMs: 0 }],
  );
});

test('all books are sampled once the bytes of the day are used up', async (t) => {
  const { stream, take, pass, report } = open(t, { budgetBytes: 1_000_000 });
  stream.whole(A, NOW);
  await pass(100);
  report({ state: { ...NO_STATE, bytesToday: 1_000_000 } });
  await pass(100);
  assert.deepEqual(
    take().flatMap(({ classes }) => classes),
    [{ market: 0, everyMs: 60_000 }],
  );
});

test('polls of a venue say what is heard of all its markets; trades of unlisted ones are counted', async (t) => {
  const poll = { wholeFrom: epochMs(NOW - 30_000), isCut: false };
  const { recorder, take, pass } = open(t, {
    polls: async () => ({
      ...poll,
      polledAt: Date.now() as EpochMs,
      trades: [print(A, NOW, 'x'), print('pm-other', NOW, 'y')],
    }),
  });
  await pass(12_000);
  const key = { venue: 'polymarket', market: null };
  const batches = take();
  assert.deepEqual(
    batches.flatMap(({ heard }) => heard),
    [
      { kind: 'begin', key, fromMs: NOW - 30_000, polledToMs: NOW - 29_000 },
      { kind: 'extend', key, toMs: NOW - 19_000 },
    ],
  );
  assert.ok(batches.flatMap(({ trades }) => trades).length >= 1);
  assert.ok((await recorder.read()).unlisted >= 1);
});

test('trades are not polled before the markets of their venue are known, and heard from then on', async (t) => {
  let polled = 0;
  const { take, pass, clock } = open(t, {
    polls: async () => {
      polled++;
      const polledAt = Date.now() as EpochMs;
      return { wholeFrom: epochMs(polledAt - 30_000), isCut: false, polledAt, trades: [] };
    },
  });
  clock.isListed = false;
  await pass(12_000);
  assert.deepEqual([polled, take().flatMap(({ heard }) => heard)], [0, []]);
  clock.isListed = true;
  await pass(10_000);
  assert.equal(polled, 1);
  assert.deepEqual(
    take().flatMap(({ heard }) => heard.map(({ kind }) => kind)),
    ['begin'],
  );
});

/** Lists the messages about trade lists of the whole venue, and about the times that these fill. */
function listFilled(messages: readonly TapeMessage[]) {
  const listings = messages.filter((message) => message.kind === 'venueListing');
  const filled = messages
    .flatMap((message) => (message.kind === 'batch' ? message.heard : []))
    .flatMap((change) => (change.kind === 'fill' ? [[change.fromMs, change.toMs]] : []));
  return {
    listed: listings.map(({ fromMs, toMs, trades }) => [fromMs, toMs, trades.map(({ id }) => id)]),
    filled,
  };
}

test('the time before a start is filled from the list of the venue, the newest part first, and a failure is repeated', async (t) => {
  const messages: TapeMessage[] = [];
  const asked: number[][] = [];
  const earlierMs = NOW - 10 * MINUTE;
  let isDown = true;
  const { pass, threads } = open(t, {
    polls: async () => {
      const polledAt = Date.now() as EpochMs;
      return { wholeFrom: epochMs(polledAt - 60_000), isCut: false, polledAt, trades: [] };
    },
    reads: {
      readVenueTrades: async ({ fromMs, toMs }) => {
        asked.push([fromMs, toMs]);
        if (isDown) throw new Error('503');
        // Each read reaches back by four minutes.
        const wholeFrom = epochMs(Math.max(fromMs, toMs - 4 * MINUTE));
        return {
          trades: [
            print(A, wholeFrom - 1, 'half'),
            print(A, toMs, `t${asked.length}`),
            print('pm-other', toMs, 'x'),
          ],
          wholeFrom,
          isCut: wholeFrom > fromMs,
        };
      },
    },
    onMessage: (message) => messages.push(message),
  });
  threads[0]?.reply({
    kind: 'restored',
    newestMs: NOW - 9 * MINUTE,
    heardToMs: { polymarket: earlierMs },
    assets: [A],
    uncompared: [],
  });
  await pass(5_000);
  const toMs = NOW + 1_000 - 60_000 - 1;
  assert.deepEqual(asked, [[earlierMs + 1, toMs]]);
  isDown = false;
  await pass(MINUTE + 5_000);
  const second = toMs - 4 * MINUTE - 1;
  const third = second - 4 * MINUTE - 1;
  assert.deepEqual(listFilled(messages), {
    listed: [
      [toMs - 4 * MINUTE, toMs, ['t2']],
      [second - 4 * MINUTE, second, ['t3']],
      [earlierMs + 1, third, ['t4']],
    ],
    filled: [
      [toMs - 4 * MINUTE, toMs],
      [second - 4 * MINUTE, second],
      [earlierMs + 1, third],
    ],
  });
  assert.equal(asked.length, 4);
  await pass(MINUTE);
  assert.equal(asked.length, 4, 'nothing is left');
});

test('a hole of polls is filled, and what a day does not reach stays one', async (t) => {
  const asked: number[][] = [];
  let isBusy = false;
  const { pass, threads } = open(t, {
    polls: async () => {
      const polledAt = Date.now() as EpochMs;
      const wholeFrom = epochMs(isBusy ? polledAt - 5_000 : polledAt - 60_000);
      return { wholeFrom, isCut: isBusy, polledAt, trades: [] };
    },
    reads: {
      readVenueTrades: async ({ fromMs, toMs }) => {
        asked.push([fromMs, toMs]);
        return { trades: [], wholeFrom: fromMs, isCut: false };
      },
    },
  });
  await pass(5_000);
  assert.deepEqual(asked, []);
  isBusy = true;
  await pass(10_000);
  // The first poll, after a second, was complete up to half a minute before it.
  assert.deepEqual(asked, [[NOW - 29_000 + 1, NOW + 6_000 - 1]]);
  threads[0]?.reply({
    kind: 'restored',
    newestMs: NOW - 40 * HOUR_MS,
    heardToMs: { polymarket: NOW - 40 * HOUR_MS },
    assets: [],
    uncompared: [],
  });
  await pass(2_000);
  assert.equal(asked.length, 2);
  const [fromMs = 0] = asked[1] ?? [];
  assert.ok(fromMs >= NOW - 24 * HOUR_MS && fromMs <= NOW - 24 * HOUR_MS + MINUTE);
});

test('a market that is listed after its first trades loses none of them', async (t) => {
  const messages: TapeMessage[] = [];
  const asked: unknown[][] = [];
  const listed = new Set([A]);
  const { pass, recorder } = open(t, {
    listed: { includes: (asset) => listed.has(asset) },
    polls: async () => {
      const polledAt = Date.now() as EpochMs;
      const trades = [print('pm-new', polledAt - 2_000, 'polled')];
      return { wholeFrom: epochMs(polledAt - 30_000), isCut: false, polledAt, trades };
    },
    reads: {
      readTrades: async ({ asset }, { fromMs }) => {
        asked.push([asset, fromMs]);
        return { trades: [print(asset, fromMs, 'early')], wholeFrom: fromMs, isCut: false };
      },
    },
    onMessage: (message) => messages.push(message),
  });
  await pass(12_000);
  assert.deepEqual([asked, (await recorder.read()).unlisted], [[], 2]);
  listed.add('pm-new');
  await pass(12_000);
  assert.deepEqual(asked, [['pm-new', NOW - 1_000]]);
  const listing = messages.find((message) => message.kind === 'listing');
  assert.deepEqual(
    listing?.trades.map(({ id }) => id),
    ['early'],
  );
  const filled = listFilled(messages).filled;
  assert.deepEqual(filled, [], 'the time counts as heard already');
});

test('an asset without trades has a reason: not read yet, not followed, not heard any more, or none came', async (t) => {
  const { recorder, stream, report, threads, pass, disk } = open(t);
  const find = (asset = A) => recorder.findStated(asset, 'polymarket');
  const why = (asset?: string) => find(asset).whyNone;
  assert.equal(why(), 'pending');
  threads[0]?.reply({ kind: 'volumes', volumes: [] });
  assert.equal(why(), 'never');
  stream.hear({ kind: 'begin', asset: A, at: epochMs(NOW) });
  assert.deepEqual([why(), why(B)], ['no_trades', 'never']);
  stream.hear({ kind: 'end', asset: A, at: epochMs(NOW + 1), reason: 'connection' });
  assert.equal(why(), 'break_connection');
  const row = { asset: A, hourMs: NOW - (NOW % HOUR_MS), buys: 1, sells: 2, unknown: 0, trades: 2 };
  report({ volumes: [row] });
  assert.deepEqual([find().stated?.sells, why()], [2, null]);
  // A restarted thread reads the stored trades. The reports of the previous one are among them, or lost.
  threads[0]?.end('out of memory');
  await pass(1_000);
  threads[1]?.reply({ kind: 'volumes', volumes: [{ ...row, sells: 1, trades: 1 }] });
  assert.deepEqual(find().stated?.trades, 1);
  disk.level = 'critical';
  await pass(10_000);
  assert.deepEqual([why(A), why(B)], [null, 'break_disk']);
});

test('trades of a polled venue are known from its first poll until polls fail for minutes', async (t) => {
  let fails = false;
  const { recorder, threads, pass } = open(t, {
    polls: async () => {
      if (fails) throw new Error('503');
      return { wholeFrom: epochMs(NOW), isCut: false, polledAt: Date.now() as EpochMs, trades: [] };
    },
  });
  threads[0]?.reply({ kind: 'volumes', volumes: [] });
  const why = () => recorder.findStated(A, 'polymarket').whyNone;
  assert.equal(why(), 'pending');
  await pass(2_000);
  assert.equal(why(), 'no_trades');
  fails = true;
  await pass(3 * MINUTE);
  assert.equal(why(), 'break_silence');
});

const TRAITS = Object.fromEntries(
  VENUES.map((venue): [VenueId, TradeTraits] => [
    venue,
    { openedMs: 0, ids: venue === 'polymarket' ? 'transaction' : 'trade' },
  ]),
) as Record<VenueId, TradeTraits>;

test('a tape is written, and reads as it was sent', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tape-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: NOW });
  let desk: TapeDesk | null = null;
  const { recorder, stream, pass } = open(t, {
    onMessage: (message, reply) => {
      desk ??= new TapeDesk({
        writer,
        trades: new TradeDesk(TRAITS),
        reader: new SqliteTapeReader(dataDir),
        bookDays: 0,
        now: () => Date.now(),
        report: reply,
        onError: (error) => assert.fail(String(error)),
      });
      if (message.kind === 'batch') desk.receive(message);
      else if (message.kind === 'stop') writer.stop(message.atMs);
    },
  });
  stream.whole(A, NOW + 10);
  stream.hear({ kind: 'begin', asset: A, at: epochMs(NOW + 10) });
  stream.change(A, NOW + 20, 7);
  stream.trade(A, NOW + 30, '0xab:yes');
  stream.trade(A, NOW + 30, '0xab:yes');
  await pass(1_500);
  const { books, trades, duplicates, waiting } = await recorder.read();
  assert.deepEqual([books, trades, duplicates, waiting], [1, 1, 1, 0]);
  await recorder.stop();
  const reader = new SqliteTapeReader(dataDir);
  t.after(() => reader.close());
  const key = { venue: 'polymarket', storeKey: 'a' } as const;
  const found = await reader.findBook(key, NOW + 500);
  assert.deepEqual(
    [found.book?.bids.length, found.book?.bids.price(0), found.book?.bids.size(0)],
    [1, 0.4, 7],
  );
  const read = await reader.readTrades(key, { fromMs: NOW, toMs: NOW + 1_000, limit: 10, order: 'oldest' });
  assert.deepEqual(
    read.trades.map(({ id, t: at, price, side }) => [id, at, price, side]),
    [['0xab:yes', NOW + 30, 0.5, 'buy']],
  );
});
