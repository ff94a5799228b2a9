import type { Server, Socket } from 'socket.io';
import { buildLimitlessAsset } from '../../src/domain/index.ts';
import type { Listener } from '../faults.ts';
import { FrameOrder } from '../frame-order.ts';
import { isTurn, toTexts } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import { countRefreshes, type Listing, quoteAt, yesWon } from '../world/listing.ts';
import { isOpen } from '../world/world.ts';
import * as shapes from './shapes.ts';

/** Interval of the oracle's messages, about a second. */
const ORACLE_MS = 950;
/** Interval of the chain's blocks. */
const BLOCK_MS = 2_000;

interface Connection {
  listener: Listener;
  readonly socket: Socket;
  slugs: ReadonlySet<string>;
  /** Addresses of pool markets, in lower case. */
  pools: ReadonlySet<string>;
  readonly last: Map<string, string>;
  readonly order: FrameOrder;
  hearsLifecycle: boolean;
  until: number;
}

/** The namespace `/markets` over Socket.IO. */
export function serveLimitlessStream(io: Server, view: VenueView): { tick(): void } {
  const connections = new Set<Connection>();
  let opened = 0;
  let version = 1_000;
  io.of('/markets').on('connection', (socket) => {
    const connection: Connection = {
      listener: {
        connection: opened++,
        openedAt: view.faults.newestId,
        subscribedAt: view.faults.newestId,
      },
      socket,
      slugs: new Set(),
      pools: new Set(),
      last: new Map(),
      order: new FrameOrder(view.faults, 'limitless'),
      hearsLifecycle: false,
      until: view.priceTime(),
    };
    connections.add(connection);
    socket.emit('system', { message: 'Successfully registered connection' });
    socket.on('subscribe_market_prices', (payload: unknown) => {
      // A new subscription replaces the whole former set.
      const asked = payload as { marketSlugs?: unknown; marketAddresses?: unknown } | null;
      const slugs = toTexts(asked?.marketSlugs);
      connection.slugs = new Set(slugs);
      connection.pools = new Set(toTexts(asked?.marketAddresses).map((address) => address.toLowerCase()));
      connection.listener = { ...connection.listener, subscribedAt: view.faults.newestId };
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
      connection.pools = new Set();
      if (typeof acknowledge === 'function') acknowledge({ success: true });
    });
    socket.on('disconnect', () => connections.delete(connection));
  });

  let ticks = 0;
  let toldOraclesAt = 0;
  return {
    tick: () => {
      if (connections.size === 0) return;
      ticks++;
      const hasOracles = performance.now() - toldOraclesAt >= ORACLE_MS;
      if (hasOracles) toldOraclesAt = performance.now();
      for (const connection of connections) {
        speakOfBooks(connection);
        speakOfPools(connection);
        if (hasOracles) speakOfOracles(connection);
        if (connection.hearsLifecycle) speakOfLifecycle(connection);
        connection.until = view.priceTime();
      }
    },
  };

  /** Finds the market of a slug that trades now and is not silenced. */
  function findLive(slug: string, listener: Listener): Listing | null {
    const listing = view.universe().byName.get(`limitless ${slug.toLowerCase()}`);
    if (listing === undefined || !isOpen(listing, view.priceTime())) return null;
    return view.faults.isSilent('limitless', slug, listener) ? null : listing;
  }

  function speakOfBooks({ socket, slugs, last, listener, order }: Connection): void {
    const t = view.priceTime();
    const timestamp = new Date(view.now()).toISOString();
    for (const slug of slugs) {
      const listing = findLive(slug, listener);
      if (listing === null || listing.isPool || !isTurn(listing.key, ticks, slugs.size)) continue;
      const { bid, ask } = quoteAt(listing, t);
      const { faults } = view;
      const names = [listing.name];
      if (faults.strikesTape('cut', 'limitless', names)) {
        socket.conn.close();
        return;
      }
      const isCrossed = faults.isCrossed('limitless', names);
      const stamp = `${bid} ${ask} ${countRefreshes(listing, t)} ${isCrossed}`;
      const before = last.get(slug);
      if (before === stamp) continue;
      last.set(slug, stamp);
      const movesTouch = before !== undefined && !before.startsWith(`${bid} ${ask} `);
      if (before !== undefined && faults.strikesTape('gap', 'limitless', names, movesTouch)) continue;
      const { lastTradePrice: _last, ...book } = shapes.bookObject(listing, t, isCrossed);
      const orderbook = { ...book, maxSpread: 0.035, minSize: 100_000_000 };
      const update = { marketSlug: listing.name, orderbook, version: ++version, timestamp };
      const { asset } = buildLimitlessAsset(listing.name);
      order.send(
        names,
        () => socket.emit('orderbookUpdate', update),
        () => view.sent.add(asset, listing, { venueTime: Date.parse(timestamp), t, isCrossed }),
      );
    }
  }

  function speakOfPools({ socket, pools, last, listener }: Connection): void {
    if (pools.size === 0) return;
    const t = view.priceTime();
    for (const listing of view.universe().byVenue.limitless) {
      const marketAddress = shapes.getPoolAddress(listing);
      if (!listing.isPool || !pools.has(marketAddress) || findLive(listing.name, listener) === null) continue;
      const { mid } = quoteAt(listing, t);
      const yesPrice = Number((mid ?? 0.5).toFixed(4));
      if (last.get(marketAddress) === String(yesPrice)) continue;
      last.set(marketAddress, String(yesPrice));
      const noPrice = Number((1 - yesPrice).toFixed(4));
      socket.emit('newPriceData', {
        marketAddress,
        updatedPrices: [{ marketId: listing.id, marketAddress, yesPrice, noPrice }],
        blockNumber: Math.floor(view.now() / BLOCK_MS),
        timestamp: new Date(view.now()).toISOString(),
      });
    }
  }

  function speakOfOracles({ socket, slugs, listener }: Connection): void {
    for (const slug of slugs) {
      const value = findLive(slug, listener)?.event.subject.priceAt?.(view.priceTime());
      if (value === undefined) continue;
      const tick = { marketAddress: null, marketSlug: slug, source: 'pyth-pro', timestamp: view.now() };
      socket.emit('oraclePriceData', { ...tick, value: Number(value.toFixed(8)) });
    }
  }

  function speakOfLifecycle({ socket, until }: Connection): void {
    const t = view.priceTime();
    const timestamp = new Date(view.now()).toISOString();
    for (const listing of view.universe().byVenue.limitless) {
      const { openAt, settleAt } = listing.event;
      const type = listing.isPool ? 'AMM' : 'CLOB';
      if (openAt > until && openAt <= t) {
        const title = shapes.getTitle(listing);
        socket.emit('marketCreated', { slug: listing.name, title, type, createdAt: timestamp });
      }
      if (settleAt > until && settleAt <= t) {
        const won = yesWon(listing);
        const resolved = {
          slug: listing.name,
          type,
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
}
