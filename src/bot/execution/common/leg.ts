import type { OrderSide } from '../execution-venue.ts';
import { type Decimal, decimal } from './decimal.ts';

/** Which outcome shares change hands for an order that is stated in Yes terms. */
export interface Leg {
  readonly leg: 'yes' | 'no';
  /** What is done with shares of that leg. */
  readonly action: OrderSide;
}

/**
 * Chooses the leg: shares that are held are given back before others are bought.
 *
 * Nobody can sell shares they do not hold, so a `sell` without enough Yes shares for the whole order buys No
 * instead, at one minus the price; a `buy` with enough No shares for the whole order gives those back.
 *
 * @param held Free shares of both legs, in shares.
 * @param shares The size of the whole order.
 */
export function chooseLeg(
  side: OrderSide,
  shares: Decimal,
  held: { readonly yes: Decimal; readonly no: Decimal },
): Leg {
  if (side === 'sell') {
    return held.yes.gte(shares) ? { leg: 'yes', action: 'sell' } : { leg: 'no', action: 'buy' };
  }
  return held.no.gte(shares) ? { leg: 'no', action: 'sell' } : { leg: 'yes', action: 'buy' };
}

/** A price of Yes as a price of the leg, and back. */
export function legPrice(leg: 'yes' | 'no', yesPrice: Decimal): Decimal {
  return leg === 'yes' ? yesPrice : decimal(1).minus(yesPrice);
}
