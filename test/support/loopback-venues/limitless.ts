import { Server } from 'socket.io';
import { type Answer, startAnswering } from './answering-server.ts';

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

/** Starts a stand-in for Limitless on loopback. */
export async function startLoopbackVenue(answer: (path: URL) => Answer): Promise<LoopbackVenue> {
  const asked: string[] = [];
  const userAgents = new Set<string>();
  const subscriptions: string[][] = [];
  const { server, host } = await startAnswering(({ url = '', headers }) => {
    asked.push(url);
    userAgents.add(headers['user-agent'] ?? '');
    return answer(new URL(url, 'http://venue'));
  });
  const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
  const markets = sockets.of('/markets');
  markets.on('connection', (socket) => {
    userAgents.add(socket.handshake.headers['user-agent'] ?? '');
    socket.on('subscribe_market_prices', (payload: { marketSlugs: string[] }) => {
      subscriptions.push(payload.marketSlugs);
    });
  });
  return {
    url: `http://${host}`,
    wsUrl: `ws://${host}`,
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
