import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoopbackVenue {
  readonly url: string;
  readonly wsUrl: string;
  /** Paths with their queries, in the order asked. */
  readonly asked: URL[];
  /** Frames of all connections, in the order received; `PING` left out. */
  readonly frames: string[];
  readonly sockets: Set<WebSocket>;
}

/** Starts the venue's HTTP hosts and its stream on one loopback port. */
export async function loopbackVenue(
  t: TestContext,
  answer: (url: URL) => Answer | null,
  onFrame: (frame: string, socket: WebSocket) => void = () => undefined,
): Promise<LoopbackVenue> {
  const asked: URL[] = [];
  const frames: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    asked.push(url);
    const found = answer(url) ?? { status: 404, body: { error: 'not found' } };
    const text = typeof found.body === 'string' ? found.body : JSON.stringify(found.body);
    response
      .writeHead(found.status ?? 200, { 'content-type': 'application/json', ...found.headers })
      .end(text);
  });
  const streams = new WebSocketServer({ server, path: '/ws/market' });
  streams.on('connection', (socket) => {
    socket.on('message', (data) => {
      const frame = String(data);
      if (frame === 'PING') {
        socket.send('PONG');
        return;
      }
      frames.push(frame);
      onFrame(frame, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of streams.clients) socket.terminate();
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    asked,
    frames,
    sockets: streams.clients,
  };
}
