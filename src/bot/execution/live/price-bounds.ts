import type { OrderSide } from '../order-side.ts';
import { type BigDecimal, floorTo, max, min, roundUpTo, toDecimal } from './decimal.ts';

/** Maximum distance of a probability's limit price from the mark, even where the allowed slippage is larger. */
export const MAX_BINARY_SLIPPAGE = 0.03;
const ONE = toDecimal(1);

/**
 * Computes the worst price at which an order on a perpetual may trade: `maxSlippageBps` away from the mark, rounded
 * towards the mark.
 *
 * @param tickAt Returns the price step around a price.
 */
export function computePerpLimit(
  order: { readonly side: OrderSide; readonly markPrice: number; readonly maxSlippageBps: number },
  tickAt: (price: BigDecimal) => BigDecimal,
): BigDecimal {
  const mark = toDecimal(order.markPrice);
  const distance = mark.times(order.maxSlippageBps).div(10_000);
  if (order.side === 'buy') {
    const cap = mark.plus(distance);
    return floorTo(cap, tickAt(cap));
  }
  const floor = max(toDecimal(0), mark.minus(distance));
  return roundUpTo(floor, tickAt(floor));
}

/**
 * Computes the worst price at which an order on a probability may trade, in Yes terms: at least one tick away from the
 * mark, at most {@link MAX_BINARY_SLIPPAGE}, and on the grid.
 */
export function computeBinaryLimit(
  order: { readonly side: OrderSide; readonly markPrice: number; readonly maxSlippageBps: number },
  tickAt: (price: BigDecimal) => BigDecimal,
): BigDecimal {
  const mark = toDecimal(order.markPrice);
  const tick = tickAt(mark);
  const wanted = min(mark.times(order.maxSlippageBps).div(10_000), toDecimal(MAX_BINARY_SLIPPAGE));
  const distance = max(tick, wanted);
  const bound = order.side === 'buy' ? mark.plus(distance) : mark.minus(distance);
  const inside = min(max(bound, tick), ONE.minus(tick));
  const grid = tickAt(inside);
  return order.side === 'buy'
    ? max(floorTo(inside, grid), tick)
    : min(roundUpTo(inside, grid), ONE.minus(tick));
}
