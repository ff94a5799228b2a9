import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Clock, wallClock } from '../src/domain/index.ts';
import { controlRoutes } from './control.ts';
import { faultHooks } from './fault-hooks.ts';
import { Faults } from './faults.ts';
import { hyperliquidExchange } from './hyperliquid/exchange.ts';
import { hyperliquidRoutes } from './hyperliquid/public-api.ts';
import { kalshiExchange } from './kalshi/exchange.ts';
import { kalshiRoutes } from './kalshi/public-api.ts';
import { limitlessExchange } from './limitless/exchange.ts';
import { limitlessRoutes } from './limitless/public-api.ts';
import { clobRoutes } from './polymarket/clob.ts';
import { dataRoutes } from './polymarket/data.ts';
import { polymarketExchange } from './polymarket/exchange.ts';
import { gammaRoutes } from './polymarket/gamma.ts';
import { rateHooks } from './rate-hooks.ts';
import { RateLimits } from './rate-limits.ts';
import { keepRawBodies } from './raw-body.ts';
import { referenceControl } from './references/control.ts';
import { attachStreams } from './streams.ts';
import { tapeControl } from './tape/control.ts';
import { tradingControl } from './trading/control.ts';
import { TradingRegistry } from './trading/registry.ts';
import { VenueView } from './venue-view.ts';
import { SentBooks } from './world/sent-books.ts';
import { mapVenues } from './world/venues.ts';
import { World } from './world/world.ts';

export interface SimulatorOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The same seed and clock give the same bytes. */
  readonly seed?: number;
  /** Approximate number of markets listed by all venues together. */
  readonly markets?: number;
  /** Speed of simulated time as a multiple of the clock's. */
  readonly speed?: number;
  readonly clock?: Clock;
  /** Gets a line of JSON for each frame of a book that is sent, see {@link SentBooks}. */
  readonly keepSent?: (line: string) => void;
}

/** Base addresses in the form that the settings `CROSSTAPE_*_URL` and the venues' packages take. */
export interface SimulatorUrls {
  readonly hyperliquid: string;
  readonly hyperliquidWs: string;
  readonly polymarketGamma: string;
  readonly polymarketClob: string;
  readonly polymarketData: string;
  readonly polymarketWs: string;
  readonly kalshi: string;
  readonly kalshiWs: string;
  readonly limitless: string;
  readonly limitlessWs: string;
  /** Sockets of reference prices: Polymarket's without a key, and the one with credentials. */
  readonly polymarketRtdsWs: string;
  readonly polyboltWs: string;
}

export interface Simulator {
  readonly urls: SimulatorUrls;
  readonly faults: Faults;
  /** Counts of requests to the venues, against their published limits. */
  readonly rateLimits: RateLimits;
  readonly world: World;
  /** The order side: accounts, orders and their outcomes. */
  readonly trading: TradingRegistry;
  /** Simulated time in epoch ms. */
  now(): number;
  /** Streams send at once what is due by now: for a clock that is moved by hand. */
  tick(): void;
  close(): Promise<void>;
}

/** Starts the four simulated venues on one port. @throws when the port is taken. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', seed = 1, markets = 300, speed = 1, clock = wallClock } = options;
  const startedAt = clock();
  const now = () => startedAt + (clock() - startedAt) * speed;
  const faults = new Faults(now);
  const world = new World({ seed, markets, faults });
  // The first universe is built before anyone waits for an answer.
  world.universe(now());
  const rateLimits = new RateLimits(now);
  const sent = new SentBooks(options.keepSent ?? null);
  const views = mapVenues((venue) => new VenueView(venue, world, faults, now, sent));

  const trading = new TradingRegistry(views, seed);

  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 1_048_576,
    // Names of markets are parts of paths, and are as long as their titles.
    routerOptions: { maxParamLength: 512 },
  });
  keepRawBodies(app);
  type Routes = (app: FastifyInstance, view: VenueView, trading: TradingRegistry) => void;
  const venue = (prefix: string, view: VenueView, ...routes: readonly Routes[]) =>
    app.register(
      async (inside) => {
        // The venue's own clock, by which its clients judge theirs.
        inside.addHook('onRequest', async (_request, reply) => {
          reply.header('date', new Date(view.now()).toUTCString());
        });
        faultHooks(inside, view);
        rateHooks(inside, view, rateLimits);
        for (const route of routes) route(inside, view, trading);
      },
      { prefix },
    );
  venue('', views.hyperliquid, hyperliquidRoutes, hyperliquidExchange);
  venue('/gamma', views.polymarket, gammaRoutes);
  venue('/clob', views.polymarket, clobRoutes, polymarketExchange);
  venue('/data', views.polymarket, dataRoutes);
  venue('/trade-api/v2', views.kalshi, kalshiRoutes, kalshiExchange);
  venue('/limitless', views.limitless, limitlessRoutes, limitlessExchange);
  tradingControl(app, trading);
  controlRoutes(app, { world, faults, rateLimits, now });
  referenceControl(app, world, now);
  tapeControl(app, views);

  const streams = attachStreams(app.server, views, { publication: world.publication, faults, now });
  await app.listen({ port, host });
  const { port: taken } = app.server.address() as AddressInfo;
  const at = `${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    urls: {
      hyperliquid: `http://${at}`,
      hyperliquidWs: `ws://${at}/ws`,
      polymarketGamma: `http://${at}/gamma`,
      polymarketClob: `http://${at}/clob`,
      polymarketData: `http://${at}/data`,
      polymarketWs: `ws://${at}/polymarket`,
      kalshi: `http://${at}/trade-api/v2`,
      kalshiWs: `ws://${at}/trade-api/ws/v2`,
      limitless: `http://${at}/limitless`,
      limitlessWs: `ws://${at}`,
      polymarketRtdsWs: `ws://${at}/rtds`,
      polyboltWs: `ws://${at}/polybolt/ws`,
    },
    faults,
    rateLimits,
    world,
    trading,
    now,
    tick: streams.tick,
    close: async () => {
      await streams.close();
      await app.close();
    },
  };
}
