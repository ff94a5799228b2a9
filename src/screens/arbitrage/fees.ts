import {
  type FeeSchedules,
  type FeeSubject,
  findTakerRate,
  type TakerRate,
  type VenueId,
} from '../../domain/index.ts';

/** A caller's own fees by venue, in bps of an order's cost; below 0 the venue pays. Absent: as published. */
export type OwnFees = Readonly<Partial<Record<VenueId, number>>>;

/** One order as fees see it. */
export interface FeeOrder extends FeeSubject {
  /** Average fill price: of the outcome bought, or of the perpetual. */
  readonly price: number;
  /** Contracts, or base units of a perpetual. */
  readonly size: number;
}

/** The fee of one order, or why it is not known. */
export type Fee =
  /** `assumption`: what the figure takes for granted. */
  { readonly usd: number; readonly assumption?: string } | { readonly usd: null; readonly reason: string };

/** The taker fee of an order, in USD. */
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

/** The taker fee of an order before it is rounded, in USD. */
export function computeExactFee(
  { kind, rate }: Exclude<TakerRate, { kind: 'unknown' }>,
  { price, size }: Pick<FeeOrder, 'price' | 'size'>,
): number {
  return kind === 'notional' ? rate * price * size : rate * size * price * (1 - price);
}

/** Rounds a fee up to a step. A small slack keeps a fee of exactly one step from costing two. */
function roundUp(usd: number, stepUsd: number): number {
  return Number((Math.ceil(usd / stepUsd - 1e-7) * stepUsd).toPrecision(12));
}

const BPS = 10_000;

/** The fee of an order at a caller's own rate: that of a venue which states no other, or of another tier. */
export const computeOwnFee = (bps: number, costUsd: number): number => (costUsd * bps) / BPS;
