import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { REFRESHED, SseClient, STREAMED, startLive, turn } from '../support/live-streams.ts';

const STREAM = `/api/asset/${STREAMED.asset}/stream`;
const FLOW = `/api/asset/${STREAMED.asset}/stream-flow`;
const SIGNAL = `/api/m2m/${STREAMED.asset}/stream-signal`;
const ALL = [STREAM, FLOW, SIGNAL];

test('every stream opens with its headers and the comment connected', async (t) => {
  const { open } = await startLive(t);
  for (const path of ALL) {
    const client = await open(path, { origin: 'https://example.org' });
    const { statusCode, headers } = client.response;
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.ok(headers['x-request-id']);
    assert.ok(headers.date);
    assert.equal((await client.next()).comment, 'connected');
  }
});

test('an unknown asset is 404 before any byte of a stream', async (t) => {
  const { open, app } = await startLive(t);
  for (const path of ALL) {
    const client = await open(path.replace('hl-BTC', 'hl-NOPE'));
    assert.equal(client.response.statusCode, 404);
    assert.match(String(client.response.headers['content-type']), /application\/json/);
    const answer = (await app.inject(path.replace('hl-BTC', 'hl-NOPE'))).json();
    assert.deepEqual([answer.ok, answer.error], [false, 'asset_not_found']);
  }
});

test('HEAD of a stream has its headers and no body', async (t) => {
  const { app } = await startLive(t);
  for (const path of ALL) {
    const head = await app.inject({ method: 'HEAD', url: path });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    assert.match(String(head.headers['content-type']), /text\/event-stream/);
  }
});

test('a price stream sends the newest state at once and then every pulse, with three clocks', async (t) => {
  const { open, say, pass, clock } = await startLive(t);
  const client = await open(STREAM);
  const first = await client.event();
  assert.deepEqual(first.data, {
    asset: 'hl-BTC',
    kind: 'hl-perp',
    price: 100,
    bid: 99,
    ask: 101,
    change24hPct: 0,
    venueTime: null,
    receivedAt: clock.read(),
    sentAt: clock.read(),
  });
  await pass(1_000);
  say(105);
  const pulse = await client.event();
  const now = clock.read();
  assert.deepEqual(
    [pulse.data.price, pulse.data.venueTime, pulse.data.receivedAt, pulse.data.sentAt],
    [105, now - 7, now, now],
  );
  assert.notEqual(pulse.id, first.id);
});

test('all readers get the same bytes, and one leaving does not disturb the others', async (t) => {
  const { open, say, pulses } = await startLive(t);
  const clients = await Promise.all([open(STREAM), open(STREAM), open(STREAM)]);
  for (const client of clients) await client.event();
  assert.equal(pulses.stats().perAsset['hl-BTC']?.subscribers, 3);
  say(101);
  const [one, two, three] = await Promise.all(clients.map((client) => client.event()));
  assert.deepEqual(one, two);
  assert.deepEqual(two, three);
  clients[1]?.close();
  await clients[1]?.ended;
  await turn();
  assert.equal(pulses.stats().perAsset['hl-BTC']?.subscribers, 2);
});

test('one upstream refresh serves all readers of an asset, and none is made without them', async (t) => {
  const { open, pass, bookReads, app } = await startLive(t);
  const paths = [`/api/asset/${REFRESHED.asset}/stream`, `/api/asset/${REFRESHED.asset}/stream-flow`];
  assert.equal(bookReads(), 0);
  const clients = await Promise.all([...paths, ...paths].map((path) => open(path)));
  const [first] = clients;
  let event = await (first as SseClient).event();
  while (event.data.price !== 0.46) event = await (first as SseClient).event();
  assert.equal(bookReads(), 1);
  await pass(5_000);
  assert.equal(bookReads(), 2);
  const { pulse } = (await app.inject('/api/health')).json();
  assert.deepEqual([pulse.assetsPolling, pulse.totalSubscribers], [1, 4]);
  assert.equal(pulse.perAsset[REFRESHED.asset].upstreamCalls, 2);

  for (const client of clients) client.close();
  await Promise.all(clients.map(({ ended }) => ended));
  await turn();
  await pass(60_000);
  assert.equal(bookReads(), 2);
  assert.equal((await app.inject('/api/health')).json().pulse.assetsPolling, 0);
});

test('every reader gets a heartbeat every 25 s', async (t) => {
  const { open, pass } = await startLive(t);
  const clients = await Promise.all([...ALL, ...ALL].map((path) => open(path)));
  await turn();
  for (let beat = 0; beat < 3; beat++) {
    for (const client of clients) client.pending();
    for (let tick = 0; tick < 5; tick++) await pass(5_000);
    await turn();
    for (const client of clients) {
      assert.equal(client.pending().filter(({ comment }) => comment === 'heartbeat').length, 1);
    }
  }
});

test('a reader that comes back gets exactly what it missed', async (t) => {
  const { open, say, pass } = await startLive(t);
  for (const path of [STREAM, FLOW]) {
    const stays = await open(path);
    const leaves = await open(path);
    await pass(300);
    say(101);
    let seen = await leaves.event();
    while ((seen.data.price ?? seen.data.p) !== 101) seen = await leaves.event();
    leaves.close();
    await leaves.ended;
    for (const price of [102, 103]) {
      await pass(300);
      say(price);
    }
    await turn();
    const back = await open(path, { 'last-event-id': String(seen.id) });
    const missed = [await back.event(), await back.event()];
    assert.deepEqual(
      missed.map(({ data }) => data.price ?? data.p),
      [102, 103],
    );
    const all = stays.pending().filter(({ data }) => data !== null);
    assert.deepEqual(
      missed.map(({ id }) => id),
      all.slice(-2).map(({ id }) => id),
    );
    await pass(300);
    say(104);
    assert.equal((await back.event()).data.receivedAt, (await stays.event()).data.receivedAt);
    stays.close();
    back.close();
  }
});

test('the only reader of an asset misses nothing while it reconnects', async (t) => {
  const { open, say, pass } = await startLive(t);
  const first = await open(STREAM);
  const { id } = await first.event();
  first.close();
  await first.ended;
  await turn();
  await pass(1_000);
  say(111);
  const back = await open(STREAM, { 'last-event-id': String(id) });
  assert.equal((await back.event()).data.price, 111);
});

test('every event of a stream carries data that is JSON, from the first on', async (t) => {
  const { open, say } = await startLive(t);
  for (const path of ALL) {
    const client = await open(path, { 'last-event-id': 'unknown-1' });
    assert.equal((await client.next()).comment, 'connected');
    const resync = await client.next();
    assert.deepEqual([resync.event, resync.data], ['resync', { lastEventId: 'unknown-1' }], path);
    say(101);
    await turn();
    const fresh = await open(path);
    say(102);
    await turn();
    // A parser that keeps to the specification drops an id without data; others hand on an empty text.
    const blocks = (client.text + fresh.text).split('\n\n').filter((block) => /^(id|event):/m.test(block));
    assert.ok(blocks.length > 0, path);
    for (const block of blocks) assert.match(block, /^data: \S/m, path);
  }
});

test('an unknown or outlived Last-Event-ID gives resync and the newest state', async (t) => {
  const { open, say, pass } = await startLive(t);
  for (const path of ALL) {
    for (const wrong of ['nonsense', 'aaaaaaaaaaaa-3', '-', '9'.repeat(400)]) {
      const client = await open(path, { 'last-event-id': wrong });
      const resync = await client.event();
      assert.deepEqual([resync.event, resync.data], ['resync', { lastEventId: wrong }], path);
      if (path !== FLOW) {
        const newest = await client.event();
        assert.equal(newest.event, null);
        assert.equal(newest.data.price.last ?? newest.data.price, 100);
      }
      client.close();
      await client.ended;
    }
  }
  const early = await open(STREAM);
  const { id } = await early.event();
  for (let i = 0; i < 258; i++) {
    await pass(250);
    say(200 + i);
  }
  await turn();
  const late = await open(STREAM, { 'last-event-id': String(id) });
  assert.equal((await late.event()).event, 'resync');
  assert.equal((await late.event()).data.price, 457);
});

test('flow classifies by the tick rule and sums from where the connection began', async (t) => {
  const { open, say, pass, clock } = await startLive(t);
  const first = await open(FLOW);
  await turn();
  for (const price of [101, 101, 99]) {
    await pass(300);
    say(price);
  }
  await turn();
  const events = first.pending().filter(({ data }) => data !== null);
  assert.deepEqual(
    events.map(({ data }) => [data.p, data.prevP, data.side, data.weight, data.signed, data.cumulative]),
    [
      [101, 100, 'buy', 1, 1, 1],
      [101, 101, 'buy', 1, 1, 2],
      [99, 101, 'sell', 1, -1, 1],
    ],
  );
  assert.deepEqual(Object.keys(events[0]?.data), [
    't',
    'p',
    'prevP',
    'v',
    'weight',
    'side',
    'signed',
    'cumulative',
    'venueTime',
    'receivedAt',
    'sentAt',
  ]);
  assert.equal(events[2]?.data.t, clock.read());

  const second = await open(FLOW);
  await turn();
  await pass(300);
  say(100);
  assert.equal((await first.event()).data.cumulative, 2);
  assert.equal((await second.event()).data.cumulative, 1);
});

test('flow carries the volume that a poll shows, and null in between', async (t) => {
  const { open, say, poll, pass } = await startLive(t);
  const client = await open(FLOW);
  await turn();
  await pass(300);
  poll(101, 12.5);
  const polled = await client.event();
  assert.deepEqual([polled.data.v, polled.data.weight, polled.data.signed], [12.5, 12.5, 12.5]);
  await pass(300);
  say(102);
  const between = await client.event();
  assert.deepEqual([between.data.v, between.data.weight, between.data.side], [null, 0, 'buy']);
  await pass(300);
  poll(103, 5);
  assert.equal((await client.event()).data.v, null, 'a total that fell says nothing');
});

test('a sum of flow that begins between two polls of a traded market counts volume alone', async (t) => {
  const { open, say, poll, pass } = await startLive(t);
  poll(100, 12.5);
  const client = await open(FLOW);
  await turn();
  await pass(300);
  say(101);
  assert.deepEqual((await client.event()).data.cumulative, 0);
  await pass(300);
  poll(102, 14);
  const polled = await client.event();
  assert.deepEqual([polled.data.v, polled.data.cumulative], [1.5, 1.5]);
});

test('the signal stream sends a bundle at once, on pulses, and when it is quiet', async (t) => {
  const { open, say, pass, clock } = await startLive(t);
  const client = await open(SIGNAL);
  const init = await client.event();
  assert.deepEqual([init.data.cause, init.data.asset, init.data.apiVersion], ['init', 'hl-BTC', 'v1']);
  for (const block of ['price', 'fairValue', 'risk', 'signals', 'tradeHint', 'freshness']) {
    assert.ok(block in init.data, block);
  }
  assert.deepEqual([init.data.sentAt, init.data.receivedAt], [clock.read(), clock.read()]);

  await pass(200);
  say(101);
  await turn();
  assert.deepEqual(client.pending(), [], 'not before 1,500 ms');
  await pass(1_302);
  const pulse = await client.event();
  assert.deepEqual([pulse.data.cause, pulse.data.price.last], ['pulse', 101]);

  for (const price of [102, 103, 104]) {
    await pass(300);
    say(price);
  }
  await turn();
  assert.deepEqual(client.pending(), []);
  await pass(700);
  assert.equal((await client.event()).data.price.last, 104);

  await pass(14_000);
  assert.deepEqual(
    client.pending().filter(({ data }) => data !== null),
    [],
  );
  await pass(1_000);
  const idle = await client.event();
  assert.deepEqual([idle.data.cause, idle.data.price.last], ['idle', 104]);
});

test('a signal reader resumes behind its last frame and then gets the newest bundle', async (t) => {
  const { open, say, pass } = await startLive(t);
  const stays = await open(SIGNAL);
  const leaves = await open(SIGNAL);
  const { id } = await leaves.event();
  leaves.close();
  await leaves.ended;
  for (const price of [101, 102]) {
    await pass(1_502);
    say(price);
    await turn();
    await pass(1_502);
  }
  const back = await open(SIGNAL, { 'last-event-id': String(id) });
  const events = [await back.event(), await back.event(), await back.event()];
  assert.deepEqual(
    events.map(({ data }) => [data.cause, data.price.last]),
    [
      ['pulse', 101],
      ['pulse', 102],
      ['init', 102],
    ],
  );
  stays.close();
});

test('a late joiner keeps its own distance of 1,500 ms and still learns of the move', async (t) => {
  const { open, say, pass } = await startLive(t);
  const early = await open(SIGNAL);
  await early.event();
  await pass(1_400);
  const late = await open(SIGNAL);
  assert.equal((await late.event()).data.cause, 'init');
  say(101);
  await pass(102);
  assert.equal((await early.event()).data.price.last, 101);
  assert.deepEqual(late.pending(), []);
  await pass(1_500);
  assert.equal((await late.event()).data.price.last, 101);
});

test('one address holds as many streams as allowed, and a closed one makes room', async (t) => {
  const { open } = await startLive(t, { settings: { streamLimits: { perAddress: 2, total: 100 } } });
  const [first] = [await open(STREAM), await open(SIGNAL)];
  await turn();
  const third = await open(FLOW);
  assert.equal(third.response.statusCode, 429);
  assert.ok(Number(third.response.headers['retry-after']) > 0);
  assert.equal(third.response.headers['cache-control'], 'no-store');
  first?.close();
  await first?.ended;
  await turn();
  assert.equal((await open(FLOW)).response.statusCode, 200);
});

test('the service holds as many streams as allowed', async (t) => {
  const { open, app } = await startLive(t, { settings: { streamLimits: { perAddress: 100, total: 1 } } });
  await open(STREAM);
  await turn();
  const second = await open(STREAM);
  assert.equal(second.response.statusCode, 503);
  const { error, message } = (await app.inject(STREAM)).json();
  assert.equal(error, 'stream_capacity');
  assert.match(message, /1 streams/);
});

test('when the process stops, every stream ends with a hint when to come back', async (t) => {
  const { open, app } = await startLive(t);
  const clients = await Promise.all(ALL.map((path) => open(path)));
  await turn();
  for (const client of clients) client.pending();
  const closing = app.close();
  await Promise.all(clients.map(({ ended }) => ended));
  await closing;
  for (const client of clients) {
    const last = client.pending().at(-1);
    assert.equal(last?.retry, 5_000);
  }
});

test('hundreds of connections that say nothing do not keep others from their answers', async (t) => {
  const { url, open, say } = await startLive(t);
  const port = Number(new URL(url).port);
  const silent: Socket[] = [];
  for (let i = 0; i < 500; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    silent.push(socket);
    await once(socket, 'connect');
    // Half of them begin a request and leave it at that.
    if (i % 2 === 0) socket.write(`GET ${STREAM} HTTP/1.1\r\nhost: x\r\n`);
  }
  const client = await open(STREAM);
  await client.event();
  say(123);
  assert.equal((await client.event()).data.price, 123);
  const quote = await open('/api/m2m/hl-BTC/quote');
  assert.equal(quote.response.statusCode, 200);
  for (const socket of silent) socket.destroy();
});

test('a reader that leaves before its first bundle is made leaves nothing behind', async (t) => {
  const { url, pulses, history, pass } = await startLive(t);
  const { findLast: last } = history;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  history.findLast = async (...args) => {
    await held;
    return last.apply(history, args);
  };
  const client = await SseClient.open(`${url}${SIGNAL}`, {});
  assert.equal((await client.next()).comment, 'connected');
  client.close();
  await client.ended;
  await turn();
  release();
  await turn();
  await pass(1_000);
  assert.equal(pulses.stats().assetsPolling, 0);
});

test('a stream behind an unanswered request of its connection is refused', async (t) => {
  const { url, history } = await startLive(t);
  const { findLast: last } = history;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  history.findLast = async (...args) => {
    await held;
    return last.apply(history, args);
  };
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  const slow = 'GET /api/m2m/hl-BTC/bundle HTTP/1.1\r\nhost: x\r\n\r\n';
  socket.write(`${slow}GET ${STREAM} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await turn();
  release();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  assert.match(text, /HTTP\/1\.1 200 OK[\s\S]*HTTP\/1\.1 400 Bad Request[\s\S]*validation_failed/);
});
