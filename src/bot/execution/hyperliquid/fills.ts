import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { type BigDecimal, min, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import { toLegPrice } from '../live/leg.ts';
import type { OrderSide } from '../order-side.ts';
import type { UserFill } from './wire.ts';

/** Tokens that count as one dollar each. */
const DOLLARS = new Set(['USDC', 'USDH', 'USDT0', 'USDE']);

/**
 * Reads the fills of one order from the venue's list, in Yes terms and oldest first. A fill that is listed twice counts
 * once; a fill of another market does not count.
 */
export function readFills(rows: readonly UserFill[], order: PreparedOrder): VenueFill[] {
  const own = rows.filter(({ coin = order.venueAsset }) => coin === order.venueAsset);
  return [...new Map(own.map((row) => [row.tid, row])).values()]
    .sort((a, b) => a.time - b.time || a.tid - b.tid)
    .map(({ px, sz, time, tid, fee, feeToken, startPosition }) => {
      const price = toLegPrice(order.leg ?? 'yes', toDecimal(px));
      const size = toDecimal(sz);
      return {
        fillId: String(tid),
        t: epochMs(time),
        price: toDecimalText(price),
        size: toDecimalText(size),
        notionalMicroUsd: toMicro(price.times(size)),
        ...(order.leg === null && startPosition !== undefined
          ? { closedSize: toDecimalText(computeClosedCoins(order.side, size, toDecimal(startPosition))) }
          : {}),
        venueFeeMicroUsd: feeMicroUsd(fee, feeToken, px),
      };
    });
}

/** Computes how many coins of a fill reduce the position before it. */
function computeClosedCoins(side: OrderSide, size: BigDecimal, before: BigDecimal): BigDecimal {
  const against = side === 'sell' ? before : before.neg();
  return against.gt(0) ? min(size, against) : toDecimal(0);
}

/**
 * Computes a fee in millionths of a US dollar; null: the token has no known value. A fee in outcome shares (`+3780`)
 * counts at the price of the shares.
 */
export function feeMicroUsd(fee: string, token: string, px: string): number | null {
  if (DOLLARS.has(token)) return toMicro(toDecimal(fee));
  return token.startsWith('+') ? toMicro(toDecimal(fee).times(px)) : null;
}

/** Builds a fill of the traded quantity at the worst price that the order allowed, until the venue lists the fills. */
export function provisionalFill(oid: number, traded: BigDecimal, order: PreparedOrder, t: number): VenueFill {
  const price = toDecimal(order.limitPrice ?? 0);
  return {
    fillId: `order:${oid}`,
    t: epochMs(t),
    price: toDecimalText(price),
    size: toDecimalText(traded),
    notionalMicroUsd: toMicro(price.times(traded)),
    venueFeeMicroUsd: null,
    isProvisional: true,
  };
}

/**
 * Builds a fill of the traded quantity at the average price and without a fee, as the venue's first answer states it.
 */
export function averageFill(
  { totalSz, avgPx, oid }: { readonly totalSz: string; readonly avgPx: string; readonly oid: number },
  order: PreparedOrder,
  t: number,
): VenueFill {
  const price = toLegPrice(order.leg ?? 'yes', toDecimal(avgPx));
  return {
    fillId: `order:${oid}`,
    t: epochMs(t),
    price: toDecimalText(price),
    size: toDecimalText(toDecimal(totalSz)),
    notionalMicroUsd: toMicro(price.times(totalSz)),
    venueFeeMicroUsd: null,
  };
}
