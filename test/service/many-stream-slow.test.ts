import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import {
  type LiveBench,
  type SseBlock,
  type SseClient,
  STREAMED,
  startLive,
  turn,
} from '../support/live-streams.ts';

const PATH = `/api/stream?assets=${STREAMED.asset}`;

/** Opens a stream, and finds the service's side of its connection. */
async function openWithSocket({ app, open }: LiveBench, ...args: Parameters<LiveBench['open']>) {
  const connected = once(app.server, 'connection');
  const client = await open(...args);
  const [socket] = (await connected) as [Socket];
  return { client, socket };
}

/** Makes a connection state how many bytes wait in it, as that of a slow reader, which takes some all the time. */
function stateWaiting(socket: Socket, waiting: () => number): void {
  let written = 0;
  Object.defineProperty(socket, 'writableLength', { get: waiting });
  Object.defineProperty(socket, 'bytesWritten', { get: () => (written += 1024 * 1024) });
}

/** Reads events up to the first of a name. */
async function readTo(client: SseClient, name: string): Promise<SseBlock[]> {
  const blocks: SseBlock[] = [];
  while (blocks.at(-1)?.event !== name) blocks.push(await client.event());
  return blocks;
}

test('a slow reader receives the newest price and the volume of all when it has room', async (t) => {
  const bench = await startLive(t);
  const { client, socket } = await openWithSocket(bench, `${PATH}&kinds=quote,flow`);
  await readTo(client, 'ready');
  let waiting = 256 * 1024 + 1;
  stateWaiting(socket, () => waiting);
  for (const price of [101, 102, 103]) {
    bench.say(price);
    await bench.pass(300);
  }
  waiting = 0;
  await bench.pass(50);
  const events = [await client.event(), await client.event()];
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.price ?? data.p, data.skipped]),
    [
      ['quote', 103, 2],
      ['flow', 103, 2],
    ],
  );
  assert.deepEqual([events[1]?.data.prevP, events[1]?.data.signed, events[1]?.data.cumulative], [100, 3, 3]);
});

test('a raw reader that does not read is ended by resync, and comes back to the next event', async (t) => {
  const bench = await startLive(t);
  const path = `${PATH}&raw=true`;
  const { client, socket } = await openWithSocket(bench, path);
  await readTo(client, 'ready');
  client.response.pause();
  let said = 0;
  while (!socket.writableEnded && said < 500_000) {
    for (let i = 0; i < 500; i++) bench.say(1_000 + ++said);
    await turn();
  }
  assert.ok(socket.writableEnded, 'the stream was not ended');
  bench.say(1_000 + ++said);
  client.response.resume();
  await client.ended;
  const events = client.pending();
  const last = events.at(-2);
  assert.deepEqual(
    [events.at(-1)?.event, events.at(-1)?.id, events.at(-1)?.data],
    ['resync', null, { lastEventId: last?.id }],
  );
  const back = await bench.open(path, { 'last-event-id': String(last?.id) });
  assert.deepEqual(
    (await readTo(back, 'ready')).map(({ event }) => event),
    ['ready'],
  );
  const prices = events.slice(0, -1).map(({ data }) => data.price);
  while (prices.length < said) {
    await bench.pass(50);
    for (const { data } of back.pending()) prices.push(data.price);
  }
  assert.deepEqual(
    prices,
    Array.from({ length: said }, (_, i) => 1_001 + i),
  );
});

test('a reader whose missed events leave the log while it is slow begins anew', async (t) => {
  const bench = await startLive(t);
  const first = await bench.open(PATH);
  const ready = (await readTo(first, 'ready')).at(-1);
  for (const price of [101, 102]) {
    bench.say(price);
    await bench.pass(300);
  }
  let waiting = 0;
  bench.app.server.once('connection', (socket: Socket) => stateWaiting(socket, () => waiting));
  waiting = 300 * 1024;
  const back = await bench.open(PATH, { 'last-event-id': String(ready?.id) });
  assert.deepEqual(
    (await readTo(back, 'ready')).map(({ event }) => event),
    ['ready'],
  );
  await bench.pass(300_001);
  bench.say(110);
  await bench.pass(50);
  assert.deepEqual(
    back.pending().filter(({ data }) => data !== null),
    [],
  );
  waiting = 0;
  await bench.pass(50);
  const [resync, snapshot, again] = await readTo(back, 'ready');
  assert.deepEqual([resync?.event, resync?.id, resync?.data], ['resync', null, { lastEventId: ready?.id }]);
  assert.deepEqual(
    [snapshot?.event, snapshot?.id, snapshot?.data.price, snapshot?.data.snapshot],
    ['quote', null, 110, true],
  );
  bench.say(111);
  await bench.pass(300);
  const next = await back.event();
  assert.deepEqual([next.data.price, next.data.snapshot, next.data.skipped], [111, false, 0]);
  const numbers = [again, next].map((block) => Number(block?.id?.split('-')[1]));
  assert.equal(numbers[1], numbers[0]! + 1);
});
