import {
  type FeeRule,
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

/** Describes a taker fee with its figures, without a full stop: `contracts × 0.07 × p × (1 - p)`. */
export function describeTakerFee(rule: FeeRule): string {
  switch (rule.kind) {
    case 'unknown':
      return `not known: ${rule.reason.replace(/\.$/, '')}`;
    case 'notional': {
      const others = rule.builderDexes === null ? 'not published' : formatPercent(rule.builderDexes);
      return `${formatPercent(rule.rate)} of the notional; builder dexes: ${others}`;
    }
    case 'variance': {
      const rounded = rule.roundedUpToUsd === null ? '' : `, rounded up to ${rule.roundedUpToUsd} USD`;
      const rates = listRates(rule);
      const rate = rates.length === 1 ? rates[0]!.rate : 'rate';
      const byCategory = rates.map(({ rate, categories }) => `${rate} for ${categories.join(', ')}`);
      const listed = rates.length === 1 ? '' : `, rate ${byCategory.join('; ')}`;
      return `contracts × ${rate} × p × (1 - p)${rounded}${listed}; the market’s own rate comes first`;
    }
  }
}

/** Lists the distinct rates of a rule with their categories, in the order of the rule. */
function listRates({
  rates,
  otherwise,
}: Extract<FeeRule, { kind: 'variance' }>): { readonly rate: number; readonly categories: string[] }[] {
  const all: [string, number | null][] = [...Object.entries(rates), ['others', otherwise]];
  const byRate = new Map<number, string[]>();
  for (const [category, rate] of all) {
    if (rate !== null) byRate.set(rate, [...(byRate.get(rate) ?? []), category]);
  }
  return [...byRate].map(([rate, categories]) => ({ rate, categories }));
}

const formatPercent = (rate: number): string => `${Number((rate * 100).toPrecision(12))} %`;

/** Rounds a fee up to a step. The tolerance prevents a fee of exactly one step from becoming two. */
function roundUp(usd: number, stepUsd: number): number {
  return Number((Math.ceil(usd / stepUsd - 1e-7) * stepUsd).toPrecision(12));
}

const BPS = 10_000;

/**
 * Computes the fee of an order at the caller's own rate, for a venue without a published rate or for another fee tier.
 */
export const computeOwnFee = (bps: number, costUsd: number): number => (costUsd * bps) / BPS;
