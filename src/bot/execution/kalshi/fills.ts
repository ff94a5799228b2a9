import { epochMs } from '../../../domain/index.ts';
import { findVenueTime } from '../../../venues/times.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { type BigDecimal, min, toAverageText, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import type { KalshiOrder } from './wire.ts';

/**
 * Builds one fill of the whole traded quantity, since the venue's answers state sums only.
 *
 * @param price Average price of Yes.
 * @param feeUsd Fee in dollars; null: not stated.
 */
export function sumFill(
  venueOrderId: string,
  order: PreparedOrder,
  traded: {
    readonly count: BigDecimal;
    readonly price: BigDecimal;
    readonly feeUsd: BigDecimal | null;
    readonly t: number;
    readonly isProvisional?: boolean;
  },
): VenueFill {
  const { count, price, feeUsd, t, isProvisional = false } = traded;
  return {
    fillId: venueOrderId,
    t: epochMs(t),
    price: toAverageText(price),
    size: toDecimalText(count),
    notionalMicroUsd: toMicro(price.times(count)),
    ...findClosed(order, count),
    venueFeeMicroUsd: feeUsd === null ? null : toMicro(feeUsd),
    ...(isProvisional ? { isProvisional } : {}),
  };
}

/** Reads the fill of an order from its row in a list of orders; null when nothing was traded. */
export function toFill(found: KalshiOrder, order: PreparedOrder): VenueFill | null {
  const count = toDecimal(found.fill_count_fp);
  if (count.lte(0)) return null;
  const cost = sum(found.taker_fill_cost_dollars, found.maker_fill_cost_dollars);
  const hasFees = found.taker_fees_dollars !== undefined || found.maker_fees_dollars !== undefined;
  return sumFill(found.order_id, order, {
    count,
    price: averageYesPrice(found, order, cost.div(count)),
    isProvisional: cost.lte(0),
    feeUsd: hasFees ? sum(found.taker_fees_dollars, found.maker_fees_dollars) : null,
    t: findVenueTime(found.created_time) ?? order.preparedAt,
  });
}

/**
 * Finds the part of a fill that closes: held shares are sold before any are bought. Empty for orders of earlier
 * versions, which do not state how many were held.
 */
function findClosed({ details }: PreparedOrder, count: BigDecimal): Pick<VenueFill, 'closedSize'> {
  if (typeof details.held !== 'string') return {};
  return { closedSize: toDecimalText(min(count, toDecimal(details.held))) };
}

/**
 * Computes the average price of Yes from the cost of a contract, which for an `ask` is that of No. Without a cost, only
 * the limit price is known.
 */
function averageYesPrice(found: KalshiOrder, order: PreparedOrder, unitCost: BigDecimal): BigDecimal {
  if (unitCost.lte(0)) return toDecimal(order.limitPrice ?? found.yes_price_dollars ?? 0);
  return found.outcome_side === 'no' ? toDecimal(1).minus(unitCost) : unitCost;
}

function sum(one = '0', other = '0'): BigDecimal {
  return toDecimal(one).plus(other);
}
