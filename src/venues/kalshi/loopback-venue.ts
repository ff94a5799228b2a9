import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** What the loopback venue answers: a body for status 200, a status with a raw text, or a cut line. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | 'reset';

export interface LoopbackVenue {
  /** Ends in `/trade-api/v2`. */
  readonly url: string;
  readonly wsUrl: string;
  /** Path and query of the calls so far, without the base. */
  readonly asked: readonly string[];
  readonly frames: readonly string[];
  /** Headers of each stream handshake. */
  readonly handshakes: readonly IncomingHttpHeaders[];
  push(frame: unknown): void;
  close(): Promise<void>;
}

const BASE = '/trade-api/v2';

/** A stand-in for Kalshi on loopback, for tests. */
export async function startLoopbackVenue(answer: (path: URL) => Answer): Promise<LoopbackVenue> {
  const asked: string[] = [];
  const frames: string[] = [];
  const handshakes: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(BASE.length);
    asked.push(path);
    const reply = answer(new URL(path, 'http://venue'));
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    const [status, text] = 'json' in reply ? [200, JSON.stringify(reply.json)] : [reply.status, reply.text];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    handshakes.push(request.headers);
    socket.on('message', (data) => frames.push(String(data)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    wsUrl: `ws://127.0.0.1:${port}/trade-api/ws/v2`,
    asked,
    frames,
    handshakes,
    push: (frame) => {
      for (const socket of sockets.clients)
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
