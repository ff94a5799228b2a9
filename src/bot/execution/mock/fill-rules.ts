import type { EpochMs, PriceLevel, TakerRate } from '../../../domain/index.ts';
import type { VenueFill } from '../execution-venue.ts';
import { type Decimal, floorTo, min, roundUpTo, toDecimal, toDecimalText, toMicro } from '../live/decimal.ts';
import type { OrderSide } from '../order-side.ts';

/** Stored facts that decide the fills of a mock order: the same order always fills the same. */
export type MockOrder =
  | {
      readonly rule: 'mark';
      readonly markPrice: number;
      /** Size in coins or shares, decimal text. Older orders have their value at the mark instead. */
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
      /** Levels of the book from which the order takes, best first. */
      readonly levels: readonly PriceLevel[];
      /** Prefix of the order's fill numbers, so that fills of two legs have different names. */
      readonly fillPrefix?: string;
      /** Dollars that a purchase spends, decimal text; present where it has no size. */
      readonly spendUsd?: string;
      /** Side whose shares are bought with `spendUsd`. */
      readonly leg?: 'yes' | 'no';
    };

/**
 * Smallest step of sizes at a mark, which has no book and no lot: so fine that size times price is the requested amount
 * to the micro-dollar.
 */
const MARK_LOT = toDecimal('0.000000000001');
/** Smallest step of sizes that are taken from a book. */
const LOT = toDecimal('0.000001');

/** The smallest step of a size. */
export function getMockLot(rule: MockOrder['rule']): Decimal {
  return rule === 'mark' ? MARK_LOT : LOT;
}

/** Levels of a book from which fills took; the rest of the book is not worth storing with the order. */
export function selectTouched(levels: readonly PriceLevel[], fills: readonly VenueFill[]): PriceLevel[] {
  const prices = new Set(fills.map(({ price }) => Number(price)));
  return levels.slice(0, levels.findLastIndex(({ price }) => prices.has(price)) + 1);
}

/** The levels that remain after fills. */
export function subtractFills(levels: readonly PriceLevel[], fills: readonly VenueFill[]): PriceLevel[] {
  const sizes = new Map(fills.map(({ price, size }) => [Number(price), size]));
  return levels.flatMap((level) => {
    const taken = sizes.get(level.price);
    if (taken === undefined) return level.size > 0 ? [level] : [];
    const rest = toDecimal(level.size).minus(taken);
    return rest.gt(0) ? [{ price: level.price, size: rest.toNumber() }] : [];
  });
}

/** Computes the fills of an order. @param t Time of the fills: a stored part of the order, not the time of the call. */
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

/** The unfilled rest of an order: a size, or dollars at the paid price. */
class Demand {
  readonly #isNo: boolean;
  readonly #isInDollars: boolean;
  #left: Decimal;

  constructor({ size, spendUsd, leg }: Extract<MockOrder, { rule: 'book' }>) {
    this.#isInDollars = spendUsd !== undefined;
    this.#isNo = leg === 'no';
    this.#left = toDecimal(spendUsd ?? size);
  }

  isMet(): boolean {
    return this.#left.lte(0);
  }

  /** Takes from an offer. @param price Price of the offer in Yes terms. @returns Size that is taken. */
  take(price: Decimal, offered: Decimal): Decimal {
    const paid = this.#isNo ? toDecimal(1).minus(price) : price;
    const wanted = this.#isInDollars ? floorTo(this.#left.div(paid), LOT) : this.#left;
    const size = min(wanted, offered);
    // Shares come in millionths, so remaining dollars below one of them buy nothing.
    const isLast = size.eq(wanted);
    this.#left = isLast ? toDecimal(0) : this.#left.minus(this.#isInDollars ? size.times(paid) : size);
    return size;
  }
}

function isBeyond(price: Decimal, limit: Decimal, side: OrderSide): boolean {
  return side === 'buy' ? price.gt(limit) : price.lt(limit);
}

/** Fee in dollars; null: the venue publishes no fee for this market. */
function computeFee(rate: TakerRate, price: Decimal, size: Decimal): Decimal | null {
  switch (rate.kind) {
    case 'unknown':
      return null;
    case 'notional':
      return price.times(size).times(toDecimal(rate.rate));
    case 'variance':
      return toDecimal(rate.rate).times(size).times(price).times(toDecimal(1).minus(price));
  }
}

/** Step of fees in USD; null: fees are not rounded. */
function findFeeStep(rate: TakerRate | undefined): number | null {
  return rate?.kind === 'variance' ? rate.roundedUpToUsd : null;
}
