import type { Server, Socket } from 'socket.io';
import type { Listener } from '../faults.ts';
import type { Scene } from '../scene.ts';
import { yesWon } from '../world/listing.ts';
import { isOpen } from '../world/world.ts';
import * as shapes from './limitless-shapes.ts';
import { textsOf } from './venue-stream.ts';

interface Connection {
  listener: Listener;
  readonly socket: Socket;
  slugs: ReadonlySet<string>;
  readonly last: Map<string, string>;
  hearsLifecycle: boolean;
  until: number;
}

/** The namespace `/markets` over Socket.IO. */
export function serveLimitlessStream(io: Server, scene: Scene): { tick(): void } {
  const connections = new Set<Connection>();
  let opened = 0;
  let version = 1_000;
  io.of('/markets').on('connection', (socket) => {
    const connection: Connection = {
      listener: {
        connection: opened++,
        openedAt: scene.faults.newestId,
        subscribedAt: scene.faults.newestId,
      },
      socket,
      slugs: new Set(),
      last: new Map(),
      hearsLifecycle: false,
      until: scene.priceTime(),
    };
    connections.add(connection);
    socket.emit('system', { message: 'Successfully registered connection' });
    socket.on('subscribe_market_prices', (payload: unknown) => {
      // A new subscription replaces the whole former set.
      const slugs = textsOf((payload as { marketSlugs?: unknown } | null)?.marketSlugs);
      connection.slugs = new Set(slugs);
      connection.listener = { ...connection.listener, subscribedAt: scene.faults.newestId };
      connection.last.clear();
      socket.emit('system', { message: 'Successfully subscribed to market price updates', markets: slugs });
    });
    socket.on('subscribe_market_lifecycle', () => {
      connection.hearsLifecycle = true;
    });
    socket.on('unsubscribe_market_lifecycle', () => {
      connection.hearsLifecycle = false;
    });
    socket.on('unsubscribe', (_payload: unknown, acknowledge?: unknown) => {
      connection.slugs = new Set();
      if (typeof acknowledge === 'function') acknowledge({ success: true });
    });
    socket.on('disconnect', () => connections.delete(connection));
  });

  return {
    tick: () => {
      if (connections.size === 0) return;
      const t = scene.priceTime();
      const { byName, byVenue } = scene.universe();
      const timestamp = new Date(scene.now()).toISOString();
      for (const connection of connections) {
        const { socket, slugs, last, listener } = connection;
        for (const slug of slugs) {
          const listing = byName.get(`limitless ${slug.toLowerCase()}`);
          if (
            listing === undefined ||
            !isOpen(listing, t) ||
            scene.faults.isSilent('limitless', slug, listener)
          )
            continue;
          const { lastTradePrice: _last, ...book } = shapes.bookObject(listing, t);
          const text = JSON.stringify(book);
          if (last.get(slug) === text) continue;
          last.set(slug, text);
          const orderbook = { ...book, maxSpread: 0.035, minSize: 100_000_000 };
          socket.emit('orderbookUpdate', {
            marketSlug: listing.name,
            orderbook,
            version: ++version,
            timestamp,
          });
        }
        if (connection.hearsLifecycle) {
          for (const listing of byVenue.limitless) {
            const { openAt, settleAt } = listing.event;
            if (openAt > connection.until && openAt <= t) {
              socket.emit('marketCreated', {
                slug: listing.name,
                title: shapes.titleOf(listing),
                type: 'CLOB',
                createdAt: timestamp,
              });
            }
            if (settleAt > connection.until && settleAt <= t) {
              const won = yesWon(listing);
              const resolved = {
                slug: listing.name,
                type: 'CLOB',
                winningOutcome: won ? 'YES' : 'NO',
                winningIndex: won ? 0 : 1,
                resolutionDate: timestamp,
              };
              // The venue says it up to three times.
              socket.emit('marketResolved', resolved);
              socket.emit('marketResolved', resolved);
            }
          }
        }
        connection.until = t;
      }
    },
  };
}
