import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as SocketIoServer } from 'socket.io';
import { WebSocketServer } from 'ws';
import { serveHyperliquidStream } from './hyperliquid/stream.ts';
import { serveKalshiStream } from './kalshi/stream.ts';
import { serveLimitlessStream } from './limitless/stream.ts';
import { servePolymarketStream } from './polymarket/stream.ts';
import { servePolybolt } from './references/polybolt.ts';
import type { RelayView } from './references/relay-view.ts';
import { serveRtds } from './references/rtds.ts';
import type { VenueView } from './venue-view.ts';
import type { SimulatedVenue } from './world/venues.ts';

export interface Streams {
  /** Sends at once what is due by now, instead of within a quarter of a second. */
  tick(): void;
  close(): Promise<void>;
}

/** Interval at which the streams check for news to send. */
const TICK_MS = 250;

/** Hangs the streams of all venues and of reference prices on the server of the simulator. */
export function attachStreams(
  server: Server,
  views: Readonly<Record<SimulatedVenue, VenueView>>,
  relays: RelayView,
): Streams {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const io = new SocketIoServer(server, { transports: ['websocket'], destroyUpgrade: false });
  const served = {
    '/ws': serveHyperliquidStream(views.hyperliquid),
    '/polymarket/ws/market': servePolymarketStream(views.polymarket),
    '/trade-api/ws/v2': serveKalshiStream(views.kalshi),
    '/rtds': serveRtds(relays),
    '/polybolt/ws': servePolybolt(relays),
  };
  const limitless = serveLimitlessStream(io, views.limitless);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = new URL(request.url ?? '/', 'http://simulator').pathname.replace(/\/+$/, '');
    if (path === '/socket.io') return;
    const stream = path in served ? served[path as keyof typeof served] : undefined;
    const refusal = stream === undefined ? '404 Not Found' : stream.refusal?.(request);
    if (stream === undefined || (refusal !== undefined && refusal !== null)) {
      socket.end(`HTTP/1.1 ${refusal ?? '404 Not Found'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => stream.accept(ws));
  };
  server.on('upgrade', onUpgrade);

  const tick = () => {
    for (const stream of [...Object.values(served), limitless]) stream.tick();
  };
  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  return {
    tick,
    close: async () => {
      clearInterval(timer);
      server.off('upgrade', onUpgrade);
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
