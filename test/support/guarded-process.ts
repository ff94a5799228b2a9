import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { createStreamAgent, guardConnections } from '../../src/upstream/connections.ts';

/**
 * A process whose connections are guarded, and whose resolver says that every name is this machine. States what became
 * of a request and of streams to a server here, by name and by address, and how many connections the server saw.
 */
await guardConnections({
  lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  isPrivate: (address) => address.startsWith('127.'),
});

const server = createServer((_request, response) => response.end('ok'));
let connections = 0;
server.on('connection', () => connections++);
new WebSocketServer({ server }).on('connection', (socket) => socket.close());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const getErrorCode = (error: unknown): string => {
  const { code, cause, description } = error as { code?: string; cause?: unknown; description?: unknown };
  if (typeof code === 'string') return code;
  const inner = cause ?? description;
  return inner === undefined ? String(error) : getErrorCode(inner);
};

const byFetch = (host: string) =>
  fetch(`http://${host}:${port}`).then(async (answer) => await answer.text(), getErrorCode);

const byWebSocket = (host: string) =>
  new Promise<string>((resolve) => {
    const url = `ws://${host}:${port}`;
    const socket = new WebSocket(url, { agent: createStreamAgent(url) });
    socket.on('open', () => resolve('ok'));
    socket.on('error', (error) => resolve(getErrorCode(error)));
  });

const bySocketIo = (host: string) =>
  new Promise<string>((resolve) => {
    const url = `ws://${host}:${port}`;
    // The types have what browsers take; in Node the agent is passed on to the socket.
    const socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      agent: createStreamAgent(url) as never,
    });
    socket.on('connect_error', (error) => {
      socket.close();
      resolve(getErrorCode((error as { description?: { error?: unknown } }).description?.error ?? error));
    });
  });

const byName = {
  fetch: await byFetch('a.example'),
  WebSocket: await byWebSocket('b.example'),
  'Socket.IO': await bySocketIo('c.example'),
};
const byAddress = { fetch: await byFetch('127.0.0.1'), WebSocket: await byWebSocket('127.0.0.1') };
process.stdout.write(JSON.stringify({ byName, byAddress, connections }));
process.exit();
