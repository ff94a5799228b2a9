import {
  type FeeSchedules,
  type FeeSubject,
  findTakerRate,
  type TakerRate,
  type VenueId,
} from '../../domain/index.ts';

/**
 * Fees of the caller by venue, in basis points of the cost of an order. Negative: the venue pays a rebate. Absent: the
 * published fee.
 */
export type OwnFees = Readonly<Partial<Record<VenueId, number>>>;

/** The properties of an order that determine its fee. */
export interface FeeOrder extends FeeSubject {
  /** Average fill price of the outcome that is bought, or of the perpetual. */
  readonly price: number;
  /** Number of contracts, or base units of a perpetual. */
  readonly size: number;
}

/** Fee of one order in USD, or the reason why it is not known. */
export type Fee =
  /** `assumption`: what the calculation assumes. */
  { readonly usd: number; readonly assumption?: string } | { readonly usd: null; readonly reason: string };

/** Computes the taker fee of an order, in USD. */
export function computeTakerFee(schedules: FeeSchedules, order: FeeOrder): Fee {
  const rate = findTakerRate(schedules, order);
  switch (rate.kind) {
    case 'unknown':
      return { usd: null, reason: rate.reason };
    case 'notional':
      return { usd: computeExactFee(rate, order) };
    case 'variance': {
      const usd = computeExactFee(rate, order);
      const { roundedUpToUsd, assumption } = rate;
      const rounded = roundedUpToUsd === null ? usd : roundUp(usd, roundedUpToUsd);
      return assumption === undefined ? { usd: rounded } : { usd: rounded, assumption };
    }
  }
}

/** Computes the taker fee of an order before rounding, in USD. */
export function computeExactFee(
  { kind, rate }: Exclude<TakerRate, { kind: 'unknown' }>,
  { price, size }: Pick<FeeOrder, 'price' | 'size'>,
): number {
  return kind === 'notional' ? rate * price * size : rate * size * price * (1 - price);
}

/** Rounds a fee up to a step. The tolerance prevents a fee of exactly one step from becoming two. */
function roundUp(usd: number, stepUsd: number): number {
  return Number((Math.ceil(usd / stepUsd - 1e-7) * stepUsd).toPrecision(12));
}

const BPS = 10_000;

/**
 * Computes the fee of an order at the caller's own rate, for a venue without a published rate or for another fee tier.
 */
export const computeOwnFee = (bps: number, costUsd: number): number => (costUsd * bps) / BPS;
