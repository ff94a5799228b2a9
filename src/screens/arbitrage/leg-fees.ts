import { type BinaryState, type FeeSchedules, findTakerRate } from '../../domain/index.ts';
import type { PricedLeg } from './best-size.ts';
import { computeExactFee, computeOwnFee, computeTakerFee, type OwnFees } from './fees.ts';

/** Published fees of all venues, and the caller's own fees, which take precedence. */
export interface FeeInputs {
  readonly fees: FeeSchedules;
  readonly ownFees: OwnFees;
}

/** A leg with functions for its rounded and its exact fee. */
export interface FeeLeg extends PricedLeg {
  readonly chargeRounded: PricedLeg['charge'];
}

export type LegFee =
  | { readonly usd: number; readonly asOf: string; readonly source: string }
  | { readonly usd: null; readonly reason: string };

/** Computes the fee of a leg at the caller's own rate if there is one, otherwise at the published rate. */
export function chargeLeg(
  { ref: { kind, asset, venue }, ticker: { category }, takerFeeRate }: BinaryState,
  { price, size, costUsd }: { readonly price: number; readonly size: number; readonly costUsd: number },
  { fees, ownFees }: FeeInputs,
): LegFee {
  const own = ownFees[venue];
  if (own !== undefined) {
    return {
      usd: computeOwnFee(own, costUsd),
      asOf: 'asked',
      source: `feeBps.${venue}: ${own} bps of the cost`,
    };
  }
  const fee = computeTakerFee(fees, { kind, asset, category, marketRate: takerFeeRate ?? null, price, size });
  if (fee.usd === null) return fee;
  const { asOf, source } = fees[kind];
  return {
    usd: fee.usd,
    asOf,
    source: fee.assumption === undefined ? source : `${source}; ${fee.assumption}`,
  };
}

/**
 * Computes the expected maker rebate, a share of the published taker fee of the same fill. The caller's own fees are
 * not used. null when the share or the fee is not known.
 */
export function expectRebate(
  { ref: { kind, asset }, ticker: { category }, takerFeeRate, makerRebateShare }: BinaryState,
  { price, size }: { readonly price: number; readonly size: number },
  { fees }: FeeInputs,
): number | null {
  if (makerRebateShare == null) return null;
  const { usd } = computeTakerFee(fees, {
    kind,
    asset,
    category,
    marketRate: takerFeeRate ?? null,
    price,
    size,
  });
  return usd === null ? null : makerRebateShare * usd;
}

/**
 * Builds a leg with its fees. A negative fee counts as 0, because rebates are not included. null when the fee is not
 * known.
 */
export function priceLeg(state: BinaryState, levels: PricedLeg['levels'], inputs: FeeInputs): FeeLeg | null {
  const { kind, asset, venue } = state.ref;
  const own = inputs.ownFees[venue];
  if (own !== undefined) {
    const charge = (costUsd: number) => Math.max(0, computeOwnFee(own, costUsd));
    return { levels, charge, chargeRounded: charge };
  }
  const marketRate = state.takerFeeRate ?? null;
  const rate = findTakerRate(inputs.fees, { kind, asset, category: state.ticker.category, marketRate });
  if (rate.kind === 'unknown') return null;
  return {
    levels,
    charge: (costUsd, size) => Math.max(0, computeExactFee(rate, { price: costUsd / size, size })),
    chargeRounded: (costUsd, size) => {
      const fee = chargeLeg(state, { price: costUsd / size, size, costUsd }, inputs);
      return Math.max(0, fee.usd ?? 0);
    },
  };
}
