import { generateKeyPairSync } from 'node:crypto';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';
import type { SimulatedVenue } from '../../../simulator/world/venues.ts';
import { type BinaryState, type EpochMs, epochMs, type MarketState } from '../../../src/domain/index.ts';
import { RateBudget } from '../../../src/upstream/budget.ts';
import type { AdapterOptions } from '../../../src/venues/adapter-options.ts';
import { createHyperliquidAdapter } from '../../../src/venues/hyperliquid/adapter.ts';
import { createKalshiAdapter } from '../../../src/venues/kalshi/adapter.ts';
import { createLimitlessAdapter } from '../../../src/venues/limitless/adapter.ts';
import { createPolymarketAdapter } from '../../../src/venues/polymarket/adapter.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';

/** Ten minutes before the daily ladders close. */
export const BEFORE_CLOSE = epochMs(Date.UTC(2026, 9, 6, 16, 50));

/** A simulator whose time stands still until it is moved, or runs with the clock of the machine. */
export interface Stage {
  readonly simulator: Simulator;
  readonly clock: () => EpochMs;
  advance(ms: number): void;
}

export async function startStage(
  options: { readonly runs?: boolean; readonly markets?: number; readonly speed?: number } = {},
): Promise<Stage> {
  const startedAt = performance.now();
  let offset = 0;
  const clock = () =>
    epochMs(Math.floor(BEFORE_CLOSE + offset + (options.runs === true ? performance.now() - startedAt : 0)));
  const { markets = 300, speed = 1 } = options;
  const simulator = await startSimulator({ port: 0, seed: 1, markets, speed, clock });
  return {
    simulator,
    clock,
    advance: (ms) => {
      offset += ms;
    },
  };
}

export interface AdapterTuning {
  readonly streams?: boolean;
  /** Whether the budgets are those of the service; else Limitless is read without pauses. */
  readonly ownBudgets?: boolean;
}

/** The adapters of the service, each at the addresses of the simulator. */
export const ADAPTERS: Readonly<
  Record<SimulatedVenue, (stage: Stage, tuning?: AdapterTuning) => VenueAdapter>
> = {
  hyperliquid: (stage, tuning = {}) => {
    const { hyperliquid, hyperliquidWs } = stage.simulator.urls;
    return createHyperliquidAdapter({
      ...buildOptions(stage, tuning, 5_000),
      url: hyperliquid,
      wsUrl: hyperliquidWs,
    });
  },
  polymarket: (stage, tuning = {}) => {
    const { polymarketGamma, polymarketClob, polymarketData, polymarketWs } = stage.simulator.urls;
    return createPolymarketAdapter({
      ...buildOptions(stage, tuning, 30_000),
      gammaUrl: polymarketGamma,
      clobUrl: polymarketClob,
      dataUrl: polymarketData,
      wsUrl: polymarketWs,
    });
  },
  kalshi: (stage, tuning = {}) => {
    const { kalshi, kalshiWs } = stage.simulator.urls;
    return createKalshiAdapter({
      ...buildOptions(stage, tuning, 30_000),
      url: kalshi,
      wsUrl: kalshiWs,
      ...(tuning.ownBudgets === true ? {} : { budget: new RateBudget({ limit: 1_000, windowMs: 1_000 }) }),
      ...(tuning.streams === true
        ? { apiKey: { id: 'key', privateKey: generateKeyPairSync('ed25519').privateKey } }
        : {}),
    });
  },
  limitless: (stage, tuning = {}) => {
    const { limitless, limitlessWs } = stage.simulator.urls;
    return createLimitlessAdapter({
      ...buildOptions(stage, tuning, tuning.ownBudgets === true ? 60_000 : 60),
      url: limitless,
      wsUrl: limitlessWs,
      ...(tuning.ownBudgets === true ? {} : { budget: new RateBudget({ limit: 1_000, windowMs: 1_000 }) }),
    });
  },
};

function buildOptions(stage: Stage, { streams = false }: AdapterTuning, pollMs: number): AdapterOptions {
  return {
    maxMarkets: 5_000,
    pollMs,
    streams,
    userAgent: 'crosstape-test',
    clock: stage.clock,
    random: () => 0.5,
  };
}

export const patience = () => AbortSignal.timeout(20_000);

export function selectBinaries(markets: readonly MarketState[]): BinaryState[] {
  return markets.filter((market) => market.kind === 'binary');
}
