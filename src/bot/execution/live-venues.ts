import type { Clock } from '../../domain/index.ts';
import type { ExecutionVenue } from './execution-venue.ts';
import { createHyperliquidExecution } from './hyperliquid/venue.ts';
import { createKalshiExecution } from './kalshi/venue.ts';
import { createLimitlessExecution } from './limitless/venue.ts';
import { createPolymarketExecution } from './polymarket/venue.ts';
import type { TradingVenue } from './trading-venues.ts';

export { NO_LIMITS } from './calls/call-budget.ts';
export { MAINNET_CONTRACTS } from './polymarket/signing.ts';
export {
  createHyperliquidExecution,
  createKalshiExecution,
  createLimitlessExecution,
  createPolymarketExecution,
};

/** Addresses of the venues for orders. Test networks and the simulator differ by address only. */
export interface LiveVenueSettings {
  readonly hyperliquidTradeUrl: string;
  readonly hyperliquidTradeChainId: 'mainnet' | 'testnet';
  readonly polymarketTradeUrl: string;
  readonly polymarketTradeChainId: number;
  readonly polymarketTradeExchange: string;
  readonly polymarketTradeNegRiskExchange: string;
  readonly polymarketTradeExchangeV3: string;
  readonly polymarketGammaUrl: string;
  readonly kalshiTradeUrl: string;
  readonly limitlessTradeUrl: string;
  readonly limitlessTradeChainId: number;
}

/** Creates the execution clients of all trading venues by the settings of the service. */
export function createLiveVenues(
  settings: LiveVenueSettings,
  common: { readonly userAgent: string; readonly clock: Clock },
) {
  return {
    hyperliquid: createHyperliquidExecution({
      ...common,
      url: settings.hyperliquidTradeUrl,
      isTestnet: settings.hyperliquidTradeChainId === 'testnet',
    }),
    polymarket: createPolymarketExecution({
      ...common,
      url: settings.polymarketTradeUrl,
      gammaUrl: settings.polymarketGammaUrl,
      contracts: {
        chainId: settings.polymarketTradeChainId,
        standard: settings.polymarketTradeExchange,
        negRisk: settings.polymarketTradeNegRiskExchange,
        v3: settings.polymarketTradeExchangeV3,
      },
    }),
    kalshi: createKalshiExecution({ ...common, url: settings.kalshiTradeUrl }),
    limitless: createLimitlessExecution({
      ...common,
      url: settings.limitlessTradeUrl,
      chainId: settings.limitlessTradeChainId,
    }),
  } satisfies Record<TradingVenue, ExecutionVenue>;
}
