import { NO_PRICES, type PriceList } from '../../billing/prices.ts';
import type { Config } from '../../config/config.ts';
import { microUsd } from '../../domain/index.ts';

/** Prices of streams and trades; all zero without prepaid billing. */
export function readPrices(config: Config): PriceList {
  if (!config.accounts.prepaidBilling) return NO_PRICES;
  return {
    stream: microUsd(config.accounts.prices.streamMicroUsd),
    trade: microUsd(config.accounts.prices.tradeMicroUsd),
  };
}
