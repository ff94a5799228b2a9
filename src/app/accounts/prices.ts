import { NO_PRICES, type PriceList } from '../../billing/prices.ts';
import type { Config } from '../../config/config.ts';
import { microUsd } from '../../domain/index.ts';

/** Reads the prices of streams and trades. All are zero without prepaid billing. */
export function readPrices(config: Config): PriceList {
  if (!config.accounts.prepaidBilling) return NO_PRICES;
  return {
    stream: microUsd(config.accounts.prices.streamMicroUsd),
    trade: microUsd(config.accounts.prices.tradeMicroUsd),
  };
}
