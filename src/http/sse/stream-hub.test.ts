import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';

/** Starts a server with one stream, to whose readers the test can write. */
async function startHub(t: TestContext, admission: { isLive(): boolean } | null = null) {
  let now = 0;
  const hub = new StreamHub({ now: () => now });
  const readers: StreamReader[] = [];
  let closed = 0;
  const app = fastify();
  app.decorateRequest('admission', null);
  app.addHook('onRequest', async (request) => {
    request.admission = admission as typeof request.admission;
  });
  app.get('/', async (request, reply) => {
    readers.push(
      hub.open(hub.reserve(request.ip), request, reply, () => {
        closed++;
      }),
    );
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = async ({ allowHalfOpen = false } = {}) => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'data');
    return { socket, reader: readers.at(-1)! };
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { hub, open, pass, closed: () => closed };
}

test('a reader that does not read is dropped before it costs more than its megabyte', async (t) => {
  const { hub, open, closed } = await startHub(t);
  const { socket, reader } = await open();
  socket.pause();
  const frame = Buffer.alloc(64 * 1024, 'x');
  let written = 0;
  while (reader.isOpen && written < 256 * 1024 * 1024) {
    hub.write(reader, frame);
    written += frame.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(reader.isOpen, false);
  while (closed() === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(hub.stats(), { open: 0, opened: 1, refused: 0, dropped: 1 });
});

test('others are served while one does not read', async (t) => {
  const { hub, open } = await startHub(t);
  const [stuck, reads] = [await open(), await open()];
  stuck.socket.pause();
  let received = 0;
  reads.socket.on('data', (chunk) => {
    received += chunk.length;
  });
  const frame = Buffer.alloc(64 * 1024, 'x');
  let written = 0;
  while (stuck.reader.isOpen && written < 256 * 1024 * 1024) {
    hub.write(stuck.reader, frame);
    if (reads.reader.isOpen) hub.write(reads.reader, frame);
    written += frame.length;
    while (received < written) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual([stuck.reader.isOpen, reads.reader.isOpen], [false, true]);
});

test('a reader whose key has ended, and who does not close, is cut at the next look', async (t) => {
  const { hub, open, pass, closed } = await startHub(t, { isLive: () => false });
  await open({ allowHalfOpen: true });
  hub.tick();
  hub.tick();
  pass(4_999);
  hub.tick();
  assert.equal(hub.stats().open, 1);
  pass(1);
  hub.tick();
  while (closed() === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hub.stats().open, 0);
});

test('streams end with a hint when what they pass on is interrupted, and new ones are refused until it goes on', async (t) => {
  const { hub, open } = await startHub(t);
  let say: (isInterrupted: boolean) => void = () => undefined;
  const stop = hub.follow({
    isInterrupted: false,
    onInterruption: (listener) => {
      say = listener;
      return () => undefined;
    },
  });
  const { socket, reader } = await open();
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  say(true);
  await once(socket, 'close');
  assert.equal(reader.isOpen, false);
  assert.match(received, /retry: 2000\n\n$/);
  assert.throws(() => hub.reserve('127.0.0.1'), {
    code: 'streams_interrupted',
    headers: { 'retry-after': '2' },
  });
  say(false);
  hub.reserve('127.0.0.1').release();
  stop();
});
