import { MINUTE_MS } from '../../domain/index.ts';
import { toFiniteOrNull } from '../numerics/finite.ts';
import { fitLine } from '../numerics/line.ts';
import { compensatedSum, mean } from '../numerics/sums.ts';
import { sidedBalance } from './sided-balance.ts';
import { type Direction, tickDirection } from './tick-rule.ts';
import { volumeBucketVpin } from './volume-bucket-vpin.ts';

/** Trades with the sides that their venue stated, in columns of equal length, in the order of the tape. */
export interface StatedTrades {
  /** Time of each trade, epoch ms. */
  readonly t: Float64Array;
  readonly price: Float64Array;
  /** Size of each trade, in contracts or units of the base asset. */
  readonly size: Float64Array;
  /** Sides of the takers: 1 buy, -1 sell, 0 not stated. */
  readonly side: Int8Array;
  /** Flags: 1 for a trade that was read later by a back-fill, with a time that may be hours late. */
  readonly isBackfilled: Uint8Array;
}

/** Time window in epoch ms, both ends inclusive. */
export interface FlowWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Minimum amounts of data for each figure, and the number of buckets. */
export interface StatedFlowOptions {
  /** Minimum fraction of the volume whose side must be stated. */
  readonly minKnownShare: number;
  /** Number of buckets of equal volume into which vpin divides the trades. */
  readonly buckets: number;
  /** Minimum number of trades with a side for `vpin`. */
  readonly minVpinTrades: number;
  /** Minimum number of minutes for the regression. */
  readonly minImpactBars: number;
  /** Minimum number of classified trades for the comparison with the tick rule. */
  readonly minClassified: number;
}

export const STATED_FLOW_OPTIONS: StatedFlowOptions = {
  minKnownShare: 0.8,
  buckets: 50,
  minVpinTrades: 50,
  minImpactBars: 30,
  minClassified: 30,
};

/** Order flow by the sides that the venue stated. */
export interface StatedFlow {
  readonly trades: number;
  /** Fraction of the volume whose side is stated; null without trades. */
  readonly knownShare: number | null;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly netDelta: number;
  /** Imbalance netDelta / (buyVolume + sellVolume), from -1 to 1. */
  readonly imbalance: number | null;
  /** Mean absolute imbalance of buckets of equal volume, from 0 to 1. */
  readonly vpin: number | null;
  /** Slope of the price change on net buying, minute by minute, in price per contract or unit. */
  readonly impactLambda: number | null;
  /** Number of minutes in the regression. */
  readonly impactBars: number;
  readonly impactR2: number | null;
  /** Slope in basis points of the mean price per contract or unit. */
  readonly impactLambdaBps: number | null;
  /** Fraction of the trades for which the tick rule gives the stated side, from 0 to 1. */
  readonly tickRuleAgreement: number | null;
}

/**
 * Computes the order flow from stated sides, never from guessed ones. Figures that depend on sides are null when less
 * than four fifths of the volume has a side.
 *
 * @param findPrice Finds the price of the last record at or before a time in epoch ms; null when no record is recent
 * enough.
 */
export function statedFlow(
  trades: StatedTrades,
  window: FlowWindow,
  findPrice: (t: number) => number | null,
  options: StatedFlowOptions = STATED_FLOW_OPTIONS,
): StatedFlow {
  const [buyVolume, sellVolume] = [sumOfSide(trades, 1), sumOfSide(trades, -1)];
  const { minKnownShare } = options;
  const volume = compensatedSum(trades.size);
  const { knownShare, imbalance } = sidedBalance({ buyVolume, sellVolume, volume }, minKnownShare);
  const isKnown = knownShare !== null && knownShare >= minKnownShare;
  return {
    trades: trades.size.length,
    knownShare,
    buyVolume,
    sellVolume,
    netDelta: buyVolume - sellVolume,
    imbalance,
    vpin: isKnown ? volumeBucketVpin(trades, { ...options, volume: buyVolume + sellVolume }) : null,
    ...impact(readMinutes(trades, window, findPrice), isKnown ? options.minImpactBars : null),
    tickRuleAgreement: tickRuleAgreement(trades, options.minClassified),
  };
}

function sumOfSide({ size, side }: StatedTrades, wanted: Direction): number {
  return compensatedSum(size.filter((_, i) => side[i] === wanted));
}

/**
 * Kyle's lambda over the whole minutes of the window: the least-squares slope, with intercept, of the price change on
 * the buys minus the sells of a minute. Minutes without a price at either end are left out.
 *
 * @param minBars Minimum number of minutes for the regression. null: too few sides are stated for a result.
 *
 * Source: A. S. Kyle, Continuous auctions and insider trading, Econometrica 53, 1985.
 */
function impact(
  { net, change, ends }: Minutes,
  minBars: number | null,
): Pick<StatedFlow, 'impactLambda' | 'impactBars' | 'impactR2' | 'impactLambdaBps'> {
  const impactBars = net.length;
  const line = minBars === null || impactBars < minBars ? null : fitLine(net, change);
  if (line === null) return { impactBars, impactLambda: null, impactR2: null, impactLambdaBps: null };
  return {
    impactBars,
    impactLambda: line.slope,
    impactR2: line.r2,
    impactLambdaBps: toFiniteOrNull((line.slope / mean(ends)) * 1e4),
  };
}

/** Whole minutes with a price at both ends, in columns. */
interface Minutes {
  /** Buys less sells of each minute. */
  readonly net: number[];
  /** Price change of each minute. */
  readonly change: number[];
  /** Price at the end of each minute. */
  readonly ends: number[];
}

/** Sums the trades of each whole minute of the window that has a price at both ends. */
function readMinutes(
  { t, size, side, isBackfilled }: StatedTrades,
  { fromMs, toMs }: FlowWindow,
  findPrice: (t: number) => number | null,
): Minutes {
  const first = Math.ceil(fromMs / MINUTE_MS);
  const count = Math.max(0, Math.floor((toMs + 1) / MINUTE_MS) - first);
  const netByMinute = new Float64Array(count);
  for (let i = 0; i < t.length; i++) {
    const minute = Math.floor(t[i]! / MINUTE_MS) - first;
    if (minute >= 0 && minute < count && isBackfilled[i] === 0) netByMinute[minute]! += side[i]! * size[i]!;
  }
  const [net, change, ends]: [number[], number[], number[]] = [[], [], []];
  let begin = findPrice(first * MINUTE_MS);
  for (let minute = 0; minute < count; minute++) {
    const end = findPrice((first + minute + 1) * MINUTE_MS);
    if (begin !== null && end !== null) {
      net.push(netByMinute[minute]!);
      change.push(end - begin);
      ends.push(end);
    }
    begin = end;
  }
  return { net, change, ends };
}

/**
 * Computes the fraction of the trades with a side for which the tick rule gives the same side. An unchanged price
 * inherits the direction before it. Trades before the first price change are not classified.
 */
function tickRuleAgreement({ price, side }: StatedTrades, minClassified: number): number | null {
  let [direction, before]: [Direction, number | null] = [0, null];
  let [classified, agreeing] = [0, 0];
  for (let i = 0; i < price.length; i++) {
    if (side[i] === 0) continue;
    direction = tickDirection(before === null ? 0 : price[i]! - before, direction);
    before = price[i]!;
    if (direction === 0) continue;
    classified++;
    if (direction === side[i]) agreeing++;
  }
  return classified < minClassified ? null : agreeing / classified;
}
