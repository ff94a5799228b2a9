import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { fromUnits, toAverageText, toDecimalText, toMicro } from '../live/decimal.ts';
import { toLegPrice } from '../live/leg.ts';
import type { Execution } from './wire.ts';

/**
 * Builds one fill of the whole traded quantity; null without a trade. Buyers pay the fee in shares: the size is that
 * after the fee, and the fee counts in dollars, so that price times size plus fee is the amount paid.
 */
export function toFill(
  { totalsRaw }: Execution,
  order: PreparedOrder,
  { fillId, t }: { readonly fillId: string; readonly t: number },
): VenueFill | null {
  if (totalsRaw === undefined) return null;
  const gross = fromUnits(totalsRaw.contractsGross);
  if (gross.lte(0)) return null;
  const paid = fromUnits(totalsRaw.usdGross).div(gross);
  const price = toLegPrice(order.leg ?? 'yes', paid);
  const size = fromUnits(totalsRaw.contractsNet);
  const feeUsd = fromUnits(totalsRaw.usdFee).plus(fromUnits(totalsRaw.contractsFee).times(paid));
  return {
    fillId,
    t: epochMs(t),
    price: toAverageText(price),
    size: toDecimalText(size),
    notionalMicroUsd: toMicro(price.times(size)),
    venueFeeMicroUsd: toMicro(feeUsd),
  };
}
