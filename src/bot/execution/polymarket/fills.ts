import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { type Decimal, toAverageText, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import { toLegPrice } from '../live/leg.ts';

/** Exchanged amounts, in the terms of the leg. */
export interface ExchangedAmounts {
  readonly shares: Decimal;
  readonly dollars: Decimal;
  /** Time, epoch ms. */
  readonly t: number;
  /** Whether the dollars follow from the order's own limit, because its trades are not listed yet. */
  readonly isProvisional?: true;
}

/**
 * One fill of the traded sum: the venue's answer gives sums only. The fee is computed by the venue's published formula,
 * because no answer states it.
 */
export function sumFill(
  order: PreparedOrder,
  { shares, dollars, t, isProvisional }: ExchangedAmounts,
): VenueFill {
  const paid = dollars.div(shares);
  const price = toLegPrice(order.leg ?? 'yes', paid);
  return {
    fillId: order.venueClientId,
    t: epochMs(t),
    price: toAverageText(price),
    size: toDecimalText(shares),
    notionalMicroUsd: toMicro(price.times(shares)),
    venueFeeMicroUsd: toMicro(computeFee(order, shares, paid)),
    ...(isProvisional === undefined ? {} : { isProvisional }),
  };
}

function computeFee(order: PreparedOrder, shares: Decimal, price: Decimal): Decimal {
  const rate = toDecimal(Number(order.details.feeRate ?? 0));
  const variance = price.times(toDecimal(1).minus(price));
  return shares.times(rate).times(variance.pow(Math.round(Number(order.details.feeExponent ?? 1))));
}
