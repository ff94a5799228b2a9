import type { AssetKind, EpochMs, PriceLevel } from '../../../domain/index.ts';
import { decimal, decimalText, floorTo, min, toMicro } from '../common/decimal.ts';
import type { OrderSide, VenueFill } from '../execution-venue.ts';
import { findTerms } from './terms.ts';

/** What decides the fills of a mock order. All of it is stored, so the same order always fills the same. */
export type MockOrder =
  | { readonly rule: 'mark'; readonly sizeUsd: number; readonly markPrice: number }
  | {
      readonly rule: 'book';
      readonly kind: AssetKind;
      readonly side: OrderSide;
      /** Coins or shares, decimal text. */
      readonly size: string;
      readonly limitPrice: string;
      /** The side of the book that is taken from, best first. */
      readonly levels: readonly PriceLevel[];
    };

/** Sizes that are taken from a book have no more decimals than this. */
const LOT = decimal('0.000001');
/** A mark has no book and no lot: so fine that size times price is what was asked for, to the micro-dollar. */
const MARK_LOT = decimal('0.000000000001');

/** The size of an order, cut down to what its rule can fill. */
export function mockSize(rule: MockOrder['rule'], sizeUsd: number, markPrice: number): string {
  const lot = rule === 'mark' ? MARK_LOT : LOT;
  return decimalText(floorTo(decimal(sizeUsd).div(decimal(markPrice)), lot));
}

/** @param t When it fills: a part of the order, not the time of the call. */
export function mockFills(order: MockOrder, t: EpochMs): VenueFill[] {
  if (order.rule === 'mark') {
    return [
      {
        fillId: '0',
        t,
        price: decimalText(decimal(order.markPrice)),
        size: mockSize('mark', order.sizeUsd, order.markPrice),
        usdMicro: toMicro(decimal(order.sizeUsd)),
        venueFeeMicroUsd: 0,
      },
    ];
  }
  const { kind, side, levels } = order;
  const limit = decimal(order.limitPrice);
  const fills: VenueFill[] = [];
  let left = decimal(order.size);
  for (const level of levels) {
    const price = decimal(level.price);
    const isBeyond = side === 'buy' ? price.gt(limit) : price.lt(limit);
    if (isBeyond || left.lte(0)) break;
    const size = min(left, floorTo(decimal(level.size), LOT));
    if (size.lte(0)) continue;
    left = left.minus(size);
    const fee = findTerms(kind)?.takerFeeUsd(price, size) ?? null;
    fills.push({
      fillId: String(fills.length),
      t,
      price: decimalText(price),
      size: decimalText(size),
      usdMicro: toMicro(price.times(size)),
      venueFeeMicroUsd: fee === null ? null : toMicro(fee),
    });
  }
  return fills;
}
