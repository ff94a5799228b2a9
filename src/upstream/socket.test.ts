import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, mock, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { epochMs } from '../domain/index.ts';
import { ReconnectingSocket, type ReconnectingSocketOptions } from './socket.ts';

const cleanups: (() => void)[] = [];
after(() => {
  for (const cleanup of cleanups) cleanup();
});
// Mocked timers affect the whole process, so later tests need the real ones back.
afterEach(() => mock.timers.reset());

/** Starts a loopback server that keeps what it received. */
async function server() {
  const sockets: WebSocket[] = [];
  const seen: string[] = [];
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  listening.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => seen.push(String(data)));
  });
  await new Promise((ready) => listening.once('listening', ready));
  cleanups.push(() => {
    for (const socket of sockets) socket.terminate();
    listening.close();
  });
  return { url: `ws://127.0.0.1:${(listening.address() as AddressInfo).port}`, sockets, seen, listening };
}

function socketTo(url: string, options: Partial<ReconnectingSocketOptions> = {}) {
  const events: string[] = [];
  let now = 0;
  const socket = new ReconnectingSocket({
    url,
    onOpen: () => events.push('open'),
    onMessage: (text, receivedAt) => events.push(`message ${text} ${receivedAt}`),
    onClose: () => events.push('close'),
    silenceMs: 60_000,
    clock: () => epochMs(42),
    random: () => 0,
    now: () => now,
    ...options,
  });
  cleanups.push(() => socket.stop());
  /** Advances the clock of the socket together with its timers. */
  const pass = (ms: number) => {
    now += ms;
    mock.timers.tick(ms);
  };
  return { socket, events, pass };
}

/** Lets input and output happen while the mocked timers stand still. */
async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 200_000; turn++) {
    if (condition()) return;
    await new Promise((next) => setImmediate(next));
  }
  throw new Error(`did not happen: ${what}`);
}

test('messages arrive with our own receive time', async () => {
  const { url, sockets } = await server();
  const { socket, events } = socketTo(url);
  socket.start();
  await until(() => events.includes('open'), 'open');
  sockets[0]?.send('hello');
  await until(() => events.length === 2, 'message');
  assert.deepEqual(events, ['open', 'message hello 42']);
  assert.equal(socket.lastMessageAt, 42);
});

test('sending before the connection is open says that nothing was sent', async () => {
  const { url, seen } = await server();
  const { socket, events } = socketTo(url);
  assert.equal(socket.send('lost'), false);
  socket.start();
  await until(() => events.includes('open'), 'open');
  assert.equal(socket.send('kept'), true);
  await until(() => seen.length > 0, 'arrival');
  assert.deepEqual(seen, ['kept']);
});

test('a lost connection comes back after a wait, and is opened again', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url, sockets } = await server();
  const { socket, events } = socketTo(url);
  socket.start();
  await until(() => events.includes('open'), 'open');
  sockets[0]?.terminate();
  await until(() => events.includes('close'), 'close');
  assert.equal(socket.connected, false);
  mock.timers.tick(499);
  assert.equal(socket.reconnects, 0, 'not before half of the first second');
  mock.timers.tick(1);
  await until(() => events.length === 3, 'second open');
  assert.deepEqual(events, ['open', 'close', 'open']);
  assert.equal(socket.reconnects, 1);
});

test('the wait doubles with every attempt that fails', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url, listening } = await server();
  await new Promise((closed) => listening.close(closed));
  let closes = 0;
  const { socket } = socketTo(url, { onClose: () => closes++ });
  socket.start();
  for (const [attempt, waitMs] of [500, 1_000, 2_000, 4_000].entries()) {
    await until(() => closes === attempt + 1, `failure ${attempt}`);
    mock.timers.tick(waitMs - 1);
    assert.equal(socket.reconnects, attempt);
    mock.timers.tick(1);
    assert.equal(socket.reconnects, attempt + 1);
  }
});

test('a handshake that is refused for a while is tried again after the wait that the server asked for, once', async () => {
  const { url, listening } = await server();
  let refused = 0;
  const refusal = createServer((_, response) => response.end());
  refusal.on('upgrade', (_, socket) => {
    refused++;
    const wait = refused === 1 ? 'Retry-After: 20\r\n' : '';
    socket.end(`HTTP/1.1 503 Service Unavailable\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise((closed) => listening.close(closed));
  const { port } = new URL(url);
  await new Promise<void>((ready) => refusal.listen(Number(port), '127.0.0.1', ready));
  cleanups.push(() => refusal.close());
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const errors: string[] = [];
  let closes = 0;
  const { socket } = socketTo(url, {
    onClose: () => closes++,
    onError: ({ message }) => errors.push(message),
  });
  socket.start();
  await until(() => closes === 1, 'the first refusal');
  mock.timers.tick(19_999);
  assert.equal(socket.reconnects, 0);
  mock.timers.tick(1);
  assert.equal(socket.reconnects, 1);
  await until(() => closes === 2, 'the second refusal');
  mock.timers.tick(1_000);
  assert.equal(socket.reconnects, 2, 'without a wait that was asked for');
  assert.equal(errors[0], 'Unexpected server response: 503');
});

test('a connection that its owner gives up comes back after the wait of a lost one, which grows', async () => {
  const { url, listening } = await server();
  let connections = 0;
  listening.on('connection', () => connections++);
  mock.timers.enable({ apis: ['setTimeout'] });
  const { socket, events } = socketTo(url);
  socket.start();
  for (const [given, wait] of [500, 1_000, 2_000].entries()) {
    await until(() => socket.connected && connections === given + 1, `connection ${given + 1}`);
    socket.renewLater();
    assert.equal(socket.connected, false);
    mock.timers.tick(wait - 1);
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next));
    assert.equal(connections, given + 1, `not before ${wait} ms`);
    mock.timers.tick(1);
  }
  await until(() => socket.connected, 'the last one');
  assert.deepEqual([events.filter((event) => event === 'close').length, socket.reconnects], [3, 3]);
});

test('a silent connection is renewed and its owner learns that the old one is gone', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url } = await server();
  const { socket, events, pass } = socketTo(url, { silenceMs: 1_000 });
  socket.start();
  await until(() => events.includes('open'), 'open');
  pass(999);
  assert.deepEqual(events, ['open']);
  pass(1);
  await until(() => events.length === 3, 'renewal');
  assert.deepEqual(events, ['open', 'close', 'open']);
  assert.equal(socket.reconnects, 1);
});

test('every message postpones the renewal', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url, sockets } = await server();
  const { socket, events, pass } = socketTo(url, { silenceMs: 1_000 });
  socket.start();
  await until(() => events.includes('open'), 'open');
  for (let turn = 1; turn <= 8; turn++) {
    pass(900);
    sockets[0]?.send('alive');
    await until(() => events.length === 1 + turn, `message ${turn}`);
  }
  assert.ok(!events.includes('close'));
  pass(999);
  assert.ok(!events.includes('close'));
  pass(1);
  assert.ok(events.includes('close'));
});

test('the ping is sent at its interval', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url, seen } = await server();
  const { socket, events } = socketTo(url, { ping: { text: 'ping', everyMs: 1_000 } });
  socket.start();
  await until(() => events.includes('open'), 'open');
  mock.timers.tick(2_000);
  await until(() => seen.length === 2, 'two pings');
  assert.deepEqual(seen, ['ping', 'ping']);
});

test('a message larger than the limit ends the connection', async () => {
  const { url, sockets } = await server();
  const { socket, events } = socketTo(url, { maxPayloadBytes: 10 });
  socket.start();
  await until(() => events.includes('open'), 'open');
  sockets[0]?.send('x'.repeat(11));
  await until(() => events.includes('close'), 'close');
  assert.deepEqual(events, ['open', 'close']);
});

test('after stop nothing comes back, also while connecting', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { url, sockets } = await server();
  const { socket, events } = socketTo(url);
  socket.start();
  socket.stop();
  socket.start();
  await until(() => events.includes('open'), 'open');
  socket.stop();
  sockets[0]?.send('late');
  mock.timers.tick(120_000);
  await new Promise((next) => setImmediate(next));
  assert.deepEqual(events, ['open']);
  assert.equal(socket.connected, false);
});
