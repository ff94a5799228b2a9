import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

/** What the loopback venue answers: a body for status 200, a status with a raw text, or a cut line. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | 'reset';

export interface LoopbackVenue {
  readonly url: string;
  readonly wsUrl: string;
  /** Path and query of the calls so far. */
  readonly asked: readonly string[];
  readonly userAgents: ReadonlySet<string>;
  /** The lists of markets that were subscribed, in order, one for each call. */
  readonly subscriptions: readonly (readonly string[])[];
  readonly connections: () => number;
  /** Sends an event to every connection of the namespace. */
  push(event: string, data: unknown): void;
  /** Sends every client away, as the venue does when it restarts. */
  dismiss(): void;
  close(): Promise<void>;
}

/** A stand-in for Limitless on loopback, for tests. */
export async function startLoopbackVenue(answer: (path: URL) => Answer): Promise<LoopbackVenue> {
  const asked: string[] = [];
  const userAgents = new Set<string>();
  const subscriptions: string[][] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    userAgents.add(request.headers['user-agent'] ?? '');
    const reply = answer(new URL(path, 'http://venue'));
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    const [status, text] = 'json' in reply ? [200, JSON.stringify(reply.json)] : [reply.status, reply.text];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
  const markets = sockets.of('/markets');
  markets.on('connection', (socket) => {
    userAgents.add(socket.handshake.headers['user-agent'] ?? '');
    socket.on('subscribe_market_prices', (payload: { marketSlugs: string[] }) => {
      subscriptions.push(payload.marketSlugs);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    asked,
    userAgents,
    subscriptions,
    connections: () => markets.sockets.size,
    push: (event, data) => {
      markets.emit(event, data);
    },
    dismiss: () => {
      markets.disconnectSockets(true);
    },
    close: async () => {
      server.closeAllConnections();
      await sockets.close();
    },
  };
}
