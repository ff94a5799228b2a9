import type { AssetKind } from '../../../domain/index.ts';
import { ceilTo, type Decimal, decimal } from '../common/decimal.ts';

const CENT = decimal('0.01');
const HYPERLIQUID_PERP_FRAC = decimal('0.00045');
const KALSHI_RATE = decimal('0.07');
/** The rate of most Polymarket categories; some take less, some more. */
const POLYMARKET_RATE = decimal('0.05');

/**
 * What taking costs at the venue by its published rates for new accounts, in dollars.
 *
 * @returns Null where the venue publishes no rate.
 * @see docs/venues/
 */
export function takerFeeUsd(kind: AssetKind, price: Decimal, size: Decimal): Decimal | null {
  const variance = price.times(decimal(1).minus(price));
  switch (kind) {
    case 'hl-perp':
      return price.times(size).times(HYPERLIQUID_PERP_FRAC);
    case 'hl-pred':
      return decimal(0);
    case 'kalshi':
      return ceilTo(KALSHI_RATE.times(size).times(variance), CENT);
    case 'pm':
      return POLYMARKET_RATE.times(size).times(variance);
    default:
      return null;
  }
}
