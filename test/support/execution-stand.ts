import { type Simulator, startSimulator } from '../../simulator/index.ts';
import type { RegisterOptions } from '../../simulator/trading/registry.ts';
import { type Listing, ladderAt } from '../../simulator/world/listing.ts';
import { isOpen } from '../../simulator/world/world.ts';
import {
  type ExecutionVenue,
  type OpenedSecret,
  type OrderTicket,
  type PreparedOrder,
  type SendOptions,
  TRADING_VENUES,
  type TradingVenue,
} from '../../src/bot/execution/index.ts';
import {
  createHyperliquidExecution,
  createKalshiExecution,
  createLimitlessExecution,
  createPolymarketExecution,
  MAINNET_CONTRACTS,
  NO_LIMITS,
} from '../../src/bot/execution/live-venues.ts';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  type EpochMs,
  epochMs,
} from '../../src/domain/index.ts';

/** Well before the daily ladders close. */
export const START = epochMs(Date.UTC(2026, 9, 6, 12));

/** A simulator with an account at each venue, and the bot's clients for them. Time moves when it is moved. */
export interface ExecutionStand {
  readonly simulator: Simulator;
  readonly venues: Readonly<Record<TradingVenue, ExecutionVenue>>;
  /** The same with less timeout, for answers that come too late. */
  readonly impatient: Readonly<Record<TradingVenue, ExecutionVenue>>;
  readonly secrets: Readonly<Record<TradingVenue, OpenedSecret>>;
  readonly clock: () => EpochMs;
  advance(ms: number): void;
  /** Puts new clients in the place of the old ones, as after a crash. */
  restart(): void;
  /** Opens another account. */
  register(options: RegisterOptions): Promise<OpenedSecret>;
  /** Builds an order that the book can fill: 20 USD at the touch. */
  ticket(venue: TradingVenue, clientOrderId: string, changes?: Partial<OrderTicket>): OrderTicket;
  /** Its first leg. */
  prepared(venue: TradingVenue, ticket: OrderTicket, secret?: OpenedSecret): Promise<PreparedOrder>;
}

export const patience = () => AbortSignal.timeout(20_000);

/** Builds options of an order whose bot is not halted. */
export const sendNow = (): SendOptions => ({ signal: patience(), mayStillSend: async () => true });

export interface ExecutionStandOptions {
  /** Time for which {@link ExecutionStand.impatient} waits for an answer, ms. */
  readonly impatienceMs?: number;
  /** Whether the clients keep to the limits that the venues publish, in real time. */
  readonly hasLimits?: boolean;
}

export async function startExecutionStand(options: ExecutionStandOptions = {}): Promise<ExecutionStand> {
  let offset = 0;
  const clock = () => epochMs(START + offset);
  const simulator = await startSimulator({ port: 0, seed: 5, markets: 300, clock });
  const { hyperliquid, polymarketClob, polymarketGamma, kalshi, limitless } = simulator.urls;
  const createVenues = (timeoutMs = 10_000) => {
    const limits = options.hasLimits === true ? {} : { limits: NO_LIMITS };
    const common = { userAgent: 'crosstape-test', clock, timeoutMs, ...limits };
    return {
      hyperliquid: createHyperliquidExecution({ ...common, url: hyperliquid, isTestnet: false }),
      polymarket: createPolymarketExecution({
        ...common,
        url: polymarketClob,
        gammaUrl: polymarketGamma,
        contracts: MAINNET_CONTRACTS,
      }),
      kalshi: createKalshiExecution({ ...common, url: kalshi }),
      limitless: createLimitlessExecution({ ...common, url: limitless, chainId: 8_453 }),
    };
  };
  let venues = createVenues();
  const secrets = {} as Record<TradingVenue, OpenedSecret>;
  for (const venue of TRADING_VENUES)
    secrets[venue] = (await simulator.trading.register({ venue, usd: 100_000 })).secret;
  return {
    simulator,
    get venues() {
      return venues;
    },
    impatient: createVenues(options.impatienceMs),
    secrets,
    clock,
    advance: (ms) => {
      offset += ms;
    },
    restart: () => {
      venues = createVenues();
    },
    register: async (given) => (await simulator.trading.register(given)).secret,
    ticket: (venue, clientOrderId, changes = {}) => ({
      botId: 'bot-1',
      clientOrderId,
      side: 'buy',
      sizeUsd: 20,
      maxSlippageBps: venue === 'hyperliquid' ? 100 : 500,
      ...findMarket(simulator, venue, clock()),
      ...changes,
    }),
    prepared: async (venue, ticket, secret = secrets[venue]) => {
      const preparation = await venues[venue].prepare(ticket, secret, patience());
      if (preparation.status !== 'ready') throw new Error(`${venue}: ${JSON.stringify(preparation)}`);
      return preparation.legs[0];
    },
  };
}

/** Finds a market with a book on both sides and its middle price. */
function findMarket(
  simulator: Simulator,
  venue: TradingVenue,
  t: number,
): { ref: AssetRef; markPrice: number } {
  if (venue === 'hyperliquid') {
    const perp = simulator.world.perps.find(({ coin }) => coin === 'BTC');
    return { ref: buildPerpAsset('BTC'), markPrice: Math.round(perp?.markPrice(t) ?? 0) };
  }
  const listing = liquidListing(simulator, venue, t);
  const { bids, asks } = ladderAt(listing, t);
  const make = { polymarket: buildPolymarketAsset, kalshi: buildKalshiAsset, limitless: buildLimitlessAsset }[
    venue
  ];
  const mid = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2;
  return { ref: make(listing.name), markPrice: Number(mid.toFixed(4)) };
}

/** Finds a market that trades for at least another day around the middle of the scale, with a narrow spread. */
export function liquidListing(
  simulator: Simulator,
  venue: Exclude<TradingVenue, 'hyperliquid'>,
  t: number,
  isWanted: (listing: Listing) => boolean = () => true,
): Listing {
  const fitting = simulator.world.universe(t).byVenue[venue].filter((listing) => {
    const { bids, asks } = ladderAt(listing, t);
    const [bid, ask] = [bids[0]?.price, asks[0]?.price];
    if (bid === undefined || ask === undefined || listing.isPool || listing.shape !== 'both') return false;
    if (!isWanted(listing)) return false;
    return (
      isOpen(listing, t + 86_400_000) && isOpen(listing, t) && bid > 0.25 && ask < 0.75 && ask - bid < 0.025
    );
  });
  const [found] = fitting.sort((a, b) => b.depth - a.depth);
  if (found === undefined) throw new Error(`the simulator lists no liquid market of ${venue}`);
  return found;
}
