import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createParser } from 'eventsource-parser';
import { SlowSocket } from '../../../../test/support/slow-socket.ts';
import { buildPerpAsset, epochMs } from '../../../domain/index.ts';
import { startFlow } from '../flow-frames.ts';
import { StreamHub } from '../stream-hub.ts';
import { StreamReader } from '../stream-reader.ts';
import { EventLog, type LoggedEvent } from './event-log.ts';
import { LogReader } from './log-reader.ts';

const [BTC, ETH] = [buildPerpAsset('BTC'), buildPerpAsset('ETH')];
const KIB = 1024;
const FULL = 256 * KIB;

const quote = (price: number, { asset } = BTC): LoggedEvent => ({
  asset,
  kind: 'quote',
  frame: { asset, price },
});
const trade = (id: number): LoggedEvent => ({ asset: BTC.asset, kind: 'trade', frame: { id } });
const flow = (price: number, volume: number): LoggedEvent => {
  const at = epochMs(1_000);
  const rest = { bid: null, ask: null, change24hPct: null, venueTime: null, receivedAt: at };
  const pulse = { asset: BTC.asset, kind: BTC.kind, price, ...rest };
  return { asset: BTC.asset, kind: 'flow', pulse: { pulse, volume } };
};
/** An event of so many bytes, about. */
const large = (price: number, bytes: number): LoggedEvent => ({
  ...quote(price),
  kind: 'quote',
  frame: { asset: BTC.asset, price, more: 'x'.repeat(bytes) },
});

/** A reader of all events of a log, and the socket that it is written to. */
function openReader({ intervalMs = null as number | null, isRaw = false, maxBytes = 64 * KIB * KIB } = {}) {
  let now = 0;
  const socket = new SlowSocket();
  const response = { socket } as unknown as ServerResponse;
  const reader = new StreamReader(response, { isPermitted: null, beat: 0, now });
  const hub = new StreamHub();
  const log = new EventLog({ now: () => now, maxBytes });
  const lost: number[] = [];
  const member = new LogReader({
    reader,
    hub,
    log,
    topics: new Set(['topic quote hl-BTC', 'topic quote hl-ETH', 'topic flow hl-BTC', 'topic trade hl-BTC']),
    assets: 2,
    intervalMs,
    isRaw,
    clock: () => 7,
    onLost: (seq) => lost.push(seq),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what an event holds
  const events: { id: number; event: string; data: any }[] = [];
  const parser = createParser({
    onEvent: ({ id, event = '', data }) =>
      events.push({ id: Number(id?.split('-')[1]), event, data: JSON.parse(data) }),
  });
  return {
    socket,
    reader,
    log,
    lost,
    append: (event: LoggedEvent) => log.append(`topic ${event.kind} ${event.asset}`, event),
    say: (event: LoggedEvent) => member.offer(log.append(`topic ${event.kind} ${event.asset}`, event)),
    begin: (seq: number) => member.begin(seq, new Map([[BTC.asset, startFlow(100, 1)]]), now),
    turn: (ms = 50) => {
      now += ms;
      member.turn(now);
    },
    /** Waits until what the reader was given is written: raw events are written in slices. */
    written: async () => {
      for (let before = -1; before !== socket.written.length; ) {
        before = socket.written.length;
        await hub.slices.do(() => undefined);
      }
    },
    /** Events that were written since the last call. */
    sent: () => {
      for (const text of socket.written.splice(0)) parser.feed(text);
      return events.splice(0);
    },
  };
}

test('above 256 KiB a reader keeps the newest event of each asset and kind, and is told how many it skipped', () => {
  const { socket, say, begin, turn, sent } = openReader();
  begin(0);
  socket.writableLength = FULL + 1;
  for (const event of [quote(1), quote(50, ETH), trade(1), flow(101, 2)]) say(event);
  turn();
  for (const event of [quote(2), flow(99, 5), trade(2)]) say(event);
  turn();
  for (const event of [quote(3), trade(3), flow(98, 1)]) say(event);
  turn();
  assert.deepEqual(sent(), []);
  socket.take(1);
  say(quote(4));
  turn();
  const events = sent();
  assert.deepEqual(
    events.map(({ id, event, data }) => [id, event, data.price ?? data.id ?? data.p, data.skipped]),
    [
      [2, 'quote', 50, 0],
      [9, 'trade', 3, 2],
      [10, 'flow', 98, 2],
      [11, 'quote', 4, 3],
    ],
  );
  const { prevP, v, weight, side, signed, cumulative, skipped } = events[2]?.data ?? {};
  assert.deepEqual(
    { prevP, v, weight, side, signed, cumulative, skipped },
    { prevP: 100, v: 8, weight: 8, side: 'sell', signed: -4, cumulative: -4, skipped: 2 },
  );
  socket.take(FULL);
  for (const event of [quote(5), quote(6), flow(99, 3)]) say(event);
  turn();
  assert.deepEqual(
    sent().map(({ data }) => [data.price ?? data.cumulative, data.skipped]),
    [
      [5, 0],
      [6, 0],
      [-1, 0],
    ],
  );
});

test('at 256 KiB a reader still receives every event', () => {
  const { socket, say, begin, turn, sent } = openReader();
  begin(0);
  socket.writableLength = FULL;
  for (const price of [1, 2, 3]) say(quote(price));
  turn();
  assert.deepEqual(
    sent().map(({ data }) => [data.price, data.skipped]),
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  );
});

test('a slow rhythm skips no trade', () => {
  const { say, begin, turn, sent } = openReader({ intervalMs: 1_000 });
  begin(0);
  say(quote(1));
  turn();
  sent();
  for (const event of [quote(2), trade(1), quote(3), trade(2)]) say(event);
  turn(950);
  assert.deepEqual(sent(), []);
  turn();
  assert.deepEqual(
    sent().map(({ data }) => [data.price ?? data.id, data.skipped]),
    [
      [1, 0],
      [3, 1],
      [2, 0],
    ],
  );
});

test('a raw reader receives every event up to 1 MiB, and then its end', async () => {
  const { socket, reader, say, begin, sent, written } = openReader({ isRaw: true });
  begin(0);
  say(large(1, 400 * KIB));
  say(large(2, 400 * KIB));
  // Neither of the two is skipped.
  say(quote(3));
  await written();
  assert.ok(socket.writableLength > 800 * KIB);
  assert.equal(reader.isOpen, true);
  say(large(4, 400 * KIB));
  await written();
  assert.deepEqual([reader.isOpen, socket.destroyed], [false, false]);
  say(quote(5));
  await written();
  const events = sent();
  assert.deepEqual(
    events.map(({ id, event, data }) => [id, event, data.price]),
    [
      [1, 'quote', 1],
      [2, 'quote', 2],
      [3, 'quote', 3],
      [Number.NaN, 'resync', undefined],
    ],
  );
  assert.match(events.at(-1)?.data.lastEventId, /^[0-9a-f]{12}-3$/);
});

test('a reader catches up in pieces, and waits while it is full', () => {
  const { socket, append, say, begin, turn, sent } = openReader();
  for (let i = 1; i <= 10; i++) append(large(i, 100 * KIB));
  begin(0);
  const prices = () => sent().map(({ data }) => data.price);
  assert.deepEqual(prices(), [1, 2, 3]);
  say(quote(11));
  turn();
  assert.deepEqual(prices(), []);
  const all: number[] = [];
  for (let i = 0; i < 4; i++) {
    socket.take(socket.writableLength);
    turn();
    all.push(...prices());
  }
  assert.deepEqual(all, [4, 5, 6, 7, 8, 9, 10, 11]);
});

for (const isRaw of [false, true]) {
  test(`${isRaw ? 'a raw' : 'a'} reader that missed thousands of flow events is not dropped by their bytes`, async () => {
    const { socket, reader, append, begin, turn, sent, written } = openReader({ isRaw });
    for (let i = 1; i <= 9_000; i++) append(flow(100 + (i % 7), 1));
    begin(0);
    const received: number[] = [];
    for (let turns = 0; received.length < 9_000 && turns < 100; turns++) {
      await written();
      assert.equal(reader.isOpen, true, `after ${received.length} events`);
      received.push(...sent().map(({ id }) => id));
      socket.take(socket.writableLength);
      turn();
    }
    assert.deepEqual(
      received,
      Array.from({ length: 9_000 }, (_, i) => i + 1),
    );
  });
}

for (const { by, overtake } of [
  { by: 'five minutes', overtake: ({ turn }: ReturnType<typeof openReader>) => turn(300_001) },
  {
    by: 'the size of the log',
    overtake: ({ append }: ReturnType<typeof openReader>) => {
      for (let i = 0; i < 20; i++) append(large(i, 100 * KIB));
    },
  },
]) {
  test(`a reader that is overtaken by ${by} is said to have lost events, and receives none of before`, () => {
    const bench = openReader({ intervalMs: 1_000, maxBytes: 2_000 * KIB });
    const { socket, lost, append, say, begin, turn, sent } = bench;
    for (let i = 1; i <= 10; i++) append(large(i, 100 * KIB));
    begin(0);
    assert.deepEqual(
      sent().map(({ data }) => data.price),
      [3],
    );
    socket.take(socket.writableLength);
    turn();
    // Three more wait for their time.
    socket.writableLength = FULL + 1;
    overtake(bench);
    turn();
    assert.deepEqual(lost, []);
    socket.take(FULL);
    turn();
    assert.deepEqual(lost, [6]);
    say(quote(500));
    turn(1_000);
    assert.deepEqual(sent(), []);
    begin(bench.log.position);
    say(quote(501));
    turn(1_000);
    assert.deepEqual(
      sent().map(({ data }) => [data.price, data.skipped]),
      [[501, 0]],
    );
  });
}
