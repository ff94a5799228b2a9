import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { type BigDecimal, toAverageText, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import { toLegPrice } from '../live/leg.ts';

/** Amounts that were exchanged, as shares and dollars of the leg. */
export interface ExchangedAmounts {
  readonly shares: BigDecimal;
  readonly dollars: BigDecimal;
  /** Time, epoch ms. */
  readonly t: number;
  /** Whether the dollars are computed from the order's limit, because its trades are not listed yet. */
  readonly isProvisional?: true;
}

/**
 * Builds one fill of the whole traded quantity, since the venue's answers state sums only. No answer states the fee, so
 * it is computed by the venue's published formula.
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

function computeFee(order: PreparedOrder, shares: BigDecimal, price: BigDecimal): BigDecimal {
  const rate = toDecimal(Number(order.details.feeRate ?? 0));
  const variance = price.times(toDecimal(1).minus(price));
  return shares.times(rate).times(variance.pow(Math.round(Number(order.details.feeExponent ?? 1))));
}
