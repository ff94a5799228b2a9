import type { EpochMs, PriceLevel, TakerRate } from '../../../domain/index.ts';
import type { VenueFill } from '../execution-venue.ts';
import {
  type BigDecimal,
  floorTo,
  min,
  roundUpTo,
  toDecimal,
  toDecimalText,
  toMicro,
} from '../live/decimal.ts';
import type { OrderSide } from '../order-side.ts';

/** Stored facts that decide the fills of a mock order: the same facts always give the same fills. */
export type MockOrder =
  | {
      readonly rule: 'mark';
      readonly markPrice: number;
      /** Size in coins or shares, decimal text. Older orders have `sizeUsd` instead, their value at the mark. */
      readonly size?: string;
      readonly sizeUsd?: number;
      readonly fillPrefix?: string;
    }
  | {
      readonly rule: 'book';
      /** Fee rate that the venue published when the order was made. Absent in older orders. */
      readonly rate?: TakerRate;
      readonly side: OrderSide;
      /** Size in coins or shares, decimal text. */
      readonly size: string;
      readonly limitPrice: string;
      /** Levels of the book on the side that the order takes from, best first. */
      readonly levels: readonly PriceLevel[];
      /** Prefix of the ids of the order's fills, so that fills of two legs have different ids. */
      readonly fillPrefix?: string;
      /** Dollars that a purchase spends, decimal text; present where it is not sized in shares. */
      readonly spendUsd?: string;
      /** Side whose shares are bought with `spendUsd`. */
      readonly leg?: 'yes' | 'no';
    };

/**
 * Smallest step of a size that fills at its mark, where there is no book and no lot: so fine that size times price is
 * the requested amount to the micro-dollar.
 */
const MARK_LOT = toDecimal('0.000000000001');
/** Smallest step of sizes that are taken from a book. */
const LOT = toDecimal('0.000001');

/** Returns the smallest step of a size under a rule of fills. */
export function getMockLot(rule: MockOrder['rule']): BigDecimal {
  return rule === 'mark' ? MARK_LOT : LOT;
}

/**
 * Selects the levels of a book from the best to the last one with a fill; the others need not be stored with the order.
 */
export function selectTouched(levels: readonly PriceLevel[], fills: readonly VenueFill[]): PriceLevel[] {
  const prices = new Set(fills.map(({ price }) => Number(price)));
  return levels.slice(0, levels.findLastIndex(({ price }) => prices.has(price)) + 1);
}

/** Lists the levels that remain after fills. */
export function subtractFills(levels: readonly PriceLevel[], fills: readonly VenueFill[]): PriceLevel[] {
  const sizes = new Map(fills.map(({ price, size }) => [Number(price), size]));
  return levels.flatMap((level) => {
    const taken = sizes.get(level.price);
    if (taken === undefined) return level.size > 0 ? [level] : [];
    const rest = toDecimal(level.size).minus(taken);
    return rest.gt(0) ? [{ price: level.price, size: rest.toNumber() }] : [];
  });
}

/**
 * Computes the fills of an order. @param t Time of the fills, which is stored with the order; never that of the call.
 */
export function computeMockFills(order: MockOrder, t: EpochMs): VenueFill[] {
  if (order.rule === 'mark') {
    const { sizeUsd = 0, fillPrefix = '' } = order;
    const price = toDecimal(order.markPrice);
    const size = toDecimal(order.size ?? floorTo(toDecimal(sizeUsd).div(price), MARK_LOT));
    if (size.lte(0)) return [];
    return [
      {
        fillId: `${fillPrefix}0`,
        t,
        price: toDecimalText(price),
        size: toDecimalText(size),
        notionalMicroUsd: toMicro(price.times(size)),
        venueFeeMicroUsd: 0,
      },
    ];
  }
  const { side, levels, fillPrefix = '' } = order;
  const limit = toDecimal(order.limitPrice);
  const fills: VenueFill[] = [];
  const demand = new Demand(order);
  let feesBefore = toDecimal(0);
  let paidBefore = toDecimal(0);
  for (const level of levels) {
    const price = toDecimal(level.price);
    if (isBeyond(price, limit, side) || demand.isMet()) break;
    const size = demand.take(price, floorTo(toDecimal(level.size), LOT));
    if (size.lte(0)) continue;
    const exactFee = order.rate === undefined ? null : computeFee(order.rate, price, size);
    const fees = exactFee === null ? null : feesBefore.plus(exactFee);
    // The fee of the whole order is rounded up, so each fill pays the increase of the rounded fee.
    const step = findFeeStep(order.rate);
    const paid = fees === null || step === null ? fees : roundUpTo(fees, toDecimal(step));
    const fee = paid?.minus(paidBefore) ?? null;
    feesBefore = fees ?? feesBefore;
    paidBefore = paid ?? paidBefore;
    fills.push({
      fillId: `${fillPrefix}${fills.length}`,
      t,
      price: toDecimalText(price),
      size: toDecimalText(size),
      notionalMicroUsd: toMicro(price.times(size)),
      venueFeeMicroUsd: fee === null ? null : toMicro(fee),
    });
  }
  return fills;
}

/** The part of an order that is not filled yet: a size, or dollars to spend. */
class Demand {
  readonly #isNo: boolean;
  readonly #isInDollars: boolean;
  #left: BigDecimal;

  constructor({ size, spendUsd, leg }: Extract<MockOrder, { rule: 'book' }>) {
    this.#isInDollars = spendUsd !== undefined;
    this.#isNo = leg === 'no';
    this.#left = toDecimal(spendUsd ?? size);
  }

  isMet(): boolean {
    return this.#left.lte(0);
  }

  /** Takes as much as possible of an offer. @param price Price of the offer in Yes terms. @returns The size taken. */
  take(price: BigDecimal, offered: BigDecimal): BigDecimal {
    const paid = this.#isNo ? toDecimal(1).minus(price) : price;
    const wanted = this.#isInDollars ? floorTo(this.#left.div(paid), LOT) : this.#left;
    const size = min(wanted, offered);
    // Shares come in millionths, so the dollars that remain below the price of one buy nothing more.
    const isLast = size.eq(wanted);
    this.#left = isLast ? toDecimal(0) : this.#left.minus(this.#isInDollars ? size.times(paid) : size);
    return size;
  }
}

function isBeyond(price: BigDecimal, limit: BigDecimal, side: OrderSide): boolean {
  return side === 'buy' ? price.gt(limit) : price.lt(limit);
}

/** Computes a fee in dollars; null: the venue publishes no fee for this market. */
function computeFee(rate: TakerRate, price: BigDecimal, size: BigDecimal): BigDecimal | null {
  switch (rate.kind) {
    case 'unknown':
      return null;
    case 'notional':
      return price.times(size).times(toDecimal(rate.rate));
    case 'variance':
      return toDecimal(rate.rate).times(size).times(price).times(toDecimal(1).minus(price));
  }
}

/** Finds the multiple of USD to which fees are rounded up; null: fees are not rounded. */
function findFeeStep(rate: TakerRate | undefined): number | null {
  return rate?.kind === 'variance' ? rate.roundedUpToUsd : null;
}
