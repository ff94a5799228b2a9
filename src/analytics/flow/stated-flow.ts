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
  /** Contracts, or units of the base asset. */
  readonly size: Float64Array;
  /** Sides of the takers: 1 buy, -1 sell, 0 not stated. */
  readonly side: Int8Array;
  /** Flags: 1 for a trade that was read afterwards, whose time may be hours late. */
  readonly isBackfilled: Uint8Array;
}

/** Time span, both ends included, epoch ms. */
export interface FlowWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Limits below which a figure is null, and the division of the volume. */
export interface StatedFlowOptions {
  /** Share of the volume whose side must be stated. */
  readonly minKnownShare: number;
  /** Number of buckets of equal volume into which vpin divides the trades. */
  readonly buckets: number;
  /** Number of trades with a side that vpin needs. */
  readonly minVpinTrades: number;
  /** Number of minutes that the regression needs. */
  readonly minImpactBars: number;
  /** Number of classified trades that the comparison with the tick rule needs. */
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
  /** Share of the volume whose side is stated; null without trades. */
  readonly knownShare: number | null;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly netDelta: number;
  /** netDelta / (buyVolume + sellVolume), -1 to 1. */
  readonly imbalance: number | null;
  /** Mean absolute imbalance of buckets of equal volume, 0 to 1. */
  readonly vpin: number | null;
  /** Price per contract or unit: slope of the price's change on net buying, minute by minute. */
  readonly impactLambda: number | null;
  /** Number of minutes in the regression. */
  readonly impactBars: number;
  readonly impactR2: number | null;
  /** Basis points of the mean price per contract or unit. */
  readonly impactLambdaBps: number | null;
  /** Share of the trades that the tick rule classifies as their venue does, 0 to 1. */
  readonly tickRuleAgreement: number | null;
}

/**
 * Order flow by the side that the venue stated, never by a guess: figures that depend on sides are null where less than
 * four fifths of the volume has one.
 *
 * @param findPrice Price of the last record at or before a moment, epoch ms; null where none is recent enough.
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
 * Kyle's lambda over the minutes that lie whole in the window: least squares, with intercept, of the change of the price
 * on buys less sells of the minute. A minute without a price at either end is left out.
 *
 * @param minBars Minutes that the regression needs; null: too few sides are stated for any.
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

/** Whole minutes that have a price at both ends, in columns. */
interface Minutes {
  /** Buys less sells. */
  readonly net: number[];
  /** Change of the price. */
  readonly change: number[];
  /** Price at the end. */
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
 * Share of the trades with a side that the tick rule classifies alike. Equal prices inherit the direction before them;
 * trades before the first change of the price are not classified.
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
